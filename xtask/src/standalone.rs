//! The page as one file that works from disk, where nothing can be fetched: `talscope.html`.
//!
//! A host has only its shell, without the files that the scripts fetch: the page that saves itself has
//! them, and puts them in.
//!
//! Its policy names its one script and its one style sheet by their hashes and allows no network, so
//! that nothing that might be written into the file can run or leave it.

use std::collections::BTreeSet;
use std::io::Write;

use anyhow::{Context, Result, bail, ensure};
use base64::Engine;
use base64::prelude::BASE64_STANDARD as BASE64;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

use crate::site::{Files, text};

/// The name of that shell among the page's others.
pub const STANDALONE: &str = "talscope.html";

/// The shell of the page in one file. It has places for a link and for files, which the page fills when
/// it is saved.
pub fn standalone(index: &str, files: &Files) -> Result<String> {
    let (mut scripts, mut styles) = (Vec::new(), Vec::new());
    let page = index.replace("\r\n", "\n");
    // From disk, other pages of the site are out of reach; and what is saved is no opening.
    let on_host = |line: &&str| !ON_HOST.iter().any(|start| line.trim_start().starts_with(start));
    let page: String = page.split_inclusive('\n').filter(on_host).collect();
    let page = replace(&page, "<link rel=\"stylesheet\" href=\"assets/", "\">", |name| {
        let style = style(name, files)?;
        styles.push(hash(&style));
        Ok(format!("<style>{style}</style>"))
    })?;
    let page = replace(&page, "<script type=\"module\" src=\"assets/", "\"></script>", |name| {
        let script = script(name, files)?;
        scripts.push(hash(&script));
        let held = places(&script, files)?;
        Ok(format!("{held}<script type=\"module\">{script}</script>"))
    })?;
    let page = replace(&page, "\"assets/", ".svg\"", |name| {
        let picture = BASE64.encode(text(files, &format!("{name}.svg"))?);
        Ok(format!("\"data:image/svg+xml;base64,{picture}\""))
    })?;
    if let Some((_, rest)) = page.split_once("\"assets/") {
        let name = rest.split('"').next().unwrap_or_default();
        bail!("the page in one file cannot hold what the index means by assets/{name}");
    }
    ensure!(scripts.len() == 1, "the index must have one module script, not {}", scripts.len());
    once(&page, "<meta name=\"talscope-link\" content=\"\">")?;
    let policy = "<meta http-equiv=\"Content-Security-Policy\" content=\"";
    once(&page, policy)?;
    replace(&page, policy, "\">", |_| Ok(format!("{policy}{}\">", allowed(&scripts, &styles))))
}

/// How lines begin that only a page on a host has.
const ON_HOST: [&str; 3] =
    ["<p class=\"on-host\">", "<script src=\"assets/early.js\">", "<div class=\"opening\""];

/// A shell with its files in place, as the page saves it. Browsers may compress a little less.
pub fn filled(shell: &str, files: &Files) -> Result<String> {
    replace(shell, PLACE, "\"></script>", |name| {
        let contents = files.get(name).with_context(|| format!("the page has no file {name}"))?;
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(contents)?;
        let packed = BASE64.encode(encoder.finish()?);
        Ok(format!("{PLACE}{name}\">{packed}</script>"))
    })
}

/// `default-src 'none'` forbids every connection.
fn allowed(scripts: &[String], styles: &[String]) -> String {
    let [scripts, styles] = [scripts, styles].map(|hashes| hashes.join(" "));
    format!(
        "default-src 'none'; script-src {scripts} 'wasm-unsafe-eval'; style-src {styles}; \
         img-src data:; worker-src blob:; base-uri 'none'; form-action 'none'"
    )
}

fn style(name: &str, files: &Files) -> Result<String> {
    let style = text(files, name)?;
    for unresolved in ["url(", "@import", "</style"] {
        ensure!(!style.contains(unresolved), "{name} has {unresolved}, which fails from disk");
    }
    Ok(style)
}

fn script(name: &str, files: &Files) -> Result<String> {
    let script = text(files, name)?;
    for end in ["</script", "<!--"] {
        let inside = script.to_lowercase().contains(end);
        ensure!(!inside, "{name} has {end} in it, which cannot stand in a page");
    }
    Ok(script)
}

/// A place for each file that a script asks for, in elements that browsers do not look at.
fn places(script: &str, files: &Files) -> Result<String> {
    let calls = script.split("ownFile(\"").skip(1);
    let names: BTreeSet<_> = calls.filter_map(|call| call.split('"').next()).collect();
    let mut elements = String::new();
    for name in names.into_iter().filter(|name| *name != STANDALONE) {
        ensure!(files.contains_key(name), "the page has no file {name}");
        elements += &format!("{PLACE}{name}\"></script>\n");
    }
    Ok(elements)
}

/// How the element begins that holds a file.
const PLACE: &str = "<script type=\"application/gzip\" data-file=\"";

/// How a policy names the text of an element.
fn hash(text: &str) -> String {
    format!("'sha256-{}'", BASE64.encode(Sha256::digest(text)))
}

/// Replaces all of `before`, some text without quotes, and `after`, given the text between.
fn replace(
    page: &str,
    before: &str,
    after: &str,
    mut make: impl FnMut(&str) -> Result<String>,
) -> Result<String> {
    let mut pieces = page.split(before);
    let mut replaced = String::from(pieces.next().unwrap_or_default());
    for piece in pieces {
        match piece.split_once(after) {
            Some((between, rest)) if !between.contains('"') => replaced += &(make(between)? + rest),
            _ => replaced += &format!("{before}{piece}"),
        }
    }
    Ok(replaced)
}

fn once(page: &str, element: &str) -> Result<()> {
    let count = page.matches(element).count();
    ensure!(count == 1, "the index must have one {element}, not {count}");
    Ok(())
}

#[cfg(test)]
#[path = "standalone_tests.rs"]
mod tests;
