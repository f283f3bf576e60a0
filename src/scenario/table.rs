//! What links say of a table of the reader's own: its keys, and what they do to a scenario.

use super::candidate::Candidate;
use super::key::{Key, Kind};
use super::kinds::find_kind;
use super::setters::{MOST_DIMENSIONS, choose};
use super::value::{integer, one};
use super::{Family, Form, Scenario, Source, TableUse};
use crate::error::{Error, Result};
use crate::table;

pub const ROWS_KEY: Key = Key {
    name: "rows",
    label: "Rows of the table",
    help: "How many rows of the table are used.",
    kind: Kind::Integer { least: ROWS.0, most: ROWS.1 },
    applies: is_table,
    get: |s| vec![s.data.table.rows.to_string()],
    set: |s, v| integer("rows", v, ROWS).map(|rows| s.data.table.rows = rows as usize),
};
pub const COLUMN_KEY: Key = Key {
    name: "column",
    label: "Column that is predicted",
    help: "The column of the table that is predicted, by its name or its number from 1; the last one unless said.",
    kind: Kind::Text,
    applies: is_table,
    get: |s| vec![s.data.table.choice.target.clone().unwrap_or_default()],
    set: |s, v| set_target_column(s, v),
};
pub const LEAVE_KEY: Key = Key {
    name: "leave",
    label: "Columns left out",
    help: "Columns of the table from which nothing is predicted, by name or number; repeat the key for each.",
    kind: Kind::List,
    applies: is_table,
    get: |s| s.data.table.choice.left_out.clone(),
    set: |s, v| set_left_out(s, v),
};
pub const READ_KEY: Key = Key {
    name: "read",
    label: "How the table is written",
    help: "What is not to be inferred of how the table is written, between commas: tab, semicolon, comma, spaces; \
           decimal-point, decimal-comma; header, no-header; and drop-missing to leave out rows with missing values.",
    kind: Kind::Text,
    applies: is_table,
    get: |s| vec![reading_text(s)],
    set: |s, v| set_reading(s, v),
};
pub const PATIENCE_KEY: Key = Key {
    name: "patience",
    label: "Epochs without gain",
    help: "After how many epochs that do no better on the validation part of a table training ends; 0 lets it go on \
           to its end. The epoch that did best is kept either way.",
    kind: Kind::Integer { least: 0, most: MOST_PATIENCE },
    applies: is_table,
    get: |s| vec![s.data.table.patience.to_string()],
    set: |s, v| {
        integer("patience", v, (0, MOST_PATIENCE)).map(|n| s.data.table.patience = n as usize)
    },
};

pub const TUNE_KEY: Key = Key {
    name: "tune",
    label: "Settings of models",
    help: "As they stand here, or for each model those that do best on the validation part, of all that the paper's \
           appendix tries: learning rates, units, dropout's rates and noise. What you changed stays as it is.",
    kind: Kind::Choice(tune_choices),
    applies: is_table,
    get: |s| vec![TUNING[usize::from(s.data.table.tunes)].0.into()],
    set: |s, v| choose("tune", &TUNING, v).map(|tunes| s.data.table.tunes = tunes),
};

/// How settings of models are found.
static TUNING: [(&str, bool, &str); 2] =
    [("given", false, "as they stand here"), ("grid", true, "chosen on the validation part")];

fn tune_choices() -> Vec<(&'static str, &'static str)> {
    TUNING.iter().map(|(name, _, label)| (*name, *label)).collect()
}

fn is_table(scenario: &Scenario) -> bool {
    scenario.data.source == Source::Table
}

/// Tables have a lab of their own, and learn what elsewhere is known.
pub fn check(scenario: &Scenario) -> Result<()> {
    let is_table = scenario.data.source == Source::Table;
    if is_table && !scenario.lab.takes_tables {
        let words = format!("the lab “{}” takes no tables", scenario.lab.title);
        return Err(Error::clash(words));
    }
    if !is_table && scenario.lab.source == Source::Table {
        return Err(Error::clash("this lab takes tables alone"));
    }
    let knows = |candidate: &&Candidate| !learns_all(candidate.kind.family);
    let predicting = scenario.models.predictors().filter(|_| scenario.has_key("predict"));
    let mut all = scenario.models.candidates.iter().chain(predicting);
    if let Some(candidate) = all.find(knows).filter(|_| is_table) {
        return Err(Error::clash(format!(
            "“{candidate}” needs a known prior or noise, which a table does not give"
        )));
    }
    let learns = |candidate: &&Candidate| {
        candidate.kind.setting("learn_eta").is_some() && candidate.flag("learn_eta")
    };
    match scenario.models.candidates.iter().find(learns).filter(|_| !is_table) {
        Some(candidate) => Err(Error::clash(format!(
            "“{candidate}” learns its prior, and all models are compared under a known one here"
        ))),
        None => Ok(()),
    }
}

/// Where a table is no lab's usual task, a link has to say that it is one.
pub fn is_said(scenario: &Scenario) -> bool {
    scenario.data.source == Source::Table && scenario.lab.source != Source::Table
}

impl Scenario {
    /// Another lab, where one of the two is about a table. It comes along to whoever takes it: one of the reader's own also
    /// where it is not the usual task. All else that was chosen for it means nothing elsewhere, nor the other way round.
    pub(super) fn with_table_in(&self, lab: &'static Form) -> Self {
        let mut other = Self::of_lab(lab);
        if !is_table(self) || !lab.takes_tables {
            return other;
        }
        if lab.source != Source::Table {
            let is_own = !self.data.files.is_empty();
            return if is_own { self.asking_for_rows() } else { other };
        }
        other.data.clone_from(&self.data);
        other.problem.seed = self.problem.seed;
        other
    }

    /// Whether models of a kind can be fitted to its data: on a table none that needs to know what a table does not say.
    pub fn takes(&self, kind: &str) -> bool {
        let learns = || find_kind(kind).is_ok_and(|kind| learns_all(kind.family));
        !is_table(self) || learns()
    }

    /// The same table, asked for row after row: models that choose what to see next.
    pub fn asking_for_rows(&self) -> Self {
        let lab = Form::find("curves").expect("a lab of the table");
        let mut asking = Self::start(lab, lab.preset(), Source::Table);
        asking.data.clone_from(&self.data);
        asking.problem.seed = self.problem.seed;
        asking.judging.tasks = self.judging.tasks;
        let (batch, pool) = (table::batch_of(self.data.table.rows), asking.sizes().pool);
        asking.asking.batch_size = batch;
        asking.asking.rounds = asking.asking.rounds.min(pool / batch);
        asking
    }
}

/// Whether models of a family learn all that a table does not tell.
pub fn learns_all(family: Family) -> bool {
    use Family::{Nkn, Rbf, Svgp};
    family.is_network() || matches!(family, Rbf | Svgp | Nkn)
}

/// The most inputs of a function: of a synthetic one, or of a table.
pub fn most_inputs(scenario: &Scenario) -> u32 {
    match scenario.data.source {
        Source::Table => table::MOST_INPUTS as u32,
        _ => MOST_DIMENSIONS,
    }
}

/// How many rows a table may have.
const ROWS: (u32, u32) = (table::LEAST_ROWS as u32, table::NATIVE.rows as u32);
const MOST_PATIENCE: u32 = 1_000_000;
/// The word for leaving out rows in which something is missing.
const DROPS: &str = "drop-missing";

/// How a table is read, in words between commas.
fn reading_text(scenario: &Scenario) -> String {
    let TableUse { reading, choice, .. } = &scenario.data.table;
    let drops = if choice.drops_missing { DROPS } else { "" };
    [&*reading.to_string(), drops]
        .into_iter()
        .filter(|text| !text.is_empty())
        .collect::<Vec<_>>()
        .join(",")
}

fn set_reading(scenario: &mut Scenario, values: &[&str]) -> Result<()> {
    let words: Vec<&str> = text_or_none("read", values)?.split(',').collect();
    let (drops, others): (Vec<&str>, Vec<&str>) =
        words.into_iter().partition(|word| *word == DROPS);
    let reading = others.join(",").parse()?;
    scenario.data.table.reading = reading;
    scenario.data.table.choice.drops_missing = !drops.is_empty();
    Ok(())
}

/// The only value, which may be none.
fn text_or_none<'a>(name: &str, values: &[&'a str]) -> Result<&'a str> {
    if values == [""] { Ok("") } else { one(name, values) }
}

fn set_left_out(scenario: &mut Scenario, values: &[&str]) -> Result<()> {
    let values = if values == [""] { &[] } else { values };
    Error::at_most("columns left out", values.len(), table::NATIVE.columns)?;
    scenario.data.table.choice.left_out = values.iter().map(|text| (*text).into()).collect();
    Ok(())
}

fn set_target_column(scenario: &mut Scenario, values: &[&str]) -> Result<()> {
    let text = text_or_none("column", values)?;
    scenario.data.table.choice.target = (!text.is_empty()).then(|| text.into());
    Ok(())
}
