//! From scene and studies to charts.

use crate::chart::{self, Band, Curves, Dots, HARD_SPACE, Multiples, Pane, Panel, Panes};
use crate::chart::{Area, Chart, Frame, Scores, Series, Sheet, Style, Titled, nearest};
use crate::error::Result;
use crate::lab::band::{belief_band, observed};
use crate::lab::correlation::atlas::Square;
use crate::lab::models::traced;
use crate::lab::models::{Scene, Studied, words};
use crate::model::Glimpse;
use crate::numeric::{Matrix, math, sorted};
use crate::posterior::Marginals;
use crate::scenario::{Region, Scenario};

/// What a panel shows of its model.
pub enum Shown<'a> {
    /// Nothing yet but the problem.
    Waiting,
    /// All there is.
    Done(&'a Studied),
    /// What was found so far.
    Learning(&'a Glimpse),
}

/// One model's panel.
pub fn panel(scenario: &Scenario, scene: &Scene, shown: &Shown, y_range: (f64, f64)) -> Panel {
    let (low, high) = scenario.problem.x_range();
    let (belief, functions) = match shown {
        Shown::Done(studied) => (belief_band(&studied.along.marginals()), Some(&studied.functions)),
        Shown::Learning(glimpse) => (belief_band(&glimpse.marginals), Some(&glimpse.functions)),
        Shown::Waiting => (nothing(scene), None),
    };
    let picks = match shown {
        Shown::Done(studied) => scene.task.pool.select(&studied.batch.indices),
        _ => scene.task.pool.select(&[]),
    };
    let region = |region: &Region| (region.low, region.high);
    let band = Band {
        x_range: low..high,
        y_range: y_range.0..y_range.1,
        x: scene.x.clone(),
        truth: scene.truth.clone(),
        samples: functions.map_or(Vec::new(), |all| lines(all, scenario.models.samples)),
        train: observed(&scene.task.train),
        picks: observed(&picks),
        targets: scene.task.targets.inputs.as_slice().to_vec(),
        regions: scenario.problem.targets.iter().map(region).collect(),
        ..belief
    };
    Panel { band, scores: scores(scene, shown) }
}

/// A band that is nowhere.
fn nothing(scene: &Scene) -> Band {
    let nowhere = vec![f64::NAN; scene.x.len()];
    Band {
        mean: nowhere.clone(),
        function: nowhere.clone(),
        observation: nowhere,
        ..Band::default()
    }
}

fn lines(functions: &Matrix, most: usize) -> Vec<Vec<f64>> {
    functions.column_iter().take(most).map(|f| f.iter().copied().collect()).collect()
}

/// The scores before the first pick, and all picks.
fn scores(scene: &Scene, shown: &Shown) -> Scores {
    let x = scene.task.pool.inputs.as_slice().to_vec();
    let (values, taken) = match shown {
        Shown::Done(studied) => {
            let place = |&index: &usize| x[index];
            let values = studied.batch.scores.first().cloned();
            (values, studied.batch.indices.iter().map(place).collect())
        }
        _ => (None, Vec::new()),
    };
    let values = values.unwrap_or_else(|| vec![None; x.len()]);
    let (low, high) = values
        .iter()
        .flatten()
        .fold((0.0, 0.0), |(low, high): (f64, f64), s| (low.min(*s), high.max(*s)));
    let range = low..if high > low { high + 0.08 * (high - low) } else { 1.0 };
    let none = match shown {
        Shown::Done(_) => "no scores: it asks anywhere",
        Shown::Learning(_) => "no scores before it has learned",
        Shown::Waiting => "nothing learned yet",
    };
    Scores { x, values, range, next: None, taken, none }
}

/// All panels that are done as one figure.
pub fn multiples(models: &[(&Panel, &words::Facts)]) -> Multiples {
    let number = |score: &words::Score| {
        let best = if score.best { "*" } else { "" };
        format!("{} {}{best}", score.label, score.value).replace(' ', &HARD_SPACE.to_string())
    };
    let title = |facts: &words::Facts| {
        let numbers: Vec<_> = facts.scores.iter().map(number).collect();
        (facts.title.clone(), numbers.join(", "))
    };
    Multiples {
        titles: models.iter().map(|(_, facts)| title(facts)).collect(),
        panels: models.iter().map(|(panel, _)| (*panel).clone()).collect(),
    }
}

/// The whole figure: what models believe, and what they think goes together.
pub struct Whole<'a> {
    /// Above.
    pub panels: Multiples,
    /// Below.
    pub squares: Vec<Square<'a>>,
    /// Last: how they rank over many functions, if they are judged on many.
    pub verdict: Option<Dots>,
}

impl Whole<'_> {
    /// The height that so many squares are given under panels of 1000 pixels.
    pub fn height_of_squares(count: usize) -> u32 {
        if count > 8 { 390 } else { 220 }
    }

    /// The height that a verdict is given.
    pub fn height_of_verdict(verdict: Option<&Dots>) -> u32 {
        verdict.map_or(0, |chart| 110 + 26 * chart.rows.len() as u32)
    }
}

impl Chart for Whole<'_> {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        let (below, last) = (
            f64::from(Self::height_of_squares(self.squares.len())),
            f64::from(Self::height_of_verdict(self.verdict.as_ref())),
        );
        let (width, height) = chart::size(area);
        let scale = (width / 1000.0).max(0.5);
        let share = (below + last) * scale;
        let (upper, lower) =
            area.split_vertically(chart::units((height - share).max(height / 2.0)));
        let lower_height = chart::size(&lower).1;
        let (lower, verdict) =
            lower.split_vertically(chart::units(lower_height * below / (below + last)));
        let frame = self.panels.draw(&upper, style)?;
        let heatmaps: Vec<Titled> = self.squares.iter().map(|square| square.titled(&[])).collect();
        let title = "What goes together with what: each model’s correlations";
        Sheet { title, heatmaps: &heatmaps, ..Sheet::default() }.draw(&lower, style)?;
        if let Some(chart) = &self.verdict {
            let title = "Luck or merit: ranks on this function, over many, and in the paper";
            let pane = Pane { share: 1.0, title, chart: Box::new(chart.clone()) };
            Panes { rows: vec![(1.0, vec![pane])] }.draw(&verdict, style)?;
        }
        Ok(frame)
    }
}

/// Of the function nearest to `x` with the function everywhere.
pub fn correlation(scene: &Scene, studied: &Studied, x: f64) -> Vec<f64> {
    let at = nearest(&scene.x, x);
    let belief = &studied.along;
    let scale = |i: usize| (belief.variance(at) * belief.variance(i)).sqrt();
    let value = |i: usize| match scale(i) {
        _ if i == at => 1.0,
        0.0 => 0.0,
        scale => (belief.covariance.get(at, i) / scale).clamp(-1.0, 1.0),
    };
    (0..scene.x.len()).map(value).collect()
}

/// How training went, along its steps.
#[derive(Debug, Clone)]
pub struct Learning {
    /// In hundredths of the whole training.
    pub x: Vec<f64>,
    /// Loss or log density.
    pub values: Vec<f32>,
    /// What it is.
    pub label: &'static str,
    /// Below.
    pub x_label: &'static str,
}

/// The curve of a model; `so_far` is the share of the training that it covers.
pub fn learning(curve: &[f64], label: &'static str, so_far: Option<usize>) -> Option<Learning> {
    if curve.len() < 2 {
        return None;
    }
    let logarithmic = label == words::LOSS;
    let value = |value: &f64| {
        if logarithmic { math::log10(value.max(1e-12)) as f32 } else { *value as f32 }
    };
    let whole = so_far.unwrap_or(curve.len()).max(curve.len());
    let share = |i: usize| 100.0 * (i + 1) as f64 / whole as f64;
    // What is to come is left free, so that a curve is seen to grow.
    let rest = std::iter::repeat_n(f32::NAN, whole - curve.len());
    Some(Learning {
        x: (0..whole).map(share).collect(),
        values: curve.iter().map(value).chain(rest).collect(),
        label: if logarithmic { "loss (log 10)" } else { label },
        x_label: "training, %",
    })
}

/// How many values a training curve has in the end.
pub const WHOLE: usize = crate::model::CURVE;

/// The draws of a few targets, one after the other.
#[derive(Debug, Clone)]
pub struct Traces {
    /// A list for each target.
    pub values: Vec<Vec<f32>>,
    /// What each is.
    pub names: Vec<String>,
}

/// Those that a model kept; nothing if it draws none.
pub fn traces(scene: &Scene, studied: &Studied) -> Option<Traces> {
    let (trace, targets) = (&studied.trace, &scene.task.targets.inputs);
    let column = |column: usize| trace.column(column).iter().map(|value| *value as f32).collect();
    let name = |&index: &usize| format!("x = {:.2}", targets[index]).replace('-', "−");
    (trace.nrows() > 1).then(|| Traces {
        values: (0..trace.ncols()).map(column).collect(),
        names: traced(targets.ncols()).iter().map(name).collect(),
    })
}

impl Chart for Learning {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        let series = [Series { name: self.label, values: &self.values, index: 2 }];
        Curves {
            x: &self.x,
            series: &series,
            y_range: range(&self.values, 20),
            x_label: self.x_label,
            y_label: self.label,
            ..Curves::default()
        }
        .draw(area, style)
    }
}

impl Chart for Traces {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        let x: Vec<f64> = (1..=self.values[0].len()).map(|draw| draw as f64).collect();
        let each = self.values.iter().zip(&self.names).enumerate();
        let series: Vec<Series> =
            each.map(|(i, (values, name))| Series { name, values, index: i + 1 }).collect();
        let all: Vec<f32> = self.values.concat();
        Curves {
            x: &x,
            series: &series,
            y_range: range(&all, 0),
            x_label: "draw",
            y_label: "f(x)",
            legend: true,
            ..Curves::default()
        }
        .draw(area, style)
    }
}

/// An axis for the values, without the lowest of so many: what comes before training has found its way.
fn range(values: &[f32], cut: usize) -> std::ops::Range<f64> {
    let finite = values.iter().map(|value| f64::from(*value)).filter(|value| value.is_finite());
    let order = sorted(&finite.collect::<Vec<_>>());
    let Some(highest) = order.last() else { return 0.0..1.0 };
    let low = order[order.len().checked_div(cut).unwrap_or(0)];
    let margin = (0.06 * (highest - low)).max(1e-9 + 1e-6 * highest.abs());
    low - margin..highest + margin
}

/// Means and variances along the axis, for tables.
pub fn marginals(studied: &Studied) -> Marginals {
    studied.along.marginals()
}
