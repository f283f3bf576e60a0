//! What wrong requests are told.

use super::*;

#[track_caller]
fn refused(request: &str, body: &Value, words: &str) {
    let error = answer(request, &body.to_string()).unwrap_err().to_string();
    assert!(error.starts_with(words), "said: {error}\nshould say: {words}");
}

#[test]
fn wrong_shapes_are_named() {
    let kernel = kernel_request;
    refused("kernel", &json!([1]), "request must be an object, got a list of 1");
    refused("kernel", &with(kernel(), "/x", json!("remove")), "x is missing");
    refused(
        "kernel",
        &with(kernel(), "/y", json!(1)),
        "request has no field \"y\"; it has kernel, x, x2",
    );
    refused(
        "kernel",
        &with(kernel(), "/x/1", json!([1])),
        "x[1] must be a list of 2 numbers, got a list of 1",
    );
    refused("kernel", &with(kernel(), "/x/1/0", json!("a")), "x[1][0] must be a number within");
    refused(
        "kernel",
        &with(kernel(), "/x2", json!([1.5])),
        "x2 must be a list of points with 2 inputs",
    );
    refused("kernel", &with(kernel(), "/x", json!([[]])), "x[0] must be a list of numbers");
    refused(
        "posterior",
        &with(posterior_request(), "/y_train", json!([1])),
        "y_train must be a list of 2 numbers",
    );
    refused(
        "tal",
        &with(tal_request(), "/pool", json!([1, 6])),
        "pool[1] must be an index, a whole number below 6, got 6",
    );
    refused(
        "tal",
        &with(tal_request(), "/pool", json!([1, 1])),
        "pool[1] must be an index that is not listed before",
    );
    refused(
        "tal",
        &with(tal_request(), "/pool", json!([0, 4])),
        "pool[0] must be an index that is not in train, got 0",
    );
    refused(
        "score",
        &with(score_request(), "/references", json!([0, 2])),
        "references[1] must be an index, a whole number below 2, got 2",
    );
    refused(
        "score",
        &with(score_request(), "/batches", json!("silent")),
        "batches must be noisy or latent, got \"silent\"",
    );
    refused(
        "score",
        &with(score_request(), "/models/1/mean", json!([1])),
        "models[1].mean must be a list of at least 3 numbers",
    );
    refused(
        "score",
        &with(score_request(), "/models", json!([])),
        "models must be a list of at least 1 model",
    );
    refused(
        "score",
        &with(score_request(), "/models/0/sd", json!(1)),
        "models[0] has no field \"sd\"; it has",
    );
    refused("score", &with(score_request(), "/rows", json!([1])), "cols is missing");
    refused(
        "score",
        &with(score_request(), "/include_self", json!(1)),
        "include_self must be true or false, got 1",
    );
    refused(
        "divergence",
        &with(divergence_request(), "/sd_ref", json!([1, 0])),
        "sd_ref[1] must be a standard deviation, above 0, got 0",
    );
    refused(
        "divergence",
        &with(divergence_request(), "/correlation/0/0", json!(1.1)),
        "correlation[0][0] must be 1, got 1.1",
    );
    assert!(
        answer("guess", "{}").unwrap_err().to_string().starts_with("request must be one of kernel")
    );
}

#[test]
fn wrong_kernels_are_named() {
    let with_kernel = |kernel: Value| with(kernel_request(), "/kernel", kernel);
    for (kernel, words) in [
        (json!("rbf"), "kernel must be an object with one of relu,"),
        (json!({ "rbf": {}, "relu": {} }), "kernel must be an object with one of relu,"),
        (json!({ "cosine": {} }), "kernel must be an object with one of relu,"),
        (json!({ "rbf": {} }), "kernel.rbf.lengthscale is missing"),
        (
            json!({ "rbf": { "lengthscale": -0.3 } }),
            "kernel.rbf.lengthscale must be positive, from 1e-30 to 1e30, got -0.3",
        ),
        (json!({ "rbf": { "lengthscale": [1, 0] } }), "kernel.rbf.lengthscale[1] must be positive"),
        (
            json!({ "rbf": { "lengthscale": [1, 1, 1] } }),
            "kernel.rbf.lengthscale must be a number or a list of 2",
        ),
        (
            json!({ "matern": { "nu": 2, "lengthscale": 1 } }),
            "kernel.matern.nu must be 0.5, 1.5 or 2.5, got 2",
        ),
        (json!({ "sum": [] }), "kernel.sum must be a list of 1 to 64 kernels"),
        (json!({ "sum": [{ "relu": { "eta": 0 } }] }), "kernel.sum[0].relu.eta must be positive"),
        (
            json!({ "relu_general": { "bias": [1], "weight": [1, 1] } }),
            "kernel.relu_general.bias must be a list of 2",
        ),
    ] {
        refused("kernel", &with_kernel(kernel), words);
    }
    let many =
        json!({ "sum": vec![json!({ "product": vec![json!({ "relu": { "eta": 1 } }); 9] }); 9] });
    refused("kernel", &with_kernel(many), "kernel must be made of at most 64 kernels, got 81");
    let deep = (0..10).fold(json!({ "relu": { "eta": 1 } }), |inner, _| json!({ "sum": [inner] }));
    let error = answer("kernel", &with_kernel(deep).to_string()).unwrap_err().to_string();
    assert!(error.contains("nested at most 8 deep"), "{error}");
}

#[test]
fn numbers_that_are_not_finite_are_named() {
    let text = kernel_request().to_string();
    for (number, shown) in
        [("NaN", "NaN"), ("-Infinity", "-Infinity"), ("1e999", "1e999"), ("1e200", "1e200")]
    {
        let error =
            answer("kernel", &text.replace("[2,3]", &format!("[2, {number}]"))).unwrap_err();
        let words = format!("x[1][1] must be a number within -1e100 .. 1e100, got {shown}");
        assert_eq!(error.to_string().replace('+', ""), words);
    }
    let error = answer("kernel", "{\"x\": [1, 2").unwrap_err().to_string();
    assert!(error.starts_with("the request is not valid JSON: EOF"), "{error}");
    let named = r#"{"kernel": {"relu": {"eta": 1}}, "x": [1], "NaN \" NaN": NaN}"#;
    let error = answer("kernel", named).unwrap_err().to_string();
    assert!(error.starts_with("request has no field \"NaN \" NaN\"; it has"), "{error}");
}

#[test]
fn covariances_that_are_none_are_named() {
    let select = select_request;
    refused(
        "select",
        &with(select(), "/covariance_pool/2/1", json!(0.3)),
        "covariance_pool[2][1] must be equal to [1][2], which is 0.1, got 0.3",
    );
    refused(
        "select",
        &with(select(), "/covariance_pool/2/2", json!(-1)),
        "covariance_pool[2][2] must be a variance, at least 0, got -1",
    );
    let impossible = with(
        with(select(), "/covariance_pool/0/1", json!(1.5)),
        "/covariance_pool/1/0",
        json!(1.5),
    );
    refused(
        "select",
        &impossible,
        "covariance_pool is not a valid covariance: given point 0, the variance at point 1 would be -",
    );
    refused(
        "select",
        &with(select(), "/covariance_pool_targets/0/0", json!(1.2)),
        "covariance of pool and targets is not a valid covariance: given points 0–2, the variance at point 3",
    );
    let variances = with(select(), "/covariance_targets", json!("remove"));
    refused(
        "select",
        &variances,
        "covariance_targets must be given, or variance_targets, got neither",
    );
    let variances = with(variances, "/variance_targets", json!([1, 0.01]));
    refused(
        "select",
        &variances,
        "covariance_pool_targets[1][1] must be within the two points' standard deviations",
    );
    refused(
        "score",
        &with(score_request(), "/models/1/covariance/0/1", json!(0)),
        "models[1].covariance[1][0] must be equal to [0][1]",
    );
    refused(
        "score",
        &with(score_request(), "/oracle/covariance/0/0", json!(0)),
        "oracle.covariance is not a valid covariance: given point 0, the variance at point 1 would be -",
    );
}

#[test]
fn covariances_that_are_singular_or_rounded_are_fine() {
    let ones = json!([[1, 1, 1], [1, 1, 1], [1, 1, 1]]);
    ask("score", &with(score_request(), "/models/0/covariance", ones));
    let zeros = json!([[0, 0, 0], [0, 0, 0], [0, 0, 0]]);
    ask("score", &with(score_request(), "/models/0/covariance", zeros));
    let rounded = json!([[1, 0.5, 0.1], [0.500_000_000_000_1, 1, 0.3], [0.1, 0.3, 1]]);
    ask("score", &with(score_request(), "/models/0/covariance", rounded));
}

#[test]
fn wrong_noise_is_named() {
    refused(
        "posterior",
        &with(posterior_request(), "/noise_variance", json!(-1)),
        "noise_variance must be at least 0, got -1",
    );
    refused(
        "posterior",
        &with(posterior_request(), "/noise_variance/1", json!(-1)),
        "noise_variance[1] must be at least 0, got -1",
    );
    refused(
        "posterior",
        &with(posterior_request(), "/noise_variance", json!([1])),
        "noise_variance must be a list of 2 numbers",
    );
    refused(
        "score",
        &with(score_request(), "/models/1/noise_variance/2", json!(-0.5)),
        "models[1].noise_variance[2] must be at least 0, got -0.5",
    );
    refused(
        "select",
        &with(select_request(), "/noise_variance", json!(0)),
        "noise_variance must be above 0, got 0",
    );
    let epig =
        with(with(select_request(), "/noise_variance", json!([1, 1, 1])), "/rule", json!("epig"));
    refused("select", &epig, "noise_variance_targets must be given for the rule epig");
    ask("select", &with(epig, "/noise_variance_targets", json!([0.1, 0.2])));
    let silent = json!([[0, 0, 0], [0, 1, 0], [0, 0, 1]]);
    let silent = with(score_request(), "/models/0/covariance", silent);
    let silent = with(silent, "/models/0/noise_variance", json!(0));
    refused("score", &silent, "models[0].covariance[0][0] + noise_variance must be above 0");
}

#[test]
fn wrong_sizes_are_named() {
    refused(
        "select",
        &with(select_request(), "/batch_size", json!(4)),
        "batch_size must be a whole number from 1 to 3, got 4",
    );
    refused(
        "select",
        &with(select_request(), "/batch_size", json!(0)),
        "batch_size must be a whole number from 1 to 3, got 0",
    );
    refused(
        "select",
        &with(select_request(), "/rule", json!("best")),
        "rule must be one of random, tig,",
    );
    refused("select", &with(select_request(), "/seed", json!(-1)), "seed must be a whole number");
    refused(
        "score",
        &with(score_request(), "/batch_size", json!(1.5)),
        "batch_size must be a whole number from 1 to 3, got 1.5",
    );
    refused(
        "tal",
        &with(tal_request(), "/iterations", json!(4)),
        "iterations must be a whole number up to 3, the pool's batches, got 4",
    );
    let many: Vec<f64> = (0..8193).map(f64::from).collect();
    refused(
        "kernel",
        &json!({ "kernel": { "relu": { "eta": 1 } }, "x": many }),
        "gram must be a matrix of at most 67108864 entries, got 8193 x 8193",
    );
    refused(
        "score",
        &with(score_request(), "/y", json!(many)),
        "models[0].covariance must be a matrix of at most 67108864 entries, got 8193 x 8193",
    );
}

#[test]
fn impossible_results_are_errors() {
    let periodic = |period: f64, lengthscale: f64| json!({ "periodic": { "lengthscale": lengthscale, "period": period } });
    let body = |kernel: Value, noise: f64| {
        let x: Vec<f64> = (0..40).map(|i| f64::from(i * i % 37) / 7.0).collect();
        json!({
            "kernel": kernel, "x_train": &x[..20], "y_train": vec![0.5; 20],
            "noise_variance": noise, "x": &x[20..],
        })
    };
    let wrong = "kernel.periodic.period must be at least 5.142857142857143e-7 for points 5.142857142857143 apart";
    refused("posterior", &body(periodic(1e-15, 1.0), 1e-3), wrong);
    refused("posterior", &body(periodic(1e-7, 1.0), 1e-3), wrong);
    refused(
        "posterior",
        &body(periodic(1e-3, 1e-7), 1e-3),
        "kernel.periodic.period must be at least 5.14",
    );
    let inside = json!({ "sum": [periodic(1e-15, 1.0)] });
    refused(
        "kernel",
        &json!({ "kernel": inside, "x": [0, 1] }),
        "kernel.sum[0].periodic.period must be",
    );
    // Just within the limits, results are what they can be.
    for kernel in [periodic(1e-6, 1.0), periodic(1e-3, 1e-3), periodic(3.0, 1e-6)] {
        for noise in [0.0, 1e-10, 0.1] {
            let found = ask("posterior", &body(kernel.clone(), noise));
            let variance = |i: usize| found["covariance"][i][i].as_f64().unwrap();
            assert!((0..20).all(|i| (0.0..=1.0).contains(&variance(i))), "{kernel} {noise}");
        }
    }
}
