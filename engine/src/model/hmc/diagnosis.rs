//! Whether the chains agree, on what matters: the function's values and their correlations. A
//! network's weights are not identified, so theirs would mean nothing. And whether eta and noise that are
//! learned have come to rest, which agreeing chains do not tell: they all have the same.

use crate::metric::convergence::{Convergence, Examiner, mean_error};
use crate::model::{Note, Trained};
use crate::numeric::{Matrix, math};

/// For how many pairs of points the error of a correlation is found out.
pub const PAIRS: usize = 200;

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
    let points = functions.nrows();
    let examiner = Examiner::new(chains);
    let at = |point: usize| functions.row(point).iter().copied().collect::<Vec<_>>();
    let found = (0..points).map(|point| examiner.convergence(&at(point))).collect();
    let pairs = points * points.saturating_sub(1) / 2;
    let errors = (0..pairs.min(PAIRS)).filter_map(|i| {
        let (left, right) = pair(i * pairs / pairs.min(PAIRS));
        examiner.correlation_error(&at(left), &at(right))
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

/// As answers give them; each chain has its acceptance, step size and divergences, and so many draws and
/// transitions.
pub fn notes(chains: &[[f64; 3]], mixing: &Mixing, [draws, transitions]: [usize; 2]) -> Vec<Note> {
    let count = chains.len() as f64;
    let sum = |i: usize| chains.iter().fold(0.0, |sum, chain| sum + chain[i]);
    let least = chains.iter().fold(f64::NAN, |least, chain| chain[0].min(least));
    let or_none = |found: Option<f64>| found.unwrap_or(f64::NAN);
    let largest = |of: &dyn Fn(&Convergence) -> f64| mixing.largest(of).map(|(_, value)| value);
    [
        ("draws_per_chain", draws as f64),
        ("transitions", count * transitions as f64),
        ("acceptance", sum(0) / count),
        ("acceptance_min", least),
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

/// What the draws say of a variance that was learned, from each draw's mean square over it and how many
/// squares that is the mean of: the mean ratio, its Monte-Carlo error, and about how many nats of evidence
/// the likeliest variance has more.
///
/// Variances are learned while chains burn in and then kept, so they leave no trace whose halves could be
/// compared. But the slope of the log evidence by a log variance is count (ratio - 1) / 2 (Fisher's
/// identity): at its top the ratio is 1. If squares did not depend on the variance, moving to the ratio
/// would gain count (ratio - 1 - ln ratio) / 2; as they follow it, it is that over the share of the
/// information that is not missing (Louis 1982), 1 - count var(ratio) / 2.
pub fn rest(ratios: &[f64], chains: usize, count: f64) -> [f64; 3] {
    let mean_of = |terms: &mut dyn Iterator<Item = f64>| {
        terms.fold(0.0, |sum, term| sum + term) / ratios.len() as f64
    };
    let ratio = mean_of(&mut ratios.iter().copied());
    let variance = mean_of(&mut ratios.iter().map(|x| (x - ratio) * (x - ratio)));
    let known = (1.0 - count * variance / 2.0).max(LEAST_KNOWN);
    let nats = count * (ratio - 1.0 - math::ln(ratio)) / 2.0 / known;
    [ratio, mean_error(ratios, chains).unwrap_or(f64::NAN), nats]
}

/// What [`rest`] found of eta and of the noise, where they are learned.
pub fn rest_notes(learned: [bool; 2], rests: [f64; 6]) -> Vec<Note> {
    const NAMES: [[&str; 3]; 2] = [
        ["eta_ratio", "eta_ratio_error", "eta_nats"],
        ["noise_ratio", "noise_ratio_error", "noise_nats"],
    ];
    let both = NAMES.into_iter().zip(rests.as_chunks::<3>().0).zip(learned);
    let notes = both.filter(|(_, learned)| *learned).flat_map(|((names, values), _)| {
        names.into_iter().zip(values).map(|(name, value)| Note::number(name, *value))
    });
    notes.collect()
}

/// The least share of the information that is believed: it is the difference of two numbers that are nearly
/// the same where data say little.
const LEAST_KNOWN: f64 = 0.02;

/// The chains' curves, which have the same places, as one.
pub fn mean_curve(pieces: &[Trained]) -> Vec<f64> {
    let length = pieces.iter().map(|piece| piece.curve.len()).min().unwrap_or(0);
    let mean =
        |i: usize| pieces.iter().fold(0.0, |sum, piece| sum + piece.curve[i]) / pieces.len() as f64;
    (0..length).map(mean).collect()
}
