//! A scatter of many points, as how many fall into each little square.

use std::ops::Range;

use plotters::style::RGBColor;
use plotters::style::text_anchor::{HPos, VPos};

use super::image::Image;
use super::legend::Sample;
use super::plot::{Frame, Labels, Plot, Stroke, layout};
use super::style::TEXT;
use super::{Area, Chart, CloudSeries, Style, text};
use crate::error::Result;
use crate::numeric::math;

/// Points, dark where there are many.
#[derive(Debug, Clone)]
pub struct Density<'a> {
    /// Their first coordinate; NaN leaves a point out.
    pub x: &'a [f32],
    /// Their second.
    pub y: &'a [f32],
    /// Ends of the x axis; points outside are left out.
    pub x_range: Range<f64>,
    /// Ends of the y axis.
    pub y_range: Range<f64>,
    /// Below.
    pub x_label: &'a str,
    /// Above, at the left.
    pub y_label: &'a str,
    /// Inside, at the top.
    pub words: &'a str,
    /// Which of the series' colours: see [`Style::series`].
    pub index: usize,
    /// What the points are, in the legend.
    pub name: &'a str,
    /// Lines over them.
    pub lines: &'a [CloudSeries<'a>],
    /// Few points over these, each with its mark.
    pub marks: &'a [CloudSeries<'a>],
    /// Whether a dashed line shows where both are the same.
    pub diagonal: bool,
    /// Whether all coordinates are powers of ten.
    pub decades: bool,
    /// Where a shaded stretch ends that begins at the left; it has the points' name and colour.
    pub until: Option<f64>,
}

/// Marks alone, over a [`Density`] on a transparent area as large as its.
#[derive(Debug, Clone)]
pub struct DensityMarks<'a> {
    /// What they lie over.
    pub under: Density<'a>,
    /// The marks.
    pub marks: &'a [CloudSeries<'a>],
    /// A point with a circle around it.
    pub ring: Option<(f64, f64)>,
}

impl Default for Density<'_> {
    fn default() -> Self {
        let range = -1.0..1.0;
        Self {
            x: &[],
            y: &[],
            x_range: range.clone(),
            y_range: range,
            x_label: "",
            y_label: "",
            words: "",
            index: 1,
            name: "",
            lines: &[],
            marks: &[],
            diagonal: true,
            decades: false,
            until: None,
        }
    }
}

/// The side of a bin, in CSS pixels.
const BIN: f64 = 2.0;
/// A single point among very many must still be seen.
const FAINTEST: f64 = 0.2;
/// The highest level; the one above means a missing value.
const OPAQUE: f64 = 254.0;

/// How opaque a shaded stretch is.
const SHADED: f64 = 0.15;
/// The radius of the circle around a point.
const RING: f64 = 8.0;

impl Chart for Density<'_> {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        let legend = self.legend(style);
        let (x_range, y_range) = (self.x_range.clone(), self.y_range.clone());
        let plot = Plot::new(area.clone(), style, x_range, y_range, &self.labels(&legend))?;
        let color = style.series(self.index).color;
        // Without points it is lines alone, and needs no pixels on paper.
        if !self.x.is_empty() {
            plot.image(&self.image(plot.frame(), color))?;
        }
        if let Some(end) = self.until.filter(|end| *end > self.x_range.start) {
            plot.stretch((self.x_range.start, end), color, SHADED)?;
        }
        if self.diagonal {
            plot.diagonal(same(style))?;
        }
        for line in self.lines {
            plot.patterned(line.x, line.y, style.series(line.index), 2.0)?;
        }
        plot.marks(self.marks)?;
        self.write(&plot)?;
        Ok(plot.frame().clone())
    }
}

impl Chart for DensityMarks<'_> {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        let Density { x_range, y_range, .. } = &self.under;
        let legend = self.under.legend(style);
        let labels = self.under.labels(&legend);
        let frame = layout(area, x_range.clone(), y_range.clone(), &labels);
        let plot = Plot::bare(area.clone(), style, frame);
        plot.marks(self.marks)?;
        if let Some((x, y)) = self.ring.filter(|(x, y)| plot.holds(*x, *y)) {
            plot.circle((plot.column(x), plot.row(y)), RING, style.ink, 2.0)?;
        }
        Ok(plot.frame().clone())
    }
}

impl<'a> Density<'a> {
    fn labels<'b>(&'b self, legend: &'b [(Sample, &'a str)]) -> Labels<'b> {
        let Self { x_label, y_label, decades, .. } = *self;
        Labels { x: x_label, y: y_label, legend, decades, ..Labels::default() }
    }

    fn legend(&self, style: &Style) -> Vec<(Sample, &'a str)> {
        let line = |each: &CloudSeries<'a>| (Sample::Series(style.series(each.index)), each.name);
        let mark = |each: &CloudSeries<'a>| (Sample::Mark(style.series(each.index)), each.name);
        let mut legend: Vec<_> = self.lines.iter().map(line).collect();
        if !self.name.is_empty() {
            legend.push((Sample::Box(style.series(self.index).color, 0.5), self.name));
        }
        legend.extend(self.marks.iter().map(mark));
        if self.diagonal {
            legend.push((Sample::Line(same(style)), "the same"));
        }
        legend
    }
}

fn same(style: &Style) -> Stroke {
    Stroke { color: style.quiet, width: 1.5, dashed: true }
}

impl Density<'_> {
    fn write(&self, plot: &Plot) -> Result<()> {
        let Frame { columns, rows, .. } = plot.frame();
        if self.words.is_empty() {
            return Ok(());
        }
        let room = columns.end - columns.start - 16.0;
        // Rather the first number whole than the second cut.
        let whole = text::width(self.words) * TEXT <= room;
        let first = self.words.split(", ").next().unwrap_or_default();
        let words = text::shorten(if whole { self.words } else { first }, room);
        let (left, top) = (columns.start + 4.0, rows.start + 4.0);
        let right = left + text::width(&words) * TEXT + 8.0;
        plot.block([(left, top), (right, top + 20.0)], plot.style.ground, 0.8)?;
        let place = (left + 4.0, top + 10.0);
        plot.write(&words, place, plot.style.ink, (HPos::Left, VPos::Center))
    }

    fn image(&self, frame: &Frame, color: RGBColor) -> Image {
        let bins = |range: &Range<f64>| ((range.end - range.start) / BIN).round().max(1.0) as usize;
        let size = (bins(&frame.columns), bins(&frame.rows));
        let counts = self.counts(size);
        let most = counts.iter().copied().max().unwrap_or(0);
        let level = |count: u32| match count {
            0 => 0,
            _ => (OPAQUE * share(count, most).max(FAINTEST)).round() as u8,
        };
        let RGBColor(red, green, blue) = color;
        Image {
            size,
            palette: (0..=255).map(|level| [red, green, blue, level]).collect(),
            cells: counts.into_iter().map(level).collect(),
        }
    }

    /// How many points are in each bin, row by row from the top.
    fn counts(&self, (columns, rows): (usize, usize)) -> Vec<u32> {
        let mut counts = vec![0; columns * rows];
        for (x, y) in self.x.iter().zip(self.y) {
            let column = bin(f64::from(*x), &self.x_range, columns);
            let row = bin(f64::from(*y), &self.y_range, rows);
            if let (Some(column), Some(row)) = (column, row) {
                counts[(rows - 1 - row) * columns + column] += 1;
            }
        }
        counts
    }
}

/// The bin of a value, the last one with both its edges.
fn bin(value: f64, range: &Range<f64>, count: usize) -> Option<usize> {
    let share = (value - range.start) / (range.end - range.start);
    (0.0..=1.0).contains(&share).then(|| ((share * count as f64) as usize).min(count - 1))
}

fn share(count: u32, most: u32) -> f64 {
    math::ln_1p(f64::from(count)) / math::ln_1p(f64::from(most))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_inside_is_counted_once() {
        let density = Density {
            x: &[-1.0, 1.0, 0.9, f32::NAN, 0.0, 2.0],
            y: &[-1.0, 1.0, 0.9, 0.0, f32::NAN, 0.0],
            ..Density::default()
        };
        assert_eq!(density.counts((2, 2)), [0, 2, 1, 0]);
    }

    #[test]
    fn opacity_grows_with_the_count() {
        let density = Density { x: &[0.5, 0.5, -0.5], y: &[0.5, 0.5, -0.5], ..Density::default() };
        let frame = Frame { columns: 0.0..4.0, rows: 0.0..4.0, ..Frame::default() };
        let image = density.image(&frame, RGBColor(1, 2, 3));
        assert_eq!((image.size, image.cells), ((2, 2), vec![0, 254, 160, 0]));
        assert_eq!(Density::default().image(&frame, RGBColor(1, 2, 3)).cells, [0; 4]);
    }
}
