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
mod climb;
mod recipe;

use crate::cost::Cost;
use crate::error::Result;
use crate::experiment::codec::Writer;
use crate::experiment::{Costs, Part, Plan, Tell, Unit, Work};
use crate::scenario::Scenario;

pub use case::{Case, Class, Outcome, read as read_cases};
pub use climb::{CLIMBS, climb, mismatch};
pub use recipe::Recipe;

/// How many random cases one unit does: as many as a search, so that all take alike.
const UNIT: usize = climb::TRIES;

/// What all cases have in common; not the mismatch of the batch that is shown, on which none depends.
const KEYS: &[&[&str]] = &[&["seed", "b", "error", "lambda"]];

/// A stretch of the cloud.
pub static CLOUD: Work = Work {
    id: "theorem-cloud",
    keys: KEYS,
    version: |_| "1".into(),
    cost: None,
    run: |unit, _, tell| {
        let written = |outcomes: &[Outcome]| part(&|out| case::write(outcomes, out));
        let cloud = Class::of(unit.scenario())
            .cloud((unit.first, unit.count), &mut |share, so_far| {
                tell(share, &|| Some(written(so_far)))
            })?;
        Ok(written(&cloud))
    },
};

/// A search for the worst case.
pub static CLIMB: Work = Work {
    id: "theorem-climb",
    keys: KEYS,
    version: |_| "1".into(),
    cost: None,
    run: |unit, _, tell| climbed(unit, tell),
};

fn climbed(unit: &Unit, tell: Tell) -> Result<Part> {
    let found = |tried: usize, worst: &Recipe| {
        part(&|out| {
            out.number(tried as f64);
            worst.write(out);
        })
    };
    let class = Class::of(unit.scenario());
    let worst = climb(&class, unit.first, &mut |tried, so_far| {
        tell(tried as f64 / climb::TRIES as f64, &|| Some(found(tried, so_far)))
    })?;
    Ok(found(climb::TRIES, &worst))
}

fn part(write: &dyn Fn(&mut Writer)) -> Part {
    let mut out = Writer::default();
    write(&mut out);
    out.end()
}

/// What a scenario's work will take.
pub fn cost(scenario: &Scenario) -> Costs {
    let each = cost_of_a_case(scenario.judging.xll_batch);
    let glance = glance(scenario);
    let further = scenario.mismatch.cases - glance + CLIMBS * climb::TRIES;
    // The sliders' own case, and the one that is looked at closely.
    Costs { first: each * (glance + 2) as f64, further: each * further as f64 }
}

/// The cloud, then the searches.
pub fn plan(scenario: &Scenario, _: &[Vec<u8>]) -> Plan {
    let [cloud, climb] = [&CLOUD, &CLIMB].map(|work| Unit::new(work, scenario, (0, 0)));
    let clouds = stretches(scenario).into_iter().map(|place| cloud.at(place));
    Plan::of(clouds.chain((0..CLIMBS).map(|number| climb.at((number, 0)))))
}

/// The first case and the number of cases of each unit of the cloud.
pub fn stretches(scenario: &Scenario) -> Vec<(usize, usize)> {
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
