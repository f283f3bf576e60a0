//! From text to cells: quotes, comments and blank lines are seen to here, and what cells mean is not.

use csv_core::{ReadFieldResult, Reader, ReaderBuilder};

use super::{Limits, Separator, infer, wrong};
use crate::error::Result;

/// Lines that begin with it are comments, unless they have as many cells as the table.
const COMMENT: u8 = b'#';
const ENDS: [u8; 2] = [b'\n', b'\r'];
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
    /// How many lines are comments.
    pub comments: usize,
    /// Where the last record begins, if it opens a quote that nothing closes.
    pub open_quote: Option<usize>,
    /// The line at which the first record begins that goes on over several.
    pub spanning: Option<usize>,
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
    /// Whether a line ends within quotes of it.
    pub spans_lines: bool,
}

impl Grid {
    /// The cells of a text. Beyond the limits they are counted and not kept.
    pub fn of(text: &str, separator: Separator, limits: Limits) -> Result<Self> {
        let mut making = Making::new(limits, separator);
        let (announced, text) = (infer::announced(text).is_some(), text.as_bytes());
        let mut rest = if announced { &text[line_of(text).len()..] } else { text };
        making.leading = leading(rest, separator);
        let mut reader = reader(separator);
        loop {
            rest = skipped(rest, &mut making);
            if rest.is_empty() {
                return making.end();
            }
            rest = match &mut reader {
                Some(reader) => one_record(reader, rest, &mut making)?,
                None => one_line(rest, &mut making)?,
            };
        }
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
    separator: Separator,
    /// How many cells a line before the first record has if it begins with the mark of comments and is none.
    leading: usize,
    bytes: Vec<u8>,
    /// The cells of the record so far, and where the first of them begins.
    cells: usize,
    start: (usize, usize),
    line: usize,
}

impl Making {
    fn new(limits: Limits, separator: Separator) -> Self {
        let (grid, bytes) = (Grid::default(), Vec::new());
        Self { grid, limits, separator, leading: 0, bytes, cells: 0, start: (0, 0), line: 1 }
    }

    /// How long the comment is that a text begins with, if it does.
    fn comment(&mut self, rest: &[u8]) -> usize {
        let line = line_of(rest);
        if !is_marked(line, self.separator) {
            return 0;
        }
        let columns = if self.grid.found == 0 { self.leading } else { self.grid.columns };
        if columns > 1 && alone(line, self.separator).is_some_and(|it| it.columns == columns) {
            return 0;
        }
        self.grid.comments += 1;
        line.len()
    }

    /// Whether the cell that is being read has a line's end, as only quotes can have.
    fn spans_lines(&self) -> bool {
        self.bytes[self.grid.ends.last().copied().unwrap_or(0)..].contains(&b'\n')
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
        let spans_lines = self.bytes[bytes..].contains(&b'\n');
        if spans_lines && self.grid.spanning.is_none() {
            self.grid.spanning = Some(line);
        }
        if record == 0 {
            self.grid.columns = self.cells;
        } else if self.cells != self.grid.columns && self.grid.ragged.is_none() {
            self.grid.ragged = Some(Ragged { record, line, cells: self.cells, spans_lines });
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
            let why = if self.grid.comments > 0 {
                "all of its lines begin with #"
            } else {
                "it is empty"
            };
            return Err(wrong(why));
        }
        let text = String::from_utf8(self.bytes);
        self.grid.text = text.map_err(|_| wrong("it is not UTF-8 text"))?;
        Ok(self.grid)
    }
}

/// What parts cells at a mark, and honours quotes.
fn reader(separator: Separator) -> Option<Reader> {
    separator.byte().map(|byte| ReaderBuilder::new().delimiter(byte).build())
}

/// One record; gives what is left.
fn one_record<'a>(reader: &mut Reader, text: &'a [u8], making: &mut Making) -> Result<&'a [u8]> {
    let (line, mut rest) = (making.line, text);
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
                let ends = rest.is_empty() && text.trim_ascii_end().ends_with(b"\"");
                if rest.is_empty() && !ends && making.spans_lines() {
                    making.grid.open_quote = Some(line);
                }
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

/// One line of cells between any number of spaces and tabs; gives what is left.
fn one_line<'a>(rest: &'a [u8], making: &mut Making) -> Result<&'a [u8]> {
    let line = line_of(rest);
    let mut left = std::str::from_utf8(line).unwrap_or_default().trim_start();
    making.begin();
    while !left.is_empty() {
        let (cell, after) = spaced_cell(left);
        making.more(cell.as_bytes(), making.line)?;
        making.cell();
        left = after.trim_start();
    }
    if making.cells > 0 {
        making.record(making.line);
    }
    Ok(&rest[line.len()..])
}

/// What stands before the first space, or in quotes, and what follows.
fn spaced_cell(text: &str) -> (&str, &str) {
    let inside = text.strip_prefix('"').and_then(|inside| inside.split_once('"'));
    match inside {
        Some((cell, after)) if after.trim_start().len() < after.len() || after.is_empty() => {
            (cell, after)
        }
        _ => text.split_at(text.find(char::is_whitespace).unwrap_or(text.len())),
    }
}

/// What follows blank lines and comments.
fn skipped<'a>(mut rest: &'a [u8], making: &mut Making) -> &'a [u8] {
    loop {
        let blank = rest.iter().take_while(|byte| ENDS.contains(byte)).count();
        making.line += lines_in(&rest[..blank]);
        rest = &rest[blank..];
        let comment = making.comment(rest);
        if comment == 0 {
            return rest;
        }
        rest = &rest[comment..];
    }
}

/// How many cells a line before the first record has if it is no comment though it looks like one: as many as the
/// first that does not, unless that already names the columns.
fn leading(text: &[u8], separator: Separator) -> usize {
    let mut lines = text.split(|byte| ENDS.contains(byte));
    let plain = |line: &&[u8]| !line.trim_ascii().is_empty() && !is_marked(line, separator);
    let first = lines.find(plain).and_then(|line| alone(line, separator));
    first.filter(|first| !infer::has_header(first)).map_or(0, |first| first.columns)
}

/// The cells of a line, whatever it begins with.
fn alone(line: &[u8], separator: Separator) -> Option<Grid> {
    let mut making = Making::new(Limits { rows: 1, columns: 100, bytes: 0 }, separator);
    match &mut reader(separator) {
        Some(reader) => one_record(reader, line, &mut making).ok()?,
        None => one_line(line, &mut making).ok()?,
    };
    making.end().ok()
}

/// Whether a line has the mark of comments.
fn is_marked(line: &[u8], separator: Separator) -> bool {
    let line = if separator == Separator::Spaces { line.trim_ascii_start() } else { line };
    line.first() == Some(&COMMENT)
}

fn line_of(text: &[u8]) -> &[u8] {
    let end = text.iter().position(|byte| ENDS.contains(byte));
    &text[..end.unwrap_or(text.len())]
}

fn lines_in(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte == b'\n').count()
}
