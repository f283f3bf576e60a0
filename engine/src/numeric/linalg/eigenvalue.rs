//! The smallest eigenvalue of a symmetric matrix.
//!
//! nalgebra has all eigenvalues, but by products and roots whose bits may differ between machines.

use super::tridiagonal::Tridiagonal;
use crate::numeric::Matrix;

/// The smallest eigenvalue of a symmetric matrix with at least one row, to rounding errors of its
/// largest entries. Only the lower triangle is read.
///
/// Householder's reduction to tridiagonal form, then bisection by Sturm counts (Golub & Van Loan
/// 2013, sections 8.3.1 and 8.4.1).
#[must_use]
pub fn smallest_eigenvalue(matrix: &Matrix) -> f64 {
    let Tridiagonal { diagonal, beside, .. } = Tridiagonal::of(matrix.clone());
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
