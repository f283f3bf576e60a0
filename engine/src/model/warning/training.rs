//! Whether training has come to its end.

use super::{Notes, Warning};
use crate::numeric::{Estimate, fixed, math};

/// The share of the loss that may still go in the last tenth of training.
const STILL: f64 = 0.1;
/// The share of the first loss below which there is nothing more to learn.
const NOTHING: f64 = 1e-6;
/// The share of the first loss that counts if it is only expected to go.
const LITTLE: f64 = 0.01;
/// The fewest steps of which a tenth says anything: the error of a mean of ten is known to a quarter.
const STEPS: usize = 100;
/// By how many nats an ELBO may still rise in the last tenth of training.
const RISING: f64 = 1.0;
/// The largest slope of the log evidence at an optimum.
const FLAT: f64 = 1e-3;

/// Settled is not fitted, and what is not settled may be as good as fitted: both are told by the noise and by the
/// spread of what was observed, which is the loss of the best constant.
///
/// Far from the data is a loss of squares, or a mean whose squared residuals are, on average, above `HALF` the
/// spread, where noise of less than `FIFTH` of it leaves something to be learned: it explains less than half of what
/// could be; or above `TEN` times the noise, however large the spread: three deviations on average are no noise, and
/// networks that have settled on the paper's tasks are within one.
///
/// Near enough is a squared error below `TENTH` of the noise: all that more training could still bring down is less
/// than what observations differ by from one time to the next.
const HALF: f64 = 0.5;
const FIFTH: f64 = 0.2;
const TENTH: f64 = 0.1;
const TEN: f64 = 10.0;

pub fn warnings(note: Notes, curve: &[f64]) -> Vec<Warning> {
    let course = untrained(note).or_else(|| match (note("chosen_epoch"), note("elbo")) {
        (Some(chosen), _) => best_is_last(note, chosen),
        (None, Some(elbo)) => rising(note, curve, elbo, ("ELBO", "epochs")),
        (None, None) => match note("log_marginal_likelihood").filter(|_| !curve.is_empty()) {
            Some(likelihood) => rising(note, curve, likelihood, ("log evidence", "steps")),
            None => falling(note, curve),
        },
    });
    [course.or_else(|| settled_far(note)), slope(note)].into_iter().flatten().collect()
}

/// Where no step was made.
fn untrained(note: Notes) -> Option<Warning> {
    let why =
        [("no_data", "there are no data"), ("no_epochs", "0 epochs"), ("no_steps", "0 steps")];
    let (_, why) = why.into_iter().find(|(name, _)| note(name).is_some())?;
    Some(Warning { id: "untrained", words: format!("Not trained at all: {why}.") })
}

/// How far a mean is from the data, in words, if it is far.
fn far(note: Notes) -> Option<String> {
    let (misfit, spread, noise) = (note("misfit")?, note("observed_variance")?, note("noise")?);
    let loss = note("elbo").is_none().then(|| note("loss_mean")).flatten().unwrap_or(0.0);
    let misfit = misfit.max(loss);
    let [off, of, by] = [misfit, spread, noise].map(|square| small(square.sqrt()));
    let words = format!("it misses them by {off}, where they differ by {of} and noise by {by}");
    (explains_little(misfit, spread, noise) || misfit > TEN * noise).then_some(words)
}

fn explains_little(misfit: f64, spread: f64, noise: f64) -> bool {
    noise < FIFTH * spread && misfit > HALF * spread
}

/// Whether a prior of this variance has no functions that could come near the data, and none did.
pub fn is_out_of_reach(note: Notes, eta: f64) -> bool {
    let [misfit, spread, noise] =
        ["misfit", "observed_variance", "noise"].map(|name| note(name).unwrap_or(f64::NAN));
    eta < TENTH * spread && explains_little(misfit, spread, noise)
}

/// Chains are not trained: what they miss their prior does not allow.
fn settled_far(note: Notes) -> Option<Warning> {
    let far = far(note).filter(|_| note("draws_per_chain").is_none())?;
    let words = format!(
        "Settled, but far from the data: {far}. It learned little. Try another learning rate or more units, or \
         data of order 1."
    );
    Some(Warning { id: "learned_little", words })
}

/// Whether a loss is a squared error so far below the noise that what is left of it does not matter.
pub fn is_below_noise(note: impl Fn(&str) -> Option<f64>) -> bool {
    let squares = note("elbo").is_none().then(|| note("loss_mean")).flatten();
    squares.zip(note("noise")).is_some_and(|(loss, noise)| loss < TENTH * noise)
}

/// Where an epoch was chosen nobody minds what the loss does after it, unless there is none after it.
fn best_is_last(note: Notes, chosen: f64) -> Option<Warning> {
    let words = format!(
        "Still learning: of the {chosen:.0} epochs the last does best on the validation data. More epochs may help."
    );
    (note("asked_epochs") == Some(chosen)).then_some(Warning { id: "best_is_last", words })
}

/// A model that climbs the evidence, or a bound on it: whether it has come to its top.
fn rising(note: Notes, curve: &[f64], elbo: f64, (what, more): (&str, &str)) -> Option<Warning> {
    let error = note("elbo_error").filter(|error| *error >= 0.05);
    let error = error.map_or(String::new(), |error| format!(" ± {error:.1}"));
    let Lately { rise, error: jumps, .. } = Lately::of(curve, 10);
    let words = |how: String| {
        let now = fixed(elbo, 1);
        let words = format!(
            "Still learning: the {what}, now {now}{error} nats, {how}. More {more} would raise it further."
        );
        Some(Warning { id: "elbo_rises", words })
    };
    if rise > RISING && rise > 2.0 * jumps {
        return words(format!("rose by {rise:.1} in the last tenth of training"));
    }
    match (few(curve), outlook(curve)) {
        (None, Some((quarter, more))) if more > RISING => {
            words(format!("rose by {quarter:.1} in the last quarter of training"))
        }
        (few, _) => few,
    }
}

/// A model that makes a loss small: whether it has, and whether it is done.
fn falling(note: Notes, curve: &[f64]) -> Option<Warning> {
    let (mean, slope) = (note("loss_mean")?, note("loss_slope")?);
    if is_below_noise(note) {
        return few(curve);
    }
    let first = curve.first().copied().unwrap_or(mean);
    let Lately { rise, error, before } = Lately::of(curve, 10);
    let fall = if before > 0.0 { -rise / before } else { 0.0 };
    let words = |share: f64, part: &str| {
        let words = format!(
            "Still learning: the loss, now {}, fell by {:.0}% in the last {part} of training. More epochs help.",
            small(mean),
            100.0 * share
        );
        Some(Warning { id: "loss_falls", words })
    };
    // Losses of random batches and masks jump: only what is more than that is progress.
    let goes_on = slope < 0.0 && fall > STILL && -rise > 2.0 * error;
    if goes_on && mean > NOTHING * first {
        return words(fall, "tenth");
    }
    if let Some(few) = few(curve) {
        return Some(few);
    }
    if mean > 0.5 * first {
        let (mean, first) = (small(mean), small(first));
        let words = format!(
            "It learned little: the loss is {mean}, from {first} at first. Try another learning rate."
        );
        return Some(Warning { id: "learned_little", words });
    }
    let falls: Vec<f64> = curve.iter().map(|loss| -loss).collect();
    let (quarter, more) = outlook(&falls)?;
    let goes_on = more > (STILL * mean).max(LITTLE * first);
    if goes_on { words(quarter / (quarter + mean), "quarter") } else { None }
}

/// Where training ended before anybody could tell.
fn few(curve: &[f64]) -> Option<Warning> {
    let steps = curve.len();
    let words = format!(
        "Too few steps to tell whether it has settled: {steps}, of at least {STEPS}. More training helps."
    );
    (0 < steps && steps < STEPS).then_some(Warning { id: "few_steps", words })
}

/// By how much a curve rose in its last quarter, and about how much more it would, if it rose by more than
/// its jumps explain and the last tenth does not show that it has stopped: where tenths are too noisy to tell,
/// quarters may not be. What comes nearer to its limit by the same share in each quarter, like exp(-k t) with
/// t in quarters, has the mean of its last one d r / (1 - r) away from it (Aitken 1926), where d is the last
/// difference of means and r = exp(-k) its ratio to the one before, and its end k / (exp(k) - 1) of that.
fn outlook(curve: &[f64]) -> Option<(f64, f64)> {
    let Lately { rise, error, before } = Lately::of(curve, 4);
    let quarter = curve.len() / 4;
    let second = &curve[curve.len() - 3 * quarter..][..quarter];
    let earlier = before - Estimate::of(second.iter().copied())?.mean;
    if rise <= 2.0 * error || earlier <= 0.0 {
        return None;
    }
    // What does not slow down has no limit in sight: about ten times as much is said of it.
    let ratio = (rise / earlier).min(10.0 / 11.0);
    let (odds, rate) = (ratio / (1.0 - ratio), -math::ln(ratio));
    let more = rise * odds * rate * odds;
    // The rise from tenth to tenth on such a course: two fifths of a quarter each.
    let step = math::exp(0.4 * rate) - 1.0;
    let tenth = Lately::of(curve, 10);
    let goes_on = tenth.rise + 2.0 * tenth.error > 0.5 * more * step * step / (0.4 * rate);
    goes_on.then_some((rise, more))
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

/// How a curve went from the last but one part of training to the last.
struct Lately {
    rise: f64,
    /// The standard error of that.
    error: f64,
    /// Its mean before.
    before: f64,
}

impl Lately {
    /// In parts of which there are so many.
    fn of(curve: &[f64], parts: usize) -> Self {
        let nothing = Self { rise: 0.0, error: 0.0, before: 0.0 };
        let part = curve.len() / parts;
        if part < 2 {
            return nothing;
        }
        let (before, after) = curve[curve.len() - 2 * part..].split_at(part);
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
