//! Few points of several series, x against y.

use std::ops::Range;

use super::legend::Sample;
use super::plot::{Frame, Labels, Plot, Stroke};
use super::{Area, Chart, Style, axes};
use crate::error::Result;

/// Marks in a plane.
#[derive(Debug, Clone, Default)]
pub struct Cloud<'a> {
    /// The series.
    pub series: &'a [CloudSeries<'a>],
    /// Ends of the x axis; without, all points are inside. Points outside are left out.
    pub x_range: Option<Range<f64>>,
    /// Ends of the y axis.
    pub y_range: Option<Range<f64>>,
    /// Below.
    pub x_label: &'a str,
    /// Above, at the left.
    pub y_label: &'a str,
    /// Whether a dashed line shows where both are the same.
    pub diagonal: bool,
    /// Whether the series are named.
    pub legend: bool,
}

/// The points of a series.
#[derive(Debug, Clone, Copy, Default)]
pub struct CloudSeries<'a> {
    /// In the legend.
    pub name: &'a str,
    /// Their first coordinate; NaN leaves a point out.
    pub x: &'a [f64],
    /// Their second.
    pub y: &'a [f64],
    /// Which of the looks they have: see [`Style::series`].
    pub index: usize,
}

impl Chart for Cloud<'_> {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        let same = Stroke { color: style.quiet, width: 1.5, dashed: true };
        let entry = |points: &'_ CloudSeries| Sample::Mark(style.series(points.index));
        let mut legend: Vec<_> = self.series.iter().map(|each| (entry(each), each.name)).collect();
        if self.diagonal {
            legend.push((Sample::Line(same), "the same"));
        }
        let legend = if self.legend { &legend[..] } else { &[] };
        let labels = Labels { x: self.x_label, y: self.y_label, legend, ..Labels::default() };
        let all = |values: fn(&CloudSeries) -> Vec<f64>| {
            axes::around(self.series.iter().flat_map(values))
        };
        let x_range = self.x_range.clone().unwrap_or_else(|| all(|points| points.x.to_vec()));
        let y_range = self.y_range.clone().unwrap_or_else(|| all(|points| points.y.to_vec()));
        let plot = Plot::new(area.clone(), style, x_range, y_range, &labels)?;
        if self.diagonal {
            plot.diagonal(same)?;
        }
        plot.marks(self.series)?;
        Ok(plot.frame().clone())
    }
}

impl Plot<'_> {
    /// The marks of several series; those outside are left out.
    pub(super) fn marks(&self, series: &[CloudSeries]) -> Result<()> {
        for points in series {
            for (x, y) in points.x.iter().zip(points.y).filter(|(x, y)| self.holds(**x, **y)) {
                self.mark((self.column(*x), self.row(*y)), self.style.series(points.index))?;
            }
        }
        Ok(())
    }

    /// The line on which x and y are the same, as far as both axes have it.
    pub(super) fn diagonal(&self, stroke: Stroke) -> Result<()> {
        let Frame { x, y, .. } = self.frame();
        let (start, end) = (x.start.max(y.start), x.end.min(y.end));
        if start < end { self.line(&[start, end], &[start, end], stroke) } else { Ok(()) }
    }
}
