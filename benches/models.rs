//! Timings of models that are trained, at the paper's settings. See `harness`.

mod harness;

use harness::Workload;
use std::hint::black_box;
use talscope::model::{Approach, Model, Nng, Variational, keep_going};
use talscope::numeric::{Matrix, Stream, Vector};
use talscope::task::Points;

/// A new workload is a line here. Sizes read train-asked-d.
const WORKLOADS: [Workload; 3] = [
    ("bbb-45-700-d9", || paper(Approach::Bbb)),
    ("nng-45-700-d9", || paper(Approach::Nng(Nng::default()))),
    ("bbb-training-8-d1", training),
];

fn main() {
    harness::main();
}

/// 1,000 epochs, 10 particles, 5,000 draws, 50 units.
fn paper(approach: Approach) -> Box<dyn FnMut()> {
    fit(Variational { approach, ..Variational::default() }, (9, 45, 700))
}

/// The same without draws, as `numpy_rows.py` has it.
fn training() -> Box<dyn FnMut()> {
    fit(Variational { draws: 1, ..Variational::default() }, (1, 8, 1))
}

fn fit(
    model: impl Model + 'static,
    (dimension, seen, asked): (usize, usize, usize),
) -> Box<dyn FnMut()> {
    let observed = Vector::from_vec(Stream::new(1, "bench y", 0).normals(seen));
    let inputs = normals(dimension, seen);
    let train = Points { inputs, truth: observed.clone(), observed };
    let asked = normals(dimension, asked);
    Box::new(move || {
        black_box(model.learn(&train, &asked, &mut keep_going).expect("a fit"));
    })
}

fn normals(dimension: usize, count: usize) -> Matrix {
    let normals = Stream::new(1, "bench x", count as u64).normals(dimension * count);
    Matrix::from_vec(dimension, count, normals)
}
