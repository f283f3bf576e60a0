//! What the tests need from npm: the type checker of the page's scripts, and axe-core.
//!
//! Both are pinned by the lock in `xtask/npm` and installed once for each lock, below cargo's target
//! directory. Where that cannot be done the checks that need them are skipped.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use anyhow::{Context, Result, bail, ensure};

use crate::browser::on_path;
use crate::hash::name_of;
use crate::process::{describe, lines};
use crate::workspace::{root, target_directory};

/// The packages, or why there are none here.
#[derive(Clone, Debug)]
pub enum Packages {
    /// The folder `node_modules` that holds them.
    At(PathBuf),
    /// There is no npm, or it cannot reach the packages.
    Missing(String),
}

/// Installs the packages unless they are there.
pub fn packages() -> Result<Packages> {
    static KNOWN: OnceLock<Result<Packages, String>> = OnceLock::new();
    let known = KNOWN.get_or_init(|| find_or_install().map_err(|error| format!("{error:#}")));
    known.clone().map_err(anyhow::Error::msg)
}

/// The type checker among the packages, as a command without arguments.
pub fn type_checker(modules: &Path) -> Command {
    let mut command = Command::new("node");
    command.arg(modules.join("typescript/bin/tsc"));
    command
}

/// The script among the packages that finds what keeps readers out.
pub fn axe(modules: &Path) -> PathBuf {
    modules.join("axe-core/axe.min.js")
}

const LOCK: &str = "package-lock.json";
const PINS: [&str; 2] = ["package.json", LOCK];

fn find_or_install() -> Result<Packages> {
    let pins = root().join("xtask/npm");
    let lock = fs::read(pins.join(LOCK)).with_context(|| format!("reading xtask/npm/{LOCK}"))?;
    let place = target_directory()?.join("npm").join(name_of(&[&lock]));
    let modules = place.join("node_modules");
    if modules.is_dir() {
        return Ok(Packages::At(modules));
    }
    let Some(npm) = on_path(&["npm"]) else {
        return Ok(Packages::Missing("there is no npm on the PATH: install Node.js".into()));
    };
    match install(&npm, &pins, &place)? {
        None => Ok(Packages::At(modules)),
        Some(why) => Ok(Packages::Missing(why)),
    }
}

/// Installs beside the place and moves it there, so that half an installation never counts. Returns
/// why the packages cannot be reached, if so.
fn install(npm: &Path, pins: &Path, place: &Path) -> Result<Option<String>> {
    let new = place.with_extension(format!("new-{}", std::process::id()));
    fs::create_dir_all(&new).with_context(|| format!("making {}", new.display()))?;
    for file in PINS {
        fs::copy(pins.join(file), new.join(file)).with_context(|| format!("copying {file}"))?;
    }
    let mut command = Command::new(npm);
    command.current_dir(&new).args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
    // A place without a network should learn so at once.
    command.args(["--prefer-offline", "--fetch-retries=1", "--fetch-retry-mintimeout=1000"]);
    let mut words = String::new();
    let good = lines(&mut command, |line| words += &format!("{line}\n"))?;
    if good && (fs::rename(&new, place).is_ok() || place.is_dir()) {
        return Ok(None);
    }
    fs::remove_dir_all(&new)?;
    ensure!(!good, "cannot move the packages to {}", place.display());
    match unreachable(&words) {
        Some(code) => Ok(Some(format!("npm cannot reach its packages ({code})"))),
        None => bail!("`{}` failed: {words}", describe(&command)),
    }
}

/// The code of npm's error, if it speaks of the network and not of a lock that is wrong.
fn unreachable(words: &str) -> Option<&str> {
    let mut codes = words.lines().filter_map(|line| line.split_once("npm error code "));
    let (_, code) = codes.next()?;
    NETWORK_ERRORS.contains(&code.trim()).then_some(code.trim())
}

/// The last ones are answers of proxies.
const NETWORK_ERRORS: [&str; 13] = [
    "EAI_AGAIN",
    "ECONNREFUSED",
    "ECONNRESET",
    "EHOSTUNREACH",
    "ENETUNREACH",
    "ENOTFOUND",
    "ERR_SOCKET_TIMEOUT",
    "ETIMEDOUT",
    "E403",
    "E407",
    "E502",
    "E503",
    "E504",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lock_names_versions_and_hashes_but_no_host() {
        let lock = fs::read_to_string(root().join("xtask/npm").join(LOCK)).unwrap();
        assert!(lock.contains("\"integrity\": \"sha512-"), "{lock}");
        assert!(!lock.contains("resolved") && !lock.contains("://"), "{lock}");
    }

    #[test]
    fn a_missing_network_is_told_from_a_wrong_lock() {
        let offline = "npm error code ENOTFOUND\nnpm error syscall getaddrinfo\n";
        assert_eq!(unreachable(offline), Some("ENOTFOUND"));
        for wrong in ["npm error code EUSAGE\n", "npm error code EINTEGRITY\n", ""] {
            assert_eq!(unreachable(wrong), None, "{wrong}");
        }
    }
}
