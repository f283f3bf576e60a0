//! Starts the programs that tests drive, and says how chromedriver is to start Chromium.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs};

use serde_json::{Value, json};

use super::webdriver::{Options, PATIENCE, Result};

/// Ends the program, those whose process numbers it reads, and their profile, as soon as its input
/// ends: that is when the test's process does, however it ends. A browser's helpers outlive it for a
/// moment and write what they know to the profile, so that is removed more than once.
const KEEPER: &str = r#""$@" 2>&1 & kept=$!
while read -r browser; do kept="$kept $browser"; done
kill -9 $kept
for pause in 0 1 4; do sleep $pause; rm -rf "$0"; done > /dev/null 2>&1 &"#;

/// Starts the program that a variable names, or the default one, with a profile of its own.
pub fn kept(variable: &str, default: &str, arguments: &[&str], profile: &Path) -> Result<Child> {
    let program = env::var(variable).unwrap_or_else(|_| default.into());
    Command::new("sh")
        .args(["-c", KEEPER])
        .arg(profile)
        .arg(&program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("cannot start {program}: {error}; set {variable}"))
}

/// The program says which port it took, after these words; from then on its output is of no interest.
pub fn read_port(program: &mut Child, before: &str) -> Result<u16> {
    let output = program.stdout.take().ok_or("the program has no output")?;
    let mut lines = BufReader::new(output).lines().map_while(std::io::Result::ok);
    let port = lines.find_map(|line| {
        let (_, end) = line.split_once(before)?;
        end.split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok()
    });
    std::thread::spawn(move || lines.for_each(drop));
    port.ok_or_else(|| format!("no line of the program has a port after “{before}”"))
}

/// What the browser is to be like.
pub fn capabilities(options: &Options, profile: &Path) -> Value {
    let (width, height) = options.size;
    // With the cache named last every navigation would start a process that compiles the page anew.
    let mut flags: Vec<_> = "headless disable-gpu disable-quic no-first-run no-sandbox \
        disable-background-networking disable-component-update disable-sync disable-dev-shm-usage \
        disable-features=BackForwardCache"
        .split_whitespace()
        .map(|flag| format!("--{flag}"))
        .collect();
    flags.push(format!("--user-data-dir={}", profile.display()));
    flags.push(format!("--window-size={width},{height}"));
    let mut chrome = json!({ "args": flags });
    if let Ok(chromium) = env::var("CHROMIUM") {
        chrome["binary"] = chromium.into();
    }
    let longest = PATIENCE.as_millis() as u64 / 2;
    json!({ "capabilities": { "alwaysMatch": {
        "goog:chromeOptions": chrome,
        "goog:loggingPrefs": { "browser": "ALL" },
        "timeouts": { "script": longest, "pageLoad": longest },
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
