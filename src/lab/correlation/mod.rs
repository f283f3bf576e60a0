//! The paper's subject itself: the posterior correlations of several models, beside the oracle's,
//! and what metacorrelation, XLL and XLLR make of them.
//!
//! The first unit of work is the task that the figure shows, with every model's posterior; each
//! further unit is one more task, of which only the scores are kept.

mod belief;
mod codec;
mod fit;
mod judge;
mod merge;
mod open;
mod order;
mod report;
mod words;

use crate::error::{Error, Result};
use crate::lab::{Part, Progress, Unit};
use crate::scenario::{Data, Family, Region, Scenario};
use crate::task::Task;

pub use belief::Belief;
pub use codec::oracle_place;
pub use fit::same_observations;
pub use judge::{Judged, Row, judge};
pub use merge::{Estimate, Repeated, merge};
pub use open::{open, score_request};
pub use report::report;
pub use words::{
    ModelFacts, ModelScore, count, cross_words, description, estimate_words, likelihood_words,
    model_facts, notice, order_words, titles,
};

/// One task, with what every model believes of it.
#[derive(Debug, Clone)]
pub struct Picture {
    /// What was asked.
    pub scenario: Scenario,
    /// The task; predictions from a file have none.
    pub task: Option<Task>,
    /// What was observed at the targets, the last of the points.
    pub y: Vec<f64>,
    /// The order in which matrices are shown, by the points' numbers: pool first, then targets.
    pub order: Vec<usize>,
    /// What the oracle believes, if the prior is known.
    pub oracle: Option<Belief>,
    /// What each candidate believes; nothing where its file is missing, or of another task.
    pub beliefs: Vec<Option<Belief>>,
    /// The candidates whose files are of another task.
    pub strangers: Vec<usize>,
    /// The scores of the candidates that are there.
    pub judged: Judged,
}

impl Picture {
    /// How many points there are.
    pub fn points(&self) -> usize {
        self.order.len()
    }

    /// How many of them are no targets, and come first.
    pub fn pool(&self) -> usize {
        self.points() - self.y.len()
    }

    /// Whether no model is left out for want of its file.
    pub fn is_whole(&self) -> bool {
        let known =
            |(i, belief): (usize, &Option<Belief>)| belief.is_some() || self.strangers.contains(&i);
        self.beliefs.iter().enumerate().all(known)
    }

    /// Where a point is on a line, if the task is on one.
    pub fn position(&self, point: usize) -> Option<f64> {
        let task = self.task.as_ref().filter(|_| self.scenario.data == Data::Line)?;
        let target = point.checked_sub(self.pool());
        Some(target.map_or_else(|| task.pool.inputs[point], |target| task.targets.inputs[target]))
    }

    /// The stretches of a line, between neighbours in the order, that hold no points although all
    /// are closer elsewhere.
    pub fn gaps(&self) -> Vec<Gap> {
        let regions = self.scenario.targets.iter().chain([&self.scenario.pool]);
        let spacing = |region: &Region| match region.count {
            1 => 0.0,
            count => (region.high - region.low) / (count - 1) as f64,
        };
        let usual = regions.map(spacing).fold(0.0, f64::max);
        let positions = self.order.iter().map_while(|&point| self.position(point));
        let positions: Vec<f64> = positions.collect();
        let gap = |(place, pair): (usize, &[f64])| {
            let (from, to) = (pair[0], pair[1]);
            (to - from > 1.5 * usual).then_some(Gap { after: place, from, to })
        };
        positions.windows(2).enumerate().filter_map(gap).collect()
    }
}

/// A stretch of a line without points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gap {
    /// The place in the order of the last point before it.
    pub after: usize,
    /// Where that point is.
    pub from: f64,
    /// Where the next one is.
    pub to: f64,
}

/// Whether a scenario is quick enough for every frame of a gesture.
pub fn is_quick(scenario: &Scenario) -> bool {
    let size = scenario.sizes().pool + scenario.sizes().targets;
    let dear = scenario.candidates.iter().map(|candidate| match candidate.kind.family {
        Family::Relu | Family::Fourier => candidate.count(0),
        Family::Own => usize::MAX / 64,
        _ => 0,
    });
    scenario.data == Data::Line && size <= 300 && dear.sum::<usize>() <= 400
}

/// The shown task, then one unit for each further one. `files` are the contents of the scenario's
/// files, empty where one is missing.
pub fn plan(scenario: &Scenario, files: &[Vec<u8>]) -> Vec<Unit> {
    let tasks = if scenario.data == Data::File { 0 } else { scenario.tasks };
    let unit = |index: usize| Unit {
        index,
        first: index,
        count: 1,
        scenario: scenario.clone(),
        // Models from files know one task only.
        files: if index == 0 { files.to_vec() } else { Vec::new() },
    };
    (0..=tasks).map(unit).collect()
}

/// Fits and judges all models on one task.
pub fn run(unit: &Unit, progress: Progress) -> Result<Part> {
    let Unit { index, first, scenario, files, .. } = unit;
    let solved = fit::fit_all(scenario, *first, files, progress)?;
    let values = match first {
        0 => codec::write_picture(scenario, &solved),
        _ => codec::write_judged(&solved.judged),
    };
    Ok(Part { index: *index, values })
}

/// The shown task, from the first unit's part.
pub fn picture(scenario: &Scenario, part: Part) -> Result<Picture> {
    codec::read_picture(scenario, part.values)
}

/// The task that a scenario shows; a file has none to give.
pub fn shown_task(scenario: &Scenario) -> Result<Task> {
    if scenario.data == Data::File {
        return Err(Error::value("task", "a file", "one that can be given away"));
    }
    fit::task(scenario, 0)
}

/// The part of the shown task, among others.
pub fn first_part(parts: &[Part]) -> Result<&Part> {
    let missing = || Error::value("parts", "none of the shown task", "at least its part");
    parts.iter().find(|part| part.index == 0).ok_or_else(missing)
}

#[cfg(test)]
mod tests;
