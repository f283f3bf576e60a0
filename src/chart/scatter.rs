//! Models as marks, one quantity against another.

use std::ops::Range;

use plotters::style::text_anchor::{HPos, VPos};

use super::legend::Sample;
use super::plot::{Frame, Labels, Plot, layout, refused, size};
use super::style::TEXT;
use super::{Area, Chart, Style, axes, text};
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
    /// What each mark is called, if there are few enough to say so beside them: then their errors are drawn, too.
    pub names: Vec<String>,
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
/// How far a name is from its mark, across and up.
const NEAR: f64 = 3.0;
/// Half the length of an arrow at the border.
const ARROW: f64 = 6.0;

impl Scatter {
    fn range(&self, axis: usize) -> Range<f64> {
        let whole = self.marks.iter().filter(|mark| mark.at.iter().all(|it| it.is_finite()));
        axes::around_most(whole.map(|mark| mark.at[axis]))
    }

    /// How many marks lie outside the axes, and whether to the left, to the right, below and above.
    pub fn outside(&self) -> (usize, [bool; 4]) {
        let (x, y) = (self.range(0), self.range(1));
        let ways = self.marks.iter().map(|mark| way([&x, &y], mark.at));
        ways.filter(|way| *way != [0.0; 2]).fold((0, [false; 4]), |(count, sides), [x, y]| {
            let now = [x < 0.0, x > 0.0, y < 0.0, y > 0.0];
            (count + 1, std::array::from_fn(|side| sides[side] || now[side]))
        })
    }

    /// The marks that do not.
    pub fn inside(&self) -> impl Iterator<Item = [f64; 2]> + '_ {
        let (x, y) = (self.range(0), self.range(1));
        let seen = move |at: &[f64; 2]| way([&x, &y], *at) == [0.0; 2];
        let known = |at: &[f64; 2]| at.iter().all(|it| it.is_finite());
        self.marks.iter().map(|mark| mark.at).filter(known).filter(seen)
    }

    /// A ring around a mark that is there, and how sure it is.
    fn ring(&self, plot: &Plot, mark: usize, width: f64) -> Result<()> {
        let Some(mark) = self.marks.get(mark) else { return Ok(()) };
        let Some((place, way)) = place(plot, mark) else { return Ok(()) };
        if way == [0.0; 2] {
            draw_errors(plot, mark)?;
        }
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
        let there = || self.marks.iter().filter_map(|mark| Some((mark, place(&plot, mark)?)));
        if !self.names.is_empty() {
            let inside = there().filter(|(_, (_, way))| *way == [0.0; 2]);
            inside.map(|(mark, _)| mark).try_for_each(|mark| draw_errors(&plot, mark))?;
        }
        for (mark, (place, way)) in there() {
            let look = style.series(mark.index);
            let is_inside = way == [0.0; 2];
            if is_inside {
                plot.mark(place, look)?;
            }
            if mark.is_doubtful {
                let (low, high) =
                    ((place.0 - STRIKE, place.1 + STRIKE), (place.0 + STRIKE, place.1 - STRIKE));
                plot.segment(low, high, style.ink, 1.5)?;
            }
            // Over the stroke, which would hide where it points.
            if !is_inside {
                plot.arrow(place, way, ARROW, look.color)?;
            }
        }
        self.lit.iter().try_for_each(|mark| self.ring(&plot, *mark, 1.5))?;
        self.draw_names(&plot)?;
        Ok(plot.frame().clone())
    }
}

/// A rectangle of pixels: left, top, right, bottom.
type Patch = [f64; 4];

impl Scatter {
    /// Each name on the first of four sides of its mark where it covers neither a mark nor another name; one that has
    /// no such side is left to whoever points at the mark.
    fn draw_names(&self, plot: &Plot) -> Result<()> {
        let Frame { columns, rows, .. } = plot.frame();
        let places: Vec<_> = self.marks.iter().map(|mark| Some(place(plot, mark)?.0)).collect();
        let around = |(x, y): &(f64, f64)| [x - NEAR, y - NEAR, x + NEAR, y + NEAR];
        let mut taken: Vec<Patch> = places.iter().flatten().map(around).collect();
        for (name, (x, y)) in
            self.names.iter().zip(&places).filter_map(|(name, at)| Some((name, (*at)?)))
        {
            let width = text::width(name) * TEXT;
            // Beside the lines of its errors, which cross at the mark.
            let sides = [
                (x + NEAR, y - NEAR - TEXT),
                (x - NEAR - width, y - NEAR - TEXT),
                (x + NEAR, y + NEAR),
                (x - NEAR - width, y + NEAR),
            ];
            let patches = sides.map(|(left, top)| [left, top, left + width, top + TEXT]);
            let fits = |patch: &&Patch| {
                let [left, top, right, bottom] = **patch;
                let inside = left > columns.start
                    && right < columns.end
                    && top > rows.start
                    && bottom < rows.end;
                inside && !taken.iter().any(|other| overlap(patch, other))
            };
            let Some(&patch) = patches.iter().find(fits) else { continue };
            taken.push(patch);
            plot.write(name, (patch[0], patch[1]), plot.style.ink, (HPos::Left, VPos::Top))?;
        }
        Ok(())
    }
}

fn overlap(one: &Patch, other: &Patch) -> bool {
    one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]
}

/// Where a mark outside the ranges lies: -1 is left or below, 1 right or above; nothing is outside if it is no number.
pub(super) fn way(ranges: [&Range<f64>; 2], at: [f64; 2]) -> [f64; 2] {
    let along = |value: f64, range: &Range<f64>| {
        f64::from(i8::from(value > range.end) - i8::from(value < range.start))
    };
    match at.iter().all(|it| it.is_finite()) {
        true => [along(at[0], ranges[0]), along(at[1], ranges[1])],
        false => [0.0; 2],
    }
}

/// The pixels of a mark, and the way to it if it lies outside: then it is shown at the border.
fn place(plot: &Plot, mark: &ScatterMark) -> Option<((f64, f64), [f64; 2])> {
    let Frame { x, y, columns, rows } = plot.frame();
    let way = way([x, y], mark.at);
    let inside = |at: f64, ends: &Range<f64>| at.clamp(ends.start + ARROW, ends.end - ARROW);
    let [column, row] = [plot.column(mark.at[0]), plot.row(mark.at[1])];
    let place = match way {
        [0.0, 0.0] => (column, row),
        _ => (inside(column, columns), inside(row, rows)),
    };
    mark.at.iter().all(|it| it.is_finite()).then_some((place, way))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::svg;
    use crate::scenario::Theme;

    /// Nine marks near each other, one far to the left and one far above.
    #[test]
    fn marks_far_off_are_arrows_at_the_border() {
        let mark = |x: f64, y: f64| ScatterMark {
            at: [x, y],
            errors: [f64::NAN; 2],
            index: 0,
            is_doubtful: false,
        };
        let near = (0..9).map(|it| mark(f64::from(it), f64::from(it % 3)));
        let mut scatter = Scatter { marks: near.collect(), ..Scatter::default() };
        let range = scatter.range(0);
        assert_eq!(scatter.outside(), (0, [false; 4]));
        let drawn = |scatter: &Scatter| svg(scatter, (400, 300), &Style::of(Theme::Light)).unwrap();
        assert_eq!(drawn(&scatter).matches("<polygon").count(), 0);
        scatter.marks.extend([mark(-500.0, 1.0), mark(3.0, 90.0), mark(f64::NAN, 1.0)]);
        assert_eq!(scatter.outside(), (2, [true, false, false, true]));
        assert_eq!(scatter.inside().count(), 9, "no number is nowhere");
        assert_eq!(scatter.range(0), range, "the axis is as it was");
        assert_eq!(drawn(&scatter).matches("<polygon").count(), 2);
    }
}
