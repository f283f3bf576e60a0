//! What a key is, and how it is found by its name.

use super::KEYS;
use crate::error::{Error, Result, nearest};
use crate::scenario::value::quoted;
use crate::scenario::{Scenario, VIEW_KEYS};

/// One setting of a scenario.
pub struct Key {
    /// Its name in links.
    pub name: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// What it does, in one sentence.
    pub help: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// Whether it means anything for such data; labs say themselves which keys they show.
    pub applies: fn(&Scenario) -> bool,
    pub(in crate::scenario) get: fn(&Scenario) -> Vec<String>,
    pub(in crate::scenario) set: fn(&mut Scenario, &[&str]) -> Result<()>,
}

/// What values a key takes, and so which control shows it.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// One of a few words, with their labels.
    Choice(fn() -> Vec<(&'static str, &'static str)>),
    /// A positive number on a logarithmic scale.
    Logarithmic {
        /// The smallest value.
        least: f64,
        /// The largest value.
        most: f64,
    },
    /// A share of 1, from so many hundredths to all.
    Share(u32),
    /// How many targets are taken together: as many as there are.
    Batch,
    /// A whole number.
    Integer {
        /// The smallest value.
        least: u32,
        /// The largest value.
        most: u32,
    },
    /// A kernel expression.
    Kernel,
    /// A short text of its own form.
    Text,
    /// A repeated key.
    List,
}

impl Key {
    /// The values in `scenario`: one, unless the key is a list.
    pub fn get(&self, scenario: &Scenario) -> Vec<String> {
        (self.get)(scenario)
    }

    /// Parses `values` into `scenario`, which is left as it was if they are wrong.
    pub fn set(&self, scenario: &mut Scenario, values: &[&str]) -> Result<()> {
        (self.set)(scenario, values)
    }
}

/// The key called `name`.
pub fn find(name: &str) -> Result<&'static Key> {
    KEYS.iter().find(|key| key.name == name).ok_or_else(|| {
        let looks = VIEW_KEYS.iter().map(|key| key.name);
        let known: Vec<&str> = KEYS
            .iter()
            .map(|key| key.name)
            .chain(looks)
            .chain(["v", "lesson", "answers"])
            .collect();
        let near = nearest(name, &known);
        let instead = match near.is_empty() {
            true => "“talscope keys” lists them".into(),
            false => format!("did you mean {}?", near.join(" or ")),
        };
        Error::clash(format!("links have no key {}; {instead}", quoted(name)))
    })
}
