//! `cargo xtask test`: every check and every test, one summary.

mod libtest;
mod page;
mod report;
mod suite;
mod terminal;
#[path = "../../../tests/support/uci.rs"]
mod uci;

use std::process::Command;

use anyhow::{Context, Error, Result};

use crate::browser::{self, Browser};
use crate::process::run;
use crate::wasm;
use crate::workspace::{cargo, integration_tests, warn_about_ignored_flags};
use libtest::Counts;
use report::{Report, Verdict, Voice};
use suite::Suite;

/// Runs the stages and tests whose names contain a text, or all, also after one that failed. Returns
/// whether all is well.
///
/// The page's stages run beside all others, because their tests wait for browsers more than they
/// compute. Stages choose packages, features and profiles so that cargo compiles as little as possible
/// twice: see the constants below.
pub fn run_all(name: Option<&str>) -> Result<bool> {
    warn_about_ignored_flags();
    // Before anything else, because installing speaks to the terminal. A stage that needs what is
    // missing fails on its own.
    if let Err(error) = wasm::ensure_target() {
        eprintln!("error: {error:#}");
    }
    let browser = browser::find_or_install().map_err(|error| format!("{error:#}"));
    let browser = || browser.as_ref().map_err(|problem| Error::msg(problem.clone()));
    let report = Report::new(name);
    std::thread::scope(|scope| {
        scope.spawn(|| page::stages(&report, browser));
        stages_of_sources(&report, browser);
    });
    report.finish()
}

/// Runs the test of long runs on a scheduler. Returns whether all is well.
pub fn cluster() -> Result<bool> {
    warn_about_ignored_flags();
    let there = |program: &str| {
        let found = Command::new("sh").args(["-c", &format!("command -v {program}")]).output();
        found.is_ok_and(|found| found.status.success())
    };
    if !["slurmctld", "slurmd", "munged"].into_iter().all(there) {
        run(Command::new("apt-get").args(["install", "-y", "slurm-wlm", "munge"])).context(
            "Slurm is not there: on Debian, run `apt-get install slurm-wlm munge` as root",
        )?;
    }
    let mut command = cargo();
    command.args(["test", "--release", "--test=cluster", "--", "--ignored"]);
    run(&mut command).map(|()| true)
}

/// Runs the long random tests, each with this many cases. Returns whether all is well.
pub fn soak(count: u32) -> Result<bool> {
    warn_about_ignored_flags();
    let mut command = cargo();
    command.args(["test", "--release", "--test=soak", "--", "--ignored"]);
    run(command.env("TALSCOPE_SOAK", count.to_string())).map(|()| true)
}

/// The page tests hide behind a feature, because they need a served page. All native stages turn
/// it on, so that the library is compiled once. The build tool is not in this selection: together
/// with the library's its dependencies would get more features than it was built with.
const LIBRARY: [&str; 3] =
    ["--package=talscope-engine", "--package=talscope", "--features=talscope/browser"];
const PAGE_TESTS: &str = "browser";
const WASM_TESTS: [&str; 3] = ["--test=stability", "--test=permalink", "--test=engine_json"];
const WASM_TEST_SECONDS: u32 = 300;

fn stages_of_sources<'a>(report: &Report, browser: impl Fn() -> Result<&'a Browser>) {
    report.check("format", |voice| good(voice, cargo().args(["fmt", "--all", "--check"])));
    report.check("clippy", clippy);
    report.check("documentation", documentation);
    report.tests("tests of the build tool", |voice| whole(voice, &["--package=xtask"]));
    if uci::folder().is_none() {
        report.check("native tests on real data", |_| Ok(Verdict::Skipped(NO_SETS.into())));
    }
    report.tests("native tests", native_tests);
    report.tests("documentation tests", |voice| {
        whole(voice, &[LIBRARY[0], LIBRARY[1], LIBRARY[2], "--doc"])
    });
    report.check("clippy for wasm", clippy_for_wasm);
    report.tests("wasm tests in Chromium", |voice| {
        let command = || {
            let mut command = wasm::cargo_in_browser("test", browser()?, WASM_TEST_SECONDS)?;
            command.arg("--profile=wasm-tests");
            Ok(command)
        };
        let targets = WASM_TESTS.map(String::from);
        Suite { command: &command, targets: &targets, harness: &[] }.run(voice)
    });
}

fn clippy(voice: &Voice) -> Result<Verdict> {
    let all = ["--workspace", "--features=talscope/browser", "--all-targets", "--", "-Dwarnings"];
    good(voice, cargo().arg("clippy").args(all))
}

/// In the page's profile, whose macros and build scripts are needed anyway.
fn clippy_for_wasm(voice: &Voice) -> Result<Verdict> {
    let library =
        ["--lib", "--no-default-features", "--profile", wasm::PROFILE, "--target", wasm::TARGET];
    good(voice, cargo().arg("clippy").args(library).args(["--", "-Dwarnings"]))
}

/// The library's alone: the command line's would be written over it, the names being the same.
fn documentation(voice: &Voice) -> Result<Verdict> {
    let mut command = cargo();
    command.arg("doc").args(LIBRARY).args(["--lib", "--no-deps"]);
    good(voice, command.env("RUSTDOCFLAGS", "-Dwarnings"))
}

/// The tests that need the paper's sets, which are left out where these are not.
const ON_SETS: [&str; 2] = ["boston_is_at_least_as_likely", "the_papers_sets_are_what_they_are"];
const NO_SETS: &str =
    "the paper's sets are neither in ../shared/uci nor in the folder that TALSCOPE_UCI_DIR names";

fn native_tests(voice: &Voice) -> Result<Counts> {
    let files = integration_tests()?.into_iter().filter(|name| *name != PAGE_TESTS);
    let targets: Vec<_> = ["--lib", "--bins"]
        .map(String::from)
        .into_iter()
        .chain(files.map(|name| format!("--test={name}")))
        .collect();
    let command = || {
        let mut command = cargo();
        command.arg("test").args(LIBRARY).arg("--no-fail-fast");
        Ok(command)
    };
    let without = || ON_SETS.map(|test| ["--skip", test].map(String::from)).concat();
    let harness = if uci::folder().is_none() { without() } else { Vec::new() };
    Suite { command: &command, targets: &targets, harness: &harness }.run(voice)
}

/// Runs `cargo test` with these arguments.
fn whole(voice: &Voice, arguments: &[&str]) -> Result<Counts> {
    let command = || {
        let mut command = cargo();
        command.arg("test").args(arguments);
        Ok(command)
    };
    Suite { command: &command, targets: &[], harness: &[] }.run(voice)
}

fn good(voice: &Voice, command: &mut Command) -> Result<Verdict> {
    voice.run(command).map(|()| Verdict::Good)
}
