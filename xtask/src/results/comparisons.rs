//! The comparisons that a verdict rests on, with their intervals.

use anyhow::Result;
use serde_json::Value;

use super::{ends, escaped, number, text};

/// What the verdict rests on, and what stands beside.
pub fn comparisons(findings: &[Value]) -> Result<String> {
    if findings.is_empty() {
        return Ok(String::new());
    }
    let far = |finding: &Value| {
        let against = finding["against"].as_f64().unwrap_or(0.0);
        let [low, high] = ["low", "high"]
            .map(|end| finding[end].as_f64().map_or(0.0, |end| (end - against).abs()));
        low.max(high)
    };
    let widest = findings.iter().map(far).fold(f64::MIN_POSITIVE, f64::max);
    let (counted, beside): (Vec<&Value>, Vec<&Value>) =
        findings.iter().partition(|finding| finding["counts"] == true);
    let mut html = fold("What the verdict rests on", &table(&counted, widest)?);
    if !beside.is_empty() {
        html += &fold("What was looked at beside it", &table(&beside, widest)?);
    }
    Ok(html)
}

/// Long tables wait until they are asked for.
fn fold(heading: &str, table: &str) -> String {
    format!("<details><summary>{heading}</summary>\n{table}</details>\n")
}

fn table(findings: &[&Value], widest: f64) -> Result<String> {
    let mut rows = String::new();
    for finding in findings {
        let [says, of, verdict] =
            ["says", "of", "verdict"].map(|key| text(finding, key).map(escaped));
        let verdict = verdict?;
        rows += &format!(
            "<tr><td>{}</td><td><span class=\"ruling\" data-ruling=\"{verdict}\">{verdict}</span></td>\
             <td class=\"plot\">{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
            says?,
            plot(finding, widest),
            number(&finding["mean"]),
            ends(finding),
            number(&finding["error"]),
            finding["count"],
            of?,
        );
    }
    Ok(format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Comparisons\"><table>\n<thead><tr><th>what \
         is compared</th><th>verdict</th><th>95% interval</th><th>mean</th><th>in numbers</th><th>standard error</th>\
         <th>tasks</th><th>measured by</th></tr></thead>\n<tbody>\n{rows}</tbody></table></div>\n"
    ))
}

/// The interval as a line around what it is held against, which stands in the middle.
fn plot(finding: &Value, widest: f64) -> String {
    let against = finding["against"].as_f64().unwrap_or(0.0);
    let at =
        |key: &str| finding[key].as_f64().map(|value| 64.0 + 60.0 * (value - against) / widest);
    // Without any error there is no scale.
    let at = |key: &str| at(key).filter(|place| place.is_finite());
    let mut marks = String::from("<line class=\"zero\" x1=\"64\" x2=\"64\" y1=\"0\" y2=\"16\"/>");
    if let (Some(low), Some(high)) = (at("low"), at("high")) {
        let line = format!("x1=\"{low:.1}\" x2=\"{high:.1}\" y1=\"8\" y2=\"8\"");
        marks += &format!("<line class=\"span\" {line}/>");
    }
    if let Some(mean) = at("mean") {
        marks += &format!("<circle class=\"mean\" cx=\"{mean:.1}\" cy=\"8\" r=\"3.5\"/>");
    }
    format!("<svg viewBox=\"0 0 128 16\" aria-hidden=\"true\">{marks}</svg>")
}
