//! Whether the chains agree, on what matters: the function's values and their correlations. A
//! network's weights are not identified, so theirs would mean nothing. And whether noise that is learned
//! has come to rest, which agreeing chains do not tell: they all have the same.

use crate::metric::convergence::{Convergence, convergence, correlation_error, mean_error};
use crate::model::{Note, Trained};
use crate::numeric::Matrix;

/// For how many pairs of points the error of a correlation is found out.
const PAIRS: usize = 200;

/// How well chains have mixed at some points.
#[derive(Debug, Clone, PartialEq)]
pub struct Mixing {
    /// For each point; nothing where all draws agree.
    pub points: Vec<Option<Convergence>>,
    /// The largest Monte-Carlo error of a correlation, over some pairs of points.
    pub correlation_error: Option<f64>,
}

impl Mixing {
    /// The largest of some number over the points, with its point.
    pub fn largest(&self, of: impl Fn(&Convergence) -> f64) -> Option<(usize, f64)> {
        let all = self.points.iter().enumerate();
        all.filter_map(|(point, found)| Some((point, of(found.as_ref()?)))).fold(
            None,
            |best: Option<(usize, f64)>, this| match best {
                Some(best) if best.1 >= this.1 => Some(best),
                _ => Some(this),
            },
        )
    }
}

/// How well chains have mixed, from functions, one a column, chain after chain.
pub fn mixing(functions: &Matrix, chains: usize) -> Mixing {
    let (points, draws) = (functions.nrows(), functions.ncols());
    let at = |point: usize| (0..draws).map(|draw| functions[(point, draw)]).collect::<Vec<_>>();
    let found = (0..points).map(|point| convergence(&at(point), chains)).collect();
    let pairs = points * points.saturating_sub(1) / 2;
    let errors = (0..pairs.min(PAIRS)).filter_map(|i| {
        let (left, right) = pair(i * pairs / pairs.min(PAIRS));
        correlation_error(&at(left), &at(right), chains)
    });
    let largest = errors
        .fold(None, |most: Option<f64>, error| Some(most.map_or(error, |most| most.max(error))));
    Mixing { points: found, correlation_error: largest }
}

/// Pairs in order: (0, 1), (0, 2), (1, 2), (0, 3), ...
fn pair(index: usize) -> (usize, usize) {
    let mut right = 1;
    let mut left = index;
    while left >= right {
        left -= right;
        right += 1;
    }
    (left, right)
}

/// As answers give them; each chain has its acceptance, step size and divergences.
pub fn notes(chains: &[[f64; 3]], mixing: &Mixing) -> Vec<Note> {
    let count = chains.len() as f64;
    let sum = |i: usize| chains.iter().fold(0.0, |sum, chain| sum + chain[i]);
    let or_none = |found: Option<f64>| found.unwrap_or(f64::NAN);
    let largest = |of: &dyn Fn(&Convergence) -> f64| mixing.largest(of).map(|(_, value)| value);
    [
        ("acceptance", sum(0) / count),
        ("step_size", sum(1) / count),
        ("divergences", sum(2)),
        ("r_hat_max", or_none(largest(&|found| found.r_hat))),
        ("r_hat_max_at", or_none(mixing.largest(|found| found.r_hat).map(|(at, _)| at as f64))),
        ("ess_bulk_min", or_none(largest(&|found| -found.ess_bulk).map(|value| -value))),
        ("ess_tail_min", or_none(largest(&|found| -found.ess_tail).map(|value| -value))),
        ("correlation_error_max", or_none(mixing.correlation_error)),
    ]
    .map(|(name, value)| Note::number(name, value))
    .to_vec()
}

/// What the draws say of noise that was learned: their mean squared residual in units of its variance, and
/// the Monte-Carlo error of that, from each draw's own.
///
/// Noise is learned while chains burn in and then kept, so it leaves no trace whose halves could be
/// compared; and its path there is smooth, so that its ranks rise as well in the last thousandth of the way
/// as in the first half. But the slope of the log evidence by the log deviation is n (ratio - 1) (Fisher's
/// identity): at rest the ratio is 1.
pub fn noise_ratio(misfits: &[f64], chains: usize) -> [f64; 2] {
    let mean = misfits.iter().fold(0.0, |sum, misfit| sum + misfit) / misfits.len() as f64;
    [mean, mean_error(misfits, chains).unwrap_or(f64::NAN)]
}

/// How far the ratio may be from 1: steps of Adam keep it moving by up to 0.08 once it is there.
const AT_REST: f64 = 0.1;

/// What to say of noise that has not settled, from what `notes` gave.
pub fn drift(note: impl Fn(&str) -> Option<f64>) -> Option<String> {
    let (ratio, error) = (note("noise_ratio")?, note("noise_ratio_error")?);
    let moves = (ratio - 1.0).abs() > AT_REST + 2.0 * error;
    moves.then(|| {
        let (times, way) = (format!("{ratio:.2}"), if ratio > 1.0 { "rise" } else { "fall" });
        format!(
            "The noise is still drifting: squared residuals are {times} times its variance, so that it \
             would {way} further. A longer burn-in helps."
        )
    })
}

/// The chains' curves, which have the same places, as one.
pub fn mean_curve(pieces: &[Trained]) -> Vec<f64> {
    let length = pieces.iter().map(|piece| piece.curve.len()).min().unwrap_or(0);
    let mean =
        |i: usize| pieces.iter().fold(0.0, |sum, piece| sum + piece.curve[i]) / pieces.len() as f64;
    (0..length).map(mean).collect()
}
