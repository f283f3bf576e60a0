//! The rules and their names.

use std::fmt;
use std::str::FromStr;

use crate::error::{Error, Result, quoted};

/// A rule for choosing a batch. Scores of rules named "greedy" are increments over the picks so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// Uniformly at random by seed; no scores.
    Random,
    /// Total information gain: the q points most informative of themselves, each on its own. In
    /// nats.
    Tig,
    /// Marginal information gain: the q points most informative of the targets, each on its own.
    /// In nats, mean over targets.
    Mig,
    /// The paper's batch rule, greedy: information of the whole batch on each target. In nats, mean
    /// over targets.
    BatchMig,
    /// Greedy log-determinant (BatchBALD for Gaussians). In nats.
    BatchTig,
    /// Expected predictive information gain, greedy: information on noisy observations of the
    /// targets. In nats, mean over targets.
    Epig,
    /// Information on noisy observations at all targets jointly, greedy. In nats; needs the targets'
    /// covariances. Its authors inform of the function itself, but the noise-free covariance of many
    /// targets is singular in 64-bit numbers.
    Itl,
    /// The fall of the mean target variance, greedy (A-optimal). In squared units of y.
    Vtl,
    /// The mean correlation with the targets given the picks so far, greedy. It may be negative,
    /// and does not add up over picks.
    Ctl,
}

/// What a score measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// There are no scores.
    Nothing,
    /// Nats.
    Information,
    /// Nats, mean over targets.
    MeanInformation,
    /// Squared units of y, mean over targets.
    Variance,
    /// Correlations, mean over targets.
    Correlation,
}

impl Rule {
    /// All rules, the paper's first.
    pub const ALL: [Self; 9] = [
        Self::Random,
        Self::Tig,
        Self::Mig,
        Self::BatchMig,
        Self::BatchTig,
        Self::Epig,
        Self::Itl,
        Self::Vtl,
        Self::Ctl,
    ];

    /// What its scores measure: scores of rules that measure the same can be compared.
    #[must_use]
    pub fn measure(self) -> Measure {
        match self {
            Self::Random => Measure::Nothing,
            Self::Tig | Self::BatchTig | Self::Itl => Measure::Information,
            Self::Mig | Self::BatchMig | Self::Epig => Measure::MeanInformation,
            Self::Vtl => Measure::Variance,
            Self::Ctl => Measure::Correlation,
        }
    }

    /// Its name in links, requests and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Tig => "tig",
            Self::Mig => "mig",
            Self::BatchMig => "batch-mig",
            Self::BatchTig => "batch-tig",
            Self::Epig => "epig",
            Self::Itl => "itl",
            Self::Vtl => "vtl",
            Self::Ctl => "ctl",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.name())
    }
}

impl FromStr for Rule {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        let names = || Self::ALL.map(Self::name).join(", ");
        let found = Self::ALL.into_iter().find(|rule| rule.name() == name);
        found.ok_or_else(|| Error::value("rule", quoted(name), format!("one of {}", names())))
    }
}
