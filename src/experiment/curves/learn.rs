//! What another model than the oracle predicts after each batch: it is trained on all that was observed until
//! then. Before the first batch all lines are one.

use crate::acquisition::Rule;
use crate::error::{Error, Result};
use crate::experiment::codec::Writer;
use crate::experiment::curves::record::Record;
use crate::experiment::curves::{LINE, Line, Shape, choosing, cost, read as read_course, tasks};
use crate::experiment::data::{Given, fit::Seen};
use crate::experiment::work::{OBSERVED, PLACES};
use crate::experiment::{Part, Plan, Tell, Unit, Work, data, train, version_of_asking};
use crate::model::{Look, Progress};
use crate::scenario::{Candidate, Family, Scenario};
use crate::tal;

/// A prediction: `first` is the task's number, `count` how many batches were seen.
pub static LEARN: Work = Work {
    id: "learn",
    keys: &[OBSERVED, PLACES, LINE, &["rounds", "predict"]],
    version: |scenario| {
        let predictor = train::model(scenario, &scenario.models.predictor, 0);
        let version = predictor.map_or(0, |model| model.version());
        format!("{version}-{}", version_of_asking(3, scenario))
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
    let own = &scenario.models.predictor;
    let units: Vec<Unit> = lines.iter().map(|line| unit(scenario, line, own)).collect();
    let start = start(scenario);
    for task in 0..tasks(scenario) {
        for unit in &units {
            for round in 0..=scenario.asking.rounds {
                let unit = if round == 0 { &start } else { unit };
                plan.add(unit.at((task, round)), Vec::new());
            }
        }
    }
}

/// Adds what further models predict after the last batch, for all tasks and for the lines that they rank.
pub fn add_ends(plan: &mut Plan, scenario: &Scenario, lines: &[Line]) {
    let Shape { rows, trained } = Shape::of(scenario);
    let models: Vec<&Candidate> = scenario.models.predictors().collect();
    let of_model = |model: &usize| {
        let model = models[*model];
        rows.iter().map(move |line| unit(scenario, &lines[*line], model))
    };
    let units: Vec<Unit> = trained.iter().flat_map(of_model).collect();
    for task in 0..tasks(scenario) {
        for unit in &units {
            plan.add(unit.at((task, scenario.asking.rounds)), Vec::new());
        }
    }
}

/// A model that predicts what a line asked for: whoever else predicts is no part of it.
fn unit(scenario: &Scenario, line: &Line, predictor: &Candidate) -> Unit {
    Unit::altered(&LEARN, scenario, (0, 0), |of| {
        of.asking.rules = vec![line.rule];
        of.models.candidates = vec![choosing(scenario, line)];
        of.models.predictor = train::alone(scenario, predictor);
        of.models.further = Vec::new();
    })
}

/// Before the first batch: nobody has chosen anything.
fn start(scenario: &Scenario) -> Unit {
    let anyone = Line { rule: Rule::Random, model: scenario.models.predictor.clone() };
    unit(scenario, &anyone, &scenario.models.predictor)
}

fn run(unit: &Unit, parts: &[Part], tell: Tell) -> Result<Part> {
    let (scenario, number, round) = (unit.scenario(), unit.first, unit.count);
    let missing = || Error::missing("the model that predicts", "");
    let (given, parts) = data::given(scenario, number, parts)?;
    let progress = &mut |share: f64, _: Look| tell(share, &|| None);
    if given.scale.is_some() {
        return on_table(unit, &given, parts, progress);
    }
    let (task, own) = (&given.task, &scenario.models.predictor);
    let model = train::model(scenario, own, number).ok_or_else(missing)?;
    let inputs = &task.targets.inputs;
    let fitted = match (round, parts) {
        (0, pieces) => train::predict(&*model, pieces, (&task.train, inputs), progress)?,
        (_, [course]) => {
            let course = read_course(course)?;
            let picked = course.run.picks.get(..round).ok_or_else(missing)?;
            model.learn(&tal::seen(task, picked), inputs, progress)?
        }
        _ => return Err(missing()),
    };
    let mut out = Writer::default();
    out.plain(&tal::record(&task.targets.observed, &fitted.posterior.marginals()));
    Record::of(&fitted).write(&mut out);
    Ok(out.end())
}

/// The same where what is known of the function is a table.
fn on_table(unit: &Unit, given: &Given, parts: &[Part], progress: Progress) -> Result<Part> {
    let (scenario, round) = (unit.scenario(), unit.count);
    let missing = || Error::missing("what was asked for", "");
    let (asked, trained) = match (round, parts) {
        (0, trained) => (Vec::new(), trained),
        (_, [course, trained @ ..]) => {
            let picks = read_course(course)?.run.picks;
            (picks.get(..round).ok_or_else(missing)?.concat(), trained)
        }
        _ => return Err(missing()),
    };
    let own = (scenario, &scenario.models.predictor, unit.first);
    let (seen, inputs) = (Seen { given, asked: &asked }, &given.task.targets.inputs);
    let best = data::fit::best(own, seen, (inputs, false), trained, progress)?;
    let mut out = Writer::default();
    out.plain(&best.record(given));
    best.notes.write(&mut out);
    Ok(out.end())
}

/// What a unit found.
pub fn read(part: &Part) -> Result<Learned> {
    part.read(|reader| {
        let record = [reader.number()?, reader.number()?, reader.number()?];
        Ok(Learned { record, notes: Record::read(reader)? })
    })
}
