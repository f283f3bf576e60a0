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
    strips: Vec<Place>,
    entries: Vec<f64>,
    slope: Slope,
}

/// A strip, and where it lies.
struct Place {
    rows: Rows,
    some: Range<usize>,
    strip: Strip,
}

impl<'a> Exact<'a> {
    pub fn new(points: &'a Points) -> Self {
        let count = points.len();
        let place = |some: Range<usize>| {
            let rows = Rows::of(&points.inputs, some.start..count);
            Place { rows, some, strip: Strip::default() }
        };
        Self {
            points,
            strips: kernel::strips(count).map(place).collect(),
            entries: Vec::new(),
            slope: Slope::new(points.inputs.nrows()),
        }
    }

    /// The likelihood and its gradient, downhill.
    ///
    /// # Errors
    /// Those of [`Factor::new`].
    pub fn evaluate(&mut self, parameters: &Parameters) -> Result<(f64, Vec<f64>)> {
        let (kernel, noise) = (parameters.kernel(), parameters.noise());
        let count = self.points.len();
        let mut covariance = Matrix::zeros(count, count);
        for Place { rows, some, strip } in &mut self.strips {
            kernel.primitives.fill(rows, &self.points.inputs, some.clone(), strip);
            kernel.fill(strip, &mut self.entries);
            kernel::place(&self.entries, rows.count, &mut covariance, (some.start, some.clone()));
        }
        (0..count).for_each(|i| covariance[(i, i)] += noise);
        let factor = Factor::new(covariance)?;
        let weights = factor.solve_vector(&self.points.observed);
        let fit = linalg::dot(weights.as_slice(), self.points.observed.as_slice());
        let value = -0.5 * (fit + factor.log_determinant() + count as f64 * math::ln(TAU));
        let inverse = factor.inverse();
        self.slope.clear();
        for Place { rows, some, strip } in &mut self.strips {
            pulls(&inverse, &weights, (rows.count, some.clone()), &mut self.entries);
            let place = (&*rows, &self.points.inputs, some.clone());
            self.slope.add(&kernel, place, strip, &self.entries);
        }
        let by_noise =
            (0..count).fold(0.0, |sum, i| sum + 0.5 * (weights[i] * weights[i] - inverse[(i, i)]));
        Ok((value, parameters.downhill(&self.slope, by_noise)))
    }
}

/// The derivatives by the entries of a strip: (w w^T - K^-1) / 2, twice where the entry on the other side of the
/// diagonal is in no strip. Only the lower triangle of the inverse is read.
fn pulls(
    inverse: &Matrix,
    weights: &Vector,
    (rows, some): (usize, Range<usize>),
    by_entries: &mut Vec<f64>,
) {
    let (first, end) = (some.start, some.end);
    by_entries.clear();
    by_entries.resize(rows * some.len(), 0.0);
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
}
