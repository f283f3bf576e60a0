//! The toy lab's numbers in words.

use super::{Best, Outcome, Own, Panel, Toy, search};
use crate::acquisition::Rule;
use crate::chart;
use crate::error::Result;
use crate::lab::{count, name_of, three_decimals};
use crate::numeric::{fixed, shortest};
use crate::scenario::{Region, Scenario};

/// What stands with a panel.
#[derive(Debug, Clone, PartialEq)]
pub struct PanelFacts {
    /// The rule's name for people.
    pub title: &'static str,
    /// What the rule looks for, in one sentence.
    pub meaning: String,
    /// What its scores then do, after the first pick, to be said after that.
    pub remark: &'static str,
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
    let outcomes: Vec<&Outcome> = toy.shown().map(|panel| &panel.results[panel.at(step)]).collect();
    let several = outcomes.len() > 1 && step > 0;
    // What reads alike is marked alike; where all read alike, none is the best.
    let score = |outcome: &Outcome, (label, value, sign): &Measure| {
        let most = outcomes.iter().map(|o| sign * value(o)).fold(f64::NEG_INFINITY, f64::max);
        let most = three_decimals(sign * most);
        let read = three_decimals(value(outcome));
        let differ = outcomes.iter().any(|o| three_decimals(value(o)) != most);
        Score { label, best: several && differ && read == most, value: read }
    };
    let facts = |(panel, outcome): (&Panel, &&Outcome)| PanelFacts {
        title: panel.title(),
        meaning: match panel.rule {
            _ if panel.own => own_meaning(toy, panel),
            rule => meaning(rule).into(),
        },
        remark: match panel.rule {
            Rule::Tig | Rule::Mig if step > 0 && !panel.own => "; its scores never change",
            _ => "",
        },
        scores: MEASURES.iter().map(|measure| score(outcome, measure)).collect(),
    };
    toy.shown().zip(&outcomes).map(facts).collect()
}

/// The numbers of each panel after some picks, of the learner and of the best batch, as lessons name them.
pub fn numbers(toy: &Toy, step: usize) -> Vec<(String, f64)> {
    let counts = [("step", step), ("q", toy.steps()), ("points", toy.task.train.len())];
    let mut numbers: Vec<_> = counts.map(|(name, count)| (name.into(), count as f64)).into();
    for panel in &toy.panels {
        let rule = panel.rule.name();
        numbers.extend(measured(rule, &panel.results[step]));
        numbers.push((format!("{rule}.spread"), spread(toy, panel, step)));
    }
    if let Some(Own { panel, .. }) = &toy.own {
        numbers.push(("you.asked".into(), panel.batch.indices.len() as f64));
        numbers.extend(measured("you", &panel.results[panel.at(step)]));
    }
    if let Some(Best { outcome, proven, .. }) = &toy.best {
        numbers.extend(measured("best", outcome));
        numbers.push(("best.proven".into(), f64::from(u8::from(*proven))));
    }
    numbers
}

fn measured(who: &str, outcome: &Outcome) -> impl Iterator<Item = (String, f64)> {
    MEASURES.iter().filter_map(move |(label, value, _)| {
        Some((format!("{who}.{}", name_of(label)?), value(outcome)))
    })
}

/// How wide the stretch is that holds some picks.
pub fn spread(toy: &Toy, panel: &Panel, step: usize) -> f64 {
    let x = || panel.batch.indices[..step].iter().map(|&i| toy.task.pool.inputs[i]);
    (x().fold(f64::MIN, f64::max) - x().fold(f64::MAX, f64::min)).max(0.0)
}

/// The numbers of each panel, and where it asked, a line each.
pub fn lines(toy: &Toy, step: usize) -> Vec<String> {
    let line = |(panel, facts): (&Panel, PanelFacts)| {
        let scores = facts.scores.iter().map(|score| format!("{} {}", score.label, score.value));
        let scores: Vec<_> = scores.collect();
        format!("{:9} {}; asked at {}", facts.title, scores.join(", "), places(toy, panel, step))
    };
    let mut lines: Vec<String> = toy.shown().zip(panel_facts(toy, step)).map(line).collect();
    lines.extend(toy.best.as_ref().map(|best| {
        let information = three_decimals(best.outcome.information);
        let places = named_places(toy, &best.indices);
        format!("{:9} information {information}; asked at {places}", best_title(toy))
    }));
    lines
}

/// What a place in a panel shows, in one spoken sentence: what it tells about the targets first,
/// because that is what the rules are after.
pub fn probe(toy: &Toy, panel: usize, step: usize, x: f64, drawn: &chart::Panel) -> Result<String> {
    let panel = toy.shown().nth(panel).expect("a panel that is drawn");
    let correlation = toy.correlation(panel, panel.at(step), x)?;
    let targets = with_targets(&toy.scenario, &toy.x, &correlation);
    let values = drawn.readout(x).replace(",  ", ", ");
    Ok(format!("{}: {values}; {targets}.", panel.title()))
}

/// How a place is correlated with the targets, in words, from its correlations along the x axis.
pub fn with_targets(scenario: &Scenario, along: &[f64], correlation: &[f64]) -> String {
    let with = |region: &Region| {
        let middle = (region.low + region.high) / 2.0;
        let at = along.partition_point(|x| *x < middle).min(along.len() - 1);
        fixed(correlation[at], 2)
    };
    let regions: Vec<_> = scenario.problem.targets.iter().map(with).collect();
    let targets = match regions.len() {
        1 => "the middle of the targets".into(),
        many => format!("the middles of the {many} target regions"),
    };
    format!("correlation with {targets} {}", regions.join(", "))
}

/// Whether the problem is its preset's, whatever rules are shown and however it is drawn.
pub fn is_own(scenario: &Scenario) -> bool {
    scenario.problem == scenario.unchanged().problem
        && scenario.asking.batch_size == scenario.problem.preset.batch_size
}

/// The figure in words, for those who cannot see it.
pub fn description(toy: &Toy, step: usize) -> String {
    let regions = toy.scenario.problem.targets.iter();
    let regions: Vec<String> = regions
        .map(|r| format!("{} from {} to {}", r.count, shortest(r.low), shortest(r.high)))
        .map(|words| words.replace('-', "−"))
        .collect();
    let panels: String = toy.shown().map(|panel| panel_sentence(toy, panel, step)).collect();
    format!(
        "A Gaussian process with kernel {} has seen {}. The targets are {}. After {step} of {}:{panels}",
        toy.scenario.problem.kernel,
        count(toy.task.train.len(), "point"),
        regions.join(", and "),
        count(toy.steps(), "pick"),
    )
}

fn panel_sentence(toy: &Toy, panel: &Panel, step: usize) -> String {
    let (places, result) = (places(toy, panel, step), &panel.results[panel.at(step)]);
    format!(
        " {} asked at {places}: log likelihood {}, RMSE {}.",
        if panel.own { "You have".into() } else { format!("{} has", panel.title()) },
        three_decimals(result.log_likelihood),
        three_decimals(result.rmse)
    )
}

fn places(toy: &Toy, panel: &Panel, step: usize) -> String {
    named_places(toy, &panel.batch.indices[..panel.at(step)])
}

pub(super) fn named_places(toy: &Toy, picks: &[usize]) -> String {
    let places: Vec<_> = picks.iter().map(|&i| fixed(toy.task.pool.inputs[i], 2)).collect();
    if places.is_empty() { "nothing yet".into() } else { places.join(", ") }
}

impl Panel {
    /// Whose it is, for people.
    pub fn title(&self) -> &'static str {
        if self.own { "You" } else { title(self.rule) }
    }

    /// Whose it is, in tables.
    pub fn name(&self) -> &'static str {
        if self.own { "you" } else { self.rule.name() }
    }
}

fn own_meaning(toy: &Toy, panel: &Panel) -> String {
    let (asked, all) = (panel.batch.indices.len(), toy.steps());
    format!("your own questions, {asked} of {all}; scores as BatchMIG gives them")
}

/// The best batch is called so only if all were looked at.
pub fn best_title(toy: &Toy) -> &'static str {
    if search::proves(&toy.scenario) { "best batch" } else { "best found" }
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

/// What a rule looks for, in one sentence.
pub fn meaning(rule: Rule) -> &'static str {
    match rule {
        Rule::Random => "asks at random: the baseline to beat",
        Rule::Tig => "total information gain: where it knows least",
        Rule::Mig => "marginal information gain on the targets, each point alone",
        Rule::BatchMig => {
            "MIG of the whole batch: most about the targets, given what it already asked"
        }
        Rule::BatchTig => {
            "TIG of the whole batch: where it knows least, given what it already asked"
        }
        Rule::Epig => "expected predictive information gain: BatchMIG for noisy targets",
        Rule::Itl => {
            "information-based transductive learning: most about what would be observed, with noise, at all targets \
             together. Its authors ask about the function itself, but without noise the covariance of many targets \
             is singular in a computer’s numbers"
        }
        Rule::Vtl => "variance-based transductive learning: lowers the targets’ mean variance most",
        Rule::Ctl => "correlation-based transductive learning: correlates most with the targets",
    }
}
