//! How good a posterior is, judged against the truth, against an oracle or against other models.
//!
//! The metrics take plain means, covariances and noise variances, so that they judge any model's
//! numbers. They know no kernel, no model and no task. Numbers of sizes that do not fit, that are not
//! finite or that are no covariance are refused, with the place of what is wrong.

mod batch;
mod check;
pub mod convergence;
mod correlation;
pub mod cost;
mod divergence;
mod draws;
mod dyadic;
mod energy;
mod expected;
mod likelihood;
mod measure;
mod pair;
mod variogram;
mod worked;
mod xll;

use std::f64::consts::PI;

use crate::numeric::math;
use crate::numeric::{Matrix, Vector};
use crate::posterior::{Marginals, Posterior};

pub use batch::Batches;
pub use correlation::{Entries, Metacorrelation, metacorrelation, pearson};
pub use divergence::{Divergence, Gaussian, Limits, divergence};
pub use expected::{expected_cross_likelihood, expected_joint_log_likelihood};
pub use likelihood::{joint_log_likelihood, log_density, marginal_log_likelihood, random_batches};
pub use measure::{Given, JOINT_MEASURES, JointMeasure, Measured, Need, Said};
pub use pair::{Moments, pair_log_density};
pub use worked::{BatchTerms, Worked, worked};
pub use xll::{
    BatchChoice, CrossLikelihoods, CrossOptions, Reference, cross_likelihoods, most_correlated,
    ranks,
};

/// What a model says of the observations at some targets: a joint Gaussian of the noise-free
/// function, and the noise that an observation adds.
#[derive(Debug, Clone, Copy)]
pub struct Prediction<'a> {
    /// Expected values.
    pub mean: &'a [f64],
    /// Covariance of the noise-free function.
    pub covariance: &'a Matrix,
    /// One noise variance for each target.
    pub noise: &'a [f64],
}

impl<'a> From<&'a Posterior> for Prediction<'a> {
    fn from(posterior: &'a Posterior) -> Self {
        let Posterior { mean, covariance, noise } = posterior;
        Self { mean: mean.as_slice(), covariance, noise: noise.as_slice() }
    }
}

impl Prediction<'_> {
    /// The number of targets.
    pub fn len(&self) -> usize {
        self.mean.len()
    }

    /// Whether there are no targets.
    pub fn is_empty(&self) -> bool {
        self.mean.is_empty()
    }

    /// The variance of an observation at target `i`; rounding below zero is clipped.
    pub fn variance(&self, i: usize) -> f64 {
        self.covariance[(i, i)].max(0.0) + self.noise[i]
    }
}

/// Mean log density of each observation under its own predictive Gaussian, in nats.
///
/// # Panics
/// If there are not as many observations as predictions.
pub fn log_likelihood(observed: &Vector, predicted: &Marginals) -> f64 {
    assert_eq!(observed.len(), predicted.mean.len(), "observations and predictions");
    mean(observed.len(), |i| {
        let variance = predicted.variance[i] + predicted.noise[i];
        let miss = observed[i] - predicted.mean[i];
        -0.5 * (math::ln(2.0 * PI * variance) + miss * miss / variance)
    })
}

/// Root of the mean squared difference.
///
/// # Panics
/// If there are not as many truths as predictions.
pub fn root_mean_square_error(truth: &Vector, predicted: &Vector) -> f64 {
    assert_eq!(truth.len(), predicted.len(), "truths and predictions");
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

#[cfg(test)]
mod tests;
