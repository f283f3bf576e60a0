//! The paper's Figure 2 as an instrument: acquisition rules side by side on a line, pick by pick.

mod charts;
mod figure;
mod notice;
mod part;
mod report;
mod solve;
mod words;

use crate::cost::Cost;
use crate::error::Result;
use crate::lab::{Costs, Figure, Lab, Part, Tell, Unit};
use crate::scenario::Scenario;
use crate::task::Truth;

pub use notice::{longest_notice, notice};
pub use report::report;
pub use solve::{Outcome, Panel, Toy, solve};
pub use words::{PanelFacts, Score, description, is_own, meaning, panel_facts, title};

/// How finely curves are sampled.
const CURVE: usize = 241;
/// How finely draws from the posterior are sampled: they are smooth, and a joint draw is dear.
const SAMPLED: usize = 121;

/// The lab.
pub struct ToyLab;

impl Lab for ToyLab {
    fn name(&self) -> &'static str {
        "toy"
    }

    fn title(&self) -> &'static str {
        "TIG, MIG, BatchMIG"
    }

    fn keys(&self) -> &'static [&'static str] {
        &["preset", "kernel", "noise", "truth", "observe", "seed", "pool", "q", "samples"]
    }

    /// Everything at once, all steps included.
    fn cost(&self, scenario: &Scenario) -> Costs {
        let sizes = scenario.sizes();
        let [train, pool, targets] = [sizes.train, sizes.pool, sizes.targets].map(|n| n as f64);
        let (asked, rules) =
            (scenario.asking.batch_size as f64, scenario.asking.rules.len() as f64);
        let (curve, sampled) = (CURVE as f64, SAMPLED as f64);
        let kernel = |evaluations: f64| scenario.problem.kernel.cost(1, evaluations);
        let condition = |seen: f64, at: f64| {
            kernel(seen * seen / 2.0 + seen * at)
                + Cost::operations(seen * seen * (seen / 6.0 + at))
        };
        let joint = |seen: f64, at: f64| {
            let whole = at * at / 2.0;
            condition(seen, at) + kernel(whole) + Cost::operations(seen * whole)
        };
        let select = Cost::operations(asked * pool * (pool + targets));
        let seen = train + asked;
        let mut step = condition(seen, targets) + condition(seen, curve);
        if scenario.models.samples > 0 {
            step =
                step + joint(seen, sampled) + Cost::operations(sampled * sampled * sampled / 6.0);
        }
        let points = sizes.total() + CURVE;
        let first = Truth::cost(&scenario.problem, points)
            + joint(train, pool + targets)
            + (select + step * (asked + 1.0)) * rules;
        Costs { first, further: Cost::default() }
    }

    fn plan(&self, scenario: &Scenario, _: &[Vec<u8>]) -> Vec<Unit> {
        let mut only = scenario.unchanged();
        only.problem.clone_from(&scenario.problem);
        only.asking.clone_from(&scenario.asking);
        only.models.samples = scenario.models.samples;
        vec![Unit { first: 0, count: 1, scenario: only, files: Vec::new() }]
    }

    fn run(&self, unit: &Unit, _: Tell) -> Result<Part> {
        part::write(&solve(&unit.scenario)?)
    }

    fn figure(&self, scenario: &Scenario) -> Box<dyn Figure> {
        Box::new(figure::ToyFigure::new(scenario))
    }
}

#[cfg(test)]
mod tests;
