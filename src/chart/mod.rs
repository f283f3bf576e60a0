//! Figures, drawn by one function for the page's canvas and for SVG files alike.
//!
//! Charts are generic over plotters' backends and know no model: they take plain slices.

mod axes;
mod backend;
mod band;
mod clip;
mod curve;
pub mod figure;
mod legend;
mod panel;
mod plot;
mod style;
mod text;

use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend, SVGBackend};

use crate::error::Result;

#[cfg(target_arch = "wasm32")]
pub use backend::on_canvas;
pub use band::Band;
pub use curve::Reliability;
pub use panel::{Hover, Multiples, Panel, Scores};
pub use plot::Frame;
pub use style::Style;

/// Something that can be drawn.
pub trait Chart {
    /// Draws itself on a backend, which should be one of this module's: eight units a pixel.
    fn draw<B: DrawingBackend>(&self, backend: B, style: &Style) -> Result<Frame>;
}

/// Shows what was drawn, and tells where.
fn finish<B: DrawingBackend>(root: &DrawingArea<B, Shift>, frame: &Frame) -> Result<Frame> {
    root.present().map_err(plot::refused)?;
    Ok(frame.clone())
}

/// The chart as an SVG document of `size` pixels.
pub fn svg(chart: &impl Chart, size: (u32, u32), style: &Style) -> Result<String> {
    let fine = backend::fine(size);
    let mut document = String::new();
    chart.draw(backend::Fine::svg(SVGBackend::with_string(&mut document, fine), fine), style)?;
    // plotters writes the fine size as the size in pixels; the view box keeps it.
    let written = format!("width=\"{}\" height=\"{}\"", fine.0, fine.1);
    Ok(document.replacen(&written, &format!("width=\"{}\" height=\"{}\"", size.0, size.1), 1))
}
