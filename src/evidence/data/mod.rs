//! What a run on tables found, as the paper's Tables 1 and 5: in Markdown, LaTeX, CSV, and as JSON with every number.

mod latex;
pub mod paper;
pub mod rounds;

use serde_json::json;

use crate::experiment::data::Verdict;
use crate::experiment::measure::{LOG_LIKELIHOOD, Measure, XLL, XLLR};
use crate::numeric::Estimate;
use paper::{PaperSet, Published};

pub use latex::latex;

/// What is known of one table.
pub struct Outcome {
    /// What it is called.
    pub name: String,
    /// The paper's set that it is.
    pub paper: Option<&'static PaperSet>,
    /// What was found for each seed.
    pub seeds: Vec<(u32, Verdict)>,
}

/// Models as rows call them: kinds with what was said of them.
pub type Models<'a> = &'a [String];

/// One of the paper's tables: a row for each set, a column for each model.
pub struct Table {
    /// Its name in files.
    pub id: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// Which way is better: 1 if more is, -1 if less is.
    pub better: f64,
    /// How many decimals are printed.
    decimals: usize,
    /// Its columns.
    pub models: Vec<String>,
    /// Its rows.
    pub rows: Vec<Row>,
}

/// One row.
pub struct Row {
    /// The set.
    pub set: String,
    /// How many seeds it rests on.
    pub seeds: usize,
    /// A cell for each model.
    pub cells: Vec<Option<Estimate>>,
    /// The paper's, where it has them.
    pub paper: Vec<Option<Published>>,
}

/// How a cell stands in its row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// Within one standard error of the best.
    Best,
    /// Within one standard error of the worst.
    Worst,
    /// Neither.
    Plain,
}

impl Row {
    /// How each cell stands, as in the paper; `better` is 1 if more is.
    pub fn marks(&self, better: f64) -> Vec<Mark> {
        let extreme = |sign: f64| {
            let there = self.cells.iter().flatten();
            let best = there.max_by(|a, b| (sign * a.mean).total_cmp(&(sign * b.mean)));
            best.map(|best| sign * best.mean - best.standard_error.unwrap_or(0.0))
        };
        let (best, worst) = (extreme(better), extreme(-better));
        let mark = |cell: &Option<Estimate>| {
            let reaches = |sign: f64, least: Option<f64>| {
                cell.is_some_and(|cell| least.is_some_and(|least| sign * cell.mean >= least))
            };
            match (reaches(better, best), reaches(-better, worst)) {
                (true, false) => Mark::Best,
                (false, true) => Mark::Worst,
                _ => Mark::Plain,
            }
        };
        self.cells.iter().map(mark).collect()
    }
}

/// What a table is made of.
struct Kind {
    id: &'static str,
    title: &'static str,
    better: f64,
    decimals: usize,
    of: fn(&Verdict) -> Vec<Option<f64>>,
    published: fn(&PaperSet, &str) -> Option<Published>,
}

fn scores(verdict: &Verdict, measure: &Measure) -> Vec<Option<f64>> {
    verdict.judged.of(measure).to_vec()
}

static KINDS: [Kind; 4] = [
    Kind {
        id: "table1-xllr",
        title: "Table 1: mean XLLR (0 is best)",
        better: -1.0,
        decimals: 2,
        of: |verdict| scores(verdict, &XLLR),
        published: |set, kind| set.of(kind).map(|(xllr, _)| xllr),
    },
    Kind {
        id: "table5-xll",
        title: "Table 5: mean XLL over references, in nats per row",
        better: 1.0,
        decimals: 3,
        of: |verdict| scores(verdict, &XLL),
        published: |set, kind| set.of(kind).map(|(_, xll)| xll),
    },
    Kind {
        id: "log-likelihood",
        title: "Mean log likelihood of test rows one by one",
        better: 1.0,
        decimals: 3,
        of: |verdict| scores(verdict, &LOG_LIKELIHOOD),
        published: |_, _| None,
    },
    Kind {
        id: "rmse",
        title: "Root mean square error of test rows",
        better: -1.0,
        decimals: 3,
        of: |verdict| verdict.rmse.iter().copied().map(Some).collect(),
        published: |_, _| None,
    },
];

/// All tables of a run.
pub fn tables(models: Models, outcomes: &[Outcome]) -> Vec<Table> {
    KINDS.iter().map(|kind| table(kind, models, outcomes)).collect()
}

fn table(kind: &Kind, models: Models, outcomes: &[Outcome]) -> Table {
    let row = |outcome: &Outcome| {
        let found: Vec<Vec<Option<f64>>> =
            outcome.seeds.iter().map(|(_, verdict)| (kind.of)(verdict)).collect();
        let cell = |model: usize| {
            let values = found.iter().filter_map(|values| values.get(model).copied().flatten());
            Estimate::of(values.filter(|value| value.is_finite()))
        };
        let published = |model: &String| (kind.published)(outcome.paper?, kind_of(model));
        Row {
            set: outcome.name.clone(),
            seeds: outcome.seeds.len(),
            cells: (0..models.len()).map(cell).collect(),
            paper: models.iter().map(published).collect(),
        }
    };
    let Kind { id, title, better, decimals, .. } = *kind;
    let rows = outcomes.iter().map(row).collect();
    Table { id, title, better, decimals, models: models.to_vec(), rows }
}

/// The kind of a model that is called by its kind and settings.
fn kind_of(model: &str) -> &str {
    model.split('(').next().unwrap_or(model)
}

impl Table {
    /// A mean with its standard error.
    fn words(&self, mean: f64, error: Option<f64>) -> String {
        let digits = self.decimals;
        let error = error.map_or_else(String::new, |error| format!(" ({error:.digits$})"));
        format!("{mean:.digits$}{error}")
    }

    /// The mean over sets of each model, where all have it.
    fn means(&self) -> Vec<Option<f64>> {
        let mean = |model: usize| {
            let cells = self.rows.iter().map(|row| row.cells[model].map(|cell| cell.mean));
            let cells = cells.collect::<Option<Vec<f64>>>()?;
            Some(cells.iter().sum::<f64>() / cells.len() as f64)
        };
        (0..self.models.len()).map(mean).collect()
    }

    /// In Markdown: the best in bold, the worst in italics, the paper's own numbers below.
    pub fn markdown(&self) -> String {
        let mut text = format!("## {}\n\n| set | seeds |", self.title);
        self.models.iter().for_each(|model| text += &format!(" {model} |"));
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
            if row.paper.iter().any(Option::is_some) {
                text += "| in the paper | 10 |";
                for published in &row.paper {
                    let words = published.map(|(mean, error)| self.words(mean, Some(error)));
                    text += &format!(" {} |", words.unwrap_or_else(|| "–".into()));
                }
                text += "\n";
            }
        }
        if self.rows.len() > 1 {
            text += "| mean | |";
            for mean in self.means() {
                text += &format!(" {} |", mean.map_or("–".into(), |mean| self.words(mean, None)));
            }
            text += "\n";
        }
        text + "\n"
    }

    /// As comma-separated values, a line a cell.
    pub fn csv(&self) -> String {
        let mut text = String::from(
            "set,model,seeds,mean,standard_error,mark,paper_mean,paper_standard_error\n",
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
                    number(published.map(|(_, error)| error)),
                ];
                text += &(fields.join(",") + "\n");
            }
        }
        text
    }
}

/// A field of comma-separated values.
fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.into(),
    }
}

/// Every number of the tables at full precision, without times or places: equal runs give equal bytes.
pub fn numbers(models: Models, outcomes: &[Outcome]) -> String {
    let (mut xll, mut xllr) = (Vec::new(), Vec::new());
    for Outcome { name, seeds, .. } in outcomes {
        for (seed, Verdict { judged, .. }) in seeds {
            for row in &judged.references {
                for (place, model) in judged.models.iter().enumerate() {
                    xll.push(json!({
                        "set": name, "seed": seed, "reference": models[row.reference],
                        "model": models[*model], "xll": row.xll[place], "rank": row.rank[place],
                    }));
                }
            }
            for (model, value) in judged.models.iter().zip(judged.of(&XLLR)) {
                xllr.push(
                    json!({ "set": name, "seed": seed, "model": models[*model], "xllr": value }),
                );
            }
        }
    }
    let lines = |rows: Vec<serde_json::Value>| {
        rows.iter().map(|row| format!("    {row}")).collect::<Vec<_>>().join(",\n")
    };
    format!("{{\n  \"xll\": [\n{}\n  ],\n  \"xllr\": [\n{}\n  ]\n}}\n", lines(xll), lines(xllr))
}

#[cfg(test)]
mod tests;
