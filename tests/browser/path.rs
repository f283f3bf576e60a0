//! What a newcomer meets on the way through the lessons and out of them.

use serde_json::json;

use super::Page;
use super::lesson::{lesson, open};

/// What a lesson has set nobody chose.
#[test]
fn the_header_leads_out_of_a_lesson_into_a_lab_as_it_usually_is() {
    let page = open("lesson=together/far");
    page.wait_for_step(&lesson("together").steps[2]);
    page.browser.click("#labs a[href$='#lab=models']").unwrap();
    page.wait_for("document.querySelector('.lab.models') !== null");
    page.wait_for("document.getElementById('lesson').hidden");
    assert_eq!(page.address(), "v=1&lab=models&preset=net");
    // Nothing was chosen there either.
    page.browser.click("#labs a[href$='#lab=curves']").unwrap();
    page.wait_for("document.querySelector('.lab.curves') !== null");
    assert_eq!(page.address(), "v=1&lab=curves&task=benchmark");
    assert_eq!(page.value("document.getElementById('banner').hidden"), true);
    page.close();
}

#[test]
fn leaving_a_lesson_leaves_its_figure() {
    let page = open("lesson=together/far");
    page.wait_for_step(&lesson("together").steps[2]);
    page.press_button("Leave the lesson");
    page.wait_for("document.getElementById('lesson').hidden");
    assert!(!page.address().contains("periodic"), "{}", page.address());
    page.close();
}

/// Metacorrelation and XLL are the fifth lesson’s.
#[test]
fn numbers_under_squares_wait_for_their_lesson() {
    let seen = |page: &Page| {
        page.value(
            "[...document.querySelectorAll('.square:first-child [data-score]')]
                .filter((row) => row.checkVisibility()).map((row) => row.dataset.score)",
        )
    };
    let page = open("lesson=together/same");
    page.wait_for_step(&lesson("together").steps[3]);
    assert_eq!(seen(&page), json!([]));
    page.answer(1);
    page.complete();
    assert_eq!(seen(&page), json!(["log-likelihood"]));
    page.close();
    let page = open("lesson=judging/meta");
    page.wait_for_step(&lesson("judging").steps[0]);
    assert_eq!(seen(&page), json!(["metacorrelation"]));
    page.close();
    let page = open("lesson=judging/ranks");
    page.wait_for_step(&lesson("judging").steps[5]);
    assert_eq!(seen(&page).as_array().unwrap().len(), 4);
    page.close();
}

/// A guess that depends on no figure is weighed before the next one is there.
#[test]
fn a_guess_is_weighed_at_once_if_it_can_be() {
    let page = open("lesson=curves/error");
    page.wait_for_step(&lesson("curves").steps[1]);
    let script = "const field = document.querySelector('#lesson [name=guess]');
        field.value = '45';
        field.form.requestSubmit();
        return document.querySelector('#lesson .feedback').innerText;";
    let told = page.browser.execute(script, json!([])).unwrap();
    assert!(told.as_str().unwrap().contains("You said 45; it is 50."), "{told}");
    page.close();
}

#[test]
fn what_is_seldom_wanted_of_a_lesson_is_folded() {
    let page = open("lesson=bands/promise");
    page.wait_for_step(&lesson("bands").steps[0]);
    let seen = "[...document.querySelectorAll('#lesson .tools > button, #lesson .tools > details > p > *')]
        .filter((e) => e.checkVisibility()).length";
    assert!(page.value(seen).as_u64().unwrap() <= 3);
    page.browser.click("#lesson .tools summary").unwrap();
    assert!(page.value(seen).as_u64().unwrap() > 5);
    page.close();
}

/// From the squares one press leads to a pair as an ellipse.
#[test]
fn an_ellipse_is_one_press_from_the_squares() {
    let page = Page::open("lab=correlation");
    page.browser.click("#see-ellipse").unwrap();
    page.wait_for("document.getElementById('ellipse').checkVisibility()");
    page.complete();
    assert!(page.address().contains("pair=0:1"), "{}", page.address());
    page.wait_for("document.activeElement.id === 'ellipse'");
    page.close();
}
