//! The units of work: the scene, pieces of fits, what joins them, and what judges all.

use crate::error::{Error, Result};
use crate::lab::correlation::codec::write_judged;
use crate::lab::correlation::fit::{Fit, task_seed};
use crate::lab::correlation::judge;
use crate::lab::models::kept::Kept;
use crate::lab::models::scene::{scene, setting};
use crate::lab::models::study::{Studied, study};
use crate::lab::models::{self, part};
use crate::lab::{Part, Tell, Unit};
use crate::model::{self, Look, Model, Trained, keep_going};
use crate::numeric::Matrix;
use crate::scenario::{Candidate, Scenario};
use crate::task::Task;

/// What a unit does; units that need nothing are told apart by how many pieces they do.
enum Stage {
    Scene,
    Piece(usize),
    Join,
    Judge,
}

impl Stage {
    fn of(unit: &Unit) -> Self {
        match (unit.needs.is_empty(), unit.count) {
            (true, 0) => Self::Scene,
            (true, _) => Self::Piece(unit.first),
            (false, 0) => Self::Join,
            (false, _) => Self::Judge,
        }
    }
}

/// Where the units of each candidate stand in the plan.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// For each candidate that is fitted here, its place among the candidates, the units of its
    /// pieces, and the unit that examines the whole.
    pub models: Vec<(usize, Vec<usize>, usize)>,
    /// The unit that judges.
    pub judge: Option<usize>,
}

impl Plan {
    /// That of a scenario.
    pub fn of(scenario: &Scenario) -> Self {
        let mut next = 1;
        let mut models = Vec::new();
        for (place, candidate) in models::fitted(scenario) {
            let count = pieces(scenario, candidate);
            let whole = next + count;
            models.push((place, (next..whole).collect(), whole));
            next = whole + 1;
        }
        let judge = (!models.is_empty()).then_some(next);
        Self { models, judge }
    }

    /// Which of the models a unit belongs to.
    pub fn model_of(&self, unit: usize) -> Option<usize> {
        self.models.iter().position(|(_, pieces, whole)| *whole == unit || pieces.contains(&unit))
    }
}

fn pieces(scenario: &Scenario, candidate: &Candidate) -> usize {
    model::build(candidate, &models::process(scenario), 1, 0)
        .map_or(1, |model| model.pieces().max(1))
}

/// All units of a scenario.
pub fn plan(scenario: &Scenario) -> Vec<Unit> {
    let mut alone = scenario.unchanged();
    alone.problem.clone_from(&scenario.problem);
    alone.asking.clone_from(&scenario.asking);
    alone.asking.own = None;
    alone.asking.rules.truncate(1);
    alone.models.samples = scenario.models.samples;
    alone.models.candidates.clear();
    alone.judging.pairs = scenario.judging.pairs;
    alone.settle();
    let unit = |first, count, scenario: &Scenario, needs| {
        let (scenario, files) = (scenario.clone(), Vec::new());
        Unit { first, count, scenario, needs, files }
    };
    let plan = Plan::of(scenario);
    let mut units = vec![unit(0, 0, &alone, Vec::new())];
    // Whoever learns knows the problem, but not what will be asked for.
    let mut learner = scenario.unchanged();
    learner.problem.clone_from(&scenario.problem);
    learner.asking.batch_size = 1;
    learner.settle();
    for (place, pieces, _) in &plan.models {
        let candidate = &scenario.models.candidates[*place];
        // Neither its name nor whether it judges others changes what it learns.
        learner.models.candidates =
            vec![Candidate { name: None, is_reference: true, ..candidate.clone() }];
        let count = pieces.len();
        units.extend((0..count).map(|piece| unit(piece, 1, &learner, Vec::new())));
        let mut whole = alone.clone();
        whole.models.candidates.clone_from(&learner.models.candidates);
        units.push(unit(0, 0, &whole, (1..=count).rev().collect()));
    }
    if let Some(judge) = plan.judge {
        let mut all = alone;
        all.models.candidates.clone_from(&scenario.models.candidates);
        all.models.candidates.iter_mut().for_each(|candidate| candidate.name = None);
        all.data.files.clone_from(&scenario.data.files);
        all.judging.clone_from(&scenario.judging);
        let needed = [0].into_iter().chain(plan.models.iter().map(|(_, _, whole)| *whole));
        units.push(unit(0, 1, &all, needed.map(|need| judge - need).collect()));
    }
    units
}

/// Does one of them.
pub fn run(unit: &Unit, tell: Tell) -> Result<Part> {
    let scenario = &unit.scenario;
    match Stage::of(unit) {
        Stage::Scene => Ok(part::write_scene(&scene(scenario)?)),
        Stage::Piece(index) => {
            let (_, model) = built(scenario)?;
            let (task, _, inputs) = setting(scenario)?;
            let progress = &mut |share: f64, look: Look| {
                tell(share, &|| look().map(|glimpse| part::write_glimpse(&glimpse)))
            };
            if model.pieces() <= 1 {
                // What thousands of functions have in common is less than they are.
                let fitted = model.learn(&task.train, &inputs, progress)?;
                return Ok(Kept::of(scenario, &task, fitted).part());
            }
            let trained =
                model.train(index, model::Fit { train: &task.train, inputs: &inputs, progress })?;
            Ok(part::write_piece(&seen(&*model, trained, &task, &inputs)?))
        }
        Stage::Join => {
            let (candidate, model) = built(scenario)?;
            let (task, _, inputs) = setting(scenario)?;
            let kept = match &unit.parts()?[..] {
                [whole] => Kept::from_part(whole)?,
                pieces => {
                    let trained = |part: &Part| Ok(part::read_piece(part)?.trained);
                    let trained = pieces.iter().map(trained).collect::<Result<Vec<_>>>()?;
                    let progress = &mut |share: f64, _: Look| tell(share, &|| None);
                    let fit = model::Fit { train: &task.train, inputs: &inputs, progress };
                    Kept::of(scenario, &task, model.predict(&trained, fit)?)
                }
            };
            let own = model::own_prior(candidate, &models::process(scenario), 1);
            Ok(study(scenario, &task, kept, own.as_ref())?.part())
        }
        Stage::Judge => judged(unit),
    }
}

/// A piece, and what it says along the x axis.
fn seen(model: &dyn Model, trained: Trained, task: &Task, inputs: &Matrix) -> Result<part::Piece> {
    let along = inputs.columns(0, models::CURVE).into_owned();
    let fit = model::Fit { train: &task.train, inputs: &along, progress: &mut keep_going };
    let fitted = model.predict(std::slice::from_ref(&trained), fit)?;
    let functions = fitted.functions.unwrap_or_else(|| Matrix::zeros(models::CURVE, 0));
    Ok(part::Piece { trained, functions, noise: fitted.posterior.noise[0] })
}

/// The only candidate, and its model.
fn built(scenario: &Scenario) -> Result<(&Candidate, Box<dyn Model>)> {
    let missing = || Error::value("a unit of work", "no model", "given one");
    let candidate = scenario.models.candidates.first().ok_or_else(missing)?;
    let seed = task_seed(scenario, 0);
    let model = model::build(candidate, &models::process(scenario), 1, seed);
    Ok((candidate, model.ok_or_else(missing)?))
}

/// The exact posterior comes first, as a model among the others, then they do.
fn judged(unit: &Unit) -> Result<Part> {
    let scenario = &unit.scenario;
    let parts = unit.parts()?;
    let (first, rest) = parts.split_first().expect("a judge needs the scene");
    let scene = part::read_scene(first)?;
    let pool = scene.task.pool.len();
    let oracle = scene.oracle.belief.last(scene.oracle.belief.len());
    let mut fits: Vec<Option<Fit>> = vec![None; scenario.models.candidates.len()];
    for (part, (place, ..)) in rest.iter().zip(Plan::of(scenario).models) {
        let belief = Studied::of(part, pool)?.belief;
        let posterior = belief.last(belief.len());
        fits[place] = Some(Fit { posterior, skipped: 0 });
    }
    for (fit, candidate) in fits.iter_mut().zip(&scenario.models.candidates) {
        if candidate.kind.family == crate::scenario::Family::Oracle {
            *fit = Some(Fit { posterior: oracle.clone(), skipped: 0 });
        }
    }
    let y = scene.task.targets.observed.as_slice();
    Ok(write_judged(&judge(scenario, y, &fits, Some(&oracle))?))
}
