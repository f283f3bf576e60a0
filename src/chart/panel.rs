//! One rule's panel: a posterior, and under it the score of every point that could be asked for
//! next. Several panels make a figure.

use std::ops::Range;

use super::band::{self, Band, nearest};
use super::legend::Sample;
use super::plot::{Frame, LEFT, Labels, Plot, Stroke, layout, refused, size, units};
use super::pointed::Pointed;
use super::{Area, Chart, Style, text};
use crate::error::Result;
use crate::numeric::fixed;

/// A posterior and scores that share the x axis.
#[derive(Debug, Clone, Default)]
pub struct Panel {
    /// Above.
    pub band: Band,
    /// Below.
    pub scores: Scores,
}

/// Scores along the x axis.
#[derive(Debug, Clone, Default)]
pub struct Scores {
    /// Where the points are.
    pub x: Vec<f64>,
    /// Their scores; none once taken.
    pub values: Vec<Option<f64>>,
    /// Ends of their axis.
    pub range: Range<f64>,
    /// Where the next point will be asked for.
    pub next: Option<f64>,
    /// The points that were asked for.
    pub taken: Vec<f64>,
    /// What to say if there are none, in the place of all marks.
    pub none: &'static str,
}

/// What a pointer over a panel shows.
#[derive(Debug, Clone)]
pub struct Hover<'a> {
    /// The panel it is over.
    pub panel: &'a Panel,
    /// What is pointed at.
    pub pointed: Pointed,
}

/// Several panels, in two columns, under one legend.
#[derive(Debug, Clone)]
pub struct Multiples {
    /// Over each panel: the rule, and its numbers.
    pub titles: Vec<(String, String)>,
    /// The panels.
    pub panels: Vec<Panel>,
}

/// The share of a panel's height that the posterior takes.
const UPPER: f64 = 0.66;
/// Room for the words over each panel of a figure, and for the legend over all.
const TITLE: f64 = 17.0;
const LEGEND: f64 = 42.0;

impl Chart for Panel {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        area.fill(&style.ground).map_err(refused)?;
        self.draw_on(area, style)
    }
}

impl Chart for Hover<'_> {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        let (upper, lower) = split(area);
        let (frame, scores) = self.panel.frames(area);
        Plot::bare(lower, style, scores).probe(self.pointed.x)?;
        self.pointed.draw_on(&self.panel.band, &upper, &frame, style)?;
        Ok(frame)
    }
}

impl Chart for Multiples {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        // Areas meet between pixels, where what lies under them would shine through.
        area.fill(&style.ground).map_err(refused)?;
        let (top, rest) = area.split_vertically(units(LEGEND));
        let legend = band::legend(style);
        let mut legend: Vec<(Sample, &str)> =
            legend.into_iter().filter(|(_, words)| *words != "target missed").collect();
        if self.panels.iter().any(|panel| !panel.band.samples.is_empty()) {
            let thin = Stroke { color: style.vermillion, width: 0.75, dashed: false };
            legend.insert(2, (Sample::Line(thin), "possible functions"));
        }
        let score = Stroke { color: style.green, width: 2.0, dashed: false };
        legend.push((Sample::Line(score), "score of one more"));
        legend.push((Sample::Tick(style.green), "next"));
        legend.push((Sample::Tick(style.ink), "asked there"));
        Plot::legend(&top, style, &legend)?;
        // Plotters cuts an area that is less than none into enormous ones.
        if size(&rest).1 <= 0.0 {
            return Ok(Frame::default());
        }
        let columns = if self.panels.len() == 1 { 1 } else { 2 };
        let cells = rest.split_evenly((self.panels.len().div_ceil(columns), columns));
        let room = size(area).0 / columns as f64 - LEFT;
        let captions: Vec<Vec<String>> =
            self.titles.iter().map(|title| caption(title, room)).collect();
        let lines = captions.iter().map(Vec::len).max().unwrap_or(0);
        let mut frame = None;
        for ((panel, caption), cell) in self.panels.iter().zip(&captions).zip(&cells) {
            let (head, body) = cell.split_vertically(units(lines as f64 * TITLE));
            for (line, place) in caption.iter().zip(&head.split_evenly((lines, 1))) {
                Plot::title(place, style, line)?;
            }
            frame = Some(panel.draw_on(&body, style)?);
        }
        for unused in cells.iter().skip(self.panels.len()) {
            Plot::title(unused, style, "")?;
        }
        Ok(frame.unwrap_or_default())
    }
}

impl Panel {
    /// What the panel shows at a place, in words.
    pub fn readout(&self, x: f64) -> String {
        let score = match self.scores.values.get(nearest(&self.scores.x, x)) {
            _ if self.scores.is_beyond(x) => ",  outside the pool: cannot be asked".into(),
            Some(Some(score)) => format!(",  score {}", fixed(*score, 3)),
            _ => String::new(),
        };
        self.band.readout(x) + &score
    }

    fn draw_on(&self, root: &Area, style: &Style) -> Result<Frame> {
        let (upper, lower) = split(root);
        let frame = self.band.draw_on(upper, style, &self.upper_labels(root))?;
        self.draw_scores(lower, style, &self.lower_labels(root))?;
        Ok(frame)
    }

    fn draw_scores(&self, area: Area, style: &Style, labels: &Labels) -> Result<()> {
        let Scores { x, values, range, next, taken, none } = &self.scores;
        let nothing = values.iter().all(Option::is_none);
        let labels = Labels { no_y: nothing, ..*labels };
        let plot = Plot::new(area, style, self.band.x_range.clone(), range.clone(), &labels)?;
        for region in &self.band.regions {
            plot.stretch(*region, style.blue, 0.07)?;
        }
        if nothing && !none.is_empty() {
            return plot.note(none);
        }
        // A point that is taken has no score; the curve passes over it.
        let known = x.iter().zip(values).filter_map(|(x, value)| Some((*x, (*value)?)));
        let (x, scores): (Vec<f64>, Vec<f64>) = known.unzip();
        plot.between(&x, &vec![range.start.max(0.0); x.len()], &scores, style.green, 0.2)?;
        plot.line(&x, &scores, Stroke { color: style.green, width: 2.0, dashed: false })?;
        taken.iter().try_for_each(|x| plot.upright(*x, style.ink, 0.75))?;
        next.iter().try_for_each(|x| plot.upright(*x, style.green, 2.5))
    }

    /// Where posterior and scores have their data.
    fn frames(&self, root: &Area) -> (Frame, Frame) {
        let (upper, lower) = split(root);
        let (x, y) = (self.band.x_range.clone(), self.band.y_range.clone());
        let below = layout(&lower, x.clone(), self.scores.range.clone(), &self.lower_labels(root));
        (layout(&upper, x, y, &self.upper_labels(root)), below)
    }

    fn upper_labels(&self, root: &Area) -> Labels<'static> {
        Labels { shares_x: true, left: self.left(root), ..Labels::default() }
    }

    fn lower_labels(&self, root: &Area) -> Labels<'static> {
        Labels { left: self.left(root), ..Labels::default() }
    }

    /// The room that the wider of the two y axes needs.
    fn left(&self, root: &Area) -> f64 {
        let (upper, lower) = split(root);
        let room = |area, range: &Range<f64>| {
            layout(area, self.band.x_range.clone(), range.clone(), &Labels::default()).columns.start
        };
        room(&upper, &self.band.y_range).max(room(&lower, &self.scores.range))
    }
}

impl Scores {
    /// Whether a place is farther from every point than these are from each other.
    fn is_beyond(&self, x: f64) -> bool {
        let (Some(first), Some(last)) = (self.x.first(), self.x.last()) else { return true };
        let apart = (last - first) / (self.x.len() - 1).max(1) as f64;
        x < first - apart || x > last + apart
    }
}

/// A panel's name, and its numbers on as many lines as they need.
fn caption((name, numbers): &(String, String), room: f64) -> Vec<String> {
    let numbers = text::wrap(numbers, room).unwrap_or_else(|| vec![numbers.clone()]);
    [vec![name.clone()], numbers].concat()
}

fn split(root: &Area) -> (Area, Area) {
    root.split_vertically(units(UPPER * size(root).1))
}
