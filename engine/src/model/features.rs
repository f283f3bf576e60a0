//! Bayesian linear regression on random features: a Gaussian process of finite rank, and the exact
//! one as its width grows.

mod kind;

use std::f64::consts::TAU;
use std::ops::Range;

use crate::cost::Cost;
use crate::error::{Error, Result};
use crate::model::condition::Evidence;
use crate::model::training::bytes_of;
use crate::model::{Fit, Fitted, Model, Trained};
use crate::numeric::linalg;
use crate::numeric::{Matrix, Stream, Vector, math};
use crate::points::side_by_side;

pub use kind::{FOURIER, RELU};

/// `f(x) = sum_j w_j phi_j(x) / sqrt(width)` with drawn features `phi_j` and Gaussian weights `w_j`,
/// which alone are learned: a net of one hidden layer whose last layer is trained.
///
/// ```
/// use talscope_engine::model::{FeatureRegression, Features, Model, keep_going};
/// use talscope_engine::points::{Points, line};
/// let net = FeatureRegression { features: Features::Relu { eta: 1.0 }, width: 1, noise: 0.1, seed: 0 };
/// let belief = net.fit(&Points::none(1), &line([3.0, 3.0]), &mut keep_going)?;
/// assert_eq!(belief.covariance[(0, 1)], belief.covariance[(0, 0)]);
/// # Ok::<(), talscope_engine::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct FeatureRegression {
    /// What is drawn.
    pub features: Features,
    /// How many are drawn. Feature j is the same at every width.
    pub width: usize,
    /// Variance of the observation noise.
    pub noise: f64,
    /// What the features are drawn by.
    pub seed: u64,
}

/// Families of random features, each on any number of inputs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Features {
    /// `relu(a.(x, 1) / sqrt(d + 1))` with weights and bias `a`, and later the `w_j`, of variance
    /// `eta`: the paper's net. The limit is the kernel `relu(eta)`.
    Relu {
        /// Variance of weights and biases.
        eta: f64,
    },
    /// `sqrt(2 variance) cos(omega.x / lengthscale + b)` with standard normal `omega`, `b` uniform
    /// on a full turn and `w_j` of variance 1 (Rahimi & Recht 2007). The limit is the kernel
    /// `rbf(lengthscale,variance)`.
    Fourier {
        /// Lengthscale of the limit.
        lengthscale: f64,
        /// Variance of the function at any point.
        variance: f64,
    },
}

/// Features that are drawn and summed at once: enough to multiply fast, few enough to bound memory
/// and to cancel soon.
const SLAB: usize = 512;

impl Model for FeatureRegression {
    fn pieces(&self) -> usize {
        0
    }

    fn version(&self) -> u32 {
        1
    }

    fn train(&self, _: usize, _: Fit) -> Result<Trained> {
        Ok(Trained::default())
    }

    /// Conditions by the Gram matrix of the points that were seen, which is small even if the net
    /// is wide; the net never has to be of full rank.
    fn predict(&self, _: &[Trained], mut fit: Fit) -> Result<Fitted> {
        self.check_settings()?;
        let (train, inputs) = (fit.train, fit.inputs);
        let prior = self.covariance(&side_by_side(&train.inputs, inputs), &mut fit)?;
        let (seen, asked) = (train.len(), inputs.ncols());
        let block = |start, shape| prior.view(start, shape).into_owned();
        let noise = Vector::from_element(seen, self.noise);
        let evidence = Evidence::new(block((0, 0), (seen, seen)), &train.observed, &noise)?;
        let projected = evidence.project(block((0, seen), (seen, asked)));
        let prior = block((seen, seen), (asked, asked));
        Ok(Fitted::exact(evidence.joint(prior, &projected, self.noise)?))
    }

    /// The prior covariance of all points, its parts, and some features at a time.
    fn bytes(&self, inputs: usize, seen: usize, asked: usize) -> f64 {
        let [d, n, m] = [inputs, seen, asked].map(|count| count as f64);
        let (all, slab) = (n + m, SLAB.min(self.width) as f64);
        let parts = (2.6 * n * n).max(n * n + 2.0 * n * m + 1.1 * m * m);
        bytes_of(all * all + 1.3 * parts.max(1.5 * slab * all) + (slab + all) * (d + 1.0))
    }

    fn training_cost(&self, _: usize, _: usize) -> Cost {
        Cost::default()
    }

    fn prediction_cost(&self, inputs: usize, seen: usize, asked: usize) -> Cost {
        let [train, asked, width] = [seen, asked, self.width].map(|count| count as f64);
        let (all, inputs) = (train + asked, inputs as f64);
        let pairs = width * all * all / 2.0 + train * asked * (asked + train) / 2.0;
        Cost::normals(width * (inputs + 1.0))
            + Cost::operations(width * all * (15.0 + 0.5 * inputs) + 2.0 * all * all)
            + Cost::blocked(pairs)
    }
}

impl FeatureRegression {
    /// The prior covariance of f, symmetric to the last bit.
    fn covariance(&self, points: &Matrix, fit: &mut Fit) -> Result<Matrix> {
        let mut negative = Matrix::zeros(points.ncols(), points.ncols());
        for first in (0..self.width).step_by(SLAB) {
            fit.tell(first as f64 / self.width as f64, &|| None)?;
            let slab = first..self.width.min(first + SLAB);
            linalg::subtract_gram(&mut negative, &self.features.at(points, slab, self.seed));
        }
        let scale = self.features.weight_variance() / self.width as f64;
        // Subtracted from zero, so that points without a live feature covary by 0, not by -0.
        negative.apply(|sum| *sum = 0.0 - scale * *sum);
        Ok(negative)
    }

    fn check_settings(&self) -> Result<()> {
        if self.width == 0 {
            return Err(Error::value("width", 0, "at least 1"));
        }
        if !(0.0..f64::INFINITY).contains(&self.noise) {
            return Err(Error::value("noise", self.noise, "0 or more and finite"));
        }
        let settings = match self.features {
            Features::Relu { eta } => vec![("eta", eta)],
            Features::Fourier { lengthscale, variance } => {
                vec![("lengthscale", lengthscale), ("variance", variance)]
            }
        };
        match settings.into_iter().find(|(_, value)| !(value.is_finite() && *value > 0.0)) {
            Some((name, value)) => Err(Error::value(name, value, "positive and finite")),
            None => Ok(()),
        }
    }
}

impl Features {
    /// The values `phi_j(x_i)`: a row for each feature j of `which`, a column for each point.
    #[must_use]
    pub fn at(&self, points: &Matrix, which: Range<usize>, seed: u64) -> Matrix {
        let inputs = points.nrows();
        let mut arguments = Matrix::zeros(which.len(), inputs + 1);
        for (mut row, feature) in arguments.row_iter_mut().zip(which) {
            let drawn = self.draw(inputs, seed, feature as u64);
            row.iter_mut().zip(drawn).for_each(|(entry, value)| *entry = value);
        }
        let with_one = Matrix::from_fn(inputs + 1, points.ncols(), |i, j| {
            if i < inputs { points[(i, j)] } else { 1.0 }
        });
        let mut values = linalg::multiply(&arguments, &with_one);
        match *self {
            // Not `max`, which would hide a NaN.
            Self::Relu { .. } => values.apply(|value| {
                if *value < 0.0 {
                    *value = 0.0;
                }
            }),
            Self::Fourier { variance, .. } => {
                let amplitude = (2.0 * variance).sqrt();
                values.apply(|value| *value = amplitude * math::cos(*value));
            }
        }
        values
    }

    /// The prior variance of each weight `w_j`.
    #[must_use]
    pub fn weight_variance(&self) -> f64 {
        match *self {
            Self::Relu { eta } => eta,
            Self::Fourier { .. } => 1.0,
        }
    }

    /// What one feature multiplies `(x, 1)` by. Each has a stream of its own, so that a wider model
    /// extends a narrower one.
    fn draw(&self, inputs: usize, seed: u64, feature: u64) -> Vec<f64> {
        match *self {
            Self::Relu { eta } => {
                let sd = (eta / (inputs + 1) as f64).sqrt();
                let mut stream = Stream::new(seed, "relu feature", feature);
                (0..=inputs).map(|_| sd * stream.normal()).collect()
            }
            Self::Fourier { lengthscale, .. } => {
                let mut stream = Stream::new(seed, "fourier feature", feature);
                let mut drawn: Vec<f64> =
                    (0..inputs).map(|_| stream.normal() / lengthscale).collect();
                drawn.push(TAU * stream.uniform());
                drawn
            }
        }
    }
}

#[cfg(test)]
mod tests;
