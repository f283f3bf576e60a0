//! Factors, covariances, steps and divergences of natural gradients against dense matrices.

use super::*;
use crate::model::Variational;
use crate::model::network::{Batch, Layer, Moments, Scratch};
use crate::model::variational::tests::{
    Known, covariance, lesson, network_and_data, train_to_the_end,
};
use crate::model::variational::{Approach, Prior};
use crate::numeric::{Factor, Matrix, Vector, math};

fn nng(prior: Prior) -> Nng {
    Nng { prior, ..Nng::default() }
}

/// A few steps on a network, so that nothing is special any more.
fn trained(d: usize, units: usize, prior: Prior) -> (Kronecker, Network, Lesson) {
    let (model, train) = network_and_data(d, units, 9);
    let settings = nng(prior);
    let (network, mut lesson) = lesson(&model, &train);
    let mut gaussian = Kronecker::new(&model, &settings, &network, lesson.batch.len());
    for _ in 0..13 {
        lesson.open(None);
        gaussian.step(&mut lesson);
    }
    gaussian.settle(&lesson);
    (gaussian, network, lesson)
}

/// Where the weights of a layer stand in the list, output after output within input after input.
fn places(layer: &Layer) -> Vec<usize> {
    layer.columns.iter().flat_map(|start| (0..layer.outputs).map(move |o| start + o)).collect()
}

fn part(matrix: &Matrix, places: &[usize]) -> Matrix {
    Matrix::from_fn(places.len(), places.len(), |i, j| matrix[(places[i], places[j])])
}

fn kronecker(a: &Matrix, s: &Matrix) -> Matrix {
    a.kronecker(s)
}

/// n S (x) A + I / eta, or the published product, from the running moments and nothing else.
fn precision(block: &Block, n: f64, noise: f64, extra: f64, prior: Prior) -> Matrix {
    let (a, s) = block.factors();
    let s = s / noise;
    let (da, ds) = (a.nrows(), s.nrows());
    match prior {
        Prior::Exact => (kronecker(&a, &s) + Matrix::identity(da * ds, da * ds) * extra) * n,
        Prior::Factored => {
            let ratio = ((a.trace() / da as f64) / (s.trace() / ds as f64)).sqrt();
            let a = a + Matrix::identity(da, da) * (ratio * extra.sqrt());
            let s = s + Matrix::identity(ds, ds) * (extra.sqrt() / ratio);
            kronecker(&a, &s) * n
        }
    }
}

#[test]
fn the_covariance_is_the_inverse_of_the_precision() {
    for (d, units) in [(1, 6), (3, 9), (4, 0)] {
        for prior in [Prior::Exact, Prior::Factored] {
            let (gaussian, network, lesson) = trained(d, units, prior);
            let all = covariance(&gaussian, &network);
            let (n, noise) = (lesson.examples(), lesson.noise.variance());
            let mut seen = 0.0;
            for block in &gaussian.blocks {
                let places = places(block.layer());
                let got = part(&all, &places);
                let want = precision(block, n, noise, 1.0 / (n * gaussian.eta), prior);
                let unit = &got * want;
                let error = (unit - Matrix::identity(places.len(), places.len())).amax();
                assert!(error < 1e-9, "{d} inputs, {units} units, {prior:?}: {error}");
                seen += got.norm_squared();
            }
            // Layers know nothing of each other.
            assert!((all.norm_squared() / seen - 1.0).abs() < 1e-12);
        }
    }
}

/// KL(N(m, C) || N(0, eta I)) = (tr C / eta + |m|^2 / eta - k + k log eta - log det C) / 2.
#[test]
fn the_divergence_is_that_of_dense_gaussians() {
    for prior in [Prior::Exact, Prior::Factored] {
        let (gaussian, network, _) = trained(2, 5, prior);
        let all = covariance(&gaussian, &network);
        let places: Vec<usize> = network.rows().into_iter().flatten().collect();
        let dense = part(&all, &places);
        let (k, eta) = (places.len() as f64, gaussian.eta);
        let norm: f64 = gaussian.means.iter().map(|mean| mean * mean).sum();
        let log_determinant = Factor::new(dense.clone()).unwrap().log_determinant();
        let want = 0.5 * ((dense.trace() + norm) / eta - k + k * math::ln(eta) - log_determinant);
        assert!((gaussian.divergence() - want).abs() < 1e-9 * want, "{want}");
    }
}

#[test]
fn natural_gradients_solve_the_curvature() {
    for prior in [Prior::Exact, Prior::Factored] {
        let (gaussian, network, lesson) = trained(3, 5, prior);
        let (n, noise) = (lesson.examples(), lesson.noise.variance());
        let extra = 1.0 / (n * gaussian.eta) + gaussian.settings.damping;
        let gradient = Stream::new(3, "test", 0).normals(network.size());
        for block in &gaussian.blocks {
            let places = places(block.layer());
            let (got, squared) = block.natural(&gradient, &block.spectrum(prior, noise, extra));
            let here = Vector::from_iterator(places.len(), places.iter().map(|&i| gradient[i]));
            let curvature = precision(block, 1.0, noise, extra, prior);
            let want = curvature.lu().solve(&here).unwrap();
            let got = Vector::from_column_slice(got.as_slice());
            assert!((&got - &want).amax() < 1e-9 * want.amax());
            assert!((squared / here.dot(&want) - 1.0).abs() < 1e-9);
        }
    }
}

/// A by the layers' definition, S by derivatives of the function that come from differences.
#[test]
fn factors_are_second_moments_by_brute_force() {
    for (d, units, count) in [(1, 3, 1), (3, 7, 4), (2, 0, 5)] {
        let network = Network::scaled(d, units);
        let mut stream = Stream::new(8, "test", units as u64);
        let points = Matrix::from_fn(d, count, |_, _| stream.normal());
        let batch = Batch::new(&network, &points);
        let mut want: Vec<[Matrix; 2]> = Vec::new();
        let lists = 3;
        let mut passed = Passed::room(&network, lists, count);
        for _ in 0..lists {
            let mut weights = vec![0.0; network.size()];
            network.rows().into_iter().for_each(|row| stream.fill_normals(&mut weights[row]));
            let mut scratch = Scratch::default();
            network.forward(&weights, &batch, &mut scratch);
            passed.take(&network, &weights, &batch, &scratch);
            for x in points.column_iter() {
                let found = by_hand(&network, &weights, x.as_slice());
                let share = 1.0 / (lists * count) as f64;
                for (i, [a, j]) in found.into_iter().enumerate() {
                    let add = [&a * a.transpose() * share, &j * j.transpose() * share];
                    match want.get_mut(i) {
                        Some(sums) => [0, 1].into_iter().for_each(|k| sums[k] += &add[k]),
                        None => want.push(add),
                    }
                }
            }
        }
        let got = passed.moments(&network, &batch);
        assert_eq!(got.len(), want.len());
        for (Moments { entering, leaving }, [a, s]) in got.iter().zip(&want) {
            assert!((entering - a).amax() < 1e-12, "{units} units");
            assert!((leaving - s).amax() < 1e-8, "{units} units");
        }
    }
}

/// What enters each layer for an input, and the derivatives of the function by what leaves it.
fn by_hand(network: &Network, weights: &[f64], x: &[f64]) -> Vec<[Vector; 2]> {
    let one = Vector::from_element(1, 1.0);
    let root = |fan_in: usize| ((fan_in + 1) as f64).sqrt();
    let inputs = Vector::from_iterator(x.len() + 1, x.iter().copied().chain([1.0])) / root(x.len());
    if network.units() == 0 {
        return vec![[inputs, one]];
    }
    let layers = network.layers();
    let matrix = |layer: &Layer| {
        Matrix::from_fn(layer.outputs, layer.columns.len(), |o, i| weights[layer.columns[i] + o])
    };
    let (first, last) = (matrix(&layers[0]), matrix(&layers[1]));
    let units = network.units();
    let fires = |left: &Vector| {
        let values = left.iter().map(|value| value.max(0.0)).chain([1.0]);
        Vector::from_iterator(units + 1, values) / root(units)
    };
    let left = &first * &inputs;
    let function = |left: &Vector| (&last * fires(left))[0];
    let slopes = Vector::from_fn(units, |u, _| {
        let moved = |by: f64| {
            let mut moved = left.clone();
            moved[u] += by;
            function(&moved)
        };
        (moved(1e-6) - moved(-1e-6)) / 2e-6
    });
    vec![[inputs, slopes], [fires(&left), one]]
}

/// The true Fisher matrix: derivatives of the log likelihood at targets that the model itself draws.
#[test]
fn the_curvature_is_that_of_the_models_own_targets() {
    let (network, noise) = (Network::scaled(1, 4), 0.3);
    let mut stream = Stream::new(2, "test", 0);
    let mut weights = vec![0.0; network.size()];
    network.rows().into_iter().for_each(|row| stream.fill_normals(&mut weights[row]));
    let x = Matrix::from_element(1, 1, 0.8);
    let batch = Batch::new(&network, &x);
    let mut scratch = Scratch::default();
    let mut passed = Passed::room(&network, 1, 1);
    network.forward(&weights, &batch, &mut scratch);
    passed.take(&network, &weights, &batch, &scratch);
    let exact = &passed.moments(&network, &batch)[0].leaving / noise;
    let [_, slopes] = by_hand(&network, &weights, &[0.8])[0].clone();
    let draws = 200_000;
    let mut sum = Matrix::zeros(4, 4);
    for _ in 0..draws {
        let target = scratch.output[0] + noise.sqrt() * stream.normal();
        let g = &slopes * ((scratch.output[0] - target) / noise);
        sum += &g * g.transpose() / f64::from(draws);
    }
    // Four standard errors of a mean of squares, whose deviation is sqrt 2 of its size.
    let allowed = 4.0 * (2.0 / f64::from(draws)).sqrt() * exact.amax();
    assert!((sum - exact).amax() < allowed);
}

#[test]
fn the_gradient_is_that_of_the_objective() {
    for (d, units) in [(1, 0), (3, 0), (1, 5), (3, 6)] {
        let (mut gaussian, network, mut lesson) = trained(d, units, Prior::Exact);
        let stream = gaussian.stream.clone();
        let mut at = |moved: Option<(usize, f64)>| {
            if let Some((i, by)) = moved {
                gaussian.means[i] += by;
            }
            gaussian.stream = stream.clone();
            lesson.open(None);
            gaussian.differentiate(&mut lesson);
            // KL(q || p) / n depends on the means by |W|^2 / (2 n eta).
            let value = lesson.loss() + gaussian.divergence() / lesson.examples();
            if let Some((i, by)) = moved {
                gaussian.means[i] -= by;
            }
            (value, gaussian.gradient.clone())
        };
        let (_, gradient) = at(None);
        let norm = gradient.iter().map(|slope| slope * slope).sum::<f64>().sqrt();
        for i in network.rows().into_iter().flatten() {
            let difference = (at(Some((i, 1e-6))).0 - at(Some((i, -1e-6))).0) / 2e-6;
            let error = (gradient[i] - difference).abs() / norm;
            assert!(error < 1e-6, "{d} inputs, {units} units, mean {i}: {error}");
        }
    }
}

/// A step is never longer than the trust region, and not longer than the learning rate says.
#[test]
fn steps_stay_within_the_trust_region() {
    for rate in [1e-4, 0.01, 1e200] {
        let (mut gaussian, _, mut lesson) = trained(2, 5, Prior::Exact);
        gaussian.rate = rate;
        lesson.open(None);
        gaussian.differentiate(&mut lesson);
        let (n, noise) = (lesson.examples(), lesson.noise.variance());
        let extra = 1.0 / (n * gaussian.eta) + gaussian.settings.damping;
        let before = gaussian.means.clone();
        let natural = |block: &Block| {
            block.natural(&gaussian.gradient, &block.spectrum(Prior::Exact, noise, extra)).1
        };
        let squared: f64 = gaussian.blocks.iter().map(natural).sum();
        gaussian.descend(&lesson);
        let mut moved = 0.0;
        for block in &gaussian.blocks {
            let places = places(block.layer());
            let step = places.iter().map(|&i| gaussian.means[i] - before[i]);
            let step = Vector::from_iterator(places.len(), step);
            moved += step.dot(&(precision(block, 1.0, noise, extra, Prior::Exact) * &step));
        }
        let c = (TRUST / (rate * rate * squared)).sqrt().min(1.0);
        let want = if rate < 1.0 { rate * rate * c * c * squared } else { TRUST };
        assert!((moved / want - 1.0).abs() < 1e-6, "{rate}: {moved} {want}");
    }
}

/// With the prior added exactly, a linear model has its posterior itself.
#[test]
fn a_linear_model_has_its_exact_posterior() {
    for seed in 0..3 {
        let known = Known::new(seed, 3, 15);
        let model = Variational {
            learning_rate: 0.05,
            epochs: 3000,
            approach: Approach::Nng(Nng::default()),
            ..known.model()
        };
        let (network, mut lesson) = lesson(&model, &known.train);
        let mut gaussian = Kronecker::new(&model, &Nng::default(), &network, 15);
        train_to_the_end(&model, &mut gaussian, &mut lesson, &known.train);
        let unit = covariance(&gaussian, &network).view((0, 0), (4, 4)) * known.precision();
        assert!((unit - Matrix::identity(4, 4)).amax() < 1e-9);
        let mean = Vector::from_column_slice(&gaussian.means[..4]);
        assert!((mean - known.mean()).amax() < 1e-6);
    }
}
