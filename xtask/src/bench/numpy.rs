//! Timings of `benches/numpy_rows.py`, if there is a Python with numpy.

use std::process::{Command, Stdio};

use anyhow::{Result, ensure};

use super::timings::{Side, Timings};
use crate::process::{describe, stream};
use crate::workspace::root;

/// Times the rows whose names hold the filter; without numpy none, and says so.
pub fn measure(filter: Option<&str>, into: &mut Timings) -> Result<()> {
    let Some(mut python) = python_with_numpy() else {
        println!("there is no python3 with numpy: its column stays empty");
        return Ok(());
    };
    python.arg("benches/numpy_rows.py").args(filter).current_dir(root());
    let good = stream(&mut python, |line| into.read(line, Side::Numpy, filter))?;
    ensure!(good, "`{}` failed", describe(&python));
    Ok(())
}

/// The interpreter that the variable PYTHON names, or python3.
fn python_with_numpy() -> Option<Command> {
    let program = std::env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
    let mut trial = Command::new(&program);
    trial.args(["-c", "import numpy"]).stdout(Stdio::null()).stderr(Stdio::null());
    trial.status().is_ok_and(|status| status.success()).then(|| Command::new(program))
}
