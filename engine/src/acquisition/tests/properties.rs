//! What holds for any Gaussian.

use proptest::prelude::*;

use super::*;
use crate::numeric::Stream;
use crate::numeric::linalg::multiply_transpose;

/// A random joint Gaussian of some rank over a pool, then targets.
fn joint(points: usize, rank: usize, noise: f64, seed: u64) -> Posterior {
    let mut stream = Stream::new(seed, "any Gaussian", 0);
    let root = Matrix::from_fn(points, rank, |_, _| stream.normal());
    let covariance = multiply_transpose(&root, &root) / rank as f64;
    Posterior::new(Vector::zeros(points), covariance, noise).unwrap()
}

fn scaled(joint: &Posterior, factors: &[f64]) -> Posterior {
    let entry = |i: usize, j: usize| joint.covariance[(i, j)] * factors[i] * factors[j];
    let covariance = Matrix::from_fn(joint.len(), joint.len(), entry);
    Posterior { covariance, ..joint.clone() }
}

fn same_scores(left: &Batch, right: &Batch) {
    for (left, right) in left.scores.iter().flatten().zip(right.scores.iter().flatten()) {
        assert_eq!(left.is_some(), right.is_some());
        if let (Some(left), Some(right)) = (left, right) {
            close(*left, *right, "score");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn information_never_falls(
        pool in 1usize..9, targets in 1usize..6, rank in 1usize..8,
        noise in prop::sample::select(vec![1e-10, 1e-4, 0.1, 3.0]), seed in 0u64..1000,
    ) {
        let joint = joint(pool + targets, rank, noise, seed);
        let candidates = Candidates::of(&joint, pool).unwrap();
        for rule in Rule::ALL {
            let batch = select(rule, &candidates, pool, seed).unwrap();
            prop_assert!(batch.gains[0] >= 0.0 && batch.gains.is_sorted(), "{rule} {batch:?}");
            prop_assert!(batch.gains.iter().all(|gain| gain.is_finite()));
            let mut order = batch.indices.clone();
            order.sort_unstable();
            prop_assert!(order.into_iter().eq(0..pool));
        }
    }

    #[test]
    fn a_greedy_pair_is_no_worse_than_the_best_two(
        pool in 2usize..9, targets in 1usize..6, rank in 1usize..8, seed in 0u64..1000,
    ) {
        let joint = joint(pool + targets, rank, 0.05, seed);
        let candidates = Candidates::of(&joint, pool).unwrap();
        let gain = |rule| select(rule, &candidates, 2, 0).unwrap().gains[1];
        prop_assert!(gain(Rule::BatchMig) >= gain(Rule::Mig) * (1.0 - 1e-12));
    }

    /// Information has no unit: neither of y as a whole, nor of each target.
    #[test]
    fn units_do_not_matter_to_information(
        pool in 1usize..9, targets in 1usize..6, unit in 0.01f64..100.0, seed in 0u64..1000,
    ) {
        let plain = joint(pool + targets, 4, 0.05, seed);
        let mut other = scaled(&plain, &vec![unit; pool + targets]);
        other.noise *= unit * unit;
        let select = |rule, joint: &Posterior| {
            select(rule, &Candidates::of(joint, pool).unwrap(), pool.min(3), 0).unwrap()
        };
        for rule in [Rule::Tig, Rule::Mig, Rule::BatchMig, Rule::BatchTig, Rule::Epig, Rule::Itl] {
            same_scores(&select(rule, &plain), &select(rule, &other));
        }
        let mut stream = Stream::new(seed, "factors", 1);
        let factor = |i: usize| if i < pool { 1.0 } else { 0.1 + stream.uniform() };
        let factors: Vec<f64> = (0..pool + targets).map(factor).collect();
        let other = scaled(&plain, &factors);
        for rule in [Rule::Mig, Rule::BatchMig, Rule::Ctl] {
            same_scores(&select(rule, &plain), &select(rule, &other));
        }
    }
}
