//! Stacked bars in groups, each group with an axis of its own.

use plotters::style::RGBColor;
use plotters::style::text_anchor::{HPos, VPos};

use super::plot::{Frame, Labels, Plot, refused, size, units};
use super::style::TEXT;
use super::{Area, Chart, Style, text};
use crate::error::Result;
use crate::numeric::fixed;

/// Groups side by side.
#[derive(Debug, Clone, PartialEq)]
pub struct Stacks {
    /// What each group measures, and its bars.
    pub groups: Vec<(String, Vec<Stack>)>,
}

/// A bar of segments, the first at its foot.
#[derive(Debug, Clone, PartialEq)]
pub struct Stack {
    /// Below it.
    pub name: &'static str,
    /// None of them negative.
    pub segments: Vec<Segment>,
}

/// A part of a bar.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Segment {
    /// In it, if there is room.
    pub words: &'static str,
    /// How high it is.
    pub length: f64,
    /// What it stands for.
    pub shade: Shade,
}

/// What a segment stands for: shades differ in lightness, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shade {
    /// The first of two.
    First,
    /// The second of two.
    Second,
    /// What both have.
    Both,
    /// The same once more.
    Twice,
    /// What only both together have.
    More,
}

impl Shade {
    fn color(self, style: &Style) -> (RGBColor, f64) {
        match self {
            Self::First => (style.sky, 0.6),
            Self::Second => (style.orange, 0.6),
            Self::Both => (style.purple, 0.45),
            Self::Twice => (style.purple, 1.0),
            Self::More => (style.green, 0.45),
        }
    }
}

/// The share of its place that a bar takes.
const WIDTH: f64 = 0.64;

impl Chart for Stacks {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        area.fill(&style.ground).map_err(refused)?;
        let mut rest = area.clone();
        let width = size(area).0 / self.groups.len().max(1) as f64;
        let mut frame = Frame::default();
        for (title, bars) in &self.groups {
            let (left, right) = rest.split_horizontally(units(width));
            rest = right;
            frame = draw_group(left, style, title, bars)?;
        }
        Ok(frame)
    }
}

fn draw_group(area: Area, style: &Style, title: &str, bars: &[Stack]) -> Result<Frame> {
    let height = |bar: &Stack| bar.segments.iter().map(|segment| segment.length).sum::<f64>();
    let highest = bars.iter().map(height).fold(0.0, f64::max).max(1e-6);
    let names: Vec<&str> = bars.iter().map(|bar| bar.name).collect();
    let labels = Labels { y: title, names: &names, ..Labels::default() };
    let plot = Plot::new(area, style, 0.0..bars.len() as f64, 0.0..1.15 * highest, &labels)?;
    let center = (HPos::Center, VPos::Center);
    for (place, bar) in bars.iter().enumerate() {
        let middle = place as f64 + 0.5;
        let sides = [middle - WIDTH / 2.0, middle + WIDTH / 2.0];
        let room = plot.column(sides[1]) - plot.column(sides[0]);
        let mut foot = 0.0;
        for Segment { words, length, shade } in &bar.segments {
            let (color, opacity) = shade.color(style);
            let head = foot + length;
            plot.between(&sides, &[foot; 2], &[head; 2], color, opacity)?;
            let fits =
                plot.row(foot) - plot.row(head) > TEXT + 2.0 && text::width(words) * TEXT < room;
            if fits {
                let ink = if *shade == Shade::Twice { style.ground } else { style.ink };
                let row = (plot.row(foot) + plot.row(head)) / 2.0;
                plot.write(words, (plot.column(middle), row), ink, center)?;
            }
            foot = head;
        }
        let above = (plot.column(middle), plot.row(foot) - 0.7 * TEXT);
        plot.write(&fixed(foot, 3), above, style.ink, center)?;
    }
    Ok(plot.frame().clone())
}
