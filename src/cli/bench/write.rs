//! What a run on tables leaves beside its units: tables, splits, predictions.

use std::path::{Path, PathBuf};

use talscope::chart::Style;
use talscope::error::counted;
use talscope::evidence::data::claims::Run;
use talscope::evidence::data::rounds::{self, Asked, Course};
use talscope::evidence::data::{
    self as evidence, Outcome as Found, Table as Shown, agreement, ending,
};
use talscope::exchange::npz::{self, Content};
use talscope::exchange::write_split;
use talscope::experiment::data::{Foretold, Table};
use talscope::scenario::{Candidate, Scenario, Theme};

use super::Bench;
use super::set::Set;
use crate::cli::merge::keep;
use crate::cli::{Outcome, output};

/// All that is written beside units.
pub struct Written<'a> {
    /// What was asked.
    pub arguments: &'a Bench,
    /// What models are called.
    pub labels: &'a [String],
    /// The tables.
    pub sets: &'a [Set],
    /// What was found for each.
    pub found: &'a [Found],
    /// What came of asking over rounds.
    pub asked: &'a [Asked],
}

impl Written<'_> {
    /// The tables in all forms, every number of them, and a report as text and as JSON.
    pub fn all(&self) -> Outcome {
        let Self { arguments, labels, found, asked, .. } = *self;
        let out = &arguments.out;
        let mut tables = evidence::tables(labels, found);
        let mut report = String::from(HEAD);
        if !asked.is_empty() {
            let label = |own: &Candidate| arguments.label_of(own);
            self.curves(&rounds::courses(asked, label)?)?;
            tables.extend(rounds::table4(asked, labels, label)?);
        }
        for table in &tables {
            report += &table.markdown();
            self.table(table)?;
        }
        keep(&out.join("tables.json"), evidence::numbers(labels, found).as_bytes())?;
        report += &agreement::markdown(&tables[..2]);
        output::print(&report)?;
        let command = arguments.command();
        let (claims, json) = self.run(&command).report(&tables)?;
        report += &claims;
        report += &ending::markdown(labels, found);
        for (set, found) in self.sets.iter().zip(found) {
            report += &about(set, found, labels);
        }
        report += &format!("## Again\n\n```sh\n{command}\n```\n");
        keep(&out.join("report.json"), (serde_json::to_string_pretty(&json)? + "\n").as_bytes())?;
        keep(&out.join("report.md"), report.as_bytes())
    }

    /// The curves of asking over rounds, as numbers and as a picture for each set.
    fn curves(&self, courses: &[Course]) -> Outcome {
        let out = &self.arguments.out;
        keep(&out.join("curves.csv"), rounds::curves_csv(courses).as_bytes())?;
        for set in self.sets {
            let drawing = evidence::curves_svg(&set.name, courses, &Style::of(Theme::Light))?;
            let name = format!("{}.svg", evidence::curves_file(&set.name));
            keep(&out.join(name), drawing.as_bytes())?;
        }
        Ok(())
    }

    /// One table as LaTeX, CSV and a picture.
    fn table(&self, table: &Shown) -> Outcome {
        let file = |ending: &str| self.arguments.out.join(format!("{}.{ending}", table.id));
        keep(&file("tex"), evidence::latex(table).as_bytes())?;
        keep(&file("csv"), table.csv().as_bytes())?;
        let drawing = evidence::svg(table, &Style::of(Theme::Light))?;
        keep(&file("svg"), drawing.as_bytes())
    }

    fn run<'a>(&'a self, command: &'a str) -> Run<'a> {
        let versions = self
            .sets
            .first()
            .map_or_else(Vec::new, |set| talscope::experiment::stated_versions(&set.scenario));
        Run {
            models: self.labels,
            outcomes: self.found,
            asked: self.asked,
            wanted: self.sets.len() * self.arguments.seeds as usize,
            seed: self.arguments.seed,
            command,
            versions,
        }
    }
}

const HEAD: &str = "# Models judged on tables\n\n\
    Means over seeds, with standard errors; in each row the best (**bold**) and the worst (*italic*) within one standard \
    error. XLL and likelihoods are in nats per row, in the unit of what is predicted; XLLR is the mean rank by XLL over \
    references, 0 for the best.\n\n";

/// What was computed for a set, and which fits are in doubt.
fn about(set: &Set, found: &Found, labels: &[String]) -> String {
    let scenario = &set.scenario;
    let (rows, inputs) = (scenario.data.table.rows, scenario.data.dimension);
    let seeds: Vec<String> = found.seeds.iter().map(|(seed, _)| seed.to_string()).collect();
    let seeds = match &seeds[..] {
        [] => "none of its seeds is done yet".to_string(),
        [only] => format!("seed {only}"),
        all => format!("seeds {}", all.join(", ")),
    };
    let mut text = format!(
        "## {}\n\n{}, {}; {seeds}.\n\n",
        set.name,
        counted(rows, "row"),
        counted(inputs, "input")
    );
    set.notes.iter().for_each(|note| text += &format!("- {note}\n"));
    for (label, candidate) in labels.iter().zip(&scenario.models.candidates) {
        text += &format!("- {label}: `{}`\n", candidate.id());
    }
    for (seed, verdict) in &found.seeds {
        for (label, doubt) in labels.iter().zip(&verdict.judged.doubts) {
            let said = doubt
                .as_ref()
                .map(|doubt| format!("- seed {seed}, {label} is in doubt: {doubt}\n"));
            text += &said.unwrap_or_default();
        }
    }
    text + "\n"
}

/// Which rows were what, in rows of the file from 0.
pub fn split(out: &Path, set: &Set, seed: u32, table: &Table, scenario: &Scenario) -> Outcome {
    let split = table.in_file(&table.split_by(scenario));
    let file = out.join("splits").join(format!("{}-{seed}.json", set.name));
    keep(&file, write_split(&split).as_bytes())
}

/// Where a model's prediction is kept: under the name that tables give it, as far as file systems allow.
pub fn prediction_file(out: &Path, set: &Set, seed: u32, label: &str) -> PathBuf {
    let refused = |c: char| c.is_control() || "/\\:*?\"<>|".contains(c);
    let label = label.replace(refused, "_");
    out.join("predictions").join(format!("{}-{seed}-{label}.npz", set.name))
}

/// What a model predicted of the test rows, of values in units of the deviation of the training set.
pub fn prediction(file: &Path, table: &Table, scenario: &Scenario, found: &Foretold) -> Outcome {
    let task = table.task(scenario, &[])?;
    let split = table.in_file(&table.split_by(scenario));
    let (size, posterior) = (found.posterior.mean.len(), &found.posterior);
    let list = |values: &[f64]| Content::Numbers(vec![values.len()], values.to_vec());
    let number = |value: f64| Content::Numbers(Vec::new(), vec![value]);
    // Symmetric, so that rows and columns may change places.
    let covariance = posterior.covariance.as_slice().to_vec();
    let arrays = [
        ("mean", list(posterior.mean.as_slice())),
        ("covariance", Content::Numbers(vec![size, size], covariance)),
        ("noise_variance", list(posterior.noise.as_slice())),
        ("y", list(task.task.targets.observed.as_slice())),
        ("y_mean", number(task.scale.mean)),
        ("y_sd", number(task.scale.sd)),
        ("train", Content::Indices(split.train)),
        ("pool", Content::Indices(split.pool)),
        ("test", Content::Indices(split.test)),
        ("validation", Content::Indices(split.validation)),
    ];
    keep(file, &npz::write(&arrays))
}
