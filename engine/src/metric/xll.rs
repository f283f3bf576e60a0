//! Cross-normalised log likelihoods, and the ranks that they give.

use super::Prediction;
use super::batch::{Batches, Standardised, mean_log_density};
use super::check::check_numbers;
use super::correlation::on_grid;
use super::likelihood::check_size;
use crate::error::{Error, Result};
use crate::numeric::order;

/// What XLL and XLLR leave open. By default every model is a reference, judged under itself too, and
/// batches are by observations.
#[derive(Debug, Clone, Copy)]
pub struct CrossOptions<'a> {
    /// Whether a model is judged and ranked under itself.
    pub include_self: bool,
    /// Which targets make a batch.
    pub batches: BatchChoice,
    /// The models that are references; all without a list. A model that is none is a candidate
    /// nevertheless.
    pub references: Option<&'a [usize]>,
}

impl Default for CrossOptions<'_> {
    fn default() -> Self {
        Self { include_self: true, batches: BatchChoice::Noisy, references: None }
    }
}

/// By which correlations the targets of a batch are chosen. Noise hides the correlations of targets
/// that have little variance of their own, so the two differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BatchChoice {
    /// By the reference's observations, noise included.
    #[default]
    Noisy,
    /// By the reference's noise-free function.
    Latent,
}

/// How all candidates do under all references.
#[derive(Debug, Clone, PartialEq)]
pub struct CrossLikelihoods {
    /// One for each model that is a reference, in the order of the list.
    pub references: Vec<Reference>,
    /// For each model as the candidate, its mean XLL over references; nothing without a reference.
    pub xll: Vec<Option<f64>>,
    /// Likewise its mean rank, 0 being best, over the references that rank at least two: the first of
    /// one is no rank.
    pub xllr: Vec<Option<f64>>,
    /// The largest jitter that a singular batch needed, on correlations.
    pub jitter: f64,
}

/// How all candidates do under one reference.
#[derive(Debug, Clone, PartialEq)]
pub struct Reference {
    /// Its number among the models.
    pub model: usize,
    /// One batch for each target, the target itself first.
    pub batches: Batches,
    /// XLL(candidate | reference), per target, for each candidate.
    pub xll: Vec<f64>,
    /// Ranks from 0 = best; nothing for the reference itself if it does not take part.
    pub rank: Vec<Option<f64>>,
}

/// XLL and XLLR (Wang, Sun & Grosse 2021, section 3.3.2 and the algorithm in their appendix): the
/// log density of each batch with the reference's means and variances and the candidate's
/// correlations, every reference of `options` once. Their Algorithm 2 means over batches; here that
/// is divided by the size of a batch too, so that it is per target and comparable between sizes.
///
/// # Errors
/// [`Error::Value`] for models whose sizes are not those of `y`, numbers that are not finite, a
/// covariance that is not symmetric, a batch that does not fit, a reference that is no model or listed
/// twice, and an observation that has no variance under a reference; [`Error::Indefinite`] for a batch
/// whose covariance under a candidate has no factor.
pub fn cross_likelihoods(
    models: &[Prediction],
    y: &[f64],
    batch_size: usize,
    options: CrossOptions,
) -> Result<CrossLikelihoods> {
    check_size(y.len(), batch_size)?;
    check_numbers("y", y, y.len())?;
    for (i, model) in models.iter().enumerate() {
        model.check(&format!("models[{i}]."), y.len())?;
    }
    let mut jitter = 0.0_f64;
    let mut references = Vec::with_capacity(models.len());
    for own in chosen(models.len(), options.references)? {
        let observed = Standardised::new(y, &models[own])?;
        let batches = batches_of(&models[own], batch_size, options.batches);
        let mut xll = Vec::with_capacity(models.len());
        for candidate in models {
            let found = mean_log_density(candidate, &observed, &batches)?;
            jitter = jitter.max(found.jitter);
            xll.push(found.log_density);
        }
        let rank = ranks(&xll, |candidate| options.include_self || candidate != own);
        references.push(Reference { model: own, batches, xll, rank });
    }
    let mean = |candidate: usize, value: fn(&Reference, usize) -> f64| {
        let ranked = references.iter().filter(|reference| reference.rank[candidate].is_some());
        let values: Vec<f64> = ranked.map(|reference| value(reference, candidate)).collect();
        let sum = values.iter().fold(0.0, |sum, value| sum + value);
        (!values.is_empty()).then(|| sum / values.len() as f64)
    };
    let each = |value: fn(&Reference, usize) -> f64| -> Vec<Option<f64>> {
        (0..models.len()).map(|candidate| mean(candidate, value)).collect()
    };
    let xll = each(|reference, candidate| reference.xll[candidate]);
    let xllr = match references.iter().any(|reference| reference.rank.iter().flatten().count() > 1)
    {
        true => each(|reference, candidate| reference.rank[candidate].unwrap_or(0.0)),
        false => vec![None; models.len()],
    };
    Ok(CrossLikelihoods { references, xll, xllr, jitter })
}

/// The listed models, or all.
fn chosen(models: usize, listed: Option<&[usize]>) -> Result<Vec<usize>> {
    let Some(listed) = listed else { return Ok((0..models).collect()) };
    for (place, &model) in listed.iter().enumerate() {
        let wrong = |expected| Err(Error::value(format!("references[{place}]"), model, expected));
        if model >= models {
            return wrong(format!("the number of a model, below {models}"));
        }
        if listed[..place].contains(&model) {
            return wrong("a model that is not listed before".into());
        }
    }
    Ok(listed.to_vec())
}

/// Ranks from 0 for the largest. Values within 1e-12 (1 + |value|) tie, and a tie is half a place
/// for each: ties share their average rank, and the ranks of m values always sum to m (m - 1) / 2.
/// Those that do not take part have no rank.
pub fn ranks(values: &[f64], takes_part: impl Fn(usize) -> bool) -> Vec<Option<f64>> {
    let places_lost = |own: f64, other: f64| {
        let tie = 1e-12 * (1.0 + own.abs().max(other.abs()));
        match other - own {
            behind if behind > tie => 1.0,
            behind if behind < -tie => 0.0,
            _ => 0.5,
        }
    };
    let rank = |i: usize| {
        let others = (0..values.len()).filter(|&j| j != i && takes_part(j));
        others.fold(0.0, |rank, j| rank + places_lost(values[i], values[j]))
    };
    (0..values.len()).map(|i| takes_part(i).then(|| rank(i))).collect()
}

/// One batch for each target: the target, then the others that correlate most with it, by absolute
/// value. A target without variance correlates 0.
///
/// Correlations are compared after rounding to the nearest multiple of 2^-32, about 2e-10, and ties go
/// to the lowest index. Otherwise the last bit of a correlation would choose where many are equal but
/// for rounding errors, as in symmetric problems and among duplicates. Rounding to the nearest keeps
/// 0, 1/2, 1 and the like far from where a cell ends.
///
/// # Errors
/// [`Error::Value`] for a batch that does not fit, sizes that do not fit, numbers that are not finite
/// and a covariance that is not symmetric.
pub fn most_correlated(
    reference: &Prediction,
    batch_size: usize,
    choice: BatchChoice,
) -> Result<Batches> {
    check_size(reference.len(), batch_size)?;
    reference.check("", reference.len())?;
    Ok(batches_of(reference, batch_size, choice))
}

fn batches_of(reference: &Prediction, batch_size: usize, choice: BatchChoice) -> Batches {
    let targets = reference.len();
    let variance = |i: usize| match choice {
        BatchChoice::Noisy => reference.variance(i),
        BatchChoice::Latent => reference.covariance[(i, i)],
    };
    // Anything over an infinite deviation is a correlation of 0.
    let deviation = |variance: f64| if variance > 0.0 { variance.sqrt() } else { f64::INFINITY };
    let sd: Vec<f64> = (0..targets).map(|i| deviation(variance(i))).collect();
    let mut indices = Vec::with_capacity(targets * batch_size);
    let mut strengths = vec![0.0; targets];
    let columns = reference.covariance.as_slice().chunks_exact(targets.max(1));
    for (target, column) in columns.enumerate() {
        let own = sd[target];
        for ((strength, entry), sd) in strengths.iter_mut().zip(column).zip(&sd) {
            *strength = on_grid((entry / (own * sd)).abs());
        }
        strengths[target] = -1.0;
        indices.push(target);
        push_largest(&strengths, batch_size - 1, &mut indices);
    }
    Batches { size: batch_size, indices }
}

/// Appends the indices of the `count` largest values, the largest first, ties in index order.
fn push_largest(values: &[f64], count: usize, into: &mut Vec<usize>) {
    if count > FEW {
        let from_below: Vec<f64> = values.iter().map(|value| -value).collect();
        into.extend_from_slice(&order(&from_below)[..count]);
        return;
    }
    if count == 0 {
        return;
    }
    // Kept in order; every value is larger than the place holders.
    let mut best = [(f64::NEG_INFINITY, 0); FEW];
    for (block, chunk) in values.chunks(BLOCK).enumerate() {
        // Nearly every block holds nothing large, which two lanes at a time find out quickly.
        let least = best[count - 1].0;
        if !chunk.iter().fold(false, |any, value| any | (*value > least)) {
            continue;
        }
        for (offset, &value) in chunk.iter().enumerate() {
            let mut place = count;
            while place > 0 && value > best[place - 1].0 {
                place -= 1;
                if place + 1 < count {
                    best[place + 1] = best[place];
                }
            }
            if place < count {
                best[place] = (value, block * BLOCK + offset);
            }
        }
    }
    into.extend(best[..count].iter().map(|(_, index)| index));
}

/// Up to so many are kept by insertion; more are sorted.
const FEW: usize = 32;
/// Values looked at together.
const BLOCK: usize = 8;
