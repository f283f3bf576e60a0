//! The page's door to the core: the only `#[wasm_bindgen]`.
//!
//! A query string goes in; drawings, small arrays and short JSON come out. What lives long stays
//! here behind a handle: one kind for all figures, one for all canvases. Errors cross as their words.

mod edits;
mod figure;
mod lesson;
mod table;

use std::ops::ControlFlow;

use js_sys::{Array, Function, Object, Uint8Array};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use crate::chart::Style;
use crate::error::Result;
use crate::experiment::{self, Hears, Part, Snapshot, Step, Unit};
use crate::json;
use crate::lab::toy;
use crate::scenario::{Control, FORMS, Link, Shape, Theme, parts_of};

type Answer<T> = std::result::Result<T, JsError>;

/// Says in the console what went wrong before a trap ends the module.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|panic| web_sys::console::error_1(&panic.to_string().into())));
}

/// The labs, as JSON `[[name, question, title], ..]`.
#[wasm_bindgen]
pub fn labs() -> String {
    json!(FORMS.iter().map(|form| [form.name, form.question, form.title]).collect::<Vec<_>>())
        .to_string()
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

/// Which lab shows a link, and how it wants to be looked at: `{lab, play, theme, embed, hide, show, present, speed}`.
#[wasm_bindgen]
pub fn view(link: &str) -> Answer<String> {
    let Link { scenario, view } = link.parse::<Link>()?;
    let theme = view.theme.map(|theme| if theme == Theme::Dark { "dark" } else { "light" });
    Ok(json!({
        "lab": scenario.lab.name,
        "play": toy::is_played(&scenario, &view),
        "theme": theme,
        "embed": view.embed,
        "hide": view.hide.names(),
        "show": view.show.parts().map(|(part, one)| json!([part.id, one])).collect::<Vec<_>>(),
        "present": view.present,
        "speed": view.speed.unwrap_or(1.0),
    })
    .to_string())
}

/// The parts of a link's lab that it can show alone, as JSON `[[name, words, whether it has several], ..]`.
#[wasm_bindgen]
pub fn parts(link: &str) -> Answer<String> {
    let lab = link.parse::<Link>()?.scenario.lab;
    let parts = parts_of(lab).map(|part| json!([part.id, part.words, part.is_many]));
    Ok(Value::from(parts.collect::<Vec<_>>()).to_string())
}

/// What a visitor without a link begins with: a game.
#[wasm_bindgen]
pub fn opening() -> String {
    Link::opening().to_string()
}

/// The default link of the lab that a wrong link names, or of the first, embedded if it would be.
#[wasm_bindgen]
pub fn fallback(link: &str) -> String {
    Link::instead_of(link).to_string()
}

/// What of a link has no effect on its figure, in words; nothing if all of it has.
#[wasm_bindgen]
pub fn idle(link: &str) -> Option<String> {
    Link::idle_words(link, |_| false)
}

/// How much memory the core holds, in bytes: it must not grow while a figure is dragged.
#[wasm_bindgen]
pub fn memory_bytes() -> usize {
    core::arch::wasm32::memory_size::<0>() * 65_536
}

/// The controls of a link's form, as a JSON list.
#[wasm_bindgen]
pub fn controls(link: &str) -> Answer<String> {
    Ok(controls_json(&link.parse::<Link>()?.scenario.controls()))
}

/// The controls of one candidate, as a JSON list.
#[wasm_bindgen]
pub fn candidate_controls(link: &str, index: usize) -> Answer<String> {
    Ok(controls_json(&link.parse::<Link>()?.scenario.candidate_controls(index)?))
}

/// The work of a link, as data: `{steps: [{unit, name, needs, hears}, ..], groups, functions, apart}`, each
/// unit as bytes for a worker. `files` are the contents of the link's files, empty where one is missing. Refuses
/// what no page should begin.
#[wasm_bindgen]
pub fn plan(link: &str, files: Option<Array>) -> Answer<JsValue> {
    let scenario = link.parse::<Link>()?.scenario;
    experiment::cost(&scenario).all().check_for_a_page()?;
    let files = files.iter().flat_map(Array::iter);
    let files: Vec<Vec<u8>> = files.map(|file| Uint8Array::new(&file).to_vec()).collect();
    let plan = experiment::plan(&scenario, &files);
    let places =
        |places: &[usize]| places.iter().map(|&place| JsValue::from(place)).collect::<Array>();
    let step = |(step, name): (&Step, String)| {
        object([
            ("unit", Uint8Array::from(&step.unit.to_bytes()[..]).into()),
            ("name", name.into()),
            ("needs", places(&step.needs).into()),
            ("hears", hears(step).into()),
        ])
    };
    let steps: Array = plan.steps.iter().zip(plan.names()).map(step).collect();
    let groups: Array = plan.groups.iter().map(|group| places(group)).collect();
    Ok(object([
        ("steps", steps.into()),
        ("groups", groups.into()),
        ("functions", plan.functions.into()),
        ("apart", plan.apart.into()),
    ]))
}

fn hears(step: &Step) -> &'static str {
    match step.hears {
        Hears::Part => "part",
        Hears::Glimpses => "glimpses",
        Hears::Nothing => "",
    }
}

fn object<const N: usize>(fields: [(&str, JsValue); N]) -> JsValue {
    let entries = fields.map(|(name, value)| Array::of2(&name.into(), &value));
    let entries: Array = entries.into_iter().collect();
    Object::from_entries(&entries).expect("pairs of names and values").into()
}

/// Does one unit of work, given the parts of the units that it needs. `tell` hears the share that is done
/// and, if it then says so, what was found so far.
#[wasm_bindgen]
pub fn run(unit: &[u8], parts: Array, tell: &Function) -> Answer<Vec<u8>> {
    let hear = |share: f64, snapshot: Snapshot| {
        let wanted = tell.call1(&JsValue::NULL, &share.into())?;
        if let Some(part) = wanted.is_truthy().then(snapshot).flatten() {
            let bytes = Uint8Array::from(&part.to_bytes()[..]);
            tell.call2(&JsValue::NULL, &share.into(), &bytes)?;
        }
        Ok::<(), JsValue>(())
    };
    let parts = parts.iter().map(|bytes| part(&Uint8Array::new(&bytes).to_vec()));
    let parts = parts.collect::<Result<Vec<_>>>()?;
    let found = Unit::from_bytes(unit)?.run(&parts, &mut |share, snapshot| match hear(
        share, snapshot,
    ) {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    })?;
    Ok(found.to_bytes())
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
    /// Any of the paper's models, fitted to data.
    fit,
    /// A batch by any rule, from covariances.
    select,
    /// Correlations and likelihoods of several models, judged.
    score,
    /// Transductive active learning.
    tal,
    /// The divergences of Theorem 1.
    divergence,
}

fn controls_json(controls: &[Control]) -> String {
    Value::from(controls.iter().map(control_json).collect::<Vec<_>>()).to_string()
}

fn control_json(control: &Control) -> Value {
    let Control { name, label, help, value, paper, is_first, shape } = control;
    let (kind, more) = match shape {
        Shape::Options(options) => ("options", json!(options)),
        Shape::Slider { position, steps } => {
            ("slider", json!({ "position": position, "steps": steps }))
        }
        Shape::Number => ("number", Value::Null),
        Shape::Text => ("text", Value::Null),
    };
    json!({
        "name": name,
        "label": label,
        "help": help,
        "value": value,
        "paper": paper,
        "first": is_first,
        "kind": kind,
        "more": more,
    })
}

fn style(dark: bool) -> Style {
    Style::of(theme(dark))
}

fn theme(dark: bool) -> Theme {
    if dark { Theme::Dark } else { Theme::Light }
}

fn part(bytes: &[u8]) -> Result<Part> {
    Part::from_bytes(bytes)
}
