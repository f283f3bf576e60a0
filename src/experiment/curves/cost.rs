//! What asking over rounds takes, from sizes alone.

use crate::cost::Cost;
use crate::experiment::curves::{Line, choosing, learn, lines, settings};
use crate::experiment::{Costs, train};
use crate::model::{Model, ProcessCost};
use crate::scenario::{Family, Scenario, Sizes};
use crate::tal;

/// What a scenario's work will take: a task, then all further ones.
pub fn cost(scenario: &Scenario) -> Costs {
    let lines = lines(scenario);
    let each = lines.iter().map(|line| of_line(scenario, line));
    let each = each.fold(Cost::default(), |sum, line| sum + line);
    let each = each + predicting(scenario, lines.len());
    Costs { first: each, further: each * (scenario.judging.tasks.max(1) - 1) as f64 }
}

/// A line on a task: the task is drawn, the exact joint found, batches chosen and observed.
fn of_line(scenario: &Scenario, line: &Line) -> Cost {
    let Sizes { train, pool, targets } = scenario.sizes();
    let process = ProcessCost { kernel: &scenario.problem.kernel, inputs: scenario.inputs() };
    let [all, seen, asked] = [train + pool + targets, train, pool + targets].map(|n| n as f64);
    let rounds = scenario.asking.rounds;
    let exact = process.covariance(all)
        + Cost::blocked(all * all * all / 6.0)
        + process.condition(seen)
        + process.joint(seen, asked)
        + tal::cost(&settings(scenario, line.rule, 0, rounds), pool, targets);
    let chooser = choosing(scenario, line);
    let model = train::model(scenario, &chooser, 0);
    let fits = model.filter(|_| chooser.kind.family != Family::Oracle);
    exact + fits.map_or(Cost::default(), |model| fitted_in_turn(scenario, &*model, (1, rounds)))
}

/// Another model than the oracle predicts after every batch.
fn predicting(scenario: &Scenario, lines: usize) -> Cost {
    let model = train::model(scenario, &scenario.models.predictor, 0);
    let model = model.filter(|_| learn::is_needed(scenario));
    let rounds = (0, scenario.asking.rounds);
    model.map_or(Cost::default(), |model| fitted_in_turn(scenario, &*model, rounds) * lines as f64)
}

/// A fit before each of some batches, or after.
fn fitted_in_turn(scenario: &Scenario, model: &dyn Model, (first, last): (usize, usize)) -> Cost {
    let Sizes { train, pool, targets } = scenario.sizes();
    let fit = |round: usize| {
        let seen = train + scenario.asking.batch_size * round.saturating_sub(first);
        model.cost(scenario.inputs(), seen, pool + targets)
    };
    (first..=last).map(fit).fold(Cost::default(), |sum, fit| sum + fit)
}
