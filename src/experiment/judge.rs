//! The scores of all models on one task.

use std::cell::OnceCell;

use crate::error::Result;
use crate::experiment::measure::{MEASURES, Measure};
use crate::metric::{
    self, Batches, CrossLikelihoods, CrossOptions, Entries, Given, Metacorrelation, Prediction,
    Said,
};
use crate::numeric::Matrix;
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
    /// Functions that it finds likely at the targets, one a column; kept only where a measure asks for them.
    pub draws: Option<Matrix>,
}

impl Fit {
    /// Of all points, and to be trusted.
    pub fn sure(posterior: Posterior) -> Self {
        Self { posterior, skipped: 0, doubt: None, draws: None }
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

/// What is known of a task beside observations.
#[derive(Debug, Clone, Copy, Default)]
pub struct Known<'a> {
    /// The exact posterior, if the prior is known.
    pub oracle: Option<&'a Posterior>,
    /// The true function at the targets.
    pub truth: Option<&'a [f64]>,
}

/// Judges the models that are there by what labs always show.
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
    let targets = at_targets(y, fits);
    let evidence = Evidence::of(scenario, y, fits, &targets, Known { oracle, truth: None })?;
    let row = |row: &metric::Reference| Row {
        reference: models[row.model],
        xll: row.xll.clone(),
        rank: row.rank.iter().map(|rank| rank.unwrap_or(f64::NAN)).collect(),
    };
    let scores = MEASURES.iter().map(|measure| measure.judge(&evidence));
    let scores = scores.collect::<Result<_>>()?;
    let cross = evidence.cross()?;
    let references = cross.references.iter().map(row).collect();
    let doubts = fits.iter().flatten().map(|fit| fit.doubt.clone()).collect();
    Ok(Judged { scores, references, jitter: cross.jitter, doubts, models })
}

/// What models that are there believe of the targets alone.
pub fn at_targets(y: &[f64], fits: &[Option<Fit>]) -> Vec<Posterior> {
    fits.iter().flatten().map(|fit| fit.posterior.last(y.len())).collect()
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
    /// What else is known.
    pub known: Known<'a>,
    /// Random batches of targets.
    pub batches: Batches,
    /// Which of the models are references.
    references: Vec<usize>,
    cross: OnceCell<CrossLikelihoods>,
    agreement: OnceCell<Vec<Metacorrelation>>,
    expected: OnceCell<Vec<Vec<f64>>>,
}

impl<'a> Evidence<'a> {
    /// Of the models that are there; `targets` is what [`at_targets`] gives.
    pub fn of(
        scenario: &'a Scenario,
        y: &'a [f64],
        fits: &'a [Option<Fit>],
        targets: &'a [Posterior],
        known: Known<'a>,
    ) -> Result<Self> {
        let batch_size = scenario.judging.xll_batch.min(y.len());
        let candidates = scenario.models.candidates.iter().zip(fits);
        let there = candidates.filter(|(_, fit)| fit.is_some()).enumerate();
        let is_reference = there.filter(|(_, (candidate, _))| candidate.is_reference);
        Ok(Self {
            scenario,
            y,
            fits: fits.iter().flatten().collect(),
            predictions: targets.iter().map(Prediction::from).collect(),
            known,
            batches: metric::random_batches(y.len(), batch_size, scenario.problem.seed.into())?,
            references: is_reference.map(|(at, _)| at).collect(),
            cross: OnceCell::new(),
            agreement: OnceCell::new(),
            expected: OnceCell::new(),
        })
    }
}

impl Evidence<'_> {
    /// Of each model with the oracle; nothing where there is no oracle, or where a model says nothing of the pool.
    pub fn agreement(&self) -> Result<&[Metacorrelation]> {
        let (targets, pairs) = (self.y.len(), self.scenario.judging.pairs);
        let of = |fit: &&Fit| match self.known.oracle {
            Some(oracle) if fit.skipped == 0 || pairs == Pairs::Targets => {
                agreement(pairs, &fit.posterior, oracle, targets)
            }
            _ => Ok(Metacorrelation { pearson: None, spearman: None }),
        };
        Ok(once(&self.agreement, || self.fits.iter().map(of).collect())?)
    }

    /// XLL under each reference.
    pub fn cross(&self) -> Result<&CrossLikelihoods> {
        let options = CrossOptions {
            include_self: true,
            batches: self.scenario.judging.batches,
            references: Some(&self.references),
        };
        let (predictions, size) = (&self.predictions, self.batches.size);
        once(&self.cross, || metric::cross_likelihoods(predictions, self.y, size, options))
    }

    /// What the oracle expects XLL of each model to be under each reference; nothing without an oracle.
    pub fn expected_cross(&self) -> Result<&[Vec<f64>]> {
        let Some(oracle) = self.known.oracle else { return Ok(&[]) };
        let (models, size) = (&self.predictions, self.batches.size);
        let rows = || {
            let oracle = oracle.last(self.y.len());
            let oracle = Prediction::from(&oracle);
            let row = |reference: &Prediction| {
                let choice = self.scenario.judging.batches;
                let batches = metric::most_correlated(reference, size, choice)?;
                let of =
                    |model| metric::expected_cross_likelihood(&oracle, reference, model, &batches);
                models.iter().map(of).collect()
            };
            self.references.iter().map(|at| row(&models[*at])).collect()
        };
        Ok(once(&self.expected, rows)?)
    }

    /// What is found of each model alone.
    pub fn alone(
        &self,
        find: &dyn Fn(&Given, &Said) -> Result<Option<f64>>,
    ) -> Result<Vec<Option<f64>>> {
        let oracle = self.known.oracle.map(|oracle| oracle.last(self.y.len()));
        let pool = self.known.oracle.and_then(|oracle| pool_variances(oracle, self.y.len()));
        let given = Given {
            y: self.y,
            truth: self.known.truth,
            oracle: oracle.as_ref().map(Prediction::from),
            oracle_pool: pool.as_deref(),
            seed: self.scenario.problem.seed.into(),
        };
        let models = self.fits.iter().zip(&self.predictions);
        let each = models.map(|(fit, prediction)| {
            let pool = pool_variances(&fit.posterior, self.y.len());
            let pool = pool.filter(|_| fit.skipped == 0);
            let draws = fit.draws.as_ref();
            find(&given, &Said { prediction: *prediction, draws, pool: pool.as_deref() })
        });
        each.collect()
    }
}

/// The variances at all points but the targets, the last ones; nothing where there are no others.
fn pool_variances(belief: &Posterior, targets: usize) -> Option<Vec<f64>> {
    let pool = belief.len() - targets;
    (pool > 0).then(|| (0..pool).map(|i| belief.covariance[(i, i)].max(0.0)).collect())
}

/// What was found before, or is found now.
fn once<T>(cell: &OnceCell<T>, find: impl FnOnce() -> Result<T>) -> Result<&T> {
    if let Some(known) = cell.get() {
        return Ok(known);
    }
    let found = find()?;
    Ok(cell.get_or_init(|| found))
}

/// How far two posteriors agree on what goes together with what: the targets, the last points, with all others,
/// or with each other where that is asked for, or where there are no others.
pub fn agreement(
    pairs: Pairs,
    left: &Posterior,
    right: &Posterior,
    targets: usize,
) -> Result<Metacorrelation> {
    let pool = right.len() - targets;
    if pairs == Pairs::PoolTargets && pool > 0 {
        let (rows, cols): (Vec<_>, Vec<_>) = ((0..pool).collect(), (pool..right.len()).collect());
        let entries = Entries::Block { rows: &rows, cols: &cols };
        return metric::metacorrelation(&left.covariance, &right.covariance, entries);
    }
    let (left, right) = (left.last(targets), right.last(targets));
    metric::metacorrelation(&left.covariance, &right.covariance, Entries::UpperTriangle)
}
