//! The units of work, and where those of each model stand in the plan.

use crate::error::Result;
use crate::experiment::correlation::codec::write_judged;
use crate::experiment::correlation::{PICTURE, Training};
use crate::experiment::models::kept::Kept;
use crate::experiment::models::scene::{scene, setting};
use crate::experiment::models::study::{Studied, study};
use crate::experiment::models::{self, part};
use crate::experiment::work::{JUDGED, OBSERVED, PLACES};
use crate::experiment::{
    Fit, Hears, Part, Plan, Tell, Unit, Work, judge, oracle, train, version_of_judging,
};
use crate::model;
use crate::scenario::{Family, Scenario};

/// What is asked, shown and compared of every model.
const ASKED: &[&str] = &["q", "rule", "samples", "compare"];

/// The task, and the exact posterior.
pub static SCENE: Work = Work {
    id: "models-scene",
    keys: &[OBSERVED, PLACES, ASKED],
    version: |_| "1".into(),
    cost: None,
    run: |unit, _, _| Ok(part::write_scene(&scene(unit.scenario())?)),
};

/// What a trained model says where it is asked.
pub static PREDICT: Work = Work {
    id: "models-predict",
    keys: &[OBSERVED, PLACES, &["candidate"]],
    version: |scenario| version_of_judging(1, scenario),
    cost: None,
    run: predict,
};

/// A model examined, given what it says.
pub static STUDY: Work = Work {
    id: "models-study",
    keys: &[OBSERVED, PLACES, ASKED, &["candidate"]],
    version: |scenario| version_of_judging(1, scenario),
    cost: None,
    run: |unit, parts, _| studied(unit, parts),
};

/// All models judged by each other, given the scene and their examinations.
pub static JUDGE: Work = Work {
    id: "models-judge",
    keys: &[OBSERVED, PLACES, JUDGED, &["file"]],
    version: |scenario| version_of_judging(1, scenario),
    cost: None,
    run: |unit, parts, _| judged(unit, parts),
};

/// Where the units of each candidate stand in the plan.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Layout {
    /// For each candidate that is fitted here.
    pub models: Vec<Stages>,
    /// The unit that judges.
    pub judge: Option<usize>,
    /// The units that judge on further functions.
    pub functions: Vec<usize>,
}

/// Where the units of one candidate stand.
#[derive(Debug, Clone, PartialEq)]
pub struct Stages {
    /// Its place among the candidates.
    pub place: usize,
    /// Its training, piece by piece.
    pub training: Vec<usize>,
    /// What it says where it is asked.
    pub said: usize,
    /// Its examination.
    pub whole: usize,
}

impl Stages {
    /// All of them.
    pub fn units(&self) -> Vec<usize> {
        [&self.training[..], &[self.said, self.whole]].concat()
    }
}

impl Layout {
    /// That of a scenario.
    pub fn of(scenario: &Scenario) -> Self {
        laid_out(scenario).1
    }

    /// Which of the models a unit belongs to.
    pub fn model_of(&self, unit: usize) -> Option<usize> {
        self.models.iter().position(|stages| stages.units().contains(&unit))
    }
}

/// All units of a scenario.
pub fn plan(scenario: &Scenario, _: &[Vec<u8>]) -> Plan {
    laid_out(scenario).0
}

fn laid_out(scenario: &Scenario) -> (Plan, Layout) {
    let mut plan = Plan { apart: true, ..Plan::default() };
    let mut layout = Layout::default();
    // All models choose by one rule.
    let one_rule = |of: &mut Scenario| of.asking.rules.truncate(1);
    let unit = |work: &'static Work| Unit::altered(work, scenario, (0, 0), one_rule);
    let first = plan.add(unit(&SCENE), Vec::new());
    for (place, candidate) in models::fitted(scenario) {
        let of_this = |work: &'static Work| {
            Unit::altered(work, scenario, (0, 0), |of| {
                one_rule(of);
                of.models.candidates = vec![train::alone(scenario, candidate)];
            })
        };
        let training = train::units(scenario, candidate, 0).into_iter();
        let training: Vec<usize> =
            training.map(|unit| plan.help(unit, Vec::new(), Hears::Glimpses)).collect();
        let said = plan.help(of_this(&PREDICT), training.clone(), Hears::Nothing);
        let whole = plan.add(of_this(&STUDY), vec![said]);
        let stages = Stages { place, training, said, whole };
        plan.groups.push(stages.units());
        layout.models.push(stages);
    }
    if !layout.models.is_empty() {
        let examined = layout.models.iter().map(|stages| stages.whole);
        let needs = [first].into_iter().chain(examined).collect();
        layout.judge = Some(plan.add(unit(&JUDGE), needs));
    }
    layout.functions = add_functions(scenario, &mut plan);
    (plan, layout)
}

/// Adds the further functions: after all that is shown first, and as the correlation experiment plans them.
fn add_functions(scenario: &Scenario, plan: &mut Plan) -> Vec<usize> {
    let count = models::functions(scenario);
    if count == 0 {
        return Vec::new();
    }
    plan.functions = count;
    let (picture, training) = (Unit::new(&PICTURE, scenario, (0, 0)), Training::of(scenario));
    let mut add = |number: usize| {
        let needs = training.on(plan, number);
        let place = plan.add(picture.at((number, 0)), needs.clone());
        plan.groups.push([&needs[..], &[place]].concat());
        place
    };
    (1..=count).map(&mut add).collect()
}

fn predict(unit: &Unit, parts: &[Part], tell: Tell) -> Result<Part> {
    let scenario = unit.scenario();
    let (task, _, inputs) = setting(scenario)?;
    let model = train::model(scenario, &scenario.models.candidates[0], 0);
    let model = model.expect("files belong to another lab");
    let fitted = train::predict(&*model, parts, (&task.train, &inputs), &mut |share, _| {
        tell(share, &|| None)
    })?;
    Ok(Kept::of(scenario, &task, fitted).part())
}

fn studied(unit: &Unit, parts: &[Part]) -> Result<Part> {
    let scenario = unit.scenario();
    let (task, ..) = setting(scenario)?;
    let own = model::own_prior(&scenario.models.candidates[0], &oracle(scenario), 1);
    Ok(study(scenario, &task, Kept::from_part(&parts[0])?, own.as_ref())?.part())
}

/// The exact posterior is a model among the others.
fn judged(unit: &Unit, parts: &[Part]) -> Result<Part> {
    let scenario = unit.scenario();
    let scene = part::read_scene(&parts[0])?;
    let pool = scene.task.pool.len();
    let oracle = scene.oracle.belief.last(scene.oracle.belief.len());
    let mut fits: Vec<Option<Fit>> = vec![None; scenario.models.candidates.len()];
    for (part, (place, _)) in parts[1..].iter().zip(models::fitted(scenario)) {
        let belief = Studied::of(part, pool)?.belief;
        fits[place] = Some(Fit::sure(belief.last(belief.len())));
    }
    for (fit, candidate) in fits.iter_mut().zip(&scenario.models.candidates) {
        if candidate.kind.family == Family::Oracle {
            *fit = Some(Fit::sure(oracle.clone()));
        }
    }
    let y = scene.task.targets.observed.as_slice();
    Ok(write_judged(&judge(scenario, y, &fits, Some(&oracle))?))
}
