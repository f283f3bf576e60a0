//! A model fitted to what has been observed of a table, at the start or after some of the pool were asked for: values
//! are standardised by what has been observed, unless its kernel was learned once and for all.

use crate::error::{Error, Result};
use crate::experiment::curves::Record;
use crate::experiment::data::predict::alternatives;
use crate::experiment::data::read::Given;
use crate::experiment::{Part, train};
use crate::metric;
use crate::model::{Fit, Fitted, Look, Model, Progress};
use crate::numeric::{Matrix, Vector, math};
use crate::points::{Points, side_by_side};
use crate::posterior::{Marginals, Posterior};
use crate::scenario::{Candidate, Family, Scenario, Source};
use crate::tal;
use crate::task::table::{Scale, standardised_anew};

/// What was observed of a table.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    /// The task and what epochs are chosen by.
    pub given: &'a Given,
    /// The places in the pool of what was asked for.
    pub asked: &'a [usize],
}

/// The best of some alternatives.
pub struct Best {
    /// Which of them.
    pub chosen: usize,
    /// The mean log likelihood of the validation part under each, where it was looked at.
    pub validation: Vec<f64>,
    /// What it believes, of values as they were standardised for it.
    pub posterior: Posterior,
    /// What gives values the unit back that the task has.
    pub scale: Scale,
    /// What the fit noted of itself.
    pub notes: Record,
}

/// Whether a model learns once for all that is asked for later: its kernel, from all that may be seen.
pub fn learns_once(scenario: &Scenario, candidate: &Candidate) -> bool {
    scenario.data.source == Source::Table && candidate.kind.family == Family::Nkn
}

/// The best of the models that a candidate may be, by the validation part; `trained` is what all of them were trained
/// to, one after the other, or nothing if they are to be trained here. `looks` says whether the validation part is
/// looked at where there is no choice.
pub fn best(
    (scenario, candidate, number): (&Scenario, &Candidate, usize),
    seen: Seen,
    (inputs, looks): (&Matrix, bool),
    mut trained: &[Part],
    progress: Progress,
) -> Result<Best> {
    let own = alternatives(scenario, candidate);
    let looks = looks || own.len() > 1;
    let train_anew = trained.is_empty();
    let mut fits: Vec<(f64, Scale, Fitted)> = Vec::new();
    for (place, candidate) in own.iter().enumerate() {
        let missing = || Error::missing("the training of a model that predicts", "");
        let model =
            train::model_given(scenario, candidate, number, seen.given).ok_or_else(|| {
                Error::value(
                    "a model for tables",
                    candidate,
                    "one that can learn what is not known",
                )
            })?;
        let pieces = if train_anew { 0 } else { model.pieces() };
        let (pieces, rest) = trained.split_at_checked(pieces).ok_or_else(missing)?;
        trained = rest;
        let progress = &mut |share: f64, look: Look| {
            progress((place as f64 + 0.999 * share) / own.len() as f64, look)
        };
        let pieces = (!train_anew).then_some(pieces);
        fits.push(fitted(scenario, &*model, seen, (inputs, looks), pieces, progress)?);
    }
    let validation: Vec<f64> = fits.iter().map(|fit| fit.0).collect();
    let chosen = best_of(&validation);
    let (_, scale, fitted) = fits.swap_remove(chosen);
    let (notes, posterior) = (Record::of(&fitted), fitted.posterior.last(inputs.ncols()));
    Ok(Best { chosen, validation, posterior, scale, notes })
}

/// One model: its likelihood of the validation part, how values were standardised, and what it says of that part (if it
/// is looked at) and then of the inputs.
fn fitted(
    scenario: &Scenario,
    model: &dyn Model,
    Seen { given, asked }: Seen,
    (inputs, looks): (&Matrix, bool),
    pieces: Option<&[Part]>,
    progress: Progress,
) -> Result<(f64, Scale, Fitted)> {
    let all = tal::seen(&given.task, &[asked.to_vec()]);
    let (train, scale) = match model.trained_on().is_some() || asked.is_empty() {
        true => (all, Scale::UNIT),
        false => standardised_anew(&all)?,
    };
    let left = scale.of_points(&given.validation_left(asked));
    let both = match looks {
        true => side_by_side(&left.inputs, inputs),
        false => inputs.clone(),
    };
    let fitted = match pieces {
        Some(pieces) => train::predict(model, pieces, (&train, &both), progress)?,
        None => {
            let choosing = model.chooses() && !left.is_empty();
            let validation = choosing.then(|| given.validation_by(scenario, &left));
            model.learn_by(Fit { train: &train, inputs: &both, validation, progress })?
        }
    };
    let judged = if looks { likelihood(&fitted, &left) } else { f64::NAN };
    Ok((judged, scale, fitted))
}

/// The mean log likelihood of the first points under a prediction of them and others.
fn likelihood(fitted: &Fitted, points: &Points) -> f64 {
    let all = fitted.posterior.marginals();
    let first = |values: &Vector| values.rows(0, points.len()).into_owned();
    let marginals = Marginals {
        mean: first(&all.mean),
        variance: first(&all.variance),
        noise: first(&all.noise),
    };
    metric::log_likelihood(&points.observed, &marginals)
}

/// The first of the largest; what is no number never is.
fn best_of(values: &[f64]) -> usize {
    let number =
        |place: usize| if values[place].is_nan() { f64::NEG_INFINITY } else { values[place] };
    (0..values.len()).fold(0, |best, place| if number(place) > number(best) { place } else { best })
}

impl Best {
    /// Log likelihood of the targets, what was expected of it, and RMSE, all in the unit of the table.
    pub fn record(&self, given: &Given) -> [f64; 3] {
        let Marginals { mean, variance, noise } = self.posterior.marginals();
        let (scale, square) = (self.scale, self.scale.sd * self.scale.sd);
        let predicted = Marginals {
            mean: mean.map(|value| scale.back(value)),
            variance: variance * square,
            noise: noise * square,
        };
        let [found, expected, rmse] = tal::record(&given.task.targets.observed, &predicted);
        let sd = given.scale.map_or(1.0, |scale| scale.sd);
        [found - math::ln(sd), expected - math::ln(sd), rmse * sd]
    }
}
