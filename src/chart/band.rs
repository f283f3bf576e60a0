//! A posterior: the truth, the mean, and the bands in which function and observations should lie.

use std::ops::Range;

use plotters::style::RGBColor;

use super::legend::Sample;
use super::plot::{Frame, Labels, Plot, Stroke, layout};
use super::{Area, Chart, Style};
use crate::error::Result;
use crate::numeric::fixed;
use crate::posterior::BAND;

/// What the chart shows; what is empty is left out, of the legend too.
#[derive(Debug, Clone, Default)]
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
    /// Functions that the model holds possible, each sampled as evenly as it has values.
    pub samples: Vec<Vec<f64>>,
    /// The observed points.
    pub train: (Vec<f64>, Vec<f64>),
    /// The points that were asked for, in order.
    pub picks: (Vec<f64>, Vec<f64>),
    /// The points of interest.
    pub targets: Vec<f64>,
    /// The stretches in which they lie.
    pub regions: Vec<(f64, f64)>,
    /// Those where the truth lies outside the band, and the truth there.
    pub missed: (Vec<f64>, Vec<f64>),
    /// The model's expectation, and the half-width of its band, before a hand took hold of the function.
    pub before: Option<(Vec<f64>, Vec<f64>)>,
    /// Where a hand holds it.
    pub held: Option<(f64, f64)>,
    /// Whether what its marks mean is said elsewhere.
    pub bare: bool,
}

const FUNCTION: f64 = 0.12;
const OBSERVATION: f64 = 0.08;
const REGION: f64 = 0.07;

impl Chart for Band {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        let legend = self.legend(style);
        self.draw_on(area.clone(), style, &self.labels(&legend))
    }
}

const TRUTH: &str = "truth";
const OBSERVED: &str = "95% band: observation";
const PICKED: &str = "asked, in order";
const MISSED: &str = "target missed";

/// What the marks of a band mean.
pub(super) fn legend(style: &Style) -> Vec<(Sample, &'static str)> {
    let (truth, model) = strokes(style);
    vec![
        (Sample::Line(truth), TRUTH),
        (Sample::Line(model), "prediction"),
        (Sample::Box(style.vermillion, FUNCTION + OBSERVATION), "95% band: function"),
        (Sample::Box(style.vermillion, OBSERVATION), OBSERVED),
        (Sample::Dot(style.vermillion), "seen"),
        (Sample::Dot(style.ink), PICKED),
        (Sample::Tick(style.blue), "targets"),
        (Sample::Cross(style.ink), MISSED),
    ]
}

fn strokes(style: &Style) -> (Stroke, Stroke) {
    let truth = Stroke { color: style.blue, width: 2.0, dashed: true };
    (truth, Stroke { color: style.vermillion, width: 2.0, dashed: false })
}

/// What a pointer over a band shows: its place, and where prediction and truth are there.
#[derive(Debug, Clone)]
pub struct Probe {
    /// The band it is over.
    pub band: Band,
    /// Where.
    pub x: f64,
}

impl Chart for Probe {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        let band = &self.band;
        let frame = band.frame(area, style);
        let plot = Plot::bare(area.clone(), style, frame.clone());
        let at = nearest(&band.x, self.x);
        plot.probe(band.x[at])?;
        if let Some(truth) = band.truth.get(at) {
            plot.ring((band.x[at], *truth), style.blue)?;
        }
        plot.ring((band.x[at], band.mean[at]), style.vermillion)?;
        Ok(frame)
    }
}

impl Band {
    fn labels<'a>(&self, legend: &'a [(Sample, &'static str)]) -> Labels<'a> {
        let [x, y] = if self.bare { ["", ""] } else { ["x", "y"] };
        Labels { x, y, legend, ..Labels::default() }
    }

    /// What its marks mean, as far as there are any.
    fn legend(&self, style: &Style) -> Vec<(Sample, &'static str)> {
        let mut legend = if self.bare { Vec::new() } else { legend(style) };
        let empty = [
            (TRUTH, self.truth.is_empty()),
            (OBSERVED, self.observation.is_empty()),
            (PICKED, self.picks.0.is_empty()),
            (MISSED, self.missed.0.is_empty()),
        ];
        legend.retain(|(_, words)| !empty.contains(&(*words, true)));
        legend
    }

    /// Where a chart of its own has its data.
    pub(super) fn frame(&self, area: &Area, style: &Style) -> Frame {
        let legend = self.legend(style);
        layout(area, self.x_range.clone(), self.y_range.clone(), &self.labels(&legend))
    }

    /// What the band shows at a place, in words: the truth only where it is drawn.
    pub fn readout(&self, x: f64) -> String {
        let Self { x: along, truth, mean, function, .. } = self;
        let at = nearest(along, x);
        let deviation = function[at] / BAND;
        let [x, mean] = [along[at], mean[at]].map(|value| fixed(value, 2));
        let truth = truth.get(at).map_or(String::new(), |y| format!("truth {},  ", fixed(*y, 2)));
        let pulled = if self.held.is_some() { "pulled" } else { "prediction" };
        format!("x {x},  {truth}{pulled} {mean} ± {deviation:.2} (sd)")
    }

    /// Draws on an area that may be a part of a larger picture.
    pub(super) fn draw_on(&self, area: Area, style: &Style, labels: &Labels) -> Result<Frame> {
        let (truth, model) = strokes(style);
        let plot = Plot::new(area, style, self.x_range.clone(), self.y_range.clone(), labels)?;
        for region in &self.regions {
            plot.stretch(*region, style.blue, REGION)?;
        }
        for (half_width, opacity) in [(&self.observation, OBSERVATION), (&self.function, FUNCTION)]
        {
            if half_width.is_empty() {
                continue;
            }
            let edge = |side: f64| -> Vec<f64> {
                self.mean.iter().zip(half_width).map(|(mean, half)| mean + side * half).collect()
            };
            plot.between(&self.x, &edge(-1.0), &edge(1.0), style.vermillion, opacity)?;
        }
        self.draw_before(&plot)?;
        self.draw_samples(&plot, Stroke { width: 0.75, ..model })?;
        if !self.truth.is_empty() {
            plot.line(&self.x, &self.truth, truth)?;
        }
        plot.line(&self.x, &self.mean, model)?;
        plot.ticks(&self.targets, style.blue)?;
        plot.crosses(&self.missed.0, &self.missed.1, style.ink)?;
        plot.dots(&self.train.0, &self.train.1, style.vermillion)?;
        plot.dots(&self.picks.0, &self.picks.1, style.ink)?;
        plot.numbers(&self.picks.0, &self.picks.1, style.ink)?;
        if let Some(place) = self.held {
            plot.grip(place, style.vermillion, true)?;
        }
        Ok(plot.frame().clone())
    }

    /// An outline of what was believed before, so that one sees what moved.
    fn draw_before(&self, plot: &Plot) -> Result<()> {
        let Some((mean, half_width)) = &self.before else { return Ok(()) };
        let Style { quiet, ground, .. } = plot.style;
        let between = |a: u8, b: u8| a.midpoint(b);
        let color = RGBColor(
            between(quiet.0, ground.0),
            between(quiet.1, ground.1),
            between(quiet.2, ground.2),
        );
        let thin = Stroke { color, width: 1.0, dashed: false };
        for side in [-1.0, 1.0] {
            let edge: Vec<f64> = mean.iter().zip(half_width).map(|(m, w)| m + side * w).collect();
            plot.line(&self.x, &edge, thin)?;
        }
        plot.line(&self.x, mean, Stroke { dashed: true, ..thin })
    }

    fn draw_samples(&self, plot: &Plot, stroke: Stroke) -> Result<()> {
        let Range { start, end } = self.x_range;
        for values in &self.samples {
            let last = (values.len() - 1) as f64;
            let x: Vec<f64> =
                (0..values.len()).map(|i| start + (end - start) * (i as f64 / last)).collect();
            plot.line(&x, values, stroke)?;
        }
        Ok(())
    }
}

/// The index of the value nearest to `x` in an ascending list.
pub(crate) fn nearest(values: &[f64], x: f64) -> usize {
    let after = values.partition_point(|value| *value < x).min(values.len() - 1);
    let before = after.saturating_sub(1);
    if x - values[before] < values[after] - x { before } else { after }
}
