//! What a lecturer needs: worksheets that give nothing away, steps that wait for an answer, a view for a room.

use serde_json::json;
use talscope::lesson::pack;

use super::Page;
use super::lesson::{lesson, open, open_with};
use super::present::press;
use super::share::serve;
use super::support::webdriver::Options;
use super::url;

/// Presses one of a lesson's tools, where nothing is really printed.
fn print(page: &Page, words: &str) {
    page.value("(window.print = () => {})");
    page.press_button(words);
    page.wait_for("document.getElementById('worksheet')");
}

/// The sheets of questions, without that of answers.
const QUESTIONS: &str = "[...document.querySelectorAll('#worksheet > .sheet-step')].map((step) => step.textContent).join('\\n')";

#[test]
fn a_worksheet_of_picks_gives_no_answer_away() {
    let page = open("lesson=questions/loop");
    page.wait_for_step(&lesson("questions").steps[0]);
    let before = page.address();
    print(&page, "Worksheet with answers");
    let asked = page.value(QUESTIONS);
    for telling in ["0.000", "1.028", "information0", "after 1 of 1"] {
        assert!(!asked.as_str().unwrap().contains(telling), "{telling}: {asked}");
    }
    let drawn = page.value("[...document.querySelectorAll('#worksheet > .sheet-step')].map((step) => step.querySelectorAll('svg').length)");
    assert_eq!(drawn, json!([2, 1, 2, 1, 0, 1]), "what step 5 shows answers steps 2 and 4");
    let told = page.value("document.querySelector('.answer-sheet').textContent");
    assert!(told.as_str().unwrap().contains("0.000") && !told.as_str().unwrap().contains('…'));
    assert_eq!(
        page.value("document.querySelectorAll('#worksheet :is(button, input, select)').length"),
        0
    );
    // Letters are as large as they are drawn: on A4 with its margins 688 pixels are the width.
    let small = page.value(
        "[...document.querySelectorAll('#worksheet svg text')].filter((text) => {
            const svg = text.closest('svg');
            const scale = parseFloat(svg.style.width) / svg.viewBox.baseVal.width;
            return parseFloat(text.getAttribute('font-size')) * scale < 9 || parseFloat(svg.style.width) > 688; }).length",
    );
    assert_eq!(small, 0);
    page.value("dispatchEvent(new Event('afterprint'))");
    page.complete();
    assert_eq!(page.address(), before, "the page is as it was");
    page.close();
}

#[test]
fn a_worksheet_shows_a_steps_own_parts_once_they_are_whole() {
    let page = open("lesson=bands/promise");
    page.wait_for_step(&lesson("bands").steps[0]);
    print(&page, "Worksheet with answers");
    let asked = page.value(QUESTIONS);
    for telling in ["94.", "−0.713", "Too few functions", "come together", "honest:"] {
        assert!(!asked.as_str().unwrap().contains(telling), "{telling}: {asked}");
    }
    let drawn = page.value("[...document.querySelectorAll('#worksheet > .sheet-step')].map((step) => step.querySelectorAll('svg').length)");
    assert_eq!(drawn, json!([1, 1, 1, 1, 0]), "no calibration where none is named");
    let told = page.value("document.querySelector('.answer-sheet').textContent").to_string();
    for answer in ["come together", "over 4,000 functions", "The band lies"] {
        assert!(told.contains(answer), "{answer}: {told}");
    }
    assert!(!told.contains("missing") && !told.contains("Too few"), "{told}");
    page.close();
}

/// Numbers and names that one can press on the page are words on paper.
#[test]
fn a_worksheet_has_the_numbers_of_its_tables() {
    let page = open("lesson=judging/meta");
    page.wait_for_step(&lesson("judging").steps[0]);
    print(&page, "Worksheet with answers");
    let empty = "[...document.querySelectorAll('#worksheet .cross-table :is(td.heat, tbody th)')].filter((cell) => !/[a-z0-9]/.test(cell.textContent)).length";
    assert_eq!(page.value(empty), 0);
    // XLL of step 4, answered, and of step 6, asked and answered.
    let cells = page.value("document.querySelectorAll('#worksheet .cross-table td.heat').length");
    assert!(cells.as_u64().unwrap() >= 9 + 2 * 16, "{cells}");
    let told = page.value("document.querySelector('#worksheet .cross-table').textContent");
    assert!(told.as_str().unwrap().contains("oracle"), "{told}");
    assert_eq!(page.value("document.querySelectorAll('#worksheet :is(button, input)').length"), 0);
    page.close();
}

#[test]
fn a_worksheet_in_the_making_says_how_far_it_is_and_can_be_cancelled() {
    let page = open("lesson=curves/luck");
    let steps = lesson("curves").steps;
    page.wait_for_step(&steps[0]);
    page.value("(window.print = () => { window.printed = true; })");
    page.press_button("Print a worksheet");
    page.wait_for("document.querySelector('dialog.printing progress')?.value > 0");
    page.browser.click("dialog.printing button").unwrap();
    page.wait_for("!document.querySelector('dialog.printing')");
    page.complete();
    let left = "document.getElementById('worksheet') === null && window.printed === undefined && !('capture' in document.documentElement.dataset)";
    assert_eq!(page.value(left), true);
    assert_eq!(page.value("document.documentElement.dataset.show"), "controls curves");
    page.close();
}

#[test]
fn the_game_is_printed_without_its_buttons() {
    let page = Page::open("lab=toy&rule=tig&rule=mig&rule=batch-mig&you=&play=1");
    page.browser.devtools("Emulation.setEmulatedMedia", json!({ "media": "print" })).unwrap();
    page.wait_for("!document.querySelector('.play-bar').checkVisibility()");
    page.browser.devtools("Emulation.setEmulatedMedia", json!({ "media": "" })).unwrap();
    page.close();
}

#[test]
fn picks_wait_for_the_answer() {
    let page = open("lesson=questions/four");
    page.wait_for_step(&lesson("questions").steps[5]);
    for press in ["#step-on", "#play"] {
        page.value(&format!("document.querySelector('{press}').click()"));
        let off = page.value(&format!("document.querySelector('{press}').ariaDisabled"));
        assert_eq!(off, "true", "{press}");
    }
    assert_eq!(page.value("document.getElementById('step').disabled"), true);
    press(&page, "ArrowRight");
    page.complete();
    assert!(page.address().contains("step=0"), "{}", page.address());
    page.answer(1);
    page.wait_for("!location.hash.includes('step=0')");
    page.value("document.querySelector('#step-back').click()");
    page.wait_for("location.hash.includes('step=3')");
    page.value("document.querySelector('#step-on').click()");
    page.wait_for("!location.hash.includes('step=3')");
    page.close();
    // What a step shows may be gone back to, and no further.
    let page = open("lesson=batches/second");
    page.wait_for_step(&lesson("batches").steps[0]);
    page.value("document.querySelector('#step-back').click()");
    page.wait_for("location.hash.includes('step=0')");
    page.value("document.querySelector('#step-on').click()");
    page.wait_for("location.hash.includes('step=1')");
    page.wait_for("document.querySelector('#step-on').ariaDisabled === 'true'");
    page.close();
}

#[test]
fn a_clicker_leads_through_a_lesson() {
    let page =
        open_with("lesson=questions/four", &Options { size: (1280, 800), ..Options::default() });
    let steps = lesson("questions").steps;
    page.wait_for_step(&steps[5]);
    page.value("document.getElementById('present').click()");
    page.wait_for("location.hash.includes('present=1')");
    let question = page.words("#lesson .predict").unwrap();
    assert!(question.contains("They will lie") && question.contains("side by side"), "{question}");
    assert_eq!(page.value("document.querySelector('#lesson .tools').checkVisibility()"), false);
    // Nothing is chosen: it is told, and nobody has answered it.
    press(&page, "PageDown");
    page.wait_for("!location.hash.includes('step=') && location.hash.includes('present=1')");
    page.complete();
    let told = page.words("#lesson").unwrap();
    assert!(told.contains("side by side (right)") && told.contains("All four lie"), "{told}");
    assert_eq!(page.kept("questions")["steps"]["four"]["choice"], json!(null));
    press(&page, "PageUp");
    page.wait_for("location.hash.includes('step=3')");
    page.close();

    // What is chosen is committed to; then comes the next step.
    let page = open("lesson=questions/tig");
    page.wait_for_step(&steps[1]);
    page.value("document.getElementById('present').click()");
    page.browser.click("#lesson input[value='2']").unwrap();
    page.value("document.activeElement.blur()");
    press(&page, "PageDown");
    page.wait_for("document.querySelector('#lesson .feedback')?.textContent.includes('Right.')");
    page.complete();
    press(&page, "PageDown");
    page.wait_for_step(&steps[2]);
    assert!(page.address().contains("present=1"), "{}", page.address());
    press(&page, "Escape");
    page.wait_for("!location.hash.includes('present')");
    assert_eq!(page.value("document.activeElement.id"), "lab");
    page.close();
}

#[test]
fn the_game_tells_no_answer_before_it_is_played() {
    let page = Page::open("lab=toy&rule=tig&rule=mig&rule=batch-mig&you=&play=1");
    let telling = "['#table-box', '#names-box', '#save-csv', '#save-json', '#save-svg'].filter((each) => document.querySelector(each).checkVisibility())";
    assert_eq!(page.value(telling), json!([]));
    page.go("lab=toy&rule=tig&rule=mig&rule=batch-mig&you=-0.5&you=0.5&you=1&you=0&play=2");
    assert_eq!(page.value(telling).as_array().unwrap().len(), 5);
    page.close();
}

#[test]
fn the_moral_waits_for_the_guess() {
    let page = Page::open("lab=toy&you=&guess=1");
    let heading = || page.value("document.querySelector('h1').innerText");
    assert!(!heading().as_str().unwrap().contains("best questions"), "{}", heading());
    page.browser.devtools("Emulation.setEmulatedMedia", json!({ "media": "print" })).unwrap();
    assert!(!heading().as_str().unwrap().contains("best questions"), "{}", heading());
    page.browser.devtools("Emulation.setEmulatedMedia", json!({ "media": "" })).unwrap();
    page.go("lab=toy&you=-0.5&you=0.5&you=1&you=0");
    assert!(heading().as_str().unwrap().contains("best questions"), "{}", heading());
    page.close();
}

#[test]
fn a_class_is_counted_by_people_and_by_options() {
    let given = |name: &str, id: &str, choice: usize| {
        let answers =
            json!({ "name": name, "id": id, "steps": { "tig": { "choice": choice } } }).to_string();
        format!("https://example.org/#lesson=questions&answers={}", pack(&answers).unwrap())
    };
    let links = [
        // Two who say no name and answer alike, one who sends twice, two of one name, and one from before ids.
        given("", "a1", 2),
        given("", "b2", 2),
        given("Ada", "c3", 0),
        given("Ada", "c3", 2),
        given("Ada", "d4", 1),
        given("Kurt", "", 0),
        "https://example.org/#lesson=questions&answers=AAAA".into(),
    ];
    let page = Page::open("lab=toy");
    page.value("document.getElementById('path-box').open = true");
    page.browser.click("#compare-answers").unwrap();
    let script = "const field = document.getElementById('answer-links');
        field.value = arguments[0];
        field.dispatchEvent(new Event('input', { bubbles: true }));";
    page.browser.execute(script, json!([links.join("\n")])).unwrap();
    page.wait_for("document.querySelectorAll('.answers tbody tr').length === 5");
    let counted = page.words(".counted-links").unwrap();
    assert!(counted.starts_with("7 links, 1 of them again"), "{counted}");
    assert!(counted.ends_with("1 unreadable."), "{counted}");
    let chosen = page
        .value("[...document.querySelectorAll('.chosen-counts li')].map((item) => item.textContent.replace(/\\s+/g, ' '))");
    let chosen: Vec<&str> =
        chosen.as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect();
    assert_eq!(chosen.len(), 3);
    assert!(chosen[0].starts_with("1 of 5 About 0.7"), "{chosen:?}");
    assert!(chosen[2].starts_with("3 of 5 ✓ Nothing"), "{chosen:?}");
    page.close();

    // One student's links are one student's.
    let copied = |page: &Page| {
        page.value("(navigator.clipboard.writeText = async (text) => { window.copied = text; })");
        page.press_button("Copy link to my answers");
        page.wait_for("window.copied !== undefined");
        let link = page.value("window.copied");
        let packed = link.as_str().unwrap().split_once("answers=").unwrap().1;
        let answers: serde_json::Value =
            serde_json::from_str(&talscope::lesson::unpack(packed).unwrap()).unwrap();
        answers["id"].as_str().unwrap().to_string()
    };
    let page = open("lesson=questions/tig");
    page.wait_for_step(&lesson("questions").steps[1]);
    let first = copied(&page);
    assert_eq!(first.len(), 16);
    page.answer(2);
    assert_eq!(copied(&page), first);
    page.close();
    let page = open("lesson=questions/tig");
    page.wait_for_step(&lesson("questions").steps[1]);
    assert_ne!(copied(&page), first, "another browser, another person");
    page.close();
}

#[test]
fn whatever_is_presented_fits_the_window() {
    for size in [(1280, 720), (1920, 1080)] {
        let page = Page::open_with("lab=toy", &Options { size, ..Options::default() });
        for (link, canvas, least) in [
            (
                "lab=correlation&tasks=0&show=squares:1",
                ".square:not([data-off]) canvas:not(.swatch)",
                0.55,
            ),
            ("lab=theorem&show=batch", "#divergences", 0.3),
            ("lab=theorem&show=cloud", "#gaps", 0.5),
            ("lab=agreement&d=1&tasks=2", "#scatter", 0.5),
            ("lab=agreement&d=1&tasks=2&show=matrix", ".matrix canvas", 0.8),
            ("lab=toy&you=&guess=1", "#you-panel canvas", 0.6),
            (
                "lab=toy&rule=tig&rule=mig&rule=batch-mig&you=-0.5&you=0.5&you=1&you=0&play=2",
                "#board canvas",
                0.5,
            ),
        ] {
            page.go(&format!("{link}&present=1"));
            let height = size.1 as f64;
            let over = page.value("document.documentElement.scrollHeight - innerHeight");
            assert!(over.as_f64().unwrap() <= 1.0, "{link} at {size:?} is {over} too high");
            let drawn = page.value(&format!(
                "document.querySelector('{canvas}').getBoundingClientRect().height"
            ));
            assert!(drawn.as_f64().unwrap() >= least * 0.9 * height, "{link}: {drawn} of {height}");
        }
        let bars = page
            .value("document.getElementById('bars').getBoundingClientRect().bottom <= innerHeight");
        assert_eq!(bars, true, "the score is in sight");
        page.close();
    }
}

#[test]
fn parts_are_called_by_their_words() {
    let page = Page::open("lab=theorem&present=1");
    press(&page, "ArrowDown");
    page.wait_for("document.getElementById('spoken').textContent.trim() === 'one batch'");
    press(&page, "ArrowDown");
    page.wait_for("document.getElementById('spoken').textContent.trim() === 'many batches'");
    page.close();
}

#[test]
fn a_presenter_starts_at_the_end_blanks_and_shows_what_rules_ask() {
    let page = Page::open("lab=toy&rule=mig&rule=batch-mig&present=1");
    press(&page, "PageDown");
    page.wait_for("location.hash.includes('step=0')");
    press(&page, "PageDown");
    page.wait_for("location.hash.includes('step=1')");
    for key in ["b", "."] {
        press(&page, key);
        assert_eq!(
            page.value("getComputedStyle(document.getElementById('lab')).visibility"),
            "hidden"
        );
        press(&page, "PageDown");
        assert_eq!(
            page.value("getComputedStyle(document.getElementById('lab')).visibility"),
            "visible"
        );
        assert!(page.address().contains("step=1"), "that key only shows the figure again");
    }
    press(&page, "?");
    page.wait_for("document.querySelector('dialog[open]')?.textContent.includes('dark screen')");
    page.value("document.querySelector('dialog').close()");
    page.go("lab=toy&rule=mig&rule=batch-mig&you=-0.5&you=0.5&you=1&you=0&guess=1&present=1");
    press(&page, "PageDown");
    page.wait_for("!location.hash.includes('guess') && location.hash.includes('present=1')");
    page.close();
}

#[test]
fn a_click_in_a_frame_leaves_a_deck_its_keys() {
    let page = Page::open("lab=toy");
    let html = format!(
        "<body onkeydown=\"(window.heard ??= []).push([event.key, event.keyCode, event.shiftKey].join())\">
         <talscope-figure link=\"lab=toy&amp;preset=gap&amp;show=panels:3\"></talscope-figure>
         <script src=\"{}talscope-embed.js\"></script>",
        url()
    );
    let deck = serve(move |_| ("text/html".into(), html.clone().into_bytes()));
    page.browser.navigate(&deck.replace("127.0.0.1", "localhost")).unwrap();
    page.wait_for("document.querySelector('iframe')");
    page.browser.enter_frame("iframe").unwrap();
    page.complete();
    page.wait_for("document.documentElement.dataset.sized !== undefined");
    for key in ["PageDown", " ", "PageUp", "x"] {
        press(&page, key);
    }
    // A field and a button have a use for the space bar themselves.
    page.value(
        "document.body.append(Object.assign(document.createElement('button'), { id: 'b' }))",
    );
    page.value("document.getElementById('b').focus()");
    press(&page, " ");
    page.browser.leave_frame().unwrap();
    page.wait_for("window.heard?.length >= 3");
    assert_eq!(
        page.value("window.heard"),
        json!(["PageDown,34,false", " ,32,false", "PageUp,33,false"])
    );
    page.close();
}
