//! The variance of the noise: known, or learned with everything else.

use crate::model::network::Adam;
use crate::numeric::math;

/// The log deviation of noise that is to be learned, at first.
pub const FIRST_LOG_DEVIATION: f64 = -2.0;

/// A variance that is known, or on its way.
#[derive(Debug, Clone)]
pub struct Noise {
    variance: f64,
    learned: Option<Learned>,
}

#[derive(Debug, Clone)]
struct Learned {
    /// The log deviation, and padding for Adam.
    parameters: [f64; 2],
    adam: Adam,
}

impl Noise {
    /// That of a model's settings.
    pub fn new(known: Option<f64>) -> Self {
        let first = Learned { parameters: [FIRST_LOG_DEVIATION, 0.0], adam: Adam::new(2) };
        let variance = known.unwrap_or_else(|| math::exp(2.0 * FIRST_LOG_DEVIATION));
        Self { variance, learned: known.is_none().then_some(first) }
    }

    /// What it is now.
    pub fn variance(&self) -> f64 {
        self.variance
    }

    /// A step up the mean log likelihood of residuals with this mean square, if it is to be learned.
    pub fn learn(&mut self, mean_square: f64, rate: f64) {
        let Some(Learned { parameters, adam }) = &mut self.learned else { return };
        adam.step(parameters, &[slope(mean_square, self.variance), 0.0], rate);
        self.variance = math::exp(2.0 * parameters[0]);
    }
}

/// The derivative by s of minus the mean log likelihood, s + r^2 / (2 exp(2 s)) and a constant.
fn slope(mean_square: f64, variance: f64) -> f64 {
    1.0 - mean_square / variance
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_noise_stays_and_other_noise_finds_the_mean_square() {
        let mut known = Noise::new(Some(0.3));
        known.learn(7.0, 0.1);
        assert_eq!(known.variance(), 0.3);
        let mut learned = Noise::new(None);
        assert!((learned.variance() - math::exp(-4.0)).abs() < 1e-16);
        (0..3000).for_each(|_| learned.learn(0.09, 0.01));
        assert!((learned.variance() - 0.09).abs() < 1e-6, "{}", learned.variance());
    }

    #[test]
    fn the_slope_is_that_of_the_likelihood() {
        let loss = |s: f64| 0.5 * (2.0 * s + 0.7 * math::exp(-2.0 * s));
        for s in [-2.0, -0.3, 1.0] {
            let difference = (loss(s + 1e-6) - loss(s - 1e-6)) / 2e-6;
            assert!((slope(0.7, math::exp(2.0 * s)) - difference).abs() < 1e-6 * difference.abs());
        }
    }
}
