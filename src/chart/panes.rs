//! Several charts as one figure: rows of panes, each with a title.

use plotters::style::text_anchor::{HPos, VPos};

use super::plot::{Frame, Plot, refused, size, units};
use super::{Area, Chart, Style, text};
use crate::error::Result;

/// Charts side by side and below each other.
pub struct Panes<'a> {
    /// Each row with its share of the height.
    pub rows: Vec<(f64, Vec<Pane<'a>>)>,
}

/// A chart and what it shows.
pub struct Pane<'a> {
    /// Its share of the row's width.
    pub share: f64,
    /// Over it.
    pub title: &'a str,
    /// The chart.
    pub chart: Box<dyn Chart + 'a>,
}

/// Height of a title, and where it starts.
const TITLE: f64 = 22.0;
const INDENT: f64 = 8.0;

impl Chart for Panes<'_> {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        area.fill(&style.ground).map_err(refused)?;
        let (width, height) = size(area);
        let (mut rest, all) = (area.clone(), self.rows.iter().map(|(share, _)| share).sum::<f64>());
        for (share, panes) in &self.rows {
            let (row, below) = rest.split_vertically(units(height * share / all));
            draw_row(&row, panes, width, style)?;
            rest = below;
        }
        Ok(Frame::default())
    }
}

fn draw_row(row: &Area, panes: &[Pane], width: f64, style: &Style) -> Result<()> {
    let (mut rest, all) = (row.clone(), panes.iter().map(|pane| pane.share).sum::<f64>());
    for pane in panes {
        let (cell, beside) = rest.split_horizontally(units(width * pane.share / all));
        let (above, body) = cell.split_vertically(units(TITLE));
        let plot = Plot::bare(above.clone(), style, Frame::default());
        let words = text::shorten(pane.title, size(&above).0 - INDENT);
        plot.write(&words, (INDENT, TITLE / 2.0), style.ink, (HPos::Left, VPos::Center))?;
        pane.chart.draw(&body, style)?;
        rest = beside;
    }
    Ok(())
}
