//! The toy lab's other half: there one model and many rules, here one rule and many models. Each panel
//! shows what a model learns of the same data, beside the exact posterior of the prior that functions
//! are drawn from.
//!
//! The first unit of work is the scene: the task, and the exact posterior. Then come the models: a unit
//! for each piece of a fit, which knows the problem and nothing of what is asked or judged, and one that
//! joins the pieces and examines the whole. The last unit judges all models by each other. A unit knows of
//! no other model, so that what is fitted stays fitted while others change.

mod charts;
mod fault;
mod figure;
mod inference;
mod kept;
mod notice;
mod part;
mod report;
mod scene;
mod sketch;
mod stage;
mod study;
mod verdict;
mod words;

use crate::acquisition::{self, Rule};
use crate::cost::Cost;
use crate::error::Result;
use crate::lab::{Costs, Figure, Lab, Part, Tell, Unit};
use crate::model::{self, GaussianProcess};
use crate::scenario::{Candidate, Family, Preset, Scenario, find_preset};
use crate::task::Truth;

pub use fault::fault;
pub use scene::Scene;
pub use study::Studied;
pub use verdict::{Verdict, verdict};

/// How finely curves are sampled.
const CURVE: usize = 121;
/// The problem that the lab opens with.
const PRESET: &str = "net";
/// The models that it opens with: the paper's seven, first those whose correlations it found right. Of
/// the functional network's 400 units a quarter does as well here, and in a tenth of the time.
const CANDIDATES: [&str; 7] = ["hmc", "gp-rbf", "fbnn(100)", "ensemble", "bbb", "nng", "dropout"];
/// How many draws each panel shows unless said.
const SAMPLES: usize = 8;

/// The lab.
pub struct ModelsLab;

impl Lab for ModelsLab {
    fn name(&self) -> &'static str {
        "models"
    }

    fn title(&self) -> &'static str {
        "Models"
    }

    fn keys(&self) -> &'static [&'static str] {
        &[
            "preset", "kernel", "noise", "truth", "observe", "seed", "pool", "q", "samples", "b",
            "batches", "compare",
        ]
    }

    fn first_keys(&self) -> &'static [&'static str] {
        &["preset", "q", "samples"]
    }

    fn preset(&self) -> &'static Preset {
        find_preset(PRESET).expect("the lab's own problem")
    }

    /// Whoever wants to see these models' correlations closely takes them along.
    fn keepsakes(&self) -> &'static [&'static str] {
        &["preset", "candidate"]
    }

    fn defaults(&self, scenario: &mut Scenario) {
        let candidate = |text: &str| text.parse::<Candidate>().expect("the lab's own models");
        scenario.models.candidates = CANDIDATES.map(candidate).to_vec();
        scenario.models.samples = SAMPLES;
        scenario.asking.rules = vec![Rule::BatchMig];
    }

    fn cost(&self, scenario: &Scenario) -> Costs {
        let models = fitted(scenario).map(|(_, candidate)| {
            let asked = asked(scenario);
            let process = process(scenario);
            let model = model::build(candidate, &process, 1, 0);
            let seen = scenario.problem.points.len();
            model.map_or(Cost::default(), |model| model.cost(1, seen, asked))
                + study::cost(scenario) * 2.0
        });
        Costs { first: scene::cost(scenario), further: models.sum::<Cost>() + judging(scenario) }
    }

    fn plan(&self, scenario: &Scenario, _: &[Vec<u8>]) -> Vec<Unit> {
        stage::plan(scenario)
    }

    fn run(&self, unit: &Unit, tell: Tell) -> Result<Part> {
        stage::run(unit, tell)
    }

    fn figure(&self, scenario: &Scenario) -> Box<dyn Figure> {
        Box::new(figure::ModelsFigure::new(scenario))
    }
}

/// The candidates that are fitted here, with their places: the exact posterior is there anyway, and
/// files belong to the correlation lab.
fn fitted(scenario: &Scenario) -> impl Iterator<Item = (usize, &Candidate)> {
    let all = scenario.models.candidates.iter().enumerate();
    all.filter(|(_, candidate)| !matches!(candidate.kind.family, Family::Oracle | Family::Own))
}

fn process(scenario: &Scenario) -> GaussianProcess {
    GaussianProcess { kernel: scenario.problem.kernel.clone(), noise: scenario.problem.noise }
}

/// Where models are asked: along the axis, at the pool and at the targets.
fn asked(scenario: &Scenario) -> usize {
    let sizes = scenario.sizes();
    CURVE + sizes.pool + sizes.targets
}

/// The rule that every model chooses by.
fn rule(scenario: &Scenario) -> Rule {
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

#[cfg(test)]
mod tests;
