//! plotters draws in whole pixels, sizes text differently on canvas and SVG, and measures it in the
//! page's DOM. This wrapper gives every real backend the same finer grid and the same text.

use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
    FontFamily, FontStyle, FontTransform, text_anchor,
};

use plotters::prelude::SVGBackend;

use super::image::Image;
use super::{Area, Drawing, Frame, Style, text};
use crate::error::Result;

/// Units of the drawing grid per CSS pixel: curves are smooth and strokes may be thin.
pub const FINENESS: u32 = 8;

pub(super) type Outcome<E> = std::result::Result<(), DrawingErrorKind<E>>;

/// A backend that can also show an image: plotters' canvas cannot, and its SVG not on wasm.
pub trait Surface: DrawingBackend {
    /// Fills the rectangle between two corners with an image.
    fn image(&mut self, corners: [BackendCoord; 2], image: &Image) -> Outcome<Self::ErrorType>;

    /// Draws a chart whose kind is not known here.
    fn draw(chart: &dyn Drawing, area: &Area<Self>, style: &Style) -> Result<Frame>
    where
        Self: Sized;
}

/// A backend on the finer grid, and what it shows images with.
pub struct Fine<B, P> {
    pub(super) inner: B,
    pub(super) size: (u32, u32),
    /// What the inner backend divides font sizes by.
    pub(super) text_divisor: f64,
    pub(super) images: P,
}

/// A size in pixels, in units of the finer grid.
pub fn fine((width, height): (u32, u32)) -> (u32, u32) {
    (width * FINENESS, height * FINENESS)
}

/// An SVG document, and the images in it.
pub type SvgSurface<'a, 'b> = Fine<SVGBackend<'a>, &'b mut Vec<String>>;

impl<'a, 'b> SvgSurface<'a, 'b> {
    /// Around plotters' SVG backend, which shrinks text by 1.24. Images are collected, because
    /// nothing can be written between its elements: see [`insert_images`].
    pub fn svg(inner: SVGBackend<'a>, size: (u32, u32), images: &'b mut Vec<String>) -> Self {
        Self { inner, size, text_divisor: 1.24, images }
    }
}

/// A line so wide marks the place of an image in an SVG document; no chart draws one.
const PLACE: Place = Place;

struct Place;

impl BackendStyle for Place {
    fn color(&self) -> BackendColor {
        BackendColor { alpha: 1.0, rgb: (0, 0, 0) }
    }

    fn stroke_width(&self) -> u32 {
        u32::MAX
    }
}

impl Surface for SvgSurface<'_, '_> {
    fn image(&mut self, corners: [BackendCoord; 2], image: &Image) -> Outcome<Self::ErrorType> {
        let [(left, top), (right, bottom)] = corners;
        let (width, height) = (right - left, bottom - top);
        // Cells larger than a pixel shall have crisp edges; of smaller ones a viewer that takes
        // the nearest would show some and skip others.
        let unit = FINENESS as usize;
        let crisp = image.size.0 * unit <= width as usize && image.size.1 * unit <= height as usize;
        let rendering = if crisp { " image-rendering=\"pixelated\"" } else { "" };
        self.images.push(format!(
            "<image x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" \
             preserveAspectRatio=\"none\"{rendering} href=\"{}\"/>",
            image.data_uri()
        ));
        self.inner.draw_path(corners, &PLACE)
    }

    fn draw(chart: &dyn Drawing, area: &Area<Self>, style: &Style) -> Result<Frame> {
        chart.on_svg(area, style)
    }
}

/// Puts images into an SVG document, each where it was drawn.
pub fn insert_images(document: &str, images: &[String]) -> String {
    let place = format!("stroke-width=\"{}\"", PLACE.stroke_width());
    let mut images = images.iter();
    let mut whole = String::with_capacity(document.len());
    for line in document.split_inclusive('\n') {
        // Words cannot look like a place: their quotation marks are escaped.
        match line.contains(&place).then(|| images.next()).flatten() {
            Some(image) => whole.extend([image.as_str(), "\n"]),
            None => whole.push_str(line),
        }
    }
    whole
}

impl<B: DrawingBackend, P> DrawingBackend for Fine<B, P> {
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

    fn layout_box(
        &self,
        text: &str,
    ) -> std::result::Result<((i32, i32), (i32, i32)), Self::FontError> {
        self.style.layout_box(text)
    }

    fn draw<E, DrawFunc: FnMut(i32, i32, BackendColor) -> std::result::Result<(), E>>(
        &self,
        text: &str,
        position: BackendCoord,
        draw: DrawFunc,
    ) -> std::result::Result<std::result::Result<(), E>, Self::FontError> {
        self.style.draw(text, position, draw)
    }
}
