//! Mean ranks of those that choose by those that predict, as a table: for pages, files and terminals.

use serde_json::{Value, json};

use super::found::{Doubts, Found};
use super::words::id_of;
use super::z;
use crate::chart::{HeatCell, HeatTable};
use crate::experiment::curves::table::{Column, Ranks, Score};
use crate::lab::count;
use crate::numeric::{Estimate, fixed};
use crate::report::{Name, Table};
use crate::scenario::{Candidate, Family, KINDS, Scenario};

/// What ranks are taken by, the first on the page.
pub const SCORES: [Score; 2] = [Score::LogLikelihood, Score::Rmse];

/// Ranks, and all that they are shown with.
pub struct Ranked<'a> {
    pub scenario: &'a Scenario,
    pub found: &'a Found,
    pub ranks: Ranks,
    /// What the rows are called.
    pub names: Vec<Name>,
    /// By which rule all of them choose, if they are models.
    pub rule: Option<&'static str>,
    pub score: Score,
}

/// Which models that predict should not have been trusted, how often, and why the first time.
pub fn doubts<'a>(scenario: &'a Scenario, found: &'a Found) -> impl Iterator<Item = String> + 'a {
    let titles = titles(scenario).into_iter().enumerate();
    titles.filter_map(|(model, title)| {
        let Doubts { doubtful, all, first } = found.of_predicting(model);
        let first = first?;
        Some(format!("not to be trusted in {doubtful} of {all} fits: {title}, predicting. {first}"))
    })
}

/// The names of models that predict, no two alike.
fn titles(scenario: &Scenario) -> Vec<String> {
    let models: Vec<&Candidate> = scenario.models.predictors().collect();
    let same = |title: &str| models.iter().filter(|model| model.title() == title).count();
    let title = |model: &&Candidate| match model.title() {
        title if same(&title) > 1 => model.id(),
        title => title,
    };
    models.iter().map(title).collect()
}

impl Ranked<'_> {
    fn by(&self) -> &'static str {
        match self.score {
            Score::LogLikelihood => "log likelihood",
            Score::Rmse => "RMSE",
        }
    }

    /// Places of the rows, the best average first.
    fn order(&self) -> Vec<usize> {
        let mean = |row: &usize| self.ranks.averages[*row].map_or(f64::MAX, |found| found.mean);
        crate::numeric::sorted_by((0..self.names.len()).collect(), mean)
    }

    /// The rows with the least mean rank in a column.
    fn best(cells: &[Option<Estimate>]) -> Vec<usize> {
        let mean = |row: &usize| cells[*row].map_or(f64::INFINITY, |cell| cell.mean);
        let least = (0..cells.len()).map(|row| mean(&row)).fold(f64::INFINITY, f64::min);
        let near = |row: &usize| least.is_finite() && mean(row) <= least + 1e-9;
        (0..cells.len()).filter(near).collect()
    }

    /// Mean ranks for files.
    pub fn report(&self) -> Table {
        let name = format!("mean rank by {} after the last batch, 0 is best", self.by());
        let mut table = Table::new(name, []).labelled(self.names.clone());
        let titles = titles(self.scenario);
        for (Column { model, cells, .. }, title) in self.ranks.columns.iter().zip(titles) {
            push(
                &mut table,
                &Name::new(format!("by {}", model.id()), format!("by {title}")),
                cells,
            );
        }
        push(&mut table, &"average".into(), &self.ranks.averages);
        table
    }

    /// What was ranked: means over tasks.
    pub fn likelihoods(&self) -> Table {
        let name = "log likelihood after the last batch";
        let mut table = Table::new(name, []).labelled(self.names.clone());
        let models = self.ranks.columns.iter().map(|column| &column.model);
        for (place, (model, title)) in models.zip(titles(self.scenario)).enumerate() {
            let rows = self.ranks.rows.iter();
            let cells: Vec<_> = rows.map(|line| self.found.likelihood(place, *line)).collect();
            push(
                &mut table,
                &Name::new(format!("by {}", model.id()), format!("by {title}")),
                &cells,
            );
        }
        table
    }

    /// The same table for a terminal.
    pub fn lines(&self) -> Vec<String> {
        let widest = |words: &[String]| words.iter().map(|one| one.chars().count()).max();
        let heads: Vec<String> =
            titles(self.scenario).into_iter().chain(["average".into()]).collect();
        let width = widest(&heads).unwrap_or(0).max(14) + 2;
        let rows: Vec<String> = self.names.iter().map(|name| name.label.clone()).collect();
        let first = widest(&rows).unwrap_or(0).max(24) + 2;
        let head: String = heads.iter().map(|head| format!("{head:>width$}")).collect();
        let mut lines = vec![
            String::new(),
            format!("mean rank by {} after the last batch, 0 is best; columns predict", self.by()),
            format!("{:first$}{head}", ""),
        ];
        lines.extend(rows.iter().enumerate().map(|(row, name)| {
            let cells = self.ranks.columns.iter().map(|column| &column.cells);
            let cells = cells.chain([&self.ranks.averages]);
            let cell = |cells: &Vec<Option<Estimate>>| format!("{:>width$}", terminal(cells[row]));
            format!("{name:first$}{}", cells.map(cell).collect::<String>())
        }));
        lines
    }

    /// The averages, for those who cannot see the table.
    pub fn description(&self) -> String {
        let of = |row: usize| {
            let mean = self.ranks.averages[row].map_or("–".into(), |found| fixed(found.mean, 2));
            format!("{} {mean}", self.names[row].label)
        };
        let rows: Vec<String> = self.order().into_iter().map(of).collect();
        format!(
            " Mean ranks over {} that predict, 0 is best: {}.",
            count(self.ranks.columns.len(), "model"),
            rows.join(", ")
        )
    }

    /// Whether it matters who predicts.
    pub fn notice(&self) -> String {
        let bests: Vec<Vec<usize>> =
            self.ranks.columns.iter().map(|column| Self::best(&column.cells)).collect();
        let ([Some(best), second, ..], true) = (&self.leaders()[..], self.ranks.tasks > 0) else {
            return String::new();
        };
        let label = |row: usize| &self.names[row].label;
        let rank = |row: usize| self.ranks.averages[row].map_or(f64::NAN, |found| found.mean);
        let same = bests.iter().all(|rows| rows.contains(best));
        let whoever = if same { "whoever predicts" } else { "on average over those that predict" };
        let mut words = format!(
            " In the end {} ranks best {whoever} (mean rank {}, 0 is best){}",
            label(*best),
            fixed(rank(*best), 2),
            second.map_or(".".into(), |second| self.sureness(*best, second))
        );
        let titles = titles(self.scenario);
        let others = bests.iter().zip(&titles).filter_map(|(rows, title)| {
            let first = rows.first().filter(|_| !rows.contains(best))?;
            Some(format!("by {title} it is {}", label(*first)))
        });
        let others: Vec<String> = others.collect();
        if !others.is_empty() {
            words += &format!(" But {}.", others.join(", "));
        }
        words
    }

    /// How sure it is that one row is ahead of another.
    fn sureness(&self, best: usize, second: usize) -> String {
        let (next, tasks) = (&self.names[second].label, count(self.ranks.tasks, "task"));
        let lead = self.ranks.lead(best, second).filter(|lead| lead.mean > 0.0);
        match lead.map(z) {
            None => format!("; {next} does as well."),
            Some(None) => format!(", ahead of {next} on {tasks}."),
            Some(Some(z)) if z > 2.0 => format!(", {z:.1} standard errors ahead of {next}."),
            Some(Some(z)) => {
                format!(", but only {z:.1} standard errors ahead of {next}: more tasks would tell.")
            }
        }
    }

    /// The two rows that lead on average.
    fn leaders(&self) -> [Option<usize>; 2] {
        let order = self.order();
        [order.first().copied(), order.get(1).copied()]
    }

    /// The table as its twin on the page takes it.
    pub fn words(&self) -> Value {
        let titles = titles(self.scenario);
        let most = self.names.len().saturating_sub(1).max(1) as f64;
        let cell = |cells: &[Option<Estimate>], row: usize, doubt: bool| {
            let found = cells[row];
            let error = found.and_then(|found| found.standard_error);
            json!({
                "value": found.map_or("–".into(), |found| fixed(found.mean, 2)),
                "error": error.map_or(String::new(), |error| format!("± {error:.2}")),
                "shade": found.map_or(0.0, |found| 1.0 - found.mean / most),
                "best": Self::best(cells).contains(&row),
                "doubt": doubt,
            })
        };
        let row = |row: usize| {
            let line = self.ranks.rows[row];
            let columns = self.ranks.columns.iter().enumerate();
            let cells = columns.map(|(model, column)| {
                cell(&column.cells, row, self.found.of_cell(model, line).doubtful > 0)
            });
            json!({
                "label": self.names[row].label,
                "line": line,
                "doubt": self.found.of_choosing(line).doubtful > 0,
                "cells": cells.collect::<Vec<_>>(),
                "average": cell(&self.ranks.averages, row, false),
            })
        };
        let columns = self.ranks.columns.iter().zip(&titles).map(|(column, title)| {
            json!({ "id": column.model.id(), "title": title, "tasks": column.tasks })
        });
        let kinds = KINDS.iter().filter(|kind| kind.family != Family::Own);
        let kinds = kinds.filter(|kind| self.scenario.takes(kind.id));
        let ids: Vec<String> = self.scenario.models.predictors().map(Candidate::id).collect();
        let kinds = kinds.filter(|kind| !ids.iter().any(|id| id == kind.id));
        json!({
            "caption": self.caption(),
            "columns": columns.collect::<Vec<_>>(),
            "rows": (0..self.names.len()).map(row).collect::<Vec<_>>(),
            "kinds": kinds.map(|kind| json!([kind.id, kind.label])).collect::<Vec<_>>(),
            "full": ids.len() >= self.scenario.lab.most_models,
        })
    }

    /// The table as a picture, for files.
    pub fn chart(&self) -> HeatTable {
        let most = self.names.len().saturating_sub(1).max(1) as f64;
        let cell = |cell: Option<Estimate>, doubt: bool| {
            let words = cell.map_or("–".into(), |cell| {
                let error = cell.standard_error.map(|error| format!(" ± {error:.2}"));
                let mark = if doubt { " ▲" } else { "" };
                format!("{}{}{mark}", fixed(cell.mean, 2), error.unwrap_or_default())
            });
            HeatCell { words, shade: cell.map_or(0.0, |cell| 1.0 - cell.mean / most) }
        };
        let row = |(row, name): (usize, &Name)| {
            let doubt = |model| self.found.of_cell(model, self.ranks.rows[row]).doubtful > 0;
            let columns = self.ranks.columns.iter().enumerate();
            let cells = columns.map(|(model, column)| cell(column.cells[row], doubt(model)));
            let average = cell(self.ranks.averages[row], false);
            (name.label.clone(), cells.chain([average]).collect())
        };
        let columns = titles(self.scenario).into_iter().chain(["average".into()]).collect();
        HeatTable { columns, rows: self.names.iter().enumerate().map(row).collect() }
    }

    fn caption(&self) -> String {
        let tasks: Vec<usize> = self.ranks.columns.iter().map(|column| column.tasks).collect();
        let (least, most) = (tasks.iter().min().copied(), tasks.iter().max().copied());
        let tasks = match (least.unwrap_or(0), most.unwrap_or(0)) {
            (least, most) if least == most => count(most, "task"),
            (least, most) => format!("{least} to {} so far", count(most, "task")),
        };
        let rule = self.rule.map_or(String::new(), |rule| format!(" All choose by {rule}."));
        let curves = match self.scenario.models.further.is_empty() {
            true => String::new(),
            false => format!(
                " The curves above show what {} predicts; all others predict after the last batch only.",
                titles(self.scenario)[0]
            ),
        };
        let rows = &self.ranks.rows;
        let in_doubt = rows.iter().any(|line| {
            let cell = |model: usize| self.found.of_cell(model, *line).doubtful > 0;
            self.found.of_choosing(*line).doubtful > 0 || (0..self.ranks.columns.len()).any(cell)
        });
        let marks = if in_doubt { " ▲ marks what is not to be trusted: see below." } else { "" };
        format!(
            "Mean rank by log likelihood after the last batch, over {tasks}, and its standard error: 0 is best, {} \
             worst.{rule}{curves}{marks}",
            self.names.len() - 1
        )
    }

    /// `batch-mig-hmc.rank`, the mean over all models that predict, and `batch-mig-hmc.rank.error`.
    pub fn numbers(&self) -> Vec<(String, f64)> {
        let named = self.names.iter().zip(&self.ranks.averages);
        let numbers = named.flat_map(|(name, found)| {
            let name = id_of(name);
            let error = found.and_then(|found| found.standard_error);
            let error = error.map(|error| (format!("{name}.rank.error"), error));
            found.map(|found| (format!("{name}.rank"), found.mean)).into_iter().chain(error)
        });
        numbers.collect()
    }
}

/// Means, and their errors where all have one.
fn push(table: &mut Table, name: &Name, cells: &[Option<Estimate>]) {
    let name =
        |what: &str| Name::new(format!("{} {what}", name.id), format!("{} {what}", name.label));
    let means = cells.iter().map(|cell| cell.map_or(f64::NAN, |cell| cell.mean));
    table.push(name("mean"), means.collect());
    let errors = cells.iter().map(|cell| cell.and_then(|cell| cell.standard_error));
    if let Some(errors) = errors.collect::<Option<Vec<f64>>>() {
        table.push(name("standard error"), errors);
    }
}

fn terminal(cell: Option<Estimate>) -> String {
    let Some(Estimate { mean, standard_error }) = cell else { return "-".into() };
    format!("{mean:.2} +- {}", standard_error.map_or("-".into(), |error| format!("{error:.2}")))
}
