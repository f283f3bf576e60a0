//! What asking over rounds takes, from sizes alone.

use crate::cost::Cost;
use crate::experiment::curves::{Line, Shape, choosing, learn, line_of, lines, settings, tasks};
use crate::experiment::{Costs, Unit, train};
use crate::model::{Model, ProcessCost};
use crate::scenario::{Family, Scenario, Sizes, Source};
use crate::tal;

/// What a scenario's work will take: the first line on the first task, then all else.
pub fn cost(scenario: &Scenario) -> Costs {
    let lines = lines(scenario);
    let each: Cost = lines.iter().map(|line| of_line(scenario, line)).sum();
    let each = each + predicting(scenario, lines.len()) + ranking(scenario);
    let first = lines.first().map_or(Cost::default(), |line| of_line(scenario, line));
    let all = each * tasks(scenario) as f64;
    let further = Cost::seconds((all.as_seconds() - first.as_seconds()).max(0.0));
    Costs { first, further: further.holding(all.bytes()) }
}

/// A line on a task: the task is drawn, the exact joint found, batches chosen and observed.
fn of_line(scenario: &Scenario, line: &Line) -> Cost {
    let chooser = choosing(scenario, line);
    let model = train::model(scenario, &chooser, 0);
    let fits = model.filter(|_| chooser.kind.family != Family::Oracle);
    let rounds = scenario.asking.rounds;
    exact(scenario, line)
        + fits.map_or(Cost::default(), |model| fitted_in_turn(scenario, &*model, (1, rounds)))
}

/// What the oracle does for a line on a task.
fn exact(scenario: &Scenario, line: &Line) -> Cost {
    let Sizes { train, pool, targets } = scenario.sizes();
    if scenario.data.source == Source::Table {
        return Cost::default();
    }
    let process = ProcessCost { kernel: &scenario.problem.kernel, inputs: scenario.inputs() };
    let [all, seen, asked] = [train + pool + targets, train, pool + targets].map(|n| n as f64);
    let settings = settings(scenario, line.rule, 0, scenario.asking.rounds);
    drawn(scenario)
        + process.condition(seen)
        + process.joint(seen, asked)
        + tal::cost(&settings, pool, targets).holding(24.0 * all * all)
}

/// Drawing a task; what comes from a table is there.
fn drawn(scenario: &Scenario) -> Cost {
    if scenario.data.source == Source::Table {
        return Cost::default();
    }
    let process = ProcessCost { kernel: &scenario.problem.kernel, inputs: scenario.inputs() };
    let all = scenario.sizes().total() as f64;
    process.covariance(all) + Cost::blocked(all * all * all / 6.0)
}

/// A unit of a line: its model is trained elsewhere, or needs no training.
pub fn line(unit: &Unit) -> Cost {
    let scenario = unit.scenario();
    let Ok(line) = line_of(scenario) else { return Cost::default() };
    let is_trained = !train::units(scenario, &line.model, 0).is_empty();
    if is_trained { exact(scenario, &line) } else { of_line(scenario, &line) }
}

/// A unit of asking: the first batch finds its model trained.
pub fn asking(unit: &Unit) -> Cost {
    let (scenario, round) = (unit.scenario(), unit.count);
    let model = line_of(scenario).ok().and_then(|line| train::model(scenario, &line.model, 0));
    let Some(model) = model else { return Cost::default() };
    let Sizes { train, pool, targets } = scenario.sizes();
    let fit = match round {
        1 => model.prediction_cost(scenario.inputs(), train, pool + targets),
        _ => fitted_in_turn(scenario, &*model, (round, round)),
    };
    drawn(scenario) + fit
}

/// A unit of predicting: before the first batch its model is trained.
pub fn learning(unit: &Unit) -> Cost {
    let (scenario, round) = (unit.scenario(), unit.count);
    let Some(model) = train::model(scenario, &scenario.models.predictor, 0) else {
        return Cost::default();
    };
    let Sizes { train, targets, .. } = scenario.sizes();
    let seen = train + scenario.asking.batch_size * round;
    let fit = match round {
        0 => model.prediction_cost(scenario.inputs(), train, targets),
        _ => model.cost(scenario.inputs(), seen, targets),
    };
    drawn(scenario) + fit
}

/// Another model than the oracle predicts after every batch.
fn predicting(scenario: &Scenario, lines: usize) -> Cost {
    let model = train::model(scenario, &scenario.models.predictor, 0);
    let Some(model) = model.filter(|_| learn::is_needed(scenario)) else { return Cost::default() };
    let Sizes { train, targets, .. } = scenario.sizes();
    let fit = |round: usize| {
        let seen = train + scenario.asking.batch_size * round;
        model.cost(scenario.inputs(), seen, targets) * if round == 0 { 1.0 } else { lines as f64 }
    };
    (0..=scenario.asking.rounds).map(fit).sum()
}

/// Further models predict after the last batch.
fn ranking(scenario: &Scenario) -> Cost {
    let Shape { rows, trained } = Shape::of(scenario);
    let Sizes { train, targets, .. } = scenario.sizes();
    let seen = train + scenario.asking.batch_size * scenario.asking.rounds;
    let models = scenario.models.predictors().enumerate();
    let models = models.filter(|(place, _)| trained.contains(place));
    let models = models.filter_map(|(_, model)| train::model(scenario, model, 0));
    let each = models.map(|model| model.cost(scenario.inputs(), seen, targets) + drawn(scenario));
    each.sum::<Cost>() * rows.len() as f64
}

/// A fit before each of some batches.
fn fitted_in_turn(scenario: &Scenario, model: &dyn Model, (first, last): (usize, usize)) -> Cost {
    let Sizes { train, pool, targets } = scenario.sizes();
    let fit = |round: usize| {
        let seen = train + scenario.asking.batch_size * (round - 1);
        model.cost(scenario.inputs(), seen, pool + targets)
    };
    (first..=last).map(fit).sum()
}
