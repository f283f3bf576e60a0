//! Whether a matrix can be a covariance.

use crate::cost::Cost;
use crate::error::{Error, Result};
use crate::numeric::linalg::cholesky_in_place;
use crate::numeric::{Matrix, sorted};

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

    /// Relative to the largest variance, how far the two triangles may differ. A small posterior
    /// variance is the difference of large numbers, and has their rounding errors.
    fn asymmetry(self) -> f64 {
        match self {
            Self::Double => ROUNDING,
            Self::Single => 1e-4,
        }
    }

    /// Relative to a typical variance, what is tried to be added to all variances. A covariance of
    /// draws, or the posterior of a Gaussian process, in single precision has eigenvalues that are
    /// negative by more than what factorisations repair.
    fn lifts(self) -> &'static [f64] {
        match self {
            Self::Double => &[],
            Self::Single => &[1e-5, 1e-4, 1e-3],
        }
    }
}

/// What finding out costs for so many points.
pub fn cost(points: usize) -> Cost {
    (Cost::factor(points) + Cost::operations(3.0) * (points * points) as f64) * 2.0
}

/// A square matrix of a request as a covariance.
pub fn covariance(name: &str, matrix: Matrix) -> Result<Matrix> {
    let nowhere = Observed { first: matrix.nrows(), noise: &[] };
    Ok(as_covariance(name, matrix, Rounding::Double, nowhere)?.0)
}

/// The points, from the first on, whose observations are judged together, and the noise at every
/// point.
#[derive(Clone, Copy)]
pub struct Observed<'a> {
    pub first: usize,
    pub noise: &'a [f64],
}

/// A square matrix as a covariance: its two triangles, equal up to rounding, are averaged, and
/// eigenvalues that rounding has made negative are lifted. Returns also what was added to all
/// variances for that.
pub fn as_covariance(
    name: &str,
    mut matrix: Matrix,
    rounding: Rounding,
    observed: Observed,
) -> Result<(Matrix, f64)> {
    symmetrise(name, &mut matrix, rounding.asymmetry())?;
    let check = |matrix: &Matrix| {
        semi_definite(name, matrix).and_then(|()| semi_definite_observed(name, matrix, observed))
    };
    let Err(error) = check(&matrix) else { return Ok((matrix, 0.0)) };
    let scale = typical_variance(&matrix);
    let lifted = |by: &f64| {
        let mut lifted = matrix.clone();
        (0..lifted.nrows()).for_each(|i| lifted[(i, i)] += by * scale);
        check(&lifted).is_ok().then_some((lifted, by * scale))
    };
    let found = rounding.lifts().iter().find_map(lifted);
    found.ok_or_else(|| if lifted(&NEARLY).is_some() { rounded(error) } else { error })
}

/// Relative to a typical variance, how negative an eigenvalue may be for the errors of 32-bit numbers
/// to be what is probably wrong.
const NEARLY: f64 = 0.01;

/// The same error with what probably helps.
fn rounded(error: Error) -> Error {
    let helped = |words: String| format!("{words} (probably rounding: compute it in float64)");
    match error {
        Error::Value { name, got, expected } => {
            Error::Value { name, got, expected: helped(expected) }
        }
        Error::Clash(words) => Error::Clash(helped(words)),
        other => other,
    }
}

/// The mean variance, unless a few that are far larger than the others make it: nothing of that size
/// may be added to the others.
fn typical_variance(matrix: &Matrix) -> f64 {
    let size = matrix.nrows();
    let variances = sorted(matrix.diagonal().as_slice());
    let mean = matrix.trace() / size.max(1) as f64;
    let most = variances.get(size.saturating_sub(1) * 9 / 10).map_or(0.0, |large| 10.0 * large);
    mean.min(most).max(0.0)
}

/// A correlation matrix: a covariance with ones on its diagonal.
pub fn correlation(name: &str, matrix: Matrix) -> Result<Matrix> {
    let matrix = covariance(name, matrix)?;
    match (0..matrix.nrows()).find(|&i| (matrix[(i, i)] - 1.0).abs() > ROUNDING) {
        None => Ok(matrix),
        Some(i) => Err(Error::value(format!("{name}[{i}][{i}]"), matrix[(i, i)], "1")),
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
                let error = Error::value(format!("{name}[{j}][{i}]"), lower, expected);
                let nearly = (upper - lower).abs() <= NEARLY * largest;
                return Err(if nearly { rounded(error) } else { error });
            }
            let mean = 0.5 * (upper + lower);
            (matrix[(i, j)], matrix[(j, i)]) = (mean, mean);
        }
    }
    Ok(())
}

/// Refuses a covariance under which observations, noise included, have correlations that are
/// indefinite. They are what will be factored, and beside one huge variance anything passes for
/// rounding in the matrix itself.
pub fn semi_definite_observed(name: &str, matrix: &Matrix, observed: Observed) -> Result<()> {
    let Observed { first, noise } = observed;
    let variance = |i: usize| matrix[(i, i)].max(0.0) + noise[i];
    let scales: Vec<f64> = (first..matrix.nrows()).map(|i| variance(i).sqrt()).collect();
    let mut lower = Matrix::from_fn(scales.len(), scales.len(), |i, j| {
        match (i == j, scales[i] > 0.0 && scales[j] > 0.0) {
            (true, _) => 1.0 + INDEFINITE,
            (_, true) => matrix[(first + i, first + j)] / scales[i] / scales[j],
            _ => 0.0,
        }
    });
    cholesky_in_place(&mut lower).map_err(|bad| {
        let row = first + bad.row;
        indefinite(name, first, row, (bad.pivot - INDEFINITE) * variance(row))
    })
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
    cholesky_in_place(&mut lower).map_err(|bad| indefinite(name, 0, bad.row, bad.pivot - slack))
}

/// What is wrong with a point's variance `left` given those from the `first` on.
fn indefinite(name: &str, first: usize, row: usize, left: f64) -> Error {
    let digits = left.abs() >= 1e-3 && left.abs() < 1e6;
    let left = if digits { format!("{left:.3}") } else { format!("{left:.1e}") };
    let why = match row - first {
        0 => format!("the variance at point {row} is too small for its covariances"),
        1 => format!("given point {first}, the variance at point {row} would be {left}"),
        _ => {
            let last = row - 1;
            format!("given points {first}–{last}, the variance at point {row} would be {left}")
        }
    };
    Error::clash(format!("{name} is not a valid covariance: {why}"))
}
