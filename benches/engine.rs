//! Timings of the Gaussian engine: Gram matrices, joint posteriors, rules and metrics, and of models
//! that are trained as functions. See `harness`.

mod harness;

use harness::Workload;
use std::hint::black_box;
use talscope::acquisition::{Candidates, Rule, select};
use talscope::kernel::Kernel;
use talscope::metric::{self, CrossOptions, Prediction};
use talscope::model::{Fbnn, GaussianProcess, Model, Svgp, keep_going};
use talscope::numeric::{Matrix, Stream, Vector, math};
use talscope::posterior::Posterior;
use talscope::scenario::Region;
use talscope::tal::{Settings, run_exact};
use talscope::task::{Points, line};

/// A new workload is a line here. Sizes read train-pool-targets.
const WORKLOADS: [Workload; 22] = [
    ("gram-rbf-2000", || gram("rbf(3)", 2000)),
    ("gram-relu-750", || gram("relu(1)", 750)),
    ("posterior-50-200-500-d10", || posterior("rbf(3)")),
    ("posterior-relu-50-200-500-d10", || posterior("relu(1)")),
    ("exact-1200-train-1200-test-d16", || exact(1200)),
    ("exact-2400-train-2400-test-d16", || exact(2400)),
    ("batchmig-q10", || rule(Rule::BatchMig, 200, 500, 10)),
    ("batchmig-q10-pool-x2", || rule(Rule::BatchMig, 400, 500, 10)),
    ("batchmig-q10-targets-x2", || rule(Rule::BatchMig, 200, 1000, 10)),
    ("batchmig-q20", || rule(Rule::BatchMig, 200, 500, 20)),
    ("mig-q10", || rule(Rule::Mig, 200, 500, 10)),
    ("itl-q10", || rule(Rule::Itl, 200, 500, 10)),
    ("xll-8-models-500-b5", || cross_likelihoods(500, 5)),
    ("xll-8-models-1000-b5", || cross_likelihoods(1000, 5)),
    ("xll-8-models-500-b10", || cross_likelihoods(500, 10)),
    ("toy-joint", || toy(&[])),
    ("toy-three-rules", || toy(&[Rule::Tig, Rule::Mig, Rule::BatchMig])),
    ("toy-nine-rules", || toy(&Rule::ALL)),
    ("curves-four-rules-d5", curves),
    ("svgp-500-of-5000", sparse),
    ("fbnn-400", || functional(400)),
    ("fbnn-100", || functional(100)),
];

fn main() {
    harness::main();
}

fn gram(kernel: &str, points: usize) -> Box<dyn FnMut()> {
    let kernel: Kernel = kernel.parse().expect("a kernel");
    let inputs = normals(10, points);
    Box::new(move || {
        black_box(kernel.covariance(&inputs));
    })
}

fn posterior(kernel: &str) -> Box<dyn FnMut()> {
    let process = GaussianProcess { kernel: kernel.parse().expect("a kernel"), noise: 0.01 };
    let (train, inputs) = (train(normals(10, 50)), normals(10, 700));
    Box::new(move || {
        black_box(joint(&process, &train, &inputs));
    })
}

/// A table of the size of the paper's largest: the joint posterior of as many points as were observed, and its XLL.
fn exact(points: usize) -> Box<dyn FnMut()> {
    let process = GaussianProcess { kernel: "rbf(4)".parse().expect("a kernel"), noise: 0.01 };
    let (train, inputs) = (smooth(normals(16, points)), normals(16, points));
    let y = smooth(inputs.clone()).observed;
    Box::new(move || {
        let joint = joint(&process, &train, &inputs);
        let models = [Prediction::from(&joint)];
        let found = metric::cross_likelihoods(&models, y.as_slice(), 5, CrossOptions::default());
        black_box(found.expect("one model"));
    })
}

fn rule(rule: Rule, pool: usize, targets: usize, batch_size: usize) -> Box<dyn FnMut()> {
    let process = GaussianProcess { kernel: Kernel::Relu { eta: 1.0 }, noise: 0.01 };
    let joint = joint(&process, &train(normals(10, 50)), &normals(10, pool + targets));
    Box::new(move || {
        let candidates = Candidates::of(&joint, pool).expect("a pool within the posterior");
        black_box(select(rule, &candidates, batch_size, 1).expect("a batch within the pool"));
    })
}

/// Everything a drag of the toy problem needs: the joint posterior, and each rule's batch.
fn toy(rules: &'static [Rule]) -> Box<dyn FnMut()> {
    let process = GaussianProcess { kernel: "rbf(0.8)".parse().expect("a kernel"), noise: 0.01 };
    let train = train(line([-2.7, -2.4, -2.1, 1.7, 2.0, 2.3]));
    let region = |low, high, count| Region { low, high, count }.points();
    let inputs = line(region(-6.0, 6.0, 200).chain(region(-1.3, 1.3, 20)));
    Box::new(move || {
        let joint = joint(&process, &train, &inputs);
        let candidates = Candidates::of(&joint, 200).expect("a pool within the posterior");
        for &rule in rules {
            black_box(select(rule, &candidates, 5, 1).expect("a batch within the pool"));
        }
    })
}

/// Learning curves of four rules on one task: ten batches of seven out of 500, for 200 targets.
fn curves() -> Box<dyn FnMut()> {
    let process = GaussianProcess { kernel: "rbf(3)".parse().expect("a kernel"), noise: 0.01 };
    let (train, inputs) = (train(normals(5, 25)), normals(5, 700));
    let (pool, targets) = (Vector::from_element(500, 0.5), Vector::from_element(200, 0.5));
    Box::new(move || {
        let joint = joint(&process, &train, &inputs);
        for rule in [Rule::BatchMig, Rule::Mig, Rule::Tig, Rule::Random] {
            let settings = Settings { rule, batch_size: 7, iterations: 10, seed: 1 };
            black_box(run_exact(&joint, &pool, &targets, settings).expect("a pool that suffices"));
        }
    })
}

/// A hundred steps on all points at once.
fn sparse() -> Box<dyn FnMut()> {
    let model = Svgp { inducing: 500, steps: 100, ..Svgp::default() };
    let (train, inputs) = (smooth(normals(10, 5000)), normals(10, 10));
    Box::new(move || {
        black_box(model.fit(&train, &inputs, &mut keep_going).expect("a fit"));
    })
}

/// The paper's synthetic setting: 1,000 epochs, 45 points of 9 inputs, 20 measurement points.
fn functional(units: usize) -> Box<dyn FnMut()> {
    let model = Fbnn { units, ..Fbnn::default() };
    let (train, inputs) = (smooth(normals(9, 45)), normals(9, 700));
    Box::new(move || {
        black_box(model.fit(&train, &inputs, &mut keep_going).expect("a fit"));
    })
}

/// Noisy values of a function that there is something to learn of.
fn smooth(inputs: Matrix) -> Points {
    let mut stream = Stream::new(1, "bench noise", 0);
    let value = |j: usize| math::sin(inputs[(0, j)]) + inputs.column(j).sum() / 3.0;
    let observed = Vector::from_fn(inputs.ncols(), |j, _| value(j) + 0.1 * stream.normal());
    Points { inputs, truth: observed.clone(), observed }
}

/// Eight models that differ in their lengthscale, each a candidate and a reference.
fn cross_likelihoods(targets: usize, batch_size: usize) -> Box<dyn FnMut()> {
    let inputs = normals(10, targets);
    let covariance = |model: usize| {
        let kernel = format!("rbf({})", 1.0 + 0.25 * model as f64).parse::<Kernel>();
        kernel.expect("a kernel").covariance(&inputs)
    };
    let covariances: Vec<Matrix> = (0..8).map(covariance).collect();
    let mut stream = Stream::new(1, "bench y", 0);
    let (y, mean) = (stream.normals(targets), stream.normals(targets));
    let noise = vec![0.01; targets];
    Box::new(move || {
        let predict = |covariance| Prediction { mean: &mean, covariance, noise: &noise };
        let models: Vec<_> = covariances.iter().map(predict).collect();
        let found = metric::cross_likelihoods(&models, &y, batch_size, CrossOptions::default());
        black_box(found.expect("a covariance with noise"));
    })
}

fn joint(process: &GaussianProcess, train: &Points, inputs: &Matrix) -> Posterior {
    process.condition(train).expect("a covariance with noise").joint(inputs).expect("a posterior")
}

fn train(inputs: Matrix) -> Points {
    let observed = Vector::from_vec(Stream::new(1, "bench y", 0).normals(inputs.ncols()));
    Points { inputs, truth: observed.clone(), observed }
}

fn normals(dimension: usize, count: usize) -> Matrix {
    let normals = Stream::new(1, "bench x", count as u64).normals(dimension * count);
    Matrix::from_vec(dimension, count, normals)
}
