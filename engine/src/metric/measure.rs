//! The measures of one model's joint prediction, as one table: each has its blind spot, so they are worth
//! most beside each other. What compares models with each other (XLL, XLLR) or reads the pool's correlations
//! (metacorrelation) is not among them.

use super::{
    Prediction, cost, draws, dyadic, energy, expected_joint_log_likelihood, joint_log_likelihood,
    pearson, random_batches, variogram,
};
use crate::cost::Cost;
use crate::error::{Error, Result};
use crate::numeric::Matrix;

/// What predictions are judged by.
#[derive(Debug, Clone, Copy)]
pub struct Given<'a> {
    /// What was observed at the targets.
    pub y: &'a [f64],
    /// The true function there, if it is known.
    pub truth: Option<&'a [f64]>,
    /// What a model that is known to be right says of the targets; its noise is that of the observations.
    pub oracle: Option<Prediction<'a>>,
    /// Its variances at the pool.
    pub oracle_pool: Option<&'a [f64]>,
    /// What batches, fresh noise and draws are drawn by.
    pub seed: u64,
}

/// What one model says.
#[derive(Debug, Clone, Copy)]
pub struct Said<'a> {
    /// Of the targets.
    pub prediction: Prediction<'a>,
    /// Functions that it finds likely at the targets, one a column, if it has any.
    pub draws: Option<&'a Matrix>,
    /// Its variances at the pool, if it knows them.
    pub pool: Option<&'a [f64]>,
}

/// A value, and how far off it may be where it was drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measured {
    /// The value; nothing where there is none, as of the agreement of what is constant.
    pub value: Option<f64>,
    /// Its Monte-Carlo standard error.
    pub error: Option<f64>,
}

impl Measured {
    fn exact(value: f64) -> Self {
        Self { value: Some(value), error: None }
    }
}

/// What a measure may lack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// The true function at the targets.
    Truth,
    /// A model that is known to be right.
    Oracle,
    /// Functions drawn from the model.
    Draws,
    /// Variances of the model and of the oracle at the pool.
    Pool,
}

/// Of batches of so many, by the oracle's prediction, of a model, with a seed.
type Expected = fn(usize, &Prediction, &Said, u64) -> Result<f64>;

/// A number by which a joint prediction is judged.
#[derive(Debug, Clone, Copy)]
pub struct JointMeasure {
    /// Its name in requests, links and results.
    pub id: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// The same where there is little room.
    pub short: &'static str,
    /// Which way is better: 1 if more is, -1 if less is.
    pub better: f64,
    /// The version of its numbers.
    pub version: u32,
    /// Whether it is a log density for each target, which follows the unit of what is observed.
    pub is_density: bool,
    /// What it needs beside observations and predictions.
    pub needs: &'static [Need],
    /// How many different targets it looks at together.
    pub size: usize,
    value: fn(usize, &Given, &Said) -> Result<Measured>,
    /// What the oracle expects it to be, before any y: the right model has the best.
    expected: Option<Expected>,
    cost: fn(usize, usize, usize) -> Cost,
}

impl JointMeasure {
    /// The first thing that it lacks, in words; nothing if it can be taken.
    #[must_use]
    pub fn lacks(&self, given: &Given, said: &Said) -> Option<String> {
        let is_there = |need: &Need| match need {
            Need::Truth => given.truth.is_some(),
            Need::Oracle => given.oracle.is_some(),
            Need::Draws => said.draws.is_some(),
            Need::Pool => given.oracle_pool.is_some() && said.pool.is_some(),
        };
        if given.y.len() < self.size {
            return Some(format!("at least {} targets", self.size));
        }
        let missing = self.needs.iter().find(|need| !is_there(need))?;
        let words = match missing {
            Need::Truth => "the true function's values at the targets (f)",
            Need::Oracle => "an oracle",
            Need::Draws => "function draws of the model (draws)",
            Need::Pool => "the pool's variances of the model and of an oracle",
        };
        Some(words.into())
    }

    /// What it says of a model.
    ///
    /// # Errors
    /// [`Error::Missing`] for what it [lacks](Self::lacks), and whatever is wrong with the numbers.
    pub fn value(&self, given: &Given, said: &Said) -> Result<Measured> {
        match self.lacks(given, said) {
            Some(lack) => Err(Error::missing(lack, format!("the measure {} needs it", self.id))),
            None => (self.value)(self.size, given, said),
        }
    }

    /// What the oracle expects it to say of a model, which depends on no y and so tells models apart with far
    /// fewer tasks; nothing where there is no closed form, or no oracle.
    ///
    /// # Errors
    /// As [`JointMeasure::value`].
    pub fn expected(&self, given: &Given, said: &Said) -> Result<Option<f64>> {
        let enough = given.y.len() >= self.size;
        let known = self.expected.zip(given.oracle.as_ref()).filter(|_| enough);
        known.map(|(value, oracle)| value(self.size, oracle, said, given.seed)).transpose()
    }

    /// What it costs for one model.
    #[must_use]
    pub fn cost(&self, targets: usize, draws: usize) -> Cost {
        (self.cost)(self.size, targets, draws)
    }
}

/// All of them.
pub static JOINT_MEASURES: [JointMeasure; 13] = [
    joint(2, "joint-2", "log likelihood of random pairs", "of 2"),
    joint(5, "joint-5", "log likelihood of random batches of 5", "of 5"),
    joint(10, "joint-10", "log likelihood of random batches of 10", "of 10"),
    joint(20, "joint-20", "log likelihood of random batches of 20", "of 20"),
    drawn(2, "joint-draws-2", "log likelihood of random pairs under draws", "draws, 2"),
    drawn(5, "joint-draws-5", "log likelihood of random batches of 5 under draws", "draws, 5"),
    drawn(10, "joint-draws-10", "log likelihood of random batches of 10 under draws", "draws, 10"),
    drawn(20, "joint-draws-20", "log likelihood of random batches of 20 under draws", "draws, 20"),
    JointMeasure {
        id: "dyadic",
        label: "dyadic log likelihood",
        short: "dyadic",
        is_density: true,
        needs: &[Need::Truth, Need::Oracle],
        size: 2,
        value: |_, given, said| {
            let (truth, oracle) = (given.truth.unwrap_or(&[]), given.oracle.as_ref());
            let noise = oracle.map_or(&[][..], |oracle| oracle.noise);
            let found = dyadic::fresh(given.y, (truth, noise), &said.prediction, given.seed);
            found.map(Measured::exact)
        },
        expected: Some(|_, oracle, said, seed| dyadic::expected(oracle, &said.prediction, seed)),
        cost: |_, targets, _| cost::dyadic(targets),
        ..BLANK
    },
    JointMeasure {
        id: "dyadic-repeated",
        label: "dyadic log likelihood, one label repeated (improper)",
        short: "dyadic (improper)",
        is_density: true,
        size: 2,
        value: |_, given, said| {
            dyadic::repeated(given.y, &said.prediction, given.seed).map(Measured::exact)
        },
        cost: |_, targets, _| cost::dyadic(targets),
        ..BLANK
    },
    JointMeasure {
        id: "variogram",
        label: "variogram score, p = 1",
        short: "variogram",
        better: -1.0,
        size: 2,
        value: |_, given, said| variogram::score(given.y, &said.prediction).map(Measured::exact),
        expected: Some(|_, oracle, said, _| variogram::expected(oracle, &said.prediction)),
        cost: |_, targets, _| cost::variogram(targets),
        ..BLANK
    },
    JointMeasure {
        id: "energy",
        label: "energy score",
        short: "energy",
        better: -1.0,
        size: 1,
        value: |_, given, said| energy::score(given.y, &said.prediction, given.seed),
        cost: |_, targets, _| cost::energy(targets),
        ..BLANK
    },
    JointMeasure {
        id: "variance-quality",
        label: "quality of variances",
        short: "variances",
        needs: &[Need::Pool],
        value: |_, given, said| {
            let value = pearson(said.pool.unwrap_or(&[]), given.oracle_pool.unwrap_or(&[]));
            Ok(Measured { value, error: None })
        },
        ..BLANK
    },
];

/// What most of them have.
const BLANK: JointMeasure = JointMeasure {
    id: "",
    label: "",
    short: "",
    better: 1.0,
    version: 1,
    is_density: false,
    needs: &[],
    size: 0,
    value: |_, _, _| Ok(Measured { value: None, error: None }),
    expected: None,
    cost: |_, _, _| Cost::operations(0.0),
};

/// Mean over random batches of `log N(y; m, S + noise) / size`: proper, and a mixture of marginals and
/// correlations.
const fn joint(
    size: usize,
    id: &'static str,
    label: &'static str,
    short: &'static str,
) -> JointMeasure {
    JointMeasure {
        id,
        label,
        short,
        is_density: true,
        size,
        value: |size, given, said| {
            let batches = random_batches(given.y.len(), size, given.seed)?;
            joint_log_likelihood(given.y, &said.prediction, &batches).map(Measured::exact)
        },
        expected: Some(|size, oracle, said, seed| {
            let batches = random_batches(oracle.len(), size, seed)?;
            expected_joint_log_likelihood(oracle, &said.prediction, &batches)
        }),
        cost: |size, targets, _| cost::joint_log_likelihood(targets, size),
        ..BLANK
    }
}

/// The same of the mixture of the model's draws, for models whose draws are not Gaussian.
const fn drawn(
    size: usize,
    id: &'static str,
    label: &'static str,
    short: &'static str,
) -> JointMeasure {
    JointMeasure {
        id,
        label,
        short,
        is_density: true,
        needs: &[Need::Draws],
        size,
        value: |size, given, said| {
            let batches = random_batches(given.y.len(), size, given.seed)?;
            let none = Matrix::zeros(0, 0);
            let functions = said.draws.unwrap_or(&none);
            draws::joint_log_likelihood(given.y, functions, said.prediction.noise, &batches)
        },
        cost: cost::joint_draws,
        ..BLANK
    }
}
