//! Against the exact process, Titsias' closed form by explicit inverses, and differences.

use std::f64::consts::TAU;
use std::ops::ControlFlow;

use super::parameters::Parameters;
use super::slope::Seen;
use super::*;
use crate::error::Error;
use crate::model::{GaussianProcess, NoteValue, RbfProcess, keep_going};
use crate::numeric::{Stream, Vector, linalg, math};
use crate::points::Points;
use crate::posterior::Posterior;

/// Noisy values of a smooth function of some inputs.
fn train(inputs: usize, count: usize, seed: u64) -> Points {
    let mut stream = Stream::new(seed, "svgp test", 0);
    let places = Matrix::from_vec(inputs, count, stream.normals(inputs * count));
    let value = |j: usize| math::sin(2.0 * places[(0, j)]) + 0.5 * places.column(j).sum();
    let observed = Vector::from_fn(count, |j, _| value(j) + 0.1 * stream.normal());
    Points { inputs: places, truth: observed.clone(), observed }
}

fn asked(inputs: usize) -> Matrix {
    Matrix::from_fn(inputs, 9, |i, j| 0.6 * j as f64 - 2.5 + 0.3 * i as f64)
}

fn fixed(kernel: &str, noise: f64, points: Matrix) -> Svgp {
    Svgp {
        kernel: Some(kernel.parse().unwrap()),
        inducing_points: Some(points),
        noise: Some(noise),
        ..Svgp::default()
    }
}

fn learn(model: &Svgp, train: &Points, inputs: &Matrix) -> Fitted {
    model.learn(train, inputs, &mut keep_going).unwrap()
}

fn elbo(fitted: &Fitted) -> f64 {
    fitted.note("elbo").unwrap()
}

#[track_caller]
fn near(got: &Posterior, want: &Posterior, slack: f64) {
    assert!((&got.mean - &want.mean).amax() < slack, "{} {}", got.mean, want.mean);
    let away = (&got.covariance - &want.covariance).amax();
    assert!(away < slack, "covariance off by {away:e}");
    assert_eq!(got.covariance, got.covariance.transpose());
}

#[test]
fn with_the_training_points_it_is_the_exact_process() {
    for (inputs, count) in [(1, 8), (1, 40), (3, 30)] {
        for kernel in ["rbf(0.7)", "rbf(3,2)", "matern32(0.7)", "relu(2)", "linear(1,0.5)"] {
            for noise in [0.01, 0.3] {
                let train = train(inputs, count, 1);
                let got =
                    learn(&fixed(kernel, noise, train.inputs.clone()), &train, &asked(inputs));
                let process = GaussianProcess { kernel: kernel.parse().unwrap(), noise };
                let want = process.learn(&train, &asked(inputs), &mut keep_going).unwrap();
                near(&got.posterior, &want.posterior, 1e-6);
                let likelihood = want.note("log_marginal_likelihood").unwrap();
                assert!((elbo(&got) - likelihood).abs() < 1e-6, "{kernel} {noise}");
                assert_eq!(got.note("iterations"), Some(0.0), "nothing is left to learn");
            }
        }
    }
}

/// Titsias 2009, equations 9 and 6 to 8, with inverses that the code never forms and the whole
/// covariance of the observations.
fn titsias(
    kernel: &Kernel,
    noise: f64,
    points: &Matrix,
    train: &Points,
    inputs: &Matrix,
) -> (Posterior, f64) {
    let count = train.len();
    let [own, across, asked] =
        [points, &train.inputs, inputs].map(|right| kernel.gram(points, right));
    let inverse = own.clone().try_inverse().unwrap();
    let told = across.transpose() * &inverse * &across;
    let rest = kernel.diagonal(&train.inputs).sum() - told.trace();
    let noisy = &told + Matrix::identity(count, count) * noise;
    let lu = noisy.clone().lu();
    let fit = train.observed.dot(&lu.solve(&train.observed).unwrap());
    let log_determinant = lu.u().diagonal().iter().map(|u| math::ln(u.abs())).sum::<f64>();
    let bound = -0.5 * (fit + log_determinant + count as f64 * math::ln(TAU) + rest / noise);
    let precision = own + &across * across.transpose() / noise;
    let inverse_precision = precision.try_inverse().unwrap();
    let mean = asked.transpose() * &inverse_precision * across * &train.observed / noise;
    let covariance =
        kernel.gram(inputs, inputs) - asked.transpose() * (inverse - inverse_precision) * asked;
    (Posterior::new(mean, covariance, noise).unwrap(), bound)
}

#[test]
fn with_fewer_points_it_is_the_collapsed_bound() {
    for (inputs, count) in [(1, 25), (3, 40)] {
        for kernel in ["rbf(0.7)", "matern52(1,2)", "rbf(0.8)+linear(1,1)"] {
            let train = train(inputs, count, 2);
            // Apart from each other, so that explicit inverses keep their digits.
            let points = Matrix::from_fn(inputs, 7, |i, j| {
                (0.7 * j as f64 - 2.1) * if (i * j) % 3 == 1 { -0.8 } else { 1.0 }
            });
            let got = learn(&fixed(kernel, 0.05, points.clone()), &train, &asked(inputs));
            let kernel: Kernel = kernel.parse().unwrap();
            let (want, bound) = titsias(&kernel, 0.05, &points, &train, &asked(inputs));
            near(&got.posterior, &want, 1e-6);
            assert!((elbo(&got) - bound).abs() < 1e-6, "{} {bound}", elbo(&got));
            let exact = GaussianProcess { kernel, noise: 0.05 }.condition(&train).unwrap();
            assert!(elbo(&got) < exact.log_marginal_likelihood());
        }
    }
}

/// The bound of some examples for a list of parameters and a q(v) that stays.
fn value(parameters: &Parameters, belief: &Belief, points: &Points, weight: f64) -> f64 {
    let inducing = Inducing::new(parameters.points(), parameters.kernel()).unwrap();
    let (_, summary) = Seen::of(&inducing, points, weight);
    belief.bound(&summary, parameters.noise())
}

#[test]
fn gradients_are_differences() {
    let models = [
        Svgp { inducing: 4, noise: None, ..Svgp::default() },
        Svgp { inducing: 4, noise: None, ard: true, ..Svgp::default() },
        Svgp { inducing: 4, kernel: Some("rbf(0.7:1.1,2)".parse().unwrap()), ..Svgp::default() },
        Svgp { kernel: Some("relu(2)".parse().unwrap()), noise: None, ..Svgp::default() },
    ];
    for (model, weight) in models.iter().flat_map(|model| [(model, 1.0), (model, 3.5)]) {
        let train = train(2, 15, 3);
        let mut parameters = Parameters::new(model, &train);
        let mut stream = Stream::new(1, "away from the start", 0);
        parameters.list.iter_mut().for_each(|entry| *entry += 0.3 * stream.normal());
        // Not the optimum: a mini-batch never is.
        let inducing = Inducing::new(parameters.points(), parameters.kernel()).unwrap();
        let (seen, summary) = Seen::of(&inducing, &train, weight);
        let mut natural = Natural::prior(parameters.count());
        natural.step(&summary, 0.3, 0.4);
        let belief = natural.belief().unwrap();
        let noise = parameters.noise();
        let by_noise = slope::by_noise(&belief, &summary, noise);
        let by_kernel = slope::by_kernel(&inducing, &belief, seen, &summary, noise);
        let gradient = parameters.downhill(by_kernel.as_ref(), by_noise);
        let norm = linalg::dot(&gradient, &gradient).sqrt();
        for i in 0..gradient.len() {
            let mut at = |by: f64| {
                parameters.list[i] += by;
                let value = value(&parameters, &belief, &train, weight);
                parameters.list[i] -= by;
                -value
            };
            let difference = (at(1e-5) - at(-1e-5)) / 2e-5;
            assert!((gradient[i] - difference).abs() < 1e-6 * norm, "{i}: {gradient:?}");
        }
    }
}

/// From anywhere one natural gradient of length 1 goes to the best q there is.
#[test]
fn natural_gradients_go_to_the_optimum() {
    let (train, noise) = (train(1, 20, 4), 0.05);
    let points = Matrix::from_row_slice(1, 5, &[-2.0, -1.0, 0.0, 0.7, 1.5]);
    let inducing = Inducing::new(points, "rbf(0.8)".parse::<Kernel>().unwrap()).unwrap();
    let (_, summary) = Seen::of(&inducing, &train, 1.0);
    let bound = |natural: &Natural| natural.belief().unwrap().bound(&summary, noise);
    let mut best = Natural::prior(5);
    best.step(&summary, noise, 1.0);
    let mut other = Natural::prior(5);
    other.step(&summary, 3.0, 0.5);
    let mut last = bound(&other);
    for _ in 0..200 {
        other.step(&summary, noise, 0.1);
        let now = bound(&other);
        assert!(now >= last - 1e-9 && now <= bound(&best) + 1e-9, "{last} {now}");
        last = now;
    }
    assert!((last - bound(&best)).abs() < 1e-6);
    other.step(&summary, noise, 1.0);
    assert!((bound(&other) - bound(&best)).abs() < 1e-10);
}

/// As many inducing points as data leave nothing but the kernel to learn, which gp-rbf learns exactly.
#[test]
fn it_learns_the_numbers_that_the_exact_process_learns() {
    for noise in [Some(0.01), None] {
        let train = train(1, 30, 5);
        let model = Svgp { noise, inducing_points: Some(train.inputs.clone()), ..Svgp::default() };
        let got = learn(&model, &train, &asked(1));
        let exact = RbfProcess { noise, ..RbfProcess::default() };
        let want = exact.learn(&train, &asked(1), &mut keep_going).unwrap();
        let likelihood = want.note("log_marginal_likelihood").unwrap();
        assert!((elbo(&got) - likelihood).abs() < 1e-3, "{} {likelihood}", elbo(&got));
        for name in ["lengthscale", "variance", "noise_variance"] {
            let [got, want] = [&got, &want].map(|fitted| fitted.note(name).unwrap());
            assert!((got / want - 1.0).abs() < 0.01, "{name}: {got} {want}");
        }
        assert!(got.curve.len() > 150 && got.curve.windows(2).all(|two| two[0] < two[1] + 1.0));
    }
}

/// Moving inducing points make the bound better, and none makes it better than the truth.
#[test]
fn bounds_stay_below_the_evidence() {
    for seed in 0..6 {
        let train = train(2, 60, 20 + seed);
        let model = Svgp { inducing: 12, steps: 400, noise: None, seed, ..Svgp::default() };
        let mut bounds = Vec::new();
        for batch in [None, Some(13)] {
            let got = learn(&Svgp { batch, ..model.clone() }, &train, &asked(2));
            let number = |name: &str| got.note(name).unwrap();
            let kernel = Kernel::Rbf {
                lengthscales: vec![number("lengthscale")],
                variance: number("variance"),
            };
            let process = GaussianProcess { kernel, noise: number("noise_variance") };
            let exact = process.condition(&train).unwrap().log_marginal_likelihood();
            assert!(elbo(&got) <= exact + 1e-9, "{} {exact}", elbo(&got));
            bounds.push(elbo(&got));
        }
        assert!((bounds[0] - bounds[1]).abs() < 8.0, "batches do nearly as well: {bounds:?}");
    }
}

#[test]
fn it_takes_thousands_of_points() {
    let train = train(2, 3000, 6);
    let model = Svgp { inducing: 30, batch: Some(100), steps: 200, ..Svgp::default() };
    let fitted = learn(&model, &train, &asked(2));
    let truth = |j: usize| math::sin(2.0 * asked(2)[(0, j)]) + 0.5 * asked(2).column(j).sum();
    for j in 2..7 {
        assert!((fitted.posterior.mean[j] - truth(j)).abs() < 0.1, "{}", fitted.posterior.mean);
    }
    assert!(model.bytes(2, 3000, 9) < 1e7, "nothing grows with the square of 3000");
    let first = fitted.curve[..10].iter().sum::<f64>();
    assert!(fitted.curve[fitted.curve.len() - 10..].iter().sum::<f64>() > first);
}

#[test]
fn data_that_repeat_themselves_are_no_trouble() {
    let x = [0.3, 0.3, 0.3, -1.0, -1.0, 0.300_000_001];
    let observed = Vector::from_vec(vec![0.1, 0.2, 0.3, -0.4, -0.5, 0.2]);
    let inputs = Matrix::from_row_slice(1, 6, &x);
    let train = Points { inputs: inputs.clone(), truth: observed.clone(), observed };
    let model = Svgp { kernel: Some("rbf(1)".parse().unwrap()), ..Svgp::default() };
    for points in [None, Some(inputs)] {
        let given = Svgp { inducing_points: points, steps: 20, ..model.clone() };
        let got = learn(&given, &train, &asked(1));
        let process = GaussianProcess { kernel: given.kernel.clone().unwrap(), noise: 0.01 };
        let want = process.fit(&train, &asked(1), &mut keep_going).unwrap();
        near(&got.posterior, &want, 1e-5);
    }
    let one = Points::none(2).followed_by(&train_of_one());
    assert!(elbo(&learn(&Svgp { noise: None, ..Svgp::default() }, &one, &asked(2))).is_finite());
    let none = learn(&Svgp::default(), &Points::none(1), &asked(1));
    assert_eq!((elbo(&none), none.note("loss_mean")), (0.0, None));
}

fn train_of_one() -> Points {
    let observed = Vector::from_vec(vec![0.7]);
    Points { inputs: Matrix::zeros(2, 1), truth: observed.clone(), observed }
}

#[test]
fn watching_changes_nothing_and_shows_what_is_there() {
    let train = train(1, 12, 7);
    let model = Svgp { inducing: 5, steps: 20, noise: None, batch: Some(4), ..Svgp::default() };
    let mut seen = Vec::new();
    let watched = model.learn(&train, &asked(1), &mut |share, look| {
        seen.push((share, look()));
        ControlFlow::Continue(())
    });
    assert_eq!(watched.unwrap(), learn(&model, &train, &asked(1)));
    assert!(seen.windows(2).all(|two| two[0].0 < two[1].0) && seen.last().unwrap().0 < 1.0);
    let glimpse = seen[19].1.as_ref().unwrap();
    assert_eq!((glimpse.marginals.mean.len(), glimpse.functions.nrows()), (9, 9));
    assert_eq!(glimpse.curve.len(), 20);
    let stopped = model.learn(&train, &asked(1), &mut |_, _| ControlFlow::Break(()));
    assert_eq!(stopped.unwrap_err(), Error::Cancelled);
    let other = Svgp { seed: 1, ..model.clone() };
    assert_ne!(learn(&other, &train, &asked(1)), learn(&model, &train, &asked(1)));
}

#[test]
fn bad_settings_name_themselves() {
    let refusal = |model: Svgp| {
        model.learn(&train(1, 5, 8), &asked(1), &mut keep_going).unwrap_err().to_string()
    };
    let usual = Svgp::default;
    assert_eq!(
        refusal(Svgp { inducing: 0, ..usual() }),
        "inducing must be a whole number from 1 to 2000, got 0"
    );
    assert!(refusal(Svgp { batch: Some(0), ..usual() }).starts_with("batch must be"));
    assert!(refusal(Svgp { noise: Some(-1.0), ..usual() }).starts_with("noise_variance must be"));
    let points = Some(Matrix::zeros(2, 3));
    assert_eq!(
        refusal(Svgp { inducing_points: points, ..usual() }),
        "inputs of inducing_points must be a whole number from 1 to 1, got 2"
    );
}

/// Numbers that 64 bits cannot hold end the run, with the step.
#[test]
fn a_run_that_diverges_says_when() {
    let mut train = train(1, 5, 9);
    train.observed *= 1e200;
    let error = Svgp::default().learn(&train, &asked(1), &mut keep_going).unwrap_err().to_string();
    assert!(error.contains("at step 1 of 500 must be finite"), "{error}");
}

/// With an inducing point at every input the bound is the likelihood, so its best lengthscales are those of
/// the exact process, found by another search.
#[test]
fn each_input_can_have_a_lengthscale_of_its_own() {
    let mut stream = Stream::new(8, "ard", 0);
    let inputs = Matrix::from_vec(2, 30, stream.normals(60));
    let value = |j: usize| math::sin(2.5 * inputs[(0, j)]) + 0.2 * inputs[(1, j)];
    let observed = Vector::from_fn(30, |j, _| value(j) + 0.1 * stream.normal());
    let train = Points { inputs: inputs.clone(), truth: observed.clone(), observed };
    let exact = RbfProcess { ard: true, noise: Some(0.01), ..RbfProcess::default() };
    let exact = exact.learn(&train, &asked(2), &mut keep_going).unwrap();
    let model = Svgp { ard: true, inducing_points: Some(inputs), steps: 1500, ..Svgp::default() };
    let found = learn(&model, &train, &asked(2));
    let lengthscales = |fitted: &Fitted| match &fitted.learned[0].value {
        NoteValue::List(values) => values.clone(),
        NoteValue::Number(_) => panic!("one lengthscale"),
    };
    let (got, want) = (lengthscales(&found), lengthscales(&exact));
    assert!(got.iter().zip(&want).all(|(a, b)| (a / b - 1.0).abs() < 0.01), "{got:?} {want:?}");
    let likelihood = exact.note("log_marginal_likelihood").unwrap();
    assert!((elbo(&found) - likelihood).abs() < 1e-2, "{} {likelihood}", elbo(&found));
    let alike = learn(&Svgp { ard: false, ..model }, &train, &asked(2));
    assert!(elbo(&alike) < likelihood - 1.0 && alike.note("lengthscale").is_some());
}

#[test]
fn one_input_has_one_lengthscale_either_way() {
    let (train, asked) = (train(1, 12, 4), asked(1));
    let model = Svgp { inducing: 5, steps: 30, ..Svgp::default() };
    let [alike, each] =
        [false, true].map(|ard| learn(&Svgp { ard, ..model.clone() }, &train, &asked));
    assert_eq!((alike.posterior, alike.curve), (each.posterior, each.curve));
}
