//! What a model believes, as it arrives from a worker: nothing is unpacked before it is looked at,
//! because a page that shows eight models of 700 points must not stop for it.

use std::rc::Rc;

use crate::numeric::{Matrix, Vector};
use crate::posterior::{Marginals, Posterior};

/// What a model believes of a task's points, or of its targets alone.
#[derive(Debug, Clone)]
pub struct Belief {
    /// Expected values.
    pub mean: Vec<f64>,
    /// Variances of the noise.
    pub noise: Vec<f64>,
    /// How many points, the first ones, it says nothing of.
    pub skipped: usize,
    /// The covariances.
    pub covariance: Triangle,
}

/// The lower triangle of a symmetric matrix, column by column, among other numbers.
#[derive(Debug, Clone)]
pub struct Triangle {
    /// The numbers.
    pub values: Rc<Vec<f64>>,
    /// Where the first column starts.
    pub start: usize,
    /// Rows of the matrix.
    pub size: usize,
}

impl Triangle {
    /// How many numbers a triangle of some size has.
    pub fn count(size: usize) -> usize {
        size * (size + 1) / 2
    }

    /// Its numbers.
    pub fn numbers(&self) -> &[f64] {
        &self.values[self.start..self.start + Self::count(self.size)]
    }

    /// An entry, in either order.
    pub fn get(&self, i: usize, j: usize) -> f64 {
        let (row, column) = (i.max(j), i.min(j));
        // Columns before this one have `size`, `size - 1`, .. entries.
        self.values[self.start + column * self.size - column * (column + 1) / 2 + row]
    }
}

impl Belief {
    /// From means, noises and the lower triangle of the covariance, all points being known.
    pub fn of(mean: Vec<f64>, noise: Vec<f64>, covariance: Rc<Vec<f64>>) -> Self {
        let covariance = Triangle { values: covariance, start: 0, size: mean.len() };
        Self { mean, noise, skipped: 0, covariance }
    }

    /// How many points it is about.
    pub fn len(&self) -> usize {
        self.mean.len()
    }

    /// Whether it is about none.
    pub fn is_empty(&self) -> bool {
        self.mean.is_empty()
    }

    /// The variance at one of its points; rounding below zero is clipped.
    pub fn variance(&self, i: usize) -> f64 {
        self.covariance.get(i, i).max(0.0)
    }

    /// Its means and variances alone.
    pub fn marginals(&self) -> Marginals {
        let vector = |values: &[f64]| Vector::from_column_slice(values);
        let variance = Vector::from_fn(self.len(), |i, _| self.variance(i));
        Marginals { mean: vector(&self.mean), variance, noise: vector(&self.noise) }
    }

    /// What it believes of the last `count` points.
    pub fn last(&self, count: usize) -> Posterior {
        let from = self.len() - count;
        let part = |values: &[f64]| Vector::from_column_slice(&values[from..]);
        Posterior {
            mean: part(&self.mean),
            covariance: Matrix::from_fn(count, count, |i, j| {
                self.covariance.get(from + i, from + j)
            }),
            noise: part(&self.noise),
        }
    }

    /// The correlations in an order of points, row by row; NaN where it says nothing.
    pub fn correlations(&self, order: &[usize]) -> Vec<f32> {
        let size = order.len();
        let own: Vec<Option<usize>> =
            order.iter().map(|point| point.checked_sub(self.skipped)).collect();
        let scale = |own: &Option<usize>| {
            let variance = own.map_or(0.0, |i| self.variance(i));
            if variance > 0.0 { 1.0 / variance.sqrt() } else { 0.0 }
        };
        let scales: Vec<f64> = own.iter().map(scale).collect();
        let mut places = vec![None; self.len()];
        for (place, own) in own.iter().enumerate() {
            if let Some(own) = own {
                places[*own] = Some(place);
            }
        }
        let mut values = vec![f32::NAN; size * size];
        // In the triangle's order: reading in the order of display would miss the cache each time.
        let mut at = self.covariance.start;
        for j in 0..self.len() {
            for i in j..self.len() {
                if let (Some(row), Some(column)) = (places[i], places[j]) {
                    let correlation = self.covariance.values[at] * scales[row] * scales[column];
                    let value = if i == j { 1.0 } else { correlation.clamp(-1.0, 1.0) as f32 };
                    values[row * size + column] = value;
                    values[column * size + row] = value;
                }
                at += 1;
            }
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_triangle_is_the_matrix() {
        let matrix = Matrix::from_fn(5, 5, |i, j| (10 * i.max(j) + i.min(j)) as f64);
        let mut values = vec![f64::NAN; 3];
        (0..5).for_each(|j| values.extend(matrix.column(j).iter().skip(j)));
        assert_eq!(values.len(), 3 + Triangle::count(5));
        let triangle = Triangle { values: Rc::new(values), start: 3, size: 5 };
        let read = Matrix::from_fn(5, 5, |i, j| triangle.get(i, j));
        assert_eq!(read, matrix);
        let belief =
            Belief { mean: vec![0.0; 5], noise: vec![1.0; 5], skipped: 2, covariance: triangle };
        assert_eq!(belief.last(2).covariance, matrix.view((3, 3), (2, 2)).into_owned());
        let correlations = belief.correlations(&[6, 0, 2, 1, 3, 4, 5]);
        assert_eq!(correlations[0], 1.0);
        assert!(correlations[1].is_nan() && correlations[8].is_nan(), "points it says nothing of");
        // A point of variance 0 is its own 0, and 0 with the others.
        assert_eq!((correlations[2 * 7 + 2], correlations[2]), (1.0, 0.0));
    }
}
