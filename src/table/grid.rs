//! From text to cells: quotes, comments and blank lines are seen to here, and what cells mean is not.

use csv_core::{ReadFieldResult, Reader, ReaderBuilder};

use super::{Limits, Separator, wrong};
use crate::error::Result;

/// Lines that begin with it are comments.
const COMMENT: u8 = b'#';
/// A cell that is longer has most likely lost the end of its quotes.
const LONGEST_CELL: usize = 1000;

/// Cells in rows and columns, the header among them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Grid {
    /// All cells, one after the other.
    text: String,
    /// Where each of them ends.
    ends: Vec<usize>,
    /// How many cells the first record has.
    pub columns: usize,
    /// The line of the file at which each record begins, from 1.
    pub lines: Vec<usize>,
    /// How many records there are, also those beyond what may be kept.
    pub found: usize,
    /// How many had no value in any cell, and are no records.
    pub blank: usize,
    /// The first that has more or fewer cells.
    pub ragged: Option<Ragged>,
}

/// A record that does not fit.
#[derive(Debug, Clone, PartialEq)]
pub struct Ragged {
    /// Its number, from 0.
    pub record: usize,
    /// The line at which it begins.
    pub line: usize,
    /// How many cells it has.
    pub cells: usize,
}

impl Grid {
    /// The cells of a text. Beyond the limits they are counted and not kept.
    pub fn of(text: &str, separator: Separator, limits: Limits) -> Result<Self> {
        let mut making = Making::new(limits);
        match separator.byte() {
            Some(byte) => quoted(text, byte, &mut making)?,
            None => spaced(text, &mut making)?,
        }
        making.end()
    }

    /// How many records are kept.
    pub fn records(&self) -> usize {
        self.lines.len()
    }

    /// A cell.
    pub fn cell(&self, record: usize, column: usize) -> &str {
        let place = record * self.columns + column;
        let start = if place == 0 { 0 } else { self.ends[place - 1] };
        &self.text[start..self.ends[place]]
    }
}

/// A grid while it is being read.
struct Making {
    grid: Grid,
    limits: Limits,
    bytes: Vec<u8>,
    /// The cells of the record so far, and where the first of them begins.
    cells: usize,
    start: (usize, usize),
    line: usize,
}

impl Making {
    fn new(limits: Limits) -> Self {
        let grid = Grid::default();
        Self { grid, limits, bytes: Vec::new(), cells: 0, start: (0, 0), line: 1 }
    }

    fn begin(&mut self) {
        self.cells = 0;
        self.start = (self.bytes.len(), self.grid.ends.len());
    }

    /// Whether what is read is still kept: rows and columns up to one beyond the limits.
    fn keeps(&self) -> bool {
        let few = self.grid.records() <= self.limits.rows + 1;
        few && self.cells <= self.limits.columns && self.grid.ragged.is_none()
    }

    fn more(&mut self, bytes: &[u8], line: usize) -> Result<()> {
        if !self.keeps() {
            return Ok(());
        }
        self.bytes.extend(bytes);
        let start = self.grid.ends.last().copied().unwrap_or(0);
        if self.bytes.len() - start <= LONGEST_CELL {
            return Ok(());
        }
        let column = self.cells + 1;
        Err(wrong(format!(
            "the cell in line {line} of the file, column {column}, is longer than {LONGEST_CELL} bytes: is a quote \
             left open?"
        )))
    }

    fn cell(&mut self) {
        if self.keeps() {
            self.grid.ends.push(self.bytes.len());
        }
        self.cells += 1;
    }

    /// The record that begins at a line is over.
    fn record(&mut self, line: usize) {
        let (bytes, ends) = self.start;
        let stored = self.grid.ends.len() > ends;
        if stored && self.bytes[bytes..].iter().all(u8::is_ascii_whitespace) {
            self.grid.blank += 1;
            self.forget(bytes, ends);
            return;
        }
        let record = self.grid.found;
        self.grid.found += 1;
        if record == 0 {
            self.grid.columns = self.cells;
        } else if self.cells != self.grid.columns && self.grid.ragged.is_none() {
            self.grid.ragged = Some(Ragged { record, line, cells: self.cells });
            self.forget(bytes, ends);
        }
        let whole = self.cells == self.grid.columns && self.cells <= self.limits.columns;
        match whole && self.keeps() {
            true => self.grid.lines.push(line),
            false => self.forget(bytes, ends),
        }
    }

    fn forget(&mut self, bytes: usize, ends: usize) {
        self.bytes.truncate(bytes);
        self.grid.ends.truncate(ends);
    }

    fn end(mut self) -> Result<Grid> {
        if self.grid.found == 0 {
            return Err(wrong("it is empty"));
        }
        let text = String::from_utf8(self.bytes);
        self.grid.text = text.map_err(|_| wrong("it is no text in UTF-8"))?;
        Ok(self.grid)
    }
}

/// Cells between separators, possibly in quotes.
fn quoted(text: &str, separator: u8, making: &mut Making) -> Result<()> {
    let mut reader = ReaderBuilder::new().delimiter(separator).build();
    let mut rest = text.as_bytes();
    loop {
        rest = skipped(rest, &mut making.line);
        if rest.is_empty() {
            return Ok(());
        }
        rest = one_record(&mut reader, rest, making)?;
    }
}

/// One record; gives what is left.
fn one_record<'a>(
    reader: &mut Reader,
    mut rest: &'a [u8],
    making: &mut Making,
) -> Result<&'a [u8]> {
    let line = making.line;
    let mut room = [0; 256];
    making.begin();
    loop {
        let (result, read, written) = reader.read_field(rest, &mut room);
        making.line += lines_in(&rest[..read]);
        rest = &rest[read..];
        making.more(&room[..written], line)?;
        match result {
            // An empty rest tells the reader that this is the end.
            ReadFieldResult::InputEmpty | ReadFieldResult::OutputFull => {}
            ReadFieldResult::Field { record_end } => {
                making.cell();
                if record_end {
                    making.record(line);
                    return Ok(rest);
                }
            }
            ReadFieldResult::End => return Ok(rest),
        }
    }
}

/// What follows blank lines and comments.
fn skipped<'a>(mut rest: &'a [u8], line: &mut usize) -> &'a [u8] {
    loop {
        let blank = rest.iter().take_while(|byte| [b'\n', b'\r'].contains(byte)).count();
        let comment = match rest.get(blank) {
            Some(&COMMENT) => {
                let end = |byte: &u8| [b'\n', b'\r'].contains(byte);
                rest[blank..].iter().position(end).unwrap_or(rest.len() - blank)
            }
            _ => 0,
        };
        *line += lines_in(&rest[..blank]);
        rest = &rest[blank + comment..];
        if comment == 0 {
            return rest;
        }
    }
}

fn lines_in(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte == b'\n').count()
}

/// Cells between any number of spaces and tabs.
fn spaced(text: &str, making: &mut Making) -> Result<()> {
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.as_bytes()[0] == COMMENT {
            continue;
        }
        making.begin();
        for cell in line.split_whitespace() {
            making.more(cell.as_bytes(), number + 1)?;
            making.cell();
        }
        making.record(number + 1);
    }
    Ok(())
}
