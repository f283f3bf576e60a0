//! What the colours of a heatmap mean.

use plotters::style::text_anchor::{HPos, VPos};

use super::image::{Image, MISSING};
use super::plot::{EDGE, Frame, Plot, refused, size};
use super::{Area, Chart, Style};
use crate::error::Result;

/// The scale from -1 to 1, on an area of about 160 x 30 pixels.
#[derive(Debug, Clone, Copy, Default)]
pub struct ColorBar;

/// Room for the labels.
const BELOW: f64 = 18.0;

impl Chart for ColorBar {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        area.fill(&style.ground).map_err(refused)?;
        let (width, height) = size(area);
        let columns = 2.0 * EDGE..width - 2.0 * EDGE;
        let rows = 2.0..(height - BELOW).max(4.0);
        let plot =
            Plot::bare(area.clone(), style, Frame { columns, rows, x: -1.0..1.0, y: 0.0..1.0 });
        let cells: Vec<u8> = (0..MISSING).collect();
        plot.image(&Image { size: (cells.len(), 1), palette: style.scale.palette(), cells })?;
        let Frame { columns, rows, .. } = plot.frame();
        let corners = [
            (columns.start, rows.start),
            (columns.end, rows.start),
            (columns.end, rows.end),
            (columns.start, rows.end),
            (columns.start, rows.start),
        ];
        plot.path(&corners, style.quiet, 1.0)?;
        for (value, label) in [(-1.0, "−1"), (0.0, "0"), (1.0, "1")] {
            let place = (plot.column(value), rows.end + 4.0);
            plot.write(label, place, style.quiet, (HPos::Center, VPos::Top))?;
        }
        Ok(plot.frame().clone())
    }
}
