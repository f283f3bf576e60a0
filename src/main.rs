//! The command line: the same scenarios and the same numbers as the page. It alone reads and writes
//! files.

mod cli;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use cli::{figure3, keys, lesson, models, output, requests, run};

#[derive(Parser)]
#[command(version, about, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// Shows no progress and no estimate.
    #[arg(long, global = true)]
    quiet: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Computes a scenario and prints its numbers and its fingerprint.
    Run(run::Run),
    /// Writes the task of a link, for a model of your own.
    Task(run::Task),
    /// Compares acquisition rules on synthetic tasks, as in the paper's Figure 3.
    Figure3(figure3::Figure3),
    /// Compares the paper's models on synthetic tasks: metacorrelation, XLLR, XLL, and what they are good for.
    Models(models::Models),
    #[command(flatten)]
    Json(requests::Request),
    /// Checks a lesson, begins one, or lists what its goals can speak of.
    #[command(subcommand)]
    Lesson(lesson::Command),
    /// Lists the keys of a link, and the settings of every kind of model.
    Keys,
}

fn main() -> ExitCode {
    let Arguments { command, quiet } = Arguments::parse();
    let outcome = match command {
        Command::Run(arguments) => run::run(&arguments, quiet),
        Command::Task(arguments) => run::write_task(&arguments),
        Command::Figure3(arguments) => figure3::run(&arguments, quiet),
        Command::Models(arguments) => models::run(&arguments, quiet),
        Command::Json(request) => requests::run(&request, quiet),
        Command::Lesson(command) => lesson::run(&command, quiet),
        Command::Keys => keys::run(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            output::complain(&error.to_string());
            ExitCode::from(2)
        }
    }
}
