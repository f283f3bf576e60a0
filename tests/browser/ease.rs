//! With keys, ears, large letters or a small window: what trials with these stumbled over.

use serde_json::json;

use super::Page;
use super::lesson::{lesson, open, open_with};
use super::support::webdriver::Options;

const SMALL: [&str; 8] = [
    "lab=toy",
    "lab=models&tasks=0&candidate=ensemble(members=2,epochs=20)&candidate=gp-rbf",
    "lab=correlation&tasks=0&batch=0:1&worked=1",
    "lab=marginal",
    "lab=theorem",
    "lab=curves&d=1&rounds=2&tasks=2&candidate=oracle&candidate=detuned(3)",
    "lab=agreement&d=1&tasks=2&lit=1-3",
    "lab=data&tasks=1&candidate=gp-rbf&candidate=small:dropout(5,0.1,20,0.01,50)",
];

const UNFOLD: &str = "document.querySelectorAll('details').forEach((box) => (box.open = true))";

fn alt(page: &Page, code: &str) {
    let script = "const [code] = arguments; (document.activeElement ?? document.body)
        .dispatchEvent(new KeyboardEvent('keydown', { code, key: code, altKey: true, bubbles: true, cancelable: true }))";
    page.browser.execute(script, json!([code])).unwrap();
}

#[test]
fn a_lesson_opened_by_key_has_the_focus_and_starts_at_its_beginning() {
    let page = Page::open("lab=marginal");
    page.value("scrollTo(0, 500)");
    page.browser.click("#path-box summary").unwrap();
    page.browser.send_keys("#path-list a", "\u{E007}").unwrap();
    page.wait_for("document.activeElement.matches('#lesson h3')");
    page.complete();
    let title = page.browser.title().unwrap();
    assert!(title.contains("Honest bands") && title.contains('–'), "{title}");
    assert_eq!(page.value("scrollY"), 0, "the figure is seen from its beginning");
    assert_eq!(page.value("document.getElementById('lesson').scrollTop"), 0);
    alt(&page, "KeyL");
    assert_eq!(page.value("document.getElementById('lab').contains(document.activeElement)"), true);
    alt(&page, "KeyL");
    page.wait_for("document.activeElement.matches('#lesson h3')");
    page.close();
}

#[test]
fn a_goal_that_is_reached_is_announced_and_choices_have_lines_of_their_own() {
    let page = open("lesson=bands/one");
    page.wait_for_step(&lesson("bands").steps[1]);
    page.value("document.querySelectorAll('#lesson [type=radio]')[2].click()");
    page.value("document.querySelector('#lesson form button').click()");
    page.wait_for("document.querySelector('#lesson .choices')");
    let lines = page.value(
        "[...document.querySelectorAll('#lesson .choices li')].map((li) => li.getBoundingClientRect().top)",
    );
    let lines: Vec<f64> =
        lines.as_array().unwrap().iter().map(|top| top.as_f64().unwrap()).collect();
    assert!(lines.len() == 3 && lines.is_sorted_by(|a, b| a + 10.0 < *b), "{lines:?}");
    page.value(UNFOLD);
    page.set("seed", "10");
    page.complete();
    page.wait_for("document.getElementById('spoken-beside').textContent.includes('Reached')");
    page.close();
}

#[test]
fn nothing_that_has_the_focus_lies_under_the_lesson() {
    let page =
        open_with("lesson=questions/loop", &Options { size: (390, 844), ..Options::default() });
    page.wait_for_step(&lesson("questions").steps[0]);
    assert_eq!(page.value("document.querySelector('.lab').classList.contains('toy')"), true);
    let hidden = page.value(
        "[...document.querySelectorAll('main button, main input, main select, main summary, main [tabindex]')]
            .filter((each) => each.checkVisibility() && !each.disabled)
            .filter((each) => { each.focus();
                const { top, bottom } = each.getBoundingClientRect();
                const sheet = document.getElementById('lesson').getBoundingClientRect().top;
                return document.activeElement === each && (bottom - top > sheet ? top > sheet - 24 : bottom > sheet + 1); })
            .map((each) => each.outerHTML.slice(0, 90))",
    );
    assert_eq!(hidden, json!([]));
    page.close();
}

#[test]
fn a_page_at_400_percent_scrolls_one_way_only() {
    let page = Page::open_with("lab=toy", &Options { size: (320, 640), ..Options::default() });
    for link in SMALL {
        page.go(link);
        page.value(UNFOLD);
        page.browser.drawn().unwrap();
        let wide = page.value("document.documentElement.scrollWidth - innerWidth");
        assert!(wide.as_f64().unwrap() <= 0.0, "{link}: {wide}");
        let cut = page.value(
            "[...document.querySelectorAll('main *')].filter((e) => e.getBoundingClientRect().right > innerWidth + 0.5)
                .filter((e) => !e.closest('table, .matrix, math, pre, .scroll')).map((e) => e.outerHTML.slice(0, 90))",
        );
        assert_eq!(cut, json!([]), "{link}");
    }
    page.close();
}

#[test]
fn wide_spacing_of_text_hides_nothing() {
    let page = Page::open_with("lab=toy", &Options { size: (1280, 800), ..Options::default() });
    for link in SMALL {
        page.go(link);
        page.value(
            "(() => { const sheet = new CSSStyleSheet();
                sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }');
                document.adoptedStyleSheets = [sheet]; })()",
        );
        page.browser.drawn().unwrap();
        let wide = page.value("document.documentElement.scrollWidth - innerWidth");
        assert!(wide.as_f64().unwrap() <= 0.0, "{link}: {wide}");
        let cut = page.value(
            "[...document.querySelectorAll('main *')].filter((e) => e.checkVisibility() && e.textContent && !e.closest('.unseen, select, .room, .notice strong, h1'))
                .filter((e) => ['hidden', 'clip'].includes(getComputedStyle(e).overflowX) && (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 2))
                .map((e) => e.outerHTML.slice(0, 90))",
        );
        assert_eq!(cut, json!([]), "{link}");
    }
    page.close();
}

#[test]
fn one_hears_headings_few_regions_and_captions() {
    let page = Page::open("lab=toy");
    for link in SMALL {
        page.go(link);
        page.value(UNFOLD);
        page.browser.drawn().unwrap();
        let regions = page.value(
            "document.querySelectorAll('main section[aria-label]:not([role]), main [role=region]').length",
        );
        assert!(regions.as_u64().unwrap() <= 8, "{link}: {regions} regions");
        let bare = page.value(
            "[...document.querySelectorAll('.panel, .square, .words > details > summary')]
                .filter((each) => each.checkVisibility() && !each.querySelector('h2, h3')).map((each) => each.outerHTML.slice(0, 90))",
        );
        assert_eq!(bare, json!([]), "{link}: without a heading");
        let bare = page.value(
            "[...document.querySelectorAll('main table')].filter((table) => table.rows.length > 0 && !table.caption?.textContent)
                .map((table) => table.outerHTML.slice(0, 90))",
        );
        assert_eq!(bare, json!([]), "{link}: without a caption");
    }
    page.close();
}

#[test]
fn decimal_commas_are_taken_and_errors_belong_to_their_fields() {
    let page = Page::open("lab=toy");
    page.set("noise", "0,2");
    page.complete();
    assert!(page.address().contains("noise=0.2"), "{}", page.address());
    page.value(UNFOLD);
    page.choose("#points input", "0,5");
    page.complete();
    assert!(page.address().contains("point=0.5"), "{}", page.address());
    let wrong = |field: &str, value: &str| {
        page.choose(field, value);
        let said = page.value(&format!(
            "(() => {{ const field = document.querySelector('{field}');
                return [field.ariaInvalid, field.getAttribute('aria-describedby')?.includes('banner-words'),
                  document.getElementById('banner-words').textContent]; }})()"
        ));
        assert_eq!((&said[0], &said[1]), (&json!("true"), &json!(true)), "{field}: {said}");
        said[2].as_str().unwrap().to_string()
    };
    assert!(wrong("[name=noise]", "much").contains("much"));
    wrong("#points input", "near");
    let pool = wrong("[name=pool]", "everywhere");
    let label = page.value("document.querySelector('[name=pool]').labels[0].textContent");
    assert!(label.as_str().unwrap().contains("from:to:how many"), "{label}");
    assert!(pool.contains("from:to:how many"), "as its label says: {pool}");
    page.close();
}

#[test]
fn who_asks_for_contrast_gets_it() {
    let page = Page::open("lab=toy");
    let feature = json!({ "features": [{ "name": "prefers-contrast", "value": "more" }] });
    page.browser.devtools("Emulation.setEmulatedMedia", feature).unwrap();
    let same = "getComputedStyle(document.querySelector('.hint')).color === getComputedStyle(document.body).color";
    page.wait_for(same);
    page.browser.devtools("Emulation.setEmulatedMedia", json!({ "features": [] })).unwrap();
    page.close();
}

#[test]
fn a_phone_on_its_side_shows_the_figure() {
    let page = Page::open_with("lab=toy", &Options { size: (844, 390), ..Options::default() });
    // A table is read before it is ranked, and stands first in its lab.
    for link in SMALL.into_iter().filter(|link| !link.starts_with("lab=data")) {
        page.go(link);
        let top = page.value(
            "document.querySelector('.lab :is(.functions canvas, .panel canvas, .square canvas, .figure .stack canvas, .large, #promise)').getBoundingClientRect().top",
        );
        assert!(top.as_f64().unwrap() < 260.0, "{link}: the figure begins at {top}");
    }
    page.close();
}

#[test]
fn there_is_nothing_to_redo_behind_an_address_that_was_followed() {
    let page = Page::open("lab=toy");
    page.set("noise", "0.2");
    page.complete();
    page.value("document.getElementById('undo').click()");
    page.wait_for("document.getElementById('redo').ariaDisabled === 'false'");
    page.value("(location.hash = 'lab=marginal')");
    page.complete();
    page.wait_for("document.querySelector('.lab.marginal')");
    page.wait_for("document.getElementById('redo').ariaDisabled === 'true'");
    page.close();
}

#[test]
fn a_lesson_on_a_wide_screen_stands_in_line_with_the_header() {
    let page =
        open_with("lesson=questions/loop", &Options { size: (1920, 1080), ..Options::default() });
    page.wait_for_step(&lesson("questions").steps[0]);
    let off = page.value(
        "(() => { const left = (selector) => document.querySelector(selector).getBoundingClientRect().left;
            const style = getComputedStyle(document.querySelector('.lab'));
            return Math.abs(left('.brand') - left('.lab') - parseFloat(style.paddingLeft)); })()",
    );
    assert!(off.as_f64().unwrap() < 2.0, "out of line by {off}");
    page.screenshot("lesson-1920");
    page.close();
}

#[test]
fn a_phone_shows_the_score_after_the_reveal() {
    let page = Page::open_with(
        "lab=toy&you=0.3&you=-0.6&you=0.9&you=-1.14&guess=1",
        &Options { size: (390, 844), ..Options::default() },
    );
    page.value("document.getElementById('you-show').click()");
    page.wait_for("document.getElementById('you-verdict').textContent !== ''");
    page.browser.drawn().unwrap();
    page.wait_for(
        "(() => { const { top, bottom } = document.getElementById('you-verdict').getBoundingClientRect();
            return top >= 0 && bottom <= innerHeight; })()",
    );
    page.close();
}
