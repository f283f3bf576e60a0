use super::*;
use crate::model::{
    Approach, Dropout, Ensemble, Fbnn, Fitted, GaussianProcess, Hmc, Nkn, Nng, OnAllCores,
    RbfProcess, Svgp, Variational,
};
use crate::numeric::{Matrix, Stream, Vector};

/// Noisy values of a line, of which few are seen, so that networks learn the noise by heart.
fn some(count: usize, seed: u64) -> Points {
    let mut stream = Stream::new(seed, "choice test", 0);
    let inputs = Matrix::from_vec(2, count, stream.normals(2 * count));
    let observed = Vector::from_fn(count, |j, _| inputs[(0, j)] + 0.5 * stream.normal());
    Points { inputs, truth: observed.clone(), observed }
}

fn models(epochs: usize) -> Vec<(&'static str, Box<dyn Model>)> {
    let bbb = Variational { units: 20, epochs, draws: 60, noise: None, ..Variational::default() };
    let nng = Approach::Nng(Nng::default());
    let nng = Variational { approach: nng, batch: 4, learning_rate: 0.02, ..bbb.clone() };
    let ensemble = Ensemble { members: 3, units: 20, epochs, ..Ensemble::default() };
    let fbnn = Fbnn { units: 20, epochs, noise: None, batch: 4, ..Fbnn::default() };
    vec![
        ("bbb", Box::new(Variational { learning_rate: 0.03, ..bbb })),
        ("nng", Box::new(nng)),
        ("ensemble", Box::new(ensemble.clone())),
        ("ensemble noise", Box::new(Ensemble { noise: None, ..ensemble })),
        (
            "dropout",
            Box::new(Dropout { units: 20, epochs, draws: 60, noise: 0.1, ..Dropout::default() }),
        ),
        ("fbnn", Box::new(fbnn)),
    ]
}

fn train(model: &dyn Model, seen: &Points, validation: Option<Validation>) -> Result<Trained> {
    let inputs = Matrix::zeros(2, 1);
    model.train(0, Fit { train: seen, inputs: &inputs, validation, progress: &mut keep_going })
}

fn validated(points: &Points, every: usize, patience: Option<usize>) -> Option<Validation<'_>> {
    Some(Validation { points, every, patience })
}

/// What is kept is, to the last bit, what the best of shorter trainings leaves; each of those is judged apart. Only
/// rates that fall towards the end see how many epochs are asked for.
#[test]
fn the_best_of_all_epochs_is_kept() {
    let (seen, others) = (some(9, 1), some(40, 2));
    for (place, (name, model)) in models(30).into_iter().enumerate() {
        let trained = train(&*model, &seen, validated(&others, 7, None)).unwrap();
        let chosen = trained.chosen.unwrap();
        assert_eq!((chosen.last, chosen.asked), (30, 30), "{name}");
        if name == "fbnn" {
            continue;
        }
        let mut best = (f64::NEG_INFINITY, 0, Vec::new());
        for epochs in [7, 14, 21, 28, 30] {
            let (_, shorter) = models(epochs).swap_remove(place);
            let left = train(&*shorter, &seen, None).unwrap();
            let score = log_likelihood(&*shorter, &left, &seen, &others).unwrap();
            if score > best.0 {
                best = (score, epochs, left.state);
            }
        }
        assert_eq!((chosen.log_likelihood, chosen.epoch), (best.0, best.1), "{name}");
        let at = if name == "bbb" || name == "nng" { 1 } else { 0 };
        let (mut got, mut want) = (trained.state.clone(), best.2);
        // But for mean and slope of the loss, which are those of the whole course.
        [&mut got, &mut want].into_iter().for_each(|state| state[at..at + 2].fill(0.0));
        assert!(got == want, "{name}");
    }
}

/// Looking changes nothing of what the last epoch leaves, nor of the course.
#[test]
fn looking_changes_nothing() {
    let (seen, others) = (some(9, 3), some(20, 4));
    for (name, model) in models(12) {
        let plain = train(&*model, &seen, None).unwrap();
        let looked = train(&*model, &seen, validated(&others, 12, None)).unwrap();
        assert_eq!(looked.chosen.map(|it| (it.epoch, it.last)), Some((12, 12)), "{name}");
        let bits = |list: &[f64]| list.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&plain.state), bits(&looked.state), "{name}");
        assert_eq!(bits(&plain.curve), bits(&looked.curve), "{name}");
        assert_eq!(plain.chosen, None, "{name}");
    }
}

/// Data with the opposite sign are missed by more with every epoch.
#[test]
fn training_stops_once_nothing_is_gained() {
    let (seen, mut others) = (some(9, 5), some(30, 6));
    others.observed *= -3.0;
    for (name, model) in models(400) {
        let trained = train(&*model, &seen, validated(&others, 5, Some(40))).unwrap();
        let Chosen { epoch, last, asked, .. } = trained.chosen.unwrap();
        assert_eq!((last, asked), (epoch + 40, 400), "{name}");
        assert!(last < 300, "{name} stops after {last}");
        let fitted = learned(&*model, &seen, validated(&others, 5, Some(40)));
        let note = |name: &str| fitted.note(name).unwrap();
        assert_eq!((note("chosen_epoch"), note("last_epoch")), (epoch as f64, last as f64));
        assert!(note("validation_log_likelihood") < 0.0);
        assert!(fitted.note("loss_mean").is_some(), "{name}: the loss of the epochs there were");
        let said = |id: &str| fitted.warnings().iter().any(|warning| warning.id == id);
        let of_training = ["elbo_rises", "loss_falls", "best_is_last", "noise_drifts"];
        assert!(!of_training.into_iter().any(said), "{name}");
    }
}

fn learned(model: &dyn Model, seen: &Points, validation: Option<Validation>) -> Fitted {
    let inputs = some(5, 7).inputs;
    let fit = Fit { train: seen, inputs: &inputs, validation, progress: &mut keep_going };
    OnAllCores(model).learn_by(fit).unwrap()
}

#[test]
fn a_last_epoch_that_does_best_is_told() {
    let seen = some(60, 8);
    let model = Ensemble { members: 2, epochs: 6, noise: Some(0.1), ..Ensemble::default() };
    let fitted = learned(&model, &seen, validated(&seen, 2, Some(100)));
    assert_eq!(fitted.note("chosen_epoch"), Some(6.0));
    let words = fitted.warnings().into_iter().find(|it| it.id == "best_is_last").unwrap().words;
    assert!(words.starts_with("Still learning: of the 6 epochs the last does best"), "{words}");
}

#[test]
fn models_without_epochs_refuse() {
    let (seen, others) = (some(9, 1), some(5, 2));
    let process = GaussianProcess { kernel: "rbf(1)".parse().unwrap(), noise: 0.1 };
    let models: [Box<dyn Model>; 5] = [
        Box::new(process),
        Box::new(RbfProcess::default()),
        Box::new(Svgp::default()),
        Box::new(Hmc::default()),
        Box::new(Nkn::default()),
    ];
    for model in models {
        assert!(!model.chooses());
        for model in [&*model, &OnAllCores(&*model)] {
            let inputs = Matrix::zeros(2, 1);
            let validation = validated(&others, 7, None);
            let fit = Fit { train: &seen, inputs: &inputs, validation, progress: &mut keep_going };
            let words = model.learn_by(fit).unwrap_err().to_string();
            assert!(words.starts_with("validation chooses the best epoch"), "{words}");
        }
    }
    for (name, model) in models_with(&others) {
        let error = train(&*model, &seen, name).unwrap_err().to_string();
        assert!(error.contains("must be"), "{error}");
    }
}

/// What cannot be looked at.
fn models_with(others: &Points) -> Vec<(Option<Validation<'_>>, Box<dyn Model>)> {
    let ensemble = || Box::new(Ensemble { members: 1, epochs: 2, ..Ensemble::default() });
    vec![(validated(others, 0, None), ensemble()), (validated(others, 1, Some(0)), ensemble())]
}

#[test]
fn costs_grow_with_looks() {
    let (few, many) = (some(5, 1), some(50, 2));
    for (name, model) in models(1000) {
        let cost = |points: &Points, every: usize| {
            let validation = Validation { points, every, patience: None };
            model.choosing_cost(2, 9, &validation)
        };
        assert!(cost(&many, 100).as_seconds() > cost(&few, 100).as_seconds(), "{name}");
        assert!(cost(&few, 10).as_seconds() > 9.0 * cost(&few, 100).as_seconds(), "{name}");
        assert!(cost(&few, 100).bytes() > 0.0, "{name}");
    }
}
