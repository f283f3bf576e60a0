//! Metacorrelation: whether a model gets the oracle's correlations right.

use super::check::{check_entries, check_symmetric};
use crate::error::Result;
use crate::numeric::{Matrix, order};

/// How two sets of correlations agree; nothing where one of them is constant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Metacorrelation {
    /// Pearson's correlation of the entries.
    pub pearson: Option<f64>,
    /// Spearman's: Pearson's correlation of their ranks, ties sharing the average rank. Correlations
    /// are ranked after rounding to the nearest multiple of 2^-32, as for
    /// [`most_correlated`](super::most_correlated): the last bit of what is equal decides nothing.
    pub spearman: Option<f64>,
}

/// Which entries of a correlation matrix are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entries<'a> {
    /// Every pair of different points once.
    UpperTriangle,
    /// Every row with every column, such as pool x targets. No point is compared with itself, and a
    /// pair that a row and a column name twice, once each way, counts once.
    Block {
        /// Indices of the rows.
        rows: &'a [usize],
        /// Indices of the columns.
        cols: &'a [usize],
    },
}

/// Wang, Sun & Grosse 2021, section 3.1: the correlation, over pairs of points, between a candidate's
/// and an oracle's correlations. Both covariances are of the noise-free function, and symmetric.
///
/// # Errors
/// [`Error::Value`](crate::Error::Value) for matrices that are not square, finite and symmetric or of
/// other points than the oracle's, and for entries that are none of theirs.
pub fn metacorrelation(
    covariance_candidate: &Matrix,
    covariance_oracle: &Matrix,
    entries: Entries,
) -> Result<Metacorrelation> {
    let points = covariance_oracle.nrows();
    check_symmetric("covariance of the oracle", covariance_oracle, points)?;
    check_symmetric("covariance of the candidate", covariance_candidate, points)?;
    check_entries(entries, points)?;
    let sides = [covariance_candidate, covariance_oracle].map(|side| chosen(side, entries));
    if sides.iter().any(|side| is_constant(side)) {
        return Ok(Metacorrelation { pearson: None, spearman: None });
    }
    let [candidate, oracle] = &sides;
    let ranks = |side: &[f64]| {
        let rounded: Vec<f64> = side.iter().map(|r| on_grid(r.abs()).copysign(*r)).collect();
        average_ranks(&rounded)
    };
    let spearman = pearson(&ranks(candidate), &ranks(oracle));
    Ok(Metacorrelation { pearson: pearson(candidate, oracle), spearman })
}

fn deviations(covariance: &Matrix) -> Vec<f64> {
    (0..covariance.nrows()).map(|i| covariance[(i, i)].max(0.0).sqrt()).collect()
}

/// A correlation: clipped to -1 .. 1, with itself exactly 1, and 0 with a point of no variance.
fn entry(covariance: &Matrix, sd: &[f64], i: usize, j: usize) -> f64 {
    // The product of the deviations may underflow where neither is zero.
    match (i == j, sd[i] > 0.0 && sd[j] > 0.0) {
        (true, _) => 1.0,
        (_, false) => 0.0,
        _ => (covariance[(i, j)] / sd[i] / sd[j]).clamp(-1.0, 1.0),
    }
}

fn chosen(covariance: &Matrix, entries: Entries) -> Vec<f64> {
    let sd = deviations(covariance);
    let at = |i: usize, j: usize| entry(covariance, &sd, i, j);
    match entries {
        Entries::UpperTriangle => {
            (0..sd.len()).flat_map(|j| (0..j).map(move |i| (i, j))).map(|(i, j)| at(i, j)).collect()
        }
        Entries::Block { rows, cols } => {
            let listed = |indices: &[usize]| {
                let mut listed = vec![false; sd.len()];
                indices.iter().for_each(|&i| listed[i] = true);
                listed
            };
            let (is_row, is_col) = (listed(rows), listed(cols));
            // A correlation with itself is 1 under every model, and says nothing; nor does the same
            // pair the other way round.
            let counts = |&(i, j): &(usize, usize)| i != j && !(i > j && is_col[i] && is_row[j]);
            let pairs = cols.iter().flat_map(|&j| rows.iter().map(move |&i| (i, j)));
            pairs.filter(counts).map(|(i, j)| at(i, j)).collect()
        }
    }
}

/// The multiple of 2^-32, about 2e-10, that is nearest to a number from 0 to 1: numbers from 2^20 to
/// 2^21 have no finer digits.
pub(super) fn on_grid(strength: f64) -> f64 {
    const SHIFT: f64 = 1_048_576.0;
    (strength.min(1.0) + SHIFT) - SHIFT
}

/// A spread of rounding errors would correlate with anything.
fn is_constant(values: &[f64]) -> bool {
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    values.is_empty() || most - least <= 1e-12
}

/// Pearson's correlation of two lists; nothing where one of them is constant, where they are of
/// different lengths or where a number is not finite.
pub fn pearson(left: &[f64], right: &[f64]) -> Option<f64> {
    if left.len() != right.len() {
        return None;
    }
    let (left, right) = (centred(left), centred(right));
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).fold(0.0, |sum, (a, b)| sum + a * b);
    // One root of the product, so that a model agrees with itself by exactly 1.
    let scale = (product(&left, &left) * product(&right, &right)).sqrt();
    (scale > 0.0 && scale < f64::INFINITY)
        .then(|| (product(&left, &right) / scale).clamp(-1.0, 1.0))
}

fn centred(values: &[f64]) -> Vec<f64> {
    let mean = values.iter().fold(0.0, |sum, value| sum + value) / values.len() as f64;
    values.iter().map(|value| value - mean).collect()
}

fn average_ranks(values: &[f64]) -> Vec<f64> {
    let order = order(values);
    let mut ranks = vec![0.0; values.len()];
    let mut first = 0;
    for tied in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let average = first as f64 + (tied.len() - 1) as f64 / 2.0;
        tied.iter().for_each(|&i| ranks[i] = average);
        first += tied.len();
    }
    ranks
}
