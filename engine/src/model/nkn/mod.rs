//! A neural kernel network (Sun et al. 2018): a Gaussian process whose kernel is made of simple kernels by a small
//! network of sums and products, all of whose numbers are learned by marginal likelihood. On real data it stands for
//! the oracle, its kernel learned from more data than it then predicts from.

mod evidence;
mod kernel;
mod kind;
mod layers;
mod learning;
mod parameters;
mod primitives;
mod sparse;

use crate::cost::Cost;
use crate::error::Result;
use crate::model::condition::Evidence;
use crate::model::positive::typical_room;
use crate::model::training::{between, bytes_of, known_noise, positive, room};
use crate::model::{Fit, Fitted, Glimpse, Model, Note, Trained, facts};
use crate::numeric::{Matrix, Vector};
use crate::points::Points;
use crate::posterior::Posterior;

pub use kind::KIND;

use kernel::NeuralKernel;
use learning::Learning;
use parameters::Parameters;
use primitives::Strip;

/// A zero-mean Gaussian process whose kernel is a network of kernels; the paper's settings by default.
///
/// ```
/// use talscope_engine::model::{Model, Nkn, keep_going};
/// use talscope_engine::points::{Points, line};
/// let belief = Nkn::default().fit(&Points::none(1), &line([0.0, 9.0]), &mut keep_going)?;
/// assert!(belief.covariance[(0, 1)] < belief.covariance[(1, 1)]);
/// # Ok::<(), talscope_engine::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Nkn {
    /// Steps of Adam.
    pub steps: usize,
    /// Adam's.
    pub learning_rate: f64,
    /// Variance of the noise; without one, it is learned.
    pub noise: Option<f64>,
    /// What the kernel and the noise are learned from; without them, what is observed.
    pub hyper: Option<Points>,
    /// From more points than this the kernel is learned by a bound.
    pub exact: usize,
    /// Inducing points of the bound, at most one for each point.
    pub inducing: usize,
    /// How many examples a step on the bound sees at most.
    pub batch: usize,
    /// Where all randomness comes from.
    pub seed: u64,
}

impl Default for Nkn {
    fn default() -> Self {
        Self {
            steps: 5000,
            learning_rate: 0.003,
            noise: Some(0.01),
            hyper: None,
            exact: 2000,
            inducing: 1000,
            batch: 2000,
            seed: 0,
        }
    }
}

/// Functions that those who watch are shown.
const WATCHED: usize = 24;

impl Model for Nkn {
    fn pieces(&self) -> usize {
        1
    }

    fn version(&self) -> u32 {
        1
    }

    fn trained_on(&self) -> Option<&Points> {
        self.hyper.as_ref()
    }

    fn check(&self, inputs: usize, seen: usize, asked: usize) -> Result<()> {
        between("steps", self.steps, 0, 1_000_000)?;
        positive("learning_rate", self.learning_rate)?;
        known_noise(self.noise)?;
        if let Some(hyper) = &self.hyper {
            between("inputs of hyper", hyper.inputs.nrows(), inputs, inputs)?;
        }
        room(self.bytes(inputs, seen, asked))
    }

    fn train(&self, _: usize, mut fit: Fit) -> Result<Trained> {
        let (train, inputs) = (fit.train, fit.inputs);
        self.check(train.inputs.nrows(), train.len(), 0)?;
        let mut learning = Learning::new(self, self.hyper.as_ref().unwrap_or(train));
        for done in 0..learning.steps {
            learning.step()?;
            let look = || glimpse(&learning, train, inputs);
            fit.tell(done as f64 / learning.steps as f64, &look)?;
        }
        let steps = learning.steps;
        let (likelihood, parameters, losses) = learning.end()?;
        let mut state = vec![steps as f64, likelihood, parameters.noise()];
        state.extend(Parameters::numbers(&parameters.kernel()));
        Ok((state, losses.gains()).into())
    }

    fn predict(&self, trained: &[Trained], mut fit: Fit) -> Result<Fitted> {
        let (d, count) = (fit.train.inputs.nrows(), fit.train.len());
        self.check(d, count, fit.inputs.ncols())?;
        fit.tell(0.0, &|| None)?;
        let trained = Trained::only(trained)?;
        let mut state = trained.read();
        let [steps, likelihood, noise] = state.numbers()?;
        let kernel = Parameters::kernel_of(d, state.take(NeuralKernel::size(d))?);
        state.end()?;
        let (posterior, jitter) = posterior(&kernel, noise, fit.train, fit.inputs)?;
        let learned_from = self.learned_from(count);
        let name = match self.is_exact(learned_from) {
            true => "log_marginal_likelihood",
            false => "elbo",
        };
        let learned = vec![Note::number("noise_variance", noise), Note::number(name, likelihood)];
        let notes = [("iterations", steps), ("jitter", jitter)];
        let diagnostics = notes.map(|(name, value)| Note::number(name, value)).to_vec();
        let mut facts: Vec<Note> =
            facts::untrained(self.steps > 0, learned_from > 0, "no_steps").into_iter().collect();
        facts.extend(self.noise.is_none().then(|| Note::number("learned_noise", noise)));
        let curve = trained.curve.clone();
        Ok(Fitted { learned, diagnostics, facts, curve, ..Fitted::exact(posterior) })
    }

    /// What steps hold of the points that the kernel is learned from, or what is asked.
    fn bytes(&self, inputs: usize, seen: usize, asked: usize) -> f64 {
        let count = self.learned_from(seen);
        let [d, h, n, m] = [inputs, count, seen, asked].map(|count| count as f64);
        let training = match self.is_exact(count) {
            // Primitives of one triangle, the covariance, its factor and what becomes of them.
            true => h * h * (0.55 * Strip::NUMBERS + 2.2) + 70.0 * h * Strip::NUMBERS,
            false => {
                let [z, b] = [self.inducing.min(count), self.batch.min(count)].map(|n| n as f64);
                8.0 * z * b + 12.0 * z * z + 3.0 * 64.0 * b * Strip::NUMBERS
            }
        };
        let prediction = (2.6 * n * n).max(n * n + 2.0 * n * m + 2.1 * m * m) + 1000.0 * (n + m);
        let points = 4.0 * d * h + typical_room(h);
        bytes_of(training.max(prediction) + points + 2_000.0)
    }

    fn training_cost(&self, inputs: usize, seen: usize) -> Cost {
        let count = self.learned_from(seen);
        let n = count as f64;
        let step = match self.is_exact(count) {
            true => {
                entries_cost(inputs, n * (n + 64.0) / 2.0)
                    + Cost::blocked(n * n * n / 2.0)
                    + Cost::operations(6.0 * n * n)
            }
            false => {
                let [z, b] = [self.inducing.min(count), self.batch.min(count)].map(|n| n as f64);
                entries_cost(inputs, z * b + z * z)
                    + Cost::blocked(3.0 * z * z * b + 4.0 * z * z * z)
                    + Cost::operations(10.0 * z * b + 20.0 * z * z)
            }
        };
        (step + Cost::operations(20_000.0)) * self.steps as f64
            + Cost::operations(1_000.0 + inputs as f64 * typical_room(n) * 20.0)
    }

    fn prediction_cost(&self, inputs: usize, seen: usize, asked: usize) -> Cost {
        let [n, m] = [seen, asked].map(|count| count as f64);
        entries_cost(inputs, n * n / 2.0 + n * m + m * m / 2.0) * 0.4
            + Cost::factor(seen)
            + Cost::solve(seen, asked)
            + Cost::blocked(n * m * m / 2.0)
            + Cost::operations(3.0 * m * m)
    }
}

/// What so many entries of a Gram matrix and their slopes cost.
fn entries_cost(inputs: usize, entries: f64) -> Cost {
    Cost::operations(30.0 + 2.5 * inputs as f64) * entries
}

impl Nkn {
    /// From how many points the kernel is learned, where so many are observed.
    fn learned_from(&self, seen: usize) -> usize {
        self.hyper.as_ref().map_or(seen, Points::len)
    }

    /// Whether so many points are few enough for the likelihood itself.
    fn is_exact(&self, points: usize) -> bool {
        points <= self.exact
    }
}

/// What is believed once the kernel is known, and what had to be added to the noise.
fn posterior(
    kernel: &NeuralKernel,
    noise: f64,
    train: &Points,
    inputs: &Matrix,
) -> Result<(Posterior, f64)> {
    let noises = Vector::from_element(train.len(), noise);
    let evidence = Evidence::new(kernel.covariance_lower(&train.inputs), &train.observed, &noises)?;
    let projected = evidence.project(kernel.gram(&train.inputs, inputs));
    let posterior = evidence.joint(kernel.covariance_lower(inputs), &projected, noise)?;
    Ok((posterior, evidence.jitter()))
}

fn glimpse(learning: &Learning, train: &Points, inputs: &Matrix) -> Option<Glimpse> {
    let (kernel, noise) = (learning.parameters.kernel(), learning.parameters.noise());
    let (posterior, _) = posterior(&kernel, noise, train, inputs).ok()?;
    let functions = posterior.samples(WATCHED, 0).ok()?;
    let curve = learning.losses.gains();
    Some(Glimpse { marginals: posterior.marginals(), functions, curve, acceptance: None })
}

#[cfg(test)]
mod tests;
