//! `talscope run` and `talscope task`: any lab's figure from its link.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use rayon::prelude::*;
use talscope::exchange::{file_hash, task_json, task_npz};
use talscope::lab::{Opened, Part, Unit};
use talscope::scenario::{Link, Scenario};

use super::output::{self, Finished, Outputs};
use super::progress::Progress;
use super::{Failure, Outcome, announce};

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
    let opened = complete(link, &files, quiet)?;
    arguments.outputs.write(&Finished {
        about: opened.about()?,
        report: opened.report()?,
        lines: opened.figure()?.lines()?,
        svg: opened.svg(None)?,
    })
}

/// A link's whole figure, computed on all cores.
pub fn complete(link: Link, files: &[Vec<u8>], quiet: bool) -> talscope::Result<Opened> {
    let mut opened = Opened::new(link)?;
    announce(opened.costs().all(), quiet);
    for (index, part) in run_all(&opened.plan(files), quiet)?.into_iter().enumerate() {
        opened.add(index, part)?;
    }
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

/// Shares units of work among all cores.
fn run_all(units: &[Unit], quiet: bool) -> talscope::Result<Vec<Part>> {
    let progress = Progress::new(units.len(), "pieces of work", quiet);
    let run = |unit: &Unit| {
        let mut before = 0.0;
        let part = unit.run(&mut |share, _| {
            progress.more(before, share.min(0.999));
            before = share.min(0.999);
            ControlFlow::Continue(())
        })?;
        progress.more(before, 1.0);
        Ok(part)
    };
    // Units that need others come after all that do not, wave by wave.
    let mut parts: Vec<Option<Part>> = vec![None; units.len()];
    while parts.iter().any(Option::is_none) {
        let can = |&index: &usize| {
            let there = units[index].needed(index).all(|need| parts[need].is_some());
            parts[index].is_none() && there
        };
        let wave: Vec<usize> = (0..units.len()).filter(can).collect();
        let with_parts = |index: &usize| {
            let needed = units[*index].needed(*index).filter_map(|need| parts[need].as_ref());
            run(&units[*index].with_parts(needed))
        };
        let found: Vec<Part> = wave.par_iter().map(with_parts).collect::<talscope::Result<_>>()?;
        wave.into_iter().zip(found).for_each(|(index, part)| parts[index] = Some(part));
    }
    Ok(parts.into_iter().flatten().collect())
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
