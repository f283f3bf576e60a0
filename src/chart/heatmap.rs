//! A matrix of correlations as an image, and marks over it.

use super::image::Image;
use super::plot::{Frame, Plot, refused, size};
use super::{Area, Chart, Style, scale};
use crate::error::{Error, Result};
use crate::numeric::sorted_by;

/// A square of values, as large as the area allows.
#[derive(Debug, Clone, Copy, Default)]
pub struct Heatmap<'a> {
    /// Rows, and columns.
    pub size: usize,
    /// From -1 to 1, row by row from the top; NaN is missing.
    pub values: &'a [f32],
    /// Which rows are targets; none if empty.
    pub targets: &'a [bool],
}

/// What is pointed at in a [`Heatmap`]: drawn on a transparent area as large as its.
#[derive(Debug, Clone, Copy, Default)]
pub struct HeatmapMarks<'a> {
    /// Rows of the heatmap.
    pub size: usize,
    /// The row of a crosshair.
    pub row: Option<usize>,
    /// Its column.
    pub column: Option<usize>,
    /// Every pair of these gets a box.
    pub batch: &'a [usize],
}

/// Room at the left and top for the marks of targets, and at the right and bottom for the border.
const BEFORE: f64 = 8.0;
const AFTER: f64 = 2.0;
/// The width of a target's mark, and its least length.
const TARGET: (f64, f64) = (4.0, 1.0);
/// The least size of a box.
const BOX: f64 = 4.0;

impl Chart for Heatmap<'_> {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        let expected = self.size * self.size;
        if self.values.len() != expected {
            let given = self.values.len();
            return Err(Error::value(
                "number of values",
                given,
                format!("{expected} for a heatmap of {0} x {0}", self.size),
            ));
        }
        area.fill(&style.ground).map_err(refused)?;
        let plot = Plot::bare(area.clone(), style, square(area, self.size));
        if self.size > 0 {
            plot.image(&Image {
                size: (self.size, self.size),
                palette: style.scale.palette(),
                cells: self.values.iter().copied().map(scale::level).collect(),
            })?;
        }
        self.draw_edges(&plot)?;
        Ok(plot.frame().clone())
    }
}

impl Heatmap<'_> {
    fn draw_edges(&self, plot: &Plot) -> Result<()> {
        let Frame { columns, rows, .. } = plot.frame();
        // Around the image, not over its outer cells.
        let (left, right) = (columns.start - 0.5, columns.end + 0.5);
        let (top, bottom) = (rows.start - 0.5, rows.end + 0.5);
        let border = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)];
        plot.path(&border, plot.style.quiet, 1.0)?;
        for (first, last) in runs(self.targets) {
            let ends = |start: f64, stop: f64| (start, stop.max(start + TARGET.1));
            let (from, to) = ends(plot.column(first as f64), plot.column(last as f64));
            let blue = plot.style.blue;
            plot.block([(from, top - 2.0 - TARGET.0), (to, top - 2.0)], blue, 1.0)?;
            let (from, to) = ends(plot.row(first as f64), plot.row(last as f64));
            plot.block([(left - 2.0 - TARGET.0, from), (left - 2.0, to)], blue, 1.0)?;
        }
        Ok(())
    }
}

impl Chart for HeatmapMarks<'_> {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        let plot = Plot::bare(area.clone(), style, square(area, self.size));
        let Frame { columns, rows, .. } = plot.frame();
        let known = |index: &usize| *index < self.size;
        let spans = self.spans(plot.column(1.0) - plot.column(0.0));
        // Between two pixels a line would be as wide as both.
        let sharp = |middle: f64| middle.floor() + 0.5;
        let pairs =
            || spans.iter().flat_map(|&rows| spans.iter().map(move |&columns| (rows, columns)));
        // One in the other is seen on every colour of the scale; all halos first, so that none covers a neighbour.
        for (color, width) in [(style.ground, 3.0), (style.ink, 1.0)] {
            for (rows, columns) in pairs() {
                plot.path(&around(&plot, rows, columns), color, width)?;
            }
            if let Some(row) = self.row.filter(known) {
                let row = sharp(plot.row(row as f64 + 0.5));
                plot.segment((columns.start, row), (columns.end, row), color, width)?;
            }
            if let Some(column) = self.column.filter(known) {
                let column = sharp(plot.column(column as f64 + 0.5));
                plot.segment((column, rows.start), (column, rows.end), color, width)?;
            }
        }
        Ok(plot.frame().clone())
    }
}

impl HeatmapMarks<'_> {
    /// The first and last cell of each group of the batch's neighbours: boxes that would overlap are
    /// drawn as one, so that they hide nothing.
    fn spans(&self, cell: f64) -> Vec<(usize, usize)> {
        let cells = self.batch.iter().copied().filter(|at| *at < self.size).collect();
        let cells: Vec<usize> = sorted_by(cells, |cell| *cell as f64);
        let near = |a: &usize, b: &usize| (b - a) as f64 * cell < BOX.max(cell) + 2.0;
        cells.chunk_by(near).map(|group| (group[0], group[group.len() - 1])).collect()
    }
}

/// A box around some rows and columns.
fn around(plot: &Plot, rows: (usize, usize), columns: (usize, usize)) -> [(f64, f64); 5] {
    // A box must be seen even where a cell cannot.
    let grown = |start: f64, end: f64| {
        let more = (BOX - (end - start)).max(0.0) / 2.0;
        (start - more, end + more)
    };
    let (left, right) = grown(plot.column(columns.0 as f64), plot.column(columns.1 as f64 + 1.0));
    let (top, bottom) = grown(plot.row(rows.0 as f64), plot.row(rows.1 as f64 + 1.0));
    [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
}

/// The largest square at the left and top, in whole pixels. Row 0 is at the top.
fn square(area: &Area, count: usize) -> Frame {
    let (width, height) = size(area);
    let side = (width.min(height) - BEFORE - AFTER).floor().max(1.0);
    let count = count as f64;
    let place = BEFORE..BEFORE + side;
    Frame { columns: place.clone(), rows: place, x: 0.0..count, y: count..0.0 }
}

/// Starts and ends of the stretches that are true.
fn runs(flags: &[bool]) -> Vec<(usize, usize)> {
    let mut start = 0;
    let mut runs = Vec::new();
    for run in flags.chunk_by(|one, next| one == next) {
        if run[0] {
            runs.push((start, start + run.len()));
        }
        start += run.len();
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::super::backend::{Paper, fine};
    use super::*;
    use crate::scenario::Theme;

    #[test]
    fn runs_of_targets_are_found() {
        assert_eq!(runs(&[true, true, false, true]), [(0, 2), (3, 4)]);
        assert!(runs(&[]).is_empty() && runs(&[false]).is_empty());
    }

    #[test]
    fn neighbours_share_a_box() {
        let marks = |batch| HeatmapMarks { size: 100, batch, ..HeatmapMarks::default() };
        assert_eq!(marks(&[7, 5, 6, 90, 200]).spans(1.0), [(5, 7), (90, 90)]);
        assert_eq!(marks(&[5, 7]).spans(20.0), [(5, 5), (7, 7)], "large cells stand apart");
    }

    #[test]
    fn heatmap_and_marks_agree_on_where_the_data_are() {
        let heatmap = Heatmap { size: 2, values: &[0.0; 4], targets: &[true, false] };
        let marks = HeatmapMarks { size: 2, ..HeatmapMarks::default() };
        let frame = frame(&heatmap);
        assert_eq!(frame, self::frame(&marks));
        assert_eq!((frame.x, frame.y), (0.0..2.0, 2.0..0.0));
        assert_eq!((frame.columns, frame.rows), (8.0..58.0, 8.0..58.0));
    }

    fn frame(chart: &impl Chart) -> Frame {
        let area = Area::from(Paper::new(fine((90, 60))));
        chart.draw(&area, &Style::of(Theme::Light)).unwrap()
    }
}
