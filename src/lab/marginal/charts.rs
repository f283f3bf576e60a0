//! From a picture and its check to charts.

use crate::chart::{Band, Chart, Frame, Probe, Reliability, Style, Surface};
use crate::error::Result;
use crate::lab::band::{belief_band, observed};
use crate::lab::marginal::{Calibration, Picture};
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

/// What a pointer over the posterior shows.
pub struct Probed {
    pub band: Band,
    pub x: f64,
}

impl Chart for Probed {
    fn draw<B: Surface>(&self, backend: B, style: &Style) -> Result<Frame> {
        Probe { band: &self.band, x: self.x }.draw(backend, style)
    }
}
