//! One of the paper's tables: a row for each set or each model that predicts, a column for each model.

use super::quoted;
use crate::experiment::data::marks;
use crate::model::KINDS;
use crate::numeric::Estimate;

pub use crate::experiment::data::Mark;

/// What people call a model that stands in a command: its kind's name, and its settings as they were written.
pub fn called(model: &str) -> String {
    let (id, settings) = model.split_at(model.find('(').unwrap_or(model.len()));
    let name = KINDS.iter().find(|kind| kind.id == id).map_or(id, |kind| kind.label);
    if settings.is_empty() { name.into() } else { format!("{name} {settings}") }
}

/// A table with the paper's own numbers beside.
pub struct Table {
    /// Its name in files.
    pub id: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// What its rows are.
    pub head: &'static str,
    /// Which way is better: 1 if more is, -1 if less is.
    pub better: f64,
    /// How many decimals are printed.
    pub decimals: usize,
    /// What the paper's numbers rest on.
    pub published: &'static str,
    /// Its columns.
    pub models: Vec<String>,
    /// Its rows.
    pub rows: Vec<Row>,
}

/// A mean of the paper, with its standard error where that is known.
pub type Known = (f64, Option<f64>);

/// One row.
pub struct Row {
    /// The set, or who predicts.
    pub set: String,
    /// How many seeds it rests on.
    pub seeds: usize,
    /// A cell for each model.
    pub cells: Vec<Option<Estimate>>,
    /// The paper's, where it has them.
    pub paper: Vec<Option<Known>>,
}

impl Row {
    /// How each cell stands, as in the paper; `better` is 1 if more is.
    pub fn marks(&self, better: f64) -> Vec<Mark> {
        marks(&self.cells, better)
    }

    /// Whether the paper has numbers for it.
    pub fn is_published(&self) -> bool {
        self.paper.iter().any(Option::is_some)
    }
}

impl Table {
    /// A mean with its standard error.
    pub(super) fn words(&self, mean: f64, error: Option<f64>) -> String {
        let digits = self.decimals;
        let error = error.map_or_else(String::new, |error| format!(" ({error:.digits$})"));
        format!("{mean:.digits$}{error}")
    }

    /// The mean over rows of each model, where all have it, in words; nothing of one row.
    pub(super) fn means(&self) -> Option<Vec<Option<String>>> {
        if self.rows.len() < 2 {
            return None;
        }
        let mean = |model: usize| {
            let cells = self.rows.iter().map(|row| row.cells[model].map(|cell| cell.mean));
            let cells = cells.collect::<Option<Vec<f64>>>()?;
            Some(self.words(cells.iter().sum::<f64>() / cells.len() as f64, None))
        };
        Some((0..self.models.len()).map(mean).collect())
    }

    /// What people call its models.
    pub fn heads(&self) -> impl Iterator<Item = String> {
        self.models.iter().map(|model| called(model))
    }

    /// In Markdown: the best in bold, the worst in italics, the paper's own numbers below.
    pub fn markdown(&self) -> String {
        let mut text = format!("## {}\n\n| {} | seeds |", self.title, self.head);
        self.heads().for_each(|head| text += &format!(" {head} |"));
        text += &format!("\n|---|---|{}\n", "---|".repeat(self.models.len()));
        for row in &self.rows {
            text += &format!("| {} | {} |", row.set, row.seeds);
            for (cell, mark) in row.cells.iter().zip(row.marks(self.better)) {
                let words = cell.map(|cell| self.words(cell.mean, cell.standard_error));
                text += &match (words, mark) {
                    (None, _) => " – |".into(),
                    (Some(words), Mark::Best) => format!(" **{words}** |"),
                    (Some(words), Mark::Worst) => format!(" *{words}* |"),
                    (Some(words), Mark::Plain) => format!(" {words} |"),
                };
            }
            text += "\n";
            if row.is_published() {
                text += &format!("| {} | 10 |", self.published);
                for published in &row.paper {
                    let words = published.map(|(mean, error)| self.words(mean, error));
                    text += &format!(" {} |", words.unwrap_or_else(|| "–".into()));
                }
                text += "\n";
            }
        }
        if let Some(means) = self.means() {
            text += "| mean | |";
            means
                .into_iter()
                .for_each(|mean| text += &format!(" {} |", mean.unwrap_or("–".into())));
            text += "\n";
        }
        text + "\n"
    }

    /// As comma-separated values, a line a cell.
    pub fn csv(&self) -> String {
        let mut text = format!(
            "{},model,seeds,mean,standard_error,mark,paper_mean,paper_standard_error\n",
            quoted(self.head)
        );
        let number = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
        for row in &self.rows {
            let cells = self.models.iter().zip(&row.cells).zip(&row.paper);
            for (((model, cell), published), mark) in cells.zip(row.marks(self.better)) {
                let mark = match mark {
                    Mark::Best => "best",
                    Mark::Worst => "worst",
                    Mark::Plain => "",
                };
                let fields = [
                    quoted(&row.set),
                    quoted(model),
                    row.seeds.to_string(),
                    number(cell.map(|cell| cell.mean)),
                    number(cell.and_then(|cell| cell.standard_error)),
                    mark.into(),
                    number(published.map(|(mean, _)| mean)),
                    number(published.and_then(|(_, error)| error)),
                ];
                text += &(fields.join(",") + "\n");
            }
        }
        text
    }
}
