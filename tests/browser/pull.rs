//! Taking hold of the function: by mouse, finger and key, in every lab that shows one; and one crosshair for
//! functions and squares.

use serde_json::{Value, json};

use super::support::webdriver::{Options, Pointer};
use super::touch::{touch, way};
use super::{Page, native, native_fingerprint};

const UP: &str = "\u{E013}";
const RIGHT: &str = "\u{E014}";
const DOWN: &str = "\u{E015}";
const SHIFT_UP: &str = "\u{E008}\u{E013}\u{E000}";
const ESCAPE: &str = "\u{E00C}";

/// Where a model's line is on the screen at a place, in the canvas that a selector finds first; `view` draws it.
fn line(page: &Page, (canvas, view): (&str, &str), model: u32, x: f64) -> (f64, f64) {
    let function = format!(
        "async ({{ core }}) => {{
            const canvas = document.querySelector('{canvas}');
            canvas.scrollIntoView({{ block: 'center' }});
            const figure = new core.Figure(location.hash);
            const {{ clientWidth, clientHeight }} = canvas;
            const surface = new core.Surface(document.createElement('canvas'), clientWidth, clientHeight, 1, false, false);
            const [left, right, top, bottom, xLow, xHigh, yLow, yHigh] =
              figure.draw('{view}', Float64Array.of({model}), surface);
            const y = JSON.parse(figure.ask('line', Float64Array.of({model}, {x})));
            figure.free();
            const box = canvas.getBoundingClientRect();
            return [
              box.left + left + (({x} - xLow) / (xHigh - xLow)) * (right - left),
              box.top + bottom - ((y - yLow) / (yHigh - yLow)) * (bottom - top),
            ];
        }}"
    );
    let place = page.module("core.js", &function);
    let number = |i: usize| place[i].as_f64().unwrap_or_else(|| panic!("no place: {place}"));
    (number(0), number(1))
}

const TIG: (&str, &str) = (".rule-tig .stack canvas", "panel");

/// Whether a canvas has other pixels than before; what it has is kept under a name.
fn changed(page: &Page, canvas: &str) -> Value {
    let script = "const canvas = document.querySelector(arguments[0]);
        const now = canvas.toDataURL(), before = (window.seen ??= {})[arguments[0]];
        window.seen[arguments[0]] = now;
        return before !== now;";
    page.browser.execute(script, json!([canvas])).unwrap()
}

#[test]
fn a_mouse_pulls_the_line_and_lets_it_go() {
    let page = Page::open("lab=toy&step=0");
    let entries = page.value("history.length");
    let from = line(&page, TIG, 1, 0.6);
    page.browser.hover(from).unwrap();
    page.wait_for("document.querySelector('.rule-tig .overlay').style.cursor === 'ns-resize'");
    changed(&page, ".rule-batch-mig .stack canvas");
    page.browser.drag(Pointer::Mouse, &way(from, (from.0 + 10.0, from.1 - 40.0))).unwrap();
    page.wait_for("/pull=0.6,[12]/.test(location.hash)");
    page.complete();
    assert_eq!(changed(&page, ".rule-batch-mig .stack canvas"), true, "all panels are pulled");
    assert_eq!(page.value("history.length"), entries, "a look, and no step of history");
    assert_eq!(page.text("fingerprint"), native_fingerprint("lab=toy"));
    let native = native(&page.address());
    let words = native.figure().unwrap().ask("pull words", &[1.0]).unwrap();
    assert_eq!(page.text("pull-words"), words.as_str().unwrap());
    page.screenshot("pulled");
    page.browser.click("#let-go").unwrap();
    page.wait_for("!location.hash.includes('pull=')");
    page.wait_for("document.getElementById('pull').hidden");
    // A double click on the handle, and Escape.
    page.go("lab=toy&step=0&pull=0.6,1");
    let held = line(&page, TIG, 1, 0.6);
    for clicks in [1, 2] {
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({ "type": kind, "x": held.0, "y": held.1, "button": "left", "clickCount": clicks });
            page.browser.devtools("Input.dispatchMouseEvent", event).unwrap();
        }
    }
    page.wait_for("!location.hash.includes('pull=')");
    page.go("lab=toy&step=0&pull=0.6,1");
    page.browser.send_keys("body", ESCAPE).unwrap();
    page.wait_for("!location.hash.includes('pull=')");
    assert_eq!(page.address().matches("point=").count(), 0, "no point was added");
    page.close();
}

/// What hands could do before, they still can.
#[test]
fn a_click_on_the_line_still_adds_a_point() {
    let page = Page::open("lab=toy&step=0");
    page.browser.drag(Pointer::Mouse, &[line(&page, TIG, 1, 4.0)]).unwrap();
    page.wait_for("location.hash.match(/point=/g)?.length === 7");
    assert!(!page.address().contains("pull="), "{}", page.address());
    page.close();
}

#[test]
fn a_finger_that_rests_on_the_line_pulls_it() {
    let page =
        Page::open_with("lab=toy&step=0", &Options { size: (390, 844), ..Options::default() });
    let (x, y) = line(&page, TIG, 1, 4.0);
    touch(&page, "touchStart", Some((x, y)));
    page.wait_for(
        "document.querySelector('.rule-tig .readout').textContent.includes('prediction')",
    );
    for step in 1..6 {
        touch(&page, "touchMove", Some((x, y - 4.0 * f64::from(step))));
    }
    touch(&page, "touchEnd", None);
    page.wait_for("/pull=4,/.test(location.hash)");
    assert_eq!(page.address().matches("point=").count(), 0);
    page.close();
}

#[test]
fn keys_pull_at_the_probe_and_what_that_does_is_spoken() {
    let page = Page::focused("lab=toy&step=0");
    page.value("document.querySelector('.rule-mig .overlay').focus()");
    page.press(RIGHT);
    page.press(UP);
    page.wait_for("/pull=0,0\\.\\d+/.test(location.hash)");
    assert!(page.text("spoken").starts_with("MIG, held at x = 0.00: pulled to "));
    assert!(
        page.text("spoken").contains(", 0.3 of its deviations above"),
        "{}",
        page.text("spoken")
    );
    page.press(SHIFT_UP);
    page.wait_for(
        "document.getElementById('spoken').textContent.match(/, 1\\.[23] of its deviations above/)",
    );
    page.press(DOWN);
    page.wait_for(
        "document.getElementById('spoken').textContent.match(/, 1\\.0 of its deviations above/)",
    );
    page.press(ESCAPE);
    page.wait_for("!location.hash.includes('pull=')");
    assert_eq!(page.text("spoken"), "Let go.");
    let readout = "document.querySelector('.rule-mig .readout').textContent";
    assert!(page.value(readout).as_str().unwrap().starts_with("x 0.00"), "the probe stays");
    page.press(ESCAPE);
    page.wait_for(&format!("{readout} === ''"));
    page.close();
}

#[test]
fn models_are_pulled_beside_the_exact_posterior() {
    let link = "lab=models&tasks=0&candidate=gp-rbf&candidate=ensemble(members=10,epochs=100)";
    let page = Page::open(link);
    let canvas = |place: u32| format!(".panel:nth-child({}) .stack canvas", place + 1);
    (0..3).for_each(|place| drop(changed(&page, &canvas(place))));
    let from = line(&page, (&canvas(0), "panel"), 0, 0.4);
    page.browser.drag(Pointer::Mouse, &way(from, (from.0, from.1 - 20.0))).unwrap();
    page.wait_for("/pull=0.4,/.test(location.hash)");
    page.complete();
    for place in 0..3 {
        page.wait_for(&format!(
            "document.querySelector('{}').toDataURL() !== window.seen['{}']",
            canvas(place),
            canvas(place)
        ));
    }
    assert!(page.text("pull-words").starts_with("exact posterior, held at x = 0.4"));
    assert_eq!(page.text("fingerprint"), native_fingerprint(link));
    page.close();
}

#[test]
fn functions_stand_beside_large_squares_and_are_pulled() {
    for (size, beside) in [((1280, 800), true), ((1920, 1080), true), ((390, 844), false)] {
        let page = Page::open_with("lab=correlation", &Options { size, ..Options::default() });
        let boxes = page.value(
            "['.function:last-child canvas', '.square canvas.overlay'].map((each) => {
               const { left, right, top, bottom, width } = document.querySelector(each).getBoundingClientRect();
               return [left, right, top, bottom, width]; })",
        );
        let at = |which: usize, side: usize| boxes[which][side].as_f64().unwrap();
        let (left, right) = (at(1, 0), at(0, 1));
        assert_eq!(
            left > right,
            beside,
            "{size:?}: squares begin at {left}, functions end at {right}"
        );
        if beside {
            assert!(at(0, 3) <= f64::from(size.1), "{size:?}: functions end at {}", at(0, 3));
            assert!(at(1, 3) <= f64::from(size.1), "{size:?}: squares end at {}", at(1, 3));
            assert!(at(1, 4) >= 220.0, "{size:?}: a square is {} wide", at(1, 4));
        }
        let wide = page.value("document.documentElement.scrollWidth - innerWidth");
        assert!(wide.as_f64().unwrap() <= 0.0, "{size:?}: {wide} too wide");
        page.close();
    }
    let page = Page::open("lab=correlation");
    let canvases = [".function:first-child canvas", ".function:last-child canvas"];
    canvases.iter().for_each(|canvas| drop(changed(&page, canvas)));
    let from = line(&page, (canvases[1], "function"), 2, 0.5);
    page.browser.drag(Pointer::Mouse, &way(from, (from.0, from.1 - 25.0))).unwrap();
    page.wait_for("/pull=0.4\\d*,|pull=0.5\\d*,/.test(location.hash)");
    page.complete();
    for canvas in canvases {
        assert_eq!(changed(&page, canvas), true, "{canvas}");
    }
    let words = page.text("pull-words");
    assert!(
        words.starts_with("lengthscale × 2, held at") && words.contains("(oracle: by "),
        "{words}"
    );
    assert_eq!(page.text("fingerprint"), native_fingerprint("lab=correlation"));
    page.close();
}

/// From pick to pick the figure moves, unless the reader wants none of it; a new step does not wait, and what is left in
/// the end is the state itself.
#[test]
fn steps_move_and_end_at_the_state_itself() {
    let canvas = ".rule-batch-mig .stack canvas";
    let seen = |page: &Page| page.value(&format!("document.querySelector('{canvas}').toDataURL()"));
    let page = Page::open("lab=toy&step=2");
    page.browser.drawn().unwrap();
    let still = seen(&page);
    page.go("lab=toy&step=1");
    // Every picture on the way is kept.
    page.value(&format!(
        "(window.ways = new Set(), window.marked = false, (function look() {{
            if (document.documentElement.hasAttribute('data-moving')) {{
              window.marked = true;
              window.ways.add(document.querySelector('{canvas}').toDataURL());
            }}
            requestAnimationFrame(look); }})(), 0)"
    ));
    page.browser.click("#step-on").unwrap();
    page.wait_for("window.marked");
    page.complete();
    assert_eq!(seen(&page), still, "the end is the state itself");
    assert!(
        page.value("window.ways.size").as_u64().unwrap() >= 2,
        "{}",
        page.value("window.ways.size")
    );
    // One after the other without a pause: the last one counts.
    page.value("['step-back', 'step-back', 'step-on'].forEach((id) => document.getElementById(id).click())");
    page.complete();
    page.wait_for("location.hash.includes('step=1')");
    page.browser.drawn().unwrap();
    page.browser.click("#step-on").unwrap();
    page.complete();
    assert_eq!(seen(&page), still);
    page.browser
        .devtools(
            "Emulation.setEmulatedMedia",
            json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] }),
        )
        .unwrap();
    page.value("(window.marked = false, 0)");
    page.browser.click("#step-back").unwrap();
    page.complete();
    assert_eq!(page.value("window.marked"), false, "none for who wants none");
    page.browser.devtools("Emulation.setEmulatedMedia", json!({ "features": [] })).unwrap();
    page.close();
}

/// Whatever is pointed at, a place on a function or a cell of a square, is shown in all the others.
#[test]
fn places_on_functions_and_cells_of_squares_are_one_thing() {
    let page = Page::open("lab=correlation");
    let middle = |canvas: &str, across: f64, down: f64| {
        let place = page.value(&format!(
            "(() => {{ const {{ left, top, width, height }} = document.querySelector('{canvas}').getBoundingClientRect();
               return [left + {across} * width, top + {down} * height]; }})()"
        ));
        (place[0].as_f64().unwrap(), place[1].as_f64().unwrap())
    };
    let overlays = [
        ".function:first-child .overlay",
        ".function:last-child .overlay",
        ".square:nth-child(3) .overlay",
    ];
    overlays.iter().for_each(|canvas| drop(changed(&page, canvas)));
    page.browser.hover(middle(".square:nth-child(2) .overlay", 0.3, 0.6)).unwrap();
    page.wait_for("document.getElementById('readout').textContent.includes('x = −2.')");
    overlays.iter().for_each(|canvas| assert_eq!(changed(&page, canvas), true, "{canvas}"));
    let meant = page.text("meant");
    assert!(meant.starts_with("oracle, ") && meant.contains("pull one"), "{meant}");
    page.browser.hover(middle(overlays[1], 0.75, 0.5)).unwrap();
    page.wait_for(
        "/x = [23]\\.\\d\\d with target/.test(document.getElementById('readout').textContent)",
    );
    overlays.iter().for_each(|canvas| assert_eq!(changed(&page, canvas), true, "{canvas}"));
    let values = page.all(".square dd");
    assert!(!values[0].is_empty(), "{values:?}");
    // A click leaves the crosshair there.
    page.browser.drag(Pointer::Mouse, &[middle(overlays[1], 0.75, 0.2)]).unwrap();
    page.wait_for("/at=\\d+:\\d+/.test(location.hash)");
    // The same between panels and squares of models.
    page.go("lab=models&candidate=gp-rbf");
    let overlays = [".panel:nth-child(1) .overlay", ".square:nth-child(2) .overlay"];
    overlays.iter().for_each(|canvas| drop(changed(&page, canvas)));
    page.browser.hover(middle(".panel:nth-child(2) .overlay", 0.7, 0.3)).unwrap();
    page.wait_for("document.querySelector('.panel .readout').textContent !== ''");
    overlays.iter().for_each(|canvas| assert_eq!(changed(&page, canvas), true, "{canvas}"));
    page.close();
}

/// What is said of it leaves a phone's figure in sight.
#[test]
fn a_phone_shows_what_is_held_and_little_more() {
    let options = Options { size: (390, 844), ..Options::default() };
    let page = Page::open_with("lab=toy&pull=0.5,1.2&rule=tig&rule=batch-mig", &options);
    page.wait_for("!document.getElementById('pull').hidden");
    let places = page.value(
        "['#pull', '.panel .stack'].map((each) => document.querySelector(each).getBoundingClientRect())
           .map(({ top, bottom }) => [top, bottom])",
    );
    let at = |i: usize, j: usize| places[i][j].as_f64().unwrap();
    assert!(at(0, 1) - at(0, 0) <= 75.0, "{places}");
    assert!(at(1, 1) <= at(0, 0) + 1.0, "the panel is whole: {places}");
    let hidden = page.value("document.querySelector('#pull .moral').checkVisibility()");
    assert_eq!(hidden, false, "what it means is left out");
    page.close();
}
