//! Whether a matrix can be a covariance.

use super::read::Field;
use crate::error::{Error, Result};
use crate::numeric::Matrix;
use crate::numeric::linalg::cholesky_in_place;

/// How precisely whoever sent a matrix has computed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rounding {
    /// In 64-bit numbers.
    Double,
    /// In 32-bit numbers.
    Single,
}

impl Rounding {
    /// That of a matrix: single if 32 bits hold all of its numbers.
    pub fn of(matrix: &Matrix) -> Self {
        let single = |number: &f64| f64::from(*number as f32) == *number;
        if matrix.iter().all(single) { Self::Single } else { Self::Double }
    }

    /// Relative to the largest variance, how far the two triangles may differ.
    fn asymmetry(self) -> f64 {
        match self {
            Self::Double => ROUNDING,
            Self::Single => 1e-6,
        }
    }

    /// Relative to the mean variance, what is tried to be added to all variances. A covariance of
    /// draws, or the posterior of a Gaussian process, in single precision has eigenvalues that are
    /// negative by more than what factorisations repair.
    fn lifts(self) -> &'static [f64] {
        match self {
            Self::Double => &[],
            Self::Single => &[1e-5, 1e-4],
        }
    }
}

/// A covariance matrix of `size` points in a request.
pub fn covariance(field: &Field, size: usize) -> Result<Matrix> {
    let matrix = field.matrix(Some(size), Some(size))?;
    Ok(as_covariance(&field.name, matrix, Rounding::Double)?.0)
}

/// A square matrix as a covariance: its two triangles, equal up to rounding, are averaged, and
/// eigenvalues that rounding has made negative are lifted. Returns also what was added to all
/// variances for that.
pub fn as_covariance(name: &str, mut matrix: Matrix, rounding: Rounding) -> Result<(Matrix, f64)> {
    symmetrise(name, &mut matrix, rounding.asymmetry())?;
    let Err(error) = semi_definite(name, &matrix) else { return Ok((matrix, 0.0)) };
    let mean = matrix.trace().max(0.0) / matrix.nrows().max(1) as f64;
    let lifted = |by: &f64| {
        let mut lifted = matrix.clone();
        (0..lifted.nrows()).for_each(|i| lifted[(i, i)] += by * mean);
        semi_definite(name, &lifted).is_ok().then_some((lifted, by * mean))
    };
    rounding.lifts().iter().find_map(lifted).ok_or(error)
}

/// A correlation matrix: a covariance with ones on its diagonal.
pub fn correlation(field: &Field, size: usize) -> Result<Matrix> {
    let matrix = covariance(field, size)?;
    match (0..size).find(|&i| (matrix[(i, i)] - 1.0).abs() > ROUNDING) {
        None => Ok(matrix),
        Some(i) => Err(Error::value(format!("{}[{i}][{i}]", field.name), matrix[(i, i)], "1")),
    }
}

/// Relative to the largest variance, what counts as the rounding of whoever computed a matrix.
const ROUNDING: f64 = 1e-9;
/// Relative to the mean variance, how negative an eigenvalue may be: the largest jitter that
/// factorisations add.
const INDEFINITE: f64 = 1e-6;

fn symmetrise(name: &str, matrix: &mut Matrix, rounding: f64) -> Result<()> {
    let size = matrix.nrows();
    let largest = (0..size).fold(0.0_f64, |most, i| most.max(matrix[(i, i)].abs()));
    for j in 0..size {
        for i in 0..j {
            let (upper, lower) = (matrix[(i, j)], matrix[(j, i)]);
            let allowed = rounding * largest.max(upper.abs());
            if (upper - lower).abs() > allowed {
                let expected = format!("equal to [{i}][{j}], which is {upper}");
                return Err(Error::value(format!("{name}[{j}][{i}]"), lower, expected));
            }
            let mean = 0.5 * (upper + lower);
            (matrix[(i, j)], matrix[(j, i)]) = (mean, mean);
        }
    }
    Ok(())
}

/// Refuses a symmetric matrix with an eigenvalue that is negative beyond rounding.
pub fn semi_definite(name: &str, matrix: &Matrix) -> Result<()> {
    let size = matrix.nrows();
    let slack = INDEFINITE * matrix.trace() / size.max(1) as f64;
    if let Some(i) = (0..size).find(|&i| matrix[(i, i)] < -slack.max(0.0)) {
        let expected = "a variance, at least 0";
        return Err(Error::value(format!("{name}[{i}][{i}]"), matrix[(i, i)], expected));
    }
    // A matrix of zeros has no factor, but is the covariance of constants.
    if matrix.iter().all(|entry| *entry == 0.0) {
        return Ok(());
    }
    let mut lower = matrix.clone();
    (0..size).for_each(|i| lower[(i, i)] += slack);
    cholesky_in_place(&mut lower).map_err(|bad| {
        let row = bad.row;
        let got = format!(
            "{} there, which leaves a variance of {:e} given the points before",
            matrix[(row, row)],
            bad.pivot - slack
        );
        Error::value(format!("{name}[{row}][{row}]"), got, "positive semi-definite up to this row")
    })
}
