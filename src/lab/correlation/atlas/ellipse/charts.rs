//! The ellipse in its box, and the log density over all tilts.

use std::ops::Range;
use std::rc::Rc;

use super::{STEEPEST, Sight};
use crate::chart::{Area, Chart, Curves, Ellipse, Frame, Pane, Panes, Series, Stand, Style};
use crate::error::Result;

/// The ellipse in its box.
pub struct Tilted(Rc<Sight>);

/// How many deviations of a box are seen to either side.
const SEEN: f64 = 2.1;
/// A box that is much larger than the reference's is seen in part: so many of the reference's deviations.
const FARTHEST: f64 = 9.0;

impl Chart for Tilted {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        let sight = &self.0;
        let names = sight.pair.map(|one| format!("y at {}", sight.members[one]));
        let names = names.each_ref().map(String::as_str);
        let ellipse = Ellipse {
            stand: sight.stand,
            tilt: sight.tilt,
            other: (sight.theirs, sight.reference),
            dot: sight.y,
            ranges: [0, 1].map(|i| self.range(i)),
            names,
            legend: [
                if sight.dragged { "your tilt" } else { "the candidate’s tilt" },
                "the reference’s own",
            ],
        };
        ellipse.draw(area, style)
    }
}

impl Tilted {
    /// All that the box can reach on its way, so that the axes stay while it moves.
    fn range(&self, i: usize) -> Range<f64> {
        let Sight { theirs, far, y, .. } = &*self.0;
        let ends = |stand: &Stand| [-SEEN, SEEN].map(|reach| stand.mean[i] + reach * stand.sd[i]);
        let [low, high] = ends(theirs);
        let within = [-FARTHEST, FARTHEST].map(|reach| theirs.mean[i] + reach * theirs.sd[i]);
        let far = ends(far).map(|end| end.clamp(within[0], within[1]));
        let margin = 0.3 * theirs.sd[i];
        low.min(far[0]).min(y[i] - margin)..high.max(far[1]).max(y[i] + margin)
    }
}

/// The log density over all tilts: of what was observed, and on average.
pub struct Tilts(Rc<Sight>);

/// How many tilts there are to either side of none, and how far below its top, in nats, a line is seen.
const STEPS: i32 = 99;
const DEEP: f64 = 8.0;

impl Chart for Tilts {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        let sight = &self.0;
        let x: Vec<f64> =
            (-STEPS..=STEPS).map(|i| STEEPEST * f64::from(i) / f64::from(STEPS)).collect();
        let line = |density: &dyn Fn(f64) -> Option<f64>| -> Vec<f32> {
            x.iter().map(|tilt| density(*tilt).map_or(f32::NAN, |value| value as f32)).collect()
        };
        let (here, average) = (line(&|r| sight.density(r)), line(&|r| sight.expected(r)));
        let series = [
            Series { name: "of this dot", values: &here, index: 1 },
            Series { name: "on average, if the reference is right", values: &average, index: 0 },
        ];
        let curves = Curves {
            x: &x,
            series: &series,
            y_range: range(here.iter().chain(&average)),
            x_label: "tilt: correlation of the two",
            y_label: "log density, nats",
            at: Some(sight.tilt),
            marks: &[sight.own, sight.reference],
            legend: true,
        };
        curves.draw(area, style)
    }
}

/// Both lines from their top, and no deeper than can be told apart.
fn range<'a>(values: impl Iterator<Item = &'a f32> + Clone) -> Range<f64> {
    let known = || values.clone().copied().filter(|value| !value.is_nan()).map(f64::from);
    let top = known().fold(f64::NEG_INFINITY, f64::max);
    let bottom = known().fold(top, f64::min).max(top - DEEP);
    if top.is_finite() { bottom - 0.2..top + 0.4 } else { -1.0..1.0 }
}

impl Sight {
    /// The ellipse in its box.
    pub fn tilted(self) -> Box<dyn Chart> {
        Box::new(Tilted(Rc::new(self)))
    }

    /// Its log density over all tilts.
    pub fn tilts(self) -> Box<dyn Chart> {
        Box::new(Tilts(Rc::new(self)))
    }

    /// Both, for a file.
    pub fn whole(self) -> Box<dyn Chart> {
        let sight = Rc::new(self);
        let pane = |share, title, chart| Pane { share, title, chart };
        let tilted = Box::new(Tilted(sight.clone()));
        let panes = vec![
            pane(0.55, "Two targets of a batch", tilted),
            pane(0.45, "Their log density by tilt", Box::new(Tilts(sight))),
        ];
        Box::new(Panes { rows: vec![(1.0, panes)] })
    }
}
