//! `talscope bench`: models judged on tables of one's own by the paper's protocol, on the runner of `reproduce`: in
//! pieces that survive being killed, and that any number of machines can share.

mod set;
mod write;

use std::path::PathBuf;

use clap::Args;
use talscope::evidence::data::Outcome as Found;
use talscope::evidence::data::rounds::Asked;
use talscope::experiment::data;
use talscope::experiment::{Plan, Store};
use talscope::scenario::{Candidate, Scenario};

use super::exit::{self, Exit};
use super::folder::Folder;
use super::reproduce::{self, Shard};
use super::{Failure, Outcome, output};
use set::Set;

/// What the command takes.
#[derive(Args)]
pub struct Bench {
    /// Tables: CSV, TSV, semicolons or spaces, or numpy's .npz with X and y.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The models, as links write them, between commas; the paper's seven unless said.
    #[arg(long, value_name = "MODEL,..", value_parser = models, default_value = PAPER)]
    models: Models,
    /// On how many splits.
    #[arg(long, default_value_t = 10, value_parser = super::figure3::range(1, 1_000))]
    seeds: u64,
    /// The seed of the first; others follow.
    #[arg(long, default_value_t = 1)]
    seed: u32,
    /// What the authors set: 10,000 epochs, and learning rates and units of each of their sets.
    #[arg(long)]
    paper_settings: bool,
    /// How often models ask for a hundredth of the rows; 0 compares only what they know at the start.
    #[arg(long, default_value_t = 0, value_parser = super::figure3::range(0, 100))]
    rounds: u64,
    /// Models that predict with what others asked for: the first after every round, all others after the last.
    #[arg(long, value_name = "MODEL,..", value_parser = models, default_value = PREDICTORS)]
    predict: Models,
    /// Ends training after so many epochs that do no better on the validation part; 0 never does.
    #[arg(long, default_value_t = 0, value_parser = super::figure3::range(0, 1_000_000))]
    patience: u64,
    /// The folder that keeps what is found.
    #[arg(long, value_name = "DIR", default_value = "talscope-bench")]
    out: PathBuf,
    /// Another folder whose units need not be computed again; repeat for each.
    #[arg(long, value_name = "DIR")]
    from: Vec<PathBuf>,
    /// Computes one of N shares, such as 2/8, and no tables: the same command with --from for each folder joins them.
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Saves what each model predicted as predictions/SET-SEED-MODEL.npz.
    #[arg(long)]
    keep_predictions: bool,
    /// Prints what is done and what is missing, and computes nothing.
    #[arg(long)]
    list: bool,
    /// The column that is predicted, by name or number from 1; the last one unless said.
    #[arg(long, value_name = "COLUMN")]
    target: Option<String>,
    /// A column that is left out; repeat for each.
    #[arg(long, value_name = "COLUMN")]
    leave_out: Vec<String>,
    /// What is not to be inferred of how tables are written, between commas: tab, semicolon, comma, spaces;
    /// decimal-point, decimal-comma; header, no-header.
    #[arg(long, value_name = "WORDS", default_value = "")]
    read: talscope::table::Reading,
    /// Leaves out rows in which a value is missing, which are refused otherwise.
    #[arg(long)]
    drop_missing: bool,
    /// A folder with splits to use instead of drawn ones, SET-SEED.json as written beside results.
    #[arg(long, value_name = "DIR")]
    splits: Option<PathBuf>,
}

/// The paper's models, in the order of its tables.
const PAPER: &str = "gp-rbf,bbb,nng,hmc,fbnn,dropout,ensemble";

/// Those that predict in its Table 4, the oracle first.
const PREDICTORS: &str = "nkn,hmc,gp-rbf,nng,dropout";

/// Models, each with what it is called.
#[derive(Debug, Clone)]
struct Models(Vec<Candidate>);

/// At the commas outside of brackets: settings have commas of their own.
fn models(text: &str) -> Result<Models, String> {
    let mut depth = 0_i32;
    let at_comma = |c: char| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ',' && depth == 0
    };
    let parts: Vec<&str> = text.split(at_comma).map(str::trim).collect();
    let mut all: Vec<Candidate> = Vec::new();
    for part in parts {
        let candidate: Candidate =
            part.parse().map_err(|error: talscope::Error| error.to_string())?;
        if all.iter().any(|other| label(other) == label(&candidate)) {
            return Err(format!("{part} is named twice"));
        }
        all.push(candidate);
    }
    Ok(Models(all))
}

/// What tables and files call a model: its own name, or its kind with what was said of it.
fn label(candidate: &Candidate) -> String {
    candidate.name.clone().unwrap_or_else(|| candidate.id())
}

/// Computes, or lists.
pub fn run(arguments: &Bench, quiet: bool) -> Outcome {
    reproduce::are_folders(&arguments.from)?;
    let mut sets: Vec<Set> = Vec::new();
    for file in &arguments.files {
        let set = Set::open(file, arguments).map_err(wrong)?;
        if sets.iter().any(|other| other.name == set.name) {
            return Err(wrong(format!("two files are called {}", set.name).into()));
        }
        sets.push(set);
    }
    if arguments.list {
        let whole = |set: &Set| Plan::join([set.plan().0].into_iter().chain(set.asking_plans()));
        let plans = sets.iter().map(|set| (format!("{:<18}", set.name), whole(set)));
        return reproduce::list_plans(plans, (&arguments.out, &arguments.from), arguments.shard);
    }
    if !quiet {
        sets.iter().for_each(Set::announce);
    }
    let store = reproduce::open(&arguments.out, &arguments.from)?;
    reproduce::stop_at_signals();
    let plan = Plan::join(
        sets.iter().flat_map(|set| [set.plan().0].into_iter().chain(set.asking_plans())),
    );
    reproduce::compute(&plan, arguments.shard, &store, quiet)?;
    drop(plan);
    if arguments.shard.is_some() {
        return Ok(());
    }
    let labels: Vec<String> = arguments.models.0.iter().map(label).collect();
    let (mut found, mut asked) = (Vec::new(), Vec::new());
    for set in &sets {
        found.push(collect(set, &store, arguments, &labels)?);
        asked.extend(collect_asked(set, &store));
    }
    let more = match asked.is_empty() {
        true => String::new(),
        false => write::rounds(&arguments.out, &asked, &labels, |own| arguments.label_of(own))?,
    };
    write::tables(&arguments.out, &labels, &found, (&sets, &more))
}

impl Bench {
    /// What a model that asks or predicts is called, however it was set for a table.
    fn label_of(&self, candidate: &Candidate) -> String {
        let all = self.models.0.iter().chain(&self.predict.0);
        let tuned = |own: &&Candidate| own.kind == candidate.kind && own.name == candidate.name;
        let mut same = all.filter(tuned);
        match (same.next(), same.next()) {
            (Some(only), None) => label(only),
            (Some(own), Some(other)) if label(own) == label(other) => label(own),
            _ => label(candidate),
        }
    }
}

/// What the store knows of asking over rounds.
fn collect_asked(set: &Set, store: &Folder) -> Vec<Asked> {
    let study = |(study, seed, scenario, plan): (&'static str, u32, Scenario, Plan)| {
        let names = plan.names();
        let mut parts = vec![None; names.len()];
        plan.heard().for_each(|place| parts[place] = store.find(&names[place]));
        Asked { set: set.name.clone(), study, seed, scenario, parts }
    };
    set.asking().into_iter().map(study).collect()
}

/// What a wrong request ends with.
fn wrong(error: Failure) -> Failure {
    match error.is::<Exit>() {
        true => error,
        false => Exit::new(exit::USAGE, error.to_string()),
    }
}

/// What the store knows of a set, all of which was just computed; splits and predictions are written on the way.
fn collect(
    set: &Set,
    store: &Folder,
    arguments: &Bench,
    labels: &[String],
) -> Result<Found, Failure> {
    let (plan, places) = set.plan();
    let names = plan.names();
    let find = |place: usize| {
        let lost = || format!("{} of {} is lost again", plan.steps[place].unit.work.id, set.name);
        store.find(&names[place]).ok_or_else(|| Exit::new(exit::UNFINISHED, lost()))
    };
    let mut seeds = Vec::new();
    for (number, places) in places.iter().enumerate() {
        let scenario = data::of_seed(&set.scenario, number);
        let seed = scenario.problem.seed;
        let table = data::read_table(&find(places.table)?)?;
        write::split(&arguments.out, set, seed, &table, &scenario)?;
        if arguments.keep_predictions {
            for (place, label) in places.predicted.iter().zip(labels) {
                let found = data::read_prediction(&find(*place)?)?;
                let file = write::prediction_file(&arguments.out, set, seed, label);
                write::prediction(&file, &table, &scenario, &found)?;
            }
        }
        seeds.push((seed, data::read_verdict(&find(places.judged)?)?));
    }
    let doubts = seeds.iter().flat_map(|(_, verdict)| verdict.judged.doubts.iter().flatten());
    let doubts = doubts.count();
    if doubts > 0 {
        let fits = labels.len() * seeds.len();
        output::complain(&format!(
            "{}: {doubts} of {fits} fits are in doubt; report.md says why",
            set.name
        ));
    }
    Ok(Found { name: set.name.clone(), paper: set.paper, seeds })
}
