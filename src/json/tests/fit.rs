//! The request `fit`: what it says of models and settings that cannot be, and of what it had to add.

use super::*;

fn request(model: Value) -> Value {
    json!({
        "model": model, "x_train": [[0], [1], [2]], "y_train": [0.5, 1, 0.2], "noise_variance": 0.01,
        "x": [[0.5], [3]]
    })
}

fn refusal(body: &Value) -> String {
    answer("fit", &body.to_string()).unwrap_err().to_string()
}

#[test]
fn wrong_models_and_settings_are_named() {
    for (model, words) in [
        (json!({ "foo": {} }), "got an object with foo"),
        (json!({}), "got an empty object"),
        (json!({ "gp-rbf": {}, "hmc": {} }), "got an object with gp-rbf, hmc"),
        (json!({ "hmc": { "units": -1 } }), "model.hmc.units must be a whole number from 0"),
        (json!({ "hmc": { "chains": 0 } }), "model.hmc.chains must be a whole number from 1"),
        (json!({ "hmc": { "draws": 1e9 as u64 } }), "model.hmc.draws must be a whole number"),
        (json!({ "hmc": { "foo": 1 } }), "model.hmc.foo must be one of the fields units"),
        (json!({ "dropout": { "rate": 1 } }), "model.dropout.rate must be at least 0 and below 1"),
        (json!({ "gp": { "kernel": { "foo": {} } } }), "got an object with foo"),
    ] {
        let said = refusal(&request(model));
        assert!(said.contains(words), "said: {said}\nshould say: {words}");
    }
}

/// Every setting may be within its limits and their product still beyond all memory.
#[test]
fn what_no_memory_holds_is_refused() {
    for model in [
        json!({ "ensemble": { "members": 100_000, "units": 10_000 } }),
        json!({ "hmc": { "chains": 1000, "draws": 100_000 } }),
        json!({ "hmc": { "draws": 100_000, "units": 1000 } }),
    ] {
        let said = refusal(&request(model));
        assert!(said.starts_with("the memory that this work holds must be at most 8 GB"), "{said}");
    }
}

#[test]
fn a_diverging_learning_rate_is_told_with_its_step() {
    let ensemble = json!({ "ensemble": { "learning_rate": 1e99, "members": 2, "epochs": 20 } });
    let said = refusal(&request(ensemble));
    assert!(said.starts_with("the loss at step 2 of 20 must be finite"), "{said}");
    let hmc = json!({ "hmc": { "learning_rate": 1e10, "chains": 2, "burn_in": 50, "draws": 4 } });
    let said = refusal(&with(request(hmc), "/noise_variance", Value::Null));
    assert!(said.starts_with("the noise after 10 transitions must be positive"), "{said}");
}

#[test]
fn noise_that_has_not_settled_is_told_in_words() {
    let settings =
        |burn_in: usize| json!({ "hmc": { "units": 0, "chains": 4, "burn_in": burn_in } });
    let noisy = |burn_in: usize| {
        let body = with(request(settings(burn_in)), "/y_train", json!([2.5, -3, 2.2]));
        ask("fit", &with(body, "/noise_variance", Value::Null))
    };
    let early = noisy(500);
    let said = early["warning"].as_str().unwrap();
    assert!(said.starts_with("The noise is still drifting: squared residuals are"), "{said}");
    assert!(early["diagnostics"]["noise_ratio"].as_f64().unwrap() > 2.0);
    let settled = noisy(40_000);
    assert_eq!(settled.get("warning"), None, "{settled}");
    assert_eq!(ask("fit", &request(settings(50))).get("warning"), None);
}

#[test]
fn jitter_is_told() {
    let gp = request(json!({ "gp": { "kernel": { "rbf": { "lengthscale": 1 } } } }));
    assert_eq!(ask("fit", &gp)["diagnostics"]["jitter"], 0.0);
    let same = with(with(gp, "/x_train", json!([1, 1, 2])), "/noise_variance", json!(1e-300));
    let jitter = ask("fit", &same)["diagnostics"]["jitter"].as_f64().unwrap();
    assert!((1e-15..1e-12).contains(&jitter), "{jitter}");
}

#[test]
fn functions_that_are_all_alike_have_no_variance() {
    let sure = json!({ "dropout": { "rate": 0, "epochs": 20, "draws": 30 } });
    assert_eq!(ask("fit", &request(sure))["covariance"], json!([[0.0, 0.0], [0.0, 0.0]]));
}

/// JSON knows one kind of number, and some languages write all of them with a point.
#[test]
fn whole_numbers_may_be_written_with_a_point() {
    let body = |restarts: f64| request(json!({ "gp-rbf": { "restarts": restarts } }));
    let whole = request(json!({ "gp-rbf": { "restarts": 2 } })).to_string();
    assert_eq!(answer("fit", &body(2.0).to_string()), answer("fit", &whole));
    for wrong in [2.5, -1.0, 1e300] {
        let said = refusal(&body(wrong));
        assert!(said.contains("restarts must be a whole number from 0 to 1000"), "{said}");
    }
}
