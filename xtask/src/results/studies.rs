//! The studies that a claim was decided by: the most telling one in sight, others behind a fold.

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::{BESIDE, Beside, escaped, list, text, words};

/// The study that is shown where a claim has several: there most comparisons are decided.
const TELLING: &str = "d = 3";

/// A claim's studies, which must be some: the one to show, and all others in their order.
pub fn telling_first(studies: &[Value]) -> Result<(&Value, Vec<&Value>)> {
    let place = studies.iter().position(|study| study["name"] == TELLING).unwrap_or(0);
    let telling = studies.get(place).context("a claim without studies")?;
    let others = studies.iter().enumerate().filter(|(i, _)| *i != place);
    Ok((telling, others.map(|(_, study)| study).collect()))
}

/// Studies behind a fold that names them; nothing, if there are none.
pub fn folded(studies: &[&Value], beside: &mut Beside) -> Result<String> {
    if studies.is_empty() {
        return Ok(String::new());
    }
    let names = studies.iter().map(|study| text(study, "name").map(escaped));
    let names = names.collect::<Result<Vec<_>>>()?.join(", ");
    let mut html = format!("<details><summary>The same figure for {names}</summary>\n");
    for each in studies {
        html += &study(each, beside)?;
    }
    Ok(html + "</details>\n")
}

/// Its figure, and how to come to the same.
pub fn study(study: &Value, beside: &mut Beside) -> Result<String> {
    let (name, link) = (escaped(text(study, "name")?), escaped(text(study, "link")?));
    let file = file(study)?;
    if !beside.shown.insert(file.into()) {
        return Ok(format!(
            "<h3>{name}</h3>\n<p>By <a href=\"#{file}\">the same run as above</a>.</p>\n"
        ));
    }
    let mut html = format!("<h3 id=\"{file}\">{name}</h3>\n");
    if study["done"] != study["all"] {
        let (done, all) = (&study["done"], &study["all"]);
        html += &format!("<p><strong>Under way: {done} of {all} results are there.</strong></p>\n");
    }
    let mut ways = Vec::new();
    if !study["figure"].is_null() {
        html += &figure(study, beside)?;
        let name = format!("{file}.csv");
        // Long tables are not kept.
        if beside.folder.join(&name).exists() {
            beside.take(&name)?;
            let source = format!("assets/{BESIDE}{name}");
            ways.push(format!("<a href=\"{source}\" download=\"{name}\">numbers (CSV)</a>"));
        }
    }
    if let Value::Object(_) = &study["live"] {
        let live = &study["live"];
        let link = text(live, "link")?;
        ways.push(format!(
            "<a href=\"index.html#{}\">live, with {}</a>{}",
            escaped(link),
            words::smaller(text(study, "link")?, live),
            words::same_number(link)
        ));
    }
    let versions = list(study, "versions")?.iter().filter_map(Value::as_str);
    let versions = escaped(&versions.collect::<Vec<_>>().join(", "));
    html += &format!(
        "<p>{}</p>\n<p class=\"note\">{} {}, seed {}, settings <code class=\"link\">{link}</code>; versions: \
         {versions}.</p>\n",
        ways.join(" · "),
        study["tasks"],
        escaped(study["unit"].as_str().unwrap_or("tasks")),
        study["seed"],
    );
    Ok(html)
}

const LONGEST_CAPTION: usize = 400;

fn figure(study: &Value, beside: &mut Beside) -> Result<String> {
    let [heading, words] = ["heading", "description"].map(|key| text(&study["figure"], key));
    let (heading, words) = (escaped(heading?), escaped(words?));
    let name = format!("{}.svg", file(study)?);
    let drawing = beside.take(&name)?;
    let attribute = |key: &str| {
        let rest = drawing.split_once(&format!(" {key}=\""))?.1;
        rest.split('"').next()?.parse::<u32>().ok()
    };
    let size = attribute("width").zip(attribute("height"));
    let (width, height) = size.with_context(|| format!("{name} has no size"))?;
    // Of very many models the figure itself tells more.
    let words = if words.len() > LONGEST_CAPTION { String::new() } else { format!(" {words}") };
    let source = format!("assets/{BESIDE}{name}");
    // On a phone its text is small: it opens by itself.
    Ok(format!(
        "<figure><a href=\"{source}\"><img src=\"{source}\" alt=\"{heading}\" width=\"{width}\" height=\"{height}\" \
         loading=\"lazy\"></a><figcaption>{heading}.{words}</figcaption></figure>\n"
    ))
}

/// A study's files are named by it, and lie nowhere else.
fn file(study: &Value) -> Result<&str> {
    let name = text(study, "file")?;
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    ensure!(plain && !name.is_empty(), "report.json names a strange file: {name:?}");
    Ok(name)
}
