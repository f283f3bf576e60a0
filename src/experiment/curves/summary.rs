//! Means over tasks, with their standard errors.

use std::borrow::Borrow;

use crate::experiment::curves::{Line, lines};
use crate::numeric::Estimate;
use crate::scenario::Scenario;
use crate::tal::Run;

/// One line's curves: entry t is after t batches.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// The line.
    pub line: Line,
    /// Mean log likelihood of the targets.
    pub log_likelihood: Vec<Estimate>,
    /// Mean expected log likelihood of the targets.
    pub expected_log_likelihood: Vec<Estimate>,
    /// Root mean square error of the targets.
    pub rmse: Vec<Estimate>,
}

/// The curves of all lines over some tasks, each with a run for each line; nothing without a task.
pub fn summarise<R: Borrow<Run>>(scenario: &Scenario, tasks: &[Vec<R>]) -> Option<Vec<Curve>> {
    let curve = |(index, line): (usize, Line)| {
        let estimates = |values: fn(&Run) -> &[f64]| -> Option<Vec<Estimate>> {
            let after =
                |t: usize| Estimate::of(tasks.iter().map(|runs| values(runs[index].borrow())[t]));
            (0..=scenario.asking.rounds).map(after).collect()
        };
        Some(Curve {
            line,
            log_likelihood: estimates(|run| &run.log_likelihood)?,
            expected_log_likelihood: estimates(|run| &run.expected_log_likelihood)?,
            rmse: estimates(|run| &run.rmse)?,
        })
    };
    lines(scenario).into_iter().enumerate().map(curve).collect()
}
