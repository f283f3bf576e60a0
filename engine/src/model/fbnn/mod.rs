//! A functional Bayesian neural network (Sun, Zhang, Shi & Grosse 2019): a network whose posterior is
//! judged as one of functions, against a Gaussian process as prior.

mod bound;
mod kind;
mod learning;
mod network;

use crate::cost::Cost;
use crate::error::Result;
use crate::kernel::Kernel;
use crate::model::choice::Choice;
use crate::model::noise::noise_rest;
use crate::model::positive::typical_room;
use crate::model::training::{
    between, bytes_of, known_noise, loss_notes, positive, room, steps_per_epoch,
};
use crate::model::{Fit, Fitted, Glimpse, Model, Note, Trained, Validation, facts};
use crate::numeric::{Estimate, Matrix, Stream, Vector};
use crate::posterior::{Marginals, Posterior};

pub use kind::KIND;

use learning::{Learning, MEASURED};
use network::Network;

/// A network of trained Fourier features with a Gaussian last layer of full covariance, so that what it
/// believes is explicit; the paper's settings by default. It starts at the prior, or near it. The bound on all
/// examples is told of up to 2,000 of them.
///
/// ```
/// use talscope_engine::model::{Fbnn, Model, keep_going};
/// use talscope_engine::points::{Points, line};
/// let belief = Fbnn::default().fit(&Points::none(1), &line([0.0, 9.0]), &mut keep_going)?;
/// assert!((belief.covariance[(0, 0)] - 1.0).abs() < 1e-12 && belief.covariance[(0, 1)].abs() < 0.2);
/// # Ok::<(), talscope_engine::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Fbnn {
    /// Features in all, half cosines, half sines; an odd number gets one more.
    pub units: usize,
    /// How often the data are passed through.
    pub epochs: usize,
    /// Adam's, until it falls over the last fifth of the epochs.
    pub learning_rate: f64,
    /// Points beside those of a batch at which q is compared with the prior in each step.
    pub measurement: usize,
    /// The prior's kernel; without one, an rbf kernel whose numbers are learned together with q.
    pub kernel: Option<Kernel>,
    /// Whether every input has a lengthscale of its own in a prior that is learned.
    pub ard: bool,
    /// How many examples a step sees at most.
    pub batch: usize,
    /// Variance of the noise; without one, it is learned.
    pub noise: Option<f64>,
    /// Where all randomness comes from.
    pub seed: u64,
}

impl Default for Fbnn {
    fn default() -> Self {
        Self {
            units: 400,
            epochs: 1000,
            learning_rate: 0.01,
            measurement: 20,
            kernel: None,
            ard: false,
            batch: 900,
            noise: Some(0.01),
            seed: 0,
        }
    }
}

/// Of more examples than this the bound is not told: it would take cubic time and square room.
const MOST_JUDGED: usize = 2_000;
/// Functions that those who watch are shown.
const WATCHED: usize = 24;

impl Model for Fbnn {
    fn pieces(&self) -> usize {
        1
    }

    fn version(&self) -> u32 {
        1
    }

    fn check(&self, inputs: usize, seen: usize, asked: usize) -> Result<()> {
        between("units", self.units, 1, 2_000)?;
        between("epochs", self.epochs, 0, 10_000_000)?;
        between("measurement", self.measurement, 0, 1_000)?;
        between("batch", self.batch, 1, 1_000_000)?;
        positive("learning_rate", self.learning_rate)?;
        known_noise(self.noise)?;
        room(self.bytes(inputs, seen, asked))
    }

    fn chooses(&self) -> bool {
        true
    }

    fn choosing_cost(&self, inputs: usize, seen: usize, validation: &Validation) -> Cost {
        let points = validation.points.len();
        let look = self.prediction_cost(inputs, seen, points + seen);
        let units = self.units as f64;
        let kept = bytes_of(3.0 * units * units) + self.bytes(inputs, seen, points);
        validation.cost(self.epochs, look).holding(kept)
    }

    fn train(&self, _: usize, mut fit: Fit) -> Result<Trained> {
        let (train, inputs) = (fit.train, fit.inputs);
        self.check(train.inputs.nrows(), train.len(), 0)?;
        let epochs = if train.is_empty() { 0 } else { self.epochs };
        let mut choice = Choice::new(&fit, epochs, &[])?;
        let mut learning = Learning::new(self, train).that_may_stop(choice.may_stop());
        for epoch in 0..epochs {
            learning.epoch()?;
            let look = || Some(self.glimpse(&learning, inputs));
            fit.tell(epoch as f64 / epochs as f64, &look)?;
            if choice.is_due(epoch + 1) {
                let nobody_asks = Estimate { mean: f64::NAN, standard_error: None };
                let now = self.left(&learning, nobody_asks);
                if !choice.look(epoch + 1, (self, &now, train), || learning.kept())? {
                    break;
                }
            }
        }
        learning.cut_losses();
        let chosen = choice.end().map(|(kept, chosen)| {
            learning.take_back(kept);
            chosen
        });
        Ok(Trained { chosen, ..self.left(&learning, learning.elbo()?) })
    }

    fn predict(&self, trained: &[Trained], mut fit: Fit) -> Result<Fitted> {
        let d = fit.train.inputs.nrows();
        self.check(d, fit.train.len(), fit.inputs.ncols())?;
        fit.tell(0.0, &|| None)?;
        let trained = Trained::only(trained)?;
        let mut state = trained.read();
        let [noise, ratio, bound, error, jitter, mean, slope] = state.numbers()?;
        let mut learned = Vec::new();
        if self.kernel.is_none() {
            let lengthscales = state.take(self.scales(d))?;
            let [variance] = state.numbers()?;
            learned.push(Note::lengthscale(lengthscales, self.ard));
            learned.push(Note::number("variance", variance));
        }
        let others = [("noise_variance", noise), ("elbo", bound), ("elbo_error", error)];
        learned.extend(others.map(|(name, value)| Note::number(name, value)));
        let network = Network::restored(self.units, d, learning::scales(self, d), &mut state)?;
        state.end()?;
        let said = network.say(fit.inputs);
        let covariance = said.covariance(0.0);
        let posterior = Posterior::new(said.mean, covariance, noise)?;
        let mut diagnostics = loss_notes([mean, slope]);
        diagnostics.extend(trained.choice_notes());
        diagnostics.push(Note::number("jitter", jitter));
        if self.noise.is_none() {
            diagnostics.extend(noise_rest(ratio, 0.0, fit.train.len() as f64));
        }
        let curve = trained.curve.clone();
        let seen = facts::some(fit.train);
        let mut facts = facts::misfit(&seen, network.say(&seen.inputs).mean.as_slice(), noise);
        facts.extend(trained.choice_facts());
        let trained = self.epochs > 0 || fit.train.is_empty();
        facts.extend(facts::untrained(trained, true, "no_epochs"));
        Ok(Fitted { learned, diagnostics, facts, curve, ..Fitted::exact(posterior) })
    }

    /// Covariances at the points of a step, or of all examples for the bound at the end, features there, and
    /// the weights' own covariance with Adam's moments.
    fn bytes(&self, inputs: usize, seen: usize, asked: usize) -> f64 {
        let points = if seen > MOST_JUDGED { seen.min(self.batch) } else { seen };
        let points = points + self.measurement;
        let [d, h, p, x, n] =
            [inputs, self.units.next_multiple_of(2), points, asked, seen].map(|count| count as f64);
        let training = 12.0 * p * p + 6.0 * p * h + 6.0 * h * (h + d);
        let prediction = 2.0 * h * (h + d) + 2.0 * h * x + 2.0 * x * x;
        bytes_of(training.max(prediction) + n * d + typical_room(n))
    }

    fn training_cost(&self, inputs: usize, seen: usize) -> Cost {
        let steps = if seen == 0 { 0 } else { self.epochs * steps_per_epoch(seen, self.batch) };
        let step = self.step_cost(inputs, seen.min(self.batch) + self.measurement);
        let judged = if seen > MOST_JUDGED { 0 } else { MEASURED };
        let end = self.step_cost(inputs, seen + self.measurement) * judged as f64;
        step * steps as f64 + end
    }

    fn prediction_cost(&self, _: usize, _: usize, asked: usize) -> Cost {
        let (h, x) = (self.units as f64, asked as f64);
        Cost::operations(x * h * 20.0)
            + Cost::blocked(x * h * h + x * x * h / 2.0)
            + Cost::operations(25.0 * x * x)
    }
}

impl Fbnn {
    /// What is left, with this bound.
    fn left(&self, learning: &Learning, bound: Estimate) -> Trained {
        let [mean, slope] = learning.losses.end_of_some();
        let error = bound.standard_error.unwrap_or(f64::NAN);
        let noise = [learning.noise(), learning.noise_ratio()];
        let mut state = [&noise[..], &[bound.mean, error, learning.jitter, mean, slope]].concat();
        if let (None, Kernel::Rbf { lengthscales, variance }) = (&self.kernel, learning.prior()) {
            state.extend(lengthscales);
            state.push(variance);
        }
        state.extend(&learning.network.list);
        state.extend(&learning.network.factor);
        (state, learning.losses.gains()).into()
    }

    /// How many lengthscales are learned, if the prior is.
    fn scales(&self, inputs: usize) -> usize {
        if self.ard { inputs } else { 1 }
    }

    /// What a step with the function at so many points costs.
    fn step_cost(&self, inputs: usize, points: usize) -> Cost {
        let [h, d, n] = [self.units, inputs, points].map(|count| count as f64);
        Cost::blocked(0.8 * n * h * h + n * n * h + 3.0 * n * n * n + 2.0 * n * d * h)
            + Cost::operations(20.0 * n * h + 20.0 * n * n + 3.0 * h * h + 5_000.0)
            + Cost::normals(self.measurement as f64 * d)
    }

    fn glimpse(&self, learning: &Learning, inputs: &Matrix) -> Glimpse {
        let said = learning.network.say(inputs);
        let mut weights = vec![0.0; learning.network.factor.nrows() * WATCHED];
        Stream::new(self.seed, "fbnn functions", 0).fill_normals(&mut weights);
        let weights = Matrix::from_vec(learning.network.factor.nrows(), WATCHED, weights);
        let functions = said.functions(&weights);
        let noise = Vector::from_element(inputs.ncols(), learning.noise());
        let variance = said.variances();
        let marginals = Marginals { mean: said.mean, variance, noise };
        Glimpse { marginals, functions, curve: learning.losses.gains(), acceptance: None }
    }
}

#[cfg(test)]
mod tests;
