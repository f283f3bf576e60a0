//! Legends: samples of marks and what they mean, on as many lines as they need.

use plotters::prelude::*;
use plotters::style::text_anchor;

use super::clip::dashes;
use super::plot::{EDGE, Frame, LEFT, LEGEND_LINE, Labels, Plot, Stroke, at, refused, size, units};
use super::series::SeriesLook;
use super::style::TEXT;
use super::text;
use super::{Area, Chart, Style};
use crate::error::Result;

/// The width of a sample.
const SAMPLE: f64 = 18.0;
/// The width of a sample that shows a whole pattern of dashes.
const PATTERN: f64 = 28.0;

/// What a legend shows beside a word.
#[derive(Debug, Clone, Copy)]
pub enum Sample {
    /// A piece of line.
    Line(Stroke),
    /// A filled box of some opacity.
    Box(RGBColor, f64),
    /// A dot.
    Dot(RGBColor),
    /// A short upright tick.
    Tick(RGBColor),
    /// A small diagonal cross.
    Cross(RGBColor),
    /// A piece of a series' line.
    Series(SeriesLook),
    /// A series' mark.
    Mark(SeriesLook),
}

/// How a series looks, on an area of about 28 x 16 pixels: its line and its mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    /// Which of the looks: see [`Style::series`].
    pub index: usize,
}

impl Chart for Key {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        area.fill(&style.ground).map_err(refused)?;
        let (width, height) = size(area);
        let (look, row) = (style.series(self.index), height / 2.0);
        let plot = Plot::bare(area.clone(), style, Frame::default());
        for dash in dashes(&[(0.0, row), (width, row)], look.dash, width) {
            plot.path(&dash, look.color, 2.0)?;
        }
        plot.mark((width / 2.0, row), look)?;
        Ok(Frame::default())
    }
}

impl<'a> Plot<'a> {
    /// A legend, on an area of its own.
    pub fn legend(area: &Area, style: &'a Style, legend: &[(Sample, &str)]) -> Result<()> {
        area.fill(&style.ground).map_err(refused)?;
        let plot = Self::bare(area.clone(), style, Frame::default());
        plot.write_legend(&Labels { legend, ..Labels::default() })
    }

    pub(super) fn write_legend(&self, labels: &Labels) -> Result<()> {
        let places = place_legend(labels, size(&self.root).0);
        for ((sample, word), (left, row)) in labels.legend.iter().zip(places) {
            self.legend_entry(*sample, word, left, row + LEGEND_LINE / 2.0)?;
        }
        Ok(())
    }

    fn legend_entry(&self, sample: Sample, word: &str, left: f64, row: f64) -> Result<()> {
        let middle = left + SAMPLE / 2.0;
        match sample {
            Sample::Line(stroke) => {
                let gap = if stroke.dashed { 3.0 } else { 0.0 };
                let half = (middle - gap / 2.0, middle + gap / 2.0);
                self.segment((left, row), (half.0, row), stroke.color, stroke.width)?;
                self.segment((half.1, row), (left + SAMPLE, row), stroke.color, stroke.width)?;
            }
            Sample::Box(color, opacity) => {
                let corners = [at((left, row - 5.0)), at((left + SAMPLE, row + 5.0))];
                let fill = color.mix(opacity).filled();
                self.root.draw(&Rectangle::new(corners, fill)).map_err(refused)?;
            }
            Sample::Dot(color) => {
                let dot = Circle::new(at((middle, row)), units(4.0), color.filled());
                self.root.draw(&dot).map_err(refused)?;
            }
            Sample::Tick(color) => {
                self.segment((middle, row - 5.0), (middle, row + 5.0), color, 1.5)?;
            }
            Sample::Cross(color) => self.cross((middle, row), color)?,
            Sample::Series(look) => {
                for dash in dashes(&[(left, row), (left + PATTERN, row)], look.dash, PATTERN) {
                    self.path(&dash, look.color, 2.0)?;
                }
            }
            Sample::Mark(look) => self.mark((middle, row), look)?,
        }
        let place = (left + width(sample) + 5.0, row);
        let word = text::shorten(word, size(&self.root).0 - place.0);
        self.write(
            &word,
            place,
            self.style.ink,
            (text_anchor::HPos::Left, text_anchor::VPos::Center),
        )
    }
}

/// Left end and row of each legend entry, after the y label, on as many lines as they need.
pub fn place_legend(labels: &Labels, room: f64) -> Vec<(f64, f64)> {
    let space = |(sample, word): &(Sample, &str)| text::width(word) * TEXT + width(*sample) + 19.0;
    let start = (EDGE + text::width(labels.y) * TEXT + 14.0).max(LEFT);
    let mut place = (start, 0.0);
    let mut places = Vec::new();
    for entry in labels.legend {
        if place.0 > LEFT && place.0 + space(entry) > room {
            place = (LEFT, place.1 + LEGEND_LINE);
        }
        places.push(place);
        place.0 += space(entry);
    }
    places
}

fn width(sample: Sample) -> f64 {
    if matches!(sample, Sample::Series(_)) { PATTERN } else { SAMPLE }
}
