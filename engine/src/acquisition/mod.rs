//! Which points to observe next: the paper's rules (section 3.2) and their successors.
//!
//! A rule sees covariances and noise variances, never inputs, values or a model; so it works on
//! anyone's numbers. All information is in nats.

mod best;
mod candidates;
mod conditioning;
mod cost;
mod gain;
mod greedy;
mod rule;

use crate::error::Result;
use crate::numeric::Stream;
use greedy::Greedy;

pub use best::{
    MOST_BATCHES, batches, best_by_exchange, best_of_all, search_cost, set_information,
};
pub use candidates::{Block, Candidates, Targets};
pub use cost::cost;
pub use greedy::information;
pub use rule::{Measure, Rule};

/// What a rule chose.
#[derive(Debug, Clone, PartialEq)]
pub struct Batch {
    /// The chosen points of the pool, in the order of choice.
    pub indices: Vec<usize>,
    /// `scores[k][i]`: the score of pool point i before pick k; none once it is taken, and none at
    /// all for the random rule. What a score measures depends on the rule: see [`Rule`].
    pub scores: Vec<Vec<Option<f64>>>,
    /// `gains[k]`: the BatchMIG information of the first k + 1 picks together, whatever the rule.
    pub gains: Vec<f64>,
}

/// Chooses `batch_size` points of the pool. Ties go to the lowest index.
///
/// Greedy rules condition on each pick by rank-one updates. The seed matters to the random rule
/// alone.
///
/// ```
/// use talscope_engine::acquisition::{Candidates, Rule, select};
/// use talscope_engine::model::GaussianProcess;
/// use talscope_engine::points::{Points, line};
///
/// let prior = GaussianProcess { kernel: "rbf(1)".parse()?, noise: 0.01 };
/// // A pool of three points, then the two targets.
/// let joint = prior.condition(&Points::none(1))?.joint(&line([-9.0, 0.1, 0.2, 0.0, 0.5]))?;
/// let batch = select(Rule::BatchMig, &Candidates::of(&joint, 3)?, 2, 0)?;
/// assert_eq!(batch.indices, [1, 2]);
/// # Ok::<(), talscope_engine::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`](crate::Error::Value) for sizes that do not fit, numbers that are not finite,
/// noise that is not positive, a batch larger than the pool, or target variances where the rule
/// needs covariances.
pub fn select(rule: Rule, candidates: &Candidates, batch_size: usize, seed: u64) -> Result<Batch> {
    candidates.check(rule, batch_size)?;
    let (indices, scores) = match rule {
        Rule::Random => {
            let order = random_order(candidates.pool_len(), seed);
            let nothing = vec![None; candidates.pool_len()];
            (order[..batch_size].to_vec(), vec![nothing; batch_size])
        }
        Rule::Tig | Rule::Mig => {
            let scores = Greedy::new(rule, candidates)?.scores();
            pick(candidates.pool_len(), batch_size, |_| scores.clone())
        }
        _ => {
            let mut greedy = Greedy::new(rule, candidates)?;
            pick(candidates.pool_len(), batch_size, |last| {
                last.into_iter().for_each(|last| greedy.observe(last));
                greedy.scores()
            })
        }
    };
    let increments = match rule {
        Rule::BatchMig => best_scores(&indices, &scores),
        _ => greedy::information(candidates, &indices)?,
    };
    Ok(Batch { indices, scores, gains: cumulate(increments) })
}

/// The scores of a greedy rule before each of some picks, and after the last: `scores[k][i]` is what point
/// i is worth given the first k of them; none once it is taken.
///
/// # Errors
/// Those of [`select`].
pub fn next_scores(
    rule: Rule,
    candidates: &Candidates,
    picks: &[usize],
) -> Result<Vec<Vec<Option<f64>>>> {
    candidates.check(rule, picks.len().max(1))?;
    let mut greedy = Greedy::new(rule, candidates)?;
    let mut free = vec![true; candidates.pool_len()];
    let mut scores = Vec::new();
    for pick in picks.iter().map(Some).chain([None]) {
        let left =
            greedy.scores().into_iter().zip(&free).map(|(score, free)| free.then_some(score));
        scores.push(left.collect());
        if let Some(&pick) = pick {
            greedy.observe(pick);
            free[pick] = false;
        }
    }
    Ok(scores)
}

/// The order in which the random rule takes the points of a pool: a batch, and a whole run of
/// batches, is a prefix of it.
#[must_use]
pub fn random_order(pool: usize, seed: u64) -> Vec<usize> {
    Stream::new(seed, "random rule", 0).permutation(pool)
}

type Picks = (Vec<usize>, Vec<Vec<Option<f64>>>);

/// Takes the best of `score(last pick)` again and again.
fn pick(pool: usize, batch_size: usize, mut score: impl FnMut(Option<usize>) -> Vec<f64>) -> Picks {
    let (mut indices, mut scores) = (Vec::new(), Vec::new());
    let mut free = vec![true; pool];
    for _ in 0..batch_size {
        let all = score(indices.last().copied());
        let left: Vec<Option<f64>> =
            all.iter().zip(&free).map(|(&score, &free)| free.then_some(score)).collect();
        let best = highest(&left);
        free[best] = false;
        indices.push(best);
        scores.push(left);
    }
    (indices, scores)
}

/// The first of the highest scores.
fn highest(scores: &[Option<f64>]) -> usize {
    let known = scores.iter().enumerate().filter_map(|(i, score)| Some((i, (*score)?)));
    let higher = |best: (usize, f64), next: (usize, f64)| if next.1 > best.1 { next } else { best };
    known.reduce(higher).expect("a batch is not larger than its pool").0
}

fn best_scores(indices: &[usize], scores: &[Vec<Option<f64>>]) -> Vec<f64> {
    let best = |(&index, scores): (&usize, &Vec<Option<f64>>)| scores[index];
    indices.iter().zip(scores).filter_map(best).collect()
}

fn cumulate(increments: Vec<f64>) -> Vec<f64> {
    let add = |sum: &mut f64, increment| {
        *sum += increment;
        Some(*sum)
    };
    increments.into_iter().scan(0.0, add).collect()
}

#[cfg(test)]
mod tests;
