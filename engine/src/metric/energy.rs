//! The energy score (Gneiting & Raftery 2007): how far predicted observations lie from what was observed, and
//! from each other. Less is better; it sees correlations, but weakly.

use super::check::check_numbers;
use super::likelihood::{check_size, finite};
use super::{Measured, Prediction};
use crate::error::Result;
use crate::numeric::hash::Fingerprint;
use crate::numeric::{Factor, Matrix, Stream, linalg};

/// How many draws there are, each with its mirror image about the mean.
pub const DRAWS: usize = 400;

/// `E |X - y| - 1/2 E |X - X'|` in the Euclidean norm, X and X' being predicted observations of all targets, by draws
/// that belong to this seed and this y, with its Monte-Carlo standard error. With L a root of their covariance and z
/// standard normals, X is `m + L z` and its mirror image `m - L z`; X - X' has the distribution of `sqrt 2 L z`, so that
/// one draw serves both means, and errors cancel.
///
/// # Errors
/// [`Error::Value`](crate::Error::Value) for sizes that do not fit and numbers that are not finite,
/// [`Error::Indefinite`](crate::Error::Indefinite) for a covariance that has no factor.
pub fn score(y: &[f64], predicted: &Prediction, seed: u64) -> Result<Measured> {
    let targets = y.len();
    check_size(targets, 1)?;
    check_numbers("y", y, targets)?;
    predicted.check("", targets)?;
    let own = Fingerprint::new().integer(seed).floats(y).finish();
    let mut normals = Matrix::zeros(targets, DRAWS);
    Stream::new(own, "energy score", 0).fill_normals(normals.as_mut_slice());
    let mut covariance = predicted.covariance.clone();
    (0..targets).for_each(|i| covariance[(i, i)] = predicted.variance(i));
    let moved = match covariance.iter().any(|entry| *entry != 0.0) {
        true => linalg::multiply(Factor::new(covariance)?.lower(), &normals),
        false => Matrix::zeros(targets, DRAWS),
    };
    let values = moved.column_iter().map(|moved| {
        let [mut above, mut below, mut apart] = [0.0; 3];
        for (i, moved) in moved.iter().enumerate() {
            let miss = predicted.mean[i] - y[i];
            above += (miss + moved) * (miss + moved);
            below += (miss - moved) * (miss - moved);
            apart += moved * moved;
        }
        0.5 * (above.sqrt() + below.sqrt()) - (0.5 * apart).sqrt()
    });
    let found = crate::numeric::Estimate::of(values).expect("there are draws");
    Ok(Measured { value: Some(finite(found.mean)?), error: found.standard_error })
}
