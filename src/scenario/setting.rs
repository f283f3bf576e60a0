//! The paper's two descriptions of its synthetic data, in any number of dimensions.

use std::fmt;
use std::str::FromStr;

use crate::error::{Error, Result};
use crate::kernel::Kernel;

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

impl Sizes {
    /// Of a table of so many rows: a fifth is trained on, a fifth is of interest, and the rest can be asked for (Wang,
    /// Sun & Grosse 2021, section 5.1).
    #[must_use]
    pub fn of_rows(rows: usize) -> Self {
        let fifth = percent(rows, 20);
        Self { train: fifth, pool: rows - 2 * fifth, targets: fifth }
    }

    /// How many rows of a table are the part on which hyperparameters are chosen, as in the authors' code.
    #[must_use]
    pub fn validation_of_rows(rows: usize) -> usize {
        percent(rows, 16)
    }
}

/// So many of a hundred, rounded.
fn percent(rows: usize, share: usize) -> usize {
    (rows * share + 50) / 100
}

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
