//! The toy lab's handle.

use serde_json::json;
use wasm_bindgen::prelude::*;
use web_sys::HtmlCanvasElement;

use super::{Answer, change, draw, style};
use crate::acquisition::Rule;
use crate::chart::{self, Panel, figure};
use crate::error::{Error, Result};
use crate::lab::toy::{self, Toy};
use crate::scenario::{Link, PRESETS, Touch};

/// The toy lab: rules side by side, pick by pick.
#[wasm_bindgen]
pub struct ToyLab {
    toy: Toy,
    step: usize,
    panels: Vec<Panel>,
}

#[wasm_bindgen]
impl ToyLab {
    /// Lets every rule of a link choose.
    #[wasm_bindgen(constructor)]
    pub fn new(link: &str) -> Answer<ToyLab> {
        let Link { scenario, view } = link.parse()?;
        let toy = toy::solve(&scenario)?;
        let step = view.step.unwrap_or(toy.steps()).min(toy.steps());
        let mut lab = Self { toy, step, panels: Vec::new() };
        lab.show(step)?;
        Ok(lab)
    }

    /// Shows the first picks only.
    pub fn show(&mut self, step: usize) -> Answer<()> {
        self.step = step.min(self.toy.steps());
        let panels = self.toy.panels.iter().map(|panel| figure::panel(&self.toy, panel, self.step));
        self.panels = panels.collect::<Result<_>>()?;
        Ok(())
    }

    /// Keeps the y axis as it was, so that it does not jump in mid-gesture.
    pub fn hold_y_axis(&mut self, low: f64, high: f64) {
        self.toy.y_range = (low, high);
        for panel in &mut self.panels {
            panel.band.y_range = low..high;
            // A point that is dragged beyond the axis stays in sight.
            panel.band.train.1.iter_mut().for_each(|y| *y = y.clamp(low, high));
        }
    }

    /// How many picks are shown.
    #[wasm_bindgen(getter)]
    pub fn step(&self) -> usize {
        self.step
    }

    /// How many picks there are.
    #[wasm_bindgen(getter)]
    pub fn steps(&self) -> usize {
        self.toy.steps()
    }

    /// What stands with each panel, as JSON `[{rule, title, meaning, scores: [{label, value, best}]}]`.
    pub fn facts(&self) -> String {
        let facts = toy::panel_facts(&self.toy, self.step);
        let panel = |(panel, facts): (&toy::Panel, &toy::PanelFacts)| {
            let score =
                |s: &toy::Score| json!({ "label": s.label, "value": s.value, "best": s.best });
            let scores: Vec<_> = facts.scores.iter().map(score).collect();
            let rule = panel.rule.name();
            json!({ "rule": rule, "title": facts.title, "meaning": facts.meaning, "scores": scores })
        };
        json!(self.toy.panels.iter().zip(&facts).map(panel).collect::<Vec<_>>()).to_string()
    }

    /// The figure in words, for those who cannot see it.
    pub fn description(&self) -> String {
        toy::description(&self.toy, self.step)
    }

    /// What to notice, in a sentence or two that hold for this figure.
    pub fn notice(&self) -> String {
        toy::notice(&self.toy)
    }

    /// Positions and values of the training points: x, y, x, y, ..
    pub fn points(&self) -> Vec<f64> {
        let train = &self.toy.task.train;
        train.inputs.iter().zip(&train.observed).flat_map(|(x, y)| [*x, *y]).collect()
    }

    /// The target regions: low, high, count, low, high, count, ..
    pub fn regions(&self) -> Vec<f64> {
        let regions = self.toy.scenario.targets.iter();
        regions.flat_map(|r| [r.low, r.high, r.count as f64]).collect()
    }

    /// The fingerprint of all numbers.
    pub fn fingerprint(&self) -> Answer<String> {
        Ok(toy::report(&self.toy)?.fingerprint())
    }

    /// All tables as comma-separated values, after the link they belong to.
    pub fn csv(&self) -> Answer<String> {
        let fingerprint = self.fingerprint()?;
        Ok(toy::report(&self.toy)?.csv(&self.toy.scenario.link(), Some(&fingerprint)))
    }

    /// The link, the fingerprint and all tables, as JSON.
    pub fn json(&self) -> Answer<String> {
        let (link, fingerprint) = (self.toy.scenario.link(), self.fingerprint()?);
        Ok(toy::report(&self.toy)?.json(&link, Some(&fingerprint)).to_string())
    }

    /// All tables, as JSON `[{name, columns: [{name, values}]}, ..]`.
    pub fn tables(&self) -> Answer<String> {
        Ok(toy::report(&self.toy)?.tables_json().to_string())
    }

    /// Draws a panel on a canvas of `width` x `height` CSS pixels and tells where: the pixels of the
    /// posterior's left, right, top and bottom edge, then the data there.
    pub fn draw_panel(
        &self,
        panel: usize,
        canvas: HtmlCanvasElement,
        width: u32,
        height: u32,
        ratio: f64,
        dark: bool,
    ) -> Answer<Vec<f64>> {
        draw(self.panel(panel)?, canvas, (width, height), ratio, dark)
    }

    /// Draws on an empty canvas over a panel what a pointer at `x` shows, over it or another one.
    #[allow(clippy::too_many_arguments)] // One call for each frame of a hover: no object to build.
    pub fn draw_hover(
        &self,
        panel: usize,
        x: f64,
        under: bool,
        canvas: HtmlCanvasElement,
        width: u32,
        height: u32,
        ratio: f64,
        dark: bool,
    ) -> Answer<Vec<f64>> {
        let (drawn, solved) = (self.panel(panel)?, &self.toy.panels[panel]);
        let hover = figure::hover(&self.toy, solved, self.step, x, drawn, under)?;
        draw(&hover, canvas, (width, height), ratio, dark)
    }

    /// What a pointer at `x` over a panel reads, in words.
    pub fn readout(&self, panel: usize, x: f64) -> Answer<String> {
        let drawn = self.panel(panel)?;
        Ok(drawn.readout(x))
    }

    /// Draws all panels as one figure.
    pub fn draw_figure(
        &self,
        canvas: HtmlCanvasElement,
        width: u32,
        height: u32,
        ratio: f64,
        dark: bool,
    ) -> Answer<Vec<f64>> {
        draw(&figure::multiples(&self.toy, self.step)?, canvas, (width, height), ratio, dark)
    }

    /// All panels as one SVG document.
    pub fn svg(&self, width: u32, height: u32, dark: bool) -> Answer<String> {
        let chart = figure::multiples(&self.toy, self.step)?;
        Ok(chart::svg(&chart, (width, height), &style(dark))?)
    }

    fn panel(&self, index: usize) -> Result<&Panel> {
        let count = self.panels.len();
        self.panels.get(index).ok_or_else(|| Error::value("panel", index, format!("below {count}")))
    }
}

/// The link after a training point was moved.
#[wasm_bindgen]
pub fn move_point(link: &str, index: usize, x: f64, y: f64) -> Answer<String> {
    touch(link, Touch::MovePoint(index, x, y))
}

/// The link after a training point was moved along the x axis.
#[wasm_bindgen]
pub fn shift_point(link: &str, index: usize, x: f64) -> Answer<String> {
    touch(link, Touch::ShiftPoint(index, x))
}

/// The link with a training point's y as it is observed.
#[wasm_bindgen]
pub fn observe_point(link: &str, index: usize) -> Answer<String> {
    touch(link, Touch::ObservePoint(index))
}

/// The link after a training point was added.
#[wasm_bindgen]
pub fn add_point(link: &str, x: f64, y: f64) -> Answer<String> {
    touch(link, Touch::AddPoint(x, y))
}

/// The link after a training point was added where there is most room, as it is observed.
#[wasm_bindgen]
pub fn add_observed(link: &str) -> Answer<String> {
    touch(link, Touch::AddObserved)
}

/// The link after a training point was removed.
#[wasm_bindgen]
pub fn remove_point(link: &str, index: usize) -> Answer<String> {
    touch(link, Touch::RemovePoint(index))
}

/// The link after the ends of a target region were moved.
#[wasm_bindgen]
pub fn move_region(link: &str, index: usize, low: f64, high: f64) -> Answer<String> {
    touch(link, Touch::MoveRegion(index, low, high))
}

/// The link after a target region was moved by a distance.
#[wasm_bindgen]
pub fn shift_region(link: &str, index: usize, by: f64) -> Answer<String> {
    touch(link, Touch::ShiftRegion(index, by))
}

/// The link after a target region was added where there is most room.
#[wasm_bindgen]
pub fn add_region(link: &str) -> Answer<String> {
    touch(link, Touch::AddRegion)
}

/// The link after a target region was removed.
#[wasm_bindgen]
pub fn remove_region(link: &str, index: usize) -> Answer<String> {
    touch(link, Touch::RemoveRegion(index))
}

/// The link that shows the first picks only.
#[wasm_bindgen]
pub fn set_step(link: &str, step: Option<usize>) -> Answer<String> {
    let mut link: Link = link.parse()?;
    link.view.step = step;
    Ok(link.to_string())
}

/// The longest sentence on what to notice, so that a page can keep room for it.
#[wasm_bindgen]
pub fn longest_notice() -> String {
    PRESETS.iter().map(|preset| preset.notice).max_by_key(|notice| notice.len()).unwrap().into()
}

/// All rules, as JSON `[[name, title, meaning], ..]`.
#[wasm_bindgen]
pub fn rules() -> String {
    json!(Rule::ALL.map(|rule| (rule.name(), toy::title(rule), toy::meaning(rule)))).to_string()
}

fn touch(link: &str, touch: Touch) -> Answer<String> {
    change(link, |scenario| scenario.touched(touch))
}
