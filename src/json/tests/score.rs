//! What `score` takes and says: draws, pools, pairs, names, files.

use super::*;
use crate::exchange;
use crate::json::limits::check_together;
use crate::json::prepare_score;
use crate::numeric::math;

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

/// Three targets that correlate by what stands above the diagonal.
fn correlated(name: &str, [a, b, c]: [f64; 3]) -> Value {
    json!({ "name": name, "mean": [0, 0, 0], "noise_variance": 0.1,
            "covariance": [[1, a, b], [a, 1, c], [b, c, 1]] })
}

/// By hand: deviations (-.1, 0, .1) and (.35, .05, -.4) / 3 of the pairs' correlations correlate by
/// -.025 / sqrt(.02 x .095 / 3).
#[test]
fn metacorrelation_is_of_pairs_of_different_points() {
    let body = json!({
        "y": [0, 0, 0], "batch_size": 2, "models": [correlated("a", [0.1, 0.2, 0.3])],
        "oracle": correlated("truth", [0.3, 0.2, 0.05]), "rows": [0, 1, 2], "cols": [2, 1, 0],
    });
    let got = ask("score", &body);
    let want = -0.025 / (0.02_f64 * 0.095 / 3.0).sqrt();
    assert!((number(&got["models"][0]["metacorrelation"]) - want).abs() < 1e-12, "{got}");
    assert_eq!(got["models"][0]["metacorrelation_spearman"], -1.0);
    assert_eq!(got["pairs"], "rows x cols");
    let triangle = with(with(body, "/rows", json!("remove")), "/cols", json!("remove"));
    let got = ask("score", &triangle);
    assert!((number(&got["models"][0]["metacorrelation"]) - want).abs() < 1e-12, "{got}");
    assert_eq!(got["pairs"], "pairs of targets");
}

/// Pool and targets in one model: XLL is of the targets, metacorrelation of pool x targets.
#[test]
fn models_of_the_pool_too_are_compared_between_pool_and_targets() {
    let whole = score_request();
    let y = json!([-0.2, 1]);
    let pooled = ask("score", &with(with(whole.clone(), "/y", y.clone()), "/batch_size", json!(1)));
    assert_eq!(pooled["pairs"], "pool x targets");
    let block = with(with(whole.clone(), "/rows", json!([0])), "/cols", json!([1, 2]));
    let block = ask("score", &block);
    for model in 0..2 {
        let [a, b] = [&pooled, &block].map(|got| got["models"][model]["metacorrelation"].clone());
        assert_eq!(a, b);
    }
    // The targets alone give the same XLL.
    let cut = |model: &Value| {
        let noise = match &model["noise_variance"] {
            Value::Array(all) => json!(all[1..]),
            one => one.clone(),
        };
        let rows = model["covariance"].as_array().unwrap()[1..].iter();
        let covariance: Vec<Value> = rows.map(|row| json!(row.as_array().unwrap()[1..])).collect();
        json!({ "name": model["name"], "mean": model["mean"].as_array().unwrap()[1..],
                "covariance": covariance, "noise_variance": noise })
    };
    let models: Vec<Value> = whole["models"].as_array().unwrap().iter().map(cut).collect();
    let alone = ask(
        "score",
        &json!({ "y": y, "batch_size": 1, "models": models, "oracle": whole["oracle"] }),
    );
    assert_eq!(alone["references"], pooled["references"]);
    // Where one knows the targets alone, only these can be compared.
    assert_eq!(alone["pairs"], "pairs of targets");
}

#[test]
fn names_come_back_as_they_came_and_one_model_has_no_rank() {
    let name = "a\u{2212}b \u{200b}\"é\"";
    let body = with(score_request(), "/models/0/name", json!(name));
    let got = ask("score", &body);
    assert_eq!(
        (&got["models"][0]["name"], &got["references"][0]["name"]),
        (&json!(name), &json!(name))
    );
    let one = with(
        score_request(),
        "/models/1",
        json!({ "name": "b", "draws": [[0, 0, 0]], "noise_variance": 1 }),
    );
    assert_ne!(ask("score", &one)["models"][0]["xllr"], Value::Null);
    let models = json!([score_request()["models"][0]]);
    let got = ask("score", &with(score_request(), "/models", models));
    assert_eq!(got["models"][0]["xllr"], Value::Null);
    assert_eq!(got["models"][0]["xll"], got["references"][0]["xll"][0]);
}

/// Means 2 and 4, variances 2/3 and 8/3, covariance 2/3: by hand.
#[test]
fn draws_stand_for_their_mean_and_covariance() {
    let body = |model: Value| json!({ "y": [1, 3], "batch_size": 2, "models": [model] });
    let draws = json!({ "draws": [[1, 2], [3, 4], [2, 6]], "noise_variance": [0.1, 0.2] });
    let (third, two) = (8.0 / 3.0, 2.0 / 3.0);
    let moments = json!({ "mean": [2, 4], "covariance": [[two, two], [two, third]],
                          "noise_variance": [0.1, 0.2] });
    let [drawn, given] = [&draws, &moments].map(|model| ask("score", &body(model.clone())));
    for name in ["xll", "marginal_log_likelihood", "joint_log_likelihood"] {
        let [a, b] = [&drawn, &given].map(|got| number(&got["models"][0][name]));
        assert!((a - b).abs() < 1e-12, "{name}: {a} {b}");
    }
    let file = |model: &Value| exchange::read(body(model.clone()).to_string().as_bytes(), "a.json");
    let [a, b] = [&draws, &moments].map(|model| file(model).unwrap().models.remove(0).posterior);
    assert!((a.covariance - b.covariance).abs().max() < 1e-15 && a.mean == b.mean);
    for (field, value, words) in [
        ("/models/0/covariance", json!([[1, 0], [0, 1]]), "models[0].covariance must be left out"),
        ("/models/0/mean", json!([2, 4]), "models[0].mean must be left out where there are draws"),
        ("/models/0/draws", json!([]), "models[0].draws must be a list of draws"),
        ("/models/0/draws", json!([[1], [2]]), "models[0].draws must be a list of draws, each of"),
        ("/models/0/draws/1", json!([1]), "models[0].draws[1] must be a list of 2 numbers"),
    ] {
        let body = with(body(draws.clone()), field, value).to_string();
        let error = answer("score", &body).unwrap_err().to_string();
        assert!(error.starts_with(words), "said: {error}\nshould say: {words}");
    }
}

/// Of rank 2, its diagonal too small by `error`, every entry a number of 32 bits.
fn single(error: f64) -> Value {
    let entry =
        |i: usize, j: usize| 1.0 + (i * j) as f64 / 700.0 - if i == j { error } else { 0.0 };
    let row = |i: usize| (0..40).map(|j| f64::from(entry(i, j) as f32)).collect::<Vec<_>>();
    let covariance: Vec<_> = (0..40).map(row).collect();
    json!({ "y": vec![0.5; 40], "batch_size": 5, "models": [
        { "name": "a", "mean": vec![0.0; 40], "covariance": covariance, "noise_variance": 0.1 }] })
}

#[test]
fn single_precision_is_lifted_and_said_or_refused_with_what_helps() {
    let got = ask("score", &single(2e-5));
    let lift = number(&got["models"][0]["lift"]);
    assert!((1e-5..1e-3).contains(&lift), "{lift}");
    assert_eq!(ask("score", &score_request())["models"][0]["lift"], 0.0);
    // Too much to be mended, and numbers that are not of 32 bits.
    let double = with(single(2e-5), "/models/0/covariance/0/0", json!(1.000_000_001_f64));
    for body in [single(4e-3), double] {
        let error = answer("score", &body.to_string()).unwrap_err().to_string();
        let words = "(probably rounding: compute it in float64)";
        assert!(error.contains("is not a valid covariance") && error.ends_with(words), "{error}");
    }
    let wrong = json!([[1, 2], [2, 1]]);
    let body = json!({ "y": [0, 0], "batch_size": 1,
                       "models": [{ "mean": [0, 0], "covariance": wrong, "noise_variance": 0.1 }] });
    let error = answer("score", &body.to_string()).unwrap_err().to_string();
    assert!(!error.contains("float64"), "{error}");
}

#[test]
fn twenty_models_of_two_thousand_targets_are_within_the_limits() {
    assert_eq!(check_together([2000; 20]), Ok(()));
    let error = check_together([8000; 9]).unwrap_err().to_string();
    assert!(
        error.starts_with("models must be of at most 268435456 covariances together"),
        "{error}"
    );
}

#[test]
fn files_are_judged_as_the_request_with_their_numbers() {
    let whole = score_request();
    let alone = |at: usize| {
        let models = json!([whole["models"][at]]);
        exchange::read(with(whole.clone(), "/models", models).to_string().as_bytes(), "f").unwrap()
    };
    let second = exchange::Predictions { oracle: None, ..alone(1) };
    let files = vec![("a".into(), alone(0)), ("b".into(), second)];
    let all = exchange::together(files).unwrap();
    let body = r#"{"batch_size": 2, "seed": 0}"#;
    let got: Value =
        serde_json::from_str(&prepare_score(body, all.clone()).unwrap().answer().unwrap()).unwrap();
    assert_eq!(got, ask("score", &whole));
    let refused = |body: &str| prepare_score(body, all.clone()).err().unwrap().to_string();
    assert!(refused(r#"{"y": [1]}"#).starts_with("request has no field \"y\"; it has batch_size,"));
    assert!(refused(r#"{"references": [2]}"#).starts_with("references[0] must be an index"));
    let other = exchange::Predictions { y: vec![0.3, -0.2, 2.0], ..alone(1) };
    let error = exchange::together(vec![("a".into(), alone(0)), ("b".into(), other)]).unwrap_err();
    assert_eq!(error.to_string(), "y must be that of \"a\", got another in \"b\"");
    let twice = exchange::together(vec![("a".into(), alone(0)), ("b".into(), alone(1))]);
    assert!(twice.unwrap_err().to_string().starts_with("oracle must be in one of the files alone"));
}

/// What is asked for beside what is always told.
#[test]
fn measures_are_taken_where_all_is_there_that_they_need() {
    let asked = |ids: Value| with(score_request(), "/measures", ids);
    let plain = ask("score", &score_request());
    assert_eq!(plain["models"][0].get("measures"), None);
    let ids = json!(["joint-2", "joint", "xll", "variogram", "energy", "dyadic-repeated"]);
    let got = ask("score", &asked(ids));
    for (own, told) in [(0, 0), (1, 1)].map(|(a, b)| (&got["models"][a], &plain["models"][b])) {
        let measures = &own["measures"];
        // Batches of two, by the same seed.
        assert_eq!(measures["joint-2"], told["joint_log_likelihood"]);
        assert_eq!(measures["joint"], told["joint_log_likelihood"]);
        assert_eq!(measures["xll"], told["xll"]);
        assert!(number(&measures["variogram"]) > 0.0 && number(&measures["energy"]) > 0.0);
        assert!(number(&own["measure_errors"]["energy"]) < 0.1 * number(&measures["energy"]));
        assert_eq!(own["measure_errors"].as_object().unwrap().len(), 1);
        let expected = own["measures_expected"].as_object().unwrap();
        assert_eq!(expected.keys().collect::<Vec<_>>(), ["joint-2", "variogram"]);
    }
    let truth = with(asked(json!(["dyadic"])), "/f", json!([0.1, 0, 0.9]));
    assert!(number(&ask("score", &truth)["models"][1]["measures"]["dyadic"]).is_finite());
    // The first of the points is then a pool of one, whose variances agree in no way.
    let pooled = with(asked(json!(["variance-quality"])), "/y", json!([0.1, 0.2]));
    assert_eq!(ask("score", &pooled)["models"][0]["measures"], json!({ "variance-quality": null }));
    let model = json!({ "draws": [[1, 2], [3, 4], [2, 6]], "noise_variance": 0.5 });
    let drawn =
        json!({ "y": [1, 3], "batch_size": 1, "models": [model], "measures": ["joint-draws-2"] });
    let drawn = ask("score", &drawn);
    // By hand: squares of distances 1, 5 and 10, of which half stands in the exponent over the noise.
    let density = |square: f64| math::exp(-square) / std::f64::consts::PI;
    let want = math::ln((density(1.0) + density(5.0) + density(10.0)) / 3.0) / 2.0;
    assert!(
        (number(&drawn["models"][0]["measures"]["joint-draws-2"]) - want).abs() < 1e-12,
        "{drawn}"
    );
}

#[test]
fn what_a_measure_lacks_is_said_and_every_measure_is_known() {
    let said = |body: Value| answer("score", &body.to_string()).unwrap_err().to_string();
    let asked = |ids: Value| with(score_request(), "/measures", ids);
    for (body, words) in [
        (
            asked(json!(["joint-3"])),
            "measures[0] must be one of metacorrelation, spearman, xllr, xll,",
        ),
        (asked(json!("joint-2")), "measures must be a list of measures"),
        (
            asked(json!(["xll", "dyadic"])),
            "dyadic cannot be taken for model \"a\": it needs the true function's values at the targets (f)",
        ),
        (
            with(
                with(asked(json!(["dyadic"])), "/f", json!([1, 2, 3])),
                "/oracle",
                json!("remove"),
            ),
            "dyadic cannot be taken for model \"a\": it needs an oracle",
        ),
        (
            asked(json!(["joint-draws-2"])),
            "joint-draws-2 cannot be taken for model \"a\": it needs function draws of the model (draws)",
        ),
        (
            asked(json!(["joint-20"])),
            "joint-20 cannot be taken for model \"a\": it needs at least 20 targets",
        ),
        (
            asked(json!(["variance-quality"])),
            "variance-quality cannot be taken for model \"a\": it needs the pool's variances",
        ),
        (with(score_request(), "/f", json!([1])), "f must be a list of 3 numbers"),
    ] {
        let error = said(body);
        assert!(error.starts_with(words), "said: {error}\nshould say: {words}");
    }
    let known = said(asked(json!(["?"])));
    for measure in crate::experiment::measure::all() {
        assert!(known.contains(measure.id), "{}", measure.id);
    }
}

/// Numbers that rest on next to nothing say so.
#[test]
fn models_of_few_draws_and_singular_ones_are_doubted() {
    let few = json!({ "draws": [[0, 1], [1, 0.5]], "noise_variance": 0.1 });
    let fine = json!({ "mean": [0, 0], "covariance": [[1, 0.5], [0.5, 1]], "noise_variance": 0.1 });
    let body = json!({ "y": [0, 1], "batch_size": 2, "models": [few, fine] });
    let answer = ask("score", &body);
    let words = answer["models"][0]["warning"].as_str().unwrap();
    assert!(words.starts_with("Too few functions: correlations from 2"), "{words}");
    assert_eq!((answer["models"][1].get("warning"), answer.get("warning")), (None, None));
    let singular = json!({ "mean": [0, 0], "covariance": [[1, 1], [1, 1]], "noise_variance": 0 });
    let answer = ask("score", &json!({ "y": [0, 1], "batch_size": 2, "models": [singular] }));
    assert!(answer["warning"].as_str().unwrap().starts_with("Some y have no joint density"));
    let named = json!({ "name": "a", "mean": [0], "covariance": [[1]], "noise_variance": 1 });
    let twice = json!({ "y": [0], "batch_size": 1, "models": [named, named] });
    let said = super::answer("score", &twice.to_string()).unwrap_err().to_string();
    assert!(
        said.starts_with("models[1].name must be another name than that of models[0]"),
        "{said}"
    );
}

#[test]
fn an_empty_pool_and_targets_that_are_known_are_told() {
    let tal = |pool: Value, iterations: u64| {
        json!({
            "kernel": { "rbf": { "lengthscale": 1, "variance": 1 } }, "x": [[0], [1], [2]], "y": [0, 1, 0], "train": [0], "pool": pool,
            "targets": [0, 2], "noise_variance": 0.1, "batch_size": 1, "iterations": iterations,
            "rule": "tig"
        })
    };
    let said = super::answer("tal", &tal(json!([]), 1).to_string()).unwrap_err().to_string();
    assert!(said.starts_with("pool must be a list of at least 1 index"), "{said}");
    let note = ask("tal", &tal(json!([1]), 1))["note"].to_string();
    assert!(note.contains("1 of 2 targets are in train"), "{note}");
}
