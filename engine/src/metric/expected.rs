//! What an oracle expects of a model's joint log likelihood, before anything is observed at the targets.

use std::f64::consts::PI;

use super::batch::{Batches, correlations, sum};
use super::check::check_batches;
use super::likelihood::{check_density, finite};
use super::{Prediction, mean};
use crate::error::Result;
use crate::numeric::{Factor, Matrix, math};

/// The mean over batches, per target, of the log likelihood that a model's joint prediction has on average over y
/// from the oracle's. With m and S the model's mean and covariance of a batch's observations, mu and C the
/// oracle's, it is `-1/2 (b log 2 pi + log det S + tr S^-1 (C + (m - mu)(m - mu)^T)) / b`; among all models the
/// oracle itself has the largest.
///
/// # Errors
/// As [`joint_log_likelihood`](super::joint_log_likelihood).
pub fn expected_joint_log_likelihood(
    oracle: &Prediction,
    predicted: &Prediction,
    batches: &Batches,
) -> Result<f64> {
    oracle.check("oracle's ", oracle.len())?;
    predicted.check("", oracle.len())?;
    check_batches(batches, oracle.len())?;
    check_density(predicted)?;
    let terms = batches.iter().map(|batch| {
        let factor = Factor::new(observed(predicted, batch))?;
        let mut square = observed(oracle, batch);
        let miss = |i: usize| predicted.mean[batch[i]] - oracle.mean[batch[i]];
        for (i, j) in (0..batch.len()).flat_map(|j| (0..batch.len()).map(move |i| (i, j))) {
            square[(i, j)] += miss(i) * miss(j);
        }
        let solved = factor.solve(square);
        let trace = sum((0..batch.len()).map(|i| solved[(i, i)]));
        Ok(factor.log_determinant() + trace)
    });
    let terms = terms.collect::<Result<Vec<f64>>>()?;
    let each = mean(terms.len(), |i| terms[i]) / batches.size as f64;
    finite(-0.5 * (math::ln(2.0 * PI) + each))
}

/// What the oracle expects XLL of a candidate under a reference to be: with R the candidate's correlations of a
/// batch's observations, m and v the reference's means and variances, mu and C the oracle's,
/// `-1/2 (b log 2 pi + sum log v + log det R + tr R^-1 Z) / b`, where Z has the entries
/// `(C + (mu - m)(mu - m)^T) / sqrt(v v^T)`. Whether R is best if it is right depends on how right m and v are.
///
/// # Errors
/// As [`cross_likelihoods`](super::cross_likelihoods).
pub fn expected_cross_likelihood(
    oracle: &Prediction,
    reference: &Prediction,
    candidate: &Prediction,
    batches: &Batches,
) -> Result<f64> {
    for (whose, model) in [("oracle's ", oracle), ("reference's ", reference), ("", candidate)] {
        model.check(whose, oracle.len())?;
    }
    check_batches(batches, oracle.len())?;
    check_density(reference)?;
    let variances: Vec<f64> = (0..oracle.len()).map(|i| reference.variance(i)).collect();
    let own: Vec<f64> = (0..oracle.len()).map(|i| candidate.variance(i)).collect();
    let mut log_variances = variances.clone();
    math::ln_in_place(&mut log_variances);
    let miss = |i: usize| oracle.mean[i] - reference.mean[i];
    let terms = batches.iter().map(|batch| {
        let factor = Factor::new(correlations(candidate.covariance, &own, batch))?;
        let mut square = observed(oracle, batch);
        for (i, j) in (0..batch.len()).flat_map(|j| (0..batch.len()).map(move |i| (i, j))) {
            let (a, b) = (batch[i], batch[j]);
            square[(i, j)] += miss(a) * miss(b);
            square[(i, j)] /= variances[a].sqrt() * variances[b].sqrt();
        }
        let solved = factor.solve(square);
        let trace = sum((0..batch.len()).map(|i| solved[(i, i)]));
        let scale = sum(batch.iter().map(|&i| log_variances[i]));
        Ok(factor.log_determinant() + trace + scale)
    });
    let terms = terms.collect::<Result<Vec<f64>>>()?;
    let each = mean(terms.len(), |i| terms[i]) / batches.size as f64;
    finite(-0.5 * (math::ln(2.0 * PI) + each))
}

/// The covariance of a batch's observations.
fn observed(predicted: &Prediction, batch: &[usize]) -> Matrix {
    Matrix::from_fn(batch.len(), batch.len(), |i, j| match i == j {
        true => predicted.variance(batch[i]),
        false => predicted.covariance[(batch[i], batch[j])],
    })
}
