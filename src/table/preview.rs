//! What its owner sees of a table before anything is computed.

use super::number::Cell;
use super::{Choice, Sheet, cited};
use crate::numeric::{shortest, sorted_by};

/// What becomes of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// It is predicted.
    Target,
    /// The target is predicted from it.
    Input,
    /// It is left out.
    LeftOut,
}

/// So many cells that cannot be read are named one by one.
pub const NAMED: usize = 20;

impl Sheet {
    /// What becomes of each column by a choice, as far as the choice can be followed.
    pub fn roles(&self, choice: &Choice) -> Vec<Role> {
        let left_out: Vec<usize> =
            choice.left_out.iter().filter_map(|text| self.find(text).ok()).collect();
        let target = self.target_place(choice, &left_out).ok();
        let role = |column: usize| match target {
            Some(target) if target == column => Role::Target,
            _ if left_out.contains(&column) => Role::LeftOut,
            _ => Role::Input,
        };
        (0..self.columns.len()).map(role).collect()
    }

    /// What a column holds, in a few words: the ends of its numbers, or its kinds.
    pub fn holds(&self, column: usize) -> String {
        use super::Kind::{Category, Empty, Number};
        match &self.columns[column].kind {
            Empty => "empty".into(),
            Category(kinds) => {
                let all: Vec<String> = kinds.iter().map(|kind| cited(kind)).collect();
                format!("{} kinds: {}", kinds.len(), super::listed(&all))
            }
            Number => match self.ends(column) {
                Some((low, high)) if low < high => {
                    format!("numbers from {} to {}", shortest(low), shortest(high))
                }
                Some((only, _)) => format!("the number {} in all rows", shortest(only)),
                None => "numbers".into(),
            },
        }
    }

    fn ends(&self, column: usize) -> Option<(f64, f64)> {
        let numbers = (0..self.rows()).filter_map(|row| match self.value(row, column) {
            Cell::Number(value) => Some(value),
            _ => None,
        });
        numbers.fold(None, |ends, value| {
            let (low, high) = ends.unwrap_or((value, value));
            Some((low.min(value), high.max(value)))
        })
    }

    /// Cells that should be numbers and are not, with row and column: the first ones, and how many there are.
    pub fn faults(&self) -> (Vec<String>, usize) {
        let columns = self.columns.iter().enumerate();
        let all =
            columns.flat_map(|(column, own)| own.unreadable.iter().map(move |row| (*row, column)));
        let place = |(row, column): &(usize, usize)| (row * self.columns.len() + column) as f64;
        let all: Vec<(usize, usize)> = sorted_by(all.collect(), place);
        let words = |(row, column): &(usize, usize)| {
            format!("{}: {}", self.place(*row, *column), cited(self.cell(*row, *column)))
        };
        (all.iter().take(NAMED).map(words).collect(), all.len())
    }
}
