//! Hamiltonian Monte Carlo over the weights of a network (Neal 2011): draws of whole functions from
//! the exact posterior, as far as the chains have come.

mod diagnosis;
mod empirical;
mod history;
mod kind;
pub mod sampler;

use crate::cost::Cost;
use crate::error::Result;
use crate::metric::convergence::Examiner;
use crate::model::network::{Batch, Network};
use crate::model::noise::Noise;
use crate::model::training::{between, bytes_of, drawn, known_noise, positive, room};
use crate::model::{Fit, Fitted, Glimpse, Model, Note, Trained, facts};
use crate::numeric::{Matrix, Vector, linalg};
use crate::points::Points;

pub use diagnosis::{Mixing, mixing};
use history::History;
pub use kind::KIND;
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
    /// A tenth of how far a transition may move the logarithm of eta or noise, if they are learned.
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

    fn version(&self) -> u32 {
        1
    }

    fn check(&self, inputs: usize, seen: usize, asked: usize) -> Result<()> {
        between("units", self.units, 0, 10_000)?;
        between("chains", self.chains, 1, 1_000)?;
        between("burn_in", self.burn_in, 0, 10_000_000)?;
        between("draws", self.draws, 1, 100_000)?;
        between("thin", self.thin, 1, 100_000)?;
        between("leapfrog", self.leapfrog, 1, 10_000)?;
        positive("eta", self.eta)?;
        positive("step", self.step)?;
        positive("learning_rate", self.learning_rate)?;
        known_noise(self.noise)?;
        room(self.bytes(inputs, seen, asked))
    }

    fn train(&self, piece: usize, mut fit: Fit) -> Result<Trained> {
        let (train, inputs) = (fit.train, fit.inputs);
        self.check(train.inputs.nrows(), train.len(), 0)?;
        let mut target = self.target(train);
        let indices = piece * self.together()..(piece + 1) * self.together();
        let mut chains: Vec<Chain> = indices.map(|index| self.chain(&target, index)).collect();
        let mut history = History::new(self, chains.len());
        let mut empirical = empirical::Empirical::new(self, &target);
        for done in 0..self.transitions() {
            let adapting = done < self.burn_in;
            for (chain, record) in chains.iter_mut().zip(&mut history.chains) {
                record.note(chain.advance(&target, adapting), adapting);
            }
            if adapting && self.learns() {
                empirical.hear(&mut target, &mut chains, done + 1)?;
            }
            history.remember(done, &target, &chains);
            if done.is_multiple_of(LISTEN) {
                let look = || Some(self.glimpse(&target, &history, inputs));
                fit.tell(done as f64 / self.transitions() as f64, &look)?;
            }
        }
        let mut state =
            Vec::with_capacity(8 + chains.len() * (3 + self.draws * target.network.size()));
        state.extend([target.eta, target.noise]);
        for (ratios, count) in history.ratios().into_iter().zip(target.counts()) {
            state.extend(match self.learns() {
                true => diagnosis::rest(&ratios, self.chains, count),
                false => [f64::NAN; 3],
            });
        }
        let chains = chains.iter().zip(&history.chains);
        state.extend(chains.flat_map(|(chain, record)| record.summary(chain.step_size.now(false))));
        history.drawn().for_each(|weights| state.extend_from_slice(weights));
        Ok((state, history.curve).into())
    }

    /// By as many pieces as there are: what those chains say. How well they agree is told of all.
    fn predict(&self, trained: &[Trained], mut fit: Fit) -> Result<Fitted> {
        let (d, inputs) = (fit.train.inputs.nrows(), fit.inputs);
        self.check(d, fit.train.len(), inputs.ncols())?;
        between("pieces of a fit", trained.len(), 1, self.pieces())?;
        let network = Network::scaled(d, self.units);
        let (mut shared, mut chains) = ([f64::NAN; 8], Vec::new());
        let count = trained.len() * self.together() * self.draws;
        let mut values = Vec::with_capacity(count * inputs.ncols());
        let seen = facts::some(fit.train);
        let mut mean = vec![0.0; seen.len()];
        for (index, piece) in trained.iter().enumerate() {
            fit.tell(0.5 * index as f64 / trained.len() as f64, &|| None)?;
            let mut state = piece.read();
            let numbers = state.numbers()?;
            shared = if index == 0 { numbers } else { shared };
            chains.extend_from_slice(state.take(3 * self.together())?.as_chunks::<3>().0);
            let drawn = state.take(self.together() * self.draws * network.size())?;
            state.end()?;
            if self.learn_eta {
                facts::add_functions(&mut mean, &network, drawn, &seen.inputs);
            }
            let drawn = drawn.chunks_exact(network.size());
            values.extend_from_slice(network.functions(drawn, inputs).as_slice());
        }
        fit.tell(0.5, &|| None)?;
        let [eta, noise, rests @ ..] = shared;
        let learned = [("eta", eta), ("noise_variance", noise)]
            .map(|(name, value)| Note::number(name, value))
            .to_vec();
        let functions = Matrix::from_vec(inputs.ncols(), chains.len() * self.draws, values);
        let run = [self.draws, self.draws * self.thin];
        let mut diagnostics = Vec::new();
        if chains.len() == self.chains {
            diagnostics = diagnosis::notes(&chains, &mixing(&functions, self.chains), run);
        }
        let empirical = [self.learn_eta, self.noise.is_none()];
        diagnostics.extend(diagnosis::rest_notes(empirical, rests));
        let mut facts = vec![Note::number("chains", chains.len() as f64)];
        if self.learn_eta && !seen.is_empty() {
            mean.iter_mut().for_each(|sum| *sum /= count as f64);
            facts.extend(facts::misfit(&seen, &mean, noise));
            // No function is likelier than nothing at all by more.
            let y = fit.train.observed.as_slice();
            facts.push(Note::number("nats_at_most", linalg::dot(y, y) / (2.0 * noise)));
        }
        let curve = diagnosis::mean_curve(trained);
        let noise = Vector::from_element(inputs.ncols(), noise);
        Ok(Fitted { learned, diagnostics, facts, curve, ..Fitted::drawn(functions, noise)? })
    }

    /// The draws' weights, those of a piece twice while it ends, then their functions; and what chains hold
    /// that run at the same time.
    fn bytes(&self, inputs: usize, seen: usize, asked: usize) -> f64 {
        let [d, n, m] = [inputs, seen, asked].map(|count| count as f64);
        let size = Network::scaled(inputs, self.units).expected_size();
        let [chains, together] = [self.chains, self.together()].map(|count| count as f64);
        let draws = self.draws as f64;
        let running = chains.min(RUNNING) * (2.0 * n * self.units as f64 + n * d + 10.0 * size);
        let training = (chains + together) * draws * size + running;
        bytes_of(training.max(chains * draws * size + drawn(chains * draws, m)))
    }

    fn training_cost(&self, inputs: usize, seen: usize) -> Cost {
        let network = Network::scaled(inputs, self.units);
        let transitions = (self.chains * self.transitions()) as f64;
        let gradients = transitions * self.leapfrog as f64;
        network.gradient_cost(seen) * gradients
            + Cost::operations(network.expected_size()) * gradients
            + Cost::operations(8.0 * network.expected_size()) * transitions
    }

    fn prediction_cost(&self, inputs: usize, _: usize, asked: usize) -> Cost {
        let network = Network::scaled(inputs, self.units);
        let pairs = diagnosis::PAIRS.min(asked * asked / 2);
        let diagnosis = Examiner::cost(self.chains * self.draws, self.chains, asked, pairs);
        let (draws, asked_at) = ((self.chains * self.draws) as f64, asked as f64);
        network.forward_cost(asked) * draws
            + Cost::blocked(draws * asked_at * asked_at / 2.0)
            + Cost::operations(15.0 * asked_at) * draws
            + diagnosis
    }
}

/// How many chains run at the same time, at most, where there are many cores.
const RUNNING: f64 = 16.0;
/// How many transitions pass between two reports.
const LISTEN: usize = 8;

impl Hmc {
    fn transitions(&self) -> usize {
        self.burn_in + self.draws * self.thin
    }

    fn learns(&self) -> bool {
        self.learn_eta || self.noise.is_none()
    }

    /// How many chains a piece has.
    fn together(&self) -> usize {
        if self.learns() { self.chains } else { 1 }
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

    /// What the chains are at now.
    fn glimpse(&self, target: &Target, history: &History, inputs: &Matrix) -> Glimpse {
        let functions = target.network.functions(history.recent(), inputs);
        let acceptance = Some(history.acceptance());
        Glimpse::of(functions, target.noise, history.curve.clone(), acceptance)
    }
}

#[cfg(test)]
mod tests;
