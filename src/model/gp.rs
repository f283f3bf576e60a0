//! Exact Gaussian process regression (Rasmussen & Williams 2006, algorithm 2.1).

use crate::error::Result;
use crate::kernel::Kernel;
use crate::numeric::linalg::{self, Factor};
use crate::numeric::{Matrix, Vector};
use crate::posterior::{Marginals, Posterior};
use crate::task::Points;

/// A zero-mean Gaussian process with known noise.
#[derive(Debug, Clone)]
pub struct GaussianProcess {
    /// Its prior covariance.
    pub kernel: Kernel,
    /// Variance of the observation noise.
    pub noise: f64,
}

/// A Gaussian process that has seen data.
#[derive(Debug, Clone)]
pub struct Conditioned {
    process: GaussianProcess,
    inputs: Matrix,
    factor: Factor,
    /// `L^-1 y`.
    whitened: Vector,
}

impl GaussianProcess {
    /// Conditions on observations; none at all leaves the prior.
    pub fn condition(&self, train: &Points) -> Result<Conditioned> {
        let mut gram = self.kernel.gram(&train.inputs, &train.inputs);
        for i in 0..gram.nrows() {
            gram[(i, i)] += self.noise;
        }
        let factor = Factor::new(gram)?;
        let observed = Matrix::from_column_slice(train.observed.len(), 1, train.observed.as_slice());
        let whitened = factor.solve_lower(observed).column(0).into_owned();
        Ok(Conditioned { process: self.clone(), inputs: train.inputs.clone(), factor, whitened })
    }
}

impl Conditioned {
    /// The joint posterior at `inputs`.
    pub fn joint(&self, inputs: &Matrix) -> Posterior {
        let projected = self.project(inputs);
        let mut covariance = self.process.kernel.gram(inputs, inputs);
        linalg::subtract_gram(&mut covariance, &projected);
        Posterior { mean: self.mean(&projected), covariance, noise: self.process.noise }
    }

    /// Means and variances at `inputs`.
    pub fn marginals(&self, inputs: &Matrix) -> Marginals {
        let projected = self.project(inputs);
        let mut variance = self.process.kernel.diagonal(inputs);
        for (v, column) in variance.iter_mut().zip(projected.column_iter()) {
            let explained: f64 = column.iter().map(|entry| entry * entry).sum();
            *v = (*v - explained).max(0.0);
        }
        Marginals { mean: self.mean(&projected), variance, noise: self.process.noise }
    }

    /// `L^-1 K(train, inputs)`: its columns carry all that the data say of each input.
    fn project(&self, inputs: &Matrix) -> Matrix {
        self.factor.solve_lower(self.process.kernel.gram(&self.inputs, inputs))
    }

    fn mean(&self, projected: &Matrix) -> Vector {
        let expected = |column: usize| -> f64 {
            projected.column(column).iter().zip(&self.whitened).map(|(a, b)| a * b).sum()
        };
        Vector::from_fn(projected.ncols(), |i, _| expected(i))
    }
}
