//! A reliability diagram: what intervals promise against what they hold.

use super::legend::Sample;
use super::plot::{Frame, Labels, Plot, Stroke};
use super::{Area, Chart, Style};
use crate::error::Result;

/// What the chart shows, all in shares from 0 to 1.
#[derive(Debug, Clone)]
pub struct Reliability {
    /// What the intervals promise.
    pub levels: Vec<f64>,
    /// The share that they hold.
    pub observed: Vec<f64>,
}

impl Chart for Reliability {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        let honest = Stroke { color: style.quiet, width: 1.5, dashed: true };
        let model = Stroke { color: style.vermillion, width: 2.0, dashed: false };
        let percent = |values: &[f64]| -> Vec<f64> { values.iter().map(|v| 100.0 * v).collect() };
        let labels = Labels {
            x: "promised, %",
            y: "actually inside, %",
            legend: &[
                (Sample::Line(honest), "honest"),
                (Sample::Dot(style.vermillion), "this model"),
            ],
            ..Labels::default()
        };
        let plot = Plot::new(area.clone(), style, 0.0..100.0, 0.0..100.0, &labels)?;
        plot.line(&[0.0, 100.0], &[0.0, 100.0], honest)?;
        let (levels, observed) = (percent(&self.levels), percent(&self.observed));
        plot.line(&levels, &observed, model)?;
        plot.dots(&levels, &observed, style.vermillion)?;
        Ok(plot.frame().clone())
    }
}
