//! Eta and noise by maximum likelihood, while the chains burn in: stochastic approximation of EM (Delyon,
//! Lavielle & Moulines 1999).
//!
//! The slope of the log evidence by the logarithm of a variance is half the count of what has it, times the
//! mean of `ratio - 1` over the posterior (Fisher's identity), `ratio` being the mean square of weights or
//! residuals over the variance. A step of length 1 along `ratio - 1` is a step of EM to first order,
//! whatever the scale of the data. Once such steps have come near, they get shorter, and their mean is kept
//! (Polyak & Juditsky 1992). For what remains of the burn-in the chains find their way, and their step sizes,
//! on the target that they will be drawn from.

use crate::error::{Error, Result};
use crate::model::hmc::Hmc;
use crate::model::hmc::sampler::{Chain, Target};
use crate::numeric::math;

/// Transitions between two steps, unless the burn-in is short.
const EVERY: usize = 10;
/// Up to these shares of the burn-in steps have their full length, and get shorter.
const NEAR: f64 = 0.4;
const LEARNED: f64 = 0.8;
/// From this share on they are averaged.
const AVERAGED: f64 = 0.5;
/// At these shares of the burn-in step sizes start to adapt anew.
const ANEW: [f64; 4] = [0.05, 0.15, NEAR, LEARNED];

/// What is being learned: the logarithms of eta and of the noise's variance.
pub struct Empirical {
    logs: [f64; 2],
    learned: [bool; 2],
    /// The farthest that a transition moves a logarithm.
    reach: f64,
    burn_in: usize,
    every: usize,
    /// Ratios since the last step, and of how many states.
    sums: [f64; 2],
    states: f64,
    /// Steps that were shorter than 1.
    shorter: f64,
    /// Sums of logarithms that are averaged, and how many.
    totals: [f64; 2],
    averaged: f64,
}

impl Empirical {
    pub fn new(hmc: &Hmc, target: &Target) -> Self {
        let anything = !target.observed.is_empty();
        Self {
            logs: [target.eta, target.noise].map(math::ln),
            learned: [hmc.learn_eta, hmc.noise.is_none()].map(|learned| learned && anything),
            reach: 10.0 * hmc.learning_rate,
            burn_in: hmc.burn_in,
            every: (hmc.burn_in / 100).clamp(1, EVERY),
            sums: [0.0; 2],
            states: 0.0,
            shorter: 0.0,
            totals: [0.0; 2],
            averaged: 0.0,
        }
    }

    /// Takes the chains' states after so many transitions of their burn-in, and now and then moves the
    /// target.
    ///
    /// # Errors
    /// [`Error::Value`] with the transition, if a variance leaves what 64-bit numbers hold.
    pub fn hear(&mut self, target: &mut Target, chains: &mut [Chain], done: usize) -> Result<()> {
        let at = |share: f64| (share * self.burn_in as f64) as usize;
        if self.learned == [false; 2] || done > at(LEARNED) {
            return Ok(());
        }
        let anew = ANEW.iter().any(|share| done == at(*share));
        let (last, near, averaging) = (done == at(LEARNED), done <= at(NEAR), done > at(AVERAGED));
        for chain in &*chains {
            let ratios = target.ratios(&chain.state);
            self.sums.iter_mut().zip(ratios).for_each(|(sum, ratio)| *sum += ratio);
            self.states += 1.0;
        }
        if done.is_multiple_of(self.every) {
            self.step(near);
            if averaging {
                self.totals.iter_mut().zip(self.logs).for_each(|(total, log)| *total += log);
                self.averaged += 1.0;
            }
        }
        if last && self.averaged > 0.0 {
            self.logs = self.totals.map(|total| total / self.averaged);
        }
        if done.is_multiple_of(self.every) || last {
            self.place(target, done)?;
            chains.iter_mut().for_each(|chain| chain.relearn(target));
        }
        if anew {
            chains.iter_mut().for_each(Chain::adapt_anew);
        }
        Ok(())
    }

    fn step(&mut self, near: bool) {
        if !near {
            self.shorter += 1.0;
        }
        let gain = math::pow(1.0 + self.shorter, -0.6);
        let reach = self.reach * self.every as f64;
        for i in 0..2 {
            if self.learned[i] {
                let way = way(self.sums[i] / self.states);
                self.logs[i] += (gain * way).clamp(-reach, reach);
            }
        }
        (self.sums, self.states) = ([0.0; 2], 0.0);
    }

    fn place(&self, target: &mut Target, done: usize) -> Result<()> {
        let places = [("eta", &mut target.eta), ("the noise", &mut target.noise)];
        for (i, (name, variance)) in places.into_iter().enumerate() {
            if !self.learned[i] {
                continue;
            }
            *variance = math::exp(self.logs[i]);
            if !variance.is_normal() {
                let expected = "positive and finite; a smaller learning rate may help";
                let name = format!("{name} after {done} transitions");
                return Err(Error::value(name, *variance, expected));
            }
        }
        Ok(())
    }
}

/// How far to move a logarithm: along the slope, but where that is far off no farther than EM would.
fn way(ratio: f64) -> f64 {
    let near = ratio.clamp(0.5, 2.0);
    near - 1.0 + math::ln(ratio / near)
}

#[cfg(test)]
mod tests;
