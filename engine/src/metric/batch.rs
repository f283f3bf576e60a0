//! Log densities of many small batches of targets under one covariance matrix: the inner loop of
//! XLL and of the joint log likelihood.
//!
//! Two batches are eliminated side by side, one in each lane. The covariance is used as it is,
//! never normalised to correlations: dividing and rounding would cost time and digits.

use std::f64::consts::PI;

use super::Prediction;
use super::likelihood::{check_density, finite};
use crate::error::Result;
use crate::numeric::simd::F64x2;
use crate::numeric::{Factor, Matrix, math};

/// Batches of equally many targets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batches {
    /// Targets in a batch.
    pub size: usize,
    /// Batch after batch.
    pub indices: Vec<usize>,
}

impl Batches {
    /// The batches, one after the other.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[usize]> {
        self.indices.chunks_exact(self.size)
    }
}

/// The observations as a reference's means and variances see them.
pub(super) struct Standardised {
    /// Distance from the mean in standard deviations of an observation.
    pub scores: Vec<f64>,
    /// Log variances of the observations.
    pub log_variances: Vec<f64>,
}

impl Standardised {
    /// Fails where an observation has no variance, and so no density.
    pub fn new(y: &[f64], reference: &Prediction) -> Result<Self> {
        check_density(reference)?;
        let mut log_variances: Vec<f64> = (0..y.len()).map(|i| reference.variance(i)).collect();
        let score = |i: usize| (y[i] - reference.mean[i]) / log_variances[i].sqrt();
        let scores = (0..y.len()).map(score).collect();
        math::ln_in_place(&mut log_variances);
        Ok(Self { scores, log_variances })
    }
}

/// A mean over batches, and the largest jitter that a singular batch needed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct BatchMean {
    pub log_density: f64,
    pub jitter: f64,
}

/// The mean over batches, per target, of log N(y; mean and variances of the reference, correlations
/// of the candidate): Wang, Sun & Grosse 2021, section 3.3.2.
///
/// With S the candidate's covariance of observations, D its deviations, z the standardised
/// observations and v the reference's variances, this is -1/2 of
/// `b log 2 pi + sum log v + log det(D^-1 S D^-1) + (D z)^T S^-1 (D z)`.
pub(super) fn mean_log_density(
    candidate: &Prediction,
    observed: &Standardised,
    batches: &Batches,
) -> Result<BatchMean> {
    let terms = terms(candidate, observed, batches)?;
    Ok(BatchMean { log_density: terms.mean(observed, batches)?, jitter: terms.jitter })
}

/// What each batch adds to the mean.
pub(super) struct Terms {
    /// (D z)^T S^-1 (D z).
    pub quadratics: Vec<f64>,
    /// log det(D^-1 S D^-1); 0 for those that follow.
    pub log_determinants: Vec<f64>,
    /// The same of batches that are large or close to singular; 0 for all others.
    pub careful: Vec<f64>,
    /// The largest jitter that a singular batch needed.
    pub jitter: f64,
}

impl Terms {
    /// The mean over batches, per target.
    pub fn mean(&self, observed: &Standardised, batches: &Batches) -> Result<f64> {
        let all = |values: &[f64]| sum(values.iter().copied());
        let log_determinants = all(&self.careful) + all(&self.log_determinants);
        let log_variances = sum(batches.indices.iter().map(|&i| observed.log_variances[i]));
        let rest = log_variances + log_determinants + all(&self.quadratics);
        finite(-0.5 * (math::ln(2.0 * PI) + rest / batches.indices.len() as f64))
    }
}

/// The terms of all batches.
pub(super) fn terms(
    candidate: &Prediction,
    observed: &Standardised,
    batches: &Batches,
) -> Result<Terms> {
    let model = Scaled::new(candidate, observed);
    let count = batches.iter().len();
    let mut jitter = 0.0_f64;
    let (mut quadratics, mut careful) = (vec![0.0; count], vec![0.0; count]);
    let mut determinants = vec![1.0; count];
    for (pair, members) in batches.indices.chunks(2 * batches.size).enumerate() {
        // The second lane of a last, single batch repeats the first.
        let second = members.get(batches.size..).filter(|batch| !batch.is_empty());
        let two = [&members[..batches.size], second.unwrap_or(&members[..batches.size])];
        let found = eliminate_pair(&model, two);
        for lane in 0..members.len() / batches.size {
            let at = 2 * pair + lane;
            if let Some((product, quadratic)) = found[lane] {
                (determinants[at], quadratics[at]) = (product, quadratic);
            } else {
                let found = factor(&model, two[lane])?;
                (careful[at], quadratics[at]) = (found.log_determinant, found.quadratic);
                jitter = jitter.max(found.jitter);
            }
        }
    }
    math::ln_in_place(&mut determinants);
    Ok(Terms { quadratics, log_determinants: determinants, careful, jitter })
}

pub(super) fn sum(values: impl IntoIterator<Item = f64>) -> f64 {
    values.into_iter().fold(0.0, |sum, value| sum + value)
}

/// A candidate's numbers in the form that the elimination reads.
struct Scaled<'a> {
    covariance: &'a Matrix,
    variances: Vec<f64>,
    /// One over the variance; infinite for none.
    precisions: Vec<f64>,
    /// D z.
    residuals: Vec<f64>,
    scores: &'a [f64],
}

impl<'a> Scaled<'a> {
    fn new(candidate: &Prediction<'a>, observed: &'a Standardised) -> Self {
        let variances: Vec<f64> = (0..candidate.len()).map(|i| candidate.variance(i)).collect();
        let precisions = variances.iter().map(|v| 1.0 / v).collect();
        let scores = &observed.scores;
        let residuals = variances.iter().zip(scores).map(|(v, z)| v.sqrt() * z).collect();
        Self { covariance: candidate.covariance, variances, precisions, residuals, scores }
    }
}

/// Batches up to this size are eliminated on the stack.
pub(super) const SMALL: usize = 16;
/// A pivot below this share of its variance is left to the factor that knows jitter. With it the
/// product of [`SMALL`] such shares is a normal number.
const SMALLEST_SHARE: f64 = 1e-14;

/// Of each batch the determinant of its correlations and its quadratic form, unless it is large or
/// close to singular.
fn eliminate_pair(model: &Scaled, pair: [&[usize]; 2]) -> [Option<(f64, f64)>; 2] {
    // A size that is known lets the compiler unroll the loops; 5 is the paper's.
    match pair[0].len() {
        5 => eliminate::<5>(model, pair, 5),
        size if size <= 8 => eliminate::<8>(model, pair, size),
        size if size <= SMALL => eliminate::<SMALL>(model, pair, size),
        _ => [None; 2],
    }
}

/// S = L diag(pivots) L^T without square roots, and w = L^-1 (D z) on the way.
#[inline(always)]
fn eliminate<const MOST: usize>(
    model: &Scaled,
    pair: [&[usize]; 2],
    size: usize,
) -> [Option<(f64, f64)>; 2] {
    let rows = model.covariance.nrows();
    let entries = model.covariance.as_slice();
    let both = |values: &[f64], i: usize| pair_of(values[pair[0][i]], values[pair[1][i]]);
    let mut lower = [[F64x2::ZERO; MOST]; MOST];
    // The row at hand of L diag(pivots).
    let mut row = [F64x2::ZERO; MOST];
    let mut inverse_pivots = [F64x2::ZERO; MOST];
    let mut solved = [F64x2::ZERO; MOST];
    let (mut product, mut least) = (F64x2::splat(1.0), F64x2::splat(1.0));
    let mut quadratic = F64x2::ZERO;
    for i in 0..size {
        let columns = [pair[0][i] * rows, pair[1][i] * rows];
        let mut pivot = both(&model.variances, i);
        let mut rest = both(&model.residuals, i);
        for j in 0..i {
            let at = |lane: usize| entries[columns[lane] + pair[lane][j]];
            let mut value = pair_of(at(0), at(1));
            for k in 0..j {
                value -= row[k] * lower[j][k];
            }
            row[j] = value;
            lower[i][j] = value * inverse_pivots[j];
            pivot -= value * lower[i][j];
            rest -= lower[i][j] * solved[j];
        }
        let share = pivot * both(&model.precisions, i);
        product *= share;
        least = least.min(share);
        inverse_pivots[i] = F64x2::splat(1.0) / pivot;
        solved[i] = rest;
        quadratic += rest * rest * inverse_pivots[i];
    }
    let (product, least, quadratic) = (product.to_array(), least.to_array(), quadratic.to_array());
    // A point without variance makes the product NaN, which is not positive either.
    let regular = |lane: usize| least[lane] > SMALLEST_SHARE && product[lane] > 0.0;
    [0, 1].map(|lane| regular(lane).then_some((product[lane], quadratic[lane])))
}

#[inline(always)]
fn pair_of(first: f64, second: f64) -> F64x2 {
    F64x2::load(&[first, second])
}

struct Careful {
    log_determinant: f64,
    quadratic: f64,
    jitter: f64,
}

/// The same by the one factorisation that may add jitter, on the matrix of correlations.
fn factor(model: &Scaled, batch: &[usize]) -> Result<Careful> {
    let correlation = correlations(model.covariance, &model.variances, batch);
    let factor = Factor::new(correlation)?;
    let scores = batch.iter().map(|&i| model.scores[i]);
    let whitened = factor.solve_lower(Matrix::from_iterator(batch.len(), 1, scores));
    Ok(Careful {
        log_determinant: factor.log_determinant(),
        quadratic: sum(whitened.iter().map(|w| w * w)),
        jitter: factor.jitter(),
    })
}

/// The correlations of a batch's observations; 0 where one has no variance.
pub(super) fn correlations(covariance: &Matrix, variances: &[f64], batch: &[usize]) -> Matrix {
    Matrix::from_fn(batch.len(), batch.len(), |i, j| {
        let (i, j) = (batch[i], batch[j]);
        let (left, right) = (variances[i], variances[j]);
        match (i == j, left > 0.0 && right > 0.0) {
            (true, _) => 1.0,
            (_, false) => 0.0,
            _ => (covariance[(i, j)] / left.sqrt() / right.sqrt()).clamp(-1.0, 1.0),
        }
    })
}
