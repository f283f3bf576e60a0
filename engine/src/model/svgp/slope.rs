//! The gradient of the bound by everything but q(v).

use crate::kernel::RbfSlope;
use crate::model::svgp::inducing::{Belief, Inducing, Prior, Summary};
use crate::numeric::linalg::{mirror_lower, multiply, solve_lower_transposed_in_place};
use crate::numeric::{Matrix, Vector};
use crate::points::Points;

/// Some examples as the inducing points see them.
pub struct Seen<'a> {
    /// K_zx.
    pub gram: Matrix,
    /// The columns a(x).
    pub projected: Matrix,
    pub inputs: &'a Matrix,
    pub observed: &'a Vector,
    /// How many examples each stands for.
    pub weight: f64,
}

impl<'a> Seen<'a> {
    /// Examples of which each stands for so many, and what they say.
    pub fn of<K: Prior>(
        inducing: &Inducing<K>,
        points: &'a Points,
        weight: f64,
    ) -> (Self, Summary) {
        let (inputs, observed) = (&points.inputs, &points.observed);
        let gram = inducing.gram(inputs);
        let projected = inducing.project(gram.clone());
        let mut summary = Summary::none(projected.nrows());
        summary.add(&projected, &inducing.kernel.diagonal(inputs), observed);
        (Self { gram, projected, inputs, observed, weight }, summary.times(weight))
    }
}

/// By the noise variance.
pub fn by_noise(belief: &Belief, summary: &Summary, noise: f64) -> f64 {
    0.5 * (belief.misfit(summary) / noise - summary.count) / noise
}

/// By an rbf kernel's numbers and the inducing points, if it is one. `summary` is that of `seen`.
pub fn by_kernel(
    inducing: &Inducing,
    belief: &Belief,
    seen: Seen,
    summary: &Summary,
    noise: f64,
) -> Option<RbfSlope> {
    let ByGrams { across, within } = by_grams(inducing, belief, &seen, summary, noise);
    let (kernel, points) = (&inducing.kernel, &inducing.points);
    let across = RbfSlope::of(kernel, (points, seen.inputs), &seen.gram, across)?;
    let within = RbfSlope::of(kernel, (points, points), &inducing.covariance, within)?;
    let lengthscales = across.lengthscales.iter().zip(&within.lengthscales);
    Some(RbfSlope {
        lengthscales: lengthscales.map(|(across, within)| across + within).collect(),
        // Every example has the kernel's variance, too.
        variance: across.variance + within.variance - 0.5 * summary.count / noise,
        // Each inducing point is a row and a column of K_zz.
        left: across.left + within.left * 2.0,
    })
}

/// Derivatives by Gram matrices.
pub struct ByGrams {
    /// By K_zx.
    pub across: Matrix,
    /// By K_zz.
    pub within: Matrix,
}

/// By both Gram matrices, whatever their kernel; that by the variance of each example is -weight / (2 noise).
///
/// With q(v) = N(m, S) and M = I - S - m m^T, dE/dA = (M A + m y^T) / noise. A = L^-1 K_zx, so
/// dE/dK_zx = L^-T dE/dA, and by way of the factor (Murray 2016, section 4) dE/dK_zz =
/// -L^-T N L^-1 / 2, where N has the lower triangle of dE/dA A^T on both sides.
pub fn by_grams<K>(
    inducing: &Inducing<K>,
    belief: &Belief,
    seen: &Seen,
    summary: &Summary,
    noise: f64,
) -> ByGrams {
    let lower = inducing.factor.lower();
    let inner = inner(belief);
    let mut within = multiply(&inner, &summary.square);
    add_outer(&mut within, 1.0, belief.mean.as_slice(), summary.product.as_slice());
    mirror_lower(&mut within);
    solve_lower_transposed_in_place(lower, &mut within);
    within.transpose_mut();
    solve_lower_transposed_in_place(lower, &mut within);
    within *= -0.5 / noise;

    let mut outer = inner;
    solve_lower_transposed_in_place(lower, &mut outer);
    let mut mean = Matrix::from_column_slice(belief.mean.len(), 1, belief.mean.as_slice());
    solve_lower_transposed_in_place(lower, &mut mean);
    let mut across = multiply(&outer, &seen.projected);
    add_outer(&mut across, 1.0, mean.as_slice(), seen.observed.as_slice());
    across *= seen.weight / noise;
    ByGrams { across, within }
}

/// I - S - m m^T.
fn inner(belief: &Belief) -> Matrix {
    let mut inner = -&belief.covariance;
    (0..inner.nrows()).for_each(|i| inner[(i, i)] += 1.0);
    add_outer(&mut inner, -1.0, belief.mean.as_slice(), belief.mean.as_slice());
    inner
}

/// C += sign a b^T.
fn add_outer(c: &mut Matrix, sign: f64, a: &[f64], b: &[f64]) {
    for (mut column, b) in c.column_iter_mut().zip(b) {
        let factor = sign * b;
        column.as_mut_slice().iter_mut().zip(a).for_each(|(entry, a)| *entry += factor * a);
    }
}
