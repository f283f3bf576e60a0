//! Hamiltonian Monte Carlo over the weights of a network (Neal 2011): draws of whole functions from
//! the exact posterior, as far as the chains have come.
//!
//! Identity mass, a fixed number of leapfrog steps, starts drawn from the prior. The step size is
//! adapted during burn-in only, for each chain by dual averaging (Hoffman & Gelman 2014, section 3.2),
//! then frozen at its averaged iterate; the step of each trajectory is spread by a tenth to either
//! side, because a fixed length can fall into resonance. Chains accept and reject each on its own.

use std::f64::consts::TAU;

use crate::model::network::{Batch, Network, Scratch};
use crate::numeric::linalg::add_multiple;
use crate::numeric::{Stream, math};

/// What a trajectory may err in energy before it counts as diverged.
const DIVERGED: f64 = 1000.0;
/// How far a trajectory's step is spread.
const SPREAD: f64 = 0.1;

/// The posterior of a network's weights: what the chains move on.
#[derive(Debug, Clone)]
pub struct Target {
    /// The network.
    pub network: Network,
    /// Where it was observed.
    pub batch: Batch,
    /// What was observed there.
    pub observed: Vec<f64>,
    /// Variance of every weight under the prior.
    pub eta: f64,
    /// Variance of the noise.
    pub noise: f64,
}

/// A place, and what is known of it.
#[derive(Debug, Clone)]
pub struct State {
    /// The weights.
    pub weights: Vec<f64>,
    gradient: Vec<f64>,
    /// Half the sum of squared weights, and of squared residuals.
    halves: [f64; 2],
}

/// What one transition did.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Transition {
    /// The probability with which it was accepted.
    pub acceptance: f64,
    /// Whether the trajectory lost its energy.
    pub diverged: bool,
}

impl Target {
    /// Minus the log posterior, up to a constant, from what a state knows.
    pub fn energy(&self, state: &State) -> f64 {
        state.halves[0] / self.eta + state.halves[1] / self.noise
    }

    /// The log of prior density times likelihood.
    pub fn log_density(&self, state: &State) -> f64 {
        let part = |count: f64, variance: f64| count * math::ln(TAU * variance) / 2.0;
        let constant = part(self.network.weights() as f64, self.eta)
            + part(self.observed.len() as f64, self.noise);
        -self.energy(state) - constant
    }

    /// How many weights there are, and how many observations.
    pub fn counts(&self) -> [f64; 2] {
        [self.network.weights() as f64, self.observed.len() as f64]
    }

    /// The mean squared weight over eta, and the mean squared residual over the noise's variance; NaN
    /// where there are none.
    pub fn ratios(&self, state: &State) -> [f64; 2] {
        let [weights, observed] = self.counts();
        let [norm, squares] = state.halves;
        [2.0 * norm / (weights * self.eta), 2.0 * squares / (observed * self.noise)]
    }

    /// A place drawn from the prior.
    pub fn start(&self, stream: &mut Stream, scratch: &mut Scratch) -> State {
        let size = self.network.size();
        let mut weights = vec![0.0; size];
        let deviation = self.eta.sqrt();
        for row in self.network.rows() {
            stream.fill_normals(&mut weights[row.clone()]);
            weights[row].iter_mut().for_each(|weight| *weight *= deviation);
        }
        let mut state = State { weights, gradient: vec![0.0; size], halves: [0.0; 2] };
        self.learn(&mut state, scratch);
        state
    }

    /// Finds out what there is to know of a state's weights.
    pub fn learn(&self, state: &mut State, scratch: &mut Scratch) {
        self.differentiate(state, scratch);
        let [norm] = sums_of_squares([&state.weights]);
        state.halves = [norm / 2.0, self.residuals(scratch)];
    }

    /// The energy's gradient, which is all that most steps of a trajectory need.
    fn differentiate(&self, state: &mut State, scratch: &mut Scratch) {
        let State { weights, gradient, .. } = state;
        self.network.forward(weights, &self.batch, scratch);
        scratch.slope.resize(self.observed.len(), 0.0);
        let residuals = scratch.output.iter().zip(&self.observed).zip(&mut scratch.slope);
        residuals.for_each(|((output, observed), slope)| *slope = (output - observed) / self.noise);
        self.network.backward(weights, &self.batch, scratch, gradient);
        if self.eta.to_bits() << 12 == 0 {
            // One over a power of two is exact: the same bits as by dividing, and sooner.
            add_multiple(gradient, weights, 1.0 / self.eta);
        } else {
            let both = gradient.iter_mut().zip(weights);
            both.for_each(|(slope, weight)| *slope += *weight / self.eta);
        }
    }

    /// Half the sum of squared residuals, after a pass of the network.
    fn residuals(&self, scratch: &Scratch) -> f64 {
        let residuals = scratch.output.iter().zip(&self.observed);
        residuals.fold(0.0, |sum, (output, observed)| {
            let residual = output - observed;
            sum + residual * residual
        }) / 2.0
    }
}

/// Moves along a trajectory: `steps` leapfrog steps of one size. Of the place where it ends, only the
/// gradient is known.
#[inline(never)]
pub fn leapfrog(
    target: &Target,
    state: &mut State,
    momentum: &mut [f64],
    (steps, size): (usize, f64),
    scratch: &mut Scratch,
) {
    add_multiple(momentum, &state.gradient, -0.5 * size);
    for step in 1..=steps {
        add_multiple(&mut state.weights, momentum, size);
        target.differentiate(state, scratch);
        let last = step == steps;
        add_multiple(momentum, &state.gradient, if last { -0.5 * size } else { -size });
    }
}

/// One chain under way.
#[derive(Debug, Clone)]
pub struct Chain {
    /// Where it is.
    pub state: State,
    proposal: State,
    /// The momentum that a trajectory starts with, and that which it comes to.
    drawn: Vec<f64>,
    momentum: Vec<f64>,
    scratch: Scratch,
    stream: Stream,
    steps: usize,
    /// How far it moves at a time.
    pub step_size: StepSize,
}

impl Chain {
    /// Starts where the prior says.
    pub fn new(target: &Target, (steps, size): (usize, f64), seed: u64, index: u64) -> Self {
        let mut stream = Stream::new(seed, "hmc chain", index);
        let mut scratch = Scratch::default();
        let state = target.start(&mut stream, &mut scratch);
        let momentum = vec![0.0; state.weights.len()];
        let step_size = StepSize::new(size);
        Self {
            proposal: state.clone(),
            state,
            drawn: momentum.clone(),
            momentum,
            scratch,
            stream,
            steps,
            step_size,
        }
    }

    /// One transition; the step size adapts to it if asked to.
    #[inline(never)]
    pub fn advance(&mut self, target: &Target, adapt: bool) -> Transition {
        for row in target.network.rows() {
            self.stream.fill_normals(&mut self.drawn[row]);
        }
        let size = self.step_size.now(adapt) * (1.0 + SPREAD * (2.0 * self.stream.uniform() - 1.0));
        let Self { state, proposal, drawn, momentum, scratch, .. } = self;
        proposal.weights.copy_from_slice(&state.weights);
        proposal.gradient.copy_from_slice(&state.gradient);
        momentum.copy_from_slice(drawn);
        leapfrog(target, proposal, momentum, (self.steps, size), scratch);
        let [norm, first, last] = sums_of_squares([&proposal.weights, drawn, momentum]);
        proposal.halves = [norm / 2.0, target.residuals(scratch)];
        let before = target.energy(state) + first / 2.0;
        let lost = target.energy(proposal) + last / 2.0 - before;
        let acceptance = if lost.is_finite() { math::exp((-lost).min(0.0)) } else { 0.0 };
        if self.stream.uniform() < acceptance {
            std::mem::swap(&mut self.state, &mut self.proposal);
        }
        if adapt {
            self.step_size.adapt(acceptance);
        }
        Transition { acceptance, diverged: !lost.is_finite() || lost > DIVERGED }
    }

    /// Finds out anew what is known of its place: the target has changed.
    pub fn relearn(&mut self, target: &Target) {
        target.learn(&mut self.state, &mut self.scratch);
    }

    /// Lets the step size adapt anew from where it is: the target has moved far.
    pub fn adapt_anew(&mut self) {
        self.step_size = self.step_size.anew();
    }
}

/// Sums of squares of lists of one length, each in its order. Every addition waits for the one before it:
/// several lists wait together.
fn sums_of_squares<const LISTS: usize>(lists: [&[f64]; LISTS]) -> [f64; LISTS] {
    let mut sums = [0.0; LISTS];
    for i in 0..lists[0].len() {
        for (sum, list) in sums.iter_mut().zip(lists) {
            *sum += list[i] * list[i];
        }
    }
    sums
}

/// Dual averaging towards an acceptance of 0.8.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StepSize {
    /// What logarithms are pulled towards.
    centre: f64,
    log: f64,
    log_mean: f64,
    missed: f64,
    count: f64,
}

impl StepSize {
    const WANTED: f64 = 0.8;

    /// Starts from a guess.
    pub fn new(size: f64) -> Self {
        let log = math::ln(size);
        Self { centre: math::ln(10.0 * size), log, log_mean: log, missed: 0.0, count: 0.0 }
    }

    /// The step size while adapting, or that which the adapting came to.
    pub fn now(&self, adapting: bool) -> f64 {
        math::exp(if adapting { self.log } else { self.log_mean })
    }

    /// Forgets what it adapted to, but not where it is.
    fn anew(&self) -> Self {
        Self { centre: self.log, log: self.log, log_mean: self.log, missed: 0.0, count: 0.0 }
    }

    fn adapt(&mut self, acceptance: f64) {
        self.count += 1.0;
        let share = 1.0 / (self.count + 10.0);
        self.missed = (1.0 - share) * self.missed + share * (Self::WANTED - acceptance);
        self.log = self.centre - self.count.sqrt() / 0.05 * self.missed;
        let share = math::pow(self.count, -0.75);
        self.log_mean = share * self.log + (1.0 - share) * self.log_mean;
    }
}

#[cfg(test)]
mod tests;
