//! The parts of each lab's page, and which of them a link shows alone: the one list, for links, for steps of
//! lessons, and for whoever embeds or presents a figure. Elements of the page name theirs by `data-part`.

use std::fmt;

use super::Form;
use super::value::{self, quoted};
use crate::error::{Error, Result};

/// A part of the page of one or more labs.
pub struct Part {
    /// Its name in links and lessons.
    pub id: &'static str,
    /// What it is, for people.
    pub words: &'static str,
    /// The names of the labs that have it.
    pub labs: &'static [&'static str],
    /// Whether it has several of a kind, of which one can be shown by its place: `panels:2`.
    pub is_many: bool,
}

const ALL: &[&str] =
    &["toy", "models", "correlation", "marginal", "theorem", "curves", "agreement", "data"];

const fn part(id: &'static str, words: &'static str, labs: &'static [&'static str]) -> Part {
    Part { id, words, labs, is_many: false }
}

const fn many(id: &'static str, words: &'static str, labs: &'static [&'static str]) -> Part {
    Part { id, words, labs, is_many: true }
}

/// All parts, in the order in which links say them: of each lab its main one first, after what is said and set.
pub static PARTS: [Part; 36] = [
    part("notice", "what to notice", ALL),
    part("controls", "the settings", ALL),
    many("panels", "the panels", &["toy", "models"]),
    part("you", "your own questions", &["toy"]),
    part("pair", "what two questions tell alone and together", &["toy"]),
    part("verdict", "ranks over many functions", &["models"]),
    part("chosen", "the selected model", &["models"]),
    part("training", "its training", &["models"]),
    part("ranking", "who ranks where", &["data"]),
    part("table", "the table that is judged on", &["data"]),
    many("squares", "the correlation matrices", &["models", "correlation", "data"]),
    part("figure", "the function and its band", &["marginal", "correlation"]),
    part("facts", "the numbers of this function", &["marginal"]),
    part("check", "many functions", &["marginal"]),
    part("rows", "the row under the crosshair", &["models", "correlation", "data"]),
    part("metacorrelation", "metacorrelation", &["correlation"]),
    part("model", "the settings of the selected model", &["correlation", "data"]),
    part("xll", "the table of XLL", &["correlation", "data"]),
    part("worked", "how one XLL comes about", &["correlation", "data"]),
    part("ellipse", "one pair of targets as an ellipse", &["correlation", "data"]),
    part("scatter", "two measures of all models", &["agreement"]),
    part("references", "XLL by reference", &["correlation", "agreement", "data"]),
    part("likelihoods", "what joint likelihoods add", &["correlation", "data"]),
    part("band", "what the selected model believes", &["correlation"]),
    part("promise", "what the theorem promises", &["theorem"]),
    part("batch", "one batch", &["theorem"]),
    part("cloud", "many batches", &["theorem"]),
    part("curves", "log likelihood against batches", &["curves"]),
    part("differences", "differences on the same tasks", &["curves"]),
    part("expected", "the expected log likelihood", &["curves"]),
    part("rmse", "the root mean square error", &["curves"]),
    part("ends", "numbers after the last batch", &["curves"]),
    part("ranks", "ranks by several models that predict", &["curves"]),
    part("coefficients", "how alike the two are", &["agreement"]),
    part("matrix", "all measures against each other", &["agreement"]),
    part("power", "how many tasks each measure needs", &["agreement"]),
];

/// The parts of a lab, in order.
pub fn parts_of(lab: &Form) -> impl Iterator<Item = &'static Part> {
    let name = lab.name;
    PARTS.iter().filter(move |part| part.labs.contains(&name))
}

/// Which parts are shown alone. It prints as their names between commas; if there are none, all are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shown([Option<Which>; PARTS.len()]);

impl Default for Shown {
    fn default() -> Self {
        Self([None; PARTS.len()])
    }
}

/// How much of a part is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Which {
    Whole,
    One(u16),
}

/// No place of a panel is larger.
const MOST_PLACE: u32 = 500;

impl Shown {
    /// Reads names between commas, in any order, of whatever lab.
    ///
    /// # Errors
    /// [`Error::Value`] for what is no part, and for a part that is named twice.
    pub fn parse(text: &str) -> Result<Self> {
        let mut shown = Self::default();
        for name in text.split(',') {
            let (id, one) = name.split_once(':').map_or((name, None), |(id, one)| (id, Some(one)));
            let place =
                PARTS.iter().position(|part| part.id == id && (part.is_many || one.is_none()));
            let place = place.ok_or_else(|| wrong(name, PARTS.iter()))?;
            let which = match one {
                None => Which::Whole,
                Some(one) => Which::One(value::integer("show", &[one], (0, MOST_PLACE))? as u16),
            };
            if shown.0[place].replace(which).is_some() {
                return Err(Error::value("show", quoted(text), "parts that are named once each"));
            }
        }
        Ok(shown)
    }

    /// Whether a lab has all of them.
    ///
    /// # Errors
    /// [`Error::Value`] names the first that it has not, and those that it has.
    pub fn check(&self, lab: &Form) -> Result<()> {
        let strange = self.parts().find(|(part, _)| !part.labs.contains(&lab.name));
        strange.map_or(Ok(()), |(part, _)| Err(wrong(part.id, parts_of(lab))))
    }

    /// Without what a lab has not; a place beyond the last shows all places.
    pub(super) fn within(mut self, lab: &Form, places: usize) -> Self {
        for (part, which) in PARTS.iter().zip(&mut self.0) {
            which.take_if(|_| !part.labs.contains(&lab.name));
            if let Some(Which::One(place)) = *which
                && usize::from(place) >= places
            {
                *which = Some(Which::Whole);
            }
        }
        self
    }

    /// Whether all is shown.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether a part is seen.
    pub fn has(&self, id: &str) -> bool {
        self.is_empty() || self.parts().any(|(part, _)| part.id == id)
    }

    /// The place of the only one of a kind that is shown, if it is one alone.
    pub fn alone(&self, id: &str) -> Option<usize> {
        self.parts().find(|(part, _)| part.id == id)?.1.map(usize::from)
    }

    /// The parts that are shown, and which one of a kind, if it is one alone.
    pub fn parts(&self) -> impl Iterator<Item = (&'static Part, Option<u16>)> {
        let one = |which| match which {
            Which::Whole => None,
            Which::One(place) => Some(place),
        };
        PARTS.iter().zip(self.0).filter_map(move |(part, which)| Some((part, one(which?))))
    }
}

fn wrong<'a>(name: &str, parts: impl Iterator<Item = &'a Part>) -> Error {
    let text =
        |part: &Part| if part.is_many { format!("{0}, {0}:0", part.id) } else { part.id.into() };
    let known: Vec<String> = parts.map(text).collect();
    let expected = format!("one or more of {}, between commas", known.join(", "));
    Error::value("show", quoted(name), expected)
}

impl fmt::Display for Shown {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |(part, one): (&Part, Option<u16>)| match one {
            None => part.id.to_string(),
            Some(place) => format!("{}:{place}", part.id),
        };
        out.write_str(&self.parts().map(text).collect::<Vec<_>>().join(","))
    }
}
