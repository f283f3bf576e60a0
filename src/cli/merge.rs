//! `talscope merge`: from folders of units to results, a report, and a figure for each study.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use talscope::evidence::{CLAIMS, Outcome as Found, Study, result_line, text};
use talscope::experiment::Part;
use talscope::lab::Opened;
use talscope::scenario::Link;

use super::exit::{self, Exit};
use super::folder::{self, Found as Unit};
use super::{Failure, Outcome, output};

/// Where a folder keeps what was asked of it.
pub const STUDIES: &str = "studies";

/// What the command takes.
#[derive(Args)]
pub struct Merge {
    /// Folders that `talscope reproduce` filled.
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Where results.jsonl, report.md and the figures go; the first folder unless said.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Joins folders.
pub fn run(arguments: &Merge) -> Outcome {
    let out = arguments.out.as_ref().unwrap_or(&arguments.folders[0]);
    write(&arguments.folders, &studies(&arguments.folders)?, out)
}

/// Writes what folders have together of some studies.
pub fn write(folders: &[PathBuf], studies: &[Study], out: &Path) -> Outcome {
    agree(folders)?;
    let mut lines = BTreeSet::new();
    let mut report = String::from(HEAD);
    let mut missing = 0;
    for claim in &CLAIMS {
        let own: Vec<&Study> = studies.iter().filter(|study| study.claim == claim.id).collect();
        let mut parts = Vec::new();
        for study in &own {
            parts.push(collect(study, folders, &mut lines)?);
        }
        let outcomes: Vec<Found> =
            own.iter().zip(&parts).map(|(study, parts)| Found { study, parts }).collect();
        for outcome in &outcomes {
            let (done, all) = outcome.done();
            missing += all - done;
            if done == all {
                draw(outcome, out)?;
            }
        }
        if !outcomes.is_empty() {
            report += &text::of_claim(claim, &outcomes)?;
        }
    }
    keep(&out.join("results.jsonl"), &lines.into_iter().collect::<String>())?;
    keep(&out.join("report.md"), &report)?;
    match missing {
        0 => Ok(()),
        _ => Err(Exit::new(exit::UNFINISHED, format!("{missing} results are missing"))),
    }
}

const HEAD: &str = "# What a run says of the paper's claims\n\n\
    An order *holds* if the 95% t-interval over tasks of the paired difference, averaged over all batches, lies \
    above 0, *does not hold* if it lies below, and is *undecided* otherwise. A claim holds if everything on which \
    it rests does.\n\n";

/// All that was asked of some folders, each once, in the order of their claims and names.
fn studies(folders: &[PathBuf]) -> Result<Vec<Study>, Failure> {
    let mut lines = BTreeSet::new();
    for folder in folders {
        let unreadable = |error: std::io::Error| {
            let words = format!("{} holds no studies: {error}", folder.display());
            Exit::new(exit::USAGE, words)
        };
        for file in fs::read_dir(folder.join(STUDIES)).map_err(unreadable)? {
            let file = file.map_err(unreadable)?.path();
            // What a killed runner left begins with a dot.
            let whole = |name: &std::ffi::OsStr| !name.to_string_lossy().starts_with('.');
            if file.file_name().is_some_and(whole) {
                lines.insert(fs::read_to_string(&file).map_err(unreadable)?);
            }
        }
    }
    let read = |line: &String| {
        Study::read(line).map_err(|error| Exit::new(exit::USAGE, error.to_string()))
    };
    lines.iter().map(read).collect()
}

/// A unit that several folders have must be the same in all: names say what is in it.
fn agree(folders: &[PathBuf]) -> Outcome {
    let mut first: HashMap<String, &PathBuf> = HashMap::new();
    for folder in folders {
        let unreadable =
            |error| Exit::new(exit::USAGE, format!("{} cannot be read: {error}", folder.display()));
        for name in folder::names(folder).map_err(unreadable)? {
            let Some(other) = first.get(&name) else {
                first.insert(name, folder);
                continue;
            };
            let (Unit::Part(a), Unit::Part(b)) =
                (folder::read(other, &name), folder::read(folder, &name))
            else {
                continue;
            };
            if a.to_bytes() != b.to_bytes() {
                let [a, b] = [other, folder].map(|folder| folder::place(folder, &name));
                let words = format!("{} and {} differ", a.display(), b.display());
                return Err(Exit::new(exit::DATA, words));
            }
        }
    }
    Ok(())
}

/// What a study's units found, and the lines of those that are results.
fn collect(
    study: &Study,
    folders: &[PathBuf],
    lines: &mut BTreeSet<String>,
) -> Result<Vec<Option<Part>>, Failure> {
    let plan = study.plan();
    let names = plan.names();
    let mut parts = vec![None; names.len()];
    for place in plan.heard() {
        let Some(part) = find(folders, &names[place]) else { continue };
        lines.insert(result_line(&names[place], &plan.steps[place].unit, &part)?);
        parts[place] = Some(part);
    }
    Ok(parts)
}

fn find(folders: &[PathBuf], name: &str) -> Option<Part> {
    folders.iter().find_map(|folder| match folder::read(folder, name) {
        Unit::Part(part) => Some(part),
        Unit::Nothing => None,
        Unit::Spoiled(why) => {
            let file = folder::place(folder, name);
            output::complain(&format!("{} {why}: it is not used", file.display()));
            None
        }
    })
}

/// A study's figure and its numbers.
fn draw(outcome: &Found, out: &Path) -> Outcome {
    let scenario = outcome.study.scenario.clone();
    let mut opened = Opened::new(Link { scenario, ..Link::default() })?;
    for (place, part) in outcome.parts.iter().enumerate() {
        part.clone().map_or(Ok(()), |part| opened.add(place, part))?;
    }
    let name = text::file_name(outcome.study);
    keep(&out.join(format!("{name}.svg")), &opened.svg(None)?)?;
    keep(&out.join(format!("{name}.csv")), &opened.csv()?)
}

fn keep(file: &Path, contents: &str) -> Outcome {
    folder::write_whole(file, contents.as_bytes()).map_err(|error| {
        Exit::new(exit::DISK, format!("{} cannot be written: {error}", file.display()))
    })
}
