//! What the metrics ask of the numbers that they are given: sizes that fit, finite numbers,
//! symmetric covariances. Whoever calls them may have any model's numbers.

use super::batch::Batches;
use super::{Entries, Prediction};
use crate::error::{Error, Result};
use crate::numeric::Matrix;

impl Prediction<'_> {
    /// Refuses what is no joint Gaussian of so many targets. `prefix` stands before the names of
    /// what is wrong.
    pub(super) fn check(&self, prefix: &str, targets: usize) -> Result<()> {
        self.check_marginals(prefix, targets)?;
        check_symmetric(&format!("{prefix}covariance"), self.covariance, targets)
    }

    /// The same for what is read of marginals alone.
    pub(super) fn check_marginals(&self, prefix: &str, targets: usize) -> Result<()> {
        check_numbers(&format!("{prefix}mean"), self.mean, targets)?;
        check_variances(&format!("{prefix}noise"), self.noise, targets, 0.0)?;
        let name = format!("{prefix}covariance");
        check_shape(&name, self.covariance, (targets, targets))?;
        let variances: Vec<f64> = (0..targets).map(|i| self.covariance[(i, i)]).collect();
        let largest = variances.iter().fold(0.0_f64, |most, v| most.max(*v));
        check_variances(&format!("{name}'s diagonal"), &variances, targets, INDEFINITE * largest)
    }
}

/// Refuses lists of another length, and numbers that are not finite.
pub(super) fn check_numbers(name: &str, numbers: &[f64], count: usize) -> Result<()> {
    if numbers.len() != count {
        let got = format!("{} numbers", numbers.len());
        return Err(Error::value(name, got, format!("{count} numbers, one for each target")));
    }
    match numbers.iter().position(|number| !number.is_finite()) {
        None => Ok(()),
        Some(i) => Err(Error::value(format!("{name}[{i}]"), numbers[i], "finite")),
    }
}

/// Refuses variances below zero by more than a slack.
fn check_variances(name: &str, variances: &[f64], count: usize, slack: f64) -> Result<()> {
    check_numbers(name, variances, count)?;
    match variances.iter().position(|variance| *variance < -slack) {
        None => Ok(()),
        Some(i) => {
            Err(Error::value(format!("{name}[{i}]"), variances[i], "a variance, at least 0"))
        }
    }
}

/// Refuses noise that is none, without which a repeated observation has no density.
pub(super) fn check_noise(noise: &[f64], count: usize) -> Result<()> {
    check_variances("noise", noise, count, 0.0)?;
    match noise.iter().position(|variance| *variance <= 0.0) {
        None => Ok(()),
        Some(i) => Err(Error::value(format!("noise[{i}]"), noise[i], "positive")),
    }
}

/// Refuses matrices of another size.
pub(super) fn check_shape(name: &str, matrix: &Matrix, (rows, cols): (usize, usize)) -> Result<()> {
    if matrix.shape() == (rows, cols) {
        return Ok(());
    }
    let got = format!("{} x {}", matrix.nrows(), matrix.ncols());
    Err(Error::value(name, got, format!("{rows} x {cols}")))
}

/// Refuses a matrix of another size, with an entry that is not finite, or whose two triangles differ
/// by more than rounding.
pub(super) fn check_symmetric(name: &str, matrix: &Matrix, size: usize) -> Result<()> {
    check_shape(name, matrix, (size, size))?;
    let largest = (0..size).fold(0.0_f64, |most, i| most.max(matrix[(i, i)].abs()));
    let differs = |upper: f64, lower: f64| {
        let apart = (upper - lower).abs();
        // A difference that is not a number is of entries that are not finite.
        !(apart <= ROUNDING * largest && apart < f64::INFINITY)
    };
    let Some((i, j)) = first_pair(matrix, differs) else { return Ok(()) };
    for (i, j) in [(i, j), (j, i)] {
        if !matrix[(i, j)].is_finite() {
            let name = format!("{name} at row {i}, column {j}");
            return Err(Error::value(name, matrix[(i, j)], "finite"));
        }
    }
    let expected = format!("{}, as at row {i}, column {j}", matrix[(i, j)]);
    Err(Error::value(format!("{name} at row {j}, column {i}"), matrix[(j, i)], expected))
}

/// Refuses batches that are none of so many targets.
pub(super) fn check_batches(batches: &Batches, targets: usize) -> Result<()> {
    let Batches { size, indices } = batches;
    if *size == 0 || indices.is_empty() || indices.len() % size != 0 {
        let got = format!("{} targets in batches of {size}", indices.len());
        return Err(Error::value("batches", got, "at least one, all of one size"));
    }
    check_indices("batches", indices, targets)
}

/// Refuses entries that are none of a matrix of so many points.
pub(super) fn check_entries(entries: Entries, points: usize) -> Result<()> {
    let Entries::Block { rows, cols } = entries else { return Ok(()) };
    check_indices("rows", rows, points)?;
    check_indices("cols", cols, points)
}

fn check_indices(name: &str, indices: &[usize], points: usize) -> Result<()> {
    match indices.iter().position(|index| *index >= points) {
        None => Ok(()),
        Some(i) => {
            let expected = format!("the number of a point, below {points}");
            Err(Error::value(format!("{name}[{i}]"), indices[i], expected))
        }
    }
}

/// Relative to the largest variance, how far two triangles may differ by rounding.
const ROUNDING: f64 = 1e-9;
/// Relative to the largest variance, how far rounding may bring another below zero.
const INDEFINITE: f64 = 1e-6;
/// Rows and columns looked at together: both of a pair's tiles then stay in the cache.
const TILE: usize = 32;

/// The first pair of entries, one above and one below the diagonal, that is so; each entry of the
/// diagonal is paired with itself.
fn first_pair(matrix: &Matrix, is: impl Fn(f64, f64) -> bool) -> Option<(usize, usize)> {
    let size = matrix.nrows();
    let entries = matrix.as_slice();
    for columns in (0..size).step_by(TILE) {
        for rows in (0..=columns).step_by(TILE) {
            for j in columns..size.min(columns + TILE) {
                let end = (j + 1).min(rows + TILE);
                let found = |i: usize| is(entries[j * size + i], entries[i * size + j]);
                // A whole line of the tile without a branch, because all is well nearly always.
                if (rows..end).fold(false, |any, i| any | found(i)) {
                    return (rows..end).find(|&i| found(i)).map(|i| (i, j));
                }
            }
        }
    }
    None
}
