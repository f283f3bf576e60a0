//! Figures, drawn by one function for the page's canvas and for SVG files alike.
//!
//! Charts are generic over plotters' backends and know no model: they take plain slices.

mod axes;
mod backend;
mod band;
#[cfg(target_arch = "wasm32")]
mod canvas;
mod clip;
mod cloud;
mod color_bar;
mod curve;
mod curves;
mod density;
pub mod figure;
mod groups;
mod heatmap;
mod image;
mod legend;
mod mark;
mod order;
mod panel;
mod plot;
mod scale;
mod series;
mod sheet;
mod style;
mod text;

use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend, SVGBackend};

use crate::error::Result;

pub use backend::Surface;
pub use band::Band;
#[cfg(target_arch = "wasm32")]
pub use canvas::on_canvas;
pub use cloud::{Cloud, CloudSeries};
pub use color_bar::ColorBar;
pub use curve::Reliability;
pub use curves::{Curves, Series};
pub use density::Density;
pub use groups::{Candidate, Estimate, Groups};
pub use heatmap::{Heatmap, HeatmapMarks};
pub use image::Image;
pub use panel::{Hover, Multiples, Panel, Scores};
pub use plot::Frame;
pub use scale::diverging;
pub use series::{Mark, SeriesLook};
pub use sheet::{Sheet, Titled};
pub use style::Style;

/// Something that can be drawn.
pub trait Chart {
    /// Draws itself on a backend, which should be one of this module's: eight units a pixel.
    fn draw<B: Surface>(&self, backend: B, style: &Style) -> Result<Frame>;
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
    let mut images = Vec::new();
    let inner = SVGBackend::with_string(&mut document, fine);
    chart.draw(backend::Fine::svg(inner, fine, &mut images), style)?;
    // plotters writes the fine size as the size in pixels; the view box keeps it.
    let written = format!("width=\"{}\" height=\"{}\"", fine.0, fine.1);
    let wanted = format!("width=\"{}\" height=\"{}\"", size.0, size.1);
    Ok(backend::insert_images(&document.replacen(&written, &wanted, 1), &images))
}
