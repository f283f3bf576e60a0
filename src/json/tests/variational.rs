//! Models with a Gaussian over their weights, as requests.

use super::*;

fn request(kind: &str, settings: Value) -> Value {
    json!({
        "model": { kind: settings }, "x_train": [-1, 0, 2], "y_train": [0.5, 0.1, -0.7],
        "noise_variance": 0.1, "x": [-1, 1], "seed": 3,
    })
}

#[test]
fn answers_have_an_elbo_with_its_error_unless_it_is_exact() {
    for kind in ["bbb", "nng"] {
        let settings =
            json!({ "units": 4, "epochs": 50, "batch": 2, "particles": 3, "draws": 100 });
        let mut request = request(kind, settings);
        let found = ask("fit", &request);
        assert_eq!(
            (found["mean"].as_array().unwrap().len(), &found["noise_variance"]),
            (2, &json!(0.1))
        );
        assert!(found["fitted"]["elbo"].as_f64().unwrap() < 0.0);
        assert!(found["fitted"]["elbo_error"].as_f64().unwrap() > 0.0);
        assert!(found["diagnostics"]["loss_mean"].as_f64().unwrap() > 0.0);
        assert!(found["diagnostics"]["loss_slope"].is_f64());
        request["model"][kind]["units"] = json!(0);
        request["noise_variance"] = Value::Null;
        let linear = ask("fit", &request);
        assert!(linear["fitted"]["elbo"].is_f64() && linear["fitted"].get("elbo_error").is_none());
        let noise = linear["noise_variance"].as_f64().unwrap();
        assert!(noise > 0.0 && noise != 0.1, "learned: {noise}");
    }
}

#[test]
fn thousands_of_points_are_learned_in_batches() {
    let x: Vec<f64> = (0..5000).map(|i| f64::from(i) * 1e-3 - 2.5).collect();
    for kind in ["bbb", "nng"] {
        let mut request = request(kind, json!({ "units": 5, "epochs": 2, "draws": 20 }));
        request["y_train"] = json!(x.iter().map(|x| 0.3 * x).collect::<Vec<_>>());
        request["x_train"] = json!(x);
        let found = ask("fit", &request);
        assert!(found["fitted"]["elbo"].is_f64(), "{found}");
    }
}

#[test]
fn wrong_settings_are_named() {
    let refused = |kind: &str, settings: Value, words: &str| {
        let error = answer("fit", &request(kind, settings).to_string()).unwrap_err().to_string();
        assert!(error.starts_with(words), "said: {error}\nshould say: {words}");
    };
    for kind in ["bbb", "nng"] {
        let name = |setting: &str| format!("model.{kind}.{setting} must be ");
        for (setting, value) in [
            ("units", json!(-1)),
            ("epochs", json!(1e9)),
            ("batch", json!(0)),
            ("particles", json!(0.5)),
            ("draws", json!(1_000_000_000)),
            ("learning_rate", json!(0)),
            ("eta", json!("one")),
        ] {
            refused(kind, json!({ setting: value }), &name(setting));
        }
    }
    refused(
        "nng",
        json!({ "units": 10_000 }),
        "model.nng.units must be a whole number from 0 to 2000",
    );
    refused("bbb", json!({ "prior": "exact" }), "model.bbb has no field \"prior\"; it has units,");
    refused("nng", json!({ "prior": "none" }), "model.nng.prior must be \"exact\" or \"factored\"");
    refused("nng", json!({ "decay": 1 }), "model.nng.decay must be at least 0 and below 1, got 1");
    refused("nng", json!({ "damping": -1 }), "model.nng.damping must be ");
}
