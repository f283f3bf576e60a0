//! The real page in a real browser: how soon the first figure is there, and how long a dragged
//! point takes from the pointer's event to the drawn frame. `cargo xtask bench` serves the page,
//! sets TALSCOPE_URL and reads the lines.

#[path = "../tests/support/mod.rs"]
mod support;

use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use support::webdriver::{Browser, Options};

/// How long the scripted drag lasts.
const DRAG: Duration = Duration::from_secs(5);
/// The pace of its events: that of a screen.
const PACE: Duration = Duration::from_millis(16);
/// How many cold starts the first figure's median is taken over.
const STARTS: usize = 5;

fn main() {
    let url = std::env::var("TALSCOPE_URL").expect("TALSCOPE_URL names the page");
    let mut first: Vec<f64> = (0..STARTS).map(|_| first_figure(&url)).collect();
    print("page-first-figure", quantile(&mut first, 0.5));
    let mut frames = drag(&url);
    assert!(frames.len() > 100, "only {} frames were drawn", frames.len());
    print("page-drag-median", quantile(&mut frames, 0.5));
    print("page-drag-95th", quantile(&mut frames, 0.95));
}

fn print(name: &str, milliseconds: f64) {
    println!("bench {name} {:.0}", milliseconds * 1e6);
}

fn quantile(values: &mut [f64], share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    values[((values.len() - 1) as f64 * share).round() as usize]
}

/// Milliseconds from navigation to the first figure, in a browser with an empty cache.
fn first_figure(url: &str) -> f64 {
    let browser = open(url);
    let script = "return performance.getEntriesByName('figure')[0].startTime;";
    browser.execute(script, json!([])).unwrap().as_f64().unwrap()
}

/// A fresh browser now and then never finishes its first navigation; another is started then, and
/// the time that counts is taken inside the page.
fn open(url: &str) -> Browser {
    let options = Options { size: (1280, 800), ..Options::default() };
    let attempt = || {
        let browser = Browser::start(&options)?;
        browser.navigate(url)?;
        browser.wait_for("performance.getEntriesByName('figure').length > 0")?;
        Ok(browser)
    };
    let retried = attempt().or_else(|_: String| attempt()).or_else(|_| attempt());
    retried.unwrap()
}

/// Drags a training point to and fro; milliseconds from each event to its drawn frame.
fn drag(url: &str) -> Vec<f64> {
    let browser = open(url);
    let start = browser.execute_async(WATCH, json!([])).unwrap();
    let (column, row) = (start[0].as_f64().unwrap(), start[1].as_f64().unwrap());
    mouse(&browser, "mousePressed", column, row);
    let begun = Instant::now();
    for step in 0_u32.. {
        let due = PACE * step;
        if due > DRAG {
            break;
        }
        sleep(due.saturating_sub(begun.elapsed()));
        // A slow figure of eight around the start.
        let swing = |period: u32| (f64::from(step % period) / f64::from(period) - 0.5).abs() - 0.25;
        mouse(&browser, "mouseMoved", column + 160.0 * swing(120), row + 80.0 * swing(60));
    }
    mouse(&browser, "mouseReleased", column, row);
    let frames = browser.execute("return window.frames_;", json!([])).unwrap();
    frames.as_array().unwrap().iter().filter_map(Value::as_f64).collect()
}

/// Notes, after the page's own frame, how long ago the pointer's event happened. Returns where the
/// first training point of the first panel is.
const WATCH: &str = "
    window.frames_ = [];
    addEventListener('pointermove', (event) => {
      const { timeStamp } = event;
      requestAnimationFrame(() => window.frames_.push(performance.now() - timeStamp));
    });
    const done = arguments[0];
    const main = document.querySelector('script[type=module]').src;
    import(new URL('core.js', main)).then(({ core }) => {
      const canvas = document.querySelector('.panel canvas');
      const lab = new core.ToyLab('lab=toy');
      const copy = document.createElement('canvas');
      const [left, right, top, bottom, xLow, xHigh, yLow, yHigh] =
        lab.draw_panel(0, copy, canvas.clientWidth, canvas.clientHeight, 1, false);
      const [x, y] = lab.points();
      lab.free();
      const box = canvas.getBoundingClientRect();
      done([
        box.left + left + ((x - xLow) / (xHigh - xLow)) * (right - left),
        box.top + bottom - ((y - yLow) / (yHigh - yLow)) * (bottom - top),
      ]);
    });";

fn mouse(browser: &Browser, kind: &str, x: f64, y: f64) {
    let parameters = json!({
        "type": kind, "x": x, "y": y, "button": "left",
        "buttons": if kind == "mouseReleased" { 0 } else { 1 }, "clickCount": 1
    });
    browser.devtools("Input.dispatchMouseEvent", parameters).unwrap();
}
