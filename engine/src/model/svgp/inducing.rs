//! What inducing points know. Their values are u = L v with L L^T = K_zz, so v is standard normal
//! beforehand, and f(x) = a(x).v + rest with a(x) = L^-1 k(Z, x): the rest, of variance
//! k(x, x) - |a|^2, is what inducing points cannot tell.

use std::f64::consts::TAU;

use crate::error::Result;
use crate::kernel::Kernel;
use crate::numeric::linalg::{self, Factor};
use crate::numeric::{Matrix, Vector, math};
use crate::points::Points;
use crate::posterior::Posterior;

/// What inducing points ask of a kernel.
pub trait Prior {
    /// The matrix of `k(x_i, x_j)`.
    fn covariance(&self, points: &Matrix) -> Matrix;
    /// The matrix of `k(left_i, right_j)`.
    fn gram(&self, left: &Matrix, right: &Matrix) -> Matrix;
    /// The variances `k(x_i, x_i)`.
    fn diagonal(&self, points: &Matrix) -> Vector;
}

impl Prior for Kernel {
    fn covariance(&self, points: &Matrix) -> Matrix {
        self.covariance(points)
    }

    fn gram(&self, left: &Matrix, right: &Matrix) -> Matrix {
        self.gram(left, right)
    }

    fn diagonal(&self, points: &Matrix) -> Vector {
        self.diagonal(points)
    }
}

/// Inducing points under a kernel.
#[derive(Debug, Clone)]
pub struct Inducing<K = Kernel> {
    pub points: Matrix,
    pub kernel: K,
    /// K_zz.
    pub covariance: Matrix,
    pub factor: Factor,
}

impl<K: Prior> Inducing<K> {
    /// # Errors
    /// Those of [`Factor::new`].
    pub fn new(points: Matrix, kernel: K) -> Result<Self> {
        let covariance = kernel.covariance(&points);
        let factor = Factor::new(covariance.clone())?;
        Ok(Self { points, kernel, covariance, factor })
    }

    /// K_zx.
    pub fn gram(&self, inputs: &Matrix) -> Matrix {
        self.kernel.gram(&self.points, inputs)
    }

    /// The columns a(x), from K_zx.
    pub fn project(&self, gram: Matrix) -> Matrix {
        self.factor.solve_lower(gram)
    }
}

/// What data say of v, summed over examples.
#[derive(Debug, Clone)]
pub struct Summary {
    /// How many examples there are.
    pub count: f64,
    /// The sum of a a^T.
    pub square: Matrix,
    /// The sum of a y.
    pub product: Vector,
    /// The sum of y^2.
    pub squares: f64,
    /// The sum of the variances that inducing points cannot tell.
    pub rest: f64,
}

impl Summary {
    /// Of no data.
    pub fn none(size: usize) -> Self {
        let (square, product) = (Matrix::zeros(size, size), Vector::zeros(size));
        Self { count: 0.0, square, product, squares: 0.0, rest: 0.0 }
    }

    /// Adds examples: their columns a(x), prior variances and observations.
    pub fn add(&mut self, projected: &Matrix, variances: &Vector, observed: &Vector) {
        self.count += observed.len() as f64;
        self.square += linalg::outer(projected);
        self.product += linalg::multiply_vector(projected, observed);
        self.squares += linalg::dot(observed.as_slice(), observed.as_slice());
        for (column, variance) in projected.column_iter().zip(variances) {
            let told = linalg::dot(column.as_slice(), column.as_slice());
            self.rest += (variance - told).max(0.0);
        }
    }

    /// Adds examples as inducing points see them.
    pub fn add_some<K: Prior>(&mut self, inducing: &Inducing<K>, points: &Points) {
        let projected = inducing.project(inducing.gram(&points.inputs));
        self.add(&projected, &inducing.kernel.diagonal(&points.inputs), &points.observed);
    }

    /// As if there were so many times as many examples.
    pub fn times(self, factor: f64) -> Self {
        Self {
            count: factor * self.count,
            square: self.square * factor,
            product: self.product * factor,
            squares: factor * self.squares,
            rest: factor * self.rest,
        }
    }
}

/// The natural parameters of q(v): its precision, and that times its mean.
#[derive(Debug, Clone)]
pub struct Natural {
    precision: Matrix,
    shift: Vector,
}

impl Natural {
    /// The prior's.
    pub fn prior(size: usize) -> Self {
        Self { precision: Matrix::identity(size, size), shift: Vector::zeros(size) }
    }

    /// A natural gradient step of this length up the bound on these data. The likelihood being
    /// Gaussian, one of length 1 ends at the optimum (Salimbeni, Eleftheriadis & Hensman 2018).
    pub fn step(&mut self, summary: &Summary, noise: f64, length: f64) {
        let keep = 1.0 - length;
        let take = length / noise;
        self.precision = &self.precision * keep + &summary.square * take;
        (0..self.shift.len()).for_each(|i| self.precision[(i, i)] += length);
        self.shift = &self.shift * keep + &summary.product * take;
    }

    /// # Errors
    /// Those of [`Factor::new`].
    pub fn belief(&self) -> Result<Belief> {
        let precision = Factor::new(self.precision.clone())?;
        let mean = precision.solve_vector(&self.shift);
        let covariance = precision.solve(Matrix::identity(mean.len(), mean.len()));
        Ok(Belief { precision, mean, covariance })
    }
}

/// q(v).
#[derive(Debug, Clone)]
pub struct Belief {
    precision: Factor,
    pub mean: Vector,
    pub covariance: Matrix,
}

impl Belief {
    /// The expected squared error on the data, the function's own variance included.
    pub fn misfit(&self, summary: &Summary) -> f64 {
        let spread = linalg::dot(self.covariance.as_slice(), summary.square.as_slice());
        let image = linalg::multiply_vector(&summary.square, &self.mean);
        let explained = linalg::dot(self.mean.as_slice(), image.as_slice());
        let hit = linalg::dot(self.mean.as_slice(), summary.product.as_slice());
        summary.squares - 2.0 * hit + explained + spread + summary.rest
    }

    /// E log p(y | f) - KL(q || p), in nats (Hensman, Matthews & Ghahramani 2015, equation 18; with q at
    /// its optimum Titsias 2009, equation 9).
    pub fn bound(&self, summary: &Summary, noise: f64) -> f64 {
        let likelihood = summary.count * math::ln(TAU * noise) + self.misfit(summary) / noise;
        let square = linalg::dot(self.mean.as_slice(), self.mean.as_slice());
        let divergence = self.covariance.trace() + square - self.mean.len() as f64
            + self.precision.log_determinant();
        -0.5 * (likelihood + divergence)
    }

    /// What is believed of the function, jointly.
    ///
    /// # Errors
    /// Those of [`Posterior::possible`].
    pub fn joint(&self, inducing: &Inducing, inputs: &Matrix, noise: f64) -> Result<Posterior> {
        let mut covariance = inducing.kernel.covariance_lower(inputs);
        let variances = covariance.diagonal();
        let projected = inducing.project(inducing.gram(inputs));
        let mean = self.mean_at(&projected);
        linalg::subtract_gram(&mut covariance, &projected);
        linalg::add_gram(&mut covariance, &self.precision.solve_lower(projected));
        let noise = Vector::from_element(inputs.ncols(), noise);
        Posterior { mean, covariance, noise }.possible(&variances)
    }

    /// The mean at projected points.
    pub fn mean_at(&self, projected: &Matrix) -> Vector {
        linalg::transpose_multiply_vector(projected, &self.mean)
    }
}
