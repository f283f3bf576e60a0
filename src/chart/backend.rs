//! plotters draws in whole pixels, sizes text differently on canvas and SVG, and measures it in the
//! page's DOM. So charts draw on a [`Paper`], with a finer grid and the same text everywhere; what is on
//! it is then shown by a real backend. With that there is one kind of chart, whatever it is shown on.

use std::convert::Infallible;

use plotters::prelude::SVGBackend;
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
    FontFamily, FontTransform, text_anchor,
};

use super::image::Image;
use super::text;

/// Units of the drawing grid per CSS pixel: curves are smooth and strokes may be thin.
pub const FINENESS: u32 = 8;

pub(super) type Outcome<E> = std::result::Result<(), DrawingErrorKind<E>>;

/// What charts are drawn on: it keeps every shape, in order.
pub struct Paper {
    size: (u32, u32),
    shapes: Vec<Shape>,
}

enum Shape {
    Path(Vec<BackendCoord>, Pen),
    Polygon(Vec<BackendCoord>, Pen),
    Rectangle { corners: [BackendCoord; 2], pen: Pen, fill: bool },
    Circle { center: BackendCoord, radius: u32, pen: Pen, fill: bool },
    Words { text: String, letters: Letters, place: BackendCoord },
    Image { corners: [BackendCoord; 2], image: Image },
}

/// Where a paper can be shown: a backend that can also show an image. plotters' canvas cannot, and its
/// SVG not on wasm.
pub trait Surface {
    /// The real backend.
    type Backend: DrawingBackend;

    /// What it divides font sizes by.
    const TEXT_DIVISOR: f64;

    /// The real backend.
    fn backend(&mut self) -> &mut Self::Backend;

    /// Fills the rectangle between two corners with an image.
    fn image(&mut self, corners: [BackendCoord; 2], image: &Image) -> Shown<Self>;
}

/// Whether a surface showed something.
pub type Shown<S> = Outcome<<<S as Surface>::Backend as DrawingBackend>::ErrorType>;

/// A size in pixels, in units of the finer grid.
pub fn fine((width, height): (u32, u32)) -> (u32, u32) {
    (width * FINENESS, height * FINENESS)
}

impl Paper {
    /// An empty paper of so many units.
    pub fn new(size: (u32, u32)) -> Self {
        Self { size, shapes: Vec::new() }
    }

    /// Draws an image between two corners.
    pub fn image(&mut self, corners: [BackendCoord; 2], image: Image) {
        self.shapes.push(Shape::Image { corners, image });
    }

    /// Shows everything that was drawn.
    pub fn show<S: Surface>(&self, surface: &mut S) -> Shown<S> {
        for shape in &self.shapes {
            let backend = surface.backend();
            match shape {
                Shape::Path(points, pen) => backend.draw_path(points.iter().copied(), pen),
                Shape::Polygon(points, pen) => backend.fill_polygon(points.iter().copied(), pen),
                Shape::Rectangle { corners: [from, to], pen, fill } => {
                    backend.draw_rect(*from, *to, pen, *fill)
                }
                Shape::Circle { center, radius, pen, fill } => {
                    backend.draw_circle(*center, *radius, pen, *fill)
                }
                Shape::Words { text, letters, place } => {
                    backend.draw_text(text, &letters.times(S::TEXT_DIVISOR), *place)
                }
                Shape::Image { corners, image } => surface.image(*corners, image),
            }?;
        }
        surface.backend().present()
    }

    fn draw(&mut self, shape: Shape) -> Outcome<Infallible> {
        self.shapes.push(shape);
        Ok(())
    }
}

impl DrawingBackend for Paper {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Outcome<Infallible> {
        Ok(())
    }

    fn present(&mut self) -> Outcome<Infallible> {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, color: BackendColor) -> Outcome<Infallible> {
        self.draw_rect((x, y), (x + 1, y + 1), &color, true)
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Outcome<Infallible> {
        // As a path, because the canvas backend shifts single lines by half a unit.
        self.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        bottom_right: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Outcome<Infallible> {
        let corners = [upper_left, bottom_right];
        self.draw(Shape::Rectangle { corners, pen: Pen::of(style), fill })
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Outcome<Infallible> {
        self.draw(Shape::Path(path.into_iter().collect(), Pen::of(style)))
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Outcome<Infallible> {
        self.draw(Shape::Circle { center, radius, pen: Pen::of(style), fill })
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        outline: I,
        style: &S,
    ) -> Outcome<Infallible> {
        self.draw(Shape::Polygon(outline.into_iter().collect(), Pen::of(style)))
    }

    fn draw_text<S: BackendTextStyle>(
        &mut self,
        text: &str,
        style: &S,
        place: BackendCoord,
    ) -> Outcome<Infallible> {
        let letters = Letters {
            color: style.color(),
            size: style.size(),
            turned: style.transform(),
            anchor: style.anchor(),
        };
        self.draw(Shape::Words { text: text.into(), letters, place })
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> std::result::Result<(u32, u32), DrawingErrorKind<Infallible>> {
        let width = text::width(text) * style.size();
        Ok((width.ceil() as u32, style.size().ceil() as u32))
    }
}

/// How a line or a shape looks.
struct Pen {
    color: BackendColor,
    width: u32,
}

impl Pen {
    fn of(style: &impl BackendStyle) -> Self {
        Self { color: style.color(), width: style.stroke_width() }
    }
}

impl BackendStyle for Pen {
    fn color(&self) -> BackendColor {
        self.color
    }

    fn stroke_width(&self) -> u32 {
        self.width
    }
}

/// The one family of letters in every figure.
pub const FONT: FontFamily<'static> = FontFamily::Name("system-ui, sans-serif");

/// How words look.
#[derive(Clone)]
struct Letters {
    color: BackendColor,
    size: f64,
    turned: FontTransform,
    anchor: text_anchor::Pos,
}

impl Letters {
    /// Of another size.
    fn times(&self, factor: f64) -> Self {
        Self { size: self.size * factor, ..self.clone() }
    }
}

impl BackendTextStyle for Letters {
    type FontError = Infallible;

    fn color(&self) -> BackendColor {
        self.color
    }

    fn size(&self) -> f64 {
        self.size
    }

    fn transform(&self) -> FontTransform {
        self.turned.clone()
    }

    fn anchor(&self) -> text_anchor::Pos {
        self.anchor
    }

    fn family(&self) -> FontFamily<'_> {
        FONT
    }

    // For backends without letters of their own, and there are none here.
    fn layout_box(&self, _: &str) -> std::result::Result<((i32, i32), (i32, i32)), Infallible> {
        Ok(((0, 0), (0, 0)))
    }

    fn draw<E, DrawFunc: FnMut(i32, i32, BackendColor) -> std::result::Result<(), E>>(
        &self,
        _: &str,
        _: BackendCoord,
        _: DrawFunc,
    ) -> std::result::Result<std::result::Result<(), E>, Infallible> {
        Ok(Ok(()))
    }
}

/// An SVG document, and the images in it: nothing can be written between plotters' elements, so they are
/// collected, see [`insert_images`].
pub struct SvgSurface<'a, 'b> {
    /// plotters' SVG backend.
    pub inner: SVGBackend<'a>,
    /// The images so far.
    pub images: &'b mut Vec<String>,
}

/// A line so wide marks the place of an image in an SVG document; no chart draws one.
const PLACE: Pen = Pen { color: BackendColor { alpha: 1.0, rgb: (0, 0, 0) }, width: u32::MAX };

impl<'a> Surface for SvgSurface<'a, '_> {
    type Backend = SVGBackend<'a>;

    const TEXT_DIVISOR: f64 = 1.24;

    fn backend(&mut self) -> &mut SVGBackend<'a> {
        &mut self.inner
    }

    fn image(&mut self, corners: [BackendCoord; 2], image: &Image) -> Shown<Self> {
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
}

/// Puts images into an SVG document, each where it was drawn.
pub fn insert_images(document: &str, images: &[String]) -> String {
    let place = format!("stroke-width=\"{}\"", PLACE.width);
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
