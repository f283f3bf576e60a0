//! The subcommands that answer a JSON request: `talscope score numbers.json`.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use talscope::exchange::{self, Predictions};
use talscope::json;

use super::{Failure, Outcome, announce, input, output};

/// One subcommand for each request.
#[derive(Subcommand)]
pub enum Request {
    /// Gram matrix of a kernel: {kernel, x, x2?} as JSON.
    Kernel(Source),
    /// Posterior of a Gaussian process: {kernel, x_train, y_train, noise_variance, x} as JSON.
    Posterior(Source),
    /// Any of the paper's models, fitted: {model, x_train, y_train, noise_variance, x, seed?} as JSON.
    #[command(after_help = FIT)]
    Fit(Source),
    /// A batch by any rule, from covariances: {rule, covariance_pool, ..} as JSON.
    Select(Source),
    /// Correlations and likelihoods of models judged: {y, batch_size, models, ..} as JSON, or files.
    Score(Scored),
    /// Transductive active learning: {kernel, x, y, train, pool, targets, ..} as JSON.
    Tal(Source),
    /// Divergences of Theorem 1: {mean_gen, sd_gen, correlation_gen, ..} as JSON.
    Divergence(Source),
}

/// What a request for a fit looks like.
const FIT: &str = r#"For example:
  echo '{"model": {"hmc": {"units": 50}}, "x_train": [[0], [1]], "y_train": [0, 1],
         "noise_variance": 0.01, "x": [[0.5], [2]]}' | talscope fit
The model is an object whose one key is the model's kind, and its value the settings, {} for the usual
ones: `talscope keys` lists both."#;

/// Where a request comes from.
#[derive(Args)]
pub struct Source {
    /// The file with the request; standard input without it.
    file: Option<PathBuf>,
}

/// What `score` takes.
#[derive(Args)]
pub struct Scored {
    #[command(flatten)]
    source: Source,
    /// A file with a model's predictions, .npz or JSON, instead of models in the request; repeat for
    /// each. The request then only says how to judge them, and may be left out; - is standard input.
    #[arg(id = "models", long = "file", value_name = "FILE")]
    file: Vec<PathBuf>,
    /// A task's file, as `talscope task` writes it: its exact posterior is the oracle.
    #[arg(long, value_name = "FILE", requires = "models")]
    oracle: Option<PathBuf>,
}

/// Prints the answer, or nothing.
pub fn run(request: &Request, quiet: bool) -> Outcome {
    let (name, source) = match request {
        Request::Kernel(source) => ("kernel", source),
        Request::Posterior(source) => ("posterior", source),
        Request::Fit(source) => ("fit", source),
        Request::Select(source) => ("select", source),
        Request::Score(scored) if !scored.file.is_empty() => {
            return answer(
                json::prepare_score(&choices(scored)?, predictions(scored, quiet)?)?,
                quiet,
            );
        }
        Request::Score(scored) => ("score", &scored.source),
        Request::Tal(source) => ("tal", source),
        Request::Divergence(source) => ("divergence", source),
    };
    answer(json::prepare(name, &input::text(named(source))?)?, quiet)
}

fn answer(prepared: json::Prepared, quiet: bool) -> Outcome {
    announce(prepared.cost(), quiet);
    output::print(&(prepared.answer()? + "\n"))
}

/// The request's file; nothing for standard input.
fn named(Source { file }: &Source) -> Option<&Path> {
    file.as_deref().filter(|file| *file != Path::new("-"))
}

/// How files are to be judged.
fn choices(Scored { source, .. }: &Scored) -> Result<String, Failure> {
    if source.file.is_none() { Ok("{}".into()) } else { input::text(named(source)) }
}

/// What all files say, the oracle's included. What had to be mended is said.
fn predictions(Scored { file, oracle, .. }: &Scored, quiet: bool) -> Result<Predictions, Failure> {
    let length = |file: &PathBuf| std::fs::metadata(file).map_or(0, |data| data.len());
    announce(file.iter().chain(oracle).map(|file| exchange::cost(length(file))).sum(), quiet);
    let mut files = Vec::new();
    for file in file {
        let name = file.display().to_string();
        let read = exchange::read(&input::read(file)?, &name)
            .map_err(|error| format!("{name}: {error}"))?;
        exchange::mended(&read)
            .iter()
            .for_each(|note| output::complain(&format!("{name}: {note}")));
        files.push((name, read));
    }
    if let Some(file) = oracle {
        let name = file.display().to_string();
        let read = exchange::read_oracle(&input::read(file)?)
            .map_err(|error| format!("{name}: {error}"))?;
        files.push((name, read));
    }
    Ok(exchange::together(files)?)
}
