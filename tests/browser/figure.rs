//! The figure: drawn, right, sharp, and the same as without a browser.

use serde_json::json;
use talscope::scenario::{PRESETS, Theme};

use super::support::webdriver::Options;
use super::{Page, native, native_fingerprint, saved, url};

const VERMILLION: (u8, u8, u8) = (213, 94, 0);
const BLUE: (u8, u8, u8) = (0, 114, 178);

#[test]
fn the_first_figure_is_there_without_a_click() {
    let page = Page::open_with("", &Options { size: (1280, 800), ..Options::default() });
    assert!(page.pixels("posterior", VERMILLION) > 1000, "the prediction is drawn");
    assert!(page.pixels("posterior", BLUE) > 500, "the truth is drawn");
    assert!(page.pixels("calibration", VERMILLION) > 300, "the calibration curve is drawn");
    let facts = page.text("facts");
    let words = native("").figure().unwrap().words().unwrap();
    for fact in words["facts"].as_array().unwrap() {
        for part in ["label", "value", "note"] {
            assert!(facts.contains(fact[part].as_str().unwrap()), "{fact} in {facts}");
        }
    }
    assert_eq!(page.text("verdict"), words["verdict"]);
    assert!(page.text("description").contains("seen it at 6 points"));
    page.go("truth=formula");
    assert!(page.text("facts").contains("0.927"), "the known error of this preset");
    let bottom = page.value("document.querySelector('.facts').getBoundingClientRect().bottom");
    assert!(bottom.as_f64().unwrap() <= 800.0, "the figure ends at {bottom}: no scrolling");
    page.close();
}

#[test]
fn every_preset_has_the_fingerprint_of_the_command_line() {
    let page = Page::open("");
    for preset in &PRESETS {
        let link =
            format!("v=1&lab=marginal&preset={}&observe=noisy&repetitions=3000", preset.name);
        page.go(&link);
        assert_eq!(page.text("fingerprint"), native_fingerprint(&link), "{link}");
        assert_eq!(page.banner(), None);
    }
    page.close();
}

#[test]
fn a_canvas_has_the_pixels_of_the_screen() {
    let page = Page::open("");
    for scale in [1.0, 1.5, 3.0] {
        page.browser.emulate(&Options { scale, ..Options::default() }).unwrap();
        page.wait_for(
            "(() => { const c = document.getElementById('posterior');
            return c.width === Math.round(c.clientWidth * devicePixelRatio); })()",
        );
        let size = "(() => { const c = document.getElementById('posterior');
            return [c.width, c.height, Math.round(c.clientWidth * devicePixelRatio),
                Math.round(c.clientHeight * devicePixelRatio)]; })()";
        let size = page.value(size);
        assert_eq!((&size[0], &size[1]), (&size[2], &size[3]), "at {scale}: {size}");
        let line = page.pixels("posterior", VERMILLION) as f64;
        assert!(line > 1000.0 * scale, "at {scale} the prediction has {line} pixels");
    }
    page.close();
}

#[test]
fn the_canvas_follows_the_window() {
    let page = Page::open("");
    let width = || page.value("document.getElementById('posterior').width").as_u64().unwrap();
    let before = width();
    page.browser.emulate(&Options { size: (700, 900), ..Options::default() }).unwrap();
    page.wait_for(&format!("document.getElementById('posterior').width < {before}"));
    page.wait_for("document.documentElement.scrollWidth <= innerWidth");
    assert!(page.pixels("posterior", VERMILLION) > 500);
    page.close();
}

#[test]
fn the_svg_of_the_page_is_the_svg_of_the_command_line() {
    let page = Page::open("");
    for link in [
        "lab=marginal&repetitions=3000",
        "lab=toy&step=2",
        "lab=correlation&tasks=1",
        "lab=theorem&cases=500&case=17",
        "lab=curves&d=1&rounds=2&tasks=2&each=1&against=0",
        "lab=agreement&d=1&tasks=2&x=xllr&y=energy&candidate=oracle&candidate=detuned&candidate=shrunk",
    ] {
        let function = format!(
            "({{ core }}) => {{
            const figure = new core.Figure('{link}');
            const {{ steps }} = core.plan('{link}');
            steps.forEach(({{ unit }}, i) => figure.add(i, core.run(unit, [], () => false)));
            try {{ return figure.svg(true); }} finally {{ figure.free(); }} }}"
        );
        let svg = page.module("core.js", &function);
        let native = native(link).svg(Some(Theme::Dark)).unwrap();
        assert!(svg == native, "{link}: layout must not depend on where it is computed");
        let parsed = page.browser.execute(
            "return new DOMParser().parseFromString(arguments[0], 'image/svg+xml')
                .querySelector('parsererror') === null;",
            json!([svg]),
        );
        assert_eq!(parsed.unwrap(), true, "{link}");
    }
    page.close();
}

#[test]
fn figures_can_be_saved() {
    let page = Page::open("preset=edge&repetitions=1000");
    let folder = page.downloads("downloads");
    page.browser.click("#save-csv").unwrap();
    page.browser.click("#save-svg").unwrap();
    assert!(saved(&folder.join("talscope-marginal-edge.svg")).trim_end().ends_with("</svg>"));
    let csv = native("preset=edge&repetitions=1000").csv().unwrap();
    assert_eq!(saved(&folder.join("talscope-marginal-edge.csv")), csv);
    page.close();
}

#[test]
fn nothing_leaves_the_machine() {
    let page = Page::open("");
    let names = page.value("performance.getEntriesByType('resource').map((entry) => entry.name)");
    let names = names.as_array().unwrap();
    assert!(names.len() > 5, "{names:?}");
    for name in names {
        let name = name.as_str().unwrap();
        let local = name.starts_with(&url()) || name.starts_with("blob:http://127.0.0.1");
        assert!(local, "{name} is not from {}", url());
    }
    page.close();
}

#[test]
fn the_page_works_under_a_sub_path() {
    let page = Page::open(&format!("{}talscope/#lab=marginal&preset=relu&repetitions=1000", url()));
    assert_eq!(page.text("fingerprint"), native_fingerprint("preset=relu&repetitions=1000"));
    page.close();
}

#[test]
fn the_page_goes_on_without_a_network() {
    let page = Page::open("repetitions=1000");
    page.offline();
    // Cancelling ends the workers, so that new ones have to start.
    page.set("repetitions", "1000000");
    page.browser.click("#cancel").unwrap();
    page.set("repetitions", "2000");
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint("repetitions=2000"));
    page.close();
}
