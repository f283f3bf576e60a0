//! Few values as bars that lie, one below the other.

use plotters::style::text_anchor::{HPos, VPos};

use super::plot::{EDGE, Frame, LEFT, Labels, Plot};
use super::style::TEXT;
use super::{Area, Chart, Style, text};
use crate::error::Result;

/// Bars from 0.
#[derive(Debug, Clone, Default)]
pub struct Bars<'a> {
    /// From the top.
    pub bars: &'a [Bar<'a>],
    /// Below.
    pub x_label: &'a str,
}

/// A bar.
#[derive(Debug, Clone, Copy, Default)]
pub struct Bar<'a> {
    /// Before it.
    pub name: &'a str,
    /// Its length, not below 0.
    pub value: f64,
    /// How far to either side of its end a line reaches.
    pub reach: f64,
    /// Which of the looks it has: see [`Style::series`].
    pub index: usize,
}

/// The share of its row's height that a bar has, and half the height of the caps of its line.
const THICK: f64 = 0.5;
const CAP: f64 = 4.0;
/// How faint a bar is, so that its mark and line are seen on it.
const FAINT: f64 = 0.35;
/// The share of the width that names may have.
const NAMES: f64 = 0.5;

impl Chart for Bars<'_> {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        let widest = self.bars.iter().map(|bar| text::width(bar.name) * TEXT).fold(0.0, f64::max);
        let room = NAMES * super::plot::size(area).0;
        let left = (EDGE + widest + 8.0).min(room).max(LEFT);
        let labels = Labels { x: self.x_label, left, no_y: true, ..Labels::default() };
        let longest = self.bars.iter().map(|bar| bar.value + bar.reach).fold(0.0, f64::max);
        let end = if longest > 0.0 { 1.04 * longest } else { 1.0 };
        let rows = self.bars.len().max(1) as f64;
        let plot = Plot::new(area.clone(), style, 0.0..end, 0.0..rows, &labels)?;
        for (place, bar) in self.bars.iter().enumerate() {
            draw_bar(&plot, bar, rows - 0.5 - place as f64)?;
        }
        Ok(plot.frame().clone())
    }
}

fn draw_bar(plot: &Plot, bar: &Bar, y: f64) -> Result<()> {
    let look = plot.style.series(bar.index);
    let (start, end, row) = (plot.frame().columns.start, plot.column(bar.value), plot.row(y));
    let half = 0.5 * THICK * (plot.row(y - 0.5) - plot.row(y + 0.5));
    let name = text::shorten(bar.name, start - EDGE - 7.0);
    plot.write(&name, (start - 7.0, row), plot.style.ink, (HPos::Right, VPos::Center))?;
    plot.block([(start, row - half), (end, row + half)], look.color, FAINT)?;
    if bar.reach > 0.0 {
        let low = plot.column((bar.value - bar.reach).max(0.0));
        let high = plot.column(bar.value + bar.reach);
        plot.segment((low, row), (high, row), look.color, 1.5)?;
        // A value cannot lie beyond 0: there the line has no cap.
        let ends = [low, high].into_iter().filter(|column| *column > start);
        for column in ends {
            plot.segment((column, row - CAP), (column, row + CAP), look.color, 1.5)?;
        }
    }
    plot.mark((end, row), look)
}
