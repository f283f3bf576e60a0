//! Cases of the theorem: two Gaussians each, and how far they are apart.

use std::ops::ControlFlow;

use crate::error::{Error, Result};
use crate::experiment::codec::{Reader, Writer};
use crate::experiment::theorem::Recipe;
use crate::metric::{Divergence, Limits};
use crate::numeric::{Matrix, Stream};
use crate::scenario::Scenario;

/// What all cases of a figure have in common.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Class {
    /// b, how many points are judged together.
    pub size: usize,
    /// lambda, the smallest eigenvalue of the candidate's correlations.
    pub eigenvalue: f64,
    /// How far the true correlations are on the way from the candidate's to others.
    pub error: f64,
    /// The seed of all that is random.
    pub seed: u64,
}

/// A batch: what generated it, p, and what judges it, q, whose marginals are a reference's.
#[derive(Debug, Clone)]
pub struct Case {
    /// d: the true means, less the reference's, in the reference's deviations.
    pub shift: Vec<f64>,
    /// r: the true deviations over the reference's.
    pub ratio: Vec<f64>,
    /// The true correlations.
    pub truth: Matrix,
    /// The candidate's.
    pub candidate: Matrix,
    /// How far apart they are.
    pub divergence: Divergence,
}

/// What is kept of one case among many.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outcome {
    /// The divergence of the marginals.
    pub xi: f64,
    /// That of the correlations.
    pub correlations: f64,
    /// By how much that of all is more.
    pub gap: f64,
    /// What the gap cannot exceed.
    pub bound: f64,
}

impl Class {
    /// That of a scenario.
    pub fn of(scenario: &Scenario) -> Self {
        let size = scenario.judging.xll_batch;
        // A point alone has no correlations to choose.
        let eigenvalue = if size == 1 { 1.0 } else { scenario.mismatch.eigenvalue };
        let (error, seed) = (scenario.mismatch.correlations, scenario.problem.seed.into());
        Self { size, eigenvalue, error, seed }
    }

    /// What is known of the gap for marginals that differ by `xi`.
    pub fn limits(&self, xi: f64) -> Limits {
        Limits::of(self.size, xi, self.eigenvalue)
    }

    /// The case of the sliders.
    pub fn own(&self, xi: f64) -> Result<Case> {
        let mut stream = Stream::new(self.seed, "batch of the sliders", 0);
        Recipe::random(&mut stream, self.size).0.case(self, xi)
    }

    /// The random case of that number, with a mismatch of its own.
    pub fn numbered(&self, number: usize) -> Result<Case> {
        let mut stream = Stream::new(self.seed, "random batches", number as u64);
        let (recipe, xi) = Recipe::random(&mut stream, self.size);
        recipe.case(self, xi)
    }

    /// What comes out in so many cases, from the one numbered `first`.
    pub fn cloud(
        &self,
        (first, count): (usize, usize),
        tell: &mut dyn FnMut(f64, &[Outcome]) -> ControlFlow<()>,
    ) -> Result<Vec<Outcome>> {
        let mut outcomes = Vec::with_capacity(count);
        for number in first..first + count {
            if outcomes.len() % 100 == 0
                && tell(outcomes.len() as f64 / count as f64, &outcomes).is_break()
            {
                return Err(Error::Cancelled);
            }
            outcomes.push(self.numbered(number)?.outcome());
        }
        Ok(outcomes)
    }
}

impl Case {
    /// What is kept of it among many.
    pub fn outcome(&self) -> Outcome {
        let Divergence { kl_marginals, kl_correlations, gap, limits, .. } = self.divergence;
        Outcome { xi: kl_marginals, correlations: kl_correlations, gap, bound: limits.bound }
    }
}

impl Outcome {
    /// The size of the gap as a share of what it cannot exceed.
    pub fn share(&self) -> f64 {
        self.gap.abs() / self.bound
    }
}

/// Outcomes as numbers.
pub fn write(outcomes: &[Outcome], out: &mut Writer) {
    out.number(outcomes.len() as f64);
    for Outcome { xi, correlations, gap, bound } in outcomes {
        out.plain(&[*xi, *correlations, *gap, *bound]);
    }
}

/// What [`write`] wrote.
pub fn read(reader: &mut Reader) -> Result<Vec<Outcome>> {
    let count = reader.count()?;
    let numbers = reader.take(count.saturating_mul(4))?.as_chunks::<4>().0;
    let outcome =
        |&[xi, correlations, gap, bound]: &[f64; 4]| Outcome { xi, correlations, gap, bound };
    Ok(numbers.iter().map(outcome).collect())
}
