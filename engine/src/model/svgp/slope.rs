//! The gradient of the bound by everything but q(v).

use crate::kernel::RbfSlope;
use crate::model::svgp::inducing::{Belief, Inducing, Summary};
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
    pub fn of(inducing: &Inducing, points: &'a Points, weight: f64) -> (Self, Summary) {
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
///
/// With q(v) = N(m, S) and M = I - S - m m^T, dE/dA = (M A + m y^T) / noise. A = L^-1 K_zx, so
/// dE/dK_zx = L^-T dE/dA, and by way of the factor (Murray 2016, section 4) dE/dK_zz =
/// -L^-T N L^-1 / 2, where N has the lower triangle of dE/dA A^T on both sides.
pub fn by_kernel(
    inducing: &Inducing,
    belief: &Belief,
    seen: Seen,
    summary: &Summary,
    noise: f64,
) -> Option<RbfSlope> {
    let lower = inducing.factor.lower();
    let inner = inner(belief);
    let mut by_covariance = multiply(&inner, &summary.square);
    add_outer(&mut by_covariance, 1.0, belief.mean.as_slice(), summary.product.as_slice());
    mirror_lower(&mut by_covariance);
    solve_lower_transposed_in_place(lower, &mut by_covariance);
    by_covariance.transpose_mut();
    solve_lower_transposed_in_place(lower, &mut by_covariance);
    by_covariance *= -0.5 / noise;

    let mut outer = inner;
    solve_lower_transposed_in_place(lower, &mut outer);
    let mut mean = Matrix::from_column_slice(belief.mean.len(), 1, belief.mean.as_slice());
    solve_lower_transposed_in_place(lower, &mut mean);
    let mut by_gram = multiply(&outer, &seen.projected);
    add_outer(&mut by_gram, 1.0, mean.as_slice(), seen.observed.as_slice());
    by_gram *= seen.weight / noise;

    let (kernel, points) = (&inducing.kernel, &inducing.points);
    let across = RbfSlope::of(kernel, (points, seen.inputs), &seen.gram, by_gram)?;
    let within = RbfSlope::of(kernel, (points, points), &inducing.covariance, by_covariance)?;
    let lengthscales = across.lengthscales.iter().zip(&within.lengthscales);
    Some(RbfSlope {
        lengthscales: lengthscales.map(|(across, within)| across + within).collect(),
        // Every example has the kernel's variance, too.
        variance: across.variance + within.variance - 0.5 * summary.count / noise,
        // Each inducing point is a row and a column of K_zz.
        left: across.left + within.left * 2.0,
    })
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
