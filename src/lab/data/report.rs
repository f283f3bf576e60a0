//! Every number of the lab: what each measure says of each model on each split, with means.

use super::found::Found;
use super::ranking::{Ranked, Ranking};
use crate::experiment::data::Verdict;
use crate::lab::correlation::titles;
use crate::lab::model_names;
use crate::report::{Name, Report, Table};
use crate::scenario::Scenario;

/// A table for each quantity, then XLL by reference on each split.
pub fn report(scenario: &Scenario, rankings: &[Ranking], found: &Found) -> Report {
    let names = model_names(scenario, titles(scenario));
    let mut tables: Vec<Table> = rankings.iter().map(|ranking| table(ranking, &names)).collect();
    for (number, verdict) in found.verdicts.iter().enumerate() {
        tables.extend(verdict.iter().map(|verdict| references(verdict, number, &names)));
    }
    Report { tables }
}

fn table(ranking: &Ranking, names: &[Name]) -> Table {
    let title = Name::new(ranking.quantity.id, ranking.quantity.label);
    let mut table = Table::new(title, []).labelled(names.iter().cloned());
    let column = |value: &dyn Fn(&Ranked) -> Option<f64>| -> Vec<f64> {
        ranking.models.iter().map(|model| value(model).unwrap_or(f64::NAN)).collect()
    };
    table.push("mean", column(&|model| Some(model.mean?.mean)));
    table.push("standard error", column(&|model| model.mean?.standard_error));
    table.push("low", column(&|model| Some(model.interval?.0)));
    table.push("high", column(&|model| Some(model.interval?.1)));
    table.push("first place", column(&|model| Some(model.places?.0 as f64)));
    table.push("last place", column(&|model| Some(model.places?.1 as f64)));
    let splits = ranking.models.first().map_or(0, |model| model.each.len());
    for split in 0..splits {
        table.push(format!("split {}", split + 1), column(&|model| model.each[split]));
    }
    table
}

fn references(verdict: &Verdict, number: usize, names: &[Name]) -> Table {
    let judged = &verdict.judged;
    let name = format!("XLL by reference on split {}", number + 1);
    let rows = judged.references.iter().map(|row| names[row.reference].clone());
    let mut table = Table::new(name, []).labelled(rows);
    for (at, model) in judged.models.iter().enumerate() {
        let column = judged.references.iter().map(|row| row.xll[at]).collect();
        table.push(names[*model].clone(), column);
    }
    table
}

/// The ranking for a terminal.
#[cfg(feature = "cli")]
pub fn lines(seen: &super::words::Seen, rankings: &[Ranking]) -> Vec<String> {
    let mut lines = vec![seen.gist()];
    for model in seen.by.best_first() {
        let cells = rankings.iter().map(|ranking| {
            let words = super::words::cell(&ranking.models[model]);
            format!("{} {}{}", ranking.quantity.id, words.value, words.error)
        });
        let place = super::words::places(&seen.by.models[model]);
        let cells = cells.collect::<Vec<_>>().join(", ");
        lines.push(format!("{place:>3} {:16} {cells}", seen.titles[model]));
    }
    lines.extend(seen.doubts());
    lines
}
