//! Scores of the whole pool given the picks so far, rule by rule.

use crate::acquisition::candidates::{Block, Candidates, Targets};
use crate::acquisition::conditioning::{Conditioned, Cross};
use crate::acquisition::gain::{Limits, LogSums};
use crate::acquisition::rule::Rule;
use crate::error::Result;
use crate::numeric::linalg::{self, Factor};
use crate::numeric::{Matrix, Vector, math};

/// A rule that has made some picks.
pub struct Greedy<'a> {
    rule: Rule,
    candidates: &'a Candidates<'a>,
    pool: Conditioned<'a>,
    /// The same pool with all targets observed, for ITL.
    informed: Option<Informed<'a>>,
    cross: Cross<'a>,
    limits: Limits,
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
        Ok(Self {
            rule,
            candidates,
            informed: if rule == Rule::Itl { Some(Informed::new(candidates)?) } else { None },
            cross: Cross::new(candidates.covariance_pool_targets, candidates.variance_targets()),
            limits: Limits::of(&variances, noise),
            pool: Conditioned::new(variances, noise),
        })
    }

    /// Conditions on an observation of the pool point numbered `pick`.
    pub fn observe(&mut self, pick: usize) {
        let raw = self.candidates.covariance_pool.column(pick);
        if let Some(Informed { projected, pool }) = &mut self.informed {
            let mut column = raw.as_slice().to_vec();
            let picked = projected.column(pick);
            for (entry, other) in column.iter_mut().zip(projected.column_iter()) {
                *entry -= linalg::dot(other.as_slice(), picked.as_slice());
            }
            pool.observe(pick, column);
        }
        self.pool.observe(pick, raw.as_slice().to_vec());
    }

    /// The score of every pool point, taken or not.
    pub fn scores(&mut self) -> Vec<f64> {
        let noise = self.candidates.noise_pool.as_slice();
        match self.rule {
            Rule::Random => vec![0.0; noise.len()],
            Rule::Tig | Rule::BatchTig => total_information(&self.pool.variances, noise),
            Rule::Mig | Rule::BatchMig => self.mean_information(None),
            Rule::Epig => self.mean_information(Some(&self.candidates.noise_targets)),
            Rule::Itl => self.joint_information(),
            Rule::Vtl => self.variance_reduction(),
            Rule::Ctl => self.mean_correlation(),
        }
    }

    /// MIG (section 3.2 of the paper) under the posterior given the picks; by the chain rule the
    /// increment of BatchMIG. With noisy targets, EPIG (Bickford Smith et al. 2023).
    fn mean_information(&mut self, noise_targets: Option<&Vector>) -> Vec<f64> {
        let noise = self.candidates.noise_pool.as_slice();
        let mut sums = LogSums::new(&self.pool.variances, noise, self.limits);
        self.cross.add_to(&mut sums, self.pool.seen(), noise_targets);
        sums.finish(0.5 / self.candidates.targets_len() as f64)
    }

    /// ITL (Hübotter et al. 2024): 1/2 log (v_x + n_x) / (w_x + n_x), w_x the variance once all
    /// targets are observed too.
    fn joint_information(&self) -> Vec<f64> {
        let informed = self.informed.as_ref().expect("ITL observes the targets");
        let pairs = self.pool.variances.iter().zip(&informed.pool.variances);
        let gain =
            |((v, w), n): ((&f64, &f64), &f64)| 0.5 * math::ln_1p((v - w).max(0.0) / (w + n));
        pairs.zip(&self.candidates.noise_pool).map(gain).collect()
    }

    /// VTL (Hübotter et al. 2024; ALC, Cohn 1996): mean over u of c^2 / (v_x + n_x).
    fn variance_reduction(&mut self) -> Vec<f64> {
        let mut sums = vec![0.0; self.pool.variances.len()];
        self.cross.visit(self.pool.seen(), |_, targets| {
            for target in targets {
                sums.iter_mut().zip(target.covariances).for_each(|(sum, c)| *sum += c * c);
            }
        });
        let count = self.candidates.targets_len() as f64;
        let noise = &self.candidates.noise_pool;
        let variances = self.pool.variances.iter().zip(noise).map(|(v, n)| v + n);
        sums.iter().zip(variances).map(|(sum, variance)| sum / variance / count).collect()
    }

    /// CTL (Hübotter et al. 2024): mean over u of the correlation of f(x) and f(u).
    fn mean_correlation(&mut self) -> Vec<f64> {
        let inverse_deviation = |v: f64| if v > 0.0 { 1.0 / v.sqrt() } else { 0.0 };
        let scales: Vec<f64> = self.pool.variances.iter().copied().map(inverse_deviation).collect();
        let mut sums = vec![0.0; scales.len()];
        self.cross.visit(self.pool.seen(), |_, targets| {
            for target in targets {
                let scale_target = inverse_deviation(target.variance);
                for ((sum, c), scale) in sums.iter_mut().zip(target.covariances).zip(&scales) {
                    *sum += (c * scale * scale_target).clamp(-1.0, 1.0);
                }
            }
        });
        sums.iter().map(|sum| sum / self.candidates.targets_len() as f64).collect()
    }
}

impl<'a> Informed<'a> {
    fn new(candidates: &'a Candidates) -> Result<Self> {
        let Targets::Covariance(covariance) = &candidates.targets else {
            unreachable!("checked before any rule runs");
        };
        let mut noisy = covariance.clone_owned();
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

/// The increments of the BatchMIG information of `picks`, in their order: the scores that BatchMIG
/// would give them, bit for bit, in a pool of nothing else.
pub fn information(candidates: &Candidates, picks: &[usize]) -> Result<Vec<f64>> {
    let rows = |block: Block| block.select_rows(picks);
    let covariance_pool = rows(candidates.covariance_pool).select_columns(picks);
    let covariance_pool_targets = rows(candidates.covariance_pool_targets);
    let alone = Candidates {
        covariance_pool: covariance_pool.as_view(),
        covariance_pool_targets: covariance_pool_targets.as_view(),
        targets: candidates.targets.clone(),
        noise_pool: candidates.noise_pool.select_rows(picks),
        noise_targets: candidates.noise_targets.clone(),
    };
    let limits = Limits::of(&candidates.variance_pool(), candidates.noise_pool.as_slice());
    let mut greedy = Greedy { limits, ..Greedy::new(Rule::BatchMig, &alone)? };
    let increment = |pick: usize| {
        let score = greedy.scores()[pick];
        greedy.observe(pick);
        score
    };
    Ok((0..picks.len()).map(increment).collect())
}

/// TIG (section 3.2 of the paper): 1/2 log(1 + v_x / n_x).
fn total_information(variances: &[f64], noise: &[f64]) -> Vec<f64> {
    variances.iter().zip(noise).map(|(v, n)| 0.5 * math::ln_1p(v / n)).collect()
}
