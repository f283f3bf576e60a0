//! What whoever hears the page, and presses keys only, gets of what others see.

use serde_json::json;

use super::lesson::lesson;
use super::support::webdriver::Options;
use super::{Page, native, url};

const ENTER: &str = "\u{E007}";
const DELETE: &str = "\u{E017}";
const ESCAPE: &str = "\u{E00C}";
const HOME: &str = "\u{E011}";
const END: &str = "\u{E010}";
const RIGHT: &str = "\u{E014}";
const UP: &str = "\u{E013}";
const SHIFT: &str = "\u{E008}";
const NO_SHIFT: &str = "\u{E000}";

/// The place that is spoken of, whatever was added so that it is heard again.
fn said(page: &Page) -> String {
    page.text("spoken").trim().to_string()
}

fn focus(page: &Page) -> String {
    page.value("document.activeElement.id || document.activeElement.className || document.activeElement.tagName")
        .as_str()
        .unwrap()
        .into()
}

/// Nothing that is not drawn is spoken, and no rule's name before one has met it.
#[test]
fn the_game_is_told_as_it_is_drawn() {
    let page = Page::focused("lab=toy&you=&play=1");
    page.value("document.querySelector('#board .overlay').focus()");
    page.press(RIGHT);
    assert!(
        said(&page).starts_with("x 0.00, under the bridge (on the blue ground); depth 0.06 ± 1.9"),
        "{}",
        said(&page)
    );
    assert!(!said(&page).contains("truth") && !said(&page).contains("Random"), "{}", said(&page));
    let figure = page.value("document.querySelector('#board canvas[role=img]').ariaLabel");
    let figure = figure.as_str().unwrap();
    let words = native(&page.address()).figure().unwrap().words().unwrap();
    assert_eq!(words["game"]["figure"], figure);
    for part in ["the blue ground from ", "6 drill holes at −2.70", "the band is widest at "] {
        assert!(figure.contains(part), "{figure}");
    }
    assert_eq!(page.text("description"), figure);
    page.close();
}

/// Where each question is, how many are left, and nothing else; one that is placed can be moved by keys.
#[test]
fn questions_are_heard_where_they_are_placed_and_moved() {
    let page = Page::focused("lab=toy&you=&play=1");
    page.value("document.querySelector('#board .overlay').focus()");
    page.press(END);
    page.press(ENTER);
    page.wait_for("document.getElementById('play-count').textContent.startsWith('3 to place')");
    assert_eq!(said(&page), "Question 1 at 6.00, off the blue ground; 3 left.");
    page.complete();
    assert_eq!(said(&page), "Question 1 at 6.00, off the blue ground; 3 left.");
    page.press(&format!("{SHIFT}\u{E012}{NO_SHIFT}"));
    assert_eq!(said(&page), "Question 1 at 5.82, off the blue ground; 3 left.");
    assert!(page.address().contains("you=5.8"), "{}", page.address());
    page.press(DELETE);
    assert_eq!(said(&page), "Question 1 taken back; 4 left.");
    for right in [5, 10, 15, 20] {
        page.press(&format!("{HOME}{}{ENTER}", RIGHT.repeat(right)));
    }
    page.wait_for("document.getElementById('play-count').textContent.startsWith('All placed')");
    page.press(&format!("{RIGHT}{ENTER}"));
    assert!(said(&page).contains("Shift with an arrow key moves the nearest"), "{}", said(&page));
    page.browser.send_keys("#play-on", ENTER).unwrap();
    page.wait_for("!document.getElementById('tally').hidden");
    assert_eq!(
        page.value("document.querySelector('#board .overlay').getAttribute('aria-describedby')"),
        "look-keys"
    );
    page.complete();
    assert!(
        said(&page).len() < 60,
        "the text has the focus and is not said twice: {}",
        said(&page)
    );
    page.browser.send_keys("#play-again", ENTER).unwrap();
    page.wait_for("document.getElementById('tally').hidden");
    assert_eq!(focus(&page), "play-text");
    page.close();
}

/// A place that can be asked at is called the same before it is asked at and after.
#[test]
fn a_place_in_the_game_has_one_number() {
    let page = Page::focused("lab=toy&you=&play=1");
    assert_eq!(page.value("document.title"), "Where would you ask? – talscope");
    page.value("document.querySelector('#board .overlay').focus()");
    for (keys, words) in [
        (RIGHT.repeat(2).as_str(), "x 0.18, "),
        (ENTER, "Question 1 at 0.18, "),
        (ENTER, "Taken; beside it: Question 2 at 0.24, "),
        ("\u{E00E}", "x 0.18, "),
    ] {
        page.press(keys);
        assert!(said(&page).starts_with(words), "{}", said(&page));
    }
    assert!(said(&page).ends_with("question 1 is here."), "{}", said(&page));
    page.close();
}

/// What is the same at every step of a pull is said at its first.
#[test]
fn a_pull_is_explained_once() {
    let page = Page::focused("lab=toy&step=0");
    page.value("document.querySelector('.rule-mig .overlay').focus()");
    page.press(RIGHT);
    for explained in [true, false, true] {
        page.press(UP);
        assert_eq!(said(&page).contains("nine tenths"), explained, "{}", said(&page));
        if !explained {
            page.press(ESCAPE);
        }
    }
    page.close();
}

#[test]
fn whoever_tries_it_hears_the_task() {
    let page = Page::focused("lab=toy");
    page.value("document.getElementById('try').focus()");
    page.press(ENTER);
    page.wait_for("document.activeElement.matches('#you .overlay')");
    assert!(said(&page).starts_with("Place 4 questions"), "{}", said(&page));
    assert!(page.text("step-words").contains('4'), "{}", page.text("step-words"));
    page.close();
}

/// A hint has the focus; so has how far one is when a key reaches the goal; what is left to do is heard.
#[test]
fn a_lesson_tells_how_far_one_is_and_keeps_the_focus() {
    let page = Page::focused(&format!("{}#lesson=bands/one", url()));
    page.wait_for_step(&lesson("bands").steps[1]);
    page.value("document.querySelectorAll('#lesson [type=radio]')[2].click()");
    page.value("document.querySelector('#lesson form button').click()");
    page.wait_for(
        "document.querySelector('#lesson .try .status')?.textContent.startsWith('Not yet')",
    );
    assert_eq!(
        page.value("document.querySelector('details:has(#description)').checkVisibility()"),
        true
    );
    page.value("document.querySelector('#lesson .try button.link').focus()");
    page.press(ENTER);
    assert_eq!(focus(&page), "hint-text");
    page.set("seed", "4");
    page.complete();
    page.wait_for("document.getElementById('spoken-beside').textContent.startsWith('Not yet: ')");
    page.value("document.querySelector('#lesson .try button.link').focus()");
    page.set("seed", "10");
    page.complete();
    page.wait_for("document.getElementById('spoken-beside').textContent.includes('Reached')");
    page.wait_for("document.activeElement.matches('#lesson .status')");
    // Whoever plays on hears where that leads, too.
    page.set("seed", "4");
    page.complete();
    page.wait_for(
        "document.getElementById('spoken-beside').textContent.startsWith('✓ Reached before. Now ')",
    );
    page.close();
}

#[test]
fn the_focus_returns_from_what_closes() {
    let page = Page::focused("lab=correlation&tasks=0&batch=0:1&worked=1&pair=0:1");
    page.wait_for("!document.getElementById('ellipse').hidden");
    page.value("document.getElementById('ellipse-one').focus()");
    page.press(ESCAPE);
    page.wait_for("document.getElementById('ellipse').hidden");
    page.wait_for("document.activeElement.matches('#worked [data-places=\"0:1\"]')");
    page.browser.click("#path-box summary").unwrap();
    page.value("document.getElementById('compare-answers').focus()");
    page.press(ENTER);
    page.wait_for("document.querySelector('dialog.answers')?.open");
    page.press(ESCAPE);
    page.wait_for("document.activeElement.matches('#path-box summary')");
    page.value("document.querySelector('#present').focus()");
    page.press(ENTER);
    page.wait_for("document.documentElement.dataset.present !== undefined");
    page.browser.send_keys(":focus", ESCAPE).unwrap();
    // To the figure, which one looked at, and not to the foot of the page.
    page.wait_for("document.documentElement.dataset.present === undefined && document.activeElement.id === 'lab'");
    page.wait_for("scrollY === 0");
    page.close();
}

/// What is heard of a slider is its value.
#[test]
fn sliders_say_their_values() {
    for link in ["lab=toy", "lab=theorem", "lab=marginal", "lab=correlation&tasks=0"] {
        let page = Page::open(link);
        page.value("document.querySelectorAll('details').forEach((box) => (box.open = true))");
        page.complete();
        let wrong = page.value(
            "[...document.querySelectorAll('main input[type=range]')]
                .filter((range) => range.checkVisibility() && !range.getAttribute('aria-valuetext'))
                .map((range) => range.id || range.name)",
        );
        assert_eq!(wrong, json!([]), "{link}");
        page.close();
    }
}

#[test]
fn results_are_heard_when_work_ends() {
    let page = Page::focused("lab=curves&d=1&rounds=2&tasks=2&rule=mig&rule=random");
    page.value("document.querySelector('[name=rule-tig]').click()");
    page.complete();
    page.wait_for("document.getElementById('spoken').textContent.includes('log likelihood')");
    page.go("lab=agreement&d=1&tasks=2");
    page.value("document.getElementById('lit').focus()");
    page.press(END);
    let last = said(&page);
    page.press(RIGHT);
    assert_eq!(said(&page), last, "End is the last mark");
    assert_eq!(
        page.value(
            "scrollY < 2000 && document.getElementById('lit').getBoundingClientRect().bottom > 0"
        ),
        true
    );
    page.press(ENTER);
    page.wait_for("document.getElementById('spoken').textContent.trim().endsWith(' lit.')");
    page.close();
}

/// The words about what is pulled lie below it, not over it.
#[test]
fn what_is_pulled_is_not_covered() {
    let page = Page::open_with("lab=toy", &Options { size: (320, 800), ..Options::default() });
    page.browser
        .devtools("Emulation.setFocusEmulationEnabled", json!({ "enabled": true }))
        .unwrap();
    page.value("document.querySelector('.panel .overlay').focus()");
    page.press(RIGHT);
    page.press(UP);
    page.wait_for("!document.getElementById('pull').hidden");
    page.wait_for("document.activeElement.getBoundingClientRect().bottom <= document.getElementById('pull').getBoundingClientRect().top + 1");
    page.close();
}

/// On a screen whose reader wants contrast, the edges of bands can be told from the ground.
#[test]
fn strong_contrasts_reach_the_figure() {
    let page = Page::open("lab=toy&you=&play=1");
    // How many pixels of a row through the figure differ clearly from a white ground.
    let marked = |page: &Page| {
        page.complete();
        page.value(
            "(() => { const canvas = document.querySelector('#board canvas[role=img]');
                const { data } = canvas.getContext('2d').getImageData(0, Math.round(canvas.height * 0.5), canvas.width, 1);
                let dark = 0;
                for (let i = 0; i < data.length; i += 4) dark += Math.min(data[i], data[i + 1], data[i + 2]) < 120;
                return dark; })()",
        )
        .as_u64()
        .unwrap()
    };
    let usual = marked(&page);
    let more = json!({ "features": [{ "name": "prefers-contrast", "value": "more" }] });
    page.browser.devtools("Emulation.setEmulatedMedia", more).unwrap();
    page.wait_for("matchMedia('(prefers-contrast: more)').matches");
    let strong = marked(&page);
    page.browser.devtools("Emulation.setEmulatedMedia", json!({ "features": [] })).unwrap();
    assert!(strong > usual, "{strong} pixels, usually {usual}");
    page.close();
}

#[test]
fn a_question_mark_lists_the_keys_anywhere() {
    let page = Page::focused("lab=toy");
    for place in [".panel .overlay", "#step"] {
        page.value(&format!("document.querySelector('{place}').focus()"));
        page.press("?");
        page.wait_for("document.querySelector('dialog.keys')?.open");
        page.press(ESCAPE);
        page.wait_for("!document.querySelector('dialog.keys')");
    }
    page.close();
}

/// A phone on its side shows task, figure and button.
#[test]
fn the_game_fits_a_low_window() {
    let page =
        Page::open_with("lab=toy&you=&play=1", &Options { size: (844, 390), ..Options::default() });
    page.complete();
    let order = page.value(
        "['play-text', 'board', 'play-on'].map((id) => document.getElementById(id).getBoundingClientRect())
            .map(({ top, bottom }) => [top, bottom])",
    );
    let order: Vec<(f64, f64)> = serde_json::from_value(order).unwrap();
    assert!(order.is_sorted_by(|a, b| a.1 <= b.0 + 1.0) && order[2].1 <= 390.0, "{order:?}");
    page.screenshot("play-low");
    page.close();
}

#[test]
fn a_wrong_number_is_not_hidden_by_what_is_said_of_it() {
    let page = Page::open_with("lab=toy", &Options { size: (320, 256), ..Options::default() });
    page.browser
        .devtools("Emulation.setFocusEmulationEnabled", json!({ "enabled": true }))
        .unwrap();
    page.value("document.querySelectorAll('details').forEach((box) => (box.open = true))");
    page.value("document.querySelector('#regions input').focus()");
    page.value("document.activeElement.select()");
    page.press(&format!("4.5{ENTER}"));
    page.wait_for("!document.getElementById('banner').hidden");
    assert!(page.text("banner-words").contains("from 4.5 to 1.3"), "{}", page.text("banner-words"));
    page.wait_for("document.activeElement.matches('#regions input') && document.activeElement.getBoundingClientRect().top >= document.getElementById('banner').getBoundingClientRect().bottom - 1");
    page.close();
}
