//! Rules compared over rounds of asking on many tasks (the paper's Figure 3), with the oracle as both
//! models. Each unit is one task on which every rule runs.

use crate::acquisition::Rule;
use crate::cost::Cost;
use crate::error::Result;
use crate::experiment::codec::{Reader, Writer};
use crate::experiment::work::{OBSERVED, PLACES};
use crate::experiment::{Costs, Part, Plan, Unit, Work, oracle};
use crate::model::ProcessCost;
use crate::numeric::Estimate;
use crate::scenario::{Scenario, Sizes};
use crate::tal::{Run, Settings, run_exact};
use crate::task::{Task, side_by_side};

/// All rules on one task: `first` is its number.
pub static CURVE: Work = Work {
    id: "curve",
    keys: &[OBSERVED, PLACES, &["q", "rounds", "rule"]],
    version: |_| "1".into(),
    run: |unit, _, _| Ok(write(&runs(unit.scenario(), unit.first)?)),
};

/// One rule's curves: entry t is after t batches.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// The rule.
    pub rule: Rule,
    /// Mean log likelihood of the targets.
    pub log_likelihood: Vec<Estimate>,
    /// Mean expected log likelihood of the targets.
    pub expected_log_likelihood: Vec<Estimate>,
    /// Root mean square error of the targets.
    pub rmse: Vec<Estimate>,
}

/// One unit for each task.
pub fn plan(scenario: &Scenario, _: &[Vec<u8>]) -> Plan {
    let unit = Unit::new(&CURVE, scenario, (0, 0));
    Plan::of((0..scenario.judging.tasks.max(1)).map(|task| unit.at((task, 0))))
}

/// What a scenario's work will take.
pub fn cost(scenario: &Scenario) -> Costs {
    let Sizes { train, pool, targets } = scenario.sizes();
    let process = ProcessCost { kernel: &scenario.problem.kernel, inputs: scenario.inputs() };
    let [all, seen, asked] = [train + pool + targets, train, pool + targets].map(|n| n as f64);
    let picks = (scenario.asking.batch_size * scenario.asking.rounds) as f64;
    let rules = scenario.asking.rules.len() as f64;
    let each = process.covariance(all)
        + Cost::blocked(all * all * all / 6.0)
        + process.condition(seen)
        + process.joint(seen, asked)
        + Cost::operations(rules * picks * (pool as f64) * asked);
    Costs { first: each, further: each * (scenario.judging.tasks.max(1) - 1) as f64 }
}

/// Runs all rules on the task numbered `task`; one run for each rule, in order.
///
/// # Errors
/// As [`Task::numbered`] and [`run_exact`].
pub fn runs(scenario: &Scenario, number: usize) -> Result<Vec<Run>> {
    let task = Task::numbered(scenario, number)?;
    let both = side_by_side(&task.pool.inputs, &task.targets.inputs);
    let joint = oracle(scenario).condition(&task.train)?.joint(&both)?;
    let settings = |&rule: &Rule| Settings {
        rule,
        batch_size: scenario.asking.batch_size,
        iterations: scenario.asking.rounds,
        // A number of its own, so that the random rule's picks differ between tasks.
        seed: u64::from(scenario.problem.seed)
            .wrapping_add((number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)),
    };
    let run = |rule| run_exact(&joint, &task.pool.observed, &task.targets.observed, settings(rule));
    scenario.asking.rules.iter().map(run).collect()
}

/// The curves of all rules over some tasks; nothing without a task.
pub fn summarise(scenario: &Scenario, tasks: &[&Vec<Run>]) -> Option<Vec<Curve>> {
    let curve = |(index, &rule): (usize, &Rule)| {
        let estimates = |values: fn(&Run) -> &[f64]| -> Option<Vec<Estimate>> {
            let after = |t: usize| Estimate::of(tasks.iter().map(|runs| values(&runs[index])[t]));
            (0..=scenario.asking.rounds).map(after).collect()
        };
        Some(Curve {
            rule,
            log_likelihood: estimates(|run| &run.log_likelihood)?,
            expected_log_likelihood: estimates(|run| &run.expected_log_likelihood)?,
            rmse: estimates(|run| &run.rmse)?,
        })
    };
    scenario.asking.rules.iter().enumerate().map(curve).collect()
}

fn write(runs: &[Run]) -> Part {
    let mut out = Writer::default();
    for run in runs {
        out.number(run.picks.len() as f64);
        run.picks.iter().for_each(|picks| out.indices(picks));
        [&run.log_likelihood, &run.expected_log_likelihood, &run.rmse]
            .into_iter()
            .for_each(|values| out.list(values));
    }
    out.end()
}

/// What a unit found: one run for each rule.
pub fn read(scenario: &Scenario, part: &Part) -> Result<Vec<Run>> {
    let run = |reader: &mut Reader| {
        let picks = (0..reader.count()?).map(|_| reader.indices()).collect::<Result<_>>()?;
        let mut list = || Ok::<_, crate::Error>(reader.list()?.to_vec());
        Ok(Run { picks, log_likelihood: list()?, expected_log_likelihood: list()?, rmse: list()? })
    };
    part.read(|reader| scenario.asking.rules.iter().map(|_| run(reader)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Link;

    /// A short Figure 3: what 50 tasks show in print is already plain in the expected log likelihood.
    #[test]
    fn batch_mig_beats_mig_beats_random() {
        let link = "lab=curves&task=benchmark&d=3&q=7&rounds=2&tasks=8&\
                    rule=batch-mig&rule=mig&rule=random";
        let scenario = link.parse::<Link>().unwrap().scenario;
        let tasks: Vec<_> = (0..8).map(|task| runs(&scenario, task).unwrap()).collect();
        let tasks: Vec<&Vec<Run>> = tasks.iter().collect();
        for after in [1, 2] {
            let value = |runs: &Vec<Run>, rule: usize| runs[rule].expected_log_likelihood[after];
            let gap = Estimate::of(tasks.iter().map(|runs| value(runs, 0) - value(runs, 1)));
            let gap = gap.unwrap();
            assert!(gap.mean > 3.5 * gap.standard_error.unwrap(), "{gap:?} after {after}");
        }
        let curves = summarise(&scenario, &tasks).unwrap();
        assert_eq!((curves[1].rule, curves[0].rmse.len()), (Rule::Mig, 3));
        let first = curves[0].expected_log_likelihood[1];
        assert!((first.mean - 0.337).abs() < 5.0 * first.standard_error.unwrap(), "{first:?}");
        assert!(summarise(&scenario, &[]).is_none());
        assert_eq!(&read(&scenario, &write(tasks[0])).unwrap(), tasks[0]);
    }
}
