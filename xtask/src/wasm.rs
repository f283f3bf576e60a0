//! From the library's source to WebAssembly and its JavaScript bindings.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use wasm_bindgen_cli::wasm_bindgen_test_runner;
use wasm_bindgen_cli_support::Bindgen;

use crate::browser::Browser;
use crate::hash::name_of;
use crate::process::run;
use crate::workspace::{PACKAGE, cargo, root, target_directory};

/// The one target that browsers run.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// The profile of the page's wasm.
pub const PROFILE: &str = "page";

/// Installs the compiler's standard library for wasm, unless it is there.
pub fn ensure_target() -> Result<()> {
    if has_target()? {
        return Ok(());
    }
    let by_hand =
        format!("install Rust from https://rustup.rs, then run `rustup target add {TARGET}`");
    run(Command::new("rustup").args(["target", "add", TARGET])).context(by_hand)
}

/// Compiles the library to wasm, as pages have it; returns the file.
pub fn build() -> Result<PathBuf> {
    run(cargo().args([
        "rustc",
        "--lib",
        "--crate-type=cdylib",
        "--no-default-features",
        "--profile",
        PROFILE,
        "--target",
        TARGET,
    ]))?;
    Ok(target_directory()?.join(TARGET).join(PROFILE).join(format!("{PACKAGE}.wasm")))
}

/// The bindings of a compiled library.
pub struct Bindings {
    /// The library itself.
    pub wasm: PathBuf,
    /// A module for the page, which can start the library anew after a trap.
    pub module: PathBuf,
    /// A classic script for workers, because workers that are modules fail from disk.
    pub script: PathBuf,
}

/// Generates the bindings of a compiled library, unless those that are there are of the same one.
///
/// They are in `target/bindgen` even if cargo's target directory is elsewhere:
/// `www/jsconfig.json` needs to know where the types are.
pub fn bind(wasm: &Path) -> Result<Bindings> {
    let directory = root().join("target").join("bindgen");
    let for_workers = directory.join("worker");
    let [module, library] = [".js", "_bg.wasm"].map(|suffix| format!("{PACKAGE}{suffix}"));
    let bindings = Bindings {
        wasm: directory.join(&library),
        module: directory.join(&module),
        script: for_workers.join(&module),
    };
    let contents = fs::read(wasm).with_context(|| format!("reading {}", wasm.display()))?;
    let stamp = directory.join("made-of");
    let made_of = name_of(&[&contents, GENERATOR[0], GENERATOR[1]]);
    if fs::read_to_string(&stamp).is_ok_and(|kept| kept == made_of) && bindings.exist() {
        return Ok(bindings);
    }
    let _ = fs::remove_file(&stamp);
    generate(wasm, &directory, &for_workers)
        .with_context(|| format!("generating the JavaScript bindings of {}", wasm.display()))?;
    let same = fs::read(&bindings.wasm)? == fs::read(for_workers.join(&library))?;
    ensure!(same, "page and workers need different wasm: the bindings of both must be shipped");
    fs::write(&stamp, made_of)?;
    Ok(bindings)
}

impl Bindings {
    fn exist(&self) -> bool {
        [&self.wasm, &self.module, &self.script].iter().all(|file| file.is_file())
    }
}

/// What bindings depend on beside the library: the generator's version, and how it is called.
const GENERATOR: [&[u8]; 2] = [include_bytes!("../Cargo.toml"), include_bytes!("wasm.rs")];

fn generate(wasm: &Path, for_page: &Path, for_workers: &Path) -> Result<()> {
    let bindgen = || {
        let mut bindgen = Bindgen::new();
        bindgen.input_path(wasm).out_name(PACKAGE);
        bindgen.remove_name_section(true).remove_producers_section(true);
        bindgen
    };
    let mut page = bindgen();
    page.web(true)?.typescript(true).reset_state_function(true);
    page.generate(for_page)?;
    bindgen().no_modules(true)?.generate(for_workers)
}

/// A cargo command whose wasm test or bench binaries run in the given browser, for at most
/// `seconds` each. They run through this very program, see [`run_in_browser`].
pub fn cargo_in_browser(subcommand: &str, browser: &Browser, seconds: u32) -> Result<Command> {
    let runner = std::env::current_exe().context("finding this program's own file")?;
    let runner = serde_json::json!([runner, "wasm-runner"]);
    let mut command = cargo();
    command
        .arg(subcommand)
        .args(["--no-default-features", "--target", TARGET])
        // Not the variable CARGO_TARGET_.._RUNNER: it is split at spaces, and paths may hold some.
        .arg(format!("--config=target.{TARGET}.runner={runner}"))
        .env("CHROMEDRIVER", &browser.chromedriver)
        .env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", browser.write_capabilities()?)
        .env("WASM_BINDGEN_TEST_TIMEOUT", seconds.to_string())
        // A busy computer may take longer than the usual five seconds to start the driver.
        .env("WASM_BINDGEN_TEST_DRIVER_TIMEOUT", "60")
        .env("WASM_BINDGEN_USE_BROWSER", "1");
    Ok(command)
}

/// Runs one wasm test binary in a browser: what cargo calls for each of them.
pub fn run_in_browser(arguments: Vec<OsString>) -> Result<()> {
    // `cargo bench` adds --bench, with which the runner looks for its own kind of benchmark only.
    let kept = arguments.into_iter().filter(|argument| argument != "--bench");
    let name = OsString::from("wasm-runner");
    wasm_bindgen_test_runner::run_cli_with_args(std::iter::once(name).chain(kept))
}

fn has_target() -> Result<bool> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(&rustc)
        .args(["--print=target-libdir", "--target", TARGET])
        .output()
        .with_context(|| format!("cannot start `{}`", rustc.display()))?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let Ok(directory) = String::from_utf8(output.stdout) else {
        bail!("rustc's library directory is not named in UTF-8");
    };
    Ok(Path::new(directory.trim()).is_dir())
}
