//! Measures of joint predictions: each against a route that shares no code with it, and what each says of a model
//! whose correlations are too weak.

use super::*;
use crate::numeric::hash::Fingerprint;
use crate::numeric::{Estimate, Factor, linalg};

fn measure(id: &str) -> &'static JointMeasure {
    JOINT_MEASURES.iter().find(|measure| measure.id == id).unwrap()
}

fn given(y: &[f64]) -> Given<'_> {
    Given { y, truth: None, oracle: None, oracle_pool: None, seed: 3 }
}

fn said(model: &Model) -> Said<'_> {
    Said { prediction: model.prediction(), draws: None, pool: None }
}

/// Functions, one a column, and observations of each.
fn drawn(model: &Model, count: usize, seed: u64) -> (Matrix, Matrix) {
    let factor = Factor::new(model.covariance.clone()).unwrap();
    let mut stream = Stream::new(seed, "test of joint measures", 0);
    let targets = model.mean.len();
    let normals = Matrix::from_fn(targets, count, |_, _| stream.normal());
    let mut functions = linalg::multiply(factor.lower(), &normals);
    functions.column_iter_mut().for_each(|mut f| f += Vector::from_column_slice(&model.mean));
    let noisy = functions.clone();
    let noisy = noisy.map_with_location(|i, _, f| f + model.noise[i].sqrt() * stream.normal());
    (functions, noisy)
}

#[track_caller]
fn within(got: f64, want: &[f64], errors: f64) {
    let want = Estimate::of(want.iter().copied()).unwrap();
    let error = want.standard_error.unwrap();
    assert!((got - want.mean).abs() < errors * error, "got {got}, want {} ± {error}", want.mean);
}

/// log N of all observations together, with every way to spread them written out.
fn brute_dyadic(model: &Model, seed: u64, label: impl Fn(usize, usize, usize) -> f64) -> f64 {
    let pairs = random_batches(model.mean.len(), 2, seed).unwrap();
    let ways = 1 << dyadic::TAU;
    let each = pairs.iter().enumerate().flat_map(|(place, pair)| {
        let label = &label;
        (0..ways).map(move |way| {
            let anchors: Vec<usize> = (0..dyadic::TAU).map(|t| (way >> t) & 1).collect();
            let number = |t: usize| anchors[..t].iter().filter(|a| **a == anchors[t]).count();
            let y: Vec<f64> =
                (0..dyadic::TAU).map(|t| label(place, anchors[t], number(t))).collect();
            let point = |t: usize| pair[anchors[t]];
            let mean: Vec<f64> = (0..dyadic::TAU).map(|t| model.mean[point(t)]).collect();
            let covariance = Matrix::from_fn(dyadic::TAU, dyadic::TAU, |s, t| {
                let noise = if s == t { model.noise[point(t)] } else { 0.0 };
                model.covariance[(point(s), point(t))] + noise
            });
            brute_log_density(&y, &mean, &covariance)
        })
    });
    each.sum::<f64>() / (ways * pairs.iter().len()) as f64
}

#[test]
fn dyadic_closed_forms_are_the_density_of_all_observations() {
    for seed in 0..3 {
        let model = Model::random(seed, 4, 4, 0.3);
        let oracle = Model::random(seed + 10, 4, 4, 0.2);
        let (functions, noisy) = drawn(&oracle, 1, seed);
        let (truth, y) = (functions.as_slice(), noisy.as_slice());
        let given = Given { truth: Some(truth), oracle: Some(oracle.prediction()), ..given(y) };
        let pairs = random_batches(4, 2, given.seed).unwrap();
        let point = |place: usize, anchor: usize| pairs.indices[2 * place + anchor];
        let own = Fingerprint::new().integer(given.seed).floats(y).finish();
        let fresh = brute_dyadic(&model, given.seed, |place, anchor, number| {
            let normals = Stream::new(own, "dyadic noise", place as u64).normals(2 * dyadic::TAU);
            let i = point(place, anchor);
            truth[i] + oracle.noise[i].sqrt() * normals[anchor * dyadic::TAU + number]
        });
        let repeated = brute_dyadic(&model, given.seed, |place, anchor, _| y[point(place, anchor)]);
        for (id, want) in [("dyadic", fresh), ("dyadic-repeated", repeated)] {
            let got = measure(id).value(&given, &said(&model)).unwrap().value.unwrap();
            assert!((got - want).abs() <= 1e-12 * want.abs(), "{id}: got {got}, want {want}");
        }
    }
}

#[test]
fn what_an_oracle_expects_is_the_mean_over_what_it_draws() {
    let (model, oracle) = (Model::random(1, 6, 6, 0.4), Model::random(2, 6, 6, 0.3));
    let (functions, noisy) = drawn(&oracle, 4000, 5);
    for id in ["joint-2", "joint-5", "dyadic", "variogram"] {
        let of = |at: usize| {
            let (truth, y) = (functions.column(at), noisy.column(at));
            let (truth, y) = (truth.as_slice(), y.as_slice());
            let given = Given { truth: Some(truth), oracle: Some(oracle.prediction()), ..given(y) };
            measure(id).value(&given, &said(&model)).unwrap().value.unwrap()
        };
        let values: Vec<f64> = (0..4000).map(of).collect();
        let given = Given { oracle: Some(oracle.prediction()), ..given(&oracle.mean) };
        let got = measure(id).expected(&given, &said(&model)).unwrap().unwrap();
        within(got, &values, 4.0);
        // Whoever is right is expected to do best.
        let right = measure(id).expected(&given, &said(&oracle)).unwrap().unwrap();
        assert!((right - got) * measure(id).better > 0.0, "{id}");
    }
}

/// An oracle that is sure of y expects what is found there.
#[test]
fn an_oracle_without_doubt_expects_what_is_observed() {
    let model = Model::random(1, 7, 7, 0.4);
    let sure = Model {
        covariance: Matrix::zeros(7, 7),
        noise: vec![0.0; 7],
        ..Model::random(2, 7, 1, 0.1)
    };
    let given = Given { oracle: Some(sure.prediction()), ..given(&sure.mean) };
    for (id, alike) in [
        ("joint-2", "joint-2"),
        ("joint-5", "joint-5"),
        ("dyadic", "dyadic-repeated"),
        ("variogram", "variogram"),
    ] {
        let expected = measure(id).expected(&given, &said(&model)).unwrap().unwrap();
        near(expected, measure(alike).value(&given, &said(&model)).unwrap().value.unwrap());
    }
}

#[test]
fn the_variogram_score_is_of_the_differences_of_draws() {
    let model = Model::random(4, 3, 3, 0.2);
    let y: [f64; 3] = [0.3, -1.0, 2.0];
    let (_, noisy) = drawn(&model, 200_000, 1);
    let pairs = [(0, 1), (0, 2), (1, 2)];
    let want = pairs.iter().map(|&(i, j)| {
        let sizes = noisy.column_iter().map(|x| (x[i] - x[j]).abs());
        let off = (y[i] - y[j]).abs() - sizes.sum::<f64>() / noisy.ncols() as f64;
        off * off
    });
    let want = want.sum::<f64>() / 3.0;
    let got = variogram::score(&y, &model.prediction()).unwrap();
    assert!((got - want).abs() < 0.01 * want, "got {got}, want {want}");
    // Without any doubt it is the plain difference.
    let sure = Model { covariance: Matrix::zeros(3, 3), noise: vec![0.0; 3], ..model };
    let off = |i: usize, j: usize| (y[i] - y[j]).abs() - (sure.mean[i] - sure.mean[j]).abs();
    let want = pairs.iter().map(|&(i, j)| off(i, j) * off(i, j)).sum::<f64>() / 3.0;
    near(variogram::score(&y, &sure.prediction()).unwrap(), want);
}

#[test]
fn the_energy_score_is_that_of_draws_and_of_one_target_known() {
    let model = Model::random(4, 5, 5, 0.2);
    let y = [0.3, -1.0, 2.0, 0.0, 1.0];
    let (_, noisy) = drawn(&model, 40_000, 1);
    let y_vector = Vector::from_column_slice(&y);
    let value = |pair: usize| {
        let [x, other] = [noisy.column(2 * pair), noisy.column(2 * pair + 1)];
        let far = |x: &Vector| (x - &y_vector).norm();
        let (x, other) = (x.into_owned(), other.into_owned());
        0.5 * (far(&x) + far(&other)) - 0.5 * (x - other).norm()
    };
    let got = energy::score(&y, &model.prediction(), 1).unwrap();
    let want = Estimate::of((0..20_000).map(value)).unwrap();
    let error = Vector::from_vec(vec![got.error.unwrap(), want.standard_error.unwrap()]).norm();
    assert!((got.value.unwrap() - want.mean).abs() < 4.0 * error, "{got:?} {want:?}");
    // Of one target it is the CRPS, sd (z (2 Phi(z) - 1) + 2 phi(z) - 1 / sqrt pi).
    let one =
        Model { mean: vec![0.5], covariance: Matrix::from_element(1, 1, 0.7), noise: vec![0.1] };
    let (sd, z) = (0.8_f64.sqrt(), 0.6 / 0.8_f64.sqrt());
    let want = sd
        * (z * math::erf(z / 2_f64.sqrt()) + 2.0 * math::exp(-z * z / 2.0) / (2.0 * PI).sqrt()
            - 1.0 / PI.sqrt());
    let got = energy::score(&[1.1], &one.prediction(), 2).unwrap();
    assert!((got.value.unwrap() - want).abs() < 4.0 * got.error.unwrap(), "{got:?} {want}");
    // Sure of everything, it is a distance.
    let sure = Model { covariance: Matrix::zeros(5, 5), noise: vec![0.0; 5], ..model };
    let got = energy::score(&y, &sure.prediction(), 1).unwrap().value.unwrap();
    near(got, (Vector::from_column_slice(&sure.mean) - y_vector).norm());
}

#[test]
fn draws_give_the_density_of_their_mixture_with_its_error() {
    // Noise as large as the functions: else few draws would carry all the weight.
    let model = Model::random(6, 6, 6, 4.0);
    let (_, noisy) = drawn(&model, 1, 8);
    let y = noisy.as_slice();
    let batches = random_batches(6, 2, 3).unwrap();
    let of = |functions: &Matrix| {
        draws::joint_log_likelihood(y, functions, &model.noise, &batches).unwrap()
    };
    let few = drawn(&model, 5, 1).0;
    let density = |i: usize, f: f64| {
        brute_log_density(&[y[i]], &[f], &Matrix::from_element(1, 1, model.noise[i]))
    };
    let brute = batches.iter().map(|batch| {
        let each = few
            .column_iter()
            .map(|f| batch.iter().map(|&i| math::exp(density(i, f[i]))).product::<f64>());
        math::ln(each.sum::<f64>() / 5.0) / 2.0
    });
    near(of(&few).value.unwrap(), brute.sum::<f64>() / 6.0);
    // Its error is the spread over draws drawn anew, and many draws are the Gaussian that they are from.
    let again: Vec<Measured> = (0..200).map(|seed| of(&drawn(&model, 300, seed).0)).collect();
    let spread = Estimate::of(again.iter().filter_map(|found| found.value)).unwrap();
    let spread = spread.standard_error.unwrap() * 200_f64.sqrt();
    let said = again.iter().filter_map(|found| found.error).sum::<f64>() / 200.0;
    assert!((said / spread - 1.0).abs() < 0.2, "says {said}, is {spread}");
    let many = of(&drawn(&model, 100_000, 2).0);
    let exact = joint_log_likelihood(y, &model.prediction(), &batches).unwrap();
    assert!((many.value.unwrap() - exact).abs() < 4.0 * many.error.unwrap(), "{many:?} {exact}");
    assert_eq!(of(&drawn(&model, 1, 2).0).error, None);
}

/// Functions of one input under an rbf kernel, at 60 targets, with noise 0.05.
fn right() -> Model {
    let x = |i: usize| -3.0 + 6.0 * i as f64 / 59.0;
    let entry = |i: usize, j: usize| math::exp(-0.5 * (x(i) - x(j)) * (x(i) - x(j)));
    Model { mean: vec![0.0; 60], covariance: Matrix::from_fn(60, 60, entry), noise: vec![0.05; 60] }
}

/// The same with correlations of 0.9 of the right ones, and marginals untouched.
fn weak(model: &Model) -> Model {
    let entry = |i: usize, j: usize| model.covariance[(i, j)] * if i == j { 1.0 } else { 0.9 };
    Model { covariance: Matrix::from_fn(60, 60, entry), ..model.clone() }
}

/// How many standard errors the weak model is ahead by each measure, over data sets.
fn ahead(ids: &[&str], sets: usize) -> Vec<f64> {
    let (right, noise) = (right(), 0.05_f64);
    let weak = weak(&right);
    let (functions, noisy) = drawn(&right, sets, 11);
    assert_eq!(noise, right.noise[0]);
    let models = [&right, &weak];
    let draws = |model: &Model, at: usize| {
        let belief = Posterior::new(Vector::zeros(60), model.covariance.clone(), noise).unwrap();
        belief.samples(400, at as u64).unwrap()
    };
    let difference = |id: &str, at: usize| {
        let (truth, y) = (functions.column(at), noisy.column(at));
        let given = Given {
            truth: Some(truth.as_slice()),
            oracle: Some(right.prediction()),
            ..given(y.as_slice())
        };
        let [right, weak] = [0, 1].map(|i| {
            let functions = id.contains("draws").then(|| draws(models[i], at));
            let said = Said { draws: functions.as_ref(), ..said(models[i]) };
            measure(id).value(&given, &said).unwrap().value.unwrap()
        });
        (weak - right) * measure(id).better
    };
    let of = |id: &&str| {
        let found = Estimate::of((0..sets).map(|at| difference(id, at))).unwrap();
        found.mean / found.standard_error.unwrap()
    };
    ids.iter().map(of).collect()
}

/// What each measure sees of correlations that are too weak. That the dyadic one with one label repeated prefers
/// them is a finding: as a score it is improper.
#[test]
fn weak_correlations_lose_by_all_but_the_improper_measure() {
    let most = [
        ("joint-2", -6.0),
        ("joint-5", -12.0),
        ("joint-10", -18.0),
        ("joint-20", -24.0),
        ("joint-draws-2", -2.0),
        ("dyadic", -10.0),
        ("variogram", -3.0),
        ("energy", -2.0),
    ];
    let found = ahead(&most.map(|(id, _)| id), 120);
    for ((id, most), z) in most.iter().zip(found) {
        assert!(z < *most, "{id}: {z}");
    }
    let improper = ahead(&["dyadic-repeated"], 120)[0];
    assert!(improper > 2.0, "{improper}");
}

#[test]
fn variances_say_nothing_of_correlations_and_what_is_missing_is_named() {
    let right = right();
    let pool: Vec<f64> = (0..9).map(|i| 1.0 + i as f64).collect();
    let twice: Vec<f64> = pool.iter().map(|v| 2.0 * v).collect();
    let given_pool = Given { oracle_pool: Some(&pool), ..given(&right.mean) };
    let quality = |pool: &[f64]| {
        let said = Said { pool: Some(pool), ..said(&right) };
        measure("variance-quality").value(&given_pool, &said).unwrap().value
    };
    assert!((quality(&twice).unwrap() - 1.0).abs() < 1e-15);
    assert_eq!(quality(&[1.0; 9]), None);
    for (id, words) in [
        ("variance-quality", "the pool's variances of the model and of an oracle"),
        ("dyadic", "the true function's values at the targets"),
        ("joint-draws-2", "function draws of the model"),
        ("joint-20", "at least 20 targets"),
    ] {
        let y = if id == "joint-20" { &right.mean[..3] } else { &right.mean };
        let error = measure(id).value(&given(y), &said(&right)).unwrap_err().to_string();
        assert!(error.contains(words) && error.contains(id), "{error}");
    }
    let silent = Model { noise: vec![0.0; 60], ..right.clone() };
    for id in ["dyadic-repeated", "joint-draws-2"] {
        let functions = Matrix::zeros(60, 2);
        let said = Said { draws: Some(&functions), ..said(&silent) };
        let error = measure(id).value(&given(&right.mean), &said).unwrap_err().to_string();
        assert_eq!(error, "noise[0] must be positive, got 0");
    }
}

/// XLL on average over data sets from the oracle, under a reference whose marginals are wrong; and with right marginals
/// the right correlations are expected to do best.
#[test]
fn what_is_expected_of_xll_is_its_mean_over_data() {
    let oracle = right();
    let (weak, mut shifted) = (weak(&oracle), oracle.clone());
    shifted.mean.iter_mut().enumerate().for_each(|(i, mean)| *mean += 0.01 * i as f64);
    shifted.covariance *= 1.7;
    shifted.noise.iter_mut().for_each(|noise| *noise *= 0.6);
    let models = [&oracle, &weak, &shifted].map(Model::prediction);
    let (_, noisy) = drawn(&oracle, 3000, 5);
    let sets = noisy.column_iter().map(|y| {
        cross_likelihoods(&models, y.as_slice(), 4, CrossOptions::default()).unwrap().references
    });
    let sets: Vec<Vec<Reference>> = sets.collect();
    let expected = |reference: usize, model: usize| {
        let batches = &sets[0][reference].batches;
        let [oracle, reference, model] = [0, reference, model].map(|at| &models[at]);
        expected_cross_likelihood(oracle, reference, model, batches).unwrap()
    };
    for (reference, model) in (0..3).flat_map(|r| (0..3).map(move |m| (r, m))) {
        let values: Vec<f64> = sets.iter().map(|set| set[reference].xll[model]).collect();
        within(expected(reference, model), &values, 4.0);
    }
    assert!(expected(0, 0) > expected(0, 1) && expected(0, 0) > expected(0, 2));
}
