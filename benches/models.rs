//! Timings of models that learn, at the paper's settings, on eight points of a line unless said. See
//! `harness`.

mod harness;

use harness::Workload;
use std::hint::black_box;
use talscope::model::network::{Batch, Network, Scratch};
use talscope::model::{
    Approach, Dropout, Ensemble, Hmc, Model, Nkn, Nng, RbfProcess, Variational, keep_going,
};
use talscope::numeric::{Matrix, Stream, Vector};
use talscope::posterior::Posterior;
use talscope::scenario::Region;
use talscope::task::{Points, line};

/// A new workload is a line here.
const WORKLOADS: [Workload; 12] = [
    ("network-gradient-8-points-50-units", gradient),
    ("network-gradient-8-points-50-units-two-lanes", || harness::on_two_lanes(gradient())),
    ("hmc-paper", || fit(Hmc::default())),
    ("ensemble-paper", || fit(Ensemble::default())),
    ("dropout-paper", || fit(Dropout::default())),
    ("gp-rbf-paper", || fit(RbfProcess { noise: Some(0.01), ..RbfProcess::default() })),
    ("nkn-100-steps-400-points-d13", network_of_kernels),
    ("ensemble-400-units-100-epochs-101-points-d13", ensemble_of_a_table),
    ("draws-5000-points-700-d9", draws),
    ("bbb-training", || fit(Variational { draws: 1, ..Variational::default() })),
    ("bbb-paper-45-points-700-asked-d9", || variational(Approach::Bbb)),
    ("nng-paper-45-points-700-asked-d9", || variational(Approach::Nng(Nng::default()))),
];

fn main() {
    harness::main();
}

/// The gradient of a network's loss, many times, because one takes less than a microsecond.
fn gradient() -> Box<dyn FnMut()> {
    let (network, train) = (Network::scaled(1, 50), train());
    let batch = Batch::new(&network, &train.inputs);
    let weights = Stream::new(1, "bench weights", 0).normals(network.size());
    let mut gradient = vec![0.0; network.size()];
    let mut scratch = Scratch::default();
    Box::new(move || {
        for _ in 0..1000 {
            network.forward(&weights, &batch, &mut scratch);
            scratch.slope.clone_from(&scratch.output);
            network.backward(&weights, &batch, &mut scratch, &mut gradient);
            black_box(&mut gradient);
        }
    })
}

fn fit(model: impl Model + 'static) -> Box<dyn FnMut()> {
    let (train, inputs) = (train(), line(Region { low: -4.0, high: 4.0, count: 100 }.points()));
    Box::new(move || {
        black_box(model.learn(&train, &inputs, &mut keep_going).expect("a fit"));
    })
}

fn network_of_kernels() -> Box<dyn FnMut()> {
    fit_table(400, Nkn { steps: 100, noise: None, ..Nkn::default() })
}

/// The paper's on the training part of Boston, for a hundredth of its epochs.
fn ensemble_of_a_table() -> Box<dyn FnMut()> {
    fit_table(101, Ensemble { units: 400, epochs: 100, noise: None, ..Ensemble::default() })
}

/// A table with as many inputs as Boston.
fn fit_table(rows: usize, model: impl Model + 'static) -> Box<dyn FnMut()> {
    let mut stream = Stream::new(1, "bench x", 0);
    let inputs = Matrix::from_vec(13, rows, stream.normals(13 * rows));
    let observed =
        Vector::from_fn(rows, |j, _| inputs.column(j).sum() / 3.0 + 0.1 * stream.normal());
    let train = Points { inputs, truth: observed.clone(), observed };
    let asked = Matrix::zeros(13, 1);
    Box::new(move || {
        black_box(model.learn(&train, &asked, &mut keep_going).expect("a fit"));
    })
}

/// Functions of many networks at many points, and their covariance.
fn draws() -> Box<dyn FnMut()> {
    let network = Network::scaled(9, 50);
    let mut stream = Stream::new(1, "bench weights", 0);
    let weights: Vec<Vec<f64>> = (0..5000).map(|_| stream.normals(network.size())).collect();
    let inputs = Matrix::from_vec(9, 700, Stream::new(1, "bench x", 0).normals(6300));
    Box::new(move || {
        let functions = network.functions(weights.iter().map(Vec::as_slice), &inputs);
        black_box(Posterior::from_draws(&functions, 0.01).expect("a posterior"));
    })
}

/// A synthetic task of the paper in nine dimensions.
fn variational(approach: Approach) -> Box<dyn FnMut()> {
    let model = Variational { approach, ..Variational::default() };
    let normals = |count: usize| Stream::new(1, "bench x", count as u64).normals(9 * count);
    let observed = Vector::from_vec(Stream::new(1, "bench y", 0).normals(45));
    let inputs = Matrix::from_vec(9, 45, normals(45));
    let train = Points { inputs, truth: observed.clone(), observed };
    let asked = Matrix::from_vec(9, 700, normals(700));
    Box::new(move || {
        black_box(model.learn(&train, &asked, &mut keep_going).expect("a fit"));
    })
}

fn train() -> Points {
    let inputs = line([-3.1, -2.6, -2.2, -1.8, 1.4, 1.9, 2.5, 3.2]);
    let observed = Vector::from_vec(vec![0.9, 0.6, 0.5, 0.1, -0.4, -0.2, 0.3, 0.8]);
    Points { inputs, truth: observed.clone(), observed }
}
