//! The functional bound (Sun, Zhang, Shi & Grosse 2019): the expected log likelihood minus the divergence
//! from the prior of the function at some points.

use std::f64::consts::TAU;

use crate::error::Result;
use crate::numeric::linalg::{self, Factor};
use crate::numeric::{Matrix, Vector, math};

/// What the bound needs beside q: the prior at all points, and what was observed at the first of them.
pub struct Setting<'a> {
    /// The prior covariance at the points.
    pub prior: &'a Matrix,
    /// Observations of the first points.
    pub observed: &'a [f64],
    /// How many examples each of them stands for.
    pub weight: f64,
    pub noise: f64,
    /// Added to both covariances: q and prior are those of the function with a little noise.
    pub jitter: f64,
}

/// The bound, and its derivatives.
pub struct Bound {
    pub value: f64,
    pub by_mean: Vector,
    pub by_covariance: Matrix,
    /// By the noise variance.
    pub by_noise: f64,
    /// The inverse of the prior covariance, and that times the mean.
    inverse: Matrix,
    pull: Vector,
}

impl Setting<'_> {
    /// For q of this mean and covariance, jitter included. With p = N(0, K) and q = N(m, S):
    /// E = w sum log N(y; m, noise) - w sum S_ii / (2 noise)
    ///   - (tr K^-1 S + m K^-1 m - N + log|K| - log|S|) / 2.
    ///
    /// # Errors
    /// Those of [`Factor::new`].
    pub fn bound(&self, mean: &Vector, covariance: &Matrix) -> Result<Bound> {
        let size = mean.len();
        let mut prior = self.prior.clone();
        (0..size).for_each(|i| prior[(i, i)] += self.jitter);
        let prior = Factor::new(prior)?;
        let own = Factor::new(covariance.clone())?;
        let inverse = prior.solve(Matrix::identity(size, size));
        let own_inverse = own.solve(Matrix::identity(size, size));
        let pull = linalg::multiply_vector(&inverse, mean);
        let spread = linalg::dot(inverse.as_slice(), covariance.as_slice());
        let square = linalg::dot(pull.as_slice(), mean.as_slice());
        let divergence =
            0.5 * (spread + square - size as f64 + prior.log_determinant() - own.log_determinant());
        let mut by_mean = -&pull;
        let mut by_covariance = (&own_inverse - &inverse) * 0.5;
        let mut misfit = 0.0;
        for (i, y) in self.observed.iter().enumerate() {
            let residual = y - mean[i];
            misfit += residual * residual + covariance[(i, i)];
            by_mean[i] += self.weight * residual / self.noise;
            by_covariance[(i, i)] -= 0.5 * self.weight / self.noise;
        }
        let count = self.weight * self.observed.len() as f64;
        let misfit = self.weight * misfit / self.noise;
        let likelihood = -0.5 * (count * math::ln(TAU * self.noise) + misfit);
        Ok(Bound {
            value: likelihood - divergence,
            by_mean,
            by_covariance,
            by_noise: 0.5 * (misfit - count) / self.noise,
            inverse,
            pull,
        })
    }
}

impl Bound {
    /// By the prior covariance: (K^-1 S K^-1 + K^-1 m m^T K^-1 - K^-1) / 2, S being that of q.
    pub fn by_prior(&self, covariance: &Matrix) -> Matrix {
        let Self { inverse, pull, .. } = self;
        let mut by = linalg::multiply(&linalg::multiply(inverse, covariance), inverse);
        for (j, mut column) in by.column_iter_mut().enumerate() {
            for i in 0..pull.len() {
                column[i] = 0.5 * (column[i] + pull[i] * pull[j] - inverse[(i, j)]);
            }
        }
        by
    }
}
