//! How good a posterior is, judged against the truth.

use std::f64::consts::PI;

use crate::numeric::Vector;
use crate::numeric::math;
use crate::posterior::Marginals;

/// Mean log density of each observation under its own predictive Gaussian, in nats.
pub fn log_likelihood(observed: &Vector, predicted: &Marginals) -> f64 {
    mean(observed.len(), |i| {
        let variance = predicted.variance[i] + predicted.noise;
        let miss = observed[i] - predicted.mean[i];
        -0.5 * (math::ln(2.0 * PI * variance) + miss * miss / variance)
    })
}

/// Root of the mean squared difference.
pub fn root_mean_square_error(truth: &Vector, predicted: &Vector) -> f64 {
    mean(truth.len(), |i| (truth[i] - predicted[i]) * (truth[i] - predicted[i])).sqrt()
}

/// The level of the central interval on whose edge a value lies that is `deviations` standard
/// deviations from the mean: an interval of that level or above holds it.
pub fn interval_level(deviations: f64) -> f64 {
    math::erf(deviations.abs() / std::f64::consts::SQRT_2)
}

fn mean(count: usize, value: impl Fn(usize) -> f64) -> f64 {
    (0..count).map(value).sum::<f64>() / count as f64
}
