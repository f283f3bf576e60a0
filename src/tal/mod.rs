//! Transductive active learning (Wang, Sun & Grosse 2021, algorithm 1): predict the targets, choose
//! and observe a batch, and again.
//!
//! This module knows no kernel and draws no chart.

use std::f64::consts::{E, PI};

use crate::acquisition::{self, Candidates, Rule};
use crate::cost::Cost;
use crate::error::{Error, Result};
use crate::metric;
use crate::model::{Model, Progress};
use crate::numeric::{Matrix, Vector, math};
use crate::posterior::{Marginals, Posterior};
use crate::task::{Points, Task, side_by_side};

/// How a run goes about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// How points are chosen.
    pub rule: Rule,
    /// Points observed at a time.
    pub batch_size: usize,
    /// How often.
    pub iterations: usize,
    /// Seed of the random rule.
    pub seed: u64,
}

/// What happened. T iterations give T + 1 results, the first before any observation.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// The points of the pool that each iteration observed.
    pub picks: Vec<Vec<usize>>,
    /// Mean log likelihood of the targets' y, in nats.
    pub log_likelihood: Vec<f64>,
    /// What the prediction model itself expects that to be: it does not depend on the targets' y.
    pub expected_log_likelihood: Vec<f64>,
    /// Root mean square error against the targets' y.
    pub rmse: Vec<f64>,
}

impl Run {
    /// What stands at its end: log likelihood, what was expected of it, and RMSE.
    pub fn end(&self) -> Option<[f64; 3]> {
        let Self { log_likelihood, expected_log_likelihood, rmse, .. } = self;
        Some([*log_likelihood.last()?, *expected_log_likelihood.last()?, *rmse.last()?])
    }
}

/// Runs algorithm 1 with one model to choose points and another to predict, both fitted anew to
/// all that has been observed.
///
/// # Errors
/// [`Error::Value`] if the pool does not suffice, and whatever the models cannot cope with.
pub fn run(
    task: &Task,
    selection: &dyn Model,
    prediction: &dyn Model,
    settings: Settings,
    progress: Progress,
) -> Result<Run> {
    let mut learner = Learner::new(&settings, task.pool.len())?;
    let mut train = task.train.clone();
    loop {
        let belief = prediction.fit(&train, &task.targets.inputs, progress)?;
        learner.record(&task.targets.observed, &belief.marginals());
        if learner.finished() {
            return Ok(learner.run);
        }
        let picks = learner.choose(|left| {
            let pool = task.pool.inputs.select_columns(left);
            selection.fit(&train, &side_by_side(&pool, &task.targets.inputs), progress)
        })?;
        train = train.followed_by(&task.pool.select(&picks));
        if progress(learner.share_done(), &|| None).is_break() {
            return Err(Error::Cancelled);
        }
    }
}

/// Algorithm 1 when both models are the same joint Gaussian, over the pool, then the targets:
/// observing is conditioning, and nothing is fitted. Each point may have a noise of its own.
///
/// # Errors
/// [`Error::Value`] if sizes do not fit or the pool does not suffice.
pub fn run_exact(
    joint: &Posterior,
    observed_pool: &Vector,
    observed_targets: &Vector,
    settings: Settings,
) -> Result<Run> {
    let learner = Learner::new(&settings, observed_pool.len())?;
    conditioned(joint, (observed_pool, observed_targets), learner, |learner, belief, targets| {
        learner.choose(|left| belief.select(&[left, targets].concat()))
    })
}

/// What the joint Gaussian predicts after each of the batches that someone else chose.
///
/// # Errors
/// Those of [`run_exact`].
pub fn replay(
    joint: &Posterior,
    observed_pool: &Vector,
    observed_targets: &Vector,
    (picks, settings): (&[Vec<usize>], Settings),
) -> Result<Run> {
    let learner = Learner::new(&settings, observed_pool.len())?;
    conditioned(joint, (observed_pool, observed_targets), learner, |learner, _, _| {
        let round = learner.run.picks.len();
        let batch = picks.get(round).cloned();
        Ok(learner.take(batch.ok_or_else(|| Error::missing("a batch", "it was never chosen"))?))
    })
}

/// Observing by conditioning, whoever chooses.
fn conditioned(
    joint: &Posterior,
    (observed_pool, observed_targets): (&Vector, &Vector),
    mut learner: Learner,
    mut choose: impl FnMut(&mut Learner, &Posterior, &[usize]) -> Result<Vec<usize>>,
) -> Result<Run> {
    let (pool, targets) = (observed_pool.len(), observed_targets.len());
    if pool + targets != joint.len() {
        let expected = format!("{pool} for the pool and {targets} for the targets");
        return Err(Error::value("points of the posterior", joint.len(), expected));
    }
    let target_indices: Vec<usize> = (pool..pool + targets).collect();
    let mut belief = joint.clone();
    loop {
        learner.record(observed_targets, &belief.marginals().last(targets));
        if learner.finished() {
            return Ok(learner.run);
        }
        let picks = choose(&mut learner, &belief, &target_indices)?;
        let observed: Vec<f64> = picks.iter().map(|&pick| observed_pool[pick]).collect();
        belief.observe(&picks, Some(&observed))?;
    }
}

/// One more batch, after those that were `picked`: `believe` says what the selection model makes of all that has
/// been observed, at the points that are left, then the targets. The random rule asks nobody.
///
/// # Errors
/// As [`run`].
pub fn ask(
    task: &Task,
    picked: &[Vec<usize>],
    settings: Settings,
    believe: impl FnOnce(&Points, &Matrix) -> Result<Posterior>,
) -> Result<Vec<usize>> {
    let mut learner = Learner::new(&settings, task.pool.len())?;
    picked.iter().for_each(|batch| _ = learner.take(batch.clone()));
    learner.choose(|left| {
        let pool = task.pool.inputs.select_columns(left);
        believe(&seen(task, picked), &side_by_side(&pool, &task.targets.inputs))
    })
}

/// All that has been observed of a task once some batches were picked.
pub fn seen(task: &Task, picked: &[Vec<usize>]) -> Points {
    task.train.followed_by(&task.pool.select(&picked.concat()))
}

/// What is recorded of a prediction: log likelihood, what it is expected to be, and RMSE.
pub fn record(observed: &Vector, predicted: &Marginals) -> [f64; 3] {
    [
        metric::log_likelihood(observed, predicted),
        expected_log_likelihood(predicted),
        metric::root_mean_square_error(observed, &predicted.mean),
    ]
}

/// What [`run_exact`] costs on that many points.
#[must_use]
pub fn cost(settings: &Settings, pool: usize, targets: usize) -> Cost {
    let Settings { rule, batch_size, iterations, .. } = *settings;
    let square = |points: usize| Cost::operations(points as f64 * points as f64);
    // The pool shrinks batch by batch: all batches cost about as much as from its middle.
    let left = pool.saturating_sub(batch_size * iterations.saturating_sub(1) / 2);
    let choosing = match rule {
        Rule::Random => Cost::default(),
        _ => square(left + targets) * 2.0 + acquisition::cost(rule, left, targets, batch_size),
    };
    let observing = square(pool + targets) * (1.0 + 0.85 * batch_size as f64);
    // The belief about all points, and what a rule makes of it.
    let both = (pool + targets) as f64;
    ((choosing + observing + square(targets)) * iterations as f64).holding(24.0 * both * both)
}

/// Mean over points of what the log likelihood is expected to be if the belief is right:
/// -1/2 log(2 pi e (v + n)).
#[must_use]
pub fn expected_log_likelihood(predicted: &Marginals) -> f64 {
    let variances = &predicted.variance + &predicted.noise;
    let logs: f64 = variances.iter().map(|variance| math::ln(2.0 * PI * E * variance)).sum();
    -0.5 * logs / variances.len() as f64
}

/// What is common to both ways of learning.
struct Learner {
    settings: Settings,
    /// Points of the pool that are not yet observed, in their order.
    left: Vec<usize>,
    /// The whole pool in random order, of which the random rule takes the next.
    random: Vec<usize>,
    run: Run,
}

impl Learner {
    fn new(settings: &Settings, pool: usize) -> Result<Self> {
        let Settings { batch_size, iterations, seed, .. } = *settings;
        if batch_size == 0 {
            return Err(Error::value("batch size", 0, "at least 1"));
        }
        if batch_size.saturating_mul(iterations) > pool {
            let got = format!("{iterations} batches of {batch_size}");
            return Err(Error::value("iterations", got, format!("within a pool of {pool}")));
        }
        let nothing = Vec::new;
        Ok(Self {
            settings: *settings,
            left: (0..pool).collect(),
            random: acquisition::random_order(pool, seed),
            run: Run {
                picks: Vec::new(),
                log_likelihood: nothing(),
                expected_log_likelihood: nothing(),
                rmse: nothing(),
            },
        })
    }

    fn record(&mut self, observed: &Vector, predicted: &Marginals) {
        let [log_likelihood, expected, rmse] = record(observed, predicted);
        self.run.log_likelihood.push(log_likelihood);
        self.run.expected_log_likelihood.push(expected);
        self.run.rmse.push(rmse);
    }

    fn finished(&self) -> bool {
        self.run.picks.len() == self.settings.iterations
    }

    fn share_done(&self) -> f64 {
        self.run.picks.len() as f64 / self.settings.iterations as f64
    }

    /// Takes a batch out of the pool; `joint` is the selection model's belief over the points left,
    /// then the targets.
    fn choose(&mut self, joint: impl FnOnce(&[usize]) -> Result<Posterior>) -> Result<Vec<usize>> {
        let Settings { rule, batch_size, seed, .. } = self.settings;
        let picks: Vec<usize> = if rule == Rule::Random {
            self.random[..batch_size].to_vec()
        } else {
            let joint = joint(&self.left)?;
            let candidates = Candidates::of(&joint, self.left.len())?;
            let batch = acquisition::select(rule, &candidates, batch_size, seed)?;
            batch.indices.into_iter().map(|index| self.left[index]).collect()
        };
        Ok(self.take(picks))
    }

    /// Takes these points out of the pool.
    fn take(&mut self, picks: Vec<usize>) -> Vec<usize> {
        self.left.retain(|point| !picks.contains(point));
        self.random.retain(|point| !picks.contains(point));
        self.run.picks.push(picks.clone());
        picks
    }
}

#[cfg(test)]
mod tests;
