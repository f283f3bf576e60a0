//! The one table of what units of work do, with what each depends on: an allow-list, so that a setting that
//! is not named changes neither a unit nor its name.

use std::fmt;

use crate::cost::Cost;
use crate::error::Result;
use crate::experiment::{
    Part, Tell, Unit, agreement, correlation, curves, data, marginal, models, power, theorem, toy,
    train,
};
use crate::scenario::Scenario;

/// A kind of work.
pub struct Work {
    /// Its id in units.
    pub id: &'static str,
    /// The keys of links that its result depends on, in lists that several kinds share.
    pub keys: &'static [&'static [&'static str]],
    /// The version of its numbers, of the models that it fits and of the measures that it takes, which tests
    /// that pin them force up, so that what is kept elsewhere is known to be old.
    pub version: fn(&Scenario) -> String,
    /// What a unit of it takes; nothing where the units of an experiment share its estimate evenly.
    pub cost: Option<fn(&Unit) -> Cost>,
    /// Does it, given what the units that it needs have found.
    pub run: fn(&Unit, &[Part], Tell) -> Result<Part>,
}

/// What the observations of a task depend on. Whoever learns from a task and whoever judges on it must list the
/// same, or they would speak of different ones.
pub const OBSERVED: &[&str] = &[
    "task",
    "d",
    "functions",
    "preset",
    "kernel",
    "noise",
    "truth",
    "observe",
    "seed",
    "point",
    "rows",
    "patience",
];

/// Where the function is asked for, and where its value matters.
pub const PLACES: &[&str] = &["target", "pool"];

/// How models are judged.
pub const JUDGED: &[&str] = &["candidate", "b", "batches", "compare"];

/// All kinds.
pub static WORKS: [&Work; 20] = [
    &toy::SOLVE,
    &toy::SEARCH,
    &marginal::PICTURE,
    &marginal::CHECK,
    &theorem::CLOUD,
    &theorem::CLIMB,
    &train::TRAIN,
    &models::SCENE,
    &models::PREDICT,
    &models::STUDY,
    &models::JUDGE,
    &correlation::PICTURE,
    &curves::CURVE,
    &curves::ASK,
    &curves::LEARN,
    &agreement::COMPARE,
    &power::POWER,
    &data::TABLE,
    &data::PREDICT,
    &data::JUDGE,
];

/// The kind with that id.
pub fn find(id: &str) -> Option<&'static Work> {
    WORKS.iter().find(|work| work.id == id).copied()
}

/// Kinds are told apart by their ids.
impl PartialEq for Work {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl fmt::Debug for Work {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.id)
    }
}
