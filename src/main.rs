//! The command line: the same scenarios and the same numbers as the page. It alone reads and writes
//! files.

mod cli_figure3;
mod cli_json;

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use rayon::prelude::*;
use talscope::chart::{self, Style, figure};
use talscope::lab::{self, marginal};
use talscope::scenario::{KEYS, Link, Theme};

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
        Command::Run { link, csv, json, svg } => run(&link, &Outputs { csv, json, svg }),
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

/// The figure's size when written to a file.
const SIZE: (u32, u32) = (800, 420);

type Outcome = Result<(), Box<dyn std::error::Error>>;

fn run(link: &str, outputs: &Outputs) -> Outcome {
    let scenario = link.parse::<Link>()?.scenario;
    let parts: Vec<_> = lab::plan(&scenario)
        .par_iter()
        .map(|unit| lab::run(unit, &mut |_| ControlFlow::Continue(())))
        .collect::<Result<_, _>>()?;
    let picture = marginal::picture(&scenario)?;
    let calibration = marginal::merge(&scenario, &parts)?;
    let report = marginal::report(&picture, &calibration);
    let chart =
        chart::svg(&figure::posterior(&scenario, &picture), SIZE, &Style::of(Theme::Light))?;
    write(&outputs.csv, || report.csv(&scenario.link()))?;
    write(&outputs.json, || report.json().to_string())?;
    write(&outputs.svg, || chart.clone())?;
    println!("{}", scenario.link());
    println!("{}", marginal::verdict(&calibration).1);
    for fact in marginal::facts(&picture, &calibration) {
        println!("{:40} {:>8}  {}", fact.label, fact.value, fact.note);
    }
    println!("{:40} {}", "Fingerprint", report.fingerprint());
    Ok(())
}

fn write(path: &Option<PathBuf>, contents: impl Fn() -> String) -> Outcome {
    let Some(path) = path else { return Ok(()) };
    std::fs::write(path, contents())
        .map_err(|error| format!("{} cannot be written: {error}", path.display()).into())
}
