//! A page tried by ear and keys alone: what a key promises it does, what is done is heard once, and what has the focus is
//! in sight and has a name.

use serde_json::{Value, json};

use super::support::webdriver::Options;
use super::{Page, url};

const TAB: &str = "\u{E004}";
const ENTER: &str = "\u{E007}";
const DELETE: &str = "\u{E017}";
const ESCAPE: &str = "\u{E00C}";
const PAGE_UP: &str = "\u{E00E}";
const RIGHT: &str = "\u{E014}";
const DOWN: &str = "\u{E015}";
const SHIFT: &str = "\u{E008}";
const CONTROL: &str = "\u{E009}";
const ALT: &str = "\u{E00A}";
const NO_MORE: &str = "\u{E000}";

/// A phone in which the page believes to have the focus.
fn small(link: &str) -> Page {
    let page = Page::open_with(link, &Options { size: (320, 640), ..Options::default() });
    page.browser
        .devtools("Emulation.setFocusEmulationEnabled", json!({ "enabled": true }))
        .unwrap();
    page
}

/// The address of a step with its own figure.
fn lesson(step: &str) -> String {
    format!("{}#lesson={step}", url())
}

fn focus(page: &Page, what: &str) {
    let script = "document.querySelector(arguments[0]).focus()";
    page.browser.execute(script, json!([what])).unwrap();
}

/// Keeps all that is said from now on.
fn listen(page: &Page) {
    page.value(
        "(() => { window.heard = []; for (const id of ['spoken', 'spoken-beside']) {
            const place = document.getElementById(id);
            new MutationObserver(() => window.heard.push(place.textContent.trim())).observe(place, { childList: true, characterData: true, subtree: true });
        } })()",
    );
}

/// What was said since it was last asked.
fn heard(page: &Page) -> Vec<String> {
    serde_json::from_value(page.value("window.heard.splice(0)")).unwrap()
}

/// What describes what has the focus.
const DESCRIBED: &str = "document.activeElement.getAttribute('aria-describedby').split(' ')
    .map((id) => document.getElementById(id).textContent).join(' ')";

fn keys_listed(page: &Page) -> String {
    page.wait_for("document.querySelector('dialog.keys')?.open");
    page.value("document.querySelector('dialog.keys').textContent").as_str().unwrap().into()
}

#[test]
fn keys_are_promised_only_where_they_work() {
    let page = Page::focused("lab=marginal");
    focus(&page, "#posterior-marks");
    let described = page.value(DESCRIBED);
    assert!(!described.as_str().unwrap().contains("pull"), "{described}");
    page.press("?");
    let listed = keys_listed(&page);
    assert!(!listed.contains("pull") && listed.contains("Ctrl+Z"), "{listed}");
    // Who presses single keys by accident switches them off; the other way stays.
    page.value("document.querySelector('dialog.keys input').click()");
    page.press(ESCAPE);
    page.value("location.reload()");
    page.complete();
    focus(&page, "#posterior-marks");
    page.press("?");
    assert_eq!(page.value("document.querySelector('dialog.keys')"), Value::Null);
    page.press(&format!("{ALT}/{NO_MORE}"));
    keys_listed(&page);
    page.value("document.querySelector('dialog.keys input').click()");
    page.press(ESCAPE);
    page.go("lab=correlation&tasks=0");
    focus(&page, ".function .overlay");
    page.press("?");
    let listed = keys_listed(&page);
    assert!(listed.contains("pull") && listed.contains("crosshair"), "{listed}");
    page.close();
}

/// WCAG 2.4.11: neither under names that stay while a table scrolls, nor under what walks through the picks.
#[test]
fn what_has_the_focus_is_not_covered() {
    let covered = "(() => { const held = document.activeElement, { left, top, width } = held.getBoundingClientRect();
        const over = document.elementFromPoint(left + width / 2, top + 2);
        return over === held || held.contains(over) || over?.contains(held) ? '' : `${held.ariaLabel ?? held.textContent} under ${over?.outerHTML.slice(0, 80)}`; })()";
    let page = small("lab=correlation&tasks=0");
    page.wait_for("document.querySelectorAll('#cross-table .cell').length > 3");
    focus(&page, "#cross-table tr:nth-child(2) .cell");
    page.press(&format!("{SHIFT}{}{NO_MORE}", TAB.repeat(3)));
    for _ in 0..5 {
        assert_eq!(page.value(covered), "");
        page.press(TAB);
    }
    page.go("lab=toy");
    focus(&page, ".panel:last-child .remove");
    for _ in 0..16 {
        page.press(&format!("{SHIFT}{TAB}{NO_MORE}"));
        if page.value("document.activeElement.closest('.panel header') !== null") == true {
            assert_eq!(page.value(covered), "");
        }
    }
    page.close();
}

#[test]
fn the_figure_can_be_skipped_to_in_every_lab() {
    let page = Page::focused("lab=theorem");
    for (link, figure) in [
        ("lab=theorem", "What the theorem promises"),
        ("lab=curves&d=1&rounds=2&tasks=2", "Learning curves"),
    ] {
        page.go(link);
        focus(&page, "#skip");
        page.press(ENTER);
        assert_eq!(page.value("document.activeElement.ariaLabel"), figure);
    }
    page.close();
}

/// What there is to see is told before anything is answered; what to make of it is not.
#[test]
fn a_figure_has_words_while_a_question_waits() {
    let page = Page::focused(&lesson("bands/promise"));
    for (link, seen) in [
        ("bands/promise", "6 points of the function seen, at x = −2.70"),
        ("together/square", "5 points of the function seen, at x = −4.00, −3.00"),
    ] {
        page.go(&lesson(link));
        page.wait_for("document.documentElement.dataset.asking !== undefined");
        page.wait_for("document.querySelector('details:has(#scene)').checkVisibility()");
        page.wait_for(&format!(
            "document.getElementById('scene').textContent.startsWith('{seen}')"
        ));
        let scene = page.text("scene");
        assert!(scene.contains("The band is widest at "), "{scene}");
        assert_eq!(page.text("description"), "");
    }
    page.value("document.querySelectorAll('#lesson [type=radio]')[1].click()");
    page.value("document.querySelector('#lesson form button').click()");
    page.wait_for("document.getElementById('description').textContent.includes('metacorrelation')");
    let twice = page.value(
        "document.getElementById('description').textContent.match(/In the square of/g).length",
    );
    assert_eq!(twice, 1, "the oracle's square is told once");
    page.close();
}

/// Places that go against each other are found by ear, and how far one is from the goal is told at rest.
#[test]
fn a_goal_is_reached_without_seeing_and_told_at_rest() {
    let page = Page::focused(&lesson("together/near"));
    page.value("document.querySelectorAll('#lesson [type=radio]')[1].click()");
    page.value("document.querySelector('#lesson form button').click()");
    page.wait_for(
        "document.querySelector('#lesson .try .status')?.textContent.startsWith('Not yet')",
    );
    page.wait_for("document.querySelector('.function .overlay') && document.querySelector('.square .overlay')");
    page.complete();
    focus(&page, ".function .overlay");
    listen(&page);
    page.press(&RIGHT.repeat(5));
    page.press(&PAGE_UP.repeat(9));
    assert!(page.text("spoken").contains("x −4.0"), "{}", page.text("spoken"));
    heard(&page);
    page.press(ENTER);
    assert!(page.text("spoken").contains("x = −4.0"), "{}", page.text("spoken"));
    focus(&page, ".square .overlay");
    heard(&page);
    page.press(&format!("{}-", DOWN.repeat(6)));
    page.wait_for(
        "window.heard.some((words) => words.startsWith('Not yet') || words.includes('Reached'))",
    );
    let told = heard(&page);
    let far = told.iter().filter(|words| words.starts_with("Not yet")).count();
    assert!(far <= 2, "every press was told: {told:?}");
    // From row to row, the lowest of each.
    for _ in 0..12 {
        if page.text("spoken-beside").contains("Reached") {
            break;
        }
        page.press(&format!("{DOWN}-"));
        page.complete();
    }
    page.wait_for("document.getElementById('spoken-beside').textContent.includes('Reached')");
    page.press(&format!("{ALT}l{NO_MORE}"));
    page.wait_for("document.activeElement.matches('#lesson .then')");
    page.press(&format!("{ALT}l{NO_MORE}"));
    page.wait_for("document.activeElement.matches('.square .overlay')");
    page.close();
}

#[test]
fn what_was_told_is_not_told_again() {
    let page = Page::focused("lab=theorem");
    focus(&page, "[name='xi slider']");
    listen(&page);
    page.press(RIGHT);
    page.complete();
    page.wait_for("window.heard.length > 0");
    page.press(RIGHT);
    page.complete();
    // Another sentence comes after all of these.
    page.value("document.getElementById('skip').click()");
    page.press(&format!("{ALT}p{NO_MORE}"));
    page.wait_for("window.heard.some((words) => words.startsWith('Presenter'))");
    let told = heard(&page);
    assert!(!told.iter().any(|words| words.starts_with("Computed.")), "{told:?}");
    page.press(ESCAPE);
    page.wait_for("document.documentElement.dataset.present === undefined");
    page.go("lab=toy");
    assert_eq!(page.value("document.getElementById('step-words').ariaLive"), "off");
    page.close();
}

#[test]
fn no_key_is_silent() {
    let page = Page::focused("lab=toy");
    focus(&page, ".panel .overlay");
    for key in [ENTER, DELETE] {
        listen(&page);
        page.press(key);
        page.wait_for("window.heard.at(-1)?.startsWith('There is no probe yet')");
    }
    page.press(&format!("{RIGHT}{ENTER}"));
    page.wait_for("/^Point added at 0\\.00\\. \\w/.test(window.heard.at(-1))");
    page.press(DELETE);
    page.wait_for("/^Point at 0\\.00 removed\\. \\w/.test(window.heard.at(-1))");
    for _ in 0..2 {
        heard(&page);
        page.press(&format!("{CONTROL}z{NO_MORE}"));
        page.wait_for("window.heard.at(-1)?.startsWith('Undone: Training points. ')");
        page.complete();
    }
    page.press(&format!("{CONTROL}z{NO_MORE}"));
    page.wait_for("window.heard.at(-1) === 'Nothing to undo.'");
    page.go("lab=toy&present=1&step=3");
    page.browser.send_keys("body", RIGHT).unwrap();
    page.browser.send_keys("body", RIGHT).unwrap();
    page.wait_for("document.getElementById('spoken').textContent.startsWith('That was the last')");
    page.go("lab=toy&you=&play=1");
    focus(&page, "#play-on");
    page.press(ENTER);
    page.wait_for(
        "document.getElementById('spoken').textContent.startsWith('Not yet: 4 to place')",
    );
    page.close();
}

#[test]
fn one_escape_ends_the_presenters_view_and_is_heard() {
    let page = Page::focused("lab=toy&present=1");
    focus(&page, ".panel .overlay");
    page.press(RIGHT);
    page.press(ESCAPE);
    assert_eq!(page.value("document.documentElement.dataset.present"), "", "the probe ends first");
    page.press(ESCAPE);
    page.wait_for("document.documentElement.dataset.present === undefined");
    assert!(page.text("spoken").contains("has ended"), "{}", page.text("spoken"));
    page.close();
}

#[test]
fn the_presenters_view_gives_the_focus_back() {
    let page = Page::focused("lab=toy");
    focus(&page, ".rule-mig .overlay");
    page.press(&format!("{ALT}p{NO_MORE}"));
    page.wait_for("document.documentElement.dataset.present !== undefined");
    page.press(&format!("{ALT}p{NO_MORE}"));
    page.wait_for("document.documentElement.dataset.present === undefined");
    assert_eq!(page.value("document.activeElement.matches('.rule-mig .overlay')"), true);
    page.close();
}

/// That something is done is heard before it is known what comes of it; and what closes loses no focus.
#[test]
fn long_work_is_heard_to_begin_and_to_end() {
    let page = Page::focused(
        "lab=data&tasks=1&candidate=gp-rbf&candidate=ensemble(members=2,units=5,epochs=20)",
    );
    let rows: String = (0..40).map(|i| format!("{i},{},{}\n", i * 7 % 11, i * 3 % 5)).collect();
    focus(&page, "#paste-open");
    page.press(ENTER);
    let script = "document.getElementById('pasted').value = arguments[0]";
    page.browser.execute(script, json!([format!("a,b,y\n{rows}")])).unwrap();
    focus(&page, "#paste [type=submit]");
    page.press(ENTER);
    page.wait_for("!document.getElementById('sheet').hidden");
    listen(&page);
    focus(&page, "#sheet-use");
    page.press(ENTER);
    assert_eq!(page.value("document.activeElement.id"), "ranking-title");
    page.wait_for("/^Models are being judged on it\\. .*XLLR/.test(window.heard.join(' '))");
    page.go("lab=models&candidate=gp-rbf&candidate=ensemble(members=2,epochs=40)&tasks=1");
    listen(&page);
    focus(&page, ".kind-gp-rbf .remove");
    page.press(ENTER);
    page.wait_for("window.heard[0]?.startsWith('GP-RBF removed.')");
    page.close();
}

#[test]
fn what_is_undone_leaves_the_focus_in_sight() {
    let page = Page::focused("lab=correlation&tasks=0&batch=0:1&worked=1&pair=0:1");
    page.wait_for("!document.getElementById('ellipse').hidden");
    // Its slider says it.
    assert_eq!(page.value("document.getElementById('ellipse-tilt-value').ariaLive"), "off");
    focus(&page, "#add-model");
    page.press(ENTER);
    page.wait_for("document.activeElement.matches('.square .title')");
    page.complete();
    focus(&page, "#model .buttons button");
    page.press(ENTER);
    page.wait_for("document.querySelectorAll('.square').length === 3");
    page.complete();
    page.press(&format!("{CONTROL}z{NO_MORE}"));
    page.wait_for("document.querySelectorAll('.square').length === 4");
    page.complete();
    let seen = "(() => { const { top, bottom } = document.activeElement.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; })()";
    assert_eq!(page.value(seen), true, "{}", page.value("document.activeElement.outerHTML"));
    page.close();
}

#[test]
fn what_has_the_focus_is_seen_whole_in_what_scrolls() {
    let whole = "(() => { const [held, box] = [document.activeElement, document.activeElement.closest('[data-more]')].map((each) => each.getBoundingClientRect());
        return held.left >= box.left - 1 && held.right <= box.right + 1; })()";
    let page = small("lab=correlation&tasks=0");
    page.wait_for("document.querySelectorAll('#cross-table .cell').length > 3");
    for (first, more) in [("#labs a", 6), ("#cross-table .cell", 2)] {
        focus(&page, first);
        for _ in 0..more {
            page.press(TAB);
            let held = page
                .value("document.activeElement.ariaLabel ?? document.activeElement.textContent");
            assert_eq!(page.value(whole), true, "{held} is cut");
        }
    }
    page.close();
}

/// WCAG 1.4.12.
#[test]
fn spaced_letters_scroll_and_cut_nothing() {
    let space = |page: &Page| {
        page.value(
            "(() => { const sheet = new CSSStyleSheet();
                sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }');
                document.adoptedStyleSheets = [sheet]; })()",
        );
        page.value(
            "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))",
        );
    };
    let wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    let cut = "[...document.querySelectorAll('.square dt')].filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent)";
    let page = Page::open_with("lab=models", &Options { size: (1280, 800), ..Options::default() });
    space(&page);
    page.wait_for(&format!("{wide} <= 0"));
    page.close();
    let page = small("lab=correlation&tasks=0");
    space(&page);
    page.wait_for(&format!("{cut}.length === 0"));
    page.browser.navigate(&format!("{}results.html", url())).unwrap();
    page.wait_for("document.querySelector('.results .ruling')");
    space(&page);
    assert_eq!(page.value(wide), 0);
    page.browser.navigate(&url()).unwrap();
    page.close();
}

#[test]
fn everything_is_called_by_what_it_is() {
    let page = Page::focused("lab=correlation&tasks=0");
    page.wait_for("document.querySelector('#cross-table .cell')");
    let name = page.value("document.querySelector('#cross-table .cell').ariaLabel");
    assert_eq!(name, "0.208 (0): XLL and rank of oracle under oracle");
    page.go("lab=agreement&d=1&tasks=2");
    let before = page.text("description");
    focus(&page, "#axis-y");
    page.press(DOWN);
    page.wait_for("document.getElementById('description').textContent.includes(`${document.getElementById('axis-y').selectedOptions[0].textContent} against`)");
    assert_ne!(page.text("description"), before);
    page.go("lab=models&candidate=ensemble(members=2,epochs=40)&candidate=gp-rbf&tasks=1");
    let names = page.value("[...document.querySelectorAll('.panel canvas[role=img]')].map((each) => each.ariaLabel).join('; ')");
    assert!(!names.as_str().unwrap().contains("time"), "{names}");
    page.go("lab=toy&you=-0.6&you=-0.2&you=0.2&you=0.6&play=4");
    assert_eq!(
        page.value("document.querySelectorAll('#bars .track:not([aria-hidden=true])').length"),
        0
    );
    let rock = page.value("document.querySelector('#board canvas[role=img]').ariaLabel");
    assert!(rock.as_str().unwrap().contains("the true rock: high 0.8 at −4.80, low "), "{rock}");
    page.close();
}

/// Who has chosen colours, or wants contrast, sees what marks mean.
#[test]
fn legends_have_edges_where_colours_are_few() {
    let page = Page::open("lab=toy");
    for feature in [("forced-colors", "active"), ("prefers-contrast", "more")] {
        let media = json!({ "features": [{ "name": feature.0, "value": feature.1 }] });
        page.browser.devtools("Emulation.setEmulatedMedia", media).unwrap();
        for mark in [".l-band", ".l-noise"] {
            page.wait_for(&format!("getComputedStyle(document.querySelector('.legend {mark}'), '::before').borderTopWidth === '1px'"));
        }
    }
    page.browser.devtools("Emulation.setEmulatedMedia", json!({ "features": [] })).unwrap();
    page.close();
}
