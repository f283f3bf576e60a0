//! The command line: the same scenarios and the same numbers as the page. It alone reads and writes
//! files.

mod cli;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use cli::exit::{self, Exit};
use cli::{bench, figure3, keys, lesson, merge, models, output, parts, reproduce, requests, run};

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
    /// Computes what decides the paper's claims, in pieces that survive being killed.
    Reproduce(reproduce::Reproduce),
    /// Joins folders that `reproduce` filled: results, a report, figures.
    Merge(merge::Merge),
    /// Judges models on tables of your own as the paper does on its own: XLL and XLLR over seeds.
    Bench(bench::Bench),
    /// Computes what lies beside the page, so that nobody waits for what is known; `cargo xtask parts` calls it.
    #[command(hide = true)]
    Parts(parts::Parts),
    #[command(flatten)]
    Json(requests::Request),
    /// Checks a lesson, begins one, or lists what its goals can speak of.
    #[command(subcommand)]
    Lesson(lesson::Command),
    /// Lists the keys of a link, and the settings of every kind of model.
    Keys,
}

fn main() -> ExitCode {
    cli::work::keep_memory();
    let Arguments { command, quiet } = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return usage(&error),
    };
    let outcome = match command {
        Command::Run(arguments) => run::run(&arguments, quiet),
        Command::Task(arguments) => run::write_task(&arguments),
        Command::Figure3(arguments) => figure3::run(&arguments, quiet),
        Command::Models(arguments) => models::run(&arguments, quiet),
        Command::Reproduce(arguments) => reproduce::run(&arguments, quiet),
        Command::Merge(arguments) => merge::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments, quiet),
        Command::Parts(arguments) => parts::run(&arguments, quiet),
        Command::Json(request) => requests::run(&request, quiet),
        Command::Lesson(command) => lesson::run(&command, quiet),
        Command::Keys => keys::run(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            output::complain(&error.to_string());
            let code = error.downcast_ref::<Exit>().map_or(2, |exit| exit.code);
            ExitCode::from(code)
        }
    }
}

/// What was asked for makes no sense, or was help. Schedulers know the numbers of long runs.
fn usage(error: &clap::Error) -> ExitCode {
    let _ = error.print();
    let long =
        |word: std::ffi::OsString| ["reproduce", "merge", "bench"].iter().any(|it| word == *it);
    match error.exit_code() {
        0 => ExitCode::SUCCESS,
        _ if std::env::args_os().skip(1).any(long) => ExitCode::from(exit::USAGE),
        code => ExitCode::from(u8::try_from(code).unwrap_or(2)),
    }
}
