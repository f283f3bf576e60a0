//! Labs: one folder a figure, which presents an [experiment](crate::experiment). All that a page or the
//! command line knows of a lab goes through [`Figure`].

mod agreement;
mod band;
pub mod correlation;
mod curves;
mod data;
pub mod marginal;
pub mod models;
mod opened;
mod pull;
mod scene;
pub mod theorem;
pub mod toy;
mod words;

use serde_json::Value;

use crate::chart::Chart;
use crate::error::{Error, Result, quoted};
use crate::experiment::Part;
use crate::report::{Name, Report};
use crate::scenario::{Region, Scenario, View};

pub use crate::experiment::to_the_end;
pub use opened::Opened;
pub use words::{Fact, capital, count, grouped, name_of, percent, three_decimals, three_digits};

/// A lab: how its figure is made of a scenario, before anything is computed.
type Lab = fn(&Scenario) -> Box<dyn Figure>;

/// All labs, by the names of their forms.
static LABS: [(&str, Lab); 8] = [
    ("toy", |scenario| Box::new(toy::ToyFigure::new(scenario))),
    ("models", |scenario| Box::new(models::ModelsFigure::new(scenario))),
    ("correlation", |scenario| Box::new(correlation::CorrelationFigure::new(scenario))),
    ("marginal", |scenario| Box::new(marginal::MarginalFigure::new(scenario))),
    ("theorem", |scenario| Box::new(theorem::TheoremFigure::new(scenario))),
    ("curves", |scenario| Box::new(curves::CurvesFigure::new(scenario))),
    ("agreement", |scenario| Box::new(agreement::AgreementFigure::new(scenario))),
    ("data", |scenario| Box::new(data::DataFigure::new(scenario))),
];

/// The figure of a scenario, before anything is computed.
pub fn figure(scenario: &Scenario) -> Box<dyn Figure> {
    let found = LABS.iter().find(|(name, _)| *name == scenario.lab.name);
    found.expect("every form has its lab").1(scenario)
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

    /// The numbers beside the figure, a line each, for a terminal: no page has them in its wasm.
    #[cfg(feature = "cli")]
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
        Err(unknown("question", what))
    }

    /// A file that it gives away, by its name.
    fn file(&self, name: &str) -> Result<Vec<u8>> {
        Err(unknown("file", name))
    }

    /// One of its charts; nothing if there is nothing to show. Every figure has the view
    /// [`WHOLE`].
    fn chart(&self, view: &str, at: &[f64]) -> Result<Option<Box<dyn Chart + '_>>>;

    /// What must be said under the whole figure in a file, so that it can be read alone.
    fn caption(&self) -> Result<String> {
        Ok(String::new())
    }

    /// Width and height of the whole figure in a file, without the words around it.
    fn saved_size(&self) -> (u32, u32) {
        (1000, 640)
    }

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

/// What fingerprints and people call the candidates of a scenario.
fn model_names(scenario: &Scenario, titles: Vec<String>) -> Vec<Name> {
    let candidates = scenario.models.candidates.iter();
    candidates.zip(titles).map(|(candidate, title)| Name::new(candidate.id(), title)).collect()
}

/// The error for a view or a question that a figure does not know.
fn unknown(what: &str, name: &str) -> Error {
    Error::clash(format!("this figure has no {what} {}", quoted(name)))
}

/// The error for a figure whose first part is yet to come.
fn not_ready() -> Error {
    Error::missing("the figure", "it is still being computed")
}

#[cfg(test)]
mod tests;
