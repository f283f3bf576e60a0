//! `talscope reproduce`: computes what decides the paper's claims, in a folder, in pieces that survive being
//! killed and that any number of machines can share.

use std::cell::OnceCell;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;
use talscope::cost::Cost;
use talscope::error::counted;
use talscope::evidence::{CLAIMS, Claim, Scale, Study};
use talscope::experiment::Plan;
use talscope::numeric::hash::Fingerprint;
use talscope::scenario::Candidate;

use super::exit::{self, Exit};
use super::folder::{self, Folder};
use super::merge::{self, STUDIES};
use super::work::{self, Job};
use super::{Failure, Outcome, output, pace};

/// What the command takes.
#[derive(Args)]
pub struct Reproduce {
    /// Which claims, or `all`; --list names them.
    #[arg(value_name = "CLAIM")]
    claims: Vec<String>,
    /// Few tasks and short training: minutes instead of hours, and no evidence.
    #[arg(long)]
    quick: bool,
    /// On how many tasks; as each claim needs unless said.
    #[arg(long, value_parser = super::figure3::range(1, 10_000))]
    tasks: Option<u64>,
    /// In how many dimensions, such as 3,9; as each claim needs unless said.
    #[arg(long, value_delimiter = ',', value_parser = super::figure3::range(1, 20))]
    d: Vec<u64>,
    /// Seed of everything drawn.
    #[arg(long)]
    seed: Option<u32>,
    /// A model that is compared beside the claim's own, as links write it; repeat for each.
    #[arg(long = "model", value_name = "MODEL")]
    models: Vec<Candidate>,
    /// Computes one of N shares, such as 2/8, and no report: `talscope merge` joins them.
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// The folder that keeps what is found.
    #[arg(long, value_name = "DIR", default_value = "talscope-results")]
    out: PathBuf,
    /// Another folder whose units need not be computed again; repeat for each.
    #[arg(long, value_name = "DIR")]
    from: Vec<PathBuf>,
    /// Prints what is done and what is missing, and computes nothing.
    #[arg(long)]
    list: bool,
}

/// One of several shares, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    index: usize,
    of: usize,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("a share must be written I/N with I from 1 to N, got {text:?}");
        let (index, of) = text.split_once('/').ok_or_else(wrong)?;
        let number = |text: &str| text.parse::<usize>().map_err(|_| wrong());
        let (index, of) = (number(index)?, number(of)?);
        if index == 0 || index > of || of > 100_000 {
            return Err(wrong());
        }
        Ok(Self { index, of })
    }
}

/// Computes, or lists.
pub fn run(arguments: &Reproduce, quiet: bool) -> Outcome {
    let studies = studies(arguments)?;
    are_folders(&arguments.from)?;
    if arguments.list {
        return list(arguments, &studies);
    }
    stop_at_signals();
    let store = open(&arguments.out, &arguments.from)?;
    keep_studies(&arguments.out, &studies)?;
    let plan = Plan::join(studies.iter().map(Study::plan));
    let task = |place: usize| format!("task {}", plan.steps[place].unit.first);
    compute(&plan, arguments.shard, &store, quiet, task)?;
    if arguments.shard.is_some() {
        return Ok(());
    }
    let folders: Vec<PathBuf> =
        [&arguments.out].into_iter().chain(&arguments.from).cloned().collect();
    merge::write(&folders, &studies, &arguments.out)
}

fn studies(arguments: &Reproduce) -> Result<Vec<Study>, Failure> {
    let Reproduce { claims, quick, tasks, d, seed, models, .. } = arguments;
    let scale = Scale {
        tasks: tasks.map(|tasks| tasks as usize),
        dimensions: d.iter().map(|d| *d as usize).collect(),
        seed: *seed,
        models: models.iter().map(Candidate::id).collect(),
        quick: *quick,
    };
    let all = claims.is_empty() || claims.iter().any(|claim| claim == "all");
    let ids: Vec<&str> = match all {
        true => CLAIMS.iter().map(|claim| claim.id).collect(),
        false => claims.iter().map(String::as_str).collect(),
    };
    let mut studies = Vec::new();
    for id in ids {
        let found = Claim::find(id).and_then(|claim| claim.studies(&scale));
        studies.extend(found.map_err(|error| Exit::new(exit::USAGE, error.to_string()))?);
    }
    Ok(studies)
}

/// Folders that are only read must be there.
pub fn are_folders(folders: &[PathBuf]) -> Outcome {
    match folders.iter().find(|folder| !folder.is_dir()) {
        Some(other) => Err(Exit::new(exit::USAGE, format!("{} is no folder", other.display()))),
        None => Ok(()),
    }
}

/// Opens the folder that keeps what is found, and those that are only read.
pub fn open(out: &Path, from: &[PathBuf]) -> Result<Folder, Failure> {
    Folder::open(out, from.to_vec()).map_err(|error| {
        let words = format!("{} cannot be made: {error}", out.display());
        Exit::new(exit::DISK, words)
    })
}

/// So that whoever merges the folder knows what was asked.
fn keep_studies(out: &Path, studies: &[Study]) -> Outcome {
    for study in studies {
        let line = study.line();
        let name = format!("{:016x}", Fingerprint::new().text(&line).finish());
        let file = out.join(STUDIES).join(name);
        if std::fs::read_to_string(&file).is_ok_and(|kept| kept == line) {
            continue;
        }
        folder::write_whole(&file, line.as_bytes()).map_err(|error| {
            Exit::new(exit::DISK, format!("{} cannot be written: {error}", file.display()))
        })?;
    }
    Ok(())
}

/// What is finished is kept, and what is under way is not: there is nothing to save.
pub fn stop_at_signals() {
    let set = ctrlc::set_handler(|| {
        output::complain("stopped; start again to go on");
        std::process::exit(exit::UNFINISHED.into());
    });
    if let Err(error) = set {
        output::complain(&format!("signals end this without a word: {error}"));
    }
}

/// Computes what a store does not know of a plan, or of a share of it; `whose` says whose a unit is that fails.
pub fn compute(
    plan: &Plan,
    shard: Option<Shard>,
    store: &Folder,
    quiet: bool,
    whose: impl Fn(usize) -> String,
) -> Outcome {
    let names = plan.names();
    let wanted = share(plan, &names, shard);
    let job = left(plan, &names, &wanted, store);
    let failed = work::fill(&job, quiet);
    if let Some(words) = store.refused() {
        return Err(Exit::new(exit::DISK, format!("{words}; what was done before is kept")));
    }
    for (place, error) in &failed {
        let unit = &plan.steps[*place].unit;
        let link = unit.scenario().link();
        output::complain(&format!("{} of {}: {error} ({link})", unit.work.id, whose(*place)));
    }
    match failed.len() {
        0 => Ok(()),
        some => {
            let words = format!("{} could not be done", counted(some, "unit"));
            Err(Exit::new(exit::SOFTWARE, words))
        }
    }
}

/// What is left to do until a store knows the wanted units. It is only asked for those, and for what they need
/// if they are not there.
fn left<'a>(plan: &'a Plan, names: &'a [String], wanted: &[usize], store: &'a Folder) -> Job<'a> {
    let known: Vec<OnceCell<bool>> = vec![OnceCell::new(); names.len()];
    let has = |place: usize| *known[place].get_or_init(|| store.has(&names[place]));
    let missing = wanted.iter().copied().filter(|&place| !has(place));
    let order = plan.order(missing, has);
    let known = known.iter().map(|known| known.get().copied().unwrap_or(false)).collect();
    Job { plan, names, store, known, order }
}

/// The wanted units of a share: what belongs together is not parted; the dearest groups are dealt first.
fn share(plan: &Plan, names: &[String], shard: Option<Shard>) -> Vec<usize> {
    let heard: Vec<usize> = plan.heard().collect();
    let Some(Shard { index, of }) = shard else { return heard };
    let mut groups = plan.groups_by_need(names);
    let cost = |group: &[usize]| -> f64 {
        let cost = |place: &usize| {
            let unit = &plan.steps[*place].unit;
            unit.work.cost.map_or(0.0, |cost| cost(unit).as_seconds())
        };
        group.iter().map(cost).sum()
    };
    let mut dear: Vec<(f64, Vec<usize>)> =
        groups.drain(..).map(|group| (cost(&group), group)).collect();
    dear.sort_by(|(a, one), (b, other)| b.total_cmp(a).then(one.cmp(other)));
    let own = dear.into_iter().enumerate().filter(|(place, _)| place % of == index - 1);
    let mut own: Vec<usize> = own.flat_map(|(_, (_, group))| group).collect();
    own.sort_unstable();
    own.retain(|place| heard.binary_search(place).is_ok());
    own
}

fn list(arguments: &Reproduce, studies: &[Study]) -> Outcome {
    let Reproduce { out, from, shard, .. } = arguments;
    let named = |study: &Study| (format!("{:<18} {:<8}", study.claim, study.name), study.plan());
    list_plans(studies.iter().map(named), (out, from), *shard)
}

/// Says what is done and what is missing of some plans, each with its name.
pub fn list_plans(
    plans: impl Iterator<Item = (String, Plan)>,
    (out, from): (&Path, &[PathBuf]),
    shard: Option<Shard>,
) -> Outcome {
    let store = Folder::look(out, from.to_vec());
    let (mut text, mut whole) = (String::new(), Cost::default());
    let mut met = HashSet::new();
    let hours = |cost: Cost, pace: f64| pace * cost.as_seconds() / 3600.0;
    let pace = pace::measured();
    for (title, plan) in plans {
        let names = plan.names();
        let wanted = share(&plan, &names, shard);
        let job = left(&plan, &names, &wanted, &store);
        let missing = wanted.iter().filter(|place| !job.known[**place]).count();
        let mut own = HashSet::new();
        let missing_units = job.order.iter().filter(|place| !job.known[**place]);
        let units: Vec<usize> =
            missing_units.copied().filter(|place| own.insert(&names[*place])).collect();
        let costs = work::costs(&job, None);
        let cost: Cost = units.iter().map(|place| costs[*place]).sum();
        let new = units.iter().filter(|place| met.insert(names[**place].clone()));
        whole = whole + new.map(|place| costs[*place]).sum();
        text += &format!(
            "{title} {} of {} results done, {} left: {:.2} hours of one core, {:.1} GB at once\n",
            wanted.len() - missing,
            wanted.len(),
            counted(units.len(), "unit"),
            hours(cost, pace),
            cost.bytes() / 1e9,
        );
    }
    text += &format!("{:.2} hours of one core left in all\n", hours(whole, pace));
    output::print(&text)
}
