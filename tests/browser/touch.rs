//! Hands on the toy lab's figure: mouse, finger and keyboard, undo and redo.

use serde_json::json;

use super::support::webdriver::{Options, Pointer};
use super::{Page, native_fingerprint};

/// Where a data point of the first panel is on the screen.
pub(super) fn place(page: &Page, (x, y): (f64, f64)) -> (f64, f64) {
    let function = format!(
        "async ({{ core }}) => {{
            const canvas = document.querySelector('.panel canvas');
            canvas.scrollIntoView({{ block: 'center' }});
            const figure = new core.Figure(location.hash);
            const {{ clientWidth, clientHeight }} = canvas;
            const surface = new core.Surface(document.createElement('canvas'), clientWidth, clientHeight, 1, false, false);
            const [left, right, top, bottom, xLow, xHigh, yLow, yHigh] =
              figure.draw('panel', Float64Array.of(0), surface);
            figure.free();
            const box = canvas.getBoundingClientRect();
            return [
              box.left + left + (({x} - xLow) / (xHigh - xLow)) * (right - left),
              box.top + bottom - (({y} - yLow) / (yHigh - yLow)) * (bottom - top),
            ];
        }}"
    );
    let place = page.module("core.js", &function);
    (place[0].as_f64().unwrap(), place[1].as_f64().unwrap())
}

/// A straight way in small steps.
pub(super) fn way(from: (f64, f64), to: (f64, f64)) -> Vec<(f64, f64)> {
    let between = |share: f64| (from.0 + share * (to.0 - from.0), from.1 + share * (to.1 - from.1));
    (0..=12).map(|i| between(f64::from(i) / 12.0)).collect()
}

/// The first training point of the default problem.
fn first_point() -> (f64, f64) {
    let link: talscope::scenario::Link = "lab=toy".parse().unwrap();
    let task = talscope::task::Task::of(&link.scenario.problem).unwrap().0;
    (task.train.inputs[0], task.train.observed[0])
}

#[test]
fn a_point_is_dragged_undone_and_redone() {
    let page = Page::open("lab=toy");
    let entries = page.value("history.length").as_u64().unwrap();
    let path = way(place(&page, first_point()), place(&page, (-4.5, 1.5)));
    page.browser.drag(Pointer::Mouse, &path).unwrap();
    page.wait_for("location.hash.includes('point=-4.5')");
    page.complete();
    let moved = page.address();
    assert_eq!(page.value("history.length").as_u64().unwrap(), entries + 1, "one entry");
    assert_eq!(page.text("fingerprint"), native_fingerprint(&moved));
    page.screenshot("toy-dragged");
    page.browser.send_keys("body", "\u{E009}z\u{E000}").unwrap();
    page.wait_for("!location.hash.includes('point=')");
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint("lab=toy"));
    page.browser.send_keys("body", "\u{E009}\u{E008}z\u{E000}").unwrap();
    page.wait_for("location.hash.includes('point=-4.5')");
    assert_eq!(page.address(), moved);
    // Undoing more than was done stays on the page.
    page.browser.send_keys("body", "\u{E009}z\u{E000}").unwrap();
    page.wait_for("!location.hash.includes('point=')");
    page.browser.send_keys("body", "\u{E009}zzz\u{E000}").unwrap();
    page.complete();
    page.close();
}

#[test]
fn a_drag_is_given_up_by_escape() {
    let page = Page::open("lab=toy");
    let (from, to) = (place(&page, first_point()), place(&page, (-4.5, 1.5)));
    let mouse = |kind: &str, (x, y): (f64, f64)| {
        let buttons = if kind == "mouseReleased" { 0 } else { 1 };
        let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": buttons,
            "clickCount": 1 });
        page.browser.devtools("Input.dispatchMouseEvent", event).unwrap();
    };
    let errors = "[...document.querySelectorAll('.numbers')].map((n) => n.textContent).join()";
    let before = page.value(errors);
    mouse("mousePressed", from);
    way(from, to).into_iter().for_each(|place| mouse("mouseMoved", place));
    page.wait_for(&format!("{errors} !== {before}"));
    page.browser.send_keys("body", "\u{E00C}").unwrap();
    page.wait_for(&format!("{errors} === {before}"));
    mouse("mouseMoved", from);
    mouse("mouseReleased", to);
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint("lab=toy"));
    assert_eq!(page.value("history.state?.index ?? 0"), 0, "there is nothing to undo");
    page.close();
}

#[test]
fn undo_leaves_the_page_where_it_is() {
    let page = Page::open_with("lab=toy", &Options { size: (390, 844), ..Options::default() });
    page.browser.drag(Pointer::Touch, &[place(&page, (4.5, 0.0))]).unwrap();
    page.wait_for("location.hash.includes('point=')");
    page.value("scrollTo(0, 700)");
    let undo = "document.getElementById('undo')";
    let top = page.value(&format!("{undo}.getBoundingClientRect().top")).as_f64().unwrap();
    assert!((0.0..20.0).contains(&top), "undo stays in sight: {top}");
    page.value(&format!("{undo}.click()"));
    page.wait_for("!location.hash.includes('point=')");
    page.complete();
    assert_eq!(page.value("scrollY"), 700);
    page.close();
}

#[test]
fn a_finger_drags_a_point() {
    let page = Page::open_with("lab=toy", &Options { size: (390, 844), ..Options::default() });
    let path = way(place(&page, first_point()), place(&page, (-5.0, 0.5)));
    page.browser.drag(Pointer::Touch, &path).unwrap();
    page.wait_for("/point=-(4\\.9|5)/.test(location.hash)");
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint(&page.address()));
    page.close();
}

#[test]
fn fingers_add_hold_and_remove() {
    let page = Page::open_with("lab=toy", &Options { size: (390, 844), ..Options::default() });
    let spot = place(&page, (4.0, 1.0));
    page.browser.drag(Pointer::Touch, &[spot]).unwrap();
    page.wait_for("location.hash.match(/point=/g)?.length === 7");
    page.complete();
    // A finger that rests shows what a mouse shows, and adds nothing.
    let spot = place(&page, (-4.0, -1.0));
    touch(&page, "touchStart", Some(spot));
    page.wait_for("document.querySelector('.readout').textContent.includes('truth')");
    touch(&page, "touchEnd", None);
    page.wait_for("document.querySelector('.readout').textContent === ''");
    assert_eq!(page.address().matches("point=").count(), 7);
    double_tap(&page, place(&page, (4.0, 1.0)));
    page.wait_for("!location.hash.includes('point=')");
    page.complete();
    let before = page.address();
    double_tap(&page, place(&page, (4.0, 1.0)));
    page.wait_for(&format!("location.hash === '#{before}'"));
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint(&before), "no trace");
    page.close();
}

/// Targets move sideways only, so that a finger that goes up or down on them scrolls the page.
#[test]
fn a_finger_moves_targets_sideways_and_scrolls_over_them() {
    let page = Page::open_with("lab=toy", &Options { size: (390, 844), ..Options::default() });
    let strip = place(&page, (0.0, 2.9));
    for spot in [strip, place(&page, (1.3, 1.5))] {
        let before = page.value("scrollY").as_f64().unwrap();
        stroke(&page, &way(spot, (spot.0 + 12.0, spot.1 - 240.0)));
        page.wait_for(&format!("scrollY > {before} + 100"));
        // A stroke may scroll on for a while.
        page.wait_for(&format!(
            "(() => {{ if (scrollY !== {before} || !window.since) window.since = performance.now();
                scrollTo(0, {before});
                return performance.now() - window.since > 500; }})()"
        ));
        page.value("window.since = null");
        assert!(!page.address().contains("target="), "{}", page.address());
    }
    let (top, there) = (place(&page, (0.0, 2.9)), place(&page, (-2.0, 2.9)));
    stroke(&page, &way(top, (there.0, there.1 + 8.0)));
    page.wait_for("/target=-3\\.[0-9]+:/.test(location.hash)");
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint(&page.address()));
    page.close();
}

/// A finger along a way.
pub(super) fn stroke(page: &Page, way: &[(f64, f64)]) {
    touch(page, "touchStart", Some(way[0]));
    way[1..].iter().for_each(|spot| touch(page, "touchMove", Some(*spot)));
    touch(page, "touchEnd", None);
}

/// Another lab is no change of a figure.
#[test]
fn undo_and_redo_stay_in_their_lab() {
    let page = Page::open("lab=toy");
    let can = |what: &str| page.value(&format!("document.getElementById('{what}').ariaDisabled"));
    page.set("noise", "0.2");
    page.wait_for("location.hash.includes('noise=0.2')");
    page.browser.click("nav [href$='#lab=marginal']").unwrap();
    page.wait_for("document.getElementById('verdict') !== null");
    page.complete();
    assert_eq!(
        (can("undo"), can("redo")),
        ("true".into(), "true".into()),
        "nothing was changed here"
    );
    page.browser.send_keys("body", "\u{E009}z\u{E000}").unwrap();
    page.browser.click("#undo").unwrap();
    page.set("stretch", "2");
    page.wait_for("document.getElementById('undo').ariaDisabled === 'false'");
    assert!(page.address().contains("lab=marginal"), "{}", page.address());
    page.browser.click("#undo").unwrap();
    page.wait_for("!location.hash.includes('stretch')");
    assert_eq!((can("undo"), can("redo")), ("true".into(), "false".into()));
    // The browser's own button goes back, and there what was changed can be undone.
    page.browser.execute("history.back();", json!([])).unwrap();
    page.wait_for("document.querySelectorAll('.panel').length === 4");
    assert_eq!((can("undo"), can("redo")), ("false".into(), "true".into()));
    page.browser.click("#undo").unwrap();
    page.wait_for("!location.hash.includes('noise')");
    page.close();
}

pub(super) fn touch(page: &Page, kind: &str, spot: Option<(f64, f64)>) {
    let points: Vec<_> = spot.iter().map(|(x, y)| json!({ "x": x, "y": y })).collect();
    let event = json!({ "type": kind, "touchPoints": points });
    page.browser.devtools("Input.dispatchTouchEvent", event).unwrap();
}

fn double_tap(page: &Page, spot: (f64, f64)) {
    for _ in 0..2 {
        touch(page, "touchStart", Some(spot));
        touch(page, "touchEnd", None);
    }
}

#[test]
fn undo_and_redo_can_be_pressed_only_when_there_is_something_to() {
    let page = Page::open("lab=toy");
    let both = |undo: bool, redo: bool| {
        page.wait_for(&format!(
            "document.getElementById('undo').ariaDisabled === '{}' && document.getElementById('redo').ariaDisabled === '{}'",
            !undo, !redo
        ));
    };
    both(false, false);
    page.set("noise", "0.2");
    both(true, false);
    page.browser.click("#undo").unwrap();
    both(false, true);
    page.browser.click("#redo").unwrap();
    both(true, false);
    page.set("q", "0");
    let words = page.banner().unwrap();
    assert!(words.starts_with("Observations each rule may ask for: must be"), "{words}");
    page.close();
}

#[test]
fn a_slider_follows_what_is_typed_and_its_steps_are_undone_as_one() {
    let page = Page::open("lab=toy");
    let field = "[name=\"kernel.0\"]";
    page.value("document.querySelector('.folded').open = true");
    let all = "\u{E009}a\u{E000}";
    page.browser.send_keys(field, &format!("{all}2\u{E007}")).unwrap();
    page.wait_for("location.hash.includes('rbf(2)')");
    let slider = "[name=\"kernel.0 slider\"]";
    page.browser.send_keys(slider, "\u{E014}\u{E014}\u{E014}").unwrap();
    page.wait_for("/rbf\\(2\\.[1-9]/.test(location.hash)");
    page.browser.click("#undo").unwrap();
    page.wait_for("location.hash.includes('rbf(2)')");
    page.close();
}

#[test]
fn a_click_adds_a_point_and_a_double_click_or_delete_removes_one() {
    let page = Page::open("lab=toy");
    let spot = place(&page, (4.0, 1.0));
    page.browser.drag(Pointer::Mouse, &[spot]).unwrap();
    page.wait_for("location.hash.match(/point=/g)?.length === 7");
    double_click(&page, place(&page, first_point()));
    page.wait_for("location.hash.match(/point=/g)?.length === 6");
    page.browser.drag(Pointer::Mouse, &[place(&page, (4.0, 1.0))]).unwrap();
    page.browser.send_keys("body", "\u{E017}").unwrap();
    page.wait_for("location.hash.match(/point=/g)?.length === 5");
    // A point just added is the one touched last.
    page.browser.drag(Pointer::Mouse, &[place(&page, (-4.5, 1.5))]).unwrap();
    page.wait_for("location.hash.includes('point=-4.5')");
    page.browser.send_keys("body", "\u{E017}").unwrap();
    page.wait_for("!location.hash.includes('point=-4.5')");
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint(&page.address()));
    page.close();
}

#[test]
fn a_double_click_on_empty_space_leaves_no_trace() {
    let page = Page::open("lab=toy");
    page.set("noise", "0.2");
    let changed = page.address();
    assert!(changed.ends_with("noise=0.2"), "{changed}");
    // Near the edge, so that the axes move between the two clicks.
    for spot in [(4.0, 1.0), (4.0, 2.95)] {
        double_click(&page, place(&page, spot));
        page.wait_for(&format!("location.hash === '#{changed}'"));
        page.complete();
        assert_eq!(page.text("fingerprint"), native_fingerprint(&changed));
    }
    page.browser.send_keys("body", "\u{E009}y\u{E000}").unwrap();
    page.browser.send_keys("body", "\u{E009}z\u{E000}").unwrap();
    page.wait_for("!location.hash.includes('noise')");
    assert!(!page.address().contains("point="), "nothing to redo, and undo goes further back");
    page.close();
}

fn double_click(page: &Page, (x, y): (f64, f64)) {
    for (kind, count) in
        [("mousePressed", 1), ("mouseReleased", 1), ("mousePressed", 2), ("mouseReleased", 2)]
    {
        let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": count });
        page.browser.devtools("Input.dispatchMouseEvent", event).unwrap();
    }
}

#[test]
fn the_target_region_is_moved_and_resized() {
    let page = Page::open("lab=toy");
    let (edge, end) = (place(&page, (1.3, -2.0)), place(&page, (3.0, -2.0)));
    page.browser.drag(Pointer::Mouse, &way(edge, end)).unwrap();
    page.wait_for("/target=-1\\.3:(2\\.9|3)[^:]*:20/.test(location.hash)");
    let (top, there) = (place(&page, (0.0, 2.9)), place(&page, (-2.0, 2.9)));
    page.browser.drag(Pointer::Mouse, &way(top, there)).unwrap();
    page.wait_for("/target=-3\\.[0-9]+:/.test(location.hash)");
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint(&page.address()));
    page.close();
}

#[test]
fn hovering_shows_values_and_correlations() {
    let page = Page::open("lab=toy");
    page.browser.hover(place(&page, (-1.0, 0.5))).unwrap();
    page.wait_for("document.querySelector('.readout').textContent.includes('truth')");
    let purple = "(() => { const c = document.querySelector('.overlay');
        const { data } = c.getContext('2d').getImageData(0, 0, c.width, c.height);
        let n = 0; for (let i = 3; i < data.length; i += 4) if (data[i] > 0) n += 1; return n; })()";
    assert!(page.value(purple).as_u64().unwrap() > 300, "the correlation is drawn");
    let all = "[...document.querySelectorAll('.readout')].every((r) => r.textContent.startsWith('x −1.00'))";
    assert_eq!(page.value(all), true, "the place is marked in every panel");
    let last = "document.querySelectorAll('.readout')[3].textContent";
    let before = page.value(last);
    page.browser.send_keys("body", "\u{E012}\u{E012}\u{E012}\u{E012}").unwrap();
    page.wait_for(&format!("{last} !== {before} && {last} !== ''"));
    page.screenshot("toy-hover");
    // Over the scores, too, which share the x axis.
    page.browser.hover(place(&page, (-1.0, -4.5))).unwrap();
    page.wait_for("document.querySelectorAll('.readout')[3].textContent.includes('score')");
    page.browser.hover((5.0, 5.0)).unwrap();
    page.wait_for("[...document.querySelectorAll('.readout')].every((r) => r.textContent === '')");
    page.close();
}

#[test]
fn everything_can_be_typed() {
    let page = Page::open("lab=toy");
    page.value("document.querySelectorAll('.editors details').forEach((box) => (box.open = true))");
    let set = |label: &str, value: &str| {
        let script = "const [label, value] = arguments;
            const field = document.querySelector(`[aria-label=\"${label}\"]`);
            field.focus(); field.value = value; field.blur();
            field.dispatchEvent(new Event('change', { bubbles: true }));";
        page.browser.execute(script, json!([label, value])).unwrap();
    };
    set("point 1, x", "-5");
    page.wait_for("/point=-5(&|$)/.test(location.hash)");
    set("point 1, y", "0.5");
    page.wait_for("location.hash.includes('point=-5:0.5')");
    set("point 1, y", "");
    page.wait_for("/point=-5(&|$)/.test(location.hash)");
    set("point 1, x", "");
    assert!(page.banner().unwrap().contains("Point 1, x must be a number"), "{:?}", page.banner());
    page.value("[...document.querySelectorAll('#points button')].at(-1).click()");
    page.wait_for("location.hash.match(/point=/g)?.length === 7");
    page.value("document.querySelector('[aria-label=\"Remove point 7\"]').click()");
    page.wait_for("location.hash.match(/point=/g)?.length === 6");
    set("region 1, targets", "9");
    page.wait_for("location.hash.includes('target=-1.3:1.3:9')");
    page.value("[...document.querySelectorAll('#regions button')].at(-1).click()");
    page.wait_for("location.hash.match(/target=/g)?.length === 2");
    page.value("document.querySelector('[aria-label=\"Remove point 1\"]').click()");
    page.wait_for("location.hash.match(/point=/g)?.length === 5");
    set("region 1, from", "50000");
    assert!(page.banner().unwrap().contains("50000"), "{:?}", page.banner());
    page.complete();
    page.close();
}
