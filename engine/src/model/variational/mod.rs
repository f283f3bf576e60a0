//! Gaussians over the weights of a network, as near to the posterior as they come: those that make the
//! ELBO, E_q log p(y | w) - KL(q || p), largest. Bayes by backprop gives every weight a Gaussian of its
//! own, noisy natural gradients one to every layer.

mod check;
mod cost;
mod evidence;
mod kind;
mod kronecker;
mod lesson;
mod mean_field;
mod train;

use crate::cost::Cost;
use crate::error::Result;
use crate::model::choice::DRAWS;
use crate::model::network::Network;
use crate::model::noise::Noise;
use crate::model::trained::State;
use crate::model::training::{bytes_of, loss_notes};
use crate::model::{Fit, Fitted, Leave, Model, Note, Trained, Validation, facts};
use crate::numeric::{Stream, Vector, linalg};
pub use kind::{BBB, NNG};
use lesson::Lesson;

/// A network with one hidden layer and a Gaussian over its weights; the paper's settings by default.
///
/// ```
/// use talscope_engine::model::{Model, Variational, keep_going};
/// use talscope_engine::points::{Points, line};
/// let linear = Variational { units: 0, ..Variational::default() };
/// let fitted = linear.learn(&Points::none(1), &line([0.0, 1.0]), &mut keep_going)?;
/// assert_eq!(fitted.note("elbo"), Some(0.0), "nothing was seen: it is the prior");
/// # Ok::<(), talscope_engine::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Variational {
    /// Hidden units; without any, a linear model.
    pub units: usize,
    /// Prior variance of every weight and bias.
    pub eta: f64,
    /// How often the data are passed through.
    pub epochs: usize,
    /// Adam's, or that of natural gradients.
    pub learning_rate: f64,
    /// How many examples a step sees at most.
    pub batch: usize,
    /// How many lists of weights a step draws.
    pub particles: usize,
    /// Functions that are drawn in the end.
    pub draws: usize,
    /// Variance of the noise; without one, it is learned.
    pub noise: Option<f64>,
    /// Which Gaussians there are to choose from, and how.
    pub approach: Approach,
    /// Where all randomness comes from.
    pub seed: u64,
}

/// Which Gaussian it is.
#[derive(Debug, Clone, PartialEq)]
pub enum Approach {
    /// Bayes by backprop: every weight has its own.
    Bbb,
    /// Noisy natural gradients: every layer has its own.
    Nng(Nng),
}

/// Settings of noisy natural gradients.
#[derive(Debug, Clone, PartialEq)]
pub struct Nng {
    /// What is added to the curvature for steps.
    pub damping: f64,
    /// How much of the factors of the curvature stays from one step to the next.
    pub decay: f64,
    /// How the prior joins the curvature.
    pub prior: Prior,
    /// After how many epochs the learning rate falls to a tenth, if it does.
    pub drop_at: Option<usize>,
}

/// How a prior's precision is added to a Kronecker product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prior {
    /// As it is.
    Exact,
    /// A share to each factor, so that the sum is a product again, as it was published.
    Factored,
}

impl Default for Nng {
    fn default() -> Self {
        Self { damping: 1e-5, decay: 0.999, prior: Prior::Exact, drop_at: None }
    }
}

impl Default for Variational {
    fn default() -> Self {
        Self {
            units: 50,
            eta: 1.0,
            epochs: 1000,
            learning_rate: 0.01,
            batch: 100,
            particles: 10,
            draws: 5000,
            noise: Some(0.01),
            approach: Approach::Bbb,
            seed: 0,
        }
    }
}

/// A Gaussian over the weights, and how it learns.
trait Approximation {
    /// What is right without data.
    fn become_the_prior(&mut self);

    /// One step on the batch at hand; gives KL(q || p) before it.
    fn step(&mut self, lesson: &mut Lesson) -> f64;

    /// The lists of weights, one after the other, that standard normals lead to. What is padding stays.
    fn place(&self, normals: &[f64], weights: &mut [f64]);

    /// KL(q || p).
    fn divergence(&self) -> f64;

    /// From now on steps are so many times as long.
    fn slow_down(&mut self, factor: f64);

    /// All that makes it what it is, for [`Approximation::restore`].
    fn numbers(&self) -> Vec<f64>;

    /// The same if this step was the last, after which all is put in order.
    fn settled(&self, _: &Lesson) -> Vec<f64> {
        self.numbers()
    }

    /// Becomes the Gaussian whose numbers stand next in a state.
    ///
    /// # Errors
    /// Those of [`State::take`].
    fn restore(&mut self, state: &mut State) -> Result<()>;
}

impl Model for Variational {
    fn pieces(&self) -> usize {
        1
    }

    fn version(&self) -> u32 {
        match self.approach {
            Approach::Bbb | Approach::Nng(_) => 1,
        }
    }

    fn check(&self, inputs: usize, seen: usize, asked: usize) -> Result<()> {
        self.check_sizes(inputs, seen, asked)
    }

    fn chooses(&self) -> bool {
        true
    }

    fn choosing_cost(&self, inputs: usize, seen: usize, validation: &Validation) -> Cost {
        let judge = Self { draws: self.draws.min(DRAWS), ..self.clone() };
        let points = validation.points.len();
        let look = judge.prediction_cost(inputs, seen, points);
        let kept = bytes_of(3.0 * self.state_size(inputs)) + judge.bytes(inputs, seen, points);
        validation.cost(self.epochs, look).holding(kept)
    }

    fn train(&self, piece: usize, fit: Fit) -> Result<Trained> {
        self.train_past(&[], &mut |_| Ok(()), piece, fit)
    }

    fn train_past(
        &self,
        sooner: &[usize],
        leave: Leave,
        _: usize,
        mut fit: Fit,
    ) -> Result<Trained> {
        let train = fit.train;
        self.check(train.inputs.nrows(), train.len(), 0)?;
        let network = Network::scaled(train.inputs.nrows(), self.units);
        let mut lesson = Lesson::new(network, train, self.batch, Noise::new(self.noise));
        let mut gaussian = self.start(&lesson.network, lesson.batch.len());
        self.steps(&mut *gaussian, &mut lesson, (sooner, leave), &mut fit)
    }

    fn predict(&self, trained: &[Trained], mut fit: Fit) -> Result<Fitted> {
        let (d, asked) = (fit.train.inputs.nrows(), fit.inputs.ncols());
        self.check(d, fit.train.len(), asked)?;
        let trained = Trained::only(trained)?;
        let mut state = trained.read();
        let [noise, mean, slope] = state.numbers()?;
        let network = Network::scaled(d, self.units);
        let mut gaussian = self.start(&network, 0);
        gaussian.restore(&mut state)?;
        state.end()?;
        let (functions, likelihood, at_data) = self.drawn(&*gaussian, &network, noise, &mut fit)?;
        let [mean_likelihood, error] = likelihood;
        let mut learned = vec![Note::number("elbo", mean_likelihood - gaussian.divergence())];
        // Without units it is a closed form.
        if self.units > 0 {
            learned.push(Note::number("elbo_error", error));
        }
        let (mut diagnostics, curve) = (loss_notes([mean, slope]), trained.curve.clone());
        diagnostics.extend(trained.choice_notes());
        if self.noise.is_none() && !fit.train.is_empty() {
            diagnostics.extend(evidence::noise_notes(likelihood, fit.train.len(), noise));
        }
        let fitted = Fitted::drawn(functions, Vector::from_element(asked, noise))?;
        let mut facts = match at_data.is_empty() {
            true => Vec::new(),
            false => facts::misfit(fit.train, &at_data, noise),
        };
        // Without data the prior is right, and nothing is to be trained.
        facts.extend(trained.choice_facts());
        let trained = self.epochs > 0 || fit.train.is_empty();
        facts.extend(facts::untrained(trained, true, "no_epochs"));
        Ok(Fitted { learned, diagnostics, facts, curve, ..fitted })
    }

    fn training_cost(&self, inputs: usize, seen: usize) -> Cost {
        self.steps_cost(inputs, seen)
    }

    fn prediction_cost(&self, inputs: usize, seen: usize, asked: usize) -> Cost {
        self.drawing_cost(inputs, seen, asked)
    }

    fn bytes(&self, inputs: usize, seen: usize, asked: usize) -> f64 {
        bytes_of(self.numbers(inputs, seen, asked))
    }
}

/// First means: N(0, 1) for weights, 0 for biases.
fn first_means(network: &Network, stream: &mut Stream) -> Vec<f64> {
    let mut means = vec![0.0; network.size()];
    for layer in network.layers() {
        let (_, weights) = layer.columns.split_last().expect("a layer has a bias");
        weights
            .iter()
            .for_each(|&start| stream.fill_normals(&mut means[start..start + layer.outputs]));
    }
    means
}

/// Standard normals for some lists of weights, whose sum is zero: each list alone is normal, but together
/// they have no mean of their own. Of the gradient's error all that is linear in the draws then cancels,
/// in a linear model everything that could shake the means.
fn balanced(stream: &mut Stream, size: usize, normals: &mut [f64]) {
    stream.fill_normals(normals);
    let count = (normals.len() / size) as f64;
    if count < 2.0 {
        return;
    }
    let mut means = vec![0.0; size];
    for list in normals.chunks_exact(size) {
        linalg::add_multiple(&mut means, list, 1.0);
    }
    linalg::divide(&mut means, count);
    // What is left has the variance 1 - 1/count.
    let stretch = (count / (count - 1.0)).sqrt();
    for list in normals.chunks_exact_mut(size) {
        linalg::add_multiple(list, &means, -1.0);
        linalg::scale(list, stretch);
    }
}

#[cfg(test)]
mod tests;
