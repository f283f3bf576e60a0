//! The page of results, from what is committed: one block for each of the paper's claims. Plain HTML; no
//! script but for the theme.
//!
//! What was found comes from `report.json`, as `talscope merge` and `talscope bench` write it; what was tried where a claim does not
//! hold from `tried.md`, with a heading for each claim. Both are text here: all of it is escaped.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::Value;

use crate::evidence::FOLDERS;
use crate::site::Files;

mod agreement;
mod comparisons;
mod notes;
pub mod power;
mod studies;
mod words;

/// The page, at the root of the site.
pub const RESULTS: &str = "results.html";

/// Its script, which is for the theme alone.
pub const SCRIPT: &str = "results.js";

/// Where its figures and numbers are among the assets.
pub const BESIDE: &str = "results/";

/// Where the template holds all claims at a glance, and where their blocks.
const OVERVIEW: &str = "<!-- overview -->\n";
const BLOCKS: &str = "<!-- results -->\n";

/// The page, made of a template and of a folder with one of results each, whose figures and numbers join the assets.
/// What real data say is not there before they were run.
pub fn page(template: &str, folder: &Path, assets: &mut Files) -> Result<String> {
    let (mut rows, mut blocks) = (String::new(), String::new());
    for (folder, report) in told_once(reports(folder)?)? {
        let tried = notes::tried(&fs::read_to_string(folder.join("tried.md")).unwrap_or_default());
        let claims = list(&report, "claims")?;
        if let Some(commit) = report["commit"].as_str().filter(|_| !claims.is_empty()) {
            let words = "Reported by the source at commit";
            blocks += &format!("<p class=\"note\">{words} <code>{}</code>.</p>\n", escaped(commit));
        }
        let mut beside = Beside { folder: &folder, assets, shown: BTreeSet::new() };
        for claim in claims {
            let notes = tried.get(text(claim, "id")?).map_or("", String::as_str);
            let notes = words::filled_in(notes, list(claim, "findings")?)?;
            blocks += &block(claim, &notes, &mut beside)?;
        }
        blocks += &agreement::blocks(&report)?;
        rows += &overview_rows(claims)?;
    }
    blocks += &power::block(folder)?;
    let page = filled(template, OVERVIEW, &unbroken(&overview(&rows)))?;
    filled(&page, BLOCKS, &unbroken(&blocks))
}

/// The report of each folder that has one.
fn reports(folder: &Path) -> Result<Vec<(PathBuf, Value)>> {
    let known = FOLDERS.map(|name| folder.join(name)).into_iter();
    let parse = |folder: PathBuf| {
        let report = read(&folder.join("report.json"))?;
        Ok((folder, serde_json::from_str(&report).context("report.json is no JSON")?))
    };
    known.filter(|folder| folder.join("report.json").exists()).map(parse).collect()
}

/// Every claim once: in the first report that has begun with it, or else in the first that names it. With the claim on
/// tables goes what is said of their agreement.
fn told_once(mut reports: Vec<(PathBuf, Value)>) -> Result<Vec<(PathBuf, Value)>> {
    let mut teller: BTreeMap<String, (usize, bool)> = BTreeMap::new();
    for (place, (_, report)) in reports.iter().enumerate() {
        for claim in list(report, "claims")? {
            let (id, begun) = (text(claim, "id")?.to_string(), is_begun(claim)?);
            let told = teller.entry(id).or_insert((place, begun));
            if begun && !told.1 {
                *told = (place, true);
            }
        }
    }
    for (place, (_, report)) in reports.iter_mut().enumerate() {
        let own = |claim: &Value| {
            claim["id"].as_str().and_then(|id| teller.get(id)).is_some_and(|told| told.0 == place)
        };
        let claims = report["claims"].as_array_mut().context("a report has claims")?;
        claims.retain(own);
        if !claims.iter().any(|claim| claim["id"] == ON_TABLES) {
            report["agreement"] = Value::Null;
        }
    }
    Ok(reports)
}

/// The claim that rests on the tables of which reports say how alike the paper's are.
const ON_TABLES: &str = "xllr-data";

/// No line breaks within `d = 3`.
fn unbroken(html: &str) -> String {
    html.replace("d = ", "d&nbsp;=&nbsp;")
}

fn filled(template: &str, place: &str, html: &str) -> Result<String> {
    let parts = template.split_once(place);
    let (before, after) = parts.with_context(|| format!("{RESULTS} has no place: {place}"))?;
    Ok(format!("{before}{html}{after}"))
}

/// The files beside the report.
struct Beside<'a> {
    folder: &'a Path,
    assets: &'a mut Files,
    /// The studies that were shown: several claims may be decided by the same.
    shown: BTreeSet<String>,
}

impl Beside<'_> {
    /// The text of a file, which the page may now refer to.
    fn take(&mut self, name: &str) -> Result<String> {
        let contents = read(&self.folder.join(name))?;
        self.assets.insert(format!("{BESIDE}{name}"), contents.clone().into_bytes());
        Ok(contents)
    }
}

/// All claims at a glance: a row each.
fn overview_rows(claims: &[Value]) -> Result<String> {
    let mut rows = String::new();
    for claim in claims {
        let [id, title, source] =
            ["id", "title", "source"].map(|key| text(claim, key).map(escaped));
        rows += &format!(
            "<tr><th scope=\"row\"><a href=\"#{}\">{}</a></th><td>{}</td><td>{}</td><td>{}</td></tr>\n",
            id?,
            title?,
            source?,
            ruling(claim)?,
            tally(claim)?
        );
    }
    Ok(rows)
}

fn overview(rows: &str) -> String {
    format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"All claims\"><table class=\"overview\">\n\
         <thead><tr><th>claim</th><th>in the paper</th><th>verdict</th><th>what it rests on</th></tr></thead>\n<tbody>\n\
         {rows}</tbody></table></div>\n"
    )
}

fn block(claim: &Value, notes: &str, beside: &mut Beside) -> Result<String> {
    let [id, title, source, says] =
        ["id", "title", "source", "says"].map(|key| text(claim, key).map(escaped));
    let (id, ruling) = (id?, ruling(claim)?);
    let mut html = format!(
        "<section id=\"{id}\">\n<h2>{} <span>{}</span></h2>\n<p class=\"says\">{}</p>\n<p>{ruling}",
        title?, source?, says?
    );
    let studies = list(claim, "studies")?;
    if studies.is_empty() {
        return Ok(html + "</p>\n</section>\n");
    }
    html += &format!(" {}.{}</p>\n", tally(claim)?, words::strength(list(claim, "findings")?));
    html += &remarks(claim)?;
    if claim["quick"] == true {
        html += "<p><strong>A quick run</strong>: few tasks and short training. It decides nothing.</p>\n";
    }
    let (telling, others) = studies::telling_first(studies)?;
    html += &studies::study(telling, beside)?;
    html += &against(claim)?;
    if !notes.is_empty() {
        html += &format!("<h3>What was tried</h3>\n{notes}");
    }
    html += &comparisons::comparisons(list(claim, "findings")?)?;
    html += &studies::folded(&others, beside)?;
    let again = match claim["again"].as_str() {
        Some(command) => escaped(command),
        None => format!(
            "cargo run --release -- reproduce {id} --seed {} --out FOLDER",
            studies[0]["seed"]
        ),
    };
    html += &format!("<h3>Again, in full</h3>\n<pre><code>{again}</code></pre>\n</section>\n");
    Ok(html)
}

/// The verdict as a word; of a run that is under way, so far.
fn ruling(claim: &Value) -> Result<String> {
    if !is_begun(claim)? {
        return Ok("<strong class=\"ruling\">not run yet</strong>".into());
    }
    let (word, so_far) = (text(claim, "verdict")?, if is_whole(claim)? { "" } else { " so far" });
    let counted: Vec<&Value> = words::counted(list(claim, "findings")?, "");
    let (held, all) = (words::having(&counted, "holds"), counted.len());
    // One exception in many is another verdict than one in two.
    let word = match word {
        "holds in part" if held >= NEARLY * (all - held) => "holds nearly everywhere",
        word => word,
    };
    Ok(format!("<strong class=\"ruling\" data-ruling=\"{0}\">{0}{so_far}</strong>", escaped(word)))
}

/// So many times as many comparisons must hold as do not for a claim to hold nearly everywhere.
const NEARLY: usize = 9;

fn is_begun(claim: &Value) -> Result<bool> {
    Ok(list(claim, "studies")?.iter().any(|study| study["done"] != 0))
}

fn is_whole(claim: &Value) -> Result<bool> {
    Ok(list(claim, "studies")?.iter().all(|study| study["done"] == study["all"]))
}

/// How many of the comparisons on which the claim rests came out how.
fn tally(claim: &Value) -> Result<String> {
    let counted: Vec<&Value> =
        list(claim, "findings")?.iter().filter(|finding| finding["counts"] == true).collect();
    if counted.is_empty() {
        return Ok("nothing to compare yet".into());
    }
    let of = |verdict: &str| counted.iter().filter(|found| found["verdict"] == verdict).count();
    let all = counted.len();
    let mut words = format!("{} of {all} comparisons hold", of("holds"));
    match of("does not hold") {
        0 => {}
        1 => words += ", 1 does not",
        many => words += &format!(", {many} do not"),
    }
    if of("undecided") > 0 {
        words += &format!(", {} undecided", of("undecided"));
    }
    Ok(words + &by_study(&counted) + &failing(&counted))
}

/// What does not hold, where that is little: a claim of two halves may owe all its failures to one.
fn failing(counted: &[&Value]) -> String {
    let says = |finding: &&&Value| {
        let says = finding["says"].as_str().unwrap_or_default();
        says.split_once(": ").map_or(says, |(_, says)| says).to_string()
    };
    let failed = counted.iter().filter(|finding| finding["verdict"] == "does not hold");
    let failed: BTreeSet<String> = failed.map(|finding| says(&finding)).collect();
    if !(1..=LITTLE).contains(&failed.len()) {
        return String::new();
    }
    let all: Vec<String> = failed.iter().map(|says| format!("“{}”", escaped(says))).collect();
    format!(". What does not hold: {}", all.join(" and "))
}

/// So many things can be named in a row.
const LITTLE: usize = 2;

/// The same for each study, by the name with which its comparisons begin.
fn by_study(counted: &[&Value]) -> String {
    let mut studies: Vec<(&str, usize, usize)> = Vec::new();
    for finding in counted {
        let says = finding["says"].as_str().unwrap_or_default();
        let name = says.split_once(':').map_or(says, |(name, _)| name);
        let holds = usize::from(finding["verdict"] == "holds");
        match studies.iter_mut().find(|(known, ..)| *known == name) {
            Some((_, held, all)) => (*held, *all) = (*held + holds, *all + 1),
            None => studies.push((name, holds, 1)),
        }
    }
    let words =
        studies.iter().map(|(name, held, all)| format!("{}: {held} of {all}", escaped(name)));
    if studies.len() < 2 {
        String::new()
    } else {
        format!(" ({})", words.collect::<Vec<_>>().join("; "))
    }
}

/// What one should know of the verdict, and which studies are still to come.
fn remarks(claim: &Value) -> Result<String> {
    let mut items = String::new();
    for remark in claim["remarks"].as_array().into_iter().flatten() {
        items += &format!("<li>{}</li>\n", escaped(remark.as_str().unwrap_or_default()));
    }
    for study in list(claim, "studies")? {
        if study["done"] != study["all"] {
            let name = escaped(text(study, "name")?);
            items += &format!(
                "<li>{name}: {} of {} results are there so far.</li>\n",
                study["done"], study["all"]
            );
        }
    }
    let doubtful =
        list(claim, "studies")?.iter().filter(|study| study["doubts"][0].as_u64() > Some(0));
    let counts: Vec<String> = doubtful
        .map(|study| {
            Ok(format!(
                "{} of {} ({})",
                study["doubts"][0],
                study["doubts"][1],
                escaped(text(study, "name")?)
            ))
        })
        .collect::<Result<_>>()?;
    if !counts.is_empty() {
        items += &format!(
            "<li>Of the models, {} warn on some task that their fit is not to be trusted: too few draws or members, or \
             training that still goes on, as at the paper’s own settings. All of them count here, as they do in the \
             paper.</li>\n",
            counts.join(", ")
        );
    }
    Ok(if items.is_empty() { items } else { format!("<ul class=\"remarks\">\n{items}</ul>\n") })
}

/// The comparisons that came out against the paper.
fn against(claim: &Value) -> Result<String> {
    let mut items = String::new();
    for finding in list(claim, "findings")? {
        if finding["verdict"] == "does not hold" && finding["counts"] == true {
            let says = escaped(text(finding, "says")?);
            items +=
                &format!("<li>{says}: {} ({})</li>\n", number(&finding["mean"]), ends(finding));
        }
    }
    if items.is_empty() {
        return Ok(items);
    }
    Ok(format!("<h3>Where it does not hold</h3>\n<ul>\n{items}</ul>\n"))
}

fn number(value: &Value) -> String {
    let shown = |value: f64| format!("{value:.3}").replace('-', "−");
    value.as_f64().map_or("–".into(), shown)
}

fn ends(finding: &Value) -> String {
    format!("{} to {}", number(&finding["low"]), number(&finding["high"]))
}

fn text<'a>(value: &'a Value, key: &str) -> Result<&'a str> {
    value[key].as_str().with_context(|| format!("report.json lacks a text {key:?}"))
}

fn list<'a>(value: &'a Value, key: &str) -> Result<&'a Vec<Value>> {
    value[key].as_array().with_context(|| format!("report.json lacks a list {key:?}"))
}

fn read(file: &Path) -> Result<String> {
    fs::read_to_string(file)
        .with_context(|| format!("reading {}: `cargo xtask results` writes it", file.display()))
}

fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            '\'' => safe += "&#39;",
            other => safe.push(other),
        }
    }
    safe
}

#[cfg(test)]
#[path = "results_tests.rs"]
mod tests;
