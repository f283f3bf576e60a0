//! The same bits natively, in a browser and next year: every routine's results, hashed.
//!
//! It runs natively and, through wasm-bindgen-test, in a real browser. A hash that
//! changes means that every fingerprint under every shared figure changes: do it knowingly, and
//! put the values that the failing test prints in the table.

#[path = "stability/numeric.rs"]
mod numeric;

use numeric::*;
use talscope::acquisition::{Candidates, Rule, select};
use talscope::experiment::curves;
use talscope::kernel::Kernel;
use talscope::model::{
    Fbnn, FeatureRegression, Features, GaussianProcess, Model, Svgp, keep_going,
};
use talscope::numeric::linalg::{
    add_gram, multiply, multiply_transpose, outer, solve_lower_in_place,
    solve_lower_transposed_in_place, subtract_gram, subtract_outer, transpose_multiply,
};
use talscope::numeric::{Fingerprint, Matrix, Stream, Vector, math};
use talscope::posterior::Posterior;
use talscope::scenario::Link;
use talscope::task::Points;
use talscope::task::synthetic::{self, Functions, Setting};

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_dedicated_worker);

/// A routine's name, what computes with it, and the hash of its results.
type Row = (&'static str, fn() -> Vec<f64>, u64);

const TABLE: [Row; 70] = [
    ("lanes: arithmetic", lane_arithmetic, 0x4f9c_92ea_5476_eaec),
    ("lanes: bits", lane_bits, 0xd84e_6468_8ab0_aaf8),
    ("exp", || scalars(math::exp), 0xb56f_6c13_ac9d_9cd3),
    ("exp_m1", || scalars(math::exp_m1), 0xf1ba_373a_b479_068f),
    ("ln", || scalars(math::ln), 0x8b4f_62fb_8b4a_b64a),
    ("ln_1p", || scalars(math::ln_1p), 0x12ba_8827_8ec9_573e),
    ("sin", || scalars(math::sin), 0xbbcc_048f_95bd_a8e3),
    ("cos", || scalars(math::cos), 0x8f97_e711_0b8b_3927),
    ("sin_cos", || scalars(|x| math::sin_cos(x).0 - math::sin_cos(x).1), 0x1fc0_6787_9fd4_b0d5),
    ("tanh", || scalars(math::tanh), 0x4c3e_9d64_34ef_acd5),
    ("acos", || scalars(math::acos), 0x5917_4c6c_fb7a_44c7),
    ("pow", || scalars(|x| math::pow(x.abs(), 0.37)), 0x7363_af66_00ae_9176),
    ("erf", || scalars(math::erf), 0x0f6b_97ab_af15_1152),
    ("ln_gamma", || scalars(math::ln_gamma), 0x5027_ecd3_8d6a_8066),
    ("exp_in_place", || mapped(math::exp_in_place), 0x69f2_a906_b8e2_2413),
    ("ln_in_place", || mapped(math::ln_in_place), 0x8b4f_62fb_8b4a_b64a),
    ("sum_of_logs", || vec![math::sum_of_logs(&positive(1000))], 0xa2d6_9c39_c8ce_2c2d),
    ("cholesky 0", || cholesky(0), 0x01e8_6ae1_0522_411d),
    ("cholesky 1", || cholesky(1), 0xf54c_6134_08b7_f98f),
    ("cholesky 5", || cholesky(5), 0x345c_6086_a288_4dc2),
    ("cholesky 37", || cholesky(37), 0xd49e_85ad_dfd8_634c),
    ("cholesky 131", || cholesky(131), 0xa8ec_eb75_30ae_7b18),
    ("cholesky 601", || cholesky(601), 0xd98c_89ac_507b_7a31),
    ("solve_lower 5 x 1", || solved(5, 1, solve_lower_in_place), 0xb84b_3527_3393_0c2c),
    ("solve_lower 83 x 19", || solved(83, 19, solve_lower_in_place), 0x8534_ef62_9c25_0905),
    ("solve_lower 601 x 9", || solved(601, 9, solve_lower_in_place), 0x62d8_c2c9_b99a_ed0b),
    (
        "solve_lower_transposed 5 x 1",
        || solved(5, 1, solve_lower_transposed_in_place),
        0xe9d2_6ea9_bb2e_f7bb,
    ),
    (
        "solve_lower_transposed 83 x 19",
        || solved(83, 19, solve_lower_transposed_in_place),
        0x6696_6c7b_3716_a44e,
    ),
    (
        "solve_lower_transposed 601 x 9",
        || solved(601, 9, solve_lower_transposed_in_place),
        0xe096_3ca8_bb37_f411,
    ),
    ("multiply", || entries(multiply(&random(67, 301), &random(301, 22))), 0x85c7_74d5_92c1_dcdc),
    (
        "transpose_multiply",
        || entries(transpose_multiply(&random(301, 67), &random(301, 22))),
        0xa338_986f_2ab8_b1b0,
    ),
    (
        "multiply_transpose",
        || entries(multiply_transpose(&random(67, 301), &random(22, 301))),
        0x35a2_5e67_6fb8_1a93,
    ),
    (
        "subtract_gram",
        || subtracted(45, |c| subtract_gram(c, &random(270, 45))),
        0xeec7_f0bb_6ca3_b9f1,
    ),
    (
        "subtract_outer",
        || subtracted(45, |c| subtract_outer(c, &random(45, 270))),
        0x505b_7213_fd09_1008,
    ),
    ("outer", || entries(outer(&random(45, 270))), 0x4828_5499_6756_3e28),
    ("add_gram", || subtracted(45, |c| add_gram(c, &random(270, 45))), 0x411f_5a41_3eb8_9661),
    ("subtract_transpose_product", subtracted_product, 0xa6cb_a668_aa29_ce30),
    ("vectors", vectors, 0x8aa3_b4a3_a162_8b1d),
    ("factor", || factored(spread(40) + Matrix::identity(40, 40)), 0xe518_cf17_0c01_7218),
    ("factor with jitter", || factored(spread(40)), 0xb5e1_926b_c14b_0195),
    ("eigen", || eigen(covariance(53)), 0xbf29_780d_6ac5_e170),
    (
        "eigen of little rank",
        || eigen(multiply_transpose(&random(30, 4), &random(30, 4))),
        0xa563_9be1_eece_9f89,
    ),
    ("uniform", || draws(|stream| stream.uniform()), 0xd8be_d9a1_3186_f5b9),
    ("normal", || draws(|stream| stream.normal()), 0xd682_e47a_2f1f_1709),
    ("normals", || Stream::new(3, "normals", 9).normals(333), 0xebc8_7354_3aeb_cf86),
    ("fill_normals", many_normals, 0x9b9c_8ec7_4ee7_414f),
    ("a long stream", long_stream, 0x3903_d036_483c_b827),
    ("below", || draws(|stream| stream.below(1_000_003) as f64), 0xa0cb_172b_0a5c_d52f),
    ("permutation", permutation, 0x5df0_945e_5d5e_1490),
    ("k_means", centres, 0x6bd0_cd25_4e5c_e4b2),
    ("ln_1p_in_place", ln_1p_of_positive, 0x49af_bd8f_39b0_c787),
    (
        "gram of stationary kernels",
        || gram("rbf(0.5:2:1)+matern32(2)*matern52(1)"),
        0x93ca_aa6b_1d84_9cd5,
    ),
    (
        "gram of periodic and linear kernels",
        || gram("periodic(0.9,3)*linear(2,0.1)"),
        0xe22a_746f_e816_43ba,
    ),
    ("gram of relu kernels", || gram("relu(2)"), 0xfd7c_2218_cf30_57fe),
    ("synthetic task", synthetic_task, 0x885b_782d_39c8_fe38),
    ("posterior", posterior, 0x8e23_4e87_65a7_3957),
    ("relu features", || regression(Features::Relu { eta: 1.3 }), 0x34ca_f993_9008_bbf4),
    (
        "fourier features",
        || regression(Features::Fourier { lengthscale: 0.8, variance: 1.2 }),
        0x662c_48a1_36f3_6832,
    ),
    (
        "sparse process",
        || trained(&Svgp { inducing: 9, steps: 30, ..Svgp::default() }),
        0xba76_8f84_7575_8815,
    ),
    (
        "functional network",
        || trained(&Fbnn { units: 20, epochs: 30, measurement: 7, ..Fbnn::default() }),
        0xa5c9_ca0f_f4a7_dc6e,
    ),
    ("random", || batch(Rule::Random), 0x89ae_b6c4_091b_788d),
    ("tig", || batch(Rule::Tig), 0xafdc_20e6_d590_d81b),
    ("mig", || batch(Rule::Mig), 0x03d9_7c1b_f388_402f),
    ("batch-mig", || batch(Rule::BatchMig), 0x0a60_17d4_b40d_b771),
    ("batch-tig", || batch(Rule::BatchTig), 0xa6b6_44d9_371e_1811),
    ("epig", || batch(Rule::Epig), 0xda5d_d4c0_8a30_d7ee),
    ("itl", || batch(Rule::Itl), 0x091b_e6a7_a583_34c2),
    ("vtl", || batch(Rule::Vtl), 0x0505_f7ff_1378_0269),
    ("ctl", || batch(Rule::Ctl), 0xdc11_ae46_5b75_8451),
    ("active learning", active_learning, 0x8d07_14af_e3e4_12ec),
];

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn bits_are_the_pinned_ones() {
    let differing: Vec<String> = TABLE
        .iter()
        .filter_map(|&(name, compute, pinned)| {
            let hash = Fingerprint::new().floats(&compute()).finish();
            (hash != pinned).then(|| format!("{name}: {hash:#018x}, pinned {pinned:#018x}"))
        })
        .collect();
    assert!(differing.is_empty(), "these bits changed:\n{}", differing.join("\n"));
}

/// Three inputs, and an odd number of points.
fn gram(kernel: &str) -> Vec<f64> {
    let kernel: Kernel = kernel.parse().expect("a kernel");
    let (left, right) = (random(3, 37), random(3, 21));
    let diagonal = kernel.diagonal(&left);
    let matrices = [kernel.gram(&left, &right), kernel.covariance(&right)];
    matrices.into_iter().flat_map(entries).chain(diagonal.iter().copied()).collect()
}

fn synthetic_task() -> Vec<f64> {
    let task = synthetic::draw(Setting::Paper, 2, Functions::Splits, 7, 3).expect("a task");
    let numbers = |points: Points| {
        let Points { inputs, truth, observed } = points;
        entries(inputs)
            .into_iter()
            .chain(truth.iter().copied())
            .chain(observed.iter().copied())
            .collect::<Vec<_>>()
    };
    [task.train, task.pool, task.targets].into_iter().flat_map(numbers).collect()
}

/// A Gaussian process that has seen a little, at an odd number of points, each with its noise.
fn joint() -> Posterior {
    let process = GaussianProcess { kernel: Kernel::Relu { eta: 1.5 }, noise: 0.02 };
    let observed = random(9, 1).column(0).into_owned();
    let train = Points { inputs: random(3, 9), truth: observed.clone(), observed };
    let noise = Vector::from_fn(9, |i, _| 0.01 * (i + 1) as f64);
    let conditioned = process.condition_on(&train, &noise).expect("a covariance with noise");
    let mut joint = conditioned.joint(&random(3, 48)).expect("a posterior");
    joint.noise = Vector::from_fn(48, |i, _| 0.005 * (i + 1) as f64);
    joint
}

fn posterior() -> Vec<f64> {
    let joint = joint();
    let after = joint.after_observing(&[3, 40, 3], Some(&[0.5, -1.0, 0.7])).expect("points");
    let samples = after.samples(7, 5).expect("a covariance");
    let drawn = Posterior::from_draws(&samples, 0.1).expect("draws");
    let density = joint.log_density(&after.mean).expect("a covariance with noise");
    let vectors = [joint.mean.clone(), after.mean.clone(), drawn.mean.clone()];
    let matrices = [after.correlation(), joint.covariance, after.covariance, drawn.covariance];
    let vectors = vectors.iter().flat_map(|vector| vector.iter().copied().collect::<Vec<_>>());
    vectors.chain(matrices.into_iter().flat_map(entries)).chain([density]).collect()
}

/// Wider than what is summed at once.
fn regression(features: Features) -> Vec<f64> {
    let model = FeatureRegression { features, width: 600, noise: 0.1, seed: 4 };
    let observed = random(9, 1).column(0).into_owned();
    let train = Points { inputs: random(3, 9), truth: observed.clone(), observed };
    let got = model.fit(&train, &random(3, 20), &mut keep_going).expect("a covariance with noise");
    got.mean.iter().copied().chain(entries(got.covariance)).collect()
}

/// Forty examples of three inputs, asked at an odd number of points.
fn trained(model: &dyn Model) -> Vec<f64> {
    let observed = random(40, 1).column(0).into_owned();
    let train = Points { inputs: random(3, 40), truth: observed.clone(), observed };
    let got = model.learn(&train, &random(3, 21), &mut keep_going).expect("a fit");
    let bound = got.note("elbo").expect("a bound");
    let Posterior { mean, covariance, .. } = got.posterior;
    mean.iter().copied().chain(entries(covariance)).chain(got.curve).chain([bound]).collect()
}

fn batch(rule: Rule) -> Vec<f64> {
    let joint = joint();
    let candidates = Candidates::of(&joint, 31).expect("a pool within the posterior");
    let batch = select(rule, &candidates, 6, 11).expect("a batch within the pool");
    let indices = batch.indices.iter().map(|&index| index as f64);
    let scores = batch.scores.iter().flatten().map(|score| score.unwrap_or(-1.0));
    indices.chain(scores).chain(batch.gains.iter().copied()).collect()
}

fn active_learning() -> Vec<f64> {
    let link = "lab=curves&task=benchmark&d=2&q=3&rounds=2&seed=5";
    let mut scenario = link.parse::<Link>().expect("a link").scenario;
    scenario.asking.rules = Rule::ALL.to_vec();
    let courses = curves::courses(&scenario, 1).expect("a task");
    let numbers = |run: &talscope::tal::Run| {
        let picks = run.picks.iter().flatten().map(|&pick| pick as f64);
        let curves = [&run.log_likelihood, &run.expected_log_likelihood, &run.rmse];
        picks.chain(curves.into_iter().flatten().copied()).collect::<Vec<_>>()
    };
    courses.iter().flat_map(|course| numbers(&course.run)).collect()
}
