//! `talscope parts`: computes what lies beside the page, so that nobody waits for what is known.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use talscope::evidence::shelf::{self, Shelf};
use talscope::experiment::{self, Part};

use super::merge::keep;
use super::{Failure, Outcome, output, work};

/// What the command takes.
#[derive(Args)]
pub struct Parts {
    /// The folder that the files go to. What is there under today's names is not computed again.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// Computes all shelves and writes them, and the index.
pub fn run(arguments: &Parts, quiet: bool) -> Outcome {
    let (mut met, mut index) = (HashSet::new(), Vec::new());
    for shelf in shelf::shelves()? {
        let path = arguments.out.join(format!("{}.bin", shelf.name));
        let mut parts = match known(&path, &shelf, &met) {
            Some(parts) => parts,
            None => compute(&shelf, quiet)?,
        };
        // Two links may want the same.
        parts.retain(|(name, _)| met.insert(name.clone()));
        if parts.is_empty() {
            continue;
        }
        let file = shelf::pack(&parts);
        output::complain(&format!("{}: {} parts, {} bytes", shelf.name, parts.len(), file.len()));
        keep(&path, &file)?;
        let names: Vec<String> = parts.into_iter().map(|(name, _)| name).collect();
        index.push((shelf.name, names));
    }
    let rows = index.iter().map(|(shelf, names)| (&**shelf, names.iter().map(|n| &**n).collect()));
    keep(&arguments.out.join("index.json"), shelf::index(rows).as_bytes())
}

/// What a file holds, if that is all that a shelf wants and no other has, and no more.
fn known(path: &Path, shelf: &Shelf, met: &HashSet<String>) -> Option<Vec<(String, Part)>> {
    let file = fs::read(path).ok().and_then(|file| shelf::unpack(&file).ok());
    // Without one, others may have all of it.
    let parts = file.unwrap_or_default();
    let plan = shelf.plan();
    let names = plan.names();
    let wanted: HashSet<&String> =
        shelf.holds(&plan).into_iter().map(|place| &names[place]).collect();
    let there: HashSet<&String> = parts.iter().map(|(name, _)| name).collect();
    let whole = wanted.iter().all(|name| there.contains(*name) || met.contains(*name));
    let same = whole && there.is_subset(&wanted);
    drop((wanted, there));
    same.then_some(parts)
}

fn compute(shelf: &Shelf, quiet: bool) -> Result<Vec<(String, Part)>, Failure> {
    let plan = shelf.plan();
    let (names, held, mut parts) = (plan.names(), shelf.holds(&plan), Vec::new());
    work::run(&plan, experiment::cost(&shelf.scenario).all(), quiet, |place, part| {
        if held.contains(&place) {
            parts.push((names[place].clone(), part));
        }
        Ok(())
    })?;
    Ok(parts)
}
