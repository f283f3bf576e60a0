//! Householder's reduction of a symmetric matrix to tridiagonal form (Golub & Van Loan 2013, section
//! 8.3.1).

use super::element::{self, add_multiple, subtract_both};
use super::product::dot;
use crate::numeric::Matrix;

/// T = Q^T A Q: a tridiagonal matrix with the eigenvalues of A.
pub struct Tridiagonal {
    /// Its diagonal.
    pub diagonal: Vec<f64>,
    /// The entries beside it.
    pub beside: Vec<f64>,
    /// Q is the product of I - scale v v^T, in order; v ends with the last row.
    reflectors: Vec<(Vec<f64>, f64)>,
}

impl Tridiagonal {
    /// Of a symmetric matrix, of which only the lower triangle is read.
    pub fn of(mut matrix: Matrix) -> Self {
        let size = matrix.nrows();
        let mut beside = Vec::with_capacity(size.saturating_sub(1));
        let mut reflectors = Vec::with_capacity(beside.capacity());
        for step in 0..size.saturating_sub(1) {
            let mut reflector =
                matrix.as_slice()[step * size + step + 1..(step + 1) * size].to_vec();
            let norm = squared(&reflector).sqrt();
            let sign = if reflector[0] < 0.0 { -1.0 } else { 1.0 };
            beside.push(-sign * norm);
            reflector[0] += sign * norm;
            let squared = squared(&reflector);
            let scale = if squared > 0.0 { 2.0 / squared } else { 0.0 };
            if squared > 0.0 {
                reflect(&mut matrix, step + 1, &reflector, scale);
            }
            reflectors.push((reflector, scale));
        }
        let diagonal = matrix.diagonal().iter().copied().collect();
        Self { diagonal, beside, reflectors }
    }

    /// Q.
    pub fn basis(&self) -> Matrix {
        let size = self.diagonal.len();
        let mut basis = Matrix::identity(size, size);
        // From the last on, so that each changes only the block that is no identity any more.
        for (v, scale) in self.reflectors.iter().rev() {
            let from = size - v.len();
            for column in basis.as_mut_slice()[from * size..].chunks_exact_mut(size) {
                let column = &mut column[from..];
                let along = scale * dot(v, column);
                add_multiple(column, v, -along);
            }
        }
        basis
    }
}

/// Replaces the trailing block A, from row and column `start`, by H A H with H = I - scale v v^T.
/// Only its lower triangle is kept.
fn reflect(matrix: &mut Matrix, start: usize, v: &[f64], scale: f64) {
    let size = matrix.nrows();
    let below = |j: usize| (start + j) * size + start + j..(start + j + 1) * size;
    let entries = matrix.as_mut_slice();
    // A v, each sum in the order of the columns: what a column holds below its diagonal is its own share
    // of the sums further down, and then what is missing of its own sum.
    let mut w = vec![0.0; v.len()];
    for j in 0..v.len() {
        let column = &entries[below(j)];
        w[j] = column.iter().zip(&v[j..]).fold(w[j], |sum, (entry, v)| sum + entry * v);
        add_multiple(&mut w[j + 1..], &column[1..], v[j]);
    }
    element::scale(&mut w, scale);
    let half = 0.5 * scale * w.iter().zip(v).fold(0.0, |sum, (w, v)| sum + w * v);
    add_multiple(&mut w, v, -half);
    for j in 0..v.len() {
        subtract_both(&mut entries[below(j)], (&v[j..], w[j]), (&w[j..], v[j]));
    }
}

fn squared(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |sum, value| sum + value * value)
}
