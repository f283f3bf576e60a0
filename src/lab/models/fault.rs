//! Whose fault it can be: is the prior wrong, or the inference?

use crate::experiment::oracle;
use crate::lab::models::{Studied, Verdict};
use crate::lab::three_decimals;
use crate::model::{self, GaussianProcess};
use crate::scenario::{Candidate, Family, Scenario};

/// From here on correlations are called right.
const RIGHT: f64 = 0.9;
/// Letters of a kernel that is named in full.
const LONGEST: usize = 16;

/// What can be at fault if a model's correlations are wrong, from what is known of it here. A fit that is
/// not to be trusted says nothing of its inference, unless all that is missing is a little.
pub fn fault(
    scenario: &Scenario,
    candidate: &Candidate,
    studied: &Studied,
    verdict: &Verdict,
) -> String {
    let oracle = oracle(scenario);
    let own = model::own_prior(candidate, &oracle, 1);
    let inferred = own.is_some() || matches!(candidate.kind.family, Family::Svgp | Family::Fbnn);
    if inferred && !verdict.good && !verdict.learning {
        return "As it was fitted, nobody can tell whether its prior or its inference is at fault."
            .into();
    }
    match own {
        Some(own) => network(scenario, studied, &own, verdict.good),
        None => without_weights(scenario, candidate, studied, so_far(verdict.good)),
    }
}

/// What is said of a model that would learn a little more.
fn so_far(trusted: bool) -> &'static str {
    if trusted { "" } else { ", as far as it has learned" }
}

fn without_weights(
    scenario: &Scenario,
    candidate: &Candidate,
    studied: &Studied,
    so_far: &str,
) -> String {
    let kernel = kernel_words(scenario);
    let right = has_the_right_kernel(scenario, candidate);
    let is_there = scenario.models.candidates.iter().any(|it| it.kind.family == Family::Rbf);
    let beside_rbf = |words: &'static str| if is_there { words } else { "" };
    let value = studied.agreement.pearson.map_or("–".into(), three_decimals);
    match (candidate.kind.family, right) {
        (Family::Ensemble | Family::Dropout, _) => {
            "It has no prior that one could write down, so nobody can tell whether prior or inference is wrong."
                .into()
        }
        (Family::Svgp | Family::Fbnn, true) => format!(
            "Its prior is the right one, so what is missing from {value} to 1 is the fault of its \
             inference{so_far}."
        ),
        (Family::Fbnn, false) => format!(
            "Its prior is a process with an rbf kernel fitted to the data, while this problem’s is \
             {kernel}{}.",
            beside_rbf("; GP-RBF’s panel shows that prior’s exact posterior")
        ),
        (Family::Svgp, false) => format!(
            "Its prior is a process with an rbf kernel fitted to the data, while this problem’s is \
             {kernel}{}.",
            beside_rbf("; compare its bound with GP-RBF’s evidence to see what few inducing points cost")
        ),
        (Family::Process | Family::Detuned, true) => {
            "Its prior is the right one, and its inference is exact.".into()
        }
        (Family::Nkn, _) => format!(
            "Inference is exact: what is wrong comes from its prior, a network of kernels fitted to the data, \
             while this problem’s is {kernel}."
        ),
        (Family::Rbf, _) => format!(
            "Inference is exact: what is wrong comes from its prior, an rbf kernel fitted to the data, \
             while this problem’s is {kernel}."
        ),
        (Family::Process | Family::Detuned, false) => format!(
            "Inference is exact: what is wrong comes from its prior, which is not this problem’s ({}).",
            kernel_name(scenario).0
        ),
        _ => candidate.kind.help.into(),
    }
}

/// Whether a model's settings give it the very prior of the problem.
fn has_the_right_kernel(scenario: &Scenario, candidate: &Candidate) -> bool {
    match candidate.kind.family {
        Family::Process => {
            candidate.kernel() == Some(&scenario.problem.kernel)
                && candidate.number("noise") == scenario.problem.noise
        }
        Family::Detuned => {
            candidate.number("stretch") == 1.0 && candidate.number("noise_factor") == 1.0
        }
        Family::Svgp => candidate.says("kernel", "own"),
        Family::Fbnn => candidate.says("kernel", "own"),
        _ => false,
    }
}

fn network(scenario: &Scenario, studied: &Studied, own: &GaussianProcess, trusted: bool) -> String {
    let (kernel, _) = kernel_name(scenario);
    let agreements = studied.agreement.pearson.zip(studied.own.and_then(|own| own.pearson));
    let Some((with_oracle, with_own)) = agreements else {
        return "It knows of no correlations that could be compared.".into();
    };
    let (oracle_words, own_words) = (three_decimals(with_oracle), three_decimals(with_own));
    let same = scenario.problem.kernel.weight_variance(1).zip(own.kernel.weight_variance(1));
    let same = same.is_some_and(|(here, own)| (here - own).abs() < 1e-2 * own);
    let so_far = so_far(trusted);
    match (same, with_own >= RIGHT, with_oracle >= RIGHT) {
        (true, true, _) => format!(
            "Its prior is the right one, and its inference finds the right correlations ({own_words})."
        ),
        (true, false, _) => format!(
            "Its prior is the right one, so what is missing from {own_words} to 1 is the fault of its \
             inference{so_far}."
        ),
        (false, true, false) => format!(
            "The prior is at fault, not the inference: it agrees with its own prior’s exact posterior \
             ({own_words}), but this problem’s functions come from a different prior, {kernel} \
             ({oracle_words})."
        ),
        (false, true, true) => format!(
            "Neither is to blame: its prior is not this problem’s ({kernel}), yet near enough here \
             ({oracle_words})."
        ),
        (false, false, true) => format!(
            "It agrees better with the exact posterior here ({oracle_words}) than with that of its own \
             prior ({own_words}): luck, not merit."
        ),
        (false, false, false) => format!(
            "Both are at fault{so_far}: its prior is not this problem’s ({kernel}), and it does not agree with \
             its own prior’s exact posterior ({own_words})."
        ),
    }
}

/// What this problem's prior is, where a model has another.
fn kernel_words(scenario: &Scenario) -> String {
    match kernel_name(scenario) {
        (kernel, true) => kernel,
        (name, false) => format!("a different one ({name})"),
    }
}

/// The problem's kernel, without the numbers of those that have many, and whether that is all of it.
fn kernel_name(scenario: &Scenario) -> (String, bool) {
    let kernel = scenario.problem.kernel.to_string();
    match kernel.split_once('(').filter(|_| kernel.len() > LONGEST) {
        Some((name, more)) if more.contains('(') => (format!("{name} and more"), false),
        Some((name, _)) => (name.into(), false),
        None => (kernel, true),
    }
}
