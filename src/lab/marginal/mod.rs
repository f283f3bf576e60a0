//! Marginal uncertainty: the posterior of a Gaussian process with its 95% band, and a check of how
//! often such bands hold what they promise.

mod words;

use std::ops::ControlFlow;

use crate::error::{Error, Result};
use crate::lab::{Part, Progress, Unit, y_range};
use crate::metric;
use crate::model::{Detuned, GaussianProcess};
use crate::numeric::linalg::Factor;
use crate::numeric::random::Stream;
use crate::numeric::{Matrix, Vector};
use crate::posterior::Marginals;
use crate::report::{Report, Table};
use crate::scenario::{Region, Scenario};
use crate::task::{Points, Task, line};

pub use words::{Verdict, description, facts, verdict};

/// The levels of the calibration curve: 5%, 10%, ..., 95%.
pub const LEVELS: usize = 19;
/// How many repetitions one unit does: about a hundredth of a second of work.
const UNIT: usize = 2_500;
/// How many functions a first impression rests on: about two milliseconds of work.
const GLANCE: usize = 400;
/// How finely curves are sampled.
const CURVE: usize = 361;

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
    /// Ends of the y axis: the preset's, or wider ones if the curves need them.
    pub y_range: (f64, f64),
}

/// How often central intervals hold the truth.
#[derive(Debug, Clone, PartialEq)]
pub struct Calibration {
    /// What the intervals promise.
    pub levels: Vec<f64>,
    /// The share of targets that they hold.
    pub observed: Vec<f64>,
    /// Standard error of that share, over functions.
    pub standard_error: Vec<f64>,
    /// How many functions were drawn.
    pub repetitions: usize,
}

/// Conditions the scenario's model on its data.
pub fn picture(scenario: &Scenario) -> Result<Picture> {
    let (task, truth) = Task::of(scenario)?;
    let model = model(scenario);
    let (low, high) = scenario.preset.range;
    let curve = line(Region { low, high, count: CURVE }.points());
    let belief = model.marginals(&task.train, &curve)?;
    let targets = model.marginals(&task.train, &task.targets.inputs)?;
    let held = levels_of(&task.targets.truth, &targets).into_iter().map(|level| level <= 0.95);
    let truth = truth.at(&curve);
    Ok(Picture {
        x: curve.as_slice().to_vec(),
        y_range: y_range(scenario.preset.y_range, &belief, &truth, &task.train.observed),
        truth: truth.as_slice().to_vec(),
        belief,
        log_likelihood: metric::log_likelihood(&task.targets.observed, &targets),
        rmse: metric::root_mean_square_error(&task.targets.truth, &targets.mean),
        held: held.collect(),
        task,
    })
}

impl Picture {
    /// The share of targets at which the truth lies within the 95% band.
    pub fn coverage(&self) -> f64 {
        self.held.iter().filter(|held| **held).count() as f64 / self.held.len() as f64
    }
}

/// The calibration check in units of equal size.
pub fn plan(scenario: &Scenario) -> Vec<Unit> {
    let unit = |(index, first): (usize, usize)| Unit {
        index,
        first,
        count: UNIT.min(scenario.repetitions - first),
        scenario: scenario.clone(),
        files: Vec::new(),
    };
    (0..scenario.repetitions).step_by(UNIT).enumerate().map(unit).collect()
}

/// Draws functions from the prior, fits the model to each, and counts the targets that its central
/// intervals hold: for each level the sum, then the sum of squares, of the counts per function.
pub fn run(unit: &Unit, progress: Progress) -> Result<Part> {
    let check = Check::of(&unit.scenario)?;
    let mut sums = [0_u64; 2 * LEVELS];
    for done in 0..unit.count {
        for (level, held) in check.held(unit.first + done)?.into_iter().enumerate() {
            sums[level] += held;
            sums[LEVELS + level] += held * held;
        }
        if done % 100 == 0 && progress(done as f64 / unit.count as f64).is_break() {
            return Err(Error::Cancelled);
        }
    }
    // Whole numbers below 2^53: their order of summation cannot matter.
    Ok(Part { index: unit.index, values: sums.iter().map(|sum| *sum as f64).collect() })
}

/// A first impression of the calibration curve from few functions, quick enough for every frame of
/// a gesture.
pub fn glance(scenario: &Scenario) -> Result<Calibration> {
    let few = Scenario { repetitions: GLANCE.min(scenario.repetitions), ..scenario.clone() };
    let whole = |unit: &Unit| run(unit, &mut |_| ControlFlow::Continue(()));
    merge(&few, &plan(&few).iter().map(whole).collect::<Result<Vec<_>>>()?)
}

/// The calibration curve of any subset of the plan's parts.
pub fn merge(scenario: &Scenario, parts: &[Part]) -> Result<Calibration> {
    let plan = plan(scenario);
    let mut repetitions = 0;
    let mut sums = [0.0; 2 * LEVELS];
    for part in parts {
        let unit = plan.get(part.index).filter(|_| part.values.len() == sums.len());
        let wrong = || Error::value("a part", format!("part {}", part.index), "part of this plan");
        repetitions += unit.ok_or_else(wrong)?.count;
        sums.iter_mut().zip(&part.values).for_each(|(sum, value)| *sum += value);
    }
    let targets: usize = scenario.targets.iter().map(|region| region.count).sum();
    let n = repetitions as f64;
    let share = |level: usize| sums[level] / n / targets as f64;
    let error = |level: usize| {
        let mean = sums[level] / n;
        ((sums[LEVELS + level] / n - mean * mean).max(0.0) / (n - 1.0)).sqrt() / targets as f64
    };
    Ok(Calibration {
        levels: levels().to_vec(),
        observed: (0..LEVELS).map(share).collect(),
        standard_error: (0..LEVELS).map(error).collect(),
        repetitions,
    })
}

/// Every number of the figure.
pub fn report(picture: &Picture, calibration: &Calibration) -> Report {
    let Picture { x, truth, belief, task, log_likelihood, rmse, .. } = picture;
    let deviation = belief.variance.map(f64::sqrt);
    let coverage = picture.coverage();
    let summary = [("log likelihood", log_likelihood), ("RMSE", rmse), ("coverage", &coverage)];
    let points = |name, points: &Points| {
        let Points { inputs, truth, observed } = points;
        Table::new(
            name,
            [("x", inputs.as_slice()), ("truth", truth.as_slice()), ("y", observed.as_slice())],
        )
    };
    let curve = [
        ("x", &x[..]),
        ("truth", truth),
        ("mean", belief.mean.as_slice()),
        ("sd", deviation.as_slice()),
    ];
    let curve_of_levels = [
        ("level", &calibration.levels[..]),
        ("observed", &calibration.observed),
        ("standard error", &calibration.standard_error),
    ];
    Report {
        tables: vec![
            Table::new("summary", summary.map(|(name, value)| (name, std::slice::from_ref(value)))),
            points("train", &task.train),
            points("targets", &task.targets),
            Table::new("posterior", curve),
            Table::new("calibration", curve_of_levels),
        ],
    }
}

/// The levels that the calibration curve is drawn at.
pub fn levels() -> [f64; LEVELS] {
    std::array::from_fn(|i| (i + 1) as f64 / 20.0)
}

/// The scenario's Gaussian process, perhaps with lengthscales that are too long.
fn model(scenario: &Scenario) -> Detuned {
    let process = GaussianProcess { kernel: scenario.kernel.clone(), noise: scenario.noise };
    Detuned { process, stretch: scenario.stretch, noise_factor: 1.0 }
}

/// What all repetitions of the calibration check share.
struct Check {
    model: Detuned,
    train: Matrix,
    targets: Matrix,
    /// Factor of the prior covariance of train, then targets.
    prior: Matrix,
    noise_sd: f64,
    seed: u64,
}

impl Check {
    fn of(scenario: &Scenario) -> Result<Self> {
        let (task, _) = Task::of(scenario)?;
        let (train, targets) = (task.train.inputs, task.targets.inputs);
        let all = line(train.iter().chain(targets.iter()).copied());
        let prior = Factor::new(scenario.kernel.covariance_lower(&all))?.lower().clone();
        let (model, noise_sd) = (model(scenario), scenario.noise.sqrt());
        Ok(Self { model, train, targets, prior, noise_sd, seed: scenario.seed.into() })
    }

    /// How many targets the intervals of each level hold for the function numbered `repetition`.
    fn held(&self, repetition: usize) -> Result<[u64; LEVELS]> {
        let mut stream = Stream::new(self.seed, "calibration", repetition as u64);
        let function = lower_times(&self.prior, &stream.normals(self.prior.nrows()));
        let (truth, targets) = function.split_at(self.train.ncols());
        let observed = truth.iter().map(|f| f + self.noise_sd * stream.normal());
        let observed = Vector::from_iterator(truth.len(), observed);
        let truth = Vector::from_column_slice(truth);
        let train = Points { inputs: self.train.clone(), truth, observed };
        let belief = self.model.marginals(&train, &self.targets)?;
        let reached = levels_of(&Vector::from_column_slice(targets), &belief);
        Ok(levels().map(|level| reached.iter().filter(|at| **at <= level).count() as u64))
    }
}

/// For each point the level of the smallest central interval of f that holds the truth.
fn levels_of(truth: &Vector, belief: &Marginals) -> Vec<f64> {
    let level = |i: usize| match truth[i] - belief.mean[i] {
        0.0 => 0.0,
        miss => metric::interval_level(miss / belief.variance[i].sqrt()),
    };
    (0..truth.len()).map(level).collect()
}

/// `L z` for a lower triangular `L`.
fn lower_times(lower: &Matrix, z: &[f64]) -> Vec<f64> {
    let mut product = vec![0.0; z.len()];
    for (j, weight) in z.iter().enumerate() {
        let column = &lower.as_slice()[j * z.len()..(j + 1) * z.len()];
        for i in j..z.len() {
            product[i] += column[i] * weight;
        }
    }
    product
}
