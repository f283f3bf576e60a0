//! A small WebDriver client: a headless Chromium, driven over HTTP through chromedriver.
//!
//! Every method returns a `Result` whose error is the driver's own message, so that a test may
//! `unwrap` it and still say what went wrong. Dropping a [`Browser`], or the end of the process however
//! it comes, ends both programs.

// Not every test uses every method.
#![allow(dead_code)]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Child;
use std::sync::Mutex;
use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_STANDARD as BASE64;
use serde_json::{Value, json};
use ureq::Agent;

use super::launch;

/// What went wrong, in the driver's words.
pub type Result<T> = std::result::Result<T, String>;

/// How the browser starts.
#[derive(Clone, Debug)]
pub struct Options {
    /// Width and height of the page, in CSS pixels.
    pub size: (u32, u32),
    /// Device pixels for one CSS pixel.
    pub scale: f64,
    /// Whether the page is told that the user prefers dark colours.
    pub dark: bool,
    /// Whether the page is told that the user prefers little motion.
    pub reduced_motion: bool,
    /// Whether the user has colours of their own.
    pub forced: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { size: (1280, 900), scale: 1.0, dark: false, reduced_motion: false, forced: false }
    }
}

/// The kind of pointer that an action imitates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pointer {
    /// A mouse.
    Mouse,
    /// A finger.
    Touch,
}

/// A running browser with one page.
pub struct Browser {
    driver: Child,
    agent: Agent,
    /// The address of the session; until there is one, of the driver.
    session: String,
}

/// Browsers that tests are done with: starting one takes longer than most tests.
static IDLE: Mutex<Vec<Browser>> = Mutex::new(Vec::new());

impl Browser {
    /// Starts the programs that CHROMIUM and CHROMEDRIVER name, by default those on the PATH.
    pub fn start(options: &Options) -> Result<Self> {
        let profile = launch::fresh_directory()?;
        let mut driver = launch::kept("CHROMEDRIVER", "chromedriver", &["--port=0"], &profile)?;
        let agent = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(PATIENCE))
            .build()
            .new_agent();
        let port = launch::read_port(&mut driver, "started successfully on port ");
        let mut browser = Self { driver, agent, session: String::new() };
        browser.session = format!("http://127.0.0.1:{}/session", port?);
        let opened = browser.post("", launch::capabilities(options, &profile))?;
        let id = opened["sessionId"].as_str().ok_or("the driver opened no session")?;
        browser.session += &format!("/{id}");
        if let (Some(process), Some(keeper)) =
            (opened["capabilities"]["goog:processID"].as_u64(), &mut browser.driver.stdin)
        {
            writeln!(keeper, "{process}").map_err(|error| error.to_string())?;
        }
        browser.emulate(options)?;
        Ok(browser)
    }

    /// A browser that another test is done with, with a new and empty page; or a new one.
    pub fn borrow(options: &Options) -> Result<Self> {
        let idle = IDLE.lock().map_err(|error| error.to_string())?.pop();
        let Some(browser) = idle else { return Self::start(options) };
        let window = browser.post("/window/new", json!({ "type": "tab" }))?;
        browser.delete("/window")?;
        browser.post("/window", json!({ "handle": window["handle"] }))?;
        browser.emulate(options)?;
        Ok(browser)
    }

    /// Leaves the browser to other tests.
    pub fn give_back(self) {
        if let Ok(mut idle) = IDLE.lock() {
            idle.push(self);
        }
    }

    /// Changes size, scale and preferences of the page, also of one that is open.
    pub fn emulate(&self, options: &Options) -> Result<()> {
        self.resize(options.size, options.scale)?;
        let colours = if options.dark { "dark" } else { "light" };
        let motion = if options.reduced_motion { "reduce" } else { "no-preference" };
        let features = json!([
            { "name": "prefers-color-scheme", "value": colours },
            { "name": "prefers-reduced-motion", "value": motion },
            { "name": "forced-colors", "value": if options.forced { "active" } else { "none" } },
        ]);
        self.devtools("Emulation.setEmulatedMedia", json!({ "features": features })).map(drop)
    }

    /// Gives the window another size, and so many device pixels to each of its own.
    pub fn resize(&self, (width, height): (u32, u32), scale: f64) -> Result<()> {
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": scale, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics).map(drop)
    }

    /// Opens an address and waits until it is loaded.
    pub fn navigate(&self, url: &str) -> Result<()> {
        self.post("/url", json!({ "url": url })).map(drop)
    }

    /// The page's title.
    pub fn title(&self) -> Result<String> {
        Ok(self.get("/title")?.as_str().unwrap_or_default().into())
    }

    /// Runs the body of a function in the page; `arguments[0]` is the first of `arguments`, given
    /// as an array. Returns what the script returns, also if that is a promise.
    pub fn execute(&self, script: &str, arguments: Value) -> Result<Value> {
        self.post("/execute/sync", json!({ "script": script, "args": arguments }))
    }

    /// As [`Browser::execute`], but the result is what the script passes to its last argument, a
    /// function.
    pub fn execute_async(&self, script: &str, arguments: Value) -> Result<Value> {
        self.post("/execute/async", json!({ "script": script, "args": arguments }))
    }

    /// Runs an expression of the page until it is true, or until patience ends.
    pub fn wait_for(&self, expression: &str) -> Result<()> {
        match self.execute(&until(expression), json!([]))? {
            Value::Bool(true) => Ok(()),
            _ => Err(format!("still not true after {} s: {expression}", WAIT.as_secs())),
        }
    }

    /// Waits until the page has drawn what it was told to before, and nothing moves any more.
    pub fn drawn(&self) -> Result<()> {
        let script = "return new Promise((done) => {
            const still = () => (document.documentElement.hasAttribute('data-moving')
              ? requestAnimationFrame(still) : done(true));
            requestAnimationFrame(() => requestAnimationFrame(still)); })";
        self.execute(script, json!([])).map(drop)
    }

    /// Finds the first element that a CSS selector matches; its id is good for the other calls.
    pub fn find(&self, selector: &str) -> Result<String> {
        let found = self.post("/element", json!({ "using": "css selector", "value": selector }))?;
        let id = found.as_object().and_then(|object| object.values().next()?.as_str());
        id.map(String::from).ok_or_else(|| format!("the driver found {found} for {selector}"))
    }

    /// From now on, scripts and selectors mean what is in the frame that a selector matches, until the
    /// next address is opened.
    pub fn enter_frame(&self, selector: &str) -> Result<()> {
        let found = self.post("/element", json!({ "using": "css selector", "value": selector }))?;
        self.post("/frame", json!({ "id": found })).map(drop)
    }

    /// Scripts and selectors mean the whole page again.
    pub fn leave_frame(&self) -> Result<()> {
        self.post("/frame", json!({ "id": null })).map(drop)
    }

    /// The page as printed on A4, as a PDF file.
    pub fn print(&self, landscape: bool) -> Result<Vec<u8>> {
        let orientation = if landscape { "landscape" } else { "portrait" };
        let sheet = json!({ "width": 21.0, "height": 29.7 });
        let printed = self.post("/print", json!({ "orientation": orientation, "page": sheet }))?;
        BASE64.decode(printed.as_str().unwrap_or_default()).map_err(|error| error.to_string())
    }

    /// Clicks in the middle of an element.
    pub fn click(&self, selector: &str) -> Result<()> {
        let element = self.find(selector)?;
        self.post(&format!("/element/{element}/click"), json!({})).map(drop)
    }

    /// Types into an element. Special keys have code points from U+E000 on: U+E007 is Enter.
    pub fn send_keys(&self, selector: &str, text: &str) -> Result<()> {
        let element = self.find(selector)?;
        self.post(&format!("/element/{element}/value"), json!({ "text": text })).map(drop)
    }

    /// Presses the pointer at the first place, moves it through the others and lets go at the
    /// last. Places are in CSS pixels from the upper left corner of the window. One place alone
    /// is a tap or a click.
    pub fn drag(&self, pointer: Pointer, places: &[(f64, f64)]) -> Result<()> {
        let kind = if pointer == Pointer::Mouse { "mouse" } else { "touch" };
        let moves = places.iter().map(|(x, y)| {
            json!({ "type": "pointerMove", "x": x.round(), "y": y.round(), "duration": 30 })
        });
        let mut actions: Vec<_> = moves.collect();
        actions.insert(actions.len().min(1), json!({ "type": "pointerDown", "button": 0 }));
        actions.push(json!({ "type": "pointerUp", "button": 0 }));
        self.perform(kind, actions)
    }

    /// Moves the mouse to a place without pressing it.
    pub fn hover(&self, (x, y): (f64, f64)) -> Result<()> {
        let motion =
            json!({ "type": "pointerMove", "x": x.round(), "y": y.round(), "duration": 30 });
        self.perform("mouse", vec![motion])
    }

    /// Writes a picture of the visible page to a PNG file.
    pub fn screenshot(&self, file: &Path) -> Result<()> {
        let picture = self.get("/screenshot")?;
        let bytes =
            BASE64.decode(picture.as_str().unwrap_or_default()).map_err(|e| e.to_string())?;
        file.parent()
            .map_or(Ok(()), fs::create_dir_all)
            .and_then(|()| fs::write(file, bytes))
            .map_err(|error| format!("cannot write {}: {error}", file.display()))
    }

    /// What the page wrote to its console since the last call: objects with `level` (`SEVERE` for
    /// errors), `message` and `source`.
    pub fn console(&self) -> Result<Vec<Value>> {
        let log = self.post("/se/log", json!({ "type": "browser" }))?;
        log.as_array().cloned().ok_or_else(|| format!("the driver's log is no list but {log}"))
    }

    /// The messages of the console's errors since the last call.
    pub fn console_errors(&self) -> Result<Vec<String>> {
        let severe = |entry: &Value| entry["level"] == "SEVERE";
        let log = self.console()?.into_iter().filter(severe);
        Ok(log.map(|entry| entry["message"].to_string()).collect())
    }

    /// Lets the page save files to a directory, without asking.
    pub fn download_to(&self, directory: &Path) -> Result<()> {
        let settings = json!({ "behavior": "allow", "downloadPath": directory });
        self.devtools("Browser.setDownloadBehavior", settings).map(drop)
    }

    /// Calls a method of the Chrome DevTools protocol.
    pub fn devtools(&self, method: &str, parameters: Value) -> Result<Value> {
        self.post("/goog/cdp/execute", json!({ "cmd": method, "params": parameters }))
    }

    fn perform(&self, kind: &str, actions: Vec<Value>) -> Result<()> {
        let source = json!({
            "type": "pointer", "id": kind, "parameters": { "pointerType": kind }, "actions": actions
        });
        self.post("/actions", json!({ "actions": [source] })).map(drop)
    }

    fn delete(&self, path: &str) -> Result<Value> {
        read(self.agent.delete(format!("{}{path}", self.session)).call())
    }

    fn get(&self, path: &str) -> Result<Value> {
        read(self.agent.get(format!("{}{path}", self.session)).call())
    }

    fn post(&self, path: &str, body: Value) -> Result<Value> {
        let request = self.agent.post(format!("{}{path}", self.session));
        read(request.header("Content-Type", "application/json").send(body.to_string()))
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        drop(self.driver.stdin.take());
        let _ = self.driver.wait();
    }
}

/// How long a browser may take to answer: long enough for a computer that is busy with ten other things,
/// short enough that a stuck browser fails the test.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// How long an expression may take to become true: less than scripts may run, half of [`PATIENCE`], so that whoever
/// waits in vain is told what for.
pub const WAIT: Duration = Duration::from_secs(120);

/// The body of a function that promises to tell whether an expression became true.
pub fn until(expression: &str) -> String {
    let wait = WAIT.as_millis();
    format!(
        "return (async () => {{ const end = performance.now() + {wait};
           while (performance.now() < end) {{
             if ({expression}) return true;
             await new Promise((next) => setTimeout(next, 20)); }}
           return false; }})()"
    )
}

fn read(
    answer: std::result::Result<ureq::http::Response<ureq::Body>, ureq::Error>,
) -> Result<Value> {
    let mut answer = answer.map_err(|error| format!("the driver does not answer: {error}"))?;
    let body = answer.body_mut().with_config().limit(100_000_000).read_to_string();
    let body = body.map_err(|error| format!("the driver's answer is cut off: {error}"))?;
    let mut parsed: Value = serde_json::from_str(&body)
        .map_err(|error| format!("the driver's answer is no JSON: {error}: {body}"))?;
    let value = parsed["value"].take();
    match (value["error"].as_str(), value["message"].as_str()) {
        (Some(error), Some(message)) if !answer.status().is_success() => {
            Err(format!("{error}: {message}"))
        }
        _ => Ok(value),
    }
}
