//! From a lab's results to its charts.

use super::{Band, Reliability};
use crate::lab::marginal::{BAND, Calibration, Picture};
use crate::numeric::Vector;
use crate::scenario::Scenario;

/// The posterior of the marginal lab.
pub fn posterior(scenario: &Scenario, picture: &Picture) -> Band {
    let Picture { x, truth, belief, task, .. } = picture;
    let half_widths = |variances: &Vector| -> Vec<f64> {
        variances.iter().map(|variance| BAND * variance.sqrt()).collect()
    };
    let (x_range, y_range) = (scenario.preset.range, scenario.preset.y_range);
    Band {
        x_range: x_range.0..x_range.1,
        y_range: y_range.0..y_range.1,
        x: x.clone(),
        truth: truth.clone(),
        mean: belief.mean.as_slice().to_vec(),
        function: half_widths(&belief.variance),
        observation: half_widths(&(&belief.variance + &belief.noise)),
        train: (task.train.inputs.as_slice().to_vec(), task.train.observed.as_slice().to_vec()),
        targets: task.targets.inputs.as_slice().to_vec(),
    }
}

/// The calibration curve of the marginal lab, as far as it is known.
pub fn reliability(calibration: Option<&Calibration>) -> Reliability {
    let (levels, observed) =
        calibration.map(|c| (c.levels.clone(), c.observed.clone())).unwrap_or_default();
    Reliability { levels, observed }
}
