//! The marginal lab's numbers in words.

use super::{Calibration, LEVELS, Picture};
use crate::lab::Fact;
use crate::scenario::Scenario;

const CHECK: &str = "Inside, over many functions";

/// The numbers beside the figure.
pub fn facts(picture: &Picture, calibration: Option<&Calibration>) -> Vec<Fact> {
    let fact = |label, value, note: &str| Fact { label, value, note: note.into() };
    let mut facts = vec![
        fact(
            "Test log likelihood",
            signed(picture.log_likelihood),
            "nats, mean over the targets; higher is better",
        ),
        fact(
            "RMSE",
            format!("{:.3}", picture.rmse),
            "root mean square error of the prediction at the targets; lower is better",
        ),
        fact("Targets inside the band", percent(picture.coverage, 0), "for this one function"),
    ];
    facts.push(match calibration {
        Some(calibration) => check_fact(calibration),
        None => fact(CHECK, "…".into(), "being checked"),
    });
    facts
}

/// The figure in words.
pub fn description(
    scenario: &Scenario,
    picture: &Picture,
    calibration: Option<&Calibration>,
) -> String {
    let widest = picture.belief.variance.iter().copied().fold(0.0, f64::max).sqrt();
    let check = calibration.map_or(String::new(), |c| {
        format!(
            " Over {} functions drawn from the prior, the 95% band holds the truth at {} of the \
             targets.",
            c.repetitions,
            percent(c.observed[LEVELS - 1], 1)
        )
    });
    format!(
        "A Gaussian process with kernel {} and noise variance {} has seen {} points. Its 95% band \
         is at most {:.2} to either side of the prediction, and holds the true function at {} of \
         the {} targets; log likelihood {}, RMSE {:.3}.{check}",
        scenario.kernel,
        scenario.noise,
        picture.task.train.observed.len(),
        super::BAND * widest,
        percent(picture.coverage, 0),
        picture.task.targets.observed.len(),
        signed(picture.log_likelihood),
        picture.rmse,
    )
}

fn check_fact(calibration: &Calibration) -> Fact {
    let (held, error) = (calibration.observed[LEVELS - 1], calibration.standard_error[LEVELS - 1]);
    let verdict = match (held - 0.95) / error.max(1e-9) {
        z if z < -3.0 => "the band promises too much",
        z if z > 3.0 => "the band is wider than it need be",
        _ => "the band is honest",
    };
    Fact {
        label: CHECK,
        value: percent(held, 1),
        note: format!(
            "± {} (standard error) over {} functions; {verdict}",
            percent(error, 1),
            calibration.repetitions
        ),
    }
}

fn percent(share: f64, decimals: usize) -> String {
    format!("{:.decimals$}%", 100.0 * share)
}

/// With a true minus sign, which is as wide as a digit.
fn signed(value: f64) -> String {
    format!("{value:.3}").replace('-', "−")
}
