//! What requests cost, known before they are answered.

use super::*;

#[test]
fn what_would_take_minutes_is_known_before_it_begins() {
    let points = |count: usize, inputs: usize| vec![vec![0.25; inputs]; count];
    let periodic = json!({ "periodic": { "lengthscale": 1, "period": 1 } });
    let request = json!({ "kernel": { "sum": vec![periodic; 64] }, "x": points(2000, 100) });
    let error = prepare("kernel", &request.to_string()).unwrap().cost().check_for_a_page();
    let error = error.unwrap_err().to_string();
    let words = "this is about 7 minutes of work, and a page takes on at most about 5 minutes; the \
                 command line has no such limit";
    assert_eq!(error, words);
    let indices = |from: usize, to: usize| (from..to).collect::<Vec<_>>();
    let one_by_one = json!({
        "kernel": { "rbf": { "lengthscale": 1 } }, "noise_variance": 1, "rule": "itl",
        "x": points(1990, 1), "y": vec![0; 1990], "train": [], "pool": indices(0, 700),
        "targets": indices(700, 1990), "batch_size": 1, "iterations": 700,
    });
    let seconds = prepare("tal", &one_by_one.to_string()).unwrap().cost().as_seconds();
    assert!((30.0..300.0).contains(&seconds), "{seconds}");
    for (request, body) in [
        ("kernel", kernel_request()),
        ("posterior", posterior_request()),
        ("select", select_request()),
        ("score", score_request()),
        ("tal", tal_request()),
        ("divergence", divergence_request()),
    ] {
        assert!(prepare(request, &body.to_string()).unwrap().cost().is_quick(), "{request}");
    }
}

#[test]
fn no_depth_overflows_the_stack() {
    for (open, close) in [("{\"sum\":[", "]}"), ("[", "]"), ("{\"product\":[{\"sum\":[", "]}]}")] {
        for levels in [8, 60, 100_000] {
            let deep = |inner: &str| open.repeat(levels) + inner + &close.repeat(levels);
            let kernel = deep("{\"relu\":{\"eta\":1}}");
            let body = format!("{{\"kernel\": {kernel}, \"x\": [1, 2]}}");
            assert!(levels == 8 || answer("kernel", &body).is_err());
            assert!(answer("kernel", &format!("{{\"kernel\": 1, \"x\": {kernel}}}")).is_err());
        }
    }
}
