//! Long runs on one core and on two: the same claim, each time in an empty folder.

use std::fs;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use super::timings::{Side, Timings};
use crate::process::describe;
use crate::workspace::{cargo, root};

/// The rows, and the cores that each may use.
const ROWS: [(&str, &str); 2] = [("runner-one-core", "0"), ("runner-two-cores", "0,1")];
/// How often each is timed, in turns; the best counts.
const ROUNDS: usize = 3;

/// Whether there are two cores, and a way to use one alone.
pub fn can_be_timed() -> bool {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut trial = Command::new("taskset");
    trial.args(["-c", "0,1", "true"]).stdout(Stdio::null()).stderr(Stdio::null());
    cores > 1 && trial.status().is_ok_and(|status| status.success())
}

/// Times the runner, if the filter asks for it.
pub fn measure(filter: Option<&str>, into: &mut Timings) -> Result<()> {
    let wanted =
        |name: &str| filter.is_none_or(|text| text.split(',').any(|part| name.contains(part)));
    if !ROWS.iter().any(|(name, _)| wanted(name)) || !can_be_timed() {
        return Ok(());
    }
    let mut build = cargo();
    build.args(["build", "--release", "--quiet"]);
    ensure!(build.status()?.success(), "`{}` failed", describe(&build));
    for _ in 0..ROUNDS {
        for (name, cores) in ROWS {
            let line = format!("bench {name} {:.0}", nanoseconds(cores)?);
            println!("{line}");
            into.read(&line, Side::Native, filter);
        }
    }
    Ok(())
}

fn nanoseconds(cores: &str) -> Result<f64> {
    let folder = root().join("target/bench-runner");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let mut command = Command::new("taskset");
    command.args(["-c", cores]).arg(root().join("target/release/talscope"));
    command.args(["reproduce", "models-synthetic", "--quick", "--tasks", "4", "--d", "3", "--out"]);
    command.arg(&folder).stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    let status = command.status().with_context(|| describe(&command))?;
    let taken = start.elapsed().as_secs_f64() * 1e9;
    ensure!(status.success(), "`{}` failed", describe(&command));
    fs::remove_dir_all(&folder)?;
    Ok(taken)
}
