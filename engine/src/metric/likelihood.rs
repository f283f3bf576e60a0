//! Log likelihoods of observations, one at a time and several together.

use std::f64::consts::PI;

use super::batch::{Batches, Standardised, mean_log_density};
use super::check::{check_batches, check_numbers, check_shape};
use super::{Prediction, mean};
use crate::error::{Error, Result};
use crate::numeric::{Factor, Matrix, Stream, math};

/// The log density of `y` under a Gaussian, in nats:
/// `-1/2 (n log 2 pi + log det S + (y - mean)^T S^-1 (y - mean))`. Only the lower triangle of the
/// covariance is read.
///
/// # Errors
/// [`Error::Value`] for sizes that do not fit and numbers that are not finite,
/// [`Error::Indefinite`] if the covariance has no factor.
pub fn log_density(y: &[f64], mean: &[f64], covariance: &Matrix) -> Result<f64> {
    check_numbers("y", y, y.len())?;
    check_numbers("mean", mean, y.len())?;
    check_shape("covariance", covariance, (y.len(), y.len()))?;
    let factor = Factor::new(covariance.clone())?;
    let residual = y.iter().zip(mean).map(|(y, mean)| y - mean);
    let whitened = factor.solve_lower(Matrix::from_iterator(y.len(), 1, residual));
    let quadratic = whitened.iter().fold(0.0, |sum, w| sum + w * w);
    Ok(-0.5 * (y.len() as f64 * math::ln(2.0 * PI) + factor.log_determinant() + quadratic))
}

/// The mean log density of each observation alone, in nats. Of the covariance only the diagonal is
/// read.
///
/// # Errors
/// [`Error::Value`] for sizes that do not fit, numbers that are not finite, no targets, and an
/// observation that has no variance.
pub fn marginal_log_likelihood(y: &[f64], predicted: &Prediction) -> Result<f64> {
    check_size(y.len(), 1)?;
    check_numbers("y", y, y.len())?;
    predicted.check_marginals("", y.len())?;
    check_density(predicted)?;
    finite(mean(y.len(), |i| {
        let variance = predicted.variance(i);
        let miss = y[i] - predicted.mean[i];
        -0.5 * (math::ln(2.0 * PI * variance) + miss * miss / variance)
    }))
}

/// The mean over batches of the log density of a batch's observations together, per observation
/// (Wang, Sun & Grosse 2021, section 3.3.1).
///
/// # Errors
/// [`Error::Value`] for sizes that do not fit, numbers that are not finite, a covariance that is not
/// symmetric, batches that are none of the targets, and an observation that has no variance;
/// [`Error::Indefinite`] for a batch whose covariance has no factor.
pub fn joint_log_likelihood(y: &[f64], predicted: &Prediction, batches: &Batches) -> Result<f64> {
    check_numbers("y", y, y.len())?;
    predicted.check("", y.len())?;
    check_batches(batches, y.len())?;
    Ok(mean_log_density(predicted, &Standardised::new(y, predicted)?, batches)?.log_density)
}

/// As many random batches of `size` different targets as there are targets.
///
/// # Errors
/// [`Error::Value`] for a batch that does not fit.
pub fn random_batches(targets: usize, size: usize, seed: u64) -> Result<Batches> {
    check_size(targets, size)?;
    let mut indices = Vec::with_capacity(targets * size);
    let mut order: Vec<usize> = (0..targets).collect();
    for batch in 0..targets {
        // The first steps of a shuffle; where the last batch left the order does not matter.
        let mut stream = Stream::new(seed, "joint batch", batch as u64);
        for place in 0..size {
            let other = place + stream.below((targets - place) as u64) as usize;
            order.swap(place, other);
        }
        indices.extend_from_slice(&order[..size]);
    }
    Ok(Batches { size, indices })
}

/// Refuses an observation that has no variance, and so no density.
pub(super) fn check_density(predicted: &Prediction) -> Result<()> {
    let variance = |i: &usize| predicted.variance(*i);
    match (0..predicted.len()).find(|i| variance(i).is_nan() || variance(i) <= 0.0) {
        None => Ok(()),
        Some(i) => {
            let name = format!("variance of the observation at target {i}");
            Err(Error::value(name, variance(&i), "positive: give it noise"))
        }
    }
}

/// Refuses a log likelihood that overflowed.
pub(super) fn finite(log_likelihood: f64) -> Result<f64> {
    let expected = "finite: the observations are too far from what is predicted";
    let wrong = || Error::value("log likelihood", log_likelihood, expected);
    log_likelihood.is_finite().then_some(log_likelihood).ok_or_else(wrong)
}

pub(super) fn check_size(targets: usize, size: usize) -> Result<()> {
    if (1..=targets).contains(&size) {
        return Ok(());
    }
    Err(Error::value("batch_size", size, format!("from 1 to the number of targets, {targets}")))
}
