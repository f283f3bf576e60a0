//! The search for the best batch: work of its own, shared by several units, that depends on nothing but
//! where things are. What is observed there, and who asks, changes no batch's information.

use super::solve::outcome;
use super::{Outcome, Toy};
use crate::acquisition::{
    Candidates, MOST_BATCHES, batches, best_by_exchange, best_of_all, set_information,
};
use crate::error::{Error, Result};
use crate::experiment::codec::{Reader, Writer};
use crate::experiment::work::PLACES;
use crate::experiment::{Part, Tell, Unit, Work, oracle};
use crate::numeric::{Vector, sorted_by};
use crate::scenario::Scenario;
use crate::task::{Points, line, side_by_side};

/// The best batch, or the best that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Best {
    /// Its points of the pool, in the pool's order.
    pub indices: Vec<usize>,
    /// What comes of it.
    pub outcome: Outcome,
    /// Whether all batches were looked at.
    pub proven: bool,
}

/// What a share of the search found.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    indices: Vec<usize>,
    information: f64,
}

/// How many units share the search where it is long.
const SHARES: usize = 8;
/// Fewer batches are looked at by one unit.
const FEW: f64 = 1e6;

/// Whether all batches are looked at.
pub fn proves(scenario: &Scenario) -> bool {
    count(scenario) <= MOST_BATCHES
}

/// How many batches there are.
pub fn count(scenario: &Scenario) -> f64 {
    batches(scenario.problem.pool.count, scenario.asking.batch_size)
}

/// A share of it.
pub static SEARCH: Work = Work {
    id: "toy-search",
    keys: &[&["kernel", "noise", "point"], PLACES, &["q"]],
    version: |_| "1".into(),
    cost: None,
    run: |unit, _, tell| run(unit, tell),
};

/// How many units share the search.
pub fn shares(scenario: &Scenario) -> usize {
    if count(scenario) < FEW { 1 } else { SHARES }
}

/// The units of the search, numbered from 1.
pub fn plan(scenario: &Scenario) -> Vec<Unit> {
    let shares = shares(scenario);
    let unit = Unit::altered(&SEARCH, scenario, (1, shares), |of| {
        of.problem.points.iter_mut().for_each(|point| point.y = None);
    });
    (1..=shares).map(|first| unit.at((first, shares))).collect()
}

/// Does a share of the search.
fn run(unit: &Unit, tell: Tell) -> Result<Part> {
    let (scenario, size) = (unit.scenario(), unit.scenario().asking.batch_size);
    let problem = &scenario.problem;
    let inputs = line(problem.points.iter().map(|point| point.x));
    let unknown = Vector::zeros(inputs.ncols());
    let train = Points { inputs, truth: unknown.clone(), observed: unknown };
    let targets = line(problem.targets.iter().flat_map(|region| region.points()));
    let both = side_by_side(&line(problem.pool.points()), &targets);
    let joint = oracle(scenario).condition(&train)?.joint(&both)?;
    let candidates = Candidates::of(&joint, problem.pool.count)?;
    let share = (unit.first - 1, unit.count);
    let mut hear = |done: f64| tell(done, &|| None);
    let search = if proves(scenario) { best_of_all } else { best_by_exchange };
    let mut out = Writer::default();
    if let Some(indices) = search(&candidates, size, share, &mut hear)? {
        out.number(set_information(&candidates, &indices)?);
        out.indices(&indices);
    }
    Ok(out.end())
}

/// What a share of the search found: nothing, if it holds no batch.
pub fn read(scenario: &Scenario, part: &Part) -> Result<Option<Found>> {
    if part.0.is_empty() {
        return Ok(None);
    }
    let mut reader = Reader(&part.0);
    let (information, indices) = (reader.number()?, reader.indices()?);
    let pool = scenario.problem.pool.count;
    if indices.len() != scenario.asking.batch_size || indices.iter().any(|&i| i >= pool) {
        return Err(Error::value("a part", format!("a batch {indices:?}"), "written by run"));
    }
    reader.end(Some(Found { indices, information }))
}

impl Best {
    /// The best of what all shares found. What a rule or the learner asked counts too: a search that is
    /// not over all batches may miss it, and one that is may differ from it by rounding.
    pub fn of(toy: &Toy, found: &[Option<Found>]) -> Result<Option<Self>> {
        let (scenario, size) = (&toy.scenario, toy.steps());
        let asked = toy.shown().filter(|panel| panel.batch.indices.len() >= size).map(|panel| {
            let asked = panel.batch.indices[..size].to_vec();
            let indices = sorted_by(asked, |point| *point as f64);
            Found { indices, information: panel.results[size].information }
        });
        let all = found.iter().flatten().cloned().chain(asked);
        // Of equals the first in the pool's order, whoever found it.
        let better = |a: &Found, b: &Found| {
            a.information.total_cmp(&b.information).then_with(|| b.indices.cmp(&a.indices))
        };
        let Some(Found { indices, information }) = all.max_by(better) else { return Ok(None) };
        let outcome = outcome(&toy.task, &oracle(scenario), &indices, information)?;
        Ok(Some(Self { indices, outcome, proven: proves(scenario) }))
    }
}
