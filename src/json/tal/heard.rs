//! A model whose warnings are kept, with the rounds in which it was fitted.

use std::sync::{Mutex, OnceLock};

use crate::cost::Cost;
use crate::error::{Error, Result};
use crate::model::{Fit, Fitted, Model, OnAllCores, Progress, Trained, Warning, keep_going};
use crate::numeric::Matrix;
use crate::task::Points;

/// Fits as its model does, on all cores, and remembers what was wrong with each fit.
pub struct Heard<'a> {
    /// What it is called.
    name: &'static str,
    model: &'a dyn Model,
    /// How much is observed at first, and how much more in each round.
    sizes: [usize; 2],
    /// The rounds in which each warning was heard; the words are those of the first.
    heard: Mutex<Vec<(Warning, Vec<usize>)>>,
    /// What a model was trained to that is always trained on the same.
    trained: OnceLock<Vec<Trained>>,
}

impl<'a> Heard<'a> {
    /// The model that chooses points and that which predicts, or the only one.
    ///
    /// # Errors
    /// [`Error::Value`] without any.
    pub fn either(
        first: Option<&'a dyn Model>,
        second: Option<&'a dyn Model>,
        sizes: [usize; 2],
    ) -> Result<Vec<Self>> {
        let new = |name, model| Self {
            name,
            model,
            sizes,
            heard: Mutex::default(),
            trained: OnceLock::new(),
        };
        match (first, second) {
            (Some(first), Some(second)) => {
                Ok(vec![new("The selection model", first), new("The prediction model", second)])
            }
            (Some(model), None) | (None, Some(model)) => Ok(vec![new("The model", model)]),
            (None, None) => Err(Error::value("selection_model", "nothing", "given")),
        }
    }

    /// All that was heard: "The prediction model (rounds 0, 2): Not converged ...".
    pub fn words(&self) -> Vec<String> {
        let heard = self.heard.lock().expect("nobody panics while listening");
        let words = |(warning, rounds): &(Warning, Vec<usize>)| {
            let list: Vec<String> = rounds.iter().map(usize::to_string).collect();
            let (s, list) = (if list.len() > 1 { "s" } else { "" }, list.join(", "));
            format!("{} (round{s} {list}): {}", self.name, warning.words)
        };
        heard.iter().map(words).collect()
    }

    /// Trains a model once that is always trained on the same; all others anew.
    fn fit_anew(&self, train: &Points, inputs: &Matrix, progress: Progress) -> Result<Fitted> {
        if self.model.trained_on().is_none() {
            return OnAllCores(self.model).learn(train, inputs, progress);
        }
        if self.trained.get().is_none() {
            self.check(train.inputs.nrows(), train.len(), inputs.ncols())?;
            let piece = |piece| {
                let progress = &mut keep_going;
                self.model.train(piece, Fit { train, inputs, validation: None, progress })
            };
            let trained = (0..self.model.pieces()).map(piece).collect::<Result<Vec<_>>>()?;
            // Whoever was first has found the same.
            let _ = self.trained.set(trained);
        }
        let fit = Fit { train, inputs, validation: None, progress };
        self.model.predict(self.trained.get().map_or(&[], Vec::as_slice), fit)
    }

    fn hear(&self, fitted: &Fitted, seen: usize) {
        let [first, batch] = self.sizes;
        let round = (seen - first) / batch;
        let mut heard = self.heard.lock().expect("nobody panics while listening");
        for warning in fitted.warnings() {
            match heard.iter_mut().find(|(of, _)| of.id == warning.id) {
                Some((_, rounds)) if rounds.contains(&round) => {}
                Some((_, rounds)) => rounds.push(round),
                None => heard.push((warning, vec![round])),
            }
        }
    }
}

impl Model for Heard<'_> {
    fn pieces(&self) -> usize {
        self.model.pieces()
    }

    fn version(&self) -> u32 {
        self.model.version()
    }

    fn bytes(&self, inputs: usize, seen: usize, asked: usize) -> f64 {
        self.model.bytes(inputs, seen, asked)
    }

    fn check(&self, inputs: usize, seen: usize, asked: usize) -> Result<()> {
        self.model.check(inputs, seen, asked)
    }

    fn train(&self, piece: usize, fit: Fit) -> Result<Trained> {
        self.model.train(piece, fit)
    }

    fn predict(&self, trained: &[Trained], fit: Fit) -> Result<Fitted> {
        self.model.predict(trained, fit)
    }

    fn training_cost(&self, inputs: usize, seen: usize) -> Cost {
        self.model.training_cost(inputs, seen)
    }

    fn prediction_cost(&self, inputs: usize, seen: usize, asked: usize) -> Cost {
        self.model.prediction_cost(inputs, seen, asked)
    }

    fn learn(&self, train: &Points, inputs: &Matrix, progress: Progress) -> Result<Fitted> {
        let fitted = self.fit_anew(train, inputs, progress)?;
        self.hear(&fitted, train.len());
        Ok(fitted)
    }
}
