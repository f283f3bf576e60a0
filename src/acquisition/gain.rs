//! Mean marginal information gains of many candidates at once: the engine's hot loop.

use crate::numeric::math;
use crate::numeric::simd::F64x2;

/// Sums over targets u of log 1 / (1 - c^2 / (v_u (v_x + n_x))), for every candidate x.
///
/// Wang, Sun & Grosse 2021, equation of MIG (section 4.2), in the form log(1 + ratio) with
/// ratio = c^2 / ((v_x v_u - c^2) + n_x v_u), which keeps its digits for strong and for weak
/// correlations. c^2 is cut at v_x v_u, which only rounding exceeds.
///
/// Logarithms are few: (1 + a)(1 + b) = 1 + (a + b + a b), so `excess` = product of (1 + ratio) - 1
/// is gathered without losing small ratios, and its logarithm taken once in `terms_per_log`.
pub struct LogSums {
    excess: Vec<f64>,
    sums: Vec<f64>,
    terms_per_log: usize,
    terms: usize,
}

/// Below this a target's variance counts as zero: products with a small noise could underflow.
const NO_VARIANCE: f64 = 1e-280;

impl LogSums {
    pub fn new(candidates: usize, terms_per_log: usize) -> Self {
        let zeros = vec![0.0; candidates];
        Self { excess: zeros.clone(), sums: zeros, terms_per_log, terms: 0 }
    }

    /// Adds a target of variance `variance_target`, given its covariances with the candidates and
    /// their variances and noise. A target without variance adds nothing.
    pub fn add(
        &mut self,
        covariances: &[f64],
        variances: &[f64],
        noise: &[f64],
        variance_target: f64,
    ) {
        if variance_target < NO_VARIANCE {
            return;
        }
        multiply_in(&mut self.excess, covariances, variances, noise, variance_target);
        self.terms += 1;
        if self.terms == self.terms_per_log {
            self.take_logs();
        }
    }

    /// The sums times `factor`.
    pub fn finish(mut self, factor: f64) -> Vec<f64> {
        self.take_logs();
        self.sums.iter_mut().for_each(|sum| *sum *= factor);
        self.sums
    }

    fn take_logs(&mut self) {
        math::ln_1p_in_place(&mut self.excess);
        self.sums.iter_mut().zip(&self.excess).for_each(|(sum, log)| *sum += log);
        self.excess.fill(0.0);
        self.terms = 0;
    }
}

/// How many terms a product may have before its logarithm must be taken. No ratio exceeds v_x / n_x,
/// nor that of the candidate where it is largest.
pub fn terms_per_log(variances: &[f64], noise: &[f64]) -> usize {
    let largest = variances.iter().zip(noise).fold(0.0, |most: f64, (v, n)| most.max(v / n));
    // The power of two above 1 + ratio: products stay below 2^1000.
    let exponent = ((1.0 + largest).to_bits() >> 52) as usize - 1023 + 1;
    (1000 / exponent).max(1)
}

#[inline(never)]
fn multiply_in(
    excess: &mut [f64],
    covariances: &[f64],
    variances: &[f64],
    noise: &[f64],
    variance_target: f64,
) {
    let target = F64x2::splat(variance_target);
    let (pairs, rest) = excess.as_chunks_mut::<2>();
    let (covariance_pairs, covariance_rest) = covariances.as_chunks::<2>();
    let (variance_pairs, variance_rest) = variances.as_chunks::<2>();
    let (noise_pairs, noise_rest) = noise.as_chunks::<2>();
    let candidates = covariance_pairs.iter().zip(variance_pairs).zip(noise_pairs);
    for (pair, ((c, v), n)) in pairs.iter_mut().zip(candidates) {
        let [c, v, n] = [c, v, n].map(F64x2::load);
        multiply_lanes(F64x2::load(pair), c, v, n, target).store(pair);
    }
    let candidates = covariance_rest.iter().zip(variance_rest).zip(noise_rest);
    for (last, ((&c, &v), &n)) in rest.iter_mut().zip(candidates) {
        let [s, c, v, n] = [*last, c, v, n].map(F64x2::splat);
        *last = multiply_lanes(s, c, v, n, target).to_array()[0];
    }
}

#[inline(always)]
fn multiply_lanes(excess: F64x2, c: F64x2, v: F64x2, n: F64x2, target: F64x2) -> F64x2 {
    let most = v * target;
    let square = (c * c).min(most);
    let ratio = square / ((most - square) + n * target);
    excess + (ratio + ratio * excess)
}
