//! Candidates: the models whose correlations are judged. A link writes one as
//! `[!][name:]kind(arguments)`, such as `too smooth:detuned(2)`. The exclamation mark keeps it from
//! being a reference; arguments at their defaults may be left out from the right.

use std::fmt;
use std::str::FromStr;

use super::fields::{AUTO, Field, FieldKind, NOISE};
use super::kinds::{CandidateKind, Family, find_kind};
use super::value::{between, quoted};
use crate::error::{Error, Result, is_visible};
use crate::kernel::Kernel;
use crate::numeric::shortest;

/// A model to be judged.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// What people call it; without a name, its settings name it.
    pub name: Option<String>,
    /// Whether candidates are judged by its means and variances too.
    pub is_reference: bool,
    /// What kind of model it is.
    pub kind: &'static CandidateKind,
    /// One for each of the kind's fields.
    pub arguments: Vec<Argument>,
}

/// The value of a field.
#[derive(Debug, Clone, PartialEq)]
pub enum Argument {
    /// A number.
    Number(f64),
    /// A kernel.
    Kernel(Kernel),
    /// A word.
    Word(&'static str),
}

impl Candidate {
    /// A candidate of a kind with its defaults.
    pub fn of(kind: &'static CandidateKind) -> Self {
        let default =
            |field: &Field| field.parse(field.default).expect("the defaults of fields are valid");
        let arguments = kind.fields.iter().map(default).collect();
        Self { name: None, is_reference: true, kind, arguments }
    }

    /// The number in a field.
    ///
    /// # Panics
    /// If the field is no number, or there is no such field.
    pub fn number(&self, field: usize) -> f64 {
        match &self.arguments[field] {
            Argument::Number(number) => *number,
            other => panic!("{} has {other} there", self.kind.name),
        }
    }

    /// The number in a field, unless it follows the problem.
    pub fn chosen(&self, field: usize) -> Option<f64> {
        match self.arguments[field] {
            Argument::Number(number) => Some(number),
            _ => None,
        }
    }

    /// Whether a field holds a word.
    pub fn says(&self, field: usize, word: &str) -> bool {
        matches!(self.arguments[field], Argument::Word(held) if held == word)
    }

    /// The whole number in a field, as [`Candidate::number`].
    pub fn count(&self, field: usize) -> usize {
        self.number(field) as usize
    }

    /// Its kernel, if its kind has one.
    pub fn kernel(&self) -> Option<&Kernel> {
        self.arguments.iter().find_map(|argument| match argument {
            Argument::Kernel(kernel) => Some(kernel),
            _ => None,
        })
    }

    /// Whether a field is not as it was.
    fn is_changed(&self) -> bool {
        self.arguments != Self::of(self.kind).arguments
    }

    /// The fields that are not as they were, in few words.
    fn changes(&self) -> String {
        let usual = Self::of(self.kind).arguments;
        let fields = self.kind.fields.iter().zip(&self.arguments).zip(&usual);
        let changed = fields.filter(|((_, argument), usual)| argument != usual);
        changed
            .map(|((field, argument), _)| format!("{} {argument}", field.label))
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// What it is, whatever it is called and whether or not it is a reference.
    pub fn id(&self) -> String {
        Self { name: None, is_reference: true, ..self.clone() }.to_string()
    }

    /// What people read: its name, or its settings in few words.
    pub fn title(&self) -> String {
        if let Some(name) = &self.name {
            return name.clone();
        }
        let words = |i: usize| self.arguments[i].to_string();
        match self.kind.family {
            Family::Detuned => match (words(0), words(1)) {
                (stretch, noise) if noise == "1" => format!("lengthscale × {stretch}"),
                (stretch, noise) if stretch == "1" => format!("noise × {noise}"),
                (stretch, noise) => format!("lengthscale × {stretch}, noise × {noise}"),
            },
            Family::Process if words(1) == NOISE.default => format!("GP {}", words(0)),
            Family::Process => format!("GP {}, noise {}", words(0), words(1)),
            Family::Relu | Family::Fourier => format!("{} {}", words(0), self.kind.label),
            Family::Shrunk => format!("correlations × {}", words(0)),
            Family::Rbf if self.says(0, "each") => format!("{} (ARD)", self.kind.label),
            Family::Ensemble if words(0) == "1" => "one network".into(),
            Family::Dropout if self.says(5, "each") => "dropout, a mask an input".into(),
            Family::Svgp
            | Family::Hmc
            | Family::Bbb
            | Family::Nng
            | Family::Fbnn
            | Family::Ensemble
            | Family::Dropout
                if self.is_changed() =>
            {
                format!("{} ({})", self.kind.label, self.changes())
            }
            _ => self.kind.label.into(),
        }
    }
}

impl Field {
    /// The argument that a text means.
    pub fn parse(&self, text: &str) -> Result<Argument> {
        let (least, most) = match self.kind {
            FieldKind::Kernel => return Ok(Argument::Kernel(text.parse()?)),
            FieldKind::Choice(words) => {
                return self.word(words.iter().map(|(word, _)| *word), text);
            }
            FieldKind::Auto(..) if text == AUTO => return Ok(Argument::Word(AUTO)),
            FieldKind::Auto(least, most) => (least, most),
            FieldKind::Number(least, most) => (least, most),
            FieldKind::Integer(least, most) => (f64::from(least), f64::from(most)),
        };
        let whole = matches!(self.kind, FieldKind::Integer(..));
        let value = text.parse::<f64>().ok().filter(|value| (least..=most).contains(value));
        let value = value.filter(|value| !whole || value.fract() == 0.0);
        let expected = || {
            let range = between(shortest(least), shortest(most));
            match self.kind {
                FieldKind::Auto(..) => format!("{AUTO} or {range}"),
                _ if whole => format!("a whole number {range}"),
                _ => range,
            }
        };
        let wrong =
            || Error::value(format!("{} of a candidate", self.label), quoted(text), expected());
        value.map(Argument::Number).ok_or_else(wrong)
    }

    fn word(
        &self,
        mut words: impl Iterator<Item = &'static str> + Clone,
        text: &str,
    ) -> Result<Argument> {
        let known = words.clone().collect::<Vec<_>>().join(", ");
        let wrong = || {
            let name = format!("{} of a candidate", self.label);
            Error::value(name, quoted(text), format!("one of {known}"))
        };
        words.find(|word| *word == text).map(Argument::Word).ok_or_else(wrong)
    }
}

impl fmt::Display for Argument {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => out.write_str(&shortest(*number)),
            Self::Kernel(kernel) => write!(out, "{kernel}"),
            Self::Word(word) => out.write_str(word),
        }
    }
}

/// The shortest text that parses back.
impl fmt::Display for Candidate {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.is_reference { "" } else { "!" };
        let name = self.name.as_ref().map(|name| format!("{name}:")).unwrap_or_default();
        write!(out, "{mark}{name}{}", self.kind.name)?;
        let defaults = Self::of(self.kind).arguments;
        let given = (0..defaults.len()).rev().find(|&i| self.arguments[i] != defaults[i]);
        let Some(last) = given else { return Ok(()) };
        let texts: Vec<String> = self.arguments[..=last].iter().map(Argument::to_string).collect();
        write!(out, "({})", texts.join(","))
    }
}

impl FromStr for Candidate {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let (rest, is_reference) =
            text.strip_prefix('!').map_or((text, true), |rest| (rest, false));
        let (name, model) = match name_end(rest) {
            Some(end) => (Some(checked_name(&rest[..end])?), &rest[end + 1..]),
            None => (None, rest),
        };
        let (kind, arguments) = match model.split_once('(') {
            None => (model, ""),
            Some((kind, inside)) => (
                kind,
                inside.strip_suffix(')').ok_or_else(|| {
                    Error::value(
                        "candidate",
                        quoted(text),
                        "written kind(arguments), with both brackets",
                    )
                })?,
            ),
        };
        let mut candidate = Self { name, is_reference, ..Self::of(find_kind(kind)?) };
        for (i, argument) in split_arguments(arguments).into_iter().enumerate() {
            let field = candidate.kind.fields.get(i).ok_or_else(|| {
                let expected = format!("with at most {} arguments", candidate.kind.fields.len());
                Error::value("candidate", quoted(text), expected)
            })?;
            candidate.arguments[i] = field.parse(argument)?;
        }
        Ok(candidate)
    }
}

/// The last colon outside of brackets: kernels have colons of their own.
fn name_end(text: &str) -> Option<usize> {
    let mut depth = 0_i32;
    text.char_indices().rev().find_map(|(at, letter)| {
        match letter {
            ')' => depth += 1,
            '(' => depth -= 1,
            ':' if depth == 0 => return Some(at),
            _ => {}
        }
        None
    })
}

/// A name that a link can carry and a narrow table can show.
pub fn checked_name(name: &str) -> Result<String> {
    const LONGEST: usize = 40;
    let name = name.trim();
    let plain = !name.starts_with('!') && name.chars().all(is_visible);
    if plain && (1..=LONGEST).contains(&name.chars().count()) {
        return Ok(name.into());
    }
    let expected = format!("1 to {LONGEST} characters that can be seen and do not start with !");
    Err(Error::value("name of a candidate", quoted(name), expected))
}

/// At the commas outside of brackets: kernels have commas of their own.
fn split_arguments(text: &str) -> Vec<&str> {
    let (mut depth, mut start) = (0_usize, 0);
    let mut parts = Vec::new();
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    if !text.is_empty() {
        parts.push(&text[start..]);
    }
    parts
}
