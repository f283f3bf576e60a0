//! Marginal uncertainty as an experiment: the posterior of a Gaussian process with its 95% band, and a
//! check of how often such bands hold what they promise.

mod check;
mod picture;

use crate::error::Result;
use crate::experiment::codec::Writer;
use crate::experiment::work::OBSERVED;
use crate::experiment::{Costs, Plan, Unit, Work, to_the_end};
use crate::scenario::Scenario;

pub use check::{Calibration, LEVELS, Tally, levels};
pub use picture::{Picture, picture};

/// How many repetitions one unit does.
pub const UNIT: usize = 2_500;
/// How many functions a first impression rests on.
const GLANCE: usize = 400;

/// The picture with a glance at the check.
pub static PICTURE: Work = Work {
    id: "marginal",
    keys: &[OBSERVED, &["target", "stretch", "repetitions"]],
    version: |_| "1".into(),
    cost: None,
    run: |unit, _, _| {
        let mut out = Writer::default();
        picture(unit.scenario())?.write(&mut out);
        glance(unit.scenario())?.write(&mut out);
        Ok(out.end())
    },
};

/// Some repetitions of the check.
pub static CHECK: Work = Work {
    id: "marginal-check",
    keys: &[OBSERVED, &["target", "stretch"]],
    version: |_| "1".into(),
    cost: None,
    run: |unit, _, tell| {
        let written = |tally: &Tally| {
            let mut out = Writer::default();
            tally.write(&mut out);
            out.end()
        };
        let repetitions = (unit.first, unit.count);
        let tally = check::run(unit.scenario(), repetitions, &mut |share, so_far| {
            tell(share, &|| Some(written(so_far)))
        })?;
        Ok(written(&tally))
    },
};

/// What a scenario's work will take.
pub fn cost(scenario: &Scenario) -> Costs {
    let (each, before) = check::cost(scenario);
    let repetitions = scenario.judging.repetitions;
    Costs {
        first: picture::cost(scenario) + before + each * repetitions.min(GLANCE) as f64,
        further: before * repetitions.div_ceil(UNIT) as f64 + each * repetitions as f64,
    }
}

/// The picture, then the check.
pub fn plan(scenario: &Scenario, _: &[Vec<u8>]) -> Plan {
    let repetitions = scenario.judging.repetitions;
    let picture = Unit::altered(&PICTURE, scenario, (0, 1), |of| {
        of.judging.repetitions = repetitions.min(GLANCE);
    });
    let check = Unit::new(&CHECK, scenario, (0, 0));
    let firsts = (0..repetitions).step_by(UNIT);
    let batches = firsts.map(|first| check.at((first, UNIT.min(repetitions - first))));
    Plan::of([picture].into_iter().chain(batches))
}

/// A first impression of the calibration curve from few functions, quick enough for every frame of
/// a gesture.
pub fn glance(scenario: &Scenario) -> Result<Tally> {
    let few = scenario.judging.repetitions.min(GLANCE);
    check::run(scenario, (0, few), &mut |share, _| to_the_end(share, &|| None))
}
