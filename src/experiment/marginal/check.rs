//! The calibration check: how often bands hold what they promise, over many functions.

use std::ops::ControlFlow;

use crate::cost::Cost;
use crate::error::{Error, Result};
use crate::experiment::codec::{Reader, Writer};
use crate::metric;
use crate::model::gp::Predictor;
use crate::model::{Detuned, GaussianProcess, ProcessCost};
use crate::numeric::linalg::Factor;
use crate::numeric::random::Stream;
use crate::numeric::{Matrix, Vector};
use crate::posterior::Marginals;
use crate::scenario::Scenario;
use crate::task::{Task, Truth, line};

/// The levels of the calibration curve: 5%, 10%, ..., 95%.
pub const LEVELS: usize = 19;

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

/// How many targets the intervals of each level held.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Tally {
    /// How many functions were drawn.
    repetitions: u64,
    /// Sums over functions.
    held: [u64; LEVELS],
    /// Sums of squares.
    squares: [u64; LEVELS],
}

/// Draws so many functions from the prior, beginning with the one numbered `first`, fits the model to
/// each, and counts the targets that its central intervals hold.
pub fn run(
    scenario: &Scenario,
    (first, count): (usize, usize),
    tell: &mut dyn FnMut(f64, &Tally) -> ControlFlow<()>,
) -> Result<Tally> {
    let mut check = Check::of(scenario)?;
    let mut tally = Tally::default();
    for done in 0..count {
        tally.count(check.held(first + done));
        if done % 100 == 0 && tell(done as f64 / count as f64, &tally).is_break() {
            return Err(Error::Cancelled);
        }
    }
    Ok(tally)
}

/// What [`run`] takes, for each function and before the first.
pub fn cost(scenario: &Scenario) -> (Cost, Cost) {
    let sizes = scenario.sizes();
    let (train, targets) = (sizes.train as f64, sizes.targets as f64);
    let all = train + targets;
    let process = ProcessCost { kernel: &scenario.problem.kernel, inputs: 1 };
    let drawn = Cost::normals(all + train) + Cost::operations(all * all / 4.0);
    let judged = Cost::operations(train * train + 2.0 * train * targets + 40.0 * targets);
    let before = Truth::cost(&scenario.problem, sizes.total())
        + process.condition(train)
        + process.marginals(train, targets)
        + process.project(train, targets)
        + process.covariance(all)
        + Cost::blocked(all * all * all / 6.0);
    (drawn + judged + Cost::operations(600.0), before)
}

impl Tally {
    fn count(&mut self, held: [u64; LEVELS]) {
        self.repetitions += 1;
        for (level, held) in held.into_iter().enumerate() {
            self.held[level] += held;
            self.squares[level] += held * held;
        }
    }

    /// Both together. Whole numbers: their order cannot matter.
    pub fn add(&mut self, other: &Self) {
        self.repetitions += other.repetitions;
        for level in 0..LEVELS {
            self.held[level] += other.held[level];
            self.squares[level] += other.squares[level];
        }
    }

    /// As numbers, all below 2^53.
    pub fn write(&self, out: &mut Writer) {
        out.number(self.repetitions as f64);
        self.held.iter().chain(&self.squares).for_each(|sum| out.number(*sum as f64));
    }

    /// What [`Tally::write`] wrote.
    pub fn read(reader: &mut Reader) -> Result<Self> {
        let mut tally = Self { repetitions: reader.count()? as u64, ..Self::default() };
        for sum in tally.held.iter_mut().chain(&mut tally.squares) {
            *sum = reader.number()? as u64;
        }
        Ok(tally)
    }

    /// The calibration curve of a scenario with so many targets.
    pub fn calibration(&self, targets: usize) -> Calibration {
        let (n, targets) = (self.repetitions as f64, targets as f64);
        let share = |level: usize| self.held[level] as f64 / n / targets;
        let error = |level: usize| {
            let mean = self.held[level] as f64 / n;
            ((self.squares[level] as f64 / n - mean * mean).max(0.0) / (n - 1.0)).sqrt() / targets
        };
        Calibration {
            levels: levels().to_vec(),
            observed: (0..LEVELS).map(share).collect(),
            standard_error: (0..LEVELS).map(error).collect(),
            repetitions: self.repetitions as usize,
        }
    }
}

/// The levels that the calibration curve is drawn at.
pub fn levels() -> [f64; LEVELS] {
    std::array::from_fn(|i| (i + 1) as f64 / 20.0)
}

/// The scenario's Gaussian process, perhaps with lengthscales that are too long.
pub fn model(scenario: &Scenario) -> Detuned {
    let process =
        GaussianProcess { kernel: scenario.problem.kernel.clone(), noise: scenario.problem.noise };
    Detuned { process, stretch: scenario.models.stretch, noise_factor: 1.0 }
}

/// What all repetitions of the calibration check share.
struct Check {
    predictor: Predictor,
    /// Factor of the prior covariance of train, then targets.
    prior: Matrix,
    train: usize,
    noise_sd: f64,
    seed: u64,
}

impl Check {
    fn of(scenario: &Scenario) -> Result<Self> {
        let (task, _) = Task::of(&scenario.problem)?;
        let all = line(task.train.inputs.iter().chain(task.targets.inputs.iter()).copied());
        let kernel = &scenario.problem.kernel;
        Ok(Self {
            predictor: model(scenario).predictor(&task.train, &task.targets.inputs)?,
            prior: Factor::new(kernel.covariance_lower(&all))?.lower().clone(),
            train: task.train.len(),
            noise_sd: scenario.problem.noise.sqrt(),
            seed: scenario.problem.seed.into(),
        })
    }

    /// How many targets the intervals of each level hold for the function numbered `repetition`.
    fn held(&mut self, repetition: usize) -> [u64; LEVELS] {
        let mut stream = Stream::new(self.seed, "calibration", repetition as u64);
        let function = lower_times(&self.prior, &stream.normals(self.prior.nrows()));
        let (truth, targets) = function.split_at(self.train);
        let observed = truth.iter().map(|f| f + self.noise_sd * stream.normal());
        let observed = Vector::from_iterator(truth.len(), observed);
        let belief = self.predictor.observe(&observed);
        let reached = levels_of(&Vector::from_column_slice(targets), belief);
        levels().map(|level| reached.iter().filter(|at| **at <= level).count() as u64)
    }
}

/// For each point the level of the smallest central interval of f that holds the truth.
pub fn levels_of(truth: &Vector, belief: &Marginals) -> Vec<f64> {
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
