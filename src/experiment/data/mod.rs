//! Models judged on a table of the reader's own, by the paper's protocol (section 5): XLL by every reference, and
//! XLLR, over seeds.
//!
//! One unit reads the file, and is the only one that holds it: all others need its part, so that names follow what is
//! in it. Then every seed has units for the training of each model, one that lets it predict the test set, and one that
//! judges all of them by each other.

mod asked;
pub mod fit;
mod judge;
mod predict;
mod read;
mod standing;

use crate::experiment::{Costs, Hears, Plan, Unit, train};
use crate::scenario::{Candidate, Scenario};
use crate::table;

pub use crate::table::batch_of;
pub use asked::{Asking, read_rounds, studies};
pub use fit::learns_once;
pub use judge::{JUDGE, MORE, Verdict, read as read_verdict};
pub use predict::{Foretold, NOISES, PREDICT, alternatives, read as read_prediction};
pub use read::{Given, TABLE, Table, choosing_cost, given, read as read_table, sizes_of, split_of};
pub use standing::{Mark, interval, marks, standings};

/// Where the parts of one seed stand in a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Places {
    /// What judges all models.
    pub judged: usize,
    /// What each model predicts, in their order.
    pub predicted: Vec<usize>,
    /// The table.
    pub table: usize,
}

/// The files of one seed: the table, and how it is split, unless that is drawn.
pub type Files = Vec<Vec<u8>>;

/// The units of a scenario: for each of its seeds, given its files.
pub fn plan(scenario: &Scenario, files: &[Files]) -> (Plan, Vec<Places>) {
    let (mut plan, mut places) = (Plan::default(), Vec::new());
    for (number, files) in files.iter().enumerate() {
        let scenario = of_seed(scenario, number);
        let start = plan.steps.len();
        let table = add_table(&mut plan, &scenario, files);
        let candidates = &scenario.models.candidates;
        let predicted = candidates.iter().map(|own| add_model(&mut plan, &scenario, own, table));
        let predicted: Vec<usize> = predicted.collect();
        let needs = [&[table][..], &predicted].concat();
        let judged = plan.add(Unit::new(&JUDGE, &scenario, (0, 0)), needs);
        plan.groups.push((start..plan.steps.len()).collect());
        places.push(Places { judged, predicted, table });
    }
    (plan, places)
}

/// The files of a seed: those that are given, or the made-up table if the link names none.
pub fn files_of(scenario: &Scenario, files: &[Vec<u8>]) -> Files {
    match scenario.data.files.is_empty() && files.is_empty() {
        true => vec![table::sample().into_bytes()],
        false => files.to_vec(),
    }
}

/// The units of a figure, which wants to know of the table, too: the link's file, or the made-up one.
pub fn figure_plan(scenario: &Scenario, files: &[Vec<u8>]) -> (Plan, Vec<Places>) {
    let files = files_of(scenario, files);
    let (mut plan, places) = plan(scenario, &vec![files; scenario.judging.tasks.max(1)]);
    places.iter().for_each(|places| plan.steps[places.table].hears = Hears::Part);
    // What is waited for is a fit after the other.
    let fits = places.iter().flat_map(|places| &places.predicted).map(|&fit| {
        let training = plan.steps[fit].needs.iter().copied();
        let own = training.filter(|need| places.iter().all(|places| places.table != *need));
        own.chain([fit]).collect()
    });
    plan.groups = fits.collect();
    (plan, places)
}

/// The scenario of one of its seeds alone. A seed is the same work whichever others there are.
pub fn of_seed(scenario: &Scenario, number: usize) -> Scenario {
    let mut own = scenario.clone();
    own.problem.seed = own.problem.seed.wrapping_add(number as u32);
    own.judging.tasks = 1;
    own
}

/// Adds the unit that reads the files; the same files are read once.
pub fn add_table(plan: &mut Plan, scenario: &Scenario, files: &Files) -> usize {
    let mut unit = Unit::new(&TABLE, scenario, (0, 0));
    unit.files.clone_from(files);
    let known = plan.steps.iter().position(|step| step.unit == unit);
    known.unwrap_or_else(|| plan.help(unit, Vec::new(), Hears::Nothing))
}

/// The training of a model and what it predicts; gives the place of that.
fn add_model(plan: &mut Plan, scenario: &Scenario, candidate: &Candidate, table: usize) -> usize {
    let mut needs = vec![table];
    needs.extend(training(plan, scenario, candidate, 0, &[table]));
    let own = scenario.with_models(vec![train::alone(scenario, candidate)]);
    plan.add(Unit::new(&PREDICT, &own, (0, 0)), needs)
}

/// Adds the training of all models that a candidate may be, on whatever task; gives its places.
pub fn training(
    plan: &mut Plan,
    scenario: &Scenario,
    candidate: &Candidate,
    task: usize,
    needs: &[usize],
) -> Vec<usize> {
    let own = alternatives(scenario, candidate).into_iter();
    own.flat_map(|own| train::plan(plan, scenario, &own, task, needs)).collect()
}

/// What a scenario's work will take.
pub fn cost(scenario: &Scenario) -> Costs {
    let (plan, places) = plan(scenario, &[Vec::new()]);
    let cost = |unit: &Unit| unit.work.cost.map_or_else(Default::default, |cost| cost(unit));
    let each = plan.steps.iter().map(|step| cost(&step.unit)).sum::<crate::cost::Cost>();
    let table = places.first().map(|places| cost(&plan.steps[places.table].unit));
    // The file may not be there yet: how much it holds is known by its rows.
    let cells = (scenario.data.table.rows * (scenario.data.dimension + 1)) as f64;
    let first = table.unwrap_or_default() + crate::cost::Cost::operations(500.0 * cells);
    Costs { first, further: each * scenario.judging.tasks.max(1) as f64 }
}

#[cfg(test)]
mod tests;
