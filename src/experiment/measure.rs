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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{self, Memory, correlation, to_the_end};
    use crate::numeric::hash::Fingerprint;
    use crate::scenario::Link;

    /// Each measure, its version, and the hash of what it says of three models.
    const PINNED: [(&str, u32, u64); MEASURES.len()] = [
        ("metacorrelation", 1, 0x330c_f809_fcbb_9ce8),
        ("spearman", 1, 0x141f_bd33_3899_637b),
        ("xllr", 1, 0x6bf3_5fb5_9d53_2882),
        ("xll", 1, 0xf2c0_37b7_ea67_736b),
        ("log-likelihood", 1, 0x3cf5_c979_6697_5a09),
        ("joint", 1, 0x7cc1_b92d_3415_6b36),
    ];

    #[test]
    fn numbers_that_move_have_a_new_version() {
        let link = "lab=correlation&preset=edge&tasks=0&candidate=oracle&candidate=detuned(2)&\
                    candidate=fourier(7)";
        let scenario = link.parse::<Link>().unwrap().scenario;
        let plan = experiment::plan(&scenario, &[]);
        let part = plan.solve(0, &Memory::default(), &mut to_the_end).unwrap();
        let judged = correlation::codec::read_picture(&scenario, part).unwrap().judged;
        let mut moved = String::new();
        for (measure, pinned) in MEASURES.iter().zip(PINNED) {
            let values = judged.of(measure).iter().map(|value| value.unwrap_or(f64::NAN));
            let hash = Fingerprint::new().floats(&values.collect::<Vec<_>>()).finish();
            let now = (measure.id, measure.version, hash);
            if now != pinned {
                moved += &format!("\n(\"{}\", {}, {hash:#018x}),", measure.id, measure.version);
            }
        }
        assert!(
            moved.is_empty(),
            "raise the version of a measure whose numbers moved, then:{moved}"
        );
    }
}
