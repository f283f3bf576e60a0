//! A comparison of measures in words.

use serde_json::{Value, json};

use super::figure::AgreementFigure;
use super::{MATRIX, PAIRS, Pair, power};
use crate::experiment::agreement::{Likeness, Quantity, Relation, tasks};
use crate::lab::{count, name_of, three_decimals};
use crate::metric;
use crate::numeric::{Estimate, fixed};
use crate::scenario::Family;

/// What a quantity is called along an axis.
pub fn axis(figure: &AgreementFigure, quantity: usize) -> String {
    let label = label(figure, quantity);
    if figure.is_expected(quantity) { format!("expected {label}") } else { label.into() }
}

/// What a quantity is called here: as the paper's pairs are, where its own name is long.
fn label(figure: &AgreementFigure, quantity: usize) -> &str {
    let Quantity { id, label, .. } = &figure.quantities[quantity];
    match id.as_str() {
        "batch-mig" => "BatchMIG’s result",
        "tig" => "TIG’s result",
        _ => label,
    }
}

/// The same where there is little room, in a list.
fn short(figure: &AgreementFigure, quantity: usize) -> String {
    let label = label(figure, quantity).replace("XLL with the marginals of", "XLL under");
    label.replace("of random batches", "of batches").replace(", one label repeated", ", repeated")
}

/// A mean and its standard error.
pub fn estimate(value: Option<Estimate>) -> String {
    let Some(Estimate { mean, standard_error }) = value else { return "–".into() };
    let mean = three_decimals(mean);
    standard_error.map_or(mean.clone(), |error| format!("{mean} ± {}", three_decimals(error)))
}

/// ` (95%: 0.71 to 0.90)`; nothing where there is no interval.
pub fn interval(found: &Likeness) -> String {
    let Some((low, high)) = found.ends else { return String::new() };
    format!(" (95%: {} to {})", fixed(low, 2), fixed(high, 2))
}

/// What the two axes have to do with each other, and how sure that is.
fn verdict(figure: &AgreementFigure, found: &Relation) -> String {
    let [x, y] = figure.axes().map(|place| axis(figure, place));
    let (r, pearson) = (fixed(found.pearson.value, 2), found.pearson);
    let (models, tasks) = (count(found.models, "model"), count(found.tasks, "task"));
    let Some((low, high)) = pearson.ends else {
        return format!(
            "On one task, over {models}, Pearson’s r between {x} and {y} is {r}; one task says nothing of luck."
        );
    };
    let sure =
        format!("Pearson’s r is {r} (95% over tasks: {} to {})", fixed(low, 2), fixed(high, 2));
    let over = format!("Over {models} and {tasks}");
    let is_decided = low > 0.0 || high < 0.0;
    let how = match pearson.value.abs() {
        r if r < 0.2 => "very weakly",
        r if r < 0.4 => "weakly",
        r if r < 0.7 => "moderately",
        _ => "strongly",
    };
    if is_decided {
        let other = if low > 0.0 { "better" } else { "worse" };
        format!("{over}, models that are better by {x} {how} tend to be {other} by {y}: {sure}.")
    } else if low.abs().max(high.abs()) < 0.3 {
        format!("{over}, {x} and {y} have hardly anything to do with each other: {sure}.")
    } else {
        format!(
            "{over}, it is not decided whether {x} and {y} go together: {sure}, and the interval holds 0. More tasks \
             would tell."
        )
    }
}

/// The model that is best by a quantity, if the oracle is there and is not: its place, and the oracle's.
pub fn ahead_of_oracle(figure: &AgreementFigure, quantity: usize) -> Option<[usize; 2]> {
    let candidates = &figure.scenario.models.candidates;
    let oracle = candidates.iter().position(|one| one.kind.family == Family::Oracle)?;
    let means = figure.oriented(quantity);
    let best = (0..means.len()).filter(|model| means[*model] > means[oracle]);
    let best = best.reduce(|best, model| if means[model] > means[best] { model } else { best });
    Some([best?, oracle])
}

/// Why XLL can prefer others to the oracle: it is taken under the references' means and variances.
fn on_oracle(figure: &AgreementFigure, quantity: usize) -> Option<String> {
    let name = &figure.quantities[quantity].label;
    let [best, oracle] = ahead_of_oracle(figure, quantity)?;
    let candidates = &figure.scenario.models.candidates;
    let means = figure.oriented(quantity);
    let number = |model: usize| three_decimals(figure.quantities[quantity].better * means[model]);
    let family = |model: usize| candidates[model].kind.family;
    let has_wrong = |model: &usize| {
        !matches!(family(*model), Family::Oracle | Family::Shrunk | Family::Independent)
    };
    let mut words = format!(
        " By {name} the oracle is not the best here: {} has {}, the oracle {}.",
        figure.names[best].label,
        number(best),
        number(oracle)
    );
    let references = figure.references();
    let wrong = references.iter().filter(|model| has_wrong(model)).count();
    if wrong > 0 {
        let of = |which: Family| {
            let all = (0..means.len()).filter(move |model| family(*model) == which);
            all.map(|model| means[model]).reduce(f64::max)
        };
        let weaker = of(Family::Shrunk).filter(|weaker| *weaker > means[oracle]);
        let which = match (weaker, of(Family::Independent)) {
            (None, _) => "other correlations to the right ones",
            (Some(weaker), Some(none)) if weaker > none => {
                "weaker correlations to the right ones, though not none"
            }
            _ => "weaker correlations to the right ones",
        };
        words += &format!(
            " {wrong} of the {} have wrong means and variances; where they are too sure, {name} prefers {which}.",
            count(references.len(), "reference")
        );
    }
    Some(words)
}

/// Fewer tasks than these are too few to draw them again.
const FEW: usize = 6;

/// What there is to notice about the large scatter.
fn notice(figure: &AgreementFigure) -> String {
    let [x, y] = figure.axes();
    if x == y {
        return "The same quantity on both axes: choose another for one of them.".into();
    }
    let Some(found) = figure.relation(x, y, figure.view.expected) else {
        return "There is nothing to compare: fewer than three models have both quantities, or all have the same."
            .into();
    };
    let mut words = verdict(figure, &found);
    if (2..FEW).contains(&found.tasks) {
        words += " From so few tasks, intervals are too narrow.";
    }
    let [r, rank] = [found.pearson.value, found.spearman.value];
    if (r - rank).abs() > 0.25 {
        words += &format!(
            " By ranks it is {}: a few models far from the others move Pearson’s r.",
            fixed(rank, 2)
        );
    }
    for place in [x, y] {
        if ["xll", "xllr"].contains(&figure.quantities[place].id.as_str()) {
            words += &on_oracle(figure, place).unwrap_or_default();
        }
    }
    let left_out = figure.models() - found.models;
    if left_out > 0 {
        let lacks = |place: &usize| figure.oriented(*place).iter().any(|mean| mean.is_nan());
        let lacking = [x, y].into_iter().find(lacks).unwrap_or(x);
        let have = if left_out == 1 { "has" } else { "have" };
        let (models, label) = (count(left_out, "model"), label(figure, lacking));
        words += &format!(" {models} {have} no {label} and no mark.");
    }
    words += &outside(figure);
    let doubtful = (0..figure.models()).filter(|model| figure.doubt(*model).is_some()).count();
    if doubtful > 0 {
        let is = if doubtful == 1 { "is" } else { "are" };
        words += &format!(
            " But {} {is} not to be trusted as fitted: struck-through marks.",
            count(doubtful, "model")
        );
    }
    words
}

/// ` 2 marks lie outside, to the left: arrows at the border. Without them r is 0.52.`; nothing if there are none.
fn outside(figure: &AgreementFigure) -> String {
    let scatter = figure.scatter(false);
    let (marks, sides) = scatter.outside();
    let inside: Vec<[f64; 2]> = scatter.inside().collect();
    let [x, y] = [0, 1].map(|axis| inside.iter().map(|at| at[axis]).collect::<Vec<_>>());
    let without = metric::pearson(&x, &y).filter(|_| inside.len() >= 3);
    let without = without.map_or(String::new(), |r| format!(" Without them r is {}.", fixed(r, 2)));
    let names = ["to the left", "to the right", "below", "above"].iter().zip(sides);
    let names: Vec<&str> = names.filter(|(_, is)| *is).map(|(name, _)| *name).collect();
    let lie = if marks == 1 { "lies" } else { "lie" };
    match marks {
        0 => String::new(),
        _ => format!(
            " {} {lie} outside, {}: arrows at the border.{without}",
            count(marks, "mark"),
            names.join(" and ")
        ),
    }
}

/// What the switch does to the axes, where it cannot.
fn expectation(figure: &AgreementFigure) -> String {
    let lacking = figure.axes().into_iter().filter(|place| !figure.has_expected(*place));
    let mut lacking: Vec<&str> = lacking.map(|it| label(figure, it)).collect();
    lacking.dedup();
    if !figure.view.expected || lacking.is_empty() {
        return String::new();
    }
    let have = if lacking.len() == 1 { "has" } else { "have" };
    format!("{} {have} no closed form to expect: shown as observed.", lacking.join(" and "))
}

/// Everything beside the figure.
pub fn words(figure: &AgreementFigure) -> Value {
    let axes = figure.axes();
    let [x, y] = axes.map(|place| figure.estimates(place, figure.is_expected(place)));
    let model = |model: usize| {
        json!({
            "title": figure.names[model].label,
            "reference": figure.scenario.models.candidates[model].is_reference,
            "doubtful": figure.doubt(model).is_some(),
            "x": estimate(x[model]),
            "y": estimate(y[model]),
        })
    };
    let quantities = figure.quantities.iter().enumerate();
    let quantities =
        quantities.map(|(place, _)| json!([figure.link_name(place), short(figure, place)]));
    let pairs = PAIRS.iter().map(|pair| {
        let chosen = [pair.x, pair.y].map(|id| figure.place(id)) == axes;
        let Pair { x, y, label, figure, claim } = pair;
        json!({ "x": x, "y": y, "label": label, "figure": figure, "claim": claim, "chosen": chosen })
    });
    let found =
        figure.relation(axes[0], axes[1], figure.view.expected).filter(|_| axes[0] != axes[1]);
    let coefficient = |name: &str, of: Likeness| {
        json!([
            name,
            fixed(of.value, 2),
            of.ends.map(|(low, high)| format!("{} to {}", fixed(low, 2), fixed(high, 2)))
        ])
    };
    let coefficients =
        found.map(|it| [coefficient("Pearson", it.pearson), coefficient("Spearman", it.spearman)]);
    let families = figure.families().into_iter().enumerate();
    let families = families.filter(|(_, (_, models))| !models.is_empty());
    let families = families
        .map(|(look, (label, models))| json!({ "label": label, "look": look, "models": models }));
    let last = figure.models().saturating_sub(1);
    json!({
        "notice": notice(figure),
        "axes": axes.map(|place| figure.link_name(place)),
        "labels": axes.map(|place| axis(figure, place)),
        "quantities": quantities.collect::<Vec<_>>(),
        "pairs": pairs.collect::<Vec<_>>(),
        "coefficients": coefficients,
        "expected": figure.view.expected,
        "expectation": expectation(figure),
        "families": families.collect::<Vec<_>>(),
        "models": (0..figure.models()).map(model).collect::<Vec<_>>(),
        "lit": figure.lit_models(),
        "asked": tasks(&figure.scenario),
        "selected": figure.view.model.unwrap_or(0).min(last),
        "full": figure.models() >= figure.scenario.lab.most_models,
        "doubts": figure.doubts(),
    })
}

/// Where the marks of the large scatter are, as its axes run; nothing for those left out.
pub fn places(figure: &AgreementFigure) -> Value {
    let [x, y] = figure.axes().map(|place| figure.oriented(place));
    let place = |(x, y): (&f64, &f64)| (x.is_finite() && y.is_finite()).then_some([*x, *y]);
    json!(x.iter().zip(&y).map(place).collect::<Vec<_>>())
}

/// The names along the diagonal of the matrix, what links call them, and the coefficients above it.
pub fn matrix(figure: &AgreementFigure) -> Value {
    let named = MATRIX.iter().map(|(id, name)| json!([id, name, label(figure, figure.place(id))]));
    json!({ "names": named.collect::<Vec<_>>(), "cells": figure.scatters(true).coefficients })
}

/// One model with its numbers, in a sentence.
pub fn mark(figure: &AgreementFigure, model: usize) -> String {
    let said = figure.axes().map(|place| {
        let all = figure.estimates(place, figure.is_expected(place));
        format!("{} {}", axis(figure, place), estimate(all[model]))
    });
    let doubt = figure.doubt(model);
    let doubt = doubt.map_or(String::new(), |(tasks, why)| {
        format!(" Not to be trusted on {}: {why}", count(tasks, "task"))
    });
    format!("{}: {}.{doubt}", figure.names[model].label, said.join(", "))
}

pub fn description(figure: &AgreementFigure) -> String {
    let [x, y] = figure.axes().map(|place| axis(figure, place));
    let models = count(figure.models(), "model");
    let tasks = count(figure.known().count(), "task");
    format!(
        "A mark for each of {models}, {y} against {x}, means over {tasks}; further right and up is better. {} {}",
        notice(figure),
        power::words(figure)["notice"].as_str().unwrap_or_default()
    )
}

pub fn caption(figure: &AgreementFigure) -> String {
    let [x, y] = figure.axes().map(|place| axis(figure, place));
    let lower = figure.axes().into_iter().filter(|place| figure.quantities[*place].better < 0.0);
    let lower: Vec<&str> = lower.map(|place| label(figure, place)).collect();
    let lower = match lower[..] {
        [] => String::new(),
        _ => format!(" Lower {} is better: that axis runs the other way.", lower.join(" and ")),
    };
    let struck = match figure.doubts().is_empty() {
        true => "",
        false => "; struck-through models are not to be trusted as fitted",
    };
    format!(
        "{y} against {x}: means over {}{struck}.{lower}{} Coefficients are positive where two quantities prefer the same models.",
        count(figure.known().count(), "task"),
        outside(figure)
    )
}

/// `pearson`, `pearson.low`, `pearson.high` and the same of `spearman` for the axes; for the paper's pairs too, as
/// `batch-mig.metacorrelation.pearson`; each model's quantities as `oracle.xll`; and `power.joint-5.needed`, `.z`.
pub fn numbers(figure: &AgreementFigure) -> Vec<(String, f64)> {
    let mut numbers = vec![
        ("tasks".to_string(), figure.known().count() as f64),
        ("models".to_string(), figure.models() as f64),
    ];
    let [x, y] = figure.axes();
    let mut add = |name: &str, found: Option<Relation>| {
        let Some(found) = found else { return };
        for (which, likeness) in [("pearson", found.pearson), ("spearman", found.spearman)] {
            numbers.push((format!("{name}{which}"), likeness.value));
            if let Some((low, high)) = likeness.ends {
                numbers.push((format!("{name}{which}.low"), low));
                numbers.push((format!("{name}{which}.high"), high));
            }
        }
    };
    add("", figure.relation(x, y, figure.view.expected));
    for pair in &PAIRS {
        let [x, y] = [pair.x, pair.y].map(|id| figure.place(id));
        add(&format!("{}.{}.", pair.y, pair.x), figure.relation(x, y, false));
    }
    for (place, quantity) in figure.quantities.iter().enumerate() {
        if quantity.is_under_one() {
            continue;
        }
        // What is to be expected has a name of its own: a figure may show either.
        let expected = figure.has_expected(place).then_some((true, "expected-"));
        for (expected, before) in [(false, "")].into_iter().chain(expected) {
            let means = figure.values(place, expected).mean();
            for (name, mean) in figure.names.iter().zip(means) {
                if let Some((name, mean)) = name_of(&name.label).zip(mean) {
                    numbers.push((format!("{name}.{before}{}", quantity.id), mean));
                }
            }
        }
    }
    for one in power::ranked(figure, false) {
        let (id, power) = (one.measure.id, one.power);
        let all = [("needed", power.and_then(|it| it.needed())), ("z", power.map(|it| it.z()))];
        let known = all.into_iter().filter_map(|(what, value)| Some((what, value?)));
        let known = known.filter(|(_, value)| value.is_finite());
        numbers.extend(known.map(|(what, value)| (format!("power.{id}.{what}"), value)));
    }
    numbers
}
