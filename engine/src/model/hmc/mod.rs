//! Hamiltonian Monte Carlo over the weights of a network (Neal 2011): draws of whole functions from
//! the exact posterior, as far as the chains have come.

mod diagnosis;
mod empirical;
mod history;
pub mod sampler;

use crate::cost::Cost;
use crate::error::{Error, Result};
use crate::model::network::{Batch, Network};
use crate::model::noise::Noise;
use crate::model::training::{between, known_noise, positive, room};
use crate::model::{Belief, Fitted, Glimpse, Model, Note, Piece, Progress};
use crate::numeric::{Matrix, Vector};
use crate::points::Points;

pub use diagnosis::{Mixing, drift, mixing};
use history::History;
use sampler::{Chain, Target};

/// A network with one hidden layer, its posterior sampled; the paper's settings by default.
///
/// ```
/// use talscope_engine::model::{Hmc, Model, keep_going};
/// use talscope_engine::points::{Points, line};
/// let linear = Hmc { units: 0, chains: 2, burn_in: 200, thin: 5, ..Hmc::default() };
/// let belief = linear.fit(&Points::none(1), &line([0.0, 1.0]), &mut keep_going)?;
/// assert!((belief.covariance[(0, 1)] - 0.5).abs() < 0.2);
/// # Ok::<(), talscope_engine::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Hmc {
    /// Hidden units; without any, a linear model.
    pub units: usize,
    /// Prior variance of every weight and bias.
    pub eta: f64,
    /// Chains, each from a start of its own.
    pub chains: usize,
    /// Transitions of each chain that only find its way and its step size.
    pub burn_in: usize,
    /// Draws that each chain then gives.
    pub draws: usize,
    /// Transitions for each draw.
    pub thin: usize,
    /// Leapfrog steps of a transition.
    pub leapfrog: usize,
    /// The step size from which adapting starts.
    pub step: f64,
    /// Whether eta is learned, from the value given.
    pub learn_eta: bool,
    /// How fast eta and noise are learned, if they are.
    pub learning_rate: f64,
    /// Variance of the noise; without one, it is learned.
    pub noise: Option<f64>,
    /// Where all randomness comes from.
    pub seed: u64,
}

impl Default for Hmc {
    fn default() -> Self {
        Self {
            units: 50,
            eta: 1.0,
            chains: 10,
            burn_in: 5000,
            draws: 100,
            thin: 100,
            leapfrog: 5,
            step: 0.01,
            learn_eta: false,
            learning_rate: 0.01,
            noise: Some(0.01),
            seed: 0,
        }
    }
}

impl Model for Hmc {
    /// A chain each; what chains learn together cannot be shared out.
    fn pieces(&self) -> usize {
        if self.learns() { 1 } else { self.chains }
    }

    fn piece(
        &self,
        index: usize,
        train: &Points,
        inputs: &Matrix,
        progress: Progress,
    ) -> Result<Piece> {
        self.check()?;
        let mut target = self.target(train);
        let together = if self.learns() { self.chains } else { 1 };
        room("draws and weights", &[together, self.draws, target.network.size()])?;
        room("chains, draws and points", &[self.chains, self.draws, inputs.ncols()])?;
        let indices = if self.learns() { 0..self.chains } else { index..index + 1 };
        let mut chains: Vec<Chain> = indices.map(|index| self.chain(&target, index)).collect();
        let mut history = History::new(self, chains.len());
        let mut empirical = empirical::Empirical::new(self, &target);
        for done in 0..self.transitions() {
            let adapting = done < self.burn_in;
            for (chain, record) in chains.iter_mut().zip(&mut history.chains) {
                record.note(chain.advance(&target, adapting), adapting);
            }
            if adapting && self.learns() && (done + 1).is_multiple_of(empirical::EVERY) {
                empirical.learn(&mut target, &mut chains, done + 1)?;
            }
            history.remember(done, &target, &chains);
            if done.is_multiple_of(LISTEN) {
                let look = || Some(self.glimpse(&target, &history, inputs));
                if progress(done as f64 / self.transitions() as f64, &look).is_break() {
                    return Err(Error::Cancelled);
                }
            }
        }
        let functions = target.network.functions(history.drawn(), inputs);
        let noise = Vector::from_element(inputs.ncols(), target.noise);
        let chains = chains.iter().zip(&history.chains);
        let [ratio, error] = match self.noise {
            None => diagnosis::noise_ratio(&history.misfits(), self.chains),
            Some(_) => [f64::NAN; 2],
        };
        let numbers = [target.eta, target.noise, ratio, error]
            .into_iter()
            .chain(chains.flat_map(|(chain, record)| record.summary(chain.step_size.now(false))));
        Ok(Piece {
            belief: Belief::Drawn(functions, noise),
            numbers: numbers.collect(),
            curve: history.curve,
        })
    }

    fn cost(&self, inputs: usize, seen: usize, asked: usize) -> Cost {
        let network = Network::scaled(inputs, self.units);
        let gradients = (self.chains * self.transitions()) as f64 * self.leapfrog as f64;
        let draws = self.chains * self.draws;
        let per_draw = Cost::operations(60.0 * asked as f64);
        network.gradient_cost(seen) * gradients
            + Cost::operations(network.size() as f64) * gradients
            + Cost::operations(8.0 * network.size() as f64)
                * (self.chains * self.transitions()) as f64
            + network.forward_cost(asked) * draws as f64
            + Cost::blocked(draws as f64 * asked as f64 * asked as f64 / 2.0)
            + per_draw * draws as f64
    }

    fn join(&self, pieces: Vec<Piece>) -> Result<Fitted> {
        self.check()?;
        let first = pieces.first().and_then(|piece| piece.numbers.first_chunk());
        let [eta, noise, ratio, error] = first.copied().unwrap_or([f64::NAN; 4]);
        let learned = [("eta", eta), ("noise_variance", noise)]
            .map(|(name, value)| Note::number(name, value))
            .to_vec();
        let chains = pieces.iter().flat_map(|piece| piece.numbers[4..].as_chunks::<3>().0);
        let chains: Vec<[f64; 3]> = chains.copied().collect();
        let whole = diagnosis::side_by_side(&pieces)?;
        let curve = diagnosis::mean_curve(&pieces);
        let mut fitted = Fitted { learned, ..Fitted::of(Piece { curve, ..whole })? };
        let functions = fitted.functions.as_ref().expect("chains draw functions");
        fitted.diagnostics = diagnosis::notes(&chains, &mixing(functions, self.chains));
        if self.noise.is_none() {
            let noise = [("noise_ratio", ratio), ("noise_ratio_error", error)];
            fitted.diagnostics.extend(noise.map(|(name, value)| Note::number(name, value)));
        }
        Ok(fitted)
    }
}

/// How many transitions pass between two reports.
const LISTEN: usize = 8;

impl Hmc {
    fn transitions(&self) -> usize {
        self.burn_in + self.draws * self.thin
    }

    fn learns(&self) -> bool {
        self.learn_eta || self.noise.is_none()
    }

    fn target(&self, train: &Points) -> Target {
        let network = Network::scaled(train.inputs.nrows(), self.units);
        Target {
            batch: Batch::new(&network, &train.inputs),
            network,
            observed: train.observed.as_slice().to_vec(),
            eta: self.eta,
            noise: Noise::new(self.noise).variance(),
        }
    }

    fn chain(&self, target: &Target, index: usize) -> Chain {
        Chain::new(target, (self.leapfrog, self.step), self.seed, index as u64)
    }

    fn check(&self) -> Result<()> {
        between("units", self.units, 0, 10_000)?;
        between("chains", self.chains, 1, 1_000)?;
        between("burn_in", self.burn_in, 0, 10_000_000)?;
        between("draws", self.draws, 1, 100_000)?;
        between("thin", self.thin, 1, 100_000)?;
        between("leapfrog", self.leapfrog, 1, 10_000)?;
        positive("eta", self.eta)?;
        positive("step", self.step)?;
        positive("learning_rate", self.learning_rate)?;
        known_noise(self.noise)
    }

    /// What the chains are at now.
    fn glimpse(&self, target: &Target, history: &History, inputs: &Matrix) -> Glimpse {
        let functions = target.network.functions(history.recent(), inputs);
        let acceptance = Some(history.acceptance());
        Glimpse::of(functions, target.noise, history.curve.clone(), acceptance)
    }
}

#[cfg(test)]
mod tests;
