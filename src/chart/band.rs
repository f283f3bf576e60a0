//! A posterior: the truth, the mean, and the bands in which function and observations should lie.

use std::ops::Range;

use plotters::prelude::DrawingBackend;

use super::plot::{Frame, Labels, Plot, Sample, Stroke};
use super::{Chart, Style};
use crate::error::Result;

/// What the chart shows.
#[derive(Debug, Clone)]
pub struct Band {
    /// Ends of the x axis.
    pub x_range: Range<f64>,
    /// Ends of the y axis.
    pub y_range: Range<f64>,
    /// Where the curves are sampled.
    pub x: Vec<f64>,
    /// The true function.
    pub truth: Vec<f64>,
    /// The model's expectation.
    pub mean: Vec<f64>,
    /// Half-width of the band of the function.
    pub function: Vec<f64>,
    /// Half-width of the band of an observation.
    pub observation: Vec<f64>,
    /// The observed points.
    pub train: (Vec<f64>, Vec<f64>),
    /// The points of interest.
    pub targets: Vec<f64>,
    /// Those where the truth lies outside the band, and the truth there.
    pub missed: (Vec<f64>, Vec<f64>),
}

const FUNCTION: f64 = 0.24;
const OBSERVATION: f64 = 0.18;

impl Chart for Band {
    fn draw<B: DrawingBackend>(&self, backend: B, style: &Style) -> Result<Frame> {
        let truth = Stroke { color: style.blue, width: 2.0, dashed: true };
        let model = Stroke { color: style.vermillion, width: 2.0, dashed: false };
        let labels = Labels {
            x: "x",
            y: "y",
            legend: &[
                (Sample::Line(truth), "truth"),
                (Sample::Line(model), "prediction"),
                (Sample::Box(style.vermillion, FUNCTION + OBSERVATION), "95% band: function"),
                (Sample::Box(style.vermillion, OBSERVATION), "95% band: observation"),
                (Sample::Dot(style.vermillion), "observed"),
                (Sample::Tick(style.blue), "targets"),
                (Sample::Cross(style.ink), "target missed"),
            ],
        };
        let (x, y) = (self.x_range.clone(), self.y_range.clone());
        let plot = Plot::new(backend, style, x, y, &labels)?;
        for (half_width, opacity) in [(&self.observation, OBSERVATION), (&self.function, FUNCTION)]
        {
            let edge = |side: f64| -> Vec<f64> {
                self.mean.iter().zip(half_width).map(|(mean, half)| mean + side * half).collect()
            };
            plot.between(&self.x, &edge(-1.0), &edge(1.0), style.vermillion, opacity)?;
        }
        plot.line(&self.x, &self.truth, truth)?;
        plot.line(&self.x, &self.mean, model)?;
        plot.ticks(&self.targets, style.blue)?;
        plot.crosses(&self.missed.0, &self.missed.1, style.ink)?;
        plot.dots(&self.train.0, &self.train.1, style.vermillion)?;
        plot.finish()
    }
}
