//! Requests for models that are trained as functions.

use super::*;

fn request(model: Value) -> Value {
    json!({
        "model": model, "x_train": [[-1, 0], [0.5, 1], [2, -1]], "y_train": [1, 2, 0.5],
        "noise_variance": 0.1, "x": [[0, 0], [1, 1]],
    })
}

fn fit(model: Value) -> Value {
    ask("fit", &request(model))
}

#[test]
fn they_tell_what_they_learned() {
    let names = |value: &Value| {
        let keys = value.as_object().unwrap().keys();
        keys.map(String::as_str).collect::<Vec<_>>().join(" ")
    };
    let kernel = json!({ "rbf": { "lengthscale": [0.5, 2] } });
    let got = fit(json!({ "svgp": { "steps": 3 } }));
    assert_eq!(names(&got["fitted"]), "elbo lengthscale noise_variance variance");
    assert_eq!(names(&got["diagnostics"]), "iterations jitter loss_mean loss_slope");
    assert_eq!(
        (&got["diagnostics"]["iterations"], &got["noise_variance"]),
        (&json!(3.0), &json!(0.1))
    );
    let got = fit(json!({ "svgp": { "kernel": kernel, "inducing_points": [[0, 0], [1, 1]] } }));
    assert_eq!(names(&got["fitted"]), "elbo noise_variance");
    assert_eq!(got["diagnostics"]["loss_mean"], Value::Null, "nothing had to be trained");
    let got = fit(json!({ "fbnn": { "units": 6, "epochs": 3 } }));
    assert_eq!(names(&got["fitted"]), "elbo elbo_error lengthscale noise_variance variance");
    assert_eq!(names(&got["diagnostics"]), "jitter loss_mean loss_slope");
    let got = fit(json!({ "fbnn": { "units": 6, "epochs": 3, "kernel": kernel } }));
    assert_eq!(names(&got["fitted"]), "elbo elbo_error noise_variance");
    let learned = with(request(json!({ "svgp": {} })), "/noise_variance", Value::Null);
    let got = ask("fit", &learned);
    assert_eq!(got["noise_variance"], got["fitted"]["noise_variance"]);
}

#[test]
fn the_training_points_as_inducing_points_are_the_exact_process() {
    let kernel = json!({ "matern": { "nu": 1.5, "lengthscale": 0.7 } });
    let points = request(Value::Null)["x_train"].clone();
    let sparse =
        fit(json!({ "svgp": { "kernel": kernel, "inducing": 3, "inducing_points": points } }));
    let exact = fit(json!({ "gp": { "kernel": kernel } }));
    let near = |a: &Value, b: &Value| (a.as_f64().unwrap() - b.as_f64().unwrap()).abs() < 1e-9;
    assert!(near(&sparse["fitted"]["elbo"], &exact["fitted"]["log_marginal_likelihood"]));
    for i in 0..2 {
        assert!(near(&sparse["mean"][i], &exact["mean"][i]));
        assert!(near(&sparse["covariance"][0][i], &exact["covariance"][0][i]));
    }
}

#[test]
fn what_is_wrong_is_named() {
    let refusal =
        |model: Value| answer("fit", &request(model).to_string()).unwrap_err().to_string();
    for (model, words) in [
        (
            json!({ "svgp": { "inducing": 0 } }),
            "model.svgp.inducing must be a whole number from 1 to 2000, got 0",
        ),
        (json!({ "svgp": { "batch": 0 } }), "model.svgp.batch must be a whole number from 1"),
        (json!({ "svgp": { "steps": -1 } }), "model.svgp.steps must be a whole number from 0"),
        (
            json!({ "svgp": { "inducing_points": [1, 2] } }),
            "model.svgp.inducing_points must be a list of points with 2 inputs each",
        ),
        (
            json!({ "svgp": { "inducing_points": [] } }),
            "model.svgp.inducing_points must be a list of 1 to 2000 points",
        ),
        (
            json!({ "svgp": { "inducing": 2, "inducing_points": [[1, 2]] } }),
            "model.svgp.inducing must be 1, the number of inducing_points, or left out, got 2",
        ),
        (
            json!({ "svgp": { "kernel": { "rbf": { "lengthscale": 0 } } } }),
            "model.svgp.kernel.rbf.lengthscale must be positive",
        ),
        (
            json!({ "svgp": { "seed": 1 } }),
            "model.svgp has no field \"seed\"; it has inducing, kernel,",
        ),
        (
            json!({ "fbnn": { "units": 5000 } }),
            "model.fbnn.units must be a whole number from 1 to 2000",
        ),
        (
            json!({ "fbnn": { "learning_rate": 0 } }),
            "model.fbnn.learning_rate must be above 0, got 0",
        ),
        (
            json!({ "fbnn": { "measurement": 1.5 } }),
            "model.fbnn.measurement must be a whole number",
        ),
        (
            json!({ "bnn": {} }),
            "model must be an object with one of gp, gp-rbf, svgp, nkn, hmc, bbb, nng,",
        ),
        (json!({ "fbnn": { "learning_rate": 1e99, "epochs": 9 } }), "the loss at step"),
    ] {
        let error = refusal(model);
        assert!(error.starts_with(words), "said: {error}\nshould say: {words}");
    }
}

#[test]
fn how_many_points_a_model_takes_follows_its_memory() {
    let body = |model: &Value, seen: u32, asked: u32| {
        let points = |count: u32| (0..count).map(f64::from).collect::<Vec<_>>();
        json!({
            "model": model, "x_train": points(seen), "y_train": points(seen), "noise_variance": 0.1,
            "x": points(asked),
        })
    };
    let cost = |model: &Value, seen: u32, asked: u32| {
        prepare("fit", &body(model, seen, asked).to_string()).map(|prepared| prepared.cost())
    };
    let seconds = cost(&json!({ "svgp": { "batch": 100 } }), 3000, 1).unwrap().as_seconds();
    assert!((0.01..20.0).contains(&seconds), "{seconds}");
    for kind in ["svgp", "fbnn", "hmc", "bbb", "nng", "ensemble", "dropout"] {
        let model = json!({ kind: {} });
        let held = cost(&model, 5000, 100).unwrap().bytes();
        assert!(held < 1e9, "{kind} {held}");
        // Longer than in a page, but no matter how much it holds.
        assert!(cost(&model, 40_000, 100).is_ok(), "{kind}");
    }
    let words = "the memory that this work holds must be at most 8 GB at once";
    for (model, seen, asked) in [
        (json!({ "gp-rbf": {} }), 20_000, 1),
        (json!({ "nkn": {} }), 40_000, 1),
        (json!({ "svgp": { "inducing": 2000 } }), 100_000, 1),
        (json!({ "ensemble": { "units": 10_000, "members": 100_000 } }), 10, 1),
        (json!({ "dropout": { "draws": 1_000_000 } }), 10, 1000),
        (json!({ "hmc": { "chains": 1000, "draws": 100_000 } }), 10, 1),
        (json!({ "bbb": { "units": 10_000, "particles": 10_000, "draws": 1_000_000 } }), 10, 500),
    ] {
        let error = cost(&model, seen, asked).unwrap_err().to_string();
        assert!(error.starts_with(words), "{model} {error}");
    }
    let page = cost(&json!({ "gp": { "kernel": { "rbf": { "lengthscale": 1 } } } }), 9000, 1);
    let error = page.unwrap().check_for_a_page().unwrap_err().to_string();
    assert!(error.contains("at most 1 GB in a page"), "{error}");
}

/// Not only counted: an ensemble sees a batch at a time, however many points there are.
#[test]
fn an_ensemble_learns_from_thousands_of_points() {
    let x: Vec<f64> = (0..5000).map(|i| f64::from(i) / 1000.0).collect();
    let body = json!({
        "model": { "ensemble": { "members": 2, "units": 5, "epochs": 1 } },
        "x_train": x, "y_train": x, "noise_variance": 0.1, "x": [0.5, 2.5],
    });
    let answer: Value = serde_json::from_str(&answer("fit", &body.to_string()).unwrap()).unwrap();
    assert_eq!(answer["mean"].as_array().unwrap().len(), 2);
}
