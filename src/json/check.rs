//! Whether a matrix can be a covariance.

use super::read::Field;
use crate::error::{Error, Result};
use crate::numeric::Matrix;
use crate::numeric::linalg::cholesky_in_place;

/// A covariance matrix of `size` points. The two triangles, equal up to rounding, are averaged.
pub fn covariance(field: &Field, size: usize) -> Result<Matrix> {
    let mut matrix = field.matrix(Some(size), Some(size))?;
    symmetrise(&field.name, &mut matrix)?;
    semi_definite(&field.name, &matrix)?;
    Ok(matrix)
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

fn symmetrise(name: &str, matrix: &mut Matrix) -> Result<()> {
    let size = matrix.nrows();
    let largest = (0..size).fold(0.0_f64, |most, i| most.max(matrix[(i, i)].abs()));
    for j in 0..size {
        for i in 0..j {
            let (upper, lower) = (matrix[(i, j)], matrix[(j, i)]);
            let allowed = ROUNDING * largest.max(upper.abs());
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
