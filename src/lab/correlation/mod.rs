//! The paper's subject itself: the posterior correlations of several models, beside the oracle's,
//! and what metacorrelation, XLL and XLLR make of them.
//!
//! The first unit of work is the task that the figure shows, with every model's posterior; each
//! further unit is one more task, of which only the scores are kept.

pub(in crate::lab) mod atlas;
mod belief;
pub(in crate::lab) mod codec;
mod cost;
mod figure;
pub(in crate::lab) mod fit;
mod judge;
mod merge;
mod notice;
pub(in crate::lab) mod numbers;
pub(in crate::lab) mod order;
mod report;
mod request;
mod words;

use crate::error::Result;
use crate::lab::{Costs, Figure, Lab, Part, Tell, Unit};
use crate::scenario::{Family, Problem, Region, Scenario, Source};
use crate::task::Task;

pub use atlas::Atlas;
pub use belief::Belief;
pub use figure::framed_squares;
pub use fit::task_seed;
pub use judge::{Judged, Row, judge};
pub use merge::{Repeated, merge};
pub use notice::notice;
pub use report::report;
pub use request::score_request;
pub use words::{
    ModelFacts, ModelScore, cross_words, description, estimate_words, heading, likelihood_words,
    model_facts, order_words, titles,
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
        let task = self.task.as_ref().filter(|_| self.scenario.data.source == Source::Line)?;
        let target = point.checked_sub(self.pool());
        Some(target.map_or_else(|| task.pool.inputs[point], |target| task.targets.inputs[target]))
    }

    /// The stretches of a line, between neighbours in the order, that hold no points although all
    /// are closer elsewhere.
    pub fn gaps(&self) -> Vec<Gap> {
        let Problem { targets, pool, .. } = &self.scenario.problem;
        let regions = targets.iter().chain([pool]);
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

/// The lab.
pub struct CorrelationLab;

impl Lab for CorrelationLab {
    fn name(&self) -> &'static str {
        "correlation"
    }

    fn title(&self) -> &'static str {
        "Correlations"
    }

    fn keys(&self) -> &'static [&'static str] {
        &[
            "task", "d", "preset", "kernel", "noise", "truth", "observe", "seed", "b", "batches",
            "compare", "tasks",
        ]
    }

    fn first_keys(&self) -> &'static [&'static str] {
        &["task", "d", "preset", "b", "tasks"]
    }

    fn cost(&self, scenario: &Scenario) -> Costs {
        let further = cost::further(scenario) * further_tasks(scenario) as f64;
        Costs { first: cost::shown(scenario), further }
    }

    /// The shown task, then one unit for each further one.
    fn plan(&self, scenario: &Scenario, files: &[Vec<u8>]) -> Vec<Unit> {
        let mut only = scenario.clone();
        let unchanged = scenario.unchanged();
        // Names, and how often it is done, change no result; nor does what other labs show.
        only.models.candidates.iter_mut().for_each(|candidate| candidate.name = None);
        only.models.stretch = unchanged.models.stretch;
        only.models.samples = unchanged.models.samples;
        only.judging.tasks = unchanged.judging.tasks;
        only.judging.repetitions = unchanged.judging.repetitions;
        only.asking = unchanged.asking;
        only.asking.batch_size = only.asking.batch_size.min(only.problem.pool.count);
        let unit = |first: usize| Unit {
            first,
            count: 1,
            scenario: only.clone(),
            needs: Vec::new(),
            // Models from files know one task only.
            files: if first == 0 { files.to_vec() } else { Vec::new() },
        };
        (0..=further_tasks(scenario)).map(unit).collect()
    }

    /// Fits and judges all models on one task.
    fn run(&self, unit: &Unit, tell: Tell) -> Result<Part> {
        let Unit { first, scenario, files, .. } = unit;
        let solved = fit::fit_all(scenario, *first, files, &mut |share, _| tell(share, &|| None))?;
        Ok(match first {
            0 => codec::write_picture(scenario, &solved),
            _ => codec::write_judged(&solved.judged),
        })
    }

    fn figure(&self, scenario: &Scenario) -> Box<dyn Figure> {
        Box::new(figure::CorrelationFigure::new(scenario))
    }
}

/// A file is one task and no more.
fn further_tasks(scenario: &Scenario) -> usize {
    if scenario.data.source == Source::File { 0 } else { scenario.judging.tasks }
}

/// The candidate that is the oracle itself.
pub fn oracle_place(scenario: &Scenario) -> Option<usize> {
    let candidates = &scenario.models.candidates;
    candidates.iter().position(|candidate| candidate.kind.family == Family::Oracle)
}

#[cfg(test)]
mod tests;
