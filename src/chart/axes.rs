//! Grid, tick labels and axis titles. Ticks are chosen here and not by plotters, whose choice rests
//! on the platform's logarithm and whose labels collide with the titles.

use std::ops::Range;

use plotters::style::text_anchor::{HPos, VPos};

use super::plot::{EDGE, LEFT, LEGEND_LINE, Labels, Plot, RIGHT, size};
use super::style::TEXT;
use super::text;
use crate::error::Result;
use crate::numeric::sorted_by;

/// Draws everything that frames the data.
pub fn draw(plot: &Plot, labels: &Labels) -> Result<()> {
    let (columns, rows) = (&plot.frame.columns, &plot.frame.rows);
    let (grid, quiet) = (plot.style.grid, plot.style.quiet);
    let width = size(&plot.root).0;
    if labels.names.is_empty() {
        number_columns(plot, labels)?;
    } else {
        name_columns(plot, labels.names, width)?;
    }
    let y_ticks = if labels.no_y {
        Vec::new()
    } else {
        ticks_of(labels, Side::Y, &plot.frame.y, y_count(rows))
    };
    for tick in y_ticks {
        let row = plot.row(tick.value);
        plot.segment((columns.start, row), (columns.end, row), grid, 1.0)?;
        plot.write(&tick.label, (columns.start - 7.0, row), quiet, (HPos::Right, VPos::Center))?;
    }
    let title = rows.end + label_height(labels.names, width);
    let middle = (columns.start + columns.end) / 2.0;
    for (number, line) in title_lines(labels.x, width).iter().enumerate() {
        let place = (middle, title + LINE * number as f64);
        plot.write(line, place, quiet, (HPos::Center, VPos::Top))?;
    }
    plot.write(labels.y, (EDGE, LEGEND_LINE / 2.0), quiet, (HPos::Left, VPos::Center))
}

/// The room for labels and title of the x axis.
pub fn below(labels: &Labels, width: f64) -> f64 {
    match labels {
        Labels { shares_x: true, .. } => SHARED,
        Labels { x: "", .. } => label_height(labels.names, width),
        _ => {
            let further = title_lines(labels.x, width).len().saturating_sub(1);
            label_height(labels.names, width) + TITLE + LINE * further as f64
        }
    }
}

/// The title of the x axis, in as many lines as the plot's width asks for.
fn title_lines(title: &str, width: f64) -> Vec<String> {
    text::wrap_or_cut(title, width - LEFT - RIGHT)
}

const SHARED: f64 = 5.0;
const TICKED: f64 = 22.0;
const TITLE: f64 = 18.0;
/// Height of a further line of a name or a title, and how many lines a name may have.
const LINE: f64 = 14.0;
const MOST_LINES: usize = 3;
/// Longer names, turned, are cut.
const LONGEST: f64 = 128.0;

fn number_columns(plot: &Plot, labels: &Labels) -> Result<()> {
    let (columns, rows) = (&plot.frame.columns, &plot.frame.rows);
    let widest = widest_label(labels, Side::X, &plot.frame.x, 6.0).max(40.0);
    let count = (columns.end - columns.start) / (widest + 30.0);
    let ticks = ticks_of(labels, Side::X, &plot.frame.x, count);
    for tick in if labels.counts { whole(ticks) } else { ticks } {
        let column = plot.column(tick.value);
        plot.segment((column, rows.start), (column, rows.end), plot.style.grid, 1.0)?;
        if !labels.shares_x {
            let anchor = (HPos::Center, VPos::Top);
            plot.write(&tick.label, (column, rows.end + 6.0), plot.style.quiet, anchor)?;
        }
    }
    Ok(())
}

/// A name under the middle of each unit, turned if there is no room for it; lines between the units.
fn name_columns(plot: &Plot, names: &[&str], width: f64) -> Result<()> {
    let (rows, ink) = (&plot.frame.rows, plot.style.ink);
    for edge in 0..=names.len() {
        let column = plot.column(edge as f64);
        plot.segment((column, rows.start), (column, rows.end), plot.style.grid, 1.0)?;
    }
    let (middle, top) = (|index: usize| plot.column(index as f64 + 0.5), rows.end + 6.0);
    let Some(wrapped) = wrapped(names, width) else {
        return names.iter().enumerate().try_for_each(|(index, name)| {
            plot.write_turned(&text::shorten(name, LONGEST), (middle(index), top), ink)
        });
    };
    for (index, lines) in wrapped.iter().enumerate() {
        for (number, line) in lines.iter().enumerate() {
            let place = (middle(index), top + LINE * number as f64);
            plot.write(line, place, ink, (HPos::Center, VPos::Top))?;
        }
    }
    Ok(())
}

/// The height of the labels under the x axis: one line, as many as names need, or a turned name's.
fn label_height(names: &[&str], width: f64) -> f64 {
    match wrapped(names, width) {
        Some(lines) => {
            let most = lines.iter().map(Vec::len).max().unwrap_or(1).max(1);
            TICKED + LINE * (most - 1) as f64
        }
        None => widest_name(names) + 10.0,
    }
}

/// The lines of each name, if they fit under the units.
fn wrapped(names: &[&str], width: f64) -> Option<Vec<Vec<String>>> {
    let room = (width - LEFT - RIGHT) / names.len() as f64 - 8.0;
    let lines: Vec<_> = names.iter().map(|name| text::wrap(name, room)).collect::<Option<_>>()?;
    lines.iter().all(|lines: &Vec<String>| lines.len() <= MOST_LINES).then_some(lines)
}

fn widest_name(names: &[&str]) -> f64 {
    names.iter().map(|name| text::width(name) * TEXT).fold(0.0, f64::max).min(LONGEST)
}

/// A range with some air around all finite values.
pub fn around(values: impl Iterator<Item = f64>) -> Range<f64> {
    let ends = values.filter(|value| value.is_finite()).fold(None, |ends, value| match ends {
        None => Some((value, value)),
        Some((low, high)) => Some((value.min(low), value.max(high))),
    });
    let (low, high): (f64, f64) = ends.unwrap_or((0.0, 1.0));
    let air = if high > low { 0.06 * (high - low) } else { 0.1 * high.abs().max(1.0) };
    low - air..high + air
}

/// The same for marks of which a few lie far off and would press all others together: these are left outside, if the
/// axis is that much shorter without them. Far off is beyond the whiskers of a box plot: one and a half times as far
/// from the quarters as these are from each other (Tukey 1977, Exploratory Data Analysis, 2D).
pub fn around_most(values: impl Iterator<Item = f64>) -> Range<f64> {
    let order = sorted_by(values.filter(|it| it.is_finite()).collect(), |value| *value);
    let whole = around(order.iter().copied());
    if order.len() < FEWEST {
        return whole;
    }
    let quarter = (order.len() - 1) / 4;
    let (low, high) = (order[quarter], order[order.len() - 1 - quarter]);
    let reach = FAR * (high - low);
    let near = |value: &f64| (low - reach..=high + reach).contains(value);
    let most = around(order.iter().copied().filter(near));
    let is_gain = high > low && most.end - most.start <= SHORTER * (whole.end - whole.start);
    if is_gain { most } else { whole }
}

/// Of fewer marks none is far off; how far that is, and what share of the axis must be left at most.
const FEWEST: usize = 5;
const FAR: f64 = 1.5;
const SHORTER: f64 = 0.65;

/// The width of the y axis's labels, in pixels.
pub fn label_width(y: &Range<f64>, rows: &Range<f64>, labels: &Labels) -> f64 {
    widest_label(labels, Side::Y, y, y_count(rows))
}

/// About how many labels a y axis has room for.
fn y_count(rows: &Range<f64>) -> f64 {
    ((rows.end - rows.start) / 32.0).max(2.0)
}

fn widest_label(labels: &Labels, side: Side, range: &Range<f64>, count: f64) -> f64 {
    let width = |tick: &Tick| text::width(&tick.label) * TEXT;
    ticks_of(labels, side, range, count).iter().map(width).fold(0.0, f64::max)
}

#[derive(Debug, Clone, PartialEq)]
struct Tick {
    value: f64,
    label: String,
}

/// The axes, by their places in [`Labels::flips`].
#[derive(Clone, Copy)]
enum Side {
    X,
    Y,
}

fn ticks_of(labels: &Labels, side: Side, range: &Range<f64>, count: f64) -> Vec<Tick> {
    match labels {
        Labels { decades: true, .. } => decades(range, count),
        Labels { flips, .. } if flips[side as usize] => {
            let other_way = |tick: Tick| Tick { value: -tick.value, ..tick };
            ticks(&(-range.end..-range.start), count).into_iter().map(other_way).collect()
        }
        _ => ticks(range, count),
    }
}

/// Those that stand at whole numbers, written as such.
fn whole(ticks: Vec<Tick>) -> Vec<Tick> {
    let whole = ticks.into_iter().filter(|tick| tick.value.fract() == 0.0);
    whole.map(|tick| Tick { label: format!("{:.0}", tick.value), ..tick }).collect()
}

/// Powers of ten, at most about `count` of them, in a range of exponents.
fn decades(range: &Range<f64>, count: f64) -> Vec<Tick> {
    const MOST: f64 = 300.0;
    let (first, last) = (range.start.max(-MOST).ceil() as i32, range.end.min(MOST).floor() as i32);
    let within = |step: &i32| f64::from(last - first + 1) <= count.max(2.0) * f64::from(*step);
    let step = [1, 2, 3, 5, 10, 20, 50].into_iter().find(within).unwrap_or(100);
    let exponents = (first..=last).filter(|exponent| exponent % step == 0);
    exponents
        .map(|exponent| Tick { value: exponent.into(), label: power_of_ten(exponent) })
        .collect()
}

/// As people read it: 0.01 and 1000, but 10⁻⁵.
pub fn power_of_ten(exponent: i32) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    match exponent {
        0..=3 => format!("1{}", "0".repeat(exponent as usize)),
        -2..=-1 => format!("0.{}1", "0".repeat((-exponent - 1) as usize)),
        _ => {
            let raised = |digit: char| match digit.to_digit(10) {
                Some(digit) => RAISED[digit as usize],
                None => '⁻',
            };
            format!("10{}", exponent.to_string().chars().map(raised).collect::<String>())
        }
    }
}

/// Round numbers in a range, about `count` of them: multiples of 1, 2 or 5 times a power of ten.
fn ticks(range: &Range<f64>, count: f64) -> Vec<Tick> {
    let span = range.end - range.start;
    let wanted = span / count.max(1.0);
    let steps = (0..=18).flat_map(|power| [1.0, 2.0, 5.0].map(|digit| Step { digit, power }));
    let steps: Vec<Step> = steps.collect();
    let Some(chosen) = steps.iter().position(|step| step.size() >= wanted) else {
        return Vec::new();
    };
    // A hair of slack keeps a tick that rounding would push off the edge.
    let slack = 1e-9 * span;
    let multiples = |step: &Step| {
        let first = ((range.start - slack) / step.size()).ceil() as i64;
        first..=((range.end + slack) / step.size()).floor() as i64
    };
    // One label alone is no scale: rather too many than that.
    let finer = steps[..=chosen].iter().rev().find(|step| multiples(step).count() > 1);
    let step = finer.unwrap_or(&steps[chosen]);
    multiples(step).map(|multiple| step.tick(multiple)).collect()
}

/// `digit * 10^(power - 9)`.
struct Step {
    digit: f64,
    power: usize,
}

impl Step {
    /// Dividing by a whole power of ten, rather than multiplying by 0.001, rounds once.
    fn times(&self, multiple: f64) -> f64 {
        const POWERS: [f64; 10] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];
        match self.power.checked_sub(9) {
            Some(up) => multiple * self.digit * POWERS[up],
            None => multiple * self.digit / POWERS[9 - self.power],
        }
    }

    fn size(&self) -> f64 {
        self.times(1.0)
    }

    fn tick(&self, multiple: i64) -> Tick {
        let value = self.times(multiple as f64);
        let decimals = 9_usize.saturating_sub(self.power);
        // A true minus sign is as wide as a digit, where a hyphen looks like a dash.
        Tick { value, label: format!("{value:.decimals$}").replace('-', "−") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(range: Range<f64>, count: f64) -> Vec<String> {
        ticks(&range, count).into_iter().map(|tick| tick.label).collect()
    }

    #[test]
    fn what_is_counted_has_no_halves() {
        let labels = |range, count| -> Vec<String> {
            whole(ticks(&range, count)).into_iter().map(|tick| tick.label).collect()
        };
        assert_eq!(labels(0.0..2.0, 6.0), ["0", "1", "2"]);
        assert_eq!(labels(0.0..10.0, 2.0), ["0", "5", "10"]);
    }

    #[test]
    fn ticks_are_round_and_reach_the_ends() {
        assert_eq!(labels(-6.0..6.0, 6.0), ["−6", "−4", "−2", "0", "2", "4", "6"]);
        assert_eq!(labels(0.0..1.0, 5.0), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(labels(0.1..0.3, 2.0), ["0.1", "0.2", "0.3"]);
        assert_eq!(labels(-2500.0..2500.0, 5.0), ["−2000", "−1000", "0", "1000", "2000"]);
        assert_eq!(labels(0.0..0.45, 2.0), ["0.0", "0.2", "0.4"], "never one label alone");
        assert_eq!(labels(-0.3..0.4, 1.0), ["−0.2", "0.0", "0.2", "0.4"]);
    }

    #[test]
    fn powers_of_ten_are_few_and_plain_near_one() {
        let labels = |range: Range<f64>, count: f64| -> Vec<String> {
            decades(&range, count).into_iter().map(|tick| tick.label).collect()
        };
        assert_eq!(labels(-4.5..2.0, 9.0), ["10⁻⁴", "10⁻³", "0.01", "0.1", "1", "10", "100"]);
        assert_eq!(labels(-6.0..3.0, 4.0), ["10⁻⁶", "10⁻³", "1", "1000"]);
        assert_eq!(labels(9.0..12.0, 9.0), ["10⁹", "10¹⁰", "10¹¹", "10¹²"]);
        assert!(labels(-1e300..1e300, 5.0).len() < 9);
        assert!(labels(0.2..0.8, 5.0).is_empty());
    }

    #[test]
    fn a_range_has_air_and_is_never_empty() {
        let wide = around([3.0, f64::NAN, 1.0, f64::INFINITY].into_iter());
        assert!(wide.start < 1.0 && wide.start > 0.8 && wide.end > 3.0 && wide.end < 3.2);
        for values in [vec![], vec![2.0; 3], vec![f64::NAN]] {
            let range = around(values.into_iter());
            assert!(range.start < range.end);
        }
    }

    #[test]
    fn few_far_values_are_left_outside() {
        let near = (0..20).map(|it| f64::from(it) / 10.0);
        let range = around_most(near.clone().chain([-400.0, f64::NAN]));
        assert_eq!(range, around(near.clone()), "one far to the left");
        for whole in [
            near.clone().chain([2.5]).collect::<Vec<_>>(),
            vec![0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 5.0],
            vec![1.0, 2.0, 3.0, 100.0],
            near.map(|it| it * it * it).collect(),
        ] {
            let all = around(whole.iter().copied());
            assert_eq!(around_most(whole.clone().into_iter()), all, "{whole:?}");
        }
    }

    #[test]
    fn a_title_is_never_wider_than_its_plot() {
        let title =
            "points, from the first model’s most to its least correlated; each 5 as their mean";
        for (width, lines) in [(366.0, 2), (336.0, 2), (900.0, 1)] {
            let labels = Labels { x: title, ..Labels::default() };
            assert_eq!(title_lines(title, width).len(), lines, "{width}");
            let more = below(&labels, width) - below(&Labels { x: "x", ..labels }, width);
            assert_eq!(more, LINE * (lines - 1) as f64);
        }
        assert_eq!(below(&Labels { x: "x", ..Labels::default() }, 20.0), TICKED + TITLE);
    }

    #[test]
    fn an_absurd_range_has_few_ticks_and_no_panic() {
        assert!(ticks(&(0.0..1e300), 5.0).is_empty());
        assert!(ticks(&(0.0..1e-300), 5.0).len() < 3);
    }
}
