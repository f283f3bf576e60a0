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
    /// It surely holds the truth less often, by a point or so.
    Bold,
    /// It surely holds the truth more often, by a point or so.
    Cautious,
    /// It holds the truth less often.
    TooNarrow,
    /// It holds the truth more often.
    TooWide,
    /// It may do any of these: too few functions were drawn to tell.
    Open,
}

/// What is below a percentage point is little.
const LITTLE: f64 = 0.01;
/// What lies further than so many standard errors from what was found is ruled out.
const SURE: f64 = 2.0;

/// The verdict, with its reason in words: one way or the other only if all that is not ruled out says so; and what may be
/// more or less than little is a little.
pub fn verdict(calibration: &Calibration) -> (Verdict, String) {
    let (held, error) = at_95(calibration);
    let (off, give) = ((held - 0.95).abs(), SURE * error);
    let (verdict, words) = match held {
        _ if off <= give && off + give <= LITTLE => (Verdict::Honest, "The band is honest"),
        held if off - give >= LITTLE && held < 0.95 => (Verdict::TooNarrow, "The band lies"),
        _ if off - give >= LITTLE => (Verdict::TooWide, "The band is too cautious"),
        _ if off <= give || off + give > 2.0 * LITTLE => {
            (Verdict::Open, "Too few functions so far to judge the band")
        }
        held if held < 0.95 => (Verdict::Bold, "The band is a little bold"),
        _ => (Verdict::Cautious, "The band is a little cautious"),
    };
    (verdict, format!("{words}: it promises 95% and holds {}", percent(held, 1)))
}

/// What to look at, given what there is.
pub fn notice(scenario: &Scenario, picture: &Picture, calibration: &Calibration) -> String {
    let (belief, verdict) = (Belief::of(scenario), verdict(calibration).0);
    let reason = reason(belief, verdict, picture.width);
    sentences(belief, verdict, &reason, &exception(picture, verdict))
}

/// An invitation to believe what was not believed yet.
pub fn invitation(scenario: &Scenario) -> &'static str {
    Belief::of(scenario).invitation()
}

/// No words on what to notice are longer, invitation included.
pub fn longest_notice() -> String {
    let verdicts = [
        Verdict::Honest,
        Verdict::Bold,
        Verdict::Cautious,
        Verdict::TooNarrow,
        Verdict::TooWide,
        Verdict::Open,
    ];
    let beliefs = [Belief::Right, Belief::TooSmooth, Belief::TooRough];
    let all = beliefs.into_iter().flat_map(|belief| {
        let together = together(100, 200);
        let words =
            move |verdict| sentences(belief, verdict, &reason(belief, verdict, 1.0), &together);
        verdicts.map(|verdict| format!("{} {}", words(verdict), belief.invitation()))
    });
    all.max_by_key(|words| words.chars().count()).unwrap_or_default()
}

/// What the model takes the function to be, beside what it is.
#[derive(Clone, Copy)]
enum Belief {
    Right,
    TooSmooth,
    TooRough,
}

impl Belief {
    fn of(scenario: &Scenario) -> Self {
        match scenario.models.stretch {
            1.0 => Self::Right,
            stretch if stretch > 1.0 => Self::TooSmooth,
            _ => Self::TooRough,
        }
    }

    fn invitation(self) -> &'static str {
        match self {
            Self::Right => {
                "Move “Smoothness the model believes in” to the right: what if it expects too \
                 smooth a function?"
            }
            Self::TooSmooth => {
                "Move “Smoothness the model believes in” to the left, below 1: what if it expects \
                 too rough a function?"
            }
            Self::TooRough => {
                "Move “Smoothness the model believes in” to the right, above 1: what if it expects \
                 too smooth a function?"
            }
        }
    }
}

fn sentences(belief: Belief, verdict: Verdict, reason: &str, exception: &str) -> String {
    let (believed, usual): (_, &[Verdict]) = match belief {
        Belief::Right => ("the kind of function that there is", &[Verdict::Honest]),
        Belief::TooSmooth => {
            ("a smoother function than there is", &[Verdict::TooNarrow, Verdict::Bold])
        }
        Belief::TooRough => {
            ("a rougher function than there is", &[Verdict::TooWide, Verdict::Cautious])
        }
    };
    let band = match verdict {
        Verdict::Honest => "its band holds the truth about as often as it promises",
        Verdict::Bold => "its band holds the truth a little less often than it promises",
        Verdict::Cautious => "its band holds the truth only a little more often than it promises",
        Verdict::TooNarrow => {
            "its band is too narrow: it looks surer, and misses the truth too often"
        }
        Verdict::TooWide => "its band is too wide: it is less sure than it could be",
        Verdict::Open => "how often its band holds the truth takes more functions to tell",
    };
    let so = match verdict {
        Verdict::Open => ";",
        _ if reason.is_empty() && usual.contains(&verdict) => ", and so",
        Verdict::Honest if reason.is_empty() => ", and",
        _ => ", yet",
    };
    // One surprise is enough.
    let after = if reason.is_empty() { exception } else { reason };
    format!("The model expects {believed}{so} {band}.{after}")
}

/// A band that is nearly as wide as the prior's, or wider, learned next to nothing about the targets.
const UNLEARNED: f64 = 0.9;

/// Why a model that takes the function for rougher than it is can be honest all the same: what is rough
/// enough tells nothing from one point to the next, and what one knows nothing of has the prior's spread.
fn reason(belief: Belief, verdict: Verdict, width: f64) -> String {
    match (belief, verdict) {
        (Belief::TooRough, Verdict::Honest | Verdict::Bold | Verdict::Cautious)
            if width >= UNLEARNED =>
        {
            format!(
                " At the targets that band is {} as wide as if nothing had been seen: {}honest, but it says \
                 little.",
                percent(width, 0),
                if verdict == Verdict::Honest { "" } else { "nearly " }
            )
        }
        _ => String::new(),
    }
}

/// Why this function may look otherwise than many do.
fn exception(picture: &Picture, verdict: Verdict) -> String {
    let (held, all) = (picture.held.iter().filter(|held| **held).count(), picture.held.len());
    let surprising = match verdict {
        Verdict::Honest | Verdict::Cautious | Verdict::TooWide => picture.coverage() < 0.8,
        Verdict::TooNarrow => held == all,
        Verdict::Bold | Verdict::Open => false,
    };
    if surprising && all > 1 { together(held, all) } else { String::new() }
}

fn together(held: usize, all: usize) -> String {
    let fate = if held == all { "held" } else { "missed" };
    format!(
        " Of this one function it holds {held} of {all} targets: neighbours are {fate} together."
    )
}

/// What a place shows, in one spoken sentence.
pub fn probe(picture: &Picture, readout: &str, x: f64) -> String {
    let at = picture.x.partition_point(|along| *along < x).min(picture.x.len() - 1);
    let half = BAND * picture.belief.variance[at].sqrt();
    let inside = (picture.truth[at] - picture.belief.mean[at]).abs() <= half;
    let holds = if inside { "holds" } else { "misses" };
    format!("{}; the 95% band {holds} the truth there.", readout.replace(",  ", ", "))
}

/// The numbers beside the figure, as lessons name them.
pub fn numbers(picture: &Picture, calibration: &Calibration) -> Vec<(String, f64)> {
    let (held, error) = at_95(calibration);
    let level = calibration.levels[LEVELS - 1];
    let widest = picture.belief.variance.iter().copied().fold(0.0, f64::max).sqrt();
    let all = [
        ("held", held),
        ("level", level),
        ("deviation", held - level),
        ("error", error),
        ("functions", calibration.repetitions as f64),
        ("this.held", picture.coverage()),
        ("this.rmse", picture.rmse),
        ("this.log-likelihood", picture.log_likelihood),
        ("widest", BAND * widest),
        ("points", picture.task.train.len() as f64),
    ];
    all.map(|(name, value)| (name.into(), value)).into()
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
