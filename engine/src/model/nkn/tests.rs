//! Against differences, kernels that are known, and the exact process with an rbf kernel.

mod boston;

use proptest::prelude::*;

use super::evidence::Exact;
use super::kernel::Slope;
use super::layers::{SIZE, Weights};
use super::primitives::{EACH, Primitives, RADIAL, Rows};
use super::*;
use crate::kernel::Kernel;
use crate::model::svgp::inducing::Natural;
use crate::model::{GaussianProcess, keep_going};
use crate::numeric::simd::on_every_width;
use crate::numeric::{Factor, Stream, linalg, math};

/// Noisy values of a function of some inputs.
fn train(inputs: usize, count: usize, seed: u64) -> Points {
    let mut stream = Stream::new(seed, "nkn test", 0);
    let places = Matrix::from_vec(inputs, count, stream.normals(inputs * count));
    let value = |j: usize| math::sin(2.0 * places[(0, j)]) + 0.5 * places.column(j).sum();
    let observed = Vector::from_fn(count, |j, _| value(j) + 0.1 * stream.normal());
    Points { inputs: places, truth: observed.clone(), observed }
}

fn asked(inputs: usize) -> Matrix {
    Matrix::from_fn(inputs, 9, |i, j| 0.6 * j as f64 - 2.5 + 0.3 * i as f64)
}

/// Away from where learning starts.
fn somewhere(points: &Points, noise: Option<f64>, seed: u64) -> Parameters {
    let mut parameters = Parameters::new(&points.inputs, noise, seed);
    let mut stream = Stream::new(seed, "away from the start", 0);
    parameters.list.iter_mut().for_each(|entry| *entry += 0.4 * stream.normal());
    parameters
}

fn learn(model: &Nkn, train: &Points, inputs: &Matrix) -> Fitted {
    model.learn(train, inputs, &mut keep_going).unwrap()
}

#[track_caller]
fn are_differences(gradient: &[f64], list: &[f64], mut value: impl FnMut(&[f64]) -> f64) {
    let norm = linalg::dot(gradient, gradient).sqrt();
    for i in 0..gradient.len() {
        let mut at = |by: f64| {
            let mut moved = list.to_vec();
            moved[i] += by;
            value(&moved)
        };
        let difference = -(at(1e-5) - at(-1e-5)) / 2e-5;
        let away = (gradient[i] - difference).abs();
        assert!(away < 1e-6 * norm, "{i}: {} instead of {difference}", gradient[i]);
    }
}

/// By everything that is learned, also where points need more than one strip.
#[test]
fn gradients_are_differences() {
    for (inputs, count, noise) in [(1, 5, None), (3, 20, None), (2, 75, Some(0.05)), (2, 1, None)] {
        let points = train(inputs, count, 3);
        let mut exact = Exact::new(&points);
        let parameters = somewhere(&points, noise, 4);
        let (_, gradient) = exact.evaluate(&parameters).unwrap();
        are_differences(&gradient, &parameters.list, |list| {
            let mut moved = parameters.clone();
            moved.list = list.to_vec();
            exact.evaluate(&moved).unwrap().0
        });
    }
}

/// Of the bound, by everything that is learned and by inducing points, for a q that stays.
#[test]
fn gradients_of_the_bound_are_differences() {
    for (inputs, weight) in [(1, 1.0), (3, 2.5)] {
        let points = train(inputs, 23, 5);
        let parameters = somewhere(&points, None, 6);
        let places = train(inputs, 7, 7).inputs;
        let mut kept = None;
        let found =
            sparse::evaluate(&parameters, places.clone(), (&points, weight), |summary, _| {
                let mut natural = Natural::prior(7);
                natural.step(summary, 0.3, 0.4);
                kept = Some(natural.clone());
                natural
            })
            .unwrap();
        let kept = kept.unwrap();
        let value = |parameters: &Parameters, places: Matrix| {
            let q = |_: &_, _| kept.clone();
            sparse::evaluate(parameters, places, (&points, weight), q).unwrap().value
        };
        are_differences(&found.by_list, &parameters.list, |list| {
            let mut moved = parameters.clone();
            moved.list = list.to_vec();
            value(&moved, places.clone())
        });
        are_differences(found.by_points.as_slice(), places.as_slice(), |moved| {
            value(&parameters, Matrix::from_column_slice(inputs, 7, moved))
        });
    }
}

/// Weights with which only one primitive goes through, to the end, plain.
fn only(primitive: usize) -> Weights {
    let mut weights = [0.0; SIZE];
    weights[primitive] = 1.0;
    // The second sum of the first pair, and of the next, are their biases.
    weights[7 + 6] = 1.0;
    weights[56] = 1.0;
    weights[56 + 5 + 4] = 1.0;
    weights[76] = 1.0;
    weights
}

#[test]
fn with_one_path_it_is_a_known_kernel() {
    let (left, right) = (train(2, 70, 1).inputs, train(2, 90, 2).inputs);
    let lengthscales = vec![0.7, 1.9];
    let rates: Vec<f64> = lengthscales.iter().map(|l| 1.0 / (l * l)).collect();
    let primitives = Primitives {
        variances: [vec![1.0; 2], vec![0.5; 2]],
        rates: std::array::from_fn(|_| rates.clone()),
        alphas: [0.3, 1e7],
    };
    let gram = |primitive: usize| {
        let kernel = NeuralKernel { primitives: primitives.clone(), weights: only(primitive) };
        kernel.gram(&left, &right)
    };
    let linear = |variance| Kernel::Linear { variance, bias: 0.0 }.gram(&left, &right);
    let rbf = Kernel::Rbf { lengthscales, variance: 1.0 }.gram(&left, &right);
    let near = |got: Matrix, want: &Matrix, slack: f64| {
        assert!((&got - want).amax() < slack, "{:e}", (got - want).amax());
    };
    near(gram(0), &linear(1.0), 1e-13);
    near(gram(1), &linear(0.5), 1e-13);
    near(gram(2), &rbf, 1e-14);
    near(gram(3), &rbf, 1e-14);
    let quadratic = rbf.map(|k| math::pow(1.0 - math::ln(k) / 0.3, -0.3));
    near(gram(4), &quadratic, 1e-13);
    // A rational quadratic of a large alpha is nearly an rbf kernel.
    near(gram(5), &rbf, 1e-6);
}

/// The process is then the exact one with that kernel.
#[test]
fn conditioning_is_that_of_the_exact_process() {
    let train = train(2, 80, 1);
    let rates = || vec![1.0 / 0.49, 1.0 / 1.21];
    let primitives = Primitives {
        variances: [vec![1.0; 2], vec![1.0; 2]],
        rates: std::array::from_fn(|_| rates()),
        alphas: [1.0; EACH],
    };
    let kernel = NeuralKernel { primitives, weights: only(2) };
    let (got, jitter) = posterior(&kernel, 0.02, &train, &asked(2)).unwrap();
    let process = GaussianProcess {
        kernel: Kernel::Rbf { lengthscales: vec![0.7, 1.1], variance: 1.0 },
        noise: 0.02,
    };
    let want = process.fit(&train, &asked(2), &mut keep_going).unwrap();
    assert!((&got.mean - &want.mean).amax() < 1e-10 && jitter == 0.0);
    assert!((&got.covariance - &want.covariance).amax() < 1e-10);
}

proptest! {
    /// Sums and products of kernels are kernels: whatever the numbers, no covariance has an eigenvalue below zero, and
    /// a little noise makes it positive definite.
    #[test]
    fn it_is_positive_definite(
        seed in 0u64..1000, inputs in 1usize..5, count in 1usize..40, far in 0.1f64..3.0,
    ) {
        let points = train(inputs, count, seed);
        let mut parameters = Parameters::new(&points.inputs, None, seed);
        let mut stream = Stream::new(seed, "anywhere", 0);
        parameters.list.iter_mut().for_each(|entry| *entry += far * stream.normal());
        let kernel = parameters.kernel();
        let mut covariance = kernel.covariance_lower(&points.inputs);
        linalg::mirror_lower(&mut covariance);
        prop_assert_eq!(&covariance, &kernel.gram(&points.inputs, &points.inputs));
        let diagonal = kernel.diagonal(&points.inputs);
        prop_assert!((covariance.diagonal() - &diagonal).amax() <= 1e-13 * diagonal.amax());
        let least = linalg::smallest_eigenvalue(&covariance);
        prop_assert!(least > -1e-12 * covariance.trace(), "{least:e} of {}", covariance.trace());
        let noise = 1e-9 * covariance.trace();
        (0..count).for_each(|i| covariance[(i, i)] += noise);
        prop_assert_eq!(Factor::new(covariance).unwrap().jitter(), 0.0);
    }
}

#[test]
fn lanes_of_every_width_give_the_same_bits() {
    let points = train(3, 90, 1);
    let parameters = somewhere(&points, None, 2);
    let all = on_every_width(|| Exact::new(&points).evaluate(&parameters).unwrap());
    assert!(all.windows(2).all(|two| two[0] == two[1]));
    let bounds = on_every_width(|| {
        let natural = |summary: &_, noise: f64| {
            let mut natural = Natural::prior(9);
            natural.step(summary, noise, 1.0);
            natural
        };
        let places = points.inputs.columns(0, 9).into_owned();
        let found = sparse::evaluate(&parameters, places, (&points, 1.0), natural).unwrap();
        (found.value, found.by_list, found.by_points)
    });
    assert!(bounds.windows(2).all(|two| two[0] == two[1]));
}

/// The likelihood that it reports is that of its own numbers, by a route of its own.
#[test]
fn its_likelihood_is_that_of_its_numbers() {
    let points = train(2, 70, 2);
    let parameters = somewhere(&points, None, 1);
    let (value, _) = Exact::new(&points).evaluate(&parameters).unwrap();
    let covariance = parameters.kernel().gram(&points.inputs, &points.inputs);
    let noises = Vector::from_element(70, parameters.noise());
    let evidence = Evidence::new(covariance, &points.observed, &noises).unwrap();
    assert!((value - evidence.log_density()).abs() < 1e-9);
}

#[test]
fn starts_are_those_of_the_paper() {
    let inputs = Matrix::from_row_slice(2, 3, &[0.0, 1.0, 3.0, 5.0, 5.0, 5.0]);
    let parameters = Parameters::new(&inputs, None, 1);
    let NeuralKernel { primitives, weights } = parameters.kernel();
    let root = 2.0_f64.sqrt();
    let usual = [2.0 * root, 1.0];
    for (rates, share) in primitives.rates.iter().zip([1.0 / 6.0, 2.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0])
    {
        for (rate, usual) in rates.iter().zip(usual) {
            assert!((1.0 / rate.sqrt() - share * usual).abs() < 1e-12);
        }
    }
    assert!(primitives.variances.iter().flatten().all(|v| *v == 1.0));
    assert!((primitives.alphas[0] - 0.1).abs() < 1e-15 && primitives.alphas[1] == 1.0);
    assert!((parameters.noise() - math::exp(-4.0)).abs() < 1e-12);
    let (mut biases, mut least, mut most) = (0, f64::INFINITY, 0.0_f64);
    for (at, weight) in weights.iter().enumerate() {
        let (enter, is_bias) = layers::place(at);
        if is_bias {
            biases += 1;
            assert!((weight - 0.01).abs() < 1e-12);
        } else {
            let share = weight * enter as f64;
            (least, most) = (least.min(share), most.max(share));
        }
    }
    assert_eq!(biases, 8 + 4 + 1);
    assert!(least > 0.5 && least < 0.6 && most > 1.4 && most < 1.5, "{least} {most}");
}

/// Where the kernel is learned from more than is observed, and what is observed is all that it is conditioned on.
#[test]
fn a_kernel_learned_from_other_data_is_frozen() {
    let (some, more) = (train(1, 6, 8), train(1, 40, 9));
    let model = Nkn { steps: 60, learning_rate: 0.02, noise: None, ..Nkn::default() };
    let with = Nkn { hyper: Some(more.clone()), ..model.clone() };
    let got = learn(&with, &some, &asked(1));
    let alone = learn(&model, &more, &asked(1));
    assert_eq!(got.learned, alone.learned, "kernel and noise are those of the other data");
    assert_eq!(got.curve, alone.curve);
    assert_ne!(got.posterior.mean, alone.posterior.mean);
    let trained = |train: &Points| {
        let fit = Fit { train, inputs: &asked(1), validation: None, progress: &mut keep_going };
        with.train(0, fit).unwrap()
    };
    assert_eq!(trained(&some), trained(&more), "what is observed changes nothing of it");
    assert_eq!(with.trained_on().map(Points::len), Some(40));
    assert!(with.training_cost(1, 6) == model.training_cost(1, 40));
    let error = with.learn(&train(2, 5, 1), &asked(2), &mut keep_going).unwrap_err().to_string();
    assert_eq!(error, "inputs of hyper must be a whole number from 2 to 2, got 1");
}

/// The likelihood rises, and inducing points at the data have the likelihood itself as their bound.
#[test]
fn learning_climbs_and_bounds_stay_below() {
    let points = train(1, 40, 10);
    let model = Nkn { steps: 150, learning_rate: 0.02, noise: None, ..Nkn::default() };
    let exact = learn(&model, &points, &asked(1));
    let likelihood = exact.note("log_marginal_likelihood").unwrap();
    assert!(likelihood > exact.curve[0] + 10.0, "{likelihood} from {}", exact.curve[0]);
    assert_eq!(exact.note("iterations"), Some(150.0));
    let sparse = Nkn { exact: 10, inducing: 25, batch: 20, ..model.clone() };
    let sparse = learn(&sparse, &points, &asked(1));
    let bound = sparse.note("elbo").unwrap();
    assert!(sparse.note("log_marginal_likelihood").is_none());
    assert!(bound > likelihood - 15.0 && bound < likelihood + 3.0, "{bound} {likelihood}");
    // For the same numbers it is a bound, and tight where inducing points are the data.
    let parameters = somewhere(&points, None, 1);
    let (value, _) = Exact::new(&points).evaluate(&parameters).unwrap();
    let best = |summary: &_, noise: f64| {
        let mut natural = Natural::prior(40);
        natural.step(summary, noise, 1.0);
        natural
    };
    let tight = sparse::evaluate(&parameters, points.inputs.clone(), (&points, 1.0), best).unwrap();
    assert!((tight.value - value).abs() < 1e-5, "{} {value}", tight.value);
}

/// Slopes by points far from zero keep their digits.
#[test]
fn where_zero_is_does_not_matter_to_distances() {
    let near = train(2, 30, 1);
    let mut far = near.clone();
    far.inputs.add_scalar_mut(1000.0);
    let mut kernel = somewhere(&near, None, 3).kernel();
    kernel.weights = only(2);
    let slopes = [&near.inputs, &far.inputs].map(|points| {
        let mut slope = Slope::new(2);
        let rows = Rows::of(points, 0..30);
        let mut strip = kernel.primitives.strip(&rows, points, 0..30);
        let by_entries: Vec<f64> = (0..rows.count * 30)
            .map(|at| if at % rows.count < 30 { math::sin(at as f64) } else { 0.0 })
            .collect();
        slope.add(&kernel, (&rows, points, 0..30), &mut strip, &by_entries);
        slope.rates[0].clone()
    });
    let scale = slopes[0].iter().fold(0.0_f64, |most, slope| most.max(slope.abs()));
    assert!((0..2).all(|k| (slopes[0][k] - slopes[1][k]).abs() < 1e-8 * scale), "{slopes:?}");
    assert_eq!(RADIAL, 4);
}

#[test]
fn no_data_and_bad_settings_are_no_trouble() {
    for count in [0, 1] {
        let model = Nkn { steps: 5, noise: None, ..Nkn::default() };
        let fitted = learn(&model, &train(1, count, 3), &asked(1));
        assert!(fitted.posterior.covariance.iter().all(|entry| entry.is_finite()));
        assert_eq!(fitted.note("no_data").is_some(), count == 0);
    }
    let refusal = |model: Nkn| {
        model.learn(&train(1, 5, 8), &asked(1), &mut keep_going).unwrap_err().to_string()
    };
    let usual = Nkn::default;
    assert!(refusal(Nkn { steps: 2_000_000, ..usual() }).starts_with("steps must be"));
    assert!(refusal(Nkn { learning_rate: 0.0, ..usual() }).starts_with("learning_rate must be"));
    let mut train = train(1, 5, 9);
    train.observed *= 1e200;
    let error = usual().learn(&train, &asked(1), &mut keep_going).unwrap_err().to_string();
    assert!(error.contains("step 1 of 5000 must be finite"), "{error}");
}
