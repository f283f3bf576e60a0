//! What requests answer.

use super::*;
use crate::numeric::math;

#[test]
fn every_kernel_of_the_reference_is_understood() {
    let ones = json!([1, 1]);
    for (kernel, at_one) in [
        (json!({ "relu": { "eta": 2 } }), 4.0 * 2.0 / 4.0),
        (json!({ "relu_general": { "bias": [2.5, 2.5], "weight": [1.414, 1.737] } }), 5.899309),
        (json!({ "rbf": { "lengthscale": 0.8 } }), 1.0),
        (json!({ "rbf": { "lengthscale": [0.8], "variance": 3 } }), 3.0),
        (json!({ "matern": { "nu": 0.5, "lengthscale": 0.8, "variance": 2 } }), 2.0),
        (json!({ "matern": { "nu": 2.5, "lengthscale": [1] } }), 1.0),
        (json!({ "periodic": { "lengthscale": 0.9, "period": 3, "variance": 2 } }), 2.0),
        (json!({ "linear": { "variance": 2, "bias": 0 } }), 2.0),
        (
            json!({ "sum": [{ "linear": { "variance": 2, "bias": 1 } }, { "relu": { "eta": 2 } }] }),
            5.0,
        ),
        (
            json!({ "product": [{ "linear": { "variance": 2, "bias": 1 } }, { "relu": { "eta": 2 } }] }),
            6.0,
        ),
    ] {
        let got = ask("kernel", &json!({ "kernel": kernel, "x": ones }));
        assert_eq!(got["gram"][0], got["gram"][1]);
        let value = got["gram"][0][0].as_f64().unwrap();
        assert!((value - at_one).abs() < 1e-6, "{kernel}: {value}");
    }
}

#[test]
fn gram_has_a_row_for_each_x_and_a_column_for_each_x2() {
    let request = with(kernel_request(), "/x2", json!([[0, 1], [9, 9], [2, 3]]));
    let gram = &ask("kernel", &request)["gram"];
    assert_eq!((gram.as_array().unwrap().len(), gram[0].as_array().unwrap().len()), (2, 3));
    assert_eq!((&gram[0][0], &gram[1][2]), (&json!(1.0), &json!(1.0)));
    assert_eq!(gram[0][2], ask("kernel", &kernel_request())["gram"][1][0]);
}

#[test]
fn the_posterior_takes_noise_for_each_point_and_no_data_at_all() {
    let got = ask("posterior", &posterior_request());
    assert_eq!(got["covariance"][0][2], got["covariance"][2][0]);
    let same = with(posterior_request(), "/noise_variance", json!(0.1));
    assert_ne!(ask("posterior", &same)["mean"], got["mean"]);
    let nothing =
        [("/x_train", json!([])), ("/y_train", json!([])), ("/noise_variance", json!(0.1))];
    let prior = nothing.into_iter().fold(posterior_request(), |r, (at, v)| with(r, at, v));
    let got = ask("posterior", &prior);
    assert_eq!(got["jitter"], 0.0);
    assert_eq!((&got["mean"], &got["covariance"][1][1]), (&json!([0.0, 0.0, 0.0]), &json!(1.0)));
}

/// Twins without noise have a singular covariance, whose mean is only known with something added.
#[test]
fn the_posterior_says_what_had_to_be_added() {
    let twins = [("/x_train", json!([1, 1])), ("/noise_variance", json!(0))];
    let twins = twins.into_iter().fold(posterior_request(), |r, (at, v)| with(r, at, v));
    let jitter = ask("posterior", &twins)["jitter"].as_f64().unwrap();
    assert!(jitter > 0.0 && jitter < 1e-6, "{jitter}");
    assert_eq!(ask("posterior", &posterior_request())["jitter"], 0.0);
}

#[test]
fn select_tells_scores_and_gains() {
    let got = ask("select", &select_request());
    let first = got["indices"][0].as_u64().unwrap() as usize;
    assert_eq!(got["scores"][1][first], Value::Null);
    assert_eq!(got["gains"][0], got["scores"][0][first]);
    for rule in "random tig mig batch-tig epig itl vtl ctl".split(' ') {
        let got = ask("select", &with(select_request(), "/rule", json!(rule)));
        assert_eq!(got["gains"].as_array().unwrap().len(), 2, "{rule}");
    }
    let variances = with(select_request(), "/covariance_targets", json!("remove"));
    let variances = with(variances, "/variance_targets", json!([1, 1]));
    assert_eq!(ask("select", &variances), got);
}

#[test]
fn score_has_a_row_for_each_model_and_each_reference() {
    let got = ask("score", &score_request());
    assert_eq!(
        (&got["models"][1]["name"], &got["references"][1]["name"]),
        (&json!("b"), &json!("b"))
    );
    assert_eq!(got["references"][0]["batches"], json!([[0, 1], [1, 0], [2, 1]]));
    let ranks = |at: usize| got["references"][at]["rank"].as_array().unwrap().clone();
    assert_eq!(ranks(0)[0].as_f64().unwrap() + ranks(0)[1].as_f64().unwrap(), 1.0);
    assert!(got["models"][0]["metacorrelation"].as_f64().unwrap() > 0.9);
    assert_eq!(got["jitter"], 0.0);
    let without = with(score_request(), "/oracle", json!("remove"));
    assert_eq!(ask("score", &without)["models"][0]["metacorrelation"], Value::Null);
    let others = ask("score", &with(score_request(), "/include_self", json!(false)));
    assert_eq!(others["references"][0]["rank"], json!([null, 0.0]));
    let block = with(with(score_request(), "/rows", json!([0, 1])), "/cols", json!([2]));
    let got = ask("score", &block);
    // Two entries always correlate by 1 or -1.
    assert!((got["models"][1]["metacorrelation"].as_f64().unwrap() - 1.0).abs() < 1e-12);
    assert_eq!(got["models"][1]["metacorrelation_spearman"], 1.0);
}

#[test]
fn score_takes_some_references_and_either_kind_of_batches() {
    let all = ask("score", &score_request());
    let some = ask("score", &with(score_request(), "/references", json!([1])));
    assert_eq!(some["references"], json!([all["references"][1]]));
    for candidate in 0..2 {
        assert_eq!(some["models"][candidate]["xll"], all["references"][1]["xll"][candidate]);
        assert_eq!(some["models"][candidate]["xllr"], all["references"][1]["rank"][candidate]);
    }
    let none = ask("score", &with(score_request(), "/references", json!([])));
    assert_eq!((&none["references"], &none["models"][0]["xll"]), (&json!([]), &Value::Null));
    // Target 1 of model b correlates by 0.2 with target 0, but by 0.6 / sqrt(2 (1 + noise)) with 2.
    let loud = with(score_request(), "/models/1/noise_variance", json!([0.1, 0.2, 30]));
    let batches = |kind: &str| {
        let got = ask("score", &with(loud.clone(), "/batches", json!(kind)));
        got["references"][1]["batches"][1].clone()
    };
    assert_eq!((batches("noisy"), batches("latent")), (json!([1, 0]), json!([1, 2])));
    assert_eq!(ask("score", &loud), ask("score", &with(loud.clone(), "/batches", json!("noisy"))));
}

#[test]
fn tal_gives_picks_as_indices_into_x() {
    let got = ask("tal", &tal_request());
    assert_eq!(got["picks"].as_array().unwrap().len(), 2);
    assert!([1, 4, 5].contains(&got["picks"][0][0].as_u64().unwrap()));
    for name in ["log_likelihood", "expected_log_likelihood", "rmse"] {
        assert_eq!(got[name].as_array().unwrap().len(), 3, "{name}");
    }
    let none = ask("tal", &with(tal_request(), "/iterations", json!(0)));
    assert_eq!((&none["picks"], &none["rmse"][0]), (&json!([]), &got["rmse"][0]));
    assert_eq!(
        ask("tal", &with(tal_request(), "/train", json!([])))["picks"][0].as_array().unwrap().len(),
        1
    );
}

/// A process that predicts with its own noise: the mean log density of y under `posterior`'s means and
/// variances with that noise added.
#[test]
fn each_model_of_tal_may_have_a_noise_of_its_own() {
    let gp = |noise: Value| json!({ "gp": { "kernel": { "rbf": { "lengthscale": 1 } } }, "noise_variance": noise });
    let without = with(tal_request(), "/kernel", json!("remove"));
    let own = |selection: Value, prediction: Value| {
        let body = with(without.clone(), "/selection_model", gp(selection));
        with(body, "/prediction_model", gp(prediction))
    };
    let same = ask("tal", &own(json!(0.01), json!(0.01)));
    let exact = ask("tal", &tal_request());
    assert_eq!(same["picks"], exact["picks"]);
    let nothing = with(own(json!(0.01), json!(0.5)), "/noise_variance", json!("remove"));
    let got = ask("tal", &nothing);
    assert_eq!(got["picks"], exact["picks"], "the selection's noise is as it was");
    let posterior = json!({
        "kernel": { "rbf": { "lengthscale": 1 } }, "x_train": [-2], "y_train": [0],
        "noise_variance": 0.5, "x": [0, 1],
    });
    let found = ask("posterior", &posterior);
    let density = |i: usize, y: f64| {
        let variance = found["covariance"][i][i].as_f64().unwrap() + 0.5;
        let miss = y - found["mean"][i].as_f64().unwrap();
        -0.5 * (math::ln(2.0 * std::f64::consts::PI * variance) + miss * miss / variance)
    };
    let want = (density(0, 0.5) + density(1, 0.0)) / 2.0;
    let first = got["log_likelihood"][0].as_f64().unwrap();
    assert!((first - want).abs() < 1e-12, "{first} {want}");
    let refused = |body: Value| answer("tal", &body.to_string()).unwrap_err().to_string();
    let wrong = "prediction_model.noise_variance must be above 0, got 0";
    assert_eq!(refused(own(json!(0.01), json!(0))), wrong);
    let unknown = refused(own(json!(0.01), Value::Null));
    assert_eq!(unknown, "gp cannot learn its noise: give noise_variance as a number");
}

#[test]
fn divergence_has_all_its_numbers() {
    let got = ask("divergence", &divergence_request());
    let names = "bound kl kl_correlations kl_marginals lambda_min logdet order_paper order_tight";
    assert!(got.as_object().unwrap().keys().map(String::as_str).eq(names.split(' ')));
    assert!((got["lambda_min"].as_f64().unwrap() - 0.9).abs() < 1e-15);
}
