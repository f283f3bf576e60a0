//! Tasks from a table, by the paper's protocol (section 5.1 and appendix): 20% of the rows are the test set, 20% the
//! first training set, and 60% the pool. A part of 16%, the same for every seed, lies in the pool whatever is drawn:
//! on it hyperparameters are chosen, so that no test set was seen before.
//!
//! Inputs are standardised by what may be seen of them, training set and pool; values by the training set as it is.

use crate::error::{Error, Result};
use crate::numeric::{Matrix, Stream, Vector, shortest, sorted_by};
use crate::points::Points;
use crate::posterior::Posterior;
use crate::scenario::Sizes;
use crate::task::Task;

/// Which rows are what, from 0 and in rising order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Split {
    /// Observed from the start.
    pub train: Vec<usize>,
    /// Observable.
    pub pool: Vec<usize>,
    /// Of interest: nothing is fitted or standardised by them.
    pub test: Vec<usize>,
    /// Those of the pool on which hyperparameters are chosen.
    pub validation: Vec<usize>,
}

/// How values were standardised.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    /// Their mean.
    pub mean: f64,
    /// Their deviation, divisor n.
    pub sd: f64,
}

/// A task from a table. Its true function is not known: what stands for it are the observations. Nor is its noise,
/// which is not a number.
#[derive(Debug, Clone)]
pub struct TableTask {
    /// The task, with values in units of their deviation.
    pub task: Task,
    /// The part of the pool on which hyperparameters are chosen.
    pub validation: Points,
    /// Its places in the pool of the split.
    pub validation_places: Vec<usize>,
    /// What gives values their own unit back.
    pub scale: Scale,
}

impl Split {
    /// The split of so many rows by a seed; the validation part depends on the number of rows alone.
    pub fn draw(rows: usize, seed: u32) -> Self {
        let sizes = Sizes::of_rows(rows);
        let order = Stream::new(0, "validation part of a table", rows as u64).permutation(rows);
        let (validation, others) = order.split_at(Sizes::validation_of_rows(rows));
        let drawn = Stream::new(seed.into(), "split of a table", rows as u64);
        let drawn = { drawn }.permutation(others.len());
        let others: Vec<usize> = drawn.into_iter().map(|place| others[place]).collect();
        let (test, rest) = others.split_at(sizes.targets);
        let (train, pool) = rest.split_at(sizes.train);
        let sorted = |rows: &[usize]| sorted_by(rows.to_vec(), |row| *row as f64);
        Self {
            train: sorted(train),
            pool: sorted(&[pool, validation].concat()),
            test: sorted(test),
            validation: sorted(validation),
        }
    }

    /// How what is observed at the start is standardised.
    ///
    /// # Errors
    /// Those of [`Scale::of`].
    pub fn scale(&self, y: &Vector) -> Result<Scale> {
        Scale::of(&self.train.iter().map(|row| y[*row]).collect::<Vec<f64>>())
    }

    /// Refuses a split, from wherever, that is none of so many rows. Not all rows have to be in it.
    ///
    /// # Errors
    /// [`Error::Value`] with the row.
    pub fn check(&self, rows: usize) -> Result<()> {
        let mut place = vec![""; rows];
        for (name, part) in [("train", &self.train), ("pool", &self.pool), ("test", &self.test)] {
            let least = if name == "pool" { 1 } else { 2 };
            if part.len() < least {
                let expected = format!("of at least {least}");
                return Err(Error::value(format!("rows in {name}"), part.len(), expected));
            }
            for &row in part {
                let Some(known) = place.get_mut(row) else {
                    let expected = format!("below {rows}, the number of rows");
                    return Err(Error::value(format!("a row in {name}"), row, expected));
                };
                if !known.is_empty() {
                    let words = format!("row {row} is in {known} and again in {name}");
                    return Err(Error::clash(words));
                }
                *known = name;
            }
        }
        match self.validation.iter().find(|row| place.get(**row).is_none_or(|it| *it != "pool")) {
            Some(row) => Err(Error::value("a row in validation", row, "one of the pool")),
            None => Ok(()),
        }
    }
}

impl Scale {
    /// That of values which are left as they are.
    pub const UNIT: Self = Self { mean: 0.0, sd: 1.0 };

    /// Of some values.
    ///
    /// # Errors
    /// [`Error::Value`] if they are all the same, or so large or small that their squares are no numbers.
    pub fn of(values: &[f64]) -> Result<Self> {
        // Rounding of the mean may leave a trace of deviation where there is none.
        let first = values.first().copied().unwrap_or(f64::NAN);
        if values.iter().all(|value| *value == first) {
            let expected = "not the same in all rows of the training set";
            return Err(Error::value("what is observed", shortest(first), expected));
        }
        let scale = moments(values.iter().copied(), values.len());
        if scale.sd > 0.0 && scale.sd.is_finite() {
            return Ok(scale);
        }
        let largest = values.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
        let expected =
            "in a unit in which its squares are neither too large nor too small for numbers";
        Err(Error::value("what is observed", shortest(largest), expected))
    }

    fn apply(self, value: f64) -> f64 {
        (value - self.mean) / self.sd
    }

    /// A standardised value in its unit again.
    pub fn back(self, value: f64) -> f64 {
        value * self.sd + self.mean
    }

    /// What is believed of standardised values, in their unit again.
    #[must_use]
    pub fn of_posterior(self, posterior: &Posterior) -> Posterior {
        let square = self.sd * self.sd;
        Posterior {
            mean: posterior.mean.map(|value| self.back(value)),
            covariance: &posterior.covariance * square,
            noise: &posterior.noise * square,
        }
    }

    /// Points with their values standardised.
    #[must_use]
    pub fn of_points(self, points: &Points) -> Points {
        let values = |values: &Vector| values.map(|value| self.apply(value));
        Points {
            inputs: points.inputs.clone(),
            truth: values(&points.truth),
            observed: values(&points.observed),
        }
    }
}

/// Points with values standardised by themselves, and how.
///
/// # Errors
/// Those of [`Scale::of`].
pub fn standardised_anew(points: &Points) -> Result<(Points, Scale)> {
    let scale = Scale::of(points.observed.as_slice())?;
    Ok((scale.of_points(points), scale))
}

/// Mean and deviation, in two passes.
fn moments(values: impl Iterator<Item = f64> + Clone, count: usize) -> Scale {
    let n = count as f64;
    let mean = values.clone().sum::<f64>() / n;
    let squares = values.map(|value| (value - mean) * (value - mean)).sum::<f64>();
    Scale { mean, sd: (squares / n).sqrt() }
}

impl TableTask {
    /// The task of a split once some of its pool, by their places there, were observed too. Inputs have one row of the
    /// table a column.
    ///
    /// # Errors
    /// [`Error::Value`] if the split is none of the table's, or if the training set has one value only.
    pub fn of((x, y): (&Matrix, &Vector), split: &Split, asked: &[usize]) -> Result<Self> {
        split.check(y.len())?;
        let taken = |place: &usize| asked.contains(place);
        if let Some(place) = asked.iter().find(|place| **place >= split.pool.len()) {
            let expected = format!("below {}, the number of pool points", split.pool.len());
            return Err(Error::value("a point of the pool", place, expected));
        }
        let seen: Vec<usize> = [&split.train[..], &split.pool].concat();
        let x = standardised(x, &seen);
        let train: Vec<usize> = split
            .train
            .iter()
            .copied()
            .chain(asked.iter().map(|place| split.pool[*place]))
            .collect();
        let values: Vec<f64> = train.iter().map(|row| y[*row]).collect();
        let scale = Scale::of(&values)?;
        let y = y.map(|value| scale.apply(value));
        let all = Points { inputs: x, truth: y.clone(), observed: y };
        let pool: Vec<usize> = (0..split.pool.len())
            .filter(|place| !taken(place))
            .map(|place| split.pool[place])
            .collect();
        let task = Task {
            train: all.select(&train),
            pool: all.select(&pool),
            targets: all.select(&split.test),
            noise: f64::NAN,
        };
        let place = |row: &usize| split.pool.iter().position(|other| other == row);
        let validation_places = split.validation.iter().filter_map(place).collect();
        Ok(Self { task, validation: all.select(&split.validation), validation_places, scale })
    }
}

/// Inputs by the means and deviations of some rows; what is the same in all of these has the deviation 1.
fn standardised(x: &Matrix, seen: &[usize]) -> Matrix {
    let scales: Vec<Scale> = (0..x.nrows())
        .map(|input| {
            let scale = moments(seen.iter().map(|row| x[(input, *row)]), seen.len());
            // Rounding of the mean leaves a trace of deviation where there is none.
            let first = seen.first().map_or(0.0, |row| x[(input, *row)]);
            let constant = seen.iter().all(|row| x[(input, *row)] == first);
            match constant || scale.sd == 0.0 {
                true => Scale { mean: if constant { first } else { scale.mean }, sd: 1.0 },
                false => scale,
            }
        })
        .collect();
    Matrix::from_fn(x.nrows(), x.ncols(), |input, row| scales[input].apply(x[(input, row)]))
}

#[cfg(test)]
mod tests;
