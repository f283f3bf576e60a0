//! Conditioning a joint Gaussian on one noisy observation, in place.
//!
//! With v the variance of the observed f(k) and n that of its noise,
//! cov(i, j | y_k) = cov(i, j) - cov(i, k) cov(j, k) / (v + n). Written like that, two nearly exact
//! copies of k cancel to rounding error. Here it is ((cov(i, j) v - cov(i, k) cov(j, k)) +
//! cov(i, j) n) / (v + n): for an exact copy the bracket is exactly zero and all digits survive,
//! however small the noise. The result is symmetric in i and j to the last bit.

use crate::numeric::Matrix;
use crate::numeric::simd::{F64x2, Function, Lanes, replace};

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
        Step::of(self).condition_all(covariances, with_observed, other);
    }

    /// Turns variances of all i into variances given y; rounding below zero is clipped.
    pub fn condition_variances(self, variances: &mut [f64], with_observed: &[f64]) {
        replace(variances, [with_observed], &Variances(Step::of(self)));
    }

    /// The same for one of them.
    #[must_use]
    pub fn condition_variance(self, variance: f64, with_observed: f64) -> f64 {
        let [variance, square] = [variance, with_observed].map(F64x2::splat);
        Step::of(self).condition(variance, square, square).to_array()[0].max(0.0)
    }
}

/// The numbers of an [`Observation`] that every pair of points needs.
#[derive(Debug, Clone, Copy)]
pub struct Step {
    variance: f64,
    noise: f64,
    reciprocal: f64,
}

impl Step {
    /// Prepares an observation.
    #[must_use]
    pub fn of(observation: Observation) -> Self {
        let Observation { variance, noise } = observation;
        Self { variance, noise, reciprocal: 1.0 / (variance + noise) }
    }

    /// What [`Observation::condition`] does.
    pub fn condition_all(self, covariances: &mut [f64], with_observed: &[f64], other: f64) {
        replace(covariances, [with_observed], &WithOne { step: self, other });
    }

    /// cov(i, j | y) from cov(i, j), cov(i, k) and cov(j, k).
    #[inline(always)]
    pub fn condition<L: Lanes>(self, covariance: L, with_observed: L, other: L) -> L {
        let explained = covariance * L::splat(self.variance) - with_observed * other;
        (explained + covariance * L::splat(self.noise)) * L::splat(self.reciprocal)
    }
}

/// Covariances with one point.
struct WithOne {
    step: Step,
    other: f64,
}

impl Function<1> for WithOne {
    #[inline(always)]
    fn of<L: Lanes>(&self, covariance: L, [with_observed]: [L; 1]) -> L {
        self.step.condition(covariance, with_observed, L::splat(self.other))
    }
}

/// Variances: covariances of each point with itself.
struct Variances(Step);

impl Function<1> for Variances {
    #[inline(always)]
    fn of<L: Lanes>(&self, variance: L, [with_observed]: [L; 1]) -> L {
        L::splat(0.0).max(self.0.condition(variance, with_observed, with_observed))
    }
}

/// Copies the lower triangle of a square matrix into the upper one, tile by tile: a whole row at a
/// time would miss the cache at every entry.
pub fn mirror_lower(matrix: &mut Matrix) {
    let size = matrix.nrows();
    assert_eq!(matrix.ncols(), size, "a symmetric matrix must be square");
    let data = matrix.as_mut_slice();
    for left in (0..size).step_by(TILE) {
        for top in (left..size).step_by(TILE) {
            if top > left && top + TILE <= size {
                mirror_tile(data, size, top, left);
                continue;
            }
            for j in left..size.min(left + TILE) {
                for i in top.max(j + 1)..size.min(top + TILE) {
                    data[i * size + j] = data[j * size + i];
                }
            }
        }
    }
}

/// Rows, and columns, of a tile.
const TILE: usize = 16;

/// A whole tile below the diagonal, by squares of four. A call of its own for V8's sake, as in
/// [`simd::run`](crate::numeric::simd::run).
#[inline(never)]
fn mirror_tile(data: &mut [f64], size: usize, top: usize, left: usize) {
    for j in (left..left + TILE).step_by(4) {
        for i in (top..top + TILE).step_by(4) {
            let column = |k: usize| {
                F64x2::load_four(data[(j + k) * size + i..].first_chunk().expect("a whole tile"))
            };
            let [a, b, c, d] = [column(0), column(1), column(2), column(3)];
            for half in 0..2 {
                let (first, second) = (a[half].transpose(b[half]), c[half].transpose(d[half]));
                for k in 0..2 {
                    let row = &mut data[(i + 2 * half + k) * size + j..][..4];
                    Lanes::store(first[k], row);
                    Lanes::store(second[k], &mut row[2..]);
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
