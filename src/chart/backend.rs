//! plotters draws in whole pixels, sizes text differently on canvas and SVG, and measures it in the
//! page's DOM. This wrapper gives every real backend the same finer grid and the same text.

use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
    FontFamily, FontStyle, FontTransform, text_anchor,
};

use super::text;

/// Units of the drawing grid per CSS pixel: curves are smooth and strokes may be thin.
pub const FINENESS: u32 = 8;

type Outcome<E> = std::result::Result<(), DrawingErrorKind<E>>;

/// A backend on the finer grid.
pub struct Fine<B> {
    inner: B,
    size: (u32, u32),
    /// What the inner backend divides font sizes by.
    text_divisor: f64,
}

/// A size in pixels, in units of the finer grid.
pub fn fine((width, height): (u32, u32)) -> (u32, u32) {
    (width * FINENESS, height * FINENESS)
}

impl<B> Fine<B> {
    /// Around plotters' SVG backend, which shrinks text by 1.24.
    pub fn svg(inner: B, size: (u32, u32)) -> Self {
        Self { inner, size, text_divisor: 1.24 }
    }
}

/// The page's canvas, cleared, with `ratio` device pixels a CSS pixel.
#[cfg(target_arch = "wasm32")]
pub fn on_canvas(
    canvas: web_sys::HtmlCanvasElement,
    size: (u32, u32),
    ratio: f64,
) -> crate::Result<impl DrawingBackend> {
    use wasm_bindgen::JsCast;
    let refused = || crate::Error::Drawing("this browser gives no canvas to draw on".into());
    let context = canvas.get_context("2d").ok().flatten().ok_or_else(refused)?;
    let context: web_sys::CanvasRenderingContext2d = context.unchecked_into();
    let scale = ratio / f64::from(FINENESS);
    context.set_transform(scale, 0.0, 0.0, scale, 0.0, 0.0).map_err(|_| refused())?;
    context.set_line_join("round");
    let inner = plotters_canvas::CanvasBackend::with_canvas_object(canvas).ok_or_else(refused)?;
    Ok(Fine { inner, size: fine(size), text_divisor: 1.0 })
}

impl<B: DrawingBackend> DrawingBackend for Fine<B> {
    type ErrorType = B::ErrorType;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Outcome<Self::ErrorType> {
        self.inner.ensure_prepared()
    }

    fn present(&mut self) -> Outcome<Self::ErrorType> {
        self.inner.present()
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Outcome<B::ErrorType> {
        self.inner.draw_pixel(point, color)
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Outcome<B::ErrorType> {
        // As a path, because the canvas backend shifts single lines by half a unit.
        self.inner.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        bottom_right: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Outcome<B::ErrorType> {
        self.inner.draw_rect(upper_left, bottom_right, style, fill)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Outcome<B::ErrorType> {
        self.inner.draw_path(path, style)
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Outcome<B::ErrorType> {
        self.inner.draw_circle(center, radius, style, fill)
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        outline: I,
        style: &S,
    ) -> Outcome<B::ErrorType> {
        self.inner.fill_polygon(outline, style)
    }

    fn draw_text<S: BackendTextStyle>(
        &mut self,
        text: &str,
        style: &S,
        position: BackendCoord,
    ) -> Outcome<B::ErrorType> {
        let scaled = Scaled { style, size: style.size() * self.text_divisor };
        self.inner.draw_text(text, &scaled, position)
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> std::result::Result<(u32, u32), DrawingErrorKind<B::ErrorType>> {
        let width = text::width(text) * style.size();
        Ok((width.ceil() as u32, style.size().ceil() as u32))
    }
}

/// A text style with another size.
struct Scaled<'a, S> {
    style: &'a S,
    size: f64,
}

impl<S: BackendTextStyle> BackendTextStyle for Scaled<'_, S> {
    type FontError = S::FontError;

    fn color(&self) -> BackendColor {
        self.style.color()
    }

    fn size(&self) -> f64 {
        self.size
    }

    fn transform(&self) -> FontTransform {
        self.style.transform()
    }

    fn style(&self) -> FontStyle {
        self.style.style()
    }

    fn anchor(&self) -> text_anchor::Pos {
        self.style.anchor()
    }

    fn family(&self) -> FontFamily<'_> {
        self.style.family()
    }

    fn layout_box(&self, text: &str) -> Result<((i32, i32), (i32, i32)), Self::FontError> {
        self.style.layout_box(text)
    }

    fn draw<E, DrawFunc: FnMut(i32, i32, BackendColor) -> Result<(), E>>(
        &self,
        text: &str,
        position: BackendCoord,
        draw: DrawFunc,
    ) -> Result<Result<(), E>, Self::FontError> {
        self.style.draw(text, position, draw)
    }
}
