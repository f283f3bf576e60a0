//! The toy problems, judged by what the picks are good for, and information by Monte Carlo.

use super::*;
use crate::metric::root_mean_square_error;
use crate::numeric::Stream;
use crate::scenario::{PRESETS, Problem, TruthSource};
use crate::task::{Task, side_by_side};

/// Root mean square error against the truth once the picks of each rule have been observed exactly.
/// The numbers come from a separate implementation.
#[test]
fn the_toy_errors_are_the_published_ones() {
    let table = [
        ("gap", ["0.927", "0.770", "0.014"]),
        ("two-regions", ["0.538", "0.798", "0.048"]),
        ("edge", ["0.367", "0.486", "0.081"]),
        ("periodic", ["0.596", "0.778", "0.100"]),
        ("relu", ["0.495", "0.147", "0.097"]),
    ];
    for (name, want) in table {
        let got = [Rule::Tig, Rule::Mig, Rule::BatchMig].map(|rule| error_after(name, rule));
        assert_eq!(got.map(|error| format!("{error:.3}")), want, "{name}");
    }
}

fn error_after(name: &str, rule: Rule) -> f64 {
    let preset = PRESETS.iter().find(|preset| preset.name == name).unwrap();
    let start = Problem::of(preset);
    let problem = Problem { truth: TruthSource::Formula, ..start };
    let (task, _) = Task::of(&problem).unwrap();
    let process = GaussianProcess { kernel: problem.kernel, noise: task.noise };
    let inputs = side_by_side(&task.pool.inputs, &task.targets.inputs);
    let joint = process.condition(&task.train).unwrap().joint(&inputs).unwrap();
    let candidates = Candidates::of(&joint, task.pool.len()).unwrap();
    let picks = select(rule, &candidates, preset.batch_size, 0).unwrap().indices;
    let train = task.train.followed_by(&task.pool.select(&picks));
    let belief = process.condition(&train).unwrap().marginals(&task.targets.inputs);
    root_mean_square_error(&task.targets.truth, &belief.mean)
}

/// I(y_A; f_u) is the mean of log p(y_A | f_u) - log p(y_A) over joint draws.
#[test]
fn batch_information_is_what_monte_carlo_finds() {
    let inputs: [&[f64]; 3] = [&[-2.0], &[-0.5, 0.4, 1.5], &[0.0]];
    let case = case("", "rbf(0.9)", 0.1, inputs);
    let candidates = Candidates::of(&case.joint, 3).unwrap();
    let batch = select(Rule::BatchMig, &candidates, 2, 0).unwrap();
    let picked = case.joint.select(&[batch.indices[0], batch.indices[1], 3]).unwrap();
    let (cross, variance) = (picked.covariance[(0, 2)], picked.covariance[(2, 2)]);
    assert!(cross != 0.0);
    let marginal = picked.select(&[0, 1]).unwrap();
    let exact = Posterior { noise: Vector::from_vec(vec![0.1, 0.1, 0.0]), ..picked.clone() };
    let mut stream = Stream::new(1, "monte carlo", 0);
    let draws = exact.samples(40_000, 3).unwrap();
    let logs: Vec<f64> = draws
        .column_iter()
        .map(|f| {
            let y = Vector::from_fn(2, |i, _| f[i] + 0.1_f64.sqrt() * stream.normal());
            // Given f_u: mean and covariance by regression on it.
            let slope = Vector::from_fn(2, |i, _| exact.covariance[(i, 2)] / variance);
            let mean =
                Vector::from_fn(2, |i, _| marginal.mean[i] + slope[i] * (f[2] - exact.mean[2]));
            let covariance = Matrix::from_fn(2, 2, |i, j| {
                marginal.covariance[(i, j)] - slope[i] * slope[j] * variance
            });
            let given = Posterior::new(mean, covariance, 0.1).unwrap();
            given.log_density(&y).unwrap() - marginal.log_density(&y).unwrap()
        })
        .collect();
    let mean = logs.iter().sum::<f64>() / logs.len() as f64;
    let spread = logs.iter().map(|log| (log - mean) * (log - mean)).sum::<f64>();
    let error = spread.sqrt() / logs.len() as f64;
    let got = batch.gains[1];
    assert!((mean - got).abs() < 4.0 * error, "{mean} +- {error}, closed form {got}");
}
