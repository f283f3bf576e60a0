//! `talscope run` and `talscope task`: any lab's figure from its link.

use std::path::PathBuf;

use clap::Args;
use talscope::exchange::{self, TaskFile, file_hash};
use talscope::experiment::{self, train::task_seed};
use talscope::lab::Opened;
use talscope::scenario::{Link, Scenario, Source};

use super::output::{self, Outputs};
use super::{Failure, Outcome, announce_shared, input, work};

/// What `run` takes.
#[derive(Args)]
pub struct Run {
    /// A link from the page, or the part behind its #, such as `lab=marginal&preset=edge`.
    link: String,
    #[command(flatten)]
    outputs: Outputs,
    /// A file with predictions of your own; repeat for each. The models of one that the link does not
    /// name are added to it, and the link that is printed names it.
    #[arg(long, value_name = "FILE")]
    file: Vec<PathBuf>,
}

/// What `task` takes.
#[derive(Args)]
pub struct Task {
    /// A link from the page, or the part behind its #.
    link: String,
    /// The file to write: JSON, or numpy's .npz if its name ends so.
    file: PathBuf,
}

/// Computes a link's figure on all cores.
pub fn run(arguments: &Run, quiet: bool) -> Outcome {
    let mut link = read(&arguments.link)?;
    let files = contents(&mut link.scenario, &arguments.file)?;
    show(link, &files, &arguments.outputs, quiet)
}

/// A link, and what of it has no effect, which is said.
fn read(text: &str) -> Result<Link, Failure> {
    let hint = |error: talscope::Error| match text.contains('=') {
        true => error.to_string(),
        false => format!("{error}; files of predictions are given with --file, beside a link"),
    };
    let link = text.parse::<Link>().map_err(hint)?;
    if let Some(words) = idle(text, &link.scenario) {
        output::complain(&words);
    }
    Ok(link)
}

/// What is said of keys that have no effect: those that cannot have any, and those that the lab's form does
/// not show, if there would be the same work without them. A learner's questions and files are no work.
fn idle(text: &str, scenario: &Scenario) -> Option<String> {
    let (start, plan) = (scenario.unchanged(), experiment::plan(scenario, &[]));
    Link::idle_words(text, |key| {
        if scenario.has_key(key.name) || ["you", "file"].contains(&key.name) {
            return false;
        }
        let mut usual = key.get(&start);
        if key.name == "preset" {
            usual = vec![scenario.lab.preset().name.into()];
        }
        let usual: Vec<&str> = usual.iter().map(String::as_str).collect();
        let mut without = scenario.clone();
        let is_said = key.get(scenario) != usual && key.set(&mut without, &usual).is_ok();
        is_said && experiment::plan(&without, &[]) == plan
    })
}

/// Computes a link's figure, prints its numbers and writes its files.
pub fn show(link: Link, files: &[Vec<u8>], outputs: &Outputs, quiet: bool) -> Outcome {
    let opened = complete(link, files, quiet)?;
    outputs.write(&opened)
}

/// A link's whole figure, computed on all cores.
pub fn complete(link: Link, files: &[Vec<u8>], quiet: bool) -> talscope::Result<Opened> {
    let mut opened = Opened::new(link)?;
    let (plan, cost) = (opened.plan(files), opened.costs().all());
    announce_shared(cost, plan.steps.len(), quiet);
    work::run(&plan, cost, quiet, |place, part| opened.add(place, part))?;
    Ok(opened)
}

/// Writes the task that a link shows.
pub fn write_task(Task { link, file }: &Task) -> Outcome {
    let scenario = link.parse::<Link>()?.scenario;
    let task = TaskFile::of(&scenario, task_seed(&scenario, 0))?;
    let npz = file.extension().is_some_and(|extension| extension == "npz");
    output::write(file, &if npz { task.npz() } else { task.json().into_bytes() })
}

/// The contents of the link's files, which are told apart by their hashes. Files that the link does not
/// name join it first.
fn contents(scenario: &mut Scenario, files: &[PathBuf]) -> Result<Vec<Vec<u8>>, Failure> {
    let given = files.iter().map(|file| input::read(file)).collect::<Result<Vec<_>, _>>()?;
    for (file, bytes) in files.iter().zip(&given) {
        let hash = file_hash(bytes);
        if !scenario.data.files.iter().any(|known| format!("{:016x}", known.hash) == hash) {
            let name = file.file_name().map_or_else(String::new, |it| it.to_string_lossy().into());
            let joined = join(scenario, &name, bytes, &given);
            *scenario = joined.map_err(|error| format!("{}: {error}", file.display()))?;
        }
    }
    let mut contents = Vec::new();
    for wanted in &scenario.data.files {
        let hash = format!("{:016x}", wanted.hash);
        let found = given.iter().find(|bytes| file_hash(bytes) == hash).ok_or_else(|| {
            format!(
                "the link speaks of the file {} with hash {hash}; give it with --file",
                wanted.name
            )
        })?;
        contents.push(found.clone());
    }
    Ok(contents)
}

/// The scenario with the models of a file that it does not know yet.
fn join(
    scenario: &Scenario,
    name: &str,
    bytes: &[u8],
    given: &[Vec<u8>],
) -> Result<Scenario, Failure> {
    let (lab, hash) = (scenario.lab.name, file_hash(bytes));
    if !scenario.lab.keys.contains(&"task") {
        return Err(format!("the lab {lab} takes no files, but lab=correlation does").into());
    }
    let read = exchange::read(bytes, name)?;
    exchange::mended(&read).iter().for_each(|note| output::complain(&format!("{name}: {note}")));
    let task = scenario.data.files.first().filter(|_| scenario.data.source == Source::File);
    let shown = task.and_then(|task| {
        given.iter().find(|bytes| file_hash(bytes) == format!("{:016x}", task.hash))
    });
    let shown = shown.map(|bytes| exchange::read(bytes, name)).transpose()?;
    let opened = exchange::open(scenario, shown.as_ref(), (name, &hash), &read)?;
    if opened.data.source == Source::File && opened.data.files.len() == 1 {
        let words = "its y is not that of the link's task, so it is a task of its own";
        output::complain(&format!("{name}: {words}"));
    }
    Ok(opened)
}
