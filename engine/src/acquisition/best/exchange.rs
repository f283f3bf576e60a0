//! A good batch where there are too many to look at all: from several beginnings, each point in turn is
//! exchanged for the one that tells most beside the others, until no exchange tells more.

use std::ops::ControlFlow;

use super::set_information;
use crate::acquisition::greedy::Greedy;
use crate::acquisition::{Candidates, Rule, random_order, select};
use crate::cost::Cost;
use crate::error::{Error, Result};
use crate::numeric::sorted_by;

/// How many beginnings there are: BatchMIG's own batch, then batches drawn at random.
const STARTS: usize = 16;
/// Far more rounds than are ever needed; but nothing here may run for ever.
const MOST_ROUNDS: usize = 60;

/// The best batch that the beginnings numbered `share.0`, `share.0 + share.1`, and so on lead to, in the
/// pool's order. `tell` hears what part is done.
///
/// # Errors
/// [`Error::Cancelled`] once `tell` breaks; and those of [`select`].
pub fn best_by_exchange(
    candidates: &Candidates,
    size: usize,
    share: (usize, usize),
    tell: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> Result<Option<Vec<usize>>> {
    candidates.check(Rule::BatchMig, size)?;
    let starts: Vec<usize> = (share.0..STARTS).step_by(share.1).collect();
    let mut best: Option<(f64, Vec<usize>)> = None;
    for (done, &start) in starts.iter().enumerate() {
        let begun = match start {
            0 => select(Rule::BatchMig, candidates, size, 0)?.indices,
            seed => random_order(candidates.pool_len(), seed as u64)[..size].to_vec(),
        };
        let batch = exchanged(candidates, begun)?;
        let information = set_information(candidates, &batch)?;
        if best.as_ref().is_none_or(|(most, _)| information > *most) {
            best = Some((information, batch));
        }
        if tell((done + 1) as f64 / starts.len() as f64).is_break() {
            return Err(Error::Cancelled);
        }
    }
    Ok(best.map(|(_, batch)| batch))
}

/// A batch that no exchange of one point makes better.
fn exchanged(candidates: &Candidates, mut batch: Vec<usize>) -> Result<Vec<usize>> {
    for _ in 0..MOST_ROUNDS {
        let before = batch.clone();
        for place in 0..batch.len() {
            let mut greedy = Greedy::new(Rule::BatchMig, candidates)?;
            let others = batch.iter().enumerate().filter(|(other, _)| *other != place);
            others.for_each(|(_, &point)| greedy.observe(point));
            let scores = greedy.scores();
            // Rounding must not make two of them take turns.
            let more = |score: f64, than: f64| score > than + 1e-12 * than.abs();
            let mut choice = batch[place];
            for (point, &score) in scores.iter().enumerate() {
                if !batch.contains(&point) && more(score, scores[choice]) {
                    choice = point;
                }
            }
            batch[place] = choice;
        }
        if batch == before {
            break;
        }
    }
    Ok(sorted_by(batch, |point| *point as f64))
}

pub fn cost(pool: usize, targets: usize, size: usize) -> Cost {
    // Some four or five rounds each; for each point all the others are observed.
    let [p, t, q] = [pool, targets, size].map(|count| count as f64);
    let rounds = STARTS as f64 * 4.5;
    Cost::operations(rounds * q * (1.3 * p * t * q + 0.75 * p * q * q / 2.0 + 2.0 * p * t))
}
