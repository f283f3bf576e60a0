//! Which epoch of a training is kept: the one that does best on data that nothing is learned from.

use crate::cost::Cost;
use crate::error::{Error, Result};
use crate::metric::{Prediction, marginal_log_likelihood};
use crate::model::{Fit, Model, Note, Trained, keep_going};
use crate::points::Points;

/// Data by which an epoch is chosen, and how often they are looked at.
#[derive(Debug, Clone, Copy)]
pub struct Validation<'a> {
    /// The data.
    pub points: &'a Points,
    /// Epochs from one look to the next; there is one after the last epoch, too.
    pub every: usize,
    /// Training stops after so many epochs without gain; without a number, it goes on to its end.
    pub patience: Option<usize>,
}

/// Epochs from one look to the next, unless something else is said.
pub const CHECK_EVERY: usize = 100;
/// Functions that models which are known by draws are judged by; the same for each epoch.
pub const DRAWS: usize = 100;

impl Validation<'_> {
    /// Refuses what cannot be looked at.
    ///
    /// # Errors
    /// [`Error::Value`] with what is wrong.
    pub fn check(&self, inputs: usize) -> Result<()> {
        let expected = "at least 1";
        if self.every == 0 {
            return Err(Error::value("check_every", 0, expected));
        }
        if self.patience == Some(0) {
            return Err(Error::value("patience", 0, expected));
        }
        if self.points.is_empty() {
            return Err(Error::value("validation", "no points", "at least 1 point"));
        }
        let own = self.points.inputs.nrows();
        let expected = format!("{inputs}, as many as what is learned from has");
        (own == inputs)
            .then_some(())
            .ok_or_else(|| Error::value("inputs of validation", own, expected))
    }

    /// What all looks cost at a training of so many epochs, where one costs so much.
    pub fn cost(&self, epochs: usize, look: Cost) -> Cost {
        look * epochs.div_ceil(self.every.max(1)) as f64
    }
}

/// Which epoch was chosen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Chosen {
    /// The epoch, counted from 1.
    pub epoch: usize,
    /// The last that there was.
    pub last: usize,
    /// How many there could have been.
    pub asked: usize,
    /// The mean log likelihood of the validation data, point by point, after the chosen epoch.
    pub log_likelihood: f64,
}

impl Chosen {
    /// As plain numbers.
    pub fn numbers(&self) -> [f64; 4] {
        let [epoch, last, asked] = [self.epoch, self.last, self.asked].map(|count| count as f64);
        [epoch, last, asked, self.log_likelihood]
    }

    /// From these.
    pub fn of([epoch, last, asked, log_likelihood]: [f64; 4]) -> Self {
        let [epoch, last, asked] = [epoch, last, asked].map(|count| count as usize);
        Self { epoch, last, asked, log_likelihood }
    }
}

impl Trained {
    /// What answers say of the epoch that was chosen, if one was.
    pub(super) fn choice_notes(&self) -> impl Iterator<Item = Note> {
        let notes = self.chosen.map(|Chosen { epoch, last, log_likelihood, .. }| {
            let counts = [("chosen_epoch", epoch as f64), ("last_epoch", last as f64)];
            counts.into_iter().chain([("validation_log_likelihood", log_likelihood)])
        });
        notes.into_iter().flatten().map(|(name, value)| Note::number(name, value))
    }

    /// What only warnings need to know of it.
    pub(super) fn choice_facts(&self) -> Option<Note> {
        self.chosen.map(|chosen| Note::number("asked_epochs", chosen.asked as f64))
    }
}

/// A choice under way.
pub struct Choice<'a, T> {
    validation: Option<Validation<'a>>,
    asked: usize,
    last: usize,
    /// The likelihood, the epoch and what it left.
    best: Option<(f64, usize, T)>,
}

impl<'a, T> Choice<'a, T> {
    /// Of so many epochs; without data to choose by it has nothing to do.
    ///
    /// # Errors
    /// Those of [`Validation::check`], and [`Error::Clash`] for a training that shall leave something on its way: what
    /// it leaves there could be chosen otherwise.
    pub fn new(fit: &Fit<'a>, asked: usize, sooner: &[usize]) -> Result<Self> {
        if let Some(validation) = &fit.validation {
            validation.check(fit.train.inputs.nrows())?;
            if !sooner.is_empty() {
                return Err(Error::clash("trainings that choose an epoch are done one by one"));
            }
        }
        Ok(Self { validation: fit.validation, asked, last: 0, best: None })
    }

    /// Whether to look after so many epochs.
    pub fn is_due(&self, done: usize) -> bool {
        let due = |every: usize| done.is_multiple_of(every) || done == self.asked;
        self.validation.is_some_and(|validation| due(validation.every))
    }

    /// Epochs until the next look, if there is one.
    pub fn until(&self, done: usize) -> usize {
        let left = self.asked - done;
        self.validation.map_or(left, |it| left.min(it.every - done % it.every))
    }

    /// Whether training may stop early, so that nobody knows beforehand when its end comes.
    pub fn may_stop(&self) -> bool {
        self.validation.is_some_and(|validation| validation.patience.is_some())
    }

    /// Looks at what a model believes after so many epochs, and keeps it if it does best. Says whether to go on.
    ///
    /// # Errors
    /// Those of [`Model::predict`].
    pub fn look(
        &mut self,
        done: usize,
        (model, trained, train): (&dyn Model, &Trained, &Points),
        keep: impl FnOnce() -> T,
    ) -> Result<bool> {
        let Some(validation) = self.validation else { return Ok(true) };
        let score = log_likelihood(model, trained, train, validation.points)?;
        if self.best.as_ref().is_none_or(|(best, _, _)| score > *best) {
            self.best = Some((score, done, keep()));
        }
        self.last = done;
        let since = done - self.best.as_ref().map_or(0, |(_, epoch, _)| *epoch);
        Ok(validation.patience.is_none_or(|patience| since < patience))
    }

    /// What the best epoch left, if there was one.
    pub fn end(self) -> Option<(T, Chosen)> {
        let Self { asked, last, best, .. } = self;
        let chosen =
            |(log_likelihood, epoch, left)| (left, Chosen { epoch, last, asked, log_likelihood });
        best.map(chosen)
    }
}

impl Choice<'_, Trained> {
    /// What a training leaves: what its last epoch left, or the best, with the course of all epochs. Mean and slope of
    /// the loss stand in the state from this place on.
    pub fn left(self, last: Trained, loss_at: usize) -> Trained {
        let Some((mut best, chosen)) = self.end() else { return last };
        best.state[loss_at..loss_at + 2].copy_from_slice(&last.state[loss_at..loss_at + 2]);
        Trained { curve: last.curve, chosen: Some(chosen), ..best }
    }
}

/// The mean log likelihood of data, point by point, under what a model believes after a training.
fn log_likelihood(
    model: &dyn Model,
    trained: &Trained,
    train: &Points,
    points: &Points,
) -> Result<f64> {
    let fit = Fit { train, inputs: &points.inputs, validation: None, progress: &mut keep_going };
    let belief = model.predict(std::slice::from_ref(trained), fit)?.posterior;
    marginal_log_likelihood(points.observed.as_slice(), &Prediction::from(&belief))
}

/// The refusal of a model that has no epochs to choose from.
pub fn no_epochs() -> Error {
    let words = "validation chooses the best epoch, and this model has none: it works for bbb, nng, fbnn, \
                 dropout and ensemble";
    Error::clash(words)
}

#[cfg(test)]
mod tests;
