//! The lab of learning curves as a person uses it: rules, models, more tasks, comparisons.

use serde_json::json;

use super::embed::open_in_its_frame;
use super::support::webdriver::Options;
use super::{Page, native, native_fingerprint, saves_what_the_command_line_writes};

/// Few tasks with few batches.
const SMALL: &str = "lab=curves&d=1&rounds=2&tasks=3";
const INK: (u8, u8, u8) = (26, 28, 33);
const ENTER: &str = "\u{E007}";
const SPACE: &str = " ";

#[test]
fn the_lab_opens_with_the_engines_lines_and_words() {
    let page = Page::open_with("lab=curves", &Options { size: (1280, 800), ..Options::default() });
    assert_eq!(page.address(), "lab=curves");
    assert_eq!(page.text("fingerprint"), native_fingerprint("lab=curves"));
    let opened = native("lab=curves");
    let words = opened.figure().unwrap().words().unwrap();
    assert_eq!(page.text("notice"), words["notice"].as_str().unwrap());
    assert!(page.text("notice").contains("BatchMIG has the highest log likelihood"));
    for (row, words) in words["rows"].as_array().unwrap().iter().enumerate() {
        let line = format!("document.querySelectorAll('#ends tbody tr')[{row}].textContent");
        let line = page.value(&line).as_str().unwrap().to_string();
        assert!(line.contains(words["label"].as_str().unwrap()), "{line}");
        assert!(line.contains(words["values"][0].as_str().unwrap()), "{line}");
    }
    assert!(page.pixels("log-likelihood", INK) > 300, "the first line");
    let bottom =
        page.value("document.getElementById('log-likelihood').getBoundingClientRect().bottom");
    assert!(bottom.as_f64().unwrap() <= 800.0, "the figure ends at {bottom}: no scrolling");
    page.screenshot("curves");
    page.close();
}

#[test]
fn rules_are_taken_in_and_left_out() {
    let page = Page::open(&format!("{SMALL}&rule=mig&rule=tig"));
    page.browser.send_keys("[name='rule-batch-mig']", SPACE).unwrap();
    page.wait_for("location.hash.includes('rule=batch-mig')");
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint(&page.address()));
    assert_eq!(page.value("document.activeElement.name"), "rule-batch-mig", "the focus stays");
    for rule in ["mig", "tig"] {
        page.browser.click(&format!("[name='rule-{rule}']")).unwrap();
        page.complete();
    }
    assert_eq!(page.value("document.querySelectorAll('#ends tbody tr').length"), 1);
    assert_eq!(page.value("document.querySelector('[name=\"rule-batch-mig\"]').disabled"), true);
    page.close();
}

#[test]
fn a_line_is_chosen_to_compare_all_others_with() {
    let page = Page::open(SMALL);
    let before = page.text("ends");
    page.browser.send_keys("#ends tbody tr:first-child button", ENTER).unwrap();
    page.wait_for("location.hash.includes('against=0')");
    page.wait_for(&format!("document.getElementById('ends').textContent !== {}", json!(before)));
    assert!(page.text("ends").contains("minus “BatchMIG”"), "{}", page.text("ends"));
    assert_eq!(page.text("fingerprint"), native_fingerprint(SMALL), "no number of it moved");
    assert_eq!(page.value("document.activeElement.textContent"), "BatchMIG", "the focus stays");
    page.browser.click("#each").unwrap();
    page.wait_for("location.hash.includes('each=1')");
    page.close();
}

/// What is there stays there: only what is new is computed.
#[test]
fn more_tasks_join_those_that_are_there() {
    let page = Page::open(SMALL);
    page.browser.click("#more").unwrap();
    page.wait_for("location.hash.includes('tasks=23')");
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint(&page.address()));
    page.browser.click("#undo").unwrap();
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint(SMALL));
    page.close();
}

#[test]
fn work_is_cancelled_and_goes_on() {
    let page = Page::open(SMALL);
    page.set("tasks", "400");
    page.wait_for("/^[1-9]\\d* of 400 tasks/.test(document.getElementById('count').textContent)");
    page.browser.click("#cancel").unwrap();
    page.wait_for("document.getElementById('count').textContent.startsWith('stopped')");
    page.wait_for("document.getElementById('fingerprint').textContent === 'incomplete'");
    let before = "Number(document.getElementById('count').textContent.match(/\\d+/)[0])";
    let before = page.value(before).as_u64().unwrap();
    page.browser.click("#cancel").unwrap();
    page.wait_for(&format!(
        "Number(document.getElementById('count').textContent.match(/^\\d+/)?.[0]) >= {before}"
    ));
    page.set("tasks", "3");
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint(&page.address()));
    page.close();
}

#[test]
fn models_choose_and_predict() {
    let page = Page::open("lab=curves&d=1&rounds=1&tasks=1&rule=batch-mig");
    page.set("predict", "gp-rbf");
    page.wait_for("location.hash.includes('predict=gp-rbf')");
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint(&page.address()));
    page.choose("#add-model", "detuned");
    page.wait_for("location.hash.includes('detuned')");
    page.complete();
    assert_eq!(page.value("document.querySelectorAll('#ends tbody tr').length"), 2);
    assert_eq!(page.text("fingerprint"), native_fingerprint(&page.address()));
    page.set("candidate.1.stretch", "3");
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint(&page.address()));
    page.close();
}

/// A model that was hardly trained says so where its line is.
#[test]
fn what_cannot_be_trusted_says_so() {
    let link = "lab=curves&d=1&rounds=1&tasks=1&rule=tig&candidate=ensemble(members=3,epochs=2)";
    let page = Page::open(link);
    assert!(page.text("doubts").contains("not to be trusted on 1 task"), "{}", page.text("doubts"));
    assert!(
        page.text("notice").contains("Not to be trusted on 1 task: TIG"),
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
fn paper_gets_the_charts_and_nothing_to_press() {
    let link = format!("{SMALL}&predict=oracle&predict=gp-rbf");
    let page = Page::open_with(&link, &Options { dark: true, ..Options::default() });
    let features = json!([{ "name": "prefers-color-scheme", "value": "dark" }]);
    let media = json!({ "media": "print", "features": features });
    page.browser.devtools("Emulation.setEmulatedMedia", media).unwrap();
    page.wait_for("getComputedStyle(document.body).backgroundColor === 'rgb(255, 255, 255)'");
    let seen = "[...document.querySelectorAll('main :is(button:not(.term), input, .controls)')]
        .filter((e) => e.checkVisibility() && !e.closest('#ends, #ranks'))";
    page.wait_for(&format!("{seen}.length === 0"));
    page.wait_for("!document.querySelector('#ranks .remove')?.checkVisibility()");
    page.screenshot("curves-paper");
    page.close();
}

#[test]
fn an_embedded_figure_fits_its_frame() {
    let page = Page::open(&format!("{SMALL}&embed=1"));
    open_in_its_frame(&page, SMALL);
    page.screenshot("curves-embedded");
    page.close();
}

/// Three models choose, two predict.
const TABLE: &str = "lab=curves&d=1&rounds=1&tasks=2&rule=batch-mig&candidate=oracle&candidate=detuned(3)&\
                     candidate=independent&predict=oracle&predict=gp-rbf";

/// The table is the engine's; a cell leads to its curves, and models that predict come and go.
#[test]
fn whoever_chooses_is_ranked_by_whoever_predicts() {
    let page = Page::open_with(TABLE, &Options { size: (1280, 800), ..Options::default() });
    assert_eq!(page.text("fingerprint"), native_fingerprint(TABLE));
    let words = native(TABLE).figure().unwrap().words().unwrap();
    assert_eq!(page.text("notice"), words["notice"].as_str().unwrap());
    assert!(page.text("notice").contains("ranks best"), "{}", page.text("notice"));
    for (row, words) in words["ranks"]["rows"].as_array().unwrap().iter().enumerate() {
        let line = format!("document.querySelectorAll('#ranks tbody tr')[{row}].textContent");
        let line = page.value(&line).as_str().unwrap().to_string();
        for cell in words["cells"].as_array().unwrap().iter().chain([&words["average"]]) {
            assert!(line.contains(cell["value"].as_str().unwrap()), "{line}");
        }
        assert!(line.starts_with(words["label"].as_str().unwrap()), "{line}");
    }
    let shade = |cell: &str| {
        let cell =
            format!("getComputedStyle(document.querySelector('#ranks {cell}')).backgroundColor");
        page.value(&cell).as_str().unwrap().to_string()
    };
    assert_ne!(shade("tr:first-child td:nth-child(2)"), shade("tr:last-child td:nth-child(2)"));
    page.screenshot("curves-ranks");
    // The last row by the second model that predicts.
    page.browser.send_keys("#ranks tbody tr:last-child td:nth-child(3) button", ENTER).unwrap();
    page.wait_for("location.hash.includes('predict=gp-rbf&predict=oracle')");
    page.wait_for("location.hash.includes('against=2')");
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint(&page.address()));
    page.browser.click("#ranks thead th:nth-child(3) .remove").unwrap();
    page.wait_for("!location.hash.includes('predict=oracle')");
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint(&page.address()));
    page.choose("#add-predictor", "oracle");
    page.wait_for("location.hash.includes('predict=gp-rbf&predict=oracle')");
    page.complete();
    assert_eq!(page.value("document.querySelectorAll('#ranks thead th').length"), 3);
    page.close();
}

/// On a phone the table scrolls in its own box, and its files have it, too.
#[test]
fn ranks_fit_a_phone_a_frame_and_files() {
    let options = Options { size: (390, 844), dark: true, ..Options::default() };
    let page = Page::open_with(TABLE, &options);
    let wide = page.value("document.documentElement.scrollWidth - innerWidth");
    assert!(wide.as_f64().unwrap() <= 0.0, "scrolls sideways by {wide}");
    let small =
        "[...document.querySelectorAll('#ranks button')].map((b) => b.getBoundingClientRect())
        .filter((box) => box.width < 24 || box.height < 24).length";
    assert_eq!(page.value(small), 0, "too small for a finger");
    page.screenshot("curves-ranks-phone");
    page.close();
    let page = Page::open(&format!("{TABLE}&embed=1"));
    open_in_its_frame(&page, TABLE);
    page.screenshot("curves-ranks-embedded");
    page.close();
    let native = native(TABLE);
    assert!(native.csv().unwrap().contains("mean rank by log likelihood after the last batch"));
    assert!(native.svg(None).unwrap().contains("average"));
}

/// Models that were chosen elsewhere and stay there are named.
#[test]
fn models_that_stay_behind_are_named() {
    let page =
        Page::open("lab=correlation&preset=gap&tasks=0&candidate=oracle&candidate=detuned(3)");
    page.browser.click("#labs a[href$='#lab=curves']").unwrap();
    page.wait_for("location.hash.includes('lab=curves')");
    let words = page.text("banner-words");
    assert!(words.contains("did not come along: lengthscale × 3. In the lab “Curves”"), "{words}");
    page.close();
}
