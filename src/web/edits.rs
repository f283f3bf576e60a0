//! Every change to a link that a page can make; each returns the link after it.

use serde_json::json;
use wasm_bindgen::prelude::*;

use super::Answer;
use crate::exchange::{self, file_hash, mended};
use crate::scenario::{Edit, FileName, Link, Source, Touch, View};

/// A control is set to a typed or chosen value. What is wrong with one is said without its name: a label
/// stands beside it.
#[wasm_bindgen]
pub fn set(link: &str, name: String, value: String) -> Answer<String> {
    let changed = link.parse::<Link>()?.edited(&Edit::Set(name, value));
    Ok(changed.map_err(|error| JsError::new(&error.reason()))?.to_string())
}

/// A key that can be repeated gets another list.
#[wasm_bindgen]
pub fn set_list(link: &str, name: String, values: Vec<String>) -> Answer<String> {
    edit(link, &Edit::List(name, values))
}

/// A control's slider is moved.
#[wasm_bindgen]
pub fn slide(link: &str, name: String, position: u32) -> Answer<String> {
    edit(link, &Edit::Slide(name, position))
}

/// A new seed from the browser's source of randomness.
#[wasm_bindgen]
pub fn reseed(link: &str) -> Answer<String> {
    let seed = getrandom::u32().map_err(|error| JsError::new(&error.to_string()))?;
    edit(link, &Edit::Seed(seed))
}

/// Back to the preset or task with nothing changed.
#[wasm_bindgen]
pub fn reset(link: &str) -> Answer<String> {
    edit(link, &Edit::Reset)
}

/// Another lab, with what was changed here; or the same data and models there, changed or not.
#[wasm_bindgen]
pub fn in_lab(link: &str, lab: String, along: bool) -> Answer<String> {
    edit(link, &if along { Edit::Along(lab) } else { Edit::Lab(lab) })
}

/// What to say of models that do not come along from one lab to another, by their links.
#[wasm_bindgen]
pub fn left_behind(link: &str, there: &str) -> Answer<Option<String>> {
    Ok(link.parse::<Link>()?.left_words(&there.parse()?))
}

/// What two links differ in, as people call it.
#[wasm_bindgen]
pub fn changed(link: &str, there: &str) -> Answer<String> {
    Ok(link.parse::<Link>()?.changed_words(&there.parse()?))
}

/// A hand on the figure: a gesture by its name, and its numbers (see `Touch::new`).
#[wasm_bindgen]
pub fn touch(link: &str, gesture: &str, numbers: &[f64]) -> Answer<String> {
    edit(link, &Edit::Touch(Touch::new(gesture, numbers)?))
}

/// One model more, which is then looked at.
#[wasm_bindgen]
pub fn add_candidate(link: &str) -> Answer<String> {
    edit(link, &Edit::AddCandidate)
}

/// One model fewer.
#[wasm_bindgen]
pub fn remove_candidate(link: &str, index: usize) -> Answer<String> {
    edit(link, &Edit::RemoveCandidate(index))
}

/// The same figure, looked at otherwise: `step`, `model`, `at`, `batch`, `case`, `theme` or `embed`; nothing
/// for none.
#[wasm_bindgen]
pub fn look(link: &str, name: String, value: Option<String>) -> Answer<String> {
    edit(link, &Edit::Look(name, value))
}

/// What a link's models are judged on: line, paper, benchmark or file.
#[wasm_bindgen]
pub fn task_kind(link: &str) -> Answer<String> {
    Ok(link.parse::<Link>()?.scenario.key_value("task"))
}

/// The files that a link speaks of, as JSON `[{name, hash}, ..]`.
#[wasm_bindgen]
pub fn files(link: &str) -> Answer<String> {
    let files = link.parse::<Link>()?.scenario.data.files;
    let file = |file: &FileName| {
        let hash = format!("{:016x}", file.hash);
        json!({ "name": file.name, "hash": hash })
    };
    Ok(json!(files.iter().map(file).collect::<Vec<_>>()).to_string())
}

/// Reads a file of predictions and tells where it leads, as JSON `{link, hash, note}`: its models join
/// the link's task if their y is the task's, else the file becomes the task. `shown` are the contents
/// of the file that the task is, if it is one. The note says what had to be mended. Slow: for a worker.
#[wasm_bindgen]
pub fn open_file(link: &str, name: &str, bytes: &[u8], shown: &[u8]) -> Answer<String> {
    let read = |bytes: &[u8]| exchange::read(bytes, name);
    let shown = if shown.is_empty() { None } else { Some(read(shown)?) };
    let (predictions, hash) = (read(bytes)?, file_hash(bytes));
    let Link { scenario, view } = link.parse()?;
    let opened = exchange::open(&scenario, shown.as_ref(), (name, &hash), &predictions)?;
    // The first of the new models is looked at, if there are new ones.
    let joined = opened.data.files.len() > 1
        || opened.data.source == scenario.data.source && opened.data.source != Source::File;
    let known = if joined { scenario.models.candidates.len() } else { 0 };
    let model = Some(known).filter(|known| *known < opened.models.candidates.len());
    let view = View { model, at: view.at.filter(|_| joined), batch: None, ..view };
    let link = Link { scenario: opened, view };
    let note = mended(&predictions);
    Ok(json!({ "link": link.to_string(), "hash": hash, "note": note }).to_string())
}

fn edit(link: &str, edit: &Edit) -> Answer<String> {
    Ok(link.parse::<Link>()?.edited(edit)?.to_string())
}
