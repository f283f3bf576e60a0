//! What another model than the oracle predicts after each batch: it is trained on all that was observed until
//! then. Before the first batch all lines are one.

use crate::acquisition::Rule;
use crate::error::{Error, Result};
use crate::experiment::codec::Writer;
use crate::experiment::curves::record::Record;
use crate::experiment::curves::{LINE, Line, choosing, cost, read as read_course, tasks};
use crate::experiment::work::{OBSERVED, PLACES};
use crate::experiment::{Part, Plan, Tell, Unit, Work, train, version_of_asking};
use crate::model::Look;
use crate::scenario::{Candidate, Family, Scenario};
use crate::tal;
use crate::task::Task;

/// A prediction: `first` is the task's number, `count` how many batches were seen.
pub static LEARN: Work = Work {
    id: "learn",
    keys: &[OBSERVED, PLACES, LINE, &["rounds", "predict"]],
    version: |scenario| {
        let predictor = train::model(scenario, &scenario.models.predictor, 0);
        let version = predictor.map_or(0, |model| model.version());
        format!("{version}-{}", version_of_asking(2, scenario))
    },
    cost: Some(cost::learning),
    run,
};

/// What a model predicted.
#[derive(Debug, Clone, PartialEq)]
pub struct Learned {
    /// Log likelihood of the targets, what the model expected it to be, and RMSE.
    pub record: [f64; 3],
    /// What the fit noted of itself.
    pub notes: Record,
}

/// Whether another model than the oracle predicts.
pub fn is_needed(scenario: &Scenario) -> bool {
    scenario.models.predictor.kind.family != Family::Oracle
}

/// Adds what is predicted after each batch, for all tasks and lines.
pub fn add(plan: &mut Plan, scenario: &Scenario, lines: &[Line]) {
    let (start, units) = (start(scenario), lines.iter().map(|line| unit(scenario, line)));
    let units: Vec<Unit> = units.collect();
    for task in 0..tasks(scenario) {
        for unit in &units {
            for round in 0..=scenario.asking.rounds {
                let unit = if round == 0 { &start } else { unit };
                plan.add(unit.at((task, round)), Vec::new());
            }
        }
    }
}

fn unit(scenario: &Scenario, line: &Line) -> Unit {
    Unit::altered(&LEARN, scenario, (0, 0), |of| {
        of.asking.rules = vec![line.rule];
        of.models.candidates = vec![choosing(scenario, line)];
        of.models.predictor = predictor(scenario);
    })
}

/// Before the first batch: nobody has chosen anything.
fn start(scenario: &Scenario) -> Unit {
    let anyone = Line { rule: Rule::Random, model: scenario.models.predictor.clone() };
    unit(scenario, &anyone)
}

fn predictor(scenario: &Scenario) -> Candidate {
    train::alone(scenario, &scenario.models.predictor)
}

fn run(unit: &Unit, parts: &[Part], tell: Tell) -> Result<Part> {
    let (scenario, number, round) = (unit.scenario(), unit.first, unit.count);
    let missing = || Error::missing("the model that predicts", "");
    let model = train::model(scenario, &scenario.models.predictor, number).ok_or_else(missing)?;
    let task = Task::numbered(scenario, number)?;
    let progress = &mut |share: f64, _: Look| tell(share, &|| None);
    let inputs = &task.targets.inputs;
    let fitted = match (round, parts) {
        (0, pieces) => train::predict(&*model, pieces, (&task.train, inputs), progress)?,
        (_, [course]) => {
            let course = read_course(course)?;
            let picked = course.run.picks.get(..round).ok_or_else(missing)?;
            model.learn(&tal::seen(&task, picked), inputs, progress)?
        }
        _ => return Err(missing()),
    };
    let mut out = Writer::default();
    out.plain(&tal::record(&task.targets.observed, &fitted.posterior.marginals()));
    Record::of(&fitted).write(&mut out);
    Ok(out.end())
}

/// What a unit found.
pub fn read(part: &Part) -> Result<Learned> {
    part.read(|reader| {
        let record = [reader.number()?, reader.number()?, reader.number()?];
        Ok(Learned { record, notes: Record::read(reader)? })
    })
}
