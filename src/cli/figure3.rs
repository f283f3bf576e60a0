//! `talscope figure3`: a short name for links of learning curves, rules compared on synthetic tasks as in the
//! paper's Figure 3.

use clap::Args;
use clap::builder::RangedU64ValueParser;
use talscope::task::synthetic::Setting;

use super::output::Outputs;
use super::{Outcome, run};

/// What the command takes.
#[derive(Args)]
pub struct Figure3 {
    /// Number of inputs.
    #[arg(long, default_value_t = 3, value_parser = range(1, 20))]
    d: u64,
    /// How many tasks to average over.
    #[arg(long, default_value_t = 50, value_parser = range(1, 10_000))]
    tasks: u64,
    /// Sizes and kernel: `paper` or `benchmark`.
    #[arg(long, default_value_t = Setting::Benchmark)]
    setting: Setting,
    /// Points observed at a time; one in a hundred unless said.
    #[arg(long, value_parser = range(1, 500))]
    batch: Option<u64>,
    /// How many batches.
    #[arg(long, default_value_t = 10, value_parser = range(1, 500))]
    iterations: u64,
    /// Splits one drawn function differently in each task, rather than drawing a function for each.
    #[arg(long)]
    splits: bool,
    /// Seed of everything drawn.
    #[arg(long, default_value_t = 1)]
    seed: u32,
    #[command(flatten)]
    outputs: Outputs,
}

/// Whole numbers between two bounds.
pub fn range(least: u64, most: u64) -> RangedU64ValueParser {
    RangedU64ValueParser::new().range(least..=most)
}

/// Computes the figure of the link that is meant.
pub fn run(arguments: &Figure3, quiet: bool) -> Outcome {
    let Figure3 { d, tasks, setting, batch, iterations, splits, seed, outputs } = arguments;
    let batch = batch.unwrap_or(setting.batch_size(*d as usize) as u64);
    let functions = if *splits { "&functions=splits" } else { "" };
    let link = format!(
        "lab=curves&task={setting}&d={d}&tasks={tasks}&q={batch}&rounds={iterations}&seed={seed}{functions}"
    );
    run::show(link.parse()?, &[], outputs, quiet)
}
