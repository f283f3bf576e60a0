//! The paper's Figure 2 as an experiment: acquisition rules side by side on a line, pick by pick, a learner
//! among them, and the best batch that there is.

mod own;
pub mod part;
pub mod search;
mod solve;

use crate::acquisition::{self, Rule};
use crate::cost::Cost;
use crate::experiment::{Costs, Plan, Unit};
use crate::model::ProcessCost;
use crate::scenario::{Scenario, Sizes};
use crate::task::Truth;

pub use own::{Own, Question};
pub use search::{Best, Found, SEARCH};
pub use solve::{Outcome, Panel, SOLVE, Toy, solve};

/// How finely curves are sampled.
pub const CURVE: usize = 241;
/// How finely draws from the posterior are sampled: they are smooth, and a joint draw is dear.
pub const SAMPLED: usize = 121;

/// Everything at once, all steps included.
pub fn cost(scenario: &Scenario) -> Costs {
    let Sizes { train, pool, targets } = scenario.sizes();
    let asked = scenario.asking.batch_size;
    let process = ProcessCost { kernel: &scenario.problem.kernel, inputs: 1 };
    let (curve, sampled, draws) = (CURVE as f64, SAMPLED as f64, scenario.models.samples as f64);
    let step = |picks: usize| {
        let seen = (train + picks) as f64;
        let predicted = process.marginals(seen, targets as f64) + process.marginals(seen, curve);
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
            let shares = search::shares(scenario) as f64;
            Costs { first: first + learner, further: search + prior * shares }
        }
    }
}

/// Everything at once; and for a learner the search for the best batch.
pub fn plan(scenario: &Scenario, _: &[Vec<u8>]) -> Plan {
    let first = Unit::new(&SOLVE, scenario, (0, 1));
    let further = scenario.asking.own.as_ref().map_or(Vec::new(), |_| search::plan(scenario));
    Plan::of([vec![first], further].concat())
}
