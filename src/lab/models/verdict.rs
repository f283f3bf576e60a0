//! Whether a model can be trusted, in words: from its diagnostics, and what to change if not.

use crate::lab::models::{CURVE, Scene, Studied};
use crate::model::warning::{Warning, effective, in_words, is_below_noise, warnings};
use crate::model::{Note, NoteValue};
use crate::numeric::fixed;
use crate::scenario::{Candidate, Family};

/// Whether to trust a fit, and why.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// Whether all is well.
    pub good: bool,
    /// Whether all that is wrong is that it would learn a little more.
    pub learning: bool,
    /// Why, and what to change if not.
    pub words: String,
}

pub fn good(words: String) -> Verdict {
    Verdict { good: true, learning: false, words }
}

fn bad(words: String) -> Verdict {
    Verdict { good: false, learning: false, words }
}

/// What the diagnostics of a candidate's fit say.
pub fn verdict(candidate: &Candidate, studied: &Studied, scene: &Scene) -> Verdict {
    if candidate.kind.family == Family::Dropout && !candidate.flag("one_mask") {
        return bad("With a new mask at each input, no draw is a function: neighbours have \
                    nothing in common, and every correlation is gone."
            .into());
    }
    let drawn = Some(studied.trace.nrows()).filter(|draws| *draws > 0);
    let warnings = warnings(|name| studied.note(name), &studied.fit.curve, drawn);
    let placed = |warning| placed(warning, studied, scene);
    let warnings: Vec<Warning> = warnings.into_iter().map(placed).collect();
    if let Some(words) = in_words(&warnings) {
        let learning = warnings.iter().all(|warning| warning.id == "elbo_rises");
        return Verdict { learning, ..bad(words) };
    }
    match candidate.kind.family {
        Family::Hmc => sampler(studied),
        Family::Ensemble | Family::Dropout => trained(studied),
        Family::Bbb | Family::Nng | Family::Svgp | Family::Fbnn => bounded(studied),
        Family::Rbf => optimum(studied),
        Family::Nkn => likeliest(studied),
        _ => good("Exact: nothing to train.".into()),
    }
}

/// A warning, with the place where chains disagree most if that is what it is about.
fn placed(mut warning: Warning, studied: &Studied, scene: &Scene) -> Warning {
    let at = studied.note("r_hat_max_at").filter(|_| warning.id == "hmc_chains_disagree");
    if let Some(x) = at.and_then(|at| place(scene, at as usize)) {
        warning.words += &format!(" The chains disagree most at x = {x:.1}.").replace('-', "−");
    }
    warning
}

fn sampler(studied: &Studied) -> Verdict {
    let [r_hat, error] = ["r_hat_max", "correlation_error_max"].map(|name| studied.note(name));
    let effective = effective(|name| studied.note(name), None);
    let (Some(r_hat), Some(effective)) = (r_hat, effective) else {
        return bad("Too few draws to tell whether the chains agree: ask for more.".into());
    };
    let error =
        error.map_or(String::new(), |error| format!("; correlations are known to ±{error:.2}"));
    let alone = match studied.note("chains") {
        Some(1.0) => " One chain cannot show other modes.",
        _ => "",
    };
    good(format!(
        "Converged: R-hat at most {r_hat:.3}, at least {effective:.0} effective draws{error}.{alone}"
    ))
}

/// Where a point of those that the model was asked about lies.
fn place(scene: &Scene, index: usize) -> Option<f64> {
    let pool = scene.task.pool.len();
    match index {
        _ if index < CURVE => scene.x.get(index).copied(),
        _ if index < CURVE + pool => Some(scene.task.pool.inputs[index - CURVE]),
        _ => scene.task.targets.inputs.as_slice().get(index - CURVE - pool).copied(),
    }
}

fn trained(studied: &Studied) -> Verdict {
    match studied.note("loss_mean") {
        Some(mean) if is_below_noise(|name| studied.note(name)) => {
            good(format!("Trained: the loss, {}, is far below the noise.", small(mean)))
        }
        Some(mean) => good(format!("Trained: the loss has settled at {}.", small(mean))),
        None => bad("Not trained at all: there are no data.".into()),
    }
}

/// A model that climbs a bound on the evidence.
fn bounded(studied: &Studied) -> Verdict {
    let Some(elbo) = studied.note("elbo") else {
        return bad("Not trained at all: there are no data.".into());
    };
    let error = studied.note("elbo_error").filter(|error| *error >= 0.05);
    let error = error.map_or(String::new(), |error| format!(" ± {error:.1}"));
    good(format!("Trained: its ELBO has settled at {}{error} nats.", fixed(elbo, 1)))
}

/// A model that climbs the evidence itself.
fn likeliest(studied: &Studied) -> Verdict {
    let Some(likelihood) = studied.note("log_marginal_likelihood") else { return bounded(studied) };
    good(format!("Trained: its log evidence has settled at {} nats.", fixed(likelihood, 1)))
}

/// A loss, of which only the size matters.
fn small(loss: f64) -> String {
    if loss < 0.01 { format!("{loss:.0e}") } else { format!("{loss:.2}") }
}

fn optimum(studied: &Studied) -> Verdict {
    let lengthscale = match studied.fit.learned.first() {
        Some(Note { value: NoteValue::Number(value), .. }) => format!(" {value:.2}"),
        Some(Note { value: NoteValue::List(values), .. }) => {
            values.iter().map(|value| format!(" {value:.2}")).collect::<Vec<_>>().join(",")
        }
        None => String::new(),
    };
    let variance = studied.note("variance").unwrap_or(f64::NAN);
    good(format!("Found its optimum: lengthscale{lengthscale}, variance {variance:.2}."))
}
