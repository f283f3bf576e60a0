//! A task as a file, for a model that is fitted elsewhere.
//!
//! `x_train, y_train` is what is known; `x_pool` and `x_targets` is where predictions are asked for,
//! in this order; `y` is what was observed at the targets, to be sent back with the predictions, and
//! `y_pool` what asking at the pool would answer; `noise_variance` is that of any observation.
//! `oracle_mean` and `oracle_covariance` are the exact posterior of the noise-free function at pool
//! and targets, under the prior `kernel`; `seed` is what models of this task draw from here; `link` is
//! the page's address with the same task.

use serde_json::{Value, json};

use super::npz::{self, Content};
use crate::error::Result;
use crate::model::{GaussianProcess, Model, keep_going};
use crate::numeric::Matrix;
use crate::posterior::Posterior;
use crate::scenario::Scenario;
use crate::task::{Task, side_by_side};

/// All that such a file holds.
#[derive(Debug, Clone)]
pub struct TaskFile {
    /// The points, and what was observed there.
    pub task: Task,
    /// The exact posterior at pool and targets.
    pub oracle: Posterior,
    /// The prior, as links write it.
    pub kernel: String,
    /// What models of this task draw from.
    pub seed: u64,
    /// Where the same task is shown.
    pub link: String,
}

impl TaskFile {
    /// The task that a scenario shows, whose models draw from `seed`.
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) if the task is a file's, which has none to give.
    pub fn of(scenario: &Scenario, seed: u64) -> Result<Self> {
        let (kernel, noise) = (scenario.problem.kernel.clone(), scenario.problem.noise);
        let task = Task::numbered(scenario, 0)?;
        let inputs = side_by_side(&task.pool.inputs, &task.targets.inputs);
        let oracle =
            GaussianProcess { kernel, noise }.fit(&task.train, &inputs, &mut keep_going)?;
        let kernel = scenario.key_value("kernel");
        Ok(Self { task, oracle, kernel, seed, link: scenario.link() })
    }

    /// As JSON: lists of points, each a list of numbers, lists of rows, and lists of numbers.
    #[must_use]
    pub fn json(&self) -> String {
        let Self { task, oracle, kernel, seed, link } = self;
        let rows = |columns: &Matrix| -> Value {
            columns.column_iter().map(|column| column.iter().copied().collect::<Value>()).collect()
        };
        json!({
            "link": link,
            "kernel": kernel,
            "seed": seed,
            "x_train": rows(&task.train.inputs),
            "y_train": task.train.observed.as_slice(),
            "x_pool": rows(&task.pool.inputs),
            "y_pool": task.pool.observed.as_slice(),
            "x_targets": rows(&task.targets.inputs),
            "y": task.targets.observed.as_slice(),
            "noise_variance": task.noise,
            "oracle_mean": oracle.mean.as_slice(),
            "oracle_covariance": rows(&oracle.covariance),
        })
        .to_string()
    }

    /// As numpy's `.npz`: inputs are of shape (points, inputs), texts and single numbers of shape ().
    /// The same task gives the same bytes.
    #[must_use]
    pub fn npz(&self) -> Vec<u8> {
        let Self { task, oracle, kernel, seed, link } = self;
        // A column of ours is a row of theirs, and both lie in memory point after point.
        let rows = |columns: &Matrix| {
            Content::Numbers(vec![columns.ncols(), columns.nrows()], columns.as_slice().to_vec())
        };
        let list = |values: &[f64]| Content::Numbers(vec![values.len()], values.to_vec());
        npz::write(&[
            ("link", Content::Text(link.clone())),
            ("kernel", Content::Text(kernel.clone())),
            ("seed", Content::Whole(*seed)),
            ("x_train", rows(&task.train.inputs)),
            ("y_train", list(task.train.observed.as_slice())),
            ("x_pool", rows(&task.pool.inputs)),
            ("y_pool", list(task.pool.observed.as_slice())),
            ("x_targets", rows(&task.targets.inputs)),
            ("y", list(task.targets.observed.as_slice())),
            ("noise_variance", Content::Numbers(Vec::new(), vec![task.noise])),
            ("oracle_mean", list(oracle.mean.as_slice())),
            ("oracle_covariance", rows(&oracle.covariance)),
        ])
    }
}
