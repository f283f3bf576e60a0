//! `talscope models`: the paper's models compared on synthetic tasks.

use clap::Args;
use rayon::prelude::*;
use talscope::chart::{self, Curves, Series, Style};
use talscope::model::keep_going;
use talscope::numeric::Estimate;
use talscope::report::{Report, Table};
use talscope::scenario::{Candidate, Theme};
use talscope::tal::comparison::{self, Comparison, Outcome};
use talscope::task::synthetic::Setting;

use super::figure3::range;
use super::output::{Finished, Outputs};
use super::progress::Progress;
use super::{Outcome as Done, announce_shared};

/// What the command takes.
#[derive(Args)]
pub struct Models {
    /// Number of inputs.
    #[arg(long, default_value_t = 9, value_parser = range(1, 20))]
    d: u64,
    /// How many tasks to average over.
    #[arg(long, default_value_t = 20, value_parser = range(1, 100_000))]
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

/// Those that estimate correlations well, says the paper, then those that do not.
const GOOD: [&str; 4] = ["hmc", "fbnn", "gp-rbf", "ensemble"];
const BAD: [&str; 3] = ["bbb", "nng", "dropout"];
/// What is judged beside them.
const BESIDE: [&str; 2] = ["oracle", "svgp"];
/// Targets of a batch of XLL.
const XLL_BATCH: usize = 5;

/// What is measured, and whether more (1) or less (-1) of it is better.
type Measure = (&'static str, fn(&Outcome) -> Option<f64>, f64);
const MEASURES: [Measure; 5] = [
    ("metacorrelation", |o| o.metacorrelation, 1.0),
    ("XLLR", |o| Some(o.rank), -1.0),
    ("XLL", |o| Some(o.xll), 1.0),
    ("log likelihood", |o| Some(o.log_likelihood), 1.0),
    ("expected", |o| Some(o.expected_log_likelihood), 1.0),
];

/// Runs all tasks, prints the tables and writes the files.
pub fn run(arguments: &Models, quiet: bool) -> Done {
    let comparison = arguments.comparison();
    let (cost, tasks) = (comparison.cost() * arguments.tasks as f64, arguments.tasks as usize);
    announce_shared(cost, tasks, quiet);
    let progress = Progress::new(tasks, cost, "tasks", quiet);
    let repetition = |number: u64| {
        let mut before = 0.0;
        let found = comparison::repetition(&comparison, number, &mut |share, look| {
            if share > before + 0.001 {
                progress.more(before, share.min(0.999));
                before = share.min(0.999);
            }
            keep_going(share, look)
        });
        progress.more(before, 1.0);
        found
    };
    let found: Vec<Vec<Outcome>> =
        (0..arguments.tasks).into_par_iter().map(repetition).collect::<Result<_, _>>()?;
    drop(progress);
    let titles: Vec<String> = comparison.models().map(Candidate::title).collect();
    let mut lines = vec![format!("{} tasks: mean +- standard error", arguments.tasks)];
    lines.extend(table_lines(&titles, comparison.ranked.len(), &found));
    if arguments.models.is_empty() {
        lines.extend(order_lines(&titles, &found));
    }
    let link = arguments.canonical(&comparison);
    let report = Report { tables: vec![means(&titles, &found), each(&titles, &found)] };
    arguments.outputs.write(&Finished::new(link, report, lines, svg(&titles, &found)?))
}

impl Models {
    fn comparison(&self) -> Comparison {
        let dimension = self.d as usize;
        let parse = |text: &&str| text.parse().expect("a model of the paper's");
        let usual = || GOOD.iter().chain(&BAD).map(parse).collect();
        Comparison {
            setting: self.setting,
            dimension,
            xll_batch: XLL_BATCH,
            batch_size: self
                .batch
                .map_or(self.setting.batch_size(dimension), |batch| batch as usize),
            ranked: if self.models.is_empty() { usual() } else { self.models.clone() },
            beside: BESIDE.iter().map(parse).collect(),
            seed: self.seed.into(),
        }
    }

    /// The command that gives the same numbers, with every setting said.
    fn canonical(&self, comparison: &Comparison) -> String {
        let Self { d, tasks, setting, seed, .. } = self;
        let models: String =
            self.models.iter().map(|model| format!(" --model '{model}'")).collect();
        let batch = comparison.batch_size;
        format!(
            "models --d {d} --tasks {tasks} --setting {setting} --batch {batch} --seed {seed}{models}"
        )
    }
}

fn estimate(found: &[Vec<Outcome>], model: usize, (_, value, _): &Measure) -> Option<Estimate> {
    Estimate::of(found.iter().filter_map(|task| value(&task[model])))
}

fn cell(estimate: Option<Estimate>) -> String {
    let Some(Estimate { mean, standard_error }) = estimate else { return "-".into() };
    let error = standard_error.map_or("-".into(), |error| format!("{error:.3}"));
    format!("{mean:.3} +- {error}")
}

/// A row for each model, as a terminal shows it.
fn table_lines(titles: &[String], ranked: usize, found: &[Vec<Outcome>]) -> Vec<String> {
    let row = |first: &str, cells: Vec<String>| {
        let cells: String = cells.iter().map(|cell| format!("{cell:>19}")).collect();
        format!("{first:<20}{cells}")
    };
    let heads = MEASURES.iter().map(|(name, ..)| (*name).to_string()).collect();
    let mut lines = vec![row("model", heads)];
    for (model, title) in titles.iter().enumerate() {
        if model == ranked {
            lines.push("beside them:".into());
        }
        let cells = MEASURES.iter().map(|measure| cell(estimate(found, model, measure))).collect();
        lines.push(row(title, cells));
    }
    lines.push(
        "log likelihood: of the targets under the oracle, after one batch by BatchMIG".into(),
    );
    lines
}

/// Whether each of the models that the paper found good is above each that it found bad.
fn order_lines(titles: &[String], found: &[Vec<Outcome>]) -> Vec<String> {
    let mut lines = Vec::new();
    for measure in &MEASURES[..2] {
        let (name, value, sign) = measure;
        lines.push(format!("\nthe paper's order in {name}: by how much, in standard errors"));
        for good in 0..GOOD.len() {
            let words = (GOOD.len()..GOOD.len() + BAD.len()).map(|bad| {
                // What knows of no correlation agrees with nothing.
                let gap = |task: &Vec<Outcome>| {
                    let of = |model: usize| value(&task[model]).unwrap_or(0.0);
                    sign * (of(good) - of(bad))
                };
                let gap = Estimate::of(found.iter().map(gap));
                let z = gap.and_then(|gap| Some(gap.mean / gap.standard_error?));
                let verdict = match z {
                    Some(z) if z > 2.0 => "above",
                    Some(z) if z < -2.0 => "BELOW",
                    _ => "level with",
                };
                let z = z.map_or("-".into(), |z| format!("{z:.1}"));
                format!("{verdict} {} ({z})", titles[bad])
            });
            lines.push(format!("{:<20}{}", titles[good], words.collect::<Vec<_>>().join(", ")));
        }
    }
    lines
}

/// Means and standard errors, a row for each model.
fn means(titles: &[String], found: &[Vec<Outcome>]) -> Table {
    let mut table = Table::new("means", []);
    table.labels = titles.to_vec();
    for measure in &MEASURES {
        let all: Vec<_> = (0..titles.len()).map(|model| estimate(found, model, measure)).collect();
        let number = |value: Option<f64>| value.unwrap_or(f64::NAN);
        table.push(measure.0, all.iter().map(|e| number(e.map(|e| e.mean))).collect());
        let errors = all.iter().map(|e| number(e.and_then(|e| e.standard_error)));
        table.push(format!("{} standard error", measure.0), errors.collect());
    }
    table
}

/// Every task's numbers.
fn each(titles: &[String], found: &[Vec<Outcome>]) -> Table {
    let mut table = Table::new("tasks", []);
    for (model, title) in titles.iter().enumerate() {
        for (name, value, _) in &MEASURES {
            let values = found.iter().map(|task| value(&task[model]).unwrap_or(f64::NAN));
            table.push(format!("{title}: {name}"), values.collect());
        }
    }
    table
}

/// Metacorrelations, from the best mean to the worst.
fn svg(titles: &[String], found: &[Vec<Outcome>]) -> talscope::Result<String> {
    let mean = |model: usize| estimate(found, model, &MEASURES[0]).map_or(0.0, |e| e.mean);
    let tasks: Vec<f64> = (1..=found.len()).map(|task| task as f64).collect();
    let mut order: Vec<usize> = (0..titles.len()).collect();
    order.sort_by(|&a, &b| mean(b).total_cmp(&mean(a)));
    let of = |task: &Vec<Outcome>, model: usize| task[model].metacorrelation.unwrap_or(0.0) as f32;
    let values: Vec<Vec<f32>> =
        order.iter().map(|&model| found.iter().map(|task| of(task, model)).collect()).collect();
    let series: Vec<Series> = order
        .iter()
        .zip(&values)
        .map(|(&model, values)| Series { name: &titles[model], values, index: model })
        .collect();
    let chart = Curves {
        x: &tasks,
        series: &series,
        y_range: -0.2..1.05,
        x_label: "task",
        y_label: "metacorrelation",
        legend: true,
        ..Curves::default()
    };
    chart::svg(&chart, (800, 480), &Style::of(Theme::Light))
}
