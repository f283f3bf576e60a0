//! Where opening a file of one's own leads.

use crate::error::{Error, Result};
use crate::exchange::Predictions;
use crate::scenario::{Candidate, Family, FileName, Scenario, Source};
use crate::task::Task;

/// The scenario after opening a file. Its models join the candidates if their y is that of the
/// shown task, which may itself be a file's (`shown`); else the file becomes the task. Of a file that
/// the scenario already knows, models that were removed come back.
pub fn open(
    scenario: &Scenario,
    shown: Option<&Predictions>,
    (name, hash): (&str, &str),
    predictions: &Predictions,
) -> Result<Scenario> {
    let file = FileName::new(name, hash)?;
    if let Some(place) = scenario.data.files.iter().position(|known| known.hash == file.hash) {
        return with_models(scenario, place, predictions);
    }
    let joins = match (scenario.data.source, shown) {
        (Source::File, None) => false,
        (Source::File, Some(shown)) => fits(predictions, &shown.y, points(shown) - shown.y.len())?,
        _ => {
            let task = Task::numbered(scenario, 0)?;
            fits(predictions, task.targets.observed.as_slice(), task.pool.len())?
        }
    };
    let mut opened = scenario.clone();
    if !joins {
        opened.data.source = Source::File;
        opened.data.files.clear();
        opened.models.candidates.clear();
    }
    let place = opened.data.files.len();
    opened.data.files.push(file);
    if !joins {
        opened.judging.xll_batch = predictions
            .batch_size
            .unwrap_or(opened.judging.xll_batch)
            .min(predictions.y.len())
            .min(20);
    }
    with_models(&opened, place, predictions)
}

/// The scenario with all models of its file at `place`.
fn with_models(scenario: &Scenario, place: usize, predictions: &Predictions) -> Result<Scenario> {
    let is = |candidate: &Candidate, index: usize| {
        let own = candidate.kind.family == Family::Own;
        own && (candidate.count("file"), candidate.count("model")) == (place, index)
    };
    let mut texts: Vec<String> =
        scenario.models.candidates.iter().map(ToString::to_string).collect();
    for (index, model) in predictions.models.iter().enumerate() {
        if !scenario.models.candidates.iter().any(|candidate| is(candidate, index)) {
            texts.push(format!("{}:own({place},{index})", short(&model.name)));
        }
    }
    scenario.with("candidate", &texts.iter().map(String::as_str).collect::<Vec<_>>())
}

/// How many points a file is about.
pub fn points(predictions: &Predictions) -> usize {
    let all = predictions.models.iter().map(|model| model.posterior.len());
    all.max().unwrap_or(predictions.y.len())
}

/// Whether predictions are of a task's targets. The same y with other points is an error.
fn fits(predictions: &Predictions, y: &[f64], pool: usize) -> Result<bool> {
    if !same_observations(&predictions.y, y) {
        return Ok(false);
    }
    let targets = y.len();
    let fits = |points: usize| points == targets || points == pool + targets;
    match predictions.models.iter().find(|model| !fits(model.posterior.len())) {
        None => Ok(true),
        Some(model) => {
            let expected = format!(
                "of the {targets} targets, or of the {pool} pool points and then the targets: y is \
                 that of the task"
            );
            Err(Error::value("mean", format!("{} numbers", model.posterior.len()), expected))
        }
    }
}

/// A name that a link takes.
fn short(name: &str) -> String {
    let plain: String = name.chars().filter(|c| !c.is_control()).collect();
    let plain: String = plain.trim_start_matches(['!', ' ']).chars().take(40).collect();
    if plain.trim().is_empty() { "own".into() } else { plain.trim().into() }
}

/// Whether a file's y is a task's, up to the rounding of single precision.
pub fn same_observations(left: &[f64], right: &[f64]) -> bool {
    let close = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-6 * (1.0 + a.abs().max(b.abs()));
    left.len() == right.len() && left.iter().zip(right).all(close)
}
