//! The variogram score of order 1 (Scheuerer & Hamill 2015): whether differences between targets are as large as
//! predicted. Less is better; it sees correlations, but weakly, and no shift that all targets share.

use std::f64::consts::{FRAC_2_PI, SQRT_2};

use super::Prediction;
use super::check::check_numbers;
use super::likelihood::{check_size, finite};
use crate::error::Result;
use crate::numeric::math;

/// The mean over pairs of targets of `(|y_i - y_j| - E |X_i - X_j|)^2`, X being the predicted observations.
///
/// # Errors
/// [`Error::Value`](crate::Error::Value) for sizes that do not fit, numbers that are not finite, and fewer than two
/// targets.
pub fn score(y: &[f64], predicted: &Prediction) -> Result<f64> {
    check_numbers("y", y, y.len())?;
    over_pairs(predicted, y.len(), &|i, j, size| {
        let off = (y[i] - y[j]).abs() - size;
        off * off
    })
}

/// What an oracle expects [`score`] to be: with D = Y_i - Y_j its prediction and e the model's,
/// `E D^2 - 2 e E |D| + e^2`.
///
/// # Errors
/// As [`score`].
pub fn expected(oracle: &Prediction, predicted: &Prediction) -> Result<f64> {
    oracle.check("oracle's ", oracle.len())?;
    over_pairs(predicted, oracle.len(), &|i, j, size| {
        let (mean, variance) = difference(oracle, i, j);
        mean * mean + variance - 2.0 * size * folded(mean, variance) + size * size
    })
}

fn over_pairs(
    predicted: &Prediction,
    targets: usize,
    term: &dyn Fn(usize, usize, f64) -> f64,
) -> Result<f64> {
    check_size(targets, 2)?;
    predicted.check("", targets)?;
    let mut total = 0.0;
    for (i, j) in (0..targets).flat_map(|j| (0..j).map(move |i| (i, j))) {
        let (mean, variance) = difference(predicted, i, j);
        total += term(i, j, folded(mean, variance));
    }
    finite(total / (targets * (targets - 1) / 2) as f64)
}

/// Mean and variance of the difference of two observations; rounding below zero is clipped.
fn difference(predicted: &Prediction, i: usize, j: usize) -> (f64, f64) {
    let both = 2.0 * predicted.covariance[(i, j)];
    let variance = predicted.variance(i) + predicted.variance(j) - both;
    (predicted.mean[i] - predicted.mean[j], variance.max(0.0))
}

/// E |D| of D ~ N(mean, variance), the folded normal's:
/// `sd sqrt(2 / pi) exp(-mean^2 / 2 variance) + mean erf(mean / sd sqrt 2)`.
fn folded(mean: f64, variance: f64) -> f64 {
    if variance == 0.0 {
        return mean.abs();
    }
    let sd = variance.sqrt();
    let ratio = mean / (SQRT_2 * sd);
    sd * FRAC_2_PI.sqrt() * math::exp(-ratio * ratio) + mean * math::erf(ratio)
}
