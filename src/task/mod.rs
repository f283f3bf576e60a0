//! What is known and what is asked: inputs, the true function, and its observations.
//!
//! A task knows no model. The true function is kept at every point of interest, so that figures
//! and metrics can compare a model with it.

pub mod synthetic;
pub mod table;
mod truth;

use crate::error::{Error, Result};
use crate::numeric::random::Stream;
use crate::numeric::{Matrix, Vector};
pub use crate::points::{Points, line, side_by_side};
use crate::scenario::{Observations, Point, Problem, Scenario, Source, TruthSource};

pub use truth::Truth;

use synthetic::Prior;

/// A regression problem with points of interest.
#[derive(Debug, Clone)]
pub struct Task {
    /// What has been observed.
    pub train: Points,
    /// Where it could be observed next.
    pub pool: Points,
    /// Where the function's value matters.
    pub targets: Points,
    /// Variance of the observation noise.
    pub noise: f64,
}

impl Task {
    /// The task of a scenario numbered `repetition`, the shown one being 0. On a line, the further
    /// ones are functions drawn from the prior and observed with noise at the same points.
    ///
    /// # Errors
    /// [`Error::Value`] if the task is a file's, which has none to give.
    pub fn numbered(scenario: &Scenario, repetition: usize) -> Result<Self> {
        let (problem, seed) = (&scenario.problem, u64::from(scenario.problem.seed));
        match (scenario.data.source, repetition) {
            (Source::File, _) => {
                Err(Error::clash("a file that is its own task has no inputs to draw a task from"))
            }
            (Source::Table, _) => Err(Error::missing("the table that tasks are split from", "")),
            (Source::Synthetic(setting), _) => {
                let prior = Prior { kernel: &problem.kernel, noise: problem.noise };
                let dimension = scenario.data.dimension;
                let (sizes, number) = (setting.sizes(dimension), repetition as u64);
                let functions = scenario.data.functions;
                synthetic::draw_from(prior, dimension, sizes, functions, seed, number)
            }
            (Source::Line, 0) => Ok(Self::of(problem)?.0),
            (Source::Line, _) => {
                let seed = Stream::new(seed, "further tasks", repetition as u64).below(1 << 32);
                let points = problem.points.iter().map(|point| Point { y: None, ..*point });
                let drawn = Problem {
                    seed: seed as u32,
                    points: points.collect(),
                    truth: TruthSource::Draw,
                    observations: Observations::Noisy,
                    ..problem.clone()
                };
                Ok(Self::of(&drawn)?.0)
            }
        }
    }

    /// The task of a problem on a line, and its true function.
    pub fn of(problem: &Problem) -> Result<(Self, Truth)> {
        let truth = Truth::of(problem)?;
        let points = |purpose: &str, inputs: Matrix| {
            let values = truth.at(&inputs);
            let observed = observe(problem, purpose, &values);
            Points { inputs, truth: values, observed }
        };
        let mut train = points("noise of train", line(problem.points.iter().map(|point| point.x)));
        for (observed, point) in train.observed.iter_mut().zip(&problem.points) {
            *observed = point.y.unwrap_or(*observed);
        }
        let task = Self {
            train,
            pool: points("noise of pool", line(problem.pool.points())),
            targets: points(
                "noise of targets",
                line(problem.targets.iter().flat_map(|region| region.points())),
            ),
            noise: problem.noise,
        };
        Ok((task, truth))
    }
}

/// Each point has a noise stream of its own, so that its noise does not depend on the others.
fn observe(problem: &Problem, purpose: &str, values: &Vector) -> Vector {
    let sd = match problem.observations {
        Observations::Exact => return values.clone(),
        Observations::Noisy => problem.noise.sqrt(),
    };
    let noise = |i: usize| Stream::new(problem.seed.into(), purpose, i as u64).normal();
    Vector::from_fn(values.len(), |i, _| values[i] + sd * noise(i))
}

#[cfg(test)]
mod tests;
