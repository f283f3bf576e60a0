//! Noise that is learned: of linear models its optimum is known.

use super::*;
use crate::model::linear::{evidence, likeliest, plane};

/// Over scales of what was observed, with the usual epochs: Adam's memory of how steep it was at first kept
/// noise and means from moving.
#[test]
fn linear_models_learn_their_likeliest_noise_on_every_scale() {
    for scale in [0.1, 1.0, 10.0, 100.0] {
        let train = plane(scale);
        let best = likeliest(&train, [0.0, 0.0], [false, true]);
        for approach in [Approach::Bbb, Approach::Nng(Nng::default())] {
            let exact = approach != Approach::Bbb;
            let model = Variational {
                units: 0,
                noise: None,
                draws: 50,
                approach,
                ..Variational::default()
            };
            let fitted = model.learn(&train, &train.inputs, &mut keep_going).unwrap();
            let number = |name: &str| fitted.note(name).unwrap();
            let name = format!("scale {scale}: {:?}", fitted.diagnostics);
            let noise = math::ln(fitted.posterior.noise[0]);
            assert!((noise - best[1]).abs() < if exact { 0.01 } else { 0.03 }, "{name}: {noise}");
            assert!((number("noise_ratio") - 1.0).abs() < 0.02, "{name}");
            // NNG's family has the posterior in it, so that its bound is the evidence.
            let lost = evidence(&train, best) - number("elbo");
            assert!(lost > -1e-6 && lost < if exact { 0.05 } else { 0.5 }, "{name}: {lost} nats");
            assert_eq!(fitted.warnings(), [], "{name}");
        }
    }
}

/// The ratio is the mean squared residual of the functions that are drawn, and told if it is off.
#[test]
fn noise_on_its_way_is_told() {
    let train = plane(1.0);
    for units in [0, 5] {
        let model = Variational { units, noise: None, epochs: 60, ..Variational::default() };
        let fitted = model.learn(&train, &train.inputs, &mut keep_going).unwrap();
        let (noise, functions) = (fitted.posterior.noise[0], fitted.functions.as_ref().unwrap());
        let squares = |function: &[f64]| {
            let pairs = function.iter().zip(&train.observed);
            pairs.map(|(f, y)| (f - y) * (f - y)).sum::<f64>() / train.len() as f64
        };
        let columns = functions.as_slice().chunks_exact(train.len());
        let mean = columns.map(squares).sum::<f64>() / functions.ncols() as f64;
        let ratio = fitted.note("noise_ratio").unwrap();
        assert!((mean / noise / ratio - 1.0).abs() < 0.02, "{units}: {} {ratio}", mean / noise);
        let warnings = fitted.warnings();
        let drifts = warnings.iter().find(|warning| warning.id == "noise_drifts").unwrap();
        assert!(drifts.words.ends_with("More training helps."), "{}", drifts.words);
    }
    let known = Variational { units: 0, epochs: 20, draws: 20, ..Variational::default() };
    let known = known.learn(&train, &train.inputs, &mut keep_going).unwrap();
    assert_eq!(known.note("noise_ratio"), None);
}
