//! Values of several candidates, grouped by what they are measured against.

use std::ops::Range;

use super::legend::Sample;
use super::plot::{Frame, Labels, Plot};
use super::series::SeriesLook;
use super::style::TEXT;
use super::{Area, Chart, Style, axes, text};
use crate::error::Result;

/// Groups side by side, in each a mark for each candidate.
#[derive(Debug, Clone, Default)]
pub struct Groups<'a> {
    /// The names of the groups.
    pub names: &'a [&'a str],
    /// What has a value in each.
    pub candidates: &'a [Candidate<'a>],
    /// Ends of the y axis; without, all values are inside. At the edge an arrow points from a mark to
    /// where it would be.
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
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
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
        let plot = Plot::new(area.clone(), style, x_range, self.y_range(), &labels)?;
        let room = SPREAD * (plot.column(1.0) - plot.column(0.0)) / self.candidates.len() as f64;
        for (place, candidate) in self.candidates.iter().enumerate() {
            let look = style.series(candidate.index);
            let share = (place as f64 + 0.5) / self.candidates.len() as f64;
            let offset = 0.5 + SPREAD * (share - 0.5);
            for (group, estimate) in candidate.values.iter().take(self.names.len()).enumerate() {
                let column = plot.column(group as f64 + offset);
                if let Some(estimate) = estimate.filter(|estimate| !estimate.value.is_nan()) {
                    draw_estimate(&plot, Place { column, room, look }, estimate)?;
                }
            }
        }
        Ok(plot.frame().clone())
    }
}

impl Groups<'_> {
    fn y_range(&self) -> Range<f64> {
        let ends = |estimate: &Estimate| {
            let error = estimate.error.filter(|error| error.is_finite()).unwrap_or(0.0);
            [estimate.value - error, estimate.value + error]
        };
        let values = self.candidates.iter().flat_map(|each| each.values.iter().flatten());
        self.y_range.clone().unwrap_or_else(|| axes::around(values.flat_map(ends)))
    }
}

/// Where a value is marked, and how.
#[derive(Clone, Copy)]
struct Place {
    column: f64,
    /// The room to the next mark.
    room: f64,
    look: SeriesLook,
}

fn draw_estimate(plot: &Plot, place: Place, Estimate { value, error }: Estimate) -> Result<()> {
    let Place { column, look, .. } = place;
    let Frame { y, .. } = plot.frame();
    if !(y.start..=y.end).contains(&value) {
        return draw_outside(plot, place, value);
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

/// The length of an arrow and half the width of its head; how far from the edge the mark before it
/// stands, and how far the value before that.
const SHAFT: f64 = 12.0;
const HEAD: f64 = 3.0;
const MARKED: f64 = 18.0;
const VALUE: f64 = 26.0;

/// A mark at the edge, an arrow from it out of the plot, and how far out, where there is room.
fn draw_outside(plot: &Plot, place: Place, value: f64) -> Result<()> {
    let Place { column, room, look } = place;
    let Frame { rows, y, .. } = plot.frame();
    let (edge, out) =
        if value < y.start { (rows.end - 1.0, 1.0) } else { (rows.start + 1.0, -1.0) };
    let tip = (column, edge);
    plot.segment((column, edge - out * SHAFT), tip, look.color, 1.5)?;
    let back = edge - out * 1.4 * HEAD;
    plot.path(&[(column - HEAD, back), tip, (column + HEAD, back)], look.color, 1.5)?;
    plot.mark((column, edge - out * MARKED), look)?;
    let words = short(value);
    let length = text::width(&words) * TEXT;
    if room < TEXT - 1.0 || length + VALUE > rows.end - rows.start {
        return Ok(());
    }
    // Words are read from below, and placed by their end.
    let end = if out > 0.0 { edge - VALUE - length } else { edge + VALUE };
    plot.write_turned(&words, (column, end), plot.style.ink)
}

/// A value far outside: its size is all that matters.
fn short(value: f64) -> String {
    let digits = if value.abs() < 1e4 { format!("{value:.1}") } else { format!("{value:.0e}") };
    digits.replace('-', "−")
}
