//! The network against formulas written out plainly, and its gradient against differences.

use super::*;
use crate::numeric::simd::on_every_width;
use crate::numeric::{Matrix, Stream};

/// Weights, each from N(0, 1), and zeros in the padding.
fn random_weights(network: &Network, seed: u64) -> Vec<f64> {
    let mut stream = Stream::new(seed, "weights", 0);
    let mut weights = vec![0.0; network.size()];
    for row in network.rows() {
        weights[row].iter_mut().for_each(|weight| *weight = stream.normal());
    }
    weights
}

fn random_points(inputs: usize, count: usize) -> Matrix {
    Matrix::from_vec(inputs, count, Stream::new(1, "points", 0).normals(inputs * count))
}

/// The function as the documentation writes it.
fn by_hand(network: &Network, weights: &[f64], x: &[f64], scaled: bool) -> f64 {
    let root = |fan_in: usize| if scaled { ((fan_in + 1) as f64).sqrt() } else { 1.0 };
    let (d, units) = (x.len(), network.units());
    let row = units.next_multiple_of(4);
    if units == 0 {
        let sum: f64 = (0..d).map(|i| weights[i] * x[i]).sum();
        return (sum + weights[d]) / root(d);
    }
    let hidden = |u: usize| {
        let sum: f64 = (0..d).map(|i| weights[i * row + u] * x[i]).sum();
        ((sum + weights[d * row + u]) / root(d)).max(0.0)
    };
    let sum: f64 = (0..units).map(|u| weights[(d + 1) * row + u] * hidden(u)).sum();
    (sum + weights[(d + 2) * row]) / root(units)
}

fn networks() -> Vec<(Network, usize, bool)> {
    let shapes = [(1, 0), (1, 1), (1, 50), (3, 7), (9, 50), (2, 4), (4, 0)];
    let both = |(d, units): (usize, usize)| {
        [(Network::scaled(d, units), d, true), (Network::plain(d, units), d, false)]
    };
    shapes.into_iter().flat_map(both).collect()
}

#[test]
fn the_function_is_what_the_formula_says() {
    for (network, d, scaled) in networks() {
        let (weights, points) = (random_weights(&network, 3), random_points(d, 5));
        let mut scratch = Scratch::default();
        network.forward(&weights, &Batch::new(&network, &points), &mut scratch);
        for (p, x) in points.column_iter().enumerate() {
            let want = by_hand(&network, &weights, x.as_slice(), scaled);
            assert!((scratch.output[p] - want).abs() < 1e-12, "{network:?}");
        }
        let counted: usize = network.rows().iter().map(|row| row.len()).sum();
        assert_eq!(counted, network.weights());
    }
}

/// The loss is an uneven sum of squares, so that every example counts differently.
#[test]
fn the_gradient_agrees_with_differences() {
    for (network, d, _) in networks() {
        let (weights, points) = (random_weights(&network, 5), random_points(d, 6));
        let batch = Batch::new(&network, &points);
        let mut scratch = Scratch::default();
        let loss = |weights: &[f64], scratch: &mut Scratch| -> f64 {
            network.forward(weights, &batch, scratch);
            let terms = scratch.output.iter().enumerate();
            terms.map(|(p, f)| (p + 1) as f64 * (f - 0.3) * (f - 0.3)).sum()
        };
        loss(&weights, &mut scratch);
        let slope = |(p, f): (usize, &f64)| 2.0 * (p + 1) as f64 * (f - 0.3);
        scratch.slope = scratch.output.iter().enumerate().map(slope).collect();
        let mut gradient = vec![f64::NAN; network.size()];
        network.backward(&weights, &batch, &mut scratch, &mut gradient);
        let norm = gradient.iter().map(|g| g * g).sum::<f64>().sqrt();
        let inside: Vec<usize> = network.rows().into_iter().flatten().collect();
        for i in 0..network.size() {
            if !inside.contains(&i) {
                assert_eq!(gradient[i], 0.0, "padding of {network:?}");
                continue;
            }
            let mut moved = weights.clone();
            let step = 1e-6;
            moved[i] = weights[i] + step;
            let above = loss(&moved, &mut scratch);
            moved[i] = weights[i] - step;
            let below = loss(&moved, &mut scratch);
            let difference = (above - below) / (2.0 * step);
            assert!((gradient[i] - difference).abs() < 1e-6 * norm, "{network:?}, weight {i}");
        }
    }
}

#[test]
fn many_functions_at_many_points_are_single_ones() {
    let network = Network::scaled(3, 10);
    let lists: Vec<Vec<f64>> = (0..5).map(|seed| random_weights(&network, seed)).collect();
    let points = random_points(3, 150);
    let functions = network.functions(lists.iter().map(Vec::as_slice), &points);
    for (k, weights) in lists.iter().enumerate() {
        for (p, x) in points.column_iter().enumerate() {
            let want = by_hand(&network, weights, x.as_slice(), true);
            assert!((functions[(p, k)] - want).abs() < 1e-12);
        }
    }
}

#[test]
fn a_batch_gathers_examples() {
    let network = Network::scaled(2, 3);
    let all = Batch::new(&network, &random_points(2, 4));
    let mut some = Batch::room(&network, 3);
    some.gather(&all, &[3, 0, 3]);
    assert_eq!(some.x[..2], all.x[6..8]);
    assert_eq!(some.x[2..4], all.x[..2]);
    assert_eq!(some.x[4..], all.x[6..8]);
}

/// Two steps by hand, from the formulas of the paper.
#[test]
fn adam_is_adam() {
    let mut adam = Adam::new(2);
    let mut parameters = [1.0, -2.0];
    adam.step(&mut parameters, &[0.5, 0.0], 0.1);
    assert!((parameters[0] - (1.0 - 0.1 * 0.5 / (0.5 + 1e-8))).abs() < 1e-15);
    assert_eq!(parameters[1], -2.0);
    let before = parameters[0];
    adam.step(&mut parameters, &[-0.1, 0.0], 0.1);
    let m = (0.9 * 0.1 * 0.5 + 0.1 * -0.1) / (1.0 - 0.81);
    let v = (0.999 * 0.001 * 0.25 + 0.001 * 0.01) / (1.0 - 0.998_001);
    assert!((parameters[0] - (before - 0.1 * m / (f64::sqrt(v) + 1e-8))).abs() < 1e-14);
}

/// Every number of a pass, and of a few of Adam's steps after it.
#[test]
fn lanes_of_every_width_give_the_same_bits() {
    let shapes = [(1, 1), (1, 4), (1, 50), (1, 97), (2, 6), (3, 8), (5, 13), (9, 50), (17, 20)];
    for (d, units) in shapes {
        for count in [1, 2, 3, 4, 5, 7, 8, 9, 45] {
            let network = Network::scaled(d, units);
            let batch = Batch::new(&network, &random_points(d, count));
            let found = on_every_width(|| {
                let mut weights = random_weights(&network, 7);
                let (mut scratch, mut adam) = (Scratch::default(), Adam::new(network.size()));
                let mut gradient = vec![f64::NAN; network.size()];
                let mut numbers = Vec::new();
                for _ in 0..3 {
                    network.forward(&weights, &batch, &mut scratch);
                    numbers.extend_from_slice(&scratch.output);
                    scratch.slope.clone_from(&scratch.output);
                    network.backward(&weights, &batch, &mut scratch, &mut gradient);
                    numbers.extend_from_slice(&gradient);
                    adam.step(&mut weights, &gradient, 0.01);
                    numbers.extend_from_slice(&weights);
                }
                numbers.into_iter().map(f64::to_bits).collect::<Vec<_>>()
            });
            assert!(found.iter().all(|bits| *bits == found[0]), "{d} inputs, {units}, {count}");
        }
    }
}
