//! What a rule needs to know: covariances and noise.

use crate::acquisition::Rule;
use crate::error::{Error, Result};
use crate::numeric::{Vector, math};
use crate::posterior::Posterior;

/// The points that could be observed, and how they are related to those that matter. Covariances
/// are of the noise-free function.
#[derive(Debug, Clone)]
pub struct Candidates<'a> {
    /// Pool x pool, symmetric.
    pub covariance_pool: Block<'a>,
    /// Pool x targets.
    pub covariance_pool_targets: Block<'a>,
    /// Among the targets.
    pub targets: Targets<'a>,
    /// Noise variance of each pool point, positive.
    pub noise_pool: Vector,
    /// Noise variance of each target, positive; only EPIG and ITL use it.
    pub noise_targets: Vector,
}

/// What is known of the targets among themselves.
#[derive(Debug, Clone)]
pub enum Targets<'a> {
    /// Their variances alone.
    Variances(Vector),
    /// Targets x targets, symmetric.
    Covariance(Block<'a>),
}

/// A matrix, or a part of one: `matrix.as_view()` or `matrix.view(start, shape)`.
pub type Block<'a> = nalgebra::DMatrixView<'a, f64>;

impl<'a> Candidates<'a> {
    /// The blocks of a joint posterior over a pool of `pool` points, then the targets.
    ///
    /// # Errors
    /// [`Error::Value`] if the pool is larger than the posterior.
    pub fn of(joint: &'a Posterior, pool: usize) -> Result<Self> {
        if pool > joint.len() {
            let expected = format!("at most the {} points of the posterior", joint.len());
            return Err(Error::value("pool", pool, expected));
        }
        let targets = joint.len() - pool;
        let block =
            |row, column, rows, columns| joint.covariance.view((row, column), (rows, columns));
        Ok(Self {
            covariance_pool: block(0, 0, pool, pool),
            covariance_pool_targets: block(0, pool, pool, targets),
            targets: Targets::Covariance(block(pool, pool, targets, targets)),
            noise_pool: joint.noise.rows(0, pool).into_owned(),
            noise_targets: joint.noise.rows(pool, targets).into_owned(),
        })
    }

    /// How many points there are to choose from.
    #[must_use]
    pub fn pool_len(&self) -> usize {
        self.covariance_pool.nrows()
    }

    /// How many points matter.
    #[must_use]
    pub fn targets_len(&self) -> usize {
        self.covariance_pool_targets.ncols()
    }

    /// Variances of the pool; rounding below zero is clipped.
    pub(super) fn variance_pool(&self) -> Vec<f64> {
        self.covariance_pool.diagonal().iter().map(clip).collect()
    }

    /// Variances of the targets; rounding below zero is clipped.
    pub(super) fn variance_targets(&self) -> Vec<f64> {
        match &self.targets {
            Targets::Variances(variances) => variances.iter().map(clip).collect(),
            Targets::Covariance(matrix) => matrix.diagonal().iter().map(clip).collect(),
        }
    }

    pub(super) fn check(&self, rule: Rule, batch_size: usize) -> Result<()> {
        let (pool, targets) = (self.pool_len(), self.targets_len());
        if targets == 0 {
            return Err(Error::value("number of targets", targets, "at least 1"));
        }
        if !(1..=pool).contains(&batch_size) {
            let expected = format!("between 1 and the {pool} points of the pool");
            return Err(Error::value("batch size", batch_size, expected));
        }
        check_block("covariance of the pool", self.covariance_pool, (pool, pool))?;
        let cross = self.covariance_pool_targets;
        check_block("covariance of pool and targets", cross, (pool, targets))?;
        match (&self.targets, rule) {
            (Targets::Variances(_), Rule::Itl) => {
                let expected = "the targets' covariances for the rule itl";
                return Err(Error::value("targets", "variances alone", expected));
            }
            (Targets::Covariance(matrix), Rule::Itl) => {
                check_block("covariance of the targets", *matrix, (targets, targets))?;
            }
            (Targets::Covariance(matrix), _) => {
                check_shape("covariance of the targets", *matrix, (targets, targets))?;
            }
            _ => {}
        }
        let variances = self.variance_targets();
        let variances = Block::from_slice(&variances, variances.len(), 1);
        check_block("variance of the targets", variances, (targets, 1))?;
        check_noise("noise of the pool", &self.noise_pool, pool)?;
        check_noise("noise of the targets", &self.noise_targets, targets)
    }
}

/// At least zero; what is not a number stays so, to be found by the check.
fn clip(variance: &f64) -> f64 {
    if *variance < 0.0 { 0.0 } else { *variance }
}

fn check_shape(name: &str, block: Block, (rows, columns): (usize, usize)) -> Result<()> {
    if block.shape() == (rows, columns) {
        return Ok(());
    }
    let got = format!("{} x {}", block.nrows(), block.ncols());
    Err(Error::value(name, got, format!("{rows} x {columns}")))
}

fn check_block(name: &str, block: Block, shape: (usize, usize)) -> Result<()> {
    check_shape(name, block, shape)?;
    for (j, column) in block.column_iter().enumerate() {
        let column = column.as_slice();
        if !math::all_finite(column) {
            let i = column.iter().position(|entry| !entry.is_finite()).unwrap_or(0);
            let name = format!("{name} at row {i}, column {j}");
            return Err(Error::value(name, column[i], "finite"));
        }
    }
    Ok(())
}

fn check_noise(name: &str, noise: &Vector, points: usize) -> Result<()> {
    if noise.len() != points {
        return Err(Error::value(name, format!("{} numbers", noise.len()), format!("{points}")));
    }
    match noise.iter().enumerate().find(|(_, n)| !(**n > 0.0 && n.is_finite())) {
        None => Ok(()),
        Some((i, n)) => Err(Error::value(format!("{name} at point {i}"), n, "positive and finite")),
    }
}
