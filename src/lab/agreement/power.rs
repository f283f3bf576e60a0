//! How many tasks each measure needs to tell right from wrong.

use serde_json::{Value, json};

use super::figure::AgreementFigure;
use super::words::ahead_of_oracle;
use crate::experiment::agreement::Quantity;
use crate::experiment::measure::{self, Measure};
use crate::experiment::power::{DRAWS, Pair, Power};
use crate::lab::{grouped, three_decimals};
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

    /// First those that tell most, then those that see nothing, last those that lean to the wrong model. Below all of
    /// them stands what is estimated from draws, in the same order.
    fn place(&self) -> f64 {
        self.place_among_its_like() + if self.is_drawn() { 1e12 } else { 0.0 }
    }

    fn is_drawn(&self) -> bool {
        self.measure.needs_draws()
    }

    fn place_among_its_like(&self) -> f64 {
        const FAR: f64 = 1e9;
        let needed = self.power.and_then(|power| power.needed()).unwrap_or(0.0).min(FAR);
        match self.verdict() {
            Verdict::Undecided if self.leans_wrong() => 7.0 * FAR - needed,
            Verdict::Tells => needed,
            Verdict::Undecided => 2.0 * FAR + needed,
            Verdict::Blind => 4.0 * FAR,
            Verdict::Unknown => 5.0 * FAR,
            Verdict::PrefersWrong => 9.0 * FAR - needed,
        }
    }

    fn leans_wrong(&self) -> bool {
        self.power.is_some_and(|power| power.mean < 0.0)
    }

    /// Whether there are too few tasks to say how many it needs: of two that agree by luck, one would seem enough.
    fn has_too_few(&self) -> bool {
        let enough = |power: Power| power.needed().is_some_and(|it| it <= power.tasks as f64);
        self.verdict() == Verdict::Undecided && self.power.is_some_and(enough)
    }

    fn words(&self) -> &'static str {
        match self.verdict() {
            Verdict::Tells => "prefers the right model",
            Verdict::Undecided if self.has_too_few() => "too few tasks to say",
            Verdict::Undecided => "not decided yet",
            Verdict::PrefersWrong => "prefers the wrong model",
            Verdict::Blind => "sees nothing: says the same of both",
            Verdict::Unknown => "–",
        }
    }

    /// How many tasks it needs, for people.
    fn number(&self) -> String {
        match self.power.and_then(|power| power.needed()).filter(|_| !self.has_too_few()) {
            Some(needed) if needed <= MANY => grouped(needed as usize),
            Some(_) => format!("over {}", grouped(MANY as usize)),
            None => "–".into(),
        }
    }

    /// By how many standard errors it tells them apart, for people; no spread is no error.
    fn errors(&self) -> String {
        match self.power.map(|power| power.z()) {
            Some(z) if z.is_infinite() => "every task".into(),
            z => z.map_or("–".into(), |z| fixed(z, 1)),
        }
    }
}

/// More tasks than these are not told one by one: what is hardly told apart is not known so exactly.
const MANY: f64 = 1000.0;

/// The order of the table. What random batches say is left out where batches of the same size say it, too.
fn in_order(figure: &AgreementFigure, expected: bool) -> Vec<Ranked> {
    let mut all = sorted_by(ranked(figure, expected), Ranked::place);
    let same = |one: &Ranked| {
        let twin = |it: &Ranked| it.measure.id.starts_with("joint-") && it.power == one.power;
        one.measure.id == "joint" && all.iter().any(twin)
    };
    if let Some(twice) = all.iter().position(same) {
        all.remove(twice);
    }
    all
}

/// By how many standard errors a mean of so many differences must be off to count: Student's quantile of 0.975
/// (Abramowitz & Stegun 1964, 26.7.5).
fn sure(tasks: usize) -> f64 {
    let rest = 1.0 / (tasks as f64 - 1.0);
    1.96 + rest * (2.372 + rest * (2.823 + rest * 2.556))
}

/// The rows of the table, from the measure that needs fewest tasks, and what to notice.
pub fn words(figure: &AgreementFigure) -> Value {
    let all = in_order(figure, figure.view.expected);
    let ln = |needed: f64| crate::numeric::math::ln(1.0 + needed.min(MANY));
    let needed = |one: &Ranked| one.power?.needed().filter(|_| !one.has_too_few());
    let most = all.iter().filter_map(needed).fold(1.0, f64::max);
    let row = |one: &Ranked| {
        json!({
            "label": one.measure.label,
            "expected": one.is_expected,
            "needed": one.number(),
            "share": needed(one).map_or(0.0, |needed| ln(needed) / ln(most)),
            "tells": one.verdict() == Verdict::Tells,
            "wrong": one.leans_wrong(),
            "drawn": one.is_drawn(),
            "z": one.errors(),
            "words": one.words(),
        })
    };
    let tasks = figure.told().count();
    // What “decided” means depends on how many tasks there are.
    let caption = match tasks {
        0 | 1 => String::new(),
        _ => format!(
            "z: by how many standard errors the right model is ahead; decided beyond {} either way on {tasks} tasks (95%, \
             Student’s t); bars on a logarithmic scale",
            fixed(sure(tasks), 1)
        ),
    };
    json!({
        "rows": all.iter().map(row).collect::<Vec<_>>(),
        "notice": notice(figure, &all),
        "caption": caption,
        "drawn": drawn(),
    })
}

/// Why some stand apart.
fn drawn() -> String {
    format!(
        "Estimated from {DRAWS} draws of each model: the log of a mean of few draws is too small, the more so the larger \
         the batch, so that these partly measure their own error"
    )
}

fn notice(figure: &AgreementFigure, all: &[Ranked]) -> String {
    let (factor, tasks) = (figure.scenario.judging.factor, figure.told().count());
    if tasks < 2 {
        return "Two tasks are needed before anything can be said.".into();
    }
    if factor == 1.0 {
        return "Right correlations times 1 are the right ones: the two models are the same, and there is nothing \
                to tell apart."
            .into();
    }
    let names = |verdict: Verdict| -> Vec<&str> {
        let exact = all.iter().filter(|one| one.verdict() == verdict && !one.is_drawn());
        exact.map(|one| one.measure.label).collect()
    };
    let tells = |one: &&Ranked| one.verdict() == Verdict::Tells && !one.is_drawn();
    let mut words = match all.first().filter(tells) {
        Some(best) => {
            let needed = best.power.and_then(|power| power.needed()).unwrap_or(1.0);
            format!(
                "On {tasks} tasks, {} needs the fewest tasks to tell the right correlations from {factor} times them: \
                 {} enough.",
                best.measure.label,
                match needed as usize {
                    0 | 1 => "one is".into(),
                    many => format!("about {many} are"),
                }
            )
        }
        None => format!(
            "On {tasks} tasks, no measure that needs no draws tells the right correlations from {factor} times them; \
             more tasks would help."
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
    words += " Both models have the right means and variances, so here XLL and XLLR judge by right ones.";
    words + &in_the_scatter(figure)
}

/// Who is first where the references' means and variances are taken, by each of the two measures.
fn in_the_scatter(figure: &AgreementFigure) -> String {
    let first = |id: &'static str| {
        let place = figure.place(id);
        let Quantity { label, better, .. } = &figure.quantities[place];
        let [best, oracle] = ahead_of_oracle(figure, place)?;
        let means = figure.oriented(place);
        let [best, own] = [best, oracle].map(|model| {
            format!("{} ({})", figure.names[model].label, three_decimals(better * means[model]))
        });
        Some((id, format!("by {label} {best} is ahead of {own}")))
    };
    let (ids, ahead): (Vec<_>, Vec<_>) = ["xll", "xllr"].into_iter().filter_map(first).unzip();
    let which = match ids[..] {
        [] => return String::new(),
        ["xllr"] => "; by XLL the oracle is first",
        [_] => "; by XLLR the oracle is first",
        _ => "",
    };
    format!(
        " Where these models are references themselves, XLL and XLLR judge by their means and variances, some of which are \
         wrong: then {}{which}.",
        ahead.join(" and ")
    )
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
    let all = in_order(figure, false);
    let line = |one: &Ranked| -> String {
        let (needed, z) = (one.number(), one.errors());
        format!("{:<54}{needed:>10}  z {z:>10}  {}", one.measure.label, one.words())
    };
    let (apart, exact): (Vec<&Ranked>, Vec<&Ranked>) = all.iter().partition(|one| one.is_drawn());
    let mut lines = vec![String::new(), head];
    lines.extend(exact.into_iter().map(line));
    lines.push(drawn() + ":");
    lines.extend(apart.into_iter().map(line));
    lines
}
