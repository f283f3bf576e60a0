//! Timings of the numeric kernels, natively and in a browser, from one list of workloads.
//!
//! `cargo bench` runs them natively. In a browser they run as a test, because wasm-bindgen's runner
//! ignores tests under `cargo bench`: `cargo test --release --target wasm32-unknown-unknown
//! --no-default-features --bench numeric -- --nocapture`, with `WASM_BINDGEN_TEST_TIMEOUT=120`.
//! Either way a workload prints one line, `bench <name> <median nanoseconds>`, which
//! `cargo xtask bench` reads.

use std::hint::black_box;
use talscope::numeric::linalg::{
    cholesky_in_place, multiply, multiply_transpose, solve_lower_in_place,
};
use talscope::numeric::{Factor, Matrix, Stream, math};

/// A name without spaces, and what prepares the data and returns the work to be timed.
type Workload = (&'static str, fn() -> Box<dyn FnMut()>);

/// A new workload is a line here.
const WORKLOADS: [Workload; 11] = [
    ("cholesky-32", || cholesky(32)),
    ("cholesky-512", || cholesky(512)),
    ("cholesky-1024", || cholesky(1024)),
    ("cholesky-2048", || cholesky(2048)),
    ("nalgebra-cholesky-1024", || nalgebra_cholesky(1024)),
    ("solve-lower-1024x700", || solve_lower(1024, 700)),
    ("multiply-512", || product(512)),
    ("multiply-1024", || product(1024)),
    ("exp-1e6", || in_place(math::exp_in_place)),
    ("ln-1e6", || in_place(math::ln_in_place)),
    ("normals-1e5", normals),
];

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

fn random(rows: usize, columns: usize) -> Matrix {
    let mut stream = Stream::new(1, "bench", 0);
    Matrix::from_fn(rows, columns, |_, _| stream.normal())
}

fn covariance(size: usize) -> Matrix {
    let root = random(size, 64);
    multiply_transpose(&root, &root) + Matrix::from_diagonal_element(size, size, 1.0)
}

/// Runs every workload and hands its line to `print`.
fn run(clock_nanoseconds: impl Fn() -> f64, print: impl Fn(String)) {
    for (name, prepare) in WORKLOADS {
        let median = median_nanoseconds(&mut prepare(), &clock_nanoseconds);
        print(format!("bench {name} {median:.0}"));
    }
}

/// The median of several samples, after a warm-up in which a browser replaces its baseline code. A
/// sample repeats the work for at least 20 ms, because a browser's clock ticks in tenths of one.
fn median_nanoseconds(work: &mut dyn FnMut(), clock: &impl Fn() -> f64) -> f64 {
    const SAMPLES: usize = 9;
    let mut sample = |repeats: u32| {
        let start = clock();
        (0..repeats).for_each(|_| work());
        clock() - start
    };
    let (start, mut repeats) = (clock(), 1);
    while clock() - start < 4e8 {
        if sample(repeats) < 2e7 {
            repeats *= 2;
        }
    }
    let mut times: Vec<f64> = (0..SAMPLES).map(|_| sample(repeats) / f64::from(repeats)).collect();
    times.sort_by(f64::total_cmp);
    times[SAMPLES / 2]
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    let start = std::time::Instant::now();
    run(|| start.elapsed().as_secs_f64() * 1e9, |line| println!("{line}"));
}

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(target_arch = "wasm32")]
mod browser {
    use wasm_bindgen::prelude::wasm_bindgen;
    use wasm_bindgen_test::{console_log, wasm_bindgen_test, wasm_bindgen_test_configure};

    wasm_bindgen_test_configure!(run_in_browser);

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_namespace = performance)]
        fn now() -> f64;
    }

    #[wasm_bindgen_test]
    fn workloads() {
        super::run(|| now() * 1e6, |line| console_log!("{line}"));
    }
}
