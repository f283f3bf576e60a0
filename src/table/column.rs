//! What a column holds.

use super::number::Cell;
use super::{Sheet, cited};
use crate::error::is_visible;

/// A column of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// Its name: the header's, or its number.
    pub name: String,
    /// What it holds.
    pub kind: Kind,
    /// Whether all of its values are the same.
    pub is_constant: bool,
    /// The rows in which it has no value, from 0.
    pub missing: Vec<usize>,
    /// The rows in which it should have a number and has not, from 0.
    pub unreadable: Vec<usize>,
}

/// What a column holds.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// Numbers.
    Number,
    /// One of some words; a missing one is none of them.
    Category(Vec<String>),
    /// Nothing at all.
    Empty,
}

/// A column's name is cut after so many letters.
const LONGEST_NAME: usize = 60;

impl Column {
    /// A column of a sheet. It is one of numbers if most of what is there are; then all else cannot be read.
    pub(super) fn of(sheet: &Sheet, column: usize) -> Self {
        let (mut numbers, mut words, mut missing) = (Vec::new(), Vec::new(), Vec::new());
        for row in 0..sheet.rows() {
            match sheet.value(row, column) {
                Cell::Number(value) => numbers.push(value),
                Cell::Words => words.push(row),
                Cell::Missing => missing.push(row),
            }
        }
        let name = name(sheet, column);
        let there = numbers.len() + words.len();
        if there == 0 {
            let unreadable = Vec::new();
            return Self { name, kind: Kind::Empty, is_constant: true, missing, unreadable };
        }
        if numbers.len() > words.len() {
            let is_constant = numbers.iter().all(|value| *value == numbers[0]);
            return Self { name, kind: Kind::Number, is_constant, missing, unreadable: words };
        }
        let rows = (0..sheet.rows()).filter(|row| missing.binary_search(row).is_err());
        let mut levels: Vec<&str> = Vec::new();
        for level in rows.map(|row| sheet.cell(row, column).trim()) {
            if let Err(place) = levels.binary_search(&level) {
                levels.insert(place, level);
            }
        }
        let is_constant = levels.len() == 1;
        let kind = Kind::Category(levels.into_iter().map(String::from).collect());
        Self { name, kind, is_constant, missing, unreadable: Vec::new() }
    }

    /// Its name in brackets, where it is not its number.
    pub(super) fn title(&self, all: &[Self]) -> String {
        let place = all.iter().position(|other| std::ptr::eq(other, self));
        match place.is_some_and(|place| self.name == (place + 1).to_string()) {
            true => String::new(),
            false => format!(" ({})", cited(&self.name)),
        }
    }
}

/// The header's word for a column, or its number.
fn name(sheet: &Sheet, column: usize) -> String {
    let number = (column + 1).to_string();
    if !sheet.has_header {
        return number;
    }
    let visible = |c: &char| is_visible(*c);
    let name: String = sheet.grid.cell(0, column).chars().filter(visible).collect();
    let name: String = name.trim().chars().take(LONGEST_NAME).collect();
    if name.is_empty() { number } else { name }
}
