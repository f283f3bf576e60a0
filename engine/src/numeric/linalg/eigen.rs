//! All eigenvalues and eigenvectors of a symmetric matrix, in a fixed order of operations: nalgebra's
//! use products whose bits may differ between machines.

use super::tridiagonal::Tridiagonal;
use crate::numeric::{Matrix, simd::F64x2};

/// `matrix = vectors diag(values) vectors^T`, in no particular order.
#[derive(Debug, Clone, PartialEq)]
pub struct Eigen {
    /// The eigenvalues.
    pub values: Vec<f64>,
    /// The eigenvectors, one a column.
    pub vectors: Matrix,
}

impl Eigen {
    /// Of a symmetric matrix, to rounding errors of its largest entries. What is not finite makes NaN.
    ///
    /// Householder's reduction to tridiagonal form, then implicit QR steps with Wilkinson's shift (Golub &
    /// Van Loan 2013, section 8.3).
    #[must_use]
    pub fn of(matrix: &Matrix) -> Self {
        let size = matrix.nrows();
        let largest = matrix.amax();
        if size == 0 || largest == 0.0 {
            return Self { values: vec![0.0; size], vectors: Matrix::identity(size, size) };
        }
        // Of ordinary size, so that no square overflows or vanishes.
        let tridiagonal = Tridiagonal::of(matrix / largest);
        let mut vectors = tridiagonal.basis();
        let (mut diagonal, mut beside) = (tridiagonal.diagonal, tridiagonal.beside);
        diagonalise(&mut diagonal, &mut beside, &mut vectors);
        diagonal.iter_mut().for_each(|value| *value *= largest);
        Self { values: diagonal, vectors }
    }
}

/// Steps for each eigenvalue: two or three are usual, so that only NaN takes so many.
const MOST_STEPS: usize = 50;

fn diagonalise(diagonal: &mut [f64], beside: &mut [f64], vectors: &mut Matrix) {
    let mut end = beside.len();
    for _ in 0..MOST_STEPS * diagonal.len() {
        let vanishes = |i: usize| {
            beside[i].abs() <= f64::EPSILON * (diagonal[i].abs() + diagonal[i + 1].abs())
        };
        while end > 0 && vanishes(end - 1) {
            end -= 1;
        }
        if end == 0 {
            return;
        }
        let start = (0..end).rev().find(|&i| vanishes(i)).map_or(0, |i| i + 1);
        qr_step(&mut diagonal[start..=end], &mut beside[start..end], start, vectors);
    }
    diagonal.fill(f64::NAN);
}

/// One implicit step on a block that begins at `start` (algorithm 8.3.2).
fn qr_step(diagonal: &mut [f64], beside: &mut [f64], start: usize, vectors: &mut Matrix) {
    let last = beside.len();
    let (off, half) = (beside[last - 1], (diagonal[last - 1] - diagonal[last]) / 2.0);
    let root = (half * half + off * off).sqrt();
    let shift = diagonal[last] - off * off / (half + root.copysign(half));
    let (mut x, mut z) = (diagonal[0] - shift, beside[0]);
    for k in 0..last {
        let length = (x * x + z * z).sqrt();
        let (c, s) = if length > 0.0 { (x / length, z / length) } else { (1.0, 0.0) };
        if k > 0 {
            beside[k - 1] = length;
        }
        let (above, below, off) = (diagonal[k], diagonal[k + 1], beside[k]);
        let mixed = 2.0 * c * s * off;
        diagonal[k] = c * c * above + mixed + s * s * below;
        diagonal[k + 1] = s * s * above - mixed + c * c * below;
        beside[k] = (c * c - s * s) * off + c * s * (below - above);
        if k + 1 < last {
            (x, z) = (beside[k], s * beside[k + 1]);
            beside[k + 1] *= c;
        }
        let rows = vectors.nrows();
        let both = &mut vectors.as_mut_slice()[(start + k) * rows..(start + k + 2) * rows];
        let (left, right) = both.split_at_mut(rows);
        rotate(left, right, c, s);
    }
}

#[inline(never)]
fn rotate(left: &mut [f64], right: &mut [f64], c: f64, s: f64) {
    let ((lefts, left), (rights, right)) = (left.as_chunks_mut::<2>(), right.as_chunks_mut::<2>());
    let (cosine, sine) = (F64x2::splat(c), F64x2::splat(s));
    for (left, right) in lefts.iter_mut().zip(rights) {
        let (a, b) = (F64x2::load(left), F64x2::load(right));
        (cosine * a + sine * b).store(left);
        (cosine * b - sine * a).store(right);
    }
    for (left, right) in left.iter_mut().zip(right) {
        (*left, *right) = (c * *left + s * *right, c * *right - s * *left);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric::Stream;
    use crate::numeric::linalg::{multiply_transpose, transpose_multiply};

    fn check(matrix: &Matrix) {
        let Eigen { values, vectors } = Eigen::of(matrix);
        let (size, norm) = (matrix.nrows(), matrix.norm());
        let gram = transpose_multiply(&vectors, &vectors);
        assert!((gram - Matrix::identity(size, size)).amax() < 1e-13, "{size}: orthogonal");
        let mut scaled = vectors.clone();
        scaled.column_iter_mut().zip(&values).for_each(|(mut column, value)| column *= *value);
        let again = multiply_transpose(&scaled, &vectors);
        assert!((again - matrix).amax() <= 1e-14 * norm, "{size}: the matrix again");
        let mut got = values;
        let mut want: Vec<f64> = matrix.symmetric_eigenvalues().iter().copied().collect();
        got.sort_by(f64::total_cmp);
        want.sort_by(f64::total_cmp);
        for (got, want) in got.iter().zip(&want) {
            assert!((got - want).abs() <= 1e-14 * norm, "{size}: {got} {want}");
        }
    }

    #[test]
    fn matrices_are_diagonalised() {
        for size in [1, 2, 3, 5, 17, 60, 101] {
            let mut stream = Stream::new(5, "eigen", size as u64);
            let root = Matrix::from_fn(size, size, |_, _| stream.normal());
            check(&multiply_transpose(&root, &root));
            check(&(&root + root.transpose()));
            // Half of all directions alike, many eigenvalues equal, some tiny.
            let half = root.columns(0, size.div_ceil(2)).into_owned();
            check(&multiply_transpose(&half, &half));
            check(&(Matrix::identity(size, size) * 3.0));
            let mut graded = multiply_transpose(&root, &root);
            for i in 0..size {
                let factor = crate::numeric::math::exp(-(i as f64));
                graded.row_mut(i).scale_mut(factor);
                graded.column_mut(i).scale_mut(factor);
            }
            check(&graded);
        }
    }

    #[test]
    fn any_scale_is_good() {
        let matrix = Matrix::from_row_slice(2, 2, &[2e-200, 1e-200, 1e-200, 2e-200]);
        let mut values = Eigen::of(&matrix).values;
        values.sort_by(f64::total_cmp);
        assert!((values[0] * 1e200 - 1.0).abs() < 1e-14 && (values[1] * 1e200 - 3.0).abs() < 1e-14);
        assert_eq!(Eigen::of(&Matrix::zeros(3, 3)).vectors, Matrix::identity(3, 3));
        assert!(Eigen::of(&Matrix::zeros(0, 0)).values.is_empty());
        assert!(Eigen::of(&Matrix::from_element(3, 3, f64::NAN)).values[0].is_nan());
    }
}
