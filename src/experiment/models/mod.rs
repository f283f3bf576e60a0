//! One rule and many models on a line: what each model learns of the same data, beside the exact posterior
//! of the prior that functions are drawn from.
//!
//! The first unit of work is the scene: the task, and the exact posterior. Then come the models: training,
//! which knows nothing of what is asked or judged; what the trained model says where it is asked; and its
//! examination. Then one unit judges all models by each other. A unit knows of no other model, so that what
//! is trained stays trained while others change. Last come further functions, because on one a model can be
//! lucky: the units of the correlation experiment, so that whoever goes there trains nothing anew.

mod kept;
mod layout;
mod part;
mod scene;
mod study;

use crate::acquisition::{self, Rule};
use crate::cost::Cost;
use crate::experiment::{Costs, correlation, oracle};
use crate::model;
use crate::scenario::{Candidate, Family, Scenario};
use crate::task::Truth;

pub use kept::traced;
pub use layout::{JUDGE, Layout, PREDICT, SCENE, STUDY, Stages, plan};
pub use part::read_scene;
pub use scene::{Scene, scene};
pub use study::Studied;

/// How finely curves are sampled.
pub const CURVE: usize = 121;

/// What a scenario's work will take.
pub fn cost(scenario: &Scenario) -> Costs {
    let Costs { first, further } = shown_cost(scenario);
    let functions = correlation::cost_of_a_task(scenario) * functions(scenario) as f64;
    Costs { first, further: further + functions }
}

/// On how many further functions the models are judged: as many as are asked for and a page takes on, so that
/// nothing that it would show without them is refused because of them. Ranks need two models and a reference.
pub fn functions(scenario: &Scenario) -> usize {
    if !are_ranked(scenario) {
        return 0;
    }
    let (shown, each) = (shown_cost(scenario).all(), correlation::cost_of_a_task(scenario));
    let fits = |count: &usize| (shown + each * *count as f64).check_for_a_page().is_ok();
    (1..=scenario.judging.tasks).rev().find(fits).unwrap_or(0)
}

/// Whether there are models to be ranked: two or more that any function can be given to, and a reference.
pub fn are_ranked(scenario: &Scenario) -> bool {
    let all = scenario.models.candidates.iter();
    let judged: Vec<_> = all.filter(|candidate| candidate.kind.family != Family::Own).collect();
    judged.len() > 1 && judged.iter().any(|candidate| candidate.is_reference)
}

/// Without further functions.
fn shown_cost(scenario: &Scenario) -> Costs {
    let models = fitted(scenario).map(|(_, candidate)| {
        let model = model::build(candidate, Some(&oracle(scenario)), None, 1, 0);
        let seen = scenario.problem.points.len();
        model.map_or(Cost::default(), |model| model.cost(1, seen, asked(scenario)))
            + study::cost(scenario) * 2.0
    });
    // Workers fit models at the same time.
    let models = models.fold(Cost::default(), Cost::beside);
    Costs { first: scene::cost(scenario), further: models + judging(scenario) }
}

/// The candidates that are fitted here, with their places: the exact posterior is there anyway, and
/// files belong to the correlation lab.
pub fn fitted(scenario: &Scenario) -> impl Iterator<Item = (usize, &Candidate)> {
    let all = scenario.models.candidates.iter().enumerate();
    all.filter(|(_, candidate)| !matches!(candidate.kind.family, Family::Oracle | Family::Own))
}

/// Where models are asked: along the axis, at the pool and at the targets.
fn asked(scenario: &Scenario) -> usize {
    let sizes = scenario.sizes();
    CURVE + sizes.pool + sizes.targets
}

/// The rule that every model chooses by.
pub fn rule(scenario: &Scenario) -> Rule {
    scenario.asking.rules.first().copied().unwrap_or(Rule::BatchMig)
}

/// How many points a model chooses.
fn picks(scenario: &Scenario) -> usize {
    scenario.asking.batch_size.min(scenario.problem.pool.count)
}

/// XLL of every pair of models.
fn judging(scenario: &Scenario) -> Cost {
    let models = fitted(scenario).count() as f64 + 1.0;
    let (targets, batch) = (scenario.sizes().targets as f64, scenario.judging.xll_batch as f64);
    let density = 300.0 + 4.5 * batch * batch * (batch / 6.0 + 4.0);
    Cost::operations(models * (models * targets * density + 20.0 * targets * targets))
}

/// What choosing a batch costs.
fn choosing(scenario: &Scenario) -> Cost {
    let sizes = scenario.sizes();
    acquisition::cost(rule(scenario), sizes.pool, sizes.targets, picks(scenario))
}

fn truth_cost(scenario: &Scenario) -> Cost {
    Truth::cost(&scenario.problem, asked(scenario) + scenario.problem.points.len())
}
