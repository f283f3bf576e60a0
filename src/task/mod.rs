//! What is known and what is asked: inputs, the true function, and its observations.
//!
//! A task knows no model. The true function is kept at every point of interest, so that figures
//! and metrics can compare a model with it.

pub mod synthetic;
mod truth;

use crate::error::{Error, Result};
use crate::numeric::random::Stream;
use crate::numeric::{Matrix, Vector};
use crate::scenario::{Observations, Point, Problem, Scenario, Source, TruthSource};

pub use truth::Truth;

use synthetic::{Functions, Prior};

/// Points, the true function there, and what would be observed.
#[derive(Debug, Clone)]
pub struct Points {
    /// One point per column.
    pub inputs: Matrix,
    /// The true function.
    pub truth: Vector,
    /// The function as observed.
    pub observed: Vector,
}

impl Points {
    /// No points of so many inputs.
    #[must_use]
    pub fn none(inputs: usize) -> Self {
        let nothing = Vector::zeros(0);
        Self { inputs: Matrix::zeros(inputs, 0), truth: nothing.clone(), observed: nothing }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.inputs.ncols()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Some of the points, in the order given.
    #[must_use]
    pub fn select(&self, indices: &[usize]) -> Self {
        let pick = |values: &Vector| Vector::from_fn(indices.len(), |i, _| values[indices[i]]);
        let (truth, observed) = (pick(&self.truth), pick(&self.observed));
        Self { inputs: self.inputs.select_columns(indices), truth, observed }
    }

    /// These points, then `others`.
    #[must_use]
    pub fn followed_by(&self, others: &Self) -> Self {
        let join = |a: &Vector, b: &Vector| {
            Vector::from_iterator(a.len() + b.len(), a.iter().chain(b).copied())
        };
        let truth = join(&self.truth, &others.truth);
        let observed = join(&self.observed, &others.observed);
        Self { inputs: side_by_side(&self.inputs, &others.inputs), truth, observed }
    }
}

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
            (Source::File, _) => Err(Error::value("task", "a file", "one that can be given away")),
            (Source::Synthetic(setting), _) => {
                let prior = Prior { kernel: &problem.kernel, noise: problem.noise };
                let dimension = scenario.data.dimension;
                let (sizes, number) = (setting.sizes(dimension), repetition as u64);
                synthetic::draw_from(prior, dimension, sizes, Functions::Independent, seed, number)
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

/// The points of `left`, then those of `right`.
#[must_use]
pub fn side_by_side(left: &Matrix, right: &Matrix) -> Matrix {
    assert_eq!(left.nrows(), right.nrows(), "points of the same task have as many inputs");
    let columns = [left.as_slice(), right.as_slice()].concat();
    Matrix::from_vec(left.nrows(), left.ncols() + right.ncols(), columns)
}

/// Points on the real line, as the columns of a one-row matrix.
pub fn line(positions: impl IntoIterator<Item = f64>) -> Matrix {
    let positions: Vec<f64> = positions.into_iter().collect();
    Matrix::from_vec(1, positions.len(), positions)
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
