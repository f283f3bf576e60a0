//! What every lab that judges models by each other shows and answers: XLL by reference, one cell of it worked out, and
//! one pair of it as an ellipse; beside the squares.

use serde_json::{Value, json};

use super::{Atlas, Sight};
use crate::chart::Chart;
use crate::error::Result;
use crate::lab::correlation::{cross_words, likelihood_words, order_words};
use crate::scenario::View;

impl Atlas {
    /// All words beside squares and tables, as the page's parts take them.
    pub fn words(&self, view: &View, selected: usize) -> Value {
        let (row, column) = self.cell(view, &[]);
        let Self { picture, repeated, .. } = self;
        json!({
            "order": order_words(picture),
            "likelihoods": likelihood_words(picture, repeated),
            "cross": self.cross_words(view),
            "further": picture.further_words(repeated.tasks),
            "oracle": picture.oracle.is_some(),
            "full": picture.scenario.models.candidates.len() >= picture.scenario.lab.most_models,
            "selected": selected,
            "marked": view.batch.map(|batch| batch.0),
            "batch": view.batch.map(|(of, target)| format!("{of}:{target}")),
            "worked": view.worked,
            "pair": view.pair.map(|(one, other)| format!("{one}:{other}")),
            "crosshair": [row, column],
            "models": self.models_json(),
        })
    }

    /// What stands in the table of XLL, and which batch is marked.
    fn cross_words(&self, view: &View) -> String {
        let words = cross_words(&self.picture, &self.repeated);
        let marked = view.batch.and_then(|(of, target)| self.batch_words(of, target));
        marked.map_or(words.clone(), |marked| format!("{words} {marked}"))
    }

    /// The batch of a reference for the target under the crosshair, as a link writes it.
    fn batch_of(&self, view: &View, reference: usize) -> String {
        let (pool, (row, column)) = (self.picture.pool(), self.crosshair(view.at));
        let target = [row, column].iter().find_map(|point| point.checked_sub(pool));
        format!("{reference}:{}", target.unwrap_or(self.picture.y.len() / 2))
    }

    /// The cell of the table that is worked out, on the batch that is marked.
    fn worked_cell(&self, view: &View) -> Result<Value> {
        match view.batch.zip(view.worked) {
            Some(((reference, target), candidate)) => self.worked(reference, candidate, target),
            None => Ok(Value::Null),
        }
    }

    /// A question on how models are judged, or on a pair of points.
    pub fn ask_judging(&self, view: &View, what: &str, at: &[f64]) -> Result<Value> {
        Ok(match (what, at) {
            ("cross", _) => self.table(),
            ("batch", [reference]) => self.batch_of(view, reference.max(0.0) as usize).into(),
            ("worked", _) => self.worked_cell(view)?,
            ("ellipse", at) => self.sight(view, at).map_or(Value::Null, |sight| sight.json()),
            // The tilt of a handle at some height, in a box that may have moved.
            ("tilt", [height, at @ ..]) => {
                let wobble = at.first().copied().unwrap_or(f64::NAN);
                self.sight(view, &[f64::NAN, wobble]).map(|sight| sight.tilt_at(*height)).into()
            }
            _ => return self.ask(view, what, at),
        })
    }

    /// One of the views of how models are judged, or of squares; nothing if there is nothing to show.
    pub fn chart_judging(
        &self,
        view: &View,
        name: &str,
        at: &[f64],
    ) -> Result<Option<Box<dyn Chart + '_>>> {
        fn boxed<'a>(chart: impl Chart + 'a) -> Box<dyn Chart + 'a> {
            Box::new(chart)
        }
        let judged = &self.picture.judged;
        Ok(match name {
            "ellipse" => self.sight(view, at).map(Sight::tilted),
            "tilts" => self.sight(view, at).map(Sight::tilts),
            "cross" => (!judged.references.is_empty()).then(|| boxed(self.cross())),
            "likelihoods" => (!judged.models.is_empty()).then(|| boxed(self.likelihoods())),
            _ => return self.chart(view, name, at),
        })
    }
}
