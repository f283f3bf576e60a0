//! How many tasks each measure needs to tell right from wrong.

use serde_json::{Value, json};

use super::figure::AgreementFigure;
use crate::experiment::measure::{self, Measure};
use crate::experiment::power::{Pair, Power};
use crate::lab::{count, grouped};
use crate::numeric::{fixed, sorted_by};

/// A measure, and what its verdicts on some tasks show.
pub struct Ranked {
    pub measure: &'static Measure,
    /// Nothing for fewer than two tasks.
    pub power: Option<Power>,
    /// Whether that is of what is expected, before any y.
    pub is_expected: bool,
}

/// Every measure, by y or, if that is asked for and has a closed form, as it is expected; in the order of the table.
pub fn ranked(figure: &AgreementFigure, expected: bool) -> Vec<Ranked> {
    let rank = |(place, measure): (usize, &'static Measure)| {
        let of = |expected: bool| {
            let pair = |told: &Vec<Pair>| match expected {
                true => told[place].expected,
                false => told[place].values,
            };
            Power::of(measure.better, figure.told().map(pair))
        };
        let wanted = expected.then(|| of(true)).flatten();
        Ranked { measure, is_expected: wanted.is_some(), power: wanted.or_else(|| of(false)) }
    };
    measure::all().enumerate().map(rank).collect()
}

/// What can be said of a measure.
#[derive(Clone, Copy, PartialEq)]
enum Verdict {
    Tells,
    Undecided,
    PrefersWrong,
    Blind,
    Unknown,
}

impl Ranked {
    fn verdict(&self) -> Verdict {
        match self.power {
            None => Verdict::Unknown,
            Some(power) if power.needed().is_none() => Verdict::Blind,
            Some(power) if power.z() > sure(power.tasks) => Verdict::Tells,
            Some(power) if power.z() < -sure(power.tasks) => Verdict::PrefersWrong,
            Some(_) => Verdict::Undecided,
        }
    }

    /// First those that tell most, last those that see nothing.
    fn place(&self) -> f64 {
        const FAR: f64 = 1e9;
        let needed = self.power.and_then(|power| power.needed()).unwrap_or(0.0).min(FAR);
        let prefers_right = self.power.is_some_and(|power| power.mean > 0.0);
        match self.verdict() {
            Verdict::Tells => needed,
            Verdict::Undecided if prefers_right => 2.0 * FAR + needed,
            Verdict::Undecided => 4.0 * FAR - needed,
            Verdict::PrefersWrong => 6.0 * FAR - needed,
            Verdict::Blind => 7.0 * FAR,
            Verdict::Unknown => 8.0 * FAR,
        }
    }

    fn words(&self) -> String {
        match self.verdict() {
            Verdict::Tells => "prefers the right model".into(),
            Verdict::Undecided => "not decided yet".into(),
            Verdict::PrefersWrong => "prefers the wrong model".into(),
            Verdict::Blind => "sees nothing: says the same of both".into(),
            Verdict::Unknown => "–".into(),
        }
    }
}

/// By how many standard errors a mean of so many differences must be off to count: Student's quantile of 0.975
/// (Abramowitz & Stegun 1964, 26.7.5).
fn sure(tasks: usize) -> f64 {
    let rest = 1.0 / (tasks as f64 - 1.0);
    1.96 + rest * (2.372 + rest * (2.823 + rest * 2.556))
}

/// The rows of the table, from the measure that needs fewest tasks, and what to notice.
pub fn words(figure: &AgreementFigure) -> Value {
    let all = sorted_by(ranked(figure, figure.view.expected), Ranked::place);
    let most = all.iter().filter_map(|one| one.power?.needed()).fold(1.0, f64::max);
    let share =
        |needed: f64| crate::numeric::math::ln(1.0 + needed) / crate::numeric::math::ln(1.0 + most);
    let row = |one: &Ranked| {
        let needed = one.power.and_then(|power| power.needed());
        let tells = one.verdict() == Verdict::Tells;
        let number = match needed {
            Some(needed) if needed < 1e6 => grouped(needed as usize),
            Some(_) => "over a million".into(),
            None => "–".into(),
        };
        let z = one.power.map(|power| power.z()).filter(|z| z.is_finite());
        json!({
            "label": one.measure.label,
            "expected": one.is_expected,
            "needed": number,
            "share": needed.map_or(0.0, share),
            "tells": tells,
            "z": z.map_or("–".into(), |z| fixed(z, 1)),
            "words": one.words(),
        })
    };
    json!({ "rows": all.iter().map(row).collect::<Vec<_>>(), "notice": notice(figure, &all) })
}

fn notice(figure: &AgreementFigure, all: &[Ranked]) -> String {
    let (factor, tasks) = (figure.scenario.judging.factor, figure.told().count());
    if tasks < 2 {
        return "Two tasks are needed before anything can be said.".into();
    }
    let names = |verdict: Verdict| -> Vec<&str> {
        all.iter().filter(|one| one.verdict() == verdict).map(|one| one.measure.label).collect()
    };
    let mut words = match all.first().filter(|one| one.verdict() == Verdict::Tells) {
        Some(best) => {
            let needed = best.power.and_then(|power| power.needed()).unwrap_or(1.0);
            format!(
                "On {tasks} tasks, {} tells the right correlations from {factor} times these soonest: about {} \
                 would do.",
                best.measure.label,
                count(needed as usize, "task")
            )
        }
        None => format!(
            "On {tasks} tasks, no measure tells the right correlations from {factor} times these; more tasks would \
             help."
        ),
    };
    let wrong = names(Verdict::PrefersWrong);
    if !wrong.is_empty() {
        words += &format!(" Preferring the wrong model: {}.", wrong.join("; "));
    }
    let blind = names(Verdict::Blind);
    if !blind.is_empty() {
        words += &format!(" Seeing no difference at all: {}.", blind.join(", "));
    }
    words
}

/// The same for a terminal.
pub fn lines(figure: &AgreementFigure) -> Vec<String> {
    if figure.told().count() < 2 {
        return Vec::new();
    }
    let factor = figure.scenario.judging.factor;
    let head = format!(
        "tasks that each measure needs to tell right correlations from {factor} times these:"
    );
    let all = sorted_by(ranked(figure, false), Ranked::place);
    let line = |one: &Ranked| {
        let needed = one.power.and_then(|power| power.needed());
        let needed = needed.map_or("-".into(), |needed| format!("{needed:.0}"));
        let z = one.power.map_or(f64::NAN, |power| power.z());
        format!("{:<54}{needed:>9}  z {z:>7.1}  {}", one.measure.label, one.words())
    };
    [String::new(), head].into_iter().chain(all.iter().map(line)).collect()
}
