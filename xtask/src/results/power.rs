//! How many tasks measures need to tell right correlations from weaker ones: the study in `power.md`, as a table.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use super::escaped;

/// The study: text in which every block is a command, its link and what it printed.
pub const STUDY: &str = "power.md";

/// Before the lines of measures.
const HEAD: &str = "tasks that each measure needs to tell ";
/// Where a line's columns begin and end: the measure, the tasks it needs, its z.
const COLUMNS: [(usize, usize); 3] = [(0, 54), (54, 64), (68, 78)];

const WRONG: &str = "prefers the wrong model";
const BLIND: &str = "sees nothing: says the same of both";
const TELLS: &str = "prefers the right model";

/// One run.
struct Run {
    name: String,
    link: String,
    rows: Vec<Row>,
}

/// What it says of a measure.
#[derive(Clone, PartialEq)]
struct Row {
    measure: String,
    needed: String,
    z: String,
    verdict: String,
    /// Whether it is estimated from draws.
    drawn: bool,
}

/// The block of the page; nothing before the study was run.
pub fn block(folder: &Path) -> Result<String> {
    let file = folder.join(STUDY);
    if !file.exists() {
        return Ok(String::new());
    }
    let text = fs::read_to_string(&file)?;
    let runs = text.split("\n## ").skip(1).map(run).collect::<Result<Vec<_>>>()?;
    ensure!(!runs.is_empty(), "{STUDY} has no runs");
    let mut html = String::from(
        "<section id=\"power\">\n<h2>A measure’s power <span>not in the paper</span></h2>\n\
         <p class=\"says\">How many tasks does a measure need to tell a model whose correlations are right from one \
         whose correlations are 0.9 of these, means and variances untouched?</p>\n",
    );
    html += &summary(&runs);
    html += &table(&runs);
    html += "<p>Again, live:";
    for Run { name, link, .. } in &runs {
        write!(html, " <a href=\"index.html#{}\">{}</a>", escaped(link), escaped(name))?;
    }
    html += ".</p>\n<h3>Again, in full</h3>\n<pre><code>cargo xtask results --power</code></pre>\n</section>\n";
    Ok(html)
}

/// A block of the study.
fn run(block: &str) -> Result<Run> {
    let name = block.lines().next().unwrap_or_default().trim().to_string();
    let link = block.lines().find(|line| line.starts_with("v=1&"));
    let link = link.with_context(|| format!("{STUDY} has no link for {name}"))?.to_string();
    let lines = block.lines().skip_while(|line| !line.starts_with(HEAD)).skip(1);
    let (mut rows, mut drawn) = (Vec::new(), false);
    for line in lines.take_while(|line| !line.starts_with("Fingerprint")) {
        match row(line, drawn) {
            Some(row) => rows.push(row),
            // A line without numbers is the head of those that are estimated from draws.
            None => drawn = true,
        }
    }
    ensure!(!rows.is_empty(), "{STUDY} says of no measure what it needs, for {name}");
    Ok(Run { name, link, rows })
}

fn row(line: &str, drawn: bool) -> Option<Row> {
    let characters: Vec<char> = line.chars().collect();
    let cell = |from: usize, to: usize| {
        let cell: Option<String> = characters.get(from..to).map(|cell| cell.iter().collect());
        cell.map(|cell| cell.trim().to_string())
    };
    (cell(64, 68)? == "z").then_some(())?;
    let [measure, needed, z] = COLUMNS.map(|(from, to)| cell(from, to));
    let verdict = cell(COLUMNS[2].1, characters.len())?;
    Some(Row { measure: measure?, needed: needed?, z: z?, verdict, drawn })
}

/// Which prefer the wrong model, which never tell, and which need fewest tasks.
fn summary(runs: &[Run]) -> String {
    let whose = |verdict: &str| -> Vec<String> {
        let mut found = Vec::new();
        for measure in measures(runs).filter(|row| !row.drawn).map(|row| &row.measure) {
            let has = |run: &&Run| {
                run.rows.iter().any(|row| row.measure == *measure && row.verdict == verdict)
            };
            let names: Vec<&str> = runs.iter().filter(has).map(|run| &*run.name).collect();
            match names.len() {
                0 => {}
                all if all == runs.len() => found.push(escaped(measure)),
                _ => found.push(format!("{} ({})", escaped(measure), escaped(&names.join(", ")))),
            }
        }
        found
    };
    let best = runs.iter().map(|run| {
        let best = run.rows.iter().find(|row| row.verdict == TELLS && !row.drawn);
        let words = best.map_or("none is sure".into(), |row| {
            format!("{} ({})", escaped(&row.measure), escaped(&row.needed))
        });
        format!("{}: {words}", escaped(&run.name))
    });
    let item = |head: &str, of: Vec<String>| {
        let words = if of.is_empty() { "none".into() } else { of.join("; ") };
        format!("<li>{head}: {words}.</li>\n")
    };
    format!(
        "<ul>\n{}{}{}</ul>\n",
        item("Fewest tasks needed", best.collect()),
        item("Never tell, however many tasks there are", whose(BLIND)),
        item("Prefer the wrong model", whose(WRONG)),
    )
}

/// Every measure once, in the order of the first run; those under draws last.
fn measures(runs: &[Run]) -> impl Iterator<Item = &Row> {
    let rows = runs.first().map_or(&[][..], |run| &run.rows);
    [false, true].into_iter().flat_map(|drawn| rows.iter().filter(move |row| row.drawn == drawn))
}

fn table(runs: &[Run]) -> String {
    let heads: String =
        runs.iter().map(|run| format!("<th scope=\"col\">{}</th>", escaped(&run.name))).collect();
    let (mut rows, mut drawn) = (String::new(), false);
    for measure in measures(runs) {
        if measure.drawn && !drawn {
            drawn = true;
            rows += &format!(
                "<tr><th scope=\"rowgroup\" colspan=\"{}\">Estimated from draws: these partly measure their own error, \
                 which grows with the size of the batch</th></tr>\n",
                runs.len() + 1
            );
        }
        let cells: String = runs.iter().map(|run| cell(run, &measure.measure)).collect();
        rows += &format!("<tr><th scope=\"row\">{}</th>{cells}</tr>\n", escaped(&measure.measure));
    }
    format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Tasks that measures need\"><table>\n<caption>\
         Tasks needed to find the sign nine times in ten, at a level of 5%; z: by how many standard errors the right \
         model was ahead</caption>\n<thead><tr><th scope=\"col\">measure</th>{heads}</tr></thead>\n<tbody>\n{rows}\
         </tbody></table></div>\n"
    )
}

fn cell(run: &Run, measure: &str) -> String {
    let Some(row) = run.rows.iter().find(|row| row.measure == measure) else {
        return "<td>–</td>".into();
    };
    let (needed, z) = (escaped(&row.needed), escaped(&row.z).replace('-', "−"));
    let words = match &*row.verdict {
        TELLS => needed,
        BLIND => return "<td>never</td>".into(),
        WRONG => "prefers the wrong one".into(),
        _ => "undecided".into(),
    };
    format!("<td>{words} (z {z})</td>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_study_says_who_tells_who_never_does_and_who_prefers_the_wrong_model() {
        let line = |measure: &str, needed: &str, z: &str, verdict: &str| {
            format!("{measure:<54}{needed:>10}  z {z:>10}  {verdict}\n")
        };
        let run = |name: &str, wrong: &str| {
            let lines = [
                line("pairs <b>", "22", "6.2", TELLS),
                line("all", "over 1,000", "every task", "not decided yet"),
                line("blind", "–", "0.0", BLIND),
                line("repeated", "6", "-12.5", wrong),
                "Under draws: estimates.\n".into(),
                line("draws", "2", "9.0", TELLS),
            ];
            let lines = lines.concat();
            format!(
                "\n## {name}\n\n```\ntalscope run\nv=1&lab=a\n{HEAD}x:\n{lines}Fingerprint 0\n```\n"
            )
        };
        let folder = std::env::temp_dir().join(format!("xtask-power-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        assert_eq!(block(&folder).unwrap(), "");
        let text = format!("# Head\n{}{}", run("d = 1", WRONG), run("d = 3", "not decided yet"));
        fs::write(folder.join(STUDY), text).unwrap();
        let html = block(&folder).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        for words in [
            "Fewest tasks needed: d = 1: pairs &lt;b&gt; (22); d = 3: pairs &lt;b&gt; (22).",
            "Never tell, however many tasks there are: blind.",
            "Prefer the wrong model: repeated (d = 1).",
            "<th scope=\"row\">repeated</th><td>prefers the wrong one (z −12.5)</td><td>undecided (z −12.5)</td>",
            "<td>undecided (z every task)</td>",
            "<a href=\"index.html#v=1&amp;lab=a\">d = 3</a>",
        ] {
            assert!(html.contains(words), "no {words} in {html}");
        }
        let at = |words: &str| html.find(words).unwrap();
        assert!(
            at(">repeated<") < at("Estimated from draws")
                && at("Estimated from draws") < at(">draws<")
        );
    }
}
