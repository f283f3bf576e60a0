//! Without a mouse: keys, the order of tabbing, where the focus goes, what is said aloud.

use serde_json::json;
use talscope::scenario::PRESETS;

use super::embed::open_in_its_frame;
use super::support::webdriver::Options;
use super::{Page, native};

const TAB: &str = "\u{E004}";
const ENTER: &str = "\u{E007}";
const ESCAPE: &str = "\u{E00C}";
const PAGE_DOWN: &str = "\u{E00F}";
const END: &str = "\u{E010}";
const HOME: &str = "\u{E011}";
const LEFT: &str = "\u{E012}";
const RIGHT: &str = "\u{E014}";
const DELETE: &str = "\u{E017}";

/// What has the focus: its name, or else what it is.
const FOCUSED: &str = "document.activeElement.getAttribute('aria-label')
    ?? (document.activeElement.id || document.activeElement.tagName)";

#[test]
fn a_probe_by_key_reads_aloud_adds_and_removes() {
    let page = Page::focused("lab=toy&step=2");
    page.value("document.querySelectorAll('.overlay')[3].focus()");
    let press = |keys: &str| page.press(keys);
    press(RIGHT);
    assert!(page.text("spoken").starts_with("BatchMIG: x 0.00, truth 0.30"), "the middle first");
    press(RIGHT);
    assert!(page.text("spoken").starts_with("BatchMIG: x 0.20"), "{}", page.text("spoken"));
    assert!(page.text("spoken").contains("correlation with the middle of the targets"));
    assert_eq!(page.text("step-words"), "after 2 of 4 picks", "the picks stay as they are");
    let all = "[...document.querySelectorAll('.readout')].every((r) => r.textContent.startsWith('x 0.20'))";
    assert_eq!(page.value(all), true, "the place is marked in every panel");
    press(END);
    assert!(page.text("spoken").contains("x 6.00"));
    press(HOME);
    assert!(page.text("spoken").contains("x −6.00"));
    press(PAGE_DOWN);
    assert!(page.text("spoken").contains("x −2.70"), "the first training point");
    press(DELETE);
    page.wait_for("location.hash.match(/point=/g)?.length === 5");
    let said =
        |words: &str| assert!(page.text("spoken").starts_with(words), "{}", page.text("spoken"));
    said("Point at −2.70 removed. ");
    press(HOME);
    press(ENTER);
    page.wait_for("/point=-6(&|$)/.test(location.hash)");
    said("Point added at −6.00. ");
    press(ESCAPE);
    page.wait_for("[...document.querySelectorAll('.readout')].every((r) => r.textContent === '')");
    assert_eq!(page.value(FOCUSED), "Probe of BatchMIG");
    // Elsewhere the arrow keys step.
    page.value("document.activeElement.blur()");
    page.browser.send_keys("body", LEFT).unwrap();
    page.wait_for("document.getElementById('step-words').textContent === 'after 1 of 4 picks'");
    page.go("lab=marginal");
    page.value("document.getElementById('posterior-marks').focus()");
    press(END);
    assert!(page.text("spoken").contains("x 6.00"), "{}", page.text("spoken"));
    assert!(page.text("spoken").contains("the 95% band "), "{}", page.text("spoken"));
    page.close();
}

#[test]
fn the_skip_link_leads_to_the_figure() {
    let page = Page::focused("lab=toy");
    for (link, figure) in [("lab=toy", "Picks shown"), ("lab=marginal", "Probe of the posterior")] {
        page.go(link);
        page.value("document.getElementById('skip').focus()");
        page.press(ENTER);
        assert_eq!(page.value(FOCUSED), figure);
    }
    page.close();
}

#[test]
fn the_focus_never_falls_to_nowhere() {
    let page = Page::focused("lab=toy");
    let pressed = |selector: &str, then: &str| {
        page.value(&format!("document.querySelector('{selector}').focus()"));
        page.press(ENTER);
        page.wait_for(then);
        page.value(FOCUSED)
    };
    let three = "document.querySelectorAll('.panel').length === 3";
    assert_eq!(pressed(".panel:nth-child(2) .remove", three), "Remove MIG");
    let first = "document.querySelector('.panel select').value === 'mig'";
    assert_eq!(pressed(".panel:nth-child(2) .earlier", first), "Rule of panel 1");
    page.value("document.querySelector('.editors details').open = true");
    let five = "document.querySelectorAll('#points .row').length === 5";
    assert_eq!(pressed("[aria-label=\"Remove point 6\"]", five), "Remove point 5");
    let six = "document.querySelectorAll('#points .row').length === 6";
    assert_eq!(pressed("#points > button", six), "point 6, x");
    let last = "document.getElementById('step-on').ariaDisabled === 'true'";
    page.go("lab=toy&step=3");
    assert_eq!(pressed("#step-on", last), "One pick more");
    page.press(ENTER);
    assert_eq!(page.value(FOCUSED), "One pick more");
    page.set("noise", "-1");
    assert!(page.banner().is_some());
    assert_eq!(
        pressed("#banner-close", "document.getElementById('banner').hidden"),
        "control-noise"
    );
    page.value("document.querySelector('.folded').open = true");
    page.value("document.getElementById('control-kernel').focus()");
    page.browser.send_keys("#control-kernel", &format!("+linear(1,1){TAB}")).unwrap();
    page.wait_for("location.hash.includes('linear')");
    assert_ne!(page.value(FOCUSED), "BODY");
    page.close();
}

#[test]
fn tab_goes_the_way_the_eye_goes() {
    let page = Page::open("lab=toy");
    for (lab, beside) in [
        ("toy", 3),
        ("models", 4),
        ("correlation", 0),
        ("marginal", 3),
        ("theorem", 2),
        ("curves", 3),
        ("agreement&d=1&tasks=2&candidate=oracle&candidate=detuned&candidate=shrunk", 1),
    ] {
        for size in [(1280, 800), (820, 1180), (640, 400), (390, 844)] {
            page.browser.emulate(&Options { size, ..Options::default() }).unwrap();
            page.go(&format!("lab={lab}"));
            // In one column, nothing that comes later begins above where something earlier begins.
            let back = page.value(
                "[...document.querySelectorAll('main :is(a, button, input, select, summary, [tabindex=\"0\"])')]
                    .filter((e) => e.checkVisibility() && !e.closest('.side, .check-row'))
                    .map((e) => [e.getBoundingClientRect(), e.outerHTML.slice(0, 60)])
                    .filter(([box], i, all) => i > 0 && box.bottom < all[i - 1][0].top - 4
                        && box.left <= all[i - 1][0].left).map(([, html]) => html)",
            );
            assert_eq!(back.as_array().unwrap().len(), 0, "{lab} at {size:?}: {back}");
            let count = page.value("document.querySelectorAll('.side > *').length");
            assert_eq!(count, if size.0 > 900 { beside } else { 0 }, "{lab} at {size:?}");
        }
    }
    page.close();
}

#[test]
fn enter_leaves_the_focus_in_the_box_right_or_wrong() {
    let page = Page::focused("lab=toy");
    for (lab, name) in
        [("toy", "noise"), ("marginal", "noise"), ("correlation", "b"), ("models", "samples")]
    {
        page.go(&format!("lab={lab}"));
        let field = format!("[name={name}]");
        let typed = |text: &str| {
            page.browser.send_keys(&field, &format!("\u{E009}a\u{E000}{text}{ENTER}")).unwrap();
        };
        typed("0.1x");
        page.wait_for("!document.getElementById('banner').hidden");
        assert_eq!(page.value(FOCUSED), format!("control-{name}"), "{lab}, wrong");
        page.press(ESCAPE);
        page.wait_for("document.getElementById('banner').hidden");
        typed("3");
        page.wait_for(&format!("location.hash.includes('&{name}=3')"));
        assert_eq!(page.value(FOCUSED), format!("control-{name}"), "{lab}, right");
        // What is typed is the browser's to undo, what is done the page's.
        page.press("\u{E009}z\u{E000}");
        page.wait_for(&format!("!location.hash.includes('&{name}=3')"));
        page.wait_for(&format!("document.querySelector('{field}').value !== '3'"));
        page.press("7");
        page.press("\u{E009}z\u{E000}");
        assert!(!page.address().contains("&seed="), "{}", page.address());
    }
    page.close();
}

#[test]
fn a_rule_is_added_by_keys_only_when_it_is_meant() {
    let page = Page::focused("lab=toy");
    page.value("document.getElementById('add-panel').focus()");
    page.press("\u{E015}\u{E015}");
    assert_eq!(page.value("document.querySelectorAll('.panel').length"), 4, "only looked at");
    page.press(ENTER);
    page.wait_for("document.querySelectorAll('.panel').length === 5");
    page.wait_for("document.activeElement.ariaLabel === 'Rule of panel 5'");
    assert!(page.text("spoken").starts_with("EPIG added."), "{}", page.text("spoken"));
    page.close();
}

#[test]
fn who_goes_to_another_lab_arrives_at_its_heading() {
    let page = Page::focused("lab=toy");
    assert_eq!(
        page.value("document.activeElement.tagName"),
        "BODY",
        "nobody is sent anywhere at first"
    );
    for lab in ["marginal", "correlation", "toy"] {
        page.browser.send_keys(&format!("nav [href$='#lab={lab}']"), ENTER).unwrap();
        page.wait_for(&format!("document.querySelector('.lab.{lab}') !== null"));
        assert_eq!(page.value("document.activeElement.tagName"), "H1");
    }
    page.close();
}

/// One sentence for each change: what was done, and what came of it.
#[test]
fn what_came_of_a_change_is_said_aloud_once() {
    let page = Page::focused("lab=marginal&repetitions=3000");
    assert_eq!(page.text("spoken"), "", "nothing was changed");
    // What takes long is said in two parts: what was done, and what came of it.
    page.value("(() => { window.heard = []; const place = document.getElementById('spoken');
        new MutationObserver(() => window.heard.push(place.textContent.trim())).observe(place, { childList: true, characterData: true, subtree: true }); })()");
    let heard = |words: &str| {
        page.wait_for(&format!("window.heard.join(' ').includes('{words}')"));
        page.value("window.heard.splice(0)");
    };
    page.set("stretch", "3");
    heard("The band lies: it promises 95% and holds");
    page.browser.click("#undo").unwrap();
    heard("Undone: Smoothness the model believes in (1 = right). ");
    page.browser.click("#redo").unwrap();
    heard("Redone: Smoothness the model believes in (1 = right). The band lies");
    page.go("lab=toy");
    let said = |start: &str| {
        page.wait_for(&format!(
            "document.getElementById('spoken').textContent.startsWith('{start}')"
        ))
    };
    page.browser.click("#step-back").unwrap();
    page.wait_for("location.hash.includes('step=3')");
    assert_eq!(page.text("spoken"), page.text("notice"));
    page.value("document.querySelector('.panel .remove').click()");
    said("Random removed.");
    let button = |words: &str| {
        let script = "[...document.querySelectorAll('.list > button, .buttons button')]
            .find((button) => button.textContent === arguments[0]).click();";
        page.browser.execute(script, json!([words])).unwrap();
    };
    button("Add point");
    said("point added.");
    let before = page.text("spoken");
    button("Add point");
    page.wait_for("location.hash.match(/point=/g)?.length === 8");
    assert_ne!(page.text("spoken"), before, "what is said again is heard again");
    button("Reset");
    said("Reset.");
    page.close();
}

#[test]
fn a_new_point_is_in_its_box() {
    let page = Page::focused("lab=toy");
    page.value("document.querySelector('.editors details').open = true");
    page.browser.send_keys("#points > button", ENTER).unwrap();
    page.wait_for("document.activeElement.ariaLabel === 'point 7, x'");
    let value = page.value("document.activeElement.value");
    assert_ne!(value, "", "{value}");
    assert!(
        page.address().contains(&format!("point={}", value.as_str().unwrap())),
        "{}",
        page.address()
    );
    page.close();
}

#[test]
fn the_focus_stays_where_work_was_to_be_cancelled() {
    let page = Page::focused("lab=marginal&repetitions=1000");
    let hidden = "getComputedStyle(document.querySelector('.work')).visibility";
    assert_eq!(page.value(hidden), "hidden", "what is done needs no bar");
    page.set("repetitions", "30000");
    page.wait_for("/batches/.test(document.getElementById('count').textContent)");
    page.value("document.getElementById('cancel').focus()");
    page.wait_for("document.getElementById('count').textContent === 'done'");
    page.complete();
    assert_eq!(page.value("document.activeElement.id"), "cancel");
    page.press(TAB);
    assert_ne!(page.value("document.activeElement.tagName"), "BODY");
    page.wait_for(&format!("{hidden} === 'hidden'"));
    page.close();
}

#[test]
fn what_looks_different_is_said_and_only_what_matters_is_read_aloud() {
    let page = Page::open("lab=toy");
    let best = "[...document.querySelectorAll('.rule-batch-mig dt')].map((dt) => dt.textContent)";
    assert_eq!(
        page.value(best),
        json!(["log likelihood, best", "expected, best", "RMSE, best", "information, best"])
    );
    let live =
        "document.getElementById('fingerprint').matches('output, [aria-live], [role=status]')";
    assert_eq!(page.value(live), false);
    page.close();
}

/// What a frame of the copied size shows needs no scrolling, and speaks of the step shown.
#[test]
fn embedded_figures_fit_the_frames_that_are_copied() {
    let page = Page::open("lab=toy");
    for lab in ["toy", "marginal"] {
        let mut links: Vec<String> =
            PRESETS.iter().map(|p| format!("lab={lab}&preset={}", p.name)).collect();
        links.push(format!("lab={lab}&step=0&stretch=3&rule=mig&rule=batch-mig&rule=itl"));
        for link in links {
            open_in_its_frame(&page, &link);
            let words = native(&link).figure().unwrap().words().unwrap();
            assert_eq!(page.text("notice"), words["notice"].as_str().unwrap(), "{link}");
        }
        page.screenshot(&format!("{lab}-framed"));
    }
    page.close();
}

#[test]
fn paper_gets_the_figure_its_words_and_its_link_but_nothing_to_press() {
    let page = Page::open_with("lab=toy", &Options { dark: true, ..Options::default() });
    let drawn = "document.querySelectorAll('.panel svg.paper').length === 4";
    let media = |media: &str| {
        let features = json!([{ "name": "prefers-color-scheme", "value": "dark" }]);
        let media = json!({ "media": media, "features": features });
        page.browser.devtools("Emulation.setEmulatedMedia", media).unwrap();
    };
    media("print");
    page.wait_for("getComputedStyle(document.body).backgroundColor === 'rgb(255, 255, 255)'");
    page.wait_for(drawn);
    let seen = "[...document.querySelectorAll('button:not(.term), input, .overlay, .controls, header.chrome')]
        .filter((e) => e.checkVisibility()).map((e) => e.outerHTML.slice(0, 60))";
    assert_eq!(page.value(seen), json!([]));
    let open = "document.getElementById('description').checkVisibility()";
    assert_eq!(page.value(open), true, "the words are unfolded");
    assert!(
        page.text("paper-link").ends_with("#v=1&lab=toy&preset=gap"),
        "{}",
        page.text("paper-link")
    );
    page.screenshot("toy-paper");
    media("");
    page.wait_for("getComputedStyle(document.body).backgroundColor === 'rgb(21, 23, 28)'");
    assert_eq!(page.value(open), false, "and folded again");
    page.close();
}

#[test]
fn a_problem_solved_by_a_worker_has_its_own_steps() {
    let page = Page::open("lab=toy");
    page.go("lab=toy&target=-6:6:400&pool=-6:6:300&q=20&rule=itl&rule=mig&rule=batch-mig");
    page.wait_for("document.getElementById('step-words').textContent === 'after 20 of 20 picks'");
    page.close();
}

impl Page {
    /// A page that believes its window to have the focus, whichever of those that tests open has it.
    pub(super) fn focused(link: &str) -> Self {
        let page = Self::open(link);
        page.browser
            .devtools("Emulation.setFocusEmulationEnabled", json!({ "enabled": true }))
            .unwrap();
        page
    }

    /// Presses a key where the focus is.
    pub(super) fn press(&self, key: &str) {
        self.browser.send_keys(":focus", key).unwrap();
    }
}

#[test]
fn a_wrong_number_in_a_list_is_marked_and_kept_in_reach() {
    let page = Page::focused("lab=toy");
    page.value(
        "document.querySelectorAll('.editors details').forEach((each) => (each.open = true))",
    );
    let shown = |box_: &str| page.value(&format!("document.querySelector('{box_}').value"));
    let to = "#regions .row input:nth-child(2)";
    page.browser.click(to).unwrap();
    page.value(&format!("document.querySelector('{to}').select()"));
    page.press(&format!("-20{ENTER}"));
    page.wait_for("!document.getElementById('banner').hidden");
    assert_eq!(page.value(&format!("document.querySelector('{to}').ariaInvalid")), "true");
    page.press(ESCAPE);
    page.wait_for("document.getElementById('banner').hidden");
    assert_eq!(page.value(FOCUSED), "region 1, to", "what is to be mended");
    page.value("document.activeElement.select()");
    page.press(&format!("1.5{ENTER}"));
    page.wait_for("location.hash.includes(':1.5:')");
    page.complete();
    assert_eq!(page.value("document.querySelector('[aria-invalid]')"), json!(null));
    // What a figure cannot hold is clipped, in the box as in the figure.
    let y = "#points .row input:nth-child(2)";
    page.browser.click(y).unwrap();
    page.value(&format!("document.querySelector('{y}').select()"));
    page.press(&format!("9e99{ENTER}"));
    page.wait_for(&format!("document.querySelector('{y}').value !== '9e99'"));
    let y = shown(y);
    assert!(page.address().contains(&format!(":{}&", y.as_str().unwrap())), "{}", page.address());
    page.close();
}
