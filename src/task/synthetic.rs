//! Synthetic tasks with a known truth: functions drawn from a ReLU network's prior (the paper's
//! section 5.2 and Figure 3), in the sizes of its text or of the authors' published experiments.

use std::fmt;
use std::str::FromStr;

use crate::error::{Error, Result};
use crate::kernel::Kernel;
use crate::numeric::linalg::{self, Factor};
use crate::numeric::{Matrix, Stream, Vector};
use crate::task::{Points, Task};

/// Draws the task numbered `repetition`: x ~ N(0, I), f from the setting's prior, y with noise.
///
/// Every point has its own noise, drawn with the task: all rules see identical data.
///
/// # Errors
/// [`Error::Value`] if `dimension` is 0.
pub fn draw(
    setting: Setting,
    dimension: usize,
    functions: Functions,
    seed: u64,
    repetition: u64,
) -> Result<Task> {
    if dimension == 0 {
        return Err(Error::value("d", dimension, "at least 1"));
    }
    let sizes = setting.sizes(dimension);
    let (function, order) = match functions {
        Functions::Independent => (repetition, (0..sizes.total()).collect()),
        Functions::Splits => {
            (0, Stream::new(seed, "synthetic split", repetition).permutation(sizes.total()))
        }
    };
    let all = draw_points(setting, (dimension, sizes.total()), seed, function)?;
    let (train, rest) = order.split_at(sizes.train);
    let (pool, targets) = rest.split_at(sizes.pool);
    let [train, pool, targets] = [train, pool, targets].map(|part| all.select(part));
    Ok(Task { train, pool, targets, noise: NOISE })
}

/// Which of the paper's two descriptions of its synthetic data to follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// The text: a small pool, and the ReLU kernel with unit variances.
    Paper,
    /// The authors' code, whose constants separate the rules more clearly.
    Benchmark,
}

/// Whether repetitions differ by more than their split.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Functions {
    /// Each repetition draws inputs, function and noise anew.
    #[default]
    Independent,
    /// All repetitions split the points of one function differently, as in the authors' code.
    Splits,
}

/// How many points each part of a task has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sizes {
    /// Observed from the start.
    pub train: usize,
    /// Observable.
    pub pool: usize,
    /// Of interest.
    pub targets: usize,
}

/// Variance of the observation noise in both settings.
pub const NOISE: f64 = 0.01;

impl Setting {
    /// Both settings.
    pub const ALL: [Self; 2] = [Self::Paper, Self::Benchmark];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Paper => "paper",
            Self::Benchmark => "benchmark",
        }
    }

    /// The prior of its functions: the oracle's kernel.
    #[must_use]
    pub fn kernel(self) -> Kernel {
        match self {
            Self::Paper => Kernel::Relu { eta: 1.0 },
            Self::Benchmark => Kernel::ReluGeneral { bias: [2.5, 2.5], weight: [1.414, 1.737] },
        }
    }

    /// The parts of a task with so many inputs.
    #[must_use]
    pub fn sizes(self, dimension: usize) -> Sizes {
        let (pool, targets) = match self {
            Self::Paper => (200, 500),
            Self::Benchmark => (500, 200),
        };
        Sizes { train: 5 * dimension, pool, targets }
    }

    /// The benchmark's batch: one in a hundred points, at least one.
    #[must_use]
    pub fn batch_size(self, dimension: usize) -> usize {
        (self.sizes(dimension).total() / 100).max(1)
    }
}

impl Sizes {
    /// All points together.
    #[must_use]
    pub fn total(self) -> usize {
        self.train + self.pool + self.targets
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl FromStr for Setting {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        let found = Self::ALL.into_iter().find(|setting| setting.name() == name);
        found.ok_or_else(|| Error::value("setting", name, "paper or benchmark"))
    }
}

fn draw_points(
    setting: Setting,
    (dimension, count): (usize, usize),
    seed: u64,
    function: u64,
) -> Result<Points> {
    let normals = |purpose: &str, count: usize| Stream::new(seed, purpose, function).normals(count);
    let inputs = Matrix::from_vec(dimension, count, normals("synthetic inputs", dimension * count));
    let factor = Factor::new(setting.kernel().covariance_lower(&inputs))?;
    let whitened = Vector::from_vec(normals("synthetic function", count));
    let truth = linalg::multiply_vector(factor.lower(), &whitened);
    let noise = Vector::from_vec(normals("synthetic noise", count));
    let observed = &truth + noise * NOISE.sqrt();
    Ok(Points { inputs, truth, observed })
}
