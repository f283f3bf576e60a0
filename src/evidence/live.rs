//! A study at a size that a page takes on: what a reader can see happen.

use super::{Claim, Scale, Study};
use crate::cost::Cost;
use crate::error::Result;
use crate::experiment;

/// So many tasks say something, and are computed while one waits.
const TASKS: usize = 20;

/// What one waits for at most, if one core does it all.
const PATIENCE: Cost = Cost::seconds(60.0);

/// The same study on fewer tasks or, where training takes too long, the quick one; nothing if no page shows it.
///
/// # Errors
/// As [`Claim::studies`].
pub fn live(study: &Study) -> Result<Option<Study>> {
    let scale = Scale { quick: false, ..Scale::like(study) };
    let tasks = Some(TASKS.min(study.scenario.judging.tasks.max(1)));
    let sizes = [Scale { tasks, ..scale.clone() }, Scale { quick: true, ..scale }];
    for scale in sizes {
        let studies = Claim::find(&study.claim)?.studies(&scale)?;
        let same = studies.into_iter().find(|other| other.name == study.name);
        if let Some(found) = same.filter(is_for_a_page) {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

fn is_for_a_page(study: &Study) -> bool {
    let cost = experiment::cost(&study.scenario).all();
    let longest = if study.quick { Cost::LONGEST_IN_A_PAGE } else { PATIENCE };
    let short = cost.as_seconds() <= longest.as_seconds();
    short && cost.check_for_a_page().is_ok()
}
