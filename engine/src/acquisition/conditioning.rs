//! Pool and targets given some points of the pool, by rank-one updates.
//!
//! A rule needs all variances of the pool after each pick, but only the covariances with the pick
//! itself. So a pick's column is brought up to date when it is needed, and the pool x pool matrix is
//! never copied: q picks cost q^2 columns rather than q matrices. Covariances with the targets are
//! needed all, so they are copied at the first pick, and conditioned on the way to the next score.

use crate::acquisition::candidates::Block;
use crate::acquisition::gain::{LogSums, Observed, Target, Unconditioned};
use crate::numeric::linalg::{Observation, Step};
use crate::numeric::{Matrix, Vector};

/// Variances of the pool given the picks so far.
pub struct Conditioned<'a> {
    pub variances: Vec<f64>,
    noise: &'a [f64],
    seen: Vec<Seen>,
}

/// A pick: its covariances with the pool just before it was observed.
pub struct Seen {
    pick: usize,
    observation: Observation,
    with_pool: Vec<f64>,
}

impl<'a> Conditioned<'a> {
    pub fn new(variances: Vec<f64>, noise: &'a [f64]) -> Self {
        Self { variances, noise, seen: Vec::new() }
    }

    /// Observes the point numbered `pick`, whose covariances with the pool were `with_pool` before
    /// any pick.
    pub fn observe(&mut self, pick: usize, mut with_pool: Vec<f64>) {
        for earlier in &self.seen {
            let other = earlier.with_pool[pick];
            earlier.observation.condition(&mut with_pool, &earlier.with_pool, other);
        }
        let observation = Observation { variance: self.variances[pick], noise: self.noise[pick] };
        if observation.informs() {
            observation.condition_variances(&mut self.variances, &with_pool);
            self.seen.push(Seen { pick, observation, with_pool });
        }
    }

    /// The picks that told something.
    pub fn seen(&self) -> &[Seen] {
        &self.seen
    }
}

/// Covariances of pool and targets, and variances of the targets, given the picks so far.
pub struct Cross<'a> {
    before: Block<'a>,
    /// After the first `conditioned` picks; nothing while there are none.
    given: Option<Matrix>,
    conditioned: usize,
    variances: Vec<f64>,
}

impl<'a> Cross<'a> {
    pub fn new(before: Block<'a>, variances: Vec<f64>) -> Self {
        Self { before, given: None, conditioned: 0, variances }
    }

    /// Hands over the targets two by two, with the number of the first, conditioned on all of
    /// `seen`: each pair just before it is looked at, while it is in the cache.
    pub fn visit(&mut self, seen: &[Seen], mut look: impl FnMut(usize, &[Target])) {
        let new = &seen[self.conditioned..];
        self.conditioned = seen.len();
        if seen.is_empty() {
            return self.visit_unconditioned(look);
        }
        let (before, pool) = (self.before, self.before.nrows());
        let given = self.given.get_or_insert_with(|| copy(before));
        let columns = given.as_mut_slice().chunks_mut(2 * pool);
        for (i, (columns, variances)) in columns.zip(self.variances.chunks_mut(2)).enumerate() {
            for (column, variance) in columns.chunks_exact_mut(pool).zip(variances.iter_mut()) {
                new.iter().for_each(|seen| seen.condition(column, variance));
            }
            let target =
                |(column, variance): (_, &f64)| Target { covariances: column, variance: *variance };
            let mut targets = columns.chunks_exact(pool).zip(&*variances).map(target);
            match (targets.next(), targets.next()) {
                (Some(first), Some(second)) => look(2 * i, &[first, second]),
                (first, _) => first.into_iter().for_each(|first| look(2 * i, &[first])),
            }
        }
    }

    /// Adds all targets, conditioned on all of `seen`, to sums of logarithms, with the noise of each if there is
    /// any: what [`visit`](Self::visit) would do, in one go where only one pick is new.
    pub fn add_to(&mut self, sums: &mut LogSums, seen: &[Seen], noise: Option<&Vector>) {
        let noise = |target: usize| noise.map_or(0.0, |noise| noise[target]);
        if seen.len() != self.conditioned + 1 {
            return self.visit(seen, |first, targets| add_noisy(sums, targets, first, noise));
        }
        let new = &seen[self.conditioned];
        self.conditioned = seen.len();
        let (before, pool) = (self.before, self.before.nrows());
        let given = self.given.get_or_insert_with(|| copy(before));
        let observed = Observed { step: Step::of(new.observation), with_pool: &new.with_pool };
        let columns = given.as_mut_slice().chunks_mut(2 * pool);
        for (i, (columns, variances)) in columns.zip(self.variances.chunks_mut(2)).enumerate() {
            let mut with = [0.0; 2];
            for (k, variance) in variances.iter_mut().enumerate() {
                with[k] = columns[k * pool + new.pick];
                *variance = new.observation.condition_variance(*variance, with[k]);
            }
            if variances.len() == 2 {
                let (first, second) = columns.split_at_mut(pool);
                let target = |covariances, k: usize| Unconditioned {
                    covariances,
                    with_observed: with[k],
                    variance: variances[k] + noise(2 * i + k),
                };
                if sums.condition_and_add(&observed, [target(first, 0), target(second, 1)]) {
                    continue;
                }
            }
            for (column, with) in columns.chunks_exact_mut(pool).zip(with) {
                new.observation.condition(column, &new.with_pool, with);
            }
            let target =
                |(covariances, variance): (_, &f64)| Target { covariances, variance: *variance };
            let targets: Vec<_> = columns.chunks_exact(pool).zip(&*variances).map(target).collect();
            add_noisy(sums, &targets, 2 * i, noise);
        }
    }

    fn visit_unconditioned(&self, mut look: impl FnMut(usize, &[Target])) {
        let columns: Vec<_> = self.before.column_iter().collect();
        for (i, (columns, variances)) in columns.chunks(2).zip(self.variances.chunks(2)).enumerate()
        {
            let target =
                |j: usize| Target { covariances: columns[j].as_slice(), variance: variances[j] };
            match columns.len() {
                1 => look(2 * i, &[target(0)]),
                _ => look(2 * i, &[target(0), target(1)]),
            }
        }
    }
}

/// Adds one or two targets, of which the first has that number, with the noise of each.
fn add_noisy(sums: &mut LogSums, targets: &[Target], first: usize, noise: impl Fn(usize) -> f64) {
    let noisy =
        |i: usize| Target { variance: targets[i].variance + noise(first + i), ..targets[i] };
    match targets.len() {
        1 => sums.add(&[noisy(0)]),
        _ => sums.add(&[noisy(0), noisy(1)]),
    }
}

/// A copy, column by column: nalgebra's goes entry by entry.
fn copy(block: Block) -> Matrix {
    let mut entries = Vec::with_capacity(block.len());
    block.column_iter().for_each(|column| entries.extend_from_slice(column.as_slice()));
    Matrix::from_vec(block.nrows(), block.ncols(), entries)
}

impl Seen {
    /// Conditions a target's covariances with the pool, and its variance.
    fn condition(&self, covariances: &mut [f64], variance: &mut f64) {
        let other = covariances[self.pick];
        *variance = self.observation.condition_variance(*variance, other);
        self.observation.condition(covariances, &self.with_pool, other);
    }
}
