//! `talscope bench`: models judged on tables of one's own by the paper's protocol, on the runner of `reproduce`: in
//! pieces that survive being killed, and that any number of machines can share.

mod collect;
mod set;
mod write;

use std::path::PathBuf;

use clap::Args;
use talscope::experiment::Plan;
use talscope::scenario::Candidate;

use super::exit::{self, Exit};
use super::reproduce::{self, Shard};
use super::{Failure, Outcome, merge, output};
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
    /// Another folder whose units need not be computed again; repeat for each. This joins what shares left.
    #[arg(long, value_name = "DIR")]
    from: Vec<PathBuf>,
    /// Computes one of N shares, such as 2/8, and no tables: the same command with --from for each folder joins them.
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Computes nothing: makes tables of what the folder, and those of --from, have of it so far.
    #[arg(long, conflicts_with_all = ["shard", "list"])]
    known: bool,
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
    let whole = |set: &Set| Plan::join([set.plan().0].into_iter().chain(set.asking_plans()));
    if arguments.list {
        let plans = sets.iter().map(|set| (format!("{:<18}", set.name), whole(set)));
        reproduce::list_plans(plans, (&arguments.out, &arguments.from), arguments.shard)?;
        return match arguments.patience {
            0 => Ok(()),
            _ => output::print("At most: training that ends without gain takes less.\n"),
        };
    }
    if !quiet {
        sets.iter().for_each(Set::announce);
    }
    let folders: Vec<PathBuf> = arguments.from.iter().chain([&arguments.out]).cloned().collect();
    merge::agree(&folders.into_iter().filter(|folder| folder.is_dir()).collect::<Vec<_>>())?;
    let store = reproduce::open(&arguments.out, &arguments.from)?;
    reproduce::stop_at_signals();
    let plans: Vec<Plan> = sets.iter().map(whole).collect();
    let sizes: Vec<usize> = plans.iter().map(|plan| plan.steps.len()).collect();
    let plan = Plan::join(plans);
    let whose = |mut place: usize| {
        let seed = plan.steps[place].unit.scenario().problem.seed;
        let mut all = sets.iter().zip(&sizes);
        // Each set's units follow those of the sets before.
        let own =
            all.find(|(_, size)| place.checked_sub(**size).map(|left| place = left).is_none());
        own.map_or_else(String::new, |(set, _)| format!("{} with seed {seed}", set.name))
    };
    let done = match arguments.known {
        true => Ok(()),
        false => reproduce::compute(&plan, arguments.shard, &store, quiet, whose),
    };
    drop(plan);
    if done.is_err() && !is_of_units(&done) || arguments.shard.is_some() {
        return done;
    }
    let labels: Vec<String> = arguments.models.0.iter().map(label).collect();
    let (mut found, mut asked, mut missing) = (Vec::new(), Vec::new(), 0);
    for set in &sets {
        let (known, lost) = collect::judged(set, &store, arguments, &labels)?;
        found.push(known);
        missing += lost;
        asked.extend(collect::asked(set, &store));
    }
    missing += asked.iter().filter(|asked| !asked.is_whole).count();
    let written =
        write::Written { arguments, labels: &labels, sets: &sets, found: &found, asked: &asked };
    written.all()?;
    // What failed says so once the seeds that are whole have their tables.
    done?;
    match missing {
        0 => Ok(()),
        some => Err(Exit::new(exit::UNFINISHED, format!("{some} results are missing"))),
    }
}

impl Bench {
    /// The command that repeats it, with files by their names alone: where they lie is nobody's business.
    fn command(&self) -> String {
        let name =
            |file: &PathBuf| file.file_name().map(|name| name.to_string_lossy().into_owned());
        let mut words: Vec<String> = ["talscope".into(), "bench".into()].into();
        words.extend(self.files.iter().filter_map(name));
        let listed =
            |models: &Models| models.0.iter().map(Candidate::id).collect::<Vec<_>>().join(",");
        if listed(&self.models) != PAPER {
            words.push(format!("--models \"{}\"", listed(&self.models)));
        }
        words.extend(self.paper_settings.then(|| "--paper-settings".into()));
        words.push(format!("--seeds {} --seed {}", self.seeds, self.seed));
        words.extend((self.patience > 0).then(|| format!("--patience {}", self.patience)));
        if self.rounds > 0 {
            words.push(format!("--rounds {} --predict \"{}\"", self.rounds, listed(&self.predict)));
        }
        words.extend(self.target.iter().map(|target| format!("--target \"{target}\"")));
        words.extend(self.leave_out.iter().map(|column| format!("--leave-out \"{column}\"")));
        let read = self.read.to_string();
        words.extend((!read.is_empty()).then(|| format!("--read {read}")));
        words.extend(self.drop_missing.then(|| "--drop-missing".into()));
        words.extend(self.splits.as_ref().map(|_| "--splits DIR".into()));
        words.join(" ")
    }

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

/// Whether single units could not be done, and all others were.
fn is_of_units(done: &Outcome) -> bool {
    let exit = done.as_ref().err().and_then(|error| error.downcast_ref::<Exit>());
    exit.is_some_and(|exit| exit.code == exit::SOFTWARE)
}

/// What a wrong request ends with.
fn wrong(error: Failure) -> Failure {
    match error.is::<Exit>() {
        true => error,
        false => Exit::new(exit::USAGE, error.to_string()),
    }
}
