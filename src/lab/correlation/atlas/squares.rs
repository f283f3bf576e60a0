//! What every lab with squares shows and answers: the squares, their crosshair, and the row under it.

use serde_json::{Value, json};

use super::{Atlas, Marks};
use crate::chart::{Chart, ColorBar};
use crate::error::Result;
use crate::lab::correlation::{Lack, ModelFacts, ModelScore, model_facts, oracle_place};
use crate::lab::unknown;
use crate::scenario::View;

impl Atlas {
    /// A row and a column of the squares: those given, else the link's.
    pub fn cell(&self, view: &View, at: &[f64]) -> (usize, usize) {
        let (row, column) = self.crosshair(view.at);
        let place = |given: Option<&f64>, point: usize| {
            let given = given.filter(|given| **given >= 0.0).map(|given| *given as usize);
            given.or_else(|| self.place(point)).unwrap_or(0)
        };
        (place(at.first(), row), place(at.get(1), column))
    }

    /// A question on a pair of points.
    pub fn ask(&self, view: &View, what: &str, at: &[f64]) -> Result<Value> {
        let index = |number: f64| number.max(0.0) as usize;
        Ok(match (what, at) {
            // The points at a row and a column of the squares, as a link writes them.
            ("pair", [row, column]) => {
                let pair = self.point(index(*row)).zip(self.point(index(*column)));
                pair.map(|(row, column)| format!("{row}:{column}")).into()
            }
            ("pair words", at) => {
                let (row, column) = self.cell(view, at);
                self.pair_words(row, column).unwrap_or_default().into()
            }
            ("pair sentence", [place]) => {
                let (row, column) = self.cell(view, &[]);
                self.pair_sentence(index(*place), row, column).unwrap_or_default().into()
            }
            ("pair meaning", at) => {
                let (row, column) = self.cell(view, at);
                self.pair_meaning(view.show.alone("squares"), row, column).into()
            }
            // Where in the crosshair's row the model of a square has its lowest or highest correlation, but with itself.
            ("extreme", [place, way]) => {
                let row = self.cell(view, &[]).0;
                let value = |column: &usize| {
                    self.pair(index(*place), row, *column)
                        .map(|value| f64::from(value) * way.signum())
                };
                let others = (0..self.picture.points()).filter(|&column| column != row);
                let known = others.filter_map(|column| Some((column, value(&column)?)));
                json!(known.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(column, _)| column))
            }
            // The row of a place on the line, with the column that the crosshair has.
            ("cell at", [x]) => {
                let column = self.cell(view, &[]).1;
                json!(self.row_at(*x).map(|row| [row, column]))
            }
            // Where a cell's two points lie on the line.
            ("cell places", at) => {
                let (row, column) = self.cell(view, at);
                json!(self.places_of(row, column))
            }
            ("pair value", [place, at @ ..]) => {
                let (row, column) = self.cell(view, at);
                self.pair_value(index(*place), row, column).into()
            }
            _ => return Err(unknown("question", what)),
        })
    }

    /// One of the views of squares; nothing if there is nothing to show.
    pub fn chart(
        &self,
        view: &View,
        name: &str,
        at: &[f64],
    ) -> Result<Option<Box<dyn Chart + '_>>> {
        fn boxed<'a>(chart: impl Chart + 'a) -> Box<dyn Chart + 'a> {
            Box::new(chart)
        }
        Ok(match (name, at) {
            // The oracle's correlations (place 0), or those of candidate `place - 1`.
            ("square", [place]) => self.heatmap(place.max(0.0) as usize).map(boxed),
            ("key", [place]) => Some(boxed(self.key(place.max(0.0) as usize))),
            ("marks", at) => {
                let batch = view.batch.and_then(|(of, target)| self.batch(of, target));
                let (row, column) = self.cell(view, at);
                let (size, batch) = (self.picture.points(), batch.unwrap_or_default());
                Some(boxed(Marks { size, row, column, batch }))
            }
            ("rows", at) => {
                let row = self.point(self.cell(view, at).0);
                Some(boxed(self.rows(row.unwrap_or(0))?))
            }
            ("colors", _) => Some(boxed(ColorBar)),
            _ => return Err(unknown("view", name)),
        })
    }

    /// What stands with each model, as the page's squares take it.
    pub fn models_json(&self) -> Vec<Value> {
        let place = oracle_place(&self.picture.scenario);
        let facts = model_facts(&self.picture, &self.repeated);
        facts.iter().enumerate().map(|(i, facts)| model_json(facts, place == Some(i))).collect()
    }
}

fn model_json(facts: &ModelFacts, is_oracle: bool) -> Value {
    let ModelFacts { title, is_reference, absence, is_partial, doubt, scores } = facts;
    let score = |score: &ModelScore| {
        let ModelScore { id, label, short, value, mean, best, lack } = score;
        let lack = lack.map(Lack::words);
        json!({
            "id": id, "label": label, "short": short, "value": value, "mean": mean, "best": best, "lack": lack
        })
    };
    json!({
        "title": title,
        "reference": is_reference,
        "absence": absence,
        "partial": is_partial,
        "doubt": doubt,
        "oracle": is_oracle,
        "scores": scores.iter().map(score).collect::<Vec<_>>(),
    })
}
