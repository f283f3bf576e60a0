//! `cargo xtask test`: every check and every test, one summary.

mod libtest;
mod report;

use std::process::Command;

use anyhow::{Context, Error, Result};

use crate::browser::{self, Browser};
use crate::process::{run, stream};
use crate::server::Server;
use crate::workspace::{cargo, integration_tests, root, warn_about_ignored_flags};
use crate::{site, wasm};
use libtest::Counts;
use report::Report;

/// Runs all stages, also after one that failed. Returns whether all is well.
///
/// Stages choose packages, features and profiles so that cargo compiles as little as possible
/// twice: see the constants below.
pub fn run_all() -> Result<bool> {
    warn_about_ignored_flags();
    let mut report = Report::new(11);
    report.check("format", || run(cargo().args(["fmt", "--all", "--check"])));
    report.check("clippy", clippy);
    report.check("clippy for wasm", clippy_for_wasm);
    report.check("documentation", documentation);
    report.tests("tests of the build tool", || count(cargo().args(["test", "--package=xtask"])));
    report.tests("native tests", native_tests);
    report.tests("documentation tests", || count(cargo().arg("test").args(LIBRARY).arg("--doc")));
    let browser = browser::find_or_install().map_err(|error| format!("{error:#}"));
    let browser = || browser.as_ref().map_err(|problem| Error::msg(problem.clone()));
    report.tests("wasm tests in Chromium", || wasm_tests(browser()?));
    let built = report.check("page build and size budgets", site::build_dist);
    check_types(&mut report);
    report.tests("page tests in Chromium", || {
        let page = built.context("there is no page to test: its build failed")?;
        page_tests(browser()?, page)
    });
    Ok(report.finish())
}

/// The page tests hide behind a feature, because they need a served page. All native stages turn
/// it on, so that the library is compiled once. The build tool is not in this selection: together
/// with the library's its dependencies would get more features than it was built with.
const LIBRARY: [&str; 2] = ["--package=talscope", "--features=browser"];
const PAGE_TESTS: &str = "browser";
const WASM_TESTS: [&str; 3] = ["--test=stability", "--test=permalink", "--test=engine_json"];
const WASM_TEST_SECONDS: u32 = 300;

fn clippy() -> Result<()> {
    let all = ["--workspace", "--features=talscope/browser", "--all-targets", "--", "-Dwarnings"];
    run(cargo().arg("clippy").args(all))
}

/// In the release profile, whose macros and build scripts the page needs anyway.
fn clippy_for_wasm() -> Result<()> {
    wasm::ensure_target()?;
    let library = ["--lib", "--no-default-features", "--release", "--target", wasm::TARGET];
    run(cargo().arg("clippy").args(library).args(["--", "-Dwarnings"]))
}

/// The library's alone: the command line's would be written over it, the names being the same.
fn documentation() -> Result<()> {
    let mut command = cargo();
    command.arg("doc").args(LIBRARY).args(["--lib", "--no-deps"]);
    run(command.env("RUSTDOCFLAGS", "-Dwarnings"))
}

fn native_tests() -> Result<Counts> {
    let mut command = cargo();
    command.arg("test").args(LIBRARY).args(["--no-fail-fast", "--lib", "--bins"]);
    for test in integration_tests()?.iter().filter(|name| *name != PAGE_TESTS) {
        command.args(["--test", test]);
    }
    count(&mut command)
}

fn wasm_tests(browser: &Browser) -> Result<Counts> {
    wasm::ensure_target()?;
    let mut command = wasm::cargo_in_browser("test", browser, WASM_TEST_SECONDS)?;
    count(command.arg("--release").args(WASM_TESTS))
}

fn page_tests(browser: &Browser, page: site::Site) -> Result<Counts> {
    let server = Server::start(0, page)?;
    let mut command = cargo();
    command.arg("test").args(LIBRARY).args(["--test", PAGE_TESTS]);
    command.env("TALSCOPE_URL", server.address());
    command.env("CHROMIUM", &browser.chromium).env("CHROMEDRIVER", &browser.chromedriver);
    count(&mut command)
}

/// Runs a command that runs tests, and counts them.
fn count(command: &mut Command) -> Result<Counts> {
    let mut counts = Counts::default();
    let good = stream(command, |line| {
        if let Some(more) = Counts::parse(line) {
            counts = counts.plus(more);
        }
    })?;
    // A crash or a compile error fails without a count of its own.
    if !good && counts.failed == 0 {
        counts.failed = 1;
    }
    Ok(counts)
}

fn check_types(report: &mut Report) {
    let name = "types of the page's scripts";
    match browser::on_path(&["tsc"]) {
        Some(checker) => {
            let mut command = Command::new(checker);
            command.args(["--project", "www/jsconfig.json"]).current_dir(root());
            report.check(name, || run(&mut command));
        }
        None => report.skip(name, "there is no `tsc` on the PATH"),
    }
}
