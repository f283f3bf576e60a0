//! Products of matrices and vectors.

use super::block::{Block, Filled, Operands, Part, slices};
use super::rank_one::mirror_lower;
use crate::numeric::{Matrix, Vector, simd::F64x2};

/// A B.
#[must_use]
pub fn multiply(a: &Matrix, b: &Matrix) -> Matrix {
    let mut product = Matrix::zeros(a.nrows(), b.ncols());
    add_product(&mut product, 1.0, (a, Block::whole(a)), (b, Block::whole(b).transposed()));
    product
}

/// A^T B.
#[must_use]
pub fn transpose_multiply(a: &Matrix, b: &Matrix) -> Matrix {
    let mut product = Matrix::zeros(a.ncols(), b.ncols());
    let (left, right) = (Block::whole(a).transposed(), Block::whole(b).transposed());
    add_product(&mut product, 1.0, (a, left), (b, right));
    product
}

/// A B^T.
#[must_use]
pub fn multiply_transpose(a: &Matrix, b: &Matrix) -> Matrix {
    let mut product = Matrix::zeros(a.nrows(), b.nrows());
    add_product(&mut product, 1.0, (a, Block::whole(a)), (b, Block::whole(b)));
    product
}

/// L B for a lower triangular L: what is zero is not multiplied.
#[must_use]
pub fn multiply_lower(lower: &Matrix, b: &Matrix) -> Matrix {
    triangle_product((lower, Block::whole(lower)), b, Filled::Rows)
}

/// L^T B for a lower triangular L: what is zero is not multiplied.
#[must_use]
pub fn transpose_multiply_lower(lower: &Matrix, b: &Matrix) -> Matrix {
    triangle_product((lower, Block::whole(lower).transposed()), b, Filled::Columns)
}

/// The lower triangle of A B^T, with zeros above it.
#[must_use]
pub fn lower_of_multiply_transpose(a: &Matrix, b: &Matrix) -> Matrix {
    let mut product = Matrix::zeros(a.nrows(), b.nrows());
    let lines = ((a, Block::whole(a)), (b, Block::whole(b)));
    add_part(&mut product, Part::Lower, 1.0, lines, |_| Filled::All);
    product
}

/// B B^T, symmetric to the last bit.
#[must_use]
pub fn outer(b: &Matrix) -> Matrix {
    let mut product = Matrix::zeros(b.nrows(), b.nrows());
    add_square(&mut product, 1.0, b, Block::whole(b));
    product
}

/// The lower triangle of B^T B for a lower triangular B, with zeros above it: rows of B are short, and what they are
/// zero for is left out.
#[must_use]
pub fn gram_of_lower(b: &Matrix) -> Matrix {
    let size = b.nrows();
    let mut product = Matrix::zeros(size, size);
    let (target, lines) = (Block::whole(&product), Block::whole(b).transposed());
    let mut operands = Operands::new();
    for range in slices(0..size) {
        let end = range.end;
        let filled = Filled::Columns(range.start);
        operands.pack_both(b.as_slice(), lines.part(0..end, range), filled);
        let target = target.part(0..end, 0..end);
        operands.add_product(product.as_mut_slice(), target, Part::Lower, 1.0);
    }
    product.fill_upper_triangle(0.0, 1);
    product
}

/// C += B^T B for a symmetric C, of which only the lower triangle is read. The result is symmetric
/// to the last bit.
pub fn add_gram(c: &mut Matrix, b: &Matrix) {
    add_square(c, 1.0, b, Block::whole(b).transposed());
}

/// C -= A^T B.
pub fn subtract_transpose_product(c: &mut Matrix, a: &Matrix, b: &Matrix) {
    let (left, right) = (Block::whole(a).transposed(), Block::whole(b).transposed());
    add_product(c, -1.0, (a, left), (b, right));
}

/// C -= B^T B for a symmetric C, of which only the lower triangle is read. The result is symmetric
/// to the last bit.
pub fn subtract_gram(c: &mut Matrix, b: &Matrix) {
    add_square(c, -1.0, b, Block::whole(b).transposed());
}

/// C -= B B^T for a symmetric C, of which only the lower triangle is read. The result is symmetric
/// to the last bit.
pub fn subtract_outer(c: &mut Matrix, b: &Matrix) {
    add_square(c, -1.0, b, Block::whole(b));
}

/// The inner product of two vectors of equal length.
#[must_use]
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len(), "inner product of vectors of different lengths");
    let ((a_fours, a_rest), (b_fours, b_rest)) = (a.as_chunks::<4>(), b.as_chunks::<4>());
    let mut sums = [F64x2::ZERO; 2];
    for (a, b) in a_fours.iter().zip(b_fours) {
        let (a, b) = (F64x2::load_four(a), F64x2::load_four(b));
        sums[0] += a[0] * b[0];
        sums[1] += a[1] * b[1];
    }
    let rest = a_rest.iter().zip(b_rest).fold(0.0, |sum, (a, b)| sum + a * b);
    (sums[0] + sums[1]).sum() + rest
}

/// A x.
#[must_use]
pub fn multiply_vector(a: &Matrix, x: &Vector) -> Vector {
    assert_eq!(a.ncols(), x.len(), "matrix columns and vector length");
    let mut product = Vector::zeros(a.nrows());
    for (column, &x) in a.as_slice().chunks_exact(a.nrows().max(1)).zip(x.as_slice()) {
        product.as_mut_slice().iter_mut().zip(column).for_each(|(sum, entry)| *sum += entry * x);
    }
    product
}

/// A^T x.
#[must_use]
pub fn transpose_multiply_vector(a: &Matrix, x: &Vector) -> Vector {
    assert_eq!(a.nrows(), x.len(), "matrix rows and vector length");
    let column = |j: usize| &a.as_slice()[j * a.nrows()..][..a.nrows()];
    Vector::from_fn(a.ncols(), |j, _| dot(column(j), x.as_slice()))
}

/// c += sign * left * right^T.
fn add_product(c: &mut Matrix, sign: f64, left: (&Matrix, Block), right: (&Matrix, Block)) {
    add_part(c, Part::Full, sign, (left, right), |_| Filled::All);
}

/// Lines of a lower triangle, each filled so, times `b`.
fn triangle_product(
    (lower, lines): (&Matrix, Block),
    b: &Matrix,
    filled: fn(usize) -> Filled,
) -> Matrix {
    assert!(lower.is_square(), "a triangular matrix must be square");
    let mut product = Matrix::zeros(lines.rows, b.ncols());
    let right = (b, Block::whole(b).transposed());
    add_part(&mut product, Part::Full, 1.0, ((lower, lines), right), filled);
    product
}

/// part of c += sign * left * right^T, where left lines are filled as said from each start of a slice.
fn add_part(
    c: &mut Matrix,
    part: Part,
    sign: f64,
    ((a, left), (b, right)): ((&Matrix, Block), (&Matrix, Block)),
    filled: fn(usize) -> Filled,
) {
    assert_eq!(left.columns, right.columns, "inner sizes of a matrix product");
    assert_eq!(c.shape(), (left.rows, right.rows), "shape of the target of a matrix product");
    let target = Block::whole(c);
    let mut operands = Operands::new();
    for range in slices(0..left.columns) {
        let lines = left.part(0..left.rows, range.clone());
        operands.pack_left(a.as_slice(), lines, filled(range.start));
        operands.pack_right(b.as_slice(), right.part(0..right.rows, range));
        operands.add_product(c.as_mut_slice(), target, part, sign);
    }
}

/// c += sign * lines * lines^T.
fn add_square(c: &mut Matrix, sign: f64, b: &Matrix, lines: Block) {
    assert_eq!(c.shape(), (lines.rows, lines.rows), "shape of the target of a matrix product");
    let target = Block::whole(c);
    let mut operands = Operands::new();
    for range in slices(0..lines.columns) {
        operands.pack_both(b.as_slice(), lines.part(0..lines.rows, range), Filled::All);
        operands.add_product(c.as_mut_slice(), target, Part::Lower, sign);
    }
    mirror_lower(c);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric::Stream;
    use proptest::prelude::*;

    fn random(rows: usize, columns: usize, purpose: &str) -> Matrix {
        let mut stream = Stream::new(7, purpose, (rows * 1000 + columns) as u64);
        Matrix::from_fn(rows, columns, |_, _| stream.normal())
    }

    fn naive(a: &Matrix, b: &Matrix) -> Matrix {
        let entry = |i, j| (0..a.ncols()).map(|k| a[(i, k)] * b[(k, j)]).sum();
        Matrix::from_fn(a.nrows(), b.ncols(), entry)
    }

    fn assert_near(got: &Matrix, expected: &Matrix, depth: usize) {
        assert_eq!(got.shape(), expected.shape());
        let error = (got - expected).amax();
        assert!(error <= 1e-14 * (depth + 1) as f64, "off by {error:e}");
    }

    fn check(rows: usize, columns: usize, depth: usize) {
        let (a, b) = (random(rows, depth, "a"), random(depth, columns, "b"));
        let expected = naive(&a, &b);
        assert_near(&multiply(&a, &b), &expected, depth);
        assert_near(&transpose_multiply(&a.transpose(), &b), &expected, depth);
        assert_near(&multiply_transpose(&a, &b.transpose()), &expected, depth);
        let mut c = Matrix::from_element(rows, columns, 2.0);
        subtract_transpose_product(&mut c, &a.transpose(), &b);
        assert_near(&c, &(Matrix::from_element(rows, columns, 2.0) - &expected), depth);
    }

    fn check_squares(rows: usize, depth: usize) {
        let a = random(rows, depth, "a");
        let expected = Matrix::identity(rows, rows) - naive(&a, &a.transpose());
        let mut lower = Matrix::identity(rows, rows);
        lower.fill_upper_triangle(f64::NAN, 1);
        let (mut outer, mut gram) = (lower.clone(), lower);
        subtract_outer(&mut outer, &a);
        subtract_gram(&mut gram, &a.transpose());
        assert_near(&outer, &expected, depth);
        assert_eq!((&outer, &outer), (&gram, &outer.transpose()));
        // What was subtracted and is added again, and the square alone.
        add_gram(&mut gram, &a.transpose());
        assert_near(&gram, &Matrix::identity(rows, rows), depth);
        assert_near(&super::outer(&a), &naive(&a, &a.transpose()), depth);
        let square = random(rows, rows, "square").lower_triangle();
        // Leaving out zeros changes no bit.
        let (right, left) = (random(rows, depth, "right"), random(rows, depth, "left"));
        assert_eq!(multiply_lower(&square, &right), multiply(&square, &right));
        assert_eq!(transpose_multiply_lower(&square, &right), transpose_multiply(&square, &right));
        let lower = multiply_transpose(&left, &right).lower_triangle();
        assert_eq!(lower_of_multiply_transpose(&left, &right), lower);
        let whole = naive(&square.transpose(), &square);
        assert_near(&gram_of_lower(&square), &whole.lower_triangle(), rows);
    }

    proptest! {
        #[test]
        fn products_are_right(rows in 0usize..40, columns in 0usize..40, depth in 0usize..40) {
            check(rows, columns, depth);
            check_squares(rows, depth);
        }
    }

    #[test]
    fn deep_and_wide_products_are_right() {
        check(70, 9, 600);
        check(131, 67, 257);
        check_squares(133, 300);
    }

    #[test]
    fn columns_do_not_depend_on_their_neighbours() {
        let (a, b) = (random(37, 300, "a"), random(300, 23, "b"));
        let all = multiply(&a, &b);
        for j in 0..23 {
            let alone = multiply(&a, &b.columns(j, 1).into_owned());
            assert_eq!(alone.as_slice(), all.column(j).as_slice());
        }
    }

    #[test]
    fn vectors_agree_with_matrices() {
        let (a, x) = (random(31, 18, "a"), random(18, 1, "x"));
        let product = multiply_vector(&a, &x.column(0).into_owned());
        assert_near(&Matrix::from_column_slice(31, 1, product.as_slice()), &naive(&a, &x), 18);
        let back = transpose_multiply_vector(&a, &product);
        let expected = naive(&a.transpose(), &naive(&a, &x));
        assert_near(&Matrix::from_column_slice(18, 1, back.as_slice()), &expected, 500);
        assert_eq!(multiply_vector(&Matrix::zeros(0, 3), &Vector::zeros(3)).len(), 0);
        assert_eq!(transpose_multiply_vector(&Matrix::zeros(0, 3), &Vector::zeros(0)).sum(), 0.0);
    }

    #[test]
    #[should_panic(expected = "inner sizes")]
    fn mismatched_sizes_panic() {
        let _ = multiply(&Matrix::zeros(2, 3), &Matrix::zeros(2, 3));
    }
}
