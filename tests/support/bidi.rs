//! A small WebDriver BiDi client: a headless Firefox, driven over a WebSocket, without geckodriver.
//!
//! As with [`super::webdriver`], errors are the browser's own words, and Firefox ends with the test's
//! process.

// Not every program that shares these files drives Firefox.
#![allow(dead_code)]

use std::fs;
use std::net::TcpStream;
use std::process::Child;

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

use super::launch;
use super::webdriver::{PATIENCE, Result, until};

/// A running Firefox with one page.
pub struct Firefox {
    program: Child,
    socket: WebSocket<TcpStream>,
    page: String,
    calls: u64,
    errors: Vec<String>,
}

impl Firefox {
    /// Starts the program that FIREFOX names, by default Debian's.
    pub fn start() -> Result<Self> {
        let profile = launch::fresh_directory()?;
        fs::write(profile.join("user.js"), PREFERENCES).map_err(|error| error.to_string())?;
        let folder = profile.to_str().ok_or("the profile is not named in UTF-8")?;
        let arguments =
            ["--headless", "--no-remote", "--profile", folder, "--remote-debugging-port=0"];
        let mut program = launch::kept("FIREFOX", "firefox-esr", &arguments, &profile)?;
        let port = launch::read_port(&mut program, "listening on ws://127.0.0.1:")?;
        let socket = connect(port)?;
        let mut firefox = Self { program, socket, page: String::new(), calls: 0, errors: vec![] };
        firefox.call("session.new", json!({ "capabilities": {} }))?;
        firefox.call("session.subscribe", json!({ "events": ["log.entryAdded"] }))?;
        let tree = firefox.call("browsingContext.getTree", json!({}))?;
        let page = tree["contexts"][0]["context"].as_str();
        firefox.page = page.ok_or("Firefox has no page")?.into();
        Ok(firefox)
    }

    /// Opens an address in an empty page and waits until it is loaded.
    pub fn navigate(&mut self, url: &str) -> Result<()> {
        for url in ["about:blank", url] {
            let where_to = json!({ "context": self.page, "url": url, "wait": "complete" });
            self.call("browsingContext.navigate", where_to)?;
        }
        Ok(())
    }

    /// The value of a JavaScript expression, which must be one that JSON can hold.
    pub fn value(&mut self, expression: &str) -> Result<Value> {
        self.evaluate(&format!("return {expression}"))
    }

    /// Runs an expression of the page until it is true, or until patience ends.
    pub fn wait_for(&mut self, expression: &str) -> Result<()> {
        match self.evaluate(&until(expression))? {
            Value::Bool(true) => Ok(()),
            _ => Err(format!("still not true: {expression}")),
        }
    }

    /// What the console has shown as errors so far.
    pub fn console_errors(&self) -> &[String] {
        &self.errors
    }

    fn evaluate(&mut self, body: &str) -> Result<Value> {
        let answer = self.call(
            "script.evaluate",
            json!({
                "expression": format!("(async () => JSON.stringify(await (() => {{ {body} }})()))()"),
                "target": { "context": self.page },
                "awaitPromise": true,
            }),
        )?;
        match answer["result"]["value"].as_str() {
            Some(text) => serde_json::from_str(text).map_err(|error| error.to_string()),
            None => Err(format!("Firefox answered {answer} to {body}")),
        }
    }

    fn call(&mut self, method: &str, parameters: Value) -> Result<Value> {
        self.calls += 1;
        let id = self.calls;
        let request = json!({ "id": id, "method": method, "params": parameters });
        self.socket.send(Message::text(request.to_string())).map_err(lost)?;
        loop {
            let message = self.socket.read().map_err(lost)?;
            let Message::Text(text) = message else { continue };
            let mut answer: Value = serde_json::from_str(&text).map_err(|e| e.to_string())?;
            if answer["method"] == "log.entryAdded" && answer["params"]["level"] == "error" {
                self.errors.push(answer["params"]["text"].to_string());
            }
            if answer["id"] == id {
                return match answer["type"].as_str() {
                    Some("success") => Ok(answer["result"].take()),
                    _ => Err(format!("{method}: {}: {}", answer["error"], answer["message"])),
                };
            }
        }
    }
}

impl Drop for Firefox {
    fn drop(&mut self) {
        drop(self.program.stdin.take());
        let _ = self.program.wait();
    }
}

/// No traffic of its own, and nothing that opens unasked.
const PREFERENCES: &str = r#"
user_pref("app.update.disabledForTesting", true);
user_pref("browser.newtabpage.enabled", false);
user_pref("browser.safebrowsing.update.enabled", false);
user_pref("browser.startup.homepage", "about:blank");
user_pref("browser.startup.page", 0);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("extensions.update.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,");
user_pref("toolkit.telemetry.server", "data:,");
"#;

fn connect(port: u16) -> Result<WebSocket<TcpStream>> {
    let stream = TcpStream::connect(("127.0.0.1", port)).map_err(lost)?;
    stream.set_read_timeout(Some(PATIENCE)).map_err(lost)?;
    let address = format!("ws://127.0.0.1:{port}/session");
    let (socket, _) = tungstenite::client(address, stream).map_err(lost)?;
    Ok(socket)
}

fn lost(error: impl std::fmt::Display) -> String {
    format!("Firefox does not answer: {error}")
}
