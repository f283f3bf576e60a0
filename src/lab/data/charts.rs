//! How models rank, as a chart, and all of it on one sheet.

use super::ranking::Ranked;
use super::words::Seen;
use crate::chart::{self, DotRow, Dots, Pane, Panes};
use crate::lab::correlation::atlas::Page;

/// How marks look: those of single splits, and the mean.
const EACH: usize = 9;
const MEAN: usize = 0;
/// More splits than this would hide each other.
const MOST_EACH: usize = 1;

/// A row for each model, the best first; nothing before any split was judged.
pub fn ranking(seen: &Seen) -> Option<Dots> {
    let known = |ranked: &Ranked| ranked.mean.is_some();
    let models = &seen.by.models;
    let ends = models.iter().filter_map(|own| {
        let mean = own.mean?;
        let error = mean.standard_error.unwrap_or(0.0);
        Some([mean.mean - error, mean.mean + error])
    });
    let (low, high) = ends
        .flatten()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), end| (low.min(end), high.max(end)));
    if !models.iter().any(known) {
        return None;
    }
    // Ranks have ends of their own.
    let range = match seen.by.quantity.id {
        "xllr" => 0.0..(models.len().max(2) - 1) as f64,
        _ if low < high => low..high,
        _ => low - 0.5..high + 0.5,
    };
    let row = |model: usize| {
        let mean = models[model]
            .mean
            .map(|mean| chart::Estimate { value: mean.mean, error: mean.standard_error });
        DotRow { name: seen.titles[model].clone(), marks: vec![mean] }
    };
    let better = if seen.by.quantity.better > 0.0 { "higher" } else { "lower" };
    Some(Dots {
        rows: seen.by.best_first().into_iter().map(row).collect(),
        kinds: vec![(seen.over(), if seen.judged() > MOST_EACH { MEAN } else { EACH })],
        x_range: range,
        x_label: match seen.by.quantity.id {
            "xllr" => "XLLR, 0 is best".into(),
            _ => format!("{}, {better} is better", seen.by.quantity.label),
        },
    })
}

/// The ranking over squares, rows and references, for a file.
pub fn whole<'a>(seen: &Seen, page: Option<Page<'a>>) -> Panes<'a> {
    let pane = |title, chart| vec![Pane { share: 1.0, title, chart }];
    let ranking = ranking(seen).unwrap_or_default();
    let mut rows = vec![(0.4, pane("Who ranks where", Box::new(ranking)))];
    if let Some(page) = page {
        rows.push((1.0, pane("On the first split", Box::new(page))));
    }
    Panes { rows }
}
