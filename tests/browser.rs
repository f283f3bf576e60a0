//! The page in a real browser. `cargo xtask test` builds and serves it and sets TALSCOPE_URL.
//!
//! Every view is also saved under `target/screenshots/` for people to look at.

mod support;

#[path = "browser/access.rs"]
mod access;
#[path = "browser/agreement.rs"]
mod agreement;
#[path = "browser/correlation.rs"]
mod correlation;
#[path = "browser/crosshair.rs"]
mod crosshair;
#[path = "browser/curves.rs"]
mod curves;
#[path = "browser/data.rs"]
mod data;
#[path = "browser/ease.rs"]
mod ease;
#[path = "browser/ellipse.rs"]
mod ellipse;
#[path = "browser/embed.rs"]
mod embed;
#[path = "browser/figure.rs"]
mod figure;
#[path = "browser/firefox.rs"]
mod firefox;
#[path = "browser/heard.rs"]
mod heard;
#[path = "browser/keys.rs"]
mod keys;
#[path = "browser/lecture.rs"]
mod lecture;
#[path = "browser/lesson.rs"]
mod lesson;
#[path = "browser/lesson_end.rs"]
mod lesson_end;
#[path = "browser/lesson_hidden.rs"]
mod lesson_hidden;
#[path = "browser/lesson_hostile.rs"]
mod lesson_hostile;
#[path = "browser/lesson_own.rs"]
mod lesson_own;
#[path = "browser/links.rs"]
mod links;
#[path = "browser/look.rs"]
mod look;
#[path = "browser/memory.rs"]
mod memory;
#[path = "browser/models.rs"]
mod models;
#[path = "browser/own.rs"]
mod own;
#[path = "browser/paper.rs"]
mod paper;
#[path = "browser/path.rs"]
mod path;
#[path = "support/pdf.rs"]
mod pdf;
#[path = "browser/play.rs"]
mod play;
#[path = "browser/present.rs"]
mod present;
#[path = "browser/pull.rs"]
mod pull;
#[path = "browser/results.rs"]
mod results;
#[path = "browser/share.rs"]
mod share;
#[path = "browser/shelf.rs"]
mod shelf;
#[path = "browser/sight.rs"]
mod sight;
#[path = "browser/standalone.rs"]
mod standalone;
#[path = "browser/student.rs"]
mod student;
#[path = "browser/theorem.rs"]
mod theorem;
#[path = "browser/touch.rs"]
mod touch;
#[path = "browser/toy.rs"]
mod toy;
#[path = "browser/unseen.rs"]
mod unseen;
#[path = "browser/verdict.rs"]
mod verdict;
#[path = "browser/work.rs"]
mod work;
#[path = "browser/worked.rs"]
mod worked;
#[path = "browser/you.rs"]
mod you;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use support::webdriver::{Browser, Options, WAIT};
use talscope::lab::{Opened, to_the_end};

/// The page, open in a window of its own.
struct Page {
    browser: Browser,
}

impl Page {
    /// Opens a link and waits until its figure is complete.
    fn open(link: &str) -> Self {
        Self::open_with(link, &Options::default())
    }

    fn open_with(link: &str, options: &Options) -> Self {
        let page = Self { browser: Browser::borrow(options).unwrap() };
        page.go(link);
        page
    }

    /// Opens a link in the same browser, as if typed.
    fn go(&self, link: &str) {
        self.browser.navigate(&address_of(link)).unwrap();
        self.complete();
    }

    /// Waits until the figure is complete. What was changed a moment ago is drawn with the next frame,
    /// and until then the fingerprint is that of the figure before it.
    fn complete(&self) {
        self.browser.drawn().unwrap();
        self.wait_for(COMPLETE);
    }

    fn wait_for(&self, condition: &str) {
        self.browser.wait_for(condition).unwrap();
    }

    /// The value of a JavaScript expression.
    fn value(&self, expression: &str) -> Value {
        self.browser.execute(&format!("return {expression};"), json!([])).unwrap()
    }

    /// What a JavaScript function makes of one of the page's modules; its second argument are all of them,
    /// and `main` is the address of the script that they are joined to.
    fn module(&self, name: &str, function: &str) -> Value {
        let script = "const [name, done] = arguments;
            const main = document.querySelector('script[type=module]').src;
            import(main)
              .then(({ $modules }) => (FUNCTION)($modules[name], $modules))
              .then(done, (error) => done(String(error)));";
        let script = script.replace("FUNCTION", function);
        self.browser.execute_async(&script, json!([name])).unwrap()
    }

    /// The text of the element with an id.
    fn text(&self, id: &str) -> String {
        let text = self.value(&format!("document.getElementById('{id}').textContent"));
        text.as_str().unwrap().into()
    }

    /// The fragment of the address.
    fn address(&self) -> String {
        self.value("location.hash").as_str().unwrap().trim_start_matches('#').into()
    }

    /// Sets a control as typing into it and leaving it does.
    fn set(&self, name: &str, value: &str) {
        self.choose(&format!("[name=\"{name}\"]"), value);
    }

    /// The same with the first of all that a selector finds.
    fn choose(&self, field: &str, value: &str) {
        let script = "const [field, value] = arguments;
            const choice = document.querySelector(field);
            choice.value = value;
            choice.dispatchEvent(new Event('change', { bubbles: true }));";
        self.browser.execute(script, json!([field, value])).unwrap();
    }

    fn banner(&self) -> Option<String> {
        let shown = self.value("!document.getElementById('banner').hidden");
        shown.as_bool().unwrap().then(|| self.text("banner-words"))
    }

    /// How many pixels of a canvas are near a colour.
    fn pixels(&self, canvas: &str, (red, green, blue): (u8, u8, u8)) -> u64 {
        let script = "const [id, ...colour] = arguments;
            const canvas = document.getElementById(id);
            const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
            let count = 0;
            for (let i = 0; i < data.length; i += 4) {
              if (colour.every((c, k) => Math.abs(data[i + k] - c) < 12)) count += 1;
            }
            return count;";
        let count = self.browser.execute(script, json!([canvas, red, green, blue])).unwrap();
        count.as_u64().unwrap()
    }

    fn screenshot(&self, name: &str) {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
        let file = target.join("screenshots").join(format!("{name}.png"));
        self.browser.screenshot(&file).unwrap();
    }

    /// An empty folder, to which the page saves files from now on.
    fn downloads(&self, name: &str) -> PathBuf {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        self.browser.download_to(&folder).unwrap();
        folder
    }

    /// Takes the network away from this window, once it has fetched what it fetches in a quiet moment.
    fn offline(&self) {
        self.wait_for(
            "location.protocol === 'file:' ||
             performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.md')).length >= 9",
        );
        let conditions = json!({
            "offline": true, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0
        });
        self.browser.devtools("Network.enable", json!({})).unwrap();
        self.browser.devtools("Network.emulateNetworkConditions", conditions).unwrap();
    }

    /// Ends a test: nothing went wrong that the page did not show. What it chose is forgotten, because
    /// other tests use the browser.
    fn close(self) {
        assert_eq!(self.browser.console_errors().unwrap(), [""; 0]);
        self.browser.execute("try { localStorage.clear(); } catch {}", json!([])).unwrap();
        self.browser.give_back();
    }
}

/// Whether the page shows a whole figure.
const COMPLETE: &str = "/^[0-9a-f]{16}$/.test(document.getElementById('fingerprint').textContent)";

/// Links to all labs, as the page offers them.
const LABS: &str =
    "[...document.querySelectorAll('#labs a')].map((link) => link.hash.replace('#', ''))";

fn url() -> String {
    std::env::var("TALSCOPE_URL").expect("TALSCOPE_URL names the page: run `cargo xtask test`")
}

/// Where a link leads; a whole address leads to itself.
fn address_of(link: &str) -> String {
    match link.starts_with("http") || link.starts_with("file:") {
        true => link.into(),
        false => format!("{}#{}", url(), of_marginal(link)),
    }
}

/// The contents of a file that the page is about to save.
fn saved(file: &Path) -> String {
    String::from_utf8(saved_bytes(file)).unwrap()
}

/// A browser reserves a download's name with an empty file, and renames the finished one over it.
fn saved_bytes(file: &Path) -> Vec<u8> {
    let start = Instant::now();
    while start.elapsed() < WAIT {
        match std::fs::read(file) {
            Ok(contents) if !contents.is_empty() => return contents,
            _ => {}
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("{} was not saved", file.display())
}

/// Saves a link's figure in every form, and holds each against what the command line writes.
fn saves_what_the_command_line_writes(link: &str) {
    let (page, native) = (Page::open(link), native(link));
    let folder = page.downloads(&format!("downloads-{}", native.file_name()));
    for kind in ["csv", "json", "svg", "png"] {
        page.browser.click(&format!("#save-{kind}")).unwrap();
    }
    let file = |kind: &str| folder.join(format!("{}.{kind}", native.file_name()));
    assert_eq!(saved(&file("csv")), native.csv().unwrap());
    assert!(saved(&file("json")).contains(&native_fingerprint(link)));
    assert!(saved(&file("svg")).trim_end().ends_with("</svg>"));
    assert!(saved_bytes(&file("png")).starts_with(b"\x89PNG"));
    page.close();
}

/// Most of these tests are about the marginal lab; a link may name another.
fn of_marginal(link: &str) -> String {
    assert!(!link.contains("lesson="), "a lesson has its own figure: `lesson::open_with`");
    if link.contains("lab=") { link.into() } else { format!("lab=marginal&{link}") }
}

/// What this machine computes for a link, without any browser.
fn native(link: &str) -> Opened {
    Opened::complete(of_marginal(link).parse().unwrap(), &[], &mut to_the_end).unwrap()
}

fn native_fingerprint(link: &str) -> String {
    native(link).fingerprint().unwrap().unwrap()
}
