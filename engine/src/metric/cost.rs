//! What metrics cost, from sizes alone. The shares were fitted to measured times.

use super::batch::SMALL;
use super::energy::DRAWS;
use crate::cost::Cost;

/// What [`cross_likelihoods`](super::cross_likelihoods) costs.
#[must_use]
pub fn cross_likelihoods(models: usize, references: usize, targets: usize, batch: usize) -> Cost {
    let [m, r, n] = [models, references, targets].map(|count| count as f64);
    let checking = Cost::operations(m * n * n);
    let choosing = Cost::operations(r * n * (1.5 * n + sorting(targets, batch)));
    let ranking = Cost::operations(2.0 * r * m * m);
    checking + choosing + ranking + log_densities(targets, batch) * (m * r)
}

/// What [`joint_log_likelihood`](super::joint_log_likelihood) costs with a batch for each target.
#[must_use]
pub fn joint_log_likelihood(targets: usize, batch: usize) -> Cost {
    log_densities(targets, batch) + Cost::operations(targets as f64 * targets as f64)
}

/// What [`metacorrelation`](super::metacorrelation) costs for so many entries: sorting them, most of
/// all.
#[must_use]
pub fn metacorrelation(points: usize, entries: usize) -> Cost {
    Cost::operations(2.0 * points as f64 * points as f64 + 180.0 * entries as f64)
}

/// What the joint log likelihood under so many draws costs with a batch for each target.
#[must_use]
pub fn joint_draws(batch: usize, targets: usize, draws: usize) -> Cost {
    Cost::operations(targets as f64 * draws as f64 * (10.0 + batch as f64))
}

/// What the dyadic log likelihood costs with a pair for each target.
#[must_use]
pub fn dyadic(targets: usize) -> Cost {
    Cost::operations(1_500.0 * targets as f64 + targets as f64 * targets as f64)
        + Cost::normals(20.0 * targets as f64)
}

/// What the variogram score costs.
#[must_use]
pub fn variogram(targets: usize) -> Cost {
    Cost::operations(30.0 * targets as f64 * targets as f64)
}

/// What the energy score costs.
#[must_use]
pub fn energy(targets: usize) -> Cost {
    let (n, draws) = (targets as f64, DRAWS as f64);
    Cost::factor(targets) + Cost::blocked(n * n * draws) + Cost::normals(0.3 * n * draws)
}

/// One batch for each target.
fn log_densities(targets: usize, batch: usize) -> Cost {
    let b = batch as f64;
    let each = match batch {
        small if small <= SMALL => 60.0 + 0.35 * b * b * b,
        _ => 5_000.0 + 15.0 * b * b + 0.05 * b * b * b,
    };
    Cost::operations(each) * targets as f64
}

/// Finding the strongest correlations of one target, beyond looking at each.
fn sorting(targets: usize, batch: usize) -> f64 {
    if batch > 33 { 60.0 * targets as f64 } else { 4.0 * batch as f64 * batch as f64 }
}
