//! The log marginal likelihood of all data, and its gradient.

use std::f64::consts::TAU;
use std::ops::Range;

use crate::error::Result;
use crate::model::nkn::kernel::{self, Slope};
use crate::model::nkn::parameters::Parameters;
use crate::model::nkn::primitives::{Rows, Strip};
use crate::numeric::linalg::{self, Factor};
use crate::numeric::{Matrix, Vector, math};
use crate::points::Points;

/// Data, cut into strips of columns that reach from the diagonal down.
pub struct Exact<'a> {
    points: &'a Points,
    strips: Vec<(Rows, Range<usize>)>,
}

impl<'a> Exact<'a> {
    pub fn new(points: &'a Points) -> Self {
        let count = points.len();
        let strip = |some: Range<usize>| (Rows::of(&points.inputs, some.start..count), some);
        Self { points, strips: kernel::strips(count).map(strip).collect() }
    }

    /// The likelihood and its gradient, downhill.
    ///
    /// # Errors
    /// Those of [`Factor::new`].
    pub fn evaluate(&self, parameters: &Parameters) -> Result<(f64, Vec<f64>)> {
        let (kernel, noise) = (parameters.kernel(), parameters.noise());
        let count = self.points.len();
        let mut covariance = Matrix::zeros(count, count);
        let mut strips: Vec<Strip> = Vec::with_capacity(self.strips.len());
        for (rows, some) in &self.strips {
            let strip = kernel.primitives.strip(rows, &self.points.inputs, some.clone());
            let entries = kernel.entries(&strip);
            kernel::place(&entries, rows.count, &mut covariance, (some.start, some.clone()));
            strips.push(strip);
        }
        (0..count).for_each(|i| covariance[(i, i)] += noise);
        let factor = Factor::new(covariance)?;
        let weights = factor.solve_vector(&self.points.observed);
        let fit = linalg::dot(weights.as_slice(), self.points.observed.as_slice());
        let value = -0.5 * (fit + factor.log_determinant() + count as f64 * math::ln(TAU));
        let inverse = factor.inverse();
        let mut slope = Slope::new(self.points.inputs.nrows());
        for ((rows, some), strip) in self.strips.iter().zip(strips) {
            let by_entries = pulls(&inverse, &weights, rows.count, some.clone());
            let place = (rows, &self.points.inputs, some.clone());
            slope.add(&kernel, place, strip, &by_entries);
        }
        let by_noise = (0..count)
            .fold(0.0, |sum, i| sum + 0.5 * (weights[i] * weights[i] - inverse[(i, i)]));
        Ok((value, parameters.downhill(&slope, by_noise)))
    }
}

/// The derivatives by the entries of a strip: (w w^T - K^-1) / 2, twice where the entry on the other side of the
/// diagonal is in no strip. Only the lower triangle of the inverse is read.
fn pulls(inverse: &Matrix, weights: &Vector, rows: usize, some: Range<usize>) -> Vec<f64> {
    let (first, end) = (some.start, some.end);
    let mut by_entries = vec![0.0; rows * some.len()];
    for (column, j) in by_entries.chunks_exact_mut(rows.max(1)).zip(some) {
        for (i, pull) in column.iter_mut().enumerate().take(end - first) {
            let i = first + i;
            *pull = 0.5 * (weights[i] * weights[j] - inverse[(i.max(j), i.min(j))]);
        }
        let below = inverse.column(j);
        let below = below.as_slice()[end..].iter().zip(&weights.as_slice()[end..]);
        for (pull, (inverse, weight)) in column[end - first..].iter_mut().zip(below) {
            *pull = weight * weights[j] - inverse;
        }
    }
    by_entries
}
