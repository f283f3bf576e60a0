//! Timings of the numeric kernels, natively and in a browser. See `harness`.

mod harness;

use harness::Workload;
use std::hint::black_box;
use talscope::numeric::linalg::{
    cholesky_in_place, multiply, multiply_transpose, solve_lower_in_place,
};
use talscope::numeric::{Factor, Matrix, Stream, math, simd};

/// A new workload is a line here.
const WORKLOADS: [Workload; 14] = [
    ("cholesky-32", || cholesky(32)),
    ("cholesky-512", || cholesky(512)),
    ("cholesky-1024", || cholesky(1024)),
    ("cholesky-1024-two-lanes", || harness::on_two_lanes(cholesky(1024))),
    ("cholesky-2048", || cholesky(2048)),
    ("nalgebra-cholesky-1024", || nalgebra_cholesky(1024)),
    ("solve-lower-1024x700", || solve_lower(1024, 700)),
    ("multiply-512", || product(512)),
    ("multiply-1024", || product(1024)),
    ("multiply-1024-two-lanes", || harness::on_two_lanes(product(1024))),
    ("exp-1e6", || in_place(math::exp_in_place)),
    ("ln-1e6", || in_place(math::ln_in_place)),
    ("normals-1e5", normals),
    ("many-normals-1e5", many_normals),
];

fn main() {
    println!("lanes {}", simd::count());
    harness::main();
}

fn cholesky(size: usize) -> Box<dyn FnMut()> {
    let matrix = covariance(size);
    Box::new(move || {
        let mut lower = matrix.clone();
        cholesky_in_place(&mut lower).expect("a covariance is positive definite");
        black_box(lower);
    })
}

fn nalgebra_cholesky(size: usize) -> Box<dyn FnMut()> {
    let matrix = covariance(size);
    Box::new(move || {
        black_box(nalgebra::Cholesky::new(matrix.clone()));
    })
}

fn solve_lower(size: usize, columns: usize) -> Box<dyn FnMut()> {
    let factor = Factor::new(covariance(size)).expect("a covariance is positive definite");
    let right_sides = random(size, columns);
    Box::new(move || {
        let mut solution = right_sides.clone();
        solve_lower_in_place(factor.lower(), &mut solution);
        black_box(solution);
    })
}

fn product(size: usize) -> Box<dyn FnMut()> {
    let (a, b) = (random(size, size), random(size, size));
    Box::new(move || {
        black_box(multiply(&a, &b));
    })
}

/// Times a function of a million values in 0 .. 1.
fn in_place(function: fn(&mut [f64])) -> Box<dyn FnMut()> {
    let mut stream = Stream::new(1, "bench", 0);
    let values: Vec<f64> = (0..1_000_000).map(|_| stream.uniform()).collect();
    let mut results = values.clone();
    Box::new(move || {
        results.copy_from_slice(&values);
        function(black_box(&mut results));
    })
}

fn normals() -> Box<dyn FnMut()> {
    let mut stream = Stream::new(1, "bench", 0);
    Box::new(move || {
        black_box(stream.normals(100_000));
    })
}

/// As samplers draw momenta: a row of weights at a time.
fn many_normals() -> Box<dyn FnMut()> {
    let mut stream = Stream::new(1, "bench", 0);
    let mut normals = vec![0.0; 100_000];
    Box::new(move || normals.chunks_mut(50).for_each(|row| stream.fill_normals(black_box(row))))
}

fn random(rows: usize, columns: usize) -> Matrix {
    let mut stream = Stream::new(1, "bench", 0);
    Matrix::from_fn(rows, columns, |_, _| stream.normal())
}

fn covariance(size: usize) -> Matrix {
    let root = random(size, 64);
    multiply_transpose(&root, &root) + Matrix::from_diagonal_element(size, size, 1.0)
}
