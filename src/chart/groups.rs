//! Values of several candidates, grouped by what they are measured against.

use std::ops::Range;

use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend, IntoDrawingArea};

use super::mark::MARK;
use super::plot::{Frame, Labels, Plot, Sample};
use super::series::SeriesLook;
use super::{Chart, Style, Surface, axes, finish};
use crate::error::Result;

/// Groups side by side, in each a mark for each candidate.
#[derive(Debug, Clone, Default)]
pub struct Groups<'a> {
    /// The names of the groups.
    pub names: &'a [&'a str],
    /// What has a value in each.
    pub candidates: &'a [Candidate<'a>],
    /// Ends of the y axis; without, all values are inside. A mark outside becomes a small triangle
    /// that points there.
    pub y_range: Option<Range<f64>>,
    /// Below.
    pub x_label: &'a str,
    /// Above, at the left.
    pub y_label: &'a str,
    /// Whether the candidates are named.
    pub legend: bool,
}

/// One candidate's values.
#[derive(Debug, Clone, Copy, Default)]
pub struct Candidate<'a> {
    /// In the legend.
    pub name: &'a str,
    /// One for each group, where there is one.
    pub values: &'a [Option<Estimate>],
    /// Which of the looks it has: see [`Style::series`].
    pub index: usize,
}

/// A value and how sure it is.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// Its standard error.
    pub error: Option<f64>,
}

/// The share of a group's width over which its marks are spread.
const SPREAD: f64 = 0.84;

impl Chart for Groups<'_> {
    fn draw<B: Surface>(&self, backend: B, style: &Style) -> Result<Frame> {
        let root = backend.into_drawing_area();
        let frame = self.draw_on(root.clone(), style)?;
        finish(&root, &frame)
    }
}

impl Groups<'_> {
    /// Draws on an area that may be a part of a larger picture.
    pub(super) fn draw_on<B: DrawingBackend>(
        &self,
        root: DrawingArea<B, Shift>,
        style: &Style,
    ) -> Result<Frame> {
        let entry = |each: &'_ Candidate| Sample::Mark(style.series(each.index));
        let legend: Vec<_> = self.candidates.iter().map(|each| (entry(each), each.name)).collect();
        let labels = Labels {
            x: self.x_label,
            y: self.y_label,
            legend: if self.legend { &legend } else { &[] },
            names: self.names,
            ..Labels::default()
        };
        let x_range = 0.0..self.names.len().max(1) as f64;
        let plot = Plot::new(root, style, x_range, self.y_range(), &labels)?;
        for (place, candidate) in self.candidates.iter().enumerate() {
            let share = (place as f64 + 0.5) / self.candidates.len() as f64;
            let offset = 0.5 + SPREAD * (share - 0.5);
            for (group, estimate) in candidate.values.iter().take(self.names.len()).enumerate() {
                let column = plot.column(group as f64 + offset);
                if let Some(estimate) = estimate.filter(|estimate| !estimate.value.is_nan()) {
                    draw_estimate(&plot, column, estimate, style.series(candidate.index))?;
                }
            }
        }
        Ok(plot.frame().clone())
    }

    fn y_range(&self) -> Range<f64> {
        let ends = |estimate: &Estimate| {
            let error = estimate.error.filter(|error| error.is_finite()).unwrap_or(0.0);
            [estimate.value - error, estimate.value + error]
        };
        let values = self.candidates.iter().flat_map(|each| each.values.iter().flatten());
        self.y_range.clone().unwrap_or_else(|| axes::around(values.flat_map(ends)))
    }
}

fn draw_estimate<B: DrawingBackend>(
    plot: &Plot<B>,
    column: f64,
    Estimate { value, error }: Estimate,
    look: SeriesLook,
) -> Result<()> {
    let Frame { rows, y, .. } = plot.frame();
    if value < y.start {
        return arrow(plot, (column, rows.end - 1.0), 1.0, look);
    }
    if value > y.end {
        return arrow(plot, (column, rows.start + 1.0), -1.0, look);
    }
    if let Some(error) = error.filter(|error| *error > 0.0) {
        let (low, high) = (value - error, value + error);
        let (bottom, top) = (plot.row(low.max(y.start)), plot.row(high.min(y.end)));
        plot.segment((column, bottom), (column, top), look.color, 1.25)?;
        // An end that is cut off has no cap.
        for (end, row) in [(low, bottom), (high, top)] {
            if (y.start..=y.end).contains(&end) {
                plot.segment((column - 2.5, row), (column + 2.5, row), look.color, 1.25)?;
            }
        }
    }
    plot.mark((column, plot.row(value)), look)
}

/// A triangle at an edge that points out of the plot, downwards or, with -1, upwards.
fn arrow<B: DrawingBackend>(
    plot: &Plot<B>,
    (column, row): (f64, f64),
    down: f64,
    look: SeriesLook,
) -> Result<()> {
    let base = row - down * 1.7 * MARK;
    plot.polygon(&[(column, row), (column - MARK, base), (column + MARK, base)], look.color)
}
