//! `cargo xtask`: builds, serves, tests and measures talscope with nothing installed but Rust.
//!
//! The wasm-bindgen tools are linked in as libraries, so their version cannot differ from the one
//! the library was compiled against. This crate knows nothing of what the page computes.

mod bench;
mod browser;
mod budget;
mod bundle;
mod evidence;
mod hash;
mod npm;
mod process;
mod progress;
mod results;
mod serve;
mod server;
mod site;
mod standalone;
mod test;
mod wasm;
mod watch;
mod workspace;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

fn main() -> ExitCode {
    match run(Cli::parse().command) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Builds, serves, tests and measures talscope.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build the page, serve it on this computer and rebuild it on every change
    Serve {
        /// The port to listen on; the next free one is taken when it is in use
        #[arg(long, default_value_t = 8080)]
        port: u16,
        /// Show the page in the default browser
        #[arg(long)]
        open: bool,
    },
    /// Write the page to dist/, ready for any static host, and check its size
    Dist,
    /// Run every check and every test: format, lints, docs, native, wasm and page tests
    Test {
        /// Run only the stages and the tests whose name contains this text
        name: Option<String>,
        /// Run the test of long runs on a real scheduler instead, which is installed if it is not there
        #[arg(long)]
        cluster: bool,
    },
    /// Run the long random tests
    Soak {
        /// How many random cases each of them tries
        #[arg(default_value_t = 100_000)]
        count: u32,
    },
    /// Time the numerics natively and in Chromium, and compare them with the goals
    Bench {
        /// Time only the entries whose name contains this text
        filter: Option<String>,
    },
    /// Keep what long runs found, for the page of results
    Results {
        /// Folders that `talscope reproduce` filled
        #[arg(required_unless_present = "power")]
        folders: Vec<PathBuf>,
        /// The folder is one in which `talscope bench` wrote its tables
        #[arg(long)]
        tables: bool,
        /// Computes anew how many tasks each measure needs, which takes a minute
        #[arg(long, conflicts_with_all = ["folders", "tables"])]
        power: bool,
    },
    /// Compute the parts that lie beside the page, so that nobody waits for what is known
    Parts,
    /// Run a wasm test binary in Chromium; cargo calls this, people need not
    #[command(hide = true)]
    WasmRunner {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
}

fn run(command: Command) -> Result<ExitCode> {
    let good = match command {
        Command::Serve { port, open } => serve::serve(port, open).map(|()| true),
        Command::Dist => site::build_dist().map(|_| true),
        Command::Test { cluster: true, .. } => test::cluster(),
        Command::Test { name, .. } => test::run_all(name.as_deref()),
        Command::Soak { count } => test::soak(count),
        Command::Bench { filter } => bench::run(filter.as_deref()),
        Command::Results { power: true, .. } => evidence::keep_power().map(|()| true),
        Command::Results { folders, tables, .. } => match (tables, &folders[..]) {
            (false, all) => evidence::keep_results(all).map(|()| true),
            (true, [folder]) => evidence::keep_tables(folder).map(|()| true),
            (true, _) => anyhow::bail!(
                "one folder of tables at a time: `talscope bench --from` joins several"
            ),
        },
        Command::Parts => evidence::keep_parts().map(|()| true),
        Command::WasmRunner { arguments } => wasm::run_in_browser(arguments).map(|()| true),
    }?;
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
