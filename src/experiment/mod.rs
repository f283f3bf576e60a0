//! Experiments: what can be computed, with its settings, cost, plan of units, and how to do one. Labs
//! present them; this module knows no words, charts, JSON, files or clocks.
//!
//! An experiment cuts its work into independent units, so that web workers, threads or machines can share
//! it and still arrive at the same numbers. Units are plain data named by their contents: the same model on
//! the same task is trained once, whoever asks and wherever it is asked.

pub mod agreement;
pub mod axis;
mod belief;
pub mod codec;
pub mod correlation;
pub mod curves;
pub mod data;
mod judge;
pub mod marginal;
pub mod measure;
pub mod models;
mod plan;
pub mod power;
mod store;
pub mod theorem;
pub mod toy;
pub mod train;
mod unit;
mod work;

use std::ops::ControlFlow;

use crate::cost::Cost;
use crate::model::{self, GaussianProcess};
use crate::numeric::hash::Fingerprint;
use crate::scenario::{Candidate, Scenario};

pub use belief::{Belief, Triangle};
use judge::{Evidence, at_targets};
pub use judge::{Fit, Judged, Known, Row, agreement, judge};
pub use plan::{Hears, Plan, Step};
pub use store::{Memory, Store};
pub use unit::{Part, Unit};
pub use work::{WORKS, Work};

/// What can be computed of a scenario.
pub struct Experiment {
    /// The lab that presents it, as links name it.
    pub name: &'static str,
    /// What a scenario's work will take.
    pub cost: fn(&Scenario) -> Costs,
    /// The units of a scenario's work: at least one. `files` are the contents of the scenario's files,
    /// empty where one is missing.
    pub plan: fn(&Scenario, files: &[Vec<u8>]) -> Plan,
}

/// All experiments.
static EXPERIMENTS: [Experiment; 8] = [
    Experiment { name: "toy", cost: toy::cost, plan: toy::plan },
    Experiment { name: "models", cost: models::cost, plan: models::plan },
    Experiment { name: "correlation", cost: correlation::cost, plan: correlation::plan },
    Experiment { name: "marginal", cost: marginal::cost, plan: marginal::plan },
    Experiment { name: "theorem", cost: theorem::cost, plan: theorem::plan },
    Experiment { name: "curves", cost: curves::cost, plan: curves::plan },
    Experiment { name: "agreement", cost: agreement::cost, plan: agreement::plan },
    Experiment {
        name: "data",
        cost: data::cost,
        plan: |scenario, files| data::figure_plan(scenario, files).0,
    },
];

/// What a scenario's work will take.
pub fn cost(scenario: &Scenario) -> Costs {
    (of(scenario).cost)(scenario)
}

/// The units of a scenario's work.
pub fn plan(scenario: &Scenario, files: &[Vec<u8>]) -> Plan {
    (of(scenario).plan)(scenario, files)
}

/// The exact process of a scenario: that of the prior that its functions are drawn from.
pub fn oracle(scenario: &Scenario) -> GaussianProcess {
    GaussianProcess { kernel: scenario.problem.kernel.clone(), noise: scenario.problem.noise }
}

/// The versions of the numbers that results of a scenario rest on: of each kind of its models, then of all
/// measures. What is kept says them, so that it is known when it is old.
pub fn versions(scenario: &Scenario) -> Vec<(&'static str, u32)> {
    let mut versions = versions_of_models(scenario);
    versions.extend(versions_of_measures(measure::MEASURES.into_iter()));
    versions
}

/// Those, and whatever else results that people read rest on: the models that predict, the measures that are asked
/// for, and what is said of fits.
pub fn stated_versions(scenario: &Scenario) -> Vec<String> {
    let models = &scenario.models;
    let takes = |key: &str| scenario.lab.keys.contains(&key);
    let predicting = models.predictors().filter(|_| takes("predict"));
    let further = match scenario.lab.name {
        "agreement" => &measure::FURTHER[..],
        _ => &[],
    };
    let all = versions_of(scenario, models.candidates.iter().chain(predicting)).into_iter();
    let all = all.chain(versions_of_measures(measure::MEASURES.into_iter().chain(further)));
    let all = all.chain([("warnings", model::warning::VERSION)]);
    all.map(|(id, version)| format!("{id} {version}")).collect()
}

fn versions_of_measures<'a>(
    measures: impl Iterator<Item = &'a measure::Measure>,
) -> impl Iterator<Item = (&'static str, u32)> {
    measures.map(|measure| (measure.id, measure.version))
}

fn versions_of_models(scenario: &Scenario) -> Vec<(&'static str, u32)> {
    versions_of(scenario, scenario.models.candidates.iter())
}

/// Of each kind among some models once.
fn versions_of<'a>(
    scenario: &Scenario,
    models: impl Iterator<Item = &'a Candidate>,
) -> Vec<(&'static str, u32)> {
    let mut versions: Vec<(&str, u32)> = Vec::new();
    for candidate in models {
        let known = versions.iter().any(|(id, _)| *id == candidate.kind.id);
        if let Some(model) = train::model(scenario, candidate, 0).filter(|_| !known) {
            versions.push((candidate.kind.id, model.version()));
        }
    }
    versions
}

/// The version of work that judges models, with those of all that it rests on.
fn version_of_judging(own: u32, scenario: &Scenario) -> String {
    let warnings = [("warnings", model::warning::VERSION)];
    stamp(own, &[&versions(scenario)[..], &warnings].concat())
}

/// The version of work that only lets models ask.
fn version_of_asking(own: u32, scenario: &Scenario) -> String {
    stamp(own, &versions_of_models(scenario))
}

fn stamp(own: u32, versions: &[(&str, u32)]) -> String {
    let hash = versions
        .iter()
        .fold(Fingerprint::new(), |hash, (id, version)| hash.text(id).integer((*version).into()));
    format!("{own}-{:016x}", hash.finish())
}

fn of(scenario: &Scenario) -> &'static Experiment {
    let found = EXPERIMENTS.iter().find(|experiment| experiment.name == scenario.lab.name);
    found.expect("every form has its experiment")
}

/// What a scenario's work will take.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Costs {
    /// Until there is something to see.
    pub first: Cost,
    /// All the rest.
    pub further: Cost,
}

impl Costs {
    /// Everything.
    pub fn all(self) -> Cost {
        self.first + self.further
    }
}

/// Hears what share of a unit is done and, if it wants it, what was found so far; and may stop it.
pub type Tell<'a> = &'a mut dyn FnMut(f64, Snapshot) -> ControlFlow<()>;

/// Makes a part of what was found so far, if the unit can.
pub type Snapshot<'a> = &'a dyn Fn() -> Option<Part>;

/// Lets a unit run to its end.
pub fn to_the_end(_: f64, _: Snapshot) -> ControlFlow<()> {
    ControlFlow::Continue(())
}
