//! Functions drawn from an approximation, and its ELBO.

use std::f64::consts::TAU;
use std::ops::Range;

use crate::error::Result;
use crate::model::network::Network;
use crate::model::noise::noise_rest;
use crate::model::variational::{Approach, Approximation, Variational};
use crate::model::{Fit, Note};
use crate::numeric::{Estimate, Matrix, Stream, linalg, math};
use crate::points::Points;

/// Functions that are drawn together, between two reports.
pub const SLAB: usize = 100;
/// Weights, or values at the data, that are held together, unless one function has more.
pub const HELD: usize = 1_000_000;

impl Variational {
    /// Lists of weights, one after the other: the draws of these numbers.
    pub(super) fn draw(
        &self,
        gaussian: &dyn Approximation,
        network: &Network,
        draws: Range<usize>,
    ) -> Vec<f64> {
        let purpose = match self.approach {
            Approach::Bbb => "bbb draws",
            Approach::Nng(_) => "nng draws",
        };
        let size = network.size();
        let mut normals = vec![0.0; draws.len() * size];
        for (draw, normals) in draws.zip(normals.chunks_exact_mut(size)) {
            Stream::new(self.seed, purpose, draw as u64).fill_normals(normals);
        }
        let mut weights = vec![0.0; normals.len()];
        gaussian.place(&normals, &mut weights);
        weights
    }

    /// Functions, one a column, the expected log likelihood with its standard error, and the mean at the data,
    /// where it is looked at.
    pub(super) fn drawn(
        &self,
        gaussian: &dyn Approximation,
        network: &Network,
        noise: f64,
        fit: &mut Fit,
    ) -> Result<(Matrix, [f64; 2], Vec<f64>)> {
        let (train, inputs) = (fit.train, fit.inputs);
        let slab = (HELD / network.size().max(train.len())).clamp(1, SLAB);
        let mut values = Vec::with_capacity(inputs.ncols() * self.draws);
        let mut likelihoods = Vec::with_capacity(self.draws);
        let mut mean = vec![0.0; if self.units > 0 { train.len() } else { 0 }];
        for first in (0..self.draws).step_by(slab) {
            fit.tell(first as f64 / self.draws as f64, &|| None)?;
            let weights = self.draw(gaussian, network, first..self.draws.min(first + slab));
            let lists = || weights.chunks_exact(network.size());
            values.extend_from_slice(network.functions(lists(), inputs).as_slice());
            if self.units > 0 {
                let at_data = network.functions(lists(), &train.inputs);
                likelihoods.extend(at_data.column_iter().map(|values| {
                    linalg::add_multiple(&mut mean, values.as_slice(), 1.0 / self.draws as f64);
                    log_likelihood(residual_squares(values.as_slice(), train), train.len(), noise)
                }));
            }
        }
        let functions = Matrix::from_vec(inputs.ncols(), self.draws, values);
        let likelihood = match self.units {
            0 => [linear(gaussian, network, train, noise), 0.0],
            _ => {
                let found = Estimate::of(likelihoods.into_iter()).expect("at least one draw");
                [found.mean, found.standard_error.unwrap_or(f64::NAN)]
            }
        };
        Ok((functions, likelihood, mean))
    }
}

/// What an expected log likelihood says of noise that was learned: the mean squared residual over its
/// variance, the error of that, and the nats that another variance would have more.
pub fn noise_notes([likelihood, error]: [f64; 2], count: usize, noise: f64) -> Vec<Note> {
    let count = count as f64;
    let ratio = -2.0 * likelihood / count - math::ln(TAU * noise);
    noise_rest(ratio, 2.0 * error / count, count)
}

fn residual_squares(values: &[f64], train: &Points) -> f64 {
    let pairs = values.iter().zip(train.observed.as_slice());
    pairs.fold(0.0, |sum, (value, observed)| sum + (value - observed) * (value - observed))
}

/// Of Gaussian residuals with this sum of squares.
fn log_likelihood(squares: f64, count: usize, noise: f64) -> f64 {
    -0.5 * (count as f64 * math::ln(TAU * noise) + squares / noise)
}

/// The expected log likelihood of a linear model: by the residuals of the mean, and by the variance of
/// its values, which is the sum of their squares along a root of the weights' covariance.
fn linear(gaussian: &dyn Approximation, network: &Network, train: &Points, noise: f64) -> f64 {
    let size = network.size();
    let normals = Matrix::identity(size, size + 1);
    // The last column is all zeros: it leads to the mean.
    let mut weights = vec![0.0; size * (size + 1)];
    gaussian.place(normals.as_slice(), &mut weights);
    let (roots, mean) = weights.split_at_mut(size * size);
    for root in roots.chunks_exact_mut(size) {
        root.iter_mut().zip(&*mean).for_each(|(weight, mean)| *weight -= mean);
    }
    let values = network.functions(weights.chunks_exact(size), &train.inputs);
    let (along, mean) = values.as_slice().split_at(size * train.len());
    let squares = residual_squares(mean, train) + linalg::dot(along, along);
    log_likelihood(squares, train.len(), noise)
}
