//! The correlation lab's numbers in words.

use crate::lab::correlation::{Estimate, Picture, Repeated, oracle_place};
use crate::lab::three_decimals;
use crate::metric::pearson;
use crate::scenario::{Data, Family, Pairs, Scenario};

/// What stands with one model.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelFacts {
    /// Its name.
    pub title: String,
    /// Whether it is a reference.
    pub is_reference: bool,
    /// Whether its file is missing.
    pub is_missing: bool,
    /// Whether it says something of the targets only.
    pub is_partial: bool,
    /// Its numbers.
    pub scores: Vec<ModelScore>,
}

/// One number of a model.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelScore {
    /// What it is.
    pub label: &'static str,
    /// Its value on the shown task, as people read it.
    pub value: String,
    /// Its mean over the further tasks, with its standard error.
    pub mean: String,
    /// Whether no other model has a better one.
    pub best: bool,
}

/// The candidates' names, no two alike.
pub fn titles(scenario: &Scenario) -> Vec<String> {
    let mut titles: Vec<String> = Vec::new();
    for candidate in &scenario.candidates {
        let title = candidate.title();
        let numbered = (1..).map(|n| if n == 1 { title.clone() } else { format!("{title} ({n})") });
        let free = numbered.into_iter().find(|title| !titles.contains(title));
        titles.push(free.expect("numbers never end"));
    }
    titles
}

struct Measure<'a> {
    label: &'static str,
    values: Vec<Option<f64>>,
    means: &'a [Option<Estimate>],
    /// Whether more (1) or less (-1) of it is better.
    sign: f64,
}

/// What stands with each candidate.
pub fn model_facts(picture: &Picture, repeated: &Repeated) -> Vec<ModelFacts> {
    let measures = measures(picture, repeated);
    let facts = |(i, title): (usize, String)| {
        let at = picture.judged.models.iter().position(|&model| model == i);
        ModelFacts {
            title,
            is_reference: picture.scenario.candidates[i].is_reference,
            is_missing: at.is_none(),
            is_partial: picture.beliefs[i].as_ref().is_some_and(|belief| belief.skipped > 0),
            scores: measures.iter().map(|measure| score(measure, at, i)).collect(),
        }
    };
    titles(&picture.scenario).into_iter().enumerate().map(facts).collect()
}

fn measures<'a>(picture: &Picture, repeated: &'a Repeated) -> [Measure<'a>; 6] {
    let judged = &picture.judged;
    let some = |values: &[f64]| values.iter().copied().map(Some).collect();
    let agreement = |value: fn(&crate::metric::Metacorrelation) -> Option<f64>| {
        judged.metacorrelation.iter().map(value).collect()
    };
    let measure = |label, values, means, sign| Measure { label, values, means, sign };
    [
        measure("metacorrelation", agreement(|m| m.pearson), &repeated.pearson[..], 1.0),
        measure("Spearman", agreement(|m| m.spearman), &repeated.spearman, 1.0),
        measure("XLLR", judged.xllr.clone(), &repeated.xllr, -1.0),
        measure("XLL", judged.xll.clone(), &repeated.xll, 1.0),
        measure("marginal", some(&judged.marginal), &repeated.marginal, 1.0),
        measure("joint", some(&judged.joint), &repeated.joint, 1.0),
    ]
}

/// What reads alike is marked alike; where all read alike, none is the best.
fn score(measure: &Measure, at: Option<usize>, candidate: usize) -> ModelScore {
    let value = at.and_then(|at| measure.values[at]);
    let all = || measure.values.iter().flatten();
    let most = all().map(|value| measure.sign * value).fold(f64::NEG_INFINITY, f64::max);
    let most = three_decimals(measure.sign * most);
    let differ = all().any(|value| three_decimals(*value) != most);
    let mean = measure.means.get(candidate).copied().flatten();
    let value = value.map_or("–".into(), three_decimals);
    ModelScore {
        label: measure.label,
        best: differ && value == most,
        value,
        mean: mean.map_or(String::new(), estimate_words),
    }
}

/// A mean and its standard error.
pub fn estimate_words(estimate: Estimate) -> String {
    let error = estimate.standard_error.map(|error| format!(" ± {}", three_decimals(error)));
    format!("{}{}", three_decimals(estimate.mean), error.unwrap_or_default())
}

/// What to look at, given what there is.
pub fn notice(picture: &Picture) -> String {
    let titles = titles(&picture.scenario);
    let judged = picture.judged.models.iter().zip(&picture.judged.xllr);
    let ranks: Vec<(f64, &str)> =
        judged.filter_map(|(&model, rank)| Some(((*rank)?, titles[model].as_str()))).collect();
    if picture.judged.models.is_empty() {
        return "There is no model to judge: add one.".into();
    }
    if ranks.is_empty() {
        return "No model is a reference, so nothing is judged: tick one in the table below."
            .into();
    }
    let ends = [1.0, -1.0].map(|sign| {
        let least = ranks.iter().map(|rank| sign * rank.0).fold(f64::INFINITY, f64::min);
        let near = |rank: &&(f64, &str)| sign * rank.0 - least < 1e-9;
        ranks.iter().filter(near).map(|rank| rank.1).collect::<Vec<_>>()
    });
    let [best, worst] = ends;
    if best.len() == ranks.len() {
        let why = match picture.scenario.xll_batch {
            1 => "a batch of one target holds no correlation",
            _ => "their correlations are as likely as each other’s",
        };
        return format!("XLLR cannot tell these models apart here: {why}.");
    }
    let order = format!(
        "XLLR, which needs observations but no truth, ranks {} first and {} last.",
        quoted(&best),
        quoted(&worst)
    );
    format!("{order}{}", same_marginals(picture, &titles).unwrap_or_default())
}

fn quoted(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("“{name}”")).collect();
    names.join(" and ")
}

/// A model that has the oracle's own means and variances, if there is one: the point of it all.
fn same_marginals(picture: &Picture, titles: &[String]) -> Option<String> {
    let candidates = &picture.scenario.candidates;
    oracle_place(&picture.scenario)?;
    let shrunk = |family: Family| matches!(family, Family::Independent | Family::Shrunk);
    let model = (0..candidates.len()).rev().find(|&i| shrunk(candidates[i].kind.family))?;
    Some(format!(
        " “{}” has the oracle’s own means and variances: point by point it is as good, and only its \
         correlations are wrong.",
        titles[model]
    ))
}

/// How the squares are sorted.
pub fn order_words(scenario: &Scenario) -> &'static str {
    match scenario.data {
        Data::Line => {
            "In every square the points run from left to right, and from top to bottom, in the order of x."
        }
        Data::Synthetic(_) => {
            "In every square the points run in the same order, which puts those together that the \
             oracle thinks alike."
        }
        Data::File => {
            "In every square the points run in the same order, which puts like ones together."
        }
    }
}

/// What joint likelihoods add to marginal ones, over all models and tasks (paper, section 3.3.1).
pub fn likelihood_words(picture: &Picture, repeated: &Repeated) -> String {
    let shown = picture.judged.marginal.iter().zip(&picture.judged.joint);
    let further = repeated.likelihoods.iter().map(|(_, marginal, joint)| (marginal, joint));
    let (marginal, joint): (Vec<f64>, Vec<f64>) = shown.chain(further).unzip();
    let Some(r) = pearson(&marginal, &joint).filter(|_| marginal.len() > 2) else {
        return "Joint against marginal log likelihood, per target.".into();
    };
    let repeats = r > 0.99;
    let r = three_decimals(r).replace("1.000", "above 0.999");
    match repeats {
        true => format!(
            "Over models and tasks, r = {r}: of random batches, the joint likelihood repeats the \
             marginal one and says nearly nothing about correlations."
        ),
        false => format!(
            "Over models and tasks, r = {r}: targets so close together are correlated even in random \
             batches. Where they are spread out, as in the synthetic tasks, the joint likelihood \
             repeats the marginal one."
        ),
    }
}

/// The figure in words, for those who cannot see it.
pub fn description(picture: &Picture, repeated: &Repeated) -> String {
    let models: String = model_facts(picture, repeated).iter().map(model_sentence).collect();
    format!(
        "{} {} points, {} of them targets. Batches of {} targets.{models}",
        data_words(&picture.scenario),
        picture.points(),
        picture.y.len(),
        picture.scenario.xll_batch,
    )
}

fn data_words(scenario: &Scenario) -> String {
    let pairs = match scenario.pairs {
        Pairs::PoolTargets => "pool points with targets",
        Pairs::Targets => "targets with each other",
    };
    match scenario.data {
        Data::Line => format!(
            "Correlations on a line under the kernel {}; metacorrelations compare {pairs}.",
            scenario.kernel
        ),
        Data::Synthetic(setting) => format!(
            "Correlations of a synthetic task ({setting}) in {} dimensions; metacorrelations compare \
             {pairs}.",
            scenario.dimension
        ),
        Data::File => "Predictions from a file, without an oracle.".into(),
    }
}

fn model_sentence(facts: &ModelFacts) -> String {
    if facts.is_missing {
        return format!(" {}: its file is missing.", facts.title);
    }
    let numbers: Vec<String> =
        facts.scores.iter().map(|score| format!("{} {}", score.label, score.value)).collect();
    format!(" {}: {}.", facts.title, numbers.join(", "))
}
