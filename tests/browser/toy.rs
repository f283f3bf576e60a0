//! The toy lab as a person uses it: looking, stepping, changing, sharing, saving.

use serde_json::{Value, json};
use talscope::lab::toy;
use talscope::scenario::{Link, PRESETS};

use super::support::webdriver::Options;
use super::{Page, native, native_fingerprint, saved, saved_bytes};

#[test]
fn the_page_opens_with_four_solved_panels() {
    let page = Page::open_with("lab=toy", &Options { size: (1280, 800), ..Options::default() });
    assert_eq!(page.titles(), ["Random", "TIG", "MIG", "BatchMIG"]);
    assert_eq!(page.errors(), ["0.344", "0.927", "0.770", "0.014"]);
    let best =
        page.value("document.querySelectorAll('.panel')[3].querySelectorAll('.best').length");
    assert_eq!(best, 4, "BatchMIG is best by every number");
    let bottom = page.value("document.getElementById('panels').getBoundingClientRect().bottom");
    assert!(bottom.as_f64().unwrap() <= 800.0, "the figure ends at {bottom}: no scrolling");
    assert!(page.text("notice").contains("BatchMIG"));
    assert_eq!(page.text("fingerprint"), native_fingerprint("lab=toy"));
    page.close();
}

#[test]
fn every_preset_shows_the_errors_and_the_fingerprint_of_the_engine() {
    let page = Page::open("lab=toy");
    for preset in &PRESETS {
        let link = format!("v=1&lab=toy&preset={}", preset.name);
        page.go(&link);
        let solved = toy::solve(&link.parse::<Link>().unwrap().scenario).unwrap();
        let last = |panel: &toy::Panel| format!("{:.3}", panel.results.last().unwrap().rmse);
        assert_eq!(page.errors(), solved.panels.iter().map(last).collect::<Vec<_>>(), "{link}");
        assert_eq!(page.text("fingerprint"), native_fingerprint(&link), "{link}");
        page.screenshot(&format!("toy-{}", preset.name));
    }
    page.close();
}

#[test]
fn stepping_walks_through_the_picks() {
    let page = Page::open("lab=toy");
    assert_eq!(page.text("step-words"), "after 4 of 4 picks");
    page.browser.click("#step-back").unwrap();
    page.wait_for("location.hash.includes('step=3')");
    assert_eq!(page.text("step-words"), "after 3 of 4 picks");
    let solved = toy::solve(&"lab=toy".parse::<Link>().unwrap().scenario).unwrap();
    let third = format!("{:.3}", solved.panels[3].results[3].rmse);
    page.wait_for(&format!(
        "document.querySelectorAll('.numbers')[3].textContent.includes('{third}')"
    ));
    page.browser.send_keys("body", "\u{E012}\u{E012}").unwrap();
    page.wait_for("location.hash.includes('step=1')");
    assert_eq!(page.text("fingerprint"), native_fingerprint("lab=toy"), "a look, not a change");
    page.screenshot("toy-step-1");
    page.close();
}

#[test]
fn playing_shows_pick_after_pick_and_ends() {
    let page = Page::open("lab=toy&q=2");
    page.browser.click("#play").unwrap();
    page.wait_for("document.getElementById('step-words').textContent === 'after 1 of 2 picks'");
    assert!(page.text("play").contains("Pause"));
    page.wait_for("document.getElementById('step-words').textContent === 'after 2 of 2 picks'");
    page.wait_for("document.getElementById('play').textContent.includes('Play')");
    page.close();
}

#[test]
fn readers_who_want_little_motion_get_steps_only() {
    let options = Options { reduced_motion: true, ..Options::default() };
    let page = Page::open_with("lab=toy", &options);
    assert_eq!(page.value("document.getElementById('play').hidden"), true);
    assert_eq!(page.text("still"), "Play is off: your system asks for less motion");
    assert_eq!(page.value("document.getElementById('still').checkVisibility()"), true);
    page.browser.click("#step-back").unwrap();
    page.wait_for("location.hash.includes('step=3')");
    page.close();
}

#[test]
fn panels_can_be_chosen_moved_added_and_removed() {
    let page = Page::open("lab=toy");
    page.choose("#add-panel", "batch-tig");
    page.wait_for("document.querySelectorAll('.panel').length === 5");
    assert_eq!(page.titles()[4], "BatchTIG");
    let offered = "[...document.getElementById('add-panel').options].map((o) => o.value).join()";
    assert_eq!(page.value(offered), ",epig,itl,vtl,ctl");
    let seen = "document.querySelectorAll('.panel')[4].getBoundingClientRect().bottom";
    let seen = page.value(seen).as_f64().unwrap();
    assert!(seen <= 901.0, "the new panel is in sight: it ends at {seen}");
    page.value(
        "document.querySelectorAll('.panel')[4].querySelector('[title=\"Move earlier\"]').click()",
    );
    page.wait_for("document.querySelectorAll('.panel select')[3].value === 'batch-tig'");
    page.value("document.querySelector('.panel [title=Remove]').click()");
    page.wait_for("document.querySelectorAll('.panel').length === 4");
    assert_eq!(page.titles(), ["TIG", "MIG", "BatchTIG", "BatchMIG"]);
    page.choose(".panel select", "ctl");
    page.wait_for("location.hash.includes('rule=ctl&rule=mig')");
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint(&page.address()));
    page.close();
}

/// A phone has an order of its own for the usual rules; whatever is changed, the others stay where they are.
#[test]
fn a_panel_that_is_changed_on_a_phone_stays_where_it_is() {
    let page = Page::open_with("lab=toy", &Options { size: (390, 844), ..Options::default() });
    assert_eq!(page.titles(), ["MIG", "BatchMIG", "TIG", "Random"]);
    let names =
        page.texts("[...document.querySelectorAll('.panel select')].map((s) => s.ariaLabel)");
    assert_eq!(names[0], "Rule of panel 1");
    let choose = |what: &str, value: &str| {
        page.choose(what, value);
        page.complete();
    };
    choose(".panel select", "epig");
    assert_eq!(page.titles(), ["EPIG", "BatchMIG", "TIG", "Random"]);
    page.browser.execute("history.back();", json!([])).unwrap();
    page.wait_for("document.querySelector('.panel select').value === 'mig'");
    choose("#add-panel", "itl");
    assert_eq!(page.titles(), ["MIG", "BatchMIG", "TIG", "Random", "ITL"]);
    page.value("document.querySelectorAll('.panel .remove')[1].click()");
    page.wait_for("document.querySelectorAll('.panel').length === 4");
    assert_eq!(page.titles(), ["MIG", "TIG", "Random", "ITL"]);
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint(&page.address()));
    let seen = page.errors();
    let solved = toy::solve(&page.address().parse::<Link>().unwrap().scenario).unwrap();
    let last = |panel: &toy::Panel| format!("{:.3}", panel.results.last().unwrap().rmse);
    assert_eq!(seen, solved.panels.iter().map(last).collect::<Vec<_>>());
    page.go("lab=toy");
    page.wait_for("document.querySelector('.panel select').value === 'mig'");
    assert_eq!(page.errors(), ["0.770", "0.014", "0.927", "0.344"], "each with its own numbers");
    page.close();
}

#[test]
fn the_lab_and_its_data_survive_the_way_to_the_other_lab_and_back() {
    let page = Page::open("lab=toy&preset=edge&noise=0.2");
    page.browser.click("nav [href$='#lab=marginal']").unwrap();
    page.wait_for("document.getElementById('verdict') !== null");
    page.complete();
    assert_eq!(page.address(), "v=1&lab=marginal&preset=edge&noise=0.2");
    page.browser.click("nav [href$='#lab=toy']").unwrap();
    page.wait_for("document.querySelectorAll('.panel').length === 4");
    assert_eq!(page.text("fingerprint"), native_fingerprint("lab=toy&preset=edge&noise=0.2"));
    page.close();
}

#[test]
fn two_hundred_random_changes_leave_no_error() {
    let page = Page::open("lab=toy");
    let script = "
        const [done] = arguments;
        let seed = 12345;
        const random = (n) => { seed = (seed * 1103515245 + 12345) % 2147483648; return seed % n; };
        const change = () => {
          const fields = [...document.querySelectorAll('.controls select, .controls input[type=range], .stepper input')];
          const field = fields[random(fields.length)];
          if (field.tagName === 'SELECT') field.selectedIndex = random(field.options.length);
          else field.value = String(Number(field.min) + random(Number(field.max) - Number(field.min) + 1));
          field.dispatchEvent(new Event('input', { bubbles: true }));
          field.dispatchEvent(new Event('change', { bubbles: true }));
          return document.getElementById('banner').hidden ? '' : location.hash + document.getElementById('banner-words').textContent;
        };
        const wrong = [];
        let left = 200;
        const next = () => {
          const words = change();
          if (words) wrong.push(words);
          if (--left > 0) requestAnimationFrame(next); else done(wrong);
        };
        next();";
    let wrong = page.browser.execute_async(script, json!([])).unwrap();
    assert_eq!(wrong, json!([]));
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint(&page.address()));
    page.close();
}

#[test]
fn memory_does_not_grow_while_dragging() {
    let page = Page::open("lab=toy");
    let frames = |count: usize| {
        let function = format!(
            "async ({{ core }}) => {{
                const canvas = document.querySelector('.panel canvas');
                const surface = () => new core.Surface(canvas, 400, 216, 1, false, false);
                for (let i = 0; i < {count}; i += 1) {{
                  const place = Float64Array.of(0, -3 + (i % 100) / 50, (i % 7) / 7);
                  const figure = new core.Figure(core.touch('lab=toy', 'move point', place));
                  for (let panel = 0; panel < 4; panel += 1) figure.draw('panel', Float64Array.of(panel), surface());
                  figure.words();
                  figure.free();
                }}
                return core.memory_bytes();
            }}"
        );
        page.module("core.js", &function).as_u64().unwrap()
    };
    let (few, many) = (frames(200), frames(1800));
    assert_eq!(few, many, "bytes of wasm memory after 200 and after 2,000 frames");
    page.close();
}

#[test]
fn downloads_open_and_hold_the_figure() {
    let page = Page::open("lab=toy&preset=relu");
    let folder = page.downloads("toy-downloads");
    for button in ["svg", "png", "csv", "json"] {
        page.browser.click(&format!("#save-{button}")).unwrap();
    }
    let svg = saved(&folder.join("talscope-toy-relu.svg"));
    let well_formed = page.browser.execute(
        "return new DOMParser().parseFromString(arguments[0], 'image/svg+xml')
            .querySelector('parsererror') === null;",
        json!([svg]),
    );
    assert_eq!(well_formed.unwrap(), true);
    assert!(svg.contains("BatchMIG") && svg.contains("information"), "the figure has its numbers");
    assert!(
        svg.contains("after 3 of 3 picks") && svg.contains("* marks the best"),
        "and says what it shows"
    );
    let png = saved_bytes(&folder.join("talscope-toy-relu.png"));
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    let (width, height) = native("lab=toy&preset=relu").saved_size().unwrap();
    assert_eq!((number(16), number(20)), (2 * width, 2 * height), "twice the figure's size");
    assert!(png.len() > 50_000, "a PNG of {} bytes is nearly empty", png.len());
    let opened = native("lab=toy&preset=relu");
    let csv = saved(&folder.join("talscope-toy-relu.csv"));
    assert!(csv == opened.csv().unwrap(), "every digit");
    let report = toy::report(&toy::solve(&opened.link().scenario).unwrap()).unwrap();
    let json: Value = serde_json::from_str(&saved(&folder.join("talscope-toy-relu.json"))).unwrap();
    assert_eq!(json, report.json(&opened.about().unwrap()));
    assert_eq!(json["link"], "v=1&lab=toy&preset=relu");
    page.close();
}

impl Page {
    /// The names of the rules shown.
    fn titles(&self) -> Vec<String> {
        self.texts(
            "[...document.querySelectorAll('.panel select')].map((s) => s.selectedOptions[0].text)",
        )
    }

    /// The root mean square error under each panel.
    fn errors(&self) -> Vec<String> {
        self.texts("[...document.querySelectorAll('.numbers')].map((n) => n.querySelectorAll('dd')[2].textContent)")
    }

    pub(super) fn texts(&self, expression: &str) -> Vec<String> {
        let texts = self.value(expression);
        texts.as_array().unwrap().iter().map(|text| text.as_str().unwrap().into()).collect()
    }
}
