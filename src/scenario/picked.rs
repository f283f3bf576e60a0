//! Some of many models, copied like a number.

use std::fmt;

use super::value::quoted;
use crate::error::{Error, Result};

/// Numbers below 448, which is more models than any link holds. It prints as `0,3-7`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Picked([u64; 7]);

const MOST: usize = 7 * 64;

impl Picked {
    /// Reads numbers and ranges between commas, in any order.
    pub(super) fn parse(key: &str, text: &str) -> Result<Self> {
        let wrong = || {
            let expected = format!("numbers below {MOST} and ranges of them, such as 0,3-7");
            Error::value(key, quoted(text), expected)
        };
        let number = |text: &str| {
            let is_plain = text.len() <= 3 && text.bytes().all(|byte| byte.is_ascii_digit());
            let number = text.parse().ok().filter(|_| is_plain);
            number.filter(|number: &usize| *number < MOST).ok_or_else(wrong)
        };
        let mut picked = Self::default();
        for piece in text.split(',') {
            let (first, last) = piece.split_once('-').unwrap_or((piece, piece));
            let (first, last) = (number(first)?, number(last)?);
            if first > last {
                return Err(wrong());
            }
            (first..=last).for_each(|number| picked.0[number / 64] |= 1 << (number % 64));
        }
        Ok(picked)
    }

    /// Whether a number is among them.
    pub fn has(&self, number: usize) -> bool {
        self.0.get(number / 64).is_some_and(|bits| bits >> (number % 64) & 1 == 1)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl fmt::Display for Picked {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: Vec<usize> = (0..MOST).filter(|number| self.has(*number)).collect();
        let runs = all.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
            [first, .., last] => format!("{first}-{last}"),
            [one] => one.to_string(),
            [] => String::new(),
        });
        out.write_str(&runs.collect::<Vec<_>>().join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_picked_reads_back() {
        for (text, same) in
            [("0", "0"), ("7,3-5,4", "3-5,7"), ("0-1,2", "0-2"), ("63-64,447", "63-64,447")]
        {
            let picked = Picked::parse("lit", text).unwrap();
            assert_eq!(picked.to_string(), same);
            assert_eq!(Picked::parse("lit", same).unwrap(), picked);
        }
        let some = Picked::parse("lit", "3-5").unwrap();
        assert!(some.has(4) && !some.has(6) && !some.has(9999) && !some.is_empty());
        for wrong in ["", ",", "448", "5-3", "-1", "1-", "a", "0004", "1-2-3", " 1", "+1"] {
            let error = Picked::parse("lit", wrong).unwrap_err().to_string();
            assert!(error.contains(&format!("{wrong:?}")), "{error}");
        }
    }
}
