//! `talscope run` and `talscope task`: any lab's figure from its link.

use std::path::{Path, PathBuf};

use clap::Args;
use talscope::exchange::{file_hash, task_json, task_npz};
use talscope::lab::Opened;
use talscope::scenario::{Link, Scenario};

use super::output::{self, Outputs};
use super::{Failure, Outcome, announce, work};

/// What `run` takes.
#[derive(Args)]
pub struct Run {
    /// A link from the page, or the part behind its #, such as `lab=marginal&preset=edge`.
    link: String,
    #[command(flatten)]
    outputs: Outputs,
    /// A file of your own that the link speaks of; repeat for each.
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
    let link = arguments.link.parse::<Link>()?;
    let files = contents(&link.scenario, &arguments.file)?;
    show(link, &files, &arguments.outputs, quiet)
}

/// Computes a link's figure, prints its numbers and writes its files.
pub fn show(link: Link, files: &[Vec<u8>], outputs: &Outputs, quiet: bool) -> Outcome {
    let opened = complete(link, files, quiet)?;
    outputs.write(&opened)
}

/// A link's whole figure, computed on all cores.
pub fn complete(link: Link, files: &[Vec<u8>], quiet: bool) -> talscope::Result<Opened> {
    let mut opened = Opened::new(link)?;
    announce(opened.costs().all(), quiet);
    let plan = opened.plan(files);
    work::run(&plan, &(), quiet, |place, part| opened.add(place, part))?;
    Ok(opened)
}

/// Writes the task that a link shows.
pub fn write_task(Task { link, file }: &Task) -> Outcome {
    let scenario = link.parse::<Link>()?.scenario;
    let task = talscope::task::Task::numbered(&scenario, 0)?;
    let npz = file.extension().is_some_and(|extension| extension == "npz");
    let bytes = if npz {
        task_npz(&task, &scenario.link())
    } else {
        task_json(&task, &scenario.link()).into_bytes()
    };
    output::write(file, &bytes)
}

/// The contents of the link's files, which are told apart by their hashes.
fn contents(scenario: &Scenario, files: &[PathBuf]) -> Result<Vec<Vec<u8>>, Failure> {
    let given = files.iter().map(|file| read(file)).collect::<Result<Vec<_>, _>>()?;
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

/// A file, or why not.
pub fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(file)
        .map_err(|error| format!("{} cannot be read: {error}", file.display()).into())
}
