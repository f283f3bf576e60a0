//! Which settings are good. Requests are untrusted: what they hold in memory is bounded too.

use crate::error::{Error, Result};
use crate::model::Model;
use crate::model::training::{between, known_noise, positive, room};
use crate::model::variational::{Approach, Variational};

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
        self.check_approach(inputs)?;
        room(self.bytes(inputs, seen, asked))
    }

    fn check_approach(&self, inputs: usize) -> Result<()> {
        let Approach::Nng(nng) = &self.approach else { return Ok(()) };
        between("units", self.units, 0, WIDEST)?;
        between("inputs of a point", inputs, 1, WIDEST)?;
        if !(nng.damping >= 0.0 && nng.damping.is_finite()) {
            return Err(Error::value("damping", nng.damping, "at least 0 and finite"));
        }
        if !(0.0..1.0).contains(&nng.decay) {
            return Err(Error::value("decay", nng.decay, "at least 0 and below 1"));
        }
        Ok(())
    }
}
