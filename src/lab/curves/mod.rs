//! Learning curves: rules, or models that choose by them, compared over rounds of asking, as in the paper's
//! Figures 3, 11, 13 and 14.

mod charts;
mod figure;
mod found;
mod ranks;
mod report;
mod words;

use crate::experiment::curves::Curve;
use crate::numeric::Estimate;
use crate::scenario::{Scenario, Source};
use crate::tal::Run;

use super::count;
pub use figure::CurvesFigure;

/// What is measured.
struct Quantity {
    /// Its id, and the view that draws it.
    id: &'static str,
    /// Its name.
    name: &'static str,
    /// Where it stands in a curve.
    of: fn(&Curve) -> &[Estimate],
    /// And in a run.
    in_run: fn(&Run) -> &[f64],
}

const QUANTITIES: [Quantity; 3] = [
    Quantity {
        id: "log-likelihood",
        name: "log likelihood",
        of: |curve| &curve.log_likelihood,
        in_run: |run| &run.log_likelihood,
    },
    Quantity {
        id: "expected-log-likelihood",
        name: "expected log likelihood",
        of: |curve| &curve.expected_log_likelihood,
        in_run: |run| &run.expected_log_likelihood,
    },
    Quantity { id: "rmse", name: "RMSE", of: |curve| &curve.rmse, in_run: |run| &run.rmse },
];

/// By how much one line has more of a quantity than another, on each of some tasks, after a batch.
fn gaps(
    tasks: &[Vec<&Run>],
    quantity: &Quantity,
    (line, other): (usize, usize),
    after: usize,
) -> Option<Estimate> {
    let of = |runs: &Vec<&Run>, line: usize| (quantity.in_run)(runs[line])[after];
    Estimate::of(tasks.iter().map(|runs| of(runs, line) - of(runs, other)))
}

/// The same on average over all batches, as the paper's claims are judged.
fn mean_gap(
    tasks: &[Vec<&Run>],
    quantity: &Quantity,
    (line, other): (usize, usize),
) -> Option<Estimate> {
    let of = |runs: &Vec<&Run>, line: usize| {
        let after = &(quantity.in_run)(runs[line])[1..];
        after.iter().fold(0.0, |sum, value| sum + value) / after.len() as f64
    };
    Estimate::of(tasks.iter().map(|runs| of(runs, line) - of(runs, other)))
}

/// A mean in its standard errors.
fn z(gap: Estimate) -> Option<f64> {
    gap.standard_error.filter(|error| *error > 0.0).map(|error| gap.mean / error)
}

/// What a table is called.
pub fn table_name(scenario: &Scenario) -> String {
    scenario.data.files.first().map_or("a made-up table".into(), |file| file.name.clone())
}

/// What the tasks are.
pub fn task_words(scenario: &Scenario) -> String {
    match scenario.data.source {
        Source::Synthetic(setting) => {
            let d = count(scenario.data.dimension, "dimension");
            format!("synthetic functions in {d} ({setting})")
        }
        Source::Table => format!("rows of {}", table_name(scenario)),
        _ => format!("functions on a line ({})", scenario.problem.preset.title),
    }
}

#[cfg(test)]
mod tests;
