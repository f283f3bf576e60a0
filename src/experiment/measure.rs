//! The one table of measures: judging, reports, tables, files and the numbers of lessons follow from its
//! rows.

use crate::error::Result;
use crate::experiment::judge::Evidence;
use crate::metric::{self, Batches, JOINT_MEASURES, JointMeasure, Need, Prediction};

/// A number by which models are judged.
#[derive(Clone, Copy)]
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
    /// Whether it is a log density for each target, which follows the unit of what is observed.
    pub is_density: bool,
    how: How,
}

/// How a measure is taken.
#[derive(Clone, Copy)]
enum How {
    /// Of all models together: what it is, and what the oracle expects it to be.
    Together(fn(&Evidence) -> Result<Vec<Option<f64>>>, fn(&Evidence) -> Result<Vec<Option<f64>>>),
    /// Of each alone, by batches of the scenario's size: what it is, and what the oracle expects it to be.
    Each(
        fn(&[f64], &Prediction, &Batches) -> Result<f64>,
        fn(&Prediction, &Prediction, &Batches) -> Result<f64>,
    ),
    /// As the engine takes it.
    Alone(JointMeasure),
}

/// What labs always judge by, in the order in which it is written.
pub static MEASURES: [&Measure; 6] =
    [&METACORRELATION, &SPEARMAN, &XLLR, &XLL, &LOG_LIKELIHOOD, &JOINT];

/// Agreement with the oracle's correlations (Wang, Sun & Grosse 2021, section 3.1).
pub static METACORRELATION: Measure = Measure {
    id: "metacorrelation",
    label: "metacorrelation",
    short: "metacorr.",
    better: 1.0,
    version: 1,
    is_density: false,
    how: How::Together(
        |evidence| Ok(evidence.agreement()?.iter().map(|found| found.pearson).collect()),
        nothing,
    ),
};

/// The same by ranks.
pub static SPEARMAN: Measure = Measure {
    id: "spearman",
    label: "Spearman",
    short: "Spearman",
    better: 1.0,
    version: 1,
    is_density: false,
    how: How::Together(
        |evidence| Ok(evidence.agreement()?.iter().map(|found| found.spearman).collect()),
        nothing,
    ),
};

/// Mean rank by XLL over references, 0 being best.
pub static XLLR: Measure = Measure {
    id: "xllr",
    label: "XLLR",
    short: "XLLR",
    better: -1.0,
    version: 1,
    is_density: false,
    how: How::Together(
        |evidence| Ok(evidence.cross()?.xllr.clone()),
        |evidence| {
            let rows = evidence.expected_cross()?.iter();
            Ok(mean_of(evidence, rows.map(|row| metric::ranks(row, |_| true)).collect()))
        },
    ),
};

/// Mean over references of the likelihood of batches, with the reference's marginals.
pub static XLL: Measure = Measure {
    id: "xll",
    label: "XLL",
    short: "XLL",
    better: 1.0,
    version: 1,
    is_density: true,
    how: How::Together(
        |evidence| Ok(evidence.cross()?.xll.clone()),
        |evidence| {
            let rows = evidence.expected_cross()?.iter();
            Ok(mean_of(evidence, rows.map(|row| row.iter().copied().map(Some).collect()).collect()))
        },
    ),
};

/// What depends on no y is not expected, but known.
fn nothing(evidence: &Evidence) -> Result<Vec<Option<f64>>> {
    Ok(vec![None; evidence.fits.len()])
}

/// The mean over references of what each says of every model; nothing without any.
fn mean_of(evidence: &Evidence, rows: Vec<Vec<Option<f64>>>) -> Vec<Option<f64>> {
    let mean = |model: usize| {
        let values: Vec<f64> = rows.iter().filter_map(|row| row[model]).collect();
        let sum = values.iter().fold(0.0, |sum, value| sum + value);
        (!values.is_empty()).then(|| sum / values.len() as f64)
    };
    (0..evidence.fits.len()).map(mean).collect()
}

/// Mean log density of each target's observation alone.
pub static LOG_LIKELIHOOD: Measure = Measure {
    id: "log-likelihood",
    label: "log likelihood point by point",
    short: "log lik.",
    better: 1.0,
    version: 1,
    is_density: true,
    how: How::Each(
        |y, model, _| metric::marginal_log_likelihood(y, model),
        |oracle, model, _| {
            let alone = Batches { size: 1, indices: (0..oracle.len()).collect() };
            metric::expected_joint_log_likelihood(oracle, model, &alone)
        },
    ),
};

/// Of random batches of them together, per target.
pub static JOINT: Measure = Measure {
    id: "joint",
    label: "log likelihood of random batches",
    short: "of batches",
    better: 1.0,
    version: 1,
    is_density: true,
    how: How::Each(metric::joint_log_likelihood, metric::expected_joint_log_likelihood),
};

/// What is judged only where it is asked for: all of the engine's measures of joint predictions.
pub static FURTHER: [Measure; JOINT_MEASURES.len()] = {
    let mut all = [of_engine(&JOINT_MEASURES[0]); JOINT_MEASURES.len()];
    let mut at = 0;
    while at < all.len() {
        all[at] = of_engine(&JOINT_MEASURES[at]);
        at += 1;
    }
    all
};

const fn of_engine(measure: &JointMeasure) -> Measure {
    let JointMeasure { id, label, short, better, version, is_density, .. } = *measure;
    Measure { id, label, short, better, version, is_density, how: How::Alone(*measure) }
}

/// Every measure: what labs always judge by, then what is asked for.
pub fn all() -> impl Iterator<Item = &'static Measure> {
    MEASURES.into_iter().chain(&FURTHER)
}

/// The measure with that id.
pub fn find(id: &str) -> Option<&'static Measure> {
    all().find(|measure| measure.id == id)
}

impl Measure {
    /// What it says of each model; nothing where it cannot be taken.
    pub(super) fn judge(&self, evidence: &Evidence) -> Result<Vec<Option<f64>>> {
        match &self.how {
            How::Together(judge, _) => judge(evidence),
            How::Each(value, _) => {
                let models = evidence.predictions.iter();
                models.map(|model| value(evidence.y, model, &evidence.batches).map(Some)).collect()
            }
            How::Alone(measure) => {
                evidence.alone(&|given, said| match measure.lacks(given, said) {
                    Some(_) => Ok(None),
                    None => Ok(measure.value(given, said)?.value),
                })
            }
        }
    }

    /// What the oracle expects it to say of each, before any y: a model that is right has the best. Nothing where
    /// that has no closed form, or where there is no oracle.
    pub(super) fn expected(&self, evidence: &Evidence) -> Result<Vec<Option<f64>>> {
        match &self.how {
            How::Together(_, expected) => expected(evidence),
            How::Each(_, expected) => evidence.alone(&|given, said| {
                let of = |oracle| expected(oracle, &said.prediction, &evidence.batches);
                given.oracle.as_ref().map(of).transpose()
            }),
            How::Alone(measure) => evidence.alone(&|given, said| measure.expected(given, said)),
        }
    }

    /// Whether it needs draws of the models.
    pub fn needs_draws(&self) -> bool {
        matches!(&self.how, How::Alone(measure) if measure.needs.contains(&Need::Draws))
    }

    /// Its place in [`MEASURES`].
    pub fn place(&self) -> usize {
        let place = MEASURES.iter().position(|measure| measure.id == self.id);
        place.expect("a measure of the table")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{self, Evidence, Memory, at_targets, correlation, to_the_end};
    use crate::model::keep_going;
    use crate::numeric::hash::Fingerprint;
    use crate::scenario::Link;

    /// Each measure, its version, and the hash of what it says of three models.
    const PINNED: [(&str, u32, u64); MEASURES.len() + FURTHER.len()] = [
        ("metacorrelation", 1, 0x330c_f809_fcbb_9ce8),
        ("spearman", 1, 0x141f_bd33_3899_637b),
        ("xllr", 1, 0x6bf3_5fb5_9d53_2882),
        ("xll", 1, 0xf2c0_37b7_ea67_736b),
        ("log-likelihood", 1, 0x3cf5_c979_6697_5a09),
        ("joint", 1, 0x7cc1_b92d_3415_6b36),
        ("joint-2", 1, 0xca9b_d804_cf0e_ea1e),
        ("joint-5", 1, 0x044a_d1fa_debe_c26f),
        ("joint-10", 1, 0xb6cf_138f_c9d3_5d96),
        ("joint-20", 1, 0xf19b_b2a2_e0f3_4fcd),
        ("joint-draws-2", 1, 0xd2c7_0211_1dc7_b969),
        ("joint-draws-5", 1, 0x7034_1933_1573_4a23),
        ("joint-draws-10", 1, 0x2c4c_2039_b970_1770),
        ("joint-draws-20", 1, 0xc244_686f_b6a7_b83e),
        ("dyadic", 1, 0x124e_5a07_90cb_068b),
        ("dyadic-repeated", 1, 0xba0f_25a5_ce31_6eea),
        ("variogram", 1, 0x49b2_05f5_a517_f266),
        ("energy", 1, 0x1226_b3ac_5ba4_a584),
        ("variance-quality", 1, 0xf026_cd35_953c_70b1),
    ];

    /// What the further ones say, and what is expected of them.
    fn further() -> Vec<Vec<Option<f64>>> {
        let link = "lab=agreement&task=benchmark&d=1&candidate=oracle&candidate=detuned(2)&\
                    candidate=independent";
        let scenario = link.parse::<Link>().unwrap().scenario;
        let mut solved = correlation::solve(&scenario, 0, &[], &[], &mut keep_going).unwrap();
        for fit in solved.fits.iter_mut().flatten() {
            fit.draws = Some(fit.posterior.last(solved.y.len()).samples(30, 1).unwrap());
        }
        let targets = at_targets(&solved.y, &solved.fits);
        let (y, fits) = (&solved.y, &solved.fits);
        let evidence = Evidence::of(&scenario, y, fits, &targets, solved.known()).unwrap();
        let both = FURTHER.iter().map(|measure| {
            let values = measure.judge(&evidence).unwrap();
            assert!(values.iter().all(Option::is_some), "{}: {values:?}", measure.id);
            [values, measure.expected(&evidence).unwrap()].concat()
        });
        both.collect()
    }

    #[test]
    fn numbers_that_move_have_a_new_version() {
        let link = "lab=correlation&preset=edge&tasks=0&candidate=oracle&candidate=detuned(2)&\
                    candidate=fourier(7)";
        let scenario = link.parse::<Link>().unwrap().scenario;
        let plan = experiment::plan(&scenario, &[]);
        let part = plan.solve(0, &Memory::default(), &mut to_the_end).unwrap();
        let judged = correlation::codec::read_picture(&scenario, part).unwrap().judged;
        let further = further();
        let further = FURTHER.iter().zip(further.iter().map(|values| &values[..]));
        let always = MEASURES.into_iter().map(|measure| (measure, judged.of(measure)));
        let mut moved = String::new();
        for ((measure, values), pinned) in always.chain(further).zip(PINNED) {
            let values = values.iter().map(|value| value.unwrap_or(f64::NAN));
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
