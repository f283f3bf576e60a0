//! Lessons and kept answers that nobody would write, and a storage that does not keep.

use serde_json::json;
use talscope::lesson::{Lesson, pack};

use super::lesson::open;
use super::{Page, url};

fn packed(source: &str) -> String {
    format!("lesson=~{}", pack(source).unwrap())
}

/// Counts the figures that are made and the numbers that are asked of them.
const COUNT: &str = "({ core }) => {
    window.asked = 0;
    const { told } = core.Figure.prototype;
    core.Figure.prototype.told = function (numbers) {
      window.asked += 1;
      return told.call(this, numbers);
    }; }";

/// Goes somewhere else in the page that is open.
fn visit(page: &Page, beside: &str) {
    page.browser.execute("location.hash = arguments[0];", json!([beside])).unwrap();
}

#[test]
fn a_link_that_holds_thousands_of_numbers_or_links_is_refused() {
    let page = Page::open("lab=toy");
    let before = page.text("fingerprint");
    let step = "# T\n\n## S\n\n```step s\nfigure: lab=toy\n```\n\n";
    for (text, words) in [
        ("`= x` ".repeat(1900), "line 9: more than 40 numbers of the figure in one step"),
        ("[](#)".repeat(13_000), "line 9: more than 40 links in one step"),
    ] {
        let link = packed(&format!("{step}{text}"));
        assert!(link.len() < 400, "{} characters", link.len());
        visit(&page, &link);
        page.wait_for("!document.getElementById('banner').hidden");
        let said = page.banner().unwrap();
        assert!(said.starts_with("This lesson cannot be read") && said.contains(words), "{said}");
        page.complete();
        assert_eq!(page.text("fingerprint"), before);
        page.browser.click("#banner-close").unwrap();
    }
    page.close();
}

/// However many numbers a text has, and whether the figure has them, its figure is asked once in a check.
#[test]
fn all_numbers_of_a_text_are_asked_for_at_once() {
    let unknown: String = (0..20).map(|n| format!("`= x{n}` ")).collect();
    let source = format!(
        "# T\n\nAfter `= step` picks.\n\n## S\n\n```step s\nfigure: lab=toy&step=1\n```\n\n{unknown}`= q` `= step`\n"
    );
    let page = open(&packed(&source));
    page.wait_for("document.querySelector('#lesson .summary')?.textContent === 'After 1 picks.'");
    page.module("core.js", COUNT);
    page.value("document.getElementById('step-on').click()");
    page.wait_for("location.hash.includes('step=2')");
    page.complete();
    let text = page.value("document.querySelector('#lesson .step-body').textContent");
    // Those of its own figure stay; what no figure has is never there.
    assert!(text.as_str().unwrap().ends_with("… 4 1"), "{text}");
    let asked = page.value("window.asked").as_u64().unwrap();
    page.value("document.getElementById('step-on').click()");
    page.wait_for("location.hash.includes('step=3')");
    page.complete();
    let more = page.value("window.asked").as_u64().unwrap() - asked;
    assert!(asked > 0 && more <= asked, "asked {asked} times, then {more} times");
    assert!(asked < 8, "asked {asked} times for one step");
    page.close();
}

#[test]
fn answers_that_cannot_be_read_are_said_to_be_and_can_be_started_over() {
    let page = Page::open("lab=toy");
    for broken in ["{", "[]", "null", "{\"steps\":7}"] {
        let kept = "localStorage.setItem('talscope-lesson:bands', arguments[0]);";
        page.browser.execute(kept, json!([broken])).unwrap();
        page.browser.navigate(&format!("{}#lab=toy", url())).unwrap();
        visit(&page, "lesson=bands");
        page.wait_for("document.querySelector('#lesson .report') !== null");
        page.complete();
        assert_eq!(page.banner(), None, "{broken}");
        let words = page.value("document.querySelector('#lesson .report').textContent");
        assert_eq!(words, "What this browser kept of your answers cannot be read. Start over");
        page.value("document.querySelector('#lesson .report button').click()");
        page.wait_for("document.querySelector('#lesson .report') === null");
        assert_eq!(page.value("localStorage.getItem('talscope-lesson:bands')"), json!(null));
        page.complete();
        visit(&page, "lab=toy");
        page.wait_for("document.getElementById('lesson').hidden");
    }
    page.close();
}

const TWO: &str = "# T

## One

```step constructor
figure: lab=toy
```

Read.

## Two

```step __proto__
figure: lab=toy&preset=edge
```

Read, too.
";

/// Steps may be called like something that every object has, and storage may be full.
#[test]
fn answers_are_kept_in_the_page_when_storage_is_full() {
    let lesson = Lesson::parse(TWO).unwrap();
    let page = open(&packed(TWO));
    let marks = "[...document.querySelectorAll('#lesson .steps li')].map((li) => li.textContent[0]).join('')";
    page.wait_for(&format!("{marks} === '○○'"));
    let full = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };";
    page.browser.execute(full, json!([])).unwrap();
    page.value("[...document.querySelectorAll('#lesson button')].find((b) => b.textContent === 'Next step').click()");
    page.wait_for(&format!("{marks} === '✓○'"));
    visit(&page, "lab=toy");
    page.wait_for("document.getElementById('lesson').hidden");
    visit(&page, &packed(TWO));
    // It goes on where one was.
    let title = json!(lesson.steps[1].title);
    page.wait_for(&format!("document.querySelector('#lesson h3')?.textContent === {title}"));
    page.wait_for(&format!("{marks} === '✓○'"));
    page.complete();
    assert!(page.address().contains("/__proto__&"), "{}", page.address());
    page.close();
}
