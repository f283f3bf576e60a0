//! The toy lab's numbers in words.

use super::{Outcome, Panel, Toy};
use crate::acquisition::Rule;
use crate::lab::three_decimals;
use crate::numeric::shortest;

/// What stands with a panel.
#[derive(Debug, Clone, PartialEq)]
pub struct PanelFacts {
    /// The rule's name for people.
    pub title: &'static str,
    /// What the rule looks for, in one sentence.
    pub meaning: &'static str,
    /// Its numbers at a step.
    pub scores: Vec<Score>,
}

/// One number under a panel.
#[derive(Debug, Clone, PartialEq)]
pub struct Score {
    /// What it is.
    pub label: &'static str,
    /// Its value, as people read it.
    pub value: String,
    /// Whether no other panel has a better one.
    pub best: bool,
}

type Measure = (&'static str, fn(&Outcome) -> f64, f64);

/// Each number, and whether more (1) or less (-1) of it is better.
const MEASURES: [Measure; 4] = [
    ("log likelihood", |o| o.log_likelihood, 1.0),
    ("expected", |o| o.expected_log_likelihood, 1.0),
    ("RMSE", |o| o.rmse, -1.0),
    ("information", |o| o.information, 1.0),
];

/// What stands with each panel after some picks.
pub fn panel_facts(toy: &Toy, step: usize) -> Vec<PanelFacts> {
    let outcomes: Vec<&Outcome> = toy.panels.iter().map(|panel| &panel.results[step]).collect();
    let several = outcomes.len() > 1 && step > 0;
    let score = |outcome: &Outcome, (label, value, sign): &Measure| {
        let best = outcomes.iter().map(|o| sign * value(o)).fold(f64::NEG_INFINITY, f64::max);
        let value = value(outcome);
        Score { label, value: three_decimals(value), best: several && sign * value >= best }
    };
    let facts = |(panel, outcome): (&Panel, &&Outcome)| PanelFacts {
        title: title(panel.rule),
        meaning: meaning(panel.rule),
        scores: MEASURES.iter().map(|measure| score(outcome, measure)).collect(),
    };
    toy.panels.iter().zip(&outcomes).map(facts).collect()
}

/// The figure in words, for those who cannot see it.
pub fn description(toy: &Toy, step: usize) -> String {
    let regions = toy.scenario.targets.iter();
    let regions: Vec<String> = regions
        .map(|r| format!("{} from {} to {}", r.count, shortest(r.low), shortest(r.high)))
        .collect();
    let panels: String = toy.panels.iter().map(|panel| panel_sentence(toy, panel, step)).collect();
    format!(
        "A Gaussian process with kernel {} has seen {} points. The targets are {}. After {step} of {} \
         picks:{panels}",
        toy.scenario.kernel,
        toy.task.train.len(),
        regions.join(", and "),
        toy.steps(),
    )
}

fn panel_sentence(toy: &Toy, panel: &Panel, step: usize) -> String {
    let picks = panel.batch.indices[..step].iter();
    let places: Vec<_> = picks.map(|&i| format!("{:.2}", toy.task.pool.inputs[i])).collect();
    let places = if places.is_empty() { "nothing yet".into() } else { places.join(", ") };
    let result = &panel.results[step];
    format!(
        " {} has asked at {places}: log likelihood {}, RMSE {}.",
        title(panel.rule),
        three_decimals(result.log_likelihood),
        three_decimals(result.rmse)
    )
}

/// A rule's name for people.
pub fn title(rule: Rule) -> &'static str {
    match rule {
        Rule::Random => "Random",
        Rule::Tig => "TIG",
        Rule::Mig => "MIG",
        Rule::BatchMig => "BatchMIG",
        Rule::BatchTig => "BatchTIG",
        Rule::Epig => "EPIG",
        Rule::Itl => "ITL",
        Rule::Vtl => "VTL",
        Rule::Ctl => "CTL",
    }
}

fn meaning(rule: Rule) -> &'static str {
    match rule {
        Rule::Random => "asks anywhere: what the others have to beat",
        Rule::Tig => "total information gain: asks where it knows least",
        Rule::Mig => {
            "marginal information gain: asks what tells most about the targets, one by one"
        }
        Rule::BatchMig => "asks what tells most about the targets, given what it already asked",
        Rule::BatchTig => "asks where it knows least, given what it already asked",
        Rule::Epig => "like BatchMIG, but for noisy observations of the targets",
        Rule::Itl => "asks what tells most about all targets together",
        Rule::Vtl => "asks what lowers the targets' mean variance most",
        Rule::Ctl => "asks what correlates most with the targets",
    }
}
