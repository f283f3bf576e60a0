//! From a scenario to the posteriors of all its models on one of its tasks.

use crate::error::{Error, Result};
use crate::exchange::{self, OwnModel, Predictions, same_observations};
use crate::lab::correlation::{Judged, judge, order};
use crate::model::{self, GaussianProcess, Model, Progress, keep_going};
use crate::numeric::Stream;
use crate::posterior::Posterior;
use crate::scenario::{Candidate, Family, FileName, Scenario, Source};
use crate::task::{Task, side_by_side};

/// What a model believes of a task's points, or of its targets alone.
#[derive(Debug, Clone, PartialEq)]
pub struct Fit {
    /// What it believes.
    pub posterior: Posterior,
    /// How many points, the first ones, it says nothing of.
    pub skipped: usize,
}

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

/// Fits all models to the task numbered `repetition` and judges them. A candidate whose file is
/// missing, or of another task, is left out.
pub fn fit_all(
    scenario: &Scenario,
    repetition: usize,
    files: &[Vec<u8>],
    progress: Progress,
) -> Result<Solved> {
    let files = read_files(scenario, files)?;
    if scenario.data.source == Source::File {
        return fit_file(scenario, &files);
    }
    let task = Task::numbered(scenario, repetition)?;
    let inputs = side_by_side(&task.pool.inputs, &task.targets.inputs);
    let process =
        GaussianProcess { kernel: scenario.problem.kernel.clone(), noise: scenario.problem.noise };
    let oracle = process.fit(&task.train, &inputs, &mut keep_going)?;
    let y = task.targets.observed.as_slice().to_vec();
    let mut fits = Vec::with_capacity(scenario.models.candidates.len());
    let mut strangers = Vec::new();
    for (done, candidate) in scenario.models.candidates.iter().enumerate() {
        if progress(done as f64 / (scenario.models.candidates.len() + 1) as f64, &|| None)
            .is_break()
        {
            return Err(Error::Cancelled);
        }
        fits.push(match candidate.kind.family {
            Family::Oracle => Some(Fit { posterior: oracle.clone(), skipped: 0 }),
            Family::Own => {
                let own = own_fit(candidate, &files, &y, inputs.ncols())?;
                own.fit_or_note(done, &mut strangers)
            }
            _ => {
                let seed = task_seed(scenario, repetition);
                let model = model::build(candidate, &process, inputs.nrows(), seed)
                    .expect("not from a file");
                let posterior = model.fit(&task.train, &inputs, progress)?;
                Some(Fit { posterior, skipped: 0 })
            }
        });
    }
    let order = match scenario.data.source {
        // Nobody looks at the further tasks.
        _ if repetition > 0 => (0..inputs.ncols()).collect(),
        Source::Line => order::by_position(&inputs),
        _ => order::by_similarity(&oracle),
    };
    let judged = judge(scenario, &y, &fits, Some(&oracle))?;
    Ok(Solved { task: Some(task), y, order, oracle: Some(oracle), fits, strangers, judged })
}

/// What all models of a task draw from: what one draws does not depend on which others there are.
pub fn task_seed(scenario: &Scenario, repetition: usize) -> u64 {
    let seed = scenario.problem.seed.into();
    Stream::new(seed, "features of a task", repetition as u64).below(1 << 32)
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
) -> Result<Option<&'a OwnModel>> {
    let Some(Some(file)) = files.get(candidate.count("file")) else { return Ok(None) };
    let count = file.models.len();
    let missing = || {
        let expected = format!("below {count}, the number of models in its file");
        Error::value("the model of a candidate", candidate.count("model"), expected)
    };
    file.models.get(candidate.count("model")).map(Some).ok_or_else(missing)
}

/// What a model from a file says of a task.
enum Own {
    Fit(Fit),
    NoFile,
    OtherTask,
}

impl Own {
    /// The fit, if there is one; a candidate of another task is noted.
    fn fit_or_note(self, candidate: usize, strangers: &mut Vec<usize>) -> Option<Fit> {
        match self {
            Self::Fit(fit) => return Some(fit),
            Self::NoFile => {}
            Self::OtherTask => strangers.push(candidate),
        }
        None
    }
}

/// A model from a file is of a task if it has the task's observations, and predicts its targets or
/// pool and targets.
fn own_fit(
    candidate: &Candidate,
    files: &[Option<Predictions>],
    y: &[f64],
    points: usize,
) -> Result<Own> {
    let Some(model) = own_model(candidate, files)? else { return Ok(Own::NoFile) };
    let covered = model.posterior.len();
    let same =
        files[candidate.count("file")].as_ref().is_some_and(|file| same_observations(&file.y, y));
    if !same || (covered != points && covered != y.len()) {
        return Ok(Own::OtherTask);
    }
    Ok(Own::Fit(Fit { posterior: model.posterior.clone(), skipped: points - covered }))
}

/// A file as its own data set.
fn fit_file(scenario: &Scenario, files: &[Option<Predictions>]) -> Result<Solved> {
    let Some(Some(first)) = files.first() else {
        return Err(Error::value("file", scenario.data.files[0].name.clone(), "opened first"));
    };
    let y = first.y.clone();
    let points = exchange::points(first);
    let (mut fits, mut strangers) = (Vec::new(), Vec::new());
    for (i, candidate) in scenario.models.candidates.iter().enumerate() {
        fits.push(own_fit(candidate, files, &y, points)?.fit_or_note(i, &mut strangers));
    }
    let oracle = first.oracle.as_ref().map(|model| model.posterior.clone());
    let oracle = oracle.filter(|oracle| oracle.len() == points);
    let whole = |fit: &&Fit| fit.skipped == 0;
    let leading = oracle.as_ref().or(fits.iter().flatten().find(whole).map(|fit| &fit.posterior));
    let order = leading.map_or_else(|| (0..points).collect(), order::by_similarity);
    let judged = judge(scenario, &y, &fits, oracle.as_ref())?;
    Ok(Solved { task: None, y, order, oracle, fits, strangers, judged })
}
