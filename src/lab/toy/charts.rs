//! From a solved problem to its charts.

use std::ops::Range;

use crate::acquisition::{Measure, Rule};
use crate::chart::{Band, HARD_SPACE, Hover, Multiples, Panel, Pointed, Scores, nearest};
use crate::error::Result;
use crate::lab::band::{belief_band, observed};
use crate::lab::count;
use crate::lab::pull::Pulled;
use crate::lab::toy::{self, Toy};

/// One panel of the toy lab after some picks.
pub fn panel(toy: &Toy, panel: &toy::Panel, step: usize) -> Result<Panel> {
    let step = panel.at(step);
    let ((low, high), (bottom, top)) = (toy.scenario.problem.x_range(), toy.y_range);
    let picked = toy.task.pool.select(&panel.batch.indices[..step]);
    let samples = match toy.scenario.models.samples {
        0 => Vec::new(),
        _ => toy.samples(panel, step)?.column_iter().map(|f| f.iter().copied().collect()).collect(),
    };
    let band = Band {
        x_range: low..high,
        y_range: bottom..top,
        x: toy.x.clone(),
        truth: toy.truth.clone(),
        samples,
        train: observed(&toy.task.train),
        picks: observed(&picked),
        targets: toy.task.targets.inputs.as_slice().to_vec(),
        regions: toy
            .scenario
            .problem
            .targets
            .iter()
            .map(|region| (region.low, region.high))
            .collect(),
        ..belief_band(toy.belief(panel, step)?)
    };
    Ok(Panel { band, scores: scores(toy, panel, step) })
}

/// The same while the learner asks: no rule gives away what it would do, and no answer is heard yet, so
/// the learner's questions stand on the x axis.
pub fn covered(toy: &Toy, each: &toy::Panel) -> Result<Panel> {
    let mut panel = panel(toy, each, 0)?;
    panel.scores.values.fill(None);
    panel.scores.next = None;
    panel.scores.none = "covered until you have asked";
    panel.band.truth = Vec::new();
    if each.own {
        let x: Vec<f64> = each.batch.indices.iter().map(|&i| toy.task.pool.inputs[i]).collect();
        panel.scores.none = if x.is_empty() { "ask anywhere in the pool" } else { "" };
        panel.band.picks = (x.clone(), vec![toy.y_range.0; x.len()]);
        panel.scores.taken = x;
    }
    Ok(panel)
}

/// All panels of the toy lab as one figure, which are drawn already: the learner's comes first.
pub fn multiples(toy: &Toy, step: usize, drawn: &[Panel]) -> Multiples {
    let number = |score: &toy::Score| {
        let words = format!("{} {}{}", score.label, score.value, if score.best { "*" } else { "" });
        words.replace(' ', &HARD_SPACE.to_string())
    };
    let titles = toy::panel_facts(toy, step).into_iter().map(|facts| {
        let numbers: Vec<_> = facts.scores.iter().map(number).collect();
        (facts.title.into(), numbers.join(", "))
    });
    let (mut titles, mut panels): (Vec<_>, Vec<_>) = (titles.collect(), drawn.to_vec());
    if toy.own.is_some() {
        titles.rotate_right(1);
        panels.rotate_right(1);
    }
    Multiples { titles, panels }
}

/// What the numbers over the panels leave open.
pub fn caption(toy: &Toy, step: usize) -> String {
    let facts = toy::panel_facts(toy, step);
    let any = facts.iter().any(|facts| facts.scores.iter().any(|score| score.best));
    if any { "* marks the best.".into() } else { String::new() }
}

/// The figure in one line.
pub fn heading(toy: &Toy, step: usize) -> String {
    let changed = if toy::is_own(&toy.scenario) { "" } else { " (changed)" };
    let (title, picks) = (toy.scenario.problem.preset.title, count(toy.steps(), "pick"));
    format!("{title}{changed}, after {step} of {picks}")
}

/// What a pointer over a panel shows there, and in the other panels: only the panel under it shows
/// correlations.
pub fn hover<'a>(
    toy: &Toy,
    each: &toy::Panel,
    step: usize,
    x: f64,
    panel: &'a Panel,
    (under, grip): (bool, bool),
) -> Result<Hover<'a>> {
    let correlation = if under { toy.correlation(each, each.at(step), x)? } else { Vec::new() };
    Ok(Hover { panel, pointed: Pointed { x, other: None, correlation, grip } })
}

/// What a hand does to the function of a panel after some picks.
pub fn pulled(toy: &Toy, panel: &toy::Panel, step: usize, pull: (f64, f64)) -> Result<Pulled> {
    let step = panel.at(step);
    let (before, at) = (toy.belief(panel, step)?, nearest(&toy.x, pull.0));
    let covariance = toy.covariance(panel, step, toy.x[at])?;
    Ok(Pulled::new(&toy.x, pull, before, |_| covariance))
}

fn scores(toy: &Toy, panel: &toy::Panel, step: usize) -> Scores {
    let place = |&index: &usize| toy.task.pool.inputs[index];
    let nothing = || vec![None; toy.task.pool.len()];
    // Scores that never change are drawn whole, where each was asked for too.
    let known = match panel.rule {
        Rule::Tig | Rule::Mig => panel.batch.scores.get(step).and(panel.batch.scores.first()),
        _ => panel.batch.scores.get(step),
    };
    Scores {
        x: toy.task.pool.inputs.as_slice().to_vec(),
        values: known.cloned().unwrap_or_else(nothing),
        range: score_range(toy, panel.rule.measure()),
        next: panel.batch.indices.iter().take(toy.steps()).nth(step).map(place),
        taken: panel.batch.indices[..step].iter().map(place).collect(),
        none: match panel.rule {
            Rule::Random => "asks anywhere: no scores",
            _ => "nothing is left to ask for",
        },
    }
}

/// The axis of all panels whose scores measure the same, so that they can be compared. It holds every
/// step, so that a score that sinks is seen to sink.
fn score_range(toy: &Toy, measure: Measure) -> Range<f64> {
    let alike = toy.shown().filter(|panel| panel.rule.measure() == measure);
    let all = alike.flat_map(|panel| panel.batch.scores.iter().flatten().flatten().copied());
    let (low, high) = all.fold((0.0, 0.0), |(low, high): (f64, f64), s| (low.min(s), high.max(s)));
    // Below that, tick labels have no digits left to differ in.
    const LEAST: f64 = 1e-6;
    low..if high > low { (high + 0.08 * (high - low)).max(LEAST) } else { 1.0 }
}
