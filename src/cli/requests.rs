//! The subcommands that answer a JSON request: `talscope score numbers.json`.

use std::io::{self, Read};
use std::path::PathBuf;

use clap::{Args, Subcommand};
use talscope::json;

use super::{Failure, Outcome, announce, output};

/// One subcommand for each request.
#[derive(Subcommand)]
pub enum Request {
    /// Gram matrix of a kernel: {kernel, x, x2?} as JSON.
    Kernel(Source),
    /// Posterior of a Gaussian process: {kernel, x_train, y_train, noise_variance, x} as JSON.
    Posterior(Source),
    /// Any of the paper's models, fitted: {model, x_train, y_train, noise_variance, x, seed?} as JSON.
    Fit(Source),
    /// A batch by any rule, from covariances: {rule, covariance_pool, ..} as JSON.
    Select(Source),
    /// Correlations and likelihoods of models judged: {y, batch_size, models, ..} as JSON.
    Score(Source),
    /// Transductive active learning: {kernel, x, y, train, pool, targets, ..} as JSON.
    Tal(Source),
    /// Divergences of Theorem 1: {mean_gen, sd_gen, correlation_gen, ..} as JSON.
    Divergence(Source),
}

/// Where a request comes from.
#[derive(Args)]
pub struct Source {
    /// The file with the request; standard input without it.
    file: Option<PathBuf>,
}

/// Prints the answer, or nothing.
pub fn run(request: &Request, quiet: bool) -> Outcome {
    let (name, source) = match request {
        Request::Kernel(source) => ("kernel", source),
        Request::Posterior(source) => ("posterior", source),
        Request::Fit(source) => ("fit", source),
        Request::Select(source) => ("select", source),
        Request::Score(source) => ("score", source),
        Request::Tal(source) => ("tal", source),
        Request::Divergence(source) => ("divergence", source),
    };
    let prepared = json::prepare(name, &read(source)?)?;
    announce(prepared.cost(), quiet);
    output::print(&format!(
        "{}
",
        prepared.answer()?
    ))
}

fn read(Source { file }: &Source) -> Result<String, Failure> {
    match file {
        Some(file) => std::fs::read_to_string(file)
            .map_err(|error| format!("{} cannot be read: {error}", file.display()).into()),
        None => {
            let mut text = String::new();
            io::stdin().read_to_string(&mut text)?;
            Ok(text)
        }
    }
}
