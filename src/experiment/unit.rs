//! Units of work and what they find, as plain bytes that travel to workers and machines.

use std::sync::Arc;

use crate::error::{Error, Result};
use crate::experiment::work::{self, Work};
use crate::experiment::{Tell, codec::Reader};
use crate::numeric::hash::Fingerprint;
use crate::scenario::Scenario;

/// A piece of work that needs nothing but itself and what the units that it needs have found.
#[derive(Debug, Clone, PartialEq)]
pub struct Unit {
    /// What is done.
    pub work: &'static Work,
    /// Which of several, or the first of some repetitions.
    pub first: usize,
    /// How many repetitions it does, or which piece of something it is.
    pub count: usize,
    /// What it depends on, and no more: shared, since a plan may have thousands of units about the same.
    about: Arc<About>,
    /// The contents of the scenario's files, as far as the unit needs them; empty where missing.
    pub files: Vec<Vec<u8>>,
}

#[derive(Debug, PartialEq)]
struct About {
    scenario: Scenario,
    /// The same in words.
    link: String,
    /// Whose numbers come of it: the version of the work, and of the models and measures in it.
    version: String,
}

/// What a unit found: numbers whose meaning its experiment knows.
#[derive(Debug, Clone, PartialEq)]
pub struct Part(pub Vec<f64>);

impl Unit {
    /// Of a scenario, as far as the work depends on it.
    pub fn new(work: &'static Work, scenario: &Scenario, place: (usize, usize)) -> Self {
        Self::altered(work, scenario, place, |_| ())
    }

    /// The same with a change to what it depends on.
    pub fn altered(
        work: &'static Work,
        scenario: &Scenario,
        (first, count): (usize, usize),
        change: impl FnOnce(&mut Scenario),
    ) -> Self {
        let mut scenario = scenario.only(&work.keys.concat());
        // What a model is called changes nothing that it finds.
        scenario.models.candidates.iter_mut().for_each(|candidate| candidate.name = None);
        change(&mut scenario);
        Self { work, first, count, about: About::of(work, scenario), files: Vec::new() }
    }

    /// The same work about the same, in another place.
    pub fn at(&self, (first, count): (usize, usize)) -> Self {
        Self { first, count, ..self.clone() }
    }

    /// What it depends on.
    pub fn scenario(&self) -> &Scenario {
        &self.about.scenario
    }

    /// The unit as bytes: a line of text, then each file after its length.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Self { work, first, count, about, files } = self;
        let head = format!("{} {} {first} {count} {}\n", work.id, about.version, about.link);
        let mut bytes = head.into_bytes();
        for file in files {
            bytes.extend((file.len() as u64).to_le_bytes());
            bytes.extend(file);
        }
        bytes
    }

    /// The unit that [`Unit::to_bytes`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let wrong = || Error::unreadable("a unit of work", "its bytes are not those of a plan");
        let end = bytes.iter().position(|byte| *byte == b'\n').ok_or_else(wrong)?;
        let text = std::str::from_utf8(&bytes[..end]).map_err(|_| wrong())?;
        let [id, version, first, count, link] = text.splitn(5, ' ').collect::<Vec<_>>()[..] else {
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
        let number = |text: &str| text.parse().map_err(|_| wrong());
        let work = work::find(id).ok_or_else(wrong)?;
        let about = About::of(work, Scenario::of_unit(link)?);
        let unit = Self { work, first: number(first)?, count: number(count)?, about, files };
        if !rest.is_empty() {
            return Err(wrong());
        }
        let same = version == unit.about.version;
        same.then_some(unit).ok_or_else(|| Error::stale("a unit of work"))
    }

    /// What tells it from all other units, given the names of those that it needs: 32 hexadecimal digits.
    /// Equal names mean equal results, whoever asks and wherever it is done.
    pub fn name(&self, needs: &[&str]) -> String {
        let bytes = self.to_bytes();
        let half = |salt: &str| {
            let hash = Fingerprint::new().text(salt).bytes(&bytes);
            needs.iter().fold(hash, |hash, need| hash.text(need)).finish()
        };
        format!("{:016x}{:016x}", half("unit"), half("of work"))
    }

    /// Does it, given what the units that it needs have found.
    ///
    /// # Errors
    /// [`Error::Cancelled`] once `tell` breaks, and whatever the models cannot cope with.
    pub fn run(&self, parts: &[Part], tell: Tell) -> Result<Part> {
        (self.work.run)(self, parts, tell)
    }
}

impl About {
    fn of(work: &Work, scenario: Scenario) -> Arc<Self> {
        let (link, version) = (scenario.link(), (work.version)(&scenario));
        Arc::new(Self { scenario, link, version })
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
            return Err(Error::unreadable("a part", "it is cut short"));
        }
        Ok(Self(numbers.iter().map(|number| f64::from_le_bytes(*number)).collect()))
    }

    /// All of it, read by someone who knows what it means.
    pub fn read<T>(&self, read: impl FnOnce(&mut Reader) -> Result<T>) -> Result<T> {
        let mut reader = Reader(&self.0);
        let value = read(&mut reader)?;
        reader.end(value)
    }
}
