//! Noisy natural gradients (Zhang et al. 2018): a Gaussian for each layer whose precision follows the
//! curvature of the likelihood, by its Kronecker factors (Martens & Grosse 2015).

mod block;

use crate::error::Result;
use crate::model::network::{Network, Passed};
use crate::model::trained::State;
use crate::model::variational::{Approximation, Lesson, Nng, Variational, balanced, first_means};
use crate::numeric::Stream;
use block::Block;

/// Steps between two looks for eigenvectors: at every step they would be too dear.
pub const REFRESH: usize = 10;
/// How far a step may go: the square of its length in the metric of the curvature.
const TRUST: f64 = 1e-3;
/// The first draws' deviation as a share of the prior's: curvature is looked at near the first means.
const FIRST_DEVIATION: f64 = 0.3;

/// A Gaussian over the weights, in which those of a layer know of each other.
#[derive(Clone)]
pub struct Kronecker {
    settings: Nng,
    eta: f64,
    particles: usize,
    rate: f64,
    size: usize,
    means: Vec<f64>,
    blocks: Vec<Block>,
    steps: usize,
    stream: Stream,
    passed: Passed,
    normals: Vec<f64>,
    drawn: Vec<f64>,
    slopes: Vec<f64>,
    /// Of the objective, by every mean.
    gradient: Vec<f64>,
}

impl Kronecker {
    /// Where training starts, on batches of so many examples.
    pub fn new(model: &Variational, settings: &Nng, network: &Network, examples: usize) -> Self {
        let size = network.size();
        let mut stream = Stream::new(model.seed, "nng training", 0);
        let means = first_means(network, &mut stream);
        let first = FIRST_DEVIATION * model.eta.sqrt();
        let block = |layer| Block::new(layer, first);
        Self {
            settings: settings.clone(),
            eta: model.eta,
            particles: model.particles,
            rate: model.learning_rate,
            size,
            means,
            blocks: network.layers().into_iter().map(block).collect(),
            steps: 0,
            stream,
            passed: Passed::room(network, model.particles, examples),
            normals: vec![0.0; model.particles * size],
            drawn: vec![0.0; model.particles * size],
            slopes: vec![0.0; size],
            gradient: vec![0.0; size],
        }
    }

    /// The gradient of the objective at draws of the weights: minus the mean log likelihood and, in
    /// expectation, |W|^2 / (2 n eta). What the draws pass through the layers is kept.
    fn differentiate(&mut self, lesson: &mut Lesson) {
        let Self { size, stream, passed, normals, drawn, slopes, gradient, .. } = self;
        balanced(stream, *size, normals);
        place(&self.blocks, &self.means, normals, drawn);
        passed.clear();
        gradient.fill(0.0);
        for weights in drawn.chunks_exact(*size) {
            lesson.follow(weights, slopes);
            passed.take(&lesson.network, weights, &lesson.batch, &lesson.scratch);
            gradient.iter_mut().zip(&*slopes).for_each(|(sum, slope)| *sum += slope);
        }
        let [share, prior] = [self.particles as f64, lesson.examples()].map(|count| 1.0 / count);
        for (gradient, mean) in gradient.iter_mut().zip(&self.means) {
            *gradient = share * *gradient + prior * mean / self.eta;
        }
    }

    /// The factors move towards those of the batch; now and then so do their eigenvectors.
    fn follow_curvature(&mut self, lesson: &Lesson) {
        let moments = self.passed.moments(&lesson.network, &lesson.batch);
        for (block, moments) in self.blocks.iter_mut().zip(moments) {
            block.observe(moments, self.settings.decay);
        }
        if self.steps.is_multiple_of(REFRESH) {
            self.blocks.iter_mut().for_each(Block::refresh);
        }
        self.steps += 1;
    }

    /// The means' step along the natural gradient, no further than the trust region reaches.
    fn descend(&mut self, lesson: &Lesson) {
        let noise = lesson.noise.variance();
        let extra = 1.0 / (lesson.examples() * self.eta) + self.settings.damping;
        let directions: Vec<_> = self
            .blocks
            .iter()
            .map(|block| {
                block.natural(&self.gradient, &block.spectrum(self.settings.prior, noise, extra))
            })
            .collect();
        let squared = directions.iter().fold(0.0, |sum, (_, squared)| sum + squared);
        let length = self.rate.min((TRUST / squared).sqrt());
        for (block, (direction, _)) in self.blocks.iter().zip(&directions) {
            block.move_along(direction, -length, &mut self.means);
        }
    }

    /// Puts everything in order after the last step.
    fn settle(&mut self, lesson: &Lesson) {
        if self.steps > 0 {
            self.blocks.iter_mut().for_each(Block::refresh);
            self.deviate(lesson);
        }
    }

    fn deviate(&mut self, lesson: &Lesson) {
        let (examples, noise) = (lesson.examples(), lesson.noise.variance());
        for block in &mut self.blocks {
            block.deviate(self.settings.prior, examples, noise, self.eta);
        }
    }
}

impl Approximation for Kronecker {
    fn become_the_prior(&mut self) {
        self.means.fill(0.0);
        self.blocks.iter_mut().for_each(|block| block.spread(self.eta.sqrt()));
    }

    fn step(&mut self, lesson: &mut Lesson) -> f64 {
        self.differentiate(lesson);
        let divergence = self.divergence();
        self.follow_curvature(lesson);
        self.descend(lesson);
        self.deviate(lesson);
        divergence
    }

    fn place(&self, normals: &[f64], weights: &mut [f64]) {
        place(&self.blocks, &self.means, normals, weights);
    }

    fn divergence(&self) -> f64 {
        let norm = self.means.iter().fold(0.0, |sum, mean| sum + mean * mean);
        let spread = self.blocks.iter().fold(0.0, |sum, block| sum + block.divergence(self.eta));
        0.5 * norm / self.eta + spread
    }

    fn slow_down(&mut self, factor: f64) {
        self.rate *= factor;
    }

    fn numbers(&self) -> Vec<f64> {
        let blocks = self.blocks.iter().flat_map(Block::numbers);
        self.means.iter().copied().chain(blocks).collect()
    }

    fn settled(&self, lesson: &Lesson) -> Vec<f64> {
        let mut settled = self.clone();
        settled.settle(lesson);
        settled.numbers()
    }

    fn restore(&mut self, state: &mut State) -> Result<()> {
        state.fill(&mut self.means)?;
        self.blocks.iter_mut().try_for_each(|block| block.restore(state))
    }
}

fn place(blocks: &[Block], means: &[f64], normals: &[f64], weights: &mut [f64]) {
    blocks.iter().for_each(|block| block.place(means, normals, weights));
}

#[cfg(test)]
mod tests;
