//! Real fits that cannot be trusted say so.

use super::*;
use crate::model::{Approach, Dropout, Ensemble, Fbnn, Nng, RbfProcess, Svgp, Variational, facts};

fn seven() -> Points {
    let x = [-2.0, -1.3, -0.7, 0.1, 0.6, 1.4, 2.0];
    points(&x, &[0.9, 1.2, 0.8, 1.1, -0.3, -0.9, -1.4])
}

fn points(x: &[f64], y: &[f64]) -> Points {
    let observed = Vector::from_column_slice(y);
    Points { inputs: line(x.iter().copied()), truth: observed.clone(), observed }
}

fn said(model: &dyn Model, train: &Points) -> Vec<&'static str> {
    words(model, train).into_iter().map(|warning| warning.id).collect()
}

fn words(model: &dyn Model, train: &Points) -> Vec<Warning> {
    model.learn(train, &line([-1.0, 0.3, 3.0]), &mut keep_going).unwrap().warnings()
}

#[test]
fn what_was_not_trained_says_so() {
    let ensemble = Ensemble { epochs: 0, ..Ensemble::default() };
    let dropout = Dropout { epochs: 0, draws: 40, ..Dropout::default() };
    let bbb = Variational { epochs: 0, draws: 40, ..Variational::default() };
    let nng = Variational { approach: Approach::Nng(Nng::default()), ..bbb.clone() };
    let fbnn = Fbnn { epochs: 0, ..Fbnn::default() };
    let svgp = Svgp { steps: 0, ..Svgp::default() };
    let all: [&dyn Model; 6] = [&ensemble, &dropout, &bbb, &nng, &fbnn, &svgp];
    for (model, unit) in all.into_iter().zip(["epochs"; 5].into_iter().chain(["steps"])) {
        let first = &words(model, &seven())[0];
        assert_eq!(first.words, format!("Not trained at all: 0 {unit}."));
    }
    for model in [&Ensemble::default() as &dyn Model, &dropout] {
        let first = &words(model, &Points::none(1))[0];
        assert_eq!(first.words, "Not trained at all: there are no data.");
    }
    // Nothing has to be trained where the prior is right, or all is given.
    assert!(said(&Variational { epochs: 9, ..bbb }, &Points::none(1)).is_empty());
    let kernel = "relu(1)".parse().ok();
    assert!(said(&Svgp { kernel, ..svgp }, &seven()).is_empty());
}

#[test]
fn settled_far_from_the_data_is_told() {
    let wild = Ensemble { learning_rate: 1.0, members: 30, ..Ensemble::default() };
    assert_eq!(said(&wild, &seven()), ["learned_little"]);
    let tame = Ensemble { members: 30, ..Ensemble::default() };
    assert!(said(&tame, &seven()).is_empty(), "{:?}", words(&tame, &seven()));
    let outliers = points(&[-2.0, -1.0, 0.0, 1.0, 2.0], &[0.3, 900.0, 0.1, -900.0, 0.2]);
    assert!(!said(&tame, &outliers).is_empty());
    let flat = Dropout { rate: 0.0, draws: 40, ..Dropout::default() };
    assert!(said(&flat, &seven()).contains(&"no_masks"));
}

#[test]
fn eta_that_is_lost_or_unknown_is_told() {
    let hmc =
        Hmc { learn_eta: true, chains: 4, burn_in: 500, draws: 50, thin: 5, ..Hmc::default() };
    let tiny = Hmc { eta: 1e-8, ..hmc.clone() };
    assert!(said(&tiny, &seven()).contains(&"eta_far"), "{:?}", words(&tiny, &seven()));
    let drowned = Hmc { noise: Some(1e4), ..hmc.clone() };
    assert!(said(&drowned, &seven()).contains(&"eta_unknown"));
    let good = said(&hmc, &seven());
    assert!(!good.contains(&"eta_far") && !good.contains(&"eta_unknown"), "{good:?}");
}

#[test]
fn an_optimum_at_the_edge_is_told() {
    let nothing = points(&[0.0], &[0.0]);
    let alike = points(&[0.0, 1.0], &[1.0, 1.0]);
    let (process, sparse) = (RbfProcess::default(), Svgp { steps: 3000, ..Svgp::default() });
    for train in [&nothing, &alike] {
        assert_eq!(said(&process, train), ["at_the_edge"], "{:?}", words(&process, train));
        assert!(said(&sparse, train).contains(&"at_the_edge"), "{:?}", words(&sparse, train));
    }
    assert!(said(&process, &seven()).is_empty());
    let ard = RbfProcess { ard: true, ..process };
    assert!(said(&ard, &alike).contains(&"at_the_edge"));
    let exact = RbfProcess { noise: None, ..RbfProcess::default() };
    let line = points(&[0.0, 1.0, 2.0, 3.0, 4.0], &[0.0, 1.0, 2.0, 3.0, 4.0]);
    assert!(said(&exact, &line).contains(&"at_the_edge"));
}

/// Of many points some are looked at.
#[test]
fn facts_of_many_points_are_found_from_some() {
    let x: Vec<f64> = (0..2500).map(f64::from).collect();
    assert_eq!(facts::some(&points(&x, &x)).len(), 834);
}
