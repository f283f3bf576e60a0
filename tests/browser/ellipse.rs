//! XLL as an ellipse: opened from the table, tilted by hand and by key, wobbled, and left again.

use serde_json::{Value, json};

use super::lesson::{THEN, open_with};
use super::support::webdriver::{Options, Pointer};
use super::{Page, native, native_fingerprint};

const LINE: &str = "lab=correlation&preset=gap&tasks=0&candidate=oracle&candidate=smooth:detuned(2)\
                    &candidate=apart:independent";
const LEFT: &str = "\u{E012}";
const ESCAPE: &str = "\u{E00C}";

fn sight(page: &Page) -> Value {
    native(&page.address()).figure().unwrap().ask("ellipse", &[]).unwrap()
}

/// All that is written of the pair is what the core says of the address.
fn agrees(page: &Page) {
    let told = sight(page);
    for part in ["notice", "batch", "theorem"] {
        assert_eq!(page.text(&format!("ellipse-{part}")), told[part].as_str().unwrap(), "{part}");
    }
    let rows: Vec<&str> = (told["rows"].as_array().unwrap().iter())
        .flat_map(|row| row.as_array().unwrap().iter().map(|cell| cell.as_str().unwrap()))
        .collect();
    assert_eq!(page.all("#ellipse-rows :is(th, td)"), rows);
    assert_eq!(
        page.value("document.getElementById('ellipse-tilt').value"),
        told["position"].as_str().unwrap().trim_end_matches('0').trim_end_matches('.')
    );
}

#[test]
fn a_pair_of_the_worked_batch_is_an_ellipse_that_one_tilts() {
    let page = Page::focused(&format!("{LINE}&batch=0:10&worked=1"));
    let cell = "#worked [data-places='0:2']";
    page.wait_for(&format!("document.querySelector(\"{cell}\") !== null"));
    page.browser.send_keys(cell, "\u{E007}").unwrap();
    page.wait_for(
        "!document.getElementById('ellipse').hidden && document.getElementById('worked').hidden",
    );
    page.wait_for("document.activeElement.id === 'ellipse'");
    assert!(page.address().ends_with("worked=1&pair=0:2&batch=0:10"), "{}", page.address());
    agrees(&page);
    let (still, own) = (page.text("ellipse-notice"), page.text("ellipse-tilt-value"));
    // The handle follows a hand, and what is said follows it before it lets go.
    page.value("document.getElementById('ellipse-box').scrollIntoView({ block: 'center' })");
    let places = page.value(PLACE);
    let at = |i: usize| (places[0].as_f64().unwrap(), places[i].as_f64().unwrap());
    page.browser.drag(Pointer::Mouse, &[at(1), at(2), at(3)]).unwrap();
    page.wait_for("/[&]tilt=0\\.\\d+/.test(location.hash)");
    page.complete();
    assert_ne!(page.text("ellipse-tilt-value"), own);
    assert_ne!(page.text("ellipse-notice"), still);
    assert!(page.text("ellipse-batch").contains("metacorrelation stays 0.99"), "a common factor");
    agrees(&page);
    page.screenshot("correlation-ellipse");
    // A key is a hundredth.
    let before = page.text("ellipse-tilt-value");
    page.browser.send_keys("#ellipse-tilt", LEFT).unwrap();
    page.wait_for(&format!(
        "document.getElementById('ellipse-tilt-value').textContent !== {}",
        json!(before)
    ));
    page.complete();
    agrees(&page);
    assert_eq!(page.text("fingerprint"), native_fingerprint(LINE), "a look, not a change");
    page.browser.click("#ellipse-own").unwrap();
    page.wait_for("!location.hash.includes('tilt=')");
    page.complete();
    assert_eq!((page.text("ellipse-tilt-value"), page.text("ellipse-notice")), (own, still));
    page.browser.send_keys("#ellipse-back", ESCAPE).unwrap();
    page.wait_for(
        "document.getElementById('ellipse').hidden && !document.getElementById('worked').hidden",
    );
    page.wait_for("document.activeElement.dataset.places === '0:2'");
    assert!(page.address().ends_with("worked=1&batch=0:10"), "{}", page.address());
    page.close();
}

/// Where the handle is, near the right of what can be held, and two heights on the way to a smaller correlation.
const PLACE: &str = "(() => {
    const canvas = document.getElementById('ellipse-box');
    const box = canvas.getBoundingClientRect();
    for (let across = box.left + 0.8 * box.width; across > box.left; across -= 12) {
      for (let down = box.top + 60; down < box.bottom; down += 12) {
        canvas.dispatchEvent(new PointerEvent('pointermove', { clientX: across, clientY: down, pointerType: 'mouse' }));
        if (canvas.style.cursor === 'ns-resize') return [across, down, down + 30, down + 60];
      }
    }
    return null;
  })()";

#[test]
fn a_box_that_wobbles_shows_the_gap_of_the_theorem() {
    let options = Options { size: (320, 700), dark: true, ..Options::default() };
    let link = format!("{LINE}&batch=0:10&worked=1&pair=0:2&tilt=0.5");
    let page = Page::open_with(&link, &options);
    page.wait_for("!document.getElementById('ellipse').hidden");
    page.browser.drawn().unwrap();
    assert!(
        page.text("ellipse-theorem").ends_with("the gap is 0."),
        "{}",
        page.text("ellipse-theorem")
    );
    page.value(
        "(() => { const range = document.getElementById('ellipse-wobble'); range.value = '0.4';
           range.dispatchEvent(new Event('input', { bubbles: true })); })()",
    );
    let moved = page.text("ellipse-theorem");
    assert!(
        moved.contains("Theorem 1: the smaller ξ") && !page.address().contains("wobble"),
        "{moved}"
    );
    page.value("document.getElementById('ellipse-wobble').dispatchEvent(new Event('change', { bubbles: true }))");
    page.wait_for("location.hash.includes('wobble=0.4')");
    page.complete();
    assert_eq!(page.text("ellipse-theorem"), moved);
    agrees(&page);
    let overflow = page.value("document.documentElement.scrollWidth - innerWidth");
    assert!(overflow.as_f64().unwrap() <= 0.0, "{overflow} pixels too wide");
    page.value("document.getElementById('ellipse').scrollIntoView()");
    page.screenshot("correlation-ellipse-phone-dark");
    // It is undone like any other change, and the button puts the box back.
    page.value("document.getElementById('undo').click()");
    page.wait_for("!location.hash.includes('wobble=')");
    page.value("document.getElementById('redo').click()");
    page.wait_for("location.hash.includes('wobble=0.4')");
    page.value("document.getElementById('ellipse-still').click()");
    page.wait_for("!location.hash.includes('wobble=')");
    page.complete();
    agrees(&page);
    // Another pair begins with the candidate's own tilt.
    page.value(
        "(() => { const choice = document.getElementById('ellipse-other'); choice.value = '3';
           choice.dispatchEvent(new Event('change', { bubbles: true })); })()",
    );
    page.wait_for("location.hash.includes('pair=0:3')");
    assert!(!page.address().contains("tilt"), "{}", page.address());
    for (look, idle) in [("pair=0:9", Some("pair")), ("pair=1:1", Some("pair")), ("pair=0:1", None)]
    {
        page.go(&format!("{LINE}&batch=0:10&worked=1&{look}"));
        assert_eq!(
            page.value("document.getElementById('ellipse').hidden"),
            idle.is_some(),
            "{look}"
        );
        assert_eq!(page.banner(), idle.map(|key| format!("“{key}” has no effect in this link.")));
    }
    page.close();
}

/// Where an element begins and ends, and the height of the window.
fn place(page: &Page, element: &str) -> [f64; 3] {
    let place = page.value(&format!(
        "(() => {{ const {{ top, bottom }} = document.querySelector('{element}').getBoundingClientRect();
           return [top, bottom, innerHeight]; }})()"
    ));
    [0, 1, 2].map(|i| place[i].as_f64().unwrap())
}

#[test]
fn a_link_to_a_cell_or_a_pair_opens_where_that_is() {
    for (size, below) in [((1280, 800), 30.0), ((390, 844), 30.0)] {
        let page = Page::open_with("lab=toy", &Options { size, ..Options::default() });
        for (look, part) in [("", "#worked"), ("&pair=0:2", "#ellipse")] {
            page.go(&format!("{LINE}&batch=0:10&worked=1{look}"));
            page.wait_for(&format!("!document.querySelector('{part}').hidden"));
            page.browser.drawn().unwrap();
            let [top, ..] = place(&page, part);
            assert!((0.0..below).contains(&top), "{part} begins at {top} of {size:?}");
        }
        // A figure that is only changed stays where it is.
        page.value("scrollTo(0, 0)");
        page.value("document.getElementById('ellipse-tilt').dispatchEvent(new Event('change', { bubbles: true }))");
        page.wait_for("location.hash.includes('tilt=')");
        page.complete();
        assert_eq!(page.value("scrollY"), 0.0);
        page.close();
    }
}

#[test]
fn lesson_and_ellipse_lead_to_each_other_and_are_seen_whole() {
    let page =
        open_with("lesson=judging/hand", &Options { size: (1280, 800), ..Options::default() });
    page.wait_for("document.querySelector('#lesson h3')?.textContent === 'One batch by hand'");
    page.complete();
    page.answer(1);
    page.wait_for("!document.getElementById('ellipse').hidden");
    page.complete();
    page.browser.drawn().unwrap();
    let [top, bottom, height] = place(&page, "#ellipse-box");
    assert!(top >= 0.0 && bottom <= height, "the ellipse is at {top} to {bottom} of {height}");
    page.value(&format!("document.querySelector('{THEN} a').click()"));
    page.wait_for("location.hash.includes('pair=0:2')");
    page.complete();
    let [top, ..] = place(&page, "#ellipse");
    assert!((0.0..30.0).contains(&top), "the pair begins at {top}");
    assert_eq!(page.value("document.querySelector('#ellipse .how a').checkVisibility()"), false);
    // Outside of lessons it leads there.
    page.go(&format!("{LINE}&batch=0:10&worked=1&pair=0:2"));
    page.wait_for("!document.getElementById('ellipse').hidden");
    page.browser.click("#ellipse p.how a").unwrap();
    page.wait_for("document.querySelector('#lesson h3')?.textContent === 'One batch by hand'");
    page.complete();
    page.close();
}

/// Above the lesson's sheet.
#[test]
fn a_function_beside_a_lesson_is_whole_on_a_phone() {
    let options = Options { size: (390, 844), dark: true, ..Options::default() };
    let page = open_with("lesson=judging/hand", &options);
    page.wait_for("document.querySelector('#lesson h3')?.textContent === 'One batch by hand'");
    page.complete();
    let ([_, bottom, _], [sheet, ..]) = (place(&page, ".function canvas"), place(&page, "#lesson"));
    assert!(bottom <= sheet, "the function ends at {bottom}, the lesson begins at {sheet}");
    page.close();
}
