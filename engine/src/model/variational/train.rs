//! The course of training, whichever Gaussian it is.

use crate::error::Result;
use crate::model::choice::{Choice, DRAWS};
use crate::model::network::Network;
use crate::model::training::{Course, Losses, steps_per_epoch};
use crate::model::variational::kronecker::Kronecker;
use crate::model::variational::mean_field::MeanField;
use crate::model::variational::{Approach, Approximation, Lesson, Variational};
use crate::model::{Fit, Glimpse, Leave, Trained};
use crate::numeric::{Matrix, Stream};

/// Functions that those who watch are shown.
const WATCHED: usize = 24;
/// Where mean and slope of the loss stand in a state.
const LOSS_AT: usize = 1;
/// What is left of the rate once it drops.
const DROP: f64 = 0.1;

impl Variational {
    /// The Gaussian that training starts from, on batches of so many examples.
    pub(super) fn start(&self, network: &Network, batch: usize) -> Box<dyn Approximation> {
        match &self.approach {
            Approach::Bbb => Box::new(MeanField::new(self, network)),
            Approach::Nng(nng) => Box::new(Kronecker::new(self, nng, network, batch)),
        }
    }

    /// All epochs, with what is left on the way after fewer. Without data there is nothing to learn.
    pub(super) fn steps(
        &self,
        gaussian: &mut dyn Approximation,
        lesson: &mut Lesson,
        (sooner, leave): (&[usize], Leave),
        fit: &mut Fit,
    ) -> Result<Trained> {
        let inputs = fit.inputs;
        let count = lesson.examples() as usize;
        let size = self.batch.min(count);
        let steps = if count == 0 { 0 } else { steps_per_epoch(count, size) };
        let mut choice = Choice::new(fit, self.epochs, sooner)?;
        let ends = sooner.iter().chain([&self.epochs]).map(|end| end * steps);
        let mut course = Course::new(ends).that_may_stop(choice.may_stop());
        let judge = Self { draws: self.draws.min(DRAWS), ..self.clone() };
        let mut rate = self.learning_rate;
        if count == 0 {
            gaussian.become_the_prior();
        }
        let mut stream = Stream::new(self.seed, "variational batches", 0);
        for epoch in 0..if count == 0 { 0 } else { self.epochs } {
            while let Some(losses) = course.passed() {
                leave(left(gaussian, lesson, &losses))?;
            }
            if self.drop_at() == Some(epoch) {
                rate *= DROP;
                gaussian.slow_down(DROP);
            }
            let order = if size < count { stream.permutation(count) } else { Vec::new() };
            for step in 0..steps {
                lesson.open(order.get(step * size..(step + 1) * size));
                let divergence = gaussian.step(lesson);
                course.add(lesson.loss() + divergence / lesson.examples())?;
                lesson.noise.learn(lesson.mean_square(), rate);
            }
            let look = || Some(self.glimpse(gaussian, lesson, inputs, course.longest()));
            fit.tell(epoch as f64 / self.epochs as f64, &look)?;
            if choice.is_due(epoch + 1) {
                let now = left(gaussian, lesson, course.longest());
                if !choice.look(epoch + 1, (&judge, &now, fit.train), || now.clone())? {
                    break;
                }
            }
        }
        while let Some(losses) = course.passed() {
            leave(left(gaussian, lesson, &losses))?;
        }
        let last = match course.stopped() {
            Some(losses) => left(gaussian, lesson, &losses),
            None => left(gaussian, lesson, course.longest()),
        };
        Ok(choice.left(last, LOSS_AT))
    }

    fn glimpse(
        &self,
        gaussian: &dyn Approximation,
        lesson: &Lesson,
        inputs: &Matrix,
        losses: &Losses,
    ) -> Glimpse {
        let weights = self.draw(gaussian, &lesson.network, 0..WATCHED);
        let lists = weights.chunks_exact(lesson.network.size());
        let functions = lesson.network.functions(lists, inputs);
        Glimpse::of(functions, lesson.noise.variance(), elbos(losses, lesson), None)
    }
}

/// What is left after such losses, if this step was the last.
fn left(gaussian: &dyn Approximation, lesson: &Lesson, losses: &Losses) -> Trained {
    let [mean, slope] = losses.end_of_some();
    let mut state = vec![lesson.noise.variance(), mean, slope];
    state.extend(gaussian.settled(lesson));
    (state, elbos(losses, lesson)).into()
}

/// The ELBO as it went: a loss is that of one example.
fn elbos(losses: &Losses, lesson: &Lesson) -> Vec<f64> {
    losses.curve.iter().map(|loss| -lesson.examples() * loss).collect()
}
