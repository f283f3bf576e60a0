//! Every batch of a pool, in order, each looked at once.

use std::ops::ControlFlow;

use super::batches;
use crate::acquisition::Candidates;
use crate::acquisition::gain::{Limits, LogSums, Target};
use crate::cost::Cost;
use crate::error::{Error, Result};
use crate::numeric::linalg::Observation;

/// The best of all batches of `size` points whose first point, in the pool's order, is numbered `share.0`,
/// `share.0 + share.1`, and so on: a share of the work. Nothing if there is no such batch. `tell` hears
/// what part is done.
///
/// # Errors
/// [`Error::Cancelled`] once `tell` breaks; and those of [`select`](crate::acquisition::select).
pub fn best_of_all(
    candidates: &Candidates,
    size: usize,
    share: (usize, usize),
    tell: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> Result<Option<Vec<usize>>> {
    candidates.check(crate::acquisition::Rule::BatchMig, size)?;
    let pool = candidates.pool_len();
    let firsts = || (share.0..pool).step_by(share.1);
    let behind = |first: usize| batches(pool - first - 1, size - 1);
    let all: f64 = firsts().map(behind).sum();
    let mut search = Search::new(candidates, size);
    let mut done = 0.0;
    for first in firsts() {
        search.visit_from(first);
        done += behind(first);
        if tell(done / all).is_break() {
            return Err(Error::Cancelled);
        }
    }
    Ok(search.best.map(|(_, batch)| batch))
}

pub fn cost(count: f64, targets: usize) -> Cost {
    Cost::operations(2.2 * count * targets as f64 + 20.0 * count)
}

/// Walks through batches point by point; each level holds what is left to know given the points so far.
struct Search<'a> {
    candidates: &'a Candidates<'a>,
    size: usize,
    limits: Limits,
    levels: Vec<Level>,
    /// The points so far.
    batch: Vec<usize>,
    best: Option<(f64, Vec<usize>)>,
}

/// What is left to know of the points after the last of a batch, numbered from it on.
#[derive(Default)]
struct Level {
    /// The number of the first point.
    start: usize,
    variances: Vec<f64>,
    /// Covariances with the targets, a target after the other.
    cross: Vec<f64>,
    targets: Vec<f64>,
    /// What the points so far tell.
    information: f64,
    /// The point that led here, as far as it told something: its covariances with those after it.
    seen: Option<Observation>,
    with_seen: Vec<f64>,
}

impl<'a> Search<'a> {
    fn new(candidates: &'a Candidates<'a>, size: usize) -> Self {
        let (variances, noise) = (candidates.variance_pool(), candidates.noise_pool.as_slice());
        let limits = Limits::of(&variances, noise);
        let cross = candidates.covariance_pool_targets.column_iter();
        let root = Level {
            variances,
            cross: cross.flat_map(|column| column.as_slice().to_vec()).collect(),
            targets: candidates.variance_targets(),
            ..Level::default()
        };
        let mut levels = vec![root];
        levels.resize_with(size, Level::default);
        Self { candidates, size, limits, levels, batch: Vec::new(), best: None }
    }

    /// All batches that begin with a point of the pool.
    fn visit_from(&mut self, first: usize) {
        let scores = self.scores(0);
        self.go(0, first, scores[first]);
    }

    /// All batches that go on from the points so far, which are as many as `depth`.
    fn visit(&mut self, depth: usize) {
        let (scores, start) = (self.scores(depth), self.levels[depth].start);
        if depth + 1 == self.size {
            return self.close(depth, start, &scores);
        }
        // As many points must be left as the batch still needs.
        let needed = self.size - depth;
        for (place, score) in
            scores.iter().enumerate().take((scores.len() + 1).saturating_sub(needed))
        {
            self.go(depth, start + place, *score);
        }
    }

    /// The best of the last points.
    fn close(&mut self, depth: usize, start: usize, scores: &[f64]) {
        let mut most = self.best.as_ref().map_or(f64::NEG_INFINITY, |best| best.0);
        let before = self.levels[depth].information;
        for (place, score) in scores.iter().enumerate() {
            if before + score > most {
                most = before + score;
                let batch = [&self.batch[..], &[start + place]].concat();
                self.best = Some((most, batch));
            }
        }
    }

    /// Takes a point into the batch, and visits what follows from it.
    fn go(&mut self, depth: usize, point: usize, score: f64) {
        if self.size == 1 {
            return self.close(depth, point, &[score]);
        }
        self.observe(depth, point);
        self.levels[depth + 1].information = self.levels[depth].information + score;
        self.batch.push(point);
        self.visit(depth + 1);
        self.batch.pop();
    }

    /// What each point of a level would add: MIG given the points so far.
    fn scores(&self, depth: usize) -> Vec<f64> {
        let Level { start, variances, cross, targets, .. } = &self.levels[depth];
        let count = variances.len();
        if count == 0 {
            return Vec::new();
        }
        let noise = &self.candidates.noise_pool.as_slice()[*start..];
        let mut sums = LogSums::new(variances, noise, self.limits);
        for (columns, variances) in cross.chunks(2 * count).zip(targets.chunks(2)) {
            let mut both = columns.chunks_exact(count).zip(variances);
            let mut next =
                || both.next().map(|(covariances, &variance)| Target { covariances, variance });
            match (next(), next()) {
                (Some(first), Some(second)) => sums.add(&[first, second]),
                (first, _) => first.into_iter().for_each(|first| sums.add(&[first])),
            }
        }
        sums.finish(0.5 / targets.len() as f64)
    }

    /// Fills the next level with what is left to know once a point is observed.
    fn observe(&mut self, depth: usize, point: usize) {
        let (above, below) = self.levels.split_at_mut(depth + 1);
        let (now, next) = (&above[depth], &mut below[0]);
        let (place, after) = (point - now.start, point + 1 - now.start);
        let count = now.variances.len();
        next.start = point + 1;
        next.with_seen.clear();
        next.with_seen.extend_from_slice(
            &self.candidates.covariance_pool.column(point).as_slice()[point + 1..],
        );
        // The covariances are those before any point: condition on all that came since.
        for level in &above[1..] {
            if let Some(seen) = level.seen {
                let other = level.with_seen[point - level.start];
                let with = &level.with_seen[point + 1 - level.start..];
                seen.condition(&mut next.with_seen, with, other);
            }
        }
        let noise = self.candidates.noise_pool[point];
        let observation = Observation { variance: now.variances[place], noise };
        next.seen = observation.informs().then_some(observation);
        next.variances.clear();
        next.variances.extend_from_slice(&now.variances[after..]);
        next.targets.clone_from(&now.targets);
        next.cross.clear();
        for column in now.cross.chunks_exact(count) {
            next.cross.extend_from_slice(&column[after..]);
        }
        let Some(seen) = next.seen else { return };
        seen.condition_variances(&mut next.variances, &next.with_seen);
        let left = count - after;
        for (u, variance) in next.targets.iter_mut().enumerate() {
            let other = now.cross[u * count + place];
            seen.condition_variances(std::slice::from_mut(variance), &[other]);
            seen.condition(&mut next.cross[u * left..(u + 1) * left], &next.with_seen, other);
        }
    }
}
