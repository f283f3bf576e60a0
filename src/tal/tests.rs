//! Algorithm 1 against its own definition: refitting, and predicting by hand.

use super::*;
use crate::model::{GaussianProcess, keep_going};
use crate::task::synthetic::{self, Functions, Setting};

fn task() -> Task {
    let mut task = synthetic::draw(Setting::Benchmark, 2, Functions::Independent, 3, 0).unwrap();
    let few: Vec<usize> = (0..40).collect();
    task.pool = task.pool.select(&few);
    task.targets = task.targets.select(&few[..15]);
    task
}

fn settings(rule: Rule) -> Settings {
    Settings { rule, batch_size: 3, iterations: 4, seed: 1 }
}

fn oracle(task: &Task) -> GaussianProcess {
    GaussianProcess { kernel: Setting::Benchmark.kernel(), noise: task.noise }
}

#[test]
fn conditioning_step_by_step_equals_refitting() {
    let task = task();
    let oracle = oracle(&task);
    let both = side_by_side(&task.pool.inputs, &task.targets.inputs);
    let joint = oracle.condition(&task.train).unwrap().joint(&both).unwrap();
    for rule in Rule::ALL {
        let settings = settings(rule);
        let exact = run_exact(&joint, &task.pool.observed, &task.targets.observed, settings);
        let exact = exact.unwrap();
        let refitted = run(&task, &oracle, &oracle, settings, &mut keep_going).unwrap();
        assert_eq!(exact.picks, refitted.picks, "{rule}");
        assert_eq!((exact.picks.len(), exact.rmse.len()), (4, 5));
        let curves = [
            (&exact.log_likelihood, &refitted.log_likelihood),
            (&exact.expected_log_likelihood, &refitted.expected_log_likelihood),
            (&exact.rmse, &refitted.rmse),
        ];
        for (a, b) in curves.into_iter().flat_map(|(a, b)| a.iter().zip(b)) {
            assert!((a - b).abs() <= 1e-9 * (1.0 + b.abs()), "{rule}: {a} {b}");
        }
        let mut all: Vec<usize> = exact.picks.concat();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 12, "{rule} observed a point twice");
    }
}

/// Only the prediction model's numbers are recorded, only the selection model chooses.
#[test]
fn the_two_models_have_separate_roles() {
    let task = task();
    let (good, bad) =
        (oracle(&task), GaussianProcess { kernel: "rbf(0.1)".parse().unwrap(), noise: 1.0 });
    let go = |selection: &dyn Model, prediction: &dyn Model| {
        run(&task, selection, prediction, settings(Rule::BatchMig), &mut keep_going).unwrap()
    };
    let (both, blind, dull) = (go(&good, &good), go(&bad, &good), go(&good, &bad));
    assert_eq!(both.picks, dull.picks);
    assert_ne!(both.picks, blind.picks);
    assert_eq!(both.log_likelihood[0], blind.log_likelihood[0]);
    assert!(both.log_likelihood[0] > dull.log_likelihood[0]);
    // By hand after the last batch.
    let picks = both.picks.concat();
    let train = task.train.followed_by(&task.pool.select(&picks));
    let belief = good.condition(&train).unwrap().marginals(&task.targets.inputs);
    let logs = (0..15).map(|i| {
        let (variance, miss) =
            (belief.variance[i] + task.noise, task.targets.observed[i] - belief.mean[i]);
        -0.5 * (math::ln(2.0 * PI * variance) + miss * miss / variance)
    });
    assert!((both.log_likelihood[4] - logs.sum::<f64>() / 15.0).abs() < 1e-9);
    let expected = (0..15).map(|i| math::ln(2.0 * PI * E * (belief.variance[i] + task.noise)));
    assert!((both.expected_log_likelihood[4] + expected.sum::<f64>() / 30.0).abs() < 1e-9);
}

#[test]
fn the_random_rule_walks_along_one_permutation() {
    let task = task();
    let oracle = oracle(&task);
    let run = run(&task, &oracle, &oracle, settings(Rule::Random), &mut keep_going).unwrap();
    assert_eq!(run.picks.concat(), acquisition::random_order(40, 1)[..12]);
}

#[test]
fn a_run_stops_when_asked_and_refuses_what_cannot_be() {
    let task = task();
    let oracle = oracle(&task);
    let mut stop = |_: f64, _: crate::model::Look| std::ops::ControlFlow::Break(());
    let stopped = run(&task, &oracle, &oracle, settings(Rule::Tig), &mut stop);
    assert_eq!(stopped.unwrap_err(), Error::Cancelled);
    let many = Settings { iterations: 14, ..settings(Rule::Tig) };
    let error = run(&task, &oracle, &oracle, many, &mut keep_going).unwrap_err().to_string();
    assert!(error.contains("within a pool of 40, got 14 batches of 3"), "{error}");
    let none = Settings { batch_size: 0, ..settings(Rule::Tig) };
    assert!(run(&task, &oracle, &oracle, none, &mut keep_going).is_err());
    let joint = oracle.condition(&task.train).unwrap().joint(&task.pool.inputs).unwrap();
    assert!(run_exact(&joint, &Vector::zeros(40), &Vector::zeros(1), none).is_err());
}
