//! The real page in a real browser: how soon the first figure is there, how long a dragged point takes
//! from the pointer's event to the drawn frame, how long a large correlation matrix takes to draw, and
//! how long the page stands still while workers repeat large tasks or fit models, or for the worst links
//! that it accepts, and what it costs a worker to be watched. `cargo xtask bench` serves the page, sets TALSCOPE_URL and reads the lines.

mod links;
#[path = "../tests/support/mod.rs"]
mod support;

use std::thread::sleep;
use std::time::{Duration, Instant};

use links::whole;
use serde_json::{Value, json};
use support::webdriver::{Browser, Options};
use talscope::cost::Cost;
use talscope::experiment::{self, Costs};
use talscope::scenario::{FORMS, Link};

/// How long the scripted drag lasts.
const DRAG: Duration = Duration::from_secs(5);
/// How long a screen shows a frame.
const FRAME: Duration = Duration::from_micros(16_667);
/// Multiples of it fall evenly between whole numbers.
const GOLDEN: f64 = 0.618_033_988_749_895;
/// How many cold starts the first figure's median is taken over.
const STARTS: usize = 5;

fn main() {
    let url = std::env::var("TALSCOPE_URL").expect("TALSCOPE_URL names the page");
    let mut first: Vec<f64> = (0..STARTS).map(|_| first_figure(&url)).collect();
    print("page-first-figure", quantile(&mut first, 0.5));
    let mut seen: Vec<f64> = (0..STARTS).map(|_| first_seen(&url)).collect();
    print("page-opening-seen", quantile(&mut seen, 0.5));
    for (name, held) in [("page-drag", POINT), ("page-pull", LINE)] {
        let [mut frames, mut work] = drag(&format!("{url}#lab=toy"), held);
        assert!(frames.len() > 100, "only {} frames were drawn", frames.len());
        print(&format!("{name}-median"), quantile(&mut frames, 0.5));
        print(&format!("{name}-95th"), quantile(&mut frames, 0.95));
        print(&format!("{name}-work-median"), quantile(&mut work, 0.5));
    }
    print("page-motion-work-median", quantile(&mut motion(&url), 0.5));
    let mut heatmaps = heatmaps(&url);
    print("page-heatmap-700", quantile(&mut heatmaps, 0.5));
    print("page-heatmap-700-worst", quantile(&mut heatmaps, 1.0));
    let (whole, longest) = worked(&url, &format!("{LARGE}&tasks=10"));
    print("page-repetitions", whole);
    print("page-repetitions-longest-task", longest);
    let (whole, longest) = worked(&url, "lab=models&tasks=0");
    print("page-models-fitted", whole);
    print("page-models-longest-task", longest);
    let (whole, longest) = worked(&url, "lab=curves&d=5&tasks=50&seed=3");
    print("page-curves-50-tasks", whole);
    print("page-curves-longest-task", longest);
    // Not the seed whose parts come with the page; a page that knows many models has more to tell.
    let longest = ["lab=agreement&tasks=20&seed=3", "lab=agreement&set=paper&tasks=2&seed=3"]
        .map(|link| worked(&url, link).1);
    print("page-agreement-longest-task", longest[0].max(longest[1]));
    print("page-agreement-first-figure", first_figure(&format!("{url}#lab=agreement&seed=3")));
    let [unseen, seen] = watched(&url);
    print("page-learning-unseen", unseen);
    print("page-learning-seen", seen);
    for lab in &FORMS {
        let longest = worst_links(lab.name);
        let longest = longest.iter().map(|link| longest_task(&url, link));
        print(&format!("page-worst-{}", lab.name), longest.fold(0.0, f64::max));
    }
}

/// Milliseconds that a worker takes to sample a network while nobody looks, and while what it found so far is
/// wanted again and again and drawn: medians of runs in turns.
fn watched(url: &str) -> [f64; 2] {
    let browser = open(url);
    let times = browser.execute_async(LEARNING, json!([LEARNER])).unwrap();
    [0, 1].map(|which| {
        let times = times[which].as_array().unwrap().iter();
        quantile(&mut times.filter_map(Value::as_f64).collect::<Vec<_>>(), 0.5)
    })
}

/// About a second of HMC.
const LEARNER: &str = "lab=models&candidate=hmc(50,auto,1,15000,100,100)";

const LEARNING: &str = "
    const [link, done] = arguments;
    const main = document.querySelector('script[type=module]').src;
    import(main).then(async ({ $modules: { 'core.js': { core }, 'workers.js': { Pool, workerScript } } }) => {
      const wasm = await fetch(new URL('talscope_bg.wasm', main));
      const pool = new Pool(await WebAssembly.compileStreaming(wasm), await workerScript());
      pool.size = 1;
      // What is known already would not be done again.
      pool.parts.most = -1;
      const figure = new core.Figure(link);
      const canvas = document.createElement('canvas');
      const show = (unit, part) => {
        figure.preview(unit, part);
        figure.draw('panel', Float64Array.of(1), new core.Surface(canvas, 300, 180, 1, false));
      };
      const run = async (hearing) => {
        const plan = core.plan(link);
        const job = pool.run(plan, hearing, { given: 1 });
        await job.finished;
        return job.all[plan.steps.findIndex(({ hears }) => hears === 'glimpses')].took;
      };
      const times = [[], []];
      for (let i = 0; i < 9; i += 1) {
        times[0].push(await run({ onPart: () => {} }));
        times[1].push(await run({ onPart: () => {}, onSnapshot: show }));
      }
      done(times);
    });";

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

/// Milliseconds from navigation until the opening's picture is seen, over a slow line: the first paint after the
/// page's own bytes, which hold the picture, are there.
fn first_seen(url: &str) -> f64 {
    let browser = Browser::start(&Options { size: (1280, 800), ..Options::default() }).unwrap();
    let slow = json!({ "offline": false, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 200_000 });
    browser.devtools("Network.emulateNetworkConditions", slow).unwrap();
    browser.navigate(url).unwrap();
    let script = "const [page] = performance.getEntriesByType('navigation');
        const paint = performance.getEntriesByName('first-contentful-paint')[0].startTime;
        return document.querySelector('.opening svg, .play canvas') && Math.max(paint, page.responseEnd);";
    browser.execute(script, json!([])).unwrap().as_f64().expect("the page opens with its picture")
}

/// A fresh browser with the page's first figure.
fn open(url: &str) -> Browser {
    let browser = Browser::start(&Options { size: (1280, 800), ..Options::default() }).unwrap();
    browser.navigate(url).unwrap();
    browser.wait_for("performance.getEntriesByName('figure').length > 0").unwrap();
    browser
}

/// What is dragged in the first panel, in data units: its first training point, or the function itself, far from all
/// points, so that all of it moves.
const POINT: &str = "const [, x, y] = figure.grips();";
const LINE: &str = "const x = 4, y = JSON.parse(figure.ask('line', Float64Array.of(0, 4)));";

/// Drags something to and fro; milliseconds from each event to its drawn frame, and how many of them the page was at
/// work, and not waiting for the screen.
fn drag(url: &str, held: &str) -> [Vec<f64>; 2] {
    let browser = open(url);
    let start = browser.execute_async(&WATCH.replace("HELD", held), json!([])).unwrap();
    let (column, row) = (start[0].as_f64().unwrap(), start[1].as_f64().unwrap());
    mouse(&browser, "mousePressed", column, row);
    let begun = Instant::now();
    for step in 0_u32.. {
        if begun.elapsed() > DRAG {
            break;
        }
        // The driver answers when an event was handled, so the next one would always start just after a
        // frame and wait for all of the next, as no hand does. Parts of a frame, evenly spread, are
        // waited before it.
        sleep(FRAME.mul_f64((f64::from(step) * GOLDEN).fract()));
        // A slow figure of eight around the start.
        let swing = |period: u32| (f64::from(step % period) / f64::from(period) - 0.5).abs() - 0.25;
        mouse(&browser, "mouseMoved", column + 160.0 * swing(120), row + 80.0 * swing(60));
    }
    mouse(&browser, "mouseReleased", column, row);
    let frames = browser.execute("return window.frames_;", json!([])).unwrap();
    let frames = frames.as_array().unwrap();
    [0, 1].map(|which| frames.iter().filter_map(|frame| frame[which].as_f64()).collect())
}

/// Milliseconds that the page is at work for each frame of the motion from pick to pick, to and fro.
fn motion(url: &str) -> Vec<f64> {
    let browser = open(&format!("{url}#lab=toy"));
    let frames = browser.execute_async(MOTION, json!([])).unwrap();
    let frames: Vec<f64> = frames.as_array().unwrap().iter().filter_map(Value::as_f64).collect();
    assert!(frames.len() > 50, "only {} frames were drawn", frames.len());
    frames
}

const MOTION: &str = "
    const [done] = arguments, frames = [], next = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (draw) => next((time) => {
      const moving = document.documentElement.hasAttribute('data-moving'), start = performance.now();
      draw(time);
      if (moving) frames.push(performance.now() - start);
    });
    const rest = () => new Promise((resolve) => {
      const look = () => (document.documentElement.hasAttribute('data-moving') ? next(look) : resolve());
      next(() => next(look));
    });
    (async () => {
      for (let press = 0; press < 20; press += 1) {
        document.getElementById(press % 4 < 2 ? 'step-back' : 'step-on').click();
        await rest();
      }
      done(frames);
    })();";

/// Eight models on 500 targets, with a pool of 200: matrices of 700 x 700.
const LARGE: &str = "lab=correlation&task=paper&candidate=oracle&candidate=gp(rbf(4))&candidate=relu(100)\
    &candidate=gp(matern12(4))&candidate=fourier(100,4)&candidate=shrunk&candidate=independent\
    &candidate=gp(rbf(2))";

/// Milliseconds that each of these matrices takes, from numbers to pixels that can be read.
fn heatmaps(url: &str) -> Vec<f64> {
    let browser = open(url);
    let times = browser.execute_async(HEATMAPS, json!([LARGE])).unwrap();
    times.as_array().unwrap().iter().filter_map(Value::as_f64).collect()
}

/// The first drawing of a matrix puts its numbers in order, so each is drawn once.
const HEATMAPS: &str = "
    const [link, done] = arguments;
    const main = document.querySelector('script[type=module]').src;
    import(main).then(({ $modules: { 'core.js': { core } } }) => {
      const figure = new core.Figure(link);
      figure.add(0, core.run(core.plan(link).steps[0].unit, [], () => false));
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = 600;
      const times = Array.from({ length: 8 }, (_, model) => {
        const start = performance.now();
        figure.draw('square', Float64Array.of(model + 1), new core.Surface(canvas, 300, 300, 2, false));
        canvas.getContext('2d').getImageData(0, 0, 1, 1);
        return performance.now() - start;
      });
      figure.free();
      done(times);
    }).catch((error) => done(String(error)));";

/// Gives a link to a page that is already open: milliseconds until its workers have done all, and of the
/// longest task of the page's own thread.
fn worked(url: &str, link: &str) -> (f64, f64) {
    let browser = open(&format!("{url}#lab=correlation&tasks=0"));
    let found = browser.execute_async(WORKED, json!([link])).unwrap();
    let number = |i: usize| found[i].as_f64().unwrap_or_else(|| panic!("no time but {found}"));
    (number(0), number(1))
}

/// Tasks below 50 ms are not reported by the browser and count as that bound.
const WORKED: &str = "
    const [link, done] = arguments;
    let longest = 0;
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
    });
    setTimeout(async () => {
      observer.observe({ type: 'longtask' });
      const start = performance.now();
      location.hash = link;
      const words = () => document.getElementById('fingerprint').textContent;
      const first = words();
      await new Promise((next) => setTimeout(next, 300));
      while (words() === first || !/^[0-9a-f]{16}$/.test(words())) {
        await new Promise((next) => setTimeout(next, 20));
      }
      const whole = performance.now() - start;
      await new Promise((next) => setTimeout(next, 500));
      done([whole, Math.max(longest, 50)]);
    }, 1000);";

/// The worst links of a lab that a page computes at once, and that it computes at all.
fn worst_links(lab: &str) -> [String; 2] {
    let quick = |costs: Costs| costs.first.is_quick();
    let accepted = |costs: Costs| costs.all() <= Cost::LONGEST_IN_A_PAGE;
    let (at_once, at_all) = match lab {
        "toy" => (
            "RULES&q=5&samples=5&you=-5&you=-3&you=0&you=2&you=4&pool=-6:6:20&target=-6:6:N",
            "POINTS&RULES&q=20&samples=20&\
                   pool=-6:6:400&target=-6:6:N&kernel=KERNEL",
        ),
        "correlation" => (
            "MODELS&pool=-6:6:20&target=-6:6:N",
            "MODELS&POINTS&pool=-6:6:400&target=-6:6:500&b=20&tasks=N",
        ),
        "models" => (
            "q=20&pool=-4:4:N&candidate=gp-rbf",
            "preset=draw&POINTS&q=20&samples=20&pool=-6:6:400&target=-6:6:500&\
             candidate=hmc(50,1,10,N00)&candidate=ensemble&candidate=dropout",
        ),
        "curves" => (
            "preset=gap&q=1&rounds=1&tasks=1&rule=random&pool=-6:6:20&target=-6:6:N",
            "d=20&rounds=20&RULES&tasks=N",
        ),
        "agreement" => (
            "preset=gap&q=1&tasks=1&candidate=oracle&candidate=detuned&pool=-6:6:20&target=-6:6:N",
            "d=20&tasks=N",
        ),
        "theorem" => ("b=20&cases=N00", "b=20&lambda=0.001&error=1&cases=N000"),
        _ => ("target=-6:6:N", "POINTS&target=-6:6:500&kernel=KERNEL&repetitions=N00000"),
    };
    let worst = |link: &str, fits: &dyn Fn(Costs) -> bool| {
        // The words first: some of them hold an N.
        let link = |n: usize| whole(&format!("lab={lab}&{link}")).replace('N', &n.to_string());
        let fits = |text: &String| {
            let link = text.parse::<Link>();
            link.is_ok_and(|link| fits(experiment::cost(&link.scenario)))
        };
        (1..=500).rev().map(link).find(fits).expect("a link that is accepted")
    };
    [worst(at_once, &quick), worst(at_all, &accepted)]
}

/// Milliseconds of the longest task of a page that is open when it is given a link, until a while after
/// there is something to see.
fn longest_task(url: &str, link: &str) -> f64 {
    let browser = open(&format!("{url}#lab=marginal&repetitions=100"));
    let found = browser.execute_async(LONGEST, json!([link])).unwrap();
    found.as_f64().unwrap_or_else(|| panic!("no time but {found}"))
}

const LONGEST: &str = "
    const [link, done] = arguments;
    let longest = 50;
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
    });
    setTimeout(async () => {
      observer.observe({ type: 'longtask' });
      location.hash = link;
      const stale = () => document.documentElement.hasAttribute('data-stale');
      const wait = (time) => new Promise((next) => setTimeout(next, time));
      await wait(500);
      for (let seconds = 0; seconds < 60 && stale(); seconds += 0.05) await wait(50);
      await wait(3000);
      done(stale() ? 'nothing to see' : longest);
    }, 1000);";

/// Notes, after the page's own frame, how long ago the pointer's event happened. Returns where what is
/// held is.
const WATCH: &str = "
    window.frames_ = [];
    let begun = 0;
    // A browser hands out moves right before the next frame: what passes from here to the drawing's end is work.
    addEventListener('pointermove', () => (begun = performance.now()), true);
    addEventListener('pointermove', (event) => {
      const [{ timeStamp }, start] = [event, begun];
      requestAnimationFrame(() => window.frames_.push([performance.now() - timeStamp, performance.now() - start]));
    });
    const done = arguments[0];
    const main = document.querySelector('script[type=module]').src;
    import(main).then(({ $modules: { 'core.js': { core } } }) => {
      const canvas = document.querySelector('.panel canvas');
      const figure = new core.Figure('lab=toy');
      const { clientWidth, clientHeight } = canvas;
      const surface = new core.Surface(document.createElement('canvas'), clientWidth, clientHeight, 1, false);
      const [left, right, top, bottom, xLow, xHigh, yLow, yHigh] =
        figure.draw('panel', Float64Array.of(0), surface);
      HELD
      figure.free();
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
