//! What a pointer over functions shows: one place or two, and how the function goes together with itself there.

use super::band::{Band, nearest};
use super::plot::{Frame, Plot, Stroke};
use super::style::TEXT;
use super::{Area, Chart, Style};
use crate::error::Result;
use crate::numeric::fixed;

/// What is pointed at in a figure on a line.
#[derive(Debug, Clone, Default)]
pub struct Pointed {
    /// Where.
    pub x: f64,
    /// The other place, if two are compared.
    pub other: Option<f64>,
    /// The correlation of the function there with the function along the curve, from -1 to 1; empty where only the
    /// place is marked.
    pub correlation: Vec<f64>,
    /// Whether one can take hold of the function there.
    pub grip: bool,
}

/// The same over a band that is a chart of its own.
#[derive(Debug, Clone)]
pub struct PointedBand {
    /// The band it is over.
    pub band: Band,
    /// What is pointed at.
    pub pointed: Pointed,
}

impl Chart for PointedBand {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        let frame = self.band.frame(area, style);
        self.pointed.draw_on(&self.band, area, &frame, style)?;
        Ok(frame)
    }
}

impl Pointed {
    /// Marks it on an area where a band was drawn with that frame.
    pub(super) fn draw_on(
        &self,
        band: &Band,
        area: &Area,
        frame: &Frame,
        style: &Style,
    ) -> Result<()> {
        // The correlation fills the height of the posterior: 1 at its top, -1 at its bottom.
        let plot = Plot::bare(area.clone(), style, Frame { y: -1.08..1.08, ..frame.clone() });
        plot.probe(self.x)?;
        self.other(frame).map_or(Ok(()), |other| plot.probe(other))?;
        if !self.correlation.is_empty() {
            self.draw_correlation(&plot, band, style)?;
        }
        let data = Plot::bare(area.clone(), style, frame.clone());
        self.draw_places(&data, band, style)
    }

    /// The other place, if it is in sight as this one is.
    fn other(&self, frame: &Frame) -> Option<f64> {
        self.other.filter(|other| frame.x.contains(other) && frame.x.contains(&self.x))
    }

    fn draw_correlation(&self, plot: &Plot, band: &Band, style: &Style) -> Result<()> {
        let zero = [band.x_range.start, band.x_range.end];
        plot.line(&zero, &[0.0; 2], Stroke { color: style.purple, width: 1.0, dashed: true })?;
        let stroke = Stroke { color: style.purple, width: 2.0, dashed: false };
        plot.line(&band.x, &self.correlation, stroke)?;
        for (value, words) in [(1.0, "+1"), (0.0, "0"), (-1.0, "−1")] {
            plot.mark_right(value, words, style.purple)?;
        }
        let Some(other) = self.other(&plot.frame) else {
            return plot.mark_left(-1.0, "correlation with the function here", style.purple);
        };
        plot.mark_left(-1.0, "correlation with the function at x", style.purple)?;
        let r = self.correlation[nearest(&band.x, other)];
        if r.is_nan() {
            return Ok(());
        }
        plot.dots(&[other], &[r], style.purple)?;
        // Away from the other place, whose marks would lie over it, unless the border is there.
        let (away, columns) = (if other < self.x { -1.0 } else { 1.0 }, &plot.frame.columns);
        let at = |side: f64| plot.column(other) + side * 1.9 * TEXT;
        let fits = columns.start + 1.5 * TEXT < at(away) && at(away) < columns.end - 1.5 * TEXT;
        let place = (at(if fits { away } else { -away }), plot.row(r.clamp(-0.9, 0.9)));
        plot.write_veiled(&fixed(r, 2), place, style.purple)
    }

    /// Where the function is at the places, and what can be held of it.
    fn draw_places(&self, plot: &Plot, band: &Band, style: &Style) -> Result<()> {
        let at = |x: f64| {
            let y = band.mean.get(nearest(&band.x, x)).copied();
            y.filter(|y| y.is_finite()).map(|y| (x, y))
        };
        if let Some(other) = self.other(&plot.frame) {
            for (x, name) in [(self.x, "x"), (other, "x′")] {
                at(x).map_or(Ok(()), |place| plot.ring(place, style.purple))?;
                // Below the ticks of the targets.
                let row = plot.frame.rows.start + 1.6 * TEXT;
                plot.write_veiled(name, (plot.column(x), row), style.purple)?;
            }
        }
        match at(self.x).filter(|(x, _)| self.grip && plot.frame.x.contains(x)) {
            Some(place) => plot.grip(place, style.vermillion, false),
            None => Ok(()),
        }
    }
}
