//! What numbers of the report mean, in words.

use serde_json::Value;

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
            " (choose a line in its table: the column “all batches, minus …” is the mean that is compared here)"
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
