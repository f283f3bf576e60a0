//! Every number of the figure.

use crate::lab::theorem::{Case, Outcome};
use crate::metric::Divergence;
use crate::report::{Report, Table};

/// The sliders' case, the cloud, and the worst cases that were found.
pub fn report(case: &Case, cloud: &[Outcome], worst: &[Outcome]) -> Report {
    let correlations = pairs(case);
    let column = |value: fn(&(f64, f64, f64, f64)) -> f64| -> Vec<f64> {
        correlations.iter().map(value).collect()
    };
    Report {
        tables: vec![
            summary(case),
            Table::new("marginals", [("shift", &case.shift[..]), ("ratio", &case.ratio)]),
            Table::new(
                "correlations",
                [
                    ("point", &column(|pair| pair.0)[..]),
                    ("other point", &column(|pair| pair.1)),
                    ("truth", &column(|pair| pair.2)),
                    ("candidate", &column(|pair| pair.3)),
                ],
            ),
            outcomes("random batches", cloud),
            outcomes("worst found", worst),
        ],
    }
}

fn summary(case: &Case) -> Table {
    let Divergence { kl, gap, kl_marginals, kl_correlations, lambda_min, limits, .. } =
        case.divergence;
    let numbers = [
        ("KL", kl),
        ("KL of correlations", kl_correlations),
        ("gap", gap),
        ("xi", kl_marginals),
        ("lambda", lambda_min),
        ("paper's order", limits.paper),
        ("tight order", limits.tight),
        ("bound", limits.bound),
    ];
    Table::new(
        "summary",
        numbers.each_ref().map(|(name, value)| (*name, std::slice::from_ref(value))),
    )
}

/// Every pair of points, counted from 1, with its true correlation and the candidate's.
fn pairs(case: &Case) -> Vec<(f64, f64, f64, f64)> {
    let pair = |i: usize, j: usize| {
        let (point, other) = ((j + 1) as f64, (i + 1) as f64);
        (point, other, case.truth[(i, j)], case.candidate[(i, j)])
    };
    (0..case.shift.len()).flat_map(|j| (j + 1..case.shift.len()).map(move |i| pair(i, j))).collect()
}

fn outcomes(name: &str, outcomes: &[Outcome]) -> Table {
    let column = |value: fn(&Outcome) -> f64| -> Vec<f64> { outcomes.iter().map(value).collect() };
    let columns = [
        ("xi", &column(|each| each.xi)[..]),
        ("KL of correlations", &column(|each| each.correlations)),
        ("gap", &column(|each| each.gap)),
        ("bound", &column(|each| each.bound)),
    ];
    Table::new(name, columns)
}
