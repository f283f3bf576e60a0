//! The problem and its answers: every rule chooses, and the model predicts after each of its picks.

use std::cell::OnceCell;

use crate::acquisition::{self, Batch, Candidates, Rule, set_information};
use crate::error::Result;
use crate::experiment::axis::y_range;
use crate::experiment::toy::{Best, CURVE, Own, SAMPLED, part};
use crate::experiment::work::{OBSERVED, PLACES};
use crate::experiment::{Work, oracle};
use crate::metric;
use crate::model::GaussianProcess;
use crate::numeric::{Matrix, Vector};
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
    /// The learner's, if one asks.
    pub own: Option<Own>,
    /// The best batch for one to compare with, once it is found.
    pub best: Option<Best>,
    process: GaussianProcess,
}

/// What one rule did, or a learner.
#[derive(Debug, Clone, PartialEq)]
pub struct Panel {
    /// The rule that chose; for a learner, the one whose scores are shown.
    pub rule: Rule,
    /// Whether a learner chose.
    pub own: bool,
    /// Its picks. One more than asked for, if the pool has one, so that every step shows the scores
    /// of the next.
    pub batch: Batch,
    /// How good the prediction is after 0, 1, ..., q picks.
    pub results: Vec<Outcome>,
    /// What the model then believes along the x axis, made when it is first needed: a drag shows one
    /// step only.
    pub beliefs: Vec<OnceCell<Marginals>>,
    /// Functions that it then holds possible, likewise.
    pub samples: Vec<OnceCell<Matrix>>,
}

impl Panel {
    /// With nothing made yet for any of its results.
    pub(super) fn new(rule: Rule, batch: Batch, results: Vec<Outcome>) -> Self {
        let steps = results.len();
        let (beliefs, samples) = (vec![OnceCell::new(); steps], vec![OnceCell::new(); steps]);
        Self { rule, own: false, batch, results, beliefs, samples }
    }

    /// The step that it is at when others are at `step`: who has asked less, stays where it is.
    pub fn at(&self, step: usize) -> usize {
        step.min(self.results.len() - 1)
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

/// The whole of a problem.
pub static SOLVE: Work = Work {
    id: "toy",
    keys: &[OBSERVED, PLACES, &["q", "rule", "you", "samples"]],
    version: |_| "1".into(),
    cost: None,
    run: |unit, _, _| part::write(&solve(unit.scenario())?),
};

/// Lets every rule choose, and predicts after each of its picks.
pub fn solve(scenario: &Scenario) -> Result<Toy> {
    let (task, truth) = Task::of(&scenario.problem)?;
    let process = oracle(scenario);
    let (low, high) = scenario.problem.x_range();
    let curve = line(Region { low, high, count: CURVE }.points());
    let conditioned = process.condition(&task.train)?;
    let joint = conditioned.joint(&side_by_side(&task.pool.inputs, &task.targets.inputs))?;
    let candidates = Candidates::of(&joint, task.pool.len())?;
    let given = Given { scenario, task: &task, process: &process, candidates: &candidates };
    let truth = truth.at(&curve);
    let before = conditioned.marginals(&curve);
    let y_range = y_range(scenario.problem.preset.y_range, &before, &truth, &task.train.observed);
    let rules = scenario.asking.rules.iter();
    let panels = rules.map(|rule| given.panel(*rule)).collect::<Result<_>>()?;
    let own = scenario.asking.own.as_deref().map(|places| Own::new(&given, places)).transpose()?;
    let curve = (curve.as_slice().to_vec(), truth.as_slice().to_vec());
    Ok(Toy { own, ..Toy::of_parts(scenario, task, curve, y_range, panels) })
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
        let (process, scenario) = (oracle(scenario), scenario.clone());
        Self { scenario, task, x, truth, y_range, panels, own: None, best: None, process }
    }

    /// How many picks are asked for.
    pub fn steps(&self) -> usize {
        self.scenario.asking.batch_size
    }

    /// All panels: the rules', then the learner's.
    pub fn shown(&self) -> impl Iterator<Item = &Panel> {
        self.panels.iter().chain(self.own.as_ref().map(|own| &own.panel))
    }

    /// What the model has seen after some picks of a panel.
    pub fn seen(&self, panel: &Panel, step: usize) -> Points {
        seen(&self.task, &panel.batch.indices[..step])
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

    /// The covariances, then, of the function at `x` with the function there and everywhere, and its variances.
    fn row(&self, panel: &Panel, step: usize, x: f64) -> Result<(Vector, Vector)> {
        let points = line([x].into_iter().chain(self.x.iter().copied()));
        let conditioned = self.process.condition(&self.seen(panel, step))?;
        Ok(conditioned.covariance_with_first(&points))
    }

    /// The covariance, then, of the function at `x` with the function everywhere.
    pub fn covariance(&self, panel: &Panel, step: usize, x: f64) -> Result<Vec<f64>> {
        Ok(self.row(panel, step, x)?.0.as_slice()[1..].to_vec())
    }

    /// The correlation, then, of the function at `x` with the function everywhere: what MIG sees.
    pub fn correlation(&self, panel: &Panel, step: usize, x: f64) -> Result<Vec<f64>> {
        let (covariance, variance) = self.row(panel, step, x)?;
        let correlation = |i: usize| match (variance[0] * variance[i]).sqrt() {
            0.0 => 0.0,
            scale => (covariance[i] / scale).clamp(-1.0, 1.0),
        };
        Ok((1..=self.x.len()).map(correlation).collect())
    }
}

/// What all who ask start from.
pub(super) struct Given<'a> {
    pub scenario: &'a Scenario,
    pub task: &'a Task,
    pub process: &'a GaussianProcess,
    pub candidates: &'a Candidates<'a>,
}

impl Given<'_> {
    /// What a rule does.
    fn panel(&self, rule: Rule) -> Result<Panel> {
        let (asked, seed) = (self.scenario.asking.batch_size, self.scenario.problem.seed);
        let wanted = if asked < self.task.pool.len() { asked + 1 } else { asked };
        let batch = acquisition::select(rule, self.candidates, wanted, seed.into())?;
        self.answered(rule, batch, asked)
    }

    /// What comes of a batch, pick by pick.
    pub fn answered(&self, rule: Rule, batch: Batch, asked: usize) -> Result<Panel> {
        let result = |step: usize| {
            let picks = &batch.indices[..step];
            // Who is compared with a learner is scored alike: as a set.
            let information = match (step, &self.scenario.asking.own) {
                (0, _) => 0.0,
                (_, None) => batch.gains[step - 1],
                (_, Some(_)) => set_information(self.candidates, picks)?,
            };
            outcome(self.task, self.process, picks, information)
        };
        let results = (0..=asked).map(result).collect::<Result<_>>()?;
        Ok(Panel::new(rule, batch, results))
    }
}

/// How good the prediction is once these points of the pool are observed.
pub(super) fn outcome(
    task: &Task,
    process: &GaussianProcess,
    picks: &[usize],
    information: f64,
) -> Result<Outcome> {
    let belief = process.condition(&seen(task, picks))?.marginals(&task.targets.inputs);
    Ok(Outcome {
        log_likelihood: metric::log_likelihood(&task.targets.observed, &belief),
        expected_log_likelihood: tal::expected_log_likelihood(&belief),
        rmse: metric::root_mean_square_error(&task.targets.truth, &belief.mean),
        information,
    })
}

fn seen(task: &Task, picks: &[usize]) -> Points {
    task.train.followed_by(&task.pool.select(picks))
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
