//! Hands on the function itself: it is taken hold of at a place and pulled to a value, and what goes together with
//! it follows. All of it is a way to look: no number of a report knows of it.

use serde_json::{Value, json};

use crate::chart::{Band, nearest};
use crate::error::Result;
use crate::lab::band::belief_band;
use crate::lab::unknown;
use crate::numeric::{fixed, shortest};
use crate::posterior::{Held, LEAST_HELD, MOST_DEVIATIONS, Marginals};
use crate::scenario::{Region, Scenario, View};

/// One model's function as a hand holds it.
#[derive(Debug, Clone)]
pub struct Pulled {
    /// Where, along the curve.
    pub x: f64,
    /// What the model believed before, along the curve.
    pub before: Marginals,
    /// What it believes now; nothing if it knows the function there.
    pub held: Option<Held>,
}

impl Pulled {
    /// Pulls what a model believes along a curve; `covariance` gives a row of it.
    pub fn new(
        along: &[f64],
        (x, y): (f64, f64),
        before: &Marginals,
        covariance: impl FnOnce(usize) -> Vec<f64>,
    ) -> Self {
        let at = nearest(along, x);
        let held = before.held(at, &covariance(at), y);
        Self { x: along[at], before: before.clone(), held }
    }

    /// A band of the same curve with all of it; what it was before stays as an outline.
    pub fn on(&self, band: Band) -> Band {
        let Some(held) = &self.held else { return band };
        let now = belief_band(&held.belief);
        let moved = |function: &Vec<f64>| {
            let step = (held.correlation.len() - 1) / (function.len() - 1).max(1);
            held.moved(&self.before, function, step.max(1))
        };
        Band {
            samples: band.samples.iter().map(moved).collect(),
            before: Some((band.mean, band.function)),
            mean: now.mean,
            function: now.function,
            observation: now.observation,
            held: Some((self.x, held.value)),
            ..band
        }
    }
}

/// Where a hand is on a model's function.
#[derive(Clone, Copy)]
pub struct Hand<'a> {
    /// What is looked at, and how.
    pub scenario: &'a Scenario,
    /// How it is pulled now, if it is.
    pub pull: Option<(f64, f64)>,
    /// The curve.
    pub along: &'a [f64],
    /// What the model believes along it, whatever is pulled.
    pub belief: &'a Marginals,
    /// Ends of the y axis.
    pub y_range: (f64, f64),
}

/// The questions that [`Hand::ask`] answers, and the one on what a pull does.
pub const QUESTIONS: [&str; 5] = ["line", "held", "pulled to", "pulled by", "pull words"];

/// What is read at a place where the function cannot be held.
pub const KNOWN: &str = ",  known here: it cannot be pulled";

/// How far a key pulls, in deviations.
const STEP: f64 = 0.25;

impl Hand<'_> {
    /// Whether the function at a place can be held.
    pub fn holds(&self, x: f64) -> bool {
        self.belief.variance[nearest(self.along, x)] >= LEAST_HELD
    }

    /// What to say at a place where it cannot.
    pub fn remark(&self, x: f64) -> &'static str {
        if self.holds(x) { "" } else { KNOWN }
    }

    /// What a page asks of it, of a line that is drawn along the curve.
    pub fn ask(&self, what: &str, at: &[f64], line: &[f64]) -> Result<Value> {
        Ok(match (what, at) {
            // Where the line can be taken hold of.
            ("line", [x]) => Some(line[nearest(self.along, *x)]).filter(|_| self.holds(*x)).into(),
            ("held", []) => {
                let place = self.pull.map(|(x, _)| nearest(self.along, x));
                let place = place.filter(|&at| self.holds(self.along[at]));
                place.map_or(Value::Null, |at| json!([self.along[at], line[at]]))
            }
            ("pulled to", [x, y]) => self.to(*x, *y).into(),
            ("pulled by", [x, steps]) => self.by(*x, *steps).into(),
            _ => return Err(unknown("question", what)),
        })
    }

    /// The pull to a value, as a link writes it; nothing where the function cannot be held.
    pub fn to(&self, x: f64, y: f64) -> Option<String> {
        let at = nearest(self.along, x);
        let (mean, deviation) = (self.belief.mean[at], self.belief.variance[at].max(0.0).sqrt());
        let reach = MOST_DEVIATIONS * deviation;
        // What leaves the axis is not seen to move.
        let y = y.max(self.y_range.0).min(self.y_range.1).max(mean - reach).min(mean + reach);
        let (x, y) = self.scenario.snapped_place(self.along[at], y);
        (self.holds(x) && y.is_finite()).then(|| format!("{},{}", shortest(x), shortest(y)))
    }

    /// The same by steps from where it is.
    pub fn by(&self, x: f64, steps: f64) -> Option<String> {
        let at = nearest(self.along, x);
        let (mean, deviation) = (self.belief.mean[at], self.belief.variance[at].max(0.0).sqrt());
        let here = self.pull.filter(|(x, _)| nearest(self.along, *x) == at);
        let reach = MOST_DEVIATIONS * deviation;
        let from = here.map_or(mean, |(_, y)| y.max(mean - reach).min(mean + reach));
        self.to(x, from + STEP * steps * deviation)
    }
}

/// What a pull does to a model, and beside it to the exact posterior, in words that follow the numbers; in a line of
/// its own what that means, which a small screen need not show.
pub fn words(
    scenario: &Scenario,
    along: &[f64],
    (title, pulled): (&str, &Pulled),
    exact: Option<(&str, &Pulled)>,
    marked: Option<f64>,
) -> String {
    let x = fixed(pulled.x, 2);
    let Some(held) = &pulled.held else {
        return format!("{title} knows the function at x = {x}: it cannot be pulled there.");
    };
    let marked = marked.map(|x| nearest(along, x)).filter(|place| *place != held.at);
    let moves = |place: usize| {
        held.correlation[place].abs() * pulled.before.variance[place].max(0.0).sqrt()
    };
    let target =
        marked.unwrap_or_else(|| nearest(along, looked_at(scenario, along, held.at, moves)));
    let name = if marked.is_some() { "x′" } else { "The target x" };
    let place = fixed(along[target], 2);
    let r = held.correlation[target];
    let moved = follow(pulled, target).unwrap_or_default();
    let width = ((1.0 - r) * (1.0 + r)).sqrt();
    let beside = exact.and_then(|(name, other)| Some((name, follow(other, target)?)));
    let beside = beside.map(|(name, by)| format!(" ({name}: by {})", signed(by)));
    format!(
        "{title}, held at x = {x}: {}. {name} = {place}, with a correlation of {}, moves by {}{}; its band {}.\n{}",
        pulled_words(held),
        fixed(r, 2),
        signed(moved),
        beside.unwrap_or_default(),
        match 100.0 * width {
            whole if whole >= 99.5 => "stays as wide as it was".into(),
            part => format!("keeps {part:.0}% of its width"),
        },
        rule_words(held),
    )
}

/// A target this near to the hand, as a share of the axis, is as good as held itself.
const BESIDE: f64 = 0.05;

/// The target that words speak of: the one that moves most, but none beside the hand if there are others.
fn looked_at(scenario: &Scenario, along: &[f64], hand: usize, moves: impl Fn(usize) -> f64) -> f64 {
    let (low, high) = scenario.problem.x_range();
    let targets = scenario.problem.targets.iter().flat_map(Region::points);
    let apart = |x: f64| (x - along[hand]).abs() > BESIDE * (high - low);
    let weight = |x: f64| (apart(x), moves(nearest(along, x)));
    let more = |a: &f64, b: &f64| {
        let ((a, most), (b, more)) = (weight(*a), weight(*b));
        a.cmp(&b).then(most.total_cmp(&more))
    };
    targets.max_by(more).unwrap_or(along[hand])
}

/// How far a model's line has moved at a point of the curve.
fn follow(pulled: &Pulled, at: usize) -> Option<f64> {
    Some(pulled.held.as_ref()?.belief.mean[at] - pulled.before.mean[at])
}

fn pulled_words(held: &Held) -> String {
    let (deviations, value) = (held.deviations, fixed(held.value, 2));
    let far = if deviations.abs() >= MOST_DEVIATIONS { ", as far as it goes" } else { "" };
    match fixed(deviations.abs(), 1).as_str() {
        "0.0" => format!("at {value}, what it expects"),
        size => {
            let side = if deviations > 0.0 { "above" } else { "below" };
            format!("pulled to {value}, {size} of its deviations {side} what it expects{far}")
        }
    }
}

/// What correlation means for a line that is pulled, at a correlation that this model has.
fn rule_words(held: &Held) -> String {
    let others = held.correlation.iter().enumerate().filter(|(i, _)| *i != held.at);
    let most = others.clone().map(|(_, r)| r.abs()).fold(0.0, f64::max);
    // The largest tenth that the curve reaches.
    let tenths = (10.0 * most + 1e-9).floor().min(9.0) as usize;
    const TENTHS: [&str; 10] =
        ["", "one tenth", "two", "three", "four", "half", "six", "seven", "eight", "nine"];
    match tenths {
        0 => "Nothing goes together with it, so nothing else moves.".into(),
        1 | 5 => format!(
            "Where the correlation is 0.{tenths} the line follows {} of the way, in deviations.",
            TENTHS[tenths]
        ),
        _ => format!(
            "Where the correlation is 0.{tenths} the line follows {} tenths of the way, in deviations.",
            TENTHS[tenths]
        ),
    }
}

fn signed(value: f64) -> String {
    let words = fixed(value, 2);
    if words.starts_with('−') || words == "0.00" { words } else { format!("+{words}") }
}

/// What a figure that is pulled says of it in its description and under it in a file.
pub fn remark(view: &View) -> Option<String> {
    let (x, y) = view.pull?;
    Some(format!(
        "The function is held at x = {}, pulled to {}; outlines show what was believed before.",
        fixed(x, 2),
        fixed(y, 2)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric::Vector;
    use crate::scenario::Link;

    fn belief(covariance: &[f64]) -> Marginals {
        let count = covariance.len();
        Marginals {
            mean: Vector::zeros(count),
            variance: Vector::from_element(count, 1.0),
            noise: Vector::from_element(count, 0.01),
        }
    }

    #[test]
    fn words_follow_the_numbers() {
        let scenario = "lab=toy".parse::<Link>().unwrap().scenario;
        let along = [-6.0, 0.0, 3.0, 6.0];
        let pull = |y: f64, covariance: [f64; 4]| {
            let pulled =
                Pulled::new(&along, (3.1, y), &belief(&covariance), |_| covariance.to_vec());
            words(&scenario, &along, ("TIG", &pulled), Some(("exact", &pulled)), None)
        };
        assert_eq!(
            pull(1.5, [0.0, 0.8, 1.0, -0.95]),
            "TIG, held at x = 3.00: pulled to 1.50, 1.5 of its deviations above what it expects. The target x = 0.00, \
             with a correlation of 0.80, moves by +1.20 (exact: by +1.20); its band keeps 60% of its width.\n\
             Where the correlation is 0.9 the line follows nine tenths of the way, in deviations."
        );
        let far = pull(-7.0, [0.0, 0.5, 1.0, 0.0]);
        assert!(
            far.contains("−3.00, 3.0 of its deviations below what it expects, as far as it goes")
        );
        assert!(far.contains("is 0.5 the line follows half of the way"), "{far}");
        assert!(pull(0.0, [0.0, 0.0, 1.0, 0.0]).contains("so nothing else moves"));
    }

    /// What moves most is spoken of, or what is marked.
    #[test]
    fn words_speak_of_what_moves_or_is_marked() {
        let scenario = "lab=toy".parse::<Link>().unwrap().scenario;
        let along: Vec<f64> = (-13..=13).map(|tenth| f64::from(tenth) / 10.0).collect();
        let falls = |at: usize| -> Vec<f64> {
            along.iter().map(|x| 1.0 / (1.0 + 4.0 * (x - along[at]).abs())).collect()
        };
        let all = belief(&vec![1.0; along.len()]);
        let said = |x: f64, marked: Option<f64>| {
            let pulled = Pulled::new(&along, (x, 1.0), &all, falls);
            words(&scenario, &along, ("TIG", &pulled), None, marked)
        };
        // The next target that is not beside the hand, and not the far end, which hardly moves.
        assert!(said(-1.0, None).contains("The target x = −0.3"), "{}", said(-1.0, None));
        assert!(said(-1.0, Some(0.9)).contains("x′ = 0.90, with a correlation of 0.12"));
        assert!(
            said(-1.0, Some(-1.0)).contains("The target x = "),
            "the hand itself is no other place"
        );
    }

    #[test]
    fn a_hand_stays_on_the_axis_and_within_three_deviations() {
        let scenario = "lab=toy".parse::<Link>().unwrap().scenario;
        let (along, mut belief) = ([-6.0, 0.0, 3.0, 6.0], belief(&[1.0; 4]));
        belief.variance[3] = 0.0;
        let hand = |pull| Hand {
            scenario: &scenario,
            pull,
            along: &along,
            belief: &belief,
            y_range: (-2.5, 9.0),
        };
        assert_eq!(hand(None).to(0.2, 1.0).as_deref(), Some("0,1"));
        assert_eq!(hand(None).to(0.2, 8.0).as_deref(), Some("0,3"));
        assert_eq!(hand(None).to(0.2, -8.0).as_deref(), Some("0,-2.5"));
        assert_eq!(hand(None).to(5.0, 1.0), None);
        assert!(hand(None).remark(5.0).contains("cannot") && hand(None).remark(0.0).is_empty());
        assert_eq!(hand(None).by(3.0, 1.0).as_deref(), Some("3,0.25"));
        assert_eq!(hand(Some((3.1, 1.0))).by(3.0, -2.0).as_deref(), Some("3,0.5"));
        assert_eq!(hand(Some((0.0, 1.0))).by(3.0, -1.0).as_deref(), Some("3,-0.25"));
    }
}
