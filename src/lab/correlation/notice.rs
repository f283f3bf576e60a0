//! What to notice in the correlation lab: who is ahead, and why that may surprise.

use super::words::{estimate_words, model_facts, titles};
use super::{Picture, Repeated, Row, oracle_place};
use crate::experiment::measure::{METACORRELATION, XLLR};
use crate::lab::{count, three_decimals};
use crate::numeric::Estimate;
use crate::scenario::{Candidate, Family};

/// What to look at, given what there is.
pub fn notice(picture: &Picture, repeated: &Repeated) -> String {
    [ranking(picture, repeated).concat(), doubted(picture, repeated), strangers(picture)].concat()
}

/// Its first sentence: what is said aloud when it has changed.
pub fn gist(picture: &Picture, repeated: &Repeated) -> String {
    ranking(picture, repeated).swap_remove(0)
}

/// Models that should not be trusted as they were fitted.
fn doubted(picture: &Picture, repeated: &Repeated) -> String {
    let facts = model_facts(picture, repeated);
    let doubtful = facts.iter().filter(|facts| facts.doubt.is_some());
    let names: Vec<&str> = doubtful.map(|facts| &*facts.title).collect();
    doubted_words(&names, "see below its square", "see below their squares")
}

/// That models of these names should not be trusted, and where it stands why: of one, and of several.
pub fn doubted_words(names: &[&str], its: &str, theirs: &str) -> String {
    match names.len() {
        0 => String::new(),
        1 => format!(" {} should not be trusted as it was fitted: {its}.", quoted(names)),
        _ => format!(" {} should not be trusted as they were fitted: {theirs}.", quoted(names)),
    }
}

/// Models that were made for another task.
fn strangers(picture: &Picture) -> String {
    let titles = titles(&picture.scenario);
    let names: Vec<&str> = picture.strangers.iter().map(|&i| titles[i].as_str()).collect();
    match names.len() {
        0 => String::new(),
        1 => format!(" {} was made for another task and is left out.", quoted(&names)),
        _ => format!(" {} were made for another task and are left out.", quoted(&names)),
    }
}

/// Sentence by sentence: who is ahead, why that may surprise, and what metacorrelation does not see.
fn ranking(picture: &Picture, repeated: &Repeated) -> Vec<String> {
    let titles = titles(&picture.scenario);
    let judged = picture.judged.models.iter().zip(picture.judged.of(&XLLR));
    let ranks: Vec<(f64, &str)> =
        judged.filter_map(|(&model, rank)| Some(((*rank)?, titles[model].as_str()))).collect();
    match picture.judged.models.len() {
        0 => return vec!["There is no model to judge: add one.".into()],
        1 => {
            let only =
                "There is only one model to be judged, and XLLR compares several: add another.";
            return vec![only.into()];
        }
        _ => {}
    }
    if ranks.is_empty() {
        let none = "No model is a reference, so nothing is judged: tick one in the table below.";
        return vec![none.into()];
    }
    let ends = [1.0, -1.0].map(|sign| {
        let least = ranks.iter().map(|rank| sign * rank.0).fold(f64::INFINITY, f64::min);
        let near = |rank: &&(f64, &str)| sign * rank.0 - least < 1e-9;
        ranks.iter().filter(near).map(|rank| rank.1).collect::<Vec<_>>()
    });
    let [best, worst] = ends;
    if best.len() == ranks.len() {
        let alike = |row: &Row| row.xll.iter().all(|xll| (xll - row.xll[0]).abs() < 5e-4);
        let why = match picture.scenario.judging.xll_batch {
            1 => "a batch of one target holds no correlation",
            _ if picture.judged.references.iter().all(alike) => {
                "their correlations are as likely as each other’s"
            }
            _ => {
                "their mean ranks tie, as different references put different models first; XLL itself differs"
            }
        };
        return vec![format!("XLLR cannot tell these models apart here: {why}.")];
    }
    let order = format!(
        "XLLR, which asks how likely a model’s correlations make what was observed, puts {} first and {} last.",
        quoted(&best),
        quoted(&worst)
    );
    let oracle = oracle_place(&picture.scenario);
    let second = match oracle.filter(|&oracle| !best.contains(&titles[oracle].as_str())) {
        Some(oracle) => Some(luck(repeated, oracle, &titles)),
        None => same_marginals(picture, &titles),
    };
    let third = common_factor(picture, &titles);
    [Some(order), second, third].into_iter().flatten().collect()
}

/// Why the oracle is not first, and whether it is over the further tasks.
fn luck(repeated: &Repeated, oracle: usize, titles: &[String]) -> String {
    let lucky = " On one function a wrong model can be lucky and beat the oracle";
    let means = repeated.of(&XLLR).iter().enumerate().filter_map(|(i, mean)| Some((i, (*mean)?)));
    let first = means.clone().min_by(|(_, a), (_, b)| a.mean.total_cmp(&b.mean));
    let own = means.clone().find(|(i, _)| *i == oracle);
    let (Some((first, best)), Some((_, own))) = (first, own) else {
        return format!("{lucky}: ask for further tasks to see who wins on average.");
    };
    let tasks = count(repeated.tasks, "further task");
    let (ranks, name) =
        (format!("{} to {}", estimate_words(best), estimate_words(own)), &titles[first]);
    if own.mean <= best.mean {
        return format!(
            "{lucky}: over {tasks} the oracle is ahead, with a mean rank of {}.",
            estimate_words(own)
        );
    }
    let error = |estimate: Estimate| estimate.standard_error.unwrap_or(f64::INFINITY);
    let apart = (error(own) * error(own) + error(best) * error(best)).sqrt();
    match own.mean - best.mean > 2.0 * apart {
        true => format!(" Over {tasks}, too, “{name}” is ahead of the oracle: {ranks}."),
        false => format!(
            "{lucky}. Over {tasks} “{name}” is ahead, but by no more than chance allows: {ranks}."
        ),
    }
}

/// Names in a sentence.
pub fn quoted(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("“{name}”")).collect();
    match names.split_last() {
        Some((last, [first, more @ ..])) => {
            let more: String = more.iter().map(|name| format!(", {name}")).collect();
            format!("{first}{more} and {last}")
        }
        _ => names.concat(),
    }
}

/// A model that has the oracle's own means and variances, if there is one: the point of it all.
fn same_marginals(picture: &Picture, titles: &[String]) -> Option<String> {
    let candidates = &picture.scenario.models.candidates;
    oracle_place(&picture.scenario)?;
    let shrunk = |candidate: &Candidate| match candidate.kind.family {
        Family::Independent => true,
        Family::Shrunk => candidate.number("factor") < 1.0,
        _ => false,
    };
    let model = (0..candidates.len()).rev().find(|&i| shrunk(&candidates[i]))?;
    Some(format!(
        " “{}” has the oracle’s own means and variances: point by point it is as good, and only its \
         correlations are wrong.",
        titles[model]
    ))
}

/// A model whose correlations are all wrong by one factor, if there is one: metacorrelation cannot
/// tell.
fn common_factor(picture: &Picture, titles: &[String]) -> Option<String> {
    let candidates = &picture.scenario.models.candidates;
    let judged = picture.judged.models.iter().zip(picture.judged.of(&METACORRELATION));
    let (model, value) = judged
        .filter(|&(&model, _)| candidates[model].kind.family == Family::Shrunk)
        .filter(|&(&model, _)| candidates[model].number("factor") < 1.0)
        .find_map(|(&model, agreement)| Some((model, (*agreement)?)))?;
    Some(format!(
        " Metacorrelation, which asks whether correlations rise and fall with the oracle’s, gives “{}” {}, \
         although all its correlations are too weak by the same factor.",
        titles[model],
        three_decimals(value)
    ))
}

/// Why the mean of XLL has another favourite than XLLR, if it has: the reference under which the models lie
/// furthest apart dominates a mean, but no ranks.
pub fn ruled_by_one(picture: &Picture) -> String {
    let (judged, titles) = (&picture.judged, titles(&picture.scenario));
    let first = |values: &[f64]| (0..values.len()).max_by(|&a, &b| values[a].total_cmp(&values[b]));
    let means = |rows: &[&Row]| -> Vec<f64> {
        let mean = |at: usize| rows.iter().map(|row| row.xll[at]).sum::<f64>() / rows.len() as f64;
        (0..judged.models.len()).map(mean).collect()
    };
    let spread = |row: &Row| {
        let (low, high) = (f64::INFINITY, f64::NEG_INFINITY);
        row.xll.iter().copied().fold(high, f64::max) - row.xll.iter().copied().fold(low, f64::min)
    };
    let rows: Vec<&Row> = judged.references.iter().collect();
    let widest = (0..rows.len()).max_by(|&a, &b| spread(rows[a]).total_cmp(&spread(rows[b])));
    let (Some(widest), Some(favourite)) = (widest, first(&means(&rows))) else {
        return String::new();
    };
    let least = judged.of(&XLLR).iter().flatten().copied().fold(f64::INFINITY, f64::min);
    let leads = |at: usize| judged.of(&XLLR)[at].is_some_and(|rank| rank - least < 1e-9);
    let others: Vec<&Row> = [&rows[..widest], &rows[widest + 1..]].concat();
    if leads(favourite) {
        return String::new();
    }
    let favourite = &titles[judged.models[favourite]];
    let widest = format!(
        "“{}”, under which the models differ by {}",
        titles[rows[widest].reference],
        three_decimals(spread(rows[widest]))
    );
    let why = match first(&means(&others)).is_some_and(leads) {
        true => format!("only because of {widest}: one such reference dominates a mean"),
        false => format!(
            "because references weigh more in a mean the more they tell apart, such as {widest}"
        ),
    };
    format!(". The mean of XLL is best for “{favourite}” {why}, while ranks count all equally")
}
