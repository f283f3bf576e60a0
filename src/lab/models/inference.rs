//! Inference alone: networks with the same prior beside HMC's, which is the truth for them, and bounds
//! on the evidence beside the best that was found, where they are of the same.

use crate::experiment::{self, oracle};
use crate::lab::models::words::Shown;
use crate::lab::models::{Scene, Studied, verdict};
use crate::lab::three_decimals;
use crate::model;
use crate::scenario::{Candidate, Family, Scenario};

/// A network beside HMC's posterior of the same network under the same prior.
#[derive(Debug, Clone, PartialEq)]
pub struct Beside {
    /// The candidate that is sampled.
    pub sampled: usize,
    /// Agreement of the correlations of both, if both know of any.
    pub metacorrelation: Option<f64>,
    /// What to make of it.
    pub words: String,
}

/// Bands are called alike if their half-widths at the targets differ by less than this share.
const ALIKE: f64 = 0.25;

/// Nothing unless the model is such a network and HMC's is fitted too.
pub fn beside(scenario: &Scenario, scene: &Scene, shown: &[Shown], place: usize) -> Option<Beside> {
    let candidates = &scenario.models.candidates;
    let own = candidates.get(place).filter(|own| approximate(own))?;
    let same = |one: &&Shown| {
        let other = one.place.map(|place| &candidates[place]);
        other.is_some_and(|other| {
            other.kind.family == Family::Hmc && same_prior(scenario, own, other)
        })
    };
    let sampled = shown.iter().find(same)?;
    let truth = sampled.studied?;
    let studied = shown.iter().find(|one| one.place == Some(place))?.studied?;
    let agreement = agreement(scenario, studied, truth);
    if !verdict(&candidates[sampled.place?], truth, scene).good {
        let words = "HMC’s chains, which it would be compared with, do not agree yet.".into();
        return Some(Beside { sampled: sampled.place?, metacorrelation: None, words });
    }
    let fitted = verdict(own, studied, scene);
    if !fitted.good && !fitted.learning {
        return None;
    }
    let width = width(scenario, studied) / width(scenario, truth);
    let bands = match (width - 1.0).abs() < ALIKE {
        true => "At the targets it is about as sure as HMC".into(),
        false => format!("Its band at the targets is {width:.1} times as wide as HMC’s"),
    };
    let squares = match agreement {
        None => "and it knows of no correlations".into(),
        Some(value) => {
            let value = three_decimals(value);
            format!(
                "and the metacorrelation of the two is {value}: that measures inference alone, for \
                     network, prior and data are the same"
            )
        }
    };
    let place = sampled.place?;
    Some(Beside {
        sampled: place,
        metacorrelation: agreement,
        words: format!("{bands}, {squares}."),
    })
}

fn approximate(candidate: &Candidate) -> bool {
    matches!(candidate.kind.family, Family::Bbb | Family::Nng)
}

fn same_prior(scenario: &Scenario, one: &Candidate, other: &Candidate) -> bool {
    let oracle = oracle(scenario);
    let kernel = |of: &Candidate| model::own_prior(of, &oracle, 1).map(|prior| prior.kernel);
    kernel(one) == kernel(other)
}

/// How far two models agree on the pairs that the link compares.
pub fn agreement(scenario: &Scenario, one: &Studied, other: &Studied) -> Option<f64> {
    let whole = |studied: &Studied| studied.belief.last(studied.belief.len());
    let targets = one.belief.len() - scenario.problem.pool.count;
    let pairs = scenario.judging.pairs;
    experiment::agreement(pairs, &whole(one), &whole(other), targets).ok()?.pearson
}

/// Mean deviation at the targets.
fn width(scenario: &Scenario, studied: &Studied) -> f64 {
    let targets = scenario.problem.pool.count..studied.belief.len();
    let count = targets.len() as f64;
    targets.map(|i| studied.belief.variance(i).sqrt()).sum::<f64>() / count
}

/// How far a model's bound on the evidence is below the best that was found of the same evidence: of
/// networks with the same prior, or of processes with an rbf kernel, whose evidence GP-RBF knows.
pub fn gap(scenario: &Scenario, shown: &[Shown], place: usize) -> Option<String> {
    let candidates = &scenario.models.candidates;
    // What GP-RBF has is no bound, but the evidence itself.
    let own = candidates.get(place).filter(|own| own.kind.family != Family::Rbf)?;
    let value = |one: &Shown| {
        let studied = one.studied?;
        studied.note("elbo").or_else(|| studied.note("log_marginal_likelihood"))
    };
    let alike = |one: &&Shown| {
        let Some(other) = one.place.map(|place| &candidates[place]) else { return false };
        match (group(own), group(other)) {
            (Some(Group::Network), Some(Group::Network)) => same_prior(scenario, own, other),
            (own, other) => own.is_some() && own == other,
        }
    };
    let mine = value(shown.iter().find(|one| one.place == Some(place))?)?;
    let rivals = shown.iter().filter(alike).filter(|one| one.place != Some(place));
    let (best, by) = rivals
        .filter_map(|one| Some((value(one)?, one.place?)))
        .max_by(|a, b| a.0.total_cmp(&b.0))?;
    let title = candidates[by].title();
    Some(match best - mine {
        below if below > 0.05 => {
            format!(
                "Its bound on the evidence is {below:.1} nats below that of “{title}”, which has the \
                     same prior."
            )
        }
        _ => format!(
            "No other model here has a better bound on the same evidence; the next is {:.1} nats \
                      below.",
            mine - best
        ),
    })
}

#[derive(PartialEq)]
enum Group {
    Network,
    Smooth,
}

/// What a model's bound is on.
fn group(candidate: &Candidate) -> Option<Group> {
    match candidate.kind.family {
        Family::Bbb | Family::Nng => Some(Group::Network),
        Family::Rbf if !candidate.flag("ard") => Some(Group::Smooth),
        Family::Svgp | Family::Fbnn
            if candidate.says("kernel", "rbf") && !candidate.flag("ard") =>
        {
            Some(Group::Smooth)
        }
        _ => None,
    }
}
