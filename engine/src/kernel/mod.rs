//! Covariance functions and their Gram matrices.
//!
//! Points are the columns of a `d x n` matrix, so that each point is contiguous in memory. This
//! module knows no data, noise or model: only how two inputs are related before anything is seen.

mod entries;
mod expression;
mod slope;

use std::cell::Cell;
use std::f64::consts::PI;

use crate::cost::Cost;
use crate::numeric::linalg;
use crate::numeric::math;
use crate::numeric::simd;
use crate::numeric::{Matrix, Vector};

use entries::{Affine, Coordinates, Distances, LineDistances, Matern, ModerateRbf, Products, Rbf};
pub use expression::Parameter;
pub use slope::RbfSlope;

thread_local! {
    static SPENT: Cell<Cost> = const { Cell::new(Cost::operations(0.0)) };
}

/// What all evaluations on this thread have cost so far, by [`Kernel::cost`]: what was really done, to
/// hold estimates against. It is counted once a matrix, so that nobody has to switch it off.
#[must_use]
pub fn spent() -> Cost {
    SPENT.get()
}

fn count(cost: Cost) {
    SPENT.set(SPENT.get() + cost);
}

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
    /// The prior covariance of a network with one hidden layer of so many ReLU units, weights of
    /// variance eta, and layers scaled by one over the root of their fan-in, biases included:
    /// `(H k + eta) / (H + 1)`, k being its limit [`Kernel::Relu`].
    #[must_use]
    pub fn of_network(inputs: usize, units: usize, eta: f64) -> Self {
        let share = |of: usize| eta * of as f64 / (of + 1) as f64;
        let rest = |of: usize| eta / (of + 1) as f64;
        Self::ReluGeneral {
            bias: [rest(inputs), rest(units)],
            weight: [share(inputs), share(units)],
        }
    }

    /// The variance of all weights of the network whose prior this is, if it is one of those.
    #[must_use]
    pub fn weight_variance(&self, inputs: usize) -> Option<f64> {
        match self {
            Self::Relu { eta } => Some(*eta),
            Self::ReluGeneral { bias: [bias, last_bias], weight: [weight, last] } => {
                let inputs = inputs as f64;
                let eta = weight * (inputs + 1.0) / inputs;
                let near = |a: f64, b: f64| (a - b).abs() < 1e-3 * eta;
                (near(bias * inputs, *weight) && near(last + last_bias, eta)).then_some(eta)
            }
            _ => None,
        }
    }

    /// The matrix of `k(left_i, right_j)`.
    #[must_use]
    pub fn gram(&self, left: &Matrix, right: &Matrix) -> Matrix {
        count(self.cost(left.nrows(), (left.ncols() * right.ncols()) as f64));
        let coordinates = Coordinates::of(left);
        let rows = left.ncols();
        let mut entries = Vec::with_capacity(rows * right.ncols());
        for (j, point) in right.column_iter().enumerate() {
            entries.resize((j + 1) * rows, 0.0);
            self.fill(&coordinates, 0, point.as_slice(), &mut entries[j * rows..]);
        }
        Matrix::from_vec(rows, right.ncols(), entries)
    }

    /// The matrix of `k(x_i, x_j)`: the bits of `gram(inputs, inputs)` in half the time.
    #[must_use]
    pub fn covariance(&self, inputs: &Matrix) -> Matrix {
        let mut covariance = self.covariance_lower(inputs);
        linalg::mirror_lower(&mut covariance);
        covariance
    }

    /// The lower triangle of [`covariance`](Self::covariance), with zeros above: all that a factor
    /// needs.
    #[must_use]
    pub fn covariance_lower(&self, inputs: &Matrix) -> Matrix {
        let points = inputs.ncols();
        count(self.cost_of_covariance(inputs.nrows(), points as f64));
        let coordinates = Coordinates::of(inputs);
        // Column by column: zeros that are written all at once would have left the cache before they are
        // replaced.
        let mut entries = Vec::with_capacity(points * points);
        for (j, point) in inputs.column_iter().enumerate() {
            entries.resize((j + 1) * points, 0.0);
            self.fill(&coordinates, j, point.as_slice(), &mut entries[j * points + j..]);
        }
        Matrix::from_vec(points, points, entries)
    }

    /// The prior variances `k(x_i, x_i)`.
    #[must_use]
    pub fn diagonal(&self, inputs: &Matrix) -> Vector {
        count(self.cost(inputs.nrows(), inputs.ncols() as f64));
        let coordinates = Coordinates::of(inputs);
        let mut diagonal = Vector::zeros(inputs.ncols());
        for (i, point) in inputs.column_iter().enumerate() {
            self.fill(&coordinates, i, point.as_slice(), &mut diagonal.as_mut_slice()[i..=i]);
        }
        diagonal
    }

    /// Whether it is defined on points of that many inputs.
    #[must_use]
    pub fn takes(&self, inputs: usize) -> bool {
        match self {
            Self::Rbf { lengthscales, .. } | Self::Matern { lengthscales, .. } => {
                [1, inputs].contains(&lengthscales.len())
            }
            Self::Sum(terms) | Self::Product(terms) => terms.iter().all(|term| term.takes(inputs)),
            _ => true,
        }
    }

    /// What evaluating it so often on points of that many inputs costs.
    #[must_use]
    pub fn cost(&self, inputs: usize, evaluations: f64) -> Cost {
        Cost::operations(self.operations(inputs as f64)) * evaluations
    }

    /// What the covariance of so many points with each other costs.
    #[must_use]
    pub fn cost_of_covariance(&self, inputs: usize, points: f64) -> Cost {
        self.cost(inputs, points * (points + 1.0) / 2.0)
    }

    fn operations(&self, inputs: f64) -> f64 {
        match self {
            Self::Relu { .. } | Self::ReluGeneral { .. } => 24.0 + inputs,
            Self::Rbf { .. } | Self::Matern { .. } => 9.0 + inputs,
            Self::Periodic { .. } => 8.0 + 17.0 * inputs,
            Self::Linear { .. } => 2.0 + inputs,
            Self::Sum(terms) | Self::Product(terms) => {
                terms.iter().map(|term| 1.0 + term.operations(inputs)).sum()
            }
        }
    }

    /// Writes `k(left_i, point)` for `out.len()` points of `left`, beginning with the one numbered
    /// `first`. Each entry depends on its two points alone, and swapping them gives the same bits.
    fn fill(&self, left: &Coordinates, first: usize, point: &[f64], out: &mut [f64]) {
        match self {
            Self::Relu { eta } => {
                let scale = eta * eta / (point.len() + 1) as f64;
                fill_relu(left, first, point, out, |product| product + 1.0);
                out.iter_mut().for_each(|k| *k *= scale);
            }
            Self::ReluGeneral { bias, weight } => {
                let inputs = point.len() as f64;
                fill_relu(left, first, point, out, |p| bias[0] + weight[0] * p / inputs);
                out.iter_mut().for_each(|k| *k = bias[1] + weight[1] * *k);
            }
            Self::Rbf { lengthscales, variance } => {
                let end = Rbf { variance: *variance, constants: math::exp_constants() };
                fill_distances(lengthscales, left, first, point, out);
                if entries::moderate(out) {
                    simd::replace(out, [], &ModerateRbf(end));
                } else {
                    simd::replace(out, [], &end);
                }
            }
            Self::Matern { smoothness, lengthscales, variance } => {
                let (smoothness, variance) = (*smoothness, *variance);
                let end = Matern { smoothness, variance, constants: math::exp_constants() };
                fill_distances(lengthscales, left, first, point, out);
                simd::replace(out, [], &end);
            }
            Self::Periodic { lengthscale, period, variance } => {
                fill_squared_sines(*period, left, first, point, out);
                out.iter_mut().for_each(|s2| *s2 = -2.0 * *s2 / (lengthscale * lengthscale));
                math::exp_in_place(out);
                out.iter_mut().for_each(|k| *k *= variance);
            }
            Self::Linear { variance, bias } => {
                left.sum(first, point, out, &Products);
                simd::replace(out, [], &Affine { variance: *variance, bias: *bias });
            }
            Self::Sum(terms) => combine(terms, left, first, point, out, |sum, term| *sum += term),
            Self::Product(terms) => {
                combine(terms, left, first, point, out, |product, term| *product *= term);
            }
        }
    }
}

fn combine(
    terms: &[Kernel],
    left: &Coordinates,
    start: usize,
    point: &[f64],
    out: &mut [f64],
    join: impl Fn(&mut f64, f64),
) {
    let (first, rest) = terms.split_first().expect("a sum or product has terms");
    first.fill(left, start, point, out);
    let mut term = vec![0.0; out.len()];
    for kernel in rest {
        kernel.fill(left, start, point, &mut term);
        out.iter_mut().zip(&term).for_each(|(entry, value)| join(entry, *value));
    }
}

/// Sets `out` to squared distances in units of lengthscales.
fn fill_distances(
    lengthscales: &[f64],
    left: &Coordinates,
    first: usize,
    point: &[f64],
    out: &mut [f64],
) {
    match *lengthscales {
        [scale] if point.len() == 1 => left.sum(first, point, out, &LineDistances(scale)),
        [scale] => left.sum(first, point, out, &Distances(&[1.0 / scale])),
        _ => {
            let rates: Vec<f64> = lengthscales.iter().map(|scale| 1.0 / scale).collect();
            left.sum(first, point, out, &Distances(&rates));
        }
    }
}

fn fill_squared_sines(
    period: f64,
    left: &Coordinates,
    first: usize,
    point: &[f64],
    out: &mut [f64],
) {
    left.sum_singly(first, point, out, |a, b| {
        let sine = math::sin(PI * ((a - b) / period));
        sine * sine
    });
}

/// `E[relu(u) relu(v)]` where `layer` turns an inner product of inputs into the covariance of u and
/// v.
fn fill_relu(
    left: &Coordinates,
    first: usize,
    point: &[f64],
    out: &mut [f64],
    layer: impl Fn(f64) -> f64,
) {
    left.sum(first, point, out, &Products);
    let variance_right = layer(point.iter().fold(0.0, |sum, x| sum + x * x));
    for (entry, &norm) in out.iter_mut().zip(&left.squared_norms[first..]) {
        *entry = relu_product(layer(*entry), layer(norm), variance_right);
    }
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

#[cfg(test)]
mod tests;
