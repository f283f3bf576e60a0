//! What fitting a model finds: a posterior, what was learned on the way, and how far to trust it.

use std::borrow::Cow;

use crate::error::Result;
use crate::numeric::{Matrix, Vector};
use crate::posterior::{Marginals, Posterior};

/// A fitted model.
#[derive(Debug, Clone, PartialEq)]
pub struct Fitted {
    /// What it believes, jointly.
    pub posterior: Posterior,
    /// Functions drawn from it, one a column, if that is how it is known.
    pub functions: Option<Matrix>,
    /// What it learned beside the function.
    pub learned: Vec<Note>,
    /// How far to trust it.
    pub diagnostics: Vec<Note>,
    /// What only warnings need to know.
    pub facts: Vec<Note>,
    /// How training went.
    pub curve: Vec<f64>,
}

/// A number with its name, or several; NaN says that there is none.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// Its name in answers.
    pub name: Cow<'static, str>,
    /// Its value.
    pub value: NoteValue,
}

/// What a note says.
#[derive(Debug, Clone, PartialEq)]
pub enum NoteValue {
    /// One number.
    Number(f64),
    /// Several.
    List(Vec<f64>),
}

impl Note {
    /// One number.
    pub fn number(name: &'static str, value: f64) -> Self {
        Self { name: name.into(), value: NoteValue::Number(value) }
    }

    /// Several numbers.
    pub fn list(name: &'static str, values: Vec<f64>) -> Self {
        Self { name: name.into(), value: NoteValue::List(values) }
    }

    /// Its number, if it is one.
    pub fn plain(&self) -> Option<f64> {
        match self.value {
            NoteValue::Number(value) => Some(value).filter(|value| !value.is_nan()),
            NoteValue::List(_) => None,
        }
    }

    /// A learned kernel's lengthscale, or all of them, if every input has its own.
    pub(super) fn lengthscale(values: &[f64], each: bool) -> Self {
        match each {
            true => Self::list("lengthscale", values.to_vec()),
            false => Self::number("lengthscale", values[0]),
        }
    }
}

/// What can be seen of a fit under way.
#[derive(Debug, Clone, PartialEq)]
pub struct Glimpse {
    /// What is believed so far.
    pub marginals: Marginals,
    /// A few functions that it now holds possible, one a column.
    pub functions: Matrix,
    /// How training went so far.
    pub curve: Vec<f64>,
    /// Another number to be watched beside it: the mean acceptance of a sampler.
    pub acceptance: Option<f64>,
}

impl Glimpse {
    /// From the functions that are possible now, one a column.
    pub fn of(functions: Matrix, noise: f64, curve: Vec<f64>, acceptance: Option<f64>) -> Self {
        let count = functions.ncols().max(1) as f64;
        let points = functions.nrows();
        let mut mean = Vector::zeros(points);
        functions.column_iter().for_each(|function| mean += function);
        mean /= count;
        let mut variance = Vector::zeros(points);
        for function in functions.column_iter() {
            let pairs = variance.iter_mut().zip(function.iter().zip(&mean));
            pairs.for_each(|(sum, (f, mean))| *sum += (f - mean) * (f - mean) / count);
        }
        let noise = Vector::from_element(points, noise);
        Self { marginals: Marginals { mean, variance, noise }, functions, curve, acceptance }
    }
}

impl Fitted {
    /// From a posterior in closed form, of which there is no more to say.
    pub fn exact(posterior: Posterior) -> Self {
        let [learned, diagnostics, facts] = [const { Vec::new() }; 3];
        Self { posterior, functions: None, learned, diagnostics, facts, curve: Vec::new() }
    }

    /// From functions, one a column, and the variance of the noise at each point.
    ///
    /// # Errors
    /// Those of [`Posterior::from_draws`].
    pub fn drawn(functions: Matrix, noise: Vector) -> Result<Self> {
        let posterior = Posterior::from_draws_with_noise(&functions, noise)?;
        Ok(Self { functions: Some(functions), ..Self::exact(posterior) })
    }

    /// A number among its notes, if it is there and is one.
    pub fn note(&self, name: &str) -> Option<f64> {
        self.notes().find(|note| note.name == name)?.plain()
    }

    /// All that was noted of it.
    pub fn notes(&self) -> impl Iterator<Item = &Note> {
        self.learned.iter().chain(&self.diagnostics).chain(&self.facts)
    }
}
