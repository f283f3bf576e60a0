//! The stages of the page: its build, the types of its scripts, its tests in browsers.

use std::env;
use std::num::NonZero;
use std::path::PathBuf;
use std::process::Command;
use std::thread::available_parallelism;

use anyhow::{Context, Result, ensure};

use super::libtest::Counts;
use super::report::{Report, Verdict, Voice};
use super::suite::Suite;
use super::{LIBRARY, PAGE_TESTS, good};
use crate::browser::{self, Browser, HOW_TO_INSTALL_FIREFOX};
use crate::npm::{self, Packages};
use crate::server::Server;
use crate::site;
use crate::workspace::{cargo, root};

/// Runs the stages that are wanted. The page is built for them even if nobody asked for its build.
pub fn stages<'a>(report: &Report, browser: impl Fn() -> Result<&'a Browser>) {
    let extras = Extras::find(report);
    let wanted = [BUILD, TYPES, TESTS].iter().any(|stage| report.wants(stage));
    let listed = || tests(&extras, &|| Ok(test_command())).matches(report.only(TESTS));
    if !wanted && !listed().is_ok_and(|some| some) {
        return;
    }
    let built = report.require(BUILD, build);
    report.check(TYPES, check_types);
    report.tests(TESTS, |voice| {
        ensure!(built, "there is no page to test: its build failed");
        page_tests(voice, browser()?, &extras)
    });
}

const BUILD: &str = "page build and size budgets";
const TYPES: &str = "types of the page's scripts";
const TESTS: &str = "page tests";

/// How many tests run at once, for Rust's test harness.
const THREADS: &str = "RUST_TEST_THREADS";

/// What some page tests need and not every computer has. Without it they are left out, by the start of
/// their names.
#[derive(Default)]
struct Extras {
    /// Arguments of the test harness.
    harness: Vec<String>,
    /// Variables that say where things are.
    variables: Vec<(&'static str, PathBuf)>,
}

impl Extras {
    /// Looks for them, and has those that are missing in the report.
    fn find(report: &Report) -> Self {
        let mut extras = Self { harness: vec!["--include-ignored".into()], variables: Vec::new() };
        let axe = npm::packages().map(|packages| match packages {
            Packages::At(modules) => Ok(npm::axe(&modules)),
            Packages::Missing(why) => Err(why),
        });
        extras.add(report, "page tests with axe-core", "access::", "TALSCOPE_AXE", axe);
        let firefox = browser::find_firefox();
        let firefox = firefox.map(|file| file.ok_or_else(|| HOW_TO_INSTALL_FIREFOX.into()));
        extras.add(report, "page tests in Firefox", "firefox::", "FIREFOX", firefox);
        extras
    }

    fn add(
        &mut self,
        report: &Report,
        stage: &'static str,
        tests: &str,
        variable: &'static str,
        found: Result<Result<PathBuf, String>>,
    ) {
        if let Ok(Ok(file)) = found {
            self.variables.push((variable, file));
            return;
        }
        self.harness.extend(["--skip".into(), tests.into()]);
        report.check(stage, |_| found.map(|why| Verdict::Skipped(why.err().unwrap_or_default())));
    }
}

/// By this very program, whose output then is the stage's.
fn build(voice: &Voice) -> Result<Verdict> {
    let program = env::current_exe().context("finding this program's own file")?;
    good(voice, Command::new(program).arg("dist").current_dir(root()))
}

fn check_types(voice: &Voice) -> Result<Verdict> {
    match npm::packages()? {
        Packages::Missing(why) => Ok(Verdict::Skipped(why)),
        Packages::At(modules) => {
            let mut command = npm::type_checker(&modules);
            command.args(["--project", "www/jsconfig.json"]).current_dir(root());
            good(voice, &mut command)
        }
    }
}

fn page_tests(voice: &Voice, browser: &Browser, extras: &Extras) -> Result<Counts> {
    let server = Server::start(0, site::load(&root().join("dist"))?)?;
    let command = || {
        let mut command = test_command();
        command.env("TALSCOPE_URL", server.address());
        command.env("CHROMIUM", &browser.chromium).env("CHROMEDRIVER", &browser.chromedriver);
        command.envs(extras.variables.iter().map(|(name, file)| (name, file)));
        if env::var_os(THREADS).is_none() {
            // One more than there are cores, because tests also wait for frames, gestures and timers.
            let cores = available_parallelism().map_or(1, NonZero::get);
            command.env(THREADS, (cores + 1).to_string());
        }
        Ok(command)
    };
    tests(extras, &command).run(voice)
}

fn test_command() -> Command {
    let mut command = cargo();
    command.arg("test").args(LIBRARY).args(["--test", PAGE_TESTS]);
    command
}

fn tests<'a>(extras: &'a Extras, command: &'a dyn Fn() -> Result<Command>) -> Suite<'a> {
    Suite { command, targets: &[], harness: &extras.harness }
}
