//! Log likelihoods of observations, one at a time and several together.

use std::f64::consts::PI;

use super::batch::{Batches, Standardised, mean_log_density};
use super::{Prediction, mean};
use crate::error::{Error, Result};
use crate::numeric::{Factor, Matrix, Stream, math};

/// The log density of `y` under a Gaussian, in nats:
/// `-1/2 (n log 2 pi + log det S + (y - mean)^T S^-1 (y - mean))`.
pub fn log_density(y: &[f64], mean: &[f64], covariance: &Matrix) -> Result<f64> {
    let factor = Factor::new(covariance.clone())?;
    let residual = y.iter().zip(mean).map(|(y, mean)| y - mean);
    let whitened = factor.solve_lower(Matrix::from_iterator(y.len(), 1, residual));
    let quadratic = whitened.iter().fold(0.0, |sum, w| sum + w * w);
    Ok(-0.5 * (y.len() as f64 * math::ln(2.0 * PI) + factor.log_determinant() + quadratic))
}

/// The mean log density of each observation alone, in nats.
pub fn marginal_log_likelihood(y: &[f64], predicted: &Prediction) -> f64 {
    mean(y.len(), |i| {
        let variance = predicted.variance(i);
        let miss = y[i] - predicted.mean[i];
        -0.5 * (math::ln(2.0 * PI * variance) + miss * miss / variance)
    })
}

/// The mean over batches of the log density of a batch's observations together, per observation
/// (Wang, Sun & Grosse 2021, section 3.3.1).
pub fn joint_log_likelihood(y: &[f64], predicted: &Prediction, batches: &Batches) -> Result<f64> {
    Ok(mean_log_density(predicted, &Standardised::new(y, predicted)?, batches)?.log_density)
}

/// As many random batches of `size` different targets as there are targets.
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

pub(super) fn check_size(targets: usize, size: usize) -> Result<()> {
    if (1..=targets).contains(&size) {
        return Ok(());
    }
    Err(Error::value("batch_size", size, format!("from 1 to the number of targets, {targets}")))
}
