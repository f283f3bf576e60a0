//! Units of work and what they find, as plain bytes that travel to workers and machines.

use crate::error::{Error, Result};
use crate::scenario::{Link, Scenario};

/// A piece of a lab's work that needs nothing but itself. Equal bytes mean equal results.
#[derive(Debug, Clone, PartialEq)]
pub struct Unit {
    /// The first of its repetitions.
    pub first: usize,
    /// How many repetitions it does.
    pub count: usize,
    /// What is repeated, without what the result does not depend on.
    pub scenario: Scenario,
    /// The contents of the scenario's files, as far as the unit needs them; empty where missing.
    pub files: Vec<Vec<u8>>,
}

/// What a unit found: numbers whose meaning its lab knows.
#[derive(Debug, Clone, PartialEq)]
pub struct Part(pub Vec<f64>);

impl Unit {
    /// The unit as bytes: a line of text, then each file after its length.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Self { first, count, scenario, files } = self;
        let mut bytes = format!("{first} {count} {}\n", scenario.link()).into_bytes();
        for file in files {
            bytes.extend((file.len() as u64).to_le_bytes());
            bytes.extend(file);
        }
        bytes
    }

    /// The unit that [`Unit::to_bytes`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let wrong = || Error::value("a unit of work", "other bytes", "written by plan");
        let end = bytes.iter().position(|byte| *byte == b'\n').ok_or_else(wrong)?;
        let text = std::str::from_utf8(&bytes[..end]).map_err(|_| wrong())?;
        let [first, count, link] = text.splitn(3, ' ').collect::<Vec<_>>()[..] else {
            return Err(wrong());
        };
        let mut files = Vec::new();
        let mut rest = &bytes[end + 1..];
        while let Some((length, after)) = rest.split_first_chunk::<8>() {
            let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| wrong())?;
            let (file, after) = after.split_at_checked(length).ok_or_else(wrong)?;
            files.push(file.to_vec());
            rest = after;
        }
        if !rest.is_empty() {
            return Err(wrong());
        }
        let number = |text: &str| text.parse().map_err(|_| wrong());
        let scenario = Link::of_query(link)?.scenario;
        Ok(Self { first: number(first)?, count: number(count)?, scenario, files })
    }
}

impl Part {
    /// The part as bytes: little-endian numbers.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|value| value.to_le_bytes()).collect()
    }

    /// The part that [`Part::to_bytes`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let (numbers, rest) = bytes.as_chunks::<8>();
        if !rest.is_empty() {
            let got = format!("{} bytes", bytes.len());
            return Err(Error::value("a part", got, "written by run"));
        }
        Ok(Self(numbers.iter().map(|number| f64::from_le_bytes(*number)).collect()))
    }
}
