//! Selection by prediction (the paper's Table 4): whoever chose is ranked by what a model then predicts after the last
//! batch, for several models that predict. Ranks count from 0 for the best, as in the paper, where those of seven
//! models add up to 21; equal ones share their mean.

use crate::acquisition::Rule;
use crate::error::Result;
use crate::experiment::Part;
use crate::experiment::curves::{Place, learn, lines, read as read_course, tasks};
use crate::metric;
use crate::numeric::Estimate;
use crate::scenario::{Candidate, Family, Scenario};

/// What there is to rank, by numbers alone.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Shape {
    /// The lines that are ranked; none where there are no two of them.
    pub rows: Vec<usize>,
    /// Which of all models that predict have units of their own for it: all but the first, whose predictions are
    /// there after every batch, and the oracle, whose predictions come with every line.
    pub trained: Vec<usize>,
}

impl Shape {
    /// Of a scenario: its models, choosing by the first rule that asks one; with a single model all its rules.
    pub fn of(scenario: &Scenario) -> Self {
        let (models, rules) = (scenario.models.candidates.len().max(1), &scenario.asking.rules);
        let mut first = 0;
        let mut lines_of = |rule: Rule| {
            let start = first;
            first += if rule == Rule::Random { 1 } else { models };
            (rule, start..first)
        };
        let lines: Vec<_> = rules.iter().map(|rule| lines_of(*rule)).collect();
        let asking = lines.iter().find(|(rule, _)| *rule != Rule::Random);
        let rows: Vec<usize> = match asking {
            Some((_, by_model)) if models > 1 => by_model.clone().collect(),
            _ if models > 1 => Vec::new(),
            _ => (0..first).collect(),
        };
        if rows.len() < 2 {
            return Self::default();
        }
        let trained = scenario.models.predictors().enumerate().skip(1);
        let trained = trained.filter(|(_, model)| model.kind.family != Family::Oracle);
        Self { rows, trained: trained.map(|(column, _)| column).collect() }
    }

    /// How many units it takes on each task.
    pub fn units(&self) -> usize {
        self.rows.len() * self.trained.len()
    }
}

/// What the targets' prediction was worth: log likelihood, what was expected of it, and RMSE.
pub type Record = [f64; 3];

/// What is ranked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    /// The more the better.
    LogLikelihood,
    /// The less the better.
    Rmse,
}

impl Score {
    /// More is better.
    fn of(self, record: Record) -> f64 {
        match self {
            Self::LogLikelihood => record[0],
            Self::Rmse => -record[2],
        }
    }
}

/// Mean ranks over tasks, 0 for the best.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranks {
    /// The lines that are ranked.
    pub rows: Vec<usize>,
    /// By each model that predicts, in their order.
    pub columns: Vec<Column>,
    /// Of each row over all columns, on the tasks on which all of these are there. Predictions of the same questions
    /// go together, so errors are taken over tasks.
    pub averages: Vec<Option<Estimate>>,
    /// How many tasks these are.
    pub tasks: usize,
    /// What they are the means of: on each of these tasks, the mean over all columns of each row's rank.
    pub each: Vec<Vec<f64>>,
}

impl Ranks {
    /// By how much one row's rank is better than another's, over all columns, on the same tasks.
    pub fn lead(&self, row: usize, other: usize) -> Option<Estimate> {
        Estimate::of(self.each.iter().map(|ranks| ranks[other] - ranks[row]))
    }
}

/// Mean ranks by one model that predicts.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// It.
    pub model: Candidate,
    /// On how many tasks its predictions are there for all rows.
    pub tasks: usize,
    /// A row each; nothing before the first task.
    pub cells: Vec<Option<Estimate>>,
    /// What they are the means of: on each task the ranks of all rows, if they are there.
    pub each: Vec<Option<Vec<f64>>>,
}

/// Mean ranks of a scenario's lines, where `record` knows what a model predicted on a task after a line's last batch,
/// by the numbers of task, model and line. A task counts once all lines are there, and finite.
pub fn ranks(
    scenario: &Scenario,
    score: Score,
    record: impl Fn(usize, usize, usize) -> Option<Record>,
) -> Ranks {
    let (rows, count) = (Shape::of(scenario).rows, tasks(scenario));
    let on_task = |task: usize, column: usize| -> Option<Vec<f64>> {
        let value = |line: &usize| {
            let value = record(task, column, *line).map(|record| score.of(record));
            value.filter(|value| value.is_finite())
        };
        let values = rows.iter().map(value).collect::<Option<Vec<f64>>>()?;
        metric::ranks(&values, |_| true).into_iter().collect()
    };
    let models: Vec<&Candidate> = scenario.models.predictors().collect();
    let by_model: Vec<Vec<Option<Vec<f64>>>> = (0..models.len())
        .map(|column| (0..count).map(|task| on_task(task, column)).collect())
        .collect();
    let mean = |ranks: &[&Vec<f64>]| -> Vec<Option<Estimate>> {
        (0..rows.len()).map(|row| Estimate::of(ranks.iter().map(|ranks| ranks[row]))).collect()
    };
    let each: Vec<Vec<f64>> =
        (0..count).filter_map(|task| averaged(&by_model, task, rows.len())).collect();
    let averages = mean(&each.iter().collect::<Vec<_>>());
    let columns = models.into_iter().zip(by_model).map(|(model, each)| {
        let there: Vec<&Vec<f64>> = each.iter().flatten().collect();
        let (tasks, cells) = (there.len(), mean(&there));
        Column { model: model.clone(), tasks, cells, each }
    });
    Ranks { columns: columns.collect(), averages, tasks: each.len(), each, rows }
}

/// The mean over all columns on a task, if all are there.
fn averaged(columns: &[Vec<Option<Vec<f64>>>], task: usize, rows: usize) -> Option<Vec<f64>> {
    let there = columns.iter().map(|ranks| ranks[task].as_ref()).collect::<Option<Vec<_>>>()?;
    let mean = |row: usize| there.iter().map(|ranks| ranks[row]).sum::<f64>() / there.len() as f64;
    Some((0..rows).map(mean).collect())
}

/// Mean ranks from the parts of a scenario's plan, by their places, as far as they are there.
///
/// # Errors
/// [`Error::Unreadable`](crate::error::Error::Unreadable) if a part is not what it should be.
pub fn ranks_of_parts(scenario: &Scenario, score: Score, parts: &[Option<Part>]) -> Result<Ranks> {
    let (count, rounds) = (lines(scenario).len(), scenario.asking.rounds);
    let models = scenario.models.predictors().count();
    let mut records = vec![vec![vec![None; count]; models]; tasks(scenario)];
    let exact = |model: &Candidate| model.kind.family == Family::Oracle;
    let exact: Vec<usize> = (0..models)
        .filter(|column| scenario.models.predictors().nth(*column).is_some_and(exact))
        .collect();
    for (place, part) in parts.iter().enumerate() {
        let Some(part) = part else { continue };
        match Place::find(scenario, count, place) {
            Some(Place::Course { task, line }) => {
                let end = read_course(part)?.run.end();
                exact.iter().for_each(|column| records[task][*column][line] = end);
            }
            Some(Place::Learned { task, line, round }) if round == rounds => {
                records[task][0][line] = Some(learn::read(part)?.record);
            }
            Some(Place::Ended { task, model, line }) => {
                records[task][model][line] = Some(learn::read(part)?.record);
            }
            _ => {}
        }
    }
    Ok(ranks(scenario, score, |task, model, line| records[task][model][line]))
}

#[cfg(test)]
mod tests;
