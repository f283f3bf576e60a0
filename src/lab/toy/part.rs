//! A solved problem as plain numbers, with all that its drawing needs: drawing must stay quick where
//! solving is not.

use std::cell::OnceCell;

use crate::acquisition::Batch;
use crate::error::Result;
use crate::lab::Part;
use crate::lab::codec::{Reader, Writer};
use crate::lab::toy::{Outcome, Panel, Toy};
use crate::numeric::Matrix;
use crate::scenario::Scenario;

/// Everything, at every step.
pub fn write(toy: &Toy) -> Result<Part> {
    let mut out = Writer::default();
    out.task(&toy.task);
    out.list(&toy.x);
    out.plain(&toy.truth);
    out.plain(&[toy.y_range.0, toy.y_range.1]);
    for panel in &toy.panels {
        out.indices(&panel.batch.indices);
        out.plain(&panel.batch.gains);
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
    }
    Ok(out.end())
}

/// What [`write`] wrote for a scenario.
pub fn read(scenario: &Scenario, part: &Part) -> Result<Toy> {
    let mut reader = Reader(&part.0);
    let task = reader.task()?;
    let x = reader.list()?.to_vec();
    let truth = reader.take(x.len())?.to_vec();
    let y_range = (reader.number()?, reader.number()?);
    let (pool, drawn) = (task.pool.len(), scenario.models.samples);
    let mut panels = Vec::new();
    for &rule in &scenario.asking.rules {
        let indices = reader.indices()?;
        let gains = reader.take(indices.len())?.to_vec();
        let scores = indices.iter().map(|_| reader.optional(pool)).collect::<Result<_>>()?;
        let batch = Batch { indices, scores, gains };
        let mut panel = Panel::new(rule, batch, Vec::new());
        for _ in 0..=scenario.asking.batch_size {
            let [log_likelihood, expected_log_likelihood, rmse, information] = *reader.take(4)?
            else {
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
        panels.push(panel);
    }
    reader.end(Toy::of_parts(scenario, task, (x, truth), y_range, panels))
}
