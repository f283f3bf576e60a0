//! Eta and noise of linear models, whose evidence is known in closed form.

use crate::model::linear::{evidence, likeliest, plane};
use crate::model::{Fitted, Hmc, Model, keep_going};
use crate::numeric::{Matrix, Vector, math};
use crate::points::{Points, line};

fn learned(fitted: &Fitted) -> [f64; 2] {
    ["eta", "noise_variance"].map(|name| math::ln(fitted.note(name).unwrap()))
}

fn said(fitted: &Fitted) -> Vec<&'static str> {
    fitted.warnings().into_iter().map(|warning| warning.id).collect()
}

fn fitted(hmc: &Hmc, train: &Points) -> Fitted {
    let asked = Matrix::from_fn(train.inputs.nrows(), 3, |i, j| (i + j) as f64 / 2.0);
    hmc.learn(train, &asked, &mut keep_going).unwrap()
}

const LINEAR: Hmc = Hmc {
    units: 0,
    eta: 1.0,
    chains: 10,
    burn_in: 3000,
    draws: 100,
    thin: 20,
    leapfrog: 5,
    step: 0.01,
    learn_eta: true,
    learning_rate: 0.01,
    noise: None,
    seed: 0,
};

/// It ended at 3.5 for every burn-in that anyone waits for.
#[test]
fn eta_of_two_points_far_apart_is_four_hundred() {
    let observed = Vector::from_vec(vec![-20.0, 20.0]);
    let train = Points { inputs: line([-1.0, 1.0]), truth: observed.clone(), observed };
    let fitted = fitted(&Hmc { learn_eta: true, units: 0, ..Hmc::default() }, &train);
    let eta = fitted.note("eta").unwrap();
    assert!((eta / 400.0 - 1.0).abs() < 0.005, "{eta}");
    assert!(said(&fitted).is_empty(), "{:?}", fitted.warnings());
}

#[test]
fn linear_models_learn_their_likeliest_eta_and_noise_on_every_scale() {
    for scale in [0.1, 1.0, 10.0, 100.0] {
        let train = plane(scale);
        for free in [[true, false], [false, true], [true, true]] {
            let (learn_eta, noise) = (free[0], if free[1] { None } else { Some(0.01) });
            let fitted = fitted(&Hmc { learn_eta, noise, ..LINEAR }, &train);
            let start = [0.0, if free[1] { 0.0 } else { math::ln(0.01) }];
            let best = likeliest(&train, start, free);
            let (got, name) = (learned(&fitted), format!("scale {scale}, {free:?}"));
            let lost = evidence(&train, best) - evidence(&train, got);
            assert!((-1e-6..0.01).contains(&lost), "{name}: {lost} nats, {got:?} not {best:?}");
            for i in 0..2 {
                assert!((got[i] - best[i]).abs() < 0.03, "{name}: {got:?} instead of {best:?}");
            }
            assert!(said(&fitted).is_empty(), "{name}: {:?}", fitted.warnings());
        }
    }
}

/// By differences of the evidence, far from its top, and what is still to be gained.
#[test]
fn ratios_are_slopes_of_the_evidence() {
    let train = plane(1.0);
    let stays = Hmc { learning_rate: 1e-9, burn_in: 500, draws: 400, ..LINEAR };
    for (eta, noise) in [(1.0, None), (30.0, Some(0.5)), (6.0, Some(0.05))] {
        let fitted = fitted(&Hmc { eta, noise, ..stays.clone() }, &train);
        let number = |name: &str| fitted.note(name).unwrap();
        let at = learned(&fitted);
        for (i, name, count) in [(0, "eta", 4.0), (1, "noise", 40.0)] {
            if i == 1 && noise.is_some() {
                continue;
            }
            let slope = |by: f64| {
                let mut there = at;
                there[i] += by;
                evidence(&train, there)
            };
            let slope = (slope(1e-5) - slope(-1e-5)) / 2e-5;
            let miss = number(&format!("{name}_ratio")) - (1.0 + 2.0 * slope / count);
            let error = number(&format!("{name}_ratio_error"));
            assert!(miss.abs() < 4.0 * error, "{name} of {at:?}: {miss}, {error}");
            let mut free = [false; 2];
            free[i] = true;
            let gain = evidence(&train, likeliest(&train, at, free)) - evidence(&train, at);
            let told = number(&format!("{name}_nats"));
            assert!((told / gain - 1.0).abs() < 0.35, "{name} of {at:?}: {told}, {gain}");
        }
    }
}

/// Noise that is off by six per cent is told, and so is what never had a chance.
#[test]
fn what_has_not_settled_is_told() {
    let first = math::exp(2.0 * crate::model::noise::FIRST_LOG_DEVIATION);
    let usual = learned(&fitted(&Hmc { learn_eta: false, ..LINEAR }, &plane(1.0)))[1];
    // Noise stays where learning starts, and the data are such that it should be 6% more, or less.
    for (off, way) in [(1.06, "rise"), (0.94, "fall")] {
        let train = plane((off * first / math::exp(usual)).sqrt());
        let stays = Hmc { learn_eta: false, learning_rate: 1e-9, draws: 200, ..LINEAR };
        let warnings = fitted(&stays, &train).warnings();
        assert_eq!(warnings.len(), 1, "{warnings:?}");
        assert_eq!(warnings[0].id, "noise_drifts");
        let words = &warnings[0].words;
        assert!(words.starts_with("The noise is still drifting: squared residuals are"), "{words}");
        assert!(words.contains(&format!("would {way} further")), "{words}");
    }
    let short = fitted(&Hmc { burn_in: 10, ..LINEAR }, &plane(100.0));
    let told = said(&short);
    assert!(told.contains(&"eta_drifts") && told.contains(&"noise_drifts"), "{told:?}");
}

/// What is known has nothing to tell; without data, or with too few draws to know a ratio, nothing is said.
#[test]
fn what_is_known_or_cannot_be_known_is_not_told() {
    let known = Hmc { noise: Some(0.1), learn_eta: false, burn_in: 100, ..LINEAR };
    let known = fitted(&known, &plane(1.0));
    assert!(known.diagnostics.iter().all(|note| !note.name.contains("ratio")));
    let none = fitted(&LINEAR, &Points::none(3));
    assert_eq!((none.note("eta"), said(&none)), (Some(1.0), Vec::new()));
    let few = fitted(&Hmc { draws: 2, burn_in: 50, ..LINEAR }, &plane(100.0));
    assert_eq!(said(&few), ["hmc_unknown"], "{:?}", few.diagnostics);
}
