//! Scores of the whole pool given the picks so far, rule by rule.

use crate::acquisition::conditioning::{Conditioned, Seen};
use crate::acquisition::gain::{LogSums, terms_per_log};
use crate::acquisition::{Candidates, Rule, Targets};
use crate::error::Result;
use crate::numeric::linalg::{self, Factor};
use crate::numeric::{Matrix, Vector, math};

/// A rule that has made some picks.
pub struct Greedy<'a> {
    rule: Rule,
    candidates: &'a Candidates,
    pool: Conditioned<'a>,
    /// The same pool with all targets observed, for ITL.
    informed: Option<Informed<'a>>,
    /// Pool x targets given the picks, for the rules that look at each target.
    cross: Option<Matrix>,
    variance_targets: Vec<f64>,
    terms_per_log: usize,
}

/// The pool given noisy observations of all targets.
struct Informed<'a> {
    /// L^-1 K(targets, pool), L the factor of the targets' covariance with noise.
    projected: Matrix,
    pool: Conditioned<'a>,
}

impl<'a> Greedy<'a> {
    pub fn new(rule: Rule, candidates: &'a Candidates) -> Result<Self> {
        let (variances, noise) = (candidates.variance_pool(), candidates.noise_pool.as_slice());
        let looks_at_targets =
            matches!(rule, Rule::Mig | Rule::BatchMig | Rule::Epig | Rule::Vtl | Rule::Ctl);
        Ok(Self {
            rule,
            candidates,
            informed: if rule == Rule::Itl { Some(Informed::new(candidates)?) } else { None },
            cross: looks_at_targets.then(|| candidates.covariance_pool_targets.clone()),
            variance_targets: candidates.variance_targets(),
            terms_per_log: terms_per_log(&variances, noise),
            pool: Conditioned::new(variances, noise),
        })
    }

    /// Conditions on an observation of the pool point numbered `pick`.
    pub fn observe(&mut self, pick: usize) {
        let with_pool = |matrix: &Matrix| matrix.column(pick).as_slice().to_vec();
        if let Some(Informed { projected, pool }) = &mut self.informed {
            let mut column = with_pool(&self.candidates.covariance_pool);
            let picked = projected.column(pick);
            for (entry, other) in column.iter_mut().zip(projected.column_iter()) {
                *entry -= linalg::dot(other.as_slice(), picked.as_slice());
            }
            pool.observe(pick, column);
        }
        let Some(seen) = self.pool.observe(pick, with_pool(&self.candidates.covariance_pool))
        else {
            return;
        };
        if let Some(cross) = &mut self.cross {
            condition_targets(cross, &mut self.variance_targets, pick, seen);
        }
    }

    /// The score of every pool point, taken or not.
    pub fn scores(&self) -> Vec<f64> {
        let noise = self.candidates.noise_pool.as_slice();
        let variances = self.pool.variances.as_slice();
        match self.rule {
            Rule::Random => vec![0.0; variances.len()],
            Rule::Tig | Rule::BatchTig => total_information(variances, noise),
            Rule::Mig | Rule::BatchMig => self.mean_information(&self.variance_targets),
            Rule::Epig => {
                let noisy = self.variance_targets.iter().zip(&self.candidates.noise_targets);
                self.mean_information(&noisy.map(|(v, n)| v + n).collect::<Vec<_>>())
            }
            Rule::Itl => self.joint_information(),
            Rule::Vtl => self.variance_reduction(),
            Rule::Ctl => self.mean_correlation(),
        }
    }

    /// MIG (section 4.2 of the paper) under the posterior given the picks; by the chain rule the
    /// increment of BatchMIG. With noisy targets, EPIG (Bickford Smith et al. 2023, equation 8).
    fn mean_information(&self, variance_targets: &[f64]) -> Vec<f64> {
        let (variances, noise) = (&self.pool.variances, self.candidates.noise_pool.as_slice());
        let mut sums = LogSums::new(variances.len(), self.terms_per_log);
        for (covariances, &variance) in self.columns().zip(variance_targets) {
            sums.add(covariances, variances, noise, variance);
        }
        sums.finish(0.5 / variance_targets.len() as f64)
    }

    /// ITL (Hübotter et al. 2024, equation 2): 1/2 log (v_x + n_x) / (w_x + n_x), w_x the variance
    /// once all targets are observed too.
    fn joint_information(&self) -> Vec<f64> {
        let informed = self.informed.as_ref().expect("ITL observes the targets");
        let pairs = self.pool.variances.iter().zip(&informed.pool.variances);
        let gain =
            |((v, w), n): ((&f64, &f64), &f64)| 0.5 * math::ln_1p((v - w).max(0.0) / (w + n));
        pairs.zip(&self.candidates.noise_pool).map(gain).collect()
    }

    /// VTL (Hübotter et al. 2024; ALC, Cohn 1996): mean over u of c^2 / (v_x + n_x).
    fn variance_reduction(&self) -> Vec<f64> {
        let mut sums = vec![0.0; self.pool.variances.len()];
        for covariances in self.columns() {
            sums.iter_mut().zip(covariances).for_each(|(sum, c)| *sum += c * c);
        }
        let scale = self.variance_targets.len() as f64;
        let noise = &self.candidates.noise_pool;
        let variances = self.pool.variances.iter().zip(noise).map(|(v, n)| v + n);
        sums.iter().zip(variances).map(|(sum, variance)| sum / variance / scale).collect()
    }

    /// CTL (Hübotter et al. 2024): mean over u of the correlation of f(x) and f(u).
    fn mean_correlation(&self) -> Vec<f64> {
        let inverse_deviation = |v: &f64| if *v > 0.0 { 1.0 / v.sqrt() } else { 0.0 };
        let scales: Vec<f64> = self.pool.variances.iter().map(inverse_deviation).collect();
        let mut sums = vec![0.0; scales.len()];
        for (covariances, variance) in self.columns().zip(&self.variance_targets) {
            let scale_target = inverse_deviation(variance);
            for ((sum, c), scale) in sums.iter_mut().zip(covariances).zip(&scales) {
                *sum += (c * scale * scale_target).clamp(-1.0, 1.0);
            }
        }
        sums.iter().map(|sum| sum / self.variance_targets.len() as f64).collect()
    }

    /// Covariances of the pool with each target.
    fn columns(&self) -> impl Iterator<Item = &[f64]> {
        let cross = self.cross.as_ref().expect("this rule looks at each target");
        cross.as_slice().chunks_exact(cross.nrows())
    }
}

impl<'a> Informed<'a> {
    fn new(candidates: &'a Candidates) -> Result<Self> {
        let Targets::Covariance(covariance) = &candidates.targets else {
            unreachable!("checked before any rule runs");
        };
        let mut noisy = covariance.clone();
        candidates.noise_targets.iter().enumerate().for_each(|(i, n)| noisy[(i, i)] += n);
        let factor = Factor::new(noisy)?;
        let projected = factor.solve_lower(candidates.covariance_pool_targets.transpose());
        let mut variances = candidates.variance_pool();
        for (variance, column) in variances.iter_mut().zip(projected.column_iter()) {
            *variance = (*variance - linalg::dot(column.as_slice(), column.as_slice())).max(0.0);
        }
        let pool = Conditioned::new(variances, candidates.noise_pool.as_slice());
        Ok(Self { projected, pool })
    }
}

/// The increments of the BatchMIG information of `picks`, in their order.
pub fn information(candidates: &Candidates, picks: &[usize]) -> Vec<f64> {
    let alone = Candidates {
        covariance_pool: candidates.covariance_pool.select_rows(picks).select_columns(picks),
        covariance_pool_targets: candidates.covariance_pool_targets.select_rows(picks),
        targets: Targets::Variances(Vector::from_vec(candidates.variance_targets())),
        noise_pool: candidates.noise_pool.select_rows(picks),
        noise_targets: candidates.noise_targets.clone(),
    };
    let (mut cross, mut variance_targets) =
        (alone.covariance_pool_targets.clone(), alone.variance_targets());
    let terms = terms_per_log(&candidates.variance_pool(), candidates.noise_pool.as_slice());
    let mut pool = Conditioned::new(alone.variance_pool(), alone.noise_pool.as_slice());
    let mut increments = Vec::with_capacity(picks.len());
    for pick in 0..picks.len() {
        let (variance, noise) = ([pool.variances[pick]], [alone.noise_pool[pick]]);
        let mut sum = LogSums::new(1, terms);
        for (u, &variance_target) in variance_targets.iter().enumerate() {
            sum.add(&[cross[(pick, u)]], &variance, &noise, variance_target);
        }
        increments.extend(sum.finish(0.5 / variance_targets.len() as f64));
        let column = alone.covariance_pool.column(pick).as_slice().to_vec();
        if let Some(seen) = pool.observe(pick, column) {
            condition_targets(&mut cross, &mut variance_targets, pick, seen);
        }
    }
    increments
}

/// TIG (section 4.1 of the paper): 1/2 log(1 + v_x / n_x).
fn total_information(variances: &[f64], noise: &[f64]) -> Vec<f64> {
    variances.iter().zip(noise).map(|(v, n)| 0.5 * math::ln_1p(v / n)).collect()
}

/// Conditions what is known of each target on a pick.
fn condition_targets(cross: &mut Matrix, variance_targets: &mut [f64], pick: usize, seen: &Seen) {
    let pool = cross.nrows();
    let columns = cross.as_mut_slice().chunks_exact_mut(pool);
    for (covariances, variance) in columns.zip(variance_targets) {
        let other = covariances[pick];
        seen.observation.condition_variances(std::slice::from_mut(variance), &[other]);
        seen.observation.condition(covariances, &seen.with_pool, other);
    }
}
