//! Conditioning a Gaussian on noisy observations, by prior covariances alone (Rasmussen & Williams
//! 2006, algorithm 2.1): what all models with a Gaussian prior share once they have their Gram
//! matrices.

use std::f64::consts::TAU;

use crate::error::Result;
use crate::numeric::linalg::{self, Factor};
use crate::numeric::{Matrix, Vector, math};
use crate::posterior::{Marginals, Posterior};

/// Noisy observations of a function whose prior is a zero-mean Gaussian.
#[derive(Debug, Clone)]
pub struct Evidence {
    /// `L L^T`, the prior covariance of the observations, noise included.
    factor: Factor,
    /// `L^-1 y`.
    whitened: Vector,
}

impl Evidence {
    /// From the prior covariance of the function where it was observed, of which only the lower
    /// triangle is read; none at all leaves the prior.
    ///
    /// # Errors
    /// Those of [`Factor::new`].
    pub fn new(mut prior: Matrix, observed: &Vector, noise: &Vector) -> Result<Self> {
        (0..noise.len()).for_each(|i| prior[(i, i)] += noise[i]);
        let factor = Factor::new(prior)?;
        let whitened = whiten(&factor, observed);
        Ok(Self { factor, whitened })
    }

    /// The log density of the observations, in nats.
    pub fn log_density(&self) -> f64 {
        let square = linalg::dot(self.whitened.as_slice(), self.whitened.as_slice());
        let constant = self.whitened.len() as f64 * math::ln(TAU);
        -0.5 * (square + self.factor.log_determinant() + constant)
    }

    /// What had to be added to the noise, since the covariance was singular in 64-bit numbers.
    pub fn jitter(&self) -> f64 {
        self.factor.jitter()
    }

    /// Other observations of the same points.
    pub fn observe(&mut self, observed: &Vector) {
        self.whitened = whiten(&self.factor, observed);
    }

    /// `L^-1 K` for prior covariances K of what was observed, one a row, with what is asked, one a
    /// column: the columns carry all that the data say of each.
    pub fn project(&self, cross: Matrix) -> Matrix {
        self.factor.solve_lower(cross)
    }

    /// The joint posterior, from the lower triangle of the prior covariance of what is asked and
    /// its projection; `noise` is that of an observation yet to be made.
    ///
    /// # Errors
    /// Those of [`Posterior::possible`].
    pub fn joint(&self, mut prior: Matrix, projected: &Matrix, noise: f64) -> Result<Posterior> {
        let variances = prior.diagonal();
        linalg::subtract_gram(&mut prior, projected);
        let noise = Vector::from_element(projected.ncols(), noise);
        Posterior { mean: self.mean(projected), covariance: prior, noise }.possible(&variances)
    }

    /// The same from prior variances, without the correlations.
    pub fn marginals(&self, mut prior: Vector, projected: &Matrix, noise: f64) -> Marginals {
        for (v, column) in prior.iter_mut().zip(projected.column_iter()) {
            let explained: f64 = column.iter().map(|entry| entry * entry).sum();
            *v = (*v - explained).max(0.0);
        }
        let noise = Vector::from_element(projected.ncols(), noise);
        Marginals { mean: self.mean(projected), variance: prior, noise }
    }

    /// Expected values alone.
    pub fn mean(&self, projected: &Matrix) -> Vector {
        let expected = |column: usize| -> f64 {
            projected.column(column).iter().zip(&self.whitened).map(|(a, b)| a * b).sum()
        };
        Vector::from_fn(projected.ncols(), |i, _| expected(i))
    }
}

/// `L^-1 y`.
fn whiten(factor: &Factor, observed: &Vector) -> Vector {
    let observed = Matrix::from_column_slice(observed.len(), 1, observed.as_slice());
    factor.solve_lower(observed).column(0).into_owned()
}
