//! Rules compared on many synthetic tasks (the paper's Figure 3), with the oracle as both models.
//!
//! A repetition is one task on which every rule runs; repetitions are independent work for any
//! number of threads, and [`summarise`] takes them in order.

use crate::acquisition::Rule;
use crate::error::{Error, Result};
use crate::model::GaussianProcess;
use crate::numeric::Estimate;
use crate::tal::{Run, Settings, run_exact};
use crate::task::side_by_side;
use crate::task::synthetic::{self, Functions, Setting};

/// Which rules to compare on which tasks.
#[derive(Debug, Clone, PartialEq)]
pub struct Experiment {
    /// The kind of synthetic task.
    pub setting: Setting,
    /// Number of inputs.
    pub dimension: usize,
    /// Whether repetitions draw their own functions.
    pub functions: Functions,
    /// Points observed at a time.
    pub batch_size: usize,
    /// How often.
    pub iterations: usize,
    /// The rules.
    pub rules: Vec<Rule>,
    /// Seed of everything drawn.
    pub seed: u64,
}

/// One rule's curves: entry t is after t batches.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// The rule.
    pub rule: Rule,
    /// Mean log likelihood of the targets.
    pub log_likelihood: Vec<Estimate>,
    /// Mean expected log likelihood of the targets.
    pub expected_log_likelihood: Vec<Estimate>,
    /// Root mean square error of the targets.
    pub rmse: Vec<Estimate>,
}

/// Runs all rules on the task numbered `repetition`; one run for each rule, in order.
///
/// # Errors
/// As [`synthetic::draw`] and [`run_exact`].
pub fn repetition(experiment: &Experiment, repetition: u64) -> Result<Vec<Run>> {
    let Experiment { setting, dimension, functions, seed, .. } = *experiment;
    let task = synthetic::draw(setting, dimension, functions, seed, repetition)?;
    let oracle = GaussianProcess { kernel: setting.kernel(), noise: task.noise };
    let both = side_by_side(&task.pool.inputs, &task.targets.inputs);
    let joint = oracle.condition(&task.train)?.joint(&both)?;
    let settings = |&rule: &Rule| Settings {
        rule,
        batch_size: experiment.batch_size,
        iterations: experiment.iterations,
        // A number of its own, so that the random rule's picks differ between repetitions.
        seed: seed.wrapping_add(repetition.wrapping_mul(0x9e37_79b9_7f4a_7c15)),
    };
    let run = |rule| run_exact(&joint, &task.pool.observed, &task.targets.observed, settings(rule));
    experiment.rules.iter().map(run).collect()
}

/// The curves of all rules over some repetitions.
///
/// # Errors
/// [`Error::Value`] without a repetition.
pub fn summarise(experiment: &Experiment, repetitions: &[Vec<Run>]) -> Result<Vec<Curve>> {
    if repetitions.is_empty() {
        return Err(Error::value("tasks", 0, "at least 1"));
    }
    let curve = |(index, &rule): (usize, &Rule)| {
        let estimates = |values: fn(&Run) -> &[f64]| -> Vec<Estimate> {
            let after = |t: usize| repetitions.iter().map(move |runs| values(&runs[index])[t]);
            let mean = |t: usize| Estimate::of(after(t)).expect("there is a repetition");
            (0..=experiment.iterations).map(mean).collect()
        };
        Curve {
            rule,
            log_likelihood: estimates(|run| &run.log_likelihood),
            expected_log_likelihood: estimates(|run| &run.expected_log_likelihood),
            rmse: estimates(|run| &run.rmse),
        }
    };
    Ok(experiment.rules.iter().enumerate().map(curve).collect())
}
