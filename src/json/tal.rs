//! The request `tal`: transductive active learning with an exact Gaussian process.

use serde_json::{Value, json};

use super::gaussian_process::points;
use super::kernel::{self, Domain};
use super::read::{Fields, check_size};
use super::select::rule;
use super::{Prepared, write};
use crate::error::{Error, Result};
use crate::model::GaussianProcess;
use crate::numeric::Vector;
use crate::tal::{self, Settings};
use crate::task::Points;

const KNOWN: [&str; 11] = [
    "kernel",
    "x",
    "y",
    "train",
    "pool",
    "targets",
    "noise_variance",
    "batch_size",
    "iterations",
    "rule",
    "seed",
];

/// Picks and results of algorithm 1, the first result before any pick.
pub fn tal(request: &Value) -> Result<Prepared> {
    let fields = Fields::of_request(request, &KNOWN)?;
    let inputs = points(&fields.required("x")?, None)?;
    let count = inputs.ncols();
    let observed = Vector::from_vec(fields.required("y")?.numbers(Some(count))?);
    let noise = Vector::from_vec(fields.required("noise_variance")?.variances(count, true)?);
    let kernel = kernel::kernel(&fields.required("kernel")?, &Domain::of(&[&inputs]))?;
    let [train, pool, targets] = sets(&fields, count)?;
    let settings = settings(&fields, pool.len())?;

    let process = GaussianProcess { kernel, noise: 0.0 };
    let asked = pool.len() + targets.len();
    let cost = process.cost(inputs.nrows(), train.len(), asked)
        + tal::cost(&settings, pool.len(), targets.len())
        + write::cost(settings.iterations * (3 + settings.batch_size));
    let all = Points { inputs, truth: observed.clone(), observed };
    Ok(Prepared::new(cost, move || run(&process, &all, &noise, [train, pool, targets], settings)))
}

fn run(
    process: &GaussianProcess,
    all: &Points,
    noise: &Vector,
    [train, pool, targets]: [Vec<usize>; 3],
    settings: Settings,
) -> Result<Value> {
    let pick = |values: &Vector, indices: &[usize]| {
        Vector::from_iterator(indices.len(), indices.iter().map(|&i| values[i]))
    };
    let fitted = process.condition_on(&all.select(&train), &pick(noise, &train))?;
    let asked = [&pool[..], &targets[..]].concat();
    let mut joint = fitted.joint(&all.select(&asked).inputs)?;
    joint.noise = pick(noise, &asked);
    let observed = |indices: &[usize]| pick(&all.observed, indices);
    let run = tal::run_exact(&joint, &observed(&pool), &observed(&targets), settings)?;

    let into_x = |picks: &Vec<usize>| picks.iter().map(|&pick| pool[pick]).collect::<Vec<_>>();
    let expected = &run.expected_log_likelihood;
    Ok(json!({
        "picks": run.picks.iter().map(into_x).collect::<Vec<_>>(),
        "log_likelihood": write::numbers("log_likelihood", &run.log_likelihood)?,
        "expected_log_likelihood": write::numbers("expected_log_likelihood", expected)?,
        "rmse": write::numbers("rmse", &run.rmse)?,
    }))
}

/// Training points, pool and targets, as indices. What is observed cannot be chosen again.
fn sets(fields: &Fields, count: usize) -> Result<[Vec<usize>; 3]> {
    let [train, pool, targets] =
        ["train", "pool", "targets"].map(|name| fields.required(name)?.indices(count));
    let (train, pool, targets) = (train?, pool?, targets?);
    let total = train.len() + pool.len() + targets.len();
    check_size("covariance of train, pool and targets", total, total)?;
    if targets.is_empty() {
        return Err(fields.required("targets")?.wrong("a list of at least 1 index"));
    }
    if let Some(i) = pool.iter().position(|point| train.contains(point)) {
        return Err(Error::value(format!("pool[{i}]"), pool[i], "an index that is not in train"));
    }
    Ok([train, pool, targets])
}

fn settings(fields: &Fields, pool: usize) -> Result<Settings> {
    let rule = rule(&fields.required("rule")?)?;
    let batch_size = fields.required("batch_size")?.count(1, pool.max(1) as u64)? as usize;
    let iterations = fields.required("iterations")?;
    let most = pool / batch_size;
    let iterations = iterations
        .count(0, most as u64)
        .map_err(|_| iterations.wrong(format!("a whole number up to {most}, the pool's batches")))?
        as usize;
    let seed = fields.optional("seed").map_or(Ok(0), |field| field.count(0, u64::MAX))?;
    Ok(Settings { rule, batch_size, iterations, seed })
}
