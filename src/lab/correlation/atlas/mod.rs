//! The charts of the correlation lab, from its picture.

mod agreement;
mod charts;
mod ellipse;
mod function;
mod judging;
mod rows;
mod squares;
mod worked;

use std::cell::{OnceCell, RefCell};

use serde_json::{Value, json};

use crate::chart::{Estimate, Heatmap, Key};
use crate::error::{Error, Result};
use crate::experiment::measure::{JOINT, LOG_LIKELIHOOD, METACORRELATION, XLLR};
use crate::lab::correlation::{self, Gap, Picture, Repeated, Row, titles};
use crate::lab::three_decimals;
use crate::metric::{self, Prediction};
use crate::numeric::shortest;
use crate::scenario::{Family, Source};
use crate::task::Task;

pub use charts::{Cross, Likelihoods, Marks, Page, Square};
use charts::{Member, Tasks};
pub use ellipse::Sight;

/// A picture and what further tasks say, with matrices in the order in which they are shown, made
/// when they are first needed. Place 0 is the oracle, place i + 1 candidate i.
pub struct Atlas {
    /// The shown task.
    pub picture: Picture,
    /// The further ones.
    pub repeated: Repeated,
    /// The candidates' names.
    pub titles: Vec<String>,
    /// What the oracle is called.
    pub oracle: &'static str,
    /// Which rows of a table the targets are, from 0, if they come from one.
    pub rows_of_table: Vec<usize>,
    matrices: Vec<OnceCell<Vec<f32>>>,
    targets: Vec<bool>,
    /// Where each point stands in the order.
    places: Vec<usize>,
    /// The batch that was asked for last, because every frame of a hover asks for it.
    batch: RefCell<Option<Chosen>>,
}

/// A reference and a target, and the places of the batch, if both are there.
struct Chosen {
    of: (usize, usize),
    places: Option<Vec<usize>>,
}

impl Atlas {
    /// Nothing is drawn yet.
    pub fn new(picture: Picture, repeated: Repeated) -> Self {
        let pool = picture.pool();
        let mut places = vec![0; picture.points()];
        picture.order.iter().enumerate().for_each(|(place, &point)| places[point] = place);
        Self {
            titles: titles(&picture.scenario),
            oracle: "oracle",
            rows_of_table: Vec::new(),
            matrices: vec![OnceCell::new(); picture.beliefs.len() + 1],
            targets: picture.order.iter().map(|&point| point >= pool).collect(),
            places,
            batch: RefCell::default(),
            picture,
            repeated,
        }
    }

    /// The correlations of the oracle or of a candidate; nothing if it is not there.
    pub fn heatmap(&self, place: usize) -> Option<Heatmap<'_>> {
        let values = self.matrix(place)?;
        Some(Heatmap { size: self.picture.points(), values, targets: &self.targets })
    }

    fn matrix(&self, place: usize) -> Option<&[f32]> {
        let belief = match place.checked_sub(1) {
            None => self.picture.oracle.as_ref(),
            Some(model) => self.picture.beliefs.get(model)?.as_ref(),
        }?;
        Some(self.matrices[place].get_or_init(|| belief.correlations(&self.picture.order)))
    }

    /// The batch that a reference chose for a target, as places in the order; nothing if either is
    /// not there.
    pub fn batch(&self, reference: usize, target: usize) -> Option<Vec<usize>> {
        let (of, mut last) = ((reference, target), self.batch.borrow_mut());
        if last.as_ref().is_none_or(|last| last.of != of) {
            *last = Some(Chosen { of, places: self.find_batch(reference, target) });
        }
        last.as_ref().and_then(|last| last.places.clone())
    }

    fn find_batch(&self, reference: usize, target: usize) -> Option<Vec<usize>> {
        let (scenario, targets) = (&self.picture.scenario, self.picture.y.len());
        let belief = self.picture.beliefs.get(reference)?.as_ref().filter(|_| target < targets)?;
        let size = scenario.judging.xll_batch.min(targets);
        let belief = belief.last(targets);
        let batches =
            metric::most_correlated(&Prediction::from(&belief), size, scenario.judging.batches);
        let batches = batches.ok()?;
        let chosen = batches.iter().nth(target)?;
        Some(chosen.iter().map(|index| self.places[self.picture.pool() + index]).collect())
    }

    /// Which batch that is, in words.
    pub fn batch_words(&self, reference: usize, target: usize) -> Option<String> {
        let reference = self.titles.get(reference)?;
        let target = self.name(self.place(self.picture.pool() + target)?)?;
        Some(format!("▣ In the squares: the batch of “{reference}” for {target}."))
    }

    /// The point at a place in the order.
    pub fn point(&self, place: usize) -> Option<usize> {
        self.picture.order.get(place).copied()
    }

    /// The place of a point in the order.
    pub fn place(&self, point: usize) -> Option<usize> {
        self.places.get(point).copied()
    }

    /// The pair of points to look at first: the middle target, and one between it and the first.
    fn start(&self) -> (usize, usize) {
        let (pool, targets) = (self.picture.pool(), self.picture.y.len());
        (pool + targets / 2, pool + targets / 4)
    }

    /// The pair under a link's crosshair, or the first to look at; points that there are.
    pub fn crosshair(&self, at: Option<(usize, usize)>) -> (usize, usize) {
        let (row, column) = at.unwrap_or_else(|| self.start());
        let within = |point: usize| point.min(self.picture.points() - 1);
        (within(row), within(column))
    }

    /// How the model of a square thinks two places correlated, if it knows both.
    pub fn pair(&self, place: usize, row: usize, column: usize) -> Option<f32> {
        let size = self.picture.points();
        let matrix = self.matrix(place).filter(|_| row < size && column < size)?;
        Some(matrix[row * size + column]).filter(|value| !value.is_nan())
    }

    /// The same in words.
    pub fn pair_value(&self, place: usize, row: usize, column: usize) -> String {
        // What rounds to zero has no sign.
        let words = self.pair(place, row, column).map(|value| format!("{:.2}", value + 0.0));
        words.map_or("–".into(), |words| words.replace("-0.00", "0.00").replace('-', "−"))
    }

    /// Two places, in words.
    pub fn pair_words(&self, row: usize, column: usize) -> Option<String> {
        Some(format!("{} with {}", self.name(row)?, self.name(column)?))
    }

    /// Two places, and what the model of a square and the oracle think of them, to be spoken.
    pub fn pair_sentence(&self, place: usize, row: usize, column: usize) -> Option<String> {
        let own =
            |place: usize| format!("{} {}", self.title(place), self.pair_value(place, row, column));
        let oracle = (self.look(place) != 0 && self.picture.oracle.is_some()).then(|| own(0));
        let values: Vec<String> = std::iter::once(own(place)).chain(oracle).collect();
        Some(format!("{}: {}.", self.pair_words(row, column)?, values.join(", ")))
    }

    /// What a point is called wherever it stands.
    fn name(&self, place: usize) -> Option<String> {
        Some(self.names(place)?.0)
    }

    /// What a point is called, where it is on a line, its row in a table, or its number; and the same under a head
    /// that says what it is.
    fn names(&self, place: usize) -> Option<(String, String)> {
        let point = self.point(place)?;
        let target = point.checked_sub(self.picture.pool());
        if let Some(row) = target.and_then(|at| self.rows_of_table.get(at)) {
            let name = format!("row {}", row + 1);
            return Some((name.clone(), name));
        }
        let x = self.picture.position(point).map(|x| format!("{x:.2}").replace('-', "−"));
        Some(match (target, x) {
            (Some(_), Some(x)) => (format!("target x = {x}"), x),
            (None, Some(x)) => (format!("x = {x}"), x),
            (Some(target), None) => (format!("target {target}"), target.to_string()),
            (None, None) => (format!("pool point {point}"), point.to_string()),
        })
    }

    /// Values along the line with one more, `no_value`, in every gap, so that no curve crosses it.
    fn broken<T: Copy>(&self, mut values: Vec<T>, no_value: impl Fn(&Gap) -> T) -> Vec<T> {
        for gap in self.picture.gaps().iter().rev() {
            values.insert(gap.after + 1, no_value(gap));
        }
        values
    }

    fn on_a_line(&self) -> bool {
        self.picture.scenario.data.source == Source::Line
    }

    /// Places of the oracle and of all models that are there, each once.
    fn shown(&self) -> Vec<usize> {
        let twice = correlation::oracle_place(&self.picture.scenario).is_some();
        let there = |&place: &usize| match place.checked_sub(1) {
            None => self.picture.oracle.is_some() && !twice,
            Some(model) => self.picture.beliefs[model].is_some(),
        };
        (0..self.matrices.len()).filter(there).collect()
    }

    fn title(&self, place: usize) -> &str {
        place.checked_sub(1).map_or(self.oracle, |model| &self.titles[model])
    }

    /// Which look a place has in every chart.
    fn look(&self, place: usize) -> usize {
        let is_oracle = |model: usize| {
            self.picture.scenario.models.candidates[model].kind.family == Family::Oracle
        };
        place.checked_sub(1).map_or(0, |model| if is_oracle(model) { 0 } else { place })
    }

    /// How the model of a square looks in every chart.
    pub fn key(&self, place: usize) -> Key {
        Key { index: self.look(place) }
    }

    /// XLL of every candidate under every reference, as in the paper's Figure 6: means over the
    /// further tasks if every model has them, else the shown task's numbers.
    pub fn cross(&self) -> Cross {
        let judged = &self.picture.judged;
        let references: Vec<usize> = judged.references.iter().map(|row| row.reference).collect();
        let mean = |candidate: usize, reference: usize| {
            self.repeated.cross.get(reference).and_then(|row| row[candidate])
        };
        let pairs =
            || judged.models.iter().flat_map(|&model| references.iter().map(move |&r| (model, r)));
        let repeated = pairs().all(|(model, reference)| mean(model, reference).is_some());
        let value = |own: usize, at: usize| match mean(judged.models[own], references[at]) {
            Some(mean) if repeated => Estimate { value: mean.mean, error: mean.standard_error },
            _ => Estimate { value: judged.references[at].xll[own], error: None },
        };
        let member = |(own, &model): (usize, &usize)| {
            let values = (0..references.len()).map(|at| Some(value(own, at))).collect();
            Member { name: self.titles[model].clone(), values, look: self.look(model + 1) }
        };
        let tasks = self.repeated.tasks;
        Cross {
            names: references.iter().map(|&reference| self.titles[reference].clone()).collect(),
            members: judged.models.iter().enumerate().map(member).collect(),
            words: match repeated && tasks > 0 {
                true => {
                    let tasks = self.picture.further_words(tasks);
                    format!("XLL, mean and standard error over {tasks}")
                }
                false => format!("XLL on this {}", self.picture.task_word()),
            },
        }
    }

    /// XLL by reference for a table: `{candidates, rows: [{reference, title, cells}]}`, each cell
    /// `{value, rank, mean, shade}` with shades from 0, the worst rank, to 1.
    pub fn table(&self) -> Value {
        let judged = &self.picture.judged;
        let last = judged.models.len().saturating_sub(1).max(1) as f64;
        let cell = |row: &Row, at: usize| {
            let mean =
                self.repeated.cross.get(row.reference).and_then(|row| row[judged.models[at]]);
            json!({
                "value": three_decimals(row.xll[at]),
                "rank": shortest(row.rank[at]),
                "mean": mean.map_or(String::new(), correlation::estimate_words),
                "shade": 1.0 - row.rank[at] / last,
            })
        };
        let row = |row: &Row| {
            let cells: Vec<Value> = (0..judged.models.len()).map(|at| cell(row, at)).collect();
            json!({ "reference": row.reference, "title": self.titles[row.reference], "cells": cells })
        };
        let title = |&model: &usize| self.titles[model].as_str();
        json!({
            "candidates": judged.models.iter().map(title).collect::<Vec<_>>(),
            "rows": judged.references.iter().map(row).collect::<Vec<_>>(),
        })
    }

    /// Joint against marginal log likelihoods, on every task.
    pub fn likelihoods(&self) -> Likelihoods {
        let judged = &self.picture.judged;
        let series = |(at, &model): (usize, &usize)| {
            let further = self.repeated.likelihoods.iter().filter(|point| point.0 == model);
            let of = |measure| judged.of(measure)[at].unwrap_or(f64::NAN);
            let own = (model, of(&LOG_LIKELIHOOD), of(&JOINT));
            let points = || [own].into_iter().chain(further.clone().copied());
            let (marginal, joint) = points().map(|(_, marginal, joint)| (marginal, joint)).unzip();
            Tasks { name: self.titles[model].clone(), marginal, joint, look: self.look(model + 1) }
        };
        Likelihoods { series: judged.models.iter().enumerate().map(series).collect() }
    }

    /// The task, to be given away; predictions from a file have none.
    pub fn task(&self) -> Result<&Task> {
        let none = || Error::missing("the task", "predictions from a file hold none");
        self.picture.task.as_ref().ok_or_else(none)
    }

    /// Everything on one sheet, for a file.
    pub fn sheet(&self, point: usize, batch: Option<(usize, usize)>) -> Result<Page<'_>> {
        let batch = batch.and_then(|(reference, target)| self.batch(reference, target));
        Ok(Page {
            squares: self.squares(),
            rows: self.rows(point)?,
            cross: self.cross(),
            batch: batch.unwrap_or_default(),
        })
    }

    /// All squares that there are, with the words over them.
    pub fn squares(&self) -> Vec<Square<'_>> {
        let judged = &self.picture.judged;
        let two = |value: Option<f64>| value.map_or("–".into(), |value| format!("{value:.2}"));
        let words = |place: usize| {
            let model = place.checked_sub(1);
            let at = model.and_then(|model| judged.models.iter().position(|&own| own == model));
            at.map_or(String::new(), |at| {
                let (r, xllr) = (judged.of(&METACORRELATION)[at], judged.of(&XLLR)[at]);
                let r = self.picture.oracle.as_ref().map(|_| format!("r {}, ", two(r)));
                let words = format!("{}XLLR {}", r.unwrap_or_default(), two(xllr));
                words.replace('-', "−")
            })
        };
        let square = |place: usize| {
            let heatmap = self.heatmap(place)?;
            Some(Square { title: self.title(place), words: words(place), heatmap })
        };
        self.shown().into_iter().filter_map(square).collect()
    }
}

fn middle(gap: &Gap) -> f64 {
    (gap.from + gap.to) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Memory, to_the_end};
    use crate::scenario::{Link, Scenario};

    pub fn atlas_of(scenario: &Scenario, files: &[Vec<u8>]) -> Atlas {
        let plan = crate::experiment::plan(scenario, files);
        let part = plan.solve(0, &Memory::default(), &mut to_the_end).unwrap();
        let picture = correlation::codec::read_picture(scenario, part).unwrap();
        Atlas::new(picture, Repeated::default())
    }

    /// Of a link's settings.
    pub fn atlas(settings: &str) -> Atlas {
        let link: Link = format!("lab=correlation&{settings}").parse().unwrap();
        atlas_of(&link.scenario, &[])
    }

    #[test]
    fn a_pair_is_spoken_with_what_is_thought_of_it() {
        let atlas = atlas("candidate=detuned(2)&candidate=oracle&tasks=0");
        let (row, column) = (atlas.place(211).unwrap(), atlas.place(206).unwrap());
        let spoken = |place: usize| atlas.pair_sentence(place, row, column).unwrap();
        assert_eq!(
            spoken(1),
            "target x = 0.07 with target x = −0.62: lengthscale × 2 0.96, oracle 0.72."
        );
        assert_eq!(spoken(2), "target x = 0.07 with target x = −0.62: oracle 0.72.");
        assert_eq!(atlas.pair_sentence(1, 999, 0), None);
        assert_eq!(atlas.names(column).unwrap().1, "−0.62", "where a head says what it is");
    }
}
