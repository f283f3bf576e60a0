//! Settings of models: requests read the table that links read, and the same settings make the same model.

use super::*;
use crate::model::{self, Asked, GaussianProcess, KINDS, Takes, keep_going};
use crate::numeric::Vector;
use crate::points::{Points, line};
use crate::scenario::Candidate;

fn request(model: Value) -> Value {
    json!({
        "model": model, "x_train": [-1, 0, 2], "y_train": [0.5, 0.1, -0.7],
        "noise_variance": 0.02, "x": [-1.5, 0.7], "seed": 7
    })
}

#[test]
fn a_link_and_a_request_with_the_same_settings_fit_the_same_model() {
    let cases = [
        ("gp(rbf(2),0.02)", json!({ "gp": { "kernel": { "rbf": { "lengthscale": 2 } } } })),
        ("gp-rbf(each,restarts=0)", json!({ "gp-rbf": { "ard": true, "restarts": 0 } })),
        ("svgp(2,steps=3,batch=2)", json!({ "svgp": { "inducing": 2, "steps": 3, "batch": 2 } })),
        (
            "svgp(2,own,5)",
            json!({ "svgp": {
                "inducing": 2, "kernel": { "matern": { "nu": 0.5, "lengthscale": 2 } }, "steps": 5
            } }),
        ),
        (
            "hmc(3,2,2,20,4,step=0.02,thin=3,leapfrog=2)",
            json!({ "hmc": {
                "units": 3, "eta": 2, "chains": 2, "burn_in": 20, "draws": 4, "thin": 3,
                "leapfrog": 2, "step": 0.02
            } }),
        ),
        // The problem's functions come from no network, so that auto is 1, as in a request.
        (
            "bbb(3,epochs=4,draws=10,batch=2,particles=2)",
            json!({ "bbb": { "units": 3, "epochs": 4, "draws": 10, "batch": 2, "particles": 2 } }),
        ),
        (
            "nng(3,1,4,0.1,2,10,factored,decay=0.9,damping=0.001,drop_at=2)",
            json!({ "nng": {
                "units": 3, "epochs": 4, "learning_rate": 0.1, "particles": 2, "draws": 10,
                "prior": "factored", "decay": 0.9, "damping": 0.001, "drop_at": 2
            } }),
        ),
        ("nkn(9,learning_rate=0.01)", json!({ "nkn": { "steps": 9, "learning_rate": 0.01 } })),
        (
            "fbnn(6,4,0.02,3)",
            json!({ "fbnn": { "units": 6, "epochs": 4, "learning_rate": 0.02, "measurement": 3 } }),
        ),
        ("ensemble(3,5,20)", json!({ "ensemble": { "members": 3, "units": 5, "epochs": 20 } })),
        (
            "dropout(5,0.1,20,0.01,50,each)",
            json!({ "dropout": {
                "units": 5, "rate": 0.1, "epochs": 20, "draws": 50, "one_mask": false
            } }),
        ),
    ];
    let observed = Vector::from_vec(vec![0.5, 0.1, -0.7]);
    let train = Points { inputs: line([-1.0, 0.0, 2.0]), truth: observed.clone(), observed };
    let oracle = GaussianProcess { kernel: "matern12(2)".parse().unwrap(), noise: 0.02 };
    for (link, asked) in &cases {
        let candidate: Candidate = link.parse().unwrap();
        let model = model::build(&candidate, Some(&oracle), None, 1, 7).unwrap();
        let posterior = model.fit(&train, &line([-1.5, 0.7]), &mut keep_going).unwrap();
        let answer = ask("fit", &request(asked.clone()));
        assert_eq!(answer["mean"], json!(posterior.mean.as_slice()), "{link}");
        let covariance: Vec<&[f64]> = posterior.covariance.as_slice().chunks(2).collect();
        assert_eq!(answer["covariance"], json!(covariance), "{link}");
    }
    let kinds = KINDS.iter().filter(|kind| kind.asked != Asked::ByLinks);
    for kind in kinds {
        assert!(cases.iter().any(|(_, asked)| asked.get(kind.id).is_some()), "no case of {kind:?}");
    }
}

/// What a request is told of a setting are the limits of its table.
#[test]
fn requests_reach_the_limits_of_the_table_and_no_further() {
    for kind in KINDS.iter().filter(|kind| kind.asked == Asked::Always) {
        let prepared = |id: &str, value: Value| {
            prepare("fit", &request(json!({ kind.id: { id: value } })).to_string())
        };
        for setting in kind.settings {
            let id = setting.id;
            match setting.takes {
                Takes::Count { limits: (least, most), .. } => {
                    for good in [least, most] {
                        assert!(prepared(id, json!(good)).is_ok(), "{}.{id}: {good}", kind.id);
                    }
                    for bad in [json!(least as i64 - 1), json!(most + 1), json!("all")] {
                        assert!(prepared(id, bad).is_err(), "{}.{id}", kind.id);
                    }
                }
                Takes::Number { .. } => {
                    assert!(prepared(id, json!(0.5)).is_ok() && prepared(id, json!(-1)).is_err());
                }
                Takes::Flag { .. } => {
                    assert!(
                        prepared(id, json!(true)).is_ok() && prepared(id, json!("yes")).is_err()
                    );
                }
                Takes::Choice(words) => {
                    assert!(words.iter().all(|(word, _)| prepared(id, json!(word)).is_ok()));
                }
                Takes::Kernel | Takes::Prior(_) | Takes::Points => {}
            }
        }
    }
}
