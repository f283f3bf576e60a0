//! What is computed natively and committed: the results of long runs, and parts that lie beside the page. The
//! command line computes; this puts it where the page is made of it.

use std::fs;
use std::path::{Path, PathBuf, absolute};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::process;
use crate::results::power;
use crate::workspace::{cargo, root, target_directory};

/// How `talscope merge` ends when some units are yet to be computed.
const UNFINISHED: i32 = 75;

/// Longer tables are not kept, for the same reason as the list of all units' numbers.
const LONGEST_TABLE: usize = 100_000;

/// Where the results are of which the page tells, in a folder each.
pub fn results_folder() -> PathBuf {
    root().join("docs/results")
}

/// The folder of synthetic tasks.
pub const SYNTHETIC: &str = "synthetic";

/// The folder of models judged on real data.
pub const DATA: &str = "data";

/// The folder of models and rules that ask for rows of real data: it takes so much longer that it has seeds of its own.
pub const ASKING: &str = "asking";

/// All of them, in the order in which the page tells of them.
pub const FOLDERS: [&str; 3] = [SYNTHETIC, DATA, ASKING];

/// Keeps what `talscope bench` wrote: its report, tables and pictures. The list of all numbers is not kept, for its
/// length; the command in the report gives it at any time.
pub fn keep_tables(folder: &Path) -> Result<()> {
    let report = folder.join("report.json");
    ensure!(report.exists(), "{} is not there: `talscope bench` writes it", report.display());
    let kept = results_folder().join(if asks(&report)? { ASKING } else { DATA });
    keep(folder, &kept)?;
    println!("{} is what `cargo xtask dist` makes the page of results of", kept.display());
    Ok(())
}

/// Whether a run on tables went on to ask for rows.
fn asks(report: &Path) -> Result<bool> {
    let report: Value = serde_json::from_str(&fs::read_to_string(report)?)?;
    let claims = report["claims"].as_array().context("the report has claims")?;
    let found = |claim: &Value| claim["findings"].as_array().is_some_and(|all| !all.is_empty());
    Ok(claims.iter().any(|claim| claim["id"] == "rules-data" && found(claim)))
}

/// Reports what folders of finished units have of all claims, and keeps the report, its figures and its numbers. The
/// long list of all units' numbers is not kept: it is megabytes, and the folders give it at any time.
pub fn keep_results(folders: &[PathBuf]) -> Result<()> {
    let made = target_directory()?.join("results");
    let _ = fs::remove_dir_all(&made);
    let mut merge = talscope();
    merge.args(["merge", "--all"]);
    for folder in folders {
        merge.arg(absolute(folder)?);
    }
    let status = merge.arg("--out").arg(&made).status().context("starting cargo")?;
    let merged = status.success() || status.code() == Some(UNFINISHED);
    ensure!(merged, "`{}` failed with {status}", process::describe(&merge));
    let kept = results_folder().join(SYNTHETIC);
    keep(&made, &kept)?;
    println!("{} is what `cargo xtask dist` makes the page of results of", kept.display());
    Ok(())
}

/// Puts a report with its figures and numbers in place of an earlier one.
fn keep(made: &Path, kept: &Path) -> Result<()> {
    fs::create_dir_all(kept)?;
    clear(kept)?;
    for file in generated(made)? {
        let name = file.file_name().context("a file has a name")?.to_owned();
        let contents = fs::read_to_string(&file)?;
        let is = |ending: &str| file.extension().is_some_and(|other| other == ending);
        match contents.len() {
            _ if is("svg") => fs::write(kept.join(name), joined(&contents))?,
            long if is("csv") && long > LONGEST_TABLE => {}
            _ => fs::write(kept.join(name), contents)?,
        }
    }
    let report = kept.join("report.md");
    fs::write(&report, without_lost_links(&fs::read_to_string(&report)?, kept))?;
    sign(&kept.join("report.json"))
}

/// A report that refers to no table that was not kept.
fn without_lost_links(report: &str, kept: &Path) -> String {
    let mut pieces = report.split("Numbers: [");
    let mut whole = pieces.next().unwrap_or_default().to_string();
    for piece in pieces {
        let (name, rest) = piece.split_once(']').unwrap_or((piece, ""));
        match rest.split_once(").") {
            Some((_, after)) if !kept.join(name).exists() => whole += after.trim_start(),
            _ => whole += &format!("Numbers: [{piece}"),
        }
    }
    whole
}

/// Computes the parts that lie beside the page, as far as they are not there under today's names.
pub fn keep_parts() -> Result<()> {
    let kept = root().join("www/shelf");
    process::run(talscope().arg("parts").arg("--out").arg(&kept))?;
    let index: serde_json::Value = serde_json::from_slice(&fs::read(kept.join("index.json"))?)?;
    for file in fs::read_dir(&kept)? {
        let path = file?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        if name != "index" && index.get(&*name).is_none() {
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}

/// In how many dimensions, and on how many tasks, the power of measures is asked for.
const POWER: ([usize; 3], usize) = ([1, 3, 9], 80);

const POWER_HEAD: &str = "# A measure's power\n\n\
    How many tasks does a measure need to tell the exact posterior from the same with all correlations multiplied by 0.9,\n\
    means and variances untouched? Tasks are those of the authors' experiments (setting `benchmark`, noise 0.01). The models\n\
    that are compared above each table are cheap ones, and no matter of it. `cargo xtask results --power` writes this file.\n";

/// Asks how many tasks each measure needs, and keeps what the command line says.
pub fn keep_power() -> Result<()> {
    let (dimensions, tasks) = POWER;
    let mut text = String::from(POWER_HEAD);
    for d in dimensions {
        let models = "candidate=oracle&candidate=shrunk(0.9)&candidate=shrunk(0.5)";
        let link = format!("lab=agreement&task=benchmark&d={d}&tasks={tasks}&{models}");
        let mut run = talscope();
        let output = run.args(["run", "--quiet", &link]).output().context("starting cargo")?;
        ensure!(output.status.success(), "`{}` failed", process::describe(&run));
        let said = String::from_utf8(output.stdout)?;
        text +=
            &format!("\n## d = {d}\n\n```\ntalscope run \"{link}\"\n{}\n```\n", said.trim_end());
    }
    let file = results_folder().join(power::STUDY);
    fs::write(&file, text)?;
    println!(
        "{} is what `cargo xtask dist` makes a block of the page of results of",
        file.display()
    );
    Ok(())
}

fn talscope() -> Command {
    let mut command = cargo();
    command.args(["run", "--release", "--quiet", "--bin", "talscope", "--"]);
    command
}

/// A drawing whose neighbouring strokes and boxes of one look are one element: dashed lines are drawn dash by dash,
/// small marks box by box, and would be megabytes.
fn joined(drawing: &str) -> String {
    let (mut whole, mut look) = (String::with_capacity(drawing.len()), "");
    for line in drawing.split_inclusive('\n') {
        let Some((style, path)) = stroke(line).or_else(|| square(line)) else {
            end(&mut whole, &mut look);
            whole += line;
            continue;
        };
        if style != look {
            end(&mut whole, &mut look);
            whole += &format!("<path {style} d=\"");
            look = style;
        }
        whole += &path;
    }
    end(&mut whole, &mut look);
    whole
}

/// The look of a line of strokes, and its path.
fn stroke(line: &str) -> Option<(&str, String)> {
    let stroke = line.strip_prefix("<polyline ")?.strip_suffix(" \"/>\n")?;
    let (style, points) = stroke.split_once(" points=\"")?;
    Some((style, format!("M{points}")))
}

/// The look of a box that nothing shines through, and its path.
fn square(line: &str) -> Option<(&str, String)> {
    let inside = line.strip_prefix("<rect x=\"")?.strip_suffix("/>\n")?;
    let (x, rest) = inside.split_once("\" y=\"")?;
    let (y, rest) = rest.split_once("\" width=\"")?;
    let (width, rest) = rest.split_once("\" height=\"")?;
    let (height, style) = rest.split_once("\" ")?;
    style
        .starts_with("opacity=\"1\"")
        .then(|| (style, format!("M{x},{y}h{width}v{height}h-{width}z")))
}

/// Ends the element that is open, if one is.
fn end(drawing: &mut String, look: &mut &str) {
    if !look.is_empty() {
        *drawing += "\"/>\n";
        *look = "";
    }
}

/// Removes what an earlier run left, but for what people wrote.
fn clear(folder: &Path) -> Result<()> {
    generated(folder)?.iter().try_for_each(|file| Ok(fs::remove_file(file)?))
}

/// The files of a folder that `merge` wrote and that are kept.
fn generated(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for file in fs::read_dir(folder)? {
        let path = file?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let figure = name.ends_with(".svg") || name.ends_with(".csv");
        if figure || name == "report.md" || name == "report.json" {
            files.push(path);
        }
    }
    Ok(files)
}

/// Writes into the report by which source it was made.
fn sign(report: &Path) -> Result<()> {
    let mut git = Command::new("git");
    let said =
        git.args(["rev-parse", "HEAD"]).current_dir(root()).output().context("asking git")?;
    if !said.status.success() {
        bail!("the commit is unknown: {}", String::from_utf8_lossy(&said.stderr));
    }
    let mut claims: Value = serde_json::from_str(&fs::read_to_string(report)?)?;
    claims["commit"] = String::from_utf8_lossy(&said.stdout).trim().into();
    fs::write(report, serde_json::to_string_pretty(&claims)? + "\n")?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbouring_strokes_of_one_look_become_one_element() {
        let stroke = |colour: &str, points: &str| {
            format!("<polyline fill=\"none\" stroke=\"{colour}\" points=\"{points} \"/>\n")
        };
        let dashes = [stroke("a", "0,1 2,1"), stroke("a", "4,1 6,1"), stroke("b", "0,2 1,2")];
        let drawing =
            format!("<svg>\n{}<text>\nx\n</text>\n{}</svg>\n", dashes.concat(), dashes[0]);
        let expected = "<svg>\n<path fill=\"none\" stroke=\"a\" d=\"M0,1 2,1M4,1 6,1\"/>\n\
            <path fill=\"none\" stroke=\"b\" d=\"M0,2 1,2\"/>\n<text>\nx\n</text>\n\
            <path fill=\"none\" stroke=\"a\" d=\"M0,1 2,1\"/>\n</svg>\n";
        assert_eq!(joined(&drawing), expected);
        let box_at = |x: u32| {
            format!(
                "<rect x=\"{x}\" y=\"2\" width=\"3\" height=\"4\" opacity=\"1\" fill=\"a\" stroke=\"none\"/>\n"
            )
        };
        let expected =
            "<path opacity=\"1\" fill=\"a\" stroke=\"none\" d=\"M1,2h3v4h-3zM9,2h3v4h-3z\"/>\n";
        assert_eq!(joined(&(box_at(1) + &box_at(9))), expected);
    }
}
