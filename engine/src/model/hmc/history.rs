//! What a run of chains keeps: its draws, a few states for those who watch, and how it went.

use crate::model::hmc::Hmc;
use crate::model::hmc::sampler::{Chain, Target, Transition};
use crate::model::training::CURVE;

/// States that are kept for those who watch.
const RECENT: usize = 16;

/// What is kept of all chains of a piece.
pub struct History {
    /// How each chain went.
    pub chains: Vec<Record>,
    /// Mean log density of the chains, at even distances.
    pub curve: Vec<f64>,
    /// The draws' weights, chain after chain.
    drawn: Vec<Vec<Vec<f64>>>,
    /// What they say of eta and of the noise ([`Target::ratios`]), chain after chain.
    ratios: [Vec<Vec<f64>>; 2],
    recent: Vec<Vec<f64>>,
    next: usize,
    burn_in: usize,
    thin: usize,
    every: usize,
}

/// How one chain went.
#[derive(Default)]
pub struct Record {
    acceptance: f64,
    count: f64,
    divergences: f64,
    /// Of the last transitions, falling off.
    lately: f64,
}

impl Record {
    /// Transitions while adapting tell how it goes, but count for nothing.
    pub fn note(&mut self, transition: Transition, adapting: bool) {
        self.lately += 0.02 * (transition.acceptance - self.lately);
        if !adapting {
            self.acceptance += transition.acceptance;
            self.count += 1.0;
            self.divergences += f64::from(u8::from(transition.diverged));
        }
    }

    /// Mean acceptance, step size, divergences.
    pub fn summary(&self, step_size: f64) -> [f64; 3] {
        [self.acceptance / self.count, step_size, self.divergences]
    }
}

impl History {
    pub fn new(hmc: &Hmc, chains: usize) -> Self {
        Self {
            chains: (0..chains).map(|_| Record::default()).collect(),
            curve: Vec::new(),
            drawn: vec![Vec::new(); chains],
            ratios: [vec![Vec::new(); chains], vec![Vec::new(); chains]],
            recent: Vec::new(),
            next: 0,
            burn_in: hmc.burn_in,
            thin: hmc.thin,
            every: hmc.transitions().div_ceil(CURVE),
        }
    }

    /// After the transition numbered `done`.
    pub fn remember(&mut self, done: usize, target: &Target, chains: &[Chain]) {
        if done.is_multiple_of(self.every) {
            let total =
                chains.iter().fold(0.0, |sum, chain| sum + target.log_density(&chain.state));
            self.curve.push(total / chains.len() as f64);
        }
        let sampled = (done + 1).checked_sub(self.burn_in).filter(|count| *count > 0);
        if sampled.is_some_and(|count| count.is_multiple_of(self.thin)) {
            for (i, chain) in chains.iter().enumerate() {
                self.drawn[i].push(chain.state.weights.clone());
                let found = target.ratios(&chain.state);
                self.ratios.iter_mut().zip(found).for_each(|(all, ratio)| all[i].push(ratio));
            }
        }
        if done.is_multiple_of(5) {
            let weights = &chains[done / 5 % chains.len()].state.weights;
            match self.recent.get_mut(self.next) {
                Some(old) => old.clone_from(weights),
                None => self.recent.push(weights.clone()),
            }
            self.next = (self.next + 1) % RECENT;
        }
    }

    /// All draws, chain after chain.
    pub fn drawn(&self) -> impl ExactSizeIterator<Item = &[f64]> {
        let drawn: Vec<&[f64]> = self.drawn.iter().flatten().map(Vec::as_slice).collect();
        drawn.into_iter()
    }

    /// What all draws say of eta and of the noise, chain after chain.
    pub fn ratios(&self) -> [Vec<f64>; 2] {
        self.ratios.each_ref().map(|chains| chains.concat())
    }

    /// A few of the last states.
    pub fn recent(&self) -> impl ExactSizeIterator<Item = &[f64]> {
        self.recent.iter().map(Vec::as_slice)
    }

    /// How often the last proposals were accepted.
    pub fn acceptance(&self) -> f64 {
        let total = self.chains.iter().fold(0.0, |sum, record| sum + record.lately);
        total / self.chains.len() as f64
    }
}
