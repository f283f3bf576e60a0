//! The factorised Gaussian against the best one that a linear model has, and its gradient.

use super::*;
use crate::model::Approach;
use crate::model::variational::tests::{Known, lesson, network_and_data, train_to_the_end};

/// The optimum of the mean field is known: the exact means, and the inverse diagonal of the precision.
#[test]
fn a_linear_model_has_the_exact_means_and_its_own_variances() {
    for seed in 0..3 {
        let known = Known::new(seed, 2, 12);
        let model = Variational {
            learning_rate: 0.001,
            epochs: 15_000,
            particles: 40,
            approach: Approach::Bbb,
            ..known.model()
        };
        let (network, mut lesson) = lesson(&model, &known.train);
        let mut gaussian = MeanField::new(&model, &network);
        train_to_the_end(&model, &mut gaussian, &mut lesson, &known.train);
        let precision = known.precision();
        let mean = known.mean();
        for i in 0..3 {
            let deviation = (1.0 / precision[(i, i)]).sqrt();
            // Adam at a constant rate never rests.
            let off = (gaussian.parameters[i] - mean[i]).abs();
            assert!(off < 0.01 * deviation, "mean {i} is off by {off}, deviation {deviation}");
            let ratio = gaussian.deviations[i] / deviation;
            assert!((ratio - 1.0).abs() < 0.04, "deviation {i}: {ratio}");
        }
    }
}

#[test]
fn the_gradient_is_that_of_the_objective() {
    for (d, units) in [(1, 0), (3, 0), (1, 5), (3, 6), (2, 13)] {
        let (model, train) = network_and_data(d, units, 7);
        let (network, mut lesson) = lesson(&model, &train);
        let mut gaussian = MeanField::new(&model, &network);
        let size = network.size();
        // Deviations of every size.
        for (i, log) in gaussian.parameters[size..].iter_mut().enumerate() {
            *log = -0.2 * (i % 9) as f64;
        }
        gaussian.deviate();
        let stream = gaussian.stream.clone();
        let mut at = |moved: Option<(usize, f64)>| {
            if let Some((i, by)) = moved {
                gaussian.parameters[i] += by;
            }
            gaussian.deviate();
            gaussian.stream = stream.clone();
            lesson.open(None);
            gaussian.differentiate(&mut lesson);
            let value = lesson.loss() + gaussian.divergence() / lesson.examples();
            if let Some((i, by)) = moved {
                gaussian.parameters[i] -= by;
            }
            (value, gaussian.gradient.clone())
        };
        let (_, gradient) = at(None);
        let norm = gradient.iter().map(|slope| slope * slope).sum::<f64>().sqrt();
        let real: Vec<usize> = network.rows().into_iter().flatten().collect();
        for (i, slope) in gradient.iter().enumerate() {
            if !real.contains(&(i % size)) {
                assert_eq!(*slope, 0.0, "padding");
                continue;
            }
            let difference = (at(Some((i, 1e-6))).0 - at(Some((i, -1e-6))).0) / 2e-6;
            assert!(
                (slope - difference).abs() < 1e-6 * norm,
                "{d} inputs, {units} units, parameter {i}: {slope} and {difference}"
            );
        }
    }
}
