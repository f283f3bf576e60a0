//! The kinds of models that links can name: the engine's, and predictions from files.

use talscope_engine::model::{Asked, KINDS as MODELS, Kind, Place, Setting, Takes};

use super::value::quoted;
use crate::error::{Error, Result};

pub use talscope_engine::model::Family;

/// Predictions from a file, which are no model of the engine's.
static OWN: Kind = Kind {
    family: Family::Own,
    id: "own",
    label: "own file",
    help: "Predictions from a file of yours, which stays on your machine.",
    settings: &[
        Setting {
            id: "file",
            label: "file",
            help: "Which of the link's files, counted from 0.",
            takes: Takes::Count { offered: (0, 7), limits: (0, 7), or: None },
            default: "0",
            paper: None,
            place: Place::Link,
        },
        Setting {
            id: "model",
            label: "model",
            help: "Which of the file's models, counted from 0.",
            takes: Takes::Count { offered: (0, 63), limits: (0, 63), or: None },
            default: "0",
            paper: None,
            place: Place::Link,
        },
    ],
    is_terse: true,
    untrained: &[],
    nested: None,
    course: None,
    asked: Asked::ByLinks,
    build: |_, _| None,
};

/// All kinds, in the order in which a form offers them. The last one comes from files only.
pub static KINDS: [&Kind; MODELS.len() + 1] = {
    let mut all = [&OWN; MODELS.len() + 1];
    let mut place = 0;
    while place < MODELS.len() {
        all[place] = MODELS[place];
        place += 1;
    }
    all
};

/// The kind called `id`.
pub fn find_kind(id: &str) -> Result<&'static Kind> {
    let known = || format!("one of {}", KINDS.map(|kind| kind.id).join(", "));
    let found = KINDS.into_iter().find(|kind| kind.id == id);
    found.ok_or_else(|| Error::value("candidate", quoted(id), known()))
}
