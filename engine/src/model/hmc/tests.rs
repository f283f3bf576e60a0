//! The sampler as a model: against posteriors that are known, and its own promises.

use super::*;
use crate::error::Error;
use crate::kernel::Kernel;
use crate::model::{GaussianProcess, keep_going};
use crate::points::line;
use crate::posterior::Posterior;

fn train() -> Points {
    let observed = Vector::from_vec(vec![0.4, -0.3, 0.2, 0.9]);
    Points { inputs: line([-2.0, -0.5, 0.7, 1.9]), truth: observed.clone(), observed }
}

fn asked() -> Matrix {
    line([-3.0, -1.0, 0.1, 1.2, 2.5])
}

fn fitted(hmc: &Hmc) -> Fitted {
    hmc.learn(&train(), &asked(), &mut keep_going).unwrap()
}

/// The largest difference of covariances, in units of the deviations.
fn distance(a: &Posterior, b: &Posterior) -> f64 {
    let scale = |i: usize| b.covariance[(i, i)].sqrt();
    let entry = |i: usize, j: usize| {
        (a.covariance[(i, j)] - b.covariance[(i, j)]).abs() / (scale(i) * scale(j))
    };
    let pairs = (0..a.len()).flat_map(|i| (0..a.len()).map(move |j| (i, j)));
    pairs.map(|(i, j)| entry(i, j)).fold(0.0, f64::max)
}

/// A linear model is the Gaussian process with the kernel eta (x x' + 1) / 2.
#[test]
fn a_linear_model_has_its_exact_posterior() {
    let eta = 2.0;
    let hmc = Hmc { units: 0, eta, burn_in: 1000, draws: 500, thin: 10, ..Hmc::default() };
    let got = fitted(&hmc);
    let kernel = Kernel::Linear { variance: eta / 2.0, bias: eta / 2.0 };
    let process = GaussianProcess { kernel, noise: 0.01 };
    let want = process.fit(&train(), &asked(), &mut keep_going).unwrap();
    let effective = got.note("ess_bulk_min").unwrap();
    assert!(effective > 1000.0, "{effective}");
    for i in 0..asked().ncols() {
        let error = (want.covariance[(i, i)] / effective).sqrt();
        assert!((got.posterior.mean[i] - want.mean[i]).abs() < 4.5 * error);
    }
    let distance = distance(&got.posterior, &want);
    assert!(distance < 4.5 * (2.0 / effective).sqrt(), "{distance}");
    assert!(got.note("r_hat_max").unwrap() < 1.01);
    assert_eq!(got.note("divergences"), Some(0.0));
    let acceptance = got.note("acceptance").unwrap();
    assert!((0.7..0.9).contains(&acceptance), "{acceptance}");
}

/// Without data the posterior is the prior, whose covariance is known for every width.
#[test]
fn without_data_it_is_the_prior_of_its_own_process() {
    let hmc = Hmc { units: 5, eta: 1.5, burn_in: 300, draws: 600, thin: 5, ..Hmc::default() };
    let got = hmc.fit(&Points::none(1), &asked(), &mut keep_going).unwrap();
    let want = Kernel::of_network(1, 5, 1.5).covariance(&asked());
    let want = Posterior::new(Vector::zeros(5), want, 0.01).unwrap();
    assert!(distance(&got, &want) < 0.12, "{}", distance(&got, &want));
}

/// The wider the network, the nearer its posterior is to that of its Gaussian process.
#[test]
fn wide_networks_approach_their_process() {
    let gap = |units: usize| {
        let hmc = Hmc {
            units,
            chains: 6,
            burn_in: 1500,
            draws: 250,
            thin: 12,
            leapfrog: 12,
            ..Hmc::default()
        };
        let got = fitted(&hmc).posterior;
        let process = GaussianProcess { kernel: Kernel::of_network(1, units, 1.0), noise: 0.01 };
        let want = process.fit(&train(), &asked(), &mut keep_going).unwrap();
        let mean =
            (&got.mean - &want.mean).component_div(&want.covariance.diagonal().map(f64::sqrt));
        mean.amax() + distance(&got, &want)
    };
    let gaps = [3, 20, 120].map(gap);
    assert!(gaps[0] > 1.5 * gaps[1] && gaps[2] < 0.35, "{gaps:?}");
}

/// In whatever order and by whomever chains are run, the answer has the same bits.
#[test]
fn pieces_are_the_whole() {
    let hmc = Hmc { units: 7, chains: 4, burn_in: 50, draws: 20, thin: 2, ..Hmc::default() };
    let (train, asked) = (train(), asked());
    let train_one = |index: usize| {
        hmc.train(
            index,
            Fit { train: &train, inputs: &asked, validation: None, progress: &mut keep_going },
        )
        .unwrap()
    };
    let [c, a, d, b] = [2, 0, 3, 1].map(train_one);
    let fit = Fit { train: &train, inputs: &asked, validation: None, progress: &mut keep_going };
    let joined = hmc.predict(&[a, b, c, d], fit).unwrap();
    assert_eq!(joined, fitted(&hmc));
    let cores = crate::model::OnAllCores(&hmc).learn(&train, &asked, &mut keep_going).unwrap();
    assert_eq!(joined, cores);
    assert_ne!(joined.posterior, fitted(&Hmc { seed: 1, ..hmc.clone() }).posterior);
}

#[test]
fn watching_changes_nothing_and_shows_what_is_there() {
    let hmc = Hmc { units: 4, chains: 2, burn_in: 40, draws: 10, thin: 2, ..Hmc::default() };
    let mut seen = Vec::new();
    let watched = hmc.learn(&train(), &asked(), &mut |share, look| {
        seen.extend(look().map(|seen| (share, seen)));
        std::ops::ControlFlow::Continue(())
    });
    assert_eq!(watched.unwrap(), fitted(&hmc));
    assert!(seen.windows(2).all(|two| two[0].0 < two[1].0) && seen.last().unwrap().0 < 1.0);
    let (_, last) = seen.last().unwrap();
    assert_eq!((last.marginals.mean.len(), last.functions.nrows()), (5, 5));
    assert!(last.acceptance.unwrap() > 0.0 && !last.curve.is_empty());
    let stopped = hmc.learn(&train(), &asked(), &mut |_, _| std::ops::ControlFlow::Break(()));
    assert_eq!(stopped.unwrap_err(), Error::Cancelled);
}

#[test]
fn bad_settings_name_themselves() {
    let refusal =
        |hmc: Hmc| hmc.learn(&train(), &asked(), &mut keep_going).unwrap_err().to_string();
    let usual = Hmc::default;
    assert_eq!(
        refusal(Hmc { chains: 0, ..usual() }),
        "chains must be a whole number from 1 to 1000, got 0"
    );
    assert_eq!(
        refusal(Hmc { step: f64::NAN, ..usual() }),
        "step must be positive and finite, got NaN"
    );
    assert!(refusal(Hmc { draws: 1_000_000_000, ..usual() }).starts_with("draws must be"));
    assert!(refusal(Hmc { noise: Some(0.0), ..usual() }).starts_with("noise_variance must be"));
    assert!(refusal(Hmc { eta: -1.0, ..usual() }).starts_with("eta must be positive"));
}

/// Diagnostics are part of what predicting costs, and take little more than twice as long for twice the draws.
#[test]
fn diagnostics_are_counted() {
    let cost = |draws: usize| {
        let hmc = Hmc { units: 1, chains: 1, draws, ..Hmc::default() };
        hmc.prediction_cost(1, 3, 20).as_seconds()
    };
    assert!((2.0..2.2).contains(&(cost(16_000) / cost(8_000))));
    // On an ordinary core 8,000 draws at 20 points, with 200 pairs of them, take about 0.2 s.
    assert!((0.1..0.5).contains(&cost(8_000)), "{}", cost(8_000));
}
