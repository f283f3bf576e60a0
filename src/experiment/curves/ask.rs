//! Batches of models that are trained: one unit a batch, which trains the model on all that has been observed.
//! The first needs the training that every other figure of the task needs, too.

use crate::error::{Error, Result};
use crate::experiment::codec::Writer;
use crate::experiment::curves::record::{self, Record};
use crate::experiment::curves::{
    LINE, Line, choosing, cost, line_of, read_picks, settings, unit, write_picks,
};
use crate::experiment::data::fit::Seen;
use crate::experiment::work::{OBSERVED, PLACES};
use crate::experiment::{Hears, Part, Plan, Tell, Unit, Work, data, train, version_of_asking};
use crate::model::{Look, Progress};
use crate::numeric::Matrix;
use crate::points::Points;
use crate::posterior::Posterior;
use crate::scenario::{Candidate, Scenario};
use crate::tal;

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
    pub fn add(&mut self, picks: Vec<usize>, notes: Option<Record>) {
        self.picks.push(picks);
        self.records.extend(notes);
    }
}

/// Adds all batches of a line on a task, if its model is trained; gives the place of the last.
pub fn chain(plan: &mut Plan, scenario: &Scenario, line: &Line, task: usize) -> Option<usize> {
    let model = choosing(scenario, line);
    let mut needs = data::training(plan, scenario, &model, task, &[]);
    if needs.is_empty() {
        return None;
    }
    let again = if data::learns_once(scenario, &model) { needs.clone() } else { Vec::new() };
    let (unit, mut last) = (unit(&ASK, scenario, line), None);
    for round in 1..=scenario.asking.rounds {
        let place = plan.help(unit.at((task, round)), needs, Hears::Nothing);
        needs = [&[place], &again[..]].concat();
        last = Some(place);
    }
    last
}

fn run(unit: &Unit, parts: &[Part], tell: Tell) -> Result<Part> {
    let (scenario, number, round) = (unit.scenario(), unit.first, unit.count);
    let line = line_of(scenario)?;
    let (given, parts) = data::given(scenario, number, parts)?;
    let (mut asked, trained) = match (round, parts) {
        (1, trained) => (Asked::default(), trained),
        (_, [before, trained @ ..]) => (read(before)?, trained),
        _ => return Err(Error::missing("the batch before", "")),
    };
    let (mut notes, before) = (None, asked.picks.concat());
    let settings = settings(scenario, line.rule, number, round);
    let picks = tal::ask(&given.task, &asked.picks, settings, |seen, inputs| {
        let progress = &mut |share: f64, _: Look| tell(share, &|| None);
        let own = (scenario, &line.model, number);
        let (posterior, record) = match given.scale {
            None => fitted(own, (seen, inputs), trained, progress)?,
            Some(_) => {
                let seen = Seen { given: &given, asked: &before };
                let best = data::fit::best(own, seen, (inputs, false), trained, progress)?;
                (best.posterior, best.notes)
            }
        };
        notes = Some(record);
        Ok(posterior)
    })?;
    asked.add(picks, notes);
    let mut out = Writer::default();
    write_picks(&asked.picks, &mut out);
    record::write_all(&asked.records, &mut out);
    Ok(out.end())
}

/// What a model says of some inputs, once it has been trained or after it is trained here.
fn fitted(
    (scenario, candidate, number): (&Scenario, &Candidate, usize),
    (seen, inputs): (&Points, &Matrix),
    trained: &[Part],
    progress: Progress,
) -> Result<(Posterior, Record)> {
    let missing = || Error::missing("the model of a unit of asking", "");
    let model = train::model(scenario, candidate, number).ok_or_else(missing)?;
    let found = match trained {
        [] => model.learn(seen, inputs, progress)?,
        _ => train::predict(&*model, trained, (seen, inputs), progress)?,
    };
    let record = Record::of(&found);
    Ok((found.posterior, record))
}

/// What was asked until a unit's batch, with it.
pub fn read(part: &Part) -> Result<Asked> {
    part.read(|reader| Ok(Asked { picks: read_picks(reader)?, records: record::read_all(reader)? }))
}
