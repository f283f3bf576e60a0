//! The page's door to the core: the only `#[wasm_bindgen]`.
//!
//! A query string goes in; drawings, small arrays and short JSON come out. What lives long stays
//! here behind a handle. Errors cross as their words.

mod candidates;
mod correlation;
mod toy;

use std::ops::ControlFlow;

use js_sys::{Array, Function, Uint8Array};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;
use web_sys::HtmlCanvasElement;

use crate::chart::{self, Chart, Frame, Style, figure};
use crate::error::Result;
use crate::json;
use crate::lab::marginal::{self, Calibration, Picture, Verdict};
use crate::lab::{self, Fact, Part, Unit};
use crate::report::Report;
use crate::scenario::{Control, LABS, Lab, Link, PRESETS, STEPS, Scenario, Shape, Theme};

type Answer<T> = std::result::Result<T, JsError>;

/// Says in the console what went wrong before a trap ends the module.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|panic| web_sys::console::error_1(&panic.to_string().into())));
}

/// The canonical form of a link.
#[wasm_bindgen]
pub fn normalise(link: &str) -> Answer<String> {
    Ok(link.parse::<Link>()?.to_string())
}

/// The part of a link that numbers depend on, without how they are looked at.
#[wasm_bindgen]
pub fn scenario(link: &str) -> Answer<String> {
    Ok(link.parse::<Link>()?.scenario.link())
}

/// The link after a control was set to a typed or chosen value.
#[wasm_bindgen]
pub fn set(link: &str, name: &str, value: &str) -> Answer<String> {
    change(link, |scenario| scenario.set(name, value))
}

/// The link with another list under a key that can be repeated.
#[wasm_bindgen]
pub fn set_list(link: &str, name: &str, values: Vec<String>) -> Answer<String> {
    let values: Vec<&str> = values.iter().map(String::as_str).collect();
    change(link, |scenario| scenario.with(name, &values))
}

/// The link after a control's slider was moved.
#[wasm_bindgen]
pub fn slide(link: &str, name: &str, position: u32) -> Answer<String> {
    change(link, |scenario| scenario.slide(name, position))
}

/// The link with a new seed from the browser's source of randomness.
#[wasm_bindgen]
pub fn reseed(link: &str) -> Answer<String> {
    let seed = getrandom::u32().map_err(|error| JsError::new(&error.to_string()))?;
    change(link, |scenario| Ok(Scenario { seed, ..scenario.clone() }))
}

/// The link of the same preset or task with nothing changed.
#[wasm_bindgen]
pub fn reset(link: &str) -> Answer<String> {
    change(link, |scenario| Ok(scenario.reset()))
}

/// Which lab shows a link, and how it wants to be looked at: `{lab, theme, embed}`.
#[wasm_bindgen]
pub fn view(link: &str) -> Answer<String> {
    let Link { scenario, view } = link.parse()?;
    let theme = view.theme.map(|theme| if theme == Theme::Dark { "dark" } else { "light" });
    Ok(json!({ "lab": scenario.lab.name(), "theme": theme, "embed": view.embed }).to_string())
}

/// The link of the figure alone, for an iframe; or, if not `alone`, of the whole page.
#[wasm_bindgen]
pub fn embed(link: &str, alone: bool) -> Answer<String> {
    let mut link: Link = link.parse()?;
    link.view.embed = alone;
    Ok(link.to_string())
}

/// Width and height of a link's figure in a file, and of a frame that holds it alone.
#[wasm_bindgen]
pub fn figure_sizes(link: &str) -> Answer<Vec<u32>> {
    let scenario = link.parse::<Link>()?.scenario;
    let (saved, embedded) = (figure::saved_size(&scenario), figure::embedded_size(&scenario));
    Ok(vec![saved.0, saved.1, embedded.0, embedded.1])
}

/// The default link of the lab that a wrong link names, or of the first.
#[wasm_bindgen]
pub fn fallback(link: &str) -> String {
    let named = LABS
        .iter()
        .find(|(name, ..)| link.split(['#', '&']).any(|part| part == format!("lab={name}")));
    let lab = named.map_or(Lab::Toy, |(_, lab, _)| *lab);
    Scenario::of_preset(lab, &PRESETS[0]).link()
}

/// The same data in another lab: every other setting stays.
#[wasm_bindgen]
pub fn in_lab(link: &str, lab: &str) -> Answer<String> {
    change(link, |scenario| scenario.in_lab(lab))
}

/// How much memory the core holds, in bytes: it must not grow while a figure is dragged.
#[wasm_bindgen]
pub fn memory_bytes() -> usize {
    core::arch::wasm32::memory_size::<0>() * 65_536
}

/// The controls of a link's form, as a JSON list.
#[wasm_bindgen]
pub fn controls(link: &str) -> Answer<String> {
    let controls = link.parse::<Link>()?.scenario.controls();
    Ok(Value::from(controls.iter().map(control_json).collect::<Vec<_>>()).to_string())
}

/// The units of work of a link, each as bytes for a worker. `files` are the contents of the link's
/// files, empty where one is missing.
#[wasm_bindgen]
pub fn plan(link: &str, files: Option<Array>) -> Answer<Array> {
    let files = files.map(|files| candidates::contents(&files)).unwrap_or_default();
    let units = lab::plan(&link.parse::<Link>()?.scenario, &files);
    Ok(units.iter().map(|unit| JsValue::from(Uint8Array::from(&unit.to_bytes()[..]))).collect())
}

/// Does one unit of work; `progress` hears the share that is done.
#[wasm_bindgen]
pub fn run(unit: &[u8], progress: &Function) -> Answer<Vec<u8>> {
    let mut tell = |share: f64| match progress.call1(&JsValue::NULL, &share.into()) {
        Ok(_) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    };
    Ok(lab::run(&Unit::from_bytes(unit)?, &mut tell)?.to_bytes())
}

/// Exports a JSON request as a function from text to text: see [`crate::json`].
macro_rules! requests {
    ($($(#[$doc:meta])+ $name:ident,)+) => {$(
        $(#[$doc])+
        #[wasm_bindgen]
        pub fn $name(request: &str) -> Answer<String> {
            let prepared = json::prepare(stringify!($name), request)?;
            prepared.cost().check_for_a_page()?;
            Ok(prepared.answer()?)
        }
    )+};
}

requests! {
    /// The Gram matrix of a kernel.
    kernel,
    /// The posterior of a Gaussian process.
    posterior,
    /// A batch by any rule, from covariances.
    select,
    /// Correlations and likelihoods of several models, judged.
    score,
    /// Transductive active learning.
    tal,
    /// The divergences of Theorem 1.
    divergence,
}

/// The lab of marginal uncertainty.
#[wasm_bindgen]
pub struct MarginalLab {
    scenario: Scenario,
    picture: Picture,
    glance: Calibration,
    parts: Vec<Part>,
}

#[wasm_bindgen]
impl MarginalLab {
    /// Computes the posterior of a link.
    #[wasm_bindgen(constructor)]
    pub fn new(link: &str) -> Answer<MarginalLab> {
        let scenario = link.parse::<Link>()?.scenario;
        let (picture, glance) = (marginal::picture(&scenario)?, marginal::glance(&scenario)?);
        Ok(Self { scenario, picture, glance, parts: Vec::new() })
    }

    /// Keeps the y axis as it was, so that it does not jump in mid-gesture.
    pub fn hold_y_axis(&mut self, low: f64, high: f64) {
        self.picture.y_range = (low, high);
    }

    /// Adds what a worker found.
    pub fn add(&mut self, part: &[u8]) -> Answer<()> {
        let part = Part::from_bytes(part)?;
        let place = self.parts.partition_point(|earlier| earlier.index < part.index);
        self.parts.insert(place, part);
        Ok(())
    }

    /// The numbers beside the figure, as JSON `[{label, value, note}, ..]`.
    pub fn facts(&self) -> Answer<String> {
        let facts = marginal::facts(&self.picture, &self.calibration()?);
        let row =
            |fact: &Fact| json!({ "label": fact.label, "value": fact.value, "note": fact.note });
        Ok(Value::from(facts.iter().map(row).collect::<Vec<_>>()).to_string())
    }

    /// Whether the band is honest, as JSON `{honest, words}`.
    pub fn verdict(&self) -> Answer<String> {
        let (verdict, words) = marginal::verdict(&self.calibration()?);
        Ok(json!({ "honest": verdict == Verdict::Honest, "words": words }).to_string())
    }

    /// The figure in words, for those who cannot see it.
    pub fn description(&self) -> Answer<String> {
        Ok(marginal::description(&self.scenario, &self.picture, &self.calibration()?))
    }

    /// The fingerprint of all numbers; there is none before the last part.
    pub fn fingerprint(&self) -> Answer<Option<String>> {
        let complete = self.parts.len() == lab::plan(&self.scenario, &[]).len();
        Ok(if complete { Some(self.report()?.fingerprint()) } else { None })
    }

    /// All tables as comma-separated values, after the link they belong to.
    pub fn csv(&self) -> Answer<String> {
        Ok(self.report()?.csv(&self.scenario.link(), self.fingerprint()?.as_deref()))
    }

    /// The link, the fingerprint and all tables, as JSON.
    pub fn json(&self) -> Answer<String> {
        let (link, fingerprint) = (self.scenario.link(), self.fingerprint()?);
        Ok(self.report()?.json(&link, fingerprint.as_deref()).to_string())
    }

    /// All tables, as JSON `[{name, columns: [{name, values}]}, ..]`.
    pub fn tables(&self) -> Answer<String> {
        Ok(self.report()?.tables_json().to_string())
    }

    /// Draws the posterior on a canvas of `width` x `height` CSS pixels and tells where: the
    /// pixels of its left, right, top and bottom edge, then the data there.
    pub fn draw_posterior(
        &self,
        canvas: HtmlCanvasElement,
        width: u32,
        height: u32,
        ratio: f64,
        dark: bool,
    ) -> Answer<Vec<f64>> {
        let chart = figure::posterior(&self.scenario, &self.picture);
        draw(&chart, canvas, (width, height), ratio, dark)
    }

    /// Draws the calibration curve, as [`MarginalLab::draw_posterior`] does the posterior.
    pub fn draw_calibration(
        &self,
        canvas: HtmlCanvasElement,
        width: u32,
        height: u32,
        ratio: f64,
        dark: bool,
    ) -> Answer<Vec<f64>> {
        let chart = figure::reliability(&self.calibration()?);
        draw(&chart, canvas, (width, height), ratio, dark)
    }

    /// The posterior as an SVG document.
    pub fn svg(&self, width: u32, height: u32, dark: bool) -> Answer<String> {
        let chart = figure::posterior(&self.scenario, &self.picture);
        Ok(chart::svg(&chart, (width, height), &style(dark))?)
    }

    fn report(&self) -> Result<Report> {
        lab::report(&self.scenario, &self.parts)
    }

    /// What the parts so far say; without any, what a glance said.
    fn calibration(&self) -> Result<Calibration> {
        if self.parts.is_empty() {
            return Ok(self.glance.clone());
        }
        marginal::merge(&self.scenario, &self.parts)
    }
}

fn change(link: &str, change: impl Fn(&Scenario) -> Result<Scenario>) -> Answer<String> {
    let mut link: Link = link.parse()?;
    let scenario = change(&link.scenario)?;
    if (scenario.preset, scenario.data) != (link.scenario.preset, link.scenario.data) {
        // Other points: what was pointed at is gone.
        (link.view.at, link.view.batch) = (None, None);
    }
    Ok(Link { scenario, ..link }.to_string())
}

fn control_json(control: &Control) -> Value {
    let Control { name, label, help, value, shape } = control;
    let (kind, more) = match shape {
        Shape::Options(options) => ("options", json!(options)),
        Shape::Slider(position) => ("slider", json!({ "position": position, "steps": STEPS })),
        Shape::Number => ("number", Value::Null),
        Shape::Text => ("text", Value::Null),
    };
    json!({ "name": name, "label": label, "help": help, "value": value, "kind": kind, "more": more })
}

fn draw(
    chart: &impl Chart,
    canvas: HtmlCanvasElement,
    size: (u32, u32),
    ratio: f64,
    dark: bool,
) -> Answer<Vec<f64>> {
    let Frame { columns, rows, x, y } =
        chart.draw(chart::on_canvas(canvas, size, ratio)?, &style(dark))?;
    let ranges = [columns, rows, x, y];
    Ok(ranges.into_iter().flat_map(|range| [range.start, range.end]).collect())
}

fn style(dark: bool) -> Style {
    Style::of(if dark { Theme::Dark } else { Theme::Light })
}
