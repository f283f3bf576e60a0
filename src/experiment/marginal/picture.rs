//! One posterior, as it is drawn.

use crate::cost::Cost;
use crate::error::Result;
use crate::experiment::axis::y_range;
use crate::experiment::codec::{Reader, Writer};
use crate::experiment::marginal::check::{levels_of, model};
use crate::metric;
use crate::model::ProcessCost;
use crate::posterior::Marginals;
use crate::scenario::{Region, Scenario};
use crate::task::{Task, Truth, line};

/// How finely curves are sampled.
pub const CURVE: usize = 361;

/// One posterior, ready to be drawn.
#[derive(Debug, Clone)]
pub struct Picture {
    /// Where the curves are sampled.
    pub x: Vec<f64>,
    /// The true function there.
    pub truth: Vec<f64>,
    /// What the model believes there.
    pub belief: Marginals,
    /// What it has seen, and where the function's value matters.
    pub task: Task,
    /// Mean log likelihood of the targets' observations, in nats.
    pub log_likelihood: f64,
    /// Root mean square error against the true function at the targets.
    pub rmse: f64,
    /// For each target, whether the truth lies within the 95% band.
    pub held: Vec<bool>,
    /// How wide the band is at the targets, in the mean, beside that of the right prior: 1 if nothing
    /// was learned about them.
    pub width: f64,
    /// Ends of the y axis: the preset's, or wider ones if the curves need them.
    pub y_range: (f64, f64),
}

/// Conditions the scenario's model on its data.
pub fn picture(scenario: &Scenario) -> Result<Picture> {
    let (task, truth) = Task::of(&scenario.problem)?;
    let model = model(scenario);
    let (low, high) = scenario.problem.preset.range;
    let curve = line(Region { low, high, count: CURVE }.points());
    let belief = model.marginals(&task.train, &curve)?;
    let targets = model.marginals(&task.train, &task.targets.inputs)?;
    let prior = scenario.problem.kernel.diagonal(&task.targets.inputs);
    let shares = targets.variance.iter().zip(&prior).map(|(now, before)| (now / before).sqrt());
    let width = shares.sum::<f64>() / task.targets.len() as f64;
    let held = levels_of(&task.targets.truth, &targets).into_iter().map(|level| level <= 0.95);
    let truth = truth.at(&curve);
    Ok(Picture {
        x: curve.as_slice().to_vec(),
        y_range: y_range(scenario.problem.preset.y_range, &belief, &truth, &task.train.observed),
        truth: truth.as_slice().to_vec(),
        belief,
        log_likelihood: metric::log_likelihood(&task.targets.observed, &targets),
        rmse: metric::root_mean_square_error(&task.targets.truth, &targets.mean),
        held: held.collect(),
        width,
        task,
    })
}

/// What [`picture`] takes.
pub fn cost(scenario: &Scenario) -> Cost {
    let sizes = scenario.sizes();
    let (train, targets, curve) = (sizes.train as f64, sizes.targets as f64, CURVE as f64);
    let process = ProcessCost { kernel: &scenario.problem.kernel, inputs: 1 };
    let belief = |at: f64| process.condition(train) + process.marginals(train, at);
    Truth::cost(&scenario.problem, sizes.total() + CURVE) + belief(curve) + belief(targets)
}

impl Picture {
    /// The picture as numbers.
    pub fn write(&self, out: &mut Writer) {
        out.task(&self.task);
        out.list(&self.x);
        out.plain(&self.truth);
        out.marginals(&self.belief);
        out.plain(&[self.log_likelihood, self.rmse, self.width, self.y_range.0, self.y_range.1]);
        self.held.iter().for_each(|held| out.flag(*held));
    }

    /// What [`Picture::write`] wrote.
    pub fn read(reader: &mut Reader) -> Result<Self> {
        let task = reader.task()?;
        let x = reader.list()?.to_vec();
        let truth = reader.take(x.len())?.to_vec();
        let belief = reader.marginals()?;
        let (log_likelihood, rmse) = (reader.number()?, reader.number()?);
        let width = reader.number()?;
        let y_range = (reader.number()?, reader.number()?);
        let held = (0..task.targets.len()).map(|_| reader.flag()).collect::<Result<_>>()?;
        Ok(Self { x, truth, belief, task, log_likelihood, rmse, held, width, y_range })
    }

    /// The share of targets at which the truth lies within the 95% band.
    pub fn coverage(&self) -> f64 {
        self.held.iter().filter(|held| **held).count() as f64 / self.held.len() as f64
    }
}
