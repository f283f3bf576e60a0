//! Lessons: walked through as a learner would, from the page, from a file, from a link and from disk.

use std::path::Path;

use serde_json::{Value, json};
use talscope::lab::{Opened, to_the_end};
use talscope::lesson::{CommitKind, Expression, Lesson, Step};

use super::support::webdriver::Options;
use super::{Page, url};

pub(super) const WALKED: [&str; 9] = [
    "bands",
    "together",
    "questions",
    "batches",
    "judging",
    "theorem",
    "models",
    "curves",
    "table",
];

pub(super) fn source(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("www/lessons/{name}.md"));
    std::fs::read_to_string(file).unwrap()
}

pub(super) fn lesson(name: &str) -> Lesson {
    Lesson::parse(&source(name)).unwrap()
}

/// Opens a part of an address as it stands.
pub(super) fn open(beside: &str) -> Page {
    open_with(beside, &Options::default())
}

pub(super) fn open_with(beside: &str, options: &Options) -> Page {
    Page::open_with(&format!("{}#{beside}", url()), options)
}

impl Page {
    /// The text of the first element that a selector matches; nothing if there is none.
    pub(super) fn words(&self, selector: &str) -> Option<String> {
        let found = self.value(&format!("document.querySelector('{selector}')?.innerText ?? null"));
        found.as_str().map(String::from)
    }

    pub(super) fn press_button(&self, words: &str) {
        let script = "const [words] = arguments;
            const all = [...document.querySelectorAll('#lesson button, #lesson a')];
            const found = all.find((each) => each.textContent.includes(words));
            if (!found) throw new Error(`no button ${words}: ${all.map((each) => each.textContent)}`);
            found.click();";
        self.browser.execute(script, json!([words])).unwrap();
    }

    /// Goes to a link's figure without leaving the lesson, as moving all its controls would.
    pub(super) fn figure(&self, link: &str) {
        let beside = self.address();
        let beside = beside.split('&').find(|item| item.starts_with("lesson=")).unwrap();
        let script = "location.hash = arguments[0];";
        self.browser.execute(script, json!([format!("{beside}&{link}")])).unwrap();
        self.complete();
    }

    pub(super) fn answer(&self, place: usize) {
        self.browser.click(&format!("#lesson input[value='{place}']")).unwrap();
        self.press_button("Commit");
    }

    pub(super) fn wait_for_step(&self, step: &Step) {
        let title = json!(step.title);
        self.wait_for(&format!("document.querySelector('#lesson h3')?.textContent === {title}"));
        self.complete();
    }

    pub(super) fn kept(&self, name: &str) -> Value {
        let text = self.value(&format!("localStorage.getItem('talscope-lesson:{name}')"));
        serde_json::from_str(text.as_str().unwrap_or("null")).unwrap()
    }
}

pub(super) const THEN: &str = "#lesson .then";

/// Answers a step, checking that nothing is revealed too early and that everything is in the end.
pub(super) fn walk(page: &Page, step: &Step, wrongly: bool) {
    page.wait_for_step(step);
    let at = format!("step {}", step.id);
    assert_eq!(page.words(THEN), None, "{at}: told before anything was done");
    match step.commit.as_ref().map(|commit| &commit.kind) {
        Some(CommitKind::Choice(choices)) => {
            let place = choices.iter().position(|choice| choice.right != wrongly).unwrap();
            page.answer(place);
            let told = page.words("#lesson .feedback").unwrap();
            let want = if wrongly { "Not right." } else { "Right." };
            assert!(told.contains(want), "{at}: {told}");
            if wrongly {
                assert!(told.len() > want.len() + 10, "{at}: a wrong answer is answered: {told}");
            }
        }
        Some(CommitKind::Number { answer, within, .. }) => {
            page.browser.send_keys("#lesson [name=guess]", "nonsense").unwrap();
            page.press_button("Commit");
            assert!(page.banner().unwrap().contains("\"nonsense\""), "{at}");
            let link = step.last_figure().clone();
            let shown = Opened::complete(link, &[], &mut to_the_end).unwrap();
            let numbers = shown.figure().unwrap().numbers();
            let value = |of: &Expression| of.value(&numbers).expect("a number of the figure");
            let off = if wrongly { 2.0 } else { 0.5 } * value(within);
            let guess = format!("{:.3}", value(answer) + off);
            let field = "document.querySelector('#lesson [name=guess]').value = arguments[0]";
            page.browser.execute(field, json!([guess])).unwrap();
            page.press_button("Commit");
            page.wait_for(
                "document.querySelector('#lesson .feedback')?.innerText.includes('; it is ')",
            );
            let told = page.words("#lesson .feedback").unwrap();
            let said = format!("You said {}", guess.parse::<f64>().unwrap());
            let want = if wrongly { "Not right." } else { "Right." };
            assert!(told.contains(want) && told.contains(&said), "{at}: {told}");
        }
        Some(CommitKind::Place(_)) => {
            let offered = "[...document.querySelectorAll('#lesson button')]
                .find(({ textContent }) => textContent === 'This is my answer').disabled";
            assert_eq!(page.value(offered), true, "{at}: nothing is placed yet");
            let covered = step.figure.to_string();
            assert!(covered.contains("&you=&") && covered.contains("&guess=1"), "{covered}");
            page.figure(&covered.replace("&you=&", "&you=-5&you=-4&you=-3&"));
            page.wait_for(&format!("{offered} === false"));
            page.press_button("This is my answer");
            assert!(page.words("#lesson .feedback").unwrap().contains("kept"), "{at}");
            page.wait_for("!document.getElementById('panels').hidden");
            page.complete();
            assert!(!page.address().contains("guess"), "{at}: nothing is covered any more");
        }
        Some(CommitKind::Order(items)) => {
            let offered = "document.querySelectorAll('#lesson .bet li').length";
            assert_eq!(page.value(offered), items.len(), "{at}");
            page.press_button("Commit");
            let told = page.words("#lesson .feedback").unwrap();
            assert!(told.contains("pairs stand in this order"), "{at}: {told}");
        }
        None => {}
    }
    if let Some(task) = &step.goal {
        let status = page.words("#lesson .status").unwrap();
        assert!(status.starts_with("Not yet"), "{at}: unmet before: {status}");
        assert_eq!(page.words(THEN), None, "{at}");
        page.figure(&step.solution.as_ref().unwrap().to_string());
        page.wait_for(
            "document.querySelector('#lesson .status').textContent.startsWith('✓ Reached')",
        );
        assert!(!task.words.is_empty());
    }
    if !step.then.is_empty() {
        page.wait_for(&format!("document.querySelector('{THEN}') !== null"));
    }
    if step.reveal.is_some() {
        page.complete();
    }
    page.wait_for("![...document.querySelectorAll('#lesson .figure-number')].some((n) => n.textContent === '…')");
    assert_eq!(page.banner(), None, "{at}");
}

/// Every step of a lesson, rightly or wrongly answered.
fn walk_all(page: &Page, lesson: &Lesson, wrongly: bool) {
    for (place, step) in lesson.steps.iter().enumerate() {
        walk(page, step, wrongly);
        if place + 1 < lesson.steps.len() {
            page.press_button("Next step");
        }
    }
}

fn walk_shipped(name: &str) {
    let page = open(&format!("lesson={name}"));
    let lesson = lesson(name);
    let place = WALKED.iter().position(|other| *other == name).unwrap();
    page.wait_for("document.querySelector('#lesson .where') !== null");
    assert_eq!(
        page.words("#lesson .where").unwrap(),
        format!("Lesson {} of {}", place + 1, WALKED.len())
    );
    assert_eq!(page.text("lesson-title"), lesson.title);
    walk_all(&page, &lesson, place % 2 == 1);
    match WALKED.get(place + 1) {
        Some(next) => {
            page.press_button("Next lesson");
            page.wait_for(&format!("location.hash.startsWith('#lesson={next}')"));
        }
        None => {
            page.press_button("The end");
            page.wait_for("location.hash.startsWith('#lesson=end')");
        }
    }
    let kept = page.kept(name);
    assert_eq!(
        (&kept["done"], &kept["of"]),
        (&json!(lesson.steps.len()), &json!(lesson.steps.len()))
    );
    page.close();
}

#[test]
fn lesson_1_is_walked_through() {
    walk_shipped("bands");
}

#[test]
fn lesson_2_is_walked_through() {
    walk_shipped("together");
}

#[test]
fn lesson_3_is_walked_through() {
    walk_shipped("questions");
}

#[test]
fn lesson_4_is_walked_through() {
    walk_shipped("batches");
}

#[test]
fn lesson_5_is_walked_through() {
    walk_shipped("judging");
}

#[test]
fn lesson_6_is_walked_through() {
    walk_shipped("theorem");
}

#[test]
fn lesson_7_is_walked_through() {
    walk_shipped("models");
}

#[test]
fn lesson_8_is_walked_through() {
    walk_shipped("curves");
}

#[test]
fn lesson_9_is_walked_through() {
    walk_shipped("table");
}

#[test]
fn progress_is_kept_and_can_be_forgotten() {
    let page = open("lesson=questions");
    let lesson = lesson("questions");
    walk(&page, &lesson.steps[0], false);
    page.press_button("Next step");
    page.wait_for_step(&lesson.steps[1]);
    page.browser.execute("location.reload();", json!([])).unwrap();
    page.wait_for_step(&lesson.steps[1]);
    let steps = page.value("document.querySelector('#lesson .steps li').textContent");
    assert_eq!(steps, "✓ The loop");
    page.go("lab=toy");
    page.browser.click("#path-box summary").unwrap();
    page.wait_for("document.querySelectorAll('#path-list li').length > 2");
    let listed = page.value("document.querySelectorAll('#path-list li')[2].textContent");
    assert_eq!(listed, "One question, many questions 1 of 6 steps");
    page.browser.click("#path-list li:nth-child(3) a").unwrap();
    page.wait_for_step(&lesson.steps[1]);
    page.press_button("Start over");
    assert_ne!(page.kept("questions"), Value::Null, "it asks first");
    page.press_button("Forget all my answers");
    page.wait_for_step(&lesson.steps[0]);
    assert_eq!(page.words(THEN), None);
    assert_eq!(page.kept("questions"), Value::Null);
    page.browser.execute("history.back();", json!([])).unwrap();
    page.wait_for_step(&lesson.steps[1]);
    page.press_button("Leave the lesson");
    page.wait_for("document.getElementById('lesson').hidden");
    assert!(page.address().starts_with("v=1&lab=toy"), "{}", page.address());
    page.close();
}

#[test]
fn a_lesson_is_there_without_storage() {
    let page = open("lesson=questions");
    let script = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no storage'); } });";
    page.browser.execute(script, json!([])).unwrap();
    let lesson = lesson("questions");
    walk(&page, &lesson.steps[0], false);
    page.press_button("Next step");
    page.wait_for_step(&lesson.steps[1]);
    page.press_button("Back");
    page.wait_for_step(&lesson.steps[0]);
    page.wait_for("document.querySelector('#lesson .then') !== null");
    // With the figure that its text speaks of by now.
    assert!(!page.address().contains("step=0"), "{}", page.address());
    page.close();
}

#[test]
fn the_path_is_offered_beside_every_lab() {
    let page = Page::open("lab=toy");
    for (lab, words, href) in [
        ("toy", "lesson 3", "#lesson=questions/loop"),
        ("marginal", "lesson 1", "#lesson=bands/promise"),
        ("correlation", "lesson 2", "#lesson=together/square"),
        ("models", "lesson 7", "#lesson=models/four"),
        ("theorem", "lesson 6", "#lesson=theorem/borrowed"),
        ("curves", "lesson 8", "#lesson=curves/luck"),
        ("agreement", "lesson 8", "#lesson=curves/many"),
        ("data", "lesson 9", "#lesson=table/split"),
    ] {
        // Models that stay behind are told of, above the tabs.
        page.value("document.querySelector('#banner button')?.click()");
        page.browser.click(&format!("#labs [href$='#lab={lab}']")).unwrap();
        page.wait_for(&format!("document.querySelector('.lab.{lab}') !== null"));
        assert_eq!(page.text("path-link"), format!("Explained in {words}"));
        assert!(page.text("path-here").starts_with(&format!("This lab is explained in {words}, ")));
        assert_eq!(page.value("document.getElementById('path-link').getAttribute('href')"), href);
    }
    page.browser.click("#path-link").unwrap();
    page.wait_for("document.querySelector('#lesson h3') !== null");
    page.close();
}

/// Beside the figure where there is room, below it and always in sight elsewhere; pictures to look at.
#[test]
fn lessons_stand_beside_the_figure_or_below_it() {
    for (name, size) in [("desk", (1280, 800)), ("phone", (390, 844)), ("tablet", (1024, 768))] {
        for dark in [false, true] {
            let scale = if size.0 < 400 { 2.0 } else { 1.0 };
            let page =
                open_with("lesson=questions", &Options { size, scale, dark, ..Options::default() });
            page.wait_for("document.querySelector('#lesson h3') !== null");
            page.complete();
            let theme = if dark { "dark" } else { "light" };
            page.screenshot(&format!("lesson-{name}-{theme}"));
            let boxes = page.value(
                "['lab', 'lesson'].map((id) => document.getElementById(id).getBoundingClientRect().toJSON())",
            );
            let of = |which: usize, side: &str| boxes[which][side].as_f64().unwrap();
            if name == "desk" {
                assert!(of(1, "left") >= of(0, "right") - 1.0, "{boxes}");
                assert!(of(0, "width") > 900.0, "the lab keeps its two columns: {boxes}");
            } else {
                assert!(of(1, "bottom") <= f64::from(size.1) + 1.0, "in sight: {boxes}");
                assert!(of(1, "top") > 0.4 * f64::from(size.1), "the figure, too: {boxes}");
            }
            let wide = page.value("document.documentElement.scrollWidth <= innerWidth");
            assert_eq!(wide, true, "{name}: nothing scrolls sideways");
            page.close();
        }
    }
}
