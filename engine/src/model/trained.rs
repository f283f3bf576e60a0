//! What a piece of training leaves: plain numbers, which travel and are stored, and from which a model can
//! say anything about any point.

use crate::error::{Error, Result};
use crate::model::Chosen;

/// What one piece of training found.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Trained {
    /// All that predicting needs beside the settings and the data: weights, draws, numbers of kernels.
    pub state: Vec<f64>,
    /// How training went: what the model calls its loss or log density, at even distances.
    pub curve: Vec<f64>,
    /// Which epoch it is of, if that was chosen.
    pub chosen: Option<Chosen>,
}

impl From<(Vec<f64>, Vec<f64>)> for Trained {
    /// From a state and how training went.
    fn from((state, curve): (Vec<f64>, Vec<f64>)) -> Self {
        Self { state, curve, chosen: None }
    }
}

impl Trained {
    /// The only one of some pieces.
    ///
    /// # Errors
    /// [`Error::Value`] if there are more or fewer.
    pub(super) fn only(pieces: &[Self]) -> Result<&Self> {
        match pieces {
            [piece] => Ok(piece),
            _ => Err(Error::value("pieces of a fit", pieces.len(), "1")),
        }
    }

    /// The state, to be taken from its beginning to its end.
    pub(super) fn read(&self) -> State<'_> {
        State { left: &self.state, length: self.state.len() }
    }
}

/// What is left of a state. States may come from anywhere: none is longer or shorter than its model says.
pub(super) struct State<'a> {
    left: &'a [f64],
    length: usize,
}

impl<'a> State<'a> {
    /// The next so many numbers.
    pub fn take(&mut self, count: usize) -> Result<&'a [f64]> {
        let (taken, left) = self.left.split_at_checked(count).ok_or_else(|| self.wrong())?;
        self.left = left;
        Ok(taken)
    }

    /// The next numbers, in place of others.
    pub fn fill(&mut self, numbers: &mut [f64]) -> Result<()> {
        numbers.copy_from_slice(self.take(numbers.len())?);
        Ok(())
    }

    /// The next few numbers.
    pub fn numbers<const N: usize>(&mut self) -> Result<[f64; N]> {
        let (taken, left) = self.left.split_first_chunk().ok_or_else(|| self.wrong())?;
        self.left = left;
        Ok(*taken)
    }

    /// All that is left, which is so many times something.
    pub fn rest(&mut self, multiple: usize) -> Result<&'a [f64]> {
        match self.left.len().is_multiple_of(multiple) {
            true => Ok(std::mem::take(&mut self.left)),
            false => Err(self.wrong()),
        }
    }

    /// That was all.
    pub fn end(self) -> Result<()> {
        if self.left.is_empty() { Ok(()) } else { Err(self.wrong()) }
    }

    /// The error for a state of another length.
    pub fn wrong(&self) -> Error {
        let expected = "as long as that of a fit with these settings and data";
        Error::value("a trained state", format!("{} numbers", self.length), expected)
    }
}
