//! What models are placed by along an axis.

use std::fmt;

use super::value::{self, quoted};
use crate::error::{Error, Result};

/// A quantity by which models are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    /// What comes of asking by a rule, or a measure.
    Named(&'static str),
    /// XLL under one model, by its place.
    Under(usize),
}

/// All names: two rules, then every measure.
pub static AXES: [&str; 21] = [
    "batch-mig",
    "tig",
    "metacorrelation",
    "spearman",
    "xllr",
    "xll",
    "log-likelihood",
    "joint",
    "joint-2",
    "joint-5",
    "joint-10",
    "joint-20",
    "joint-draws-2",
    "joint-draws-5",
    "joint-draws-10",
    "joint-draws-20",
    "dyadic",
    "dyadic-repeated",
    "variogram",
    "energy",
    "variance-quality",
];

/// Before the place of a model.
const UNDER: &str = "xll:";
const MOST: u32 = 4000;

impl Axis {
    /// Reads the value of a key.
    pub(super) fn parse(key: &str, text: &str) -> Result<Self> {
        if let Some(place) = text.strip_prefix(UNDER) {
            return value::integer(key, &[place], (0, MOST))
                .map(|place| Self::Under(place as usize));
        }
        let known = AXES.iter().find(|name| **name == text);
        let expected =
            || format!("one of {}, or {UNDER} and the place of a model", AXES.join(", "));
        known
            .map(|name| Self::Named(name))
            .ok_or_else(|| Error::value(key, quoted(text), expected()))
    }
}

impl fmt::Display for Axis {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(name) => out.write_str(name),
            Self::Under(place) => write!(out, "{UNDER}{place}"),
        }
    }
}
