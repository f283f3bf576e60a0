//! `talscope figure3`: rules compared on synthetic tasks, as in the paper's Figure 3.

use clap::Args;
use clap::builder::RangedU64ValueParser;
use rayon::prelude::*;
use talscope::acquisition::Rule;
use talscope::chart::{self, Curves, Series, Style};
use talscope::cost::Cost;
use talscope::numeric::Estimate;
use talscope::report::{Report, Table};
use talscope::scenario::Theme;
use talscope::tal::Run;
use talscope::tal::experiment::{self, Curve, Experiment};
use talscope::task::synthetic::{Functions, Setting};

use super::output::{Finished, Outputs};
use super::progress::Progress;
use super::{Outcome, announce_shared};

/// What the command takes.
#[derive(Args)]
pub struct Figure3 {
    /// Number of inputs.
    #[arg(long, default_value_t = 3, value_parser = range(1, 20))]
    d: u64,
    /// How many tasks to average over.
    #[arg(long, default_value_t = 50, value_parser = range(1, 100_000))]
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

/// The rules of the figure, the first two of which are compared pairwise.
const RULES: [Rule; 4] = [Rule::BatchMig, Rule::Mig, Rule::Tig, Rule::Random];

/// What is measured.
type Measure = (&'static str, fn(&Curve) -> &[Estimate]);
const MEASURES: [Measure; 3] = [
    ("log likelihood", |curve| &curve.log_likelihood),
    ("expected log likelihood", |curve| &curve.expected_log_likelihood),
    ("RMSE", |curve| &curve.rmse),
];

/// Runs all tasks, prints the tables and writes the files.
pub fn run(arguments: &Figure3, quiet: bool) -> Outcome {
    let experiment = arguments.experiment();
    let Figure3 { tasks, outputs, .. } = arguments;
    let cost = cost(&experiment) * *tasks as f64;
    announce_shared(cost, *tasks as usize, quiet);
    let progress = Progress::new(*tasks as usize, cost, "tasks", quiet);
    let repetition = |number: u64| {
        let runs = experiment::repetition(&experiment, number);
        progress.more(0.0, 1.0);
        runs
    };
    let repetitions: Vec<Vec<Run>> =
        (0..*tasks).into_par_iter().map(repetition).collect::<Result<_, _>>()?;
    drop(progress);
    let curves = experiment::summarise(&experiment, &repetitions)?;
    let mut lines = vec![format!("{tasks} tasks: mean +- standard error after each batch")];
    MEASURES.iter().for_each(|measure| lines.extend(table_lines(*measure, &curves)));
    lines.extend(comparison(&repetitions));
    let link = arguments.canonical(experiment.batch_size);
    let report = Report { tables: MEASURES.map(|measure| table(measure, &curves)).into() };
    outputs.write(&Finished::new(link, report, lines, svg(&curves)?))
}

impl Figure3 {
    fn experiment(&self) -> Experiment {
        let dimension = self.d as usize;
        let usual = self.setting.batch_size(dimension);
        Experiment {
            setting: self.setting,
            dimension,
            functions: if self.splits { Functions::Splits } else { Functions::Independent },
            batch_size: self.batch.map_or(usual, |batch| batch as usize),
            iterations: self.iterations as usize,
            rules: RULES.to_vec(),
            seed: self.seed.into(),
        }
    }

    /// The command that gives the same numbers, with every setting said.
    fn canonical(&self, batch: usize) -> String {
        let Self { d, tasks, setting, iterations, seed, .. } = self;
        let splits = if self.splits { " --splits" } else { "" };
        format!(
            "figure3 --d {d} --tasks {tasks} --setting {setting} --batch {batch} \
             --iterations {iterations} --seed {seed}{splits}"
        )
    }
}

/// One task.
fn cost(experiment: &Experiment) -> Cost {
    let Experiment { setting, dimension, batch_size, iterations, rules, .. } = experiment;
    let sizes = setting.sizes(*dimension);
    let [all, pool, targets] = [sizes.total(), sizes.pool, sizes.targets].map(|count| count as f64);
    let picks = (batch_size * iterations * rules.len()) as f64;
    setting.kernel().cost(*dimension, all * all)
        + Cost::operations(all * all * all / 6.0 + picks * pool * (pool + targets))
}

/// A row for each step, as a terminal shows it.
fn table_lines((name, values): Measure, curves: &[Curve]) -> Vec<String> {
    let heads = curves.iter().map(|curve| format!("{:>18}", curve.rule.name()));
    let mut lines = vec![String::new(), format!("{name:<26}{}", heads.collect::<String>())];
    let cell = |estimate: &Estimate| {
        let error = estimate.standard_error.map_or("-".into(), |error| format!("{error:.3}"));
        format!("{:>18}", format!("{:.3} +- {error}", estimate.mean))
    };
    lines.extend((0..values(&curves[0]).len()).map(|step| {
        let cells: String = curves.iter().map(|curve| cell(&values(curve)[step])).collect();
        format!("{:<26}{cells}", format!("after {step}"))
    }));
    lines
}

/// How many standard errors the first rule is above the second, over the same tasks.
fn comparison(repetitions: &[Vec<Run>]) -> Vec<String> {
    type Values = (&'static str, fn(&Run) -> &[f64]);
    let measures: [Values; 2] = [
        ("log likelihood", |run| &run.log_likelihood),
        ("expected log likelihood", |run| &run.expected_log_likelihood),
    ];
    let heads = measures.iter().map(|(name, _)| format!("{name:>26}")).collect::<String>();
    let mut lines = vec![String::new(), format!("{:<26}{heads}", "batch-mig minus mig, z")];
    for step in 1..repetitions[0][0].log_likelihood.len() {
        let cell = |(_, values): &Values| {
            let gaps =
                repetitions.iter().map(|runs| values(&runs[0])[step] - values(&runs[1])[step]);
            let z = Estimate::of(gaps).and_then(|gap| Some(gap.mean / gap.standard_error?));
            format!("{:>26}", z.map_or("-".into(), |z| format!("{z:.1}")))
        };
        let cells: String = measures.iter().map(cell).collect();
        lines.push(format!("{:<26}{cells}", format!("after {step}")));
    }
    lines
}

fn table((name, values): Measure, curves: &[Curve]) -> Table {
    let steps: Vec<f64> = (0..values(&curves[0]).len()).map(|step| step as f64).collect();
    let mut table = Table::new(name, [("batches", &steps[..])]);
    for curve in curves {
        let means = values(curve).iter().map(|estimate| estimate.mean).collect();
        table.push(format!("{} mean", curve.rule), means);
        // A single task says nothing of its error.
        let errors = values(curve).iter().map(|estimate| estimate.standard_error);
        if let Some(errors) = errors.collect::<Option<Vec<f64>>>() {
            table.push(format!("{} standard error", curve.rule), errors);
        }
    }
    table
}

fn svg(curves: &[Curve]) -> talscope::Result<String> {
    let values: Vec<Vec<f32>> = curves
        .iter()
        .map(|curve| curve.log_likelihood.iter().map(|estimate| estimate.mean as f32).collect())
        .collect();
    let all = || values.iter().flatten().map(|value| f64::from(*value));
    let (low, high) = (all().fold(f64::MAX, f64::min), all().fold(f64::MIN, f64::max));
    let margin = 0.05 * (high - low).max(1e-3);
    let steps: Vec<f64> = (0..values[0].len()).map(|step| step as f64).collect();
    let series: Vec<Series> = curves
        .iter()
        .zip(&values)
        .enumerate()
        .map(|(index, (curve, values))| Series { name: curve.rule.name(), values, index })
        .collect();
    let chart = Curves {
        x: &steps,
        series: &series,
        y_range: low - margin..high + margin,
        x_label: "batches",
        y_label: "log likelihood of the targets",
        at: None,
        marks: &[],
        legend: true,
    };
    chart::svg(&chart, (800, 480), &Style::of(Theme::Light))
}
