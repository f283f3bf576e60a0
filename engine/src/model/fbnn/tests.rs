//! Against differences, the evidence, and the exact process.

use std::ops::ControlFlow;

use super::learning::Gradient;
use super::*;
use crate::error::Error;
use crate::metric::{self, Entries};
use crate::model::{GaussianProcess, NoteValue, RbfProcess, keep_going};
use crate::numeric::linalg::dot;
use crate::numeric::math;
use crate::points::{Points, line};

/// Noisy values of a smooth function, on a line or not.
fn train(inputs: usize, count: usize) -> Points {
    let mut stream = Stream::new(3, "fbnn test", inputs as u64);
    let places = Matrix::from_fn(inputs, count, |_, _| 4.0 * stream.uniform() - 2.0);
    let value = |j: usize| math::sin(2.0 * places[(0, j)]) + 0.3 * places.column(j).sum();
    let observed = Vector::from_fn(count, |j, _| value(j) + 0.1 * stream.normal());
    Points { inputs: places, truth: observed.clone(), observed }
}

fn asked() -> Matrix {
    line((0..41).map(|i| 0.15 * f64::from(i) - 3.0))
}

fn with_kernel(kernel: &str) -> Fbnn {
    Fbnn { kernel: Some(kernel.parse().unwrap()), ..Fbnn::default() }
}

fn small() -> Fbnn {
    Fbnn { units: 10, epochs: 40, measurement: 4, ..Fbnn::default() }
}

fn learn(model: &Fbnn, train: &Points, inputs: &Matrix) -> Fitted {
    model.learn(train, inputs, &mut keep_going).unwrap()
}

fn elbo(fitted: &Fitted) -> f64 {
    fitted.note("elbo").unwrap()
}

#[test]
fn it_finds_the_correlations_of_the_exact_process() {
    let train = train(1, 8);
    let process = GaussianProcess { kernel: "rbf(0.8)".parse().unwrap(), noise: 0.01 };
    let exact = process.fit(&train, &asked(), &mut keep_going).unwrap();
    let evidence = process.condition(&train).unwrap().log_marginal_likelihood();
    for seed in 0..10 {
        let model = Fbnn { units: 100, seed, ..with_kernel("rbf(0.8)") };
        let fitted = learn(&model, &train, &asked());
        let found = &fitted.posterior;
        let pairs = Entries::UpperTriangle;
        let agreement = metric::metacorrelation(&found.covariance, &exact.covariance, pairs);
        let agreement = agreement.unwrap().pearson.unwrap();
        assert!(agreement > 0.98, "{seed}: {agreement}");
        assert!((&found.mean - &exact.mean).amax() < 0.4, "{seed}, far from the data too");
        let bound = elbo(&fitted);
        assert!((evidence - 0.2..evidence).contains(&bound), "{seed}: {bound} of {evidence}");
    }
}

/// The bound at some points and its gradient, against differences by everything that is learned.
#[test]
fn gradients_are_differences() {
    let models = [
        Fbnn { noise: None, ..small() },
        Fbnn { noise: None, ard: true, ..small() },
        Fbnn { units: 7, ..with_kernel("rbf(0.7:1.1,2)") },
        Fbnn { units: 30, noise: None, ..with_kernel("matern32(1)") },
    ];
    for model in models {
        let train = train(2, 9);
        let mut learning = Learning::new(&model, &train);
        let mut stream = Stream::new(1, "away from the start", 0);
        for entry in learning.network.list.iter_mut().chain(&mut learning.numbers) {
            *entry += 0.3 * stream.normal();
        }
        let mut away = learning.network.factor.map(|entry| entry + 0.1 * stream.normal());
        away.fill_upper_triangle(0.0, 1);
        learning.network.factor = away;
        let (points, observed) = learning.places(&[4, 1, 7, 2], stream.clone());
        let found = learning.evaluate(&points, &observed, 2.25).unwrap();
        let Gradient { list, factor, numbers } = learning.gradient(&points, &found);
        let all = [&list[..], factor.as_slice(), &numbers[..]].concat();
        let norm = dot(&all, &all).sqrt();
        let size = (list.len(), factor.len());
        for (i, slope) in all.iter().enumerate() {
            let mut at = |by: f64| {
                let entry = match i {
                    _ if i < size.0 => &mut learning.network.list[i],
                    _ if i < size.0 + size.1 => &mut learning.network.factor[i - size.0],
                    _ => &mut learning.numbers[i - size.0 - size.1],
                };
                *entry += by;
                learning.evaluate(&points, &observed, 2.25).unwrap().bound.value
            };
            let (up, down) = (at(STEP), at(-2.0 * STEP));
            at(STEP);
            let difference = (up - down) / (2.0 * STEP);
            let (row, column) = match i.checked_sub(size.0).filter(|i| *i < size.1) {
                Some(i) => (i % factor.nrows(), i / factor.nrows()),
                None => (0, 0),
            };
            // Above the diagonal of the factor there is nothing to learn.
            let want = if row < column { 0.0 } else { difference };
            assert!((slope - want).abs() < 1e-6 * norm, "{i}: {slope} {want} of {norm}");
        }
    }
}

const STEP: f64 = 1e-6;

/// With all training inputs in the batch the bound is one: with its jitter, the evidence is that of
/// noise that is so much larger.
#[test]
fn bounds_stay_below_the_evidence() {
    for (index, kernel) in ["rbf(0.8)", "matern12(1,2)", "relu(2)", "rbf(2,0.1)"].iter().enumerate()
    {
        for inputs in [1, 3] {
            let train = train(inputs, 10);
            let model = Fbnn {
                units: 12 + 9 * index,
                epochs: 150,
                measurement: 7 * index,
                learning_rate: 0.03,
                seed: index as u64,
                ..with_kernel(kernel)
            };
            let fitted = learn(&model, &train, &train.inputs);
            let jitter = fitted.note("jitter").unwrap();
            assert!(jitter <= 1e-5);
            let process = GaussianProcess { kernel: kernel.parse().unwrap(), noise: 0.01 + jitter };
            let evidence = process.condition(&train).unwrap().log_marginal_likelihood();
            assert!(elbo(&fitted) <= evidence + 1e-9, "{} {evidence}", elbo(&fitted));
            // At every single step as well.
            assert!(fitted.curve.iter().all(|value| *value <= evidence + 1e-9));
            assert!(fitted.curve[149] > fitted.curve[0]);
        }
    }
}

/// Learned together with q, the prior goes where it makes the data likely.
#[test]
fn a_prior_and_a_noise_are_learned() {
    let train = train(1, 25);
    let model = Fbnn { units: 100, noise: None, ..Fbnn::default() };
    let fitted = learn(&model, &train, &asked());
    let exact = RbfProcess { noise: None, ..RbfProcess::default() };
    let exact = exact.learn(&train, &asked(), &mut keep_going).unwrap();
    let number = |name: &str| fitted.note(name).unwrap();
    let kernel =
        Kernel::Rbf { lengthscales: vec![number("lengthscale")], variance: number("variance") };
    let noise = number("noise_variance");
    assert_eq!(fitted.posterior.noise[0], noise);
    let process = GaussianProcess { kernel, noise: noise + number("jitter") };
    let evidence = process.condition(&train).unwrap().log_marginal_likelihood();
    assert!(elbo(&fitted) <= evidence + 1e-9);
    let best = exact.note("log_marginal_likelihood").unwrap();
    assert!(elbo(&fitted) > best - 3.0, "{} {best}", elbo(&fitted));
    let truth = exact.note("noise_variance").unwrap();
    assert!((0.5..2.0).contains(&(noise / truth)), "{noise} {truth}");
    assert!(number("elbo_error") < 0.5);
}

/// Before anything is learned it is the prior, as far as its waves allow.
#[test]
fn it_starts_at_the_prior() {
    let untrained = Fbnn { epochs: 0, units: 2000, ..with_kernel("rbf(0.7,2)") };
    let kernel: Kernel = "rbf(0.7,2)".parse().unwrap();
    let fitted = learn(&untrained, &train(1, 5), &asked());
    assert_eq!(fitted.posterior.mean.amax(), 0.0);
    assert!((&fitted.posterior.covariance - kernel.covariance(&asked())).amax() < 0.25);
    assert_eq!((fitted.note("loss_mean"), fitted.curve.len()), (None, 0));
    let none = learn(&small(), &Points::none(1), &asked());
    assert_eq!((elbo(&none), none.posterior.mean.amax()), (0.0, 0.0));
}

#[test]
fn odd_numbers_and_large_data_are_no_trouble() {
    let odd =
        learn(&Fbnn { units: 3, measurement: 0, ..small() }, &train(2, 4), &Matrix::zeros(2, 1));
    assert!(odd.posterior.covariance[0].is_finite());
    let (model, many) = (Fbnn { units: 12, epochs: 2, ..small() }, train(1, 1900));
    let mut learning = Learning::new(&model, &many);
    (0..2).for_each(|_| learning.epoch().unwrap());
    assert_eq!(learning.losses.curve.len(), 4, "two batches in each epoch");
}

#[test]
fn watching_changes_nothing_and_shows_what_is_there() {
    let (model, train) = (small(), train(1, 8));
    let mut seen = Vec::new();
    let watched = model.learn(&train, &asked(), &mut |share, look| {
        seen.extend(look().map(|seen| (share, seen)));
        ControlFlow::Continue(())
    });
    let fitted = learn(&model, &train, &asked());
    assert_eq!(watched.unwrap(), fitted);
    assert!(seen.windows(2).all(|two| two[0].0 < two[1].0) && seen.last().unwrap().0 < 1.0);
    let (_, last) = seen.last().unwrap();
    assert!((&last.marginals.mean - &fitted.posterior.mean).amax() < 1e-12);
    assert!((&last.marginals.variance - fitted.posterior.covariance.diagonal()).amax() < 1e-12);
    assert_eq!((last.functions.shape(), last.curve.len()), ((41, 24), 40));
    let stopped = model.learn(&train, &asked(), &mut |_, _| ControlFlow::Break(()));
    assert_eq!(stopped.unwrap_err(), Error::Cancelled);
    assert_ne!(learn(&Fbnn { seed: 1, ..model }, &train, &asked()), fitted);
}

#[test]
fn bad_settings_and_runs_that_diverge_say_so() {
    let refusal =
        |model: Fbnn| model.learn(&train(1, 5), &asked(), &mut keep_going).unwrap_err().to_string();
    assert_eq!(
        refusal(Fbnn { units: 0, ..small() }),
        "units must be a whole number from 1 to 2000, got 0"
    );
    assert!(refusal(Fbnn { measurement: 5000, ..small() }).starts_with("measurement must be"));
    assert!(refusal(Fbnn { learning_rate: -1.0, ..small() }).starts_with("learning_rate must be"));
    assert!(refusal(Fbnn { noise: Some(0.0), ..small() }).starts_with("noise_variance must be"));
    let error = refusal(Fbnn { learning_rate: 1e200, ..small() });
    assert!(
        error.starts_with("the loss at step") && error.contains("of 40 must be finite"),
        "{error}"
    );
}

#[test]
fn one_input_has_one_lengthscale_either_way() {
    let (train, asked) = (train(1, 8), asked());
    let [alike, each] = [false, true].map(|ard| learn(&Fbnn { ard, ..small() }, &train, &asked));
    assert_eq!((alike.posterior, alike.curve), (each.posterior, each.curve));
}

/// The function wiggles along the first input and is a plane along the others.
#[test]
fn inputs_that_matter_less_get_longer_lengthscales() {
    let train = train(2, 40);
    let model = Fbnn { units: 60, epochs: 600, ard: true, ..Fbnn::default() };
    let each = learn(&model, &train, &train.inputs);
    let NoteValue::List(lengthscales) = &each.learned[0].value else { panic!("one lengthscale") };
    assert!(lengthscales[1] > 1.5 * lengthscales[0], "{lengthscales:?}");
    let alike = learn(&Fbnn { ard: false, ..model }, &train, &train.inputs);
    assert!(elbo(&each) > elbo(&alike) + 1.0, "{} {}", elbo(&each), elbo(&alike));
}

/// What a batch says of the data stands for all of them: over batches that share all examples out, the
/// likelihood and its gradient are on average those of the whole.
#[test]
fn batches_are_unbiased() {
    let (model, train) = (Fbnn { noise: None, batch: 4, ..small() }, train(2, 12));
    let learning = Learning::new(&model, &train);
    let likelihood = |indices: &[usize], weight: f64| {
        let (points, observed) = learning.places(indices, Stream::new(1, "places", 0));
        let [some, none] = [weight, 0.0].map(|weight| {
            let found = learning.evaluate(&points, &observed, weight).unwrap();
            let Gradient { list, numbers, .. } = learning.gradient(&points, &found);
            [&[found.bound.value], &list[..], &numbers[..]].concat()
        });
        some.iter().zip(&none).map(|(some, none)| some - none).collect::<Vec<f64>>()
    };
    let order = Stream::new(2, "order", 0).permutation(12);
    let whole = likelihood(&order, 1.0);
    let batches: Vec<_> = order.chunks(4).map(|batch| likelihood(batch, 3.0)).collect();
    for (i, whole) in whole.iter().enumerate() {
        let mean = batches.iter().map(|batch| batch[i]).sum::<f64>() / 3.0;
        assert!((mean - whole).abs() < 1e-9 * (1.0 + whole.abs()), "{i}: {mean} {whole}");
    }
}

#[test]
fn batches_of_all_examples_change_nothing_and_smaller_ones_find_about_the_same() {
    let train = train(1, 24);
    let model = Fbnn { units: 40, epochs: 300, ..with_kernel("rbf(0.8)") };
    let of = |batch: usize| learn(&Fbnn { batch, ..model.clone() }, &train, &asked());
    let whole = of(900);
    assert_eq!(of(24), whole);
    let small = of(8);
    assert_ne!(small.posterior, whole.posterior);
    let near = |j: usize| asked()[(0, j)].abs() < 2.0;
    for j in (0..41).filter(|j| near(*j)) {
        let away = (small.posterior.mean[j] - whole.posterior.mean[j]).abs();
        assert!(away < 0.15, "{j}: {away}");
    }
    let error = Fbnn { batch: 0, ..model }.learn(&train, &asked(), &mut keep_going).unwrap_err();
    assert_eq!(error.to_string(), "batch must be a whole number from 1 to 1000000, got 0");
}

/// Beyond so many examples there is no bound to be told, and nothing else that grows with their square.
#[test]
fn many_examples_have_no_bound() {
    let train = train(1, 2_001);
    let fitted = learn(&Fbnn { batch: 50, epochs: 1, ..small() }, &train, &asked());
    assert_eq!(fitted.note("elbo"), None);
    assert!(fitted.posterior.mean.iter().all(|mean| mean.is_finite()));
}
