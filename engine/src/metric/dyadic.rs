//! Dyadic sampling (Osband et al. 2022) for regression: the joint log likelihood of many observations of two
//! anchors, so that even large joint predictions rest on few points.
//!
//! Of `TAU` observations n are of the first anchor and the rest of the second, with probability
//! `C(TAU, n) 2^-TAU`. The density of all of them follows from each anchor's count, mean and scatter about it. With
//! S the covariance of the k anchors that were observed, m their means and s2 the noise,
//!
//! `l = log N(ybar; m, S + diag(s2 / n)) - 1/2 sum (log n + (n - 1) log 2 pi s2 + scatter / s2)`,
//!
//! which costs 2 x 2 matrices, whatever `TAU` is.

use std::f64::consts::PI;

use super::batch::sum;
use super::check::{check_noise, check_numbers};
use super::likelihood::finite;
use super::{Prediction, mean, random_batches};
use crate::error::{Error, Result};
use crate::numeric::hash::Fingerprint;
use crate::numeric::{Stream, math};

/// How many observations there are of two anchors.
pub const TAU: usize = 10;

/// What observations of two anchors are, for counts of both.
#[derive(Debug, Clone, Copy)]
struct Moments {
    /// The square of each mean's distance from what is predicted.
    squares: [f64; 2],
    /// The product of both distances.
    product: f64,
    /// The sum of squares about each mean.
    scatter: [f64; 2],
}

/// For each count of the first anchor.
type Spread = [Moments; TAU + 1];

/// The mean over random pairs of anchors, in nats for [`TAU`] observations, each with noise of its own: it takes the
/// true function and its noise variances to draw them, by a stream that belongs to this seed and this y.
///
/// # Errors
/// [`Error::Value`] for sizes that do not fit, numbers that are not finite, and noise that is not positive.
pub fn fresh(
    y: &[f64],
    (truth, noise): (&[f64], &[f64]),
    predicted: &Prediction,
    seed: u64,
) -> Result<f64> {
    check_numbers("the true function", truth, y.len())?;
    check_numbers("the true noise", noise, y.len())?;
    // Other data, other noise: else the error that it brings would not average out over tasks.
    let own = Fingerprint::new().integer(seed).floats(y).finish();
    over_pairs(y, predicted, seed, &|place, [i, j]| {
        let normals = Stream::new(own, "dyadic noise", place as u64).normals(2 * TAU);
        let observed = |anchor: usize, point: usize| -> [(f64, f64); TAU + 1] {
            let from = truth[point] - predicted.mean[point];
            let own = normals[anchor * TAU..].iter().map(|it| from + noise[point].sqrt() * it);
            let own: Vec<f64> = own.take(TAU).collect();
            std::array::from_fn(|count| mean_and_scatter(&own[..count]))
        };
        let anchors = [observed(0, i), observed(1, j)];
        std::array::from_fn(|first| {
            let [(a, first), (b, second)] = [anchors[0][first], anchors[1][TAU - first]];
            Moments { squares: [a * a, b * b], product: a * b, scatter: [first, second] }
        })
    })
}

/// The same with each target's one label repeated. This is improper: it takes noise that comes once for noise that
/// averages out, and so prefers correlations that are too weak. It is what is left where there is no second
/// observation of a point.
///
/// # Errors
/// As [`fresh`].
pub fn repeated(y: &[f64], predicted: &Prediction, seed: u64) -> Result<f64> {
    over_pairs(y, predicted, seed, &|_, pair| {
        let [a, b] = pair.map(|i| y[i] - predicted.mean[i]);
        [Moments { squares: [a * a, b * b], product: a * b, scatter: [0.0; 2] }; TAU + 1]
    })
}

/// What an oracle expects [`fresh`] to be.
///
/// # Errors
/// As [`fresh`].
pub fn expected(oracle: &Prediction, predicted: &Prediction, seed: u64) -> Result<f64> {
    oracle.check("oracle's ", oracle.len())?;
    over_pairs(oracle.mean, predicted, seed, &|_, [i, j]| {
        let [a, b] = [i, j].map(|i| oracle.mean[i] - predicted.mean[i]);
        let (noise, variance) =
            ([i, j].map(|i| oracle.noise[i]), [i, j].map(|i| oracle.covariance[(i, i)].max(0.0)));
        let product = oracle.covariance[(i, j)] + a * b;
        std::array::from_fn(|first| {
            let [n, m] = [first, TAU - first].map(|count| count.max(1) as f64);
            Moments {
                squares: [variance[0] + noise[0] / n + a * a, variance[1] + noise[1] / m + b * b],
                product,
                scatter: [(n - 1.0) * noise[0], (m - 1.0) * noise[1]],
            }
        })
    })
}

fn mean_and_scatter(values: &[f64]) -> (f64, f64) {
    let mean = sum(values.iter().copied()) / values.len().max(1) as f64;
    (mean, sum(values.iter().map(|value| (value - mean) * (value - mean))))
}

/// The mean over as many random pairs as there are targets.
fn over_pairs(
    y: &[f64],
    predicted: &Prediction,
    seed: u64,
    moments: &dyn Fn(usize, [usize; 2]) -> Spread,
) -> Result<f64> {
    check_numbers("y", y, y.len())?;
    predicted.check("", y.len())?;
    check_noise(predicted.noise, y.len())?;
    let pairs = random_batches(y.len(), 2, seed)?;
    let each = pairs.iter().enumerate().map(|(place, pair)| {
        let pair = [pair[0], pair[1]];
        log_density(predicted, pair, &moments(place, pair))
    });
    let each = each.collect::<Result<Vec<f64>>>()?;
    finite(mean(each.len(), |i| each[i]))
}

/// The mean over all ways to spread the observations.
fn log_density(predicted: &Prediction, pair: [usize; 2], moments: &Spread) -> Result<f64> {
    let noise = pair.map(|i| predicted.noise[i]);
    let logs = noise.map(|noise| math::ln(2.0 * PI * noise));
    // Whole numbers over a power of two: exact.
    let mut weight = 1.0 / (1_u64 << TAU) as f64;
    let mut total = 0.0;
    for (first, found) in moments.iter().enumerate() {
        let counts = [first, TAU - first];
        let mut value = gaussian(predicted, pair, counts, found)?;
        for at in (0..2).filter(|at| counts[*at] > 0) {
            let count = counts[at] as f64;
            let own = math::ln(count) + (count - 1.0) * logs[at] + found.scatter[at] / noise[at];
            value -= 0.5 * own;
        }
        total += weight * value;
        weight *= (TAU - first) as f64 / (first + 1) as f64;
    }
    Ok(total)
}

/// log N of the means of the anchors that were observed.
fn gaussian(
    predicted: &Prediction,
    pair: [usize; 2],
    counts: [usize; 2],
    found: &Moments,
) -> Result<f64> {
    let [i, j] = pair;
    let variance = |at: usize| {
        predicted.covariance[(pair[at], pair[at])].max(0.0)
            + predicted.noise[pair[at]] / counts[at] as f64
    };
    if let Some(silent) = counts.iter().position(|count| *count == 0) {
        let variance = variance(1 - silent);
        let square = found.squares[1 - silent];
        return Ok(-0.5 * (math::ln(2.0 * PI * variance) + square / variance));
    }
    let ([a, b], both) = ([variance(0), variance(1)], predicted.covariance[(i, j)]);
    let determinant = a * b - both * both;
    if determinant.is_nan() || determinant <= 0.0 {
        let name = format!("determinant of the covariance of the targets {i} and {j}");
        return Err(Error::value(name, determinant, "positive in a valid covariance"));
    }
    let quadratic = b * found.squares[0] - 2.0 * both * found.product + a * found.squares[1];
    Ok(-0.5 * (2.0 * math::ln(2.0 * PI) + math::ln(determinant) + quadratic / determinant))
}
