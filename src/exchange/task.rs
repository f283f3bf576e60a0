//! A task as a file, for a model that is fitted elsewhere.
//!
//! `x_train, y_train` is what is known; `x_pool` and `x_targets` is where predictions are asked for,
//! in this order; `y` is what was observed at the targets, to be sent back with the predictions;
//! `noise_variance` is that of any observation; `link` is the page's address with the same task.

use serde_json::{Value, json};

use super::npz::{self, Content};
use crate::numeric::Matrix;
use crate::task::Task;

/// A task as JSON: lists of points, each a list of numbers, and lists of numbers.
#[must_use]
pub fn task_json(task: &Task, link: &str) -> String {
    let points = |inputs: &Matrix| -> Value {
        inputs.column_iter().map(|point| point.iter().copied().collect::<Value>()).collect()
    };
    json!({
        "link": link,
        "x_train": points(&task.train.inputs),
        "y_train": task.train.observed.as_slice(),
        "x_pool": points(&task.pool.inputs),
        "x_targets": points(&task.targets.inputs),
        "y": task.targets.observed.as_slice(),
        "noise_variance": task.noise,
    })
    .to_string()
}

/// A task as numpy's `.npz`: inputs are of shape (points, inputs), texts and single numbers of shape
/// (). The same task gives the same bytes.
#[must_use]
pub fn task_npz(task: &Task, link: &str) -> Vec<u8> {
    // A column of ours is a row of theirs, and both lie in memory point after point.
    let points = |inputs: &Matrix| {
        Content::Numbers(vec![inputs.ncols(), inputs.nrows()], inputs.as_slice().to_vec())
    };
    let list = |values: &[f64]| Content::Numbers(vec![values.len()], values.to_vec());
    npz::write(&[
        ("link", Content::Text(link.to_string())),
        ("x_train", points(&task.train.inputs)),
        ("y_train", list(task.train.observed.as_slice())),
        ("x_pool", points(&task.pool.inputs)),
        ("x_targets", points(&task.targets.inputs)),
        ("y", list(task.targets.observed.as_slice())),
        ("noise_variance", Content::Numbers(Vec::new(), vec![task.noise])),
    ])
}
