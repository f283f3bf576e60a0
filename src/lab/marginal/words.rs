//! The marginal lab's numbers in words.

use super::{Calibration, LEVELS, Picture};
use crate::lab::{Fact, grouped, percent, three_decimals};
use crate::numeric::shortest;
use crate::posterior::BAND;
use crate::scenario::Scenario;

/// What the calibration check says of the band.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It holds the truth as often as it promises.
    Honest,
    /// It holds the truth less often.
    TooNarrow,
    /// It holds the truth more often.
    TooWide,
}

/// The verdict, with its reason in words; three standard errors decide.
pub fn verdict(calibration: &Calibration) -> (Verdict, String) {
    let (held, error) = at_95(calibration);
    let share = percent(held, 1);
    match (held - 0.95) / error.max(1e-9) {
        z if z < -3.0 => {
            (Verdict::TooNarrow, format!("The band lies: it promises 95% and holds {share}"))
        }
        z if z > 3.0 => (
            Verdict::TooWide,
            format!("The band is too cautious: it promises 95% and holds {share}"),
        ),
        _ => (Verdict::Honest, format!("The band is honest: it promises 95% and holds {share}")),
    }
}

/// What to look at, given what there is.
pub fn notice(scenario: &Scenario, calibration: &Calibration) -> String {
    let _ = (scenario, calibration);
    String::new()
}

/// The numbers beside the figure.
pub fn facts(picture: &Picture, calibration: &Calibration) -> Vec<Fact> {
    let (held, error) = at_95(calibration);
    let fact = |label, value, note| Fact { label, value, note };
    vec![
        fact(
            "Many functions: targets inside the band",
            percent(held, 1),
            format!(
                "± {} (standard error), over {} functions drawn from the prior",
                percent(error, if error < 0.001 { 2 } else { 1 }),
                grouped(calibration.repetitions)
            ),
        ),
        fact(
            "This function: targets inside the band",
            percent(picture.coverage(), 0),
            format!(
                "{} of {} targets",
                picture.held.iter().filter(|h| **h).count(),
                picture.held.len()
            ),
        ),
        fact(
            "RMSE",
            three_decimals(picture.rmse),
            "root mean square error of the prediction at the targets; lower is better".into(),
        ),
        fact(
            "Test log likelihood",
            three_decimals(picture.log_likelihood),
            "nats, mean over the targets; higher is better".into(),
        ),
    ]
}

/// The figure in words.
pub fn description(scenario: &Scenario, picture: &Picture, calibration: &Calibration) -> String {
    let widest = picture.belief.variance.iter().copied().fold(0.0, f64::max).sqrt();
    let belief = match scenario.models.stretch {
        1.0 => "The model knows how the function was drawn".into(),
        stretch if stretch > 1.0 => format!(
            "The model wrongly believes the function to be {} times smoother than it is",
            shortest(stretch)
        ),
        stretch => format!(
            "The model wrongly believes the function to be {:.2} times rougher than it is",
            1.0 / stretch
        ),
    };
    format!(
        "The true function is of a kind described by the kernel {}. A Gaussian process has seen it at \
         {} points, and assumes noise of variance {}. {belief}. Its 95% band is at most {:.2} to \
         either side of the prediction, and holds the true function at {} of the {} targets; log \
         likelihood {}, RMSE {}. {}, over {} functions drawn from the prior.",
        scenario.problem.kernel,
        picture.task.train.observed.len(),
        shortest(scenario.problem.noise),
        BAND * widest,
        percent(picture.coverage(), 0),
        picture.held.len(),
        three_decimals(picture.log_likelihood),
        three_decimals(picture.rmse),
        verdict(calibration).1,
        grouped(calibration.repetitions),
    )
}

/// Share and standard error at the level of the band.
fn at_95(calibration: &Calibration) -> (f64, f64) {
    (calibration.observed[LEVELS - 1], calibration.standard_error[LEVELS - 1])
}
