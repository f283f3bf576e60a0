//! Models as marks, one quantity against another.

use std::ops::Range;

use super::plot::{Frame, Labels, Plot, Sample, layout, refused, size};
use super::{Area, Chart, Style, axes};
use crate::error::Result;

/// Marks in a plane whose axes may run the other way.
#[derive(Debug, Clone, Default)]
pub struct Scatter {
    /// One for each model.
    pub marks: Vec<ScatterMark>,
    /// Below.
    pub x_label: String,
    /// Above, at the left.
    pub y_label: String,
    /// Whether the axes run the other way, so that better is right and up.
    pub flips: [bool; 2],
    /// Names of the looks, if they are told here.
    pub legend: Vec<(String, usize)>,
    /// Which marks have rings, if no sheet over it shows them.
    pub lit: Vec<usize>,
}

/// A model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScatterMark {
    /// Where; NaN leaves it out. On an axis that runs the other way, with the other sign.
    pub at: [f64; 2],
    /// Its standard errors; NaN where there are none.
    pub errors: [f64; 2],
    /// Which of the looks it has: see [`Style::series`].
    pub index: usize,
    /// Whether it is struck through: it should not be trusted.
    pub is_doubtful: bool,
}

/// How much of the colour the lines of errors have.
const FAINT: f64 = 0.5;
/// Half the length of the stroke through a mark, and the radius of the ring around one.
const STRIKE: f64 = 6.5;
const RING: f64 = 8.0;

impl Scatter {
    fn range(&self, axis: usize) -> Range<f64> {
        let whole = self.marks.iter().filter(|mark| mark.at.iter().all(|it| it.is_finite()));
        axes::around(whole.map(|mark| mark.at[axis]))
    }

    /// A ring around a mark that is there, and how sure it is.
    fn ring(&self, plot: &Plot, mark: usize, width: f64) -> Result<()> {
        let Some(mark) = self.marks.get(mark) else { return Ok(()) };
        if !plot.holds(mark.at[0], mark.at[1]) {
            return Ok(());
        }
        draw_errors(plot, mark)?;
        let place = (plot.column(mark.at[0]), plot.row(mark.at[1]));
        plot.circle(place, RING, plot.style.ink, width)
    }

    /// Does something with the labels around it.
    fn labelled<T>(&self, style: &Style, act: impl FnOnce(&Labels) -> T) -> T {
        let sample = |index: &usize| Sample::Mark(style.series(*index));
        let legend: Vec<_> =
            self.legend.iter().map(|(name, index)| (sample(index), name.as_str())).collect();
        act(&Labels {
            x: &self.x_label,
            y: &self.y_label,
            legend: &legend,
            flips: self.flips,
            ..Labels::default()
        })
    }
}

impl Chart for Scatter {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        let (x, y) = (self.range(0), self.range(1));
        let plot = self.labelled(style, |labels| Plot::new(area.clone(), style, x, y, labels))?;
        let there = self.marks.iter().filter(|mark| plot.holds(mark.at[0], mark.at[1]));
        for mark in there {
            let place = (plot.column(mark.at[0]), plot.row(mark.at[1]));
            plot.mark(place, style.series(mark.index))?;
            if mark.is_doubtful {
                let (low, high) =
                    ((place.0 - STRIKE, place.1 + STRIKE), (place.0 + STRIKE, place.1 - STRIKE));
                plot.segment(low, high, style.ink, 1.5)?;
            }
        }
        self.lit.iter().try_for_each(|mark| self.ring(&plot, *mark, 1.5))?;
        Ok(plot.frame().clone())
    }
}

/// Thin lines of one standard error to either side.
fn draw_errors(plot: &Plot, mark: &ScatterMark) -> Result<()> {
    let color = plot.style.series(mark.index).color;
    let Frame { x, y, .. } = plot.frame();
    let [along, up] = mark.errors;
    let ends = |range: &Range<f64>, middle: f64, error: f64| {
        ((middle - error).max(range.start), (middle + error).min(range.end))
    };
    if along > 0.0 {
        let ((low, high), row) = (ends(x, mark.at[0], along), plot.row(mark.at[1]));
        let (low, high) = (plot.column(low), plot.column(high));
        plot.block([(low, row - 0.5), (high, row + 0.5)], color, FAINT)?;
    }
    if up > 0.0 {
        let ((low, high), column) = (ends(y, mark.at[1], up), plot.column(mark.at[0]));
        let (low, high) = (plot.row(low), plot.row(high));
        plot.block([(column - 0.5, high), (column + 0.5, low)], color, FAINT)?;
    }
    Ok(())
}

/// Rings around some marks of a scatter, and how sure these are, on a sheet over it.
pub struct Lit {
    /// The scatter below.
    pub scatter: Scatter,
    /// Which of its marks.
    pub marks: Vec<usize>,
    /// And the one that is looked at, whose ring is bolder.
    pub pointed: Option<usize>,
}

impl Chart for Lit {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        let (x, y) = (self.scatter.range(0), self.scatter.range(1));
        let frame = self.scatter.labelled(style, |labels| layout(area, x, y, labels));
        let plot = Plot::bare(area.clone(), style, frame);
        let lit = self.marks.iter().map(|mark| (*mark, 1.5));
        for (mark, width) in lit.chain(self.pointed.map(|mark| (mark, 3.0))) {
            self.scatter.ring(&plot, mark, width)?;
        }
        Ok(plot.frame().clone())
    }
}

/// A look alone, in the middle of its place.
pub struct Look(pub usize);

impl Chart for Look {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        area.fill(&style.ground).map_err(refused)?;
        let (width, height) = size(area);
        let plot = Plot::bare(area.clone(), style, Frame::default());
        plot.mark((width / 2.0, height / 2.0), style.series(self.0))?;
        Ok(Frame::default())
    }
}
