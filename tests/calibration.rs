//! Simulation-based calibration of the sampler (Talts et al. 2018): draw weights from the prior and data
//! from them, sample the posterior, and see where the truth ranks among the draws. If and only if the
//! sampler is right, all ranks are equally likely.
//!
//! Two samplers that are wrong must fail the same check, or it would say nothing.

use talscope::model::network::{Batch, Network, Scratch};
use talscope::model::{Hmc, Model, keep_going};
use talscope::numeric::{Matrix, Stream, Vector};
use talscope::task::{Points, line};

const REPLICATES: usize = 240;
/// Ranks go from 0 to this.
const DRAWS: usize = 59;
const BINS: usize = 12;
const NOISE: f64 = 0.05;
const UNITS: usize = 3;

/// What the sampler believes instead of the truth.
enum Fault {
    None,
    HalvedNoise,
    IgnoresData,
}

/// Ranks of three function values and of the log likelihood.
fn ranks(fault: &Fault, replicate: usize) -> [usize; 4] {
    let mut stream = Stream::new(7, "calibration", replicate as u64);
    let network = Network::scaled(1, UNITS);
    let mut weights = vec![0.0; network.size()];
    for row in network.rows() {
        weights[row].iter_mut().for_each(|weight| *weight = stream.normal());
    }
    let x = line([-1.5, -0.4, 0.8, 1.7]);
    let asked = line([-1.5, -0.4, 0.8, 1.7, -2.5, 0.2, 2.4]);
    let mut scratch = Scratch::default();
    network.forward(&weights, &Batch::new(&network, &asked), &mut scratch);
    let truth = scratch.output.clone();
    let observed = Vector::from_fn(4, |i, _| truth[i] + NOISE.sqrt() * stream.normal());
    let believed = match fault {
        Fault::HalvedNoise => NOISE / 2.0,
        _ => NOISE,
    };
    let train = match fault {
        Fault::IgnoresData => Points::none(1),
        _ => Points { inputs: x, truth: observed.clone(), observed: observed.clone() },
    };
    let hmc = Hmc {
        units: UNITS,
        chains: 1,
        burn_in: 400,
        draws: DRAWS,
        thin: 25,
        leapfrog: 8,
        step: 0.1,
        noise: Some(believed),
        seed: 1000 + replicate as u64,
        ..Hmc::default()
    };
    let functions = hmc.learn(&train, &asked, &mut keep_going).unwrap().functions.unwrap();
    // The values at three points, and the data's log likelihood up to a factor.
    let quantities = |f: &dyn Fn(usize) -> f64| {
        [f(4), f(5), f(6), -(0..4).map(|i| square(observed[i] - f(i))).sum::<f64>()]
    };
    let true_values = quantities(&|i| truth[i]);
    let drawn: Vec<_> = (0..DRAWS).map(|draw| quantities(&|i| functions[(i, draw)])).collect();
    [0, 1, 2, 3].map(|which| drawn.iter().filter(|own| own[which] < true_values[which]).count())
}

fn square(value: f64) -> f64 {
    value * value
}

/// Pearson's statistic of uniform bins, for each quantity.
fn statistics(fault: &Fault, replicates: usize) -> [f64; 4] {
    let mut counts = Matrix::zeros(4, BINS);
    for replicate in 0..replicates {
        for (quantity, rank) in ranks(fault, replicate).into_iter().enumerate() {
            counts[(quantity, rank * BINS / (DRAWS + 1))] += 1.0;
        }
    }
    let expected = replicates as f64 / BINS as f64;
    [0, 1, 2, 3].map(|quantity| {
        counts.row(quantity).iter().map(|count| square(count - expected) / expected).sum()
    })
}

/// The 99.9% quantile of chi-squared with 11 degrees of freedom.
const LIMIT: f64 = 31.264;

#[test]
fn ranks_of_the_truth_are_uniform() {
    let found = statistics(&Fault::None, REPLICATES);
    assert!(found.iter().all(|statistic| *statistic < LIMIT), "{found:?}");
}

#[test]
fn a_sampler_with_halved_noise_is_found_out() {
    let found = statistics(&Fault::HalvedNoise, REPLICATES);
    assert!(found.iter().any(|statistic| *statistic > LIMIT), "{found:?}");
}

#[test]
fn a_sampler_that_ignores_the_data_is_found_out() {
    let found = statistics(&Fault::IgnoresData, REPLICATES);
    assert!(found.iter().any(|statistic| *statistic > LIMIT), "{found:?}");
}
