//! From a lab's results to its charts.

pub mod correlation;

use std::ops::Range;

use super::text::HARD_SPACE;
use super::{Band, Hover, Multiples, Panel, Reliability, Scores};
use crate::acquisition::{Measure, Rule};
use crate::error::Result;
use crate::lab::BAND;
use crate::lab::marginal::{Calibration, Picture};
use crate::lab::toy::{self, Toy};
use crate::numeric::Vector;
use crate::posterior::Marginals;
use crate::scenario::{Lab, Scenario};
use crate::task::Points;

/// Width and height of a figure in a file: as high as its rows of panels need.
pub fn saved_size(scenario: &Scenario) -> (u32, u32) {
    (1000, 640 + 290 * rows(scenario).saturating_sub(2))
}

/// Width and height of a frame that holds a lab's figure alone.
pub fn embedded_size(scenario: &Scenario) -> (u32, u32) {
    let height = match scenario.lab {
        Lab::Toy => 260 + 250 * rows(scenario).max(2),
        Lab::Marginal => 760,
        Lab::Correlation => 2040,
    };
    (900, height)
}

/// Rows of panels, in two columns.
fn rows(scenario: &Scenario) -> u32 {
    match scenario.lab {
        Lab::Toy => scenario.rules.len().div_ceil(2) as u32,
        _ => 1,
    }
}

/// The posterior of the marginal lab.
pub fn posterior(scenario: &Scenario, picture: &Picture) -> Band {
    let Picture { x, truth, belief, task, .. } = picture;
    let missed = |values: &Vector| -> Vec<f64> {
        let all = values.iter().zip(&picture.held);
        all.filter(|(_, held)| !**held).map(|(value, _)| *value).collect()
    };
    let (x_range, y_range) = (scenario.preset.range, picture.y_range);
    let inputs = task.targets.inputs.row(0).transpose();
    Band {
        x_range: x_range.0..x_range.1,
        y_range: y_range.0..y_range.1,
        x: x.clone(),
        truth: truth.clone(),
        train: observed(&task.train),
        targets: inputs.as_slice().to_vec(),
        missed: (missed(&inputs), missed(&task.targets.truth)),
        ..belief_band(belief)
    }
}

/// The calibration curve of the marginal lab.
pub fn reliability(calibration: &Calibration) -> Reliability {
    Reliability { levels: calibration.levels.clone(), observed: calibration.observed.clone() }
}

/// One panel of the toy lab after some picks.
pub fn panel(toy: &Toy, panel: &toy::Panel, step: usize) -> Result<Panel> {
    let ((low, high), (bottom, top)) = (toy.scenario.x_range(), toy.y_range);
    let picked = toy.task.pool.select(&panel.batch.indices[..step]);
    let samples = match toy.scenario.samples {
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
        regions: toy.scenario.targets.iter().map(|region| (region.low, region.high)).collect(),
        ..belief_band(&toy.belief(panel, step)?)
    };
    Ok(Panel { band, scores: scores(toy, panel, step) })
}

/// All panels of the toy lab as one figure.
pub fn multiples(toy: &Toy, step: usize) -> Result<Multiples> {
    let number = |score: &toy::Score| {
        let words = format!("{} {}{}", score.label, score.value, if score.best { "*" } else { "" });
        words.replace(' ', &HARD_SPACE.to_string())
    };
    let facts = toy::panel_facts(toy, step);
    let any = facts.iter().any(|facts| facts.scores.iter().any(|score| score.best));
    let titles = facts.into_iter().map(|facts| {
        let numbers: Vec<_> = facts.scores.iter().map(number).collect();
        (facts.title.into(), numbers.join(", "))
    });
    let changed = if toy::is_own(&toy.scenario) { "" } else { " (changed)" };
    let heading = format!(
        "{}{changed}, after {step} of {} picks{}",
        toy.scenario.preset.title,
        toy.steps(),
        if any { "; * marks the best" } else { "" }
    );
    let panels = toy.panels.iter().map(|each| panel(toy, each, step)).collect::<Result<_>>()?;
    Ok(Multiples { heading, titles: titles.collect(), panels })
}

/// What a pointer over a panel shows there, and in the other panels: only the panel under it shows
/// correlations.
pub fn hover<'a>(
    toy: &Toy,
    each: &toy::Panel,
    step: usize,
    x: f64,
    panel: &'a Panel,
    under: bool,
) -> Result<Hover<'a>> {
    let correlation = if under { toy.correlation(each, step, x)? } else { Vec::new() };
    Ok(Hover { panel, x, correlation })
}

fn belief_band(belief: &Marginals) -> Band {
    let half_widths = |variances: &Vector| -> Vec<f64> {
        variances.iter().map(|variance| BAND * variance.sqrt()).collect()
    };
    Band {
        mean: belief.mean.as_slice().to_vec(),
        function: half_widths(&belief.variance),
        observation: half_widths(&(&belief.variance + &belief.noise)),
        ..Band::default()
    }
}

fn observed(points: &Points) -> (Vec<f64>, Vec<f64>) {
    (points.inputs.as_slice().to_vec(), points.observed.as_slice().to_vec())
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
        next: panel.batch.indices[..toy.steps()].get(step).map(place),
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
    let alike = toy.panels.iter().filter(|panel| panel.rule.measure() == measure);
    let all = alike.flat_map(|panel| panel.batch.scores.iter().flatten().flatten().copied());
    let (low, high) = all.fold((0.0, 0.0), |(low, high): (f64, f64), s| (low.min(s), high.max(s)));
    // Below that, tick labels have no digits left to differ in.
    const LEAST: f64 = 1e-6;
    low..if high > low { (high + 0.08 * (high - low)).max(LEAST) } else { 1.0 }
}
