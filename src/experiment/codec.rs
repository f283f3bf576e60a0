//! What units find, as plain numbers, so that a worker can send it.

use crate::error::{Error, Result};
use crate::experiment::Part;
use crate::numeric::{Matrix, Vector};
use crate::posterior::Marginals;
use crate::task::{Points, Task};

/// Numbers that are being written.
#[derive(Default)]
pub struct Writer(Vec<f64>);

impl Writer {
    /// The numbers as a part.
    pub fn end(self) -> Part {
        Part(self.0)
    }

    /// One number.
    pub fn number(&mut self, value: f64) {
        self.0.push(value);
    }

    /// As many numbers as the reader will know.
    pub fn plain<'a>(&mut self, values: impl IntoIterator<Item = &'a f64>) {
        self.0.extend(values);
    }

    /// As many numbers as the reader will know, nothing being NaN.
    pub fn optional<'a>(&mut self, values: impl IntoIterator<Item = &'a Option<f64>>) {
        self.0.extend(values.into_iter().map(|value| value.unwrap_or(f64::NAN)));
    }

    /// A count, and so many numbers.
    pub fn list<'a>(
        &mut self,
        values: impl IntoIterator<Item = &'a f64, IntoIter: ExactSizeIterator>,
    ) {
        let values = values.into_iter();
        self.number(values.len() as f64);
        self.plain(values);
    }

    /// A count, and so many whole numbers.
    pub fn indices(&mut self, list: &[usize]) {
        self.number(list.len() as f64);
        self.0.extend(list.iter().map(|&i| i as f64));
    }

    /// Yes or no.
    pub fn flag(&mut self, is: bool) {
        self.number(f64::from(u8::from(is)));
    }

    /// A text, a number a byte.
    pub fn text(&mut self, text: &str) {
        self.number(text.len() as f64);
        self.0.extend(text.bytes().map(f64::from));
    }

    /// Rows and columns, and the entries by columns.
    pub fn matrix(&mut self, matrix: &Matrix) {
        self.plain(&[matrix.nrows() as f64, matrix.ncols() as f64]);
        self.plain(matrix.as_slice());
    }

    /// Points with their values.
    pub fn points(&mut self, points: &Points) {
        self.plain(&[points.inputs.nrows() as f64, points.len() as f64]);
        self.plain(points.inputs.as_slice());
        self.plain(points.truth.as_slice());
        self.plain(points.observed.as_slice());
    }

    /// A whole task.
    pub fn task(&mut self, task: &Task) {
        self.number(task.noise);
        [&task.train, &task.pool, &task.targets].into_iter().for_each(|part| self.points(part));
    }

    /// Means, variances and noise.
    pub fn marginals(&mut self, belief: &Marginals) {
        self.list(belief.mean.as_slice());
        self.plain(belief.variance.as_slice());
        self.plain(belief.noise.as_slice());
    }
}

/// Numbers that are yet to be read.
pub struct Reader<'a>(pub &'a [f64]);

impl<'a> Reader<'a> {
    /// Some numbers.
    pub fn take(&mut self, count: usize) -> Result<&'a [f64]> {
        let wrong = || Error::unreadable("a part", "it is cut short");
        let (taken, rest) = self.0.split_at_checked(count).ok_or_else(wrong)?;
        self.0 = rest;
        Ok(taken)
    }

    /// One number.
    pub fn number(&mut self) -> Result<f64> {
        Ok(self.take(1)?[0])
    }

    /// Some numbers, NaN being nothing.
    pub fn optional(&mut self, count: usize) -> Result<Vec<Option<f64>>> {
        Ok(self.take(count)?.iter().map(|value| (!value.is_nan()).then_some(*value)).collect())
    }

    /// One whole number.
    pub fn count(&mut self) -> Result<usize> {
        Ok(self.number()? as usize)
    }

    /// A count, and so many numbers.
    pub fn list(&mut self) -> Result<&'a [f64]> {
        let count = self.count()?;
        self.take(count)
    }

    /// A count, and so many whole numbers.
    pub fn indices(&mut self) -> Result<Vec<usize>> {
        Ok(self.list()?.iter().map(|&i| i as usize).collect())
    }

    /// Yes or no.
    pub fn flag(&mut self) -> Result<bool> {
        Ok(self.number()? == 1.0)
    }

    /// A text.
    pub fn text(&mut self) -> Result<String> {
        let bytes = self.list()?.iter().map(|&byte| byte as u8).collect();
        String::from_utf8(bytes).map_err(|_| Error::unreadable("a part", "its text is none"))
    }

    /// A matrix.
    pub fn matrix(&mut self) -> Result<Matrix> {
        let (rows, columns) = (self.count()?, self.count()?);
        let count = rows.saturating_mul(columns);
        Ok(Matrix::from_column_slice(rows, columns, self.take(count)?))
    }

    /// What was read, if it was all.
    pub fn end<T>(&self, value: T) -> Result<T> {
        let left = || Error::unreadable("a part", "it is longer than it should be");
        self.0.is_empty().then_some(value).ok_or_else(left)
    }

    /// Points with their values.
    pub fn points(&mut self) -> Result<Points> {
        let (inputs, count) = (self.count()?, self.count()?);
        Ok(Points {
            inputs: Matrix::from_column_slice(inputs, count, self.take(inputs * count)?),
            truth: Vector::from_column_slice(self.take(count)?),
            observed: Vector::from_column_slice(self.take(count)?),
        })
    }

    /// A whole task.
    pub fn task(&mut self) -> Result<Task> {
        let noise = self.number()?;
        Ok(Task { noise, train: self.points()?, pool: self.points()?, targets: self.points()? })
    }

    /// Means, variances and noise.
    pub fn marginals(&mut self) -> Result<Marginals> {
        let mean = self.list()?;
        let vector = |values: &[f64]| Vector::from_column_slice(values);
        let (variance, noise) = (self.take(mean.len())?, self.take(mean.len())?);
        Ok(Marginals { mean: vector(mean), variance: vector(variance), noise: vector(noise) })
    }
}
