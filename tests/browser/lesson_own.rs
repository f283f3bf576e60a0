//! Lessons of someone's own: from a file, a link and disk; refused in words; and answers that travel.

use std::path::{Path, PathBuf};

use serde_json::json;
use talscope::lesson::{Lesson, pack};

use super::lesson::{THEN, open, walk};
use super::{Page, saved};

/// A small lesson of someone's own.
const OWN: &str = "# Mine & yours

## One

```step one
figure: lab=toy&rule=mig&step=0
goal: mig.information > 0.6
solution: step=1
```

`<img src=x onerror=alert(1)>` is text. See [the edge](#lab=toy&preset=edge).

### Predict

Well?

- [x] yes
- [ ] no

  It is.

### Try

Step on.

### Hint

The arrow.

### Then

Information `= mig.information`.

## Two

```step two
figure: lab=toy&preset=edge&rule=tig
place: points == 6
solution: point=-4&point=-3&point=-2&point=-1&point=0&point=5
```

### Predict

Add a point.
";

pub(super) fn own_lesson() -> (String, Lesson) {
    (OWN.into(), Lesson::parse(OWN).unwrap())
}

/// Lets the page open a file as if someone had chosen it.
fn choose_file(page: &Page, file: &Path) {
    page.browser.execute("document.getElementById('path-box').open = true;", json!([])).unwrap();
    page.browser.send_keys("#lesson-file", file.to_str().unwrap()).unwrap();
}

fn written(name: &str, contents: &[u8]) -> PathBuf {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&file, contents).unwrap();
    file
}

#[test]
fn the_same_lesson_from_a_file_from_a_link_and_from_disk() {
    let (source, lesson) = own_lesson();
    let page = Page::open("lab=toy");
    choose_file(&page, &written("own.md", source.as_bytes()));
    page.wait_for("document.querySelector('#lesson h2') !== null");
    assert_eq!(page.text("lesson-title"), "Mine & yours");
    let shown = |page: &Page| {
        page.wait_for("document.querySelector('#lesson .step-body p') !== null");
        page.words("#lesson .step").unwrap()
    };
    let from_file = shown(&page);
    assert!(from_file.contains("<img src=x onerror=alert(1)> is text."), "{from_file}");
    assert_eq!(page.value("document.querySelectorAll('#lesson img').length"), 0);
    walk(&page, &lesson.steps[0], true);
    let packed = pack(&source).unwrap();
    assert!(
        page.address().starts_with(&format!("lesson=~{packed}/one&v=1&lab=toy")),
        "{}",
        page.address()
    );

    let file = page.downloads("lesson-saved").join("talscope-lesson-mine-yours.html");
    page.press_button("Save lesson as HTML");
    saved(&file);
    page.press_button("Start over");
    page.press_button("Forget all my answers");
    page.close();

    let page = open(&format!("lesson=~{packed}"));
    assert_eq!(shown(&page), from_file);
    walk(&page, &lesson.steps[0], false);
    page.press_button("Start over");
    page.wait_for_step(&lesson.steps[0]);
    page.browser.navigate(&format!("file://{}", file.display())).unwrap();
    page.complete();
    assert_eq!(shown(&page), from_file);
    walk(&page, &lesson.steps[0], false);
    // The page in one file has the shipped lessons, too.
    page.browser.execute("location.hash = 'lesson=bands';", json!([])).unwrap();
    page.wait_for("document.getElementById('lesson-title')?.textContent === 'Honest bands'");
    page.complete();
    page.close();
}

#[test]
fn what_is_placed_is_the_answer() {
    let (source, lesson) = own_lesson();
    let step = &lesson.steps[1];
    let page = open(&format!("lesson=~{}/two", pack(&source).unwrap()));
    page.wait_for_step(step);
    let disabled = "[...document.querySelectorAll('#lesson button')]
        .find((button) => button.textContent === 'This is my answer').disabled";
    assert_eq!(page.value(disabled), true);
    page.figure(&step.solution.as_ref().unwrap().to_string());
    page.wait_for(&format!("!({disabled})"));
    page.press_button("This is my answer");
    let told = page.words("#lesson .feedback").unwrap();
    assert!(told.contains("Your answer is kept."), "{told}");
    page.close();
}

#[test]
fn hostile_lessons_are_refused_in_words_and_leave_the_page_as_it_was() {
    let page = Page::open("lab=toy");
    let before = page.text("fingerprint");
    let step = "## S\n\n```step s\nfigure: lab=toy\n```\n\n";
    let large = "a".repeat(10_000_000);
    for (contents, words) in [
        (format!("# T\n\n{step}<script>alert(1)</script>"), "line 9: HTML is not read"),
        (format!("# T\n\n{step}[x](javascript:alert(1))"), "line 9: a link must lead to #"),
        (format!("# T\n\n{step}[x](http://example.org)"), "a link must lead to #"),
        (format!("# T\n\n{step}{}", "> ".repeat(9000)), "only headings, paragraphs"),
        (step.replace("lab=toy", "lab=toy\ngoal: process.exit() > 1"), "the expression"),
        (step.into(), "a lesson must begin with its title"),
        (large, "In own-hostile.md: the file has 10,000,000 bytes, and a lesson at most 65,536"),
        ("\0\u{1}\u{2}".into(), "line 1: a lesson must begin with its title"),
    ] {
        choose_file(&page, &written("own-hostile.md", contents.as_bytes()));
        page.wait_for("!document.getElementById('banner').hidden");
        let said = page.banner().unwrap();
        assert!(said.contains(words) && said.len() < 900, "{words}: {said}");
        assert_eq!(page.value("document.getElementById('lesson').hidden"), true);
        page.browser.click("#banner-close").unwrap();
    }
    for (beside, words) in [
        ("lesson=nowhere", "There is no lesson “nowhere”, but there are bands"),
        ("lesson=bands/nowhere", "This lesson has no step “nowhere”"),
        ("lesson=~AAAA", "This link is damaged: part of it may be missing"),
        ("lesson=bands&answers=AAAA", "This link is damaged: part of it may be missing"),
        ("lesson=", "There is no lesson “”"),
    ] {
        page.browser.execute("location.hash = arguments[0];", json!([beside])).unwrap();
        page.wait_for("!document.getElementById('banner').hidden");
        assert!(page.banner().unwrap().starts_with(words), "{beside}: {}", page.banner().unwrap());
        page.complete();
        assert_eq!(page.text("fingerprint"), before, "{beside}");
        page.browser.click("#banner-close").unwrap();
    }
    assert_eq!(page.value("document.querySelectorAll('#lesson *').length"), 0);
    page.close();
}

#[test]
fn answers_travel_as_a_link_that_restores_them() {
    let (source, lesson) = own_lesson();
    let page = open(&format!("lesson=~{}", pack(&source).unwrap()));
    page.wait_for_step(&lesson.steps[0]);
    page.answer(1);
    page.press_button("A hint");
    page.figure(&lesson.steps[0].solution.as_ref().unwrap().to_string());
    page.wait_for("document.querySelector('#lesson .then') !== null");
    // What would be copied.
    let script = "navigator.clipboard.writeText = async (text) => { window.copied = text; };";
    page.browser.execute(script, json!([])).unwrap();
    page.press_button("Copy link to my answers");
    page.wait_for("window.copied !== undefined");
    let link = page.value("window.copied");
    let link = link.as_str().unwrap();
    page.close();

    // A teacher, whose browser knows nothing of it.
    let page = open(link.split_once('#').unwrap().1);
    page.wait_for("document.querySelector('#lesson .report') !== null");
    let report = page.words("#lesson .report").unwrap();
    assert!(report.contains("1 of 2 steps done, 0 of 1 predictions right"), "{report}");
    let told = page.words("#lesson .step").unwrap();
    for words in ["no (chosen)", "yes (right)", "Not right.", "1 of 1 hints was read.", "Reached"] {
        assert!(told.contains(words), "{words}: {told}");
    }
    assert_eq!(
        page.value("document.querySelectorAll('#lesson input').length"),
        0,
        "nothing to change"
    );
    page.press_button("Show how it was reached");
    page.complete();
    assert!(page.words(THEN).unwrap().contains("Information 0.640"));
    page.press_button("Two");
    page.wait_for_step(&lesson.steps[1]);
    assert!(page.words("#lesson .step").unwrap().contains("Not answered."));
    assert_eq!(page.value("localStorage.length"), 0, "nothing is kept of what someone else did");
    page.press_button("Go on with these answers");
    page.wait_for("document.querySelector('#lesson .report') === null");
    assert!(!page.address().contains("answers="));
    page.close();
}
