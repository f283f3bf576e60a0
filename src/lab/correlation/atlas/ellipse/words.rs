//! The ellipse in words and numbers.

use serde_json::{Value, json};

use super::together::{Scores, Together};
use super::{STEEPEST, Sight};
use crate::lab::{count, percent, three_decimals, three_digits};
use crate::numeric::fixed;

impl Sight {
    /// As the page takes it: `{reference, candidate, members, pair, position, wobble, dragged, handle,
    /// rows: [[what, tilt, density]], notice, batch, theorem, spoken}`.
    pub fn json(&self) -> Value {
        let (x, y) = self.stand.touch(self.tilt);
        json!({
            "reference": self.titles[0],
            "candidate": self.titles[1],
            "members": self.members,
            "pair": self.pair,
            "position": format!("{:.2}", self.tilt.clamp(-STEEPEST, STEEPEST)),
            "wobble": format!("{:.2}", self.wobble),
            "wobbled": if self.wobble == 0.0 {
                "the reference’s box".into()
            } else {
                format!("{} of the way to another box", percent(self.wobble, 0))
            },
            "dragged": self.dragged,
            "handle": [x, y],
            "rows": self.rows(),
            "notice": self.notice(),
            "batch": self.batch_words(),
            "theorem": self.theorem_words(),
            "spoken": self.spoken(),
        })
    }

    /// The pair, its tilt and its density, in one line.
    pub fn heading(&self) -> String {
        let [one, other] = self.pair.map(|place| self.members[place].as_str());
        let [reference, candidate] = &self.titles;
        let spoken = self.spoken();
        format!("XLL as an ellipse: {one} and {other}, “{candidate}” under “{reference}”, {spoken}")
    }

    /// The whole of it in words.
    pub fn description(&self) -> String {
        let batch = self.batch_words();
        format!("{}. {} {batch} {}", self.heading(), self.notice(), self.theorem_words())
    }

    /// What must be said under it in a file.
    pub fn caption(&self) -> String {
        format!(
            "The box is what the reference expects, mean ± one deviation; the tilt is the correlation of the two \
             observations; higher log densities are better. {}",
            self.batch_words()
        )
    }

    /// What the tilt does to the batch, whose XLL knows no other box than the reference's.
    fn batch_words(&self) -> String {
        let words = batch_words(&self.together, self.dragged);
        match self.wobble {
            0.0 => words,
            _ => format!("With the reference’s own box: {words}"),
        }
    }

    fn spoken(&self) -> String {
        format!("correlation {}, log density {} nats", fixed(self.tilt, 2), self.value(self.tilt))
    }

    fn value(&self, tilt: f64) -> String {
        self.density(tilt).map_or("–".into(), three_decimals)
    }

    fn rows(&self) -> Vec<[String; 3]> {
        let row = |what: &str, tilt| [what.into(), fixed(tilt, 2), self.value(tilt)];
        let shown = if self.dragged { "your tilt" } else { "the candidate’s own, shown" };
        let own = self.dragged.then(|| row("the candidate’s own", self.own));
        let rest = [row("the reference’s own", self.reference), row("no correlation", 0.0)];
        [row(shown, self.tilt)].into_iter().chain(own).chain(rest).collect()
    }

    /// What the dot says of the tilt.
    fn notice(&self) -> String {
        let [one, other] = self.scores();
        // The slope of the density at no tilt is z1 z2.
        let lies = match (one > 0.0, other > 0.0) {
            (true, true) => {
                "Both were observed above what was expected: leaning up to the right helps"
            }
            (false, false) => {
                "Both were observed below what was expected: leaning up to the right helps"
            }
            _ => {
                "One was observed above what was expected, the other below: leaning down to the right helps"
            }
        };
        let until = "as long as the dot does not fall off the narrow side";
        let worth = match self.density(self.tilt).zip(self.density(0.0)) {
            Some((here, none)) if self.tilt != 0.0 => {
                let verb = if here >= none { "earns" } else { "costs" };
                let amount = three_digits((here - none).abs());
                format!(" This tilt {verb} {amount} nats against none.")
            }
            Some(_) => " Without a tilt the two are judged one by one.".into(),
            None => " So narrow an ellipse is a line, and has no density.".into(),
        };
        format!("{lies}, {until}.{worth}")
    }

    /// What XLL sees, and what of it the correlations alone cost.
    fn theorem_words(&self) -> String {
        let Some(found) = self.divergence() else {
            return "Where one of the two ellipses is a line, divergences are infinite.".into();
        };
        let [seen, alone] = [found.kl, found.kl_correlations].map(nats);
        if self.wobble == 0.0 {
            return format!(
                "The box stands where the reference has it. If the reference is right, this tilt loses {seen} on \
                 average, and all of that is the correlation’s: the gap is 0."
            );
        }
        let towards = match self.made_up {
            true => "as another model’s might (the candidate’s own marginals are the reference’s)",
            false => "towards the candidate’s own marginals",
        };
        format!(
            "The box has moved {towards}, by ξ = {} nats. If the reference is right, XLL now sees a loss of {seen} \
             on average; the tilt alone would cost {alone}. The gap, {}, is the box’s doing. Theorem 1: the smaller \
             ξ, the smaller the gap; here it cannot exceed {}.",
            three_digits(found.kl_marginals),
            nats(found.gap),
            nats(found.limits.bound),
        )
    }
}

fn nats(value: f64) -> String {
    format!("{} nats", three_digits(value))
}

/// What the tilt does to the batch.
fn batch_words(together: &Together, dragged: bool) -> String {
    let Together { size, factor, before, now } = together;
    let batch = format!("the batch of {size}");
    let pairs = count(size * (size - 1) / 2, "pair");
    let meta = |value: Option<f64>| value.map_or("none".into(), three_decimals);
    if !dragged {
        let xll = before.xll.map_or("–".into(), three_decimals);
        let agreement = match (size, before.metacorrelation) {
            (2, _) | (_, None) => String::new(),
            (_, value) => format!(", metacorrelation over its {pairs} {}", meta(value)),
        };
        return format!(
            "XLL of {batch} is {xll} per target{agreement}. Tilt the ellipse and see which of them moves."
        );
    }
    let along = match factor {
        Some(factor) => format!("All correlations of {batch} go along, × {}: ", fixed(*factor, 2)),
        None => format!(
            "The candidate’s correlation is 0, so that this pair of {batch} is tilted alone: "
        ),
    };
    let xll = match now.xll.zip(before.xll) {
        Some((now, before)) => {
            format!(
                "XLL goes from {} to {} per target",
                three_decimals(before),
                three_decimals(now)
            )
        }
        None => "no values can be correlated so, and XLL has none".into(),
    };
    format!("{along}{xll}{}.", metacorrelation_words(*size, before, now, &meta))
}

fn metacorrelation_words(
    size: usize,
    before: &Scores,
    now: &Scores,
    words: &dyn Fn(Option<f64>) -> String,
) -> String {
    let (then, after) = (before.metacorrelation, now.metacorrelation);
    match (words(then), words(after)) {
        _ if size == 2 => "; one pair has no metacorrelation, for nothing can rise and fall".into(),
        (then, after) if then == after && then == "none" => String::new(),
        (then, after) if then == after => {
            format!("; metacorrelation stays {after}, because it sees no common factor")
        }
        (then, after) => format!("; metacorrelation goes from {then} to {after}"),
    }
}
