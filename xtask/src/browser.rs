//! Finds Chromium and its WebDriver, and installs them where that takes no question.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::json;

use crate::process::run;
use crate::workspace::target_directory;

/// A browser and the driver that speaks for it.
#[derive(Clone, Debug)]
pub struct Browser {
    /// The browser's program.
    pub chromium: PathBuf,
    /// The program that drives it.
    pub chromedriver: PathBuf,
}

/// The browser to test with: the one that CHROMIUM and CHROMEDRIVER name, else one on the PATH,
/// else Debian's, freshly installed.
pub fn find_or_install() -> Result<Browser> {
    if let Some(browser) = find()? {
        return Ok(browser);
    }
    if !may_install() {
        bail!("{HOW_TO_INSTALL}");
    }
    install().context(HOW_TO_INSTALL)?;
    find()?.context(HOW_TO_INSTALL)
}

/// The second browser to test with: the one that FIREFOX names, else one on the PATH. It is not
/// installed unasked: it is large, and most tests do without.
pub fn find_firefox() -> Result<Option<PathBuf>> {
    Ok(from_variable("FIREFOX")?.or_else(|| on_path(&FIREFOX_NAMES)))
}

impl Browser {
    /// Writes the settings with which the wasm test runner starts this browser; returns the file.
    pub fn write_capabilities(&self) -> Result<PathBuf> {
        let options = json!({ "goog:chromeOptions": { "binary": self.chromium, "args": FLAGS } });
        let file = target_directory()?.join("webdriver.json");
        std::fs::write(&file, options.to_string())
            .with_context(|| format!("writing {}", file.display()))?;
        Ok(file)
    }
}

/// Keeps the browser to itself: no GPU, no first-run page, no traffic of its own.
const FLAGS: [&str; 7] = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-sandbox",
];

const HOW_TO_INSTALL: &str = "\
the tests need Chromium (or Chrome) and the chromedriver of the same version:
  Debian:  sudo apt-get install chromium chromium-driver fonts-dejavu-core
  Fedora:  sudo dnf install chromium chromedriver
  macOS:   brew install --cask google-chrome chromedriver
or name the two programs in the variables CHROMIUM and CHROMEDRIVER";

/// What to do for the tests in Firefox.
pub const HOW_TO_INSTALL_FIREFOX: &str = "there is no Firefox: install it (Debian: `apt-get install \
    firefox-esr`), or name its program in the variable FIREFOX";

const FIREFOX_NAMES: [&str; 3] =
    ["firefox-esr", "firefox", "/Applications/Firefox.app/Contents/MacOS/firefox"];
const DEBIAN_PACKAGES: [&str; 3] = ["chromium", "chromium-driver", "fonts-dejavu-core"];
const CHROMIUM_NAMES: [&str; 5] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

fn find() -> Result<Option<Browser>> {
    let chromium = from_variable("CHROMIUM")?.or_else(|| on_path(&CHROMIUM_NAMES));
    let chromedriver = from_variable("CHROMEDRIVER")?.or_else(|| on_path(&["chromedriver"]));
    Ok(chromium
        .zip(chromedriver)
        .map(|(chromium, chromedriver)| Browser { chromium, chromedriver }))
}

fn from_variable(name: &str) -> Result<Option<PathBuf>> {
    let Some(value) = env::var_os(name).filter(|value| !value.is_empty()) else { return Ok(None) };
    let path = PathBuf::from(value);
    if !path.is_file() {
        bail!("{name} must name a program, got {}: no such file", path.display());
    }
    Ok(Some(path))
}

pub fn on_path(names: &[&str]) -> Option<PathBuf> {
    let directories: Vec<_> = env::split_paths(&env::var_os("PATH")?).collect();
    let file = |name: &&str, directory: &PathBuf| {
        directory.join(name).with_extension(env::consts::EXE_EXTENSION)
    };
    let candidates = names
        .iter()
        .flat_map(|name| directories.iter().map(move |directory| file(name, directory)));
    candidates.into_iter().find(|candidate| candidate.is_file())
}

fn may_install() -> bool {
    let user = Command::new("id").arg("-u").output();
    let root = user.is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    root && Path::new("/etc/debian_version").is_file()
}

fn install() -> Result<()> {
    eprintln!("installing {} with apt-get", DEBIAN_PACKAGES.join(", "));
    run(apt_get().args(["update", "--quiet"]))?;
    run(apt_get()
        .args(["install", "--yes", "--quiet", "--no-install-recommends"])
        .args(DEBIAN_PACKAGES))
}

fn apt_get() -> Command {
    let mut command = Command::new("apt-get");
    // Another apt-get may be running: wait for its lock rather than fail.
    command.args(["--option", "DPkg::Lock::Timeout=120"]).env("DEBIAN_FRONTEND", "noninteractive");
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_name_on_the_path_wins() {
        let found = on_path(&["no-such-program", "cargo"]).unwrap();
        assert_eq!(found.file_stem().unwrap(), "cargo");
        assert_eq!(on_path(&["no-such-program"]), None);
    }
}
