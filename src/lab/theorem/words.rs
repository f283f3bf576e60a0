//! The lab's numbers in words.

use super::climb::TRIES;
use super::{Case, Class, Outcome};
use crate::lab::{Fact, grouped, percent, three_digits};
use crate::metric::{Divergence, Limits};

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
    format!("{seen} {}", meaning(class, own, &limits))
}

/// What the theorem makes of an error of the correlations.
fn meaning(class: &Class, own: f64, limits: &Limits) -> String {
    if class.eigenvalue == 1.0 {
        return "At λ = 1 the candidate knows no correlation at all, and the gap is ξ itself."
            .into();
    }
    if class.error == 0.0 {
        return "The candidate is right about the correlations, and then wrong marginals matter least: \
                their share falls like ξ, not like its root."
            .into();
    }
    if limits.bound <= 0.5 * own {
        return "So XLL judges the correlations, though the marginals are another model’s.".into();
    }
    let enough = sufficient(class, own);
    let below = three_digits(enough);
    match limits.bound <= own {
        true => format!("So XLL mostly judges the correlations; below ξ = {below} it is sure to."),
        false => format!(
            "The theorem cannot promise that XLL judges the correlations here: the marginals might \
             outweigh them. Below ξ = {below} it promises it."
        ),
    }
}

/// The mismatch at which the bound is half an error: a root of `2 s^2 + sqrt(2 b) s = lambda error / 2`
/// with s = sqrt(xi), in a form that loses no digits.
pub(super) fn sufficient(class: &Class, own: f64) -> f64 {
    let (b, room) = (class.size as f64, 0.5 * class.eigenvalue * own);
    let root = 2.0 * room / ((2.0 * b).sqrt() + (2.0 * b + 8.0 * room).sqrt());
    root * root
}

/// No words on what to notice are longer.
pub fn longest_notice() -> String {
    let class = Class { size: 5, eigenvalue: 0.2, error: 0.5, seed: 0 };
    let limits = Limits { paper: 1.0, tight: 1.0, bound: 1.0 };
    let number = "1.23 × 10⁻⁵";
    let sentence = meaning(&class, 1e-4, &limits);
    format!(
        "Of the {number} nats that XLL sees, {number} are the correlations’ own error; the wrong \
         marginals hide {number}, and can add or hide {number} at most. {sentence}"
    )
}

/// What comes out in many cases.
pub fn many(class: &Class, cloud: &[Outcome], worst: &[Outcome]) -> String {
    let both = || cloud.iter().chain(worst);
    let above = both().filter(|each| each.share() > 1.0).count();
    let tried = match worst.len() {
        0 => String::new(),
        found => format!(", nor of {} that a search tried", grouped(found * TRIES)),
    };
    let nearest = both().map(Outcome::share).fold(0.0, f64::max);
    let bounded = match above {
        0 => format!(
            "None of {} random batches{tried}, has a gap above the proven bound; the worst reaches {} \
             of it.",
            grouped(cloud.len()),
            percent(nearest, 0),
        ),
        _ => format!("{above} batches have a gap above the proven bound: that must not be."),
    };
    format!("{bounded} {}", orders(class, cloud, worst))
}

/// Whether orders are exceeded, as they may be.
fn orders(class: &Class, cloud: &[Outcome], worst: &[Outcome]) -> String {
    let above = |limit: fn(&Limits) -> f64| {
        let over = |each: &&Outcome| each.gap.abs() > limit(&class.limits(each.xi));
        let least = |all: &[Outcome]| {
            all.iter().filter(over).map(|each| each.xi).fold(f64::INFINITY, f64::min)
        };
        (cloud.iter().filter(over).count(), least(cloud).min(least(worst)))
    };
    let (tight, paper) = (above(|limits| limits.tight), above(|limits| limits.paper));
    let many = |count: usize| match count {
        0 => "the search’s worst".into(),
        _ => format!("{} of the random ones", grouped(count)),
    };
    if tight.1 == f64::INFINITY {
        return "Here none is above √(bξ)/λ either; but that is an order: it says how fast the gap falls \
                with ξ, not where it ends."
            .into();
    }
    let also = match paper.1 {
        f64::INFINITY => String::new(),
        _ => format!(", and {} above the paper’s", many(paper.0)),
    };
    format!(
        "Above √(bξ)/λ, from ξ = {} on, lie {}{also}: an order says how fast the gap falls with ξ, not \
         where it ends.",
        three_digits(tight.1),
        many(tight.0),
    )
}

/// The numbers beside a case.
pub fn facts(case: &Case) -> Vec<Fact> {
    let Divergence { kl, gap, kl_correlations, kl_marginals, limits, .. } = case.divergence;
    let fact = |label, value: f64, note: String| Fact { label, value: three_digits(value), note };
    vec![
        fact(
            "What XLL sees: KL(p‖q)",
            kl,
            "from the truth to the reference’s marginals with the candidate’s correlations".into(),
        ),
        fact(
            "What it is to see: KL(pc‖qc)",
            kl_correlations,
            "the same with all means 0 and deviations 1: the correlations alone".into(),
        ),
        fact(
            "Gap between the two",
            gap,
            format!(
                "{} of the proven bound; the marginals’ own divergence ξ is {}",
                percent(gap.abs() / limits.bound, 0),
                three_digits(kl_marginals)
            ),
        ),
        fact(
            "Proven bound",
            limits.bound,
            format!(
                "(√(2bξ) + 2ξ)/λ; two candidates are ranked rightly, on average, if their errors \
                 differ by more than twice that. Orders: √(bξ)/λ = {}, the paper’s b√b √ξ/λ = {}",
                three_digits(limits.tight),
                three_digits(limits.paper)
            ),
        ),
    ]
}

/// One case of many, in a line.
pub fn one(name: &str, outcome: &Outcome) -> String {
    format!(
        "{name}: ξ {}, error of the correlations {}, gap {}, {} of the bound",
        three_digits(outcome.xi),
        three_digits(outcome.correlations),
        three_digits(outcome.gap),
        percent(outcome.share(), 1),
    )
}

/// The figure in words.
pub fn description(class: &Class, case: &Case, cloud: &[Outcome], worst: &[Outcome]) -> String {
    let Class { size, eigenvalue, error, .. } = class;
    let Divergence { kl, gap, kl_correlations, kl_marginals, limits, .. } = case.divergence;
    format!(
        "Batches of {size} points. A reference’s means and deviations, which differ from the truth’s by \
         ξ = {} nats, with correlations whose smallest eigenvalue is {} and whose error is {} on a scale \
         from 0 to 1. KL(p‖q) is {}, that of the correlations alone {}; the gap of {} compares with the \
         proven bound {}, the tight order {} and the paper’s order {}. {}",
        three_digits(kl_marginals),
        three_digits(*eigenvalue),
        three_digits(*error),
        three_digits(kl),
        three_digits(kl_correlations),
        three_digits(gap),
        three_digits(limits.bound),
        three_digits(limits.tight),
        three_digits(limits.paper),
        many(class, cloud, worst),
    )
}
