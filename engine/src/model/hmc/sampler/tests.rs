//! The sampler against posteriors that are known, and against what every integrator must do.

use super::*;
use crate::numeric::{Factor, Matrix, Vector};

fn target(inputs: usize, units: usize, count: usize) -> Target {
    let network = Network::scaled(inputs, units);
    let points = Matrix::from_vec(inputs, count, Stream::new(7, "x", 0).normals(inputs * count));
    let observed = Stream::new(7, "y", 0).normals(count);
    Target { batch: Batch::new(&network, &points), network, observed, eta: 1.5, noise: 0.2 }
}

/// Mean and covariance of the weights of a linear model: a Gaussian in closed form.
fn exact(target: &Target, inputs: usize) -> (Vector, Matrix) {
    let count = target.batch.len();
    let scale = 1.0 / ((inputs + 1) as f64).sqrt();
    let points = Stream::new(7, "x", 0).normals(inputs * count);
    let design = Matrix::from_fn(count, inputs + 1, |p, i| {
        if i == inputs { scale } else { points[p * inputs + i] * scale }
    });
    let mut precision = design.transpose() * &design / target.noise;
    (0..=inputs).for_each(|i| precision[(i, i)] += 1.0 / target.eta);
    let factor = Factor::new(precision).unwrap();
    let observed = Vector::from_column_slice(&target.observed);
    let mean = factor.solve_vector(&(design.transpose() * observed / target.noise));
    (mean, factor.solve(Matrix::identity(inputs + 1, inputs + 1)))
}

#[test]
fn a_linear_models_posterior_is_the_exact_one() {
    let (inputs, draws) = (3, 40_000);
    let target = target(inputs, 0, 6);
    let (mean, covariance) = exact(&target, inputs);
    let mut chain = Chain::new(&target, (10, 0.1), 3, 0);
    for _ in 0..1000 {
        chain.advance(&target, true);
    }
    let mut sums = (Vector::zeros(inputs + 1), Matrix::zeros(inputs + 1, inputs + 1));
    let mut accepted = 0.0;
    for _ in 0..draws {
        accepted += chain.advance(&target, false).acceptance;
        let away = Vector::from_column_slice(&chain.state.weights[..=inputs]) - &mean;
        sums.1 += &away * away.transpose();
        sums.0 += away;
    }
    let count = f64::from(draws);
    assert!((0.7..0.95).contains(&(accepted / count)), "{}", accepted / count);
    for i in 0..=inputs {
        let deviation = covariance[(i, i)].sqrt();
        // Draws are nearly independent here: four standard errors of a tenth as many leave no doubt.
        assert!((sums.0[i] / count).abs() < 4.0 * deviation / (count / 10.0).sqrt(), "mean {i}");
        for j in 0..=inputs {
            let scale = deviation * covariance[(j, j)].sqrt();
            let miss = (sums.1[(i, j)] / count - covariance[(i, j)]).abs();
            assert!(miss < 4.0 * scale * 1.5 / (count / 10.0).sqrt(), "covariance {i} {j}: {miss}");
        }
    }
}

/// The energy that a trajectory of fixed length loses.
fn energy_error(target: &Target, steps: usize) -> f64 {
    let mut scratch = Scratch::default();
    let mut errors = 0.0;
    for seed in 0..20 {
        let mut stream = Stream::new(seed, "trajectory", 0);
        let mut state = target.start(&mut stream, &mut scratch);
        let mut momentum = vec![0.0; state.weights.len()];
        for row in target.network.rows() {
            stream.fill_normals(&mut momentum[row]);
        }
        let kinetic = |momentum: &[f64]| momentum.iter().map(|p| p * p / 2.0).sum::<f64>();
        let before = target.energy(&state) + kinetic(&momentum);
        leapfrog(target, &mut state, &mut momentum, (steps, 0.4 / steps as f64), &mut scratch);
        target.learn(&mut state, &mut scratch);
        errors += (target.energy(&state) + kinetic(&momentum) - before).abs();
    }
    errors
}

#[test]
fn the_energy_error_shrinks_with_the_square_of_the_step() {
    let smooth = target(2, 0, 5);
    let ratio = energy_error(&smooth, 20) / energy_error(&smooth, 40);
    assert!((3.8..4.2).contains(&ratio), "{ratio}");
    // Where kinks are crossed, only like the step.
    let kinked = target(1, 30, 5);
    let ratio = energy_error(&kinked, 40) / energy_error(&kinked, 160);
    assert!(ratio > 2.0, "{ratio}");
}

#[test]
fn a_trajectory_run_backwards_returns_to_its_start() {
    let target = target(2, 12, 6);
    let mut scratch = Scratch::default();
    let mut stream = Stream::new(9, "trajectory", 0);
    let start = target.start(&mut stream, &mut scratch);
    let mut momentum = vec![0.0; start.weights.len()];
    for row in target.network.rows() {
        stream.fill_normals(&mut momentum[row]);
    }
    let mut state = start.clone();
    leapfrog(&target, &mut state, &mut momentum, (25, 0.01), &mut scratch);
    assert!(state.weights.iter().zip(&start.weights).any(|(a, b)| (a - b).abs() > 0.05));
    momentum.iter_mut().for_each(|p| *p = -*p);
    leapfrog(&target, &mut state, &mut momentum, (25, 0.01), &mut scratch);
    for (back, was) in state.weights.iter().zip(&start.weights) {
        assert!((back - was).abs() < 1e-10, "{back} {was}");
    }
}

/// Minus the log posterior, written out, against which the gradient is compared by differences.
#[test]
fn the_gradient_is_that_of_the_energy() {
    for (inputs, units) in [(1, 0), (3, 0), (1, 9), (4, 6)] {
        let target = target(inputs, units, 5);
        let mut scratch = Scratch::default();
        let mut state = target.start(&mut Stream::new(2, "start", 0), &mut scratch);
        let gradient = state.gradient.clone();
        let norm = gradient.iter().map(|g| g * g).sum::<f64>().sqrt();
        for i in target.network.rows().into_iter().flatten() {
            let was = state.weights[i];
            let mut at = |weight: f64| {
                state.weights[i] = weight;
                target.learn(&mut state, &mut scratch);
                target.energy(&state)
            };
            let difference = (at(was + 1e-6) - at(was - 1e-6)) / 2e-6;
            at(was);
            assert!((gradient[i] - difference).abs() < 1e-6 * norm, "{inputs} {units}: {i}");
        }
    }
}

/// A trajectory that overflows is refused, and the next one is as good as ever: also where the rows of
/// weights are padded.
#[test]
fn a_chain_survives_a_trajectory_that_overflows() {
    let target = target(1, 3, 4);
    let mut chain = Chain::new(&target, (200, 1e9), 1, 0);
    let before = chain.state.weights.clone();
    let lost = chain.advance(&target, false);
    assert!(lost.diverged && lost.acceptance == 0.0 && chain.state.weights == before);
    chain.step_size = StepSize::new(1e-4);
    chain.steps = 5;
    let next = chain.advance(&target, false);
    assert!(!next.diverged && next.acceptance > 0.9, "{next:?}");
}
