//! `talscope models`: a short name for links that compare models on synthetic tasks.

use clap::Args;
use talscope::scenario::{Candidate, Link};
use talscope::task::synthetic::Setting;

use super::figure3::range;
use super::output::Outputs;
use super::{Outcome, run};

/// What the command takes.
#[derive(Args)]
pub struct Models {
    /// Number of inputs.
    #[arg(long, default_value_t = 9, value_parser = range(1, 20))]
    d: u64,
    /// How many tasks to average over.
    #[arg(long, default_value_t = 20, value_parser = range(1, 10_000))]
    tasks: u64,
    /// Sizes and kernel: `paper` or `benchmark`.
    #[arg(long, default_value_t = Setting::Benchmark)]
    setting: Setting,
    /// Points that each model asks for; one in a hundred unless said.
    #[arg(long, value_parser = range(1, 500))]
    batch: Option<u64>,
    /// A model to be ranked, as links write it, such as `bbb(epochs=10000)`; the paper's seven unless said.
    #[arg(long = "model", value_name = "MODEL")]
    models: Vec<Candidate>,
    /// Seed of everything drawn.
    #[arg(long, default_value_t = 1)]
    seed: u32,
    #[command(flatten)]
    outputs: Outputs,
}

/// The paper's seven.
const RANKED: [&str; 7] = ["hmc", "fbnn", "gp-rbf", "ensemble", "bbb", "nng", "dropout"];
/// What is judged beside the models that are named.
const BESIDE: [&str; 2] = ["!oracle", "!svgp"];

/// Computes the figure of the link that is meant.
pub fn run(arguments: &Models, quiet: bool) -> Outcome {
    let Models { d, tasks, setting, batch, models, seed, outputs } = arguments;
    let batch = batch.unwrap_or(setting.batch_size(*d as usize) as u64);
    let link = format!("lab=agreement&task={setting}&d={d}&tasks={tasks}&q={batch}&seed={seed}");
    let mut link: Link = link.parse()?;
    let parsed = |texts: &[&str]| -> Vec<Candidate> {
        texts.iter().map(|text| text.parse().expect("a known model")).collect()
    };
    let ranked = if models.is_empty() { parsed(&RANKED) } else { models.clone() };
    let all = ranked.iter().chain(&parsed(&BESIDE)).map(Candidate::to_string).collect::<Vec<_>>();
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    link.scenario = link.scenario.with("candidate", &all)?;
    run::show(link, &[], outputs, quiet)
}
