//! The scores of all models on one task.

use crate::error::Result;
use crate::experiment::measure::{MEASURES, Measure};
use crate::metric::{
    self, Batches, CrossLikelihoods, CrossOptions, Entries, Metacorrelation, Prediction,
};
use crate::posterior::Posterior;
use crate::scenario::{Pairs, Scenario};

/// What a model believes of a task's points, or of its targets alone.
#[derive(Debug, Clone, PartialEq)]
pub struct Fit {
    /// What it believes.
    pub posterior: Posterior,
    /// How many points, the first ones, it says nothing of.
    pub skipped: usize,
    /// Why it should not be trusted as it is, if it should not.
    pub doubt: Option<String>,
}

impl Fit {
    /// Of all points, and to be trusted.
    pub fn sure(posterior: Posterior) -> Self {
        Self { posterior, skipped: 0, doubt: None }
    }
}

/// The scores of the models that are there, in the order of the scenario's candidates.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Judged {
    /// Which candidates they are.
    pub models: Vec<usize>,
    /// For each of [`MEASURES`], that of each model.
    pub scores: Vec<Vec<Option<f64>>>,
    /// One for each of them that is a reference.
    pub references: Vec<Row>,
    /// The largest jitter that a singular batch needed.
    pub jitter: f64,
    /// Why a model should not be trusted as it was fitted, if it should not.
    pub doubts: Vec<Option<String>>,
}

impl Judged {
    /// What a measure says of each model; nothing before any was judged.
    pub fn of(&self, measure: &Measure) -> &[Option<f64>] {
        self.scores.get(measure.place()).map_or(&[], |scores| scores)
    }
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
    let cross = metric::cross_likelihoods(&predictions, y, batch_size, options)?;
    let row = |row: &metric::Reference| Row {
        reference: models[row.model],
        xll: row.xll.clone(),
        rank: row.rank.iter().map(|rank| rank.unwrap_or(f64::NAN)).collect(),
    };
    let evidence = Evidence {
        scenario,
        y,
        fits: fits.iter().flatten().collect(),
        predictions,
        oracle,
        batches: metric::random_batches(y.len(), batch_size, scenario.problem.seed.into())?,
        cross: &cross,
    };
    let scores = MEASURES.iter().map(|measure| (measure.judge)(&evidence));
    let scores = scores.collect::<Result<_>>()?;
    let references = cross.references.iter().map(row).collect();
    let doubts = fits.iter().flatten().map(|fit| fit.doubt.clone()).collect();
    Ok(Judged { scores, references, jitter: cross.jitter, doubts, models })
}

/// What measures are taken of: the models that are there.
pub struct Evidence<'a> {
    /// How they are judged.
    pub scenario: &'a Scenario,
    /// What was observed at the targets.
    pub y: &'a [f64],
    /// What each believes.
    pub fits: Vec<&'a Fit>,
    /// Of the targets alone.
    pub predictions: Vec<Prediction<'a>>,
    /// The exact posterior, if the prior is known.
    pub oracle: Option<&'a Posterior>,
    /// Random batches of targets.
    pub batches: Batches,
    /// XLL under each reference.
    pub cross: &'a CrossLikelihoods,
}

impl Evidence<'_> {
    /// Of each model with the oracle.
    pub fn agreement(&self) -> Result<Vec<Metacorrelation>> {
        let agreement = |fit: &&Fit| agreement(self.scenario, fit, self.oracle, self.y.len());
        self.fits.iter().map(agreement).collect()
    }
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
