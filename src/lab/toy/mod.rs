//! The paper's Figure 2 as an instrument: acquisition rules side by side on a line, pick by pick.

mod charts;
mod compare;
mod diagram;
mod figure;
mod notice;
mod own;
mod part;
mod report;
mod search;
mod solve;
mod words;

use crate::acquisition::{self, Rule};
use crate::cost::Cost;
use crate::error::Result;
use crate::lab::{Costs, Figure, Lab, Part, Tell, Unit};
use crate::model::ProcessCost;
use crate::scenario::{Scenario, Sizes};
use crate::task::Truth;

pub use diagram::{Pair, Told};
pub use notice::{longest_notice, notice};
pub use own::{Own, Question};
pub use report::report;
pub use search::{Best, Found};
pub use solve::{Outcome, Panel, Toy, solve};
pub use words::{
    PanelFacts, Score, description, is_own, meaning, panel_facts, title, with_targets,
};

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

    fn first_keys(&self) -> &'static [&'static str] {
        &["preset", "noise", "q"]
    }

    /// Everything at once, all steps included.
    fn cost(&self, scenario: &Scenario) -> Costs {
        let Sizes { train, pool, targets } = scenario.sizes();
        let asked = scenario.asking.batch_size;
        let process = ProcessCost { kernel: &scenario.problem.kernel, inputs: 1 };
        let (curve, sampled, draws) =
            (CURVE as f64, SAMPLED as f64, scenario.models.samples as f64);
        let step = |picks: usize| {
            let seen = (train + picks) as f64;
            let predicted =
                process.marginals(seen, targets as f64) + process.marginals(seen, curve);
            let samples = match scenario.models.samples {
                0 => Cost::default(),
                _ => {
                    let factor = Cost::blocked(sampled * sampled * (sampled / 6.0 + draws));
                    let normals = Cost::normals(draws * sampled);
                    process.condition(seen) + process.joint(seen, sampled) + factor + normals
                }
            };
            process.condition(seen) * 2.0 + predicted + samples
        };
        let steps: Cost = (0..=asked).map(step).sum();
        let select = |&rule: &Rule| acquisition::cost(rule, pool, targets, asked + 1);
        let rules = &scenario.asking.rules;
        let seen = train as f64;
        let first = Truth::cost(&scenario.problem, train + pool + targets + CURVE)
            + process.condition(seen)
            + process.joint(seen, (pool + targets) as f64)
            + process.marginals(seen, curve)
            + rules.iter().map(select).sum()
            + steps * rules.len() as f64;
        match &scenario.asking.own {
            None => Costs { first, further: Cost::default() },
            Some(places) => {
                let learner = (0..=places.len()).map(step).sum::<Cost>()
                    + select(&Rule::BatchMig) * (2 + places.len()) as f64;
                let search = acquisition::search_cost(pool, targets, asked);
                let prior = process.condition(seen) + process.joint(seen, (pool + targets) as f64);
                let shares = search::plan(scenario).len() as f64;
                Costs { first: first + learner, further: search + prior * shares }
            }
        }
    }

    fn plan(&self, scenario: &Scenario, _: &[Vec<u8>]) -> Vec<Unit> {
        let mut only = scenario.unchanged();
        only.problem.clone_from(&scenario.problem);
        only.asking.clone_from(&scenario.asking);
        only.models.samples = scenario.models.samples;
        let first =
            Unit { first: 0, count: 1, scenario: only, needs: Vec::new(), files: Vec::new() };
        let further = scenario.asking.own.as_ref().map_or(Vec::new(), |_| search::plan(scenario));
        [vec![first], further].concat()
    }

    fn run(&self, unit: &Unit, tell: Tell) -> Result<Part> {
        if unit.first == 0 { part::write(&solve(&unit.scenario)?) } else { search::run(unit, tell) }
    }

    fn figure(&self, scenario: &Scenario) -> Box<dyn Figure> {
        Box::new(figure::ToyFigure::new(scenario))
    }
}

#[cfg(test)]
mod tests;
