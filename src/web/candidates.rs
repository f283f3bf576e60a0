//! Changes to the correlation lab's links: its candidates, how it is looked at, and files of the
//! reader's own.

use js_sys::{Array, Uint8Array};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use super::{Answer, change, control_json};
use crate::exchange::{self, Predictions, file_hash};
use crate::lab::correlation;
use crate::scenario::{Data, FileName, Link, View};

/// The controls of one candidate, as a JSON list.
#[wasm_bindgen]
pub fn candidate_controls(link: &str, index: usize) -> Answer<String> {
    let controls = link.parse::<Link>()?.scenario.candidate_controls(index)?;
    Ok(Value::from(controls.iter().map(control_json).collect::<Vec<_>>()).to_string())
}

/// The link with one candidate more: a Gaussian process of the usual kind.
#[wasm_bindgen]
pub fn add_candidate(link: &str) -> Answer<String> {
    change(link, |scenario| scenario.with_candidate("gp"))
}

/// The link with one candidate fewer.
#[wasm_bindgen]
pub fn remove_candidate(link: &str, index: usize) -> Answer<String> {
    let mut link: Link = link.parse()?;
    link.scenario = link.scenario.without_candidate(index)?;
    (link.view.model, link.view.batch) = (None, None);
    Ok(link.to_string())
}

/// The link that looks at the same figure in another way: `model`, `at` or `batch`; nothing for none.
#[wasm_bindgen]
pub fn look(link: &str, name: &str, value: Option<String>) -> Answer<String> {
    let mut link: Link = link.parse()?;
    match value {
        None if name == "batch" => link.view.batch = None,
        None if name == "at" => link.view.at = None,
        None => link.view.model = None,
        Some(value) => link.view = link.view.with(name, &value)?,
    }
    Ok(link.to_string())
}

/// What a link's models are judged on: line, paper, benchmark or file.
#[wasm_bindgen]
pub fn task_kind(link: &str) -> Answer<String> {
    Ok(link.parse::<Link>()?.scenario.key_value("task"))
}

/// The files that a link speaks of, as JSON `[{name, hash}, ..]`.
#[wasm_bindgen]
pub fn files(link: &str) -> Answer<String> {
    let files = link.parse::<Link>()?.scenario.files;
    let file = |file: &FileName| {
        let hash = format!("{:016x}", file.hash);
        json!({ "name": file.name, "hash": hash })
    };
    Ok(Value::from(files.iter().map(file).collect::<Vec<_>>()).to_string())
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
    let opened = correlation::open(&scenario, shown.as_ref(), (name, &hash), &predictions)?;
    // The first of the new models is looked at, if there are new ones.
    let joined =
        opened.files.len() > 1 || opened.data == scenario.data && opened.data != Data::File;
    let known = if joined { scenario.candidates.len() } else { 0 };
    let model = Some(known).filter(|known| *known < opened.candidates.len());
    let view = View { model, at: view.at.filter(|_| joined), batch: None, ..view };
    let link = Link { scenario: opened, view };
    let note = mended(&predictions);
    Ok(json!({ "link": link.to_string(), "hash": hash, "note": note }).to_string())
}

/// What had to be done to the numbers of a file, if anything.
fn mended(predictions: &Predictions) -> Option<String> {
    let model = predictions.models.iter().max_by(|a, b| a.lift.total_cmp(&b.lift))?;
    let words = || {
        format!(
            "the covariance of “{}” was not positive semi-definite, as 32-bit numbers often are not; \
             {:.1e} was added to all its variances",
            model.name, model.lift
        )
    };
    (model.lift > 0.0).then(words)
}

/// The bytes of files that a page holds.
pub(super) fn contents(files: &Array) -> Vec<Vec<u8>> {
    files.iter().map(|file| Uint8Array::new(&file).to_vec()).collect()
}
