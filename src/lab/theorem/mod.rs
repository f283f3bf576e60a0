//! Theorem 1: why XLL may judge a candidate's correlations between the marginals of another model.
//!
//! Two Gaussians, p, which generated a batch, and q, a reference's marginals with a candidate's
//! correlations; by sliders, how far they are apart. Around them a cloud of random batches that share all
//! but the mismatch of the marginals, and a search for the worst of these: the gap between what XLL sees
//! and what it should see, against what is known of it.
//!
//! The first unit of work is the beginning of the cloud, then come the rest of it, some cases a unit, and
//! the search, one unit for each mismatch that is searched.

mod case;
mod charts;
mod climb;
mod figure;
mod recipe;
mod report;
mod words;

use crate::cost::Cost;
use crate::error::Result;
use crate::lab::codec::Writer;
use crate::lab::{Costs, Figure, Lab, Part, Tell, Unit};
use crate::scenario::Scenario;

pub use case::{Case, Class, Outcome};
pub use climb::{CLIMBS, climb, mismatch};
pub use recipe::Recipe;

/// How many random cases one unit does: as many as a search, so that all take alike.
const UNIT: usize = climb::TRIES;

/// The lab.
pub struct TheoremLab;

impl Lab for TheoremLab {
    fn name(&self) -> &'static str {
        "theorem"
    }

    fn title(&self) -> &'static str {
        "Theorem 1"
    }

    fn keys(&self) -> &'static [&'static str] {
        &["seed", "xi", "error", "b", "lambda", "cases"]
    }

    fn first_keys(&self) -> &'static [&'static str] {
        &["xi", "error", "b", "lambda"]
    }

    fn cost(&self, scenario: &Scenario) -> Costs {
        let each = cost_of_a_case(scenario.judging.xll_batch);
        let glance = glance(scenario);
        let further = scenario.mismatch.cases - glance + CLIMBS * climb::TRIES;
        // The sliders' own case, and the one that is looked at closely.
        Costs { first: each * (glance + 2) as f64, further: each * further as f64 }
    }

    /// A climb has no cases of its own, and is told by that.
    fn plan(&self, scenario: &Scenario, _: &[Vec<u8>]) -> Vec<Unit> {
        let mut only = Scenario::of_preset(scenario.lab, scenario.lab.preset());
        only.problem.seed = scenario.problem.seed;
        only.judging.xll_batch = scenario.judging.xll_batch;
        only.mismatch.correlations = scenario.mismatch.correlations;
        only.mismatch.eigenvalue = scenario.mismatch.eigenvalue;
        let unit = |first: usize, count: usize| {
            let scenario = only.clone();
            Unit { first, count, scenario, needs: Vec::new(), files: Vec::new() }
        };
        let cloud = stretches(scenario).into_iter().map(|(first, count)| unit(first, count));
        cloud.chain((0..CLIMBS).map(|number| unit(number, 0))).collect()
    }

    fn run(&self, unit: &Unit, tell: Tell) -> Result<Part> {
        let class = Class::of(&unit.scenario);
        let part = |write: &dyn Fn(&mut Writer)| {
            let mut out = Writer::default();
            write(&mut out);
            out.end()
        };
        if unit.count == 0 {
            let found = |tried: usize, worst: &Recipe| {
                part(&|out| {
                    out.number(tried as f64);
                    worst.write(out);
                })
            };
            let worst = climb(&class, unit.first, &mut |tried, so_far| {
                tell(tried as f64 / climb::TRIES as f64, &|| Some(found(tried, so_far)))
            })?;
            return Ok(found(climb::TRIES, &worst));
        }
        let cloud = class.cloud((unit.first, unit.count), &mut |share, so_far| {
            tell(share, &|| Some(part(&|out| case::write(so_far, out))))
        })?;
        Ok(part(&|out| case::write(&cloud, out)))
    }

    fn figure(&self, scenario: &Scenario) -> Box<dyn Figure> {
        Box::new(figure::TheoremFigure::new(scenario))
    }
}

/// The first case and the number of cases of each unit of the cloud.
fn stretches(scenario: &Scenario) -> Vec<(usize, usize)> {
    let (glance, cases) = (glance(scenario), scenario.mismatch.cases);
    let rest = (glance..cases).step_by(UNIT).map(|first| (first, UNIT.min(cases - first)));
    std::iter::once((0, glance)).chain(rest).collect()
}

/// How many cases the first picture shows: few enough for every frame of a gesture.
fn glance(scenario: &Scenario) -> usize {
    (2000 / scenario.judging.xll_batch).clamp(100, 400).min(scenario.mismatch.cases)
}

/// Two eigenvalues, factors and solves of a small matrix, and a good thousand random numbers at most.
fn cost_of_a_case(size: usize) -> Cost {
    let b = size as f64;
    Cost::operations(2500.0 + 1500.0 * b + 8.0 * b * b * b)
}

#[cfg(test)]
mod tests;
