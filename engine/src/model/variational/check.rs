//! Which settings are good. Requests are untrusted: what they hold in memory is bounded too.

use crate::error::{Error, Result};
use crate::model::training::{between, known_noise, positive};
use crate::model::variational::{Approach, Variational};

/// Weights that a network may have.
const MOST_WEIGHTS: usize = 4_000_000;
/// Weights of all particles together, and what passes through them.
const MOST_IN_A_STEP: usize = 10_000_000;
/// Values of all functions that are drawn.
const MOST_VALUES: usize = 50_000_000;
/// Inputs or units of a layer whose factors are found: their matrices are square.
const WIDEST: usize = 2_000;

impl Variational {
    /// On so many points of so many inputs, asked at so many.
    pub(super) fn check_sizes(&self, inputs: usize, seen: usize, asked: usize) -> Result<()> {
        between("units", self.units, 0, 10_000)?;
        between("epochs", self.epochs, 0, 10_000_000)?;
        between("batch", self.batch, 1, 1_000_000)?;
        between("particles", self.particles, 1, 10_000)?;
        between("draws", self.draws, 1, 1_000_000)?;
        positive("eta", self.eta)?;
        positive("learning_rate", self.learning_rate)?;
        known_noise(self.noise)?;
        self.check_approach(inputs, seen)?;
        // Each factor is bounded, but their product is too large for the integers of a page.
        let weights = (inputs as u64 + 2) * (self.units as u64 + 1);
        let weights = usize::try_from(weights).unwrap_or(usize::MAX);
        between("weights of the network", weights, 1, MOST_WEIGHTS)?;
        between("particles", self.particles, 1, MOST_IN_A_STEP / weights)?;
        between("draws", self.draws, 1, MOST_VALUES / asked.max(1))
    }

    fn check_approach(&self, inputs: usize, seen: usize) -> Result<()> {
        let Approach::Nng(nng) = &self.approach else { return Ok(()) };
        between("units", self.units, 0, WIDEST)?;
        between("inputs of a point", inputs, 1, WIDEST)?;
        // What all particles pass through the layers is kept for the factors.
        let (wide, batch) = (self.units + 1, self.batch.min(seen).max(1));
        between("batch", batch, 1, MOST_IN_A_STEP / wide)?;
        between("particles", self.particles, 1, MOST_IN_A_STEP / (wide * batch))?;
        if !(nng.damping >= 0.0 && nng.damping.is_finite()) {
            return Err(Error::value("damping", nng.damping, "at least 0 and finite"));
        }
        if !(0.0..1.0).contains(&nng.decay) {
            return Err(Error::value("decay", nng.decay, "at least 0 and below 1"));
        }
        Ok(())
    }
}
