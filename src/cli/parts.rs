//! `talscope parts`: computes what lies beside the page, so that nobody waits for what is known.

use std::collections::HashSet;
use std::path::PathBuf;

use clap::Args;
use talscope::evidence::shelf::{self, Shelf};
use talscope::experiment::{self, Part};

use super::merge::keep;
use super::{Failure, Outcome, output, work};

/// What the command takes.
#[derive(Args)]
pub struct Parts {
    /// The folder that the files go to.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// Computes all shelves and writes them, and the index.
pub fn run(arguments: &Parts, quiet: bool) -> Outcome {
    let (mut met, mut index) = (HashSet::new(), Vec::new());
    for shelf in shelf::shelves()? {
        let mut parts = compute(&shelf, quiet)?;
        // Two links may want the same.
        parts.retain(|(name, _)| met.insert(name.clone()));
        if parts.is_empty() {
            continue;
        }
        let file = shelf::pack(&parts);
        output::complain(&format!("{}: {} parts, {} bytes", shelf.name, parts.len(), file.len()));
        keep(&arguments.out.join(format!("{}.bin", shelf.name)), &file)?;
        let names: Vec<String> = parts.into_iter().map(|(name, _)| name).collect();
        index.push((shelf.name, names));
    }
    let rows = index.iter().map(|(shelf, names)| (&**shelf, names.iter().map(|n| &**n).collect()));
    keep(&arguments.out.join("index.json"), shelf::index(rows).as_bytes())
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
