//! Learning step by step: q by natural gradients, all else by Adam.

use crate::error::{Error, Result};
use crate::model::Glimpse;
use crate::model::network::Adam;
use crate::model::svgp::Svgp;
use crate::model::svgp::inducing::{Belief, Inducing, Natural, Summary};
use crate::model::svgp::parameters::Parameters;
use crate::model::svgp::slope::{self, Seen};
use crate::model::training::{Losses, falling};
use crate::numeric::{Matrix, Stream};
use crate::points::Points;

/// Adam's rate, until it falls: where a step sees all examples, and where it does not.
const RATES: [f64; 2] = [0.05, 0.02];
/// The least length of a natural gradient: shorter ones lag behind a kernel that changes.
const SHORTEST: f64 = 0.1;
/// Functions that those who watch are shown.
const WATCHED: usize = 24;

/// A fit under way.
pub struct Learning<'a> {
    train: &'a Points,
    parameters: Parameters<'a>,
    adam: Adam,
    natural: Natural,
    losses: Losses,
    /// How many steps there are to make.
    pub steps: usize,
    done: usize,
    batches: Batches,
    /// The best bound on all examples so far, and the list of parameters then.
    best: Option<(f64, Vec<f64>)>,
    /// What was believed at the last step, and the noise then.
    now: Option<(Inducing, Belief, f64)>,
}

impl<'a> Learning<'a> {
    pub fn new(model: &'a Svgp, train: &'a Points) -> Self {
        let parameters = Parameters::new(model, train);
        let steps = if train.is_empty() || !parameters.any() { 0 } else { model.steps };
        Self {
            train,
            adam: Adam::new(parameters.list.len()),
            natural: Natural::prior(parameters.count()),
            parameters,
            losses: Losses::new(steps),
            steps,
            done: 0,
            batches: Batches::new(
                model.batch.unwrap_or(train.len()),
                train.len(),
                Stream::new(model.seed, "svgp batches", 0),
            ),
            best: None,
            now: None,
        }
    }

    /// One step of each.
    ///
    /// # Errors
    /// [`Error::Value`] with the step at which numbers stopped being finite.
    pub fn step(&mut self) -> Result<()> {
        let batch = self.batches.next().map(|indices| self.train.select(&indices));
        let points = batch.as_ref().unwrap_or(self.train);
        let share = points.len() as f64 / self.train.len() as f64;
        // On batches a running mean, of about the last epoch.
        let length = if self.done == 0 { 1.0 } else { share.max(SHORTEST) };
        let (done, steps) = (self.done, self.steps);
        let lost = |_: Error| {
            let name = format!("the bound at step {} of {steps}", done + 1);
            Error::value(name, f64::NAN, "finite: these data are too much for 64-bit numbers")
        };
        let inducing = Inducing::new(self.parameters.points(), self.parameters.kernel());
        let inducing = inducing.map_err(lost)?;
        let (seen, summary) = Seen::of(&inducing, points, 1.0 / share);
        let noise = self.parameters.noise();
        self.natural.step(&summary, noise, length);
        let belief = self.natural.belief().map_err(lost)?;
        let bound = belief.bound(&summary, noise);
        self.losses.add(-bound)?;
        if batch.is_none() && self.best.as_ref().is_none_or(|(best, _)| bound > *best) {
            self.best = Some((bound, self.parameters.list.clone()));
        }
        let gradient = self.downhill(&inducing, &belief, seen, &summary);
        let rate = RATES[usize::from(batch.is_some())] * falling(self.done, self.steps);
        self.adam.step(&mut self.parameters.list, &gradient, rate);
        self.done += 1;
        self.now = Some((inducing, belief, noise));
        Ok(())
    }

    /// What was learned: where the bound was best, if it was ever known, since Adam may also go down; the
    /// last it came to, otherwise.
    pub fn end(self) -> (Parameters<'a>, Losses) {
        let mut parameters = self.parameters;
        if let Some((_, list)) = self.best {
            parameters.list = list;
        }
        (parameters, self.losses)
    }

    /// The gradient of minus the bound by the list of parameters, q being what it is.
    fn downhill(
        &self,
        inducing: &Inducing,
        belief: &Belief,
        seen: Seen,
        summary: &Summary,
    ) -> Vec<f64> {
        let noise = self.parameters.noise();
        let by_noise = slope::by_noise(belief, summary, noise);
        let wanted = self.parameters.beyond_noise();
        let by_kernel =
            wanted.then(|| slope::by_kernel(inducing, belief, seen, summary, noise)).flatten();
        self.parameters.downhill(by_kernel.as_ref(), by_noise)
    }

    /// What is believed now.
    pub fn glimpse(&self, inputs: &Matrix) -> Option<Glimpse> {
        let (inducing, belief, noise) = self.now.as_ref()?;
        let posterior = belief.joint(inducing, inputs, *noise).ok()?;
        let functions = posterior.samples(WATCHED, 0).ok()?;
        let curve = self.losses.gains();
        Some(Glimpse { marginals: posterior.marginals(), functions, curve, acceptance: None })
    }
}

/// Examples in random order, epoch after epoch, as far as they fill whole batches.
pub struct Batches {
    examples: usize,
    size: usize,
    stream: Stream,
    left: Vec<usize>,
}

impl Batches {
    /// Of so many examples at most, of all that there are.
    pub fn new(size: usize, examples: usize, stream: Stream) -> Self {
        Self { examples, size: size.min(examples), stream, left: Vec::new() }
    }

    /// The next batch, unless that is all there is.
    pub fn next(&mut self) -> Option<Vec<usize>> {
        if self.size == self.examples {
            return None;
        }
        if self.left.len() < self.size {
            self.left = self.stream.permutation(self.examples);
        }
        Some(self.left.split_off(self.left.len() - self.size))
    }
}
