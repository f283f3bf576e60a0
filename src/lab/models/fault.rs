//! Whose fault it can be: is the prior wrong, or the inference?

use crate::lab::models::{self, Studied};
use crate::lab::three_decimals;
use crate::model;
use crate::scenario::{Candidate, Family, Scenario};

/// From here on correlations are called right.
const RIGHT: f64 = 0.95;

/// What can be at fault if a model's correlations are wrong, from what is known of it here.
pub fn fault(scenario: &Scenario, candidate: &Candidate, studied: &Studied) -> String {
    let oracle = models::process(scenario);
    let kernel = &scenario.problem.kernel;
    let Some(own) = model::own_prior(candidate, &oracle, 1) else {
        return match candidate.kind.family {
            Family::Ensemble | Family::Dropout => {
                "It has no prior that one could write down: whether prior or inference is wrong cannot \
                 be told apart."
                    .into()
            }
            Family::Fbnn => format!(
                "Its prior is a process with an rbf kernel, not the {kernel} of this problem; how near it \
                 comes to that prior’s exact posterior, GP-RBF’s panel shows."
            ),
            Family::Rbf | Family::Svgp | Family::Process | Family::Detuned => format!(
                "Inference is exact: what is wrong comes from its prior, which is not the {kernel} of \
                 this problem."
            ),
            _ => candidate.kind.help.into(),
        };
    };
    let agreements = studied.agreement.pearson.zip(studied.own.and_then(|own| own.pearson));
    let Some((with_oracle, with_own)) = agreements else {
        return "It knows of no correlations that could be compared.".into();
    };
    let (oracle_words, own_words) = (three_decimals(with_oracle), three_decimals(with_own));
    let same = kernel.weight_variance(1).zip(own.kernel.weight_variance(1));
    let same = same.is_some_and(|(here, own)| (here - own).abs() < 1e-2 * own);
    match (same, with_own >= RIGHT, with_oracle >= RIGHT) {
        (true, true, _) => format!(
            "Its prior is the right one, and its inference finds the right correlations ({own_words})."
        ),
        (true, false, _) => format!(
            "Its prior is the right one, so what is missing from {own_words} to 1 is the fault of its \
             inference."
        ),
        (false, true, false) => format!(
            "The prior is at fault, not the inference: it agrees with its own prior’s exact posterior \
             ({own_words}), but this problem’s functions come from {kernel} ({oracle_words})."
        ),
        (false, true, true) => format!(
            "Neither is to blame: its prior is not this problem’s {kernel}, yet near enough here \
             ({oracle_words})."
        ),
        (false, false, true) => format!(
            "It agrees better with the exact posterior here ({oracle_words}) than with that of its own \
             prior ({own_words}): luck, not merit."
        ),
        (false, false, false) => format!(
            "Both: its prior is not this problem’s {kernel}, and it does not even agree with its own \
             prior’s exact posterior ({own_words})."
        ),
    }
}
