//! Whether training has come to its end.

use super::{Notes, Warning};
use crate::numeric::{Estimate, fixed};

/// The share of the loss that may still go in the last tenth of training.
const STILL: f64 = 0.1;
/// The share of the first loss below which there is nothing more to learn.
const NOTHING: f64 = 1e-6;
/// By how many nats an ELBO may still rise in the last tenth of training.
const RISING: f64 = 1.0;
/// The largest slope of the log evidence at an optimum.
const FLAT: f64 = 1e-3;

pub fn warnings(note: Notes, curve: &[f64]) -> Vec<Warning> {
    let course = match note("elbo") {
        Some(elbo) => rising(note, curve, elbo),
        None => falling(note, curve),
    };
    [course, slope(note)].into_iter().flatten().collect()
}

/// A model that climbs a bound on the evidence: whether it has come to its top.
fn rising(note: Notes, curve: &[f64], elbo: f64) -> Option<Warning> {
    let error = note("elbo_error").filter(|error| *error >= 0.05);
    let error = error.map_or(String::new(), |error| format!(" ± {error:.1}"));
    let Lately { rise, error: jumps, .. } = Lately::of(curve);
    let words = format!(
        "Still learning: the ELBO, now {}{error} nats, rose by {rise:.1} in the last tenth of training. More \
         epochs would raise it further.",
        fixed(elbo, 1)
    );
    (rise > RISING && rise > 2.0 * jumps).then_some(Warning { id: "elbo_rises", words })
}

/// A model that makes a loss small: whether it has, and whether it is done.
fn falling(note: Notes, curve: &[f64]) -> Option<Warning> {
    let (mean, slope) = (note("loss_mean")?, note("loss_slope")?);
    let first = curve.first().copied().unwrap_or(mean);
    let Lately { rise, error, before } = Lately::of(curve);
    let fall = if before > 0.0 { -rise / before } else { 0.0 };
    // Losses of random batches and masks jump: only what is more than that is progress.
    let goes_on = slope < 0.0 && fall > STILL && -rise > 2.0 * error;
    if goes_on && mean > NOTHING * first {
        let words = format!(
            "Still learning: the loss, now {}, fell by {:.0}% in the last tenth of training. More epochs help.",
            small(mean),
            100.0 * fall
        );
        return Some(Warning { id: "loss_falls", words });
    }
    let words = format!(
        "It learned little: the loss is {}, from {} at first. Try another learning rate.",
        small(mean),
        small(first)
    );
    (mean > 0.5 * first).then_some(Warning { id: "learned_little", words })
}

/// A model that looks for the likeliest numbers of its kernel.
fn slope(note: Notes) -> Option<Warning> {
    let words = "No optimum found: the likelihood still rises towards an end of its range.".into();
    (note("gradient")? > FLAT).then_some(Warning { id: "no_optimum", words })
}

/// A loss, of which only the size matters.
fn small(loss: f64) -> String {
    if loss.abs() < 0.01 { format!("{loss:.0e}") } else { fixed(loss, 2) }
}

/// How a curve went from the last but one tenth of training to the last.
struct Lately {
    rise: f64,
    /// The standard error of that.
    error: f64,
    /// Its mean before.
    before: f64,
}

impl Lately {
    fn of(curve: &[f64]) -> Self {
        let nothing = Self { rise: 0.0, error: 0.0, before: 0.0 };
        let tenth = curve.len() / 10;
        if tenth < 2 {
            return nothing;
        }
        let (before, after) = curve[curve.len() - 2 * tenth..].split_at(tenth);
        let [before, after] = [before, after].map(|part| Estimate::of(part.iter().copied()));
        let (Some(before), Some(after)) = (before, after) else { return nothing };
        let square = |estimate: Estimate| {
            let error = estimate.standard_error.unwrap_or(0.0);
            error * error
        };
        let error = (square(before) + square(after)).sqrt();
        Self { rise: after.mean - before.mean, error, before: before.mean }
    }
}
