//! How models rank over splits, by any measure: means with errors and intervals, marks as in the paper, and places that
//! are shared where nothing is decided.

use crate::experiment::data::{MORE, Mark, Verdict, interval, marks, standings};
use crate::experiment::measure::{self, JOINT, LOG_LIKELIHOOD, XLL, XLLR};
use crate::numeric::{Estimate, order};

/// Something models are ranked by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quantity {
    /// Its name in links, reports and lessons.
    pub id: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// Which way is better: 1 if more is, -1 if less is.
    pub better: f64,
}

/// The errors of means, which are no measure of joint predictions.
const RMSE: Quantity = Quantity { id: "rmse", label: "root mean square error", better: -1.0 };

/// All of them, the paper's first.
pub fn quantities() -> Vec<Quantity> {
    let of = |id: &str| {
        let found = measure::find(id).expect("a measure of the table");
        Quantity { id: found.id, label: found.label, better: found.better }
    };
    let first = [&XLLR, &XLL, &LOG_LIKELIHOOD].map(|measure| of(measure.id));
    let more = [JOINT.id].into_iter().chain(MORE).map(of);
    first.into_iter().chain([RMSE]).chain(more).collect()
}

/// How many of the quantities, the first ones, are always shown.
pub const SHOWN: usize = 4;

/// What a quantity says of all models on one split.
fn of_split(verdict: &Verdict, id: &str, models: usize) -> Vec<Option<f64>> {
    let Verdict { judged, rmse, more, .. } = verdict;
    let more = MORE.iter().position(|own| *own == id).map(|at| more[at].clone());
    let values = more.unwrap_or_else(|| match measure::find(id) {
        Some(measure) => judged.of(measure).to_vec(),
        None => rmse.iter().copied().map(Some).collect(),
    });
    let of = |model: usize| {
        let at = judged.models.iter().position(|own| *own == model)?;
        values.get(at).copied().flatten().filter(|value| value.is_finite())
    };
    (0..models).map(of).collect()
}

/// What a quantity says of all models over splits.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranking {
    /// Which.
    pub quantity: Quantity,
    /// For each model, in the order of the link.
    pub models: Vec<Ranked>,
}

/// What it says of one.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranked {
    /// On each split that was judged.
    pub each: Vec<Option<f64>>,
    /// On average.
    pub mean: Option<Estimate>,
    /// Where the mean would lie with other splits, in 95% of cases.
    pub interval: Option<(f64, f64)>,
    /// How it stands, as the paper marks it.
    pub mark: Mark,
    /// The first and the last place, from 1, that the splits leave open to it.
    pub places: Option<(usize, usize)>,
}

impl Ranking {
    /// Over the splits that were judged.
    pub fn of(quantity: Quantity, verdicts: &[&Verdict], models: usize) -> Self {
        let splits: Vec<_> =
            verdicts.iter().map(|verdict| of_split(verdict, quantity.id, models)).collect();
        let each = |model: usize| splits.iter().map(|values| values[model]).collect();
        let scores: Vec<Vec<Option<f64>>> = (0..models).map(each).collect();
        let means: Vec<Option<Estimate>> =
            scores.iter().map(|own| Estimate::of(own.iter().copied().flatten())).collect();
        let marks = marks(&means, quantity.better);
        let places = standings(&scores, quantity.better);
        let ranked = scores.into_iter().zip(means).zip(marks).zip(places);
        let ranked = ranked.map(|(((each, mean), mark), places)| {
            let known: Vec<f64> = each.iter().copied().flatten().collect();
            Ranked { interval: interval(&known), each, mean, mark, places }
        });
        Self { quantity, models: ranked.collect() }
    }

    /// The models, the best first; those of which nothing is known last, in the order of the link.
    pub fn best_first(&self) -> Vec<usize> {
        let worst = f64::INFINITY;
        let key =
            |ranked: &Ranked| ranked.mean.map_or(worst, |mean| -self.quantity.better * mean.mean);
        order(&self.models.iter().map(key).collect::<Vec<_>>())
    }
}
