//! The one type between models and decisions: a joint Gaussian over the points of interest.
//!
//! This module knows no kernel, net or pixel.

mod held;
mod within;

use std::f64::consts::PI;

use crate::error::{Error, Result};
use crate::numeric::linalg::{self, Factor, Observation};
use crate::numeric::{Matrix, Stream, Vector, math};

pub use held::{Held, LEAST_HELD, MOST_DEVIATIONS};
use within::Within;

/// What a model believes of the function at some points.
#[derive(Debug, Clone, PartialEq)]
pub struct Posterior {
    /// Expected values.
    pub mean: Vector,
    /// Covariance of the noise-free function.
    pub covariance: Matrix,
    /// Variance of the noise that an observation of each point would add.
    pub noise: Vector,
}

/// The half-width of a central 95% interval in standard deviations.
pub const BAND: f64 = 1.959_963_984_540_054;

/// The same without the correlations, for curves with many points.
#[derive(Debug, Clone, PartialEq)]
pub struct Marginals {
    /// Expected values.
    pub mean: Vector,
    /// Variances of the noise-free function.
    pub variance: Vector,
    /// Variance of the noise that an observation of each point would add.
    pub noise: Vector,
}

impl Marginals {
    /// Those of the last `count` points.
    ///
    /// # Panics
    /// If there are fewer.
    #[must_use]
    pub fn last(&self, count: usize) -> Self {
        let part = |vector: &Vector| vector.rows(vector.len() - count, count).into_owned();
        Self { mean: part(&self.mean), variance: part(&self.variance), noise: part(&self.noise) }
    }
}

impl Posterior {
    /// A posterior with the same noise at every point.
    ///
    /// # Errors
    /// [`Error::Value`] if the sizes differ.
    pub fn new(mean: Vector, covariance: Matrix, noise: f64) -> Result<Self> {
        let noise = Vector::from_element(mean.len(), noise);
        Self::with_noise(mean, covariance, noise)
    }

    /// A posterior with a noise variance for each point.
    ///
    /// # Errors
    /// [`Error::Value`] if the sizes differ.
    pub fn with_noise(mean: Vector, covariance: Matrix, noise: Vector) -> Result<Self> {
        let points = mean.len();
        if covariance.shape() != (points, points) {
            let shape = format!("{} x {}", covariance.nrows(), covariance.ncols());
            return Err(Error::value("covariance", shape, format!("{points} x {points}")));
        }
        if noise.len() != points {
            let got = format!("{} numbers", noise.len());
            return Err(Error::value("noise", got, format!("{points} numbers")));
        }
        Ok(Self { mean, covariance, noise })
    }

    /// Mean and covariance of function draws, one draw a column, with the paper's 1/m.
    ///
    /// # Errors
    /// [`Error::Value`] without a draw, or for a draw that is not finite.
    pub fn from_draws(draws: &Matrix, noise: f64) -> Result<Self> {
        Self::from_draws_with_noise(draws, Vector::from_element(draws.nrows(), noise))
    }

    /// The same with a noise variance for each point.
    ///
    /// # Errors
    /// As [`Posterior::from_draws`], or if there are not as many of them as points.
    pub fn from_draws_with_noise(draws: &Matrix, noise: Vector) -> Result<Self> {
        let (points, count) = draws.shape();
        if count == 0 {
            return Err(Error::value("number of draws", 0, "at least 1"));
        }
        if let Some(at) = draws.iter().position(|value| !value.is_finite()) {
            let name = format!("draw {} at point {}", at / points, at % points);
            return Err(Error::value(name, draws[at], "finite"));
        }
        let mut sum = Vector::zeros(points);
        draws.column_iter().for_each(|draw| sum += draw);
        let mut mean = sum / count as f64;
        // The mean of draws that are all alike is what they are, and not what rounding made of it.
        for (draws, mean) in draws.row_iter().zip(mean.iter_mut()) {
            if draws.iter().all(|value| *value == draws[0]) {
                *mean = draws[0];
            }
        }
        let mut centred = draws.clone();
        centred.column_iter_mut().for_each(|mut draw| draw -= &mean);
        // -D D^T, symmetric to the last bit.
        let mut negative = Matrix::zeros(points, points);
        linalg::subtract_outer(&mut negative, &centred);
        // Adding zero turns the -0 of draws that are all alike into 0.
        let covariance = (negative / -(count as f64)).map(|entry| entry + 0.0);
        Self::with_noise(mean, covariance, noise)
    }

    /// The same if rounding can explain it: variances that it brought a little below zero are
    /// clipped. `prior` are the variances before anything was observed, which tell what is little. Of
    /// the covariance, which is symmetric, the lower triangle is looked at.
    ///
    /// # Errors
    /// [`Error::Value`] for a number that is not finite, a variance that is negative, and a covariance
    /// beyond the product of the deviations: then the prior was no covariance in 64-bit numbers.
    pub fn possible(mut self, prior: &Vector) -> Result<Self> {
        if let Some(i) = self.mean.iter().position(|mean| !mean.is_finite()) {
            let name = format!("posterior mean of point {i}");
            return Err(Error::value(name, self.mean[i], "finite: numbers are too large"));
        }
        for i in 0..self.len() {
            let variance = self.covariance[(i, i)];
            if variance.is_nan() || variance < -ROUNDING * prior[i] {
                let name = format!("posterior variance of point {i}");
                return Err(impossible(name, variance, "at least 0"));
            }
            self.covariance[(i, i)] = variance.max(0.0);
        }
        let deviations = self.covariance.diagonal().map(f64::sqrt);
        let slack = prior.map(|variance| (LOOSE * variance).sqrt());
        let points = self.len();
        for j in 0..points {
            let check = Within {
                entries: &self.covariance.as_slice()[j * points + j..(j + 1) * points],
                deviations: &deviations.as_slice()[j..],
                slack: &slack.as_slice()[j..],
            };
            if let Some(i) = check.first_beyond() {
                let name = format!("posterior covariance of the points {} and {j}", j + i);
                let value = self.covariance[(j + i, j)];
                return Err(impossible(name, value, "within the product of their deviations"));
            }
        }
        Ok(self)
    }

    /// How many points it is over.
    #[must_use]
    pub fn len(&self) -> usize {
        self.mean.len()
    }

    /// Whether it is over no point at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.mean.is_empty()
    }

    /// The means and variances alone; rounding below zero is clipped.
    #[must_use]
    pub fn marginals(&self) -> Marginals {
        let variance = self.covariance.diagonal().map(|v| v.max(0.0));
        Marginals { mean: self.mean.clone(), variance, noise: self.noise.clone() }
    }

    /// The correlations of the noise-free function, within [-1, 1] and exactly 1 on the diagonal.
    /// A point without variance correlates 0 with the others.
    #[must_use]
    pub fn correlation(&self) -> Matrix {
        let variance = self.marginals().variance;
        Matrix::from_fn(self.len(), self.len(), |i, j| {
            let scale = variance[i].sqrt() * variance[j].sqrt();
            match (i == j, scale > 0.0) {
                (true, _) => 1.0,
                (_, true) => (self.covariance[(i, j)] / scale).clamp(-1.0, 1.0),
                _ => 0.0,
            }
        })
    }

    /// The same with the covariance of every two different points multiplied by a factor from 0 to 1: a mean of the
    /// covariance and of its diagonal, so still one. Means and variances stay.
    #[must_use]
    pub fn weakened(mut self, factor: f64) -> Self {
        let points = self.len();
        for (at, entry) in self.covariance.as_mut_slice().iter_mut().enumerate() {
            if at / points != at % points {
                // Adding zero turns -0 into 0, and leaves all else.
                *entry = *entry * factor + 0.0;
            }
        }
        self
    }

    /// The posterior over some of the points, in the order given.
    ///
    /// # Errors
    /// [`Error::Value`] for an index that is none of the points.
    pub fn select(&self, indices: &[usize]) -> Result<Self> {
        indices.iter().try_for_each(|&index| self.check_index(index))?;
        let pick = |vector: &Vector| Vector::from_fn(indices.len(), |i, _| vector[indices[i]]);
        let (points, count) = (self.len(), indices.len());
        let mut entries = Vec::with_capacity(count * count);
        // Points that stood side by side still do, mostly: whole stretches are copied.
        let runs: Vec<&[usize]> = indices.chunk_by(|a, b| a + 1 == *b).collect();
        for j in indices {
            let source = &self.covariance.as_slice()[j * points..(j + 1) * points];
            runs.iter()
                .for_each(|run| entries.extend_from_slice(&source[run[0]..run[0] + run.len()]));
        }
        let covariance = Matrix::from_vec(count, count, entries);
        Ok(Self { mean: pick(&self.mean), covariance, noise: pick(&self.noise) })
    }

    /// The posterior over the last `count` points.
    ///
    /// # Panics
    /// If there are fewer.
    #[must_use]
    pub fn last(&self, count: usize) -> Self {
        let from = self.len() - count;
        let part = |vector: &Vector| vector.rows(from, count).into_owned();
        let covariance = self.covariance.view((from, from), (count, count)).into_owned();
        Self { mean: part(&self.mean), covariance, noise: part(&self.noise) }
    }

    /// What is believed after observing y at some of the points: exact conditioning, one rank-one
    /// update an observation. Without values the means stay; the covariance never depends on them.
    ///
    /// # Errors
    /// [`Error::Value`] for an index that is none of the points, or as many values as there are not
    /// indices.
    pub fn after_observing(&self, indices: &[usize], observed: Option<&[f64]>) -> Result<Self> {
        let mut after = self.clone();
        after.observe(indices, observed)?;
        Ok(after)
    }

    /// Observes y at some of the points, as [`Posterior::after_observing`].
    ///
    /// # Errors
    /// The same, and nothing is observed then.
    pub fn observe(&mut self, indices: &[usize], observed: Option<&[f64]>) -> Result<()> {
        if let Some(observed) = observed.filter(|observed| observed.len() != indices.len()) {
            let expected = format!("{} numbers, one for each point", indices.len());
            return Err(Error::value("observed", format!("{} numbers", observed.len()), expected));
        }
        indices.iter().try_for_each(|&index| self.check_index(index))?;
        // Every observation needs its own column after those before it; the matrix itself is then gone through once.
        let mut steps: Vec<(Observation, Vector)> = Vec::with_capacity(indices.len());
        for (step, &index) in indices.iter().enumerate() {
            let mut column = self.covariance.column(index).into_owned();
            condition(&steps, column.as_mut_slice(), index);
            let observation =
                Observation { variance: column[index].max(0.0), noise: self.noise[index] };
            if !observation.informs() {
                continue;
            }
            if let Some(observed) = observed {
                let surprise = observed[step] - self.mean[index];
                let surprise = surprise / (observation.variance + observation.noise);
                self.mean += &column * surprise;
            }
            steps.push((observation, column));
        }
        let points = self.len().max(1);
        let columns = self.covariance.as_mut_slice().chunks_exact_mut(points);
        columns.enumerate().for_each(|(j, column)| condition(&steps, column, j));
        Ok(())
    }

    /// The log density of observing y at all points together, noise included, in nats.
    ///
    /// # Errors
    /// [`Error::Value`] if there are not as many values as points, [`Error::Indefinite`] if the
    /// covariance with its noise has no factor.
    pub fn log_density(&self, observed: &Vector) -> Result<f64> {
        if observed.len() != self.len() {
            let (got, points) = (format!("{} numbers", observed.len()), self.len());
            return Err(Error::value("observed", got, format!("{points} numbers")));
        }
        let mut covariance = self.covariance.clone();
        (0..self.len()).for_each(|i| covariance[(i, i)] += self.noise[i]);
        let factor = Factor::new(covariance)?;
        let miss = observed - &self.mean;
        let whitened =
            factor.solve_lower(Matrix::from_column_slice(miss.len(), 1, miss.as_slice()));
        let square = linalg::dot(whitened.as_slice(), whitened.as_slice());
        let constant = self.len() as f64 * math::ln(2.0 * PI);
        Ok(-0.5 * (square + factor.log_determinant() + constant))
    }

    /// Draws of the noise-free function, one a column. The normals depend on seed, draw and point
    /// alone, so that draws move smoothly with the posterior.
    ///
    /// # Errors
    /// [`Error::Indefinite`] if the covariance has no factor.
    pub fn samples(&self, count: usize, seed: u64) -> Result<Matrix> {
        let mut samples = Matrix::zeros(self.len(), count);
        if self.covariance.iter().any(|&entry| entry != 0.0) {
            let factor = Factor::new(self.covariance.clone())?;
            let stream = |draw: usize| Stream::new(seed, "posterior samples", draw as u64);
            let normals = (0..count).flat_map(|draw| stream(draw).normals(self.len())).collect();
            let normals = Matrix::from_vec(self.len(), count, normals);
            samples = linalg::multiply(factor.lower(), &normals);
        }
        samples.column_iter_mut().for_each(|mut draw| draw += &self.mean);
        Ok(samples)
    }

    fn check_index(&self, index: usize) -> Result<()> {
        let expected = || format!("the number of a point, below {}", self.len());
        (index < self.len()).then_some(()).ok_or_else(|| Error::value("index", index, expected()))
    }
}

/// Relative to the prior variance, how far rounding may bring a variance below zero: as much as what
/// factors of covariances may add.
const ROUNDING: f64 = 1e-6;
/// Likewise how far a covariance may exceed the deviations, of which each has an error of its own.
const LOOSE: f64 = 1e-3;

fn impossible(name: String, value: f64, expected: &str) -> Error {
    let why = "the prior is no covariance in 64-bit numbers, so give the observations more noise or \
               the prior other numbers";
    Error::value(name, value, format!("{expected} ({why})"))
}

/// Turns the covariances of all points with one of them into those given some observations, one after the other, each
/// with all points' covariances with what was observed.
fn condition(steps: &[(Observation, Vector)], column: &mut [f64], point: usize) {
    for (observation, with_observed) in steps {
        observation.condition(column, with_observed.as_slice(), with_observed[point]);
    }
}

#[cfg(test)]
mod tests;
