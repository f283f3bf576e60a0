//! What all panels have in common: the task, the true function, and the exact posterior.

use crate::cost::Cost;
use crate::error::Result;
use crate::experiment::axis::y_range;
use crate::experiment::models::kept::Kept;
use crate::experiment::models::study::{self, Studied};
use crate::experiment::models::{self, CURVE};
use crate::experiment::oracle;
use crate::model::{Model, ProcessCost, keep_going};
use crate::numeric::{Matrix, Vector};
use crate::scenario::{Region, Scenario};
use crate::task::{Task, line, side_by_side};

/// The task, with what would be right.
#[derive(Debug, Clone)]
pub struct Scene {
    /// What is known.
    pub task: Task,
    /// Where curves are sampled.
    pub x: Vec<f64>,
    /// The true function there.
    pub truth: Vec<f64>,
    /// Ends of the y axis.
    pub y_range: (f64, f64),
    /// The exact posterior of the prior that functions are drawn from.
    pub oracle: Studied,
}

/// The task, and every place where models are asked.
pub fn setting(scenario: &Scenario) -> Result<(Task, Vector, Matrix)> {
    let (task, truth) = Task::of(&scenario.problem)?;
    let curve = along(scenario);
    let truth = truth.at(&curve);
    let inputs = side_by_side(&curve, &side_by_side(&task.pool.inputs, &task.targets.inputs));
    Ok((task, truth, inputs))
}

fn along(scenario: &Scenario) -> Matrix {
    let (low, high) = scenario.problem.x_range();
    line(Region { low, high, count: CURVE }.points())
}

/// The scene of a scenario.
pub fn scene(scenario: &Scenario) -> Result<Scene> {
    let (task, truth, inputs) = setting(scenario)?;
    let exact = oracle(scenario).learn(&task.train, &inputs, &mut keep_going)?;
    let oracle = study::study(scenario, &task, Kept::of(scenario, &task, exact), None)?;
    let preset = scenario.problem.preset.y_range;
    let y_range = y_range(preset, &oracle.along.marginals(), &truth, &task.train.observed);
    let x = along(scenario).as_slice().to_vec();
    Ok(Scene { task, x, truth: truth.as_slice().to_vec(), y_range, oracle })
}

/// What a scene costs.
pub fn cost(scenario: &Scenario) -> Cost {
    let process = ProcessCost { kernel: &scenario.problem.kernel, inputs: 1 };
    let (seen, asked) = (scenario.problem.points.len() as f64, models::asked(scenario) as f64);
    models::truth_cost(scenario)
        + process.condition(seen)
        + process.joint(seen, asked)
        + study::cost(scenario)
}
