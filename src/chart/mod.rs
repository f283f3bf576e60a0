//! Figures, drawn by one function for the page's canvas and for SVG files alike.
//!
//! Charts are generic over plotters' backends and know no model: they take plain slices.

mod axes;
mod backend;
mod band;
mod bars;
#[cfg(target_arch = "wasm32")]
mod canvas;
mod clip;
mod cloud;
mod color_bar;
mod curve;
mod curves;
mod density;
mod findings;
mod groups;
mod heatmap;
mod image;
mod inscription;
mod legend;
mod mark;
mod order;
mod panel;
mod panes;
mod plate;
mod plot;
mod png;
mod scale;
mod series;
mod sheet;
mod stacks;
mod style;
mod text;

use std::ops::RangeInclusive;

use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, IntoDrawingArea, SVGBackend};

use crate::error::{Error, Result};

pub use axes::power_of_ten;
pub use backend::Surface;
use backend::SvgSurface;
pub use band::{Band, Probe};
pub use bars::{Bar, Bars};
#[cfg(target_arch = "wasm32")]
use canvas::{CanvasSurface, on_canvas};
pub use cloud::{Cloud, CloudSeries};
pub use color_bar::ColorBar;
pub use curve::Reliability;
pub use curves::{Curves, Series};
pub use density::{Density, DensityMarks};
pub use findings::Findings;
pub use groups::{Candidate, Estimate, Groups};
pub use heatmap::{Heatmap, HeatmapMarks};
pub use image::Image;
pub use inscription::Inscription;
pub use legend::Key;
pub use panel::{Hover, Multiples, Panel, Scores};
pub use panes::{Pane, Panes};
pub use plate::Plate;
pub use plot::Frame;
pub(crate) use plot::{size, units};
pub use scale::diverging;
pub use series::{Mark, SeriesLook};
pub use sheet::{Sheet, Titled};
pub use stacks::{Segment, Shade, Stack, Stacks};
pub use style::Style;
pub use text::HARD_SPACE;

/// What charts are drawn on: a whole picture or a part of one, with eight units a pixel.
pub type Area<B> = DrawingArea<B, Shift>;

/// Something that can be drawn.
pub trait Chart {
    /// Draws itself on all of an area.
    fn draw<B: Surface>(&self, area: &Area<B>, style: &Style) -> Result<Frame>;
}

/// A chart of any kind, on what there is to draw on.
pub trait Drawing {
    /// On an SVG document.
    fn on_svg(&self, area: &Area<SvgSurface>, style: &Style) -> Result<Frame>;

    /// On the page's canvas.
    #[cfg(target_arch = "wasm32")]
    fn on_canvas(&self, area: &Area<CanvasSurface>, style: &Style) -> Result<Frame>;
}

impl<C: Chart> Drawing for C {
    fn on_svg(&self, area: &Area<SvgSurface>, style: &Style) -> Result<Frame> {
        self.draw(area, style)
    }

    #[cfg(target_arch = "wasm32")]
    fn on_canvas(&self, area: &Area<CanvasSurface>, style: &Style) -> Result<Frame> {
        self.draw(area, style)
    }
}

/// Pixels that a drawing may be wide and high: no screen has more, and fewer hold no axis.
const SIDES: RangeInclusive<u32> = 16..=16_384;

fn check_size((width, height): (u32, u32)) -> Result<()> {
    if SIDES.contains(&width) && SIDES.contains(&height) {
        return Ok(());
    }
    let expected = format!("from {} to {} pixels wide and high", SIDES.start(), SIDES.end());
    Err(Error::value("a drawing", format!("{width} x {height}"), expected))
}

/// Draws a chart on the page's canvas of `size` CSS pixels, with `ratio` device pixels each.
#[cfg(target_arch = "wasm32")]
pub fn canvas(
    chart: &dyn Drawing,
    canvas: &web_sys::HtmlCanvasElement,
    size: (u32, u32),
    ratio: f64,
    style: &Style,
) -> Result<Frame> {
    check_size(size)?;
    present(on_canvas(canvas.clone(), size, ratio)?, chart, style)
}

fn present<B: Surface>(backend: B, chart: &dyn Drawing, style: &Style) -> Result<Frame> {
    let area = backend.into_drawing_area();
    let frame = B::draw(chart, &area, style)?;
    area.present().map_err(plot::refused)?;
    Ok(frame)
}

/// The chart as an SVG document of `size` pixels.
pub fn svg(chart: &dyn Drawing, size: (u32, u32), style: &Style) -> Result<String> {
    check_size(size)?;
    let fine = backend::fine(size);
    let mut document = String::new();
    let mut images = Vec::new();
    let inner = SVGBackend::with_string(&mut document, fine);
    present(backend::Fine::svg(inner, fine, &mut images), chart, style)?;
    // plotters writes the fine size as the size in pixels; the view box keeps it.
    let written = format!("width=\"{}\" height=\"{}\"", fine.0, fine.1);
    let wanted = format!("width=\"{}\" height=\"{}\"", size.0, size.1);
    Ok(backend::insert_images(&document.replacen(&written, &wanted, 1), &images))
}
