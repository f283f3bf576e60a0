//! The order in which correlation matrices are shown.

use kodama::{MethodChain, nnchain};

use crate::numeric::{Matrix, sorted_by};
use crate::posterior::Posterior;

/// From left to right, for points on a line; those in the same place keep their order.
pub fn by_position(inputs: &Matrix) -> Vec<usize> {
    let order = (0..inputs.ncols()).collect();
    sorted_by(order, |point| inputs[(0, *point)])
}

/// Points with like correlations stand together: the leaves of an average-linkage tree over the
/// distances 1 - correlation. The larger branch always comes first, so that the order is one.
pub fn by_similarity(posterior: &Posterior) -> Vec<usize> {
    let count = posterior.len();
    if count < 2 {
        return (0..count).collect();
    }
    let correlation = posterior.correlation();
    let pairs = (0..count).flat_map(|i| (i + 1..count).map(move |j| (i, j)));
    let mut distances: Vec<f64> = pairs.map(|(i, j)| 1.0 - correlation[(i, j)]).collect();
    let tree = nnchain(&mut distances, count, MethodChain::Average);
    let mut waiting = vec![2 * count - 2];
    let mut order = Vec::with_capacity(count);
    while let Some(cluster) = waiting.pop() {
        let Some(step) = cluster.checked_sub(count) else {
            order.push(cluster);
            continue;
        };
        let step = &tree.steps()[step];
        let size =
            |cluster: usize| cluster.checked_sub(count).map_or(1, |step| tree.steps()[step].size);
        let (first, second) = match size(step.cluster1) >= size(step.cluster2) {
            true => (step.cluster1, step.cluster2),
            false => (step.cluster2, step.cluster1),
        };
        waiting.extend([second, first]);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric::Vector;

    fn sorted(mut order: Vec<usize>) -> Vec<usize> {
        order.sort_unstable();
        order
    }

    #[test]
    fn two_mixed_blocks_come_apart() {
        let covariance = Matrix::from_fn(6, 6, |i, j| match (i == j, i % 2 == j % 2) {
            (true, _) => 1.0,
            (_, true) => 0.8,
            _ => -0.1,
        });
        let order = by_similarity(&Posterior::new(Vector::zeros(6), covariance, 0.1).unwrap());
        assert_eq!(sorted(order.clone()), [0, 1, 2, 3, 4, 5]);
        let parity: Vec<usize> = order.iter().map(|point| point % 2).collect();
        assert!(parity.chunk_by(|a, b| a == b).count() == 2, "{order:?}");
    }

    #[test]
    fn one_point_none_and_points_without_variance_have_an_order() {
        for count in [0, 1, 4] {
            let nothing = Posterior::new(Vector::zeros(count), Matrix::zeros(count, count), 0.1);
            assert_eq!(sorted(by_similarity(&nothing.unwrap())), (0..count).collect::<Vec<_>>());
        }
        let inputs = Matrix::from_row_slice(1, 4, &[2.0, -1.0, 2.0, 0.0]);
        assert_eq!(by_position(&inputs), [1, 3, 0, 2]);
    }
}
