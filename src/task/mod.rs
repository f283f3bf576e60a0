//! What is known and what is asked: inputs, the true function, and its observations.
//!
//! A task knows no model. The true function is kept at every point of interest, so that figures
//! and metrics can compare a model with it.

mod truth;

use crate::error::Result;
use crate::numeric::random::Stream;
use crate::numeric::{Matrix, Vector};
use crate::scenario::{Observations, Scenario};

pub use truth::Truth;

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

/// A regression problem with points of interest.
#[derive(Debug, Clone)]
pub struct Task {
    /// What has been observed.
    pub train: Points,
    /// Where the function's value matters.
    pub targets: Points,
    /// Variance of the observation noise.
    pub noise: f64,
}

impl Task {
    /// The one-dimensional task of a scenario, and its true function.
    pub fn of(scenario: &Scenario) -> Result<(Self, Truth)> {
        let truth = Truth::of(scenario)?;
        let points = |purpose: &str, inputs: Matrix| {
            let values = truth.at(&inputs);
            let observed = observe(scenario, purpose, &values);
            Points { inputs, truth: values, observed }
        };
        let task = Self {
            train: points("noise of train", line(scenario.points.iter().copied())),
            targets: points(
                "noise of targets",
                line(scenario.targets.iter().flat_map(|region| region.points())),
            ),
            noise: scenario.noise,
        };
        Ok((task, truth))
    }
}

/// Points on the real line, as the columns of a one-row matrix.
pub fn line(positions: impl IntoIterator<Item = f64>) -> Matrix {
    let positions: Vec<f64> = positions.into_iter().collect();
    Matrix::from_vec(1, positions.len(), positions)
}

/// Each point has a noise stream of its own, so that its noise does not depend on the others.
fn observe(scenario: &Scenario, purpose: &str, values: &Vector) -> Vector {
    let sd = match scenario.observations {
        Observations::Exact => return values.clone(),
        Observations::Noisy => scenario.noise.sqrt(),
    };
    let noise = |i: usize| Stream::new(scenario.seed.into(), purpose, i as u64).normal();
    Vector::from_fn(values.len(), |i, _| values[i] + sd * noise(i))
}

#[cfg(test)]
mod tests;
