//! Labs: one file a figure. A lab cuts its long work into independent units, so that web workers,
//! threads or machines can share it and still arrive at the same report.

pub mod marginal;

use crate::error::{Error, Result};
use crate::report::Report;
use crate::scenario::{Lab, Link, Scenario};

pub use crate::model::Progress;

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

/// The units of a scenario's work, in order.
pub fn plan(scenario: &Scenario) -> Vec<Unit> {
    match scenario.lab {
        Lab::Marginal => marginal::plan(scenario),
    }
}

/// Does one unit.
pub fn run(unit: &Unit, progress: Progress) -> Result<Part> {
    match unit.scenario.lab {
        Lab::Marginal => marginal::run(unit, progress),
    }
}

/// Everything a scenario's figure shows, from the parts of all of its units.
pub fn report(scenario: &Scenario, parts: &[Part]) -> Result<Report> {
    match scenario.lab {
        Lab::Marginal => {
            let picture = marginal::picture(scenario)?;
            Ok(marginal::report(&picture, &marginal::merge(scenario, parts)?))
        }
    }
}

impl Unit {
    /// The unit as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Self { index, first, count, scenario } = self;
        let link = Link { scenario: scenario.clone(), ..Link::default() };
        format!("{index} {first} {count} {link}").into_bytes()
    }

    /// The unit that [`Unit::to_bytes`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let wrong = || Error::value("a unit of work", "other bytes", "written by plan");
        let text = std::str::from_utf8(bytes).map_err(|_| wrong())?;
        let [index, first, count, link] = text.splitn(4, ' ').collect::<Vec<_>>()[..] else {
            return Err(wrong());
        };
        let number = |text: &str| text.parse().map_err(|_| wrong());
        let scenario = link.parse::<Link>()?.scenario;
        Ok(Self { index: number(index)?, first: number(first)?, count: number(count)?, scenario })
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

#[cfg(test)]
mod tests;
