//! Marginal uncertainty: the posterior of a Gaussian process with its 95% band, and a check of how
//! often such bands hold what they promise.

mod charts;
mod check;
mod figure;
mod picture;
mod report;
mod words;

use crate::error::Result;
use crate::lab::codec::Writer;
use crate::lab::{Costs, Figure, Lab, Part, Tell, Unit, to_the_end};
use crate::scenario::{Scenario, TruthSource};

pub use check::{Calibration, LEVELS, Tally, levels};
pub use picture::{Picture, picture};
pub use report::report;
pub use words::{Verdict, description, facts, invitation, longest_notice, notice, verdict};

/// How many repetitions one unit does.
const UNIT: usize = 2_500;
/// How many functions a first impression rests on.
const GLANCE: usize = 400;

/// The lab.
pub struct MarginalLab;

impl Lab for MarginalLab {
    fn name(&self) -> &'static str {
        "marginal"
    }

    fn title(&self) -> &'static str {
        "Marginals"
    }

    fn keys(&self) -> &'static [&'static str] {
        &["preset", "stretch", "kernel", "noise", "truth", "observe", "seed", "repetitions"]
    }

    fn first_keys(&self) -> &'static [&'static str] {
        &["preset", "stretch", "noise"]
    }

    /// A band can only be honest about functions of the kind that it expects.
    fn defaults(&self, scenario: &mut Scenario) {
        scenario.problem.truth = TruthSource::Draw;
    }

    fn cost(&self, scenario: &Scenario) -> Costs {
        let (each, before) = check::cost(scenario);
        let repetitions = scenario.judging.repetitions;
        Costs {
            first: picture::cost(scenario) + before + each * repetitions.min(GLANCE) as f64,
            further: before * repetitions.div_ceil(UNIT) as f64 + each * repetitions as f64,
        }
    }

    /// The picture with a glance at the check, which has no repetitions of its own; then the check.
    fn plan(&self, scenario: &Scenario, _: &[Vec<u8>]) -> Vec<Unit> {
        let mut only = scenario.unchanged();
        only.problem.clone_from(&scenario.problem);
        only.problem.pool = only.problem.preset.pool;
        only.models.stretch = scenario.models.stretch;
        let unit = |first: usize, count: usize| {
            let scenario = only.clone();
            Unit { first, count, scenario, needs: Vec::new(), files: Vec::new() }
        };
        let mut picture = unit(0, 0);
        let repetitions = scenario.judging.repetitions;
        picture.scenario.judging.repetitions = repetitions.min(GLANCE);
        let firsts = (0..repetitions).step_by(UNIT);
        let batches = firsts.map(|first| unit(first, UNIT.min(repetitions - first)));
        [picture].into_iter().chain(batches).collect()
    }

    fn run(&self, unit: &Unit, tell: Tell) -> Result<Part> {
        let mut out = Writer::default();
        if unit.count == 0 {
            picture(&unit.scenario)?.write(&mut out);
            glance(&unit.scenario)?.write(&mut out);
            return Ok(out.end());
        }
        let repetitions = (unit.first, unit.count);
        let tally = check::run(&unit.scenario, repetitions, &mut |share, so_far| {
            tell(share, &|| {
                let mut out = Writer::default();
                so_far.write(&mut out);
                Some(out.end())
            })
        })?;
        tally.write(&mut out);
        Ok(out.end())
    }

    fn figure(&self, scenario: &Scenario) -> Box<dyn Figure> {
        Box::new(figure::MarginalFigure::new(scenario))
    }
}

/// A first impression of the calibration curve from few functions, quick enough for every frame of
/// a gesture.
pub fn glance(scenario: &Scenario) -> Result<Tally> {
    let few = scenario.judging.repetitions.min(GLANCE);
    check::run(scenario, (0, few), &mut |share, _| to_the_end(share, &|| None))
}
