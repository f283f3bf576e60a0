//! Several lines over one axis.

use std::ops::Range;

use super::legend::Sample;
use super::plot::{Frame, Labels, Plot};
use super::{Area, Chart, Style};
use crate::error::Result;

/// Lines that share their x.
#[derive(Debug, Clone, Default)]
pub struct Curves<'a> {
    /// Ascending.
    pub x: &'a [f64],
    /// The lines.
    pub series: &'a [Series<'a>],
    /// Ends of the y axis; lines are cut there.
    pub y_range: Range<f64>,
    /// Below.
    pub x_label: &'a str,
    /// Above, at the left.
    pub y_label: &'a str,
    /// Where an upright line stands.
    pub at: Option<f64>,
    /// Where ticks hang from the top.
    pub marks: &'a [f64],
    /// Whether the lines are named.
    pub legend: bool,
}

/// A line.
#[derive(Debug, Clone, Copy, Default)]
pub struct Series<'a> {
    /// In the legend.
    pub name: &'a str,
    /// One for each x; NaN leaves a gap.
    pub values: &'a [f32],
    /// Which of the looks it has: see [`Style::series`].
    pub index: usize,
}

impl Chart for Curves<'_> {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        let entry = |series: &'_ Series| Sample::Series(style.series(series.index));
        let legend: Vec<_> = self.series.iter().map(|each| (entry(each), each.name)).collect();
        let legend = if self.legend { &legend[..] } else { &[] };
        let labels = Labels { x: self.x_label, y: self.y_label, legend, ..Labels::default() };
        let plot = Plot::new(area.clone(), style, self.x_range(), self.y_range.clone(), &labels)?;
        plot.ticks(self.marks, style.blue)?;
        // The first, which is the oracle if there is one, comes to lie over the others.
        for series in self.series.iter().rev() {
            let values: Vec<f64> = series.values.iter().copied().map(f64::from).collect();
            plot.patterned(self.x, &values, style.series(series.index), 2.0)?;
        }
        let x_range = self.x_range();
        if let Some(at) = self.at.filter(|at| (x_range.start..=x_range.end).contains(at)) {
            plot.upright(at, style.ink, 1.0)?;
        }
        Ok(plot.frame().clone())
    }
}

impl Curves<'_> {
    fn x_range(&self) -> Range<f64> {
        match (self.x.first(), self.x.last()) {
            (Some(first), Some(last)) if last > first => *first..*last,
            (Some(only), _) => only - 0.5..only + 0.5,
            _ => 0.0..1.0,
        }
    }
}
