//! On A4, upright and on its side: every lab as a PDF file, and its layout on a sheet.

use std::collections::BTreeMap;

use serde_json::json;

use super::lesson::{lesson, open};
use super::pdf;
use super::support::webdriver::Options;
use super::{LABS, Page};

/// The margins of a sheet, 14 mm, in points.
const MARGIN: f64 = 14.0 * 72.0 / 25.4;

#[test]
fn printed_figures_keep_their_shape_and_stay_on_one_sheet() {
    every_lab(|page, lab| {
        for (landscape, (width, height)) in [(false, (595.0, 842.0)), (true, (842.0, 595.0))] {
            let file = page.browser.print(landscape).unwrap();
            let (sheets, pictures) = pdf::pictures(&file);
            assert!((1..=9).contains(&sheets), "{lab}: {sheets} sheets");
            // All else is drawn with lines and letters.
            let drawn = page.value(
                "[...document.querySelectorAll('.square .stack canvas')].filter((c) => !c.matches('.overlay')).length",
            );
            assert!(pictures.len() as u64 >= drawn.as_u64().unwrap(), "{lab}: {pictures:?}");
            let mut places = BTreeMap::new();
            for picture in &pictures {
                let ([left, bottom, right, top], (columns, rows)) = (picture.place, picture.pixels);
                // How a circle that is as high as wide in the picture comes out on paper.
                let circle = (right - left) / columns / ((top - bottom) / rows);
                let rounding = 0.02 + 1.0 / columns.min(rows);
                assert!((circle - 1.0).abs() < rounding, "{lab}, {landscape}: {picture:?}");
                let inside = left > MARGIN - 2.0 && right < width - MARGIN + 3.0;
                let whole = bottom > MARGIN - 2.0 && top < height - MARGIN + 3.0;
                assert!(inside && whole, "{lab}, {landscape}: {picture:?} is cut");
                let before = places.insert(picture.name.clone(), picture.sheet);
                assert!(before.is_none_or(|sheet| sheet == picture.sheet), "{lab}: {picture:?}");
            }
        }
    });
}

#[test]
fn on_a_sheet_nothing_is_cut_and_link_and_fingerprint_stand_below() {
    every_lab(|page, lab| {
        // What A4 leaves between its margins, in CSS pixels. The last one is turned in the printer's dialog, when
        // figures are drawn already.
        let (upright, side) = ((688, 1016), (1016, 688));
        for (name, size) in [("on-its-side", side), ("upright", upright), ("turned", side)] {
            if name == "turned" {
                page.browser.resize(size, 1.0).unwrap();
            } else {
                page.browser.emulate(&Options { size, ..Options::default() }).unwrap();
                let print = json!({ "media": "print" });
                page.browser.devtools("Emulation.setEmulatedMedia", print).unwrap();
            }
            page.browser.drawn().unwrap();
            page.wait_for("document.getElementById('description').checkVisibility()");
            // The window's new size is heard of a frame after its new medium. What is waited for in vain is named below.
            let settled = format!("({TOO_HIGH}).length === 0 && ({SQUASHED}).length === 0");
            let _ = page.browser.wait_for(&settled);
            assert_eq!(page.value(CUT), json!([]), "{lab} {name}");
            assert_eq!(page.value(PIXELS), json!([]), "{lab} {name}: as pixels");
            assert_eq!(page.value(SQUASHED), json!([]), "{lab} {name}: squashed");
            assert_eq!(page.value(TOO_HIGH), json!([]), "{lab} {name}");
            let pressed =
                "[...document.querySelectorAll('button:not(.title, .link, .term, .cell), input, .controls, nav')]
                .filter((e) => e.checkVisibility()).map((e) => e.outerHTML.slice(0, 80))";
            assert_eq!(page.value(pressed), json!([]), "{lab} {name}: nothing to press");
            let below = "(() => { const top = (id) => document.getElementById(id).getBoundingClientRect().top;
                const end = document.querySelector('main').getBoundingClientRect().bottom;
                return top('fingerprint') >= end && top('paper-link') > top('fingerprint'); })()";
            assert_eq!(page.value(below), true, "{lab} {name}");
            page.screenshot(&format!("{lab}-paper-{name}"));
        }
    });
}

/// Figures that a printer would get as pixels, though they are no pictures: squares, clouds and their colours are.
const PIXELS: &str = "[...document.querySelectorAll('main canvas')]
    .filter((c) => c.checkVisibility() && c.clientWidth > 30 && c.width > 0 && !c.matches('.overlay, [data-empty]'))
    .filter((c) => !c.closest('.square, .families, .matrices, .four, .matrix') && !['agreement', 'gaps', 'color-bar', 'colors'].includes(c.id))
    .map((c) => c.outerHTML.slice(0, 90))";

/// Drawings that are stretched, or whose letters are too small to read.
const SQUASHED: &str = "[...document.querySelectorAll('.paper')].filter((svg) => svg.checkVisibility()).filter((svg) => {
    const { width, height } = svg.getBoundingClientRect(); const box = svg.viewBox.baseVal;
    return svg.preserveAspectRatio.baseVal.align === SVGPreserveAspectRatio.SVG_PRESERVEASPECTRATIO_NONE
      || Math.min(width / box.width, height / box.height) * 8 < 0.5;
  }).map((svg) => svg.parentElement.outerHTML.slice(0, 90))";

/// What reaches over the sheet's edge, or is hidden in a box that would have to be scrolled.
const CUT: &str = "[...document.querySelectorAll('main *, footer *')]
    .filter((e) => e.checkVisibility() && !e.closest('math math, .unseen, select, .notice strong'))
    .filter((e) => {
      const { overflowX } = getComputedStyle(e);
      const scrolls = overflowX !== 'visible' && (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 2);
      return e.getBoundingClientRect().right > innerWidth + 1 || (e.clientWidth > 0 && scrolls);
    }).map((e) => e.outerHTML.slice(0, 120))";

/// What must not be broken but cannot be on one sheet.
const TOO_HIGH: &str = "[...document.querySelectorAll('.panel, .figure, .check, .facts, .pane, .square, .cross-table')]
    .filter((e) => e.getBoundingClientRect().height > innerHeight).map((e) => e.className)";

/// Opens each lab in the same window.
fn every_lab(look: impl Fn(&Page, &str)) {
    let page = Page::open("lab=toy");
    let labs = page.value(LABS);
    for lab in labs.as_array().unwrap() {
        let lab = lab.as_str().unwrap();
        page.browser.emulate(&Options::default()).unwrap();
        page.browser.navigate("about:blank").unwrap();
        page.go(lab);
        look(&page, lab.trim_start_matches("lab="));
    }
    page.close();
}

#[test]
fn curves_printed_from_a_narrow_window_are_not_squashed() {
    let link = "lab=curves&d=1&rounds=2&tasks=2";
    let page = Page::open_with(link, &Options { size: (794, 1000), ..Options::default() });
    page.browser.devtools("Emulation.setEmulatedMedia", json!({ "media": "print" })).unwrap();
    page.wait_for("document.querySelectorAll('.paper').length >= 4");
    assert_eq!(page.value(SQUASHED), json!([]));
    page.close();
}

#[test]
fn small_scatters_lie_on_their_cells() {
    let page = Page::open("lab=agreement");
    page.browser.devtools("Emulation.setEmulatedMedia", json!({ "media": "print" })).unwrap();
    page.wait_for("document.querySelector('.matrix > .paper')");
    let off = "['left', 'top', 'right', 'bottom'].map((side) => { const at = (name) =>
        document.querySelector(name).getBoundingClientRect()[side]; return at('.matrix > .paper') - at('.matrix'); })
        .filter((pixels) => Math.abs(pixels) > 1)";
    assert_eq!(page.value(off), json!([]));
    page.close();
}

/// What was drawn in a wide window is narrower on paper, and so are its letters.
#[test]
fn letters_can_be_read_on_paper() {
    let wide = Options { size: (1280, 800), ..Options::default() };
    let page = Page::open_with("lab=correlation&batch=0:9&worked=1&pair=0:1&tasks=2", &wide);
    page.browser.devtools("Emulation.setEmulatedMedia", json!({ "media": "print" })).unwrap();
    page.wait_for("document.querySelector('#likelihoods + .paper')");
    page.browser.resize((688, 1016), 1.0).unwrap();
    page.browser.drawn().unwrap();
    // 7 points are 9.33 pixels.
    let small =
        "[...document.querySelectorAll('main canvas[id] + .paper')].filter((svg) => svg.checkVisibility())
        .filter((svg) => [...svg.querySelectorAll('text')].some((text) => {
            const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
            return parseFloat(text.getAttribute('font-size')) * scale < 9.33; }))
        .map((svg) => svg.previousElementSibling.id)";
    assert_eq!(page.value(small), json!([]));
    let pair = page.words("#ellipse > p").unwrap();
    let named = page.value("document.getElementById('ellipse-one').checkVisibility()");
    assert_eq!(named, true, "{pair}");
    let moved = "[...document.querySelectorAll('.worked :is(input, .link)')].filter((each) => each.checkVisibility()).length";
    assert_eq!(page.value(moved), 0, "nothing to move");
    page.close();
}

/// A lesson on paper: all steps and blanks; answers only where they are wanted, and on a sheet of their own.
#[test]
fn a_lesson_prints_as_a_worksheet() {
    let page = open("lesson=bands/promise");
    page.wait_for_step(&lesson("bands").steps[0]);
    page.value("(window.print = () => {})");
    let press = |words: &str| {
        page.value(&format!(
            "[...document.querySelectorAll('#lesson .tools button')].find((b) => b.textContent === '{words}').click()"
        ));
        page.wait_for("document.getElementById('worksheet')");
    };
    press("Print a worksheet");
    let steps = page.value("document.querySelectorAll('#lesson .steps li').length");
    let sheet = "document.querySelectorAll('#worksheet > .sheet-step').length";
    assert_eq!(page.value(sheet), steps);
    let found = page.value(
        "['.boxes li', '.blank-line', 'svg', '.answer-sheet'].map((each) => document.querySelectorAll(`#worksheet ${each}`).length)",
    );
    let count = |i: usize| found[i].as_u64().unwrap();
    assert!(count(0) >= 3 && count(1) >= 3 && count(2) >= 1, "{found}");
    assert_eq!(count(3), 0, "no answers");
    let told = page.value("document.getElementById('worksheet').textContent").to_string();
    assert!(!told.contains("Not right") && !told.contains('…'), "nothing waits for a figure");
    page.value("dispatchEvent(new Event('afterprint'))");
    page.wait_for("!document.getElementById('worksheet')");
    press("Worksheet with answers");
    page.browser.devtools("Emulation.setEmulatedMedia", json!({ "media": "print" })).unwrap();
    let alone = "[...document.body.children].filter((each) => each.checkVisibility()).map((each) => each.id).join()";
    page.wait_for(&format!("{alone} === 'worksheet'"));
    let breaks =
        page.value("getComputedStyle(document.querySelector('.answer-sheet')).breakBefore");
    assert_eq!(breaks, "page");
    page.close();
}
