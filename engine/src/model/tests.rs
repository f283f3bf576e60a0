//! What holds for every model: training apart from predicting.

mod versions;

use std::ops::ControlFlow;

use super::*;
use crate::numeric::{Stream, Vector};

/// Every kind, small; whether values at a point depend on nothing but the point, to the last bit.
fn models() -> Vec<(&'static str, Box<dyn Model>, bool)> {
    let process = || GaussianProcess { kernel: "rbf(0.8,1.5)".parse().unwrap(), noise: 0.05 };
    let features = Features::Relu { eta: 1.0 };
    let hmc = Hmc { units: 6, chains: 2, burn_in: 40, draws: 10, thin: 2, ..Hmc::default() };
    let bbb = Variational { units: 6, epochs: 30, draws: 40, ..Variational::default() };
    let svgp = Svgp { inducing: 5, steps: 20, ..Svgp::default() };
    let nkn = Nkn { steps: 12, learning_rate: 0.02, ..Nkn::default() };
    let fbnn = Fbnn { units: 10, epochs: 15, measurement: 4, ..Fbnn::default() };
    let ensemble = Ensemble { members: 4, units: 6, epochs: 20, ..Ensemble::default() };
    let dropout = Dropout { units: 8, epochs: 20, draws: 30, ..Dropout::default() };
    let rbf = crate::kernel::Kernel::Rbf { lengthscales: vec![0.7, 0.9], variance: 1.2 };
    vec![
        ("gp", Box::new(process()), false),
        ("shrunk", Box::new(Shrunk { process: process(), factor: 0.5 }), false),
        ("detuned", detuned(process()), false),
        (
            "features",
            Box::new(FeatureRegression { features, width: 30, noise: 0.05, seed: 3 }),
            false,
        ),
        ("gp-rbf", Box::new(RbfProcess::default()), false),
        (
            "gp-rbf ard",
            Box::new(RbfProcess { ard: true, noise: None, restarts: 0, ..RbfProcess::default() }),
            false,
        ),
        ("svgp", Box::new(svgp.clone()), false),
        ("svgp ard", Box::new(Svgp { ard: true, ..svgp.clone() }), false),
        ("svgp noise", Box::new(Svgp { noise: None, batch: Some(4), ..svgp.clone() }), false),
        ("svgp kernel", Box::new(Svgp { kernel: Some(rbf.clone()), ..svgp }), false),
        ("nkn", Box::new(nkn.clone()), false),
        (
            "nkn sparse",
            Box::new(Nkn { noise: None, exact: 5, inducing: 4, batch: 6, ..nkn }),
            false,
        ),
        ("fbnn", Box::new(fbnn.clone()), false),
        ("fbnn ard", Box::new(Fbnn { ard: true, batch: 4, ..fbnn.clone() }), false),
        ("fbnn noise", Box::new(Fbnn { kernel: Some(rbf), noise: None, ..fbnn }), false),
        ("hmc", Box::new(hmc.clone()), true),
        ("hmc learned", Box::new(Hmc { learn_eta: true, noise: None, ..hmc }), true),
        ("bbb", Box::new(bbb.clone()), true),
        ("bbb noise", Box::new(Variational { noise: None, ..bbb.clone() }), true),
        ("nng", Box::new(nng(bbb)), true),
        ("ensemble", Box::new(ensemble.clone()), true),
        ("ensemble noise", Box::new(Ensemble { noise: None, ..ensemble }), true),
        ("dropout", Box::new(dropout), true),
    ]
}

fn detuned(process: GaussianProcess) -> Box<dyn Model> {
    Box::new(Detuned { process, stretch: 1.5, noise_factor: 2.0 })
}

fn nng(like: Variational) -> Variational {
    Variational { approach: Approach::Nng(Nng::default()), noise: None, ..like }
}

fn train() -> Points {
    let inputs = places("inputs", 9);
    let observed = Vector::from_fn(9, |i, _| (inputs[(0, i)] * 2.0 - inputs[(1, i)]) * 0.7);
    Points { inputs, truth: observed.clone(), observed }
}

fn places(purpose: &str, count: usize) -> Matrix {
    Matrix::from_vec(2, count, Stream::new(7, purpose, 0).normals(2 * count))
}

fn train_all(model: &dyn Model, inputs: &Matrix) -> Vec<Trained> {
    let train = train();
    let piece = |index| {
        model.train(
            index,
            Fit { train: &train, inputs, validation: None, progress: &mut keep_going },
        )
    };
    (0..model.pieces()).map(|index| piece(index).unwrap()).collect()
}

fn predict(model: &dyn Model, trained: &[Trained], inputs: &Matrix) -> Result<Fitted> {
    model.predict(
        trained,
        Fit { train: &train(), inputs, validation: None, progress: &mut keep_going },
    )
}

/// NaN is a number here.
fn bits(numbers: &[f64]) -> Vec<u64> {
    numbers.iter().map(|number| number.to_bits()).collect()
}

#[test]
fn what_is_learned_does_not_depend_on_where_one_looks() {
    for (name, model, _) in models() {
        let here = train_all(&*model, &places("here", 5));
        let there = train_all(&*model, &places("there", 70));
        assert_eq!(here.len(), model.pieces(), "{name}");
        for (here, there) in here.iter().zip(&there) {
            assert!(!here.state.is_empty(), "{name}");
            assert_eq!(bits(&here.state), bits(&there.state), "{name}");
            assert_eq!(bits(&here.curve), bits(&there.curve), "{name}");
        }
    }
}

#[test]
fn learning_is_training_and_then_predicting() {
    for (name, model, _) in models() {
        let inputs = places("asked", 6);
        let apart = predict(&*model, &train_all(&*model, &inputs), &inputs).unwrap();
        let whole = model.learn(&train(), &inputs, &mut keep_going).unwrap();
        assert_eq!(apart.posterior, whole.posterior, "{name}");
        assert_eq!(apart.functions, whole.functions, "{name}");
        // NaN says that there is none.
        assert_eq!(
            format!("{:?}", apart.diagnostics),
            format!("{:?}", whole.diagnostics),
            "{name}"
        );
        assert_eq!(format!("{:?}", apart.learned), format!("{:?}", whole.learned), "{name}");
        assert_eq!(bits(&apart.curve), bits(&whole.curve), "{name}");
    }
}

#[test]
fn what_is_said_of_some_points_is_what_is_said_of_them_among_others() {
    for (name, model, keyed) in models() {
        let (all, some) = (places("asked", 9), [7, 2, 3]);
        let trained = train_all(&*model, &all);
        let whole = predict(&*model, &trained, &all).unwrap();
        let part = predict(&*model, &trained, &all.select_columns(&some)).unwrap();
        if keyed {
            let (whole, part) = (whole.functions.unwrap(), part.functions.unwrap());
            assert_eq!(whole.select_rows(&some), part, "{name}");
        }
        let covariance = |i: usize, j: usize| whole.posterior.covariance[(some[i], some[j])];
        let same = Matrix::from_fn(3, 3, covariance) - &part.posterior.covariance;
        assert!(same.amax() < 1e-12, "{name} {}", same.amax());
        let mean = Vector::from_fn(3, |i, _| whole.posterior.mean[some[i]]) - part.posterior.mean;
        assert!(mean.amax() < 1e-12, "{name} {}", mean.amax());
    }
}

#[test]
fn a_state_that_is_not_the_models_is_refused() {
    for (name, model, _) in models() {
        let inputs = places("asked", 3);
        let trained = train_all(&*model, &inputs);
        let Some(first) = trained.first() else { continue };
        let long = [&first.state[..], &[0.0]].concat();
        let nothing = [vec![], first.state[..1].to_vec()];
        let short = first.state[..first.state.len() - 1].to_vec();
        for state in nothing.into_iter().chain([long, short]) {
            let mut broken = trained.clone();
            broken[0].state = state;
            let error = predict(&*model, &broken, &inputs).unwrap_err().to_string();
            assert!(error.starts_with("a trained state must be"), "{name} {error}");
        }
        for count in [0, trained.len() + 1] {
            let pieces = vec![trained[0].clone(); count];
            let error = predict(&*model, &pieces, &inputs).unwrap_err().to_string();
            assert!(error.starts_with("pieces of a fit must be"), "{name} {error}");
        }
    }
}

#[test]
fn both_halves_can_be_stopped_and_say_how_far_they_are() {
    for (name, model, _) in models().into_iter().filter(|(_, model, _)| model.pieces() > 0) {
        let (train, inputs) = (train(), places("asked", 3));
        let stop = &mut |_: f64, _: Look| ControlFlow::Break(());
        let fit = Fit { train: &train, inputs: &inputs, validation: None, progress: stop };
        assert_eq!(model.train(0, fit), Err(Error::Cancelled), "{name}");
        let trained = train_all(&*model, &inputs);
        if !name.starts_with("gp-rbf") {
            let stop = &mut |_: f64, _: Look| ControlFlow::Break(());
            let fit = Fit { train: &train, inputs: &inputs, validation: None, progress: stop };
            assert_eq!(model.predict(&trained, fit).unwrap_err(), Error::Cancelled, "{name}");
        }
        let mut shares = Vec::new();
        let hear = &mut |share: f64, _: Look| {
            shares.push(share);
            ControlFlow::Continue(())
        };
        model.learn(&train, &inputs, hear).unwrap();
        assert!(shares.is_sorted() && shares[0] == 0.0 && shares[shares.len() - 1] < 1.0, "{name}");
    }
}

#[test]
fn costs_are_those_of_training_and_of_predicting() {
    for (name, model, _) in models() {
        let (training, whole) = (model.training_cost(2, 9), model.cost(2, 9, 50));
        assert_eq!(training == Cost::default(), model.pieces() == 0, "{name}");
        let both = training + model.prediction_cost(2, 9, 50);
        assert_eq!(whole, both.holding(model.bytes(2, 9, 50)), "{name}");
        assert!(whole.bytes() > 0.0 && model.bytes(2, 9, 90) > model.bytes(2, 9, 10), "{name}");
        assert!(model.prediction_cost(2, 9, 50) > model.prediction_cost(2, 9, 20), "{name}");
    }
}
