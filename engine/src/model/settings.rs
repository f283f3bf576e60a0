//! What can be set of a model. Each kind of model has one table of its settings, which links, forms,
//! requests, the command line and documentation all read.

use std::fmt;

use crate::error::{Error, Result, quoted};
use crate::kernel::Kernel;
use crate::numeric::{Matrix, shortest};

/// A setting of a kind of model.
#[derive(Debug)]
pub struct Setting {
    /// Its name in links and requests.
    pub id: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// What it does, in one sentence.
    pub help: &'static str,
    /// What values it takes.
    pub takes: Takes,
    /// What it is unless something else is said, as links write it.
    pub default: &'static str,
    /// What it is in the paper's experiments on synthetic tasks, if they tell.
    pub paper: Option<&'static str>,
    /// Where it can be said.
    pub place: Place,
}

/// Where a setting can be said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In links, by its name or by its place among those before it; in forms; and in requests.
    Everywhere,
    /// In links by its name alone, and in requests. A form shows it only where it is not as usual.
    Named,
    /// In links and forms. Requests say the same elsewhere, or do not know the kind at all.
    Link,
    /// In requests.
    Request,
}

/// What values a setting takes. Links and forms offer what makes sense in a page; requests go as far as
/// the model does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Takes {
    /// A number.
    Number {
        /// The least and the most that links and forms offer.
        offered: (f64, f64),
        /// What the model can cope with.
        limit: Limit,
        /// The word that stands for what the problem suggests.
        or: Option<&'static str>,
    },
    /// A whole number.
    Count {
        /// The least and the most that links and forms offer.
        offered: (u32, u32),
        /// The least and the most that a request may ask for.
        limits: (u64, u64),
        /// The word that stands for what the data suggest.
        or: Option<&'static str>,
    },
    /// One of some words, each with its label.
    Choice(&'static [(&'static str, &'static str)]),
    /// Whether something is so: true or false in requests, yes or no in links. Each of no and yes has
    /// a word that links may say as well, and a label.
    Flag {
        /// The word and the label of no.
        no: (&'static str, &'static str),
        /// The word and the label of yes.
        yes: (&'static str, &'static str),
    },
    /// A kernel, which a request must give.
    Kernel,
    /// One of some words in links; in requests a kernel, or nothing for the default.
    Prior(&'static [(&'static str, &'static str)]),
    /// A list of points.
    Points,
}

/// What numbers a model can cope with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// Above 0.
    Positive,
    /// At least 0.
    NotNegative,
    /// At least 0 and below 1.
    Share,
}

/// The value of a setting.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A number, whole or not.
    Number(f64),
    /// Whether something is so.
    Flag(bool),
    /// A word.
    Word(&'static str),
    /// A kernel.
    Kernel(Kernel),
    /// Points, one a column.
    Points(Matrix),
}

/// What stands for a number that follows the problem.
pub const AUTO: &str = "auto";
/// What stands for as many as there are.
pub const ALL: &str = "all";
const YES: &str = "yes";
const NO: &str = "no";

impl Setting {
    /// Whether links know it.
    pub fn is_in_links(&self) -> bool {
        self.place != Place::Request
    }

    /// Whether links may say it without its name, and forms always show it.
    pub fn has_place(&self) -> bool {
        matches!(self.place, Place::Everywhere | Place::Link)
    }

    /// Whether requests know it.
    pub fn is_in_requests(&self) -> bool {
        self.place != Place::Link
    }

    /// Its value unless something else is said.
    ///
    /// # Panics
    /// If its table is wrong.
    pub fn usual(&self) -> Value {
        // No text of a link stands for points.
        if self.takes == Takes::Points {
            return Value::Word(self.default);
        }
        self.parse("a model", self.default).expect("the defaults of settings are valid")
    }

    /// The value that a link's text means; errors speak of this setting of `owner`.
    ///
    /// # Errors
    /// [`Error::Value`] for what links do not offer.
    pub fn parse(&self, owner: &str, text: &str) -> Result<Value> {
        let wrong = || Error::value(format!("{} of {owner}", self.id), quoted(text), self.offer());
        let word = |words: &'static [(&'static str, &'static str)]| {
            words.iter().map(|(word, _)| *word).find(|word| *word == text).map(Value::Word)
        };
        let number = || text.parse::<f64>().ok();
        let found = match self.takes {
            Takes::Kernel => return Ok(Value::Kernel(text.parse()?)),
            Takes::Choice(words) | Takes::Prior(words) => word(words),
            Takes::Flag { no, yes } => match text {
                _ if text == YES || text == yes.0 => Some(Value::Flag(true)),
                _ if text == NO || text == no.0 => Some(Value::Flag(false)),
                _ => None,
            },
            Takes::Number { or: Some(or), .. } | Takes::Count { or: Some(or), .. }
                if text == or =>
            {
                Some(Value::Word(or))
            }
            Takes::Number { offered: (least, most), .. } => {
                number().filter(|value| (least..=most).contains(value)).map(Value::Number)
            }
            Takes::Count { offered: (least, most), .. } => {
                let within = |value: &f64| (f64::from(least)..=f64::from(most)).contains(value);
                let whole = number().filter(within).filter(|value| value.fract() == 0.0);
                whole.map(Value::Number)
            }
            Takes::Points => None,
        };
        found.ok_or_else(wrong)
    }

    /// What links and forms offer, in words.
    pub fn offer(&self) -> String {
        let or = |word: Option<&str>, range: String| match word {
            Some(word) => format!("{word} or {range}"),
            None => range,
        };
        match self.takes {
            Takes::Number { offered: (least, most), or: word, .. } => {
                or(word, format!("between {} and {}", shortest(least), shortest(most)))
            }
            Takes::Count { offered: (least, most), or: word, .. } => {
                or(word, format!("a whole number between {least} and {most}"))
            }
            Takes::Choice(words) | Takes::Prior(words) => {
                let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                format!("one of {}", words.join(", "))
            }
            Takes::Flag { .. } => format!("{YES} or {NO}"),
            Takes::Kernel => "a kernel".into(),
            Takes::Points => "a list of points, in a request".into(),
        }
    }

    /// The words that a form offers, each with its label, if there are only so many.
    pub fn options(&self) -> Option<Vec<(&'static str, &'static str)>> {
        match self.takes {
            Takes::Choice(words) | Takes::Prior(words) => Some(words.to_vec()),
            Takes::Flag { no, yes } => Some(vec![(NO, no.1), (YES, yes.1)]),
            _ => None,
        }
    }
}

impl Limit {
    /// Whether a number is within.
    pub fn holds(self, number: f64) -> bool {
        match self {
            Self::Positive => number > 0.0,
            Self::NotNegative => number >= 0.0,
            Self::Share => (0.0..1.0).contains(&number),
        }
    }

    /// What it asks for, in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Positive => "above 0",
            Self::NotNegative => "at least 0",
            Self::Share => "at least 0 and below 1",
        }
    }
}

/// As links write it.
impl fmt::Display for Value {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => out.write_str(&shortest(*number)),
            Self::Flag(yes) => out.write_str(if *yes { YES } else { NO }),
            Self::Word(word) => out.write_str(word),
            Self::Kernel(kernel) => write!(out, "{kernel}"),
            Self::Points(points) => write!(out, "{} points", points.ncols()),
        }
    }
}

/// A value for each setting of a kind.
#[derive(Debug, Clone)]
pub struct Values {
    settings: &'static [Setting],
    values: Vec<Value>,
}

/// Equal settings of different kinds are not told apart here.
impl PartialEq for Values {
    fn eq(&self, other: &Self) -> bool {
        self.values == other.values
    }
}

impl Values {
    /// The defaults.
    pub fn of(settings: &'static [Setting]) -> Self {
        Self { settings, values: settings.iter().map(Setting::usual).collect() }
    }

    /// Each setting with its value.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Setting, &Value)> {
        self.settings.iter().zip(&self.values)
    }

    /// Those that are not at their defaults.
    pub fn changed(&self) -> impl Iterator<Item = (&'static Setting, &Value)> {
        self.iter().filter(|(setting, value)| setting.usual() != **value)
    }

    /// The value of a setting.
    ///
    /// # Panics
    /// If there is no such setting, here and below: which there are is no matter of input.
    pub fn get(&self, id: &str) -> &Value {
        &self.values[self.index(id)]
    }

    /// Puts a value in the place of another.
    pub fn set(&mut self, id: &str, value: Value) {
        let index = self.index(id);
        self.values[index] = value;
    }

    /// A number.
    ///
    /// # Panics
    /// If it is none.
    pub fn number(&self, id: &str) -> f64 {
        self.chosen(id).unwrap_or_else(|| panic!("{id} is {}, and no number", self.get(id)))
    }

    /// A number, unless it is left to the problem or the data.
    pub fn chosen(&self, id: &str) -> Option<f64> {
        match self.get(id) {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// A whole number, as [`Values::number`].
    pub fn count(&self, id: &str) -> usize {
        self.number(id) as usize
    }

    /// Whether a setting holds a word.
    pub fn says(&self, id: &str, word: &str) -> bool {
        matches!(self.get(id), Value::Word(held) if *held == word)
    }

    /// Whether something is so.
    pub fn flag(&self, id: &str) -> bool {
        *self.get(id) == Value::Flag(true)
    }

    /// The kernel among them, if there is one.
    pub fn kernel(&self) -> Option<&Kernel> {
        self.values.iter().find_map(|value| match value {
            Value::Kernel(kernel) => Some(kernel),
            _ => None,
        })
    }

    fn index(&self, id: &str) -> usize {
        let found = self.settings.iter().position(|setting| setting.id == id);
        found.unwrap_or_else(|| panic!("there is no setting {id}"))
    }
}
