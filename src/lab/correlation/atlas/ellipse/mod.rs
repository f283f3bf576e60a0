//! XLL as an ellipse: two targets of a batch in the box of the reference's marginals, tilted by the candidate's
//! correlation (Wang, Sun & Grosse 2021, algorithm 2); or tilted by hand, in a box that has moved.

mod charts;
mod together;
mod words;

use std::f64::consts::FRAC_1_SQRT_2;

use super::Atlas;
use crate::chart::Stand;
use crate::experiment::Belief;
use crate::metric::{Divergence, Gaussian, Moments, divergence, pair_log_density};
use crate::numeric::{Matrix, math};
use crate::scenario::View;
use together::Together;

/// What there is to see of two targets of a batch.
pub struct Sight {
    /// What all targets of the batch are called, and which two of them these are.
    members: Vec<String>,
    pair: [usize; 2],
    /// The reference's title and the candidate's.
    titles: [String; 2],
    /// What was observed.
    y: [f64; 2],
    /// The reference's box; how far it can move; and where it is.
    theirs: Stand,
    far: Stand,
    stand: Stand,
    /// Whether the candidate's own marginals are the reference's, so that the box moves as another's might.
    made_up: bool,
    /// The candidate's correlation, the reference's, and the one that is shown.
    own: f64,
    reference: f64,
    tilt: f64,
    dragged: bool,
    wobble: f64,
    together: Together,
}

/// No ellipse is tilted further by hand, as in links.
const STEEPEST: f64 = 0.99;
/// Boxes that differ less are the same.
const SAME: f64 = 1e-6;
/// A box that moves without a place to go: so many deviations up or down, and so many times as large.
const ASTRAY: Stand = Stand { mean: [0.5, -0.5], sd: [1.4, FRAC_1_SQRT_2] };

impl Atlas {
    /// The pair of a link, with another tilt and another box if they are given; nothing if a part of it is not
    /// there.
    pub fn sight(&self, view: &View, at: &[f64]) -> Option<Sight> {
        let ((reference, target), candidate, pair) = (view.batch?, view.worked?, view.pair?);
        let picture = &self.picture;
        picture.judged.references.iter().find(|row| row.reference == reference)?;
        let places = self.batch(reference, target)?;
        let batch: Vec<usize> =
            places.iter().map(|&place| picture.order[place] - picture.pool()).collect();
        let pair = [pair.0, pair.1];
        if pair[0] == pair[1] || pair.iter().any(|&one| one >= batch.len()) {
            return None;
        }
        let side = |belief: &Belief| Side::of(belief, &batch, picture.y.len());
        let believes = |model: usize| picture.beliefs.get(model)?.as_ref().and_then(side);
        let (theirs, own) = (believes(reference)?, believes(candidate)?);
        let given = |place: usize, said: Option<f64>, (least, most): (f64, f64)| {
            let given = at.get(place).copied().filter(|given| given.is_finite()).or(said);
            given.map(|given| given.clamp(least, most))
        };
        let tilt = given(0, view.tilt, (-STEEPEST, STEEPEST));
        let wobble = given(1, view.wobble, (0.0, 1.0)).unwrap_or(0.0);
        let (far, made_up) = destination(&theirs.stand(pair), &own.stand(pair));
        let y: Vec<f64> = batch.iter().map(|&target| picture.y[target]).collect();
        let oracle = picture.oracle.as_ref().and_then(side);
        Some(Sight {
            members: places.iter().map(|&place| self.name(place).unwrap_or_default()).collect(),
            pair,
            titles: [reference, candidate].map(|model| self.titles[model].clone()),
            y: pair.map(|one| y[one]),
            stand: moved(&theirs.stand(pair), &far, wobble),
            theirs: theirs.stand(pair),
            far,
            made_up,
            own: own.correlation(pair[0], pair[1]),
            reference: theirs.correlation(pair[0], pair[1]),
            tilt: tilt.unwrap_or_else(|| own.correlation(pair[0], pair[1])),
            dragged: tilt.is_some(),
            wobble,
            together: Together::of(&y, &theirs, &own, oracle.as_ref(), pair, tilt),
        })
    }
}

impl Sight {
    /// The log density of what was observed, at some tilt of the box that is shown.
    fn density(&self, tilt: f64) -> Option<f64> {
        pair_log_density(Moments::observed(self.scores()), self.stand.sd, tilt)
    }

    /// The same on average, if the reference is right about the two.
    fn expected(&self, tilt: f64) -> Option<f64> {
        let Stand { mean, sd } = self.stand;
        let shift = [0, 1].map(|i| (self.theirs.mean[i] - mean[i]) / sd[i]);
        let ratio = [0, 1].map(|i| self.theirs.sd[i] / sd[i]);
        pair_log_density(Moments::expected(self.reference, shift, ratio), sd, tilt)
    }

    /// How many deviations of the box each observation lies from its middle.
    fn scores(&self) -> [f64; 2] {
        [0, 1].map(|i| (self.y[i] - self.stand.mean[i]) / self.stand.sd[i])
    }

    /// Theorem 1 for the two: p is what the reference believes of them, q the box and the tilt that are shown.
    fn divergence(&self) -> Option<Divergence> {
        let matrix = |r: f64| Matrix::from_row_slice(2, 2, &[1.0, r, r, 1.0]);
        let (truth, judged) = (matrix(self.reference), matrix(self.tilt));
        divergence(
            &Gaussian { mean: &self.theirs.mean, sd: &self.theirs.sd, correlation: &truth },
            &Gaussian { mean: &self.stand.mean, sd: &self.stand.sd, correlation: &judged },
        )
        .ok()
    }

    /// The tilt, as the slider has it, whose handle is at a height.
    pub fn tilt_at(&self, height: f64) -> f64 {
        let tilt = self.stand.tilt_at(height).clamp(-STEEPEST, STEEPEST);
        (100.0 * tilt).round() / 100.0 + 0.0
    }

    /// What lessons can speak of.
    pub fn numbers(&self) -> Vec<(String, f64)> {
        let found = self.divergence();
        let Together { now, .. } = &self.together;
        let numbers = [
            ("tilt", Some(self.tilt)),
            ("own", Some(self.own)),
            ("reference", Some(self.reference)),
            ("density", self.density(self.tilt)),
            ("density-own", self.density(self.own)),
            ("density-zero", self.density(0.0)),
            ("batch-xll", now.xll),
            ("batch-metacorrelation", now.metacorrelation),
            ("xi", found.map(|found| found.kl_marginals)),
            ("xll", found.map(|found| found.kl)),
            ("correlations", found.map(|found| found.kl_correlations)),
            ("gap", found.map(|found| found.gap)),
        ];
        let known = numbers.into_iter().filter_map(|(name, value)| Some((name, value?)));
        known.map(|(name, value)| (format!("ellipse.{name}"), value)).collect()
    }
}

/// What a model says of a batch: means, deviations of observations, and covariances of the noise-free function.
struct Side {
    mean: Vec<f64>,
    sd: Vec<f64>,
    covariance: Matrix,
}

impl Side {
    /// Nothing where an observation has no variance.
    fn of(belief: &Belief, batch: &[usize], targets: usize) -> Option<Self> {
        let at = |i: usize| belief.len() - targets + batch[i];
        let all = || 0..batch.len();
        let sd: Vec<f64> =
            all().map(|i| (belief.variance(at(i)) + belief.noise[at(i)]).sqrt()).collect();
        let covariance =
            Matrix::from_fn(batch.len(), batch.len(), |i, j| belief.covariance.get(at(i), at(j)));
        let mean = all().map(|i| belief.mean[at(i)]).collect();
        sd.iter().all(|sd| *sd > 0.0).then_some(Self { mean, sd, covariance })
    }

    /// Of two observations.
    fn correlation(&self, i: usize, j: usize) -> f64 {
        (self.covariance[(i, j)] / self.sd[i] / self.sd[j]).clamp(-1.0, 1.0)
    }

    fn stand(&self, pair: [usize; 2]) -> Stand {
        Stand { mean: pair.map(|i| self.mean[i]), sd: pair.map(|i| self.sd[i]) }
    }
}

/// Where a box goes: to the candidate's own, or astray if it is there already.
fn destination(theirs: &Stand, own: &Stand) -> (Stand, bool) {
    let differs = |i: usize| {
        let (shift, ratio) =
            ((own.mean[i] - theirs.mean[i]) / theirs.sd[i], own.sd[i] / theirs.sd[i]);
        shift.abs() > SAME || (ratio - 1.0).abs() > SAME
    };
    if differs(0) || differs(1) {
        return (*own, false);
    }
    let mean = [0, 1].map(|i| theirs.mean[i] + ASTRAY.mean[i] * theirs.sd[i]);
    (Stand { mean, sd: [0, 1].map(|i| theirs.sd[i] * ASTRAY.sd[i]) }, true)
}

/// A box on its way: means go straight, deviations by equal factors.
fn moved(from: &Stand, to: &Stand, share: f64) -> Stand {
    if share == 0.0 {
        return *from;
    }
    let mean = [0, 1].map(|i| from.mean[i] + share * (to.mean[i] - from.mean[i]));
    Stand { mean, sd: [0, 1].map(|i| from.sd[i] * math::pow(to.sd[i] / from.sd[i], share)) }
}

#[cfg(test)]
mod tests;
