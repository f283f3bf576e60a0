//! A learner's own questions in the toy lab: placed by mouse, finger and key, compared, shared; and what two
//! questions tell.

use serde_json::json;
use talscope::lab::toy;
use talscope::scenario::Link;

use super::support::webdriver::{Options, Pointer};
use super::touch::{place, way};
use super::{Page, native_fingerprint, saved};

/// A pool whose batches are all looked at in a moment.
const SMALL: &str = "lab=toy&pool=-6:6:61&q=3";

const ENTER: &str = "\u{E007}";
const PAGE_DOWN: &str = "\u{E00F}";
const HOME: &str = "\u{E011}";
const RIGHT: &str = "\u{E014}";
const DELETE: &str = "\u{E017}";

/// How many questions the address holds.
fn wait_for_questions(page: &Page, count: usize) {
    page.wait_for(&format!("(location.hash.match(/you=[-0-9]/g)?.length ?? 0) === {count}"));
}

fn is_shown(page: &Page, id: &str) -> bool {
    page.value(&format!("document.getElementById('{id}').checkVisibility()")).as_bool().unwrap()
}

/// A row of the table of all who asked.
fn row(page: &Page, name: &str) -> Vec<String> {
    page.texts(&format!(
        "[...[...document.querySelectorAll('#you-rows tr')].find((row) => \
         row.cells[0].textContent.startsWith('{name}')).cells].map((cell) => cell.textContent)"
    ))
}

#[test]
fn one_asks_before_the_rules_do_and_is_compared_with_them() {
    let options = Options { size: (1280, 800), ..Options::default() };
    let page = Page::open_with(SMALL, &options);
    assert!(is_shown(&page, "try") && !is_shown(&page, "you"));
    page.browser.click("#try").unwrap();
    page.wait_for("location.hash.endsWith('&you=&guess=1')");
    page.complete();
    assert!(!is_shown(&page, "panels") && !is_shown(&page, "step") && !is_shown(&page, "pair-box"));
    assert_eq!(page.value("document.querySelectorAll('#you-rows tr').length"), 0);
    assert!(!page.text("description").contains("has asked at −") && is_shown(&page, "you"));
    // BatchMIG's own, in another order.
    let solved = toy::solve(&SMALL.parse::<Link>().unwrap().scenario).unwrap();
    let picks = &solved.panels[3].batch.indices[..3];
    for (asked, &pick) in picks.iter().rev().enumerate() {
        assert_eq!(page.value("document.getElementById('you-show').ariaDisabled"), "true");
        let spot = place(&page, (solved.task.pool.inputs[pick], 1.0));
        page.browser.drag(Pointer::Mouse, &[spot]).unwrap();
        wait_for_questions(&page, asked + 1);
    }
    page.complete();
    page.screenshot("you-asked");
    page.browser.click("#you-show").unwrap();
    page.wait_for("!location.hash.includes('guess')");
    page.complete();
    assert!(is_shown(&page, "panels") && is_shown(&page, "step"));
    let (you, rule) = (row(&page, "You"), row(&page, "BatchMIG"));
    assert_eq!(you[1..3], rule[1..3], "the same questions, the same numbers");
    assert!(row(&page, "best batch of 35,990")[1] >= you[1]);
    assert!(page.text("you-verdict").contains("100% of what BatchMIG’s do"));
    assert_eq!(page.text("fingerprint"), native_fingerprint(&page.address()));
    page.screenshot("you-compared");
    // A question is dragged along, and double-clicked away.
    let x = solved.task.pool.inputs[picks[0]];
    let from = place(&page, (x, solved.task.pool.observed[picks[0]]));
    page.browser.drag(Pointer::Mouse, &way(from, place(&page, (4.4, 0.0)))).unwrap();
    page.wait_for("location.hash.includes('you=4.4')");
    page.complete();
    assert!(row(&page, "You")[1] < rule[1]);
    page.browser.click("#undo").unwrap();
    page.wait_for("!location.hash.includes('you=4.4')");
    page.complete();
    let spot = place(&page, (x, solved.task.pool.observed[picks[0]]));
    page.browser.drag(Pointer::Mouse, &[spot, spot]).unwrap();
    let event = "const canvas = document.querySelector('#you .overlay');
        canvas.dispatchEvent(new MouseEvent('dblclick', { clientX: arguments[0], clientY: arguments[1] }));";
    page.browser.execute(event, json!([spot.0, spot.1])).unwrap();
    wait_for_questions(&page, 2);
    page.browser.click("#you-end").unwrap();
    page.wait_for("!location.hash.includes('you')");
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint(SMALL));
    page.close();
}

#[test]
fn questions_are_asked_by_key_and_heard() {
    let page = Page::focused(SMALL);
    page.value("document.getElementById('try').focus()");
    page.press(ENTER);
    page.wait_for("document.activeElement.matches('#you .overlay')");
    page.press(HOME);
    page.press(ENTER);
    wait_for_questions(&page, 1);
    assert!(page.address().contains("you=-6"), "{}", page.address());
    page.wait_for("document.getElementById('spoken').textContent.startsWith('Question 1 at −6.00, off the targets; 2 left.')");
    for asked in 2..=3 {
        (0..9).for_each(|_| page.press(RIGHT));
        page.press(ENTER);
        wait_for_questions(&page, asked);
    }
    (0..3).for_each(|_| page.press(RIGHT));
    page.press(ENTER);
    page.wait_for("document.getElementById('spoken').textContent.startsWith('All 3 questions')");
    page.press(HOME);
    page.press(PAGE_DOWN);
    page.press(DELETE);
    wait_for_questions(&page, 2);
    assert_eq!(page.value("document.activeElement.matches('#you .overlay')"), true);
    page.value("document.querySelector('#you-questions button').focus()");
    page.press(ENTER);
    wait_for_questions(&page, 1);
    page.press(ENTER);
    wait_for_questions(&page, 0);
    assert!(page.address().ends_with("&you=&guess=1"), "{}", page.address());
    page.close();
}

#[test]
fn questions_are_asked_by_finger_on_a_phone() {
    let page = Page::open_with(SMALL, &Options { size: (390, 844), ..Options::default() });
    page.browser.click("#try").unwrap();
    page.wait_for("location.hash.includes('guess=1')");
    page.complete();
    for (asked, x) in [-1.2, 0.0, 1.2].into_iter().enumerate() {
        page.browser.drag(Pointer::Touch, &[place(&page, (x, 1.0))]).unwrap();
        wait_for_questions(&page, asked + 1);
    }
    page.screenshot("you-phone");
    page.value("document.getElementById('you-show').click()");
    page.wait_for("!location.hash.includes('guess')");
    page.complete();
    let fits = "document.documentElement.scrollWidth <= document.documentElement.clientWidth";
    assert_eq!(page.value(fits), true, "nothing is wider than the phone");
    assert_eq!(page.text("fingerprint"), native_fingerprint(&page.address()));
    page.screenshot("you-phone-compared");
    page.close();
}

#[test]
fn a_long_search_can_be_cancelled_and_started_again() {
    let page = Page::open("lab=toy");
    page.value("location.hash = 'lab=toy&q=4&you=0'");
    page.wait_for(
        "document.getElementById('count').textContent.includes('of 8 parts of the search')",
    );
    assert_eq!(row(&page, "best batch of 65,998,350")[1], "…");
    page.value("document.getElementById('cancel').click()");
    page.wait_for("document.getElementById('count').textContent.startsWith('stopped at')");
    assert_eq!(page.text("fingerprint"), "incomplete");
    assert_eq!(page.text("cancel"), "Go on");
    // Other work takes its place.
    page.go(&format!("{SMALL}&you=0"));
    assert_eq!(page.text("fingerprint"), native_fingerprint(&page.address()));
    page.close();
}

#[test]
fn two_questions_are_looked_at_closely() {
    let page = Page::open("lab=toy");
    page.value("document.querySelector('#pair-box summary').click()");
    page.wait_for("document.getElementById('pair').width > 300");
    assert!(page.pixels("pair", (181, 93, 143)) > 500, "what is counted twice");
    assert!(page.text("pair-words").contains("MIG counts"), "{}", page.text("pair-words"));
    let choose = "const choice = document.getElementById('pair-of');
        choice.value = [...choice.options].find((o) => o.text === 'BatchMIG').value;
        choice.dispatchEvent(new Event('change'));";
    page.browser.execute(choose, json!([])).unwrap();
    page.wait_for("/at=\\d+:\\d+/.test(location.hash)");
    let before = page.text("pair-words");
    page.browser.send_keys("#pair-2", RIGHT).unwrap();
    page.wait_for(&format!("document.getElementById('pair-words').textContent !== '{before}'"));
    assert_eq!(page.text("fingerprint"), native_fingerprint("lab=toy"), "a look, not a change");
    page.value("document.getElementById('pair-box').scrollIntoView()");
    page.screenshot("pair");
    let folder = page.downloads("pair");
    page.browser.click("#pair-save").unwrap();
    let file = saved(&folder.join("talscope-toy-gap-information.svg"));
    assert!(file.contains("<svg") && file.contains("MIG counts"), "{file}");
    page.close();
}
