//! The variance of the noise: known, or learned with everything else.

use crate::model::Note;
use crate::numeric::math;

/// The log deviation of noise that is to be learned, at first.
pub const FIRST_LOG_DEVIATION: f64 = -2.0;

/// A variance that is known, or on its way.
#[derive(Debug, Clone)]
pub struct Noise {
    variance: f64,
    /// If it is on its way.
    log_deviation: Option<f64>,
    largest: f64,
}

impl Noise {
    /// That of a model's settings.
    pub fn new(known: Option<f64>) -> Self {
        let variance = known.unwrap_or_else(|| math::exp(2.0 * FIRST_LOG_DEVIATION));
        let log_deviation = known.is_none().then_some(FIRST_LOG_DEVIATION);
        Self { variance, log_deviation, largest: if known.is_some() { 1.0 } else { variance } }
    }

    /// What it is now.
    pub fn variance(&self) -> f64 {
        self.variance
    }

    /// By what slopes of the log likelihood are to be multiplied before Adam gets them: the largest variance
    /// so far, if it is learned. As noise grows they shrink, and Adam would remember for a thousand steps
    /// how large they were; as it falls they grow, which Adam sees at once.
    pub fn scale(&self) -> f64 {
        self.largest
    }

    /// A step up the mean log likelihood of residuals with this mean square, if it is to be learned.
    ///
    /// The slope by the log deviation, `mean_square / variance - 1`, is its own scale: no step is longer
    /// than the rate, and near the top they get shorter by themselves. Adam remembers the huge slopes that
    /// it began with for a thousand steps, and hardly moves when they are gone.
    pub fn learn(&mut self, mean_square: f64, rate: f64) {
        let Some(log) = &mut self.log_deviation else { return };
        *log += rate * slope(mean_square, self.variance).clamp(-1.0, 1.0);
        self.variance = math::exp(2.0 * *log);
        self.largest = self.largest.max(self.variance);
    }
}

/// Notes of noise that was learned, where so many squared residuals are this many times its variance in the
/// mean: at its likeliest, for the same function, it would have count (ratio - 1 - ln ratio) / 2 nats more.
pub fn noise_rest(ratio: f64, error: f64, count: f64) -> Vec<Note> {
    let nats = count * (ratio - 1.0 - math::ln(ratio)) / 2.0;
    let notes = [("noise_ratio", ratio), ("noise_ratio_error", error), ("noise_nats", nats)];
    notes.map(|(name, value)| Note::number(name, value)).to_vec()
}

/// The derivative by s of the mean log likelihood, -s - r^2 / (2 exp(2 s)) and a constant.
fn slope(mean_square: f64, variance: f64) -> f64 {
    mean_square / variance - 1.0
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
        // Huge slopes are soon forgotten.
        (0..50).for_each(|_| learned.learn(1e9, 0.01));
        (0..1000).for_each(|_| learned.learn(0.09, 0.01));
        assert!((learned.variance() - 0.09).abs() < 1e-6, "{}", learned.variance());
    }

    #[test]
    fn the_slope_is_that_of_the_likelihood() {
        let gain = |s: f64| -0.5 * (2.0 * s + 0.7 * math::exp(-2.0 * s));
        for s in [-2.0, -0.3, 1.0] {
            let difference = (gain(s + 1e-6) - gain(s - 1e-6)) / 2e-6;
            assert!((slope(0.7, math::exp(2.0 * s)) - difference).abs() < 1e-6 * difference.abs());
        }
    }
}
