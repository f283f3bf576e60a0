//! Whether chains of draws have found the same distribution, and what their draws are worth: Vehtari,
//! Gelman, Simpson, Carpenter & Bürkner 2021, "Rank-normalization, folding, and localization: an
//! improved R-hat for assessing convergence of MCMC".
//!
//! Draws are numbers, chain after chain, each as long as the others. Nothing is returned where there is
//! nothing to say: fewer than four draws a chain, or all of them alike.

use super::correlation::average_ranks;
use crate::numeric::{math, probit};

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
    if draws.len() < 4 * chains || constant(draws) {
        return None;
    }
    let halves = split(draws, chains).concat();
    let normalised = |draws: &[f64]| -> Vec<Vec<f64>> {
        let length = draws.len() / (2 * chains);
        rank_normalised(draws).chunks_exact(length).map(<[f64]>::to_vec).collect()
    };
    let middle = quantile(&sorted(&halves), 0.5);
    let folded: Vec<f64> = halves.iter().map(|x| (x - middle).abs()).collect();
    let scale = if constant(&folded) { None } else { r_hat(&normalised(&folded)) };
    let normal = normalised(&halves);
    let location = r_hat(&normal)?;
    Some(Convergence {
        r_hat: location.max(scale.unwrap_or(location)),
        ess_bulk: effective(&normal)?,
        ess_tail: tail(draws, chains),
    })
}

/// Effective draws for the mean of a quantity.
pub fn effective_draws(draws: &[f64], chains: usize) -> Option<f64> {
    if draws.len() < 4 * chains || constant(draws) {
        return None;
    }
    effective(&split(draws, chains))
}

/// The Monte-Carlo error of the correlation of two quantities over the same draws. A correlation is no
/// mean of draws, but to first order it errs as the mean of `z z' - rho (z^2 + z'^2) / 2` does, z being
/// standardised.
pub fn correlation_error(left: &[f64], right: &[f64], chains: usize) -> Option<f64> {
    let (left, right) = (standardised(left)?, standardised(right)?);
    let count = left.len() as f64;
    let pairs = || left.iter().zip(&right);
    let rho = pairs().fold(0.0, |sum, (a, b)| sum + a * b) / count;
    let terms: Vec<f64> = pairs().map(|(a, b)| a * b - rho * (a * a + b * b) / 2.0).collect();
    mean_error(&terms, chains)
}

/// The Monte-Carlo error of the mean of a quantity.
pub fn mean_error(draws: &[f64], chains: usize) -> Option<f64> {
    let mean = mean(draws);
    let squares = draws.iter().fold(0.0, |sum, x| sum + (x - mean) * (x - mean));
    Some((squares / draws.len() as f64 / effective_draws(draws, chains)?).sqrt())
}

fn standardised(values: &[f64]) -> Option<Vec<f64>> {
    let count = values.len() as f64;
    let mean = values.iter().fold(0.0, |sum, x| sum + x) / count;
    let square = values.iter().fold(0.0, |sum, x| sum + (x - mean) * (x - mean)) / count;
    let deviation = square.sqrt();
    (deviation > 0.0).then(|| values.iter().map(|x| (x - mean) / deviation).collect())
}

/// Ranks over all draws, as if they were a normal sample (their equation 14).
fn rank_normalised(draws: &[f64]) -> Vec<f64> {
    let count = draws.len() as f64;
    // They count ranks from 1, where ours start at 0.
    average_ranks(draws).iter().map(|rank| probit((rank + 0.625) / (count + 0.25))).collect()
}

/// Every chain as two, so that a trend within one is seen; the middle of an odd one is left out.
fn split(draws: &[f64], chains: usize) -> Vec<Vec<f64>> {
    let length = draws.len() / chains;
    let halves =
        |chain: &[f64]| [&chain[..length / 2], &chain[length.div_ceil(2)..]].map(<[f64]>::to_vec);
    draws.chunks_exact(length).flat_map(halves).collect()
}

fn r_hat(chains: &[Vec<f64>]) -> Option<f64> {
    let length = chains[0].len() as f64;
    let means: Vec<f64> = chains.iter().map(|chain| mean(chain)).collect();
    let within = mean(&chains.iter().map(|chain| variance(chain)).collect::<Vec<_>>());
    let between = if chains.len() > 1 { variance(&means) } else { 0.0 };
    let total = (length - 1.0) / length * within + between;
    (within > 0.0).then(|| (total / within).sqrt())
}

fn tail(draws: &[f64], chains: usize) -> f64 {
    let order = sorted(draws);
    let effective_at = |probability: f64| {
        let edge = quantile(&order, probability);
        let below: Vec<f64> = draws.iter().map(|x| f64::from(u8::from(*x <= edge))).collect();
        if constant(&below) { None } else { effective(&split(&below, chains)) }
    };
    let sizes = [0.05, 0.95].into_iter().filter_map(effective_at);
    sizes
        .fold(None, |least: Option<f64>, size| Some(least.map_or(size, |least| least.min(size))))
        .unwrap_or(draws.len() as f64)
}

/// Geyer's initial monotone sequence over the chains' mean autocovariance (their section 3.2).
fn effective(chains: &[Vec<f64>]) -> Option<f64> {
    let length = chains[0].len();
    let centred: Vec<Vec<f64>> = chains
        .iter()
        .map(|chain| {
            let mean = mean(chain);
            chain.iter().map(|x| x - mean).collect()
        })
        .collect();
    let covariance =
        |lag: usize| mean(&centred.iter().map(|chain| lagged(chain, lag)).collect::<Vec<_>>());
    let n = length as f64;
    let within = covariance(0) * n / (n - 1.0);
    let mut total = within * (n - 1.0) / n;
    if chains.len() > 1 {
        total += variance(&chains.iter().map(|chain| mean(chain)).collect::<Vec<_>>());
    }
    if total <= 0.0 {
        return None;
    }
    let correlation = |lag: usize| 1.0 - (within - covariance(lag)) / total;
    let tau = autocorrelation_time(length, correlation);
    let count = n * chains.len() as f64;
    Some(count / tau.max(1.0 / math::log10(count)))
}

/// The sum of autocorrelations, in pairs as long as they are positive, none larger than those before.
fn autocorrelation_time(length: usize, correlation: impl Fn(usize) -> f64) -> f64 {
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

fn lagged(centred: &[f64], lag: usize) -> f64 {
    let products = centred.iter().zip(&centred[lag..]);
    products.fold(0.0, |sum, (a, b)| sum + a * b) / centred.len() as f64
}

fn mean(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |sum, value| sum + value) / values.len() as f64
}

fn variance(values: &[f64]) -> f64 {
    let mean = mean(values);
    let squares = values.iter().fold(0.0, |sum, value| sum + (value - mean) * (value - mean));
    squares / (values.len() as f64 - 1.0)
}

fn sorted(values: &[f64]) -> Vec<f64> {
    let mut order = values.to_vec();
    order.sort_by(f64::total_cmp);
    order
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
