//! Nothing gives an answer away before it is asked for: each way in which a page could.

use serde_json::json;
use talscope::lesson::pack;

use super::Page;
use super::lesson::{lesson, open};
use super::lesson_own::own_lesson;

/// Which of some elements are seen.
fn seen(page: &Page, selectors: &[&str]) -> Vec<String> {
    let script = "return [...arguments].filter((each) => [...document.querySelectorAll(each)].some((e) => e.checkVisibility()));";
    let found = page.browser.execute(script, json!(selectors)).unwrap();
    found.as_array().unwrap().iter().map(|each| each.as_str().unwrap().into()).collect()
}

fn own() -> Page {
    let (source, lesson) = own_lesson();
    let page = open(&format!("lesson=~{}", pack(&source).unwrap()));
    page.wait_for_step(&lesson.steps[0]);
    page
}

/// What tells more than the figure itself.
const TELLING: [&str; 8] = [
    ".telling .notice",
    ".words details:not(:has(#scene))",
    ".hint .more",
    "#save-svg",
    "#save-png",
    "#save-csv",
    "#save-json",
    ".point",
];

#[test]
fn words_hints_and_files_wait_for_the_answer() {
    let page = own();
    assert_eq!(seen(&page, &TELLING), [""; 0]);
    page.answer(0);
    page.complete();
    assert_eq!(seen(&page, &[".words", "#save-svg", "#save-json"]).len(), 3);
    page.press_button("Leave the lesson");
    page.wait_for("document.getElementById('lesson').hidden");
    assert_eq!(seen(&page, &[".telling .notice", ".point"]).len(), 2);
    page.close();
}

#[test]
fn headings_and_the_windows_title_tell_nothing() {
    let page = own();
    assert_eq!(page.value("document.title"), "One – Mine & yours – talscope");
    let name = page.value("document.querySelector('#labs [aria-current]').textContent.trim()");
    assert_eq!(page.value("document.querySelector('h1').innerText.trim()"), name);
    page.figure("lab=toy&rule=mig&step=2");
    assert_eq!(page.value("document.title"), "One – Mine & yours – talscope");
    page.close();

    let page = Page::open("lab=marginal&hide=title");
    let name = page.value("document.querySelector('#labs [aria-current]').textContent.trim()");
    assert_eq!(page.value("document.querySelector('h1').innerText.trim()"), name);
    let title = page.value("document.title");
    assert!(!title.as_str().unwrap().contains('%'), "{title}");
    page.go("lab=marginal");
    let told = page.value("document.querySelector('h1').innerText");
    assert!(told.as_str().unwrap().contains("95%"), "{told}");
    page.close();
}

#[test]
fn nothing_is_spoken_before_the_answer() {
    let page = own();
    page.figure("lab=toy&rule=mig&step=2");
    page.figure("lab=toy&rule=mig&step=3");
    assert_eq!(page.text("spoken").trim(), "");
    page.answer(0);
    page.figure("lab=toy&rule=mig&step=4");
    page.wait_for("document.getElementById('spoken').textContent.trim() !== ''");
    page.close();
}

#[test]
fn folds_are_not_printed_where_a_link_leaves_something_out() {
    let page = Page::open("lab=toy&hide=notice");
    let print = json!({ "media": "print" });
    page.browser.devtools("Emulation.setEmulatedMedia", print.clone()).unwrap();
    page.browser.drawn().unwrap();
    assert_eq!(seen(&page, &[".words", "#description"]), [""; 0]);
    page.browser.devtools("Emulation.setEmulatedMedia", json!({ "media": "" })).unwrap();
    page.go("lab=toy");
    page.browser.devtools("Emulation.setEmulatedMedia", print).unwrap();
    page.wait_for("document.getElementById('description').checkVisibility()");
    page.browser.devtools("Emulation.setEmulatedMedia", json!({ "media": "" })).unwrap();
    page.close();
}

#[test]
fn a_lesson_does_not_offer_what_its_step_leaves_out() {
    let page = open("lesson=curves/power");
    let lesson = lesson("curves");
    let step = lesson.steps.iter().find(|step| step.id == "power").unwrap();
    page.wait_for_step(step);
    assert_eq!(seen(&page, &["#whole", ".whole-lab", ".coefficients", ".telling-apart"]), [""; 0]);
    // The answer shows it.
    page.answer(1);
    page.complete();
    assert_eq!(seen(&page, &[".telling-apart", ".whole-lab"]).len(), 2);
    page.close();
}

#[test]
fn a_wrong_link_that_covered_something_shows_no_solution() {
    for wrong in ["lab=toy&noise=x&you=&guess=1", "lab=toy&noise=x&hide=notice"] {
        let page = Page::open(wrong);
        assert!(page.banner().unwrap().contains("cannot be shown"));
        assert_eq!(seen(&page, &["#panels .panel", ".notice", ".point"]), [""; 0], "{wrong}");
        page.close();
    }
}

#[test]
fn a_wrong_link_to_a_game_opens_a_game() {
    for wrong in [
        "lab=toy&preset=gap&you=&play=1&beat=",
        "lab=toy&preset=gap&you=&play=1&beat=abc",
        "lab=toy&you=&play=1&noise=-3",
    ] {
        let page = Page::open(wrong);
        assert!(page.banner().unwrap().contains("cannot be shown"));
        assert_eq!(seen(&page, &["#panels .panel", ".notice", "#tally"]), [""; 0], "{wrong}");
        assert_eq!(seen(&page, &["#board canvas", "#play-on"]).len(), 2, "{wrong}");
        page.close();
    }
}

#[test]
fn what_a_link_leaves_out_is_left_out_everywhere() {
    let mine = "you=-1&you=0&you=1&you=0.5";
    let page = Page::open(&format!("lab=toy&{mine}&hide=scores"));
    assert_eq!(seen(&page, &["#you-verdict", ".you-tables table", ".numbers"]), [""; 0]);
    page.go(&format!("lab=toy&{mine}"));
    assert_eq!(seen(&page, &["#you-verdict", ".you-tables table", ".numbers"]).len(), 3);

    let captions =
        "[...document.querySelectorAll('#panels .meaning')].map((each) => each.textContent).join()";
    page.go("lab=toy&step=2&hide=notice");
    // Seen only where there is a mouse.
    let hint = "getComputedStyle(document.querySelector('.hint .more')).display";
    assert_eq!(page.value(hint), "none");
    let told = page.value(captions);
    assert!(!told.as_str().unwrap().contains("never change"), "{told}");
    page.go("lab=toy&step=2");
    assert_ne!(page.value(hint), "none");
    assert!(page.value(captions).as_str().unwrap().contains("never change"));

    let game = "lab=toy&rule=tig&rule=mig&rule=batch-mig&you=-0.5&you=0.5&you=1&you=0&play=2";
    page.go(&format!("{game}&hide=scores,notice,title"));
    assert_eq!(seen(&page, &["#tally", "#bars"]), [""; 0]);
    let told = page.words("header.telling").unwrap();
    assert!(!told.contains("nats") && !told.contains('%') && !told.contains("BatchMIG"), "{told}");
    page.go(game);
    assert!(page.words("header.telling").unwrap().contains("nats"));
    page.close();
}

#[test]
fn no_number_stands_in_the_windows_title_where_scores_are_left_out() {
    for lab in
        ["marginal", "theorem", "correlation&candidate=oracle&batch=0:9&worked=0&pair=0:1&tasks=0"]
    {
        let page = Page::open(&format!("lab={lab}&hide=scores"));
        let title = page.value("document.title").as_str().unwrap().to_string();
        assert!(!title.contains(['.', '%', '−']), "{lab}: {title}");
        page.close();
    }
}

#[test]
fn a_step_shows_no_number_that_answers_a_later_one() {
    let page = open("lesson=questions/loop");
    page.wait_for_step(&lesson("questions").steps[0]);
    page.value("document.querySelector('#step-on').click()");
    page.wait_for("location.hash.includes('step=1') || !location.hash.includes('step=')");
    page.complete();
    assert_eq!(seen(&page, &["#panels .numbers", "#save-csv"]), [""; 0]);
    assert_eq!(seen(&page, &["#panels canvas", "#lesson .then"]).len(), 2);
    page.close();
    let page = open("lesson=questions/mig");
    page.wait_for_step(&lesson("questions").steps[2]);
    page.answer(1);
    page.complete();
    assert_eq!(seen(&page, &["#panels .numbers"]), [""; 0]);
    let told = page.words("#lesson .then").unwrap();
    assert!(told.contains("0.640 nats"), "{told}");
    page.close();
}

#[test]
fn the_box_waits_for_the_answer() {
    let page = open("lesson=theorem/box");
    page.wait_for_step(&lesson("theorem").steps[1]);
    page.wait_for("document.getElementById('ellipse-wobble').checkVisibility()");
    assert_eq!(page.value("document.getElementById('ellipse-wobble').disabled"), true);
    assert_eq!(page.value("document.getElementById('ellipse-tilt').disabled"), false);
    page.answer(1);
    page.wait_for("location.hash.includes('wobble=1')");
    page.wait_for("!document.getElementById('ellipse-wobble').disabled");
    page.close();
}
