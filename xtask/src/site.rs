//! The page as a static host sees it: `index.html`, and one directory with everything else.
//!
//! That directory is named after its contents. A browser may then keep its files for ever, a new
//! release never mixes with an old one.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use crate::budget;
use crate::bundle::{join_modules, join_styles};
use crate::evidence::results_folder;
use crate::progress::Progress;
use crate::results::{self, RESULTS};
use crate::standalone::{STANDALONE, standalone};
use crate::wasm::{self, Bindings};
use crate::workspace::{PACKAGE, root, warn_about_ignored_flags};

/// The page's files by their path below the root of the site, with `/` between the parts.
#[derive(Clone, Debug, Default)]
pub struct Site {
    /// Each file's contents.
    pub files: Files,
}

/// Contents by name.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The page's entry, at the root of the site.
pub const INDEX: &str = "index.html";

/// The script for pages that embed figures, beside the index: other people's pages name it, so its address
/// must outlive a release.
const EMBED: &str = "talscope-embed.js";

/// The module with which the page starts.
const ENTRY: &str = "main.js";

/// Builds the page, writes it to `dist/` and fails if it is too large.
pub fn build_dist() -> Result<Site> {
    warn_about_ignored_flags();
    let mut progress = Progress::new(5);
    let site = build(&mut progress)?;
    progress.stage("checking sizes", || budget::check(&site))?;
    Ok(site)
}

/// Builds the page and writes it to `dist/`, in four steps.
pub fn build(progress: &mut Progress) -> Result<Site> {
    progress.stage("looking for the wasm target", wasm::ensure_target)?;
    let compiled = progress.stage("building wasm", wasm::build)?;
    let bindings = progress.step("generating bindings", || wasm::bind(&compiled))?;
    progress.step("assembling dist/", || {
        let site = assemble(&root().join("www"), &results_folder(), &bindings)?;
        write(&site, &root().join("dist"))?;
        Ok(site)
    })
}

impl Site {
    /// Changes when any file does.
    pub fn fingerprint(&self) -> String {
        fingerprint(&self.files)
    }
}

/// Joins the sources of the page, the results and the generated bindings to a site.
pub fn assemble(www: &Path, results: &Path, bindings: &Bindings) -> Result<Site> {
    let mut assets = Files::new();
    collect(www, "", &mut assets)?;
    assets.insert(format!("{PACKAGE}_bg.wasm"), read(&bindings.wasm)?);
    for (name, script) in [
        (format!("{PACKAGE}.js"), &bindings.module),
        (format!("{PACKAGE}_worker.js"), &bindings.script),
    ] {
        assets.insert(name, read(script)?);
    }
    for (_, script) in assets.iter_mut().filter(|(name, _)| has_comments(name)) {
        *script = without_comments(script);
    }
    let index = taken(INDEX, &mut assets)?;
    let index = with_labs(&index, &mut assets)?;
    let index = with_opening(&index, &mut assets)?;
    let embed = assets.remove_entry(EMBED);
    check_references(&index, &assets)?;
    let index = join_styles(&index, &mut assets)?;
    let template = taken(RESULTS, &mut assets)?;
    let report = results::page(&template, results, &mut assets)?;
    check_references(&report, &assets)?;
    // What both pages use is in both of their scripts.
    let mut theirs = assets.clone();
    join_modules(results::SCRIPT, &mut theirs)?;
    join_modules(ENTRY, &mut assets)?;
    assets.extend(theirs.remove_entry(results::SCRIPT));
    let whole = standalone(&index, &assets).with_context(|| format!("making {STANDALONE}"))?;
    let former = assets.insert(STANDALONE.into(), whole.into_bytes());
    ensure!(former.is_none(), "{STANDALONE} is made of the others and cannot be in www/");
    let directory = format!("assets-{}", fingerprint(&assets));
    let placed = |page: String| page.replace("\"assets/", &format!("\"{directory}/")).into_bytes();
    let mut files: Files = assets
        .into_iter()
        .map(|(name, contents)| (format!("{directory}/{name}"), contents))
        .collect();
    files.insert(INDEX.into(), placed(index));
    files.insert(RESULTS.into(), placed(report));
    files.extend(embed);
    Ok(Site { files })
}

/// A page that stands at the root of the site.
fn taken(name: &str, assets: &mut Files) -> Result<String> {
    let page = text(assets, name).with_context(|| format!("the site needs a {name}"))?;
    assets.remove(name);
    Ok(page)
}

/// The index with the labs' templates, each from a file of its own, so that the page shows any of them
/// without asking for more.
fn with_labs(index: &str, assets: &mut Files) -> Result<String> {
    let is_lab = |name: &String| name.starts_with("lab/") && name.ends_with(".html");
    let names: Vec<String> = assets.keys().filter(|name| is_lab(name)).cloned().collect();
    let mut templates = String::new();
    let parts = parts(assets)?;
    for name in names {
        let body = with_parts(&text(assets, &name)?, &parts)?;
        assets.remove(&name);
        let lab = name.trim_start_matches("lab/").trim_end_matches(".html");
        templates += &format!("<template id=\"lab-{lab}\">\n{body}</template>\n");
    }
    let (before, after) = index.split_once(LABS).unwrap_or((index, ""));
    ensure!(templates.is_empty() || !after.is_empty(), "{INDEX} has no place for labs: {LABS}");
    Ok(format!("{before}{templates}{after}"))
}

/// What several labs have in their templates, by its name, taken out of the page's files.
fn parts(assets: &mut Files) -> Result<Vec<(String, String)>> {
    let is_part = |name: &&String| name.starts_with("part/") && name.ends_with(".html");
    let names: Vec<String> = assets.keys().filter(is_part).cloned().collect();
    let take = |name: String| {
        let body = taken(&name, assets)?;
        Ok((name.trim_start_matches("part/").trim_end_matches(".html").to_string(), body))
    };
    names.into_iter().map(take).collect()
}

/// A template with its parts in their places.
fn with_parts(body: &str, parts: &[(String, String)]) -> Result<String> {
    let whole = parts.iter().fold(body.to_string(), |body, (name, part)| {
        body.replace(&format!("<!-- part {name} -->"), part.trim())
    });
    ensure!(!whole.contains("<!-- part "), "a template asks for a part that there is not");
    Ok(whole)
}

/// The index with the pictures of what the page opens with, a wide one and one for phones, on one line: they are
/// seen before any script is there, in the colours of the theme.
fn with_opening(index: &str, assets: &mut Files) -> Result<String> {
    let mut pictures = String::new();
    for name in OPENING {
        if assets.contains_key(name) {
            let picture: String = taken(name, assets)?.lines().map(str::trim).collect();
            pictures += &COLOURS.iter().fold(picture, |picture, (drawn, named)| {
                picture.replace(drawn, &format!("var(--{named})"))
            });
        }
    }
    Ok(index
        .replace(PICTURE, &format!("<div class=\"opening\" aria-hidden=\"true\">{pictures}</div>")))
}

/// What `tests/charts.rs` draws.
const OPENING: [&str; 2] = ["opening-wide.svg", "opening-phone.svg"];

/// Their colours, and what the styles call them.
const COLOURS: [(&str, &str); 6] = [
    ("#FFFFFF", "ground"),
    ("#1A1C21", "ink"),
    ("#5A5F69", "quiet"),
    ("#E4E7EC", "grid"),
    ("#0072B2", "blue"),
    ("#D55E00", "figure-vermillion"),
];

/// Where the index holds them.
const PICTURE: &str = "<!-- opening -->";

/// Where lessons are.
const LESSONS: &str = "lessons/";

/// Where the index holds the labs' templates.
const LABS: &str = "<!-- labs -->\n";

/// A site that [`write`] wrote.
pub fn load(directory: &Path) -> Result<Site> {
    let mut site = Site::default();
    collect(directory, "", &mut site.files)?;
    Ok(site)
}

/// A file as text, with the line ends that browsers make of any.
pub fn text(files: &Files, name: &str) -> Result<String> {
    let contents = files.get(name).with_context(|| format!("the page has no file {name}"))?;
    let text = std::str::from_utf8(contents).with_context(|| format!("{name} must be UTF-8"))?;
    Ok(text.replace("\r\n", "\n"))
}

fn has_comments(name: &str) -> bool {
    name.ends_with(".js") || name.ends_with(".css")
}

/// A script or style sheet without the lines that are nothing but comments: they are for those who read the sources,
/// and would make a quarter of the page. Of comments beside code only types are left out.
fn without_comments(script: &[u8]) -> Vec<u8> {
    let mut inside = false;
    let code = script.split_inclusive(|byte| *byte == b'\n').filter(|line| {
        let line = line.trim_ascii();
        let ends = line.ends_with(b"*/");
        let starts = line.starts_with(b"/*") && (ends || !line.windows(2).any(|two| two == b"*/"));
        let block = inside || starts;
        inside = block && !ends;
        !block && !line.starts_with(b"//")
    });
    let code: Vec<u8> = code.flatten().copied().collect();
    match String::from_utf8(code) {
        Ok(code) => without_indents(&without_types(&code)).into_bytes(),
        Err(other) => other.into_bytes(),
    }
}

/// A script without the types that stand in its lines: `/** @type {HTMLElement} */ (it)`.
fn without_types(script: &str) -> String {
    let mut parts = script.split("/** @");
    let mut code = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let line = part.find('\n').unwrap_or(part.len());
        match part[..line].split_once("*/") {
            Some((_, rest)) => code += rest.strip_prefix(' ').unwrap_or(rest),
            None => code = code + "/** @" + &part[..line],
        }
        code += &part[line..];
    }
    code
}

/// The same from the margin on, unless a text in it goes over several lines, whose spaces count.
fn without_indents(script: &str) -> String {
    if script.lines().any(|line| line.matches('`').count() % 2 == 1) {
        return script.into();
    }
    script.split_inclusive('\n').map(|line| line.trim_start_matches([' ', '\t'])).collect()
}

/// Replaces the directory by the site. Written beside it and then swapped, so that a failure
/// leaves what was there.
pub fn write(site: &Site, directory: &Path) -> Result<()> {
    let (new, old) = (directory.with_extension("new"), directory.with_extension("old"));
    for left_over in [&new, &old] {
        if left_over.exists() {
            fs::remove_dir_all(left_over)?;
        }
    }
    for (name, contents) in &site.files {
        let file = new.join(name);
        fs::create_dir_all(file.parent().unwrap_or(&new))?;
        fs::write(&file, contents).with_context(|| format!("writing {}", file.display()))?;
    }
    if directory.exists() {
        fs::rename(directory, &old)?;
    }
    fs::rename(&new, directory)?;
    if old.exists() {
        fs::remove_dir_all(&old)?;
    }
    Ok(())
}

/// Adds the files below a directory. Links are left out: they may lead anywhere.
fn collect(directory: &Path, prefix: &str, into: &mut Files) -> Result<()> {
    let entries =
        fs::read_dir(directory).with_context(|| format!("reading {}", directory.display()))?;
    for entry in entries {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else {
            bail!("file names must be UTF-8, got {}", entry.path().display());
        };
        let kind = entry.file_type()?;
        if kind.is_dir() && !name.starts_with('.') {
            collect(&entry.path(), &format!("{prefix}{name}/"), into)?;
        } else if kind.is_file() && is_shipped(prefix, &name) {
            into.insert(format!("{prefix}{name}"), read(&entry.path())?);
        }
    }
    Ok(())
}

/// Hidden files, types and notes are for those who write the page, not for those who read it; lessons are
/// read.
fn is_shipped(prefix: &str, name: &str) -> bool {
    let note = name.ends_with(".md") && !prefix.ends_with(LESSONS);
    let for_authors = name == "jsconfig.json" || name.ends_with(".d.ts") || note;
    !name.starts_with('.') && !for_authors
}

/// A page's references to `assets/..` must name files.
fn check_references(index: &str, assets: &Files) -> Result<()> {
    let references: Vec<_> = index.split("\"assets/").skip(1).collect();
    for reference in &references {
        let name = reference.split(['"', '?', '#']).next().unwrap_or_default();
        if !assets.contains_key(name) {
            bail!("a page refers to assets/{name}, but neither www/ nor the bindings have {name}");
        }
    }
    if references.is_empty() {
        bail!("a page refers to no \"assets/..\" in double quotes, so it would load nothing");
    }
    Ok(())
}

/// FNV-1a over names, lengths and contents. It guards against stale caches, not against forgery.
fn fingerprint(files: &Files) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut add = |bytes: &[u8]| {
        for byte in bytes.len().to_le_bytes().iter().chain(bytes) {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for (name, contents) in files {
        add(name.as_bytes());
        add(contents);
    }
    format!("{hash:016x}")
}

fn read(file: &PathBuf) -> Result<Vec<u8>> {
    fs::read(file).with_context(|| format!("reading {}", file.display()))
}

#[cfg(test)]
#[path = "site_tests.rs"]
mod tests;
