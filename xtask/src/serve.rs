//! `cargo xtask serve`: the page on this computer, rebuilt and reloaded on every change.

use std::path::PathBuf;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use anyhow::Result;

use crate::progress::Progress;
use crate::server::Server;
use crate::watch::{Snapshot, look};
use crate::workspace::{root, warn_about_ignored_flags};
use crate::{process, site};

/// Builds and serves the page until it is interrupted.
pub fn serve(port: u16, open: bool) -> Result<()> {
    warn_about_ignored_flags();
    let places = watched();
    let mut seen = look(&places);
    let site = site::build(&mut Progress::new(4))?;
    let server = Server::start_with_reload(port, site)?;
    println!("\n  talscope: {}   (Ctrl-C ends it)\n", server.address());
    if open && let Err(error) = open_browser(&server.address()) {
        eprintln!("note: {error:#}; open {} yourself", server.address());
    }
    loop {
        sleep(LOOK_EVERY);
        let now = look(&places);
        if now != seen {
            seen = settle(now, &places);
            rebuild(&server);
        }
    }
}

const LOOK_EVERY: Duration = Duration::from_millis(300);

fn watched() -> Vec<PathBuf> {
    ["src", "www", "docs/results", "Cargo.toml", "Cargo.lock", ".cargo"]
        .map(|place| root().join(place))
        .to_vec()
}

/// Waits until nothing changes any more: editors and version control write many files at once.
fn settle(mut now: Snapshot, places: &[PathBuf]) -> Snapshot {
    loop {
        sleep(LOOK_EVERY / 3);
        let next = look(places);
        if next == now {
            return now;
        }
        now = next;
    }
}

fn rebuild(server: &Server) {
    match site::build(&mut Progress::new(4)) {
        Ok(site) => server.replace(site),
        Err(error) => eprintln!("error: {error:#}\nstill serving the last good build"),
    }
}

fn open_browser(address: &str) -> Result<()> {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(target_os = "windows") {
        let mut command = Command::new("cmd");
        command.args(["/C", "start", ""]);
        command
    } else {
        Command::new("xdg-open")
    };
    process::run(command.arg(address))
}
