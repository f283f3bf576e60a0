//! `talscope keys`: what a link can say.

use talscope::scenario::{KEYS, VIEW_KEYS, models_in_words};

use super::{Outcome, output};

/// Lists keys, then the kinds of models with their settings.
pub fn run() -> Outcome {
    let keys = KEYS
        .iter()
        .map(|key| (key.name, key.help))
        .chain(VIEW_KEYS.iter().map(|key| (key.name, key.help)));
    let keys: String = keys.map(|(name, help)| format!("{name:12} {help}\n")).collect();
    output::print(&format!("{keys}\n{}", models_in_words()))
}
