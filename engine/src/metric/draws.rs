//! The log likelihood of batches under a model's function draws themselves, without the Gaussian that has
//! their mean and covariance.

use std::f64::consts::PI;

use super::Measured;
use super::batch::{Batches, sum};
use super::check::{check_batches, check_noise, check_numbers, check_shape};
use super::likelihood::finite;
use crate::error::Result;
use crate::numeric::{Matrix, math};

/// The mean over batches, per target, of `log 1/m sum_k N(y; f_k, noise)`, one draw f_k a column of `functions`;
/// with its Monte-Carlo standard error by the delta method. The weights w_k of a batch's draws move the log
/// of their mean by `w_k / mean(w) - 1` over m; all batches share the draws, so these are averaged over
/// batches first. Large batches rest on few draws: then the error is large, and too small itself.
///
/// # Errors
/// [`Error::Value`](crate::Error::Value) for sizes that do not fit, numbers that are not finite, noise that is
/// not positive, and batches that are none of the targets.
pub fn joint_log_likelihood(
    y: &[f64],
    functions: &Matrix,
    noise: &[f64],
    batches: &Batches,
) -> Result<Measured> {
    let count = functions.ncols();
    check_numbers("y", y, y.len())?;
    check_noise(noise, y.len())?;
    check_shape("draws", functions, (y.len(), count.max(1)))?;
    check_batches(batches, y.len())?;
    // Log densities of each target's y under each draw, a target a column.
    let alone = Matrix::from_fn(count, y.len(), |draw, i| {
        let miss = y[i] - functions[(i, draw)];
        -0.5 * miss * miss / noise[i]
    });
    let constants: Vec<f64> = noise.iter().map(|v| -0.5 * math::ln(2.0 * PI * v)).collect();
    let mut moves = vec![0.0; count];
    let mut total = 0.0;
    for batch in batches.iter() {
        let mut weights = vec![0.0; count];
        for &i in batch {
            weights.iter_mut().zip(&alone.column(i)).for_each(|(sum, term)| *sum += term);
            total += constants[i];
        }
        let most = weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        weights.iter_mut().for_each(|weight| *weight -= most);
        math::exp_in_place(&mut weights);
        let mean = sum(weights.iter().copied()) / count as f64;
        total += most + math::ln(mean);
        moves.iter_mut().zip(&weights).for_each(|(sum, weight)| *sum += weight / mean - 1.0);
    }
    let scale = 1.0 / batches.indices.len() as f64;
    let squares = sum(moves.iter().map(|it| it * scale * it * scale));
    let error = (count > 1).then(|| (squares / (count as f64 * (count as f64 - 1.0))).sqrt());
    Ok(Measured { value: Some(finite(total * scale)?), error })
}
