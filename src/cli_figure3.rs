//! `talscope figure3`: rules compared on synthetic tasks, as in the paper's Figure 3.

use clap::Args;
use rayon::prelude::*;
use talscope::acquisition::Rule;
use talscope::tal::Run;
use talscope::tal::experiment::{self, Curve, Estimate, Experiment};
use talscope::task::synthetic::{Functions, Setting};

use crate::Outcome;

/// What the command takes.
#[derive(Args)]
pub struct Figure3 {
    /// Number of inputs.
    #[arg(long, default_value_t = 3)]
    d: usize,
    /// How many tasks to average over.
    #[arg(long, default_value_t = 50)]
    tasks: u64,
    /// Sizes and kernel: `paper` or `benchmark`.
    #[arg(long, default_value_t = Setting::Benchmark)]
    setting: Setting,
    /// Points observed at a time; one in a hundred unless said.
    #[arg(long)]
    batch: Option<usize>,
    /// How many batches.
    #[arg(long, default_value_t = 10)]
    iterations: usize,
    /// Splits one drawn function differently in each task, rather than drawing a function for each.
    #[arg(long)]
    splits: bool,
    /// Seed of everything drawn.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The rules of the figure, the first two of which are compared pairwise.
const RULES: [Rule; 4] = [Rule::BatchMig, Rule::Mig, Rule::Tig, Rule::Random];

/// Runs all tasks and prints the table.
pub fn run(arguments: &Figure3) -> Outcome {
    let Figure3 { d, tasks, setting, batch, iterations, splits, seed } = *arguments;
    let experiment = Experiment {
        setting,
        dimension: d,
        functions: if splits { Functions::Splits } else { Functions::Independent },
        batch_size: batch.unwrap_or(setting.batch_size(d)),
        iterations,
        rules: RULES.to_vec(),
        seed,
    };
    let repetitions: Vec<Vec<Run>> = (0..tasks)
        .into_par_iter()
        .map(|repetition| experiment::repetition(&experiment, repetition))
        .collect::<Result<_, _>>()?;
    let curves = experiment::summarise(&experiment, &repetitions)?;
    println!(
        "{setting}, d = {d}, batches of {}, {tasks} tasks, seed {seed}: mean +- standard error",
        experiment.batch_size
    );
    let after = steps(iterations);
    print(&after, "log likelihood", &curves, |curve| &curve.log_likelihood);
    print(&after, "expected log likelihood", &curves, |curve| &curve.expected_log_likelihood);
    print(&after, "RMSE", &curves, |curve| &curve.rmse);
    println!("\n{:<28}{}", "batch-mig minus mig, z", heading(&after));
    compare(&after, "log likelihood", &repetitions, |run| &run.log_likelihood);
    compare(&after, "expected log likelihood", &repetitions, |run| &run.expected_log_likelihood);
    Ok(())
}

/// The numbers of batches that are printed.
fn steps(iterations: usize) -> Vec<usize> {
    let mut steps: Vec<usize> =
        [0, 1, 5, 10].into_iter().filter(|step| *step <= iterations).collect();
    if !steps.contains(&iterations) {
        steps.push(iterations);
    }
    steps
}

fn heading(after: &[usize]) -> String {
    after.iter().map(|step| format!("{:>16}", format!("after {step}"))).collect()
}

fn print(after: &[usize], name: &str, curves: &[Curve], values: fn(&Curve) -> &[Estimate]) {
    println!("\n{name:<28}{}", heading(after));
    for curve in curves {
        let cell = |&step: &usize| {
            let Estimate { mean, standard_error } = values(curve)[step];
            format!("{:>16}", format!("{mean:.3} +- {standard_error:.3}"))
        };
        println!("{:<28}{}", curve.rule, after.iter().map(cell).collect::<String>());
    }
}

/// How many standard errors the first rule is above the second, over the same tasks.
fn compare(after: &[usize], name: &str, repetitions: &[Vec<Run>], values: fn(&Run) -> &[f64]) {
    let cell = |&step: &usize| {
        let gap = |runs: &Vec<Run>| values(&runs[0])[step] - values(&runs[1])[step];
        let Estimate { mean, standard_error } = experiment::estimate(repetitions.iter().map(gap));
        format!(
            "{:>16}",
            if step == 0 { "-".into() } else { format!("{:.1}", mean / standard_error) }
        )
    };
    println!("{name:<28}{}", after.iter().map(cell).collect::<String>());
}
