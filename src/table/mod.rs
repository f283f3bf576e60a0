//! Tables of the reader's own: from bytes to numbers, or to words that name the row and the column at fault.
//!
//! A [`Sheet`] is what can be seen of a table before anything is computed: its columns with what they hold, the
//! cells that cannot be read, and what only its owner can know, such as whether `2,923` is nearly three or nearly
//! three thousand. A [`Choice`] makes [`Numbers`] of it: which column is to be predicted, and which are left out.
//!
//! Bytes are untrusted: sizes are checked before work, and nothing makes it panic. Messages count rows and columns
//! from 1, and say the line of the file as editors count it; everywhere else rows are counted from 0.

mod choose;
mod column;
mod grid;
mod infer;
mod number;
mod preview;
mod reading;
mod sample;
mod text;

use crate::error::{Error, Result, counted, quoted};

pub use choose::{Choice, Numbers};
pub use column::{Column, Kind};
pub use preview::Role;
pub use reading::{Decimal, Reading, Separator};
pub use sample::{SAMPLE_INPUTS, SAMPLE_ROWS, sample};

use grid::Grid;
use number::Cell;

/// How large a table may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Rows without the header.
    pub rows: usize,
    /// Columns, the target's included.
    pub columns: usize,
    /// Bytes of the file.
    pub bytes: usize,
}

/// Natively: exact work grows with the third power of the rows.
pub const NATIVE: Limits = Limits { rows: 20_000, columns: 100, bytes: 64 << 20 };
/// In a page's tab.
pub const IN_A_TAB: Limits = Limits { rows: 5_000, columns: 100, bytes: 16 << 20 };
/// Fewer rows leave nothing to split.
pub const LEAST_ROWS: usize = 20;
/// The most inputs, once every word of a category is one of its own.
pub const MOST_INPUTS: usize = 500;

/// A hundredth of the rows is asked for at a time, and at least one.
pub fn batch_of(rows: usize) -> usize {
    ((rows + 50) / 100).max(1)
}

/// A table as it was read, before anything is chosen.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    /// What its cells are parted by.
    pub separator: Separator,
    /// What stands before the decimals, as far as it is known.
    pub decimal: Decimal,
    /// Whether its first line names the columns.
    pub has_header: bool,
    /// What its numbers leave open, and only a setting can decide.
    pub question: Option<Question>,
    /// Its columns.
    pub columns: Vec<Column>,
    /// What is worth knowing of how it was read.
    pub notes: Vec<String>,
    grid: Grid,
}

/// A cell that can be read in two ways, as all others that would tell.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// Its row, from 0.
    pub row: usize,
    /// Its column, from 0.
    pub column: usize,
    /// What stands there.
    pub cell: String,
    /// What it is with a decimal point, and with a decimal comma.
    pub readings: [f64; 2],
}

impl Sheet {
    /// Reads a table of text; what `reading` leaves open is inferred.
    ///
    /// # Errors
    /// [`Error::TooMany`] and [`Error::Unreadable`], which name size, row or column.
    pub fn read(bytes: &[u8], reading: &Reading, limits: Limits) -> Result<Self> {
        Error::at_most("bytes in the table", bytes.len(), limits.bytes)?;
        let mut notes = Vec::new();
        let text = text::decode(bytes, &mut notes)?;
        let separator = match reading.separator {
            Some(separator) => separator,
            None => infer::separator(&text)?,
        };
        let grid = Grid::of(&text, separator, limits)?;
        let has_header = reading.header.unwrap_or_else(|| infer::has_header(&grid));
        let mut sheet = Self {
            separator,
            decimal: Decimal::Point,
            has_header,
            question: None,
            columns: Vec::new(),
            notes,
            grid,
        };
        sheet.check(limits)?;
        let found = infer::decimal(&sheet);
        sheet.decimal = reading.decimal.unwrap_or(found.0);
        sheet.question = found.1.filter(|_| reading.decimal.is_none());
        sheet.columns = (0..sheet.grid.columns).map(|column| Column::of(&sheet, column)).collect();
        let Grid { blank, comments, spanning, .. } = sheet.grid;
        if blank > 0 {
            let were = if blank == 1 { "was" } else { "were" };
            sheet.notes.push(format!("{} {were} skipped", counted(blank, "empty line")));
        }
        if comments > 0 {
            let (begin, are) =
                if comments == 1 { ("begins", "is a comment") } else { ("begin", "are comments") };
            sheet.notes.push(format!("{} that {begin} with # {are}", counted(comments, "line")));
        }
        if let Some(line) = spanning {
            sheet.notes.push(format!(
                "the row at line {line} of the file goes on over several lines, as cells in quotes may"
            ));
        }
        Ok(sheet)
    }

    /// How many rows there are, without the header.
    pub fn rows(&self) -> usize {
        self.grid.records() - usize::from(self.has_header)
    }

    /// What stands in a cell; both are counted from 0.
    pub fn cell(&self, row: usize, column: usize) -> &str {
        self.grid.cell(row + usize::from(self.has_header), column)
    }

    /// What a cell means.
    fn value(&self, row: usize, column: usize) -> Cell {
        number::read(self.cell(row, column), self.decimal)
    }

    /// Where a cell is, in words.
    pub fn place(&self, row: usize, column: usize) -> String {
        let name = self.columns.get(column).map(|column| column.title(&self.columns));
        format!("{}, column {}{}", self.row_words(row), column + 1, name.unwrap_or_default())
    }

    fn row_words(&self, row: usize) -> String {
        let line = self.grid.lines.get(row + usize::from(self.has_header));
        let line = line.map_or_else(String::new, |line| format!(" (line {line} of the file)"));
        format!("row {}{line}", row + 1)
    }

    /// Whether it has the shape of a table.
    fn check(&self, limits: Limits) -> Result<()> {
        let Grid { columns, found, ragged, open_quote, .. } = &self.grid;
        Error::at_most("columns in the table", *columns, limits.columns)?;
        let header = usize::from(self.has_header);
        if found.saturating_sub(header) == 0 {
            return Err(wrong("it has a header and no rows"));
        }
        if let Some(line) = open_quote {
            return Err(wrong(format!(
                "a quote that is opened at line {line} of the file is never closed"
            )));
        }
        if let Some(ragged) = ragged {
            let (row, got) = (ragged.record + 1 - header, ragged.cells);
            let line = ragged.line;
            let end = if got < *columns { "ends before" } else { "goes on after" };
            let column = got.min(*columns) + usize::from(got < *columns);
            let quote = if ragged.spans_lines { "; is a quote left open?" } else { "" };
            return Err(wrong(format!(
                "row {row} (line {line} of the file) {end} column {column}: it has {}, and the first line has \
                 {columns}{quote}",
                counted(got, "cell")
            )));
        }
        Error::at_most("rows in the table", found - header, limits.rows)?;
        if *columns < 2 {
            return Err(wrong(ONE_COLUMN));
        }
        match self.rows() {
            few if few < LEAST_ROWS => Err(too_few(few)),
            _ => Ok(()),
        }
    }
}

const ONE_COLUMN: &str = "it has one column: a table needs one that is predicted and one to predict it from; if there \
    are more, say what separates them: commas, semicolons, tabs or spaces";

/// The table cannot be used, and why.
fn wrong(why: impl Into<String>) -> Error {
    Error::unreadable("the table", why)
}

fn too_few(rows: usize) -> Error {
    wrong(format!("it has {}, and at least {LEAST_ROWS} are needed", counted(rows, "row")))
}

/// So many of several things are named.
const SHOWN: usize = 5;

/// Some of several things, for words: the first few, and how many more.
fn listed(all: &[String]) -> String {
    first_of(&all[..all.len().min(SHOWN)], all.len())
}

/// The first few of so many.
fn first_of(shown: &[String], all: usize) -> String {
    let words = shown.join(", ");
    match all - shown.len() {
        0 => words,
        more => format!("{words} and {more} more"),
    }
}

/// What a cell says, in quotes.
fn cited(cell: &str) -> String {
    quoted(cell.trim())
}

#[cfg(test)]
mod tests;
