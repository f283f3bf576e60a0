//! How good a posterior is, judged against the truth.

use std::f64::consts::PI;

use crate::numeric::Vector;
use crate::numeric::math;
use crate::posterior::Marginals;

/// Mean log density of each observation under its own predictive Gaussian, in nats.
pub fn log_likelihood(observed: &Vector, predicted: &Marginals) -> f64 {
    mean(observed.len(), |i| {
        let variance = predicted.variance[i] + predicted.noise[i];
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_likelihood_of_a_standard_normal_is_known() {
        let predicted = Marginals {
            mean: Vector::from_vec(vec![1.0, 0.0]),
            variance: Vector::from_vec(vec![0.75, 3.75]),
            noise: Vector::from_element(2, 0.25),
        };
        // log N(3; 1, 1) = -0.9189385332 - 2 and log N(0; 0, 4) = -0.9189385332 - log 2.
        let got = log_likelihood(&Vector::from_vec(vec![3.0, 0.0]), &predicted);
        let want = -0.918_938_533_204_672_7 - (2.0 + std::f64::consts::LN_2) / 2.0;
        assert!((got - want).abs() < 1e-14, "{got} {want}");
    }

    #[test]
    fn errors_are_averaged_before_the_root() {
        let (a, b) = (Vector::from_vec(vec![0.0, 3.0]), Vector::from_vec(vec![4.0, 3.0]));
        assert_eq!(root_mean_square_error(&a, &b), 8_f64.sqrt());
    }

    #[test]
    fn the_95_percent_interval_ends_where_tables_say() {
        let half_width = 1.959_963_984_540_054;
        assert!((interval_level(half_width) - 0.95).abs() < 1e-15);
        assert!((interval_level(-half_width) - 0.95).abs() < 1e-15);
        assert_eq!((interval_level(0.0), interval_level(f64::INFINITY)), (0.0, 1.0));
    }
}
