//! A sparse variational Gaussian process (Titsias 2009; Hensman, Fusi & Lawrence 2013): what the data say
//! is told by way of a few inducing points.

mod inducing;
mod learning;
mod parameters;
mod slope;

use crate::cost::Cost;
use crate::error::{Error, Result};
use crate::kernel::Kernel;
use crate::model::training::{between, known_noise, loss_notes};
use crate::model::{Fitted, Model, Note, Piece, Progress, fitted};
use crate::numeric::Matrix;
use crate::points::Points;

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
            inducing: 50,
            inducing_points: None,
            batch: None,
            steps: 500,
            noise: Some(0.01),
            seed: 0,
        }
    }
}

/// The share of its work that is training.
const TRAINING: f64 = 0.9;
/// Examples that are summed up at once at the end.
const SLAB: usize = 1000;

impl Model for Svgp {
    fn piece(
        &self,
        _: usize,
        train: &Points,
        inputs: &Matrix,
        progress: Progress,
    ) -> Result<Piece> {
        self.check(train.inputs.nrows())?;
        let mut learning = Learning::new(self, train);
        for done in 0..learning.steps {
            learning.step()?;
            let look = || learning.glimpse(inputs);
            if progress(TRAINING * done as f64 / learning.steps as f64, &look).is_break() {
                return Err(Error::Cancelled);
            }
        }
        let steps = learning.steps;
        let (parameters, losses) = learning.end();
        let (kernel, noise) = (parameters.kernel(), parameters.noise());
        let inducing = Inducing::new(parameters.points(), kernel.clone())?;
        let (belief, bound) = optimum(&inducing, train, noise, progress)?;
        let posterior = belief.joint(&inducing, inputs, noise)?;
        let [mean, slope] = if steps > 0 { losses.end() } else { [f64::NAN; 2] };
        let jitter = inducing.factor.jitter();
        let mut numbers = vec![noise, bound, steps as f64, jitter, mean, slope];
        if let (None, Kernel::Rbf { lengthscales, variance }) = (&self.kernel, kernel) {
            numbers.extend([lengthscales[0], variance]);
        }
        Ok(Piece { numbers, curve: losses.gains(), ..Piece::exact(posterior) })
    }

    fn cost(&self, inputs: usize, seen: usize, asked: usize) -> Cost {
        let inducing = self.most_points(seen);
        let [d, n, m, x] = [inputs, seen, inducing, asked].map(|count| count as f64);
        let evaluations = |columns: f64| m * columns + m * m / 2.0;
        let learned;
        let kernel = match &self.kernel {
            Some(kernel) => kernel,
            None => {
                learned = Kernel::Rbf { lengthscales: vec![1.0], variance: 1.0 };
                &learned
            }
        };
        let b = self.batch.map_or(n, |batch| n.min(batch as f64));
        let step = kernel.cost(inputs, evaluations(b))
            + Cost::blocked(1.5 * m * m * b + 2.5 * m * m * m + m * b * d)
            + Cost::operations(4.0 * m * b + 12.0 * m * m + 20.0 * m * d + 3_000.0);
        let end = kernel.cost(inputs, evaluations(n) + m * x + x * x / 2.0)
            + Cost::blocked(m * m * (n + x) + m * x * x + 1.5 * m * m * m)
            + Cost::operations(3.0 * m * n + 4.0 * x * x);
        let centres = if self.inducing_points.is_none() { 20.0 } else { 0.0 };
        step * (self.trained_steps() as f64) + end + Cost::operations(centres * n * m * (1.0 + d))
    }

    fn join(&self, pieces: Vec<Piece>) -> Result<Fitted> {
        let piece = fitted::only(pieces)?;
        let [noise, bound, steps, jitter, mean, slope, ref kernel @ ..] = piece.numbers[..] else {
            return Err(Error::value("a piece of svgp", piece.numbers.len(), "six and more"));
        };
        let kernel = ["lengthscale", "variance"].into_iter().zip(kernel);
        let mut learned: Vec<Note> =
            kernel.map(|(name, value)| Note::number(name, *value)).collect();
        learned.extend([Note::number("noise_variance", noise), Note::number("elbo", bound)]);
        let mut diagnostics =
            vec![Note::number("iterations", steps), Note::number("jitter", jitter)];
        diagnostics.extend(loss_notes([mean, slope]));
        Ok(Fitted { learned, diagnostics, ..Fitted::of(piece)? })
    }

    fn largest_matrix(&self, seen: usize, asked: usize) -> (usize, usize) {
        let batch = self.batch.unwrap_or(seen).min(seen);
        (self.most_points(seen).max(asked), batch.max(asked))
    }
}

impl Svgp {
    fn check(&self, inputs: usize) -> Result<()> {
        between("inducing", self.inducing, 1, 2_000)?;
        between("steps", self.steps, 0, 1_000_000)?;
        between("batch", self.batch.unwrap_or(1), 1, 1_000_000)?;
        known_noise(self.noise)?;
        if let Some(points) = &self.inducing_points {
            between("inducing_points", points.ncols(), 1, 2_000)?;
            between("inputs of inducing_points", points.nrows(), inputs, inputs)?;
        }
        Ok(())
    }

    /// Whether inducing points are learned: the derivatives by them are known of one kernel.
    fn moves_points(&self) -> bool {
        self.inducing_points.is_none() && matches!(self.kernel, None | Some(Kernel::Rbf { .. }))
    }

    fn trained_steps(&self) -> usize {
        let any = self.kernel.is_none() || self.noise.is_none() || self.moves_points();
        if any { self.steps } else { 0 }
    }

    fn most_points(&self, seen: usize) -> usize {
        self.inducing_points.as_ref().map_or(self.inducing.min(seen), Matrix::ncols)
    }
}

/// q at its optimum for all examples, and the bound there.
fn optimum(
    inducing: &Inducing,
    train: &Points,
    noise: f64,
    progress: Progress,
) -> Result<(Belief, f64)> {
    let size = inducing.points.ncols();
    let mut summary = Summary::none(size);
    for first in (0..train.len()).step_by(SLAB) {
        if progress(TRAINING, &|| None).is_break() {
            return Err(Error::Cancelled);
        }
        let count = SLAB.min(train.len() - first);
        let inputs = train.inputs.columns(first, count).into_owned();
        let projected = inducing.project(inducing.gram(&inputs));
        let observed = train.observed.rows(first, count).into_owned();
        summary.add(&projected, &inducing.kernel.diagonal(&inputs), &observed);
    }
    let mut natural = Natural::prior(size);
    natural.step(&summary, noise, 1.0);
    let belief = natural.belief()?;
    let bound = belief.bound(&summary, noise);
    Ok((belief, bound))
}

#[cfg(test)]
mod tests;
