//! A table of words on cells that are the darker, the better.

use plotters::style::text_anchor::{HPos, VPos};

use super::plot::{Frame, Plot, refused, size};
use super::style::TEXT;
use super::{Area, Chart, Style, text};
use crate::error::Result;

/// Rows and columns with their names.
pub struct HeatTable {
    /// Over the columns.
    pub columns: Vec<String>,
    /// Each with its name and a cell for each column.
    pub rows: Vec<(String, Vec<HeatCell>)>,
}

/// One cell.
pub struct HeatCell {
    /// What stands there.
    pub words: String,
    /// From 0, nothing, to 1, all of the colour.
    pub shade: f64,
}

/// Height of a row, room at the edges, and the most of the width that names of rows get.
const ROW: f64 = 22.0;
const EDGE: f64 = 8.0;
const NAMES: f64 = 0.35;
/// How much of the colour the best has: what is written over it must be read.
const MOST: f64 = 0.3;

impl HeatTable {
    /// The height that it fills.
    pub fn height(rows: usize) -> f64 {
        ROW * (rows + 1) as f64 + EDGE
    }
}

impl Chart for HeatTable {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        area.fill(&style.ground).map_err(refused)?;
        let plot = Plot::bare(area.clone(), style, Frame::default());
        let width = size(area).0 - 2.0 * EDGE;
        let widest = self.rows.iter().map(|(name, _)| text::width(name) * TEXT).fold(0.0, f64::max);
        let first = EDGE + (widest + EDGE).min(NAMES * width);
        let column = (EDGE + width - first) / self.columns.len().max(1) as f64;
        let middle = |at: usize| first + column * (at as f64 + 0.5);
        for (at, name) in self.columns.iter().enumerate() {
            let words = text::shorten(name, column - EDGE);
            plot.write(&words, (middle(at), ROW / 2.0), style.quiet, (HPos::Center, VPos::Center))?;
        }
        for (row, (name, cells)) in self.rows.iter().enumerate() {
            let top = ROW * (row + 1) as f64;
            let words = text::shorten(name, first - 2.0 * EDGE);
            plot.write(&words, (EDGE, top + ROW / 2.0), style.ink, (HPos::Left, VPos::Center))?;
            for (at, HeatCell { words, shade }) in cells.iter().enumerate() {
                let left = first + column * at as f64;
                let corners = [(left, top), (left + column - 2.0, top + ROW - 2.0)];
                plot.block(corners, style.blue, MOST * shade.clamp(0.0, 1.0))?;
                let place = (middle(at), top + ROW / 2.0 - 1.0);
                let words = text::shorten(words, column - 4.0);
                plot.write(&words, place, style.ink, (HPos::Center, VPos::Center))?;
            }
        }
        Ok(Frame::default())
    }
}
