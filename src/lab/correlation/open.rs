//! Files of one's own: where opening one leads, and what leaves the lab as one.

use serde_json::{Value, json};

use crate::error::{Error, Result};
use crate::exchange::Predictions;
use crate::lab::correlation::fit::{same_observations, task};
use crate::lab::correlation::{Belief, Picture};
use crate::scenario::{Candidate, Data, Family, FileName, Scenario};

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
    if let Some(place) = scenario.files.iter().position(|known| known.hash == file.hash) {
        return with_models(scenario, place, predictions);
    }
    let joins = match (scenario.data, shown) {
        (Data::File, None) => false,
        (Data::File, Some(shown)) => fits(predictions, &shown.y, points(shown) - shown.y.len())?,
        _ => {
            let task = task(scenario, 0)?;
            fits(predictions, task.targets.observed.as_slice(), task.pool.len())?
        }
    };
    let mut opened = match joins {
        true => scenario.clone(),
        false => Scenario {
            data: Data::File,
            candidates: Vec::new(),
            files: Vec::new(),
            ..scenario.clone()
        },
    };
    let place = opened.files.len();
    opened.files.push(file);
    if !joins {
        opened.xll_batch =
            predictions.batch_size.unwrap_or(opened.xll_batch).min(predictions.y.len()).min(20);
    }
    with_models(&opened, place, predictions)
}

/// The scenario with all models of its file at `place`.
fn with_models(scenario: &Scenario, place: usize, predictions: &Predictions) -> Result<Scenario> {
    let is = |candidate: &Candidate, index: usize| {
        let own = candidate.kind.family == Family::Own;
        own && (candidate.count(0), candidate.count(1)) == (place, index)
    };
    let mut texts: Vec<String> = scenario.candidates.iter().map(ToString::to_string).collect();
    for (index, model) in predictions.models.iter().enumerate() {
        if !scenario.candidates.iter().any(|candidate| is(candidate, index)) {
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

/// The request `score` for what a picture shows of the targets, for any other program. It knows no
/// pool, so that its metacorrelations are those of targets with targets.
pub fn score_request(picture: &Picture) -> Value {
    let targets = picture.y.len();
    let titles = super::titles(&picture.scenario);
    let model = |name: &str, belief: &Belief| {
        let belief = belief.last(targets);
        let rows = belief.covariance.row_iter().map(|row| row.iter().copied().collect::<Vec<_>>());
        json!({
            "name": name,
            "mean": belief.mean.as_slice(),
            "covariance": rows.collect::<Vec<_>>(),
            "noise_variance": belief.noise.as_slice(),
        })
    };
    let all = picture.beliefs.iter().zip(&titles);
    let there = all.filter_map(|(belief, name)| Some((name, belief.as_ref()?)));
    let candidates = &picture.scenario.candidates;
    let is_reference = |at: &usize| candidates[picture.judged.models[*at]].is_reference;
    let mut request = json!({
        "y": picture.y,
        "batch_size": picture.scenario.xll_batch.min(targets),
        "models": there.map(|(name, belief)| model(name, belief)).collect::<Vec<_>>(),
        "references": (0..picture.judged.models.len()).filter(is_reference).collect::<Vec<_>>(),
        "batches": picture.scenario.key_value("batches"),
        "seed": picture.scenario.seed,
    });
    if let Some(oracle) = &picture.oracle {
        request["oracle"] = model("oracle", oracle);
    }
    request
}
