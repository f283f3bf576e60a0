//! Conditioning a joint Gaussian on one noisy observation, in place.
//!
//! With v the variance of the observed f(k) and n that of its noise,
//! cov(i, j | y_k) = cov(i, j) - cov(i, k) cov(j, k) / (v + n). Written like that, two nearly exact
//! copies of k cancel to rounding error. Here it is ((cov(i, j) v - cov(i, k) cov(j, k)) +
//! cov(i, j) n) / (v + n): for an exact copy the bracket is exactly zero and all digits survive,
//! however small the noise. The result is symmetric in i and j to the last bit.

use crate::numeric::{Matrix, simd::F64x2};

/// An observation as far as covariances feel it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Observation {
    /// Variance of the function there, before the observation.
    pub variance: f64,
    /// Variance of the observation's noise.
    pub noise: f64,
}

impl Observation {
    /// Whether there is anything to learn: without variance or noise nothing is divided by.
    #[must_use]
    pub fn informs(self) -> bool {
        self.variance > 0.0 && self.variance + self.noise > 0.0
    }

    /// Turns `covariances` cov(i, j) of all i with one j into cov(i, j | y), where
    /// `with_observed` is cov(i, k) and `other` is cov(j, k).
    pub fn condition(self, covariances: &mut [f64], with_observed: &[f64], other: f64) {
        let step = Lanes::of(self);
        condition_pairs(covariances, with_observed, F64x2::splat(other), &step);
    }

    /// Turns variances of all i into variances given y; rounding below zero is clipped.
    pub fn condition_variances(self, variances: &mut [f64], with_observed: &[f64]) {
        let step = Lanes::of(self);
        for (variance, &covariance) in variances.iter_mut().zip(with_observed) {
            let [pair, square] = [*variance, covariance].map(F64x2::splat);
            *variance = step.condition(pair, square, square).to_array()[0].max(0.0);
        }
    }
}

/// The numbers of an [`Observation`] ready for two lanes.
#[derive(Clone, Copy)]
pub struct Lanes {
    variance: F64x2,
    noise: F64x2,
    reciprocal: F64x2,
}

impl Lanes {
    /// Prepares an observation.
    #[must_use]
    pub fn of(observation: Observation) -> Self {
        let Observation { variance, noise } = observation;
        let [variance, noise, reciprocal] =
            [variance, noise, 1.0 / (variance + noise)].map(F64x2::splat);
        Self { variance, noise, reciprocal }
    }

    /// cov(i, j | y) from cov(i, j), cov(i, k) and cov(j, k).
    #[inline(always)]
    #[must_use]
    pub fn condition(&self, covariance: F64x2, with_observed: F64x2, other: F64x2) -> F64x2 {
        let explained = covariance * self.variance - with_observed * other;
        (explained + covariance * self.noise) * self.reciprocal
    }
}

#[inline(never)]
fn condition_pairs(covariances: &mut [f64], with_observed: &[f64], other: F64x2, step: &Lanes) {
    let (pairs, rest) = covariances.as_chunks_mut::<2>();
    let (with_pairs, with_rest) = with_observed.as_chunks::<2>();
    for (pair, with) in pairs.iter_mut().zip(with_pairs) {
        step.condition(F64x2::load(pair), F64x2::load(with), other).store(pair);
    }
    for (last, &with) in rest.iter_mut().zip(with_rest) {
        *last = step.condition(F64x2::splat(*last), F64x2::splat(with), other).to_array()[0];
    }
}

/// Copies the lower triangle of a square matrix into the upper one, tile by tile: a whole row at a
/// time would miss the cache at every entry.
pub fn mirror_lower(matrix: &mut Matrix) {
    const TILE: usize = 16;
    let size = matrix.nrows();
    assert_eq!(matrix.ncols(), size, "a symmetric matrix must be square");
    let data = matrix.as_mut_slice();
    for left in (0..size).step_by(TILE) {
        for top in (left..size).step_by(TILE) {
            let mut tile = [[0.0; TILE]; TILE];
            let (bottom, right) = ((top + TILE).min(size), (left + TILE).min(size));
            for (j, column) in (left..right).zip(&mut tile) {
                let source = &data[j * size + top..j * size + bottom];
                column[..source.len()].copy_from_slice(source);
            }
            for i in top..bottom {
                let columns = left..right.min(i);
                for (target, column) in data[i * size..][columns].iter_mut().zip(&tile) {
                    *target = column[i - top];
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_of_the_observed_point_keep_their_digits() {
        // v n / (v + n) with v = 1 and n = 1e-10, correct to the last digit but one.
        let mut variances = [1.0, 4.0, 0.0];
        let observation = Observation { variance: 1.0, noise: 1e-10 };
        observation.condition_variances(&mut variances, &[1.0, 2.0, 0.0]);
        let want = 1e-10 / (1.0 + 1e-10);
        assert!((variances[0] - want).abs() < 1e-24 && (variances[1] - 4.0 * want).abs() < 1e-24);
        assert_eq!(variances[2], 0.0);
    }

    #[test]
    fn an_odd_number_of_covariances_is_conditioned_alike() {
        let observation = Observation { variance: 0.8, noise: 0.3 };
        let mut got = [0.5, -0.2, 0.7];
        observation.condition(&mut got, &[0.1, 0.4, -0.6], 0.25);
        for (i, (before, with)) in [(0.5, 0.1), (-0.2, 0.4), (0.7, -0.6)].into_iter().enumerate() {
            let want = before - with * 0.25 / 1.1;
            assert!((got[i] - want).abs() < 1e-15, "{i}: {} {want}", got[i]);
        }
        assert!(!Observation { variance: 0.0, noise: 0.0 }.informs());
    }

    #[test]
    fn mirrored_matrices_are_symmetric() {
        for size in [0, 1, 15, 16, 17, 50] {
            let whole = Matrix::from_fn(size, size, |i, j| (i.max(j) * 100 + i.min(j)) as f64);
            let mut lower = whole.clone();
            lower.fill_upper_triangle(f64::NAN, 1);
            mirror_lower(&mut lower);
            assert_eq!(lower, whole);
        }
    }
}
