//! The same bits natively, in a browser and next year: every routine's results, hashed.
//!
//! This one file runs natively and, through wasm-bindgen-test, in a real browser. A hash that
//! changes means that every fingerprint under every shared figure changes: do it knowingly, and
//! put the values that the failing test prints in the table.

use talscope::numeric::linalg::{
    cholesky_in_place, dot, multiply, multiply_transpose, multiply_vector, solve_lower_in_place,
    solve_lower_transposed_in_place, subtract_gram, subtract_outer, subtract_transpose_product,
    transpose_multiply, transpose_multiply_vector,
};
use talscope::numeric::simd::F64x2;
use talscope::numeric::{Factor, Fingerprint, Matrix, Stream, math};

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

/// A routine's name, what computes with it, and the hash of its results.
type Row = (&'static str, fn() -> Vec<f64>, u64);

const TABLE: [Row; 43] = [
    ("lanes: arithmetic", lane_arithmetic, 0x4f9c_92ea_5476_eaec),
    ("lanes: bits", lane_bits, 0xd84e_6468_8ab0_aaf8),
    ("exp", || scalars(math::exp), 0xb56f_6c13_ac9d_9cd3),
    ("exp_m1", || scalars(math::exp_m1), 0xf1ba_373a_b479_068f),
    ("ln", || scalars(math::ln), 0x8b4f_62fb_8b4a_b64a),
    ("ln_1p", || scalars(math::ln_1p), 0x12ba_8827_8ec9_573e),
    ("sin", || scalars(math::sin), 0xbbcc_048f_95bd_a8e3),
    ("cos", || scalars(math::cos), 0x8f97_e711_0b8b_3927),
    ("sin_cos", || scalars(|x| math::sin_cos(x).0 - math::sin_cos(x).1), 0x1fc0_6787_9fd4_b0d5),
    ("tanh", || scalars(math::tanh), 0x4c3e_9d64_34ef_acd5),
    ("acos", || scalars(math::acos), 0x5917_4c6c_fb7a_44c7),
    ("pow", || scalars(|x| math::pow(x.abs(), 0.37)), 0x7363_af66_00ae_9176),
    ("erf", || scalars(math::erf), 0x0f6b_97ab_af15_1152),
    ("ln_gamma", || scalars(math::ln_gamma), 0x5027_ecd3_8d6a_8066),
    ("exp_in_place", || mapped(math::exp_in_place), 0x69f2_a906_b8e2_2413),
    ("ln_in_place", || mapped(math::ln_in_place), 0x8b4f_62fb_8b4a_b64a),
    ("sum_of_logs", || vec![math::sum_of_logs(&positive(1000))], 0xa2d6_9c39_c8ce_2c2d),
    ("cholesky 0", || cholesky(0), 0x01e8_6ae1_0522_411d),
    ("cholesky 1", || cholesky(1), 0xf54c_6134_08b7_f98f),
    ("cholesky 5", || cholesky(5), 0x345c_6086_a288_4dc2),
    ("cholesky 37", || cholesky(37), 0xd49e_85ad_dfd8_634c),
    ("cholesky 131", || cholesky(131), 0xa8ec_eb75_30ae_7b18),
    ("cholesky 601", || cholesky(601), 0xd98c_89ac_507b_7a31),
    ("solve_lower 5 x 1", || solved(5, 1, solve_lower_in_place), 0xb84b_3527_3393_0c2c),
    ("solve_lower 83 x 19", || solved(83, 19, solve_lower_in_place), 0x8534_ef62_9c25_0905),
    ("solve_lower 601 x 9", || solved(601, 9, solve_lower_in_place), 0x62d8_c2c9_b99a_ed0b),
    (
        "solve_lower_transposed 5 x 1",
        || solved(5, 1, solve_lower_transposed_in_place),
        0xe9d2_6ea9_bb2e_f7bb,
    ),
    (
        "solve_lower_transposed 83 x 19",
        || solved(83, 19, solve_lower_transposed_in_place),
        0x6696_6c7b_3716_a44e,
    ),
    (
        "solve_lower_transposed 601 x 9",
        || solved(601, 9, solve_lower_transposed_in_place),
        0xe096_3ca8_bb37_f411,
    ),
    ("multiply", || entries(multiply(&random(67, 301), &random(301, 22))), 0x85c7_74d5_92c1_dcdc),
    (
        "transpose_multiply",
        || entries(transpose_multiply(&random(301, 67), &random(301, 22))),
        0xa338_986f_2ab8_b1b0,
    ),
    (
        "multiply_transpose",
        || entries(multiply_transpose(&random(67, 301), &random(22, 301))),
        0x35a2_5e67_6fb8_1a93,
    ),
    (
        "subtract_gram",
        || subtracted(45, |c| subtract_gram(c, &random(270, 45))),
        0xeec7_f0bb_6ca3_b9f1,
    ),
    (
        "subtract_outer",
        || subtracted(45, |c| subtract_outer(c, &random(45, 270))),
        0x505b_7213_fd09_1008,
    ),
    ("subtract_transpose_product", subtracted_product, 0xa6cb_a668_aa29_ce30),
    ("vectors", vectors, 0x8aa3_b4a3_a162_8b1d),
    ("factor", || factored(spread(40) + Matrix::identity(40, 40)), 0xe518_cf17_0c01_7218),
    ("factor with jitter", || factored(spread(40)), 0xb5e1_926b_c14b_0195),
    ("uniform", || draws(|stream| stream.uniform()), 0xd8be_d9a1_3186_f5b9),
    ("normal", || draws(|stream| stream.normal()), 0xd682_e47a_2f1f_1709),
    ("normals", || Stream::new(3, "normals", 9).normals(333), 0xebc8_7354_3aeb_cf86),
    ("below", || draws(|stream| stream.below(1_000_003) as f64), 0xa0cb_172b_0a5c_d52f),
    ("permutation", permutation, 0x5df0_945e_5d5e_1490),
];

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn bits_are_the_pinned_ones() {
    let differing: Vec<String> = TABLE
        .iter()
        .filter_map(|&(name, compute, pinned)| {
            let hash = Fingerprint::new().floats(&compute()).finish();
            (hash != pinned).then(|| format!("{name}: {hash:#018x}, pinned {pinned:#018x}"))
        })
        .collect();
    assert!(differing.is_empty(), "these bits changed:\n{}", differing.join("\n"));
}

/// Arguments of every size and sign, with the edges.
fn arguments() -> Vec<f64> {
    let mut stream = Stream::new(1, "arguments", 0);
    let mut values = vec![0.0, -0.0, 1.0, -1.0, 5e-324, 1e-310, f64::MIN_POSITIVE, f64::MAX];
    values.extend([f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 709.7, -708.5, -745.0, 710.0]);
    for scale in [1e-12, 0.01, 1.0, 20.0, 300.0, 1e9] {
        values.extend(stream.normals(100).into_iter().map(|z| z * scale));
    }
    values
}

fn positive(count: usize) -> Vec<f64> {
    let mut stream = Stream::new(1, "positive", 0);
    (0..count).map(|_| math::exp(3.0 * stream.normal())).collect()
}

fn scalars(function: fn(f64) -> f64) -> Vec<f64> {
    arguments().into_iter().map(function).collect()
}

fn mapped(function: fn(&mut [f64])) -> Vec<f64> {
    let mut values = arguments();
    function(&mut values);
    values
}

fn pairs() -> impl Iterator<Item = [F64x2; 2]> {
    let values = arguments();
    let (fours, _) = values.as_chunks::<4>();
    fours.iter().map(F64x2::load_four).collect::<Vec<_>>().into_iter()
}

fn lane_arithmetic() -> Vec<f64> {
    let results = |[a, b]: [F64x2; 2]| {
        let lanes = [a + b, a - b, a * b, a / b, a.sqrt(), a.min(b), a.max(b)];
        lanes.into_iter().flat_map(F64x2::to_array).chain([a.sum()])
    };
    pairs().flat_map(results).collect()
}

fn lane_bits() -> Vec<f64> {
    let results = |[a, b]: [F64x2; 2]| {
        let chosen = [a.less(b).select(a, b), a.equal(b).select(b, a)];
        let shifted = [a.integer_to_exponent(), a.exponent_to_integer()];
        let combined = [a.and_bits(b), a.or_bits(b), a.add_bits(b)];
        chosen.into_iter().chain(shifted).chain(combined).flat_map(F64x2::to_array)
    };
    pairs().flat_map(results).collect()
}

fn random(rows: usize, columns: usize) -> Matrix {
    let mut stream = Stream::new(rows as u64, "matrix", columns as u64);
    Matrix::from_fn(rows, columns, |_, _| stream.normal())
}

fn entries(matrix: Matrix) -> Vec<f64> {
    matrix.as_slice().to_vec()
}

/// A covariance that is positive definite with a wide margin.
fn covariance(size: usize) -> Matrix {
    let root = random(size, size.min(50));
    multiply_transpose(&root, &root) + Matrix::identity(size, size)
}

/// A smooth covariance on a grid, singular to working precision.
fn spread(size: usize) -> Matrix {
    Matrix::from_fn(size, size, |i, j| {
        let distance = i.abs_diff(j) as f64 / 20.0;
        math::exp(-0.5 * distance * distance)
    })
}

fn lower(size: usize) -> Matrix {
    let mut lower = covariance(size);
    cholesky_in_place(&mut lower).expect("positive definite");
    lower
}

fn cholesky(size: usize) -> Vec<f64> {
    entries(lower(size))
}

fn solved(size: usize, columns: usize, solve: fn(&Matrix, &mut Matrix)) -> Vec<f64> {
    let mut right_sides = random(size, columns);
    solve(&lower(size), &mut right_sides);
    entries(right_sides)
}

fn subtracted(size: usize, subtract: fn(&mut Matrix)) -> Vec<f64> {
    let mut matrix = covariance(size);
    subtract(&mut matrix);
    entries(matrix)
}

fn subtracted_product() -> Vec<f64> {
    let mut matrix = random(31, 18);
    subtract_transpose_product(&mut matrix, &random(270, 31), &random(270, 18));
    entries(matrix)
}

fn vectors() -> Vec<f64> {
    let (matrix, vector) = (random(31, 18), random(18, 1).column(0).into_owned());
    let product = multiply_vector(&matrix, &vector);
    let back = transpose_multiply_vector(&matrix, &product);
    let inner = dot(product.as_slice(), product.as_slice());
    product.iter().chain(back.iter()).copied().chain([inner]).collect()
}

fn factored(matrix: Matrix) -> Vec<f64> {
    let size = matrix.nrows();
    let factor = Factor::new(matrix).expect("positive definite up to jitter");
    let solution = factor.solve(random(size, 3));
    let vector = factor.solve_vector(&random(size, 1).column(0).into_owned());
    let half = factor.solve_lower(random(size, 2));
    let matrices = [factor.lower().clone(), solution, half].into_iter().flat_map(entries);
    let numbers = [factor.jitter(), factor.log_determinant()];
    matrices.chain(vector.iter().copied()).chain(numbers).collect()
}

fn draws(draw: fn(&mut Stream) -> f64) -> Vec<f64> {
    let mut stream = Stream::new(0xffff_ffff, "draws", 5);
    (0..1000).map(|_| draw(&mut stream)).collect()
}

fn permutation() -> Vec<f64> {
    let order = Stream::new(17, "permutation", 0).permutation(257);
    order.into_iter().map(|i| i as f64).collect()
}
