//! What a link can leave out of the page around a figure, so that a teacher can ask before it tells.

use std::fmt;

use super::value::quoted;
use crate::error::{Error, Result};

/// The parts of the page that a link leaves out. It prints as their names between commas.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Hidden([bool; PARTS.len()]);

/// Their names, in the order in which links say them.
const PARTS: [&str; 5] = ["notice", "controls", "buttons", "scores", "title"];

impl Hidden {
    /// Reads names between commas, in any order.
    pub(super) fn parse(text: &str) -> Result<Self> {
        let wrong = || {
            let expected =
                format!("one or more of {}, between commas, each once", PARTS.join(", "));
            Error::value("hide", quoted(text), expected)
        };
        let mut hidden = Self::default();
        for name in text.split(',') {
            let part = PARTS.iter().position(|part| *part == name).ok_or_else(wrong)?;
            if std::mem::replace(&mut hidden.0[part], true) {
                return Err(wrong());
            }
        }
        Ok(hidden)
    }

    /// What would tell the answer: what to notice, scores, titles; and all that is left out anyway.
    pub(super) fn with_answers(mut self) -> Self {
        for (part, hidden) in PARTS.iter().zip(&mut self.0) {
            *hidden |= ["notice", "scores", "title"].contains(part);
        }
        self
    }

    /// Whether a part is left out.
    pub fn has(&self, name: &str) -> bool {
        self.names().contains(&name)
    }

    /// Whether nothing is left out.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The names of what is left out.
    pub fn names(&self) -> Vec<&'static str> {
        PARTS.into_iter().zip(self.0).filter_map(|(name, hidden)| hidden.then_some(name)).collect()
    }
}

impl fmt::Display for Hidden {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.names().join(","))
    }
}
