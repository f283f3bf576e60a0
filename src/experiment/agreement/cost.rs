//! What comparing models takes, from sizes alone.

use crate::acquisition;
use crate::cost::Cost;
use crate::experiment::agreement::RULES;
use crate::experiment::correlation;
use crate::metric::JOINT_MEASURES;
use crate::model::{Family, Kind};
use crate::scenario::Scenario;

/// A task with all training.
pub fn task(scenario: &Scenario) -> Cost {
    correlation::cost_of_a_task(scenario) + beyond(scenario)
}

/// A task, once all models are trained.
pub fn judging(scenario: &Scenario) -> Cost {
    correlation::cost_of_judging(scenario) + beyond(scenario)
}

/// What is done here and not where correlations are shown: further measures, twice, and questions.
fn beyond(scenario: &Scenario) -> Cost {
    let sizes = scenario.sizes();
    let candidates = scenario.models.candidates.iter();
    let measures = candidates.map(|candidate| {
        let draws = if has_draws(candidate.kind) { MANY } else { 0 };
        let all = JOINT_MEASURES.iter().map(|measure| measure.cost(sizes.targets, draws));
        all.sum::<Cost>() * 2.0
    });
    let measures: Cost = measures.sum();
    let both = (sizes.pool + sizes.targets) as f64;
    let asking = RULES.into_iter().map(|rule| {
        acquisition::cost(rule, sizes.pool, sizes.targets, scenario.asking.batch_size)
            + Cost::operations(both * both)
    });
    measures + asking.sum::<Cost>() * scenario.models.candidates.len() as f64
}

/// About as many functions as models have that are known by drawing.
const MANY: usize = 1000;

fn has_draws(kind: &Kind) -> bool {
    kind.family.is_network() && kind.family != Family::Fbnn
}
