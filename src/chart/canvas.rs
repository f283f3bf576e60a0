//! The page's canvas as a backend.

use std::cell::Cell;

use plotters_backend::{BackendCoord, DrawingErrorKind};
use plotters_canvas::CanvasBackend;
use wasm_bindgen::{Clamped, JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ImageData};

use super::backend::{FINENESS, Shown, Surface};
use super::image::Image;
use crate::error::{Error, Result};

/// The page's canvas, cleared, with `ratio` device pixels a CSS pixel.
pub fn on_canvas(canvas: HtmlCanvasElement, ratio: f64) -> Result<CanvasSurface> {
    let refused = || Error::Drawing("this browser gives no canvas to draw on".into());
    let context = context(&canvas).ok_or_else(refused)?;
    let scale = ratio / f64::from(FINENESS);
    context.set_transform(scale, 0.0, 0.0, scale, 0.0, 0.0).map_err(|_| refused())?;
    context.set_line_join("round");
    let inner = CanvasBackend::with_canvas_object(canvas).ok_or_else(refused)?;
    Ok(CanvasSurface { inner, images: Painter { context, scale } })
}

/// The page's canvas, and what shows images on it.
pub struct CanvasSurface {
    inner: CanvasBackend,
    images: Painter,
}

/// Shows images on a canvas.
struct Painter {
    context: CanvasRenderingContext2d,
    /// Device pixels per unit.
    scale: f64,
}

impl Surface for CanvasSurface {
    type Backend = CanvasBackend;

    const TEXT_DIVISOR: f64 = 1.0;

    fn backend(&mut self) -> &mut CanvasBackend {
        &mut self.inner
    }

    fn image(&mut self, corners: [BackendCoord; 2], image: &Image) -> Shown<Self> {
        // The one kind of plotters' errors that can be made outside of its canvas.
        let refused = |_| DrawingErrorKind::FontError("this browser refuses an image".into());
        self.images.paint(corners, image).map_err(refused)
    }
}

impl Painter {
    fn paint(&self, corners: [BackendCoord; 2], image: &Image) -> std::result::Result<(), JsValue> {
        let Self { context, scale } = self;
        // Whole device pixels, so that cells and pixels can meet.
        let device = |unit: i32| (f64::from(unit) * scale).round();
        let [(left, top), (right, bottom)] = corners.map(|(x, y)| (device(x), device(y)));
        let (width, height) = ((right - left).max(1.0), (bottom - top).max(1.0));
        let image = image.reduced((width as usize, height as usize));
        let (columns, rows) = (image.size.0 as u32, image.size.1 as u32);
        let scratch = self.scratch((columns, rows))?;
        let pixels = image.rgba();
        let data = Clamped(&pixels[..]);
        let data = ImageData::new_with_u8_clamped_array_and_sh(data, columns, rows)?;
        // This call ignores transforms and opacity, hence the canvas between.
        scratch.put_image_data(&data, 0.0, 0.0)?;
        let scratch = scratch.canvas().ok_or(JsValue::NULL)?;
        context.save();
        context.set_transform(1.0, 0.0, 0.0, 1.0, 0.0, 0.0)?;
        context.set_image_smoothing_enabled(false);
        let drawn = context
            .draw_image_with_html_canvas_element_and_dw_and_dh(&scratch, left, top, width, height);
        context.restore();
        drawn
    }

    /// A canvas that nobody sees, emptied. There is one for all images: browsers free canvases late,
    /// and some allow only so many.
    fn scratch(&self, size: (u32, u32)) -> std::result::Result<CanvasRenderingContext2d, JsValue> {
        let make = || {
            let document = self.context.canvas().and_then(|canvas| canvas.owner_document());
            let canvas = document.ok_or(JsValue::NULL)?.create_element("canvas")?;
            context(canvas.unchecked_ref()).ok_or(JsValue::NULL)
        };
        let scratch = match SCRATCH.take() {
            Some(scratch) => scratch,
            None => make()?,
        };
        SCRATCH.set(Some(scratch.clone()));
        let canvas = scratch.canvas().ok_or(JsValue::NULL)?;
        canvas.set_width(size.0);
        canvas.set_height(size.1);
        Ok(scratch)
    }
}

thread_local! {
    static SCRATCH: Cell<Option<CanvasRenderingContext2d>> = const { Cell::new(None) };
}

fn context(canvas: &HtmlCanvasElement) -> Option<CanvasRenderingContext2d> {
    Some(canvas.get_context("2d").ok()??.unchecked_into())
}
