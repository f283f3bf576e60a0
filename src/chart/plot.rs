//! A rectangle with axes, and marks on it in data units.

use std::ops::Range;

use plotters::coord::types::RangedCoordf64;
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::style::{RGBColor, text_anchor};

use super::backend::{FINENESS, FONT, Paper};
use super::clip::clip;
use super::legend::{Sample, place_legend};
use super::style::{Style, TEXT};
use super::text;
use super::{Area, axes};
use crate::error::{Error, Result};

/// Where a chart put its data, in CSS pixels and in data units, so that a pointer can be mapped to
/// data without asking again.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Frame {
    /// Pixels of the left and right edge.
    pub columns: Range<f64>,
    /// Pixels of the top and bottom edge.
    pub rows: Range<f64>,
    /// Data at the left and right edge.
    pub x: Range<f64>,
    /// Data at the bottom and top edge.
    pub y: Range<f64>,
}

/// How a line is drawn.
#[derive(Debug, Clone, Copy)]
pub struct Stroke {
    /// Its colour.
    pub color: RGBColor,
    /// Its width in CSS pixels.
    pub width: f64,
    /// Dashed rather than solid.
    pub dashed: bool,
}

/// What a plot says around its edges.
#[derive(Clone, Copy, Default)]
pub struct Labels<'a> {
    /// Below; without a title the ticks move to the edge.
    pub x: &'a str,
    /// Above, at the left, where it needs no turned text.
    pub y: &'a str,
    /// Above, after it.
    pub legend: &'a [(Sample, &'a str)],
    /// Leaves the x axis to a plot below.
    pub shares_x: bool,
    /// At least so much room at the left, so that plots below each other line up.
    pub left: f64,
    /// In place of numbers along the x axis: one name each unit.
    pub names: &'a [&'a str],
    /// Leaves out the y axis.
    pub no_y: bool,
    /// Whether both axes count powers of ten.
    pub decades: bool,
    /// Whether the x axis counts things, of which there are no halves.
    pub counts: bool,
    /// Whether the x axis, and the y axis, runs the other way: its data are given with the other sign.
    pub flips: [bool; 2],
}

/// A chart under construction.
pub struct Plot<'a> {
    pub(super) root: Area,
    area: DrawingArea<Paper, Cartesian2d<RangedCoordf64, RangedCoordf64>>,
    pub(super) style: &'a Style,
    pub(super) frame: Frame,
}

/// Room at the outer edge, for y labels at least, at the right, for x labels with their title, and
/// for one line of legend.
pub(super) const EDGE: f64 = 6.0;
pub(super) const LEFT: f64 = 44.0;
pub(super) const RIGHT: f64 = 14.0;
pub(super) const LEGEND_LINE: f64 = 20.0;
/// How wide, in CSS pixels, fills are outlined where contrasts must be strong.
const OUTLINE: f64 = 1.5;
/// Each dash is a path of its own, so that short ones cost time.
const DASH: (f64, f64) = (9.0, 6.0);

impl<'a> Plot<'a> {
    /// An empty plot with its axes, legend and grid, on all of an area.
    pub fn new(
        root: Area,
        style: &'a Style,
        x: Range<f64>,
        y: Range<f64>,
        labels: &Labels,
    ) -> Result<Self> {
        root.fill(&style.ground).map_err(refused)?;
        let plot = Self::bare(root.clone(), style, layout(&root, x, y, labels));
        axes::draw(&plot, labels)?;
        plot.write_legend(labels)?;
        Ok(plot)
    }

    /// A plot without axes or ground, for marks over one that is there already.
    pub fn bare(root: Area, style: &'a Style, frame: Frame) -> Self {
        // Coordinates count from the picture's corner, not from the area's; rows count downwards,
        // data upwards.
        let (Range { start: left, .. }, Range { start: top, .. }) = root.get_pixel_range();
        let columns = left + units(frame.columns.start)..left + units(frame.columns.end);
        let rows = top + units(frame.rows.end)..top + units(frame.rows.start);
        let area = root.apply_coord_spec(Cartesian2d::<RangedCoordf64, RangedCoordf64>::new(
            frame.x.clone(),
            frame.y.clone(),
            (columns, rows),
        ));
        Self { root, area, style, frame }
    }

    /// A line through points, cut off where it leaves the plot.
    pub fn line(&self, x: &[f64], y: &[f64], stroke: Stroke) -> Result<()> {
        for piece in clip(x, y, &self.frame.y) {
            let style = ShapeStyle {
                color: stroke.color.to_rgba(),
                filled: false,
                stroke_width: units(stroke.width) as u32,
            };
            if stroke.dashed {
                let (dash, gap) = (units(DASH.0), units(DASH.1));
                let line = DashedPathElement::new(piece, dash, gap, style);
                self.area.draw(&line).map_err(refused)?;
            } else {
                self.area.draw(&PathElement::new(piece, style)).map_err(refused)?;
            }
        }
        Ok(())
    }

    /// The area between two curves; NaN leaves a gap.
    pub fn between(
        &self,
        x: &[f64],
        low: &[f64],
        high: &[f64],
        color: RGBColor,
        opacity: f64,
    ) -> Result<()> {
        let inside = |y: f64| y.clamp(self.frame.y.start, self.frame.y.end);
        let points: Vec<(f64, f64, f64)> =
            x.iter().zip(low).zip(high).map(|((x, low), high)| (*x, *low, *high)).collect();
        for piece in points.split(|(_, low, high)| low.is_nan() || high.is_nan()) {
            let upper = piece.iter().map(|(x, _, high)| (*x, inside(*high)));
            let lower = piece.iter().rev().map(|(x, low, _)| (*x, inside(*low)));
            let outline: Vec<_> = upper.chain(lower).collect();
            let fill = color.mix(self.opacity(opacity)).filled();
            self.area.draw(&Polygon::new(outline, fill)).map_err(refused)?;
        }
        if self.style.strong {
            let edge = Stroke { color, width: OUTLINE, dashed: false };
            self.line(x, low, edge)?;
            self.line(x, high, edge)?;
        }
        Ok(())
    }

    /// Round marks with a rim, so that they stand out from lines; those outside are left out.
    pub fn dots(&self, x: &[f64], y: &[f64], color: RGBColor) -> Result<()> {
        for point in x.iter().copied().zip(y.iter().copied()) {
            if self.holds(point.0, point.1) {
                let rim = self.style.ground.filled();
                self.area.draw(&Circle::new(point, units(5.5), rim)).map_err(refused)?;
                self.area.draw(&Circle::new(point, units(4.0), color.filled())).map_err(refused)?;
            }
        }
        Ok(())
    }

    /// A hollow mark, for what is looked at and not there; none if it is outside.
    pub fn ring(&self, (x, y): (f64, f64), color: RGBColor) -> Result<()> {
        if !self.holds(x, y) {
            return Ok(());
        }
        let rim = |width: f64| ShapeStyle::from(color).stroke_width(units(width) as u32);
        let ground = self.style.ground.filled();
        self.area.draw(&Circle::new((x, y), units(5.0), ground)).map_err(refused)?;
        self.area.draw(&Circle::new((x, y), units(4.5), rim(2.0))).map_err(refused)
    }

    /// Small diagonal crosses; those outside are left out.
    pub fn crosses(&self, x: &[f64], y: &[f64], color: RGBColor) -> Result<()> {
        for (x, y) in x.iter().zip(y) {
            if self.holds(*x, *y) {
                self.cross((self.column(*x), self.row(*y)), color)?;
            }
        }
        Ok(())
    }

    pub(super) fn cross(&self, (column, row): (f64, f64), color: RGBColor) -> Result<()> {
        const ARM: f64 = 3.5;
        for turn in [-ARM, ARM] {
            self.segment((column - ARM, row - turn), (column + ARM, row + turn), color, 1.5)?;
        }
        Ok(())
    }

    /// Short ticks that hang from the top edge.
    pub fn ticks(&self, x: &[f64], color: RGBColor) -> Result<()> {
        for x in x.iter().filter(|x| self.holds(**x, self.frame.y.start)) {
            let column = self.column(*x);
            let from = (column, self.frame.rows.start);
            self.segment(from, (column, from.1 + 10.0), color, 1.5)?;
        }
        Ok(())
    }

    /// Words at the right edge of a row of data, inside.
    pub fn mark_right(&self, y: f64, words: &str, color: RGBColor) -> Result<()> {
        let width = text::width(words) * TEXT + 6.0;
        self.write_veiled(words, (self.frame.columns.end - width / 2.0, self.row(y)), color)
    }

    /// Words at the left edge of a row of data, inside.
    pub fn mark_left(&self, y: f64, words: &str, color: RGBColor) -> Result<()> {
        let width = text::width(words) * TEXT + 6.0;
        self.write_veiled(words, (self.frame.columns.start + width / 2.0, self.row(y)), color)
    }

    /// Words around a place, on a veil: lines behind them would make them hard to read.
    pub(super) fn write_veiled(
        &self,
        words: &str,
        (middle, row): (f64, f64),
        color: RGBColor,
    ) -> Result<()> {
        let (width, height) = (text::width(words) * TEXT / 2.0 + 1.0, TEXT / 2.0);
        let corners =
            [at((middle - width, row - height)), at((middle + width, row + height - 1.0))];
        let veil = self.style.ground.mix(0.7).filled();
        self.root.draw(&Rectangle::new(corners, veil)).map_err(refused)?;
        let anchor = (text_anchor::HPos::Center, text_anchor::VPos::Center);
        self.write(words, (middle, row), color, anchor)
    }

    /// One line of words, on an area of its own.
    pub fn title(area: &Area, style: &'a Style, words: &str) -> Result<()> {
        area.fill(&style.ground).map_err(refused)?;
        let plot = Self::bare(area.clone(), style, Frame::default());
        let anchor = (text_anchor::HPos::Left, text_anchor::VPos::Bottom);
        plot.write(words, (LEFT, size(area).1), style.ink, anchor)
    }

    /// Where the data are.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// A shaded stretch of the x axis, over the whole height.
    pub fn stretch(&self, (low, high): (f64, f64), color: RGBColor, opacity: f64) -> Result<()> {
        let inside = |x: f64| x.clamp(self.frame.x.start, self.frame.x.end);
        let (left, right) = (self.column(inside(low)), self.column(inside(high)));
        let corners = [at((left, self.frame.rows.start)), at((right, self.frame.rows.end))];
        let fill = color.mix(self.opacity(opacity)).filled();
        self.root.draw(&Rectangle::new(corners, fill)).map_err(refused)?;
        if self.style.strong {
            self.upright(inside(low), color, OUTLINE)?;
            self.upright(inside(high), color, OUTLINE)?;
        }
        Ok(())
    }

    /// How opaque a fill is drawn that is usually so opaque.
    fn opacity(&self, usual: f64) -> f64 {
        if self.style.strong { (2.0 * usual).min(0.5).max(usual) } else { usual }
    }

    /// A vertical line over the whole height.
    pub fn upright(&self, x: f64, color: RGBColor, width: f64) -> Result<()> {
        let column = self.column(x);
        let Range { start, end } = self.frame.rows;
        self.segment((column, start), (column, end), color, width)
    }

    /// A dashed line over the whole height: where one looks, and nothing is.
    pub fn probe(&self, x: f64) -> Result<()> {
        let stroke = Stroke { color: self.style.quiet, width: 1.0, dashed: true };
        self.line(&[x, x], &[self.frame.y.start, self.frame.y.end], stroke)
    }

    /// Words in the middle of the plot.
    pub fn note(&self, words: &str) -> Result<()> {
        let middle = |range: &Range<f64>| (range.start + range.end) / 2.0;
        let place = (middle(&self.frame.columns), middle(&self.frame.rows));
        let anchor = (text_anchor::HPos::Center, text_anchor::VPos::Center);
        self.write(words, place, self.style.quiet, anchor)
    }

    /// Whether a point lies in the plot, its edges included.
    pub(super) fn holds(&self, x: f64, y: f64) -> bool {
        let Frame { x: columns, y: rows, .. } = &self.frame;
        (columns.start..=columns.end).contains(&x) && (rows.start..=rows.end).contains(&y)
    }

    /// The pixel column of a data value.
    pub(super) fn column(&self, x: f64) -> f64 {
        let Frame { columns, x: data, .. } = &self.frame;
        let share = (x - data.start) / (data.end - data.start);
        columns.start + share * (columns.end - columns.start)
    }

    /// The pixel row of a data value.
    pub(super) fn row(&self, y: f64) -> f64 {
        let Frame { rows, y: data, .. } = &self.frame;
        rows.end - (y - data.start) / (data.end - data.start) * (rows.end - rows.start)
    }

    /// A straight line between two pixels.
    pub(super) fn segment(
        &self,
        from: (f64, f64),
        to: (f64, f64),
        color: RGBColor,
        width: f64,
    ) -> Result<()> {
        let style = ShapeStyle::from(color).stroke_width(units(width) as u32);
        self.root.draw(&PathElement::new([at(from), at(to)], style)).map_err(refused)
    }

    /// Words at a pixel.
    pub(super) fn write(
        &self,
        words: &str,
        place: (f64, f64),
        color: RGBColor,
        anchor: (text_anchor::HPos, text_anchor::VPos),
    ) -> Result<()> {
        self.write_in(TEXT, words, place, color, anchor)
    }

    /// Words in a size of their own.
    pub(super) fn write_in(
        &self,
        size: f64,
        words: &str,
        place: (f64, f64),
        color: RGBColor,
        anchor: (text_anchor::HPos, text_anchor::VPos),
    ) -> Result<()> {
        let font = FontDesc::new(FONT, size * f64::from(FINENESS), FontStyle::Normal);
        let style = font.color(&color).pos(text_anchor::Pos::new(anchor.0, anchor.1));
        self.root.draw(&Text::new(words, at(place), style)).map_err(refused)
    }
}

/// Where a plot on all of an area has its data.
pub fn layout(root: &Area, x: Range<f64>, y: Range<f64>, labels: &Labels) -> Frame {
    let (width, height) = size(root);
    let top = match (place_legend(labels, width).last(), labels.y) {
        (Some((_, row)), _) => row + 1.6 * LEGEND_LINE,
        (None, "") => EDGE,
        (None, _) => 1.1 * LEGEND_LINE,
    };
    let rows = top..height - axes::below(labels, width);
    let left = LEFT.max(EDGE + axes::label_width(&y, &rows, labels) + 8.0).max(labels.left);
    Frame { columns: left..width - RIGHT, rows, x, y }
}

pub(crate) fn size(root: &Area) -> (f64, f64) {
    // An area that is cut off a smaller one has less than no height, which plotters' own sizes, being
    // unsigned, take for millions of pixels.
    let (columns, rows) = root.get_pixel_range();
    (pixels(columns), pixels(rows))
}

/// CSS pixels in units of the finer grid.
pub(crate) fn units(pixels: f64) -> i32 {
    (pixels * f64::from(FINENESS)).round() as i32
}

pub(super) fn at((column, row): (f64, f64)) -> (i32, i32) {
    (units(column), units(row))
}

fn pixels(units: Range<i32>) -> f64 {
    f64::from((units.end - units.start).max(0)) / f64::from(FINENESS)
}

pub(super) fn refused(error: impl std::fmt::Display) -> Error {
    Error::Drawing(error.to_string())
}
