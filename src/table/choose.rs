//! From a table to numbers: what is predicted from what.

use super::number::Cell;
use super::{
    Column, Kind, LEAST_ROWS, Limits, MOST_INPUTS, SHOWN, Sheet, cited, first_of, listed, too_few,
    wrong,
};
use crate::error::{Error, Result, counted, quoted};
use crate::numeric::hash::Fingerprint;
use crate::numeric::{Matrix, Vector, shortest, sorted_by};

/// What is predicted from what. A column is called by its name or by its number, from 1.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Choice {
    /// The column that is predicted; the last one unless said.
    pub target: Option<String>,
    /// Those from which it is not predicted.
    pub left_out: Vec<String>,
    /// Whether rows in which something is missing are left out; otherwise they are named and refused.
    pub drops_missing: bool,
}

/// A table of numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Numbers {
    /// What the inputs are called: columns, and the words of those that are categories.
    pub inputs: Vec<String>,
    /// What is predicted.
    pub target: String,
    /// The inputs, one row of the table a column.
    pub x: Matrix,
    /// What is predicted, in its own unit.
    pub y: Vector,
    /// Which rows of the table these are, from 0.
    pub rows: Vec<usize>,
    /// What is worth knowing of them.
    pub notes: Vec<String>,
}

/// More words than this are names of things, not kinds of them.
const MOST_LEVELS: usize = 50;
/// So are more than this, if more than half of the rows have a word of their own.
const FEW_LEVELS: usize = 10;

impl Sheet {
    /// The numbers that a choice makes of it.
    ///
    /// # Errors
    /// [`Error::Unreadable`] with row and column of what cannot be used, and [`Error::Unknown`] for a column that there
    /// is not.
    pub fn choose(&self, choice: &Choice) -> Result<Numbers> {
        let left_out =
            choice.left_out.iter().map(|text| self.find(text)).collect::<Result<Vec<_>>>()?;
        let target = self.target(choice, &left_out)?;
        let empty = |column: &usize| self.columns[*column].kind == Kind::Empty;
        let own = (0..self.columns.len()).filter(|column| *column != target);
        let inputs: Vec<usize> =
            own.filter(|column| !left_out.contains(column) && !empty(column)).collect();
        if inputs.is_empty() {
            return Err(wrong("no column is left to predict the target from"));
        }
        let used: Vec<usize> = inputs.iter().copied().chain([target]).collect();
        self.refuse_open(&used)?;
        let (rows, mut notes) = self.whole_rows(&used, choice.drops_missing)?;
        for column in (0..self.columns.len()).filter(empty) {
            notes.push(format!("column {} is empty, and left out", column + 1));
        }
        let (mut names, mut values) = (Vec::new(), Vec::new());
        for column in inputs {
            if let Kind::Category(levels) = &self.columns[column].kind {
                let kinds = if levels.len() == 1 { "category" } else { "categories" };
                let words = self.column_words(column);
                notes.push(format!("{words} is read as {} {kinds}", levels.len()));
            }
            self.spread(column, &rows, &mut names, &mut values)?;
        }
        Error::at_most(
            "inputs, counting every word of a category as one,",
            names.len(),
            MOST_INPUTS,
        )?;
        let x = Matrix::from_fn(names.len(), rows.len(), |input, row| values[input][row]);
        let y = rows.iter().map(|row| self.number(*row, target)).collect::<Vec<f64>>();
        let notes = self.notes.iter().cloned().chain(notes).collect();
        let target = self.columns[target].name.clone();
        Numbers { inputs: names, target, x, y: y.into(), rows, notes }.checked()
    }

    /// The column that a text calls by its name or number.
    pub(super) fn find(&self, text: &str) -> Result<usize> {
        let named: Vec<usize> =
            (0..self.columns.len()).filter(|column| self.columns[*column].name == text).collect();
        let number = text.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        match named[..] {
            [column] => Ok(column),
            [first, second, ..] => Err(wrong(format!(
                "columns {} and {} are both called {}: choose by number",
                first + 1,
                second + 1,
                quoted(text)
            ))),
            [] => number.filter(|column| *column < self.columns.len()).ok_or_else(|| {
                let names: Vec<&str> = self.columns.iter().map(|each| each.name.as_str()).collect();
                Error::unknown("the table", "column", quoted(text), &names)
            }),
        }
    }

    /// The column that is to be predicted, whatever it holds.
    pub(super) fn target_place(&self, choice: &Choice, left_out: &[usize]) -> Result<usize> {
        let usable = |column: &usize| {
            !left_out.contains(column) && self.columns[*column].kind != Kind::Empty
        };
        let last = || (0..self.columns.len()).rev().find(usable);
        let target = match &choice.target {
            Some(text) => Some(self.find(text)?),
            None => last(),
        };
        target.ok_or_else(|| wrong("no column is left to predict"))
    }

    fn target(&self, choice: &Choice, left_out: &[usize]) -> Result<usize> {
        let target = self.target_place(choice, left_out)?;
        if left_out.contains(&target) {
            let name = cited(&self.columns[target].name);
            return Err(Error::clash(format!("the column {name} is predicted and left out")));
        }
        match &self.columns[target].kind {
            Kind::Number => Ok(target),
            Kind::Empty => Err(wrong(format!("{} is empty", self.column_words(target)))),
            Kind::Category(_) => {
                let (place, cell) = self.first_words(target);
                Err(wrong(format!(
                    "what is predicted must be numbers, and {place} holds {cell}: choose another column"
                )))
            }
        }
    }

    fn column_words(&self, column: usize) -> String {
        format!("column {}{}", column + 1, self.columns[column].title(&self.columns))
    }

    /// Refuses cells that should be numbers and are not, and numbers that can be read in two ways.
    fn refuse_open(&self, used: &[usize]) -> Result<()> {
        let of = |column: &usize| {
            let column = *column;
            self.columns[column].unreadable.iter().map(move |row| (*row, column))
        };
        let mut wrongs: Vec<(usize, usize)> = used.iter().flat_map(of).collect();
        wrongs.sort_unstable();
        if let Some((&(row, column), others)) = wrongs.split_first() {
            let (place, cell) = (self.place(row, column), cited(self.cell(row, column)));
            let said = |&(row, column): &(usize, usize)| {
                format!("{} in {}", cited(self.cell(row, column)), self.place(row, column))
            };
            let shown: Vec<String> = others.iter().take(SHOWN).map(said).collect();
            let others = first_of(&shown, others.len());
            let also = if others.is_empty() { "" } else { "; neither can these be read: " };
            return Err(wrong(format!("{place} must be a number, got {cell}{also}{others}")));
        }
        match &self.question {
            Some(open) => Err(wrong(format!(
                "{} can be {} or {}: say whether numbers have a decimal point or a decimal comma; the cell holds {}",
                self.place(open.row, open.column),
                open.readings[0],
                open.readings[1],
                cited(&open.cell)
            ))),
            None => Ok(()),
        }
    }

    /// The rows that have a value in all columns used, and a note of the others.
    fn whole_rows(&self, used: &[usize], drops: bool) -> Result<(Vec<usize>, Vec<String>)> {
        let mut lacks = vec![None; self.rows()];
        for &column in used {
            for &row in &self.columns[column].missing {
                lacks[row].get_or_insert(column);
            }
        }
        let lacking: Vec<usize> = (0..lacks.len()).filter(|row| lacks[*row].is_some()).collect();
        let rows: Vec<usize> = (0..lacks.len()).filter(|row| lacks[*row].is_none()).collect();
        let Some(&first) = lacking.first() else { return Ok((rows, Vec::new())) };
        if !drops {
            let place = self.place(first, lacks[first].unwrap_or(0));
            let more = match lacking.len() - 1 {
                0 => String::new(),
                1 => " and in one more row".into(),
                more => format!(" and in {more} more rows"),
            };
            return Err(wrong(format!(
                "a value is missing at {place}{more}: let such rows be left out, or leave out the column"
            )));
        }
        let numbers: Vec<String> = lacking.iter().map(|row| (row + 1).to_string()).collect();
        Ok((rows, vec![dropped(&numbers)]))
    }

    /// The inputs that a column is: itself, or one for each of its words.
    fn spread(
        &self,
        column: usize,
        rows: &[usize],
        names: &mut Vec<String>,
        values: &mut Vec<Vec<f64>>,
    ) -> Result<()> {
        let Column { name, kind, .. } = &self.columns[column];
        let Kind::Category(levels) = kind else {
            names.push(name.clone());
            values.push(rows.iter().map(|row| self.number(*row, column)).collect());
            return Ok(());
        };
        let most = if 2 * levels.len() > rows.len() { FEW_LEVELS } else { MOST_LEVELS };
        if levels.len() > most {
            let (place, cell) = self.first_words(column);
            return Err(wrong(format!(
                "{} holds {} different words in {}, too many to be categories: {place} has {cell}, which is no \
                 number. Write numbers as 1234.5, or leave the column out",
                self.column_words(column),
                levels.len(),
                counted(rows.len(), "row"),
            )));
        }
        for level in levels {
            names.push(format!("{name}={level}"));
            let is = |row: &usize| f64::from(u8::from(self.cell(*row, column).trim() == level));
            values.push(rows.iter().map(is).collect());
        }
        Ok(())
    }

    /// Where the first cell of a column is that is no number, and what it says.
    fn first_words(&self, column: usize) -> (String, String) {
        let words = |row: &usize| self.value(*row, column) == Cell::Words;
        let row = (0..self.rows()).find(words).unwrap_or(0);
        (self.place(row, column), cited(self.cell(row, column)))
    }

    /// The number in a cell that has one.
    fn number(&self, row: usize, column: usize) -> f64 {
        match self.value(row, column) {
            Cell::Number(value) => value,
            _ => f64::NAN,
        }
    }
}

/// A note of rows in which something is missing.
fn dropped(rows: &[String]) -> String {
    let are = if rows.len() == 1 { "is" } else { "are" };
    format!("{} with missing values {are} left out: {}", counted(rows.len(), "row"), listed(rows))
}

fn no_number(place: &str, value: f64) -> Error {
    let how =
        if value.is_nan() { ": let such rows be left out, or leave out the column" } else { "" };
    wrong(format!("{place} must be finite, got {value}{how}"))
}

impl Numbers {
    /// What is predicted from what, in words.
    pub fn says(&self) -> String {
        let inputs = counted(self.inputs.len(), "input");
        format!("{} is predicted from {inputs}: {}", cited(&self.target), listed(&self.inputs))
    }

    /// From arrays: inputs row after row, and what is predicted. Rows with something that is no number are left out if
    /// that is wished.
    ///
    /// # Errors
    /// [`Error::TooMany`] and [`Error::Unreadable`], as for tables of text.
    pub fn of_arrays(
        (x, y): (&[f64], &[f64]),
        inputs: usize,
        drops_missing: bool,
        limits: Limits,
    ) -> Result<Self> {
        Error::at_most("columns in the table", inputs + 1, limits.columns)?;
        Error::at_most("rows in the table", y.len(), limits.rows)?;
        if inputs == 0 || x.len() != inputs * y.len() {
            let words = format!("X has {} numbers, and y has {} rows", x.len(), y.len());
            return Err(wrong(words));
        }
        let is_lost =
            |value: &f64| if drops_missing { value.is_infinite() } else { !value.is_finite() };
        if let Some((place, value)) = x.iter().enumerate().find(|(_, value)| is_lost(value)) {
            let (row, column) = (place / inputs + 1, place % inputs + 1);
            return Err(no_number(&format!("row {row}, column {column} of X"), *value));
        }
        if let Some((row, value)) = y.iter().enumerate().find(|(_, value)| is_lost(value)) {
            return Err(no_number(&format!("row {} of y", row + 1), *value));
        }
        let whole = |row: &usize| {
            !y[*row].is_nan() && !x[row * inputs..][..inputs].iter().any(|v| v.is_nan())
        };
        let (rows, lacking): (Vec<usize>, Vec<usize>) = (0..y.len()).partition(whole);
        let x = Matrix::from_fn(inputs, rows.len(), |input, place| x[rows[place] * inputs + input]);
        let y = Vector::from_fn(rows.len(), |place, _| y[rows[place]]);
        let inputs = (1..=inputs).map(|input| input.to_string()).collect();
        let lacking: Vec<String> = lacking.iter().map(|row| (row + 1).to_string()).collect();
        let notes = if lacking.is_empty() { Vec::new() } else { vec![dropped(&lacking)] };
        Self { inputs, target: "y".into(), x, y, rows, notes }.checked()
    }

    /// Refuses what cannot be predicted, and notes what is odd.
    fn checked(mut self) -> Result<Self> {
        if self.y.len() < LEAST_ROWS {
            return Err(too_few(self.y.len()));
        }
        if self.y.iter().all(|value| *value == self.y[0]) {
            return Err(wrong(format!(
                "what is predicted, {}, is {} in every row",
                quoted(&self.target),
                shortest(self.y[0])
            )));
        }
        let constant = |input: &usize| self.x.row(*input).iter().all(|v| *v == self.x[(*input, 0)]);
        let constant: Vec<String> = (0..self.inputs.len())
            .filter(constant)
            .map(|input| quoted(&self.inputs[input]))
            .collect();
        if !constant.is_empty() {
            self.notes.push(format!("the same in every row: {}", listed(&constant)));
        }
        let repeated = self.repeated();
        if repeated > 0 {
            let (rows, s) = (counted(repeated, "row"), if repeated == 1 { "s" } else { "" });
            self.notes.push(format!("{rows} repeat{s} an earlier one in all values"));
        }
        Ok(self)
    }

    /// How many rows are equal to an earlier one.
    pub fn repeated(&self) -> usize {
        let values = |row: usize| {
            let inputs = self.x.as_slice()[row * self.x.nrows()..][..self.x.nrows()].iter();
            inputs.chain([&self.y[row]]).copied()
        };
        let compare = |a: usize, b: usize| {
            let pairs = values(a).zip(values(b));
            pairs.map(|(a, b)| a.total_cmp(&b)).find(|order| order.is_ne())
        };
        // Equal rows have equal hashes, and so stand together.
        let hash = |row: &usize| {
            let all = values(*row).fold(Fingerprint::new(), |hash, value| hash.floats(&[value]));
            all.finish() as f64
        };
        let order: Vec<usize> = sorted_by((0..self.y.len()).collect(), hash);
        order.windows(2).filter(|pair| compare(pair[0], pair[1]).is_none()).count()
    }
}
