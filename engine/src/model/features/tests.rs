//! The posterior against that of the weights, which the library never forms, and the prior against
//! its limits.

use std::ops::ControlFlow;

use super::*;
use crate::model::keep_going;
use crate::points::Points;
use crate::posterior::Posterior;

const RELU: Features = Features::Relu { eta: 1.7 };
const FOURIER: Features = Features::Fourier { lengthscale: 0.8, variance: 1.4 };

fn model(features: Features, width: usize, noise: f64) -> FeatureRegression {
    FeatureRegression { features, width, noise, seed: 5 }
}

fn normals(inputs: usize, count: usize, purpose: &str) -> Matrix {
    let mut stream = Stream::new(3, purpose, 0);
    Matrix::from_fn(inputs, count, |_, _| stream.normal())
}

fn train(inputs: usize, count: usize) -> Points {
    let observed = normals(count, 1, "test of y").column(0).into_owned();
    Points { inputs: normals(inputs, count, "test of train"), truth: observed.clone(), observed }
}

fn prior(model: &FeatureRegression, inputs: &Matrix) -> Posterior {
    model.fit(&Points::none(inputs.nrows()), inputs, &mut keep_going).unwrap()
}

/// The features word for word, a number at a time.
fn by_hand(features: Features, points: &Matrix, width: usize) -> Matrix {
    let d = points.nrows();
    Matrix::from_fn(width, points.ncols(), |feature, i| match features {
        Features::Relu { eta } => {
            let mut stream = Stream::new(5, "relu feature", feature as u64);
            let weighted: f64 = (0..d).map(|k| eta.sqrt() * stream.normal() * points[(k, i)]).sum();
            let bias = eta.sqrt() * stream.normal();
            ((weighted + bias) / ((d + 1) as f64).sqrt()).max(0.0)
        }
        Features::Fourier { lengthscale, variance } => {
            let mut stream = Stream::new(5, "fourier feature", feature as u64);
            let turned: f64 = (0..d).map(|k| stream.normal() * points[(k, i)]).sum();
            let phase = 2.0 * std::f64::consts::PI * stream.uniform();
            (2.0 * variance).sqrt() * math::cos(turned / lengthscale + phase)
        }
    })
}

/// The posterior of the weights, `A = Phi Phi^T / (noise width) + I / s`, with an explicit inverse.
#[track_caller]
fn check(features: Features, width: usize, train: &Points, inputs: &Matrix) {
    let (noise, n) = (0.05, width as f64);
    let got = model(features, width, noise).fit(train, inputs, &mut keep_going).unwrap();
    let (seen, asked) = (by_hand(features, &train.inputs, width), by_hand(features, inputs, width));
    let variance = if let Features::Relu { eta } = features { eta } else { 1.0 };
    let precision =
        &seen * seen.transpose() / (noise * n) + Matrix::identity(width, width) / variance;
    let inverse = precision.try_inverse().unwrap();
    let weights = &inverse * &seen * &train.observed / (noise * n.sqrt());
    let mean = asked.transpose() * weights / n.sqrt();
    let covariance = asked.transpose() * inverse * &asked / n;
    let what = format!("{features:?} of width {width} on {} points", train.len());
    assert!((&got.mean - mean).amax() < 1e-10, "{what}");
    assert!((&got.covariance - covariance).amax() < 1e-10, "{what}");
    assert_eq!(got.covariance, got.covariance.transpose(), "{what}");
    assert_eq!(got.noise, Vector::from_element(inputs.ncols(), noise));
    let least = got.covariance.symmetric_eigenvalues().min();
    assert!(least > -1e-13, "{what}: {least}");
}

#[test]
fn the_posterior_is_that_of_the_weights() {
    for features in [RELU, FOURIER] {
        for (inputs, seen, width) in
            [(1, 4, 9), (1, 12, 1), (3, 7, 30), (3, 12, 5), (2, 0, 3), (1, 3, SLAB + 3)]
        {
            check(features, width, &train(inputs, seen), &normals(inputs, 9, "test of inputs"));
        }
    }
}

#[test]
fn points_may_be_seen_and_asked_twice() {
    for features in [RELU, FOURIER] {
        let twice = train(2, 5).select(&[0, 1, 2, 3, 4, 0, 0]);
        let inputs = twice.inputs.select_columns(&[1, 1, 2, 5]);
        check(features, 4, &twice, &inputs);
        let got = model(features, 4, 0.05).fit(&twice, &inputs, &mut keep_going).unwrap();
        assert_eq!(got.covariance.column(0), got.covariance.column(1));
        assert_eq!(got.mean[0], got.mean[1]);
    }
}

/// An entry is a mean of `width` independent products, and the mean square of a product is at most
/// 6 k(x, x) k(x', x') for ReLU features (the fourth moment of half a Gaussian, by Cauchy and
/// Schwarz), and 1.5 variance^2 for Fourier features. The bounds are five standard errors.
#[test]
fn wide_priors_are_near_their_kernels() {
    const WIDTH: usize = 20_000;
    for inputs in [1, 3] {
        let points = normals(inputs, 6, "test of inputs") * 2.0;
        for (features, kernel, square) in [(RELU, "relu(1.7)", 6.0), (FOURIER, "rbf(0.8,1.4)", 1.5)]
        {
            let got = prior(&model(features, WIDTH, 0.1), &points).covariance;
            let want = kernel.parse::<crate::kernel::Kernel>().unwrap().covariance(&points);
            let bound = 5.0 * (square / WIDTH as f64).sqrt();
            for (i, j) in (0..6).flat_map(|i| (0..6).map(move |j| (i, j))) {
                let error = (got[(i, j)] - want[(i, j)]) / (want[(i, i)] * want[(j, j)]).sqrt();
                assert!(error.abs() < bound, "{kernel}, {inputs} inputs, {i} {j}: {error}");
            }
        }
    }
}

#[test]
fn no_data_leave_the_prior() {
    let inputs = normals(2, 5, "test of inputs");
    for features in [RELU, FOURIER] {
        let got = prior(&model(features, 7, 0.1), &inputs);
        let phi = by_hand(features, &inputs, 7);
        let want = phi.transpose() * phi * (features.weight_variance() / 7.0);
        assert_eq!(got.mean.amax(), 0.0);
        assert!((got.covariance - want).amax() < 1e-13);
    }
    let nothing = prior(&model(RELU, 7, 0.1), &Matrix::zeros(2, 0));
    assert!(nothing.is_empty());
}

#[test]
fn a_wider_model_extends_a_narrower_one() {
    let inputs = normals(3, 5, "test of inputs");
    for features in [RELU, FOURIER] {
        let (narrow, wide) = (features.at(&inputs, 0..4, 9), features.at(&inputs, 0..11, 9));
        assert_eq!(narrow, wide.rows(0, 4).into_owned());
        assert_eq!(features.at(&inputs, 4..11, 9), wide.rows(4, 7).into_owned());
        assert_ne!(narrow, features.at(&inputs, 0..4, 8));
    }
}

#[test]
fn wrong_settings_are_refused() {
    let refused = |model: &FeatureRegression, words: &str| {
        let error = model.fit(&train(1, 2), &normals(1, 2, "x"), &mut keep_going).unwrap_err();
        assert_eq!(error.to_string(), words);
    };
    refused(&model(RELU, 0, 0.1), "width must be at least 1, got 0");
    refused(&model(RELU, 3, -1.0), "noise must be 0 or more and finite, got -1");
    let relu = Features::Relu { eta: 0.0 };
    refused(&model(relu, 3, 0.1), "eta must be positive and finite, got 0");
    let fourier = |lengthscale, variance| Features::Fourier { lengthscale, variance };
    let words = "lengthscale must be positive and finite, got NaN";
    refused(&model(fourier(f64::NAN, 1.0), 3, 0.1), words);
    refused(&model(fourier(1.0, -2.0), 3, 0.1), "variance must be positive and finite, got -2");
}

#[test]
fn it_can_be_cancelled() {
    let mut heard = 0;
    let mut stop = |_: f64, _: crate::model::Look| {
        heard += 1;
        if heard == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let got = model(RELU, 10 * SLAB, 0.1).fit(&train(1, 2), &normals(1, 2, "x"), &mut stop);
    assert_eq!((got, heard), (Err(Error::Cancelled), 3));
}
