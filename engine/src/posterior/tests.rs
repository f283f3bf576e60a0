//! The algebra of joint Gaussians against explicit inverses and Monte Carlo.

use super::*;
use crate::numeric::linalg::multiply_transpose;

fn posterior(noise: &[f64]) -> Posterior {
    let mut stream = Stream::new(5, "posterior", 0);
    let points = noise.len();
    let root = Matrix::from_fn(points, points, |_, _| stream.normal());
    let mean = Vector::from_vec(stream.normals(points));
    let covariance = multiply_transpose(&root, &root);
    Posterior::with_noise(mean, covariance, Vector::from_column_slice(noise)).unwrap()
}

#[test]
fn observing_is_conditioning() {
    let before = posterior(&[0.1, 0.5, 1e-10, 2.0, 0.3]);
    let (indices, observed) = ([3, 0, 2], [0.7, -1.0, 0.2]);
    let mut seen = before.covariance.select_rows(&indices).select_columns(&indices);
    (0..3).for_each(|i| seen[(i, i)] += before.noise[indices[i]]);
    let cross = before.covariance.select_columns(&indices);
    let gain = &cross * seen.try_inverse().unwrap();
    let miss = Vector::from_fn(3, |i, _| observed[i] - before.mean[indices[i]]);
    let after = before.after_observing(&indices, Some(&observed)).unwrap();
    assert!((&after.mean - (&before.mean + &gain * miss)).amax() < 1e-9);
    let covariance = &before.covariance - gain * cross.transpose();
    assert!((&after.covariance - covariance).amax() < 1e-9);
    assert_eq!(after.covariance, after.covariance.transpose(), "symmetric to the last bit");
    let blind = before.after_observing(&indices, None).unwrap();
    assert_eq!((blind.covariance, blind.mean), (after.covariance, before.mean.clone()));
    assert!(before.after_observing(&[5], None).is_err());
    assert!(before.after_observing(&[0, 1], Some(&[1.0])).is_err());
}

#[test]
fn observing_a_certain_point_changes_nothing() {
    let mut known = posterior(&[0.0, 0.1]);
    known.covariance.column_mut(0).fill(0.0);
    known.covariance.row_mut(0).fill(0.0);
    assert_eq!(known.after_observing(&[0], Some(&[3.0])).unwrap(), known);
    let correlation = known.correlation();
    assert_eq!((correlation[(0, 1)], correlation[(0, 0)]), (0.0, 1.0));
}

#[test]
fn correlations_are_clipped_with_ones_on_the_diagonal() {
    let twins =
        Matrix::from_row_slice(3, 3, &[2.0, 2.0, -1.0, 2.0, 1.999_999_9, 0.3, -1.0, 0.3, 1.0]);
    let correlation = Posterior::new(Vector::zeros(3), twins, 0.1).unwrap().correlation();
    assert_eq!((correlation[(0, 1)], correlation[(1, 0)]), (1.0, 1.0));
    assert!((correlation[(0, 2)] + 0.5_f64.sqrt()).abs() < 1e-15);
    assert!(correlation.diagonal().iter().all(|c| *c == 1.0));
}

#[test]
fn a_selection_keeps_the_order_it_was_asked_for() {
    let all = posterior(&[0.1, 0.2, 0.3]);
    let some = all.select(&[2, 0]).unwrap();
    assert_eq!(some.covariance[(0, 1)], all.covariance[(2, 0)]);
    assert_eq!((some.mean[0], some.noise[1]), (all.mean[2], all.noise[0]));
    let message = all.select(&[1, 3]).unwrap_err().to_string();
    assert_eq!(message, "index must be the number of a point, below 3, got 3");
}

/// The chain rule: a joint density is the product of densities given what came before.
#[test]
fn log_densities_multiply_along_the_chain() {
    let joint = posterior(&[0.1, 0.5, 0.2, 1e-6]);
    let observed = [0.3, -0.9, 2.0, 0.1];
    let mut belief = joint.clone();
    let mut sum = 0.0;
    for (i, y) in observed.iter().enumerate() {
        let one = belief.select(&[i]).unwrap();
        let variance = one.covariance[(0, 0)] + one.noise[0];
        let miss = y - one.mean[0];
        sum -= 0.5 * (math::ln(2.0 * PI * variance) + miss * miss / variance);
        belief = belief.after_observing(&[i], Some(&[*y])).unwrap();
    }
    let got = joint.log_density(&Vector::from_column_slice(&observed)).unwrap();
    assert!((got - sum).abs() <= 1e-9 * (1.0 + sum.abs()), "{got} {sum}");
    assert!(joint.log_density(&Vector::zeros(3)).is_err());
}

#[test]
fn draws_give_back_mean_and_covariance() {
    let draws = Matrix::from_row_slice(2, 3, &[1.0, 2.0, 6.0, 0.0, 3.0, 0.0]);
    let belief = Posterior::from_draws(&draws, 0.5).unwrap();
    assert_eq!(belief.mean.as_slice(), [3.0, 1.0]);
    let want = Matrix::from_row_slice(2, 2, &[14.0 / 3.0, -1.0, -1.0, 2.0]);
    assert!((&belief.covariance - want).amax() < 1e-15, "{}", belief.covariance);
    assert_eq!(belief.noise.as_slice(), [0.5, 0.5]);
    let known = posterior(&[0.1, 0.1, 0.1]);
    let again = Posterior::from_draws(&known.samples(100_000, 1).unwrap(), 0.1).unwrap();
    assert!((&again.mean - &known.mean).amax() < 0.03);
    assert!((&again.covariance - &known.covariance).amax() < 0.1);
    assert!(Posterior::from_draws(&Matrix::zeros(2, 0), 0.1).is_err());
    let bad = Posterior::from_draws(&Matrix::from_row_slice(1, 2, &[1.0, f64::NAN]), 0.1);
    assert!(bad.unwrap_err().to_string().contains("draw 1 at point 0"));
}

#[test]
fn samples_of_a_certain_function_are_its_mean() {
    let mean = Vector::from_vec(vec![1.0, -2.0]);
    let certain = Posterior::new(mean.clone(), Matrix::zeros(2, 2), 0.1).unwrap();
    assert!(certain.samples(3, 1).unwrap().column_iter().all(|draw| draw == mean));
    // A sample keeps its normals whatever else is drawn.
    let known = posterior(&[0.1, 0.1]);
    let (few, many) = (known.samples(2, 9).unwrap(), known.samples(5, 9).unwrap());
    assert_eq!(few, many.columns(0, 2).into_owned());
}

#[test]
fn the_last_points_are_selected_by_their_count() {
    let covariance = Matrix::from_fn(4, 4, |i, j| if i == j { 2.0 } else { (i + j) as f64 / 10.0 });
    let whole =
        Posterior::new(Vector::from_vec(vec![1.0, 2.0, 3.0, 4.0]), covariance, 0.5).unwrap();
    assert_eq!(whole.last(2), whole.select(&[2, 3]).unwrap());
    assert_eq!((whole.last(4), whole.last(0).len()), (whole.clone(), 0));
}

#[test]
fn impossible_numbers_are_refused_and_rounding_is_clipped() {
    let prior = Vector::from_vec(vec![1.0, 4.0]);
    let of = |variance: f64, covariance: f64, mean: f64| {
        let entries = [variance, covariance, covariance, 2.0];
        let matrix = Matrix::from_row_slice(2, 2, &entries);
        Posterior::new(Vector::from_vec(vec![mean, 0.0]), matrix, 0.1).unwrap().possible(&prior)
    };
    assert_eq!(of(-1e-9, 0.0, 0.0).unwrap().covariance[(0, 0)], 0.0);
    assert_eq!(of(0.5, 1.0, 0.0).unwrap().covariance[(0, 0)], 0.5);
    for (wrong, words) in [
        (of(-0.576, 0.0, 0.0), "posterior variance of point 0 must be at least 0 (the prior is no"),
        (of(f64::NAN, 0.0, 0.0), "posterior variance of point 0 must be at least 0"),
        (of(0.5, 1.1, 0.0), "posterior covariance of the points 1 and 0 must be within the"),
        (of(0.5, f64::NAN, 0.0), "posterior covariance of the points 1 and 0 must be within the"),
        (of(0.5, 0.0, f64::INFINITY), "posterior mean of point 0 must be finite"),
    ] {
        let error = wrong.unwrap_err().to_string();
        assert!(error.starts_with(words), "{error}");
    }
}

/// The closed form, with one row of covariances alone, against exact conditioning without noise, and against
/// a two-block inverse: for a process's posterior and for one of function draws.
#[test]
fn holding_a_function_is_observing_it_without_noise() {
    let draws = {
        let mut stream = Stream::new(8, "held", 0);
        let waves = Matrix::from_fn(12, 6, |i, j| math::sin(((i + 1) * (j + 1)) as f64 / 4.0));
        waves * Matrix::from_fn(6, 80, |_, _| stream.normal())
    };
    let sampled = Posterior::from_draws(&draws, 0.3).unwrap();
    for before in [posterior(&[0.1; 7]), sampled] {
        for (at, by) in [(0, 1.2), (3, -2.9), (6, 0.0)] {
            let row: Vec<f64> = before.covariance.column(at).iter().copied().collect();
            let value = before.mean[at] + by * before.covariance[(at, at)].sqrt();
            let held = before.marginals().held(at, &row, value).unwrap();
            let mut known = before.clone();
            known.noise[at] = 0.0;
            let after = known.after_observing(&[at], Some(&[value])).unwrap();
            assert!((&held.belief.mean - &after.mean).amax() < 1e-10, "{at}");
            assert!((&held.belief.variance - after.covariance.diagonal()).amax() < 1e-10, "{at}");
            for i in (0..before.len()).filter(|i| *i != at) {
                let two = before.select(&[i, at]).unwrap();
                // Of the inverse of both, the first entry is 1 / the variance of one given the other.
                let inverse = two.covariance.clone().try_inverse().unwrap();
                let variance = 1.0 / inverse[(0, 0)];
                let mean = two.mean[0] - variance * inverse[(0, 1)] * (value - two.mean[1]);
                assert!((held.belief.mean[i] - mean).abs() < 1e-10, "{at} {i}");
                assert!((held.belief.variance[i] - variance).abs() < 1e-10, "{at} {i}");
            }
            assert_eq!((held.belief.variance[at], held.at), (0.0, at));
            assert!((held.deviations - by).abs() < 1e-10 && (held.value - value).abs() < 1e-10);
            assert_eq!(held.belief.noise[(at + 1) % 7], before.noise[(at + 1) % 7]);
        }
    }
}

#[test]
fn a_function_is_held_within_three_deviations_and_only_where_it_is_not_known() {
    let mut before = posterior(&[0.1; 4]);
    let row = |of: &Posterior| -> Vec<f64> { of.covariance.column(1).iter().copied().collect() };
    let held = before.marginals().held(1, &row(&before), 1e6).unwrap();
    let most = before.mean[1] + 3.0 * before.covariance[(1, 1)].sqrt();
    assert_eq!(held.deviations, MOST_DEVIATIONS);
    assert!((held.value - most).abs() < 1e-12);
    assert!(before.marginals().held(1, &row(&before), f64::NAN).is_none());
    before.covariance.column_mut(1).fill(0.0);
    before.covariance.row_mut(1).fill(0.0);
    before.covariance[(1, 1)] = 0.99 * LEAST_HELD;
    assert!(before.marginals().held(1, &row(&before), 0.0).is_none());
    // A point that is known stays where it is, whatever is held.
    let held = before.marginals().held(0, before.covariance.column(0).as_slice(), 9.0).unwrap();
    assert_eq!((held.belief.mean[1], held.correlation[1]), (before.mean[1], 0.0));
}

/// Functions that go through the held value have, on average, the held mean and variance.
#[test]
fn functions_held_possible_follow_the_hand() {
    let before = posterior(&[0.1; 5]);
    let row: Vec<f64> = before.covariance.column(2).iter().copied().collect();
    let held = before.marginals().held(2, &row, before.mean[2] + 0.7).unwrap();
    let draws = before.samples(40_000, 3).unwrap();
    let moved = draws.column_iter().flat_map(|draw| {
        let function: Vec<f64> = draw.iter().copied().collect();
        held.moved(&before.marginals(), &function, 1)
    });
    let moved = Matrix::from_vec(5, 40_000, moved.collect());
    let again = Posterior::from_draws(&moved, 0.1).unwrap();
    assert!((&again.mean - &held.belief.mean).amax() < 0.05);
    assert!((again.covariance.diagonal() - &held.belief.variance).amax() < 0.15);
    assert!(moved.row(2).iter().all(|value| (value - held.value).abs() < 1e-9));
}
