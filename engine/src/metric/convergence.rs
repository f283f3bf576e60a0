//! Whether chains of draws have found the same distribution, and what their draws are worth: Vehtari,
//! Gelman, Simpson, Carpenter & Bürkner 2021, "Rank-normalization, folding, and localization: an
//! improved R-hat for assessing convergence of MCMC".
//!
//! Draws are numbers, chain after chain, each as long as the others. Nothing is returned where there is
//! nothing to say: fewer than four draws a chain, or all of them alike.

use std::cell::OnceCell;

use crate::cost::Cost;
use crate::numeric::linalg::dot;
use crate::numeric::{self, Fourier, math, probit};

/// What a set of chains says of one quantity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Convergence {
    /// Rank-normalised split R-hat: the larger of that of location and that of scale.
    pub r_hat: f64,
    /// Effective draws for the bulk of the distribution.
    pub ess_bulk: f64,
    /// Effective draws for its tails: the smaller of those for the 5% and the 95% quantile.
    pub ess_tail: f64,
}

/// R-hat and effective sample sizes of a quantity.
pub fn convergence(draws: &[f64], chains: usize) -> Option<Convergence> {
    Examiner::new(chains).convergence(draws)
}

/// Effective draws for the mean of a quantity.
pub fn effective_draws(draws: &[f64], chains: usize) -> Option<f64> {
    Examiner::new(chains).effective_draws(draws)
}

/// The Monte-Carlo error of the mean of a quantity.
pub fn mean_error(draws: &[f64], chains: usize) -> Option<f64> {
    Examiner::new(chains).mean_error(draws)
}

/// The Monte-Carlo error of the correlation of two quantities over the same draws.
pub fn correlation_error(left: &[f64], right: &[f64], chains: usize) -> Option<f64> {
    Examiner::new(chains).correlation_error(left, right)
}

/// Looks at many quantities of the same chains, each with as many draws as the others: what they have in
/// common is computed once.
pub struct Examiner {
    chains: usize,
    /// What stands for each rank in a normal sample.
    normals: OnceCell<Vec<f64>>,
    fourier: OnceCell<Fourier>,
}

impl Examiner {
    /// For so many chains.
    pub fn new(chains: usize) -> Self {
        Self { chains, normals: OnceCell::new(), fourier: OnceCell::new() }
    }

    /// R-hat and effective sample sizes of a quantity.
    pub fn convergence(&self, draws: &[f64]) -> Option<Convergence> {
        if draws.len() < 4 * self.chains || constant(draws) {
            return None;
        }
        let halves = self.split(draws).concat();
        let order = numeric::order(&halves);
        let sorted: Vec<f64> = order.iter().map(|&i| halves[i]).collect();
        let middle = quantile(&sorted, 0.5);
        let folded: Vec<f64> = halves.iter().map(|x| (x - middle).abs()).collect();
        let folded_order = by_distance(&order, &sorted, middle);
        let scale = match constant(&folded) {
            true => None,
            false => r_hat(&self.normalised(&folded, &folded_order)),
        };
        let normal = self.normalised(&halves, &order);
        let location = r_hat(&normal)?;
        let whole = if halves.len() == draws.len() { sorted } else { numeric::sorted(draws) };
        Some(Convergence {
            r_hat: location.max(scale.unwrap_or(location)),
            ess_bulk: self.effective(&normal)?,
            ess_tail: self.tail(draws, &whole),
        })
    }

    /// Effective draws for the mean of a quantity.
    pub fn effective_draws(&self, draws: &[f64]) -> Option<f64> {
        if draws.len() < 4 * self.chains || constant(draws) {
            return None;
        }
        self.effective(&self.split(draws))
    }

    /// The Monte-Carlo error of the mean of a quantity.
    pub fn mean_error(&self, draws: &[f64]) -> Option<f64> {
        let mean = mean(draws);
        let squares = draws.iter().fold(0.0, |sum, x| sum + (x - mean) * (x - mean));
        Some((squares / draws.len() as f64 / self.effective_draws(draws)?).sqrt())
    }

    /// The Monte-Carlo error of the correlation of two quantities over the same draws, at most 1. A
    /// correlation is no mean of draws, but to first order it errs as the mean of
    /// `z z' - rho (z^2 + z'^2) / 2` does, z being standardised.
    ///
    /// Those terms can look well mixed where the quantities are not: chains that are stuck in different
    /// places seldom show what they all have missed. So the error is never less than that of as many
    /// independent normal draws as the quantity that mixes worse has, `(1 - rho^2) / sqrt(ESS)`, with a rho
    /// that is two errors nearer to zero (by Fisher's z): few draws often seem to be on a line, two always.
    pub fn correlation_error(&self, left: &[f64], right: &[f64]) -> Option<f64> {
        let effective = self.effective_draws(left)?.min(self.effective_draws(right)?);
        if effective <= 3.0 {
            return Some(1.0);
        }
        let (left, right) = (standardised(left)?, standardised(right)?);
        let count = left.len() as f64;
        let pairs = || left.iter().zip(&right);
        let rho = pairs().fold(0.0, |sum, (a, b)| sum + a * b) / count;
        let terms: Vec<f64> = pairs().map(|(a, b)| a * b - rho * (a * a + b * b) / 2.0).collect();
        let z = math::ln((1.0 + rho.abs()) / (1.0 - rho.abs()).max(0.0)) / 2.0;
        let nearer = math::tanh((z - 2.0 / (effective - 3.0).sqrt()).max(0.0));
        let least = (1.0 - nearer * nearer) / effective.sqrt();
        Some(self.mean_error(&terms).unwrap_or(0.0).max(least).min(1.0))
    }

    /// What looking at so many quantities costs, each of `draws` numbers of so many chains, and at the
    /// correlations of so many pairs.
    pub fn cost(draws: usize, chains: usize, quantities: usize, pairs: usize) -> Cost {
        let doublings = |count: usize| f64::from(count.max(2).ilog2());
        let effective = 10.0 + 3.0 * doublings(draws / chains.max(1));
        let each = 10.0 + 2.0 * doublings(draws) + 3.0 * effective;
        let pair = 10.0 + 3.0 * effective;
        Cost::operations(draws as f64 * (each * quantities as f64 + pair * pairs as f64))
    }

    /// Every chain as two, so that a trend within one is seen; the middle of an odd one is left out.
    fn split(&self, draws: &[f64]) -> Vec<Vec<f64>> {
        let length = draws.len() / self.chains;
        let halves = |chain: &[f64]| {
            [&chain[..length / 2], &chain[length.div_ceil(2)..]].map(<[f64]>::to_vec)
        };
        draws.chunks_exact(length).flat_map(halves).collect()
    }

    /// Ranks over all draws, as if they were a normal sample (their equation 14), in halves of chains.
    fn normalised(&self, halves: &[f64], order: &[usize]) -> Vec<Vec<f64>> {
        let count = halves.len();
        // They count ranks from 1, where ours start at 0.
        let normal = |rank: f64| probit((rank + 0.625) / (count as f64 + 0.25));
        let normals =
            self.normals.get_or_init(|| (0..count).map(|rank| normal(rank as f64)).collect());
        let mut found = vec![0.0; count];
        let mut first = 0;
        for tied in order.chunk_by(|&a, &b| halves[a] == halves[b]) {
            let value = match tied.len() % 2 {
                1 => normals[first + tied.len() / 2],
                _ => normal(first as f64 + (tied.len() - 1) as f64 / 2.0),
            };
            tied.iter().for_each(|&i| found[i] = value);
            first += tied.len();
        }
        found.chunks_exact(count / (2 * self.chains)).map(<[f64]>::to_vec).collect()
    }

    fn tail(&self, draws: &[f64], sorted: &[f64]) -> f64 {
        let effective_at = |probability: f64| {
            let edge = quantile(sorted, probability);
            let below: Vec<f64> = draws.iter().map(|x| f64::from(u8::from(*x <= edge))).collect();
            if constant(&below) { None } else { self.effective(&self.split(&below)) }
        };
        let sizes = [0.05, 0.95].into_iter().filter_map(effective_at);
        sizes
            .fold(None, |least: Option<f64>, size| {
                Some(least.map_or(size, |least| least.min(size)))
            })
            .unwrap_or(draws.len() as f64)
    }

    /// Geyer's initial monotone sequence over the chains' mean autocovariance (their section 3.2).
    fn effective(&self, chains: &[Vec<f64>]) -> Option<f64> {
        let means: Vec<f64> = chains.iter().map(|chain| mean(chain)).collect();
        let centre = |(chain, mean): (&Vec<f64>, &f64)| chain.iter().map(|x| x - mean).collect();
        let centred: Vec<Vec<f64>> = chains.iter().zip(&means).map(centre).collect();
        let n = chains[0].len() as f64;
        let count = n * chains.len() as f64;
        let mut lags = Lags { centred: &centred, fourier: &self.fourier, far: None };
        let within = lags.sum(0) / count * n / (n - 1.0);
        let mut total = within * (n - 1.0) / n;
        if chains.len() > 1 {
            total += variance(&means);
        }
        if total <= 0.0 {
            return None;
        }
        let correlation = |lag: usize| 1.0 - (within - lags.sum(lag) / count) / total;
        let tau = autocorrelation_time(chains[0].len(), correlation);
        Some(count / tau.max(1.0 / math::log10(count)))
    }
}

/// Sums of products of numbers that lie so far apart. Chains that mix well need few of them.
struct Lags<'a> {
    centred: &'a [Vec<f64>],
    fourier: &'a OnceCell<Fourier>,
    far: Option<Vec<f64>>,
}

impl Lags<'_> {
    /// So many are summed one by one, which costs about as much as all others by Fourier transforms.
    const NEAR: usize = 16;

    fn sum(&mut self, lag: usize) -> f64 {
        let centred = self.centred;
        if lag < Self::NEAR {
            let product = |chain: &Vec<f64>| dot(&chain[..chain.len() - lag], &chain[lag..]);
            return centred.iter().fold(0.0, |sum, chain| sum + product(chain));
        }
        let fourier = self.fourier.get_or_init(|| Fourier::new(centred[0].len()));
        self.far.get_or_insert_with(|| fourier.lagged_products(centred))[lag]
    }
}

/// The sum of autocorrelations, in pairs as long as they are positive, none larger than those before.
fn autocorrelation_time(length: usize, mut correlation: impl FnMut(usize) -> f64) -> f64 {
    let (mut even, mut odd) = (1.0, correlation(1));
    let mut sums = vec![even + odd];
    let mut at = 0;
    while at + 4 < length && even + odd > 0.0 {
        at += 2;
        (even, odd) = (correlation(at), correlation(at + 1));
        sums.push(even + odd);
    }
    // Of the last pair only the first value counts, and once: less noise for antithetic chains.
    let last = sums.pop().unwrap_or(0.0);
    let rest = if last >= 0.0 { even } else { even.max(0.0) };
    (1..sums.len()).for_each(|i| sums[i] = sums[i].min(sums[i - 1]));
    -1.0 + 2.0 * sums.iter().fold(0.0, |sum, pair| sum + pair) + rest
}

fn r_hat(chains: &[Vec<f64>]) -> Option<f64> {
    let length = chains[0].len() as f64;
    let means: Vec<f64> = chains.iter().map(|chain| mean(chain)).collect();
    let within = mean(&chains.iter().map(|chain| variance(chain)).collect::<Vec<_>>());
    let between = if chains.len() > 1 { variance(&means) } else { 0.0 };
    let total = (length - 1.0) / length * within + between;
    (within > 0.0).then(|| (total / within).sqrt())
}

fn standardised(values: &[f64]) -> Option<Vec<f64>> {
    let count = values.len() as f64;
    let mean = values.iter().fold(0.0, |sum, x| sum + x) / count;
    let square = values.iter().fold(0.0, |sum, x| sum + (x - mean) * (x - mean)) / count;
    let deviation = square.sqrt();
    (deviation > 0.0).then(|| values.iter().map(|x| (x - mean) / deviation).collect())
}

fn mean(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |sum, value| sum + value) / values.len() as f64
}

fn variance(values: &[f64]) -> f64 {
    let mean = mean(values);
    let squares = values.iter().fold(0.0, |sum, value| sum + (value - mean) * (value - mean));
    squares / (values.len() as f64 - 1.0)
}

/// The same indices from the value that is nearest to the middle to that which is farthest: two ends of
/// an order are merged, which is sooner done than sorting again.
fn by_distance(order: &[usize], sorted: &[f64], middle: f64) -> Vec<usize> {
    let (mut below, mut above) = (sorted.partition_point(|x| *x < middle), 0);
    above += below;
    let mut merged = Vec::with_capacity(order.len());
    while merged.len() < order.len() {
        let from_below = below > 0
            && (above == order.len() || middle - sorted[below - 1] <= sorted[above] - middle);
        if from_below {
            below -= 1;
            merged.push(order[below]);
        } else {
            merged.push(order[above]);
            above += 1;
        }
    }
    merged
}

/// Between neighbours linearly, as most programs do.
fn quantile(order: &[f64], probability: f64) -> f64 {
    let place = probability * (order.len() - 1) as f64;
    let (below, share) = (place.floor() as usize, place - place.floor());
    let above = order[(below + 1).min(order.len() - 1)];
    order[below] + share * (above - order[below])
}

fn constant(values: &[f64]) -> bool {
    values.iter().all(|value| *value == values[0])
}
