//! What a run on tables found, as the paper's Tables 1, 4 and 5: in Markdown, LaTeX, CSV, SVG, and as JSON with every
//! number; and what it says of the paper's claims.

pub mod agreement;
pub mod claims;
mod drawing;
pub mod ending;
mod latex;
pub mod paper;
pub mod rounds;
mod table;

use serde_json::json;

use crate::experiment::data::Verdict;
use crate::experiment::measure::{LOG_LIKELIHOOD, Measure, XLL, XLLR};
use crate::numeric::Estimate;
use ending::Ending;
use paper::{PaperSet, Published};

pub use drawing::{curves_file, curves_svg, svg};
pub use latex::latex;
pub use table::{Known, Mark, Row, Table};

/// What is known of one table.
pub struct Outcome {
    /// What it is called.
    pub name: String,
    /// The paper's set that it is.
    pub paper: Option<&'static PaperSet>,
    /// What was found for each seed.
    pub seeds: Vec<(u32, Verdict)>,
    /// How the fits of each of these seeds ended, by models.
    pub endings: Vec<Vec<Ending>>,
}

/// Models as rows call them: kinds with what was said of them.
pub type Models<'a> = &'a [String];

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
        let published = |model: &String| {
            let (mean, error) = (kind.published)(outcome.paper?, kind_of(model))?;
            Some((mean, Some(error)))
        };
        Row {
            set: outcome.name.clone(),
            seeds: outcome.seeds.len(),
            cells: (0..models.len()).map(cell).collect(),
            paper: models.iter().map(published).collect(),
        }
    };
    let Kind { id, title, better, decimals, .. } = *kind;
    // Of what is not there yet there is nothing to show.
    let rows = outcomes.iter().filter(|outcome| !outcome.seeds.is_empty()).map(row).collect();
    let models = models.to_vec();
    let published = "in the paper";
    Table { id, title, head: "set", better, decimals, published, models, rows }
}

/// The kind of a model that is called by its kind and settings.
fn kind_of(model: &str) -> &str {
    model.split('(').next().unwrap_or(model)
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
