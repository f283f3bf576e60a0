//! The best batch that there is, by BatchMIG's information: all of them looked at, or, where they are too
//! many, the best that greedy choice and exchange find.
//!
//! The information of a batch grows with every point, but it is not submodular: two points may tell more
//! together than the sum of what each tells. So no sum of single gains bounds it from above, and nothing
//! less than looking at every batch proves one to be the best.

mod every;
mod exchange;

use crate::acquisition::{Candidates, information};
use crate::cost::Cost;
use crate::error::Result;
use crate::numeric::sorted_by;

pub use every::best_of_all;
pub use exchange::best_by_exchange;

/// More batches than that are not all looked at.
pub const MOST_BATCHES: f64 = 1e8;

/// How many batches of a size a pool has.
#[must_use]
pub fn batches(pool: usize, size: usize) -> f64 {
    // Whole at every step: a product of k consecutive numbers is divisible by k!.
    (0..size).fold(1.0, |count, i| count * (pool as f64 - i as f64) / (i + 1) as f64).max(0.0)
}

/// The BatchMIG information of a set of pool points, summed in the pool's order: the same set in whatever
/// order has the same information to the last bit.
///
/// # Errors
/// Those of [`select`](crate::acquisition::select).
pub fn set_information(candidates: &Candidates, set: &[usize]) -> Result<f64> {
    let ordered = sorted_by(set.to_vec(), |point| *point as f64);
    Ok(information(candidates, &ordered)?.iter().sum())
}

/// What the search for the best batch costs: all shares of it together.
#[must_use]
pub fn search_cost(pool: usize, targets: usize, size: usize) -> Cost {
    let count = batches(pool, size);
    if count <= MOST_BATCHES {
        return every::cost(count, targets);
    }
    exchange::cost(pool, targets, size)
}
