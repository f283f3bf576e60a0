//! What a table does not say of itself, from what stands in it.

use super::grid::Grid;
use super::{Decimal, Limits, ONE_COLUMN, Question, Separator, Sheet, number, wrong};
use crate::error::Result;

/// How much of a text is looked at to find out what parts its cells.
const LOOKED_AT: usize = 1 << 16;
const SAMPLE: Limits = Limits { rows: 200, columns: 2000, bytes: LOOKED_AT };

/// What cells are parted by: whatever gives lines the same number of cells, and most numbers. On a tie those marks win
/// that rarely stand in cells.
pub fn separator(text: &str) -> Result<Separator> {
    if let Some(separator) = announced(text) {
        return Ok(separator);
    }
    let sample = beginning(text);
    let (mut best, mut wrongs): (Option<(f64, Separator)>, _) = (None, Vec::new());
    for separator in Separator::ALL {
        let score = match Grid::of(sample, separator, SAMPLE) {
            Ok(grid) => score(&grid),
            Err(error) => {
                let mark = char::from(separator.byte().unwrap_or(b' '));
                let first = sample.trim_start().lines().next().unwrap_or_default();
                wrongs.push((first.matches(mark).count(), error));
                0.0
            }
        };
        if score > best.map_or(0.0, |(least, _)| least) {
            best = Some((score, separator));
        }
    }
    // What parts the first line most often is most likely meant.
    let likely = || {
        let likely = wrongs.into_iter().max_by_key(|(count, _)| *count);
        likely.map_or_else(|| wrong(ONE_COLUMN), |(_, error)| error)
    };
    best.map(|(_, separator)| separator).ok_or_else(likely)
}

/// What parts cells by a first line such as `sep=;`, which spreadsheet programs write and read.
pub fn announced(text: &str) -> Option<Separator> {
    let mark = text.lines().next()?.strip_prefix("sep=")?.bytes();
    Separator::ALL.into_iter().find(|each| each.byte().into_iter().eq(mark.clone()))
}

/// Whole lines at the beginning of a text.
fn beginning(text: &str) -> &str {
    if text.len() <= LOOKED_AT {
        return text;
    }
    let end = text.as_bytes()[..LOOKED_AT].iter().rposition(|byte| *byte == b'\n');
    text.get(..end.unwrap_or(text.len())).unwrap_or(text)
}

/// How much some cells look like a table: the share of lines before the first that does not fit, times the share of
/// numbers; one column is none.
fn score(grid: &Grid) -> f64 {
    if grid.columns < 2 || grid.records() == 0 {
        return if grid.columns >= 2 { 0.01 } else { 0.0 };
    }
    let fitting = grid.records() as f64 / grid.found as f64;
    let cells = grid.records() * grid.columns;
    let cell = |place: usize| grid.cell(place / grid.columns, place % grid.columns);
    let numbers = (0..cells).filter(|place| looks_like_a_number(cell(*place))).count();
    fitting * (0.05 + numbers as f64 / cells as f64)
}

fn looks_like_a_number(cell: &str) -> bool {
    Decimal::ALL.iter().any(|decimal| number::number(cell.trim(), *decimal).is_some())
}

/// Whether the first line names the columns: no cell of it is a number, and others below are.
pub fn has_header(grid: &Grid) -> bool {
    if grid.records() == 0 {
        return false;
    }
    let numbers = |record: usize| {
        (0..grid.columns).any(|column| looks_like_a_number(grid.cell(record, column)))
    };
    let below = (1..grid.records()).take(SAMPLE.rows);
    !numbers(0) && (grid.found == 1 || below.clone().any(numbers) || below.count() == 0)
}

/// What stands before the decimals, and what keeps that open. A cell tells if it is a number in one way only.
pub fn decimal(sheet: &Sheet) -> (Decimal, Option<Question>) {
    let (mut points, mut commas, mut open) = (0_usize, 0_usize, None);
    for row in 0..sheet.rows() {
        for column in 0..sheet.grid.columns {
            let cell = sheet.cell(row, column).trim();
            if !cell.contains([',', '.']) {
                continue;
            }
            match Decimal::ALL.map(|decimal| number::number(cell, decimal)) {
                [Some(_), None] => points += 1,
                [None, Some(_)] => commas += 1,
                // Nobody parts thousands by points where no comma shows it.
                [Some(point), Some(comma)] if cell.contains(',') => {
                    open.get_or_insert_with(|| Question {
                        row,
                        column,
                        cell: cell.into(),
                        readings: [point, comma],
                    });
                }
                _ => {}
            }
        }
    }
    match (points, commas) {
        (0, 0) => (Decimal::Point, open),
        _ if commas > points => (Decimal::Comma, None),
        _ => (Decimal::Point, None),
    }
}
