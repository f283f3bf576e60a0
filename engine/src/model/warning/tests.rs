//! What is said of which numbers.

use super::*;
use crate::model::{GaussianProcess, Hmc, Model, Note, keep_going};
use crate::numeric::{Matrix, Vector};
use crate::points::line;

fn ids(notes: &[(&'static str, f64)], curve: &[f64]) -> Vec<&'static str> {
    let find = |name: &str| notes.iter().find(|(of, _)| *of == name).map(|(_, value)| *value);
    warnings(find, curve, None).into_iter().map(|warning| warning.id).collect()
}

const GOOD: [(&str, f64); 9] = [
    ("draws_per_chain", 100.0),
    ("transitions", 100_000.0),
    ("acceptance", 0.8),
    ("acceptance_min", 0.7),
    ("divergences", 100.0),
    ("r_hat_max", 1.029),
    ("ess_bulk_min", 400.0),
    ("ess_tail_min", 400.0),
    ("noise_ratio", 1.0),
];

fn with(changed: &[(&'static str, f64)]) -> Vec<(&'static str, f64)> {
    let old = GOOD.into_iter().filter(|(name, _)| changed.iter().all(|(of, _)| of != name));
    old.chain(changed.iter().copied()).collect()
}

#[test]
fn each_fault_of_chains_has_its_warning() {
    let said = |changed: &[(&'static str, f64)]| ids(&with(changed), &[]);
    assert!(said(&[]).is_empty());
    assert_eq!(said(&[("r_hat_max", 1.031)]), ["hmc_chains_disagree"]);
    // Long chains are held to 1.01.
    assert_eq!(said(&[("draws_per_chain", 1000.0)]), ["hmc_chains_disagree"]);
    assert_eq!(said(&[("ess_bulk_min", 399.0)]), ["hmc_few_effective_draws"]);
    assert_eq!(said(&[("ess_tail_min", 399.0)]), ["hmc_few_effective_draws"]);
    assert_eq!(said(&[("divergences", 101.0)]), ["hmc_diverged"]);
    assert_eq!(said(&[("acceptance_min", 0.001)]), ["hmc_stands_still"]);
    let without = GOOD.into_iter().filter(|(name, _)| *name != "r_hat_max").collect::<Vec<_>>();
    assert_eq!(ids(&without, &[]), ["hmc_unknown"]);
    let noise = |ratio: f64, error: f64, nats: f64| {
        said(&[("noise_ratio", ratio), ("noise_ratio_error", error), ("noise_nats", nats)])
    };
    assert_eq!(noise(1.06, 0.01, 0.04), ["noise_drifts"]);
    assert!(noise(1.06, 0.03, 0.04).is_empty(), "nobody knows");
    assert!(noise(1.01, 0.001, 0.01).is_empty(), "nothing to gain");
    assert_eq!(noise(1.01, 0.001, 0.2), ["noise_drifts"], "many data");
    assert_eq!(said(&[("eta_ratio", 0.5), ("eta_ratio_error", 0.1)]), ["eta_drifts"]);
}

#[test]
fn each_fault_of_training_has_its_warning() {
    let line = |slope: f64| -> Vec<f64> { (0..100).map(|i| 50.0 + slope * f64::from(i)).collect() };
    assert_eq!(ids(&[("elbo", -3.0)], &line(0.2)), ["elbo_rises"]);
    assert!(ids(&[("elbo", -3.0)], &line(0.0)).is_empty());
    let losses = |mean: f64, slope: f64| [("loss_mean", mean), ("loss_slope", slope)];
    assert_eq!(ids(&losses(5.0, -0.4), &line(-0.45)), ["loss_falls"]);
    let nothing: Vec<f64> = line(-0.45).iter().map(|loss| 1e-9 * loss).collect();
    assert!(ids(&losses(5e-9, -4e-10), &[vec![50.0], nothing].concat()).is_empty());
    assert_eq!(ids(&losses(49.0, -0.01), &line(-0.01)), ["learned_little"]);
    assert!(ids(&losses(1.0, -0.01), &[vec![50.0], vec![1.0; 99]].concat()).is_empty());
    assert_eq!(ids(&[("gradient", 0.1)], &[]), ["no_optimum"]);
    assert!(ids(&[("gradient", 1e-6)], &[]).is_empty());
}

/// R-hat and effective sizes of short chains say nothing; many chains leave less to chance; and no draw is worth
/// more than one.
#[test]
fn short_chains_tell_nothing() {
    let said = |changed: &[(&'static str, f64)]| ids(&with(changed), &[]);
    let short =
        |r_hat: f64| said(&[("draws_per_chain", 4.0), ("chains", 100.0), ("r_hat_max", r_hat)]);
    assert_eq!(short(1.722), ["hmc_unknown"]);
    assert_eq!(short(1.0), ["hmc_unknown"]);
    let many = |r_hat: f64| said(&[("chains", 200.0), ("r_hat_max", r_hat)]);
    assert_eq!(many(1.0101), ["hmc_chains_disagree"]);
    assert!(many(1.0099).is_empty());
    assert_eq!((r_hat_limit(100.0, 10.0), r_hat_limit(100.0, 1.0)), (1.03, 1.03));
    let notes = with(&[("draws_per_chain", 20.0), ("chains", 4.0), ("ess_bulk_min", 152.0)]);
    let find = |name: &str| notes.iter().find(|(of, _)| *of == name).map(|(_, value)| *value);
    let words = &warnings(find, &[], None)[0].words;
    assert!(words.starts_with("Too few effective draws: 80 "), "{words}");
    let without = notes.iter().filter(|(name, _)| *name != "chains").copied().collect::<Vec<_>>();
    let find = |name: &str| without.iter().find(|(of, _)| *of == name).map(|(_, value)| *value);
    assert_eq!(effective(find, Some(60)), Some(60.0), "kept results count functions");
}

/// Settled is not fitted; and what falls below the noise is fitted, settled or not.
#[test]
fn a_loss_is_judged_by_noise_and_spread() {
    let notes = |misfit: f64, noise: f64, loss: f64| {
        let data = [("misfit", misfit), ("observed_variance", 1.0), ("noise", noise)];
        [&data[..], &[("loss_mean", loss), ("loss_slope", -0.4)]].concat()
    };
    let settled = [vec![50.0], vec![0.6; 199]].concat();
    assert_eq!(ids(&notes(0.6, 0.01, 0.6), &settled), ["learned_little"]);
    assert!(ids(&notes(0.4, 0.05, 0.4), &settled).is_empty());
    assert!(ids(&notes(0.6, 0.2, 0.6), &settled).is_empty(), "there is nothing to learn");
    assert_eq!(ids(&notes(0.2, 0.001, 0.6), &settled), ["learned_little"], "fourteen deviations");
    let falls: Vec<f64> = (0..200).map(|i| 1e-3 * (200.0 - 0.99 * f64::from(i))).collect();
    assert_eq!(ids(&notes(0.0, 0.01, 0.01), &falls), ["loss_falls"]);
    assert!(ids(&notes(0.0, 0.01, 0.0009), &falls).is_empty());
}

/// A tenth of few steps is one of them, whose slope is nothing.
#[test]
fn too_few_steps_are_told() {
    let steps = |count: u32| -> Vec<f64> { (0..count).map(|_| -900.0).collect() };
    for count in [1, 5, 19, 99] {
        assert_eq!(ids(&[("elbo", -900.0)], &steps(count)), ["few_steps"]);
        let losses = [("loss_mean", 0.07), ("loss_slope", 0.0)];
        let curve: Vec<f64> = (0..count).map(|i| if i == 0 { 0.2 } else { 0.07 }).collect();
        assert_eq!(ids(&losses, &curve), ["few_steps"]);
    }
    assert!(ids(&[("elbo", -900.0)], &steps(100)).is_empty());
    assert!(ids(&[("elbo", -900.0)], &[]).is_empty(), "nothing had to be trained");
}

/// Jumps that hide a tenth's rise do not hide a quarter's; what has nearly come to its limit is left alone.
#[test]
fn where_a_curve_is_going_is_told_through_its_jumps() {
    let jump = |i: i32| if i % 2 == 0 { 6.0 } else { -6.0 };
    let curve = |rate: f64| -> Vec<f64> {
        let near = |i: i32| crate::numeric::math::exp(-rate * f64::from(i) / 200.0);
        (0..200).map(|i| -80.0 - 800.0 * near(i) + jump(i)).collect()
    };
    assert_eq!(ids(&[("elbo", -85.0)], &curve(5.0)), ["elbo_rises"], "5 nats are missing");
    assert!(ids(&[("elbo", -80.0)], &curve(9.0)).is_empty(), "a tenth of a nat is");
    let losses = |rate: f64| curve(rate).iter().map(|elbo| -0.001 * elbo).collect::<Vec<f64>>();
    let notes = [("loss_mean", 0.15), ("loss_slope", 0.0)];
    assert_eq!(ids(&notes, &losses(2.0)), ["loss_falls"]);
    assert!(ids(&notes, &losses(9.0)).is_empty());
    // One that came late to its top, and stays there.
    let late: Vec<f64> = (0..200).map(|i| -80.0 - f64::from((150 - i).max(0))).collect();
    assert!(ids(&[("elbo", -80.0)], &late).is_empty());
    // A rate so small that training hardly began: it goes on as steadily as ever.
    let slow: Vec<f64> = (0..200).map(|i| -900.0 + 0.01 * f64::from(i)).collect();
    assert_eq!(ids(&[("elbo", -898.0)], &slow), ["elbo_rises"]);
}

#[test]
fn too_few_functions_for_correlations_are_told() {
    let said = |notes: &[(&'static str, f64)], drawn: usize| {
        let find = |name: &str| notes.iter().find(|(of, _)| *of == name).map(|(_, value)| *value);
        warnings(find, &[], Some(drawn)).into_iter().map(|warning| warning.id).collect::<Vec<_>>()
    };
    assert_eq!(said(&[], 1), ["one_function"]);
    assert_eq!(said(&[], 2), ["few_functions"]);
    assert_eq!(said(&[], 29), ["few_functions"]);
    assert!(said(&[], 30).is_empty());
    let chains = with(&[("chains", 10.0)]);
    assert!(said(&chains, 2).is_empty(), "chains know what their draws are worth");
    let functions = Matrix::from_fn(2, 5, |i, j| (i * j % 3) as f64);
    let words = &Fitted::drawn(functions, Vector::zeros(2)).unwrap().warnings()[0].words;
    assert!(words.contains("from 5 members or draws are off by about 0.5"), "{words}");
}

/// Three points, steep walls: ten chains end in as many places.
#[test]
fn chains_that_disagree_are_told_and_so_is_the_error_of_their_correlations() {
    let observed = Vector::from_vec(vec![-1.0, 0.5, 1.0]);
    let train = Points { inputs: line([-1.0, 0.0, 1.0]), truth: observed.clone(), observed };
    let hmc = Hmc { units: 5, eta: 10.0, noise: Some(1e-4), ..Hmc::default() };
    let asked = line([0.5, 3.0]);
    let fitted = hmc.learn(&train, &asked, &mut keep_going).unwrap();
    let said: Vec<_> = fitted.warnings().into_iter().map(|warning| warning.id).collect();
    assert_eq!(said, ["hmc_chains_disagree", "hmc_few_effective_draws", "hmc_diverged"]);
    // Over forty seeds the mean correlation is -0.47, with a deviation of 0.18: this one is -0.81.
    assert!(fitted.note("correlation_error_max").unwrap() > 0.2);
    let still = Hmc { units: 5, step: 1e8, burn_in: 0, draws: 20, thin: 1, ..Hmc::default() };
    let still = still.learn(&train, &asked, &mut keep_going).unwrap();
    assert_eq!(still.warnings()[0].id, "hmc_stands_still");
    assert!(still.warnings()[0].words.starts_with("The sampler hardly moved"), "{still:?}");
}

/// With a bias of 2^53 there are no digits left for the rest: variances of 30, where they are below 0.03.
#[test]
fn numbers_without_digits_are_told() {
    let said = |bias: f64, inputs: Vec<f64>, asked: Vec<f64>| {
        let kernel = crate::kernel::Kernel::Linear { variance: 1.0, bias };
        let observed = Vector::from_element(inputs.len(), 0.5);
        let train = Points { inputs: line(inputs), truth: observed.clone(), observed };
        let process = GaussianProcess { kernel, noise: 0.01 };
        let fitted = process.learn(&train, &line(asked), &mut keep_going).unwrap();
        fitted.warnings().into_iter().map(|warning| warning.id).collect::<Vec<_>>()
    };
    assert_eq!(said(9_007_199_254_740_992.0, vec![0.0, 1.0, 2.0], vec![0.5, 3.0]), ["jitter"]);
    let five = vec![-1.3, 0.1, 0.2, 0.3, 0.9];
    assert_eq!(
        said(1_125_899_906_842_624.0, vec![0.0, 1.0, 2.0], five.clone()),
        ["jitter", "impossible_covariance"]
    );
    assert!(said(1e6, vec![0.0, 1.0, 2.0], five).is_empty());
}

#[test]
fn a_correlation_beyond_one_is_told() {
    let posterior = |entry: f64| {
        let covariance = Matrix::from_row_slice(2, 2, &[1.0, entry, entry, 4.0]);
        Fitted::exact(Posterior::new(Vector::zeros(2), covariance, 0.1).unwrap())
    };
    assert!(posterior(2.0 + 1e-9).warnings().is_empty());
    let words = posterior(-2.2).warnings()[0].words.clone();
    assert!(words.contains("points 0 and 1 would have the correlation -1.1"), "{words}");
}

#[test]
fn data_of_another_scale_get_a_hint() {
    let hint = |x: f64, y: f64| {
        let observed = Vector::from_vec(vec![y, -y]);
        scale_hint(&Points { inputs: line([x, -x]), truth: observed.clone(), observed })
    };
    assert_eq!(hint(1.0, 1.0), None);
    assert_eq!(hint(9.0, 0.11), None);
    assert!(hint(1.0, 20.0).unwrap().starts_with("The observations are of order 20;"));
    assert!(hint(1e-3, 1.0).unwrap().starts_with("Input 0 is of order 0.001;"));
    assert_eq!(hint(0.0, 0.0), None);
    assert_eq!(scale_hint(&Points::none(2)), None);
    assert!(hint(1.0, 2.3e10).unwrap().contains(" 2e10; networks expect about 1: standardise"));
}

#[test]
fn a_fits_own_notes_are_read() {
    let posterior = Posterior::new(Vector::zeros(1), Matrix::identity(1, 1), 0.1).unwrap();
    let mut fitted = Fitted::exact(posterior);
    fitted.diagnostics.push(Note::number("gradient", 1.0));
    assert_eq!(fitted.warnings().len(), 1);
}

mod fits;
