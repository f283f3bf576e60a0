//! The pool given some of its points, by rank-one updates.
//!
//! A rule needs all variances of the pool after each pick, but only the covariances with the pick
//! itself. So a pick's column is brought up to date when it is needed, and the pool x pool matrix is
//! never copied: q picks cost q^2 columns rather than q matrices.

use crate::numeric::linalg::Observation;

/// Variances of the pool given the picks so far.
pub struct Conditioned<'a> {
    pub variances: Vec<f64>,
    noise: &'a [f64],
    seen: Vec<Seen>,
}

/// A pick: its covariances with the pool just before it was observed.
pub struct Seen {
    pub observation: Observation,
    pub with_pool: Vec<f64>,
}

impl<'a> Conditioned<'a> {
    pub fn new(variances: Vec<f64>, noise: &'a [f64]) -> Self {
        Self { variances, noise, seen: Vec::new() }
    }

    /// Observes the point numbered `pick`, whose covariances with the pool were `with_pool` before
    /// any pick. Returns nothing if its observation tells nothing.
    pub fn observe(&mut self, pick: usize, mut with_pool: Vec<f64>) -> Option<&Seen> {
        for earlier in &self.seen {
            let other = earlier.with_pool[pick];
            earlier.observation.condition(&mut with_pool, &earlier.with_pool, other);
        }
        let observation = Observation { variance: self.variances[pick], noise: self.noise[pick] };
        if !observation.informs() {
            return None;
        }
        observation.condition_variances(&mut self.variances, &with_pool);
        self.seen.push(Seen { observation, with_pool });
        self.seen.last()
    }
}
