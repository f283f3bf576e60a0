//! The function taken hold of: what a joint Gaussian believes of all points once its function is known at one of
//! them, by means, variances and one row of covariances alone.

use super::Marginals;

/// What is believed while the function is held at one of the points.
#[derive(Debug, Clone, PartialEq)]
pub struct Held {
    /// The point at which it is held.
    pub at: usize,
    /// To what value.
    pub value: f64,
    /// How many deviations that is from what was expected there.
    pub deviations: f64,
    /// The correlation of the function there with the function at every point, before it was held.
    pub correlation: Vec<f64>,
    /// What is then believed of every point.
    pub belief: Marginals,
}

/// A function whose variance is below this is known, and cannot be held elsewhere.
pub const LEAST_HELD: f64 = 1e-8;
/// So many deviations at most from what is expected: farther out a Gaussian says nothing that one should see.
pub const MOST_DEVIATIONS: f64 = 3.0;

impl Marginals {
    /// Holds the function at point `at` as near to `value` as [`MOST_DEVIATIONS`] allow, given its covariances with all
    /// points; nothing where its variance is below [`LEAST_HELD`]. With deviations s, correlations r with that point
    /// and z = (value - m0) / s0, which is conditioning on an observation without noise (Rasmussen & Williams,
    /// equation A.6, in a form in which no variance rounds below zero):
    ///
    /// mean = m + r s z, variance = s^2 (1 - r) (1 + r).
    ///
    /// # Panics
    /// If there are not as many covariances as points, or no such point.
    #[must_use]
    pub fn held(&self, at: usize, covariance: &[f64], value: f64) -> Option<Held> {
        assert_eq!(covariance.len(), self.mean.len(), "a covariance for each point");
        let known = self.variance[at] < LEAST_HELD || self.variance[at].is_nan();
        if known || !value.is_finite() {
            return None;
        }
        let (mean, deviation) = (self.mean[at], self.variance[at].sqrt());
        let deviations =
            ((value - mean) / deviation).clamp(-MOST_DEVIATIONS, MOST_DEVIATIONS) + 0.0;
        let correlation = |i: usize| match self.variance[i].max(0.0).sqrt() * deviation {
            _ if i == at => 1.0,
            scale if scale > 0.0 => (covariance[i] / scale).clamp(-1.0, 1.0),
            _ => 0.0,
        };
        let correlation: Vec<f64> = (0..covariance.len()).map(correlation).collect();
        let mut belief = self.clone();
        for (i, r) in correlation.iter().enumerate() {
            let variance = self.variance[i].max(0.0);
            belief.mean[i] += r * variance.sqrt() * deviations;
            belief.variance[i] = variance * (1.0 - r) * (1.0 + r);
        }
        Some(Held { at, value: belief.mean[at], deviations, correlation, belief })
    }
}

impl Held {
    /// A function that was held possible, as it is while this one is held (Matheron's rule):
    /// f + r s / s0 (value - f0). `before` is what was believed, and `step` how many of its points lie between two
    /// of the function's.
    #[must_use]
    pub fn moved(&self, before: &Marginals, function: &[f64], step: usize) -> Vec<f64> {
        let deviation = |i: usize| before.variance[i].max(0.0).sqrt();
        // Between two of its points the function goes straight, as it is drawn.
        let (low, high) = (self.at / step, self.at.div_ceil(step));
        let share = (self.at % step) as f64 / step as f64;
        let here = function[low] + share * (function[high] - function[low]);
        let miss = (self.value - here) / deviation(self.at);
        let place = |(i, f): (usize, &f64)| {
            let i = i * step;
            f + self.correlation[i] * deviation(i) * miss
        };
        function.iter().enumerate().map(place).collect()
    }
}
