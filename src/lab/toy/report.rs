//! Every number of the figure.

use crate::error::Result;
use crate::lab::toy::{Best, Outcome, Own, Panel, Question, Toy};
use crate::report::{Report, Table};
use crate::task::Points;

/// Every number of the figure.
pub fn report(toy: &Toy) -> Result<Report> {
    let points = |name: &str, points: &Points| {
        let Points { inputs, truth, observed } = points;
        let (truth, observed) = (truth.as_slice(), observed.as_slice());
        Table::new(name, [("x", inputs.as_slice()), ("truth", truth), ("y", observed)])
    };
    let mut tables = vec![
        points("train", &toy.task.train),
        points("targets", &toy.task.targets),
        points("pool", &toy.task.pool),
        Table::new("truth", [("x", &toy.x), ("truth", &toy.truth)]),
    ];
    for panel in toy.shown() {
        tables.extend(panel_tables(toy, panel)?);
    }
    tables.extend(toy.own.as_ref().map(|own| questions(toy, own)));
    tables.extend(toy.best.as_ref().map(|best| best_table(toy, best)));
    Ok(Report { tables })
}

fn panel_tables(toy: &Toy, panel: &Panel) -> Result<Vec<Table>> {
    let (rule, asked) = (panel.name(), panel.results.len() - 1);
    let picked = toy.task.pool.select(&panel.batch.indices[..asked]);
    let picks = [
        ("x", picked.inputs.as_slice()),
        ("truth", picked.truth.as_slice()),
        ("y", picked.observed.as_slice()),
    ];
    let result = |value: fn(&Outcome) -> f64| panel.results.iter().map(value).collect::<Vec<_>>();
    let steps: Vec<f64> = (0..=asked).map(|step| step as f64).collect();
    let results = [
        ("picks", &steps[..]),
        ("log likelihood", &result(|r| r.log_likelihood)),
        ("expected log likelihood", &result(|r| r.expected_log_likelihood)),
        ("RMSE", &result(|r| r.rmse)),
        ("information", &result(|r| r.information)),
    ];
    let mut posterior = Table::new(format!("{rule}: posterior"), [("x", &toy.x[..])]);
    for step in 0..=asked {
        let belief = toy.belief(panel, step)?;
        posterior.push(format!("mean after {step}"), belief.mean.as_slice().to_vec());
        posterior
            .push(format!("sd after {step}"), belief.variance.map(f64::sqrt).as_slice().to_vec());
    }
    let mut scores =
        Table::new(format!("{rule}: scores"), [("x", toy.task.pool.inputs.as_slice())]);
    for (step, before) in panel.batch.scores.iter().enumerate() {
        // A point that is taken has no score.
        let values = before.iter().map(|score| score.unwrap_or(f64::NAN)).collect();
        scores.push(format!("before pick {}", step + 1), values);
    }
    let mut tables = vec![
        Table::new(format!("{rule}: picks"), picks),
        Table::new(format!("{rule}: results"), results),
        posterior,
        scores,
    ];
    if toy.scenario.models.samples > 0 {
        let mut draws = Table::new(format!("{rule}: draws after {asked}"), []);
        for (number, draw) in toy.samples(panel, asked)?.column_iter().enumerate() {
            draws.push(format!("draw {}", number + 1), draw.iter().copied().collect());
        }
        tables.push(draws);
    }
    Ok(tables)
}

fn questions(toy: &Toy, Own { panel, questions }: &Own) -> Table {
    let picked = toy.task.pool.select(&panel.batch.indices);
    let number = |value: fn(&Question) -> f64| questions.iter().map(value).collect::<Vec<_>>();
    let columns = [
        ("x", picked.inputs.as_slice()),
        ("alone", &number(|question| question.alone)),
        ("lost without it", &number(|question| question.added)),
    ];
    Table::new("you: each question", columns)
}

fn best_table(toy: &Toy, Best { indices, outcome, proven }: &Best) -> Table {
    let mut table = Table::new("best: picks", []);
    table.push("x", toy.task.pool.select(indices).inputs.as_slice().to_vec());
    let numbers = [
        ("log likelihood", outcome.log_likelihood),
        ("expected log likelihood", outcome.expected_log_likelihood),
        ("RMSE", outcome.rmse),
        ("information", outcome.information),
        ("of all batches", f64::from(u8::from(*proven))),
    ];
    numbers.into_iter().for_each(|(name, value)| table.push(name, vec![value; indices.len()]));
    table
}
