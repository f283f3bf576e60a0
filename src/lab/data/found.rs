//! What units have found so far: the table, what models predict on the first split, and the verdicts of all splits.

use std::rc::Rc;

use crate::error::Result;
use crate::experiment::correlation::{Picture, merge, order};
use crate::experiment::data::{
    self, Foretold, Places, Table, Verdict, read_prediction, read_table, read_verdict,
};
use crate::experiment::{Belief, Judged, Part};
use crate::lab::correlation::Atlas;
use crate::posterior::Posterior;
use crate::scenario::Scenario;
use crate::task::table::{Scale, Split};

/// What is there.
pub struct Found {
    scenario: Scenario,
    places: Vec<Places>,
    /// The table, with how it is split first.
    pub table: Option<Read>,
    /// What was noted of each model on each split: which of its alternatives was chosen, and why it is in doubt.
    pub fits: Vec<Vec<Option<Fit>>>,
    /// What each model predicts on the first split, in the unit of the table.
    beliefs: Vec<Option<Belief>>,
    /// What was found of each split.
    pub verdicts: Vec<Option<Verdict>>,
    /// The first split's squares.
    pub atlas: Option<Atlas>,
}

/// The table as it was read.
pub struct Read {
    /// Its numbers.
    pub table: Table,
    /// How it is split first.
    pub split: Split,
    /// What the first split's test rows are, in the unit of the table.
    y: Vec<f64>,
    /// How values were standardised for it.
    scale: Scale,
}

impl Read {
    /// Mean and deviation of what is learned from first.
    pub fn spread(&self) -> (f64, f64) {
        (self.scale.mean, self.scale.sd)
    }
}

/// What is to be known of a fit beside its numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Fit {
    /// What was chosen on the validation part, if anything was to be: one of so many.
    pub chosen: Option<(usize, usize)>,
    /// Why it should not be trusted, if it should not.
    pub doubt: Option<String>,
    /// Which epoch is kept, and how many there were.
    pub epochs: Option<(f64, f64)>,
}

impl Found {
    pub fn new(scenario: &Scenario) -> Self {
        let (_, places) = data::figure_plan(scenario, &[]);
        let models = scenario.models.candidates.len();
        Self {
            scenario: scenario.clone(),
            table: None,
            fits: vec![vec![None; models]; places.len()],
            beliefs: vec![None; models],
            verdicts: vec![None; places.len()],
            atlas: None,
            places,
        }
    }

    /// How many splits there are to be.
    pub fn splits(&self) -> usize {
        self.places.len()
    }

    /// Those that were judged.
    pub fn judged(&self) -> Vec<&Verdict> {
        self.verdicts.iter().flatten().collect()
    }

    pub fn add(&mut self, unit: usize, part: &Part) -> Result<()> {
        for number in 0..self.places.len() {
            let places = &self.places[number];
            if places.table == unit {
                self.table = Some(self.read(part)?);
                break;
            }
            if places.judged == unit {
                self.verdicts[number] = Some(read_verdict(part)?);
                break;
            }
            if let Some(model) = places.predicted.iter().position(|place| *place == unit) {
                self.predicted((number, model), read_prediction(part)?);
                break;
            }
        }
        self.atlas = self.picture();
        Ok(())
    }

    fn read(&self, part: &Part) -> Result<Read> {
        let table = read_table(part)?;
        let split = table.split_by(&self.scenario);
        let task = table.task(&self.scenario, &[])?;
        let y = task.task.targets.observed.iter().map(|value| task.scale.back(*value)).collect();
        Ok(Read { split, y, scale: task.scale, table })
    }

    fn predicted(&mut self, (number, model): (usize, usize), found: Foretold) {
        let several = Some(found.validation.len()).filter(|count| *count > 1);
        self.fits[number][model] = Some(Fit {
            chosen: several.map(|count| (found.chosen, count)),
            doubt: found.notes.doubt(),
            epochs: found.notes.note("chosen_epoch").zip(found.notes.note("last_epoch")),
        });
        // Predictions come after the table that they need.
        if let Some(read) = self.table.as_ref().filter(|_| number == 0) {
            self.beliefs[model] = Some(belief(&read.scale.of_posterior(&found.posterior)));
        }
    }

    /// The squares of the first split, and what further ones say, as far as they are there.
    fn picture(&self) -> Option<Atlas> {
        let Read { table, split, y, .. } = self.table.as_ref()?;
        let first = self.beliefs.iter().flatten().next()?;
        let judged = self.verdicts[0].as_ref().map(|verdict| verdict.judged.clone());
        let picture = Picture {
            scenario: self.scenario.clone(),
            task: None,
            y: y.clone(),
            order: order::by_similarity(&first.last(first.len())),
            oracle: None,
            beliefs: self.beliefs.clone(),
            strangers: Vec::new(),
            judged: judged.unwrap_or_default(),
        };
        let further = self.verdicts[1..].iter().flatten().map(|verdict| &verdict.judged);
        let repeated = merge(&self.scenario, &further.collect::<Vec<&Judged>>());
        let mut atlas = Atlas::new(picture, repeated);
        atlas.rows_of_table = split.test.iter().map(|place| table.rows[*place]).collect();
        Some(atlas)
    }
}

/// A posterior as squares have it.
fn belief(posterior: &Posterior) -> Belief {
    let Posterior { mean, covariance, noise } = posterior;
    let columns = covariance.column_iter().enumerate();
    let triangle =
        columns.flat_map(|(j, column)| column.iter().skip(j).copied().collect::<Vec<_>>());
    let list = |values: &crate::numeric::Vector| values.as_slice().to_vec();
    Belief::of(list(mean), list(noise), Rc::new(triangle.collect()))
}
