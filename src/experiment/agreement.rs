//! Models and measures compared on many tasks, as the paper does (sections 5.2 and 5.3): how right each model's
//! correlations are, what every measure says of it, and what its questions are good for. Models that are no
//! references are judged beside the others. Each unit is one task, and needs the models that were trained on it;
//! beside it stands how well each measure tells right from wrong on that task.

mod cost;
mod quantity;
mod relate;

use crate::acquisition::{self, Candidates, Rule};
use crate::error::Result;
use crate::experiment::codec::Writer;
use crate::experiment::correlation::{self, Solved, Training, codec};
use crate::experiment::measure::{self, FURTHER};
use crate::experiment::work::{JUDGED, OBSERVED, PLACES};
use crate::experiment::{
    Costs, Evidence, Judged, Part, Plan, Tell, Unit, Work, at_targets, power, version_of_judging,
};
use crate::metric;
use crate::posterior::Posterior;
use crate::scenario::Scenario;
use crate::tal::expected_log_likelihood;
use crate::task::Task;

pub use quantity::{Quantity, quantities};
pub use relate::{Likeness, Relation, Values, stability};

/// All models on one task: `first` is its number.
pub static COMPARE: Work = Work {
    id: "agreement",
    keys: &[OBSERVED, PLACES, JUDGED, &["add", "q"]],
    version: |scenario| version_of_judging(3, scenario) + &version_of_further(),
    cost: Some(|unit| cost::judging(unit.scenario())),
    run,
};

/// The further measures whose numbers have moved, with their versions: all are taken, and none was named while all
/// were at their first.
fn version_of_further() -> String {
    let moved = FURTHER.iter().filter(|measure| measure.version > 1);
    moved.map(|measure| format!("-{}-{}", measure.id, measure.version)).collect()
}

/// How the models do on one task.
#[derive(Debug, Clone, PartialEq)]
pub struct Compared {
    /// The scores of their predictions, by what labs always show.
    pub judged: Judged,
    /// Mean over references of how many of them do better by XLL, those that do as well counting half: who is
    /// no reference is ranked beside them, and takes no place from any.
    pub rank: Vec<Option<f64>>,
    /// For each of [`FURTHER`], what it says of each model.
    pub further: Vec<Vec<Option<f64>>>,
    /// For each of [`measure::all`], what the oracle expects it to say of each, before any y.
    pub expected: Vec<Vec<Option<f64>>>,
    /// What it expects XLL to be, for each reference.
    pub expected_under: Vec<Vec<f64>>,
    /// The ranks that come of it, as `rank`.
    pub expected_rank: Vec<Option<f64>>,
    /// For each of [`RULES`], what came of asking.
    pub asked: Vec<Answered>,
}

/// What the oracle predicts once it has heard the answers to one batch of each model's questions.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Answered {
    /// Of the targets' y.
    pub log_likelihood: Vec<f64>,
    /// What the oracle then expects that to be.
    pub expected_log_likelihood: Vec<f64>,
}

/// By which rules every model asks.
pub const RULES: [Rule; 2] = [Rule::BatchMig, Rule::Tig];

/// On how many tasks.
pub fn tasks(scenario: &Scenario) -> usize {
    scenario.judging.tasks.max(1)
}

/// One unit for each task, then as many that ask how much each measure tells, then all training.
pub fn plan(scenario: &Scenario, _: &[Vec<u8>]) -> Plan {
    let mut plan = Plan::default();
    let (unit, tasks) = (Unit::new(&COMPARE, scenario, (0, 0)), tasks(scenario));
    (0..tasks).for_each(|task| _ = plan.add(unit.at((task, 0)), Vec::new()));
    let telling = power::unit(scenario);
    (0..tasks).for_each(|task| _ = plan.add(telling.at((task, 0)), Vec::new()));
    let training = Training::of(scenario);
    for number in 0..tasks {
        let helpers = plan.steps.len();
        plan.steps[number].needs = training.on(&mut plan, number);
        let made = helpers..plan.steps.len();
        plan.groups.push([number, tasks + number].into_iter().chain(made).collect());
    }
    plan
}

/// What a scenario's work will take.
pub fn cost(scenario: &Scenario) -> Costs {
    let each = cost::task(scenario);
    let telling = power::cost(scenario) * tasks(scenario) as f64;
    Costs { first: each, further: each * (tasks(scenario) - 1) as f64 + telling }
}

fn run(unit: &Unit, parts: &[Part], tell: Tell) -> Result<Part> {
    let progress = &mut |share: f64, _: crate::model::Look| tell(0.6 * share, &|| None);
    let solved =
        correlation::solve_keeping(unit.scenario(), unit.first, &[], parts, true, progress)?;
    let mut out = Writer::default();
    codec::judged_into(&solved.judged, &mut out);
    let (scenario, y, fits, known) = (unit.scenario(), &solved.y, &solved.fits, solved.known());
    let targets = at_targets(y, fits);
    let evidence = Evidence::of(scenario, y, fits, &targets, known)?;
    for measure in &FURTHER {
        out.optional(&measure.judge(&evidence)?);
    }
    if tell(0.8, &|| None).is_break() {
        return Err(crate::Error::Cancelled);
    }
    for measure in measure::all() {
        out.optional(&measure.expected(&evidence)?);
    }
    evidence.expected_cross()?.iter().for_each(|row| out.plain(row));
    for rule in RULES {
        let Answered { log_likelihood, expected_log_likelihood } = ask(scenario, &solved, rule)?;
        out.plain(&log_likelihood);
        out.plain(&expected_log_likelihood);
    }
    Ok(out.end())
}

/// Lets every model ask for a batch, and tells the oracle the answers.
fn ask(scenario: &Scenario, solved: &Solved, rule: Rule) -> Result<Answered> {
    let Solved { task: Some(task), oracle: Some(exact), fits, .. } = solved else {
        unreachable!("files are no tasks of this experiment")
    };
    let mut answered = Answered::default();
    for fit in fits.iter().flatten() {
        let after = answered_by(scenario, (task, exact), &fit.posterior, rule)?;
        let after = after.last(task.targets.len()).marginals();
        answered.log_likelihood.push(metric::log_likelihood(&task.targets.observed, &after));
        answered.expected_log_likelihood.push(expected_log_likelihood(&after));
    }
    Ok(answered)
}

/// What the oracle believes after a batch that a model chose.
fn answered_by(
    scenario: &Scenario,
    (task, exact): (&Task, &Posterior),
    chooser: &Posterior,
    rule: Rule,
) -> Result<Posterior> {
    let candidates = Candidates::of(chooser, task.pool.len())?;
    let batch = acquisition::select(rule, &candidates, scenario.asking.batch_size, 0)?;
    let seen: Vec<f64> = batch.indices.iter().map(|&pick| task.pool.observed[pick]).collect();
    exact.after_observing(&batch.indices, Some(&seen))
}

/// Mean ranks among references, by rows of XLL.
fn ranks<'a>(judged: &Judged, rows: impl Iterator<Item = &'a [f64]>) -> Vec<Option<f64>> {
    let rows: Vec<&[f64]> = rows.collect();
    let references = &judged.references;
    let is_reference = |at: usize| references.iter().any(|row| row.reference == judged.models[at]);
    let rank = |own: usize| {
        let others = (0..judged.models.len()).filter(|at| *at != own && is_reference(*at));
        let among = |at: usize| at == own || is_reference(at);
        let each = rows.iter().map(|xll| metric::ranks(xll, among)[own]);
        let sum = each.flatten().fold(0.0, |sum, rank| sum + rank);
        (others.count() > 0).then(|| sum / rows.len() as f64)
    };
    (0..judged.models.len()).map(rank).collect()
}

/// What a unit of a task found.
///
/// # Errors
/// [`Error::Unreadable`](crate::Error) for what no such unit wrote.
pub fn read(part: &Part) -> Result<Compared> {
    part.read(|reader| {
        let judged = codec::judged_from(reader)?;
        let models = judged.models.len();
        let mut lists = |count: usize| -> Result<Vec<_>> {
            (0..count).map(|_| reader.optional(models)).collect()
        };
        let (further, expected) = (lists(FURTHER.len())?, lists(measure::all().count())?);
        let rows = judged.references.iter().map(|_| Ok(reader.take(models)?.to_vec()));
        let expected_under = rows.collect::<Result<Vec<Vec<f64>>>>()?;
        let asked = RULES.map(|_| {
            Ok(Answered {
                log_likelihood: reader.take(models)?.to_vec(),
                expected_log_likelihood: reader.take(models)?.to_vec(),
            })
        });
        let asked = asked.into_iter().collect::<Result<_>>()?;
        let observed = judged.references.iter().map(|row| &row.xll[..]);
        let rank = ranks(&judged, observed);
        let expected_rank = ranks(&judged, expected_under.iter().map(|row| &row[..]));
        Ok(Compared { rank, further, expected, expected_under, expected_rank, asked, judged })
    })
}

#[cfg(test)]
mod tests;
