//! Whether chains can be trusted, and variances that are learned.

use super::training::is_out_of_reach;
use super::{Notes, Warning};

/// The least effective draws that are trusted.
pub const EFFECTIVE: f64 = 400.0;
/// The share of trajectories that may diverge.
const DIVERGED: f64 = 0.001;
/// A chain that accepts less often than this stands still.
const STILL: f64 = 0.01;
/// How far a ratio may be from 1, and how many nats may be missing, if Monte-Carlo errors do not explain it.
const AT_REST: f64 = 0.02;
const NATS: f64 = 0.1;

/// Chains of fewer draws tell nothing: their halves are too short for R-hat, and the effective size comes out at
/// its cap of N log10 N whatever they do.
const SHORTEST: f64 = 10.0;
/// A variance is not learned from data of which no function is likelier than nothing by so many nats.
const TOLD: f64 = 1.0;

/// The largest R-hat that is trusted: over many points it is above 1.01 even for independent draws, if
/// there are few. It compares halves of chains, and so one chain with itself. What variances between
/// independent halves do by chance has a deviation of sqrt(2 / (halves - 1)): beyond ten chains less is allowed.
pub fn r_hat_limit(draws_per_chain: f64, chains: f64) -> f64 {
    let chance = (19.0 / (2.0 * chains - 1.0)).min(1.0).sqrt();
    (1.0 + 3.0 * chance / draws_per_chain).max(1.01)
}

/// How many chains there were, from what is noted, or from how many functions were drawn by all.
fn chains(note: Notes, drawn: Option<usize>) -> Option<f64> {
    let draws = note("draws_per_chain")?;
    note("chains").or_else(|| Some((drawn? as f64 / draws).max(1.0)))
}

/// How many independent draws they are worth: at most as many as there are.
pub fn effective(note: impl Fn(&str) -> Option<f64>, drawn: Option<usize>) -> Option<f64> {
    let found = note("ess_bulk_min")?.min(note("ess_tail_min")?);
    let all = chains(&note, drawn).zip(note("draws_per_chain")).map(|(m, draws)| m * draws);
    Some(all.map_or(found, |all| found.min(all)))
}

pub fn warnings(note: Notes, drawn: Option<usize>) -> Vec<Warning> {
    let chains = chains(note, drawn).unwrap_or(1.0);
    let found = [still(note), disagreement(note, chains), unlearned(note), lost(note)];
    let rest = [drift(note, &ETA), drift(note, &NOISE), few(note, drawn), diverged(note)];
    found.into_iter().chain(rest).flatten().collect()
}

fn still(note: Notes) -> Option<Warning> {
    let (mean, least) = (note("acceptance")?, note("acceptance_min")?);
    let whose = if mean < STILL { "The sampler" } else { "A chain of the sampler" };
    let share = match least > 0.0 {
        true => format!("a share of {least:.0e}"),
        false => "none".into(),
    };
    let words = format!(
        "{whose} hardly moved: it accepted {share} of its proposals (0.8 would do). A smaller first step or \
         more burn-in helps."
    );
    (least < STILL).then_some(Warning { id: "hmc_stands_still", words })
}

fn disagreement(note: Notes, chains: f64) -> Option<Warning> {
    let draws = note("draws_per_chain")?;
    let Some(r_hat) = note("r_hat_max").filter(|_| draws >= SHORTEST) else {
        let words = format!(
            "Too few draws to tell whether the chains agree: {draws:.0} a chain, of at least {SHORTEST:.0}. Ask \
             for more draws."
        );
        return Some(Warning { id: "hmc_unknown", words });
    };
    let limit = r_hat_limit(draws, chains);
    let value = if r_hat < 1e3 { format!("{r_hat:.3}") } else { "above 1000".into() };
    let words = format!(
        "Not converged: halves of chains disagree (R-hat {value}; with {draws:.0} draws a chain, at most \
         {limit:.3} would do). More burn-in, more draws, more thinning or more leapfrog steps help."
    );
    (r_hat > limit).then_some(Warning { id: "hmc_chains_disagree", words })
}

/// Words about a variance that is learned.
struct Variance {
    id: &'static str,
    notes: [&'static str; 3],
    name: &'static str,
    squares: &'static str,
    of: &'static str,
}

const ETA: Variance = Variance {
    id: "eta_drifts",
    notes: ["eta_ratio", "eta_ratio_error", "eta_nats"],
    name: "Eta",
    squares: "weights",
    of: "eta",
};

const NOISE: Variance = Variance {
    id: "noise_drifts",
    notes: ["noise_ratio", "noise_ratio_error", "noise_nats"],
    name: "The noise",
    squares: "residuals",
    of: "its variance",
};

fn drift(note: Notes, variance: &Variance) -> Option<Warning> {
    let [ratio, error, nats] = variance.notes.map(note);
    let (ratio, error, nats) = (ratio?, error?, nats.unwrap_or(0.0));
    // Who has chosen an epoch has chosen what its noise was then: more training was there, and did worse.
    if note("chosen_epoch").is_some() {
        return None;
    }
    let off = (ratio - 1.0).abs();
    if off <= 3.0 * error || (off <= AT_REST && nats <= NATS) {
        return None;
    }
    let Variance { id, name, squares, of, .. } = variance;
    let way = if ratio > 1.0 { "rise" } else { "fall" };
    let gain = if nats > NATS { format!(" and gain about {nats:.1} nats") } else { String::new() };
    let longer =
        if note("draws_per_chain").is_some() { "A longer burn-in" } else { "More training" };
    let words = format!(
        "{name} is still drifting: squared {squares} are {ratio:.2} times {of}, so that it would {way} \
         further{gain}. {longer} helps."
    );
    Some(Warning { id, words })
}

/// Data that cannot tell a variance: log p(y | f) is above log p(y | 0) by at most |y|^2 / (2 noise), whatever f,
/// so that the evidence is as good as flat, and learning wanders as long as it is let.
fn unlearned(note: Notes) -> Option<Warning> {
    let nats = note("nats_at_most").filter(|nats| *nats < TOLD)?;
    let words = format!(
        "The data say nothing of eta: in so much noise the best function gains {nats:.0e} nats on none at all. \
         What was learned is how long it burnt in: give eta, or less noise."
    );
    Some(Warning { id: "eta_unknown", words })
}

/// A prior that has been learned away: functions that no longer come near the data.
fn lost(note: Notes) -> Option<Warning> {
    let draws = note("draws_per_chain").filter(|draws| *draws >= SHORTEST);
    let eta = draws.and(note("eta"))?;
    let words = format!(
        "Eta has gone to {eta:.0e}: with so small a prior no function comes near the data. Begin from a larger eta."
    );
    is_out_of_reach(note, eta).then_some(Warning { id: "eta_far", words })
}

fn few(note: Notes, drawn: Option<usize>) -> Option<Warning> {
    let effective = effective(note, drawn)?;
    let words = format!(
        "Too few effective draws: {effective:.0} ({EFFECTIVE:.0} would do). More draws, more thinning or \
         more leapfrog steps help."
    );
    (effective < EFFECTIVE).then_some(Warning { id: "hmc_few_effective_draws", words })
}

fn diverged(note: Notes) -> Option<Warning> {
    let share = note("divergences")? / note("transitions")?;
    let words = format!(
        "{:.1}% of the trajectories diverged: the posterior is steeper than the step allows. More burn-in \
         lets the step size adapt.",
        100.0 * share
    );
    (share > DIVERGED).then_some(Warning { id: "hmc_diverged", words })
}
