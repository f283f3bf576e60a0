//! Whether a model can be trusted, in words: from its diagnostics, and what to change if not.

use crate::lab::models::{CURVE, Scene, Studied};
use crate::lab::percent;
use crate::model::{Note, NoteValue, hmc};
use crate::numeric::Estimate;
use crate::scenario::{Candidate, Family};

/// Whether to trust a fit, and why.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// Whether all is well.
    pub good: bool,
    /// Why, and what to change if not.
    pub words: String,
}

fn good(words: String) -> Verdict {
    Verdict { good: true, words }
}

fn bad(words: String) -> Verdict {
    Verdict { good: false, words }
}

/// What the diagnostics of a candidate's fit say.
pub fn verdict(candidate: &Candidate, studied: &Studied, scene: &Scene) -> Verdict {
    match candidate.kind.family {
        Family::Hmc => sampler(candidate, studied, scene),
        Family::Ensemble if candidate.count("members") == 1 => {
            bad("One network alone has no doubt: its variance is zero everywhere, and nothing is \
             correlated with anything."
                .into())
        }
        Family::Dropout if !candidate.flag("one_mask") => {
            bad("With a new mask at each input these are no functions: neighbours have nothing in \
             common, and every correlation is gone."
                .into())
        }
        Family::Ensemble | Family::Dropout => trained(studied),
        Family::Bbb | Family::Nng | Family::Svgp | Family::Fbnn => bounded(studied),
        Family::Rbf => optimum(studied),
        _ => good("Exact: nothing to train.".into()),
    }
}

/// The least effective draws that are trusted.
const EFFECTIVE: f64 = 400.0;

/// The largest R-hat of many points is above 1.01 even for independent draws, if there are few.
fn limit(draws: usize) -> f64 {
    (1.0 + 3.0 / draws as f64).max(1.01)
}

fn sampler(candidate: &Candidate, studied: &Studied, scene: &Scene) -> Verdict {
    let number = |name: &str| studied.note(name);
    let (Some(r_hat), Some(bulk), Some(tail)) =
        (number("r_hat_max"), number("ess_bulk_min"), number("ess_tail_min"))
    else {
        return bad("Too few draws to tell whether the chains agree: ask for more.".into());
    };
    let divergences = number("divergences").unwrap_or(0.0);
    let at = number("r_hat_max_at").map(|at| place(scene, at as usize)).unwrap_or_default();
    let effective = bulk.min(tail);
    if r_hat > limit(candidate.count("draws")) {
        return bad(format!(
            "Not converged: the chains disagree{at} (R-hat {r_hat:.3}, at most {:.3} would do). \
             More burn-in, more thinning or more leapfrog steps help.",
            limit(candidate.count("draws"))
        ));
    }
    if let Some(words) = hmc::drift(number) {
        return bad(words);
    }
    if effective < EFFECTIVE {
        return bad(format!(
            "Too few effective draws: {effective:.0} of {} (400 would do). More thinning or more \
             leapfrog steps help.",
            candidate.count("chains") * candidate.count("draws")
        ));
    }
    let share = divergences
        / (candidate.count("chains") * candidate.count("draws") * candidate.count("thin")) as f64;
    if share > 0.001 {
        return bad(format!(
            "{} of the trajectories diverged: the posterior is steeper than the step allows. More \
             burn-in lets the step size adapt.",
            percent(share, 1)
        ));
    }
    let error = match number("correlation_error_max") {
        Some(error) => format!("; correlations are known to ±{error:.2}"),
        None => String::new(),
    };
    good(format!(
        "Converged: R-hat at most {r_hat:.3}, at least {effective:.0} effective draws{error}."
    ))
}

/// Where a point of those that the model was asked about lies.
fn place(scene: &Scene, index: usize) -> String {
    let pool = scene.task.pool.len();
    let x = match index {
        _ if index < CURVE => scene.x.get(index).copied(),
        _ if index < CURVE + pool => Some(scene.task.pool.inputs[index - CURVE]),
        _ => scene.task.targets.inputs.as_slice().get(index - CURVE - pool).copied(),
    };
    x.map_or_else(String::new, |x| format!(" at x = {x:.1}").replace('-', "−"))
}

/// The share of the loss that may still go in the last tenth of training.
const STILL: f64 = 0.1;

fn trained(studied: &Studied) -> Verdict {
    let (Some(mean), Some(slope)) = (studied.note("loss_mean"), studied.note("loss_slope")) else {
        return bad("Not trained at all: there are no data.".into());
    };
    let first = studied.curve.first().copied().unwrap_or(mean);
    let now = small(mean);
    let (rise, error, before) = lately(&studied.curve);
    let fall = if before > 0.0 { -rise / before } else { 0.0 };
    // Losses of random batches and masks jump: only what is more than that is progress.
    if slope < 0.0 && fall > STILL && -rise > 2.0 * error {
        return bad(format!(
            "Still learning: the loss, now {now}, fell by {} in the last tenth of training. More \
             epochs help.",
            percent(fall, 0)
        ));
    }
    if mean > 0.5 * first {
        return bad(format!(
            "It learned little: the loss is {now}, from {} at first. Try another learning rate.",
            small(first)
        ));
    }
    good(format!("Trained: the loss has settled at {now}."))
}

/// By how many nats an ELBO may still rise in the last tenth of training.
const RISING: f64 = 1.0;

/// A model that climbs a bound on the evidence: whether it has come to its top.
fn bounded(studied: &Studied) -> Verdict {
    let Some(elbo) = studied.note("elbo") else {
        return bad("Not trained at all: there are no data.".into());
    };
    let error = studied.note("elbo_error").filter(|error| *error >= 0.05);
    let error = error.map_or(String::new(), |error| format!(" ± {error:.1}"));
    let found = format!("{elbo:.1}{error}").replace('-', "−");
    let (rise, error, _) = lately(&studied.curve);
    if rise > RISING && rise > 2.0 * error {
        return bad(format!(
            "Still learning: the ELBO, now {found} nats, rose by {rise:.1} in the last tenth of training. \
             More epochs would raise it further."
        ));
    }
    good(format!("Trained: its ELBO has settled at {found} nats."))
}

/// By how much a curve rose from the last but one tenth of training to the last, the standard error of
/// that, and its mean before.
fn lately(curve: &[f64]) -> (f64, f64, f64) {
    let tenth = curve.len() / 10;
    if tenth < 2 {
        return (0.0, 0.0, 0.0);
    }
    let (before, after) = curve[curve.len() - 2 * tenth..].split_at(tenth);
    let [before, after] = [before, after].map(|part| Estimate::of(part.iter().copied()));
    let (Some(before), Some(after)) = (before, after) else { return (0.0, 0.0, 0.0) };
    let square = |estimate: Estimate| {
        let error = estimate.standard_error.unwrap_or(0.0);
        error * error
    };
    (after.mean - before.mean, (square(before) + square(after)).sqrt(), before.mean)
}

/// A loss, of which only the size matters.
fn small(loss: f64) -> String {
    if loss < 0.01 { format!("{loss:.0e}") } else { format!("{loss:.2}") }
}

fn optimum(studied: &Studied) -> Verdict {
    let gradient = studied.note("gradient").unwrap_or(f64::INFINITY);
    if gradient > 1e-3 {
        return bad(
            "No optimum found: the likelihood still rises towards an end of its range.".into()
        );
    }
    if let Some(extreme) = studied.note("lengthscale").filter(|l| *l > 1e3 || *l < 1e-2) {
        let what = match extreme > 1.0 {
            true => "so long that it thinks all points alike",
            false => "so short that it thinks no two points alike",
        };
        return bad(format!("The likeliest lengthscale is {extreme:.0e}, {what}."));
    }
    let lengthscale = match studied.learned.first() {
        Some(Note { value: NoteValue::Number(value), .. }) => format!(" {value:.2}"),
        Some(Note { value: NoteValue::List(values), .. }) => {
            values.iter().map(|value| format!(" {value:.2}")).collect::<Vec<_>>().join(",")
        }
        None => String::new(),
    };
    let variance = studied.note("variance").unwrap_or(f64::NAN);
    good(format!("Found its optimum: lengthscale{lengthscale}, variance {variance:.2}."))
}
