//! Timings of the same work in Python, with those of the libraries that there are.

use std::process::{Command, Stdio};

use anyhow::{Result, ensure};

use super::timings::{Side, Timings};
use crate::process::{describe, stream};
use crate::workspace::root;

/// The libraries, and what times them. All need numpy, and each has rows of its own.
pub const PEERS: [(&str, &str); 3] = [
    ("numpy", "benches/numpy_rows.py"),
    ("jax", "benches/jax_rows.py"),
    ("torch", "benches/torch_rows.py"),
];

/// Times the rows whose names hold the filter; says which libraries are not there.
pub fn measure(filter: Option<&str>, into: &mut Timings) -> Result<()> {
    for (library, script) in PEERS {
        let Some(mut python) = python_with(library) else {
            println!("there is no python3 with {library}: its rows stay empty");
            continue;
        };
        into.has_peer(library);
        python.arg(script).args(filter).current_dir(root());
        let good = stream(&mut python, |line| into.read(line, Side::Peer, filter))?;
        ensure!(good, "`{}` failed", describe(&python));
    }
    Ok(())
}

/// The interpreter that the variable PYTHON names, or python3.
fn python_with(library: &str) -> Option<Command> {
    let program = std::env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
    let mut trial = Command::new(&program);
    let import = format!("import numpy, {library}");
    trial.args(["-c", &import]).stdout(Stdio::null()).stderr(Stdio::null());
    trial.status().is_ok_and(|status| status.success()).then(|| Command::new(program))
}
