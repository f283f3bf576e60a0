//! How a table is to be read, where its owner says so.

use std::fmt;
use std::str::FromStr;

use crate::error::{Error, Result, quoted};

/// What is said of how a table is written; all else is inferred.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Reading {
    /// What cells are parted by.
    pub separator: Option<Separator>,
    /// What stands before the decimals.
    pub decimal: Option<Decimal>,
    /// Whether the first line names the columns.
    pub header: Option<bool>,
}

/// What cells are parted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Separator {
    /// `,`
    Comma,
    /// `;`
    Semicolon,
    /// A tab.
    Tab,
    /// Any number of spaces and tabs.
    Spaces,
}

/// What stands before the decimals of numbers; the other one may part thousands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decimal {
    /// `2.5`
    Point,
    /// `2,5`
    Comma,
}

impl Separator {
    /// All, those first that rarely stand in cells.
    pub const ALL: [Self; 4] = [Self::Tab, Self::Semicolon, Self::Comma, Self::Spaces];

    /// Its word in settings.
    pub fn word(self) -> &'static str {
        match self {
            Self::Comma => "comma",
            Self::Semicolon => "semicolon",
            Self::Tab => "tab",
            Self::Spaces => "spaces",
        }
    }

    /// The byte that it is, if it is one.
    pub(super) fn byte(self) -> Option<u8> {
        match self {
            Self::Comma => Some(b','),
            Self::Semicolon => Some(b';'),
            Self::Tab => Some(b'\t'),
            Self::Spaces => None,
        }
    }
}

impl Decimal {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Point, Self::Comma];

    /// Its word in settings.
    pub fn word(self) -> &'static str {
        match self {
            Self::Point => "decimal-point",
            Self::Comma => "decimal-comma",
        }
    }

    /// The mark itself, and the one that may part thousands.
    pub(super) fn marks(self) -> (u8, u8) {
        match self {
            Self::Point => (b'.', b','),
            Self::Comma => (b',', b'.'),
        }
    }
}

/// Whether the first line names the columns, with the words for it.
const HEADERS: [(bool, &str); 2] = [(true, "header"), (false, "no-header")];

/// The words of what is said, between commas; nothing if all is inferred.
impl fmt::Display for Reading {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let header = self.header.map(|header| HEADERS[usize::from(!header)].1);
        let words = [self.separator.map(Separator::word), self.decimal.map(Decimal::word), header];
        out.write_str(&words.into_iter().flatten().collect::<Vec<_>>().join(","))
    }
}

impl FromStr for Reading {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let mut reading = Self::default();
        for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            let separator = Separator::ALL.into_iter().find(|each| each.word() == word);
            let decimal = Decimal::ALL.into_iter().find(|each| each.word() == word);
            let header = HEADERS.iter().find(|(_, name)| *name == word).map(|(is, _)| *is);
            let again = match (separator, decimal, header) {
                (Some(it), ..) => reading.separator.replace(it).is_some(),
                (_, Some(it), _) => reading.decimal.replace(it).is_some(),
                (.., Some(it)) => reading.header.replace(it).is_some(),
                _ => return Err(unknown(word)),
            };
            if again {
                return Err(Error::repeated(format!("what {} is about", quoted(word))));
            }
        }
        Ok(reading)
    }
}

fn unknown(word: &str) -> Error {
    let separators = Separator::ALL.map(Separator::word);
    let decimals = Decimal::ALL.map(Decimal::word);
    let headers = HEADERS.map(|(_, word)| word);
    let known = [&separators[..], &decimals, &headers].concat().join(", ");
    Error::value("how a table is read", quoted(word), format!("one of {known}"))
}
