//! Labs: one file a figure. A lab cuts its long work into independent units, so that web workers,
//! threads or machines can share it and still arrive at the same report.

pub mod correlation;
pub mod marginal;
pub mod toy;

use crate::error::{Error, Result};
use crate::numeric::Vector;
use crate::posterior::Marginals;
use crate::report::Report;
use crate::scenario::{Lab, Link, Scenario};

pub use crate::model::Progress;

/// The half-width of a central 95% interval in standard deviations.
pub const BAND: f64 = 1.959_963_984_540_054;

/// A piece of a lab's work that needs nothing but itself. It travels as bytes.
#[derive(Debug, Clone, PartialEq)]
pub struct Unit {
    /// Its place in the plan.
    pub index: usize,
    /// The first of its repetitions.
    pub first: usize,
    /// How many repetitions it does.
    pub count: usize,
    /// What is repeated.
    pub scenario: Scenario,
    /// The contents of the scenario's files, as far as the unit needs them; empty where missing.
    pub files: Vec<Vec<u8>>,
}

/// What a unit found. It travels as bytes.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// The place of its unit in the plan.
    pub index: usize,
    /// Numbers whose meaning the lab knows.
    pub values: Vec<f64>,
}

/// A number beside a figure, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// What it is.
    pub label: &'static str,
    /// Its value, as people read it.
    pub value: String,
    /// What to make of it.
    pub note: String,
}

/// The units of a scenario's work, in order. `files` are the contents of the scenario's files.
pub fn plan(scenario: &Scenario, files: &[Vec<u8>]) -> Vec<Unit> {
    match scenario.lab {
        Lab::Marginal => marginal::plan(scenario),
        Lab::Correlation => correlation::plan(scenario, files),
        // Quick enough for every frame of a drag: there is nothing to share.
        Lab::Toy => Vec::new(),
    }
}

/// Does one unit.
pub fn run(unit: &Unit, progress: Progress) -> Result<Part> {
    match unit.scenario.lab {
        Lab::Marginal => marginal::run(unit, progress),
        Lab::Correlation => correlation::run(unit, progress),
        Lab::Toy => {
            Err(Error::value("a unit of work", "one of the toy lab", "of a lab with units"))
        }
    }
}

/// Everything a scenario's figure shows, from the parts of all of its units.
pub fn report(scenario: &Scenario, parts: &[Part]) -> Result<Report> {
    match scenario.lab {
        Lab::Marginal => {
            let picture = marginal::picture(scenario)?;
            Ok(marginal::report(&picture, &marginal::merge(scenario, parts)?))
        }
        Lab::Correlation => {
            let picture = correlation::picture(scenario, correlation::first_part(parts)?.clone())?;
            Ok(correlation::report(&picture, &correlation::merge(scenario, parts)?))
        }
        Lab::Toy => toy::report(&toy::solve(scenario)?),
    }
}

impl Unit {
    /// The unit as bytes: a line of text, then each file after its length.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Self { index, first, count, scenario, files } = self;
        let mut bytes = format!("{index} {first} {count} {}\n", scenario.link()).into_bytes();
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
        let [index, first, count, link] = text.splitn(4, ' ').collect::<Vec<_>>()[..] else {
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
        let scenario = link.parse::<Link>()?.scenario;
        let (index, first, count) = (number(index)?, number(first)?, number(count)?);
        Ok(Self { index, first, count, scenario, files })
    }
}

impl Part {
    /// The part as bytes: little-endian numbers, the index first.
    pub fn to_bytes(&self) -> Vec<u8> {
        let index = [self.index as f64];
        index.iter().chain(&self.values).flat_map(|value| value.to_le_bytes()).collect()
    }

    /// The part that [`Part::to_bytes`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let (numbers, rest) = bytes.as_chunks::<8>();
        let mut values = numbers.iter().map(|number| f64::from_le_bytes(*number));
        match values.next() {
            Some(index) if rest.is_empty() && index >= 0.0 => {
                Ok(Self { index: index as usize, values: values.collect() })
            }
            _ => Err(Error::value("a part", format!("{} bytes", bytes.len()), "written by run")),
        }
    }
}

/// The preset's range, or a wider one that holds the band, the truth and the observations.
pub fn y_range(
    preset: (f64, f64),
    belief: &Marginals,
    truth: &Vector,
    seen: &Vector,
) -> (f64, f64) {
    let edge = |side: f64| {
        let sides = belief.mean.iter().zip(&belief.variance);
        sides.map(move |(mean, variance)| mean + side * BAND * variance.sqrt())
    };
    let values = edge(-1.0).chain(edge(1.0)).chain(truth.iter().chain(seen).copied());
    let wider = |(low, high): (f64, f64), y: f64| (low.min(y), high.max(y));
    let (low, high) = values.fold(preset, wider);
    if (low, high) == preset {
        return preset;
    }
    let margin = 0.04 * (high - low);
    (low - margin, high + margin)
}

/// With a true minus sign, which is as wide as a digit; absurd values stay short.
pub fn three_decimals(value: f64) -> String {
    let digits = if value.abs() < 1e6 { format!("{value:.3}") } else { format!("{value:.2e}") };
    digits.replace('-', "−")
}

#[cfg(test)]
mod tests;
