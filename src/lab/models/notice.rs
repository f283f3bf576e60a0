//! What to notice, from the numbers that are there.

use crate::lab::correlation::doubted_words;
use crate::lab::models::Scene;
use crate::lab::models::words::{Facts, Shown};
use crate::lab::{count, three_decimals};

/// Likelihoods that differ by less are about the same.
const ALIKE: f64 = 0.15;
/// A metacorrelation below it is no agreement.
const LITTLE: f64 = 0.5;
/// Metacorrelations that differ by more are not.
const APART: f64 = 0.15;

/// What to notice; the first of the models is exact.
pub fn notice(scene: &Scene, shown: &[Shown], facts: &[Facts]) -> String {
    let fitted = shown.len() - 1;
    let done = shown[1..].iter().filter(|one| one.studied.is_some()).count();
    if fitted == 0 {
        return "This is what one should believe, knowing what functions are drawn from. Add a model to \
                see what it makes of the same points."
            .into();
    }
    if done < fitted {
        return format!(
            "So far, {done} of {} learned. The first panel shows what their bands and draws should come to.",
            count(fitted, "model")
        );
    }
    let models: Vec<Judgement> =
        shown.iter().zip(facts).filter_map(|(one, facts)| Judgement::of(one, facts)).collect();
    let bad = |facts: &&Facts| facts.verdict.as_ref().is_some_and(|verdict| !verdict.good);
    let doubtful: Vec<&str> = facts.iter().filter(bad).map(|facts| &*facts.title).collect();
    [
        ranking(&models),
        doubted(&doubtful),
        silent(shown, facts),
        same_bands(&models),
        questions(scene, shown, facts),
    ]
    .concat()
}

/// More names than that would fill the place of all else.
const NAMED: usize = 2;

/// Models that should not be trusted as they were fitted.
fn doubted(names: &[&str]) -> String {
    match names.len() {
        0..=NAMED => doubted_words(names, "see its panel", "see their panels"),
        many => {
            format!(" {many} models should not be trusted as they were fitted: see their panels.")
        }
    }
}

/// As long as what to notice gets with these models.
pub fn room(facts: &[Facts]) -> String {
    let titles = facts[1..].iter().map(|facts| facts.title.as_str());
    let longest = titles.max_by_key(|title| title.chars().count()).unwrap_or_default();
    ROOM.replace("{}", longest) + &doubted(&vec![longest; NAMED.min(facts.len() - 1)])
}

const ROOM: &str = "On this function the correlations of “{}” rise and fall most with the exact ones (metacorrelation \
    0.987), those of “{}” least (−0.012). Point by point, “{}” and “{}” predict the targets about equally well (log \
    likelihood 0.123 and 0.113): what differs are their correlations (0.987 and −0.012). What “{}” would \
    ask tells 0.123 nats about a target, the exact posterior’s questions 0.987.";

struct Judgement<'a> {
    title: &'a str,
    agreement: f64,
    likelihood: f64,
}

impl<'a> Judgement<'a> {
    fn of(one: &Shown, facts: &'a Facts) -> Option<Self> {
        one.place?;
        let studied = one.studied?;
        let agreement = studied.agreement.pearson?;
        Some(Self { title: &facts.title, agreement, likelihood: studied.log_likelihood })
    }
}

fn ranking(models: &[Judgement]) -> String {
    let by_agreement = |a: &&Judgement, b: &&Judgement| a.agreement.total_cmp(&b.agreement);
    let (best, worst) = (models.iter().max_by(by_agreement), models.iter().min_by(by_agreement));
    match (best, worst) {
        (Some(best), _) if best.agreement < LITTLE => format!(
            "On this function no model’s correlations follow the exact ones; those of “{}” do most (metacorrelation \
             {}).",
            best.title,
            three_decimals(best.agreement)
        ),
        (Some(best), Some(worst)) if best.title != worst.title => format!(
            "On this function the correlations of “{}” rise and fall most with the exact ones (metacorrelation \
             {}), those of “{}” least ({}).",
            best.title,
            three_decimals(best.agreement),
            worst.title,
            three_decimals(worst.agreement)
        ),
        (Some(only), _) => format!(
            "On this function the correlations of “{}” have metacorrelation {} with the exact ones.",
            only.title,
            three_decimals(only.agreement)
        ),
        _ => "No model here knows of any correlations.".into(),
    }
}

/// Models of which there is no metacorrelation.
fn silent(shown: &[Shown], facts: &[Facts]) -> String {
    let silent = |one: &Shown| {
        one.place.and(one.studied).is_some_and(|studied| studied.agreement.pearson.is_none())
    };
    let names: Vec<String> = shown
        .iter()
        .zip(facts)
        .filter(|(one, _)| silent(one))
        .map(|(_, facts)| format!("“{}”", facts.title))
        .collect();
    match names.len() {
        0 => String::new(),
        _ => format!(
            " For {} all pairs are alike, so that there is nothing to compare.",
            names.join(", ")
        ),
    }
}

/// Two models that are about as good point by point, and differ most in their correlations.
fn same_bands(models: &[Judgement]) -> String {
    let pairs =
        models.iter().enumerate().flat_map(|(i, a)| models[i + 1..].iter().map(move |b| (a, b)));
    let alike = pairs.filter(|(a, b)| (a.likelihood - b.likelihood).abs() < ALIKE);
    let gap = |(a, b): &(&Judgement, &Judgement)| (a.agreement - b.agreement).abs();
    let Some((a, b)) = alike.max_by(|one, other| gap(one).total_cmp(&gap(other))) else {
        return String::new();
    };
    if gap(&(a, b)) < APART {
        return String::new();
    }
    let (better, worse) = if a.agreement > b.agreement { (a, b) } else { (b, a) };
    format!(
        " Point by point, “{}” and “{}” predict the targets about equally well (log likelihood {} and \
         {}): what differs are their correlations ({} and {}).",
        better.title,
        worse.title,
        three_decimals(better.likelihood),
        three_decimals(worse.likelihood),
        three_decimals(better.agreement),
        three_decimals(worse.agreement)
    )
}

/// Whose questions tell least about the targets, by the exact posterior.
fn questions(scene: &Scene, shown: &[Shown], facts: &[Facts]) -> String {
    let exact = scene.oracle.told;
    let told = |one: &Shown| one.place.and(one.studied).map(|studied| studied.told);
    let worst = shown.iter().zip(facts).filter_map(|(one, facts)| Some((told(one)?, &facts.title)));
    let worst = worst.min_by(|a, b| a.0.total_cmp(&b.0));
    match worst {
        Some((told, title)) if told < 0.9 * exact => format!(
            " What “{title}” would ask tells {} nats about a target, the exact posterior’s questions {}.",
            three_decimals(told),
            three_decimals(exact)
        ),
        _ => String::new(),
    }
}
