//! From a scenario to the posteriors of all its models on one of its tasks.

use crate::error::{Error, Result};
use crate::exchange::{self, OwnModel, Predictions, same_observations};
use crate::experiment::correlation::order;
use crate::experiment::{Fit, Judged, Known, Part, judge, oracle, train};
use crate::model::warning::in_words;
use crate::model::{Look, Model, Progress, keep_going};
use crate::posterior::Posterior;
use crate::scenario::{Candidate, Family, FileName, Scenario, Source};
use crate::task::{Task, side_by_side};

/// A task with the posteriors of all models, before it travels.
#[derive(Debug, Clone)]
pub struct Solved {
    /// The task; predictions from a file have none.
    pub task: Option<Task>,
    /// What was observed at the targets.
    pub y: Vec<f64>,
    /// The order in which matrices are shown.
    pub order: Vec<usize>,
    /// The exact posterior, if the prior is known.
    pub oracle: Option<Posterior>,
    /// One for each candidate; nothing where its file is missing, or of another task.
    pub fits: Vec<Option<Fit>>,
    /// Those whose files are there, but of another task.
    pub strangers: Vec<usize>,
    /// The scores.
    pub judged: Judged,
}

impl Solved {
    /// What is known of the task beside observations.
    pub fn known(&self) -> Known<'_> {
        let truth = self.task.as_ref().map(|task| task.targets.truth.as_slice());
        Known { oracle: self.oracle.as_ref(), truth }
    }
}

/// What all models say of the task numbered `task`, given the training that `trained` holds, candidate by
/// candidate; and their scores. A candidate whose file is missing, or of another task, is left out.
pub fn solve(
    scenario: &Scenario,
    task: usize,
    files: &[Vec<u8>],
    trained: &[Part],
    progress: Progress,
) -> Result<Solved> {
    solve_keeping(scenario, task, files, trained, false, progress)
}

/// The same, with the functions that models draw at the targets if a measure needs them: there may be thousands.
pub fn solve_keeping(
    scenario: &Scenario,
    task: usize,
    files: &[Vec<u8>],
    trained: &[Part],
    draws: bool,
    progress: Progress,
) -> Result<Solved> {
    let files = read_files(scenario, files)?;
    if scenario.data.source == Source::File {
        return solve_file(scenario, &files);
    }
    let number = task;
    let task = Task::numbered(scenario, number)?;
    let inputs = side_by_side(&task.pool.inputs, &task.targets.inputs);
    let exact = oracle(scenario).fit(&task.train, &inputs, &mut keep_going)?;
    let y = task.targets.observed.as_slice().to_vec();
    let candidates = &scenario.models.candidates;
    let mut fits = Vec::with_capacity(candidates.len());
    let (mut strangers, mut trained) = (Vec::new(), trained);
    for (done, candidate) in candidates.iter().enumerate() {
        let share = |part: f64| (done as f64 + part) / (candidates.len() + 1) as f64;
        if progress(share(0.0), &|| None).is_break() {
            return Err(Error::Cancelled);
        }
        fits.push(match candidate.kind.family {
            Family::Oracle => Some(Fit::sure(exact.clone())),
            Family::Own => {
                own_fit((done, candidate), &files, (&y, inputs.ncols()), &mut strangers)?
            }
            _ => {
                let model = train::model(scenario, candidate, number).expect("not from a file");
                let (pieces, rest) =
                    trained.split_at_checked(model.pieces()).ok_or_else(untrained)?;
                trained = rest;
                let tell = &mut |part: f64, look: Look| progress(share(part), look);
                let fitted = train::predict(&*model, pieces, (&task.train, &inputs), tell)?;
                let doubt = in_words(&fitted.warnings());
                let drawn = fitted.functions.filter(|_| draws);
                let draws = drawn.map(|all| all.rows(task.pool.len(), y.len()).into_owned());
                Some(Fit { doubt, draws, ..Fit::sure(fitted.posterior) })
            }
        });
    }
    let order = match scenario.data.source {
        // Nobody looks at the further tasks.
        _ if number > 0 => (0..inputs.ncols()).collect(),
        Source::Line => order::by_position(&inputs),
        _ => order::by_similarity(&exact),
    };
    let judged = judge(scenario, &y, &fits, Some(&exact))?;
    Ok(Solved { task: Some(task), y, order, oracle: Some(exact), fits, strangers, judged })
}

fn untrained() -> Error {
    Error::missing("a part that a unit of work needs", "")
}

/// The predictions in each of the scenario's files, as far as they are there.
fn read_files(scenario: &Scenario, files: &[Vec<u8>]) -> Result<Vec<Option<Predictions>>> {
    let read = |(i, name): (usize, &FileName)| {
        let contents = files.get(i).filter(|contents| !contents.is_empty());
        contents.map(|contents| exchange::read(contents, &name.name)).transpose()
    };
    scenario.data.files.iter().enumerate().map(read).collect()
}

fn own_model<'a>(
    candidate: &Candidate,
    files: &'a [Option<Predictions>],
) -> Result<Option<(&'a Predictions, &'a OwnModel)>> {
    let Some(Some(file)) = files.get(candidate.count("file")) else { return Ok(None) };
    let count = file.models.len();
    let missing = || {
        let expected = format!("below {count}, the number of models in its file");
        Error::value("the model of a candidate", candidate.count("model"), expected)
    };
    let model = file.models.get(candidate.count("model")).ok_or_else(missing)?;
    Ok(Some((file, model)))
}

/// A model from a file is of a task if it has the task's observations, and predicts its targets or
/// pool and targets. If it is of another, the candidate is one of `strangers`.
fn own_fit(
    (place, candidate): (usize, &Candidate),
    files: &[Option<Predictions>],
    (y, points): (&[f64], usize),
    strangers: &mut Vec<usize>,
) -> Result<Option<Fit>> {
    let Some((file, model)) = own_model(candidate, files)? else { return Ok(None) };
    let covered = model.posterior.len();
    if !same_observations(&file.y, y) || (covered != points && covered != y.len()) {
        strangers.push(place);
        return Ok(None);
    }
    let (posterior, skipped) = (model.posterior.clone(), points - covered);
    Ok(Some(Fit { skipped, draws: model.draws.clone(), ..Fit::sure(posterior) }))
}

/// A file as its own data set.
fn solve_file(scenario: &Scenario, files: &[Option<Predictions>]) -> Result<Solved> {
    let Some(Some(first)) = files.first() else {
        let name = &scenario.data.files[0].name;
        return Err(Error::missing(format!("the file {name}"), "open it first"));
    };
    let y = first.y.clone();
    let points = exchange::points(first);
    let (mut fits, mut strangers) = (Vec::new(), Vec::new());
    for own in scenario.models.candidates.iter().enumerate() {
        fits.push(own_fit(own, files, (&y, points), &mut strangers)?);
    }
    let oracle = first.oracle.as_ref().map(|model| model.posterior.clone());
    let oracle = oracle.filter(|oracle| oracle.len() == points);
    let whole = |fit: &&Fit| fit.skipped == 0;
    let leading = oracle.as_ref().or(fits.iter().flatten().find(whole).map(|fit| &fit.posterior));
    let order = leading.map_or_else(|| (0..points).collect(), order::by_similarity);
    let judged = judge(scenario, &y, &fits, oracle.as_ref())?;
    Ok(Solved { task: None, y, order, oracle, fits, strangers, judged })
}
