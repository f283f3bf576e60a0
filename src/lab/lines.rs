//! Lines that own their numbers, for figures made of summaries.

use std::ops::Range;

use crate::chart::{Area, Chart, Curves, Frame, Series, Style};
use crate::error::Result;

/// Named lines over one axis.
pub struct Lines {
    /// Ascending.
    pub x: Vec<f64>,
    /// The name, the values, and which of the looks each has.
    pub lines: Vec<(String, Vec<f32>, usize)>,
    /// Ends of the y axis; without any, as the values need.
    pub y_range: Option<Range<f64>>,
    /// Below.
    pub x_label: &'static str,
    /// Above, at the left.
    pub y_label: &'static str,
}

impl Lines {
    fn needed(&self) -> Range<f64> {
        let values = || self.lines.iter().flat_map(|(_, values, _)| values).map(|v| f64::from(*v));
        let (low, high) = (values().fold(f64::MAX, f64::min), values().fold(f64::MIN, f64::max));
        let margin = 0.05 * (high - low).max(1e-3);
        low - margin..high + margin
    }
}

impl Chart for Lines {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        let mut series: Vec<Series> = Vec::new();
        for (name, values, index) in &self.lines {
            series.push(Series { name, values, index: *index });
        }
        let curves = Curves {
            x: &self.x,
            series: &series,
            y_range: self.y_range.clone().unwrap_or_else(|| self.needed()),
            x_label: self.x_label,
            y_label: self.y_label,
            legend: true,
            ..Curves::default()
        };
        curves.draw(area, style)
    }
}
