//! A request of each kind, what they answer, and what wrong ones are told.

use serde_json::{Value, json};

use super::{answer, prepare};

mod answers;
mod fit;
mod functions;
mod refusals;
mod score;
mod settings;
mod syntax;
mod variational;
mod work;

fn ask(request: &str, body: &Value) -> Value {
    serde_json::from_str(&answer(request, &body.to_string()).unwrap()).unwrap()
}

/// Replaces the value at a JSON pointer; `remove` takes it away.
fn with(mut body: Value, pointer: &str, value: Value) -> Value {
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    match body.pointer_mut(parent).unwrap() {
        Value::Object(map) if value == "remove" => drop(map.remove(key)),
        Value::Object(map) => drop(map.insert(key.into(), value)),
        Value::Array(list) => list[key.parse::<usize>().unwrap()] = value,
        _ => unreachable!("parents are objects or lists"),
    }
    body
}

fn kernel_request() -> Value {
    json!({ "kernel": { "rbf": { "lengthscale": [0.5, 2], "variance": 1 } }, "x": [[0, 1], [2, 3]] })
}

fn posterior_request() -> Value {
    json!({
        "kernel": { "matern": { "nu": 1.5, "lengthscale": 0.7 } },
        "x_train": [-1, 0.5], "y_train": [1, 2], "noise_variance": [0.1, 0.2], "x": [0, 1, 2],
    })
}

fn select_request() -> Value {
    json!({
        "rule": "batch-mig", "batch_size": 2, "noise_variance": 0.01,
        "covariance_pool": [[1, 0.9, 0], [0.9, 1, 0.1], [0, 0.1, 1]],
        "covariance_pool_targets": [[0.6, 0.1], [0.5, 0.2], [0.1, 0.5]],
        "covariance_targets": [[1, 0.2], [0.2, 1]],
    })
}

fn score_request() -> Value {
    json!({
        "y": [0.3, -0.2, 1], "batch_size": 2,
        "models": [
            { "name": "a", "mean": [0, 0, 0.5], "noise_variance": 0.1,
              "covariance": [[1, 0.5, 0.1], [0.5, 1, 0.3], [0.1, 0.3, 1]] },
            { "name": "b", "mean": [0, 0, 1], "noise_variance": [0.1, 0.2, 0.1],
              "covariance": [[1, -0.2, 0], [-0.2, 1, 0.6], [0, 0.6, 2]] },
        ],
        "oracle": { "mean": [0, 0, 1], "noise_variance": 0.1,
                    "covariance": [[1, 0.6, 0.2], [0.6, 1, 0.3], [0.2, 0.3, 1]] },
    })
}

fn tal_request() -> Value {
    json!({
        "kernel": { "rbf": { "lengthscale": 1 } }, "noise_variance": 0.01, "rule": "mig",
        "x": [-2, -1, 0, 1, 2, 3], "y": [0, 1, 0.5, 0, 0.2, 1],
        "train": [0], "pool": [1, 4, 5], "targets": [2, 3], "batch_size": 1, "iterations": 2,
    })
}

fn divergence_request() -> Value {
    json!({
        "mean_gen": [0, 1], "sd_gen": [1, 2], "correlation_gen": [[1, 0.3], [0.3, 1]],
        "mean_ref": [0, 1.1], "sd_ref": [1.1, 2], "correlation": [[1, 0.1], [0.1, 1]],
    })
}
