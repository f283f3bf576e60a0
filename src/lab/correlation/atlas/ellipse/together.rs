//! What a tilt does to the whole batch: all its correlations go along, by the same factor.

use super::Side;
use crate::metric::{Entries, log_density, metacorrelation};
use crate::numeric::Matrix;
use crate::numeric::linalg::smallest_eigenvalue;

/// The batch as the candidate has it, and as it is tilted.
pub struct Together {
    pub size: usize,
    /// By what all correlations are multiplied; nothing where the pair has none, and is tilted alone.
    pub factor: Option<f64>,
    pub before: Scores,
    pub now: Scores,
}

/// Nothing where there is none: no correlations are such, or nothing rises and falls.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scores {
    /// The log density of the batch per target, between the reference's marginals.
    pub xll: Option<f64>,
    /// Over the batch's pairs.
    pub metacorrelation: Option<f64>,
}

/// A pair whose correlation is smaller has none that could be multiplied.
const NONE: f64 = 1e-6;
/// No correlations have a smaller eigenvalue.
const DEFINITE: f64 = 1e-12;

impl Together {
    pub fn of(
        y: &[f64],
        theirs: &Side,
        own: &Side,
        oracle: Option<&Side>,
        [one, other]: [usize; 2],
        tilt: Option<f64>,
    ) -> Self {
        let now = own.correlation(one, other);
        let factor = if now.abs() > NONE { Some(tilt.unwrap_or(now) / now) } else { None };
        let same = |_: usize, _: usize, value: f64| value;
        let tilted = |i: usize, j: usize, value: f64| match (factor, tilt) {
            (Some(factor), _) => factor * value,
            (None, Some(tilt)) if [i, j] == [one, other] || [j, i] == [one, other] => {
                tilt * own.sd[i] * own.sd[j]
            }
            _ => value,
        };
        let scores = |change: &dyn Fn(usize, usize, f64) -> f64, dragged: bool| {
            let covariance = changed(&own.covariance, change);
            let correlations = Matrix::from_fn(y.len(), y.len(), |i, j| match i == j {
                true => 1.0,
                false => covariance[(i, j)] / own.sd[i] / own.sd[j],
            });
            let possible = !dragged || smallest_eigenvalue(&correlations) > DEFINITE;
            let judged = Matrix::from_fn(y.len(), y.len(), |i, j| {
                theirs.sd[i] * correlations[(i, j)] * theirs.sd[j]
            });
            let density = || log_density(y, &theirs.mean, &judged).ok();
            let agree = |oracle: &Side| {
                let meta = metacorrelation(&covariance, &oracle.covariance, Entries::UpperTriangle);
                meta.ok()?.pearson
            };
            Scores {
                xll: possible.then(density).flatten().map(|sum| sum / y.len() as f64),
                metacorrelation: oracle.and_then(agree),
            }
        };
        let before = scores(&same, false);
        let now = if tilt.is_some() { scores(&tilted, true) } else { before };
        Self { size: y.len(), factor, before, now }
    }
}

/// A symmetric matrix with other entries beside the diagonal.
fn changed(matrix: &Matrix, change: &dyn Fn(usize, usize, f64) -> f64) -> Matrix {
    Matrix::from_fn(matrix.nrows(), matrix.ncols(), |i, j| match i == j {
        true => matrix[(i, j)],
        false => change(i, j, matrix[(i, j)]),
    })
}
