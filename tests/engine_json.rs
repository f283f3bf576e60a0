//! A request has one answer: the same digits natively, in a browser and next year. This one file
//! runs natively and, through wasm-bindgen-test, in a real browser.
//!
//! A hash that changes means that someone's numbers change. Do it knowingly, and put the values that
//! the failing test prints in the table.

use serde_json::{Value, json};
use talscope::json;
use talscope::numeric::linalg::multiply_transpose;
use talscope::numeric::{Fingerprint, Matrix, Stream};

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_dedicated_worker);

/// What a request is about, its name, what makes its body, and the hash of its answer.
type Row = (&'static str, &'static str, fn() -> Value, u64);

const TABLE: [Row; 40] = [
    ("relu", "kernel", || gram(json!({ "relu": { "eta": 1.3 } })), 0x4489_e14f_0ddd_e56d),
    ("relu general", "kernel", || gram(relu_general()), 0x9335_6ff6_b7b7_a092),
    (
        "rbf",
        "kernel",
        || gram(json!({ "rbf": { "lengthscale": [0.8, 2, 1.1] } })),
        0xef65_9e46_e7e0_604b,
    ),
    ("matern 1/2", "kernel", || gram(matern(0.5)), 0xdfa9_5ef1_e596_4f9a),
    ("matern 3/2", "kernel", || gram(matern(1.5)), 0xbd5d_d748_f6bd_7ea6),
    ("matern 5/2", "kernel", || gram(matern(2.5)), 0x55d9_931a_0453_97ee),
    ("sum of products", "kernel", || gram(composed()), 0xe6cf_9ef1_ac8a_b458),
    ("no data", "posterior", || posterior(0), 0x2499_2b3c_5d8c_1fcb),
    ("forty points", "posterior", || posterior(40), 0x2423_b498_a1d6_b9f7),
    ("random", "select", || select("random"), 0xd878_afe9_6573_2e5c),
    ("tig", "select", || select("tig"), 0xe173_20d0_cad0_0268),
    ("mig", "select", || select("mig"), 0x6915_caea_260d_b471),
    ("batch-mig", "select", || select("batch-mig"), 0xbc0f_01ab_4d5d_beaa),
    ("batch-tig", "select", || select("batch-tig"), 0xa9c9_2bdb_d17e_73a6),
    ("epig", "select", || select("epig"), 0xdc7a_3b82_d7ef_ffda),
    ("itl", "select", || select("itl"), 0x555e_1590_40ba_d44d),
    ("vtl", "select", || select("vtl"), 0x5f38_bb2c_e02f_e547),
    ("ctl", "select", || select("ctl"), 0x5535_10da_d95e_94b4),
    ("batches of 5", "score", || score(5), 0xe198_b2a9_f577_c141),
    ("batches of 20", "score", || score(20), 0x2d2a_bcd4_7c1d_f0e7),
    ("latent batches, two references", "score", latent, 0x95b2_0353_1be7_79d1),
    ("all measures", "score", measured, 0x9ab2_dba5_39d2_a26c),
    ("mig", "tal", || tal("mig"), 0x0d59_da9d_8683_4952),
    ("batch-mig", "tal", || tal("batch-mig"), 0x8d15_1892_6833_1caf),
    ("random", "tal", || tal("random"), 0x9847_80d0_376d_542c),
    (
        "gp",
        "fit",
        || fit(json!({ "gp": { "kernel": { "relu": { "eta": 1 } } } }), known()),
        0xd482_d6c4_3ddd_fd17,
    ),
    (
        "gp-rbf",
        "fit",
        || fit(json!({ "gp-rbf": { "ard": true } }), Value::Null),
        0x8b9c_4106_ea12_a53a,
    ),
    ("hmc", "fit", || fit(hmc(), known()), 0x4327_6714_2f57_0717),
    ("hmc, all learned", "fit", || fit(learned(hmc()), Value::Null), 0x9903_ddbb_306b_8b2d),
    ("bbb", "fit", || fit(json!({ "bbb": trained() }), known()), 0x1dae_3b70_3b3d_678c),
    (
        "bbb, batches, learned noise",
        "fit",
        || fit(batches("bbb"), Value::Null),
        0x30ba_156c_e958_5617,
    ),
    ("nng", "fit", || fit(json!({ "nng": trained() }), known()), 0x0916_ad8f_0ac3_af8d),
    (
        "nng, factored, batches, learned noise",
        "fit",
        || fit(batches("nng"), Value::Null),
        0x2bf0_df34_28ac_fa3e,
    ),
    (
        "ensemble",
        "fit",
        || fit(json!({ "ensemble": ensemble() }), Value::Null),
        0x0f74_d0e4_15f5_4c1b,
    ),
    (
        "dropout",
        "fit",
        || fit(json!({ "dropout": { "units": 9, "epochs": 40, "draws": 60 } }), known()),
        0xf7e9_4645_d49e_4ee4,
    ),
    ("equicorrelated", "divergence", divergence, 0xd285_e8a5_544b_7d60),
    ("sparse", "fit", || fit(sparse(), json!(0.05)), 0x791b_d472_56bf_be69),
    (
        "sparse, by batches, noise learned",
        "fit",
        || fit(sparse_by_batches(), Value::Null),
        0x9e3e_701a_2923_f84a,
    ),
    ("functional", "fit", || fit(functional(), json!(0.05)), 0xd160_a64e_5c9f_399d),
    (
        "functional, prior given, noise learned",
        "fit",
        || fit(with_prior(), Value::Null),
        0x9fa6_0129_59d1_5dd7,
    ),
];

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn answers_keep_their_digits() {
    let mut differing = String::new();
    for (what, request, body, want) in TABLE {
        let answer = json::answer(request, &body().to_string()).unwrap();
        let got = Fingerprint::new().text(&answer).finish();
        if got != want {
            differing += &format!("\n{request}, {what}: {got:#018x}");
        }
    }
    assert!(differing.is_empty(), "these answers changed; they are now{differing}");
}

fn stream() -> Stream {
    Stream::new(1, "requests", 0)
}

fn points(count: usize) -> Vec<Vec<f64>> {
    let mut stream = stream();
    (0..count).map(|_| stream.normals(3)).collect()
}

fn relu_general() -> Value {
    json!({ "relu_general": { "bias": [2.5, 2.5], "weight": [1.414, 1.737] } })
}

fn matern(nu: f64) -> Value {
    json!({ "matern": { "nu": nu, "lengthscale": 0.7, "variance": 1.5 } })
}

fn composed() -> Value {
    let periodic = json!({ "periodic": { "lengthscale": 0.9, "period": 3, "variance": 1.1 } });
    let linear = json!({ "linear": { "variance": 0.3, "bias": 0.1 } });
    json!({ "sum": [{ "product": [periodic, { "rbf": { "lengthscale": 30 } }] }, linear] })
}

fn gram(kernel: Value) -> Value {
    json!({ "kernel": kernel, "x": points(13), "x2": points(30) })
}

fn posterior(train: usize) -> Value {
    let (x, y) = (points(60), stream().normals(train));
    let noise: Vec<f64> = (0..train).map(|i| 0.01 + 0.001 * i as f64).collect();
    json!({
        "kernel": { "relu": { "eta": 1 } }, "x_train": &x[..train], "y_train": y,
        "noise_variance": noise, "x": &x[train..],
    })
}

/// A covariance matrix of that rank, as rows.
fn covariance(seed: u64, size: usize, rank: usize) -> Vec<Vec<f64>> {
    let mut stream = Stream::new(seed, "covariances", 0);
    let root = Matrix::from_fn(size, rank, |_, _| stream.normal());
    let matrix = multiply_transpose(&root, &root);
    matrix.row_iter().map(|row| row.iter().copied().collect()).collect()
}

fn select(rule: &str) -> Value {
    let joint = covariance(2, 37, 9);
    let block = |rows: &[Vec<f64>], from: usize, to: usize| -> Vec<Vec<f64>> {
        rows.iter().map(|row| row[from..to].to_vec()).collect()
    };
    json!({
        "rule": rule, "batch_size": 6, "noise_variance": 0.1, "seed": 5,
        "covariance_pool": block(&joint[..25], 0, 25),
        "covariance_pool_targets": block(&joint[..25], 25, 37),
        "covariance_targets": block(&joint[25..], 25, 37),
    })
}

fn score(batch_size: usize) -> Value {
    let model = |seed: u64| {
        let mut stream = Stream::new(seed, "means", 0);
        json!({
            "name": format!("model {seed}"), "mean": stream.normals(33), "noise_variance": 0.2,
            "covariance": covariance(seed, 33, 3 * seed as usize),
        })
    };
    let models: Vec<Value> = (1..5).map(model).collect();
    json!({ "y": stream().normals(33), "batch_size": batch_size, "models": models, "oracle": model(6) })
}

fn latent() -> Value {
    let mut request = score(5);
    request["batches"] = json!("latent");
    request["references"] = json!([3, 1]);
    request
}

/// Models given by draws, so that every measure can be taken.
fn measured() -> Value {
    let mut request = score(5);
    for (seed, model) in request["models"].as_array_mut().unwrap().iter_mut().enumerate() {
        let mut stream = Stream::new(seed as u64, "draws", 0);
        let draws: Vec<Vec<f64>> = (0..9).map(|_| stream.normals(33)).collect();
        *model = json!({ "draws": draws, "noise_variance": 0.2 });
    }
    request["f"] = json!(Stream::new(0, "function", 0).normals(33));
    request["measures"] = json!([
        "joint-2",
        "joint-10",
        "joint-20",
        "joint-draws-2",
        "joint-draws-20",
        "dyadic",
        "dyadic-repeated",
        "variogram",
        "energy",
        "spearman",
    ]);
    request
}

fn tal(rule: &str) -> Value {
    let indices = |from: usize, to: usize| (from..to).collect::<Vec<_>>();
    json!({
        "kernel": { "rbf": { "lengthscale": 1.2 } }, "x": points(60), "y": stream().normals(60),
        "train": indices(0, 5), "pool": indices(5, 40), "targets": indices(40, 60),
        "noise_variance": 0.01, "batch_size": 3, "iterations": 4, "rule": rule,
    })
}

fn fit(model: Value, noise: Value) -> Value {
    let (x, y) = (points(41), stream().normals(29));
    json!({ "model": model, "x_train": &x[..29], "y_train": y, "noise_variance": noise, "x": &x[29..] })
}

fn known() -> Value {
    json!(0.05)
}

fn hmc() -> Value {
    json!({ "hmc": { "units": 7, "chains": 2, "burn_in": 40, "draws": 12, "thin": 3 } })
}

fn learned(mut model: Value) -> Value {
    model["hmc"]["learn_eta"] = json!(true);
    model
}

fn ensemble() -> Value {
    json!({ "members": 4, "units": 9, "epochs": 40 })
}

fn trained() -> Value {
    json!({ "units": 9, "epochs": 40, "draws": 60, "particles": 3 })
}

fn batches(kind: &str) -> Value {
    let mut settings = trained();
    settings["batch"] = json!(8);
    if kind == "nng" {
        settings["prior"] = json!("factored");
    }
    json!({ kind: settings })
}

fn sparse() -> Value {
    json!({ "svgp": { "inducing": 7, "steps": 40 } })
}

fn sparse_by_batches() -> Value {
    let kernel = json!({ "rbf": { "lengthscale": [0.8, 2, 1.1] } });
    json!({ "svgp": { "kernel": kernel, "inducing": 7, "steps": 40, "batch": 6 } })
}

fn functional() -> Value {
    json!({ "fbnn": { "units": 18, "epochs": 40, "measurement": 5 } })
}

fn with_prior() -> Value {
    json!({ "fbnn": { "units": 18, "epochs": 40, "measurement": 5, "kernel": composed() } })
}

fn divergence() -> Value {
    let equal = |rho: f64| -> Vec<Vec<f64>> {
        (0..5).map(|i| (0..5).map(|j| if i == j { 1.0 } else { rho }).collect()).collect()
    };
    json!({
        "mean_gen": [0.1, 0, 0, 0.2, 0], "sd_gen": [1.05, 1, 1.1, 1, 0.9],
        "correlation_gen": equal(0.999), "correlation": equal(-0.2475),
        "mean_ref": [0, 0, 0, 0, 0.1], "sd_ref": [1, 1, 1, 1.2, 1],
    })
}
