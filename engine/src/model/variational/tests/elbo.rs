//! Bounds on the evidence: of linear models by their closed forms, of networks by draws.

use super::*;

#[test]
fn elbos_of_linear_models_are_their_closed_forms() {
    for seed in 0..3 {
        let known = Known::new(seed, 2, 10);
        let model = Variational { draws: 10, epochs: 2000, ..known.model() };
        let evidence = known.log_evidence();
        let exact =
            Variational { learning_rate: 0.05, approach: nng(Prior::Exact), ..model.clone() };
        assert!((known.elbo_of(&exact) - evidence).abs() < 1e-9, "its posterior is the exact one");
        let factored = Variational { approach: nng(Prior::Factored), ..exact.clone() };
        let lost = evidence - known.elbo_of(&factored);
        assert!(lost > 1e-3, "the published damping costs {lost}");
        let field = known.precision().diagonal().map(|entry| 1.0 / entry);
        let best = known.elbo(&known.mean(), &Matrix::from_diagonal(&field));
        let slow = Variational { learning_rate: 0.002, epochs: 12_000, particles: 40, ..model };
        let got = known.elbo_of(&slow);
        assert!(got <= best + 1e-9 && got > best - 2e-3, "{got}, at best {best}");
        assert!(best < evidence);
    }
}

/// However it is trained, an ELBO is a bound, and it is that of the Gaussian that draws.
#[test]
fn elbos_never_exceed_the_evidence() {
    let mut stream = Stream::new(9, "test", 0);
    for seed in 0..40 {
        let d = 1 + stream.below(4) as usize;
        let known = Known::new(seed, d, 1 + stream.below(30) as usize);
        let evidence = known.log_evidence();
        for approach in ALL {
            let model = Variational {
                epochs: stream.below(200) as usize,
                learning_rate: math::exp(-1.0 - 4.0 * stream.uniform()),
                batch: 1 + stream.below(20) as usize,
                particles: 1 + stream.below(6) as usize,
                draws: 4,
                approach: approach(),
                seed,
                ..known.model()
            };
            let got = known.elbo_of(&model);
            assert!(
                got <= evidence + 1e-9 * (1.0 + evidence.abs()),
                "{model:?}: {got}, {evidence}"
            );
        }
    }
}

#[test]
fn a_closed_form_is_that_of_the_gaussian_that_draws() {
    let known = Known::new(3, 2, 8);
    for approach in ALL {
        let model = Variational { epochs: 30, approach: approach(), draws: 10, ..known.model() };
        let (network, mut lesson) = lesson(&model, &known.train);
        let mut gaussian = model.start(&network, lesson.batch.len());
        train_to_the_end(&model, &mut *gaussian, &mut lesson, &known.train);
        let mut mean = vec![0.0; network.size()];
        gaussian.place(&vec![0.0; network.size()], &mut mean);
        let covariance = covariance(&*gaussian, &network).view((0, 0), (3, 3)).into_owned();
        let want = known.elbo(&Vector::from_column_slice(&mean[..3]), &covariance);
        let got = known.elbo_of(&model);
        assert!((got - want).abs() < 1e-9 * want.abs(), "{got} {want}");
    }
}

/// The evidence of a small network with much noise, by draws from its prior.
#[test]
fn estimated_elbos_stay_below_the_evidence() {
    let train = few();
    let (eta, noise, units) = (1.5_f64, 0.8, 3);
    let network = Network::scaled(1, units);
    let mut weights = vec![0.0; 200_000 * network.size()];
    let mut stream = Stream::new(1, "test", 0);
    for list in weights.chunks_exact_mut(network.size()) {
        for row in network.rows() {
            stream.fill_normals(&mut list[row.clone()]);
            list[row].iter_mut().for_each(|weight| *weight *= eta.sqrt());
        }
    }
    let values = network.functions(weights.chunks_exact(network.size()), &train.inputs);
    let density = |values: &[f64]| {
        let squares: f64 =
            values.iter().zip(&train.observed).map(|(value, y)| (value - y) * (value - y)).sum();
        math::exp(-0.5 * (4.0 * math::ln(TAU * noise) + squares / noise))
    };
    let densities = values.column_iter().map(|column| density(column.as_slice()));
    let evidence = math::ln(densities.sum::<f64>() / 200_000.0);
    for approach in ALL {
        for seed in 0..3 {
            let model = Variational {
                units,
                eta,
                noise: Some(noise),
                epochs: 1500,
                approach: approach(),
                seed,
                ..Variational::default()
            };
            let fitted = learn(&model, &train, &train.inputs);
            let (elbo, error) = (fitted.note("elbo").unwrap(), fitted.note("elbo_error").unwrap());
            assert!(error > 0.0 && error < 0.1, "{error}");
            assert!(elbo < evidence + 4.0 * error, "{elbo} ± {error}, evidence {evidence}");
            assert!(elbo > evidence - 2.5, "{elbo}, evidence {evidence}");
        }
    }
}
