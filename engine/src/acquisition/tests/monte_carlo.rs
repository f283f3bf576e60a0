//! Information by Monte Carlo.

use super::*;
use crate::numeric::Stream;

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
