//! Asking for rows of a table over rounds (the paper's Figures 7, 10 and 12, and its Table 4): the curves of every other
//! task, of which one seed is one.

use crate::acquisition::Rule;
use crate::error::Result;
use crate::experiment::Part;
use crate::experiment::curves::{self, Place, learn};
use crate::scenario::{Candidate, Scenario};
use crate::table::batch_of;

/// How often models ask, who predicts then, and which rules are compared.
#[derive(Debug, Clone, PartialEq)]
pub struct Asking {
    /// How often.
    pub rounds: usize,
    /// Who predicts: the first after every batch, all others after the last.
    pub predictors: Vec<Candidate>,
}

/// What is compared: rules, with the first model that predicts choosing by them; and models, choosing by BatchMIG.
/// Each has a name.
pub fn studies(scenario: &Scenario, asking: &Asking) -> Vec<(&'static str, Scenario)> {
    let Some((first, further)) = asking.predictors.split_first() else { return Vec::new() };
    let study = |rules: &[Rule], candidates: Vec<Candidate>, further: &[Candidate]| {
        let mut own = scenario.clone();
        own.asking.batch_size = batch_of(scenario.data.table.rows);
        own.asking.rounds = asking.rounds;
        own.asking.rules = rules.to_vec();
        own.models.candidates = candidates;
        own.models.predictor = first.clone();
        own.models.further = further.to_vec();
        own
    };
    let rules = [Rule::BatchMig, Rule::Mig, Rule::Tig, Rule::Random];
    vec![
        ("rules", study(&rules, vec![first.clone()], &[])),
        ("models", study(&[Rule::BatchMig], scenario.models.candidates.clone(), further)),
    ]
}

/// What was predicted for each line before the first batch and after each, from the parts of a study of one seed: log
/// likelihood, what was expected of it, and RMSE; nothing where a part is missing.
///
/// # Errors
/// [`Error::Unreadable`](crate::error::Error::Unreadable) if a part is not what it should be.
pub fn read_rounds(
    scenario: &Scenario,
    parts: &[Option<Part>],
) -> Result<Vec<Vec<Option<[f64; 3]>>>> {
    let lines = curves::lines(scenario).len();
    let mut found = vec![vec![None; scenario.asking.rounds + 1]; lines];
    for (place, part) in parts.iter().enumerate() {
        let Some(part) = part else { continue };
        if let Some(Place::Learned { line, round, .. }) = Place::find(scenario, lines, place) {
            found[line][round] = Some(learn::read(part)?.record);
        }
    }
    Ok(found)
}
