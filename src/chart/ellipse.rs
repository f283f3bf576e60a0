//! A density of two values as an ellipse in a box: means and deviations are the box, the correlation is the tilt.

use std::ops::Range;

use super::legend::Sample;
use super::plot::{Frame, Labels, Plot, Stroke};
use super::{Area, Chart, Style};
use crate::error::Result;

/// Where a density of two values stands: the means of both, and their deviations.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Stand {
    /// Of the value across, and of the one upwards.
    pub mean: [f64; 2],
    /// Likewise.
    pub sd: [f64; 2],
}

/// An ellipse that one can tilt, in its box.
#[derive(Debug, Clone, Default)]
pub struct Ellipse<'a> {
    /// The box, mean ± one deviation each way.
    pub stand: Stand,
    /// The correlation: the ellipse touches the box's right side so many deviations above the middle.
    pub tilt: f64,
    /// What it is compared with: another box, and the tilt there.
    pub other: (Stand, f64),
    /// What was observed.
    pub dot: [f64; 2],
    /// Ends of the axes.
    pub ranges: [Range<f64>; 2],
    /// What lies across, and what upwards.
    pub names: [&'a str; 2],
    /// What the two ellipses are called.
    pub legend: [&'a str; 2],
}

impl Stand {
    /// Where the ellipse of one deviation touches the right side of its box.
    pub fn touch(&self, tilt: f64) -> (f64, f64) {
        (self.mean[0] + self.sd[0], self.mean[1] + tilt * self.sd[1])
    }

    /// The tilt whose ellipse touches the right side at a height.
    pub fn tilt_at(&self, height: f64) -> f64 {
        (height - self.mean[1]) / self.sd[1]
    }
}

/// How finely an ellipse is drawn.
const HALF: usize = 64;
/// How opaque ellipses of one and of two deviations are, and a box.
const FAINT: [f64; 2] = [0.16, 0.1];
const VEIL: f64 = 0.07;
/// How large what one takes hold of is: around the dot.
const HANDLE: f64 = 7.0;

impl Chart for Ellipse<'_> {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        let own = Stroke { color: style.vermillion, width: 2.5, dashed: false };
        let other = Stroke { color: style.ink, width: 1.5, dashed: true };
        let legend = [
            (Sample::Line(own), self.legend[0]),
            (Sample::Line(other), self.legend[1]),
            (Sample::Dot(style.blue), "observed"),
        ];
        let [x, y] = self.ranges.clone();
        let labels =
            Labels { x: self.names[0], y: self.names[1], legend: &legend, ..Labels::default() };
        let plot = Plot::new(area.clone(), style, x, y, &labels)?;
        let (theirs, tilt) = self.other;
        draw_box(&plot, &theirs, Stroke { color: style.quiet, width: 1.0, dashed: true })?;
        draw_box(&plot, &self.stand, Stroke { color: style.quiet, width: 1.5, dashed: false })?;
        for (reach, opacity) in [(2.0, FAINT[1]), (1.0, FAINT[0])] {
            let [x, low, high] = halves(&self.stand, self.tilt, reach);
            plot.between(&x, &low, &high, style.vermillion, opacity)?;
        }
        draw_outline(&plot, halves(&theirs, tilt, 1.0), other)?;
        draw_outline(&plot, halves(&self.stand, self.tilt, 1.0), own)?;
        plot.crosses(&[self.stand.mean[0]], &[self.stand.mean[1]], style.quiet)?;
        // The handle last, and hollow: what can be taken hold of is seen where it lies over what was observed.
        plot.dots(&[self.dot[0]], &[self.dot[1]], style.blue)?;
        let (x, y) = self.stand.touch(self.tilt);
        if self.ranges[0].contains(&x) && self.ranges[1].contains(&y) {
            plot.circle((plot.column(x), plot.row(y)), HANDLE, style.vermillion, 2.5)?;
        }
        Ok(plot.frame().clone())
    }
}

fn draw_box(plot: &Plot, Stand { mean, sd }: &Stand, stroke: Stroke) -> Result<()> {
    let (left, right) = (mean[0] - sd[0], mean[0] + sd[0]);
    let (low, high) = (mean[1] - sd[1], mean[1] + sd[1]);
    plot.between(&[left, right], &[low, low], &[high, high], plot.style.quiet, VEIL)?;
    plot.line(&[left, right, right, left, left], &[low, low, high, high, low], stroke)
}

fn draw_outline(plot: &Plot, [x, low, high]: [Vec<f64>; 3], stroke: Stroke) -> Result<()> {
    let (back, under) = (x.iter().rev(), low.iter().rev());
    let around: Vec<f64> = x.iter().chain(back).copied().collect();
    let height: Vec<f64> = high.iter().chain(under).copied().collect();
    plot.line(&around, &height, stroke)
}

/// Where an ellipse of so many deviations is, and how low and how high it reaches there: with u the deviations
/// across, `r u ± sqrt(1 - r^2) sqrt(1 - u^2)` upwards.
fn halves(Stand { mean, sd }: &Stand, r: f64, reach: f64) -> [Vec<f64>; 3] {
    // Closer where the outline turns: u = sin(t) without a sine, by 3 v/2 - v^3/2, whose slope ends at 0 too.
    let at = |i: usize| {
        let v = 2.0 * i as f64 / HALF as f64 - 1.0;
        0.5 * v * (3.0 - v * v)
    };
    let thick = ((1.0 - r) * (1.0 + r)).max(0.0).sqrt();
    let column = |height: fn(f64, f64) -> f64| -> Vec<f64> {
        let up = |i| {
            let u: f64 = at(i);
            mean[1] + reach * sd[1] * height(r * u, thick * (1.0 - u * u).max(0.0).sqrt())
        };
        (0..=HALF).map(up).collect()
    };
    let across = (0..=HALF).map(|i| mean[0] + reach * sd[0] * at(i)).collect();
    [across, column(|middle, half| middle - half), column(|middle, half| middle + half)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::svg;
    use crate::scenario::Theme;

    /// Also where what was observed lies on it, the handle is seen, and that through it.
    #[test]
    fn the_handle_lies_over_the_dot_and_hides_it_not() {
        let stand = Stand { mean: [0.0, 0.0], sd: [1.0, 1.0] };
        let (x, y) = stand.touch(0.5);
        let ranges = [-3.0..3.0, -3.0..3.0];
        let ellipse = Ellipse { stand, tilt: 0.5, dot: [x, y], ranges, ..Ellipse::default() };
        let drawn = svg(&ellipse, (300, 300), &Style::of(Theme::Light)).unwrap();
        let circles: Vec<&str> = drawn.split("<circle").skip(1).collect();
        let last = circles.last().unwrap().split('>').next().unwrap();
        assert!(last.contains("fill=\"none\""), "{last}");
        let part = |circle: &str, key: &str| {
            circle
                .split(&format!(" {key}=\""))
                .nth(1)
                .unwrap()
                .split('"')
                .next()
                .unwrap()
                .to_string()
        };
        let dot = circles[circles.len() - 2];
        for key in ["cx", "cy"] {
            let [one, other] = [dot, last].map(|it| part(it, key).parse::<f64>().unwrap());
            assert!((one - other).abs() < 10.0, "{key}: {one} {other}, in tenths of pixels");
        }
    }

    /// z1^2 - 2 r z1 z2 + z2^2 = (1 - r^2) reach^2 all along, and the box is touched and never left.
    #[test]
    fn an_outline_is_where_the_density_is_the_same() {
        let stand = Stand { mean: [1.0, -2.0], sd: [0.5, 3.0] };
        for (r, reach) in [(0.0, 1.0), (0.8, 1.0), (-0.97, 2.0), (1.0, 1.0)] {
            let [x, low, high] = halves(&stand, r, reach);
            for (x, y) in x.iter().zip(&low).chain(x.iter().zip(&high)) {
                let (a, b) = ((x - 1.0) / 0.5, (y + 2.0) / 3.0);
                let form = a * a - 2.0 * r * a * b + b * b;
                assert!((form - (1.0 - r * r) * reach * reach).abs() < 1e-12, "{r}: {form}");
                assert!(b.abs() <= reach + 1e-12);
            }
            let top = high.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            assert!(top > -2.0 + 3.0 * reach * 0.998, "{top}");
        }
        let (x, y) = stand.touch(0.25);
        assert_eq!((x, y, stand.tilt_at(y)), (1.5, -1.25, 0.25));
        let [across, _, high] = halves(&stand, 0.25, 1.0);
        assert_eq!((across[HALF], high[HALF]), (x, y), "the handle lies on the outline");
    }
}
