//! Eta and noise by Monte-Carlo EM: now and then one step of Adam up the mean log density of all
//! chains, while they burn in.

use crate::error::{Error, Result};
use crate::model::hmc::Hmc;
use crate::model::hmc::sampler::{Chain, Target};
use crate::model::network::Adam;
use crate::model::noise::FIRST_LOG_DEVIATION;
use crate::numeric::math;

/// Transitions between two steps.
pub const EVERY: usize = 10;

/// What is being learned: eta through softplus, the noise by its log deviation.
pub struct Empirical {
    parameters: [f64; 2],
    learned: [bool; 2],
    adam: Adam,
    rate: f64,
}

impl Empirical {
    pub fn new(hmc: &Hmc, target: &Target) -> Self {
        Self {
            parameters: [math::softplus_inverse(target.eta), FIRST_LOG_DEVIATION],
            learned: [hmc.learn_eta, hmc.noise.is_none()],
            adam: Adam::new(2),
            rate: hmc.learning_rate,
        }
    }

    /// One step at the chains' current states, after so many transitions.
    ///
    /// # Errors
    /// [`Error::Value`] with the transition, if a variance leaves what 64-bit numbers hold.
    pub fn learn(&mut self, target: &mut Target, chains: &mut [Chain], done: usize) -> Result<()> {
        let weights = target.network.weights() as f64;
        let observed = target.observed.len() as f64;
        let mut gradient = [0.0; 2];
        for chain in &*chains {
            let [norm, squares] = Target::halves(&chain.state);
            // Of -log N(w; 0, eta) by eta, and of -log N(y; f, exp(2 s)) by s.
            gradient[0] += (weights / 2.0 - norm / target.eta) / target.eta;
            gradient[1] += observed - 2.0 * squares / target.noise;
        }
        gradient[0] *= math::logistic(self.parameters[0]);
        let count = chains.len() as f64;
        let used = |i: usize| if self.learned[i] { gradient[i] / count } else { 0.0 };
        self.adam.step(&mut self.parameters, &[used(0), used(1)], self.rate);
        if self.learned[0] {
            target.eta = math::softplus(self.parameters[0]);
        }
        if self.learned[1] {
            target.noise = math::exp(2.0 * self.parameters[1]);
        }
        for (name, variance) in [("eta", target.eta), ("the noise", target.noise)] {
            if !variance.is_normal() {
                let expected = "positive and finite; a smaller learning rate may help";
                let name = format!("{name} after {done} transitions");
                return Err(Error::value(name, variance, expected));
            }
        }
        chains.iter_mut().for_each(|chain| chain.relearn(target));
        Ok(())
    }
}
