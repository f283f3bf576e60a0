//! The correlation lab's handle.

use serde_json::{Value, json};
use wasm_bindgen::prelude::*;
use web_sys::HtmlCanvasElement;

use super::{Answer, draw, style};
use crate::chart::figure::correlation::Atlas;
use crate::chart::{self, Chart, ColorBar, HeatmapMarks, Style};
use crate::error::{Error, Result};
use crate::exchange::{task_json, task_npz};
use crate::lab::correlation::{self, ModelFacts, ModelScore};
use crate::lab::{self, Part};
use crate::model::keep_going;
use crate::report::Report;
use crate::scenario::{Link, MOST_CANDIDATES};
use crate::task::Task;

/// The correlation lab: several models' correlations beside the oracle's, judged.
#[wasm_bindgen]
pub struct CorrelationLab {
    link: Link,
    parts: Vec<Part>,
    atlas: Option<Atlas>,
}

#[wasm_bindgen]
impl CorrelationLab {
    /// A link's lab. What is quick is computed at once; all else waits for the workers' parts.
    #[wasm_bindgen(constructor)]
    pub fn new(link: &str) -> Answer<CorrelationLab> {
        let link: Link = link.parse()?;
        let mut lab = Self { parts: Vec::new(), atlas: None, link };
        if correlation::is_quick(&lab.link.scenario) {
            let first = &lab::plan(&lab.link.scenario, &[])[0];
            lab.take(lab::run(first, &mut keep_going)?)?;
        }
        Ok(lab)
    }

    /// Whether there is a picture to draw.
    #[wasm_bindgen(getter)]
    pub fn ready(&self) -> bool {
        self.atlas.is_some()
    }

    /// How many units of work there are in all.
    #[wasm_bindgen(getter)]
    pub fn units(&self) -> usize {
        lab::plan(&self.link.scenario, &[]).len()
    }

    /// Looks at the same numbers in another way.
    pub fn look(&mut self, link: &str) -> Answer<()> {
        self.link.view = link.parse::<Link>()?.view;
        Ok(())
    }

    /// Adds what a worker found.
    pub fn add(&mut self, part: &[u8]) -> Answer<()> {
        Ok(self.take(Part::from_bytes(part)?)?)
    }

    fn take(&mut self, part: Part) -> Result<()> {
        let scenario = &self.link.scenario;
        if part.index == 0 {
            let repeated = correlation::merge(scenario, &self.parts)?;
            self.atlas = Some(Atlas::new(correlation::picture(scenario, part)?, repeated));
            return Ok(());
        }
        let place = self.parts.partition_point(|earlier| earlier.index < part.index);
        self.parts.insert(place, part);
        if let Some(atlas) = &mut self.atlas {
            atlas.repeated = correlation::merge(scenario, &self.parts)?;
        }
        Ok(())
    }

    /// What stands beside the figure, as JSON `{notice, order, likelihoods, cross, further, oracle, full, line, models:
    /// [{title, reference, absence, partial, oracle, scores: [{label, value, mean, best}]}]}`.
    pub fn facts(&self) -> Answer<String> {
        let Atlas { picture, repeated, .. } = self.atlas()?;
        let place = correlation::oracle_place(&picture.scenario);
        let facts = correlation::model_facts(picture, repeated);
        let model = |(i, facts): (usize, &ModelFacts)| {
            let ModelFacts { title, is_reference, absence, is_partial, scores } = facts;
            let scores: Vec<Value> = scores.iter().map(score_json).collect();
            json!({
                "title": title,
                "reference": is_reference,
                "absence": absence,
                "partial": is_partial,
                "oracle": place == Some(i),
                "scores": scores,
            })
        };
        Ok(json!({
            "notice": correlation::notice(picture, repeated),
            "order": correlation::order_words(picture),
            "likelihoods": correlation::likelihood_words(picture, repeated),
            "cross": self.cross_words()?,
            "further": correlation::count(repeated.tasks, "further task"),
            "oracle": picture.oracle.is_some(),
            "full": picture.scenario.candidates.len() >= MOST_CANDIDATES,
            "line": self.atlas()?.band(self.selected()).is_some(),
            "models": facts.iter().enumerate().map(model).collect::<Vec<_>>(),
        })
        .to_string())
    }

    fn cross_words(&self) -> Result<String> {
        let atlas = self.atlas()?;
        let words = correlation::cross_words(&atlas.picture, &atlas.repeated);
        let marked = self.link.view.batch.and_then(|(of, target)| atlas.batch_words(of, target));
        Ok(marked.map_or(words.clone(), |marked| format!("{words} {marked}")))
    }

    /// XLL by reference, as JSON `{candidates, rows: [{reference, title, cells: [{value, rank, mean,
    /// shade}]}]}`; shades run from 0, the worst of a row, to 1.
    pub fn cross(&self) -> Answer<String> {
        Ok(self.atlas()?.table().to_string())
    }

    /// The point under the crosshair.
    #[wasm_bindgen(getter)]
    pub fn at(&self) -> Vec<usize> {
        let Some(atlas) = &self.atlas else { return Vec::new() };
        let (row, column) = atlas.crosshair(self.link.view.at);
        vec![row, column]
    }

    /// The row and column of the squares under the crosshair.
    #[wasm_bindgen(getter)]
    pub fn crosshair(&self) -> Vec<usize> {
        let Some(atlas) = &self.atlas else { return Vec::new() };
        self.at().iter().filter_map(|&point| atlas.place(point)).collect()
    }

    /// The batch of a reference for the target under the crosshair, as a link writes it; nothing if
    /// it is marked already.
    pub fn batch_of(&self, reference: usize) -> Answer<Option<String>> {
        let picture = &self.atlas()?.picture;
        let target = self.at().iter().find_map(|point| point.checked_sub(picture.pool()));
        let batch = (reference, target.unwrap_or(picture.y.len() / 2));
        let marked = self.link.view.batch == Some(batch);
        Ok((!marked).then(|| format!("{}:{}", batch.0, batch.1)))
    }

    /// The reference whose batch is marked.
    #[wasm_bindgen(getter)]
    pub fn marked(&self) -> Option<usize> {
        self.link.view.batch.map(|batch| batch.0)
    }

    /// The candidate that is looked at closely.
    #[wasm_bindgen(getter)]
    pub fn selected(&self) -> usize {
        let count = self.link.scenario.candidates.len();
        let other = (0..count).find(|&i| Some(i) != correlation::oracle_place(&self.link.scenario));
        self.link.view.model.filter(|&model| model < count).or(other).unwrap_or(0)
    }

    /// The points at a row and a column of the squares, as a link writes them.
    pub fn pair(&self, row: usize, column: usize) -> Answer<Option<String>> {
        let atlas = self.atlas()?;
        let pair = atlas.point(row).zip(atlas.point(column));
        Ok(pair.map(|(row, column)| format!("{row}:{column}")))
    }

    /// The pair at a row and a column of the squares, in words; without them, the link's.
    pub fn pair_words(&self, row: Option<usize>, column: Option<usize>) -> Answer<String> {
        let (row, column) = self.cell(row, column)?;
        Ok(self.atlas()?.pair_words(row, column).unwrap_or_default())
    }

    /// How a square's model thinks that pair correlated.
    pub fn pair_value(
        &self,
        place: usize,
        row: Option<usize>,
        column: Option<usize>,
    ) -> Answer<String> {
        let (row, column) = self.cell(row, column)?;
        Ok(self.atlas()?.pair_value(place, row, column))
    }

    fn cell(&self, row: Option<usize>, column: Option<usize>) -> Result<(usize, usize)> {
        let (atlas, at) = (self.atlas()?, self.at());
        let place = |given: Option<usize>, point: usize| given.or_else(|| atlas.place(point));
        Ok((place(row, at[0]).unwrap_or(0), place(column, at[1]).unwrap_or(0)))
    }

    /// Draws the correlations of the oracle (place 0) or of candidate `place - 1` on a canvas of
    /// `width` x `height` CSS pixels, and tells where: the pixels of the left, right, top and bottom
    /// edge, then the data there. Draws nothing for a model that is not there.
    pub fn draw_heatmap(
        &self,
        place: usize,
        canvas: HtmlCanvasElement,
        width: u32,
        height: u32,
        ratio: f64,
        dark: bool,
    ) -> Answer<Option<Vec<f64>>> {
        let Some(heatmap) = self.atlas()?.heatmap(place) else { return Ok(None) };
        draw(&heatmap, canvas, (width, height), ratio, dark).map(Some)
    }

    /// Draws crosshair and batch on an empty canvas over a square. Without a row and a column, those
    /// of the link.
    #[allow(clippy::too_many_arguments)] // One call for each frame of a hover: no object to build.
    pub fn draw_marks(
        &self,
        row: Option<usize>,
        column: Option<usize>,
        canvas: HtmlCanvasElement,
        width: u32,
        height: u32,
        ratio: f64,
        dark: bool,
    ) -> Answer<Vec<f64>> {
        let atlas = self.atlas()?;
        let batch = self.link.view.batch.and_then(|(of, target)| atlas.batch(of, target));
        let (row, column) = self.cell(row, column)?;
        let marks = HeatmapMarks {
            size: atlas.picture.points(),
            row: Some(row),
            column: Some(column),
            batch: &batch.unwrap_or_default(),
        };
        draw(&marks, canvas, (width, height), ratio, dark)
    }

    /// Draws one of the other charts, as [`CorrelationLab::draw_heatmap`] does a square; nothing if
    /// there is nothing to show. `row` is the row of the squares that curves are of, if not the
    /// link's.
    #[allow(clippy::too_many_arguments)] // As above.
    pub fn draw(
        &self,
        chart: CorrelationChart,
        row: Option<usize>,
        canvas: HtmlCanvasElement,
        width: u32,
        height: u32,
        ratio: f64,
        dark: bool,
    ) -> Answer<Option<Vec<f64>>> {
        let (atlas, model) = (self.atlas()?, self.selected());
        let place = (canvas, (width, height), ratio, dark);
        match chart {
            CorrelationChart::Rows => {
                let point = row.and_then(|row| atlas.point(row)).unwrap_or_else(|| self.at()[0]);
                draw_if(Some(atlas.rows(point)?), place)
            }
            CorrelationChart::Agreement => draw_if(atlas.agreement(model), place),
            CorrelationChart::Band => draw_if(atlas.band(model), place),
            CorrelationChart::Cross => {
                let judged = !atlas.picture.judged.references.is_empty();
                draw_if(judged.then(|| atlas.cross()), place)
            }
            CorrelationChart::Likelihoods => {
                let judged = !atlas.picture.judged.models.is_empty();
                draw_if(judged.then(|| atlas.likelihoods()), place)
            }
            CorrelationChart::Sheet => {
                draw_if(Some(atlas.sheet(self.at()[0], self.link.view.batch)?), place)
            }
        }
    }

    /// Everything on one sheet, as an SVG document.
    pub fn svg(&self, width: u32, height: u32, dark: bool) -> Answer<String> {
        let sheet = self.atlas()?.sheet(self.at()[0], self.link.view.batch)?;
        Ok(chart::svg(&sheet, (width, height), &style(dark))?)
    }

    /// The figure in words, for those who cannot see it.
    pub fn description(&self) -> Answer<String> {
        let Atlas { picture, repeated, .. } = self.atlas()?;
        Ok(correlation::description(picture, repeated))
    }

    /// The fingerprint of all numbers; there is none before the last part, nor without a file.
    pub fn fingerprint(&self) -> Answer<Option<String>> {
        let whole = self.atlas.as_ref().is_some_and(|atlas| atlas.picture.is_whole());
        let complete = whole && self.parts.len() + 1 == self.units();
        Ok(if complete { Some(self.report()?.fingerprint()) } else { None })
    }

    /// All tables as comma-separated values, after the link they belong to.
    pub fn csv(&self) -> Answer<String> {
        Ok(self.report()?.csv(&self.link.scenario.link(), self.fingerprint()?.as_deref()))
    }

    /// The link, the fingerprint and all tables, as JSON.
    pub fn json(&self) -> Answer<String> {
        let (link, fingerprint) = (self.link.scenario.link(), self.fingerprint()?);
        Ok(self.report()?.json(&link, fingerprint.as_deref()).to_string())
    }

    /// All tables, as JSON `[{name, labels, columns: [{name, values}]}, ..]`.
    pub fn tables(&self) -> Answer<String> {
        Ok(self.report()?.tables_json().to_string())
    }

    /// The task as JSON, for a model of one's own.
    pub fn task_json(&self) -> Answer<String> {
        Ok(task_json(self.task()?, &self.link.scenario.link()))
    }

    /// The task as numpy's .npz.
    pub fn task_npz(&self) -> Answer<Vec<u8>> {
        Ok(task_npz(self.task()?, &self.link.scenario.link()))
    }

    /// What all models predict for the targets, as the request `score` takes it.
    pub fn predictions(&self) -> Answer<String> {
        Ok(correlation::score_request(&self.atlas()?.picture).to_string())
    }

    fn atlas(&self) -> Result<&Atlas> {
        self.atlas.as_ref().ok_or_else(|| Error::value("figure", "none yet", "computed first"))
    }

    fn task(&self) -> Result<&Task> {
        let none = || Error::value("task", "a file's", "one that can be given away");
        self.atlas()?.picture.task.as_ref().ok_or_else(none)
    }

    fn report(&self) -> Result<Report> {
        let Atlas { picture, repeated, .. } = self.atlas()?;
        Ok(correlation::report(picture, repeated))
    }
}

/// The charts beside the squares.
#[wasm_bindgen]
#[derive(Debug, Clone, Copy)]
pub enum CorrelationChart {
    /// The correlations of one point with all others.
    Rows,
    /// The selected candidate's correlations against the oracle's, if both are there.
    Agreement,
    /// What it believes of a function on a line.
    Band,
    /// XLL by reference.
    Cross,
    /// Joint against marginal log likelihoods.
    Likelihoods,
    /// Everything on one sheet, for a file.
    Sheet,
}

type Canvas = (HtmlCanvasElement, (u32, u32), f64, bool);

fn draw_if(
    chart: Option<impl Chart>,
    (canvas, size, ratio, dark): Canvas,
) -> Answer<Option<Vec<f64>>> {
    chart.map(|chart| draw(&chart, canvas, size, ratio, dark)).transpose()
}

/// Draws the scale of colours that all squares share.
#[wasm_bindgen]
pub fn draw_color_bar(
    canvas: HtmlCanvasElement,
    width: u32,
    height: u32,
    ratio: f64,
    dark: bool,
) -> Answer<Vec<f64>> {
    draw(&ColorBar, canvas, (width, height), ratio, dark)
}

/// The colours of the oracle and of so many candidates, as `#rrggbb`.
#[wasm_bindgen]
pub fn series_colors(count: usize, dark: bool) -> Vec<String> {
    let style: Style = style(dark);
    let hex = |index: usize| {
        let color = style.series(index).color;
        format!("#{:02x}{:02x}{:02x}", color.0, color.1, color.2)
    };
    (0..=count).map(hex).collect()
}

fn score_json(score: &ModelScore) -> Value {
    let ModelScore { label, value, mean, best } = score;
    json!({ "label": label, "value": value, "mean": mean, "best": best })
}
