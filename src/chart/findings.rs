//! A posterior, how honest its bands are, and both in numbers.

use plotters::style::text_anchor::{HPos, VPos};

use super::plot::{EDGE, Frame, LEFT, Plot, RIGHT, refused, size, units};
use super::{Area, Band, Chart, Reliability, Style, text};
use crate::error::Result;

/// Two charts and their numbers, on an area of for example 1000 x 640 pixels.
#[derive(Debug, Clone)]
pub struct Findings {
    /// Above.
    pub band: Band,
    /// Below, at the left.
    pub reliability: Reliability,
    /// Below, at the right: what and how much, and what to make of it.
    pub facts: Vec<(String, String)>,
}

/// The shares of the height and of the width that the two charts take.
const UPPER: f64 = 0.56;
const CHECK: f64 = 0.42;
/// Height of a line of words, and between one fact and the next.
const LINE: f64 = 17.0;
const GAP: f64 = 9.0;

impl Chart for Findings {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        area.fill(&style.ground).map_err(refused)?;
        let (width, height) = size(area);
        let (upper, lower) = area.split_vertically(units(UPPER * height));
        let (check, words) = lower.split_horizontally(units(CHECK * width));
        let frame = self.band.draw(&upper, style)?;
        self.reliability.draw(&check, style)?;
        self.write(&words, style)?;
        Ok(frame)
    }
}

impl Findings {
    fn write(&self, area: &Area, style: &Style) -> Result<()> {
        let plot = Plot::bare(area.clone(), style, Frame::default());
        let room = size(area).0 - LEFT - RIGHT;
        let mut row = EDGE + LINE / 2.0;
        let facts = self
            .facts
            .iter()
            .flat_map(|(fact, note)| [(fact, style.ink, GAP), (note, style.quiet, 0.0)]);
        for (words, color, before) in facts {
            row += before;
            for line in text::wrap_or_cut(words, room) {
                plot.write(&line, (LEFT, row), color, (HPos::Left, VPos::Center))?;
                row += LINE;
            }
        }
        Ok(())
    }
}
