//! The problem and its answers: every rule chooses, and the model predicts after each of its picks.

use std::cell::OnceCell;

use crate::acquisition::{self, Batch, Candidates, Rule};
use crate::error::Result;
use crate::lab::band::y_range;
use crate::lab::toy::{CURVE, SAMPLED};
use crate::metric;
use crate::model::GaussianProcess;
use crate::numeric::Matrix;
use crate::posterior::Marginals;
use crate::scenario::{Region, Scenario};
use crate::tal;
use crate::task::{Points, Task, line, side_by_side};

/// A toy problem, solved by every rule.
#[derive(Debug, Clone)]
pub struct Toy {
    /// What was asked.
    pub scenario: Scenario,
    /// What is known.
    pub task: Task,
    /// Where curves are sampled.
    pub x: Vec<f64>,
    /// The true function there.
    pub truth: Vec<f64>,
    /// Ends of the y axis: the preset's, or wider ones if the curves need them.
    pub y_range: (f64, f64),
    /// One for each rule.
    pub panels: Vec<Panel>,
    process: GaussianProcess,
}

/// What one rule did.
#[derive(Debug, Clone, PartialEq)]
pub struct Panel {
    /// The rule.
    pub rule: Rule,
    /// Its picks. One more than asked for, if the pool has one, so that every step shows the scores
    /// of the next.
    pub batch: Batch,
    /// How good the prediction is after 0, 1, ..., q picks.
    pub results: Vec<Outcome>,
    /// What the model then believes along the x axis, made when it is first needed: a drag shows one
    /// step only.
    pub(super) beliefs: Vec<OnceCell<Marginals>>,
    /// Functions that it then holds possible, likewise.
    pub(super) samples: Vec<OnceCell<Matrix>>,
}

impl Panel {
    /// With nothing made yet for any of its results.
    pub(super) fn new(rule: Rule, batch: Batch, results: Vec<Outcome>) -> Self {
        let steps = results.len();
        let (beliefs, samples) = (vec![OnceCell::new(); steps], vec![OnceCell::new(); steps]);
        Self { rule, batch, results, beliefs, samples }
    }
}

/// How good a prediction of the targets is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outcome {
    /// Mean log likelihood of the targets' observations, in nats.
    pub log_likelihood: f64,
    /// What the model itself expects that to be.
    pub expected_log_likelihood: f64,
    /// Root mean square error against the true function.
    pub rmse: f64,
    /// Information that the picks give on the targets, in nats, mean over targets.
    pub information: f64,
}

/// Lets every rule choose, and predicts after each of its picks.
pub fn solve(scenario: &Scenario) -> Result<Toy> {
    let (task, truth) = Task::of(&scenario.problem)?;
    let process = process(scenario);
    let (low, high) = scenario.problem.x_range();
    let curve = line(Region { low, high, count: CURVE }.points());
    let conditioned = process.condition(&task.train)?;
    let joint = conditioned.joint(&side_by_side(&task.pool.inputs, &task.targets.inputs))?;
    let candidates = Candidates::of(&joint, task.pool.len())?;
    let panel = |&rule: &Rule| panel(rule, scenario, &task, &process, &candidates);
    let truth = truth.at(&curve);
    let before = conditioned.marginals(&curve);
    let y_range = y_range(scenario.problem.preset.y_range, &before, &truth, &task.train.observed);
    let panels = scenario.asking.rules.iter().map(panel).collect::<Result<_>>()?;
    let curve = (curve.as_slice().to_vec(), truth.as_slice().to_vec());
    Ok(Toy::of_parts(scenario, task, curve, y_range, panels))
}

fn process(scenario: &Scenario) -> GaussianProcess {
    GaussianProcess { kernel: scenario.problem.kernel.clone(), noise: scenario.problem.noise }
}

impl Toy {
    /// From what was solved: `curve` is the x axis and the true function along it.
    pub(super) fn of_parts(
        scenario: &Scenario,
        task: Task,
        (x, truth): (Vec<f64>, Vec<f64>),
        y_range: (f64, f64),
        panels: Vec<Panel>,
    ) -> Self {
        let (process, scenario) = (process(scenario), scenario.clone());
        Self { scenario, task, x, truth, y_range, panels, process }
    }

    /// How many picks are asked for.
    pub fn steps(&self) -> usize {
        self.scenario.asking.batch_size
    }

    /// What the model has seen after some picks of a panel.
    pub fn seen(&self, panel: &Panel, step: usize) -> Points {
        seen(&self.task, &panel.batch, step)
    }

    /// What it then believes along the x axis.
    pub fn belief<'a>(&self, panel: &'a Panel, step: usize) -> Result<&'a Marginals> {
        made(&panel.beliefs[step], || {
            let conditioned = self.process.condition(&self.seen(panel, step))?;
            Ok(conditioned.marginals(&line(self.x.iter().copied())))
        })
    }

    /// Functions that it then holds possible, one a column, sampled evenly along the x axis.
    pub fn samples<'a>(&self, panel: &'a Panel, step: usize) -> Result<&'a Matrix> {
        made(&panel.samples[step], || {
            let (low, high) = self.scenario.problem.x_range();
            let x = line(Region { low, high, count: SAMPLED }.points());
            let joint = self.process.condition(&self.seen(panel, step))?.joint(&x)?;
            joint.samples(self.scenario.models.samples, self.scenario.problem.seed.into())
        })
    }

    /// The correlation, then, of the function at `x` with the function everywhere: what MIG sees.
    pub fn correlation(&self, panel: &Panel, step: usize, x: f64) -> Result<Vec<f64>> {
        let points = line([x].into_iter().chain(self.x.iter().copied()));
        let conditioned = self.process.condition(&self.seen(panel, step))?;
        let (covariance, variance) = conditioned.covariance_with_first(&points);
        let correlation = |i: usize| match (variance[0] * variance[i]).sqrt() {
            0.0 => 0.0,
            scale => (covariance[i] / scale).clamp(-1.0, 1.0),
        };
        Ok((1..=self.x.len()).map(correlation).collect())
    }
}

fn panel(
    rule: Rule,
    scenario: &Scenario,
    task: &Task,
    process: &GaussianProcess,
    candidates: &Candidates,
) -> Result<Panel> {
    let asked = scenario.asking.batch_size;
    let wanted = if asked < task.pool.len() { asked + 1 } else { asked };
    let batch = acquisition::select(rule, candidates, wanted, scenario.problem.seed.into())?;
    let outcome = |step: usize| {
        let belief = process.condition(&seen(task, &batch, step))?.marginals(&task.targets.inputs);
        Ok(Outcome {
            log_likelihood: metric::log_likelihood(&task.targets.observed, &belief),
            expected_log_likelihood: tal::expected_log_likelihood(&belief),
            rmse: metric::root_mean_square_error(&task.targets.truth, &belief.mean),
            information: if step == 0 { 0.0 } else { batch.gains[step - 1] },
        })
    };
    let results = (0..=asked).map(outcome).collect::<Result<_>>()?;
    Ok(Panel::new(rule, batch, results))
}

fn seen(task: &Task, batch: &Batch, step: usize) -> Points {
    task.train.followed_by(&task.pool.select(&batch.indices[..step]))
}

/// What a cell holds, made now if it is empty.
fn made<T>(cell: &OnceCell<T>, make: impl FnOnce() -> Result<T>) -> Result<&T> {
    match cell.get() {
        Some(value) => Ok(value),
        None => {
            let value = make()?;
            Ok(cell.get_or_init(|| value))
        }
    }
}
