//! Batches of models that are trained: one unit a batch, which trains the model on all that has been observed.
//! The first needs the training that every other figure of the task needs, too.

use crate::error::{Error, Result};
use crate::experiment::codec::Writer;
use crate::experiment::curves::record::{self, Record};
use crate::experiment::curves::{
    LINE, Line, choosing, cost, line_of, read_picks, settings, unit, write_picks,
};
use crate::experiment::work::{OBSERVED, PLACES};
use crate::experiment::{Hears, Part, Plan, Tell, Unit, Work, train, version_of_asking};
use crate::model::{Fitted, Look};
use crate::scenario::Scenario;
use crate::tal;
use crate::task::Task;

/// A batch: `first` is the task's number, `count` the batch's, from 1.
pub static ASK: Work = Work {
    id: "ask",
    keys: &[OBSERVED, PLACES, LINE],
    version: |scenario| version_of_asking(3, scenario),
    cost: Some(cost::asking),
    run,
};

/// What was asked so far.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Asked {
    /// The points of the pool, batch by batch.
    pub picks: Vec<Vec<usize>>,
    /// What the fits noted by which each was chosen.
    pub records: Vec<Record>,
}

impl Asked {
    /// One more batch, and the fit by which it was chosen.
    pub fn add(&mut self, picks: Vec<usize>, fitted: Option<&Fitted>) {
        self.picks.push(picks);
        self.records.extend(fitted.map(Record::of));
    }
}

/// Adds all batches of a line on a task, if its model is trained; gives the place of the last.
pub fn chain(plan: &mut Plan, scenario: &Scenario, line: &Line, task: usize) -> Option<usize> {
    let model = choosing(scenario, line);
    let mut needs = train::plan(plan, scenario, &model, task, &[]);
    if needs.is_empty() {
        return None;
    }
    let unit = unit(&ASK, scenario, line);
    for round in 1..=scenario.asking.rounds {
        needs = vec![plan.help(unit.at((task, round)), needs, Hears::Nothing)];
    }
    needs.pop()
}

fn run(unit: &Unit, parts: &[Part], tell: Tell) -> Result<Part> {
    let (scenario, number, round) = (unit.scenario(), unit.first, unit.count);
    let line = line_of(scenario)?;
    let missing = || Error::missing("the model of a unit of asking", "");
    let model = train::model(scenario, &line.model, number).ok_or_else(missing)?;
    let task = Task::numbered(scenario, number)?;
    let mut asked = match (round, parts) {
        (1, _) => Asked::default(),
        (_, [before]) => read(before)?,
        _ => return Err(Error::missing("the batch before", "")),
    };
    let mut fitted = None;
    let settings = settings(scenario, line.rule, number, round);
    let picks = tal::ask(&task, &asked.picks, settings, |seen, inputs| {
        let progress = &mut |share: f64, _: Look| tell(share, &|| None);
        let found = match round {
            1 => train::predict(&*model, parts, (seen, inputs), progress)?,
            _ => model.learn(seen, inputs, progress)?,
        };
        let posterior = found.posterior.clone();
        fitted = Some(found);
        Ok(posterior)
    })?;
    asked.add(picks, fitted.as_ref());
    let mut out = Writer::default();
    write_picks(&asked.picks, &mut out);
    record::write_all(&asked.records, &mut out);
    Ok(out.end())
}

/// What was asked until a unit's batch, with it.
pub fn read(part: &Part) -> Result<Asked> {
    part.read(|reader| Ok(Asked { picks: read_picks(reader)?, records: record::read_all(reader)? }))
}
