//! A bound on the log marginal likelihood of many data, by inducing points (Hensman, Fusi & Lawrence 2013): as
//! `svgp`, with another kernel.

use crate::error::Result;
use crate::model::network::Adam;
use crate::model::nkn::Nkn;
use crate::model::nkn::kernel::{self, NeuralKernel, Slope};
use crate::model::nkn::layers::GROUP;
use crate::model::nkn::parameters::Parameters;
use crate::model::nkn::primitives::{Rows, Strip};
use crate::model::positive::typical_lengthscales;
use crate::model::svgp::SLAB;
use crate::model::svgp::inducing::{Inducing, Natural, Prior, Summary};
use crate::model::svgp::learning::Batches;
use crate::model::svgp::slope::{self, ByGrams, Seen};
use crate::numeric::{Matrix, Stream, Vector, k_means, linalg};
use crate::points::Points;

/// The least length of a natural gradient: shorter ones lag behind a kernel that changes.
const SHORTEST: f64 = 0.1;

impl Prior for NeuralKernel {
    fn covariance(&self, points: &Matrix) -> Matrix {
        let mut covariance = self.covariance_lower(points);
        linalg::mirror_lower(&mut covariance);
        covariance
    }

    fn gram(&self, left: &Matrix, right: &Matrix) -> Matrix {
        self.gram(left, right)
    }

    fn diagonal(&self, points: &Matrix) -> Vector {
        self.diagonal(points)
    }
}

/// Data seen through inducing points, which move.
pub struct Sparse<'a> {
    points: &'a Points,
    /// Inducing points in units of the usual lengthscales, column by column; one entry more, if that makes it even.
    places: Vec<f64>,
    count: usize,
    units: Vec<f64>,
    adam: Adam,
    natural: Natural,
    batches: Batches,
    done: usize,
}

/// The bound on a batch, and its slopes, downhill.
pub struct Found {
    pub value: f64,
    pub by_list: Vec<f64>,
    pub by_points: Matrix,
}

impl<'a> Sparse<'a> {
    pub fn new(model: &Nkn, points: &'a Points) -> Self {
        let units = typical_lengthscales(&points.inputs);
        let mut stream = Stream::new(model.seed, "nkn inducing points", 0);
        let centres = k_means(&points.inputs, model.inducing, &mut stream);
        let count = centres.ncols();
        let mut places: Vec<f64> =
            centres.iter().enumerate().map(|(i, x)| x / units[i % units.len()]).collect();
        places.resize(places.len().next_multiple_of(2), 0.0);
        Self {
            points,
            adam: Adam::new(places.len()),
            natural: Natural::prior(count),
            places,
            count,
            units,
            batches: Batches::new(
                model.batch,
                points.len(),
                Stream::new(model.seed, "nkn batches", 0),
            ),
            done: 0,
        }
    }

    /// Where inducing points are.
    pub fn inducing_points(&self) -> Matrix {
        let inputs = self.units.len();
        Matrix::from_fn(inputs, self.count, |k, i| self.places[i * inputs + k] * self.units[k])
    }

    /// One step of q and of the inducing points; gives the bound before it and its slope by all else.
    ///
    /// # Errors
    /// Those of [`Sparse::evaluate`].
    pub fn step(&mut self, parameters: &Parameters, rate: f64) -> Result<(f64, Vec<f64>)> {
        let batch = self.batches.next();
        let points = batch.map(|indices| self.points.select(&indices));
        let points = points.as_ref().unwrap_or(self.points);
        let share = points.len() as f64 / self.points.len() as f64;
        let length = if self.done == 0 { 1.0 } else { share.max(SHORTEST) };
        let inducing = self.inducing_points();
        let found = evaluate(parameters, inducing, (points, 1.0 / share), |summary, noise| {
            self.natural.step(summary, noise, length);
            self.natural.clone()
        })?;
        let units = self.units.iter().cycle();
        let slopes = found.by_points.iter().zip(units).map(|(slope, unit)| slope * unit);
        let mut gradient: Vec<f64> = slopes.collect();
        gradient.resize(self.places.len(), 0.0);
        self.adam.step(&mut self.places, &gradient, rate);
        self.done += 1;
        Ok((found.value, found.by_list))
    }
}

/// The bound on examples of which each stands for so many, for the q that is found from what they say, and its slopes.
///
/// # Errors
/// Those of [`Inducing::new`] and [`Natural::belief`].
pub fn evaluate(
    parameters: &Parameters,
    inducing: Matrix,
    (points, weight): (&Points, f64),
    q: impl FnOnce(&Summary, f64) -> Natural,
) -> Result<Found> {
    let noise = parameters.noise();
    let inducing = Inducing::new(inducing, parameters.kernel())?;
    let (seen, summary) = Seen::of(&inducing, points, weight);
    let belief = q(&summary, noise).belief()?;
    let value = belief.bound(&summary, noise);
    let ByGrams { across, within } = slope::by_grams(&inducing, &belief, &seen, &summary, noise);
    let Inducing { points: places, kernel, .. } = &inducing;
    let mut slope = Slope::new(places.nrows());
    // Examples are rows, so that slopes by inducing points are those by the points of strips.
    let mut by_points = add(&mut slope, kernel, &points.inputs, places, &across.transpose());
    // Each inducing point is a row and a column of K_zz.
    by_points += add(&mut slope, kernel, places, places, &within) * 2.0;
    let mut by_variance = vec![-0.5 * weight / noise; points.len()];
    by_variance.resize(points.len().next_multiple_of(GROUP), 0.0);
    slope.add_diagonal(kernel, &points.inputs, &by_variance);
    let by_noise = slope::by_noise(&belief, &summary, noise);
    Ok(Found { value, by_list: parameters.downhill(&slope, by_noise), by_points: -by_points })
}

/// Adds the slopes of a Gram matrix, whose derivatives by its entries these are; gives those by the right points.
fn add(
    slope: &mut Slope,
    kernel: &NeuralKernel,
    left: &Matrix,
    right: &Matrix,
    by_gram: &Matrix,
) -> Matrix {
    let rows = Rows::of(left, 0..left.ncols());
    let mut by_points = Matrix::zeros(right.nrows(), right.ncols());
    let (mut strip, mut by_entries) = (Strip::default(), Vec::new());
    for some in kernel::strips(right.ncols()) {
        kernel.primitives.fill(&rows, right, some.clone(), &mut strip);
        by_entries.clear();
        by_entries.resize(rows.count * some.len(), 0.0);
        for (column, j) in by_entries.chunks_exact_mut(rows.count.max(1)).zip(some.clone()) {
            column[..left.ncols()].copy_from_slice(by_gram.column(j).as_slice());
        }
        let place = (&rows, right, some.clone());
        let moments = slope.add(kernel, place, &mut strip, &by_entries);
        let place = (&rows, right, some.clone());
        by_points
            .columns_mut(some.start, some.len())
            .copy_from(&Slope::points(kernel, place, &moments));
    }
    by_points
}

impl Sparse<'_> {
    /// The bound on all examples, for the best q.
    ///
    /// # Errors
    /// Those of [`Inducing::new`] and [`Natural::belief`].
    pub fn bound(&self, parameters: &Parameters) -> Result<f64> {
        let noise = parameters.noise();
        let inducing = Inducing::new(self.inducing_points(), parameters.kernel())?;
        let mut summary = Summary::none(self.count);
        for first in (0..self.points.len()).step_by(SLAB) {
            let some: Vec<usize> = (first..self.points.len().min(first + SLAB)).collect();
            summary.add_some(&inducing, &self.points.select(&some));
        }
        let mut natural = Natural::prior(self.count);
        natural.step(&summary, noise, 1.0);
        Ok(natural.belief()?.bound(&summary, noise))
    }
}
