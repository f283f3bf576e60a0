//! The truth stays where it is, and each point's noise is its own.

use super::synthetic::{Functions, Setting};
use super::*;
use crate::scenario::Link;

fn scenario(link: &str) -> Scenario {
    link.parse::<Link>().unwrap().scenario
}

fn task(link: &str) -> Task {
    Task::of(&scenario(link).problem).unwrap().0
}

#[test]
fn a_drawn_truth_does_not_move_when_points_do() {
    let far = line([-5.5, 0.123, 4.0]);
    let truth = |link: &str| Truth::of(&scenario(link).problem).unwrap().at(&far);
    let before = truth("preset=draw");
    assert_eq!(before, truth("preset=draw&point=1&point=2&noise=0.3&observe=noisy"));
    assert_ne!(before, truth("preset=draw&seed=2"));
    assert_ne!(before, truth("preset=draw&kernel=rbf(0.5)"));
}

/// Drawn values at a few points, over many seeds, have the kernel's covariance.
#[test]
fn a_drawn_truth_has_the_covariance_of_its_prior() {
    let inputs = line([-1.0, -0.4, 2.0]);
    let kernel = "matern32(0.9,1.5)".parse().unwrap();
    let draws: Vec<_> = (0..4000)
        .map(|seed| Truth::draw(&kernel, (-6.0, 6.0), seed).unwrap().at(&inputs))
        .collect();
    let want = kernel.gram(&inputs, &inputs);
    for i in 0..3 {
        for j in 0..3 {
            let got = draws.iter().map(|f| f[i] * f[j]).sum::<f64>() / draws.len() as f64;
            // Off the grid a rough kernel is interpolated, so its variance is a little smaller.
            assert!((got - want[(i, j)]).abs() < 0.12, "({i}, {j}): {got}, {}", want[(i, j)]);
        }
    }
}

#[test]
fn formulas_are_observed_exactly_unless_noise_is_asked_for() {
    let exact = task("preset=edge&truth=formula");
    assert_eq!(exact.train.truth, exact.train.observed);
    assert_eq!(exact.train.truth[4], 0.0, "sin 0 + 0.3 * 0");
    let noisy = task("preset=edge&observe=noisy&noise=0.04");
    let noise = (&noisy.train.observed - &noisy.train.truth) / 0.2;
    assert!(noise.iter().all(|z| z.abs() < 5.0 && *z != 0.0));
}

#[test]
fn a_points_noise_does_not_depend_on_the_other_points() {
    let noise = |link: &str| {
        let train = task(link).train;
        (&train.observed - &train.truth).as_slice().to_vec()
    };
    let few = noise("observe=noisy&point=1&point=2");
    let many = noise("observe=noisy&point=1&point=2&point=3");
    let close = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-12;
    assert!(few.iter().zip(&many).all(close));
}

#[test]
fn targets_are_evenly_spaced_with_both_ends() {
    let targets = task("target=0:1:3&target=2:3:1").targets.inputs;
    assert_eq!(targets.as_slice(), [0.0, 0.5, 1.0, 2.5]);
}

#[test]
fn presets_have_the_pool_of_their_range() {
    let pool = task("preset=periodic").pool;
    assert_eq!((pool.len(), pool.inputs[0], pool.inputs[150]), (151, -6.0, 1.5));
    assert_eq!(task("preset=gap").pool.len(), 201);
}

#[test]
fn synthetic_tasks_have_the_sizes_of_their_setting() {
    for (setting, sizes) in [(Setting::Paper, [15, 200, 500]), (Setting::Benchmark, [15, 500, 200])]
    {
        let task = synthetic::draw(setting, 3, Functions::Independent, 1, 0).unwrap();
        assert_eq!([&task.train, &task.pool, &task.targets].map(Points::len), sizes);
        assert_eq!(task.pool.inputs.nrows(), 3);
        let noise = (&task.pool.observed - &task.pool.truth).norm_squared() / sizes[1] as f64;
        assert!((noise / task.noise - 1.0).abs() < 0.4, "{noise}");
        assert_eq!(setting.to_string().parse::<Setting>().unwrap(), setting);
    }
    assert_eq!((Setting::Benchmark.batch_size(9), Setting::Benchmark.batch_size(1)), (7, 7));
    assert!(synthetic::draw(Setting::Paper, 0, Functions::Independent, 1, 0).is_err());
    assert!("papper".parse::<Setting>().is_err());
}

#[test]
fn repetitions_draw_functions_or_split_one() {
    let draw = |functions, repetition| {
        synthetic::draw(Setting::Benchmark, 1, functions, 4, repetition).unwrap()
    };
    let sorted = |task: &Task| {
        let mut all: Vec<f64> = [&task.train, &task.pool, &task.targets]
            .iter()
            .flat_map(|points| points.observed.iter().copied())
            .collect();
        all.sort_by(f64::total_cmp);
        all
    };
    let [first, second] = [0, 1].map(|repetition| draw(Functions::Splits, repetition));
    assert_eq!(sorted(&first), sorted(&second));
    assert_ne!(first.train.inputs, second.train.inputs);
    let [first, second] = [0, 1].map(|repetition| draw(Functions::Independent, repetition));
    assert_ne!(sorted(&first), sorted(&second));
    assert_eq!(sorted(&first), sorted(&draw(Functions::Independent, 0)), "the same again");
}

/// The variance of drawn functions, over many, is the kernel's.
#[test]
fn synthetic_functions_have_the_variance_of_their_prior() {
    let kernel = Setting::Benchmark.kernel();
    let (mut got, mut want) = (0.0, 0.0);
    for repetition in 0..60 {
        let task = synthetic::draw(Setting::Benchmark, 1, Functions::Independent, 2, repetition);
        let train = task.unwrap().train;
        got += train.truth[0] * train.truth[0];
        want += kernel.diagonal(&train.inputs)[0];
    }
    assert!((got / want - 1.0).abs() < 0.6, "{got} {want}");
}
