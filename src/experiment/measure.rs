//! The one table of measures: judging, reports, tables, files and the numbers of lessons follow from its
//! rows.

use crate::error::Result;
use crate::experiment::judge::Evidence;
use crate::metric::{self, Prediction};

/// A number by which models are judged.
pub struct Measure {
    /// Its name in fingerprints, lessons and other programs.
    pub id: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// The same where there is little room.
    pub short: &'static str,
    /// Which way is better: 1 if more is, -1 if less is.
    pub better: f64,
    /// The version of its numbers, which a test that pins them forces up, so that results that were kept
    /// are known to be old.
    pub version: u32,
    /// That of each model; nothing where it is none.
    pub(super) judge: fn(&Evidence) -> Result<Vec<Option<f64>>>,
}

/// All measures of predictions, in the order in which they are written.
pub static MEASURES: [&Measure; 6] =
    [&METACORRELATION, &SPEARMAN, &XLLR, &XLL, &LOG_LIKELIHOOD, &JOINT];

/// Agreement with the oracle's correlations (Wang, Sun & Grosse 2021, section 3.1).
pub static METACORRELATION: Measure = Measure {
    id: "metacorrelation",
    label: "metacorrelation",
    short: "metacorr.",
    better: 1.0,
    version: 1,
    judge: |evidence| Ok(evidence.agreement()?.into_iter().map(|found| found.pearson).collect()),
};

/// The same by ranks.
pub static SPEARMAN: Measure = Measure {
    id: "spearman",
    label: "Spearman",
    short: "Spearman",
    better: 1.0,
    version: 1,
    judge: |evidence| Ok(evidence.agreement()?.into_iter().map(|found| found.spearman).collect()),
};

/// Mean rank by XLL over references, 0 being best.
pub static XLLR: Measure = Measure {
    id: "xllr",
    label: "XLLR",
    short: "XLLR",
    better: -1.0,
    version: 1,
    judge: |evidence| Ok(evidence.cross.xllr.clone()),
};

/// Mean over references of the likelihood of batches, with the reference's marginals.
pub static XLL: Measure = Measure {
    id: "xll",
    label: "XLL",
    short: "XLL",
    better: 1.0,
    version: 1,
    judge: |evidence| Ok(evidence.cross.xll.clone()),
};

/// Mean log density of each target's observation alone.
pub static LOG_LIKELIHOOD: Measure = Measure {
    id: "log-likelihood",
    label: "log likelihood point by point",
    short: "log lik.",
    better: 1.0,
    version: 1,
    judge: |evidence| each(evidence, |y, model, _| metric::marginal_log_likelihood(y, model)),
};

/// Of random batches of them together, per target.
pub static JOINT: Measure = Measure {
    id: "joint",
    label: "log likelihood of random batches",
    short: "of batches",
    better: 1.0,
    version: 1,
    judge: |evidence| each(evidence, metric::joint_log_likelihood),
};

fn each(
    evidence: &Evidence,
    value: fn(&[f64], &Prediction, &metric::Batches) -> Result<f64>,
) -> Result<Vec<Option<f64>>> {
    let models = evidence.predictions.iter();
    models.map(|model| value(evidence.y, model, &evidence.batches).map(Some)).collect()
}

impl Measure {
    /// Its place in [`MEASURES`].
    pub fn place(&self) -> usize {
        let place = MEASURES.iter().position(|measure| measure.id == self.id);
        place.expect("a measure of the table")
    }
}
