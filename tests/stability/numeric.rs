//! What computes with one routine of numerics each.

use talscope::numeric::linalg::{
    Eigen, cholesky_in_place, dot, multiply_transpose, multiply_vector, subtract_transpose_product,
    transpose_multiply_vector,
};
use talscope::numeric::simd::F64x2;
use talscope::numeric::{Factor, Matrix, Stream, k_means, math};
/// Arguments of every size and sign, with the edges.
pub fn arguments() -> Vec<f64> {
    let mut stream = Stream::new(1, "arguments", 0);
    let mut values = vec![0.0, -0.0, 1.0, -1.0, 5e-324, 1e-310, f64::MIN_POSITIVE, f64::MAX];
    values.extend([f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 709.7, -708.5, -745.0, 710.0]);
    for scale in [1e-12, 0.01, 1.0, 20.0, 300.0, 1e9] {
        values.extend(stream.normals(100).into_iter().map(|z| z * scale));
    }
    values
}

pub fn positive(count: usize) -> Vec<f64> {
    let mut stream = Stream::new(1, "positive", 0);
    (0..count).map(|_| math::exp(3.0 * stream.normal())).collect()
}

pub fn scalars(function: fn(f64) -> f64) -> Vec<f64> {
    arguments().into_iter().map(function).collect()
}

pub fn mapped(function: fn(&mut [f64])) -> Vec<f64> {
    let mut values = arguments();
    function(&mut values);
    values
}

pub fn pairs() -> impl Iterator<Item = [F64x2; 2]> {
    let values = arguments();
    let (fours, _) = values.as_chunks::<4>();
    fours.iter().map(F64x2::load_four).collect::<Vec<_>>().into_iter()
}

pub fn lane_arithmetic() -> Vec<f64> {
    let results = |[a, b]: [F64x2; 2]| {
        let lanes = [a + b, a - b, a * b, a / b, a.sqrt(), a.min(b), a.max(b)];
        lanes.into_iter().flat_map(F64x2::to_array).chain([a.sum()])
    };
    pairs().flat_map(results).collect()
}

pub fn lane_bits() -> Vec<f64> {
    let results = |[a, b]: [F64x2; 2]| {
        let chosen = [a.less(b).select(a, b), a.equal(b).select(b, a)];
        let shifted = [a.integer_to_exponent(), a.exponent_to_integer()];
        let combined = [a.and_bits(b), a.or_bits(b), a.add_bits(b)];
        chosen.into_iter().chain(shifted).chain(combined).flat_map(F64x2::to_array)
    };
    pairs().flat_map(results).collect()
}

pub fn random(rows: usize, columns: usize) -> Matrix {
    let mut stream = Stream::new(rows as u64, "matrix", columns as u64);
    Matrix::from_fn(rows, columns, |_, _| stream.normal())
}

pub fn entries(matrix: Matrix) -> Vec<f64> {
    matrix.as_slice().to_vec()
}

/// A covariance that is positive definite with a wide margin.
pub fn covariance(size: usize) -> Matrix {
    let root = random(size, size.min(50));
    multiply_transpose(&root, &root) + Matrix::identity(size, size)
}

/// A smooth covariance on a grid, singular to working precision.
pub fn spread(size: usize) -> Matrix {
    Matrix::from_fn(size, size, |i, j| {
        let distance = i.abs_diff(j) as f64 / 20.0;
        math::exp(-0.5 * distance * distance)
    })
}

pub fn lower(size: usize) -> Matrix {
    let mut lower = covariance(size);
    cholesky_in_place(&mut lower).expect("positive definite");
    lower
}

pub fn cholesky(size: usize) -> Vec<f64> {
    entries(lower(size))
}

pub fn solved(size: usize, columns: usize, solve: fn(&Matrix, &mut Matrix)) -> Vec<f64> {
    let mut right_sides = random(size, columns);
    solve(&lower(size), &mut right_sides);
    entries(right_sides)
}

pub fn subtracted(size: usize, subtract: fn(&mut Matrix)) -> Vec<f64> {
    let mut matrix = covariance(size);
    subtract(&mut matrix);
    entries(matrix)
}

pub fn subtracted_product() -> Vec<f64> {
    let mut matrix = random(31, 18);
    subtract_transpose_product(&mut matrix, &random(270, 31), &random(270, 18));
    entries(matrix)
}

pub fn vectors() -> Vec<f64> {
    let (matrix, vector) = (random(31, 18), random(18, 1).column(0).into_owned());
    let product = multiply_vector(&matrix, &vector);
    let back = transpose_multiply_vector(&matrix, &product);
    let inner = dot(product.as_slice(), product.as_slice());
    product.iter().chain(back.iter()).copied().chain([inner]).collect()
}

pub fn factored(matrix: Matrix) -> Vec<f64> {
    let size = matrix.nrows();
    let factor = Factor::new(matrix).expect("positive definite up to jitter");
    let solution = factor.solve(random(size, 3));
    let vector = factor.solve_vector(&random(size, 1).column(0).into_owned());
    let half = factor.solve_lower(random(size, 2));
    let matrices = [factor.lower().clone(), solution, half].into_iter().flat_map(entries);
    let numbers = [factor.jitter(), factor.log_determinant()];
    matrices.chain(vector.iter().copied()).chain(numbers).collect()
}

pub fn eigen(matrix: Matrix) -> Vec<f64> {
    let Eigen { values, vectors } = Eigen::of(&matrix);
    values.into_iter().chain(entries(vectors)).collect()
}

pub fn draws(draw: fn(&mut Stream) -> f64) -> Vec<f64> {
    let mut stream = Stream::new(0xffff_ffff, "draws", 5);
    (0..1000).map(|_| draw(&mut stream)).collect()
}

/// Lists of every length, with other draws between them.
pub fn many_normals() -> Vec<f64> {
    let mut stream = Stream::new(8, "many normals", 2);
    let list = |length: usize| {
        let mut normals = vec![0.0; length];
        stream.fill_normals(&mut normals);
        normals.push(stream.uniform());
        normals
    };
    (0..300).flat_map(list).collect()
}

/// Mixtures of words, far along a stream.
pub fn long_stream() -> Vec<f64> {
    let mut stream = Stream::new(u64::MAX, "long", u64::MAX);
    let sum =
        |_| (0..1000).fold(0, |sum: u64, _| sum.rotate_left(7).wrapping_add(stream.below(1 << 63)));
    (0..100).map(sum).map(|sum| (sum >> 11) as f64).collect()
}

pub fn permutation() -> Vec<f64> {
    let order = Stream::new(17, "permutation", 0).permutation(257);
    order.into_iter().map(|i| i as f64).collect()
}

pub fn centres() -> Vec<f64> {
    entries(k_means(&random(3, 200), 17, &mut Stream::new(6, "centres", 0)))
}

pub fn ln_1p_of_positive() -> Vec<f64> {
    let mut values = positive(1001);
    values.extend([0.0, 1e-300, 1e-17, 1e-9, 1e300]);
    math::ln_1p_in_place(&mut values);
    values
}
