//! The Cholesky factorisation of a symmetric positive definite matrix.

use super::block::{Block, Filled, Operands, Part, slices};
use super::triangular::{BLOCK, Triangle, lazy_update, solve_strips};
use crate::numeric::Matrix;

/// Why a matrix has no Cholesky factor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BadPivot {
    /// The row at which the factorisation stopped.
    pub row: usize,
    /// What was left of its diagonal entry, which had to be positive and finite.
    pub pivot: f64,
}

/// Replaces a symmetric matrix by L with A = L L^T and zeros above the diagonal. Only the lower
/// triangle is read. After an error the contents are of no use.
///
/// Column blocks are factored from left to right and subtracted from later ones lazily, in the
/// order that `triangular.rs` describes.
pub fn cholesky_in_place(matrix: &mut Matrix) -> Result<(), BadPivot> {
    let size = matrix.nrows();
    assert_eq!(matrix.ncols(), size, "a matrix with a Cholesky factor must be square");
    let whole = Block::whole(matrix);
    let data = matrix.as_mut_slice();
    let mut operands = Operands::new();
    for done in 0..size.div_ceil(BLOCK) {
        factor_column_block(data, whole, done * BLOCK)?;
        subtract_factored(data, whole, done + 1, &mut operands);
    }
    matrix.fill_upper_triangle(0.0, 1);
    Ok(())
}

/// Factors the diagonal block at `start` and solves the rows below against it.
fn factor_column_block(data: &mut [f64], whole: Block, start: usize) -> Result<(), BadPivot> {
    let end = whole.rows.min(start + BLOCK);
    let diagonal = whole.part(start..end, start..end);
    let mut triangle = Triangle::new(end - start);
    for i in 0..end - start {
        for j in 0..=i {
            triangle.row_mut(i)[j] = data[diagonal.at(i, j)];
        }
        let root =
            factor_row(&mut triangle, i).map_err(|pivot| BadPivot { row: start + i, pivot })?;
        for j in 0..i {
            data[diagonal.at(i, j)] = triangle.row(i)[j];
        }
        data[diagonal.at(i, i)] = root;
    }
    let below = whole.part(end..whole.rows, start..end).transposed();
    solve_strips(&triangle, data, below, false);
    Ok(())
}

/// Factors row `i`, all above being done; returns the diagonal entry, or the bad pivot. The
/// triangle itself keeps the reciprocal.
fn factor_row(triangle: &mut Triangle, i: usize) -> Result<f64, f64> {
    let (above, row) = triangle.split_at_row(i);
    for j in 0..i {
        let earlier = &above[j * (j + 1) / 2..][..j + 1];
        let (known, rest) = row.split_at_mut(j);
        let sum = known.iter().zip(earlier).fold(rest[0], |sum, (a, b)| sum - a * b);
        rest[0] = sum * earlier[j];
    }
    let (known, last) = row.split_at_mut(i);
    let pivot = known.iter().fold(last[0], |sum, a| sum - a * a);
    if !(pivot > 0.0 && pivot < f64::INFINITY) {
        return Err(pivot);
    }
    let root = pivot.sqrt();
    last[0] = 1.0 / root;
    Ok(root)
}

/// Subtracts what is due after `done` column blocks. The target's columns are the first of its rows.
fn subtract_factored(data: &mut [f64], whole: Block, done: usize, operands: &mut Operands) {
    let size = whole.rows;
    let update = lazy_update(done);
    let (start, end) = (update.waiting.start * BLOCK, (update.waiting.end * BLOCK).min(size));
    if start >= end {
        return;
    }
    let target = whole.part(start..size, start..end);
    let solved = update.solved.start * BLOCK..update.solved.end * BLOCK;
    for range in slices(solved) {
        operands.pack_left(data, whole.part(start..size, range.clone()), Filled::All);
        operands.pack_right(data, whole.part(start..end, range));
        operands.add_product(data, target, Part::Lower, -1.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric::{Stream, linalg::multiply_transpose};
    use proptest::prelude::*;

    fn covariance(size: usize) -> Matrix {
        let mut stream = Stream::new(11, "cholesky", size as u64);
        let root = Matrix::from_fn(size, size, |_, _| stream.normal());
        multiply_transpose(&root, &root) / size.max(1) as f64 + Matrix::identity(size, size)
    }

    fn check(size: usize) {
        let matrix = covariance(size);
        let mut lower = matrix.clone();
        lower.fill_upper_triangle(f64::NAN, 1);
        cholesky_in_place(&mut lower).unwrap();
        let expected = nalgebra::Cholesky::new(matrix.clone()).unwrap().unpack();
        assert!((&lower - expected).amax() < 1e-13, "size {size}");
        assert!((multiply_transpose(&lower, &lower) - matrix).amax() < 1e-13, "size {size}");
        assert_eq!(lower, lower.lower_triangle());
    }

    proptest! {
        #[test]
        fn factors_agree_with_nalgebra(size in 0usize..40) {
            check(size);
        }
    }

    #[test]
    fn large_factors_agree_with_nalgebra() {
        [63, 64, 65, 200, 531].into_iter().for_each(check);
    }

    #[test]
    fn a_factor_begins_with_the_factor_of_the_leading_block() {
        let matrix = covariance(300);
        let mut whole = matrix.clone();
        cholesky_in_place(&mut whole).unwrap();
        for size in [1, 5, 16, 100, 257] {
            let mut leading = matrix.view((0, 0), (size, size)).into_owned();
            cholesky_in_place(&mut leading).unwrap();
            assert_eq!(leading, whole.view((0, 0), (size, size)).into_owned());
        }
    }

    #[test]
    fn bad_pivots_are_reported() {
        let mut matrix = covariance(50);
        matrix[(37, 37)] = -2.0;
        let bad = cholesky_in_place(&mut matrix).unwrap_err();
        assert_eq!(bad.row, 37);
        assert!(bad.pivot < -2.0);
        matrix.fill(f64::NAN);
        assert!(cholesky_in_place(&mut matrix).unwrap_err().pivot.is_nan());
    }
}
