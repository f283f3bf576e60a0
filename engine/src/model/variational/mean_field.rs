//! Bayes by backprop (Blundell et al. 2015): every weight has a mean and a deviation of its own, and both
//! follow the gradient of the ELBO at draws of the weights.

use crate::error::Result;
use crate::model::network::{Adam, Network};
use crate::model::trained::State;
use crate::model::variational::{Approximation, Lesson, Variational, balanced, first_means};
use crate::numeric::simd::{self, F64x2, Lanes, Work};
use crate::numeric::{Stream, math};

/// The log deviation of every weight at first.
const FIRST_LOG_DEVIATION: f64 = -5.0;

/// A Gaussian over the weights in which no two know of each other.
pub struct MeanField {
    eta: f64,
    particles: usize,
    rate: f64,
    /// How many weights there are, without padding.
    weights: f64,
    /// Means, and then log deviations.
    parameters: Vec<f64>,
    /// Which of the list are weights, by 1, and which padding, by 0.
    real: Vec<f64>,
    deviations: Vec<f64>,
    adam: Adam,
    stream: Stream,
    /// Of the objective, by every parameter.
    gradient: Vec<f64>,
    normals: Vec<f64>,
    drawn: Vec<f64>,
    slopes: Vec<f64>,
}

impl MeanField {
    /// Where training starts.
    pub fn new(model: &Variational, network: &Network) -> Self {
        let size = network.size();
        let mut stream = Stream::new(model.seed, "bbb training", 0);
        let mut parameters = vec![FIRST_LOG_DEVIATION; 2 * size];
        parameters[..size].copy_from_slice(&first_means(network, &mut stream));
        let mut real = vec![0.0; size];
        network.rows().into_iter().for_each(|row| real[row].fill(1.0));
        let mut new = Self {
            eta: model.eta,
            particles: model.particles,
            rate: model.learning_rate,
            weights: network.weights() as f64,
            parameters,
            real,
            deviations: vec![0.0; size],
            adam: Adam::new(2 * size),
            stream,
            gradient: vec![0.0; 2 * size],
            normals: vec![0.0; model.particles * size],
            drawn: vec![0.0; size],
            slopes: vec![0.0; size],
        };
        new.deviate();
        new
    }

    /// Deviations from their logarithms.
    fn deviate(&mut self) {
        let size = self.deviations.len();
        self.deviations.copy_from_slice(&self.parameters[size..]);
        math::exp_in_place(&mut self.deviations);
        self.deviations.iter_mut().zip(&self.real).for_each(|(deviation, real)| *deviation *= real);
    }

    /// The gradient of the objective: minus the mean log likelihood, over the particles, and KL(q || p) / n.
    fn differentiate(&mut self, lesson: &mut Lesson) {
        let size = self.deviations.len();
        let Self { parameters, deviations, gradient, normals, drawn, slopes, .. } = self;
        gradient.fill(0.0);
        let (by_mean, by_deviation) = gradient.split_at_mut(size);
        balanced(&mut self.stream, size, normals);
        for normals in normals.chunks_exact(size) {
            displace(&parameters[..size], deviations, normals, drawn);
            lesson.follow(drawn, slopes);
            gather(slopes, normals, by_mean, by_deviation);
        }
        let [share, prior] = [self.particles as f64, lesson.examples()].map(|count| 1.0 / count);
        let [share, prior, eta] = [share, prior, self.eta].map(F64x2::splat);
        let slopes = pairs_mut(by_mean).zip(pairs_mut(by_deviation));
        let places = pairs(&parameters[..size]).zip(pairs(deviations)).zip(pairs(&self.real));
        for ((by_mean, by_deviation), ((mean, deviation), real)) in slopes.zip(places) {
            let (mean, deviation) = (F64x2::load(mean), F64x2::load(deviation));
            (share * F64x2::load(by_mean) + prior * mean / eta).store(by_mean);
            let towards_prior = deviation * deviation / eta - F64x2::load(real);
            let slope = share * F64x2::load(by_deviation) * deviation + prior * towards_prior;
            slope.store(by_deviation);
        }
    }
}

impl Approximation for MeanField {
    fn become_the_prior(&mut self) {
        let size = self.deviations.len();
        self.parameters[..size].fill(0.0);
        self.parameters[size..].fill(0.5 * math::ln(self.eta));
        self.deviate();
    }

    fn step(&mut self, lesson: &mut Lesson) -> f64 {
        self.differentiate(lesson);
        let divergence = self.divergence();
        let scale = lesson.noise.scale();
        if scale != 1.0 {
            self.gradient.iter_mut().for_each(|slope| *slope *= scale);
        }
        self.adam.step(&mut self.parameters, &self.gradient, self.rate);
        self.deviate();
        divergence
    }

    fn place(&self, normals: &[f64], weights: &mut [f64]) {
        let size = self.deviations.len();
        let lists = normals.chunks_exact(size).zip(weights.chunks_exact_mut(size));
        lists.for_each(|(normals, weights)| {
            displace(&self.parameters[..size], &self.deviations, normals, weights);
        });
    }

    fn divergence(&self) -> f64 {
        let size = self.deviations.len();
        let (means, logs) = self.parameters.split_at(size);
        let mut squares = F64x2::ZERO;
        let mut log_sum = F64x2::ZERO;
        let both = pairs(means).zip(pairs(&self.deviations));
        let logs = pairs(logs).zip(pairs(&self.real));
        for ((mean, deviation), (log, real)) in both.zip(logs) {
            let (mean, deviation) = (F64x2::load(mean), F64x2::load(deviation));
            squares += mean * mean + deviation * deviation;
            log_sum += F64x2::load(log) * F64x2::load(real);
        }
        let of_prior = 0.5 * self.weights * (math::ln(self.eta) - 1.0);
        0.5 * squares.sum() / self.eta - log_sum.sum() + of_prior
    }

    fn slow_down(&mut self, factor: f64) {
        self.rate *= factor;
    }

    fn numbers(&self) -> Vec<f64> {
        self.parameters.clone()
    }

    fn restore(&mut self, state: &mut State) -> Result<()> {
        state.fill(&mut self.parameters)?;
        self.deviate();
        Ok(())
    }
}

/// `weights = means + deviations normals`.
fn displace(means: &[f64], deviations: &[f64], normals: &[f64], weights: &mut [f64]) {
    simd::run(Displace { lists: [means, deviations, normals], weights });
}

struct Displace<'a> {
    lists: [&'a [f64]; 3],
    weights: &'a mut [f64],
}

impl Work for Displace<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let whole = self.weights.len() - self.weights.len() % L::COUNT;
        let (weights, last) = self.weights.split_at_mut(whole);
        displace_on::<L>(self.lists, weights);
        if L::COUNT > 2 {
            displace_on::<F64x2>(self.lists.map(|list| &list[whole..]), last);
        }
    }
}

#[inline(always)]
fn displace_on<L: Lanes>([means, deviations, normals]: [&[f64]; 3], weights: &mut [f64]) {
    let gaussians = L::arrays(means).0.iter().zip(L::arrays(deviations).0);
    let drawn = L::arrays(normals).0.iter().zip(L::arrays_mut(weights).0);
    for ((mean, deviation), (normal, weight)) in gaussians.zip(drawn) {
        (L::of(mean) + L::of(deviation) * L::of(normal)).write(weight);
    }
}

/// Adds slopes, and slopes times normals, to two sums.
fn gather(slopes: &[f64], normals: &[f64], plain: &mut [f64], weighted: &mut [f64]) {
    simd::run(Gather { slopes, normals, sums: [plain, weighted] });
}

struct Gather<'a> {
    slopes: &'a [f64],
    normals: &'a [f64],
    sums: [&'a mut [f64]; 2],
}

impl Work for Gather<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { slopes, normals, sums: [plain, weighted] } = self;
        let whole = slopes.len() - slopes.len() % L::COUNT;
        let (plain, last_plain) = plain.split_at_mut(whole);
        let (weighted, last_weighted) = weighted.split_at_mut(whole);
        gather_on::<L>(slopes, normals, plain, weighted);
        if L::COUNT > 2 {
            let (slopes, normals) = (&slopes[whole..], &normals[whole..]);
            gather_on::<F64x2>(slopes, normals, last_plain, last_weighted);
        }
    }
}

#[inline(always)]
fn gather_on<L: Lanes>(slopes: &[f64], normals: &[f64], plain: &mut [f64], weighted: &mut [f64]) {
    let sums = L::arrays_mut(plain).0.iter_mut().zip(L::arrays_mut(weighted).0);
    let terms = L::arrays(slopes).0.iter().zip(L::arrays(normals).0);
    for ((plain, weighted), (slope, normal)) in sums.zip(terms) {
        let slope = L::of(slope);
        (L::of(plain) + slope).write(plain);
        (L::of(weighted) + slope * L::of(normal)).write(weighted);
    }
}

/// Lists of weights are padded to pairs.
fn pairs(list: &[f64]) -> impl Iterator<Item = &[f64; 2]> {
    list.as_chunks::<2>().0.iter()
}

fn pairs_mut(list: &mut [f64]) -> impl Iterator<Item = &mut [f64; 2]> {
    list.as_chunks_mut::<2>().0.iter_mut()
}

#[cfg(test)]
mod tests;
