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
        (json!({ "hmc": { "foo": 1 } }), "model.hmc has no field \"foo\"; it has units"),
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
    // Chains cannot overshoot.
    let hmc = json!({ "hmc": { "units": 0, "learning_rate": 1e10, "learn_eta": true } });
    let fast = ask("fit", &with(request(hmc), "/noise_variance", Value::Null));
    assert_eq!(fast.get("warning"), None, "{fast}");
}

#[test]
fn noise_that_has_not_settled_is_told_in_words() {
    let noisy = |settings: Value| {
        let body = with(request(json!({ "hmc": settings })), "/y_train", json!([2.5, -3, 2.2]));
        ask("fit", &with(body, "/noise_variance", Value::Null))
    };
    let early = noisy(json!({ "units": 0, "learning_rate": 1e-6 }));
    let said = early["warning"].as_str().unwrap();
    assert!(said.starts_with("The noise is still drifting: squared residuals are"), "{said}");
    assert!(early["diagnostics"]["noise_ratio"].as_f64().unwrap() > 2.0);
    assert!(early["diagnostics"]["noise_nats"].as_f64().unwrap() > 1.0);
    let settled = noisy(json!({ "units": 0, "learn_eta": true }));
    assert_eq!(settled.get("warning"), None, "{settled}");
    assert!(settled["diagnostics"]["eta_ratio_error"].is_number());
}

/// R-hat was 2.4, and nothing was said.
#[test]
fn chains_that_disagree_are_told_in_words() {
    let hmc = json!({ "hmc": { "units": 5, "eta": 10 } });
    let body = with(request(hmc), "/noise_variance", json!(1e-4));
    let answer = ask("fit", &body);
    let said = answer["warning"].as_str().unwrap();
    assert!(said.starts_with("Not converged: halves of chains disagree (R-hat"), "{said}");
    assert!(said.contains("Too few effective draws"), "{said}");
    let well = ask("fit", &request(json!({ "hmc": { "units": 0, "thin": 20 } })));
    assert_eq!(well.get("warning"), None, "{}", well["warning"]);
    let still = json!({ "hmc": { "units": 3, "step": 1e8, "burn_in": 0, "draws": 9, "thin": 1 } });
    let said = ask("fit", &request(still))["warning"].to_string();
    assert!(said.contains("The sampler hardly moved"), "{said}");
}

#[test]
fn covariances_without_digits_are_told_in_words() {
    let linear = |bias: f64| {
        let kernel = json!({ "linear": { "variance": 1, "bias": bias } });
        ask("fit", &request(json!({ "gp": { "kernel": kernel } })))
    };
    let said = linear(9_007_199_254_740_992.0)["warning"].to_string();
    assert!(said.contains("64 bits do not suffice"), "{said}");
    assert_eq!(linear(1.0).get("warning"), None);
}

/// Networks have weights of order 1; Gaussian processes find their own scale, or are given one.
#[test]
fn data_far_from_unit_scale_get_a_hint() {
    let hint = |model: Value, y: Value| {
        ask("fit", &with(request(model), "/y_train", y)).get("hint").map(Value::to_string)
    };
    let small = || json!({ "ensemble": { "members": 2, "epochs": 5, "units": 3 } });
    assert_eq!(hint(small(), json!([0.5, 1, 0.2])), None);
    let said = hint(small(), json!([50, 10, 20])).unwrap();
    assert!(said.contains("The observations are of order 30;") && said.contains("standardise"));
    assert_eq!(hint(json!({ "gp-rbf": {} }), json!([50, 10, 20])), None);
}

/// In any round, of either model, and which.
#[test]
fn what_is_wrong_with_a_round_is_told() {
    let tal = |draws: usize| {
        let hmc = json!({ "hmc": { "units": 0, "chains": 5, "burn_in": 300, "draws": draws, "thin": 5 } });
        ask(
            "tal",
            &json!({
                "selection_model": hmc, "prediction_model": { "gp-rbf": {} },
                "x": [0, 1, 2, 3, 4, 5], "y": [0.5, 1, 0.2, -0.3, 0.4, 0.1], "train": [0, 1], "pool": [2, 3, 4],
                "targets": [5], "noise_variance": 0.01, "batch_size": 1, "iterations": 2, "rule": "mig"
            }),
        )
    };
    let said = tal(20)["warning"].to_string();
    assert!(said.contains("The selection model (rounds 0, 1): Too few effective draws"), "{said}");
    let said = tal(400)["warning"].to_string();
    assert!(!said.contains("selection"), "{said}");
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

/// What is wrong with a request, or with steps that went too far, is said of what the reader wrote.
#[test]
fn likely_causes_are_named() {
    let said = refusal(&request(json!({ "bbb": { "learning_rate": 50, "draws": 40 } })));
    assert!(said.contains("a smaller learning_rate may help"), "{said}");
    let body = with(request(json!({ "bbb": {} })), "/noise_variance", "learn".into());
    let said = refusal(&body);
    assert!(said.contains("a number above 0, or null if it is to be learned"), "{said}");
}

/// An epoch is chosen by data that nothing is learned from, and all that cannot be is refused.
#[test]
fn an_epoch_can_be_chosen() {
    let settings = json!({ "members": 2, "units": 5, "epochs": 60 });
    let plain = request(json!({ "ensemble": settings }));
    let body = with(plain.clone(), "/validation", json!({ "x": [[0.4], [2.5]], "y": [0.6, 0.1] }));
    let chosen = ask("fit", &with(body.clone(), "/check_every", json!(20)));
    let epoch = chosen["diagnostics"]["chosen_epoch"].as_f64().unwrap();
    assert!([20.0, 40.0, 60.0].contains(&epoch), "{epoch}");
    assert_eq!(chosen["diagnostics"]["last_epoch"], 60.0);
    assert!(chosen["diagnostics"]["validation_log_likelihood"].is_number());
    assert_eq!(ask("fit", &body)["diagnostics"]["chosen_epoch"], 60.0, "looked at after the last");
    assert_eq!(ask("fit", &plain)["diagnostics"].get("chosen_epoch"), None);
    for (body, words) in [
        (
            with(plain.clone(), "/check_every", json!(5)),
            "check_every must be left out where there is no",
        ),
        (with(plain.clone(), "/patience", json!(5)), "patience must be left out where there is no"),
        (with(body.clone(), "/check_every", json!(0)), "check_every must be a whole number from 1"),
        (with(body.clone(), "/patience", json!(0)), "patience must be a whole number from 1"),
        (
            with(body.clone(), "/validation", json!({ "x": [], "y": [] })),
            "validation must be at least 1",
        ),
        (with(body.clone(), "/validation", json!({ "x": [[1, 2]], "y": [0] })), "validation.x"),
        (with(body.clone(), "/validation", json!({ "x": [[1]], "y": [0, 1] })), "validation.y"),
        (with(body.clone(), "/validation", json!({ "x": [[1]] })), "validation.y"),
        (with(body, "/model", json!({ "hmc": {} })), "validation chooses the best epoch, and this"),
        (
            with(plain, "/hyper", json!({ "x": [[1]], "y": [0] })),
            "hyper must be left out: only nkn",
        ),
    ] {
        let said = refusal(&body);
        assert!(said.contains(words), "said: {said}\nshould say: {words}");
    }
}

/// A neural kernel network learns its kernel from other data, for `tal` once.
#[test]
fn a_kernel_can_be_learned_from_other_data() {
    let nkn = || json!({ "nkn": { "steps": 30 } });
    let hyper = json!({ "x": [[0], [0.5], [1], [2], [3]], "y": [0.5, 0.9, 1, 0.2, -0.1] });
    let plain = with(request(nkn()), "/noise_variance", Value::Null);
    let alone = ask("fit", &plain);
    let other = ask("fit", &with(plain.clone(), "/hyper", hyper.clone()));
    for answer in [&alone, &other] {
        assert_eq!(answer["diagnostics"]["iterations"], 30.0);
        assert!(answer["fitted"]["log_marginal_likelihood"].is_number());
        assert!(answer["fitted"]["noise_variance"].as_f64().unwrap() > 0.0);
    }
    assert_ne!(alone["fitted"], other["fitted"]);
    let body = with(plain, "/x_train", json!([[0], [0.5], [1], [2], [3]]));
    let body = with(body, "/y_train", hyper["y"].clone());
    assert_eq!(ask("fit", &body)["fitted"], other["fitted"]);
    let tal = json!({
        "selection_model": nkn(), "x": [0, 1, 2, 3, 4], "y": [0.5, 1, 0.2, -0.3, 0.4], "train": [0, 1],
        "pool": [2, 3], "targets": [4], "noise_variance": 0.01, "batch_size": 1, "iterations": 1,
        "rule": "mig", "hyper": hyper
    });
    assert_eq!(ask("tal", &tal)["rmse"].as_array().unwrap().len(), 2);
    let body = with(tal, "/selection_model", json!({ "gp-rbf": {} }));
    let said = answer("tal", &body.to_string()).unwrap_err().to_string();
    assert!(said.starts_with("hyper must be left out: only nkn"), "{said}");
}
