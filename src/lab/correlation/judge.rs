//! The scores of all models on one task.

use crate::error::Result;
use crate::lab::correlation::fit::Fit;
use crate::metric::{self, CrossOptions, Entries, Metacorrelation, Prediction};
use crate::posterior::Posterior;
use crate::scenario::{Pairs, Scenario};

/// The scores of the models that are there, in the order of the scenario's candidates.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Judged {
    /// Which candidates they are.
    pub models: Vec<usize>,
    /// Agreement with the oracle's correlations.
    pub metacorrelation: Vec<Metacorrelation>,
    /// Mean log density of each target's observation alone.
    pub marginal: Vec<f64>,
    /// Of random batches of them together, per target.
    pub joint: Vec<f64>,
    /// Mean XLL over references.
    pub xll: Vec<Option<f64>>,
    /// Mean rank over references, 0 being best.
    pub xllr: Vec<Option<f64>>,
    /// One for each of them that is a reference.
    pub references: Vec<Row>,
    /// The largest jitter that a singular batch needed.
    pub jitter: f64,
}

/// All candidates under one reference.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The candidate that is the reference.
    pub reference: usize,
    /// XLL of each model.
    pub xll: Vec<f64>,
    /// Its rank.
    pub rank: Vec<f64>,
}

/// Judges the models that are there.
pub fn judge(
    scenario: &Scenario,
    y: &[f64],
    fits: &[Option<Fit>],
    oracle: Option<&Posterior>,
) -> Result<Judged> {
    let there = |(i, fit): (usize, &'_ Option<Fit>)| fit.as_ref().map(|_| i);
    let models: Vec<usize> = fits.iter().enumerate().filter_map(there).collect();
    if models.is_empty() {
        return Ok(Judged::default());
    }
    let targets: Vec<Posterior> =
        fits.iter().flatten().map(|fit| fit.posterior.last(y.len())).collect();
    let predictions: Vec<Prediction> = targets.iter().map(Prediction::from).collect();
    let batch_size = scenario.judging.xll_batch.min(y.len());
    let is_reference = |&at: &usize| scenario.models.candidates[models[at]].is_reference;
    let references: Vec<usize> = (0..models.len()).filter(is_reference).collect();
    let options = CrossOptions {
        include_self: true,
        batches: scenario.judging.batches,
        references: Some(&references),
    };
    let found = metric::cross_likelihoods(&predictions, y, batch_size, options)?;
    let batches = metric::random_batches(y.len(), batch_size, scenario.problem.seed.into())?;
    let joint = |model: &Prediction| metric::joint_log_likelihood(y, model, &batches);
    let row = |row: &metric::Reference| Row {
        reference: models[row.model],
        xll: row.xll.clone(),
        rank: row.rank.iter().map(|rank| rank.unwrap_or(f64::NAN)).collect(),
    };
    Ok(Judged {
        metacorrelation: fits
            .iter()
            .flatten()
            .map(|fit| agreement(scenario, fit, oracle, y.len()))
            .collect::<Result<_>>()?,
        marginal: predictions
            .iter()
            .map(|model| metric::marginal_log_likelihood(y, model))
            .collect::<Result<_>>()?,
        joint: predictions.iter().map(joint).collect::<Result<_>>()?,
        references: found.references.iter().map(row).collect(),
        xll: found.xll,
        xllr: found.xllr,
        jitter: found.jitter,
        models,
    })
}

/// Nothing where there is no oracle, or where a model says nothing of the pool.
fn agreement(
    scenario: &Scenario,
    fit: &Fit,
    oracle: Option<&Posterior>,
    targets: usize,
) -> Result<Metacorrelation> {
    const NOTHING: Metacorrelation = Metacorrelation { pearson: None, spearman: None };
    let Some(oracle) = oracle else { return Ok(NOTHING) };
    let pool = oracle.len() - targets;
    match (scenario.judging.pairs, fit.skipped) {
        (Pairs::PoolTargets, 0) if pool > 0 => {
            let (rows, cols): (Vec<_>, Vec<_>) =
                ((0..pool).collect(), (pool..oracle.len()).collect());
            let entries = Entries::Block { rows: &rows, cols: &cols };
            metric::metacorrelation(&fit.posterior.covariance, &oracle.covariance, entries)
        }
        (Pairs::PoolTargets, _) if pool > 0 => Ok(NOTHING),
        _ => {
            let (oracle, own) = (oracle.last(targets), fit.posterior.last(targets));
            metric::metacorrelation(&own.covariance, &oracle.covariance, Entries::UpperTriangle)
        }
    }
}
