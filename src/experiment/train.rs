//! Training a model on a task, apart from all that is then asked of it: one unit for each piece. It knows
//! the task's observations and the model, and nothing of pools, targets, other models or who asks, so that
//! a model on a task is one computation for every lab and command.

use std::collections::{BTreeMap, HashMap};

use crate::cost::Cost;
use crate::error::{Error, Result};
use crate::experiment::codec::{Reader, Writer};
use crate::experiment::data::Given;
use crate::experiment::work::OBSERVED;
use crate::experiment::{Hears, Part, Plan, Tell, Unit, Work, data, oracle};
use crate::model::{self, Chosen, Fit, Fitted, GaussianProcess, Glimpse, Model, Progress, Trained};
use crate::numeric::{Matrix, Stream};
use crate::posterior::Marginals;
use crate::scenario::{Candidate, Region, Scenario, Source};
use crate::task::{Points, line};

/// How finely those who watch see a function on a line.
const WATCHED: usize = 121;
/// How many functions they are shown.
const SHOWN: usize = 8;

/// A piece of training on one of a scenario's tasks: `first` is the task's number, `count` the piece's.
pub static TRAIN: Work = Work {
    id: "train",
    keys: &[OBSERVED, &["candidate"]],
    version: |scenario| {
        let candidate = scenario.models.candidates.first();
        let model = candidate.and_then(|candidate| model(scenario, candidate, 0));
        model.map_or(0, |model| model.version()).to_string()
    },
    cost: Some(|unit| cost(unit).unwrap_or_default()),
    run,
};

/// The units that train a candidate of a scenario on one of its tasks; none, if it is known in closed
/// form.
pub fn units(scenario: &Scenario, candidate: &Candidate, task: usize) -> Vec<Unit> {
    let pieces = model(scenario, candidate, task).map_or(0, |model| model.pieces());
    if pieces == 0 {
        return Vec::new();
    }
    let own = alone(scenario, candidate);
    // Chains that learn the noise do so together, and each needs all others.
    let own = if known(scenario).is_some() { own.as_trained() } else { own };
    let only = scenario.with_models(vec![own]);
    let unit = Unit::new(&TRAIN, &only, (task, 0));
    (0..pieces).map(|piece| unit.at((task, piece))).collect()
}

/// Adds the training of a candidate on a task, for others to need; gives its places. A task from a table needs that.
pub fn plan(
    plan: &mut Plan,
    scenario: &Scenario,
    candidate: &Candidate,
    task: usize,
    needs: &[usize],
) -> Vec<usize> {
    let units = units(scenario, candidate, task).into_iter();
    units.map(|unit| plan.help(unit, needs.to_vec(), Hears::Nothing)).collect()
}

/// A candidate as its units hold it.
pub fn alone(scenario: &Scenario, candidate: &Candidate) -> Candidate {
    model::effective(candidate, known(scenario).as_ref(), scenario.inputs())
}

/// The model of a candidate on one of a scenario's tasks; predictions from files have none.
pub fn model(scenario: &Scenario, candidate: &Candidate, task: usize) -> Option<Box<dyn Model>> {
    let seed = task_seed(scenario, task);
    model::build(candidate, known(scenario).as_ref(), None, scenario.inputs(), seed)
}

/// The same, where what its kernel may be learned from is there.
pub fn model_given(
    scenario: &Scenario,
    candidate: &Candidate,
    task: usize,
    given: &Given,
) -> Option<Box<dyn Model>> {
    let (seed, known) = (task_seed(scenario, task), known(scenario));
    model::build(candidate, known.as_ref(), given.hyper.as_ref(), scenario.inputs(), seed)
}

/// The prior of a scenario's functions and their noise, where they are known: of a table they are not.
fn known(scenario: &Scenario) -> Option<GaussianProcess> {
    (scenario.data.source != Source::Table).then(|| oracle(scenario))
}

/// What all models of a task draw from, each by streams of its own kind: what one draws depends neither on
/// its settings nor on which others there are, so that fewer draws or members are the first of more.
pub fn task_seed(scenario: &Scenario, task: usize) -> u64 {
    let seed = scenario.problem.seed.into();
    Stream::new(seed, "features of a task", task as u64).below(1 << 32)
}

/// What a unit of training costs; nothing if it is none.
pub fn cost(unit: &Unit) -> Option<Cost> {
    let candidate = unit.scenario().models.candidates.first().filter(|_| *unit.work == TRAIN)?;
    let model = model(unit.scenario(), candidate, unit.first)?;
    let (inputs, seen) = (unit.scenario().inputs(), unit.scenario().sizes().train);
    let all = model.training_cost(inputs, seen) + data::choosing_cost(unit.scenario(), &*model);
    Some(all * (1.0 / model.pieces().max(1) as f64))
}

/// Units of training, of some places of a plan, that go the same way but not equally far: each path from the shortest
/// to the longest, which passes the ends of all others. Of equal units the first counts.
pub fn paths(plan: &Plan, places: impl IntoIterator<Item = usize>) -> Vec<Vec<usize>> {
    let mut paths: HashMap<Vec<u8>, BTreeMap<usize, usize>> = HashMap::new();
    for place in places {
        if let Some((way, end)) = way(&plan.steps[place].unit) {
            paths.entry(way).or_default().entry(end).or_insert(place);
        }
    }
    let several = paths.into_values().filter(|path| path.len() > 1);
    several.map(|path| path.into_values().collect()).collect()
}

/// What tells the way of a unit of training from all others, and how far it goes; nothing if it has no course.
fn way(unit: &Unit) -> Option<(Vec<u8>, usize)> {
    let candidate = unit.scenario().models.candidates.first().filter(|_| *unit.work == TRAIN)?;
    // The best epoch of few is not always that of many.
    if unit.scenario().data.source == Source::Table {
        return None;
    }
    let (course, end) = (candidate.kind.course?, end(unit)?);
    let usual = candidate.kind.setting(course)?.usual();
    let place = (unit.first, unit.count);
    let mut way = Unit::altered(unit.work, unit.scenario(), place, |scenario| {
        scenario.models.candidates[0].values.set(course, usual);
    });
    way.files.clone_from(&unit.files);
    Some((way.to_bytes(), end))
}

/// How far a unit with a course goes.
fn end(unit: &Unit) -> Option<usize> {
    let candidate = unit.scenario().models.candidates.first()?;
    Some(candidate.count(candidate.kind.course?))
}

fn run(unit: &Unit, parts: &[Part], tell: Tell) -> Result<Part> {
    run_path(&[unit], parts, &mut |_, _| Ok(()), tell)
}

/// Does a path: gives `leave` the parts of all units but the last, by their places in it, each the same as if it
/// were done alone. All of them need the same parts.
///
/// # Errors
/// Those of the last unit, and of `leave`.
pub fn run_path(
    path: &[&Unit],
    parts: &[Part],
    leave: &mut dyn FnMut(usize, Part) -> Result<()>,
    tell: Tell,
) -> Result<Part> {
    let (unit, sooner) = path.split_last().expect("a path has an end");
    let sooner: Vec<usize> = sooner.iter().filter_map(|unit| end(unit)).collect();
    let scenario = unit.scenario();
    let missing = || Error::missing("the model of a unit of training", "");
    let candidate = scenario.models.candidates.first().ok_or_else(missing)?;
    let (given, _) = data::given(scenario, unit.first, parts)?;
    let model = model_given(scenario, candidate, unit.first, &given).ok_or_else(missing)?;
    let watched = watched(scenario);
    let progress = &mut |share: f64, look: model::Look| {
        tell(share, &|| look().map(|glimpse| write_glimpse(&watched, &glimpse)))
    };
    let points = given.validation_left(&[]);
    let chooses = model.chooses() && !points.is_empty();
    let validation = chooses.then(|| given.validation_by(scenario, &points));
    let fit = Fit { train: &given.task.train, inputs: &watched, validation, progress };
    let mut left = 0;
    let mut leave = |trained: Trained| {
        left += 1;
        leave(left - 1, write(&trained))
    };
    Ok(write(&model.train_past(&sooner, &mut leave, unit.count, fit)?))
}

fn write(trained: &Trained) -> Part {
    let mut out = Writer::default();
    out.list(&trained.curve);
    out.list(&trained.state);
    if let Some(chosen) = &trained.chosen {
        out.plain(&chosen.numbers());
    }
    out.end()
}

/// What a piece of training left.
pub fn read(part: &Part) -> Result<Trained> {
    part.read(|reader| {
        let curve = reader.list()?.to_vec();
        let state = reader.list()?.to_vec();
        // Only trainings that choose an epoch have more to say.
        let chosen = (!reader.0.is_empty()).then(|| reader.take(4)).transpose()?;
        let chosen = chosen.and_then(|numbers| numbers.first_chunk().copied()).map(Chosen::of);
        Ok(Trained { curve, state, chosen })
    })
}

/// What a model says at some inputs, once all of its pieces are trained.
pub fn predict(
    model: &dyn Model,
    pieces: &[Part],
    (train, inputs): (&Points, &Matrix),
    progress: Progress,
) -> Result<Fitted> {
    let trained = pieces.iter().map(read).collect::<Result<Vec<_>>>()?;
    model.predict(&trained, Fit { train, inputs, validation: None, progress })
}

/// Along the x axis, as far as it is known to whoever trains.
fn watched(scenario: &Scenario) -> Matrix {
    match scenario.data.source {
        Source::Line => {
            let (low, high) = scenario.problem.x_range();
            line(Region { low, high, count: WATCHED }.points())
        }
        // Nobody watches in many dimensions.
        _ => Matrix::zeros(scenario.inputs(), 1),
    }
}

fn write_glimpse(x: &Matrix, glimpse: &Glimpse) -> Part {
    let mut out = Writer::default();
    out.list(x.as_slice());
    out.marginals(&glimpse.marginals);
    let shown = glimpse.functions.ncols().min(SHOWN);
    out.matrix(&glimpse.functions.columns(0, shown).into_owned());
    out.list(&glimpse.curve);
    out.optional(&[glimpse.acceptance]);
    out.end()
}

/// What can be seen of training under way, at other places of the x axis: what stands between two is
/// between what was seen there.
pub fn read_glimpse(part: &Part, at: &[f64]) -> Result<Glimpse> {
    part.read(|reader: &mut Reader| {
        let x = reader.list()?;
        let Marginals { mean, variance, noise } = reader.marginals()?;
        let functions = reader.matrix()?;
        let curve = reader.list()?.to_vec();
        let acceptance = reader.optional(1)?[0];
        let between = |values: &[f64]| -> Vec<f64> {
            at.iter().map(|place| interpolated(x, values, *place)).collect()
        };
        let columns: Vec<f64> =
            functions.column_iter().flat_map(|f| between(f.into_owned().as_slice())).collect();
        Ok(Glimpse {
            marginals: Marginals {
                mean: between(mean.as_slice()).into(),
                variance: between(variance.as_slice()).into(),
                noise: between(noise.as_slice()).into(),
            },
            functions: Matrix::from_vec(at.len(), functions.ncols(), columns),
            curve,
            acceptance,
        })
    })
}

/// On the line between the two neighbours in an even grid; nothing outside.
fn interpolated(x: &[f64], values: &[f64], place: f64) -> f64 {
    let (Some(low), Some(high)) = (x.first(), x.last()) else { return f64::NAN };
    let cells = x.len() as f64 - 1.0;
    let along = (place - low) / (high - low) * cells;
    if !(0.0..=cells).contains(&along) {
        return f64::NAN;
    }
    let left = (along as usize).min(x.len().saturating_sub(2));
    let share = along - left as f64;
    let right = values.get(left + 1).copied().unwrap_or(values[left]);
    values[left] + share * (right - values[left])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::to_the_end;
    use crate::task::Task;

    /// Also where all tasks split the points of one function.
    #[test]
    fn training_sees_the_task_that_is_judged() {
        for functions in ["own", "splits"] {
            let link = format!("lab=agreement&task=paper&d=2&functions={functions}");
            let scenario = link.parse::<crate::scenario::Link>().unwrap().scenario;
            let judged = crate::experiment::plan(&scenario, &[]).steps[1].unit.scenario().clone();
            let unit = units(&scenario, &"gp-rbf".parse().unwrap(), 1).remove(0);
            let seen = |scenario: &Scenario| Task::numbered(scenario, 1).unwrap().train.observed;
            assert_eq!(seen(unit.scenario()), seen(&scenario), "{functions}");
            assert_eq!(seen(unit.scenario()), seen(&judged), "{functions}");
        }
    }

    /// Whatever is left on the way is what a shorter training leaves, to the last bit; and then it goes on as if
    /// nothing had been left.
    #[test]
    fn a_path_leaves_what_each_of_its_units_leaves_alone() {
        let models = ["bbb(units=6,", "nng(units=6,", "dropout(units=6,", "ensemble(members=3,"];
        let ends = [1, 3, 14, 25];
        for (task, model) in ["lab=agreement&task=paper&d=2", "lab=models", "lab=models&point="]
            .iter()
            .flat_map(|task| models.map(|model| (task, model)))
        {
            let scenario = task.parse::<crate::scenario::Link>().unwrap().scenario;
            let candidate = |end: &usize| format!("{model}epochs={end})").parse().unwrap();
            let units = ends.iter().map(|end| units(&scenario, &candidate(end), 1).remove(0));
            let plan = Plan::of(units.rev());
            assert_eq!(paths(&plan, 0..4), [[3, 2, 1, 0]], "{model}");
            let path: Vec<&Unit> = plan.steps.iter().rev().map(|step| &step.unit).collect();
            let mut parts = Vec::new();
            let mut leave = |place, part| {
                assert_eq!(place, parts.len());
                parts.push(part);
                Ok(())
            };
            let last = run_path(&path, &[], &mut leave, &mut to_the_end).unwrap();
            parts.push(last);
            for (unit, part) in path.iter().zip(parts) {
                let alone = unit.run(&[], &mut to_the_end).unwrap();
                assert_eq!(alone.to_bytes(), part.to_bytes(), "{model} {task}");
            }
        }
    }

    /// Other settings, tasks and pieces are other ways; so is whatever has no course.
    #[test]
    fn only_units_that_differ_in_their_epochs_share_a_path() {
        let scenario =
            "lab=agreement&task=paper&d=2".parse::<crate::scenario::Link>().unwrap().scenario;
        let of = |text: &str, task: usize| units(&scenario, &text.parse().unwrap(), task).remove(0);
        let plan = Plan::of([
            of("bbb(epochs=9)", 0),
            of("bbb(epochs=5)", 0),
            of("bbb(epochs=9,draws=7)", 0),
            of("bbb(epochs=5)", 1),
            of("bbb(epochs=5,units=7)", 0),
            of("nng(epochs=5)", 0),
            of("fbnn(epochs=5)", 0),
            of("fbnn(epochs=9)", 0),
            of("svgp", 0),
        ]);
        assert_eq!(paths(&plan, 0..plan.steps.len()), [[1, 0]]);
        assert!(paths(&plan, 1..plan.steps.len()).concat() == [1, 2]);
    }

    #[test]
    fn between_two_places_lies_what_is_between() {
        let (x, values) = ([0.0, 1.0, 2.0], [5.0, 7.0, 3.0]);
        let at = |place| interpolated(&x, &values, place);
        assert_eq!([at(0.0), at(0.5), at(1.0), at(1.75), at(2.0)], [5.0, 6.0, 7.0, 4.0, 3.0]);
        assert!(at(-0.1).is_nan() && at(2.1).is_nan());
    }
}
