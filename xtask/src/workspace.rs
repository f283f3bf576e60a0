//! Where things are, and how cargo is called.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

/// The name of the library's package, and of the files that it compiles to.
pub const PACKAGE: &str = "talscope";

/// The directory that holds the workspace.
pub fn root() -> &'static Path {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().expect("xtask is a directory of the workspace")
}

/// A cargo command, run at the root with the compiler flags of `.cargo/config.toml` alone.
///
/// A RUSTFLAGS variable would replace the configured flags, and so silently drop `+simd128`.
pub fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    for variable in FLAG_VARIABLES {
        command.env_remove(variable);
    }
    command
}

/// Tells of a compiler flag variable that [`cargo`] is going to ignore.
pub fn warn_about_ignored_flags() {
    for variable in FLAG_VARIABLES {
        if let Some(value) = env::var_os(variable) {
            eprintln!(
                "note: {variable}={} is ignored, it would replace the flags in .cargo/config.toml",
                value.display()
            );
        }
    }
}

/// Cargo's target directory, wherever the user's settings put it.
pub fn target_directory() -> Result<PathBuf> {
    let directory = metadata()?["target_directory"].as_str();
    Ok(directory.context("`cargo metadata` names no target_directory")?.into())
}

/// The names of the library's integration tests.
pub fn integration_tests() -> Result<Vec<String>> {
    let packages =
        metadata()?["packages"].as_array().context("`cargo metadata` has no packages")?;
    let package = packages.iter().find(|package| package["name"] == PACKAGE);
    let targets = package.and_then(|package| package["targets"].as_array());
    let targets = targets.with_context(|| format!("`cargo metadata` has no package {PACKAGE}"))?;
    let tests = targets.iter().filter(|target| target["kind"][0] == "test");
    Ok(tests.filter_map(|target| target["name"].as_str().map(String::from)).collect())
}

const FLAG_VARIABLES: [&str; 4] = [
    "RUSTFLAGS",
    "CARGO_ENCODED_RUSTFLAGS",
    "CARGO_BUILD_RUSTFLAGS",
    "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS",
];

fn metadata() -> Result<&'static Value> {
    static METADATA: OnceLock<Value> = OnceLock::new();
    if let Some(known) = METADATA.get() {
        return Ok(known);
    }
    let output = cargo().args(["metadata", "--no-deps", "--format-version=1"]).output()?;
    let complaint = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "`cargo metadata` failed: {complaint}");
    let parsed = serde_json::from_slice(&output.stdout).context("parsing `cargo metadata`")?;
    Ok(METADATA.get_or_init(|| parsed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_holds_the_library() {
        assert!(root().join("src/lib.rs").is_file(), "no src/lib.rs in {}", root().display());
    }

    #[test]
    fn the_page_tests_are_an_integration_test() {
        let tests = integration_tests().unwrap();
        assert!(tests.iter().any(|name| name == "browser"), "no browser in {tests:?}");
    }

    #[test]
    fn cargo_is_called_without_the_callers_flags() {
        let command = cargo();
        let changes: Vec<_> = command.get_envs().collect();
        for variable in FLAG_VARIABLES {
            assert!(changes.contains(&(variable.as_ref(), None)), "{variable} is handed on");
        }
    }
}
