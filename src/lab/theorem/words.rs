//! The lab's numbers in words.

use super::{Case, Class, Outcome};
use crate::lab::{Fact, grouped, percent, three_digits};
use crate::metric::{Divergence, Limits};
use crate::numeric::shortest;

/// A setting as people write it: `0.01`, `10`.
pub fn plain(value: f64) -> String {
    shortest(format!("{value:.2e}").parse().unwrap_or(value))
}

/// What to look at in a case.
pub fn notice(class: &Class, case: &Case) -> String {
    let Divergence { kl, gap, kl_correlations: own, limits, .. } = case.divergence;
    if class.size == 1 {
        return "One point alone has no correlations: all that XLL sees is the marginals.".into();
    }
    let does = if gap < 0.0 { "hide" } else { "add" };
    let seen = format!(
        "Of the {} nats that XLL sees, {} are the correlations’ own error; the wrong marginals {does} \
         {}, and can add or hide {} at most.",
        three_digits(kl),
        three_digits(own),
        three_digits(gap.abs()),
        three_digits(limits.bound),
    );
    format!("{seen} {}", meaning(class, own, gap, &limits))
}

/// What the theorem makes of an error of the correlations.
fn meaning(class: &Class, own: f64, gap: f64, limits: &Limits) -> String {
    if class.eigenvalue == 1.0 {
        return "At λ = 1 the candidate knows no correlation at all, and the gap is ξ itself."
            .into();
    }
    if class.error == 0.0 {
        return "The candidate is right about the correlations, so all of this is the marginals’ doing; \
                it falls like ξ, not like its root."
            .into();
    }
    let enough = plain(sufficient(class, own));
    match limits.bound / own {
        ..=0.5 => format!(
            "So it is the correlations that XLL judges, though the marginals are another model’s. That is \
             sure up to ξ = {enough}."
        ),
        ..=1.0 => {
            format!("So XLL mostly judges the correlations; below ξ = {enough} it surely does.")
        }
        _ => {
            let do_so = if gap.abs() > own { "outweigh" } else { "might outweigh" };
            format!(
                "So the marginals {do_so} the correlations, and the theorem promises nothing here; \
                 below ξ = {enough} it does."
            )
        }
    }
}

/// The mismatch at which the bound is half an error: a root of `2 s^2 + sqrt(2 b) s = lambda error / 2`
/// with s = sqrt(xi), in a form that loses no digits.
pub(super) fn sufficient(class: &Class, own: f64) -> f64 {
    let (b, room) = (class.size as f64, 0.5 * class.eigenvalue * own);
    let root = 2.0 * room / ((2.0 * b).sqrt() + (2.0 * b + 8.0 * room).sqrt());
    root * root
}

/// The mismatch up to which XLL is sure to judge the correlations: there the bound is at most half of their error.
pub fn sure(class: &Class, case: &Case) -> Option<f64> {
    let own = case.divergence.kl_correlations;
    let wrong = class.size > 1 && class.error > 0.0 && own > 0.0;
    wrong.then(|| sufficient(class, own))
}

/// No words on what to notice are longer.
pub fn longest_notice() -> String {
    let class = Class { size: 5, eigenvalue: 0.2, error: 0.5, seed: 0 };
    let limits = Limits { paper: 1.0, tight: 1.0, bound: 1.0 };
    let number = "1.23 × 10⁻⁵";
    let sentence = meaning(&class, 1.234e-4, 0.0, &limits);
    format!(
        "Of the {number} nats that XLL sees, {number} are the correlations’ own error; the wrong \
         marginals hide {number}, and can add or hide {number} at most. {sentence}"
    )
}

/// What comes out in many cases, and in as many as the searches `tried`, of which the worst are known.
pub fn many(class: &Class, cloud: &[Outcome], worst: &[Outcome], tried: usize) -> String {
    let both = || cloud.iter().chain(worst);
    let above = both().filter(|each| each.share() > 1.0).count();
    let tried = match tried {
        0 => String::new(),
        _ => format!(", nor of {} that a search tried,", grouped(tried)),
    };
    let nearest = both().map(Outcome::share).fold(0.0, f64::max);
    let bounded = match above {
        0 => format!(
            "None of {} random batches{tried} has a gap above the proven bound; the worst reaches {} \
             of it.",
            grouped(cloud.len()),
            percent(nearest, 0),
        ),
        _ => {
            format!("{above} batches have a gap above the proven bound: this should be impossible.")
        }
    };
    format!("{bounded} {}", orders(class, cloud, worst))
}

/// Whether orders are exceeded, as they may be.
fn orders(class: &Class, cloud: &[Outcome], worst: &[Outcome]) -> String {
    let above = |limit: fn(&Limits) -> f64| {
        let over = |each: &&Outcome| each.gap.abs() > limit(&class.limits(each.xi));
        let above = || cloud.iter().chain(worst).filter(over);
        (above().count(), above().map(|each| each.xi).fold(f64::INFINITY, f64::min))
    };
    let (tight, paper) = (above(|limits| limits.tight), above(|limits| limits.paper));
    if tight.0 == 0 {
        return format!("Here none is above √(bξ)/λ either; but that is an order, which {ORDER}.");
    }
    let also = match paper.0 {
        0 => String::new(),
        count => format!(", {} of them above the paper’s, too", grouped(count)),
    };
    let from = plain(tight.1);
    format!(
        "From ξ = {from} on, {} of those shown {} above √(bξ)/λ{also}. That is allowed: an order {ORDER}.",
        grouped(tight.0),
        if tight.0 > 1 { "lie" } else { "lies" },
    )
}

/// What an order says.
const ORDER: &str = "says how fast the gap falls with ξ, not where it ends";

/// The numbers beside a case; an underscore stands before an index.
pub fn facts(case: &Case) -> Vec<Fact> {
    let Divergence { kl, gap, kl_correlations, limits, .. } = case.divergence;
    let fact = |label, value: f64, note: &str| Fact {
        label,
        value: three_digits(value),
        note: note.into(),
    };
    let share = format!("the difference: {} of the bound", percent(gap.abs() / limits.bound, 0));
    vec![
        fact("KL(p‖q)", kl, "what XLL sees"),
        fact("KL(p_c‖q_c)", kl_correlations, "the correlations’ own error"),
        fact("gap", gap, &share),
        fact("bound", limits.bound, "proven: (√(2bξ) + 2ξ)/λ"),
        fact("tight order", limits.tight, "√(bξ)/λ"),
        fact("paper’s order", limits.paper, "b√b √ξ/λ"),
    ]
}

/// One case of many, in a line.
pub fn one(name: &str, outcome: &Outcome) -> String {
    format!(
        "{name}: ξ {}, error of the correlations {}, gap {}, {} of the bound",
        plain(outcome.xi),
        three_digits(outcome.correlations),
        three_digits(outcome.gap),
        percent(outcome.share(), 1),
    )
}

/// The figure in words.
pub fn description(class: &Class, case: &Case, many: &str) -> String {
    let Class { size, eigenvalue, error, .. } = class;
    let Divergence { kl, gap, kl_correlations, kl_marginals, limits, .. } = case.divergence;
    format!(
        "Batches of {size} points. A reference’s means and deviations, which differ from the truth’s by \
         ξ = {} nats, with correlations whose smallest eigenvalue is {} and whose error is {} on a scale \
         from 0 to 1. KL(p‖q) is {}, that of the correlations alone {}; the gap of {} compares with the \
         proven bound {}, the tight order {} and the paper’s order {}. {many}",
        plain(kl_marginals),
        plain(*eigenvalue),
        plain(*error),
        three_digits(kl),
        three_digits(kl_correlations),
        three_digits(gap),
        three_digits(limits.bound),
        three_digits(limits.tight),
        three_digits(limits.paper),
    )
}
