//! Against differences, the evidence, and the exact process.

use super::*;
use crate::kernel::Kernel;
use crate::metric::{self, Entries};
use crate::model::{GaussianProcess, keep_going};
use crate::task::line;

fn train(count: usize) -> Points {
    let inputs = line((0..count).map(|i| 4.0 * (i as f64 * 0.618).fract() - 2.0));
    let observed = Vector::from_fn(count, |i, _| (2.0 * inputs[i]).sin() + 0.3 * inputs[i]);
    Points { inputs, truth: observed.clone(), observed }
}

#[test]
fn it_finds_the_correlations_of_the_exact_process() {
    let asked = line((0..61).map(|i| f64::from(i) / 10.0 - 3.0));
    let train = train(8);
    let kernel: Kernel = "rbf(0.8)".parse().unwrap();
    let process = GaussianProcess { kernel: kernel.clone(), noise: 0.01 };
    let exact = process.fit(&train, &asked, &mut keep_going).unwrap();
    for seed in 0..10 {
        let model = Fbnn { kernel: Some(kernel.clone()), seed, ..Fbnn::default() };
        let fitted = model.learn(&train, &asked, &mut keep_going).unwrap();
        let got = metric::metacorrelation(&fitted.posterior.covariance, &exact.covariance, Entries::UpperTriangle);
        eprintln!("{seed} {:?} elbo {:?} loss {:?} {:?}", got.unwrap().pearson, fitted.note("elbo"), fitted.note("loss_mean"), fitted.note("loss_slope"));
    }
    eprintln!("{}", process.condition(&train).unwrap().log_marginal_likelihood());
}
