//! The lab's charts with their numbers, each drawn by one of the plain charts.

use std::ops::Range;

use crate::chart::{
    Area, Bar, Bars, Candidate, Chart, CloudSeries, Density, DensityMarks, Estimate, Frame, Groups,
    Heatmap, Pane, Panes, Style,
};
use crate::error::Result;
use crate::lab::theorem::{Case, Class, Outcome};
use crate::metric::{Divergence, Limits};
use crate::numeric::{Matrix, math};
use crate::scenario::XI;

/// The looks of what generated the batch and of what judges it, and of what is in the cloud: see
/// [`Style::series`].
const TRUTH: usize = 1;
const JUDGE: usize = 2;
const CLOUD: usize = 6;
const WORST: usize = 4;
const THIS: usize = 0;
const SURE: usize = 3;

/// A line that gaps are compared with: its name, its look, and how high it is.
struct Line(&'static str, usize, fn(&Limits) -> f64);

const LINES: [Line; 3] = [
    Line("proven bound (√(2bξ) + 2ξ)/λ", 0, |limits| limits.bound),
    Line("paper’s order b√b √ξ/λ", 3, |limits| limits.paper),
    Line("tight order √(bξ)/λ", 2, |limits| limits.tight),
];

/// How many powers of ten below the lines gaps are still seen.
const BELOW: f64 = 4.0;
/// How finely lines are drawn.
const CURVE: usize = 57;

/// Gaps against mismatches, in powers of ten.
pub struct Gaps {
    cloud: (Vec<f32>, Vec<f32>),
    limits: Vec<Places>,
    /// The worst that were found, and the one that is looked at.
    marks: [Places; 2],
    y_range: Range<f64>,
}

/// Some points of a name and a look.
struct Places {
    name: &'static str,
    index: usize,
    x: Vec<f64>,
    y: Vec<f64>,
}

impl Places {
    fn of<'a>(
        name: &'static str,
        index: usize,
        outcomes: impl IntoIterator<Item = &'a Outcome>,
    ) -> Self {
        let (x, y) = outcomes.into_iter().map(place).unzip();
        Self { name, index, x, y }
    }

    fn series(&self) -> CloudSeries<'_> {
        CloudSeries { name: self.name, x: &self.x, y: &self.y, index: self.index }
    }
}

/// Where a case lies.
pub fn place(outcome: &Outcome) -> (f64, f64) {
    (math::log10(outcome.xi), math::log10(outcome.gap.abs()))
}

impl Gaps {
    /// Of a class; without a case to be marked there is a place for it in the legend.
    pub fn new<'a>(
        class: &Class,
        cloud: impl IntoIterator<Item = &'a Outcome>,
        worst: &[Outcome],
        this: Option<&Outcome>,
    ) -> Self {
        let Range { start, end } = x_range();
        let at = |i: usize| start + (end - start) * i as f64 / (CURVE - 1) as f64;
        let limits: Vec<Places> = LINES
            .iter()
            .map(|Line(name, index, limit)| {
                let y = |i: usize| math::log10(limit(&class.limits(math::pow(10.0, at(i)))));
                let (x, y) = ((0..CURVE).map(at).collect(), (0..CURVE).map(y).collect());
                Places { name, index: *index, x, y }
            })
            .collect();
        let low = limits.iter().map(|line| line.y[0]).fold(f64::INFINITY, f64::min);
        let high = limits.iter().map(|line| line.y[CURVE - 1]).fold(low, f64::max);
        Self {
            cloud: cloud.into_iter().map(place).map(|(x, y)| (x as f32, y as f32)).unzip(),
            limits,
            marks: [Places::of("worst found", WORST, worst), Places::of("this batch", THIS, this)],
            y_range: low.floor() - BELOW..(high + 0.1).ceil(),
        }
    }

    fn with<T>(&self, draw: impl FnOnce(Density) -> T) -> T {
        let lines: Vec<CloudSeries> = self.limits.iter().map(Places::series).collect();
        let marks = self.marks.each_ref().map(Places::series);
        draw(Density {
            x: &self.cloud.0,
            y: &self.cloud.1,
            x_range: x_range(),
            y_range: self.y_range.clone(),
            x_label: "ξ, mismatch of the marginals, nats",
            y_label: "gap, nats",
            index: CLOUD,
            name: "random batches",
            lines: &lines,
            marks: &marks,
            diagonal: false,
            decades: true,
            ..Density::default()
        })
    }
}

impl Chart for Gaps {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        self.with(|density| density.draw(area, style))
    }
}

/// What the theorem promises, as one line: how far off XLL can be, by how wrong the marginals are. Shaded is
/// where that is so little that XLL surely judges the correlations.
pub struct Promise {
    line: Places,
    this: Places,
    until: Option<f64>,
}

impl Promise {
    /// Of a class, with the case that is looked at, and the mismatch up to which XLL is sure to judge the
    /// correlations, if there is one.
    pub fn new(class: &Class, case: &Case, until: Option<f64>) -> Self {
        let bound = Gaps::new(class, [], &[], None).limits.swap_remove(0);
        Self {
            line: Places { name: "never further off than this", ..bound },
            this: Places::of("this batch", THIS, [&case.outcome()]),
            until: until.map(math::log10),
        }
    }
}

impl Chart for Promise {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        let (low, high) = (self.line.y[0], self.line.y[CURVE - 1]);
        // A gap may be far below the line; it is seen all the same.
        let lowest = self.this.y.iter().copied().fold(low, f64::min).max(low - BELOW);
        let density = Density {
            x_range: x_range(),
            y_range: lowest.floor()..(high + 0.1).ceil(),
            x_label: "ξ: how wrong the borrowed means and deviations are, nats",
            y_label: "how far off XLL is, nats",
            index: SURE,
            name: if self.until.is_some() { "here XLL surely judges the correlations" } else { "" },
            lines: &[self.line.series()],
            marks: &[self.this.series()],
            diagonal: false,
            decades: true,
            until: self.until,
            ..Density::default()
        };
        density.draw(area, style)
    }
}

/// What moves over the cloud: the case that is looked at, and the one that is pointed at.
pub struct Pointed {
    /// Of what it lies over.
    pub gaps: Gaps,
    pub this: Outcome,
    pub pointed: Option<Outcome>,
}

impl Chart for Pointed {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        let this = Places::of("", THIS, [&self.this]);
        let ring = self.pointed.as_ref().map(place);
        self.gaps
            .with(|under| DensityMarks { under, marks: &[this.series()], ring }.draw(area, style))
    }
}

/// The powers of ten that the x axis spans.
fn x_range() -> Range<f64> {
    math::log10(XI.0)..math::log10(XI.1)
}

/// Means and deviations of the points: the truth's, and the reference's 0 ± 1.
pub struct Marginals<'a>(pub &'a Case);

impl Chart for Marginals<'_> {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        let Case { shift, ratio, .. } = self.0;
        let names: Vec<String> = (1..=shift.len()).map(|point| point.to_string()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let estimate = |(mean, sd): (&f64, &f64)| Some(Estimate { value: *mean, error: Some(*sd) });
        let truth: Vec<_> = shift.iter().zip(ratio).map(estimate).collect();
        let reference = vec![Some(Estimate { value: 0.0, error: Some(1.0) }); shift.len()];
        let candidates = [
            Candidate { name: "truth p", values: &truth, index: TRUTH },
            Candidate { name: "reference, in q", values: &reference, index: JUDGE },
        ];
        let farthest = shift.iter().zip(ratio).map(|(d, r)| d.abs() + r).fold(1.0, f64::max);
        // In few steps, so that the axis does not crawl with the sliders.
        let end = [2.0, 4.0, 8.0, 16.0].into_iter().find(|end| *end >= farthest);
        let end = end.unwrap_or(farthest);
        let groups = Groups {
            names: &names,
            candidates: &candidates,
            y_range: Some(-end..end),
            x_label: "points of the batch",
            y_label: "mean ± deviation",
            legend: true,
        };
        groups.draw(area, style)
    }
}

/// What XLL sees, and what it should see with what may come between.
pub struct Divergences<'a>(pub &'a Case);

impl Chart for Divergences<'_> {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        let Divergence { kl, kl_correlations, limits, .. } = self.0.divergence;
        let bar = |name, value, reach, index| Bar { name, value, reach, index };
        let bars = Bars {
            bars: &[
                bar("XLL sees", kl, 0.0, JUDGE),
                bar("correlations ± bound", kl_correlations, limits.bound, TRUTH),
            ],
            x_label: "divergence, nats",
        };
        bars.draw(area, style)
    }
}

/// Correlations as a square.
pub struct Square<'a>(pub &'a Matrix);

impl Chart for Square<'_> {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        // Symmetric: by columns is by rows.
        let values: Vec<f32> = self.0.iter().map(|value| *value as f32).collect();
        Heatmap { size: self.0.nrows(), values: &values, targets: &[] }.draw(area, style)
    }
}

/// All of it.
pub fn whole<'a>(case: &'a Case, gaps: Gaps) -> Panes<'a> {
    let pane = |share: f64, title: &'a str, chart| Pane { share, title, chart };
    Panes {
        rows: vec![
            (
                0.34,
                vec![
                    pane(0.32, "One batch: its marginals", Box::new(Marginals(case))),
                    pane(0.16, "its true correlations", Box::new(Square(&case.truth))),
                    pane(0.16, "the candidate’s", Box::new(Square(&case.candidate))),
                    pane(0.36, "what XLL sees, and should see", Box::new(Divergences(case))),
                ],
            ),
            (
                0.66,
                vec![pane(
                    1.0,
                    "Many batches with the same b, λ and correlation error",
                    Box::new(gaps),
                )],
            ),
        ],
    }
}
