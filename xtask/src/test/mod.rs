//! `cargo xtask test`: every check and every test, one summary.

mod libtest;
mod report;

use std::path::Path;
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
/// The native stages share one selection of packages and features, so that cargo compiles nothing
/// twice; the page tests hide behind a feature because they need a served page.
pub fn run_all() -> Result<bool> {
    warn_about_ignored_flags();
    let mut report = Report::new(10);
    report.check("format", || run(cargo().args(["fmt", "--all", "--check"])));
    report.check("clippy", || {
        run(cargo().arg("clippy").args(NATIVE).args(["--all-targets", "--", "-Dwarnings"]))
    });
    report.check("clippy for wasm", clippy_for_wasm);
    report.check("documentation", || {
        run(cargo()
            .args(["doc", "--lib", "--no-deps"])
            .args(NATIVE)
            .env("RUSTDOCFLAGS", "-Dwarnings"))
    });
    report.tests("native tests", native_tests);
    report.tests("documentation tests", || count(cargo().arg("test").args(NATIVE).arg("--doc")));
    let browser = browser::find_or_install().map_err(|error| format!("{error:#}"));
    let browser = || browser.as_ref().map_err(|problem| Error::msg(problem.clone()));
    report.tests("wasm tests in Chromium", || wasm_tests(browser()?));
    let built = report.check("page build and size budgets", site::build_dist);
    match find_type_checker() {
        Some(tsc) => {
            report.check("types of the page's scripts", || {
                run(Command::new(tsc).args(["-p", "www/jsconfig.json"]).current_dir(root()))
            });
        }
        None => report.skip("types of the page's scripts", "no `tsc` on the PATH"),
    }
    report.tests("page tests in Chromium", || {
        let page = built.context("there is no page to test: its build failed")?;
        page_tests(browser()?, page)
    });
    Ok(report.finish())
}

/// The selection shared by all native stages.
const NATIVE: [&str; 2] = ["--workspace", "--features=talscope/browser"];
const PAGE_TESTS: &str = "browser";
const WASM_TESTS: &str = "stability";
const WASM_TEST_SECONDS: u32 = 300;

fn clippy_for_wasm() -> Result<()> {
    wasm::ensure_target()?;
    run(cargo()
        .args(["clippy", "--lib", "--no-default-features", "--target", wasm::TARGET])
        .args(["--", "-Dwarnings"]))
}

fn native_tests() -> Result<Counts> {
    let mut command = cargo();
    command.arg("test").args(NATIVE).args(["--no-fail-fast", "--lib", "--bins"]);
    for test in integration_tests()?.iter().filter(|name| *name != PAGE_TESTS) {
        command.args(["--test", test]);
    }
    count(&mut command)
}

fn wasm_tests(browser: &Browser) -> Result<Counts> {
    wasm::ensure_target()?;
    let mut command = wasm::cargo_in_browser("test", browser, WASM_TEST_SECONDS)?;
    count(command.args(["--release", "--test", WASM_TESTS]))
}

fn page_tests(browser: &Browser, page: site::Site) -> Result<Counts> {
    let server = Server::start(0, page)?;
    let mut command = cargo();
    command.arg("test").args(NATIVE).args(["--test", PAGE_TESTS]);
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

fn find_type_checker() -> Option<std::path::PathBuf> {
    browser::on_path(&["tsc"]).filter(|file| Path::is_file(file))
}
