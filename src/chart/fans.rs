//! Lines with the band of their standard errors, and the single runs that they are the means of.

use std::ops::Range;

use super::legend::Sample;
use super::plot::{Frame, Labels, Plot, Stroke};
use super::{Area, Chart, Style};
use crate::error::Result;

/// Lines over one axis, each with what it is the mean of.
pub struct Fans {
    /// Ascending.
    pub x: Vec<f64>,
    /// The lines.
    pub fans: Vec<Fan>,
    /// Below: what is counted.
    pub x_label: &'static str,
    /// Above, at the left.
    pub y_label: String,
    /// Whether the lines are named.
    pub legend: bool,
    /// Whether a line is drawn where nothing differs.
    pub zero: bool,
}

/// A line.
pub struct Fan {
    /// In the legend.
    pub name: String,
    /// One for each x; NaN leaves a gap.
    pub mean: Vec<f64>,
    /// Its standard error; NaN or nothing where there is none.
    pub error: Vec<f64>,
    /// Single runs.
    pub runs: Vec<Vec<f64>>,
    /// Which of the looks it has: see [`Style::series`].
    pub index: usize,
}

/// How much of the colour a band has.
const BAND: f64 = 0.16;

impl Chart for Fans {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        let entry = |fan: &Fan| Sample::Series(style.series(fan.index));
        let legend: Vec<_> = self.fans.iter().map(|fan| (entry(fan), fan.name.as_str())).collect();
        let legend = if self.legend { &legend[..] } else { &[] };
        let (x, y) = (self.x_label, self.y_label.as_str());
        let labels = Labels { x, y, legend, counts: true, ..Labels::default() };
        let plot = Plot::new(area.clone(), style, self.x_range(), self.y_range(), &labels)?;
        if self.zero {
            let (x, stroke) =
                (self.x_range(), Stroke { color: style.ink, width: 1.0, dashed: false });
            plot.line(&[x.start, x.end], &[0.0, 0.0], stroke)?;
        }
        for fan in &self.fans {
            let color = style.series(fan.index).color;
            for run in &fan.runs {
                plot.line(&self.x, run, Stroke { color, width: 0.5, dashed: false })?;
            }
            let edge = |side: f64| -> Vec<f64> {
                fan.mean.iter().zip(&fan.error).map(|(mean, error)| mean + side * error).collect()
            };
            if fan.error.iter().all(|error| error.is_finite()) {
                plot.between(&self.x, &edge(-1.0), &edge(1.0), color, BAND)?;
            }
        }
        // The first comes to lie over the others.
        for fan in self.fans.iter().rev() {
            plot.patterned(&self.x, &fan.mean, style.series(fan.index), 2.0)?;
        }
        Ok(plot.frame().clone())
    }
}

impl Fans {
    fn x_range(&self) -> Range<f64> {
        match (self.x.first(), self.x.last()) {
            (Some(first), Some(last)) if last > first => *first..*last,
            (Some(only), _) => only - 0.5..only + 0.5,
            _ => 0.0..1.0,
        }
    }

    /// As means, bands and runs need.
    fn y_range(&self) -> Range<f64> {
        let (mut low, mut high) = if self.zero { (0.0, 0.0) } else { (f64::MAX, f64::MIN) };
        let mut hold = |value: f64| {
            if value.is_finite() {
                (low, high) = (low.min(value), high.max(value));
            }
        };
        for fan in &self.fans {
            for (place, mean) in fan.mean.iter().enumerate() {
                let error = fan.error.get(place).copied().filter(|error| error.is_finite());
                [-1.0, 1.0].into_iter().for_each(|side| hold(mean + side * error.unwrap_or(0.0)));
            }
            fan.runs.iter().flatten().for_each(|value| hold(*value));
        }
        if low > high {
            return 0.0..1.0;
        }
        let margin = 0.05 * (high - low).max(1e-3);
        low - margin..high + margin
    }
}
