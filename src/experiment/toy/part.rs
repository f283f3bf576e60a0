//! A solved problem as plain numbers, with all that its drawing needs: drawing must stay quick where
//! solving is not.

use std::cell::OnceCell;

use crate::acquisition::{Batch, Rule};
use crate::error::Result;
use crate::experiment::Part;
use crate::experiment::codec::{Reader, Writer};
use crate::experiment::toy::{Outcome, Own, Panel, Question, Toy};
use crate::numeric::Matrix;
use crate::scenario::Scenario;

/// Everything, at every step.
pub fn write(toy: &Toy) -> Result<Part> {
    let mut out = Writer::default();
    out.task(&toy.task);
    out.list(&toy.x);
    out.plain(&toy.truth);
    out.plain(&[toy.y_range.0, toy.y_range.1]);
    toy.shown().try_for_each(|panel| write_panel(&mut out, toy, panel))?;
    for Question { alone, added } in toy.own.iter().flat_map(|own| &own.questions) {
        out.plain([alone, added]);
    }
    Ok(out.end())
}

fn write_panel(out: &mut Writer, toy: &Toy, panel: &Panel) -> Result<()> {
    out.indices(&panel.batch.indices);
    out.plain(&panel.batch.gains);
    out.number(panel.batch.scores.len() as f64);
    panel.batch.scores.iter().for_each(|scores| out.optional(scores));
    for (step, result) in panel.results.iter().enumerate() {
        let Outcome { log_likelihood, expected_log_likelihood, rmse, information } = result;
        out.plain([log_likelihood, expected_log_likelihood, rmse, information]);
        out.marginals(toy.belief(panel, step)?);
        if toy.scenario.models.samples > 0 {
            let samples = toy.samples(panel, step)?;
            out.number(samples.nrows() as f64);
            out.plain(samples.as_slice());
        }
    }
    Ok(())
}

/// What [`write()`] wrote for a scenario.
pub fn read(scenario: &Scenario, part: &Part) -> Result<Toy> {
    let mut reader = Reader(&part.0);
    let task = reader.task()?;
    let x = reader.list()?.to_vec();
    let truth = reader.take(x.len())?.to_vec();
    let y_range = (reader.number()?, reader.number()?);
    let asking = &scenario.asking;
    let mut panel = |rule: Rule, asked: usize| {
        read_panel(&mut reader, rule, asked, task.pool.len(), scenario.models.samples)
    };
    let rules = asking.rules.iter();
    let panels = rules.map(|rule| panel(*rule, asking.batch_size)).collect::<Result<_>>()?;
    let learner = asking.own.as_ref().map(|places| panel(Rule::BatchMig, places.len()));
    let own = match learner.transpose()? {
        None => None,
        Some(panel) => {
            let (count, panel) = (panel.results.len() - 1, Panel { own: true, ..panel });
            let question = |_| Ok(Question { alone: reader.number()?, added: reader.number()? });
            let questions = (0..count).map(question).collect::<Result<_>>()?;
            Some(Own { panel, questions })
        }
    };
    let mut toy = Toy::of_parts(scenario, task, (x, truth), y_range, panels);
    toy.own = own;
    reader.end(toy)
}

fn read_panel(
    reader: &mut Reader,
    rule: Rule,
    asked: usize,
    pool: usize,
    drawn: usize,
) -> Result<Panel> {
    let indices = reader.indices()?;
    let gains = reader.take(indices.len())?.to_vec();
    let scores = (0..reader.count()?).map(|_| reader.optional(pool)).collect::<Result<_>>()?;
    let batch = Batch { indices, scores, gains };
    let mut panel = Panel::new(rule, batch, Vec::new());
    for _ in 0..=asked {
        let [log_likelihood, expected_log_likelihood, rmse, information] = *reader.take(4)? else {
            unreachable!("four numbers were taken")
        };
        let outcome = Outcome { log_likelihood, expected_log_likelihood, rmse, information };
        panel.results.push(outcome);
        panel.beliefs.push(OnceCell::from(reader.marginals()?));
        panel.samples.push(match drawn {
            0 => OnceCell::new(),
            _ => {
                let rows = reader.count()?;
                let values = reader.take(rows * drawn)?;
                OnceCell::from(Matrix::from_column_slice(rows, drawn, values))
            }
        });
    }
    Ok(panel)
}
