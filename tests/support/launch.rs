//! Starts chromedriver, and says how it is to start Chromium.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs};

use serde_json::{Value, json};

use super::webdriver::{Options, PATIENCE, Result};

/// Ends the driver, the browsers whose process numbers it reads, and their profile, as soon as its
/// input ends: that is when the test's process does, however it ends.
const KEEPER: &str = r#""$0" --port=0 & kept=$!
while read -r browser; do kept="$kept $browser"; done
kill -9 $kept; rm -rf "$1""#;

/// Starts the driver that CHROMEDRIVER names, on a port of its own choice.
pub fn driver(profile: &Path) -> Result<Child> {
    let chromedriver = env::var("CHROMEDRIVER").unwrap_or_else(|_| "chromedriver".into());
    Command::new("sh")
        .args(["-c", KEEPER, &chromedriver])
        .arg(profile)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("cannot start {chromedriver}: {error}; set CHROMEDRIVER"))
}

/// The driver says which port it took; from then on its output is of no interest.
pub fn read_port(driver: &mut Child) -> Result<u16> {
    let output = driver.stdout.take().ok_or("the driver has no output")?;
    let mut lines = BufReader::new(output).lines().map_while(std::io::Result::ok);
    let port = lines.find_map(|line| {
        let (_, end) = line.split_once("started successfully on port ")?;
        end.trim_end_matches('.').parse().ok()
    });
    std::thread::spawn(move || lines.for_each(drop));
    port.ok_or_else(|| "the driver named no port: does CHROMEDRIVER name it?".into())
}

/// What the browser is to be like.
pub fn capabilities(options: &Options, profile: &Path) -> Value {
    let (width, height) = options.size;
    let mut flags: Vec<_> = "headless disable-gpu disable-quic no-first-run no-sandbox \
        disable-background-networking disable-component-update disable-sync disable-dev-shm-usage"
        .split_whitespace()
        .map(|flag| format!("--{flag}"))
        .collect();
    flags.push(format!("--user-data-dir={}", profile.display()));
    flags.push(format!("--window-size={width},{height}"));
    let mut chrome = json!({ "args": flags });
    if let Ok(chromium) = env::var("CHROMIUM") {
        chrome["binary"] = chromium.into();
    }
    json!({ "capabilities": { "alwaysMatch": {
        "goog:chromeOptions": chrome,
        "goog:loggingPrefs": { "browser": "ALL" },
        "timeouts": { "script": PATIENCE.as_millis() as u64 / 2, "pageLoad": 20_000 },
    } } })
}

/// An empty directory for the browser's profile.
pub fn fresh_directory() -> Result<PathBuf> {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = format!("talscope-browser-{}-{number}", std::process::id());
    let directory = env::temp_dir().join(name);
    fs::create_dir_all(&directory)
        .map_err(|error| format!("cannot create {}: {error}", directory.display()))?;
    Ok(directory)
}
