//! Units of work and what they find, as plain bytes that travel to workers and machines.

use crate::error::{Error, Result};
use crate::scenario::{Link, Scenario};

/// A piece of a lab's work that needs nothing but itself and, if it says so, what other pieces found.
/// Equal bytes, before those are added, mean equal results.
#[derive(Debug, Clone, PartialEq)]
pub struct Unit {
    /// The first of its repetitions.
    pub first: usize,
    /// How many repetitions it does.
    pub count: usize,
    /// What is repeated, without what the result does not depend on.
    pub scenario: Scenario,
    /// The units whose parts it needs, farthest first, by how many places before it they stand in the
    /// plan: so its bytes do not change with what stands before all of them. The parts follow its files.
    pub needs: Vec<usize>,
    /// The contents of the scenario's files, as far as the unit needs them; empty where missing.
    pub files: Vec<Vec<u8>>,
}

/// What a unit found: numbers whose meaning its lab knows.
#[derive(Debug, Clone, PartialEq)]
pub struct Part(pub Vec<f64>);

impl Unit {
    /// The unit as bytes: a line of text, then each file after its length.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Self { first, count, scenario, needs, files } = self;
        let needs: Vec<String> = needs.iter().map(usize::to_string).collect();
        let head = format!("{first} {count} {} {}\n", needs.join(","), scenario.link());
        let mut bytes = head.into_bytes();
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
        let [first, count, needs, link] = text.splitn(4, ' ').collect::<Vec<_>>()[..] else {
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
        let needs = needs.split_terminator(',').map(number).collect::<Result<_>>()?;
        let scenario = Link::of_query(link)?.scenario;
        Ok(Self { first: number(first)?, count: number(count)?, scenario, needs, files })
    }
}

impl Unit {
    /// The places of the units that it needs, where it stands at `place` itself.
    pub fn needed(&self, place: usize) -> impl Iterator<Item = usize> {
        self.needs.iter().map(move |back| place - back)
    }

    /// Adds what the units that it needs have found, in their order.
    #[must_use]
    pub fn with_parts<'a>(&self, parts: impl IntoIterator<Item = &'a Part>) -> Self {
        let parts = parts.into_iter().map(Part::to_bytes);
        let files = self.files.iter().cloned().chain(parts).collect();
        Self { files, ..self.clone() }
    }

    /// The parts that [`Unit::with_parts`] added.
    pub fn parts(&self) -> Result<Vec<Part>> {
        let missing = || {
            let got = format!("{} files", self.files.len());
            Error::value("a unit of work", got, "given what it needs")
        };
        let from = self.files.len().checked_sub(self.needs.len()).ok_or_else(missing)?;
        self.files[from..].iter().map(|bytes| Part::from_bytes(bytes)).collect()
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
