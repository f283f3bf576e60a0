//! A row for each of several things, and on it marks of several kinds along one axis.

use std::ops::Range;

use plotters::style::text_anchor::{HPos, VPos};

use super::groups::Estimate;
use super::legend::Sample;
use super::plot::{EDGE, Frame, LEFT, Labels, Plot};
use super::style::TEXT;
use super::{Area, Chart, Style, text};
use crate::error::Result;

/// Marks in rows.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Dots {
    /// From the top.
    pub rows: Vec<DotRow>,
    /// What the marks of a row are, in their order, and which of the looks they have: see [`Style::series`].
    pub kinds: Vec<(String, usize)>,
    /// Ends of the axis.
    pub x_range: Range<f64>,
    /// Below.
    pub x_label: String,
}

/// A row.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DotRow {
    /// Before it.
    pub name: String,
    /// One for each kind, where there is one.
    pub marks: Vec<Option<Estimate>>,
}

/// How far the marks of a kind stand below those of the kind before, so that none hides another.
const APART: f64 = 6.0;
/// Half the height of the caps of an error.
const CAP: f64 = 3.5;
/// The share of the width that names may have.
const NAMES: f64 = 0.4;
/// Room at either end of the axis, for marks that are on it.
const MARGIN: f64 = 0.035;

impl Chart for Dots {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        let widest = self.rows.iter().map(|row| text::width(&row.name) * TEXT).fold(0.0, f64::max);
        let left = (EDGE + widest + 8.0).min(NAMES * super::plot::size(area).0).max(LEFT);
        let sample = |index: usize| Sample::Mark(style.series(index));
        let legend: Vec<(Sample, &str)> =
            self.kinds.iter().map(|(name, index)| (sample(*index), name.as_str())).collect();
        let labels = Labels {
            x: &self.x_label,
            legend: &legend,
            left,
            no_y: true,
            counts: true,
            ..Labels::default()
        };
        let Range { start, end } = self.x_range;
        let (margin, rows) = (MARGIN * (end - start), self.rows.len().max(1) as f64);
        let plot =
            Plot::new(area.clone(), style, start - margin..end + margin, 0.0..rows, &labels)?;
        for (place, row) in self.rows.iter().enumerate() {
            self.draw_row(&plot, row, plot.row(rows - 0.5 - place as f64))?;
        }
        Ok(plot.frame().clone())
    }
}

impl Dots {
    fn draw_row(&self, plot: &Plot, row: &DotRow, middle: f64) -> Result<()> {
        let Range { start, end } = plot.frame().columns;
        let name = text::shorten(&row.name, start - EDGE - 7.0);
        plot.write(&name, (start - 7.0, middle), plot.style.ink, (HPos::Right, VPos::Center))?;
        plot.segment((start, middle), (end, middle), plot.style.grid, 1.0)?;
        let centre = (self.kinds.len() as f64 - 1.0) / 2.0;
        for (kind, (mark, (_, index))) in row.marks.iter().zip(&self.kinds).enumerate() {
            let Some(Estimate { value, error }) = mark.filter(|mark| mark.value.is_finite()) else {
                continue;
            };
            let (look, height) =
                (plot.style.series(*index), middle + APART * (kind as f64 - centre));
            if let Some(error) = error.filter(|error| *error > 0.0) {
                let ends = [value - error, value + error].map(|x| plot.column(x).clamp(start, end));
                plot.segment((ends[0], height), (ends[1], height), look.color, 1.5)?;
                for column in ends {
                    plot.segment((column, height - CAP), (column, height + CAP), look.color, 1.5)?;
                }
            }
            plot.mark((plot.column(value), height), look)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::svg;
    use crate::scenario::Theme;

    /// Every name and every kind is told, and what is not there is not drawn.
    #[test]
    fn rows_have_their_names_and_marks_their_kinds() {
        let mark = |value: f64| Some(Estimate { value, error: Some(0.2) });
        let row = |name: &str, marks: [Option<Estimate>; 2]| DotRow {
            name: name.into(),
            marks: marks.into(),
        };
        let dots = Dots {
            rows: vec![row("first", [mark(0.0), mark(1.0)]), row("second", [None, mark(f64::NAN)])],
            kinds: vec![("here".into(), 0), ("there".into(), 6)],
            x_range: 0.0..6.0,
            x_label: "rank".into(),
        };
        let drawn = |dots: &Dots| svg(dots, (390, 160), &Style::of(Theme::Dark)).unwrap();
        let picture = drawn(&dots);
        for words in ["first", "second", "here", "there", "rank"] {
            assert!(picture.contains(words), "{words}");
        }
        let mut without = dots.clone();
        without.rows[1].marks.clear();
        assert_eq!(drawn(&without), picture);
        without.rows[0].marks[0] = None;
        assert_ne!(drawn(&without), picture);
    }
}
