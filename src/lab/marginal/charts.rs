//! From a picture and its check to charts.

use crate::chart::{Band, Findings, Reliability};
use crate::lab::Fact;
use crate::lab::band::{belief_band, observed};
use crate::lab::marginal::{self, Calibration, Picture};
use crate::numeric::Vector;
use crate::scenario::Scenario;

/// The posterior.
pub fn posterior(scenario: &Scenario, picture: &Picture) -> Band {
    let Picture { x, truth, belief, task, .. } = picture;
    let missed = |values: &Vector| -> Vec<f64> {
        let all = values.iter().zip(&picture.held);
        all.filter(|(_, held)| !**held).map(|(value, _)| *value).collect()
    };
    let (x_range, y_range) = (scenario.problem.preset.range, picture.y_range);
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

/// The calibration curve.
pub fn reliability(calibration: &Calibration) -> Reliability {
    Reliability { levels: calibration.levels.clone(), observed: calibration.observed.clone() }
}

/// The posterior, the check of its bands, and both in numbers.
pub fn findings(scenario: &Scenario, picture: &Picture, calibration: &Calibration) -> Findings {
    let words = |fact: Fact| (format!("{}: {}", fact.label, fact.value), fact.note);
    Findings {
        band: posterior(scenario, picture),
        reliability: reliability(calibration),
        facts: marginal::facts(picture, calibration).into_iter().map(words).collect(),
    }
}
