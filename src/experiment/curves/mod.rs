//! Asking over rounds on many tasks (the paper's Figures 3, 11, 13 and 14): rules compared with the oracle
//! choosing, or models compared by what they ask for, and what a model then predicts.
//!
//! A line of the figure is a rule with the model that chooses by it. Each of its units is one task; where the
//! model has to be trained, every batch is a unit of its own ([`ask`]), after the one before. What the oracle
//! predicts is a closed form; any other model that predicts is trained after every batch ([`learn`]). Further ones
//! predict after the last batch only, and rank those that chose ([`table`]).

pub mod ask;
mod cost;
pub mod learn;
pub mod record;
mod summary;
pub mod table;

use crate::acquisition::Rule;
use crate::error::{Error, Result};
use crate::experiment::codec::{Reader, Writer};
use crate::experiment::work::{OBSERVED, PLACES};
use crate::experiment::{
    Memory, Part, Plan, Unit, Work, data, oracle, to_the_end, train, version_of_asking,
};
use crate::model::{Fitted, keep_going};
use crate::numeric::sorted_by;
use crate::scenario::{Candidate, Family, Scenario, Source};
use crate::tal::{self, Run, Settings};
use crate::task::{Task, side_by_side};

pub use ask::{ASK, Asked};
pub use cost::cost;
pub use learn::LEARN;
pub use record::Record;
pub use summary::{Curve, summarise};
pub use table::Shape;

/// One line of the figure on one task: `first` is its number.
pub static CURVE: Work = Work {
    id: "curve",
    keys: &[OBSERVED, PLACES, LINE, &["rounds"]],
    version: |scenario| version_of_asking(4, scenario),
    cost: Some(cost::line),
    run: |unit, parts, _| Ok(write(&run(unit, parts)?)),
};

/// What a line depends on, but for how long it goes on.
const LINE: &[&str] = &["q", "rule", "candidate", "tune"];

/// A rule, and the model that chooses by it.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// How points are chosen.
    pub rule: Rule,
    /// By whose beliefs.
    pub model: Candidate,
}

/// What came of a line on a task.
#[derive(Debug, Clone, PartialEq)]
pub struct Course {
    /// What was asked, and what the oracle then predicted.
    pub run: Run,
    /// What the fits noted by which each batch was chosen, where a model was fitted.
    pub records: Vec<Record>,
}

/// The lines of a scenario: every rule with every model, in the order of the rules. Chance asks no model.
pub fn lines(scenario: &Scenario) -> Vec<Line> {
    let oracle = [oracle_candidate()];
    let own = &scenario.models.candidates[..];
    // Without any model the oracle chooses.
    let models = if own.is_empty() { &oracle } else { own };
    let lines = scenario.asking.rules.iter().flat_map(|&rule| {
        let model = move |model: &Candidate| Line { rule, model: model.clone() };
        let count = if rule == Rule::Random { models.len().min(1) } else { models.len() };
        models.iter().take(count).map(model)
    });
    lines.collect()
}

/// Where the parts that a figure hears stand in the plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Of a line on a task.
    Course {
        /// The task's number.
        task: usize,
        /// The line's.
        line: usize,
    },
    /// What another model than the oracle then predicted.
    Learned {
        /// The task's number.
        task: usize,
        /// The line's.
        line: usize,
        /// After how many batches.
        round: usize,
    },
    /// What one of several models predicted after the last batch.
    Ended {
        /// The task's number.
        task: usize,
        /// The number of the model among all that predict.
        model: usize,
        /// The line's.
        line: usize,
    },
}

impl Place {
    /// What stands at a place; `lines` is how many there are.
    ///
    /// # Panics
    /// If no figure hears of what stands there.
    pub fn of(scenario: &Scenario, lines: usize, at: usize) -> Self {
        Self::find(scenario, lines, at).expect("the place of a part that figures want")
    }

    /// What stands at a place, if a figure hears of it.
    pub fn find(scenario: &Scenario, lines: usize, at: usize) -> Option<Self> {
        let (tasks, rounds) = (tasks(scenario), scenario.asking.rounds + 1);
        let courses = tasks * lines;
        let Some(at) = at.checked_sub(courses) else {
            return Some(Self::Course { task: at / lines, line: at % lines });
        };
        let learned = if learn::is_needed(scenario) { courses * rounds } else { 0 };
        let Some(at) = at.checked_sub(learned) else {
            let (task, line) = (at / rounds / lines, at / rounds % lines);
            return Some(Self::Learned { task, line, round: at % rounds });
        };
        let shape = Shape::of(scenario);
        let (units, rows) = (shape.units(), shape.rows.len());
        if units == 0 || at >= tasks * units {
            return None;
        }
        let (model, line) = (shape.trained[at % units / rows], shape.rows[at % rows]);
        Some(Self::Ended { task: at / units, model, line })
    }
}

/// On how many tasks.
pub fn tasks(scenario: &Scenario) -> usize {
    scenario.judging.tasks.max(1)
}

/// Every line on every task, what another model than the oracle predicts, what further ones predict in the end, then
/// all that these need.
pub fn plan(scenario: &Scenario, files: &[Vec<u8>]) -> Plan {
    if scenario.data.source == Source::Table && tasks(scenario) > 1 {
        return plan_of_splits(scenario, files);
    }
    let mut plan = Plan::default();
    let (tasks, lines) = (tasks(scenario), lines(scenario));
    let units: Vec<Unit> = lines.iter().map(|line| unit(&CURVE, scenario, line)).collect();
    for task in 0..tasks {
        units.iter().for_each(|unit| _ = plan.add(unit.at((task, 0)), Vec::new()));
    }
    if learn::is_needed(scenario) {
        learn::add(&mut plan, scenario, &lines);
    }
    learn::add_ends(&mut plan, scenario, &lines);
    let heard = plan.steps.len();
    plan.groups = vec![Vec::new(); tasks];
    for place in 0..heard {
        let helpers = plan.steps.len();
        let (task, needs) = match Place::of(scenario, lines.len(), place) {
            Place::Course { task, line } => {
                let last = ask::chain(&mut plan, scenario, &lines[line], task);
                (task, last.into_iter().collect())
            }
            Place::Learned { task, round: 0, .. } => {
                (task, data::training(&mut plan, scenario, &scenario.models.predictor, task, &[]))
            }
            Place::Learned { task, line, .. } => {
                (task, after(&mut plan, scenario, (task, line, lines.len()), 0))
            }
            Place::Ended { task, model, line } => {
                (task, after(&mut plan, scenario, (task, line, lines.len()), model))
            }
        };
        plan.steps[place].needs = needs;
        let made = helpers..plan.steps.len();
        plan.groups[task].extend([place].into_iter().chain(made));
    }
    if scenario.data.source == Source::Table {
        // Everything is learned from it.
        let table = data::add_table(&mut plan, scenario, &data::files_of(scenario, files));
        plan.steps[..table].iter_mut().for_each(|step| step.needs.insert(0, table));
    }
    plan
}

/// The same of a table, whose tasks are its splits: each is planned alone, so that it is the same work wherever it is
/// wanted, and then what figures hear stands in the usual order.
fn plan_of_splits(scenario: &Scenario, files: &[Vec<u8>]) -> Plan {
    let alone = |task: usize| plan(&data::of_seed(scenario, task), files);
    let plans: Vec<Plan> = (0..tasks(scenario)).map(alone).collect();
    let lines = lines(scenario).len();
    // Of each unit, which kind of part it is; those of a kind keep their order.
    let mut kinds: Vec<u8> = Vec::new();
    for (task, own) in plans.iter().enumerate() {
        let seed = data::of_seed(scenario, task);
        kinds.extend((0..own.steps.len()).map(|place| match Place::find(&seed, lines, place) {
            Some(Place::Course { .. }) => 0,
            Some(Place::Learned { .. }) => 1,
            Some(Place::Ended { .. }) => 2,
            None => 3,
        }));
    }
    let order = sorted_by((0..kinds.len()).collect(), |place| f64::from(kinds[*place]));
    Plan::join(plans).reordered(&order)
}

/// What a model that predicts after a line's batch needs: what was asked for, and its training, if that was once for all.
fn after(
    plan: &mut Plan,
    scenario: &Scenario,
    (task, line, lines): (usize, usize, usize),
    model: usize,
) -> Vec<usize> {
    let mut needs = vec![task * lines + line];
    let own = scenario.models.predictors().nth(model).cloned();
    if let Some(own) = own.filter(|own| data::learns_once(scenario, own)) {
        needs.extend(data::training(plan, scenario, &own, task, &[]));
    }
    needs
}

/// A unit of a line.
fn unit(work: &'static Work, scenario: &Scenario, line: &Line) -> Unit {
    Unit::altered(work, scenario, (0, 0), |of| {
        of.asking.rules = vec![line.rule];
        of.models.candidates = vec![choosing(scenario, line)];
    })
}

/// The model that chooses; for chance it is the oracle, whoever it was.
fn choosing(scenario: &Scenario, line: &Line) -> Candidate {
    match line.rule {
        Rule::Random => oracle_candidate(),
        _ => train::alone(scenario, &line.model),
    }
}

fn oracle_candidate() -> Candidate {
    "oracle".parse().expect("a known model")
}

/// The line of a unit.
fn line_of(scenario: &Scenario) -> Result<Line> {
    let missing = || Error::missing("the rule or the model of a unit of asking", "");
    let [rule] = scenario.asking.rules[..] else { return Err(missing()) };
    let [model] = &scenario.models.candidates[..] else { return Err(missing()) };
    Ok(Line { rule, model: model.clone() })
}

/// How a line goes about it, for so many rounds.
fn settings(scenario: &Scenario, rule: Rule, task: usize, iterations: usize) -> Settings {
    Settings {
        rule,
        batch_size: scenario.asking.batch_size,
        iterations,
        // A number of its own, so that the random rule's picks differ between tasks.
        seed: u64::from(scenario.problem.seed)
            .wrapping_add((task as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)),
    }
}

fn run(unit: &Unit, parts: &[Part]) -> Result<Course> {
    let (scenario, number) = (unit.scenario(), unit.first);
    let line = line_of(scenario)?;
    let (given, parts) = data::given(scenario, number, parts)?;
    if given.scale.is_some() {
        return on_table(scenario, &line, &given.task, parts);
    }
    let task = given.task;
    let both = side_by_side(&task.pool.inputs, &task.targets.inputs);
    let joint = oracle(scenario).condition(&task.train)?.joint(&both)?;
    let settings = settings(scenario, line.rule, number, scenario.asking.rounds);
    let (pool, targets) = (&task.pool.observed, &task.targets.observed);
    if line.model.kind.family == Family::Oracle {
        let run = tal::run_exact(&joint, pool, targets, settings)?;
        return Ok(Course { run, records: Vec::new() });
    }
    let asked = match parts {
        [last] => ask::read(last)?,
        _ => ask_in_turn(scenario, &line, &task, number)?,
    };
    let run = tal::replay(&joint, pool, targets, (&asked.picks, settings))?;
    Ok(Course { run, records: asked.records })
}

/// What was asked for of a table: there is no oracle to predict anything.
fn on_table(scenario: &Scenario, line: &Line, task: &Task, parts: &[Part]) -> Result<Course> {
    let asked = match parts {
        [last] => ask::read(last)?,
        _ => by_chance(scenario, line, task)?,
    };
    let nothing = Vec::new;
    let run = Run {
        picks: asked.picks,
        log_likelihood: nothing(),
        expected_log_likelihood: nothing(),
        rmse: nothing(),
    };
    Ok(Course { run, records: asked.records })
}

/// All batches of the rule that asks nobody.
fn by_chance(scenario: &Scenario, line: &Line, task: &Task) -> Result<Asked> {
    let mut asked = Asked::default();
    for round in 1..=scenario.asking.rounds {
        let settings = settings(scenario, line.rule, 0, round);
        let missing =
            |_: &_, _: &_| Err(Error::missing("the batches of a model that is trained", ""));
        let picks = tal::ask(task, &asked.picks, settings, missing)?;
        asked.add(picks, None);
    }
    Ok(asked)
}

/// All batches of a model that needs no training.
fn ask_in_turn(scenario: &Scenario, line: &Line, task: &Task, number: usize) -> Result<Asked> {
    let model = train::model(scenario, &line.model, number)
        .ok_or_else(|| Error::missing("the model of a unit of asking", ""))?;
    let mut asked = Asked::default();
    for round in 1..=scenario.asking.rounds {
        let settings = settings(scenario, line.rule, number, round);
        let mut notes = None;
        let picks = tal::ask(task, &asked.picks, settings, |train, inputs| {
            let found: Fitted = model.learn(train, inputs, &mut keep_going)?;
            notes = Some(Record::of(&found));
            Ok(found.posterior)
        })?;
        asked.add(picks, notes);
    }
    Ok(asked)
}

/// All lines on one task, here and now.
///
/// # Errors
/// As [`Plan::solve`].
pub fn courses(scenario: &Scenario, task: usize) -> Result<Vec<Course>> {
    let (plan, lines) = (plan(scenario, &[]), lines(scenario).len());
    let store = Memory::default();
    let course = |line| read(&plan.solve(task * lines + line, &store, &mut to_the_end)?);
    (0..lines).map(course).collect()
}

fn write(course: &Course) -> Part {
    let mut out = Writer::default();
    let Course { run, records } = course;
    write_picks(&run.picks, &mut out);
    [&run.log_likelihood, &run.expected_log_likelihood, &run.rmse]
        .into_iter()
        .for_each(|values| out.list(values));
    record::write_all(records, &mut out);
    out.end()
}

/// What a unit of a line found.
pub fn read(part: &Part) -> Result<Course> {
    part.read(|reader| {
        let picks = read_picks(reader)?;
        let mut list = || Ok::<_, Error>(reader.list()?.to_vec());
        let run =
            Run { picks, log_likelihood: list()?, expected_log_likelihood: list()?, rmse: list()? };
        Ok(Course { run, records: record::read_all(reader)? })
    })
}

fn write_picks(picks: &[Vec<usize>], out: &mut Writer) {
    out.number(picks.len() as f64);
    picks.iter().for_each(|batch| out.indices(batch));
}

fn read_picks(reader: &mut Reader) -> Result<Vec<Vec<usize>>> {
    (0..reader.count()?).map(|_| reader.indices()).collect()
}

#[cfg(test)]
mod tests;
