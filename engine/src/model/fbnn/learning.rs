//! Learning step by step: everything by Adam, up the functional bound.

use crate::error::Result;
use crate::kernel::{Kernel, RbfSlope};
use crate::model::fbnn::bound::{Bound, Setting};
use crate::model::fbnn::network::{Network, Said};
use crate::model::fbnn::{Fbnn, MOST_JUDGED};
use crate::model::network::Adam;
use crate::model::noise::FIRST_LOG_DEVIATION;
use crate::model::positive::{
    LEAST_LENGTHSCALE, LEAST_VARIANCE, above, logarithm, typical_distance,
};
use crate::model::training::{Losses, falling, steps_per_epoch};
use crate::numeric::{Estimate, Matrix, Stream, math};
use crate::points::{Points, side_by_side};

/// At most this is added to the covariances of q and prior: more would show in the correlations.
const JITTER: f64 = 1e-5;
/// Draws of measurement points that the bound is told for, at the end.
pub const MEASURED: usize = 10;

/// A fit under way.
pub struct Learning<'a> {
    model: &'a Fbnn,
    train: &'a Points,
    pub network: Network,
    /// The prior's logarithms above their floors, lengthscales and variance, the noise's log deviation, and
    /// one entry more, if that makes it even.
    pub numbers: Vec<f64>,
    adams: [Adam; 3],
    /// How far measurement points lie from training inputs, unless the prior is learned.
    reach: Vec<f64>,
    pub jitter: f64,
    pub losses: Losses,
    pub steps: usize,
    done: usize,
    order: Stream,
}

impl<'a> Learning<'a> {
    pub fn new(model: &'a Fbnn, train: &'a Points) -> Self {
        let inputs = train.inputs.nrows();
        let distance = typical_distance(&train.inputs);
        let (lengthscales, variance) = start(model, train, distance);
        let mut stream = Stream::new(model.seed, "fbnn frequencies", 0);
        let network = Network::new(model.units, inputs, (&lengthscales, variance), &mut stream);
        let mut numbers = vec![logarithm(LEAST_LENGTHSCALE, distance); model.scales(inputs)];
        numbers.extend([logarithm(LEAST_VARIANCE, 1.0), FIRST_LOG_DEVIATION]);
        numbers.resize(numbers.len().next_multiple_of(2), 0.0);
        let epochs = if train.is_empty() { 0 } else { model.epochs };
        let steps = epochs * steps_per_epoch(train.len(), model.batch);
        let adams = [network.list.len(), network.factor.len(), numbers.len()].map(Adam::new);
        Self {
            model,
            train,
            network,
            numbers,
            adams,
            reach: lengthscales,
            jitter: JITTER * variance.min(1.0),
            losses: Losses::new(steps),
            steps,
            done: 0,
            order: Stream::new(model.seed, "fbnn batches", 0),
        }
    }

    /// It may stop before its end, or not.
    pub fn that_may_stop(self, may: bool) -> Self {
        Self { losses: self.losses.that_may_stop(may), ..self }
    }

    /// All that [`Learning::take_back`] needs.
    pub fn kept(&self) -> (Network, Vec<f64>) {
        (self.network.clone(), self.numbers.clone())
    }

    /// Becomes what it was.
    pub fn take_back(&mut self, (network, numbers): (Network, Vec<f64>)) {
        (self.network, self.numbers) = (network, numbers);
    }

    /// If it has stopped before its end, that is its end.
    pub fn cut_losses(&mut self) {
        if let Some(cut) = self.losses.cut() {
            self.losses = cut;
        }
    }

    pub fn noise(&self) -> f64 {
        self.model.noise.unwrap_or_else(|| math::exp(2.0 * self.numbers[self.scales() + 1]))
    }

    /// The prior, as it is now.
    pub fn prior(&self) -> Kernel {
        self.model.kernel.clone().unwrap_or_else(|| {
            let (lengthscales, rest) = self.numbers.split_at(self.scales());
            Kernel::Rbf {
                lengthscales: lengthscales.iter().map(|l| above(LEAST_LENGTHSCALE, *l)).collect(),
                variance: above(LEAST_VARIANCE, rest[0]),
            }
        })
    }

    fn scales(&self) -> usize {
        self.model.scales(self.train.inputs.nrows())
    }

    /// All examples once, in random order, as far as they fill whole batches.
    ///
    /// # Errors
    /// [`Error::Value`] with the step at which numbers stopped being finite.
    pub fn epoch(&mut self) -> Result<()> {
        let count = self.train.len();
        let whole: Vec<usize> = (0..count).collect();
        let batch = self.model.batch;
        let order = if count > batch { self.order.permutation(count) } else { whole };
        order.chunks_exact(count.min(batch)).try_for_each(|indices| self.step(indices))
    }

    fn step(&mut self, indices: &[usize]) -> Result<()> {
        let stream = Stream::new(self.model.seed, "fbnn measurement", self.done as u64);
        let (points, observed) = self.places(indices, stream);
        let weight = self.train.len() as f64 / indices.len() as f64;
        // Without a bound training has diverged: its record says so.
        let Ok(found) = self.evaluate(&points, &observed, weight) else {
            return self.losses.add(f64::NAN);
        };
        self.losses.add(-found.bound.value)?;
        let Gradient { list, factor, numbers } = self.gradient(&points, &found);
        // Uphill.
        let rate = -self.model.learning_rate * falling(self.done, self.steps);
        let Self { network, numbers: own, adams: [first, second, third], .. } = self;
        first.step(&mut network.list, &list, rate);
        second.step(network.factor.as_mut_slice(), factor.as_slice(), rate);
        third.step(own, &numbers, rate);
        self.done += 1;
        Ok(())
    }

    /// Some examples, then measurement points near training inputs; and what was observed at the first.
    pub fn places(&self, indices: &[usize], mut stream: Stream) -> (Matrix, Vec<f64>) {
        let batch = self.train.inputs.select_columns(indices);
        let observed = indices.iter().map(|&i| self.train.observed[i]).collect();
        let learned = match (&self.model.kernel, self.prior()) {
            (None, Kernel::Rbf { lengthscales, .. }) => Some(lengthscales),
            _ => None,
        };
        let reach = learned.as_ref().unwrap_or(&self.reach);
        let mut measured = Matrix::zeros(batch.nrows(), self.model.measurement);
        for mut point in measured.column_iter_mut() {
            let near = stream.below(self.train.len() as u64) as usize;
            for k in 0..point.len() {
                let away = stream.normal() * reach[k % reach.len()] / std::f64::consts::SQRT_2;
                point[k] = self.train.inputs[(k, near)] + away;
            }
        }
        (side_by_side(&batch, &measured), observed)
    }

    /// The bound at some points, of which the first were observed.
    ///
    /// # Errors
    /// Those of [`Setting::bound`].
    pub fn evaluate(&self, points: &Matrix, observed: &[f64], weight: f64) -> Result<Found> {
        let prior = self.prior().covariance(points);
        let said = self.network.say(points);
        let covariance = said.covariance(self.jitter);
        let (noise, jitter) = (self.noise(), self.jitter);
        let setting = Setting { prior: &prior, observed, weight, noise, jitter };
        let bound = setting.bound(&said.mean, &covariance)?;
        Ok(Found { bound, said, covariance, prior })
    }

    /// By everything that is learned.
    pub fn gradient(&self, points: &Matrix, found: &Found) -> Gradient {
        let Bound { by_mean, by_covariance, .. } = &found.bound;
        let (list, factor) = self.network.gradient(points, &found.said, by_mean, by_covariance);
        Gradient { list, factor, numbers: self.by_numbers(points, found) }
    }

    /// By what the prior and the noise are made of.
    fn by_numbers(&self, points: &Matrix, found: &Found) -> Vec<f64> {
        let mut by = vec![0.0; self.numbers.len()];
        if self.model.kernel.is_none() {
            let (kernel, by_prior) = (self.prior(), found.bound.by_prior(&found.covariance));
            let slope = RbfSlope::of(&kernel, (points, points), &found.prior, by_prior);
            if let (Some(slope), Kernel::Rbf { lengthscales, variance }) = (slope, kernel) {
                for (k, scale) in lengthscales.iter().enumerate() {
                    by[k] = slope.lengthscales[k] * (scale - LEAST_LENGTHSCALE);
                }
                by[self.scales()] = slope.variance * (variance - LEAST_VARIANCE);
            }
        }
        if self.model.noise.is_none() {
            by[self.scales() + 1] = 2.0 * self.noise() * found.bound.by_noise;
        }
        by
    }

    /// The mean squared residual of all examples over the noise's variance; NaN without any.
    pub fn noise_ratio(&self) -> f64 {
        let said = self.network.say(&self.train.inputs);
        let residuals = (&self.train.observed - &said.mean).map(|residual| residual * residual);
        let squares = residuals.iter().zip(&said.variances()).fold(0.0, |sum, (a, b)| sum + a + b);
        squares / (self.train.len() as f64 * self.noise())
    }

    /// The bound on all examples, over several draws of measurement points; NaN if they are too many.
    ///
    /// # Errors
    /// Those of [`Setting::bound`].
    pub fn elbo(&self) -> Result<Estimate> {
        if self.train.len() > MOST_JUDGED {
            return Ok(Estimate { mean: f64::NAN, standard_error: None });
        }
        let all: Vec<usize> = (0..self.train.len()).collect();
        let value = |draw: usize| {
            let stream = Stream::new(self.model.seed, "fbnn measurement at the end", draw as u64);
            let (points, observed) = self.places(&all, stream);
            Ok(self.evaluate(&points, &observed, 1.0)?.bound.value)
        };
        // Without examples there is nothing that the prior could be asked about.
        let draws = if self.train.is_empty() { 0 } else { MEASURED };
        let values = (0..draws).map(value).collect::<Result<Vec<f64>>>()?;
        let nothing = Estimate { mean: 0.0, standard_error: None };
        Ok(Estimate::of(values.into_iter()).unwrap_or(nothing))
    }
}

/// The bound at some points, and what it was made of.
pub struct Found {
    pub bound: Bound,
    said: Said,
    covariance: Matrix,
    prior: Matrix,
}

/// The slope of the bound, uphill.
pub struct Gradient {
    pub list: Vec<f64>,
    pub factor: Matrix,
    pub numbers: Vec<f64>,
}

/// How many lengthscales the network has.
pub fn scales(model: &Fbnn, inputs: usize) -> usize {
    start(model, &Points::none(inputs), 1.0).0.len()
}

/// Lengthscales and variance that the network's features start with: the prior's, as far as it has such.
fn start(model: &Fbnn, train: &Points, distance: f64) -> (Vec<f64>, f64) {
    let prior = model.kernel.as_ref();
    let lengthscales = match prior {
        Some(Kernel::Rbf { lengthscales, .. } | Kernel::Matern { lengthscales, .. }) => {
            lengthscales.clone()
        }
        None => vec![distance; model.scales(train.inputs.nrows())],
        _ => vec![distance],
    };
    let variance = match prior {
        Some(prior) if !train.is_empty() => {
            prior.diagonal(&train.inputs).mean().max(LEAST_VARIANCE)
        }
        _ => 1.0,
    };
    (lengthscales, variance)
}
