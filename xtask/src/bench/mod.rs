//! `cargo xtask bench`: the same timings natively, in Chromium and, where python3 has them, in numpy, jax
//! and torch, and the goals for them.

mod goals;
mod peers;
mod runner;
mod timings;

use std::process::Command;

use anyhow::{Result, ensure};

use crate::browser;
use crate::process::{describe, stream};
use crate::progress::Progress;
use crate::server::Server;
use crate::workspace::{cargo, warn_about_ignored_flags};
use crate::{site, wasm};
use timings::{Side, Timings};

/// Times and compares. Returns whether all goals are met.
///
/// The filter reaches the benches in the variable TALSCOPE_BENCH_FILTER: natively at run time,
/// in wasm, which has no variables, at compile time.
pub fn run(filter: Option<&str>) -> Result<bool> {
    warn_about_ignored_flags();
    let page = site::build_dist()?;
    let mut progress = Progress::new(7);
    let browser = progress.stage("looking for Chromium", browser::find_or_install)?;
    progress.stage("looking for the wasm target", wasm::ensure_target)?;
    let mut timings = Timings::default();
    progress.stage("timing natively", || {
        // Estimates of work are for native code; a page is a little slower.
        measure(cargo().args(["bench", "--bench=cost"]), filter, Side::Native, &mut timings)
    })?;
    progress.stage("timing the runner", || runner::measure(filter, &mut timings))?;
    progress.stage("timing in Chromium", || {
        let mut command = wasm::cargo_in_browser("bench", &browser, SECONDS)?;
        command.args(["--profile", wasm::PROFILE]);
        measure(&mut command, filter, Side::Wasm, &mut timings)
    })?;
    progress.stage("timing the page", || {
        let server = Server::start(0, page)?;
        let mut command = cargo();
        command.args(["bench", "--features=browser", "--bench=page"]);
        command.env("TALSCOPE_URL", server.address());
        command.env("CHROMIUM", &browser.chromium).env("CHROMEDRIVER", &browser.chromedriver);
        let good = stream(&mut command, |line| timings.read(line, Side::Wasm, filter))?;
        ensure!(good, "`{}` failed", describe(&command));
        Ok(())
    })?;
    progress.stage("timing peers", || compare(filter, &mut timings))?;
    let timed = timings.count(Side::Native) + timings.count(Side::Wasm);
    ensure!(timed > 0, "nothing to time has {:?} in its name", filter.unwrap_or_default());
    println!("\n{}", timings.table());
    Ok(goals::print(&timings, filter.is_some()))
}

const SECONDS: u32 = 1800;

/// How often what is short is timed natively and in a library, in turns.
const ROUNDS: usize = 3;

/// Times peers, and what is compared with them again, so that both meet the same computer.
fn compare(filter: Option<&str>, timings: &mut Timings) -> Result<()> {
    peers::measure(filter, timings)?;
    let names = timings.compared().join(",");
    for _ in 1..if names.is_empty() { 1 } else { ROUNDS } {
        measure(cargo().arg("bench"), Some(&names), Side::Native, timings)?;
        peers::measure(Some(&names), timings)?;
    }
    Ok(())
}

fn measure(
    command: &mut Command,
    filter: Option<&str>,
    side: Side,
    into: &mut Timings,
) -> Result<()> {
    command.args(["numeric", "engine", "models"].map(|bench| format!("--bench={bench}")));
    command.env_remove("TALSCOPE_BENCH_FILTER");
    if let Some(filter) = filter {
        command.env("TALSCOPE_BENCH_FILTER", filter);
    }
    if side == Side::Wasm {
        command.args(["--", "--nocapture"]);
    }
    let before = into.count(side);
    let good = stream(command, |line| into.read(line, side, filter))?;
    ensure!(good, "`{}` failed", describe(command));
    // A filter may leave nothing to time on one side; see the end of `run`.
    ensure!(
        filter.is_some() || into.count(side) > before,
        "`{}` printed no line `bench <name> <nanoseconds>`",
        describe(command)
    );
    Ok(())
}
