//! What students stumbled over who went through everything.

use serde_json::{Value, json};

use super::lesson::{lesson, open};
use super::support::webdriver::{Options, Pointer};
use super::touch::way;
use super::{Page, native};

fn wide() -> Options {
    Options { size: (1280, 800), ..Options::default() }
}

/// Top, left, width and height of an element.
fn place(page: &Page, selector: &str) -> [f64; 4] {
    let script = format!(
        "(() => {{ const {{ top, left, width, height }} = document.querySelector({}).getBoundingClientRect();
                   return [top, left, width, height]; }})()",
        json!(selector)
    );
    let found = page.value(&script);
    [0, 1, 2, 3].map(|i| found[i].as_f64().unwrap())
}

/// Whoever walks from lab to lab by the header, and changes nothing, finds each as it opens.
#[test]
fn walking_through_the_labs_changes_none_of_them() {
    let page = Page::open("lab=toy");
    for lab in ["marginal", "correlation", "models", "theorem", "curves", "agreement", "toy"] {
        page.browser.click(&format!("#labs a[href$='#lab={lab}']")).unwrap();
        page.wait_for(&format!("document.querySelector('.lab.{lab}') !== null"));
        let scenario = format!("lab={lab}").parse::<talscope::scenario::Link>().unwrap().scenario;
        assert_eq!(page.address(), scenario.link());
    }
    page.close();
}

/// What goes along on purpose does not go on from there.
#[test]
fn what_models_lend_to_correlations_goes_no_further() {
    let page = Page::open("lab=models&tasks=0&candidate=gp-rbf&candidate=ensemble(3,5,20)");
    page.browser.execute("document.getElementById('closely').click();", json!([])).unwrap();
    page.wait_for("document.querySelector('.lab.correlation') !== null");
    assert!(page.address().contains("preset=net") && page.address().contains("gp-rbf"));
    page.close();
}

/// The numbers that are asked for are covered while they are.
#[test]
fn the_theorems_first_question_is_not_answered_beside_it() {
    let page = open("lesson=theorem/borrowed");
    page.wait_for_step(&lesson("theorem").steps[0]);
    let seen =
        "['#facts', '#divergences'].map((id) => document.querySelector(id).checkVisibility())";
    assert_eq!(page.value(seen), json!([false, false]));
    page.answer(2);
    page.complete();
    assert_eq!(page.value(seen), json!([true, true]));
    page.close();
}

/// Where one pressed “Next” until the end, one begins the lessons.
#[test]
fn the_way_on_from_the_game_is_where_next_was() {
    let page = Page::open_with("lab=toy&you=-1&you=-0.3&you=0.4&you=1&play=4", &wide());
    let next = place(&page, "#play-on");
    page.browser.click("#play-on").unwrap();
    page.wait_for("document.getElementById('play-on').hidden");
    let start = place(&page, "#play-start");
    assert!(
        (start[0] - next[0]).abs() < 12.0 && (start[1] - next[1]).abs() < 2.0,
        "{next:?} {start:?}"
    );
    page.screenshot("play-end");
    page.browser.click("#play-start").unwrap();
    page.wait_for("!document.getElementById('lesson').hidden");
    page.close();
}

/// Labels under small squares keep apart: the middle one goes where there is no room.
#[test]
fn labels_under_squares_keep_apart() {
    for (link, size) in [
        ("lab=models&tasks=0&candidate=gp-rbf&candidate=ensemble(3,5,20)", (1280, 800)),
        ("lab=correlation&tasks=0", (390, 844)),
    ] {
        let page = Page::open_with(link, &Options { size, ..Options::default() });
        let apart = page.value(
            "[...document.querySelectorAll('.ends-of')].filter((row) => row.checkVisibility()).every((row) => {
               const spans = [...row.children].filter((span) => span.textContent && span.checkVisibility());
               const boxes = spans.map((span) => span.getBoundingClientRect());
               const own = row.getBoundingClientRect();
               return boxes.every((box, i) => box.right <= own.right + 1 && (i === 0 || box.left - boxes[i - 1].right >= 2));
             })",
        );
        assert_eq!(apart, true, "{link}");
        page.close();
    }
}

/// Pressing one of the paper's pairs moves no other under the pointer, whatever there is to notice; and each leads to its
/// verdict.
#[test]
fn the_papers_pairs_stay_where_they_are_and_lead_to_their_verdicts() {
    let page = Page::open_with("lab=agreement&tasks=3", &wide());
    let top = place(&page, "#pairs")[0];
    for pair in [3, 2, 5, 1, 7] {
        page.browser.click(&format!("#pairs div:nth-child({pair}) button")).unwrap();
        page.wait_for(&format!(
            "document.querySelector('#pairs div:nth-child({pair}) button').ariaPressed === 'true'"
        ));
        page.complete();
        let now = place(&page, "#pairs")[0];
        assert!((now - top).abs() < 2.0, "after pair {pair} they are at {now}, before at {top}");
    }
    let verdict =
        page.value("document.querySelector('#pairs div:nth-child(3) a').getAttribute('href')");
    assert_eq!(verdict, "results.html#xll-agrees");
    page.screenshot("agreement-pairs");
    page.close();
}

/// One's own batch and BatchMIG's are drawn alike.
#[test]
fn the_ending_draws_both_batches_alike() {
    let page = Page::open_with(
        "lab=toy&preset=gap&rule=batch-mig&you=-1&you=0&you=1&you=0.5&show=you,panels",
        &wide(),
    );
    let [own, other] = ["#you-panel canvas", "#panels canvas"].map(|canvas| place(&page, canvas));
    assert!(
        (own[2] - other[2]).abs() < 3.0 && (own[3] - other[3]).abs() < 1.0,
        "{own:?} {other:?}"
    );
    page.screenshot("ending-batches");
    page.close();
}

/// The batch of the theorem is dragged along what it promises, as by its slider.
#[test]
fn the_promises_dot_is_dragged_along_the_mismatch() {
    let page = Page::open_with("lab=theorem", &wide());
    let [top, left, width, height] = place(&page, "#promise");
    let at = |share: f64| (left + share * width, top + 0.5 * height);
    page.browser.drag(Pointer::Mouse, &way(at(0.5), at(0.8))).unwrap();
    page.complete();
    let right = page.value("Number(document.querySelector('[name=\"xi\"]').value)");
    page.browser.drag(Pointer::Mouse, &way(at(0.8), at(0.25))).unwrap();
    page.complete();
    let left = page.value("Number(document.querySelector('[name=\"xi\"]').value)");
    let [left, right] = [left, right].map(|xi| xi.as_f64().unwrap());
    assert!(left < 0.1 * right && left >= 0.0001, "{left} {right}");
    page.close();
}

/// Words on a pull speak of the place that is marked.
#[test]
fn a_pull_speaks_of_the_marked_place() {
    let link = "lab=correlation&tasks=0&candidate=oracle&at=100:210&pull=0,1";
    let opened = native(link);
    let words = opened.figure().unwrap().ask("pull words", &[1.0]).unwrap();
    assert!(words.as_str().unwrap().contains("x′ = "), "{words}");
    let page = Page::open(link);
    let said: Value =
        page.value("document.querySelector('.pull')?.innerText ?? document.body.innerText");
    assert!(said.as_str().unwrap().contains("x′ = "), "{said}");
    page.close();
}
