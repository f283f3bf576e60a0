//! Covariance functions and their Gram matrices.
//!
//! Points are the columns of a `d x n` matrix, so that each point is contiguous in memory. This
//! module knows no data, noise or model: only how two inputs are related before anything is seen.

mod expression;

use std::f64::consts::PI;

use crate::numeric::math;
use crate::numeric::{Matrix, Vector};

pub use expression::Parameter;

/// A covariance function on `d`-dimensional inputs.
///
/// It prints as, and parses from, an expression such as `periodic(0.9,3)*rbf(30)`.
#[derive(Debug, Clone, PartialEq)]
pub enum Kernel {
    /// The limit of a one-hidden-layer ReLU network whose weights and biases have variance `eta`:
    /// the paper's oracle.
    Relu {
        /// Variance of weights and biases; it only rescales the kernel.
        eta: f64,
    },
    /// A ReLU network limit with one bias and one weight variance for each of its two layers.
    ReluGeneral {
        /// Bias variances of the first and the second layer.
        bias: [f64; 2],
        /// Weight variances of the first and the second layer.
        weight: [f64; 2],
    },
    /// `variance * exp(-r^2 / 2)`.
    Rbf {
        /// One lengthscale for all inputs, or one for each.
        lengthscales: Vec<f64>,
        /// Variance of the function at any point.
        variance: f64,
    },
    /// Matérn kernels of smoothness 1/2, 3/2 and 5/2.
    Matern {
        /// How often the function can be differentiated.
        smoothness: Smoothness,
        /// One lengthscale for all inputs, or one for each.
        lengthscales: Vec<f64>,
        /// Variance of the function at any point.
        variance: f64,
    },
    /// `variance * exp(-2 sum_i sin^2(pi (x_i - x'_i) / period) / lengthscale^2)`.
    Periodic {
        /// Smoothness within one period.
        lengthscale: f64,
        /// Length of one period.
        period: f64,
        /// Variance of the function at any point.
        variance: f64,
    },
    /// `variance * x.x' + bias`.
    Linear {
        /// Variance of the slopes.
        variance: f64,
        /// Variance of the intercept.
        bias: f64,
    },
    /// The sum of independent functions.
    Sum(Vec<Kernel>),
    /// The pointwise product of kernels.
    Product(Vec<Kernel>),
}

/// The three half-integer Matérn smoothnesses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Smoothness {
    /// nu = 1/2: continuous, nowhere smooth.
    Half,
    /// nu = 3/2: once differentiable.
    ThreeHalves,
    /// nu = 5/2: twice differentiable.
    FiveHalves,
}

impl Kernel {
    /// The matrix of `k(left_i, right_j)`.
    pub fn gram(&self, left: &Matrix, right: &Matrix) -> Matrix {
        let mut gram = Matrix::zeros(left.ncols(), right.ncols());
        for (mut column, point) in gram.column_iter_mut().zip(right.column_iter()) {
            self.fill(left.as_slice(), point.as_slice(), column.as_mut_slice());
        }
        gram
    }

    /// The prior variances `k(x_i, x_i)`.
    pub fn diagonal(&self, inputs: &Matrix) -> Vector {
        let variance = |point: &[f64]| {
            let mut variance = [0.0];
            self.fill(point, point, &mut variance);
            variance[0]
        };
        Vector::from_iterator(
            inputs.ncols(),
            inputs.column_iter().map(|point| variance(point.as_slice())),
        )
    }

    /// Whether it is defined on points of that many inputs.
    pub fn takes(&self, inputs: usize) -> bool {
        match self {
            Self::Rbf { lengthscales, .. } | Self::Matern { lengthscales, .. } => {
                [1, inputs].contains(&lengthscales.len())
            }
            Self::Sum(terms) | Self::Product(terms) => terms.iter().all(|term| term.takes(inputs)),
            _ => true,
        }
    }

    /// Writes `k(point_i, point)` for every point of `points`, which lie one after the other.
    ///
    /// Swapping the two inputs gives the same bits, so Gram matrices are exactly symmetric.
    fn fill(&self, points: &[f64], point: &[f64], out: &mut [f64]) {
        match self {
            Self::Relu { eta } => fill_relu(*eta, points, point, out),
            Self::ReluGeneral { bias, weight } => {
                fill_relu_general(*bias, *weight, points, point, out);
            }
            Self::Rbf { lengthscales, variance } => {
                fill_squared_distances(lengthscales, points, point, out);
                out.iter_mut().for_each(|r2| *r2 *= -0.5);
                math::exp_in_place(out);
                out.iter_mut().for_each(|k| *k *= variance);
            }
            Self::Matern { smoothness, lengthscales, variance } => {
                fill_squared_distances(lengthscales, points, point, out);
                fill_matern(*smoothness, *variance, out);
            }
            Self::Periodic { lengthscale, period, variance } => {
                each(points, point, out, |left| {
                    -2.0 * squared_sines(*period, left, point) / (lengthscale * lengthscale)
                });
                math::exp_in_place(out);
                out.iter_mut().for_each(|k| *k *= variance);
            }
            Self::Linear { variance, bias } => {
                each(points, point, out, |left| variance * dot(left, point) + bias);
            }
            Self::Sum(terms) => combine(terms, points, point, out, |sum, term| *sum += term),
            Self::Product(terms) => {
                combine(terms, points, point, out, |product, term| *product *= term);
            }
        }
    }
}

/// Sets each entry of `out` to `value` of the point it belongs to.
fn each(points: &[f64], point: &[f64], out: &mut [f64], value: impl Fn(&[f64]) -> f64) {
    for (entry, left) in out.iter_mut().zip(points.chunks_exact(point.len())) {
        *entry = value(left);
    }
}

fn combine(
    terms: &[Kernel],
    points: &[f64],
    point: &[f64],
    out: &mut [f64],
    join: impl Fn(&mut f64, f64),
) {
    let (first, rest) = terms.split_first().expect("a sum or product has terms");
    first.fill(points, point, out);
    let mut term = vec![0.0; out.len()];
    for kernel in rest {
        kernel.fill(points, point, &mut term);
        out.iter_mut().zip(&term).for_each(|(entry, value)| join(entry, *value));
    }
}

fn fill_squared_distances(lengthscales: &[f64], points: &[f64], point: &[f64], out: &mut [f64]) {
    let scale = |i: usize| lengthscales[if lengthscales.len() == 1 { 0 } else { i }];
    each(points, point, out, |left| {
        let scaled = |i: usize| (left[i] - point[i]) / scale(i);
        (0..point.len()).map(|i| scaled(i) * scaled(i)).sum()
    });
}

/// Turns squared scaled distances into Matérn covariances.
fn fill_matern(smoothness: Smoothness, variance: f64, squared: &mut [f64]) {
    let rate = match smoothness {
        Smoothness::Half => 1.0,
        Smoothness::ThreeHalves => 3.0,
        Smoothness::FiveHalves => 5.0,
    };
    let distances: Vec<f64> = squared.iter().map(|r2| (rate * r2).sqrt()).collect();
    squared.iter_mut().zip(&distances).for_each(|(k, a)| *k = -a);
    math::exp_in_place(squared);
    for (k, a) in squared.iter_mut().zip(&distances) {
        let polynomial = match smoothness {
            Smoothness::Half => 1.0,
            Smoothness::ThreeHalves => 1.0 + a,
            Smoothness::FiveHalves => 1.0 + a + a * a / 3.0,
        };
        *k *= variance * polynomial;
    }
}

fn squared_sines(period: f64, left: &[f64], right: &[f64]) -> f64 {
    let sine = |a: f64, b: f64| math::sin(PI * ((a - b) / period));
    left.iter().zip(right).map(|(a, b)| sine(*a, *b) * sine(*a, *b)).sum()
}

fn fill_relu(eta: f64, points: &[f64], point: &[f64], out: &mut [f64]) {
    let scale = eta * eta / (point.len() + 1) as f64;
    let extended = |a: &[f64], b: &[f64]| dot(a, b) + 1.0;
    let norm = extended(point, point);
    each(points, point, out, |left| {
        scale * relu_product(extended(left, point), extended(left, left), norm)
    });
}

fn fill_relu_general(
    bias: [f64; 2],
    weight: [f64; 2],
    points: &[f64],
    point: &[f64],
    out: &mut [f64],
) {
    let first = |a: &[f64], b: &[f64]| bias[0] + weight[0] * dot(a, b) / point.len() as f64;
    let norm = first(point, point);
    each(points, point, out, |left| {
        bias[1] + weight[1] * relu_product(first(left, point), first(left, left), norm)
    });
}

/// `E[relu(u) relu(v)]` for zero-mean Gaussians with the given covariance and variances
/// (Cho & Saul 2009, the arc-cosine kernel of degree one).
///
/// `acos(-c)` and `sqrt((1 - c)(1 + c))` keep their digits where `pi - acos(c)` and
/// `sqrt(1 - c^2)` cancel.
fn relu_product(covariance: f64, variance_left: f64, variance_right: f64) -> f64 {
    let scale = (variance_left * variance_right).sqrt();
    if scale == 0.0 {
        return 0.0;
    }
    let cosine = (covariance / scale).clamp(-1.0, 1.0);
    let sine = ((1.0 - cosine) * (1.0 + cosine)).sqrt();
    scale / (2.0 * PI) * (sine + math::acos(-cosine) * cosine)
}

fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests;
