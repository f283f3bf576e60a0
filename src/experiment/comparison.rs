//! Models compared on many tasks, as the paper does (section 5.2): how right their correlations are, how
//! likely these make what was observed, and what they are good for. Models that are no references are judged
//! beside the others. Each unit is one task, and needs the models that were trained on it.

use crate::acquisition::{self, Candidates, Rule};
use crate::cost::Cost;
use crate::error::Result;
use crate::experiment::codec::Writer;
use crate::experiment::correlation::{self, Solved, codec};
use crate::experiment::work::{JUDGED, OBSERVED, PLACES};
use crate::experiment::{Costs, Judged, Part, Plan, Tell, Unit, Work, version_of_judging};
use crate::metric;
use crate::scenario::Scenario;
use crate::tal::expected_log_likelihood;

/// All models on one task: `first` is its number.
pub static COMPARE: Work = Work {
    id: "comparison",
    keys: &[OBSERVED, PLACES, JUDGED, &["q"]],
    version: |scenario| version_of_judging(1, scenario),
    cost: Some(|unit| cost_of_judging(unit.scenario())),
    run,
};

/// How the models do on one task.
#[derive(Debug, Clone, PartialEq)]
pub struct Compared {
    /// The scores of their predictions.
    pub judged: Judged,
    /// Mean over references of how many of them do better by XLL, those that do as well counting half: who is
    /// no reference is ranked beside them, and takes no place from any.
    pub rank: Vec<Option<f64>>,
    /// Of the targets' y under the oracle, once it has seen what each model asked for by BatchMIG.
    pub log_likelihood: Vec<f64>,
    /// What the oracle then expects that to be.
    pub expected_log_likelihood: Vec<f64>,
}

/// One unit for each task, then all training.
pub fn plan(scenario: &Scenario, _: &[Vec<u8>]) -> Plan {
    let mut plan = Plan::default();
    let unit = Unit::new(&COMPARE, scenario, (0, 0));
    let tasks = scenario.judging.tasks.max(1);
    (0..tasks).for_each(|task| _ = plan.add(unit.at((task, 0)), Vec::new()));
    for number in 0..tasks {
        let needs = correlation::training(&mut plan, scenario, number);
        plan.groups.push([&[number], &needs[..]].concat());
        plan.steps[number].needs = needs;
    }
    plan
}

/// What a scenario's work will take.
pub fn cost(scenario: &Scenario) -> Costs {
    let each = correlation::cost_of_a_task(scenario) + asking(scenario);
    Costs { first: each, further: each * (scenario.judging.tasks.max(1) - 1) as f64 }
}

/// A task, once all models are trained.
fn cost_of_judging(scenario: &Scenario) -> Cost {
    correlation::cost_of_judging(scenario) + asking(scenario)
}

/// Every model asks once.
fn asking(scenario: &Scenario) -> Cost {
    let sizes = scenario.sizes();
    let asking =
        acquisition::cost(Rule::BatchMig, sizes.pool, sizes.targets, scenario.asking.batch_size)
            + Cost::operations(
                ((sizes.pool + sizes.targets) * (sizes.pool + sizes.targets)) as f64,
            );
    let models = scenario.models.candidates.len() as f64;
    asking * models
}

fn run(unit: &Unit, parts: &[Part], tell: Tell) -> Result<Part> {
    let solved = correlation::solve(unit.scenario(), unit.first, &[], parts, &mut |share, _| {
        tell(share, &|| None)
    })?;
    let compared = compare(unit.scenario(), solved)?;
    let mut out = Writer::default();
    codec::judged_into(&compared.judged, &mut out);
    out.plain(&compared.log_likelihood);
    out.plain(&compared.expected_log_likelihood);
    Ok(out.end())
}

/// Lets every model ask, and tells the oracle the answers.
fn compare(scenario: &Scenario, solved: Solved) -> Result<Compared> {
    let Solved { task, oracle, fits, judged, .. } = solved;
    let (Some(task), Some(exact)) = (task, oracle) else {
        unreachable!("files are no tasks of this experiment")
    };
    let targets = &task.targets.observed;
    let (mut log_likelihood, mut expected) = (Vec::new(), Vec::new());
    for fit in fits.iter().flatten() {
        let candidates = Candidates::of(&fit.posterior, task.pool.len())?;
        let asked = scenario.asking.batch_size;
        let batch = acquisition::select(Rule::BatchMig, &candidates, asked, 0)?;
        let seen: Vec<f64> = batch.indices.iter().map(|&pick| task.pool.observed[pick]).collect();
        let after = exact.after_observing(&batch.indices, Some(&seen))?;
        let after = after.last(targets.len()).marginals();
        log_likelihood.push(metric::log_likelihood(targets, &after));
        expected.push(expected_log_likelihood(&after));
    }
    let rank = ranks(&judged);
    Ok(Compared { judged, rank, log_likelihood, expected_log_likelihood: expected })
}

fn ranks(judged: &Judged) -> Vec<Option<f64>> {
    let rows = &judged.references;
    let is_reference = |at: usize| rows.iter().any(|row| row.reference == judged.models[at]);
    let rank = |own: usize| {
        let others = (0..judged.models.len()).filter(|at| *at != own && is_reference(*at));
        let among = |at: usize| at == own || is_reference(at);
        let each = rows.iter().map(|row| metric::ranks(&row.xll, among)[own]);
        let sum = each.flatten().fold(0.0, |sum, rank| sum + rank);
        (others.count() > 0).then(|| sum / rows.len() as f64)
    };
    (0..judged.models.len()).map(rank).collect()
}

/// What a unit found.
pub fn read(part: &Part) -> Result<Compared> {
    part.read(|reader| {
        let judged = codec::judged_from(reader)?;
        let models = judged.models.len();
        Ok(Compared {
            rank: ranks(&judged),
            log_likelihood: reader.take(models)?.to_vec(),
            expected_log_likelihood: reader.take(models)?.to_vec(),
            judged,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::measure::METACORRELATION;
    use crate::experiment::{self, Memory, to_the_end};
    use crate::scenario::Link;

    fn compared(task: usize) -> Compared {
        let link = "lab=comparison&task=benchmark&d=1&tasks=2&seed=3&candidate=gp-rbf&\
                    candidate=detuned(2)&candidate=independent&candidate=!oracle&\
                    candidate=!shrunk(0.5)";
        let plan = experiment::plan(&link.parse::<Link>().unwrap().scenario, &[]);
        read(&plan.solve(task, &Memory::default(), &mut to_the_end).unwrap()).unwrap()
    }

    #[test]
    fn the_oracle_is_in_step_with_itself_and_ranks_add_up() {
        let found = compared(0);
        let agreement = found.judged.of(&METACORRELATION);
        assert!((agreement[3].unwrap() - 1.0).abs() < 1e-9);
        assert!((agreement[4].unwrap() - 1.0).abs() < 1e-9, "one factor changes nothing");
        assert_eq!(agreement[2], None, "nothing to compare");
        // Ranks of the three references are 0, 1 and 2 under each of them, whoever is beside.
        let ranks: f64 = found.rank[..3].iter().flatten().sum();
        assert!((ranks - 3.0).abs() < 1e-12, "{ranks}");
        assert!((0.0..=3.0).contains(&found.rank[3].unwrap()), "{:?}", found.rank);
        let expected = &found.expected_log_likelihood;
        assert!(expected[3] > expected[2], "asking without correlations tells little");
        assert_eq!(found, compared(0));
        assert_ne!(found, compared(1));
    }
}
