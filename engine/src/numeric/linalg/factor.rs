//! Factors of covariance matrices: the one place where jitter is added.

use super::{
    cholesky_in_place, gram_of_lower, invert_lower, solve_lower_in_place,
    solve_lower_transposed_in_place,
};
use crate::error::{Error, Result};
use crate::numeric::math::{all_finite, sum_of_logs};
use crate::numeric::{Matrix, Vector};

/// The lower Cholesky factor of a covariance matrix, perhaps with jitter on its diagonal.
///
/// ```
/// use talscope_engine::numeric::{Factor, Matrix};
/// let factor = Factor::new(Matrix::from_diagonal_element(3, 3, 4.0))?;
/// assert_eq!((factor.jitter(), factor.lower()[(2, 2)]), (0.0, 2.0));
/// # Ok::<(), talscope_engine::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Factor {
    lower: Matrix,
    jitter: f64,
}

/// Jitters tried in turn, relative to the mean diagonal entry, once the plain matrix fails.
const JITTERS: [f64; 9] = [1e-14, 1e-13, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6];

impl Factor {
    /// Factors a symmetric matrix, of which only the lower triangle is read.
    ///
    /// Nothing is added to a matrix that is positive definite as it stands. Otherwise the smallest
    /// of 1e-14, 1e-13, .. 1e-6 times the mean diagonal entry that helps goes on the diagonal:
    /// [`jitter`](Self::jitter) tells. Pivots below the rounding error of their diagonal entry are
    /// failures too, since not one of their bits means anything.
    ///
    /// # Errors
    /// [`Error::Value`] for an entry that is not finite, [`Error::Indefinite`] if no jitter helps.
    pub fn new(matrix: Matrix) -> Result<Self> {
        let size = matrix.nrows();
        assert_eq!(matrix.ncols(), size, "a covariance matrix must be square");
        check_finite(&matrix)?;
        let scale = if size == 0 { 0.0 } else { matrix.trace() / size as f64 };
        let jitters = JITTERS.map(|relative| relative * scale);
        std::iter::once(0.0)
            .chain(jitters)
            .find_map(|jitter| Some(Self { lower: try_factor(&matrix, jitter)?, jitter }))
            .ok_or(Error::Indefinite { size, jitter: jitters[JITTERS.len() - 1] })
    }

    /// L, with zeros above its diagonal.
    #[must_use]
    pub fn lower(&self) -> &Matrix {
        &self.lower
    }

    /// What was added to the diagonal; zero unless the matrix had to be helped.
    #[must_use]
    pub fn jitter(&self) -> f64 {
        self.jitter
    }

    /// Rows of the matrix.
    #[must_use]
    pub fn size(&self) -> usize {
        self.lower.nrows()
    }

    /// L^-1 B.
    #[must_use]
    pub fn solve_lower(&self, mut right_sides: Matrix) -> Matrix {
        solve_lower_in_place(&self.lower, &mut right_sides);
        right_sides
    }

    /// A^-1 B.
    #[must_use]
    pub fn solve(&self, right_sides: Matrix) -> Matrix {
        let mut solution = self.solve_lower(right_sides);
        solve_lower_transposed_in_place(&self.lower, &mut solution);
        solution
    }

    /// A^-1 b: the bits that [`solve`](Self::solve) would give this column.
    #[must_use]
    pub fn solve_vector(&self, right_side: &Vector) -> Vector {
        let column = Matrix::from_column_slice(right_side.len(), 1, right_side.as_slice());
        self.solve(column).column(0).into_owned()
    }

    /// The lower triangle of A^-1, with zeros above it: for gradients, which are sums over all of its entries. It takes
    /// a third of the time of solving for an identity matrix.
    #[must_use]
    pub fn inverse(&self) -> Matrix {
        gram_of_lower(&invert_lower(&self.lower))
    }

    /// ln det A.
    #[must_use]
    pub fn log_determinant(&self) -> f64 {
        2.0 * sum_of_logs(self.lower.diagonal().as_slice())
    }
}

fn check_finite(matrix: &Matrix) -> Result<()> {
    for (column, entries) in matrix.column_iter().enumerate() {
        let below = &entries.as_slice()[column..];
        if !all_finite(below) {
            let place = below.iter().position(|value| !value.is_finite()).unwrap_or(0);
            let (row, value) = (column + place, below[place]);
            let name = format!("covariance entry at row {row}, column {column}");
            return Err(Error::value(name, value, "finite"));
        }
    }
    Ok(())
}

fn try_factor(matrix: &Matrix, jitter: f64) -> Option<Matrix> {
    let mut lower = matrix.clone();
    (0..lower.nrows()).for_each(|i| lower[(i, i)] += jitter);
    cholesky_in_place(&mut lower).ok()?;
    let meaningful = |i: usize| {
        let root = lower[(i, i)];
        root * root > f64::EPSILON * (matrix[(i, i)] + jitter)
    };
    (0..lower.nrows()).all(meaningful).then_some(lower)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric::{linalg::multiply, math::exp};

    /// A smooth kernel on a grid: singular to working precision.
    fn smooth(size: usize) -> Matrix {
        let near = |i: usize, j: usize| i.abs_diff(j) as f64 / size as f64;
        Matrix::from_fn(size, size, |i, j| exp(-near(i, j) * near(i, j)))
    }

    fn definite(size: usize) -> Matrix {
        smooth(size) + Matrix::identity(size, size)
    }

    #[test]
    fn definite_matrices_get_no_jitter() {
        for size in [0, 1, 5, 40] {
            let factor = Factor::new(definite(size)).unwrap();
            assert_eq!((factor.jitter(), factor.size()), (0.0, size));
            let right = Matrix::from_fn(size, 3, |i, j| (i * 3 + j) as f64);
            let residual = multiply(&definite(size), &factor.solve(right.clone())) - right;
            assert!(size == 0 || residual.amax() < 1e-11, "size {size}");
        }
    }

    #[test]
    fn log_determinant_agrees_with_eigenvalues() {
        let factor = Factor::new(definite(70)).unwrap();
        let expected = sum_of_logs(definite(70).symmetric_eigenvalues().as_slice());
        assert!((factor.log_determinant() - expected).abs() < 1e-11);
        assert_eq!(Factor::new(Matrix::zeros(0, 0)).unwrap().log_determinant(), 0.0);
    }

    #[test]
    fn a_vector_is_solved_like_a_column() {
        let factor = Factor::new(definite(33)).unwrap();
        let right = Matrix::from_fn(33, 4, |i, j| (i as f64 - j as f64) * 0.1);
        let all = factor.solve(right.clone());
        for j in 0..4 {
            let alone = factor.solve_vector(&right.column(j).into_owned());
            assert_eq!(alone, all.column(j).into_owned());
        }
    }

    #[test]
    fn inverses_are_what_solving_gives() {
        for size in [0, 1, 15, 64, 65, 130, 300] {
            let factor = Factor::new(definite(size)).unwrap();
            let solved = factor.solve(Matrix::identity(size, size)).lower_triangle();
            let away = factor.inverse() - solved;
            assert!(size == 0 || away.amax() < 1e-13, "size {size}: {:e}", away.amax());
        }
    }

    #[test]
    fn singular_matrices_get_little_jitter_and_say_so() {
        let factor = Factor::new(smooth(100) * 4.0).unwrap();
        assert!(factor.jitter() > 0.0 && factor.jitter() <= 4e-10, "{:e}", factor.jitter());
        let twins = Factor::new(Matrix::from_element(2, 2, 1.0)).unwrap();
        assert_eq!(twins.jitter(), 1e-14);
    }

    #[test]
    fn only_the_lower_triangle_is_read() {
        let mut matrix = definite(20);
        let expected = Factor::new(matrix.clone()).unwrap();
        matrix.fill_upper_triangle(f64::NAN, 1);
        assert_eq!(Factor::new(matrix).unwrap(), expected);
    }

    #[test]
    fn errors_carry_the_value() {
        let mut matrix = definite(4);
        matrix[(3, 1)] = f64::INFINITY;
        let message = Factor::new(matrix).unwrap_err().to_string();
        assert_eq!(message, "covariance entry at row 3, column 1 must be finite, got inf");
        let indefinite = Matrix::from_row_slice(2, 2, &[1.0, 2.0, 2.0, 1.0]);
        let error = Factor::new(indefinite).unwrap_err();
        assert_eq!(error, Error::Indefinite { size: 2, jitter: 1e-6 });
    }
}
