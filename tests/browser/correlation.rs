//! The correlation lab as a person uses it.

use serde_json::{Value, json};
use talscope::json::answer;

use super::embed::open_in_its_frame;
use super::support::webdriver::Options;
use super::{Page, native_fingerprint, saved, saved_bytes};

pub(super) const LINE: &str = "v=1&lab=correlation&preset=gap";

/// The same with models that are wrong in several ways.
pub(super) const SIX: &str = "v=1&lab=correlation&preset=gap&candidate=oracle&candidate=detuned\
                   &candidate=detuned(0.5)&candidate=relu(50,6)&candidate=shrunk&candidate=independent";

#[test]
fn squares_scores_and_fingerprint_are_the_engines() {
    let page = Page::open_with(SIX, &Options { size: (1280, 800), ..Options::default() });
    assert_eq!(page.text("fingerprint"), native_fingerprint(SIX));
    let titles = page.all(".square .title");
    assert_eq!(titles[..2], ["oracle", "lengthscale × 2"]);
    assert_eq!(titles.len(), 6);
    assert_eq!(page.all(".square:nth-child(2) dd")[1], "0.857");
    assert!(page.all(".cross-table tfoot td")[6].starts_with("0.167"), "XLLR of the oracle");
    for part in [".function:last-child canvas", ".square canvas.overlay"] {
        let end =
            page.value(&format!("document.querySelector('{part}').getBoundingClientRect().bottom"));
        assert!(end.as_f64().unwrap() <= 800.0, "{part} ends at {end}: no scrolling");
    }
    assert!(page.text("description").contains("metacorrelation 0.857"));
    page.screenshot("correlation");
    page.close();
}

#[test]
fn synthetic_tasks_are_the_workers_and_the_engines() {
    for (task, d) in [("paper", 3), ("benchmark", 2)] {
        let link = format!("v=1&lab=correlation&task={task}&d={d}&tasks=2");
        let page = Page::open(&link);
        assert_eq!(page.text("fingerprint"), native_fingerprint(&link), "{link}");
        assert_eq!(page.text("count"), "done");
        assert!(page.colours(".square .stack canvas") > 20, "a square has many shades");
        page.screenshot(&format!("correlation-{task}"));
        page.close();
    }
}

#[test]
fn models_are_selected_changed_renamed_added_and_removed() {
    let page = Page::open(SIX);
    page.browser.click(".square:nth-child(4) .title").unwrap();
    page.wait_for("location.hash.includes('model=3')");
    page.wait_for("document.querySelector('[name=\"candidate.3.width\"]') !== null");
    page.set("candidate.3.width", "20");
    page.wait_for("location.hash.includes('candidate=relu(20,6)')");
    page.set("candidate.3.name", "small net");
    page.wait_for("document.querySelectorAll('.square .title')[3].textContent === 'small net'");
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint(&page.address()));
    page.browser.click("#is-reference").unwrap();
    page.wait_for("location.hash.includes('candidate=!small%20net:relu(20,6)')");
    page.wait_for("document.querySelectorAll('.cross-table .heat').length === 30");
    page.browser.click("#add-model").unwrap();
    page.wait_for("document.querySelectorAll('.square').length === 7");
    assert_eq!(page.text("model-title"), "GP matern12(2)", "the new one is selected");
    page.set("candidate.6.kind", "fourier");
    page.wait_for(
        "document.querySelectorAll('.square .title')[6].textContent === '50 Fourier features'",
    );
    page.value("document.querySelector('#model .buttons button').click()");
    page.wait_for("document.querySelectorAll('.square').length === 6");
    page.browser.click("#undo").unwrap();
    page.wait_for("document.querySelectorAll('.square').length === 7");
    page.set("candidate.6.width", "0");
    let said = page.banner().unwrap();
    assert!(
        said.contains("Features: must be a whole number between 1 and 2000, got \"0\""),
        "{said}"
    );
    page.close();
}

#[test]
fn a_reference_marks_its_batch() {
    let page = Page::open(LINE);
    let marked = "(() => { const c = document.querySelectorAll('.square .overlay')[0];
        const { data } = c.getContext('2d').getImageData(0, 0, Math.max(1, c.width), c.height);
        let n = 0; for (let i = 3; i < data.length; i += 4) n += data[i] > 0; return n; })()";
    let plain = page.value(marked);
    page.value("document.querySelectorAll('.cross-table button.link')[1].click()");
    page.wait_for("location.hash.includes('batch=1:')");
    // A box appears.
    page.wait_for(&format!("{marked} > {plain} + 8"));
    page.screenshot("correlation-batch");
    page.value("document.querySelectorAll('.cross-table button.link')[1].click()");
    page.wait_for("!location.hash.includes('batch=')");
    page.close();
}

#[test]
fn the_table_is_what_score_says_of_the_saved_predictions() {
    let page = Page::open(&format!("{LINE}&compare=targets&b=4&tasks=0"));
    let folder = page.downloads("correlation-predictions");
    page.value("document.getElementById('predictions').click()");
    let request = saved(&folder.join("predictions.json"));
    let scored: Value = serde_json::from_str(&answer("score", &request).unwrap()).unwrap();
    let three = |value: &Value| match value.as_f64() {
        Some(number) => format!("{number:.3}").replace('-', "−"),
        None => "–".into(),
    };
    for (i, model) in scored["models"].as_array().unwrap().iter().enumerate() {
        let shown = page.all(&format!(".square:nth-child({}) dd", i + 1))[1..].to_vec();
        let expected = ["metacorrelation", "xll", "xllr", "marginal_log_likelihood"]
            .map(|name| three(&model[name]));
        assert_eq!(shown, expected, "model {i}");
    }
    for (i, reference) in scored["references"].as_array().unwrap().iter().enumerate() {
        let shown = page.all(&format!(".cross-table tbody tr:nth-child({}) td", i + 1));
        for (cell, xll) in shown.iter().zip(reference["xll"].as_array().unwrap()) {
            assert!(cell.starts_with(&format!("{} (", three(xll))), "{cell} {xll}");
        }
    }
    page.close();
}

#[test]
fn tasks_are_saved_and_figures_too() {
    let page = Page::open(SIX);
    let folder = page.downloads("correlation-task");
    page.value("document.getElementById('task-json').click()");
    let task: Value = serde_json::from_str(&saved(&folder.join("task.json"))).unwrap();
    assert_eq!(task["x_pool"].as_array().unwrap().len(), 201);
    assert_eq!(task["y"].as_array().unwrap().len(), 20);
    page.value("document.getElementById('task-npz').click()");
    assert!(saved_bytes(&folder.join("task.npz")).starts_with(b"PK"));
    page.browser.click("#save-svg").unwrap();
    let svg = saved(&folder.join("talscope-correlation-gap.svg"));
    assert!(svg.matches("data:image/png;base64,").count() >= 6, "squares are images");
    assert!(svg.matches("<rect").count() < 2000, "and not rectangles");
    page.browser.click("#save-csv").unwrap();
    assert!(
        saved(&folder.join("talscope-correlation-gap.csv"))
            .contains("# XLL by reference\n,oracle,")
    );
    page.browser.click("#save-png").unwrap();
    let png = saved_bytes(&folder.join("talscope-correlation-gap.png"));
    assert!(png.len() > 20_000);
    let holds = |words: &str| png.windows(words.len()).any(|part| part == words.as_bytes());
    assert!(holds("Posterior correlations: Gap") && holds("link: v=1&lab=correlation&preset=gap"));
    page.close();
}

#[test]
fn further_tasks_can_be_cancelled_and_started_again() {
    let page = Page::open(LINE);
    page.set("task", "paper");
    page.wait_for("location.hash.includes('task=paper')");
    page.set("tasks", "60");
    page.wait_for("/^[1-9]\\d* of 60 tasks/.test(document.getElementById('count').textContent)");
    page.browser.click("#cancel").unwrap();
    page.wait_for("document.getElementById('count').textContent.startsWith('stopped')");
    page.wait_for("document.getElementById('fingerprint').textContent === 'incomplete'");
    page.browser.click("#cancel").unwrap();
    page.wait_for("/^[1-9]\\d* of 60 tasks/.test(document.getElementById('count').textContent)");
    page.set("tasks", "1");
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint(&page.address()));
    page.close();
}

/// Parts that arrive while the first drawing is still going on must not be lost to it.
#[test]
fn the_means_of_few_further_tasks_are_always_shown() {
    let page = Page::open(&format!("{LINE}&tasks=0"));
    for round in 0..12 {
        page.set("tasks", ["1", "2", "3"][round % 3]);
        page.complete();
        let words = "document.getElementById('cross-words').textContent.includes('further task')";
        page.wait_for(words);
        let means = page.all(".cross-table tfoot small");
        assert!(means.iter().all(|mean| !mean.is_empty()), "{round}: {means:?}");
        page.set("tasks", "0");
        page.wait_for(&format!("!{words}"));
    }
    page.close();
}

#[test]
fn hovering_moves_nothing_and_a_mended_field_is_not_marked() {
    let page = Page::open_with(LINE, &Options { size: (1280, 800), ..Options::default() });
    let top = "document.querySelector('.closer').getBoundingClientRect().top";
    let before = page.value(top);
    let square = page.value(
        "(() => { const { x, y, width } = document.querySelectorAll('.square .overlay')[1]
            .getBoundingClientRect(); return [x, y, width]; })()",
    );
    let [x, y, width] = [0, 1, 2].map(|i| square[i].as_f64().unwrap());
    for (column, row) in [(0.1, 0.1), (0.15, 0.9), (0.5, 0.5), (0.9, 0.2), (0.97, 0.97)] {
        page.browser.hover((x + column * width, y + row * width)).unwrap();
        assert_eq!(page.value(top), before, "at {column}, {row}");
    }
    page.set("b", "abc");
    let invalid = "document.querySelector('[name=b]').getAttribute('aria-invalid')";
    assert_eq!(page.value(invalid), "true");
    page.set("b", "5");
    assert_eq!((page.value(invalid), page.banner()), (Value::Null, None));
    page.close();
}

#[test]
fn one_model_and_none_and_many_are_fine() {
    for (link, squares) in [
        ("candidate=independent&tasks=0", 2),
        ("candidate=&tasks=0", 1),
        ("candidate=detuned&candidate=detuned&candidate=!detuned&tasks=1", 4),
        ("candidate=relu(1)&candidate=fourier(2)&tasks=1&target=-1:1:500&b=20", 3),
    ] {
        let link = format!("{LINE}&{link}");
        let page = Page::open(&link);
        page.wait_for(&format!("document.querySelectorAll('.square').length === {squares}"));
        assert_eq!(page.text("fingerprint"), native_fingerprint(&link), "{link}");
        page.close();
    }
}

#[test]
fn it_fits_a_phone_in_the_dark_and_is_sharp() {
    let options = Options { size: (390, 844), dark: true, scale: 2.0, ..Options::default() };
    let page = Page::open_with(LINE, &options);
    let overflow = page.value("document.documentElement.scrollWidth - innerWidth");
    assert!(overflow.as_f64().unwrap() <= 0.0, "{overflow} pixels too wide");
    let sharp = page.value(
        "[...document.querySelectorAll('.square canvas')].every((c) => c.width === Math.round(c.clientWidth * 2))",
    );
    assert_eq!(sharp, true);
    page.screenshot("correlation-phone-dark");
    page.close();
}

#[test]
fn a_frame_holds_its_figure_and_little_more() {
    let many = format!("candidate=oracle{}&tasks=1", "&candidate=relu".repeat(11));
    for link in
        ["", "task=paper&d=3&tasks=2", "candidate=oracle&candidate=independent&tasks=0", &many]
    {
        let link = format!("{LINE}&{link}");
        let page = Page::open(&format!("{link}&embed=1"));
        open_in_its_frame(&page, &link);
        page.close();
    }
}

#[test]
fn nothing_of_the_toolbar_overlaps() {
    for width in [390, 901, 960, 1024, 1280] {
        let options = Options { size: (width, 800), ..Options::default() };
        let page = Page::open_with(LINE, &options);
        let wrong = page.value(
            "(() => { const places = [...document.querySelectorAll('.toolbar > :is(button, canvas), .toolbar :is(.work, .tools) > *')]
                .map((e) => [e.id, e.getBoundingClientRect()]);
               return places.flatMap(([id, a], i) => [
                 ...(a.right > innerWidth ? [id] : []),
                 ...places.slice(0, i).filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1
                   && a.top < b.bottom - 1 && b.top < a.bottom - 1).map(([other]) => `${id} over ${other}`),
               ]); })()",
        );
        assert_eq!(wrong.as_array().unwrap().len(), 0, "{width}: {wrong}");
        page.close();
    }
}

#[test]
fn a_model_that_is_added_on_a_phone_is_seen_and_said() {
    let page = Page::focused(LINE);
    page.browser.emulate(&Options { size: (390, 844), ..Options::default() }).unwrap();
    let rows = "new Set(['undo', 'redo'].map((id) => document.getElementById(id).offsetTop)).size";
    assert_eq!(page.value(rows), 1, "undo and redo stand together");
    page.value("(() => { window.heard = []; const place = document.getElementById('spoken');
        new MutationObserver(() => window.heard.push(place.textContent.trim())).observe(place, { childList: true, characterData: true, subtree: true }); })()");
    page.browser.click("#add-model").unwrap();
    page.wait_for("document.querySelectorAll('.square').length === 4");
    page.wait_for("document.activeElement.textContent === 'GP matern12(2)'");
    let place = page.value(
        "(() => { const { top, bottom } = document.querySelector('.square:last-child').getBoundingClientRect();
           return top >= 0 && bottom <= innerHeight; })()",
    );
    assert_eq!(place, true, "it is in sight");
    page.complete();
    // While it is long in coming, it is said later what came of it.
    page.wait_for("window.heard.join(' ').startsWith('GP matern12(2) added. XLLR')");
    page.close();
}

/// Whatever size the reader wants letters in, everything is drawn.
#[test]
fn large_letters_leave_no_square_empty() {
    let page = Page::open(LINE);
    for size in [18, 20, 24, 32] {
        page.value(&format!("document.documentElement.style.fontSize = '{size}px'"));
        page.browser.execute("dispatchEvent(new Event('resize'));", json!([])).unwrap();
        page.go(&format!("{LINE}&seed={size}&tasks=0"));
        assert_eq!(page.banner(), None, "at {size}");
        for canvas in
            [".square:last-child .stack canvas", "#rows", "#agreement", ".function canvas"]
        {
            assert!(page.colours(canvas) > 3, "{canvas} at {size}");
        }
    }
    page.close();
}

impl Page {
    /// The texts of all elements that a selector finds.
    pub(super) fn all(&self, selector: &str) -> Vec<String> {
        let all = self.browser.execute(
            "return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent);",
            json!([selector]),
        );
        serde_json::from_value(all.unwrap()).unwrap()
    }

    /// How many different colours a canvas has.
    fn colours(&self, selector: &str) -> u64 {
        let script = "const canvas = document.querySelector(arguments[0]);
            const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
            return new Set(new Uint32Array(data.buffer)).size;";
        self.browser.execute(script, json!([selector])).unwrap().as_u64().unwrap()
    }
}
