//! The lab of measures as a person uses it: axes, the matrix, lit marks, the slider, models, more tasks.

use serde_json::json;

use super::embed::open_in_its_frame;
use super::support::webdriver::Options;
use super::{Page, native, native_fingerprint, saves_what_the_command_line_writes};

/// Few cheap models on few tasks.
const SMALL: &str = "lab=agreement&d=1&tasks=3&candidate=oracle&candidate=gp(rbf(2))&\
                     candidate=fourier(20,4)&candidate=!shrunk(0.5)&candidate=!detuned(3)";
const ENTER: &str = "\u{E007}";
const RIGHT: &str = "\u{E014}";
const DOWN: &str = "\u{E015}";
const ESCAPE: &str = "\u{E00C}";

#[test]
fn the_lab_opens_with_the_engines_numbers_and_words() {
    let page =
        Page::open_with("lab=agreement", &Options { size: (1280, 800), ..Options::default() });
    assert_eq!(page.address(), "lab=agreement");
    assert_eq!(page.text("fingerprint"), native_fingerprint("lab=agreement"));
    let opened = native("lab=agreement");
    let figure = opened.figure().unwrap();
    let (words, power) = (figure.words().unwrap(), figure.ask("power", &[]).unwrap());
    assert_eq!(page.text("notice"), words["notice"].as_str().unwrap());
    assert_eq!(page.text("power-notice"), power["notice"].as_str().unwrap());
    assert!(page.text("reference-words").contains("mean Spearman coefficient"));
    assert_eq!(page.value("document.querySelectorAll('#power td.said').length"), 18);
    assert_eq!(page.value("document.querySelectorAll('#families button').length"), 7);
    let bottom = page.value("document.getElementById('scatter').getBoundingClientRect().bottom");
    assert!(bottom.as_f64().unwrap() <= 800.0, "the figure ends at {bottom}: no scrolling");
    page.screenshot("agreement");
    page.close();
}

#[test]
fn any_two_quantities_are_chosen_by_pairs_lists_and_cells() {
    let page = Page::open(SMALL);
    let before = page.text("notice");
    page.browser.click("#pairs div:nth-child(6) button").unwrap();
    page.wait_for("location.hash.includes('x=batch-mig&y=xllr')");
    page.wait_for(&format!("document.getElementById('notice').textContent !== {}", json!(before)));
    assert_eq!(page.value("document.getElementById('axis-y').value"), "xllr");
    page.choose("#axis-x", "xll:1");
    page.wait_for("location.hash.includes('x=xll:1')");
    // By keys, from cell to cell.
    page.browser.send_keys("#matrix [tabindex='0']", &format!("{DOWN}{DOWN}")).unwrap();
    page.browser.send_keys("#matrix :focus", ENTER).unwrap();
    page.wait_for("location.hash.includes('x=batch-mig&y=variance-quality')");
    page.wait_for("document.activeElement.ariaPressed === 'true'");
    page.browser.click("#expected").unwrap();
    page.wait_for("location.hash.includes('expected=1')");
    page.wait_for("document.getElementById('expectation').textContent.includes('no closed form')");
    assert_eq!(page.text("fingerprint"), native_fingerprint(SMALL), "no number of it moved");
    page.close();
}

/// By a rectangle, by a kind, by keys; in the link, in the table, and out again.
#[test]
fn marks_are_lit_everywhere() {
    let page = Page::open(SMALL);
    page.browser.click("#families button:nth-child(3)").unwrap();
    page.wait_for("location.hash.endsWith('lit=1')");
    page.wait_for("document.querySelector('#families button:nth-child(3)').ariaPressed === 'true'");
    page.browser.click("#model-count").unwrap();
    page.wait_for("document.querySelectorAll('#models tr[data-lit]').length === 1");
    assert!(page.text("lit-names").starts_with("Lit: GP"), "{}", page.text("lit-names"));
    page.browser.send_keys("#lit", RIGHT).unwrap();
    page.wait_for("document.getElementById('readout').textContent.includes('metacorrelation')");
    let spoken = page.text("spoken");
    assert!(spoken.contains("BatchMIG’s result"), "{spoken}");
    page.browser.send_keys("#lit", ESCAPE).unwrap();
    page.wait_for("!location.hash.includes('lit=')");
    page.browser.send_keys("#lit", ENTER).unwrap();
    page.wait_for("location.hash.includes('lit=')");
    page.browser.send_keys("#lit", ESCAPE).unwrap();
    page.wait_for("!location.hash.includes('lit=')");
    let drag = "const canvas = document.getElementById('lit');
        const { left, top, width, height } = canvas.getBoundingClientRect();
        const send = (type, x, y) => canvas.dispatchEvent(new PointerEvent(type, {
          clientX: left + x * width, clientY: top + y * height, button: 0, pointerId: 1, pointerType: 'mouse', bubbles: true }));
        canvas.setPointerCapture = () => {};
        send('pointerdown', 0.12, 0.12);
        send('pointermove', 0.5, 0.5);
        send('pointermove', 0.95, 0.86);
        return document.getElementById('frame-box').hidden;";
    assert_eq!(page.browser.execute(drag, json!([])).unwrap(), false, "a frame is drawn");
    page.wait_for("document.querySelectorAll('#models tr[data-lit]').length >= 2");
    assert!(!page.address().contains("lit="), "a gesture leaves the address alone");
    let drop = "const canvas = document.getElementById('lit');
        const { left, top, width, height } = canvas.getBoundingClientRect();
        canvas.dispatchEvent(new PointerEvent('pointerup', { clientX: left + 0.95 * width, clientY: top + 0.86 * height,
          button: 0, pointerId: 1, pointerType: 'mouse', bubbles: true }));";
    page.browser.execute(drop, json!([])).unwrap();
    page.wait_for("location.hash.includes('lit=')");
    assert_eq!(page.value("document.getElementById('frame-box').hidden"), true);
    page.close();
}

/// Another factor computes the power anew, and nothing else.
#[test]
fn the_slider_keeps_what_was_compared() {
    let page = Page::open(SMALL);
    let notice = page.text("notice");
    page.set("factor", "0.5");
    page.wait_for("location.hash.includes('factor=0.5')");
    page.complete();
    assert!(page.text("power-notice").contains("0.5 times"), "{}", page.text("power-notice"));
    assert_eq!(page.text("notice"), notice);
    assert_eq!(page.text("fingerprint"), native_fingerprint(&page.address()));
    page.close();
}

#[test]
fn models_and_tasks_come_and_go() {
    let page = Page::open(SMALL);
    page.browser.click("#more").unwrap();
    page.wait_for("location.hash.includes('tasks=13')");
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint(&page.address()));
    page.browser.click("#undo").unwrap();
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint(SMALL));
    page.browser.click("#model-count").unwrap();
    page.browser.click("#models tbody tr:nth-child(3) td button").unwrap();
    page.wait_for("!location.hash.includes('fourier')");
    page.complete();
    assert_eq!(page.value("document.querySelectorAll('#models tbody tr').length"), 4);
    page.choose("#add-model", "relu");
    page.wait_for("location.hash.includes('relu')");
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint(&page.address()));
    page.close();
}

#[test]
fn work_is_cancelled_and_goes_on() {
    let page = Page::open(SMALL);
    page.set("tasks", "200");
    page.wait_for("/^[1-9]\\d* of 200 tasks/.test(document.getElementById('count').textContent)");
    page.browser.click("#cancel").unwrap();
    page.wait_for("document.getElementById('count').textContent.startsWith('stopped')");
    page.wait_for("document.getElementById('fingerprint').textContent === 'incomplete'");
    page.set("tasks", "3");
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint(SMALL));
    page.close();
}

/// Hours of work are refused before any is begun, with the reason.
#[test]
fn what_is_too_much_for_a_page_says_so() {
    let page = Page::open(SMALL);
    page.set("set", "authors");
    let words = page.banner().expect("the banner is shown");
    assert!(words.contains("a page") && words.contains("command line"), "{words}");
    assert_eq!(page.text("fingerprint"), native_fingerprint(SMALL), "what there was stays");
    assert_ne!(
        page.value("document.getElementById('control-set').value"),
        "authors",
        "so does the choice"
    );
    // The banner stands below the tabs.
    let covers = "document.getElementById('banner').getBoundingClientRect().top
        - document.getElementById('labs').getBoundingClientRect().bottom";
    assert!(page.value(covers).as_f64().unwrap() >= 0.0);
    page.close();
}

/// A model that was hardly trained says so, and its mark is struck through.
#[test]
fn what_cannot_be_trusted_says_so() {
    let link = "lab=agreement&d=1&tasks=1&candidate=oracle&candidate=detuned&\
                candidate=ensemble(members=3,units=5,epochs=2)";
    let page = Page::open(link);
    assert!(page.text("doubts").contains("not to be trusted on 1 task"), "{}", page.text("doubts"));
    assert!(
        page.text("notice").contains("1 model is not to be trusted"),
        "{}",
        page.text("notice")
    );
    page.close();
}

#[test]
fn what_is_saved_is_what_the_command_line_writes() {
    saves_what_the_command_line_writes(SMALL);
}

#[test]
fn an_embedded_figure_fits_its_frame() {
    let page = Page::open(&format!("{SMALL}&embed=1"));
    open_in_its_frame(&page, SMALL);
    page.screenshot("agreement-embedded");
    page.close();
}
