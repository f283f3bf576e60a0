//! The paper's subject itself: the posterior correlations of several models, beside the oracle's,
//! and what metacorrelation, XLL and XLLR make of them.
//!
//! The first unit of work is the task that the figure shows, with every model's posterior; each
//! further unit is one more task, of which only the scores are kept. All need the models that were trained
//! on their task.

pub mod codec;
mod cost;
mod merge;
pub mod order;
mod solve;

use std::collections::HashMap;

use crate::error::Result;
use crate::experiment::work::{JUDGED, OBSERVED, PLACES};
use crate::experiment::{
    Belief, Costs, Hears, Judged, Part, Plan, Tell, Unit, Work, train, version_of_judging,
};
use crate::scenario::{Family, Problem, Region, Scenario, Source};
use crate::task::Task;

pub use cost::{after_training as cost_of_judging, further as cost_of_a_task};
pub use merge::{Repeated, merge};
pub use solve::{Solved, solve, solve_keeping};

/// A task with all that models say of it, or only their scores if it is not the one that is shown: `first`
/// is its number.
pub static PICTURE: Work = Work {
    id: "correlation",
    keys: &[OBSERVED, PLACES, JUDGED, &["file"]],
    version: |scenario| version_of_judging(1, scenario),
    cost: None,
    run,
};

fn run(unit: &Unit, parts: &[Part], tell: Tell) -> Result<Part> {
    let (Unit { first, files, .. }, scenario) = (unit, unit.scenario());
    let solved = solve(scenario, *first, files, parts, &mut |share, _| tell(share, &|| None))?;
    Ok(match first {
        0 => codec::write_picture(scenario, &solved),
        _ => codec::write_judged(&solved.judged),
    })
}

/// What a scenario's work will take.
pub fn cost(scenario: &Scenario) -> Costs {
    let further = cost::further(scenario) * further_tasks(scenario) as f64;
    Costs { first: cost::shown(scenario), further }
}

/// The shown task, then one unit for each further one, then all training.
pub fn plan(scenario: &Scenario, files: &[Vec<u8>]) -> Plan {
    let mut plan = Plan::default();
    let unit = Unit::new(&PICTURE, scenario, (0, 0));
    for first in 0..=further_tasks(scenario) {
        plan.add(unit.at((first, 0)), Vec::new());
    }
    // Models from files know one task only.
    plan.steps[0].unit.files = files.to_vec();
    let training = Training::of(scenario);
    for number in 0..plan.steps.len() {
        let needs = training.on(&mut plan, number);
        if number > 0 {
            plan.groups.push([&[number], &needs[..]].concat());
        }
        plan.steps[number].needs = needs;
    }
    plan
}

/// The training of all candidates, which is the same on every task: making it anew for each of many would hold up a
/// page.
#[derive(Default)]
pub struct Training {
    /// Each once.
    units: Vec<Unit>,
    /// Which of them the candidates need, in their order.
    needs: Vec<usize>,
}

impl Training {
    /// Files hold models that are trained already.
    pub fn of(scenario: &Scenario) -> Self {
        let mut training = Self::default();
        if scenario.data.source == Source::File {
            return training;
        }
        let candidates = &scenario.models.candidates;
        let mut known: HashMap<Vec<u8>, usize> = HashMap::new();
        for candidate in candidates {
            for unit in train::units(scenario, candidate.trained_by(candidates), 0) {
                let place = *known.entry(unit.to_bytes()).or_insert(training.units.len());
                training.needs.push(place);
                if place == training.units.len() {
                    training.units.push(unit);
                }
            }
        }
        training
    }

    /// Adds it for a task; gives its places.
    pub fn on(&self, plan: &mut Plan, task: usize) -> Vec<usize> {
        let start = plan.steps.len();
        for unit in &self.units {
            plan.help(unit.at((task, unit.count)), Vec::new(), Hears::Nothing);
        }
        self.needs.iter().map(|place| start + place).collect()
    }
}

/// A file is one task and no more.
pub fn further_tasks(scenario: &Scenario) -> usize {
    if scenario.data.source == Source::File { 0 } else { scenario.judging.tasks }
}

/// The candidate that is the oracle itself.
pub fn oracle_place(scenario: &Scenario) -> Option<usize> {
    let candidates = &scenario.models.candidates;
    candidates.iter().position(|candidate| candidate.kind.family == Family::Oracle)
}

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
