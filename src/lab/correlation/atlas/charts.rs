//! The lab's charts with their numbers, each drawn by one of the plain charts.

use crate::chart::{
    Area, Candidate, Chart, Cloud, CloudSeries, Curves, Density, Estimate, Frame, Groups, Heatmap,
    HeatmapMarks, Series, Sheet, Style, Titled,
};
use crate::error::Result;
use crate::numeric::sorted;

/// The correlations of one point with all others, by every model.
pub struct Rows {
    pub(super) x: Vec<f64>,
    pub(super) at: f64,
    pub(super) marks: Vec<f64>,
    pub(super) lines: Vec<Line>,
    pub(super) x_label: String,
}

/// One model's.
pub(super) struct Line {
    pub name: String,
    pub values: Vec<f32>,
    pub look: usize,
}

impl Line {
    fn series(&self) -> Series<'_> {
        Series { name: &self.name, values: &self.values, index: self.look }
    }
}

impl Rows {
    fn with<T>(&self, legend: bool, draw: impl FnOnce(Curves) -> T) -> T {
        let series: Vec<Series> = self.lines.iter().map(Line::series).collect();
        draw(Curves {
            x: &self.x,
            series: &series,
            y_range: -1.05..1.05,
            x_label: &self.x_label,
            y_label: "correlation with the point at the line",
            at: Some(self.at),
            marks: &self.marks,
            legend,
        })
    }
}

impl Chart for Rows {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        self.with(false, |curves| curves.draw(area, style))
    }
}

/// A candidate's correlations against the oracle's.
pub struct Agreement {
    pub(super) oracle: Vec<f32>,
    pub(super) own: Vec<f32>,
    pub(super) words: String,
    pub(super) title: String,
    pub(super) look: usize,
}

impl Chart for Agreement {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        let density = Density {
            x: &self.oracle,
            y: &self.own,
            x_label: "the oracle’s correlations",
            y_label: &self.title,
            words: &self.words,
            index: self.look,
            ..Density::default()
        };
        density.draw(area, style)
    }
}

/// A crosshair and a batch, over a square.
pub struct Marks {
    pub size: usize,
    pub row: usize,
    pub column: usize,
    pub batch: Vec<usize>,
}

impl Chart for Marks {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        let Self { size, row, column, ref batch } = *self;
        let marks = HeatmapMarks { size, row: Some(row), column: Some(column), batch };
        marks.draw(area, style)
    }
}

/// XLL by reference.
pub struct Cross {
    pub(super) names: Vec<String>,
    pub(super) members: Vec<Member>,
    pub(super) words: String,
}

/// One candidate's.
pub(super) struct Member {
    pub name: String,
    pub values: Vec<Option<Estimate>>,
    pub look: usize,
}

impl Member {
    fn candidate(&self) -> Candidate<'_> {
        Candidate { name: &self.name, values: &self.values, index: self.look }
    }
}

impl Cross {
    fn with<T>(&self, legend: bool, draw: impl FnOnce(Groups) -> T) -> T {
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        let candidates: Vec<Candidate> = self.members.iter().map(Member::candidate).collect();
        draw(Groups {
            names: &names,
            candidates: &candidates,
            y_range: self.range(),
            x_label: "reference",
            y_label: &self.words,
            legend,
        })
    }

    /// One absurd model must not press all others together: what lies far below the middle is cut.
    fn range(&self) -> Option<std::ops::Range<f64>> {
        let all = || self.members.iter().flat_map(|member| member.values.iter().flatten());
        let ends = |sign: f64| all().map(move |e| e.value + sign * e.error.unwrap_or(0.0));
        let values = sorted(&all().map(|estimate| estimate.value).collect::<Vec<_>>());
        let (middle, last) = (*values.get(values.len() / 2)?, *values.last()?);
        let (first, top) = (ends(-1.0).fold(middle, f64::min), ends(1.0).fold(last, f64::max));
        // But every reference keeps its best candidate in sight.
        let best = |at: usize| {
            let all = self.members.iter().filter_map(|member| member.values[at]);
            all.map(|estimate| estimate.value).fold(f64::NEG_INFINITY, f64::max)
        };
        let bests = (0..self.names.len()).map(best).fold(last, f64::min);
        let lowest = (last - 6.0 * (last - middle).max(0.05)).min(bests).max(first);
        let margin = 0.06 * (top - lowest).max(1e-9 + 1e-3 * top.abs());
        Some(lowest - margin..top + margin)
    }
}

impl Chart for Cross {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        self.with(true, |groups| groups.draw(area, style))
    }
}

/// Joint against marginal log likelihoods.
pub struct Likelihoods {
    pub(super) series: Vec<Tasks>,
}

/// One model's, on every task.
pub(super) struct Tasks {
    pub name: String,
    pub marginal: Vec<f64>,
    pub joint: Vec<f64>,
    pub look: usize,
}

impl Tasks {
    fn points(&self) -> CloudSeries<'_> {
        CloudSeries { name: &self.name, x: &self.marginal, y: &self.joint, index: self.look }
    }
}

impl Chart for Likelihoods {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        let series: Vec<CloudSeries> = self.series.iter().map(Tasks::points).collect();
        let cloud = Cloud {
            series: &series,
            x_range: None,
            y_range: None,
            x_label: "log likelihood, point by point",
            y_label: "of random batches together",
            diagonal: true,
            legend: true,
        };
        cloud.draw(area, style)
    }
}

/// Over the sheet.
const TITLE: &str = "How strongly each model thinks any two points go together; blue: targets";

/// Everything on one sheet.
pub struct Page<'a> {
    pub(super) squares: Vec<Square<'a>>,
    pub(super) rows: Rows,
    pub(super) cross: Cross,
    pub(super) batch: Vec<usize>,
}

/// One model's correlations, and the words over them.
pub struct Square<'a> {
    /// Whose it is.
    pub title: &'a str,
    /// A second line.
    pub words: String,
    /// The correlations.
    pub heatmap: Heatmap<'a>,
}

impl Square<'_> {
    /// As a sheet takes it, with the places of a batch.
    pub fn titled<'b>(&'b self, batch: &'b [usize]) -> Titled<'b> {
        Titled { title: self.title, words: &self.words, heatmap: self.heatmap, batch }
    }
}

impl Chart for Page<'_> {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        let titled = self.squares.iter().map(|square| square.titled(&self.batch));
        let heatmaps: Vec<Titled> = titled.collect();
        self.rows.with(true, |curves| {
            self.cross.with(true, |groups| {
                let (curves, groups) = (Some(curves), Some(groups));
                Sheet { title: TITLE, heatmaps: &heatmaps, curves, groups }.draw(area, style)
            })
        })
    }
}
