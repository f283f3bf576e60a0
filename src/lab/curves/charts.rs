//! From runs to charts.

use super::{QUANTITIES, Quantity, gaps};
use crate::chart::{Chart, Fan, Fans, HeatTable, Pane, Panes};
use crate::experiment::curves::Curve;
use crate::numeric::Estimate;
use crate::report::Name;
use crate::tal::Run;

/// What charts are made of.
pub struct Seen<'a> {
    pub curves: &'a [Curve],
    pub names: &'a [Name],
    pub tasks: &'a [Vec<&'a Run>],
    /// How each line looks: see [`Style::series`](crate::chart::Style::series).
    pub looks: Vec<usize>,
    /// The line that the others are compared with.
    pub against: usize,
    /// Whether every task is shown.
    pub each: bool,
}

/// The bands of more lines than these would be one blot.
pub const FEW: usize = 6;
/// More tasks than these would be a blot.
const MOST_RUNS: usize = 60;

/// One quantity of all lines.
pub fn quantity(seen: &Seen, quantity: &Quantity, legend: bool) -> Fans {
    let fan = |(index, curve): (usize, &Curve)| {
        let runs = seen.tasks.iter().take(if seen.each { MOST_RUNS } else { 0 });
        let runs = runs.map(|runs| (quantity.in_run)(runs[index]).to_vec());
        fan(seen, index, (quantity.of)(curve), runs.collect())
    };
    Fans {
        x: batches(seen),
        fans: seen.curves.iter().enumerate().map(fan).collect(),
        x_label: "batches",
        y_label: quantity.name.into(),
        legend,
        zero: false,
    }
}

/// What all other lines have more of it than one, on the same tasks.
pub fn differences(seen: &Seen, quantity: &Quantity, legend: bool) -> Fans {
    let others = (0..seen.curves.len()).filter(|line| *line != seen.against);
    let fan = |line: usize| {
        let after = |t: usize| gaps(seen.tasks, quantity, (line, seen.against), t);
        let values: Vec<Estimate> = (0..batches(seen).len()).filter_map(after).collect();
        fan(seen, line, &values, Vec::new())
    };
    Fans {
        x: batches(seen),
        fans: others.map(fan).collect(),
        x_label: "batches",
        y_label: format!("minus {}", seen.names[seen.against].label),
        legend,
        zero: true,
    }
}

/// Width and height of a file, without ranks.
pub const SIZE: (u32, u32) = (1000, 720);
/// The height of a title over a pane.
const TITLE: f64 = 22.0;

/// How high ranks are, with the title over them.
pub fn height_of_ranks(rows: usize) -> f64 {
    HeatTable::height(rows) + TITLE
}

/// All of them, for files, over ranks where several models predict.
pub fn whole(seen: &Seen, ranks: Option<HeatTable>) -> Panes<'static> {
    let mut panes = curves(seen);
    panes.rows.extend(ranks.map(|ranks| {
        let share = 2.0 * height_of_ranks(ranks.rows.len()) / f64::from(SIZE.1);
        let title = "Mean rank by log likelihood after the last batch, 0 is best: rows choose, columns predict";
        (share, vec![Pane { share: 1.0, title, chart: Box::new(ranks) }])
    }));
    panes
}

fn curves(seen: &Seen) -> Panes<'static> {
    let pane = |title: &'static str, chart: Fans| Pane {
        share: 1.0,
        title,
        chart: Box::new(chart) as Box<dyn Chart>,
    };
    let [likelihood, expected, rmse] = &QUANTITIES;
    Panes {
        rows: vec![
            (
                1.0,
                vec![
                    pane("Log likelihood of the targets", quantity(seen, likelihood, true)),
                    pane("Difference on the same tasks", differences(seen, likelihood, false)),
                ],
            ),
            (
                1.0,
                vec![
                    pane(
                        "What the model that predicts expects it to be",
                        quantity(seen, expected, false),
                    ),
                    pane("Root mean square error", quantity(seen, rmse, false)),
                ],
            ),
        ],
    }
}

fn batches(seen: &Seen) -> Vec<f64> {
    let rounds = seen.curves.first().map_or(0, |curve| curve.rmse.len());
    (0..rounds).map(|round| round as f64).collect()
}

/// Of many lines, only the one that all are compared with and the best have a band.
fn has_band(seen: &Seen, index: usize) -> bool {
    let last = |curve: &Curve| curve.log_likelihood.last().map_or(f64::NAN, |last| last.mean);
    let own = last(&seen.curves[index]);
    let is_best = !seen.curves.iter().any(|other| last(other) > own);
    seen.curves.len() <= FEW || index == seen.against || is_best
}

fn fan(seen: &Seen, index: usize, values: &[Estimate], runs: Vec<Vec<f64>>) -> Fan {
    let band = has_band(seen, index);
    let error = |value: &Estimate| value.standard_error.filter(|_| band).unwrap_or(f64::NAN);
    Fan {
        name: seen.names[index].label.clone(),
        mean: values.iter().map(|value| value.mean).collect(),
        error: values.iter().map(error).collect(),
        runs,
        index: seen.looks[index],
    }
}
