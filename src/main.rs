//! The command line: the same scenarios and the same numbers as the page. It alone reads and writes
//! files.

mod cli_correlation;
mod cli_figure3;
mod cli_json;

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use rayon::prelude::*;
use talscope::chart::{self, Style, figure};
use talscope::lab::{self, Part, Unit, marginal, toy};
use talscope::report::Report;
use talscope::scenario::{KEYS, Lab, Link, Scenario, Theme};

#[derive(Parser)]
#[command(version, about, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Computes a scenario and prints its numbers and its fingerprint.
    Run {
        /// A link from the page, or the part behind its #, such as `lab=marginal&preset=edge`.
        link: String,
        /// Writes all tables to this file as comma-separated values.
        #[arg(long, value_name = "FILE")]
        csv: Option<PathBuf>,
        /// Writes all tables to this file as JSON.
        #[arg(long, value_name = "FILE")]
        json: Option<PathBuf>,
        /// Writes the figure to this file as SVG.
        #[arg(long, value_name = "FILE")]
        svg: Option<PathBuf>,
        /// A file of your own that the link speaks of; repeat for each.
        #[arg(long, value_name = "FILE")]
        file: Vec<PathBuf>,
    },
    /// Writes the task of a link to the correlation lab, for a model of your own.
    Task {
        /// A link from the page, or the part behind its #.
        link: String,
        /// The file to write: JSON, or numpy's .npz if its name ends so.
        file: PathBuf,
    },
    /// Compares acquisition rules on synthetic tasks, as in the paper's Figure 3.
    Figure3(cli_figure3::Figure3),
    #[command(flatten)]
    Json(cli_json::Request),
    /// Lists the keys of a scenario.
    Keys,
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Run { link, csv, json, svg, file } => {
            run(&link, &Outputs { csv, json, svg }, &file)
        }
        Command::Task { link, file } => cli_correlation::write_task(&link, &file),
        Command::Figure3(arguments) => cli_figure3::run(&arguments),
        Command::Json(request) => cli_json::run(&request),
        Command::Keys => {
            KEYS.iter().for_each(|key| println!("{:12} {}", key.name, key.help));
            Ok(())
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("talscope: {error}");
            ExitCode::from(2)
        }
    }
}

struct Outputs {
    csv: Option<PathBuf>,
    json: Option<PathBuf>,
    svg: Option<PathBuf>,
}

type Outcome = Result<(), Box<dyn std::error::Error>>;

fn run(link: &str, outputs: &Outputs, files: &[PathBuf]) -> Outcome {
    let link = link.parse::<Link>()?;
    let scenario = &link.scenario;
    let Finished { report, lines, svg } = match scenario.lab {
        Lab::Toy => run_toy(scenario)?,
        Lab::Marginal => run_marginal(scenario)?,
        Lab::Correlation => cli_correlation::run(&link, files)?,
    };
    let (canonical, fingerprint) = (scenario.link(), report.fingerprint());
    write(&outputs.csv, || report.csv(&canonical, Some(&fingerprint)))?;
    write(&outputs.json, || report.json(&canonical, Some(&fingerprint)).to_string())?;
    write(&outputs.svg, || svg.clone())?;
    println!("{canonical}");
    lines.iter().for_each(|line| println!("{line}"));
    println!("{:40} {}", "Fingerprint", fingerprint);
    Ok(())
}

/// What a lab gives: its numbers, what it prints of them, and its figure.
struct Finished {
    report: Report,
    lines: Vec<String>,
    svg: String,
}

fn run_toy(scenario: &Scenario) -> talscope::Result<Finished> {
    let solved = toy::solve(scenario)?;
    let line = |(panel, facts): (&toy::Panel, &toy::PanelFacts)| {
        let picks = panel.batch.indices[..solved.steps()].iter();
        let places: Vec<_> = picks.map(|&i| format!("{:.2}", solved.task.pool.inputs[i])).collect();
        let scores: Vec<_> =
            facts.scores.iter().map(|score| format!("{} {}", score.label, score.value)).collect();
        format!("{:9} {}; asked at {}", facts.title, scores.join(", "), places.join(", "))
    };
    let facts = toy::panel_facts(&solved, solved.steps());
    let chart = figure::multiples(&solved, solved.steps())?;
    Ok(Finished {
        report: toy::report(&solved)?,
        lines: solved.panels.iter().zip(&facts).map(line).collect(),
        svg: chart::svg(&chart, figure::saved_size(scenario), &Style::of(Theme::Light))?,
    })
}

fn run_marginal(scenario: &Scenario) -> talscope::Result<Finished> {
    let parts = run_all(&lab::plan(scenario, &[]))?;
    let picture = marginal::picture(scenario)?;
    let calibration = marginal::merge(scenario, &parts)?;
    let facts = marginal::facts(&picture, &calibration).into_iter();
    let facts = facts.map(|fact| format!("{:40} {:>8}  {}", fact.label, fact.value, fact.note));
    let chart = figure::posterior(scenario, &picture);
    Ok(Finished {
        report: marginal::report(&picture, &calibration),
        lines: std::iter::once(marginal::verdict(&calibration).1).chain(facts).collect(),
        svg: chart::svg(&chart, figure::saved_size(scenario), &Style::of(Theme::Light))?,
    })
}

/// Shares units of work among all cores.
fn run_all(units: &[Unit]) -> talscope::Result<Vec<Part>> {
    units.par_iter().map(|unit| lab::run(unit, &mut |_| ControlFlow::Continue(()))).collect()
}

fn write(path: &Option<PathBuf>, contents: impl Fn() -> String) -> Outcome {
    let Some(path) = path else { return Ok(()) };
    std::fs::write(path, contents())
        .map_err(|error| format!("{} cannot be written: {error}", path.display()).into())
}
