//! A sparse variational Gaussian process (Titsias 2009; Hensman, Fusi & Lawrence 2013): what the data say
//! is told by way of a few inducing points.

pub(super) mod inducing;
mod kind;
pub(super) mod learning;
mod parameters;
pub(super) mod slope;

use crate::cost::Cost;
use crate::error::Result;
use crate::kernel::Kernel;
use crate::model::positive::{LEAST_NOISE, typical_room};
use crate::model::training::{between, bytes_of, known_noise, loss_notes, room};
use crate::model::{Fit, Fitted, Model, Note, Trained, facts};
use crate::numeric::Matrix;

pub use kind::KIND;

use inducing::{Belief, Inducing, Natural, Summary};
use learning::Learning;

/// A Gaussian process that knows the data through inducing points. q(u) is Gaussian, and always at its
/// optimum for the kernel, noise and inducing points of the moment; those are learned by Adam.
///
/// Inducing points start as centres of the training inputs and then move, unless they are given or the
/// kernel is given and no rbf kernel.
///
/// ```
/// use talscope_engine::model::{GaussianProcess, Model, Svgp, keep_going};
/// use talscope_engine::points::{Points, line};
/// let (kernel, noise) = ("rbf(1)".parse()?, 0.1);
/// let sparse = Svgp { kernel: Some(kernel), noise: Some(noise), ..Svgp::default() };
/// let belief = sparse.fit(&Points::none(1), &line([0.0, 9.0]), &mut keep_going)?;
/// assert_eq!((belief.covariance[(0, 0)], belief.noise[1]), (1.0, 0.1));
/// # Ok::<(), talscope_engine::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Svgp {
    /// Its kernel; without one, an rbf kernel whose numbers are learned.
    pub kernel: Option<Kernel>,
    /// Whether every input has a lengthscale of its own in a kernel that is learned.
    pub ard: bool,
    /// How many inducing points there are, at most one for each input that was observed.
    pub inducing: usize,
    /// Where inducing points stay, if they do not move.
    pub inducing_points: Option<Matrix>,
    /// How many examples a step sees; without a number, all.
    pub batch: Option<usize>,
    /// Steps of Adam.
    pub steps: usize,
    /// Variance of the noise; without one, it is learned.
    pub noise: Option<f64>,
    /// Where all randomness comes from.
    pub seed: u64,
}

impl Default for Svgp {
    fn default() -> Self {
        Self {
            kernel: None,
            ard: false,
            inducing: 50,
            inducing_points: None,
            batch: None,
            steps: 500,
            noise: Some(0.01),
            seed: 0,
        }
    }
}

/// Examples that are summed up at once at the end.
pub(super) const SLAB: usize = 1000;

impl Model for Svgp {
    fn pieces(&self) -> usize {
        1
    }

    fn version(&self) -> u32 {
        1
    }

    fn check(&self, inputs: usize, seen: usize, asked: usize) -> Result<()> {
        between("inducing", self.inducing, 1, 2_000)?;
        between("steps", self.steps, 0, 1_000_000)?;
        between("batch", self.batch.unwrap_or(1), 1, 1_000_000)?;
        known_noise(self.noise)?;
        if let Some(points) = &self.inducing_points {
            between("inducing_points", points.ncols(), 1, 2_000)?;
            between("inputs of inducing_points", points.nrows(), inputs, inputs)?;
        }
        room(self.bytes(inputs, seen, asked))
    }

    fn train(&self, _: usize, mut fit: Fit) -> Result<Trained> {
        let (train, inputs) = (fit.train, fit.inputs);
        self.check(train.inputs.nrows(), train.len(), 0)?;
        let mut learning = Learning::new(self, train);
        for done in 0..learning.steps {
            learning.step()?;
            let look = || learning.glimpse(inputs);
            fit.tell(done as f64 / learning.steps as f64, &look)?;
        }
        let steps = learning.steps;
        let (parameters, losses) = learning.end();
        let [mean, slope] = if steps > 0 { losses.end() } else { [f64::NAN; 2] };
        let mut state = vec![steps as f64, mean, slope, parameters.noise()];
        if let (None, Kernel::Rbf { lengthscales, variance }) = (&self.kernel, parameters.kernel())
        {
            state.extend(lengthscales);
            state.push(variance);
        }
        state.extend(parameters.points().iter());
        Ok((state, losses.gains()).into())
    }

    /// q is at its optimum, which is found again: it has more numbers than what it follows from.
    fn predict(&self, trained: &[Trained], mut fit: Fit) -> Result<Fitted> {
        let d = fit.train.inputs.nrows();
        self.check(d, fit.train.len(), fit.inputs.ncols())?;
        let trained = Trained::only(trained)?;
        let mut state = trained.read();
        let [steps, mean, slope, noise] = state.numbers()?;
        let mut learned = Vec::new();
        let kernel = match &self.kernel {
            Some(kernel) => kernel.clone(),
            None => {
                let lengthscales = state.take(self.scales(d))?.to_vec();
                let [variance] = state.numbers()?;
                learned.push(Note::lengthscale(&lengthscales, self.ard));
                learned.push(Note::number("variance", variance));
                Kernel::Rbf { lengthscales, variance }
            }
        };
        let points = state.rest(d)?;
        let inducing =
            Inducing::new(Matrix::from_column_slice(d, points.len() / d, points), kernel)?;
        let (belief, bound) = optimum(&inducing, noise, &mut fit)?;
        let posterior = belief.joint(&inducing, fit.inputs, noise)?;
        learned.extend([Note::number("noise_variance", noise), Note::number("elbo", bound)]);
        let jitter = Note::number("jitter", inducing.factor.jitter());
        let mut diagnostics = vec![Note::number("iterations", steps), jitter];
        diagnostics.extend(loss_notes([mean, slope]));
        let curve = trained.curve.clone();
        let seen = facts::some(fit.train);
        let mean = belief.mean_at(&inducing.project(inducing.gram(&seen.inputs)));
        let mut facts = facts::misfit(&seen, mean.as_slice(), noise);
        let trained = self.steps > 0 || seen.is_empty() || !self.trains();
        facts.extend(facts::untrained(trained, true, "no_steps"));
        if let (None, Kernel::Rbf { lengthscales, .. }) = (&self.kernel, &inducing.kernel) {
            facts.extend(facts::kernel(
                fit.train,
                lengthscales,
                self.noise.xor(Some(noise)).map(|noise| (noise, LEAST_NOISE)),
            ));
        }
        Ok(Fitted { learned, diagnostics, facts, curve, ..Fitted::exact(posterior) })
    }

    fn training_cost(&self, inputs: usize, seen: usize) -> Cost {
        let [d, n, m] = [inputs, seen, self.most_points(seen)].map(|count| count as f64);
        let b = self.batch.map_or(n, |batch| n.min(batch as f64));
        let step = self.kernel_cost(inputs, m * b + m * m / 2.0)
            + Cost::blocked(1.5 * m * m * b + 2.5 * m * m * m + m * b * d)
            + Cost::operations(4.0 * m * b + 12.0 * m * m + 20.0 * m * d + 3_000.0);
        let centres = if self.inducing_points.is_none() { 20.0 } else { 0.0 };
        step * (self.trained_steps() as f64) + Cost::operations(centres * n * m * (1.0 + d))
    }

    fn prediction_cost(&self, inputs: usize, seen: usize, asked: usize) -> Cost {
        let [n, m, x] = [seen, self.most_points(seen), asked].map(|count| count as f64);
        self.kernel_cost(inputs, m * n + m * m / 2.0 + m * x + x * x / 2.0)
            + Cost::blocked(m * m * (n + x) + m * x * x + 1.5 * m * m * m)
            + Cost::operations(3.0 * m * n + 4.0 * x * x)
    }

    /// What inducing points have in common with the examples of a step, or with what is asked, several times
    /// over; and squares of both.
    fn bytes(&self, inputs: usize, seen: usize, asked: usize) -> f64 {
        let batch = self.batch.map_or(seen, |batch| batch.min(seen)).max(SLAB.min(seen));
        let [d, n, b, m, x] =
            [inputs, seen, batch, self.most_points(seen), asked].map(|count| count as f64);
        let training = 5.0 * m * b + 12.0 * m * m + 4.0 * d * (n + m);
        bytes_of(training.max(8.0 * m * m + 3.0 * m * x + 2.0 * x * x) + typical_room(n))
    }
}

impl Svgp {
    /// How many lengthscales are learned, if the kernel is.
    fn scales(&self, inputs: usize) -> usize {
        if self.ard { inputs } else { 1 }
    }

    fn kernel_cost(&self, inputs: usize, evaluations: f64) -> Cost {
        let learned = Kernel::Rbf { lengthscales: vec![1.0; self.scales(inputs)], variance: 1.0 };
        self.kernel.as_ref().unwrap_or(&learned).cost(inputs, evaluations)
    }

    /// Whether inducing points are learned: the derivatives by them are known of one kernel.
    fn moves_points(&self) -> bool {
        self.inducing_points.is_none() && matches!(self.kernel, None | Some(Kernel::Rbf { .. }))
    }

    /// Whether anything is learned step by step.
    fn trains(&self) -> bool {
        self.kernel.is_none() || self.noise.is_none() || self.moves_points()
    }

    fn trained_steps(&self) -> usize {
        if self.trains() { self.steps } else { 0 }
    }

    fn most_points(&self, seen: usize) -> usize {
        self.inducing_points.as_ref().map_or(self.inducing.min(seen), Matrix::ncols)
    }
}

/// q at its optimum for all examples, and the bound there.
fn optimum(inducing: &Inducing, noise: f64, fit: &mut Fit) -> Result<(Belief, f64)> {
    let train = fit.train;
    let size = inducing.points.ncols();
    let mut summary = Summary::none(size);
    for first in (0..train.len()).step_by(SLAB) {
        fit.tell(first as f64 / train.len() as f64, &|| None)?;
        let some: Vec<usize> = (first..train.len().min(first + SLAB)).collect();
        summary.add_some(inducing, &train.select(&some));
    }
    let mut natural = Natural::prior(size);
    natural.step(&summary, noise, 1.0);
    let belief = natural.belief()?;
    let bound = belief.bound(&summary, noise);
    Ok((belief, bound))
}

#[cfg(test)]
mod tests;
