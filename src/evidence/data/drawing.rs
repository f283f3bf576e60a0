//! Tables as pictures: the better a cell is in its row, the darker it is, and what is within one standard error of the
//! best is darkest.

use super::table::{Mark, Table};
use crate::chart::{self, HeatCell, HeatTable, Pane, Panes, Style};
use crate::error::Result;

/// Width of a picture.
const WIDTH: u32 = 1000;
/// Height of the title over the table.
const TITLE: f64 = 22.0;
/// How much of the colour a cell can have that is not among the best.
const OTHERS: f64 = 0.6;

/// A table as an SVG document.
///
/// # Errors
/// Those of drawing.
pub fn svg(table: &Table, style: &Style) -> Result<String> {
    let heat = heat_table(table);
    let height = (HeatTable::height(heat.rows.len()) + TITLE).ceil() as u32;
    let pane = Pane { share: 1.0, title: table.title, chart: Box::new(heat) };
    chart::svg(&Panes { rows: vec![(1.0, vec![pane])] }, (WIDTH, height), style)
}

fn heat_table(table: &Table) -> HeatTable {
    let mut rows = Vec::new();
    for row in &table.rows {
        let found: Vec<_> = row
            .cells
            .iter()
            .map(|cell| cell.map(|cell| (cell.mean, cell.standard_error)))
            .collect();
        let best: Vec<bool> =
            row.marks(table.better).iter().map(|mark| *mark == Mark::Best).collect();
        let seeds = if row.seeds == 1 { "seed" } else { "seeds" };
        rows.push((format!("{}, {} {seeds}", row.set, row.seeds), cells(table, &found, &best)));
        if row.is_published() {
            let none = vec![false; row.paper.len()];
            rows.push(("    in the paper".into(), cells(table, &row.paper, &none)));
        }
    }
    HeatTable { columns: table.models.clone(), rows }
}

fn cells(table: &Table, found: &[Option<(f64, Option<f64>)>], best: &[bool]) -> Vec<HeatCell> {
    let scores = || found.iter().flatten().map(|(mean, _)| table.better * mean);
    let least = scores().fold(f64::INFINITY, f64::min);
    let most = scores().fold(f64::NEG_INFINITY, f64::max);
    let shade = |mean: f64| match most > least {
        true => OTHERS * (table.better * mean - least) / (most - least),
        false => 0.0,
    };
    let cell = |(found, best): (&Option<(f64, Option<f64>)>, &bool)| match found {
        Some((mean, error)) => HeatCell {
            words: table.words(*mean, *error),
            shade: if *best { 1.0 } else { shade(*mean) },
        },
        None => HeatCell { words: "–".into(), shade: 0.0 },
    };
    found.iter().zip(best).map(cell).collect()
}
