//! `talscope merge`: from folders of units to results, a report, and a figure for each study.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;
use talscope::evidence::report::{self, Seen};
use talscope::evidence::{CLAIMS, Outcome as Found, Scale, Study, result_line, text};
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
    /// Where results.jsonl, report.md, report.json and the figures go; the first folder unless said.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Reports all claims at their whole size, whatever was asked of the folders, and what is missing of them.
    #[arg(long)]
    all: bool,
}

/// Joins folders.
pub fn run(arguments: &Merge) -> Outcome {
    let out = arguments.out.as_ref().unwrap_or(&arguments.folders[0]);
    let studies = if arguments.all { whole()? } else { studies(&arguments.folders)? };
    write(&arguments.folders, &studies, out)
}

/// Writes what folders have together of some studies.
pub fn write(folders: &[PathBuf], studies: &[Study], out: &Path) -> Outcome {
    agree(folders)?;
    let mut lines = Lines::new();
    let mut report = String::from(HEAD);
    let (mut claims, mut missing) = (Vec::new(), 0);
    for claim in &CLAIMS {
        let own: Vec<&Study> = studies.iter().filter(|study| study.claim == claim.id).collect();
        let mut parts = Vec::new();
        for study in &own {
            parts.push(collect(study, folders, &mut lines)?);
        }
        let outcomes: Vec<Found> =
            own.iter().zip(&parts).map(|(study, parts)| Found { study, parts }).collect();
        let mut seen = Vec::new();
        for outcome in &outcomes {
            let (done, all) = outcome.done();
            missing += all - done;
            seen.push(draw(outcome, out)?);
        }
        report += &text::of_claim(claim, &outcomes)?;
        claims.push(report::of_claim(claim, &outcomes, &seen)?);
    }
    let lines: BTreeSet<String> = lines.into_values().map(|(line, _)| line).collect();
    keep(&out.join("results.jsonl"), lines.into_iter().collect::<String>().as_bytes())?;
    keep(&out.join("report.md"), report.as_bytes())?;
    let claims = serde_json::to_string_pretty(&json!({ "claims": claims }))?;
    keep(&out.join("report.json"), (claims + "\n").as_bytes())?;
    match missing {
        0 => Ok(()),
        _ => Err(Exit::new(exit::UNFINISHED, format!("{missing} results are missing"))),
    }
}

const HEAD: &str = "# What a run says of the paper's claims\n\n\
    An order *holds* if the 95% t-interval over tasks of the paired difference, averaged over all batches, lies \
    above 0, *does not hold* if it lies below, and is *undecided* otherwise. A claim holds if everything on which \
    it rests does.\n\n";

/// All studies of all claims.
fn whole() -> Result<Vec<Study>, Failure> {
    let mut all = Vec::new();
    for claim in &CLAIMS {
        all.extend(claim.studies(&Scale::default())?);
    }
    Ok(all)
}

/// All that was asked of some folders, each once, in the order of their claims and names.
fn studies(folders: &[PathBuf]) -> Result<Vec<Study>, Failure> {
    let mut lines = BTreeSet::new();
    for folder in folders {
        let place = folder.join(STUDIES);
        let unreadable = |error| unreadable(&place, error);
        for file in fs::read_dir(&place).map_err(unreadable)? {
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

fn unreadable(folder: &Path, error: io::Error) -> Failure {
    Exit::new(exit::USAGE, format!("{} cannot be read: {error}", folder.display()))
}

/// A unit that several folders have must be the same in all: names say what is in it.
pub fn agree(folders: &[PathBuf]) -> Outcome {
    let mut first: HashMap<String, &PathBuf> = HashMap::new();
    for folder in folders {
        for name in folder::names(folder).map_err(|error| unreadable(folder, error))? {
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

/// The lines of results by the names of their units, and whether only quick studies want them.
type Lines = BTreeMap<String, (String, bool)>;

/// What a study's units found, and the lines of those that are results.
fn collect(
    study: &Study,
    folders: &[PathBuf],
    lines: &mut Lines,
) -> Result<Vec<Option<Part>>, Failure> {
    let plan = study.plan();
    let names = plan.names();
    let mut parts = vec![None; names.len()];
    for place in plan.heard() {
        let Some(part) = find(folders, &names[place]) else { continue };
        let name = &names[place];
        let quick = study.quick && lines.get(name).is_none_or(|(_, quick)| *quick);
        let line = result_line(name, &plan.steps[place].unit, &part, quick)?;
        lines.insert(name.clone(), (line, quick));
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

/// A study's figure and its numbers, as far as they are there; nothing before there is something to see.
fn draw(outcome: &Found, out: &Path) -> Result<Option<Seen>, Failure> {
    let scenario = outcome.study.scenario.clone();
    let mut opened = Opened::new(Link { scenario, ..Link::default() })?;
    if outcome.study.quick {
        opened = opened.marked("A quick run that decides nothing");
    }
    for (place, part) in outcome.parts.iter().enumerate() {
        part.clone().map_or(Ok(()), |part| opened.add(place, part))?;
    }
    let Ok(figure) = opened.figure() else { return Ok(None) };
    let seen = Seen { heading: opened.heading()?, description: figure.description()? };
    let name = text::file_name(outcome.study);
    keep(&out.join(format!("{name}.svg")), opened.svg(None)?.as_bytes())?;
    keep(&out.join(format!("{name}.csv")), opened.csv()?.as_bytes())?;
    Ok(Some(seen))
}

/// Writes a file of results.
pub fn keep(file: &Path, contents: &[u8]) -> Outcome {
    folder::write_whole(file, contents).map_err(|error| {
        Exit::new(exit::DISK, format!("{} cannot be written: {error}", file.display()))
    })
}
