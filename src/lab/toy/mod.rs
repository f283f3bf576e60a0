//! The paper's Figure 2 as an instrument: acquisition rules side by side on a line, pick by pick.

mod words;

use crate::acquisition::{self, Batch, Candidates, Rule};
use crate::error::Result;
use crate::lab::y_range;
use crate::metric;
use crate::model::GaussianProcess;
use crate::numeric::Matrix;
use crate::posterior::Marginals;
use crate::report::{Report, Table};
use crate::scenario::{Region, Scenario};
use crate::tal;
use crate::task::{Points, Task, line, side_by_side};

pub use words::{PanelFacts, Score, description, is_own, meaning, notice, panel_facts, title};

/// How finely curves are sampled.
const CURVE: usize = 241;
/// How finely draws from the posterior are sampled: they are smooth, and a joint draw is dear.
const SAMPLED: usize = 121;

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
    let (task, truth) = Task::of(scenario)?;
    let process = GaussianProcess { kernel: scenario.kernel.clone(), noise: scenario.noise };
    let (low, high) = scenario.x_range();
    let curve = line(Region { low, high, count: CURVE }.points());
    let conditioned = process.condition(&task.train)?;
    let joint = conditioned.joint(&side_by_side(&task.pool.inputs, &task.targets.inputs))?;
    let candidates = Candidates::of(&joint, task.pool.len())?;
    let panel = |&rule: &Rule| panel(rule, scenario, &task, &process, &candidates);
    let truth = truth.at(&curve);
    let before = conditioned.marginals(&curve);
    Ok(Toy {
        x: curve.as_slice().to_vec(),
        y_range: y_range(scenario.preset.y_range, &before, &truth, &task.train.observed),
        truth: truth.as_slice().to_vec(),
        panels: scenario.rules.iter().map(panel).collect::<Result<_>>()?,
        scenario: scenario.clone(),
        process,
        task,
    })
}

impl Toy {
    /// How many picks are asked for.
    pub fn steps(&self) -> usize {
        self.scenario.batch_size
    }

    /// What the model has seen after some picks of a panel.
    pub fn seen(&self, panel: &Panel, step: usize) -> Points {
        seen(&self.task, &panel.batch, step)
    }

    /// What it then believes along the x axis.
    pub fn belief(&self, panel: &Panel, step: usize) -> Result<Marginals> {
        let conditioned = self.process.condition(&self.seen(panel, step))?;
        Ok(conditioned.marginals(&line(self.x.iter().copied())))
    }

    /// Functions that it then holds possible, one a column, sampled evenly along the x axis.
    pub fn samples(&self, panel: &Panel, step: usize) -> Result<Matrix> {
        let (low, high) = self.scenario.x_range();
        let x = line(Region { low, high, count: SAMPLED }.points());
        let joint = self.process.condition(&self.seen(panel, step))?.joint(&x)?;
        joint.samples(self.scenario.samples, self.scenario.seed.into())
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

/// Every number of the figure.
pub fn report(toy: &Toy) -> Result<Report> {
    let points = |name: &str, points: &Points| {
        let Points { inputs, truth, observed } = points;
        let (truth, observed) = (truth.as_slice(), observed.as_slice());
        Table::new(name, [("x", inputs.as_slice()), ("truth", truth), ("y", observed)])
    };
    let mut tables = vec![
        points("train", &toy.task.train),
        points("targets", &toy.task.targets),
        points("pool", &toy.task.pool),
        Table::new("truth", [("x", &toy.x), ("truth", &toy.truth)]),
    ];
    for panel in &toy.panels {
        tables.extend(panel_tables(toy, panel)?);
    }
    Ok(Report { tables })
}

fn panel(
    rule: Rule,
    scenario: &Scenario,
    task: &Task,
    process: &GaussianProcess,
    candidates: &Candidates,
) -> Result<Panel> {
    let asked = scenario.batch_size;
    let wanted = if asked < task.pool.len() { asked + 1 } else { asked };
    let batch = acquisition::select(rule, candidates, wanted, scenario.seed.into())?;
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
    Ok(Panel { rule, batch, results })
}

fn seen(task: &Task, batch: &Batch, step: usize) -> Points {
    task.train.followed_by(&task.pool.select(&batch.indices[..step]))
}

fn panel_tables(toy: &Toy, panel: &Panel) -> Result<Vec<Table>> {
    let (rule, asked) = (panel.rule.name(), toy.steps());
    let picked = toy.task.pool.select(&panel.batch.indices[..asked]);
    let picks = [
        ("x", picked.inputs.as_slice()),
        ("truth", picked.truth.as_slice()),
        ("y", picked.observed.as_slice()),
    ];
    let result = |value: fn(&Outcome) -> f64| panel.results.iter().map(value).collect::<Vec<_>>();
    let steps: Vec<f64> = (0..=asked).map(|step| step as f64).collect();
    let results = [
        ("picks", &steps[..]),
        ("log likelihood", &result(|r| r.log_likelihood)),
        ("expected log likelihood", &result(|r| r.expected_log_likelihood)),
        ("RMSE", &result(|r| r.rmse)),
        ("information", &result(|r| r.information)),
    ];
    let mut posterior = Table::new(format!("{rule}: posterior"), [("x", &toy.x[..])]);
    for step in 0..=asked {
        let belief = toy.belief(panel, step)?;
        posterior.push(format!("mean after {step}"), belief.mean.as_slice().to_vec());
        posterior
            .push(format!("sd after {step}"), belief.variance.map(f64::sqrt).as_slice().to_vec());
    }
    let mut scores =
        Table::new(format!("{rule}: scores"), [("x", toy.task.pool.inputs.as_slice())]);
    for (step, before) in panel.batch.scores.iter().enumerate() {
        // A point that is taken has no score.
        let values = before.iter().map(|score| score.unwrap_or(f64::NAN)).collect();
        scores.push(format!("before pick {}", step + 1), values);
    }
    let mut tables = vec![
        Table::new(format!("{rule}: picks"), picks),
        Table::new(format!("{rule}: results"), results),
        posterior,
        scores,
    ];
    if toy.scenario.samples > 0 {
        let mut draws = Table::new(format!("{rule}: draws after {asked}"), []);
        for (number, draw) in toy.samples(panel, asked)?.column_iter().enumerate() {
            draws.push(format!("draw {}", number + 1), draw.iter().copied().collect());
        }
        tables.push(draws);
    }
    Ok(tables)
}

#[cfg(test)]
mod tests;
