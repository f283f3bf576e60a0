//! What an approximation learns from: the data, one batch at a time, and the noise in them.

use std::f64::consts::TAU;

use crate::model::network::{Batch, Network, Scratch};
use crate::model::noise::Noise;
use crate::numeric::math;
use crate::points::Points;

/// The data, and how a network's weights fare on a batch of them.
pub struct Lesson {
    /// The network.
    pub network: Network,
    /// The noise.
    pub noise: Noise,
    /// The batch at hand.
    pub batch: Batch,
    /// What the last look at a list of weights left.
    pub scratch: Scratch,
    observed: Vec<f64>,
    all: Batch,
    all_observed: Vec<f64>,
    /// The sum of squared residuals of all lists that were looked at since the batch is at hand, and how
    /// many lists these were.
    squares: f64,
    lists: usize,
}

impl Lesson {
    /// With batches of so many examples.
    pub fn new(network: Network, train: &Points, size: usize, noise: Noise) -> Self {
        let all = Batch::new(&network, &train.inputs);
        let all_observed = train.observed.as_slice().to_vec();
        let (batch, observed) = match size < all.len() {
            true => (Batch::room(&network, size), vec![0.0; size]),
            false => (all.clone(), all_observed.clone()),
        };
        let scratch = Scratch::default();
        let (squares, lists) = (0.0, 0);
        Self { network, noise, batch, scratch, observed, all, all_observed, squares, lists }
    }

    /// How many examples there are in all.
    pub fn examples(&self) -> f64 {
        self.all.len() as f64
    }

    /// Takes the examples that a batch names, unless it always holds all of them.
    pub fn open(&mut self, indices: Option<&[usize]>) {
        (self.squares, self.lists) = (0.0, 0);
        let Some(indices) = indices else { return };
        self.batch.gather(&self.all, indices);
        for (observed, &index) in self.observed.iter_mut().zip(indices) {
            *observed = self.all_observed[index];
        }
    }

    /// Derivatives of minus the mean log likelihood by every weight.
    pub fn follow(&mut self, weights: &[f64], gradient: &mut [f64]) {
        let Self { network, batch, scratch, observed, .. } = self;
        network.forward(weights, batch, scratch);
        let factor = 1.0 / (self.noise.variance() * observed.len() as f64);
        scratch.slope.resize(observed.len(), 0.0);
        let residuals = scratch.output.iter().zip(&*observed).zip(&mut scratch.slope);
        for ((output, observed), slope) in residuals {
            let residual = output - observed;
            self.squares += residual * residual;
            *slope = factor * residual;
        }
        network.backward(weights, batch, scratch, gradient);
        self.lists += 1;
    }

    /// The mean over all residuals since the batch is at hand.
    pub fn mean_square(&self) -> f64 {
        self.squares / (self.lists * self.observed.len()) as f64
    }

    /// Minus the mean log likelihood of an example, over the same.
    pub fn loss(&self) -> f64 {
        let variance = self.noise.variance();
        0.5 * (math::ln(TAU * variance) + self.mean_square() / variance)
    }
}
