//! Marks, patterned lines and images on a plot.

use std::convert::Infallible;
use std::ops::Range;

use plotters::element::{Drawable, PointCollection};
use plotters::prelude::*;
use plotters::style::text_anchor;

use super::backend::{FINENESS, FONT, Outcome, Paper};
use super::clip::{clip, dashes};
use super::image::Image;
use super::plot::{Frame, Plot, at, refused, units};
use super::series::{Mark, SeriesLook};
use super::style::TEXT;
use crate::error::Result;

/// About half the size of a mark, in CSS pixels.
pub const MARK: f64 = 4.0;

impl Plot<'_> {
    /// A series' line through points, cut off where it leaves the plot or has no value.
    pub fn patterned(&self, x: &[f64], y: &[f64], look: SeriesLook, width: f64) -> Result<()> {
        let Range { start, end } = self.frame.columns;
        for piece in clip(x, y, &self.frame.y) {
            let piece: Vec<_> =
                piece.into_iter().map(|(x, y)| (self.column(x), self.row(y))).collect();
            for dash in dashes(&piece, look.dash, end - start) {
                self.path(&dash, look.color, width)?;
            }
        }
        Ok(())
    }

    /// A series' mark at a pixel, with a rim that keeps it apart from lines.
    pub fn mark(&self, (column, row): (f64, f64), look: SeriesLook) -> Result<()> {
        let place = |&(x, y): &(f64, f64)| (column + MARK * x, row + MARK * y);
        let outline: Vec<_> = outline(look.mark).iter().map(place).collect();
        match look.mark {
            Mark::Disc | Mark::Ring => {
                self.disc((column, row), MARK + 1.0, self.style.ground)?;
                self.disc((column, row), MARK, look.color)?;
                let hole = if look.mark == Mark::Ring { MARK - 1.75 } else { 0.0 };
                self.disc((column, row), hole, self.style.ground)
            }
            Mark::Cross | Mark::Plus | Mark::Star => {
                outline.chunks(2).try_for_each(|arm| self.path(arm, look.color, 1.75))
            }
            Mark::OpenSquare | Mark::OpenTriangle | Mark::OpenDiamond => {
                self.polygon(&outline, self.style.ground)?;
                self.path(&closed(&outline), look.color, 1.75)
            }
            Mark::Square | Mark::Triangle | Mark::Diamond | Mark::Hourglass | Mark::Bowtie => {
                self.path(&closed(&outline), self.style.ground, 2.0)?;
                self.polygon(&outline, look.color)
            }
        }
    }

    /// A path through pixels.
    pub fn path(&self, points: &[(f64, f64)], color: RGBColor, width: f64) -> Result<()> {
        let style = ShapeStyle::from(color).stroke_width(units(width) as u32);
        let points: Vec<_> = points.iter().copied().map(at).collect();
        self.root.draw(&PathElement::new(points, style)).map_err(refused)
    }

    /// What can be dragged up and down, or is held: a ring or a disc between two arrows. One outside is shown at
    /// the edge.
    pub fn grip(&self, (x, y): (f64, f64), color: RGBColor, held: bool) -> Result<()> {
        let Range { start: top, end: bottom } = self.frame.rows;
        let place = (self.column(x), self.row(y).max(top).min(bottom));
        for way in [-1.0, 1.0] {
            let tip = |across: f64, down: f64| (place.0 + across, place.1 + way * down);
            let arrow = [tip(-5.0, 8.0), tip(5.0, 8.0), tip(0.0, 14.0)];
            self.polygon(&arrow, self.style.ground)?;
            let arrow = [tip(-3.5, 9.0), tip(3.5, 9.0), tip(0.0, 13.0)];
            self.polygon(&arrow, color)?;
        }
        self.disc(place, 7.0, self.style.ground)?;
        self.disc(place, 6.0, color)?;
        self.disc(place, if held { 0.0 } else { 3.5 }, self.style.ground)
    }

    /// A filled shape with corners at pixels.
    pub fn polygon(&self, corners: &[(f64, f64)], color: RGBColor) -> Result<()> {
        let corners: Vec<_> = corners.iter().copied().map(at).collect();
        self.root.draw(&Polygon::new(corners, color.filled())).map_err(refused)
    }

    /// A head of an arrow around a pixel, which points some way, right and up, and is twice so long.
    pub fn arrow(
        &self,
        (column, row): (f64, f64),
        [x, y]: [f64; 2],
        half: f64,
        color: RGBColor,
    ) -> Result<()> {
        let length = (x * x + y * y).sqrt();
        let (x, y) = (half * x / length, -half * y / length);
        let corner =
            |ahead: f64, aside: f64| (column + ahead * x - aside * y, row + ahead * y + aside * x);
        self.polygon(&[corner(1.0, 0.0), corner(-0.7, 0.8), corner(-0.7, -0.8)], color)
    }

    /// A filled rectangle between two pixels.
    pub fn block(&self, corners: [(f64, f64); 2], color: RGBColor, opacity: f64) -> Result<()> {
        let fill = color.mix(opacity).filled();
        self.root.draw(&Rectangle::new(corners.map(at), fill)).map_err(refused)
    }

    /// Words that end at a pixel, read from below.
    pub fn write_turned(&self, words: &str, place: (f64, f64), color: RGBColor) -> Result<()> {
        let font = FontDesc::new(FONT, TEXT * f64::from(FINENESS), FontStyle::Normal);
        let anchor = text_anchor::Pos::new(text_anchor::HPos::Right, text_anchor::VPos::Center);
        let style = font.transform(FontTransform::Rotate270).color(&color).pos(anchor);
        self.root.draw(&Text::new(words, at(place), style)).map_err(refused)
    }

    /// A circle around a pixel.
    pub fn circle(
        &self,
        middle: (f64, f64),
        radius: f64,
        color: RGBColor,
        width: f64,
    ) -> Result<()> {
        let style = ShapeStyle::from(color).stroke_width(units(width) as u32);
        self.root.draw(&Circle::new(at(middle), units(radius), style)).map_err(refused)
    }

    /// An image over the whole plot.
    pub fn image(&self, image: &Image) -> Result<()> {
        let Frame { columns, rows, .. } = &self.frame;
        let corners = [at((columns.start, rows.start)), at((columns.end, rows.end))];
        self.root.draw(&Picture { corners, image }).map_err(refused)
    }

    fn disc(&self, middle: (f64, f64), radius: f64, color: RGBColor) -> Result<()> {
        if radius <= 0.0 {
            return Ok(());
        }
        self.root.draw(&Circle::new(at(middle), units(radius), color.filled())).map_err(refused)
    }
}

/// The outline of a mark of half-size 1, or the ends of its arms.
fn outline(mark: Mark) -> &'static [(f64, f64)] {
    match mark {
        Mark::Disc | Mark::Ring => &[],
        Mark::Square | Mark::OpenSquare => &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
        Mark::Triangle | Mark::OpenTriangle => &[(0.0, -1.2), (1.15, 0.85), (-1.15, 0.85)],
        Mark::Diamond | Mark::OpenDiamond => &[(0.0, -1.3), (1.1, 0.0), (0.0, 1.3), (-1.1, 0.0)],
        Mark::Cross => &[(-0.9, -0.9), (0.9, 0.9), (-0.9, 0.9), (0.9, -0.9)],
        Mark::Plus => &[(-1.2, 0.0), (1.2, 0.0), (0.0, -1.2), (0.0, 1.2)],
        Mark::Star => {
            &[(0.0, -1.2), (0.0, 1.2), (-1.04, -0.6), (1.04, 0.6), (-1.04, 0.6), (1.04, -0.6)]
        }
        Mark::Hourglass => &[(-1.0, -1.1), (1.0, -1.1), (-1.0, 1.1), (1.0, 1.1)],
        Mark::Bowtie => &[(-1.1, -1.0), (1.1, 1.0), (1.1, -1.0), (-1.1, 1.0)],
    }
}

fn closed(outline: &[(f64, f64)]) -> Vec<(f64, f64)> {
    outline.iter().chain(outline.first()).copied().collect()
}

/// An image as one of plotters' elements, which alone may reach a backend.
struct Picture<'a> {
    corners: [(i32, i32); 2],
    image: &'a Image,
}

impl<'a> PointCollection<'a, (i32, i32)> for &'a Picture<'_> {
    type Point = &'a (i32, i32);
    type IntoIter = &'a [(i32, i32); 2];

    fn point_iter(self) -> Self::IntoIter {
        &self.corners
    }
}

impl Drawable<Paper> for Picture<'_> {
    fn draw<I: Iterator<Item = (i32, i32)>>(
        &self,
        mut corners: I,
        paper: &mut Paper,
        _: (u32, u32),
    ) -> Outcome<Infallible> {
        if let (Some(from), Some(to)) = (corners.next(), corners.next()) {
            paper.image([from, to], self.image.clone());
        }
        Ok(())
    }
}
