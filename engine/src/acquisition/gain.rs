//! Marginal information gains of many candidates at once: the engine's hot loop.

use crate::numeric::linalg::Step;
use crate::numeric::math;
use crate::numeric::simd::{self, Function, Lanes, Work, replace};

/// Sums over targets u of log 1 / (1 - c^2 / (v_u (v_x + n_x))), for every candidate x.
///
/// Wang, Sun & Grosse 2021, the marginal information gain of section 3.2, in the form
/// log(1 + ratio) with ratio = c^2 / ((v_x v_u - c^2) + n_x v_u), which keeps its digits for strong
/// and for weak correlations. c^2 is cut at v_x v_u, which only rounding exceeds.
///
/// Logarithms are few: (1 + a)(1 + b) = 1 + (a + b + a b), so `excess`, the product of all
/// 1 + ratio minus one, is gathered without losing small ratios, and its logarithm taken now and
/// then. Divisions are half as many as targets, by the same identity over a common denominator.
pub struct LogSums<'a> {
    variances: &'a [f64],
    noise: &'a [f64],
    limits: Limits,
    excess: Vec<f64>,
    sums: Vec<f64>,
    /// How many ratios `excess` holds.
    terms: usize,
}

/// A target as the candidates see it.
#[derive(Clone, Copy)]
pub struct Target<'a> {
    /// Its covariances with the candidates.
    pub covariances: &'a [f64],
    pub variance: f64,
}

/// A target whose covariances do not know of an observation yet.
pub struct Unconditioned<'a> {
    /// Its covariances with the candidates, before.
    pub covariances: &'a mut [f64],
    /// Its covariance with what was observed.
    pub with_observed: f64,
    /// Its variance, after.
    pub variance: f64,
}

/// An observation as the candidates see it.
pub struct Observed<'a> {
    pub step: Step,
    /// Its covariances with the candidates.
    pub with_pool: &'a [f64],
}

/// Below this a target's variance counts as zero: products with a small noise could underflow.
const NO_VARIANCE: f64 = 1e-280;

impl<'a> LogSums<'a> {
    pub fn new(variances: &'a [f64], noise: &'a [f64], limits: Limits) -> Self {
        let zeros = vec![0.0; variances.len()];
        Self { variances, noise, limits, excess: zeros.clone(), sums: zeros, terms: 0 }
    }

    /// Adds one or two targets. A target without variance adds nothing.
    pub fn add(&mut self, targets: &[Target]) {
        match *targets {
            [first, second] if self.limits.allow_pair(first, second) => {
                self.make_room(2);
                let columns = [self.variances, self.noise, first.covariances, second.covariances];
                let two = MultiplyInTwo { first: first.variance, second: second.variance };
                replace(&mut self.excess, columns, &two);
            }
            _ => targets.iter().filter(|target| target.variance >= NO_VARIANCE).for_each(|one| {
                self.make_room(1);
                let columns = [self.variances, self.noise, one.covariances];
                replace(&mut self.excess, columns, &MultiplyInOne { variance: one.variance });
            }),
        }
    }

    /// Conditions the covariances of two targets on an observation and adds the targets, in one go; returns
    /// whether it could be done: otherwise nothing was.
    pub fn condition_and_add(&mut self, observed: &Observed, targets: [Unconditioned; 2]) -> bool {
        let [first, second] = targets;
        let seen = |target: &Unconditioned| Target { covariances: &[], variance: target.variance };
        if !self.limits.allow_pair(seen(&first), seen(&second)) {
            return false;
        }
        self.make_room(2);
        let two = MultiplyInTwo { first: first.variance, second: second.variance };
        let whole = self.excess.len() - self.excess.len() % simd::count();
        let (excess, last_excess) = self.excess.split_at_mut(whole);
        let [(v, last_v), (n, last_n), (w, last_w)] =
            [self.variances, self.noise, observed.with_pool].map(|column| column.split_at(whole));
        let [(first, last_first, with_first), (second, last_second, with_second)] = [first, second]
            .map(|target| {
                let (covariances, last) = target.covariances.split_at_mut(whole);
                (covariances, last, target.with_observed)
            });
        let with = [with_first, with_second];
        let changed = [excess, first, second];
        let step = observed.step;
        simd::run(ConditionAndMultiply { changed, columns: [v, n, w], step, with, two });
        if !last_excess.is_empty() {
            // What is left is done in turns.
            step.condition_all(last_first, last_w, with[0]);
            step.condition_all(last_second, last_w, with[1]);
            replace(last_excess, [last_v, last_n, last_first, last_second], &two);
        }
        true
    }

    /// The sums times `factor`.
    pub fn finish(mut self, factor: f64) -> Vec<f64> {
        self.take_logs();
        self.sums.iter_mut().for_each(|sum| *sum *= factor);
        self.sums
    }

    fn make_room(&mut self, terms: usize) {
        if self.terms + terms > self.limits.terms_per_log {
            self.take_logs();
        }
        self.terms += terms;
    }

    fn take_logs(&mut self) {
        math::ln_1p_in_place(&mut self.excess);
        self.sums.iter_mut().zip(&self.excess).for_each(|(sum, log)| *sum += log);
        self.excess.fill(0.0);
        self.terms = 0;
    }
}

/// What keeps products within the range of numbers.
#[derive(Clone, Copy)]
pub struct Limits {
    /// How many terms a product may have before its logarithm must be taken.
    terms_per_log: usize,
    /// Bounds of v_x + n_x.
    smallest: f64,
    largest: f64,
}

impl Limits {
    /// The limits of a pool, before any pick: conditioning only lowers variances.
    pub fn of(variances: &[f64], noise: &[f64]) -> Self {
        let pairs = || variances.iter().zip(noise);
        // No ratio exceeds v_x / n_x.
        let ratio = pairs().fold(0.0, |most: f64, (v, n)| most.max(v / n));
        // The power of two above 1 + ratio: products stay below 2^1000.
        let exponent = ((1.0 + ratio).to_bits() >> 52) as usize - 1023 + 1;
        Self {
            terms_per_log: (1000 / exponent).max(1),
            smallest: noise.iter().fold(f64::INFINITY, |least, n| least.min(*n)),
            largest: pairs().fold(0.0, |most: f64, (v, n)| most.max(v + n)),
        }
    }

    /// Whether the product of two denominators neither overflows nor loses digits.
    fn allow_pair(&self, first: Target, second: Target) -> bool {
        let fits = |target: Target| {
            self.smallest * target.variance > 1e-140 && self.largest * target.variance < 1e140
        };
        self.terms_per_log >= 2 && fits(first) && fits(second)
    }
}

/// The excess with one ratio more, from variance, noise and covariance.
struct MultiplyInOne {
    variance: f64,
}

impl Function<3> for MultiplyInOne {
    #[inline(always)]
    fn of<L: Lanes>(&self, excess: L, [v, n, c]: [L; 3]) -> L {
        let (square, rest) = fraction(v, n, c, L::splat(self.variance));
        let ratio = square / rest;
        excess + (ratio + ratio * excess)
    }
}

/// The same with two ratios more.
#[derive(Clone, Copy)]
struct MultiplyInTwo {
    first: f64,
    second: f64,
}

impl Function<4> for MultiplyInTwo {
    #[inline(always)]
    fn of<L: Lanes>(&self, excess: L, [v, n, c, d]: [L; 4]) -> L {
        let (square, rest) = fraction(v, n, c, L::splat(self.first));
        let (other_square, other_rest) = fraction(v, n, d, L::splat(self.second));
        let both = square * other_rest + other_square * (rest + square);
        let ratio = both / (rest * other_rest);
        excess + (ratio + ratio * excess)
    }
}

/// Conditions two columns of covariances on an observation and multiplies both ratios in: what is read and
/// written once costs less than the same in turns.
struct ConditionAndMultiply<'a> {
    /// The excess, and both columns of covariances.
    changed: [&'a mut [f64]; 3],
    /// Variances, noise, and covariances with what was observed.
    columns: [&'a [f64]; 3],
    step: Step,
    /// The targets' covariances with what was observed.
    with: [f64; 2],
    two: MultiplyInTwo,
}

impl Work for ConditionAndMultiply<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { changed, columns, step, with, two } = self;
        condition_and_multiply::<L>(changed, columns, (step, with, two));
    }
}

/// A function of its own so that its arguments are known not to overlap, as in [`simd::replace`].
#[inline(always)]
fn condition_and_multiply<L: Lanes>(
    [excess, first, second]: [&mut [f64]; 3],
    columns: [&[f64]; 3],
    (step, with, two): (Step, [f64; 2], MultiplyInTwo),
) {
    let with = [L::splat(with[0]), L::splat(with[1])];
    let excess = L::arrays_mut(excess).0;
    let count = excess.len();
    let first = &mut L::arrays_mut(first).0[..count];
    let second = &mut L::arrays_mut(second).0[..count];
    let arrays = columns.map(|column| &L::arrays(column).0[..count]);
    for i in 0..count {
        let [v, n, w] = arrays.map(|column| L::of(&column[i]));
        let c = step.condition(L::of(&first[i]), w, with[0]);
        let d = step.condition(L::of(&second[i]), w, with[1]);
        c.write(&mut first[i]);
        d.write(&mut second[i]);
        two.of(L::of(&excess[i]), [v, n, c, d]).write(&mut excess[i]);
    }
}

/// Numerator and denominator of a ratio.
#[inline(always)]
fn fraction<L: Lanes>(v: L, n: L, c: L, variance_target: L) -> (L, L) {
    let most = v * variance_target;
    let square = (c * c).min(most);
    (square, (most - square) + n * variance_target)
}
