//! Labs: one folder a figure, one row in [`LABS`]. All that a page or the command line knows of a
//! lab goes through [`Lab`] and [`Figure`].
//!
//! A lab cuts its work into independent units, so that web workers, threads or machines can share it
//! and still arrive at the same report. The first unit is what the figure shows first; all further
//! ones make it better, in any order.

mod band;
pub mod codec;
pub mod correlation;
pub mod marginal;
pub mod models;
mod opened;
pub mod theorem;
pub mod toy;
mod unit;
mod words;

use std::fmt;
use std::ops::ControlFlow;

use serde_json::Value;

use crate::chart::Drawing;
use crate::cost::Cost;
use crate::error::{Error, Result};
use crate::report::Report;
use crate::scenario::{PRESETS, Preset, Region, Scenario, View};

pub use opened::Opened;
pub use unit::{Part, Unit};
pub use words::{Fact, count, grouped, name_of, percent, three_decimals, three_digits};

/// All labs, in the order in which a page offers them; the first is where it opens.
pub static LABS: [&dyn Lab; 5] = [
    &toy::ToyLab,
    &models::ModelsLab,
    &correlation::CorrelationLab,
    &marginal::MarginalLab,
    &theorem::TheoremLab,
];

/// What a lab is.
pub trait Lab: Sync {
    /// Its name in links.
    fn name(&self) -> &'static str;

    /// Its name for people.
    fn title(&self) -> &'static str;

    /// The keys of links that its form shows, where they apply; `task` and `b` among them mean that
    /// it takes other data than problems on a line, and that it judges by batches of targets.
    fn keys(&self) -> &'static [&'static str];

    /// Those of its keys that its point needs: they come first, all others stand under "More settings".
    fn first_keys(&self) -> &'static [&'static str] {
        self.keys()
    }

    /// The problem that it opens with.
    fn preset(&self) -> &'static Preset {
        &PRESETS[0]
    }

    /// Keys whose values go with whoever leaves for another lab, also if they are the usual ones here.
    fn keepsakes(&self) -> &'static [&'static str] {
        &[]
    }

    /// Changes those defaults that are other than usual.
    fn defaults(&self, _scenario: &mut Scenario) {}

    /// What a scenario's work will take.
    fn cost(&self, scenario: &Scenario) -> Costs;

    /// The units of a scenario's work: at least one. `files` are the contents of the scenario's
    /// files, empty where one is missing. A unit holds only what its result depends on, and needs
    /// only units before it.
    fn plan(&self, scenario: &Scenario, files: &[Vec<u8>]) -> Vec<Unit>;

    /// Does one unit.
    ///
    /// # Errors
    /// [`Error::Cancelled`] once `tell` breaks, and whatever the models cannot cope with.
    fn run(&self, unit: &Unit, tell: Tell) -> Result<Part>;

    /// The figure of a scenario, before anything is computed.
    fn figure(&self, scenario: &Scenario) -> Box<dyn Figure>;
}

/// What is there of a scenario's work, and what can be known and seen of it.
pub trait Figure {
    /// Computes the first unit here and now: for scenarios that are quick.
    fn compute(&mut self) -> Result<()>;

    /// Takes what the unit with that place in the plan found.
    fn add(&mut self, unit: usize, part: Part) -> Result<()>;

    /// Takes what a unit under way has found so far, until its part comes.
    fn preview(&mut self, _unit: usize, _snapshot: Part) -> Result<()> {
        Ok(())
    }

    /// Whether there is something to see.
    fn is_ready(&self) -> bool;

    /// Whether nothing had to be left out for want of a file.
    fn is_whole(&self) -> bool {
        true
    }

    /// Looks at the same numbers in another way.
    fn look(&mut self, view: &View) -> Result<()>;

    /// Keeps the y axis as it was, so that it does not jump in mid-gesture.
    fn hold_y_axis(&mut self, _range: (f64, f64)) {}

    /// Every number of the figure.
    fn report(&self) -> Result<Report>;

    /// The figure in one line.
    fn heading(&self) -> Result<String>;

    /// The figure in words, for those who cannot see it.
    fn description(&self) -> Result<String>;

    /// The numbers beside the figure, a line each, for a terminal.
    fn lines(&self) -> Result<Vec<String>>;

    /// All words beside the figure, as its twin on the page takes them.
    fn words(&self) -> Result<Value>;

    /// The numbers that lessons can speak of, as far as they are there, by names such as
    /// `batch-mig.rmse`.
    fn numbers(&self) -> Vec<(String, f64)> {
        Vec::new()
    }

    /// One of the smaller things that the page asks for while hands are on the figure.
    fn ask(&self, what: &str, _at: &[f64]) -> Result<Value> {
        Err(unknown("a question to this figure", what))
    }

    /// A file that it gives away, by its name.
    fn file(&self, name: &str) -> Result<Vec<u8>> {
        Err(unknown("a file of this figure", name))
    }

    /// One of its charts; nothing if there is nothing to show. Every figure has the view
    /// [`WHOLE`].
    fn chart(&self, view: &str, at: &[f64]) -> Result<Option<Box<dyn Drawing + '_>>>;

    /// What must be said under the whole figure in a file, so that it can be read alone.
    fn caption(&self) -> Result<String> {
        Ok(String::new())
    }

    /// Width and height of the whole figure in a file, without the words around it.
    fn saved_size(&self) -> (u32, u32) {
        (1000, 640)
    }

    /// Width and height of a frame that holds the figure alone.
    fn frame_size(&self) -> (u32, u32);

    /// What hands can hold, if there is anything.
    fn grips(&self) -> Option<Grips> {
        None
    }
}

/// The view that holds a figure's whole point, for files.
pub const WHOLE: &str = "whole";

/// What hands can hold in a figure on a line.
#[derive(Debug, Clone, PartialEq)]
pub struct Grips {
    /// The training points, x and y.
    pub points: Vec<(f64, f64)>,
    /// The target regions.
    pub regions: Vec<Region>,
}

/// What a scenario's work will take.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Costs {
    /// Until there is something to see.
    pub first: Cost,
    /// All the rest.
    pub further: Cost,
}

impl Costs {
    /// Everything.
    pub fn all(self) -> Cost {
        self.first + self.further
    }
}

/// Hears what share of a unit is done and, if it wants it, what was found so far; and may stop it.
pub type Tell<'a> = &'a mut dyn FnMut(f64, Snapshot) -> ControlFlow<()>;

/// Makes a part of what was found so far, if the unit can.
pub type Snapshot<'a> = &'a dyn Fn() -> Option<Part>;

/// Lets a unit run to its end.
pub fn to_the_end(_: f64, _: Snapshot) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// The lab called `name`.
///
/// # Errors
/// [`Error::Value`] if there is none.
pub fn find(name: &str) -> Result<&'static dyn Lab> {
    let names: Vec<_> = LABS.iter().map(|lab| lab.name()).collect();
    let found = LABS.iter().find(|lab| lab.name() == name).copied();
    let expected = || format!("one of {}", names.join(", "));
    found.ok_or_else(|| Error::value("lab", format!("{name:?}"), expected()))
}

/// The error for a view or a question that a figure does not know.
fn unknown(what: &str, name: &str) -> Error {
    Error::value(what, format!("{name:?}"), "one that it knows")
}

/// The error for a figure whose first part is yet to come.
fn not_ready() -> Error {
    Error::value("figure", "none yet", "computed first")
}

/// Labs are told apart by their names.
impl PartialEq for dyn Lab {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl fmt::Debug for dyn Lab {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "lab {}", self.name())
    }
}

#[cfg(test)]
mod tests;
