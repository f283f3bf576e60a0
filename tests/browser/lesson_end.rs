//! What a step shows of its lab, goals in words, bets, the end of the path, and a class's answers.

use serde_json::json;
use talscope::lesson::{Lesson, pack};

use super::Page;
use super::lesson::{lesson, open};

fn visible(page: &Page, selector: &str) -> bool {
    let value = format!("document.querySelector('{selector}')?.checkVisibility() ?? false");
    page.value(&value).as_bool().unwrap()
}

#[test]
fn a_step_shows_the_parts_that_it_speaks_of_and_folds_the_rest() {
    let page = open("lesson=together/near");
    let lesson = lesson("together");
    page.wait_for_step(&lesson.steps[1]);
    assert!(visible(&page, "#squares") && visible(&page, "#rows"));
    for part in ["#cross-table", "#agreement", ".words details:not(:has(#scene))", ".whole-lab"] {
        assert!(!visible(&page, part), "{part}");
    }
    let place = "document.getElementById('squares').getBoundingClientRect()";
    let inside = page.value(&format!("{place}.top >= 0 && {place}.top < innerHeight / 2"));
    assert_eq!(inside, true, "in view");
    page.answer(1);
    page.press_button("Show all of the lab");
    page.wait_for("document.getElementById('cross-table').checkVisibility()");
    page.press_button("Back to the step");
    page.wait_for("!document.getElementById('cross-table').checkVisibility()");
    page.close();
}

#[test]
fn goals_are_told_in_words_with_units() {
    let page = open("lesson=bands/one");
    page.wait_for_step(&lesson("bands").steps[1]);
    page.answer(2);
    let status = page.words("#lesson .status").unwrap();
    assert_eq!(status, "Not yet: 100% of the targets inside (should be below 90%)");
    page.close();
    let page = open("lesson=batches/own");
    page.wait_for_step(&lesson("batches").steps[5]);
    let status = page.words("#lesson .status").unwrap();
    assert_eq!(status, "yours: 0 questions placed (should be 3 questions)");
    page.close();
}

/// Every press is another function, told in the lesson's own words, until one is found that the band misses.
#[test]
fn a_new_seed_at_the_step_on_one_function_changes_its_numbers_and_reaches_its_goal() {
    let page = open("lesson=bands/one");
    let lesson = lesson("bands");
    page.wait_for_step(&lesson.steps[1]);
    page.answer(2);
    let (mut seen, mut pressed) = (Vec::new(), 0);
    let reached = loop {
        let before = (page.text("fingerprint"), page.address());
        let press = "[...document.querySelectorAll('.side button, .controls button')].find((each) => each.textContent === 'New seed').click()";
        page.value(press);
        pressed += 1;
        page.wait_for(&format!("location.hash !== {}", json!(format!("#{}", before.1))));
        page.complete();
        assert_ne!(page.text("fingerprint"), before.0);
        assert!(page.address().starts_with("lesson=bands/one&"), "{}", page.address());
        assert_eq!(page.words("#lesson h3").unwrap(), lesson.steps[1].title);
        assert_eq!(page.banner(), None);
        let status = page.words("#lesson .status").unwrap();
        let inside = page.text("facts");
        let (held, _) = status.split_once(": ").unwrap().1.split_once(" of the targets").unwrap();
        assert!(inside.contains(held.trim()), "{status} beside {inside}");
        seen.push(held.to_string());
        if status.starts_with("✓ Reached") {
            break page.words("#lesson .then");
        }
        assert!(pressed < 60, "none of {seen:?}");
    };
    assert!(reached.unwrap().contains("side by side"));
    page.close();
}

const BET: &str = "# Wetten

```lesson
lang: de
```

## Eins

```step one
figure: lab=toy&rule=mig&step=1
reveal: step=2
```

Text.

### Predict

Ordne.

1. C
2. B
3. A

### Then

Gut.
";

#[test]
fn an_order_is_bet_on_by_keys_and_a_lesson_has_its_language() {
    let lesson = Lesson::parse(BET).unwrap();
    let page = open(&format!("lesson=~{}", pack(BET).unwrap()));
    page.wait_for_step(&lesson.steps[0]);
    for text in ["#lesson-title", "#lesson h3", "#lesson .step-body p"] {
        assert_eq!(page.value(&format!("document.querySelector('{text}').lang")), "de", "{text}");
    }
    let order = "[...document.querySelectorAll('#lesson .bet li > span')].map((e) => e.textContent).join('')";
    assert_eq!(page.value(order), "ABC", "by the alphabet, which tells nothing");
    let up = "document.querySelector('#lesson .bet li:nth-child(3) button')";
    page.browser.execute(&format!("{up}.focus(); {up}.click();"), json!([])).unwrap();
    assert_eq!(page.value(order), "ACB");
    assert_eq!(page.value("document.activeElement.ariaLabel"), "C: one place up");
    assert_eq!(page.text("spoken").trim(), "C, place 2.");
    page.browser.execute("document.activeElement.click();", json!([])).unwrap();
    assert_eq!(page.value(order), "CAB");
    page.press_button("Commit");
    let told = page.words("#lesson .feedback").unwrap();
    assert!(told.contains("2 of 3 pairs stand in this order"), "{told}");
    page.complete();
    assert!(page.address().contains("step=2"), "revealed: {}", page.address());
    page.close();
}

#[test]
fn a_fold_lists_the_numbers_that_lessons_can_name() {
    let page = Page::open("lab=toy&rule=mig&step=1");
    page.browser.execute("document.getElementById('names-box').open = true;", json!([])).unwrap();
    page.wait_for("document.querySelector('#names tr') !== null");
    let row = "[...document.querySelectorAll('#names tr')].map((row) => row.innerText.replace(/\\s+/g, ' ')).find((row) => row.startsWith('mig.information'))";
    assert_eq!(page.value(row), "mig.information 0.640");
    page.close();
}

#[test]
fn the_end_has_five_sentences_scores_the_batch_and_what_next() {
    let page = open("lesson=batches/own");
    let steps = lesson("batches").steps;
    page.wait_for_step(&steps[5]);
    page.figure(&steps[5].figure.to_string().replace("&you=&", "&you=2.58&you=3.24&you=1.92&"));
    // It reaches the step's goal at once, and what is kept of it has nothing covered.
    page.press_button("This is my answer");
    page.complete();
    let kept = page.kept("batches");
    assert!(!kept["steps"]["own"]["met"].as_str().unwrap().contains("guess"), "{kept}");
    page.browser.execute("location.hash = 'lesson=batches/regions';", json!([])).unwrap();
    page.wait_for_step(&steps[4]);
    page.answer(0);
    page.complete();
    page.browser.execute("location.hash = 'lesson=end';", json!([])).unwrap();
    page.wait_for("document.querySelectorAll('#lesson .sentences li').length === 5");
    page.complete();
    assert_eq!(page.value("document.activeElement.textContent"), "What stays");
    let told = page.words("#lesson .scored").unwrap();
    assert!(told.contains("You predicted 0 of 1 correctly."), "{told}");
    assert_eq!(
        page.words("#lesson .batch-told").unwrap(),
        "Your three questions tell 1.843 nats about the targets, BatchMIG’s 1.843. The figure shows both."
    );
    let address = page.address();
    assert!(address.contains("you=3.24") && !address.contains("guess"), "that batch: {address}");
    assert!(visible(&page, "#you-panel canvas") && visible(&page, "#panels canvas"));
    let apart = "[...document.querySelectorAll('#lesson .scored tr')].map((row) => row.getBoundingClientRect().top)
        .every((top, i, all) => i === 0 || top - all[i - 1] > 10)";
    let shown = "[...document.querySelectorAll('#lesson .scored th')].every((th) => getComputedStyle(th).position === 'static')";
    assert_eq!(page.value(&format!("{apart} && {shown}")), true, "no name lies on another");
    assert_eq!(page.value("document.querySelectorAll('#lesson .primary').length"), 1);
    let next = page
        .value("[...document.querySelectorAll('#lesson a')].map((a) => a.getAttribute('href'))");
    for way in ["results.html", "#lab=data"] {
        assert!(next.as_array().unwrap().contains(&json!(way)), "{way}: {next}");
    }
    page.press_button("Finish");
    page.wait_for("document.getElementById('lesson').hidden");
    assert_eq!(page.address(), "v=1&lab=toy&preset=gap", "no game that is half done");
    page.close();
}

#[test]
fn the_answers_of_a_class_are_one_table() {
    let given = |name: &str, choice: usize| {
        let answers = json!({ "name": name, "steps": { "tig": { "choice": choice }, "loop": { "met": "lab=toy" } } });
        format!(
            "https://example.org/#lesson=questions&answers={}",
            pack(&answers.to_string()).unwrap()
        )
    };
    let links = [
        given("Ada <b>", 2),
        given("=Grace", 0),
        "https://example.org/#lesson=questions&answers=AAAA".into(),
    ];
    let page = Page::open("lab=toy");
    page.browser.execute("document.getElementById('path-box').open = true;", json!([])).unwrap();
    page.browser.click("#compare-answers").unwrap();
    let script = "const field = document.getElementById('answer-links');
        field.value = arguments[0];
        field.dispatchEvent(new Event('input', { bubbles: true }));";
    page.browser.execute(script, json!([links.join("\n")])).unwrap();
    page.wait_for("document.querySelectorAll('.answers tbody tr').length === 2");
    let rows = page.value("[...document.querySelectorAll('.answers tbody tr')].map((row) => [...row.children].map((e) => e.textContent).join('|'))");
    assert!(rows[0].as_str().unwrap().starts_with("Ada <b> (another version)|done|✓|–|"), "{rows}");
    assert!(rows[1].as_str().unwrap().starts_with("=Grace (another version)|done|✗|–|"), "{rows}");
    let foot =
        page.value("document.querySelector('.answers tfoot').innerText.replace(/\\s+/g, ' ')");
    assert!(foot.as_str().unwrap().starts_with("All – 1 of 2 "), "{foot}");
    let wrong = page.words(".answers .note").unwrap();
    assert!(wrong.contains("this link is damaged"), "{wrong}");
    page.close();

    // A name goes with what is copied.
    let page = open("lesson=questions");
    page.wait_for_step(&lesson("questions").steps[0]);
    let script = "navigator.clipboard.writeText = async (text) => { window.copied = text; };";
    page.browser.execute(script, json!([])).unwrap();
    page.browser.click("#lesson .tools summary").unwrap();
    page.browser.send_keys("#lesson .who", "Ada").unwrap();
    page.press_button("Copy link to my answers");
    page.wait_for("window.copied !== undefined");
    let link = page.value("window.copied");
    page.close();
    let page = open(link.as_str().unwrap().split_once('#').unwrap().1);
    page.wait_for("document.querySelector('#lesson .report') !== null");
    assert!(page.words("#lesson .report").unwrap().starts_with("Answers by Ada: 0 of 6 steps"));
    page.close();
}
