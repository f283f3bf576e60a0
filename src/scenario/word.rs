//! A short name that is copied like a number.

use std::fmt;

use super::value::quoted;
use crate::error::{Error, Result};

/// At most so many letters.
const MOST: usize = 24;

/// A name of small letters, digits, hyphens and colons.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word {
    letters: [u8; MOST],
    length: usize,
}

impl Word {
    /// Reads the value of a key.
    pub(super) fn parse(key: &str, text: &str) -> Result<Self> {
        let fits =
            |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-:".contains(&byte);
        if text.is_empty() || text.len() > MOST || !text.bytes().all(fits) {
            return Err(Error::value(key, quoted(text), "a name such as metacorrelation"));
        }
        let mut letters = [0; MOST];
        letters[..text.len()].copy_from_slice(text.as_bytes());
        Ok(Self { letters, length: text.len() })
    }

    /// What it says.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.letters[..self.length]).unwrap_or_default()
    }
}

impl fmt::Display for Word {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.as_str())
    }
}
