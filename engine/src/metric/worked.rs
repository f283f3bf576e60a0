//! XLL of one candidate under one reference, worked through: every number behind a cell of the table.

use std::f64::consts::PI;

use super::batch::{Batches, Standardised, correlations, sum, terms};
use super::xll::{BatchChoice, most_correlated};
use super::{Prediction, check::check_numbers};
use crate::error::Result;
use crate::numeric::{Matrix, math};

/// What each batch adds to XLL(candidate | reference).
#[derive(Debug, Clone, PartialEq)]
pub struct Worked {
    /// The reference's batches.
    pub batches: Batches,
    /// The terms of each batch.
    pub terms: Vec<BatchTerms>,
    /// XLL itself: bit by bit what [`cross_likelihoods`](super::cross_likelihoods) says, and the mean of the
    /// batches' log densities per target but for rounding.
    pub xll: f64,
    /// The largest jitter that a singular batch needed, on correlations.
    pub jitter: f64,
    scores: Vec<f64>,
    variances: Vec<f64>,
}

/// The log density of a batch is -1/2 of the sum of its terms.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BatchTerms {
    /// b log 2 pi.
    pub constant: f64,
    /// The sum of the reference's log variances.
    pub log_variances: f64,
    /// The log determinant of the candidate's correlations.
    pub log_determinant: f64,
    /// What the correlations make of the standardised observations: z^T C^-1 z.
    pub quadratic: f64,
    /// log N(y; the reference's means and variances, the candidate's correlations).
    pub log_density: f64,
}

/// Works XLL of a candidate out, batch by batch (Wang, Sun & Grosse 2021, section 3.3.2).
///
/// # Errors
/// As for [`cross_likelihoods`](super::cross_likelihoods).
pub fn worked(
    reference: &Prediction,
    candidate: &Prediction,
    y: &[f64],
    batch_size: usize,
    choice: BatchChoice,
) -> Result<Worked> {
    check_numbers("y", y, reference.len())?;
    candidate.check("", y.len())?;
    let batches = most_correlated(reference, batch_size, choice)?;
    let observed = Standardised::new(y, reference)?;
    let found = terms(candidate, &observed, &batches)?;
    let xll = found.mean(&observed, &batches)?;
    let term = |(place, batch): (usize, &[usize])| {
        let constant = batch.len() as f64 * math::ln(2.0 * PI);
        let log_variances = sum(batch.iter().map(|&i| observed.log_variances[i]));
        let log_determinant = found.careful[place] + found.log_determinants[place];
        let quadratic = found.quadratics[place];
        let log_density = -0.5 * (constant + log_variances + log_determinant + quadratic);
        BatchTerms { constant, log_variances, log_determinant, quadratic, log_density }
    };
    Ok(Worked {
        terms: batches.iter().enumerate().map(term).collect(),
        batches,
        xll,
        jitter: found.jitter,
        scores: observed.scores,
        variances: (0..y.len()).map(|i| candidate.variance(i)).collect(),
    })
}

impl Worked {
    /// The targets of a batch.
    ///
    /// # Panics
    /// If there is no such batch.
    pub fn batch(&self, place: usize) -> &[usize] {
        self.batches.iter().nth(place).expect("one of the batches")
    }

    /// How many of the reference's deviations the observation at a target lies from its mean.
    pub fn score(&self, target: usize) -> f64 {
        self.scores[target]
    }

    /// The candidate's correlations of a batch's observations.
    pub fn correlations(&self, candidate: &Prediction, place: usize) -> Matrix {
        correlations(candidate.covariance, &self.variances, self.batch(place))
    }
}
