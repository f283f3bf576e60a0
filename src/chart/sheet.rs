//! The exported figure: heatmaps, and what follows from them.

use plotters::style::RGBColor;
use plotters::style::text_anchor::{HPos, VPos};

use super::plot::{Frame, Plot, refused, size, units};
use super::{Area, Chart, ColorBar, Curves, Groups, Heatmap, HeatmapMarks, Style, text};
use crate::error::Result;

/// Several charts on one area, of for example 1000 x 640 pixels.
#[derive(Debug, Clone, Default)]
pub struct Sheet<'a> {
    /// Over everything, beside the scale of colours.
    pub title: &'a str,
    /// In a grid.
    pub heatmaps: &'a [Titled<'a>],
    /// Below, at the left.
    pub curves: Option<Curves<'a>>,
    /// Below, at the right.
    pub groups: Option<Groups<'a>>,
}

/// A heatmap and the words over it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Titled<'a> {
    /// What it shows.
    pub title: &'a str,
    /// A second line, more quiet.
    pub words: &'a str,
    /// The heatmap.
    pub heatmap: Heatmap<'a>,
    /// Every pair of these rows and columns gets a box.
    pub batch: &'a [usize],
}

/// Height of the first line, and width of the scale of colours in it.
const HEAD: f64 = 36.0;
const BAR: f64 = 176.0;
/// Room around each chart, and for the two lines over a heatmap.
const GAP: f64 = 8.0;
const WORDS: f64 = 36.0;
/// The share of the height that is left to curves and groups.
const LOWER: f64 = 0.46;
/// The share of the width that curves take beside groups, whose names and marks need room.
const LEFT_SHARE: f64 = 0.44;
/// Where words start: above the image, after the marks of its targets.
const INDENT: f64 = 8.0;

impl Chart for Sheet<'_> {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        area.fill(&style.ground).map_err(refused)?;
        let (width, height) = size(area);
        let (head, rest) = area.split_vertically(units(HEAD));
        let (words, bar) = head.split_horizontally(units(width - BAR));
        write(&words, style, self.title, (GAP + INDENT, HEAD / 2.0), style.ink)?;
        ColorBar.draw(&bar.margin(units(4.0), 0, 0, 0), style)?;
        let lower = if self.curves.is_some() || self.groups.is_some() { LOWER } else { 0.0 };
        let grid = Grid::new(self.heatmaps.len(), (width, (height - HEAD) * (1.0 - lower)));
        let (upper, lower) = rest.split_vertically(units(grid.height));
        self.draw_heatmaps(&upper.split_evenly((grid.rows, grid.columns)), style)?;
        self.draw_below(&lower, style)?;
        Ok(Frame::default())
    }
}

impl Sheet<'_> {
    fn draw_heatmaps(&self, cells: &[Area], style: &Style) -> Result<()> {
        for (titled, cell) in self.heatmaps.iter().zip(cells) {
            let gap = units(GAP / 2.0);
            let cell = cell.margin(gap, gap, 2 * gap, gap);
            let (words, body) = cell.split_vertically(units(WORDS));
            write(&words, style, titled.title, (INDENT, 0.28 * WORDS), style.ink)?;
            write(&words, style, titled.words, (INDENT, 0.72 * WORDS), style.quiet)?;
            titled.heatmap.draw(&body, style)?;
            let marks = HeatmapMarks {
                size: titled.heatmap.size,
                batch: titled.batch,
                ..HeatmapMarks::default()
            };
            marks.draw(&body, style)?;
        }
        Ok(())
    }

    fn draw_below(&self, area: &Area, style: &Style) -> Result<()> {
        let (left, right) = match (&self.curves, &self.groups) {
            (Some(_), Some(_)) => area.split_horizontally(units(LEFT_SHARE * size(area).0)),
            _ => (area.clone(), area.clone()),
        };
        if let Some(curves) = &self.curves {
            curves.draw(&left, style)?;
        }
        if let Some(groups) = &self.groups {
            groups.draw(&right, style)?;
        }
        Ok(())
    }
}

/// Places of squares with words over them.
#[derive(Debug, PartialEq)]
struct Grid {
    rows: usize,
    columns: usize,
    /// What they need, at most what there is.
    height: f64,
}

impl Grid {
    /// The rows and columns that make most of some room.
    fn new(count: usize, (width, height): (f64, f64)) -> Self {
        let rows = |columns: usize| count.div_ceil(columns).max(1);
        // A cell of the grid has half a gap at its top, bottom and right, a whole one at its left.
        let side = |columns: usize| {
            let across = width / columns as f64 - 1.5 * GAP;
            across.min(height / rows(columns) as f64 - GAP - WORDS)
        };
        // Of equally good ones the one with the fewest columns.
        let best = (1..=count).rev().max_by(|one, other| side(*one).total_cmp(&side(*other)));
        let columns = best.unwrap_or(1);
        let needed = rows(columns) as f64 * (side(columns) + GAP + WORDS);
        let height = if count == 0 { 0.0 } else { needed.clamp(0.0, height.max(0.0)) };
        Self { rows: rows(columns), columns, height }
    }
}

/// One line of words, cut at the end of an area.
fn write(
    area: &Area,
    style: &Style,
    words: &str,
    place: (f64, f64),
    color: RGBColor,
) -> Result<()> {
    let plot = Plot::bare(area.clone(), style, Frame::default());
    let words = text::shorten(words, size(area).0 - place.0);
    plot.write(&words, place, color, (HPos::Left, VPos::Center))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_has_a_place_for_each() {
        for count in 0..=13 {
            let Grid { rows, columns, height } = Grid::new(count, (1000.0, 320.0));
            assert!(rows * columns >= count && rows >= 1 && columns >= 1, "{count}");
            assert!((0.0..=320.0).contains(&height), "{count}: {height}");
        }
        let four = Grid::new(4, (1000.0, 320.0));
        assert_eq!(four, Grid { rows: 1, columns: 4, height: 250.0 - 12.0 + 44.0 });
        assert_eq!(Grid::new(4, (400.0, 480.0)).columns, 2);
    }
}
