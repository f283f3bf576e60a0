//! What wrong numbers are told: no panic, and no number that means nothing.

use super::*;
use crate::error::{Error, Result};

type Spoil = fn(&mut Model);

/// What spoils a model of four targets, and how it is named.
const SPOILT: [(Spoil, &str); 10] = [
    (|m| m.mean.truncate(3), "mean must be 4 numbers, one for each target, got 3 numbers"),
    (|m| m.mean[2] = f64::NAN, "mean[2] must be finite, got NaN"),
    (|m| m.noise.push(1.0), "noise must be 4 numbers, one for each target, got 5 numbers"),
    (|m| m.noise[1] = -0.5, "noise[1] must be a variance, at least 0, got -0.5"),
    (|m| m.noise[3] = f64::INFINITY, "noise[3] must be finite, got inf"),
    (|m| m.covariance = Matrix::zeros(4, 3), "covariance must be 4 x 4, got 4 x 3"),
    (|m| m.covariance = Matrix::zeros(16, 1), "covariance must be 4 x 4, got 16 x 1"),
    (
        |m| m.covariance[(3, 3)] = -1.0,
        "covariance's diagonal[3] must be a variance, at least 0, got -1",
    ),
    (|m| m.covariance[(1, 3)] = f64::NAN, "covariance at row 1, column 3 must be finite, got NaN"),
    (
        |m| {
            m.covariance[(0, 2)] = 0.25;
            m.covariance[(2, 0)] = 0.5;
        },
        "covariance at row 2, column 0 must be 0.25, as at row 0, column 2, got 0.5",
    ),
];

#[test]
fn what_is_wrong_with_a_model_is_named() {
    let y = [0.0; 4];
    let good = Model::random(1, 4, 4, 0.1);
    let batches = random_batches(4, 2, 0).unwrap();
    for (spoil, words) in SPOILT {
        let mut bad = good.clone();
        spoil(&mut bad);
        let pair = [good.prediction(), bad.prediction()];
        let error = cross_likelihoods(&pair, &y, 2, CrossOptions::default()).unwrap_err();
        assert_eq!(error.to_string(), format!("models[1].{words}"));
        let error = joint_log_likelihood(&y, &bad.prediction(), &batches).unwrap_err();
        assert_eq!(error.to_string(), words);
        if !words.contains("row") {
            let error = marginal_log_likelihood(&y, &bad.prediction()).unwrap_err();
            assert_eq!(error.to_string(), words);
        }
        // Alone, a model has as many targets as means.
        if !words.starts_with("mean must") {
            let error = most_correlated(&bad.prediction(), 2, BatchChoice::Noisy).unwrap_err();
            assert_eq!(error.to_string(), words);
        }
    }
}

#[test]
fn what_does_not_fit_a_model_is_named() {
    let model = Model::random(1, 4, 4, 0.1);
    let said = |error: Error| error.to_string();
    let batches = |size: usize, indices: &[usize]| Batches { size, indices: indices.to_vec() };
    let joint = |batches: Batches| {
        said(joint_log_likelihood(&[0.0; 4], &model.prediction(), &batches).unwrap_err())
    };
    assert_eq!(
        joint(batches(2, &[0, 4])),
        "batches[1] must be the number of a point, below 4, got 4"
    );
    for wrong in [batches(0, &[]), batches(2, &[]), batches(2, &[0, 1, 2])] {
        assert!(joint(wrong).starts_with("batches must be at least one, all of one size"));
    }
    for size in [0, 5] {
        let error =
            said(most_correlated(&model.prediction(), size, BatchChoice::Noisy).unwrap_err());
        assert!(
            error.starts_with("batch_size must be from 1 to the number of targets, 4"),
            "{error}"
        );
    }
    let far =
        said(marginal_log_likelihood(&[0.0, 0.0, 1e200, 0.0], &model.prediction()).unwrap_err());
    assert!(far.starts_with("log likelihood must be finite"), "{far}");
    assert_eq!(
        said(
            cross_likelihoods(
                &predictions(std::slice::from_ref(&model)),
                &[0.0, 0.0, f64::NAN, 0.0],
                2,
                CrossOptions::default()
            )
            .unwrap_err()
        ),
        "y[2] must be finite, got NaN"
    );
    let silent = Model { noise: vec![0.0; 4], covariance: Matrix::zeros(4, 4), ..model.clone() };
    let error = said(marginal_log_likelihood(&[0.0; 4], &silent.prediction()).unwrap_err());
    assert_eq!(
        error,
        "variance of the observation at target 0 must be positive: give it noise, got 0"
    );
    let short = log_density(&[0.0; 2], &[0.0; 3], &Matrix::identity(2, 2)).unwrap_err();
    assert_eq!(said(short), "mean must be 2 numbers, one for each target, got 3 numbers");
}

#[test]
fn what_cannot_be_compared_is_named() {
    let (four, three) = (Matrix::identity(4, 4), Matrix::identity(3, 3));
    let said = |got: Result<Metacorrelation>| got.unwrap_err().to_string();
    let error = said(metacorrelation(&three, &four, Entries::UpperTriangle));
    assert_eq!(error, "covariance of the candidate must be 4 x 4, got 3 x 3");
    let error = said(metacorrelation(&four, &Matrix::zeros(4, 5), Entries::UpperTriangle));
    assert_eq!(error, "covariance of the oracle must be 4 x 4, got 4 x 5");
    let error = said(metacorrelation(&four, &four, Entries::Block { rows: &[0], cols: &[1, 4] }));
    assert_eq!(error, "cols[1] must be the number of a point, below 4, got 4");
    assert_eq!(pearson(&[1.0, 2.0], &[1.0, 2.0, 3.0]), None);
    assert_eq!(pearson(&[1.0, f64::NAN], &[1.0, 2.0]), None);
    assert_eq!(pearson(&[], &[]), None);
}

#[test]
fn wrong_gaussians_are_named() {
    let correlation = Matrix::identity(2, 2);
    let skew = Matrix::from_row_slice(2, 2, &[1.0, 0.5, 0.2, 1.0]);
    let good = Gaussian { mean: &[0.0, 1.0], sd: &[1.0, 2.0], correlation: &correlation };
    let said = |generating: Gaussian| divergence(&generating, &good).unwrap_err().to_string();
    assert_eq!(
        said(Gaussian { mean: &[0.0], ..good }),
        "mean_gen must be 2 numbers, one for each target, got 1 numbers"
    );
    assert_eq!(said(Gaussian { sd: &[1.0, 0.0], ..good }), "sd_gen[1] must be above 0, got 0");
    assert_eq!(
        said(Gaussian { sd: &[1.0, f64::NAN], ..good }),
        "sd_gen[1] must be finite, got NaN"
    );
    assert!(
        said(Gaussian { correlation: &skew, ..good })
            .starts_with("correlation_gen at row 1, column 0 must be 0.5")
    );
    let none = Gaussian { mean: &[], sd: &[], correlation: &Matrix::zeros(0, 0) };
    assert_eq!(
        divergence(&none, &none).unwrap_err().to_string(),
        "number of points must be at least 1, got 0"
    );
}
