//! What choosing a batch costs, from sizes alone.

use super::Rule;
use crate::cost::Cost;

/// What [`select`](super::select) costs. The shares were fitted to measured times.
#[must_use]
pub fn cost(rule: Rule, pool: usize, targets: usize, batch_size: usize) -> Cost {
    let [p, t, q] = [pool, targets, batch_size].map(|count| count as f64);
    let reading = Cost::operations(p * (p + t) + q * p * 5.0);
    let own = match rule {
        Rule::Random | Rule::Tig => Cost::default(),
        Rule::Mig => scoring(p, t, 1.0),
        Rule::BatchTig => conditioning(p, q),
        Rule::BatchMig | Rule::Epig | Rule::Vtl | Rule::Ctl => {
            scoring(p, t, q) + conditioning(p, q)
        }
        Rule::Itl => {
            // A pool with and one without the targets; each pick's column is an inner product a row.
            let prepared = Cost::factor(targets) + Cost::solve(targets, pool);
            prepared + Cost::operations(1.2 * p * t * q) + conditioning(p, q) * 2.0
        }
    };
    // All rules are told how much BatchMIG's information of their picks is.
    let information = match rule {
        Rule::BatchMig => Cost::default(),
        _ => scoring(q, t, q) + conditioning(q, q),
    };
    reading + own + information
}

/// Conditioning covariances of pool and targets on a pick, and scoring by them, so often.
fn scoring(pool: f64, targets: f64, times: f64) -> Cost {
    Cost::operations(1.7 * pool * targets * times)
}

/// Bringing the pool's column of each pick up to date with all picks before.
fn conditioning(pool: f64, picks: f64) -> Cost {
    Cost::operations(0.75 * pool * picks * picks / 2.0)
}
