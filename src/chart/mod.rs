//! Figures, drawn by one function for the page's canvas and for SVG files alike.
//!
//! Charts know no model: they take plain slices.

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
mod dots;
mod ellipse;
mod fans;
mod findings;
mod groups;
mod heat_table;
mod heatmap;
mod image;
mod inscription;
mod legend;
mod mark;
mod motion;
mod order;
mod panel;
mod panes;
mod plate;
mod plot;
mod png;
mod pointed;
mod scale;
mod scatter;
mod scatters;
mod series;
mod sheet;
mod stacks;
mod style;
mod text;

use std::cell::RefCell;
use std::ops::RangeInclusive;
use std::rc::Rc;

use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, SVGBackend};

use crate::error::{Error, Result};

pub use axes::power_of_ten;
use backend::{Paper, Surface, SvgSurface, fine};
pub(crate) use band::nearest;
pub use band::{Band, Probe};
pub use bars::{Bar, Bars};
#[cfg(target_arch = "wasm32")]
use canvas::on_canvas;
pub use cloud::{Cloud, CloudSeries};
pub use color_bar::ColorBar;
pub use curve::Reliability;
pub use curves::{Curves, Series};
pub use density::{Density, DensityMarks};
pub use dots::{DotRow, Dots};
pub use ellipse::{Ellipse, Stand};
pub use fans::{Fan, Fans};
pub use findings::Findings;
pub use groups::{Candidate, Estimate, Groups};
pub use heat_table::{HeatCell, HeatTable};
pub use heatmap::{Heatmap, HeatmapMarks};
pub use image::Image;
pub use inscription::Inscription;
pub use legend::Key;
pub use panel::{Hover, Multiples, Panel, Scores};
pub use panes::{Pane, Panes};
pub use plate::Plate;
pub use plot::Frame;
pub(crate) use plot::{size, units};
pub use pointed::{Pointed, PointedBand};
pub use scatter::{Lit, Look, Scatter, ScatterMark};
pub use scatters::{Scatters, ScattersLit};
pub use series::{Mark, SERIES, SeriesLook};
pub use sheet::{Sheet, Titled};
pub use stacks::{Segment, Shade, Stack, Stacks};
pub use style::Style;
pub use text::HARD_SPACE;

/// What charts are drawn on: a whole picture or a part of one, with eight units a pixel.
pub type Area = DrawingArea<Paper, Shift>;

/// Something that can be drawn.
pub trait Chart {
    /// Draws itself on all of an area.
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame>;
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
    chart: &dyn Chart,
    canvas: &web_sys::HtmlCanvasElement,
    size: (u32, u32),
    ratio: f64,
    style: &Style,
) -> Result<Frame> {
    check_size(size)?;
    present(chart, fine(size), style, on_canvas(canvas.clone(), ratio)?)
}

/// The chart as an SVG document of `size` pixels.
pub fn svg(chart: &dyn Chart, size: (u32, u32), style: &Style) -> Result<String> {
    check_size(size)?;
    let fine = fine(size);
    let (mut document, mut images) = (String::new(), Vec::new());
    let inner = SVGBackend::with_string(&mut document, fine);
    present(chart, fine, style, SvgSurface { inner, images: &mut images })?;
    // plotters writes the fine size as the size in pixels; the view box keeps it.
    let written = format!("width=\"{}\" height=\"{}\"", fine.0, fine.1);
    let wanted = format!("width=\"{}\" height=\"{}\"", size.0, size.1);
    Ok(backend::insert_images(&document.replacen(&written, &wanted, 1), &images))
}

fn present(
    chart: &dyn Chart,
    size: (u32, u32),
    style: &Style,
    mut surface: impl Surface,
) -> Result<Frame> {
    let paper = Rc::new(RefCell::new(Paper::new(size)));
    let frame = chart.draw(&Area::from(&paper), style)?;
    paper.borrow().show(&mut surface).map_err(plot::refused)?;
    Ok(frame)
}
