//! What numbers of the report mean, in words.

use anyhow::{Context, Result, ensure};
use serde_json::Value;

/// The comparisons of a study on which a claim rests, by the name with which they begin; all without a name.
pub fn counted<'a>(findings: &'a [Value], study: &str) -> Vec<&'a Value> {
    let of = |finding: &&Value| {
        let says = finding["says"].as_str().unwrap_or_default();
        study.is_empty() || says.split_once(':').is_some_and(|(name, _)| name == study)
    };
    findings.iter().filter(|finding| finding["counts"] == true).filter(of).collect()
}

/// How many of them came out so.
pub fn having(counted: &[&Value], verdict: &str) -> usize {
    counted.iter().filter(|finding| finding["verdict"] == verdict).count()
}

/// Notes in which `{d = 3}` stands for what the comparisons of that study say, so that no text contradicts the table.
pub fn filled_in(notes: &str, findings: &[Value]) -> Result<String> {
    let mut pieces = notes.split('{');
    let mut text = pieces.next().unwrap_or_default().to_string();
    for piece in pieces {
        let (study, rest) = piece.split_once('}').context("tried.md has a { without a }")?;
        text += &held(study, &counted(findings, study))?;
        text += rest;
    }
    Ok(text)
}

fn held(study: &str, counted: &[&Value]) -> Result<String> {
    let all = counted.len();
    ensure!(all > 0, "tried.md speaks of {study:?}, of which the claim has no comparisons");
    let mut words = match having(counted, "holds") {
        1 if all == 1 => "it holds".into(),
        holds if holds == all => format!("all {all} comparisons hold"),
        holds => format!("{holds} of {all} comparisons hold"),
    };
    match having(counted, "undecided") {
        0 => {}
        1 => words += " and 1 is undecided",
        many => words += &format!(" and {many} are undecided"),
    }
    Ok(words)
}

/// How strongly things rise together, in words: that a coefficient is above 0 says little. The words are those of the
/// lab of measures.
pub fn strength(findings: &[Value]) -> String {
    let rises = |finding: &&Value| {
        finding["counts"] == true
            && finding["says"].as_str().is_some_and(|it| it.contains(" rises with "))
    };
    let found: Vec<f64> =
        findings.iter().filter(rises).filter_map(|finding| finding["mean"].as_f64()).collect();
    let ends = [f64::min, f64::max].map(|end| found.iter().copied().reduce(end));
    let [Some(low), Some(high)] = ends else { return String::new() };
    let how = |r: f64| match r {
        r if r < 0.2 => "hardly at all",
        r if r < 0.4 => "weakly",
        r if r < 0.7 => "moderately",
        _ => "strongly",
    };
    let [least, most] = [low, high].map(how);
    let how = if least == most { least.into() } else { format!("{least} to {most}") };
    let between = |value: f64| format!("{value:.2}").replace('-', "−");
    format!(
        " What is said to rise together does so {how}: Pearson’s coefficients are from {} to {}, where any above 0 \
         would hold.",
        between(low),
        between(high)
    )
}

/// What is less in a live figure than in the study that it stands for.
pub fn smaller(whole: &str, live: &Value) -> String {
    let said = |link: &str, key: &str| {
        let values = link.split('&').filter_map(|item| item.split_once('='));
        values.into_iter().find(|(name, _)| *name == key).map(|(_, value)| value.to_string())
    };
    let link = live["link"].as_str().unwrap_or_default();
    let mut less = vec![format!("{} tasks", live["tasks"])];
    let rounds =
        said(link, "rounds").filter(|rounds| said(whole, "rounds").as_ref() != Some(rounds));
    less.extend(rounds.map(|rounds| format!("{rounds} batches")));
    if said(link, "set") != said(whole, "set") {
        less.push("few settings of each model".into());
    } else if live["quick"] == true {
        less.push("short training".into());
    }
    less.join(", ")
}

/// Where a live figure shows the number that is compared here.
pub fn same_number(link: &str) -> &'static str {
    match link.split('&').find_map(|item| item.strip_prefix("lab=")) {
        Some("curves") if link.matches("&predict=").count() > 1 => {
            " (its table of ranks is what is compared here)"
        }
        Some("curves") => {
            " (choose a line in its table: the column “over all batches” is the mean difference that is compared here)"
        }
        Some("agreement") => {
            " (its coefficients are those that are compared here; over fewer tasks or models they differ)"
        }
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn notes_say_of_a_study_what_its_comparisons_do() {
        let finding =
            |says: &str, verdict: &str| json!({ "says": says, "verdict": verdict, "counts": true });
        let mut all =
            vec![finding("d = 3: a above b", "holds"), finding("d = 3: c above b", "holds")];
        all.push(finding("d = 9: a above b", "undecided"));
        all.push(finding("d = 9: c above b", "holds"));
        all.push(json!({ "says": "d = 3: beside", "verdict": "undecided", "counts": false }));
        let said = filled_in("At d = 3 {d = 3}; at d = 9 {d = 9}.", &all).unwrap();
        assert_eq!(
            said,
            "At d = 3 all 2 comparisons hold; at d = 9 1 of 2 comparisons hold and 1 is undecided."
        );
        assert!(filled_in("{d = 7}", &all).is_err() && filled_in("{d", &all).is_err());
    }

    #[test]
    fn coefficients_that_hold_say_how_strong_they_are() {
        let finding = |says: &str, mean: f64, counts: bool| json!({ "says": says, "mean": mean, "counts": counts });
        let strong = [finding("a rises with b", 0.99, true), finding("c rises with b", 0.72, true)];
        let words = strength(&strong);
        assert!(
            words.contains("does so strongly: Pearson’s coefficients are from 0.72 to 0.99"),
            "{words}"
        );
        let mixed = [finding("a rises with b", 0.3, true), finding("c rises with b", 0.5, true)];
        assert!(strength(&mixed).contains("weakly to moderately"), "{}", strength(&mixed));
        let none = [finding("a above b", 0.1, true), finding("a rises with b", 0.9, false)];
        assert_eq!(strength(&none), "");
    }
}
