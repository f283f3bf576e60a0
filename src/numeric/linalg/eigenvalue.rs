//! The smallest eigenvalue of a symmetric matrix.
//!
//! nalgebra has all eigenvalues, but by products and roots whose bits may differ between machines.

use crate::numeric::Matrix;

/// The smallest eigenvalue of a symmetric matrix with at least one row, to rounding errors of its
/// largest entries. Only the lower triangle is read.
///
/// Householder's reduction to tridiagonal form, then bisection by Sturm counts (Golub & Van Loan
/// 2013, sections 8.3.1 and 8.4.1).
#[must_use]
pub fn smallest_eigenvalue(matrix: &Matrix) -> f64 {
    let (diagonal, beside) = tridiagonal(matrix.clone());
    // Gershgorin's circles hold every eigenvalue.
    let radius = |i: usize| {
        let before = if i == 0 { 0.0 } else { beside[i - 1].abs() };
        before + beside.get(i).map_or(0.0, |entry: &f64| entry.abs())
    };
    let ends = |sign: f64| (0..diagonal.len()).map(move |i| (i, sign));
    let circle = |(i, sign): (usize, f64)| diagonal[i] + sign * radius(i);
    let mut low = ends(-1.0).map(circle).fold(f64::INFINITY, f64::min);
    let mut high = ends(1.0).map(circle).fold(f64::NEG_INFINITY, f64::max);
    loop {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            return high;
        }
        if has_eigenvalue_below(&diagonal, &beside, middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
}

/// Whether T - x I has a negative pivot (Sylvester's law of inertia).
fn has_eigenvalue_below(diagonal: &[f64], beside: &[f64], x: f64) -> bool {
    let mut pivot = diagonal[0] - x;
    for (entry, next) in beside.iter().zip(&diagonal[1..]) {
        if pivot < 0.0 {
            return true;
        }
        // A pivot of zero stands for a tiny positive one.
        pivot = (next - x) - entry * entry / pivot.max(f64::MIN_POSITIVE);
    }
    pivot < 0.0
}

/// The diagonal and the entries beside it of a tridiagonal matrix with the same eigenvalues.
fn tridiagonal(mut matrix: Matrix) -> (Vec<f64>, Vec<f64>) {
    let size = matrix.nrows();
    let mut beside = Vec::with_capacity(size.saturating_sub(1));
    for step in 0..size.saturating_sub(1) {
        let mut reflector: Vec<f64> = (step + 1..size).map(|i| matrix[(i, step)]).collect();
        let norm = sum(reflector.iter().map(|v| v * v)).sqrt();
        let sign = if reflector[0] < 0.0 { -1.0 } else { 1.0 };
        beside.push(-sign * norm);
        reflector[0] += sign * norm;
        let squared = sum(reflector.iter().map(|v| v * v));
        if squared > 0.0 {
            reflect(&mut matrix, step + 1, &reflector, 2.0 / squared);
        }
    }
    (matrix.diagonal().iter().copied().collect(), beside)
}

/// Replaces the trailing block A, from row and column `start`, by H A H with H = I - scale v v^T.
/// Only its lower triangle is kept.
fn reflect(matrix: &mut Matrix, start: usize, v: &[f64], scale: f64) {
    let size = v.len();
    let lower = |m: &Matrix, i: usize, j: usize| m[(start + i.max(j), start + i.min(j))];
    let mut w: Vec<f64> =
        (0..size).map(|i| scale * sum((0..size).map(|j| lower(matrix, i, j) * v[j]))).collect();
    let half = 0.5 * scale * sum(w.iter().zip(v).map(|(w, v)| w * v));
    w.iter_mut().zip(v).for_each(|(w, v)| *w -= half * v);
    for j in 0..size {
        for i in j..size {
            matrix[(start + i, start + j)] -= v[i] * w[j] + w[i] * v[j];
        }
    }
}

fn sum(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(0.0, |sum, value| sum + value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric::{Stream, linalg::multiply_transpose};

    #[test]
    fn it_is_the_smallest_that_nalgebra_finds() {
        for size in [1, 2, 3, 5, 17, 60] {
            let mut stream = Stream::new(5, "eigenvalue", size as u64);
            let root = Matrix::from_fn(size, size, |_, _| stream.normal());
            for matrix in [multiply_transpose(&root, &root), &root + root.transpose()] {
                let want = matrix.symmetric_eigenvalues().min();
                let got = smallest_eigenvalue(&matrix);
                assert!((got - want).abs() < 1e-13 * matrix.norm(), "{size}: {got} {want}");
            }
        }
    }

    #[test]
    fn closed_forms() {
        assert_eq!(smallest_eigenvalue(&Matrix::from_element(1, 1, 3.0)), 3.0);
        assert_eq!(smallest_eigenvalue(&Matrix::identity(4, 4)), 1.0);
        let rank_one = smallest_eigenvalue(&Matrix::from_element(6, 6, 1.0));
        assert!(rank_one.abs() < 1e-14, "{rank_one}");
        let equicorrelated = Matrix::from_fn(5, 5, |i, j| if i == j { 1.0 } else { -0.2475 });
        let got = smallest_eigenvalue(&equicorrelated);
        assert!((got - 0.01).abs() < 1e-15, "{got}");
    }
}
