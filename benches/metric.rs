//! Timings of the metrics. See `harness`.

mod harness;

use harness::Workload;
use std::hint::black_box;
use talscope::metric::{self, Entries, Prediction};
use talscope::model::GaussianProcess;
use talscope::numeric::{Matrix, Stream};
use talscope::task::Points;

/// A new workload is a line here.
const WORKLOADS: [Workload; 4] = [
    ("xll-8-models-500-b5", || cross_likelihoods(500, 5)),
    ("xll-8-models-1000-b5", || cross_likelihoods(1000, 5)),
    ("xll-8-models-500-b10", || cross_likelihoods(500, 10)),
    ("metacorrelation-500", metacorrelation),
];

fn main() {
    harness::main();
}

fn cross_likelihoods(targets: usize, batch_size: usize) -> Box<dyn FnMut()> {
    let covariances: Vec<Matrix> = (0..8).map(|model| covariance(model, targets)).collect();
    let mut stream = Stream::new(1, "bench y", 0);
    let (y, mean) = (stream.normals(targets), stream.normals(targets));
    let noise = vec![0.01; targets];
    Box::new(move || {
        let predict = |covariance| Prediction { mean: &mean, covariance, noise: &noise };
        let models: Vec<_> = covariances.iter().map(predict).collect();
        let found = metric::cross_likelihoods(&models, &y, batch_size, true);
        black_box(found.expect("a covariance with noise"));
    })
}

fn metacorrelation() -> Box<dyn FnMut()> {
    let (candidate, oracle) = (covariance(0, 500), covariance(1, 500));
    Box::new(move || {
        black_box(metric::metacorrelation(&candidate, &oracle, Entries::UpperTriangle));
    })
}

/// Each model has a lengthscale of its own.
fn covariance(model: usize, targets: usize) -> Matrix {
    let kernel = format!("rbf({})", 1.0 + 0.25 * model as f64).parse().expect("a kernel");
    let inputs = Stream::new(1, "bench x", targets as u64).normals(10 * targets);
    let prior = GaussianProcess { kernel, noise: 0.01 }.condition(&Points::none(10));
    prior.expect("no data").joint(&Matrix::from_vec(10, targets, inputs)).covariance
}
