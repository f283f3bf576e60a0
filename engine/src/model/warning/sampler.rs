//! Whether chains can be trusted, and variances that are learned.

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

/// The largest R-hat that is trusted: over many points it is above 1.01 even for independent draws, if
/// there are few. It compares halves of chains, and so one chain with itself.
pub fn r_hat_limit(draws_per_chain: f64) -> f64 {
    (1.0 + 3.0 / draws_per_chain).max(1.01)
}

pub fn warnings(note: Notes) -> Vec<Warning> {
    let found = [still(note), disagreement(note), drift(note, &ETA), drift(note, &NOISE)];
    found.into_iter().chain([few(note), diverged(note)]).flatten().collect()
}

fn still(note: Notes) -> Option<Warning> {
    let (mean, least) = (note("acceptance")?, note("acceptance_min")?);
    let whose = if mean < STILL { "The sampler" } else { "A chain of the sampler" };
    let words = format!(
        "{whose} hardly moved: it accepted a share of {least:.0e} of its proposals (0.8 would do). A smaller \
         first step or more burn-in helps."
    );
    (least < STILL).then_some(Warning { id: "hmc_stands_still", words })
}

fn disagreement(note: Notes) -> Option<Warning> {
    let draws = note("draws_per_chain")?;
    let Some(r_hat) = note("r_hat_max") else {
        let words = "Too few draws to tell whether the chains agree: ask for more.".into();
        return Some(Warning { id: "hmc_unknown", words });
    };
    let limit = r_hat_limit(draws);
    let value = if r_hat < 1e3 { format!("{r_hat:.3}") } else { format!("{r_hat:.0e}") };
    let words = format!(
        "Not converged: halves of chains disagree (R-hat {value}; with {draws:.0} draws a chain, at most \
         {limit:.3} would do). More burn-in, more thinning or more leapfrog steps help."
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

fn few(note: Notes) -> Option<Warning> {
    let effective = note("ess_bulk_min")?.min(note("ess_tail_min")?);
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
