//! The correlation lab as a person uses it.

use std::path::Path;

use serde_json::{Value, json};
use talscope::json::answer;

use super::support::webdriver::Options;
use super::{Page, native_fingerprint, saved, saved_bytes};

const LINE: &str = "v=1&lab=correlation&preset=gap";

#[test]
fn squares_scores_and_fingerprint_are_the_engines() {
    let page = Page::open_with(LINE, &Options { size: (1280, 800), ..Options::default() });
    assert_eq!(page.text("fingerprint"), native_fingerprint(LINE));
    let titles = page.all(".square .title");
    assert_eq!(titles[..2], ["oracle", "lengthscale × 2"]);
    assert_eq!(titles.len(), 6);
    assert_eq!(page.all(".square:nth-child(2) dd")[1], "0.857");
    assert!(page.all(".cross-table tfoot td")[0].starts_with("0.167"), "XLLR of the oracle");
    let rows = page.value("document.getElementById('rows').getBoundingClientRect().bottom");
    assert!(rows.as_f64().unwrap() <= 800.0, "the figure ends at {rows}: no scrolling");
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
        assert!(page.colours(".square canvas") > 20, "a square has many shades");
        page.screenshot(&format!("correlation-{task}"));
        page.close();
    }
}

#[test]
fn models_are_selected_changed_renamed_added_and_removed() {
    let page = Page::open(LINE);
    page.browser.click(".square:nth-child(4) .title").unwrap();
    page.wait_for("location.hash.includes('model=3')");
    page.wait_for("document.querySelector('[name=\"candidate.3.0\"]') !== null");
    page.set("candidate.3.0", "20");
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
    page.set("candidate.6.0", "0");
    assert!(page.banner().unwrap().contains("between 1 and 2000"));
    page.close();
}

#[test]
fn the_crosshair_is_one_for_all_squares() {
    let page = Page::open(LINE);
    let box_ = page.value(
        "(() => { const b = document.querySelectorAll('.square .overlay')[1].getBoundingClientRect();
           return [b.left + b.width * 0.3, b.top + b.height * 0.6]; })()",
    );
    let place = (box_[0].as_f64().unwrap(), box_[1].as_f64().unwrap());
    page.browser.hover(place).unwrap();
    page.wait_for("document.getElementById('readout').textContent.includes('x = −2.58')");
    let words = page.text("readout");
    assert!(words.contains(" with x = "), "{words}");
    let values = |square: usize| page.all(&format!(".square:nth-child({square}) dd"))[0].clone();
    assert_eq!((values(1), values(2)), ("0.00".into(), "−0.12".into()));
    assert_eq!(page.address(), LINE, "looking leaves the address alone");
    page.value(&format!(
        "document.querySelectorAll('.square .overlay')[1].dispatchEvent(new MouseEvent('click', \
           {{ clientX: {}, clientY: {}, bubbles: true }}))",
        place.0, place.1
    ));
    page.wait_for("/at=\\d+:\\d+/.test(location.hash)");
    let before = page.address();
    page.browser.send_keys(".square:nth-child(1) .overlay", "\u{E014}\u{E015}").unwrap();
    page.wait_for(&format!("location.hash !== '#{before}'"));
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint(LINE), "a look, not a change");
    page.close();
}

#[test]
fn a_reference_marks_its_batch() {
    let page = Page::open(LINE);
    let boxes = || {
        let count = page.value(
            "(() => { const c = document.querySelectorAll('.square .overlay')[0];
               const { data } = c.getContext('2d').getImageData(0, 0, c.width, c.height);
               let n = 0; for (let i = 3; i < data.length; i += 4) n += data[i] > 0; return n; })()",
        );
        count.as_u64().unwrap()
    };
    let plain = boxes();
    page.value("document.querySelectorAll('.cross-table button.link')[1].click()");
    page.wait_for("location.hash.includes('batch=1:')");
    page.wait_for("document.querySelectorAll('.square .overlay')[0].width > 0");
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert!(boxes() > plain + 8, "a box appears: {plain}");
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
        let expected = ["metacorrelation", "xllr", "xll"].map(|name| three(&model[name]));
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
    let page = Page::open(LINE);
    let folder = page.downloads("correlation-task");
    page.value("document.getElementById('task-json').click()");
    let task: Value = serde_json::from_str(&saved(&folder.join("task.json"))).unwrap();
    assert_eq!(task["x_pool"].as_array().unwrap().len(), 201);
    assert_eq!(task["y"].as_array().unwrap().len(), 20);
    page.value("document.getElementById('task-npz').click()");
    assert!(saved_bytes(&folder.join("task.npz")).starts_with(b"PK"));
    page.browser.click("#save-svg").unwrap();
    let svg = saved(&folder.join("talscope.svg"));
    assert!(svg.matches("data:image/png;base64,").count() >= 6, "squares are images");
    assert!(svg.matches("<rect").count() < 2000, "and not rectangles");
    page.browser.click("#save-csv").unwrap();
    assert!(saved(&folder.join("talscope.csv")).contains("# XLL by reference\n,oracle,"));
    page.browser.click("#save-png").unwrap();
    assert!(saved_bytes(&folder.join("talscope.png")).len() > 20_000);
    page.close();
}

/// Every file that numpy wrote, as a task of its own; then a second that joins it.
#[test]
fn files_of_numpy_are_opened_and_scored() {
    let expected = fixture("expected.json");
    let expected: Value = serde_json::from_slice(&std::fs::read(expected).unwrap()).unwrap();
    let page = Page::open(LINE);
    for name in [
        "own-f64.npz",
        "own-f64-compressed.npz",
        "own-f32.npz",
        "own-f32-compressed.npz",
        "own.json",
    ] {
        page.go(LINE);
        page.upload(name);
        page.wait_for("location.hash.includes('task=file')");
        page.wait_for("document.querySelectorAll('.square').length >= 1");
        page.complete();
        let own = expected["xll"][0][0].as_f64().unwrap();
        let shown = page.all(".cross-table tbody tr:nth-child(1) td")[0].clone();
        let shown: f64 = shown.split(' ').next().unwrap().replace('−', "-").parse().unwrap();
        assert!((shown - own).abs() < 0.0006, "{name}: {shown} {own}");
    }
    page.go(LINE);
    page.upload("own-f64.npz");
    page.wait_for("document.querySelectorAll('.square').length === 1");
    page.upload("other.npz");
    page.wait_for("document.querySelectorAll('.cross-table .heat').length === 4");
    page.complete();
    let shown: Vec<String> = page.all(".cross-table .heat");
    for (cell, xll) in shown
        .iter()
        .zip(expected["xll"].as_array().unwrap().iter().flat_map(|row| row.as_array().unwrap()))
    {
        let three = format!("{:.3}", xll.as_f64().unwrap()).replace('-', "−");
        assert!(cell.starts_with(&three), "{cell} {three}");
    }
    page.screenshot("correlation-file");
    // The link alone asks for the files, and gets them.
    let link = page.address();
    let again = Page::open_with(LINE, &Options::default());
    again.browser.execute("location.hash = arguments[0];", json!([link])).unwrap();
    again.wait_for("!document.getElementById('own-missing').hidden");
    assert_eq!(again.all("#own-missing-names b"), ["own-f64.npz", "other.npz"]);
    again.upload("own-f64.npz");
    again.upload("other.npz");
    again.wait_for("document.querySelectorAll('.cross-table .heat').length === 4");
    again.complete();
    assert_eq!(again.text("fingerprint"), page.text("fingerprint"));
    again.close();
    page.close();
}

#[test]
fn predictions_of_the_shown_task_join_its_models() {
    let page = Page::open(&format!("{LINE}&candidate=oracle&candidate=detuned&tasks=1"));
    let folder = page.downloads("correlation-join");
    page.value("document.getElementById('predictions').click()");
    saved(&folder.join("predictions.json"));
    page.upload_from(&folder.join("predictions.json"));
    page.wait_for("document.querySelectorAll('.square').length === 4");
    page.complete();
    let scores = page.all(".square dd");
    assert_eq!(scores[2], scores[10], "a twin has its twin’s XLLR: {scores:?}");
    let link = page.address();
    assert!(link.contains("file=predictions.json:") && link.contains("oracle:own"), "{link}");
    page.close();
}

#[test]
fn a_broken_file_is_refused_in_words_and_nothing_is_lost() {
    let page = Page::open(LINE);
    let folder = page.downloads("correlation-broken");
    let broken = [
        (
            "broken.json",
            "{\"y\": [1, 2], \"models\": [{\"mean\": [1, \"x\"]}]}",
            "models[0].mean[1]",
        ),
        ("lines.csv", "a,b\n1,2\n", "JSON or an .npz"),
        (
            "script.json",
            "{\"y\": [1], \"models\": [{\"name\": \"<img src=x onerror=alert(1)>\", \"mean\": [0], \"covariance\": [[-1]], \"noise_variance\": 1}]}",
            "covariance",
        ),
    ];
    for (name, contents, words) in broken {
        let file = folder.join(name);
        std::fs::write(&file, contents).unwrap();
        page.upload_from(&file);
        page.wait_for("!document.getElementById('banner').hidden");
        let said = page.banner().unwrap();
        assert!(said.contains(name) && said.contains(words), "{said}");
        page.browser.click("#banner-close").unwrap();
    }
    let half = std::fs::read(fixture("own-f64.npz")).unwrap();
    std::fs::write(folder.join("half.npz"), &half[..half.len() / 2]).unwrap();
    page.upload_from(&folder.join("half.npz"));
    page.wait_for("!document.getElementById('banner').hidden");
    assert_eq!(page.address(), LINE);
    assert_eq!(page.all(".square .title").len(), 6);
    page.close();
}

#[test]
fn further_tasks_can_be_cancelled_and_started_again() {
    let page = Page::open(LINE);
    page.set("task", "paper");
    page.wait_for("location.hash.includes('task=paper')");
    page.set("tasks", "60");
    page.wait_for("/^[1-9]\\d* of 61 tasks/.test(document.getElementById('count').textContent)");
    page.browser.click("#cancel").unwrap();
    page.wait_for("document.getElementById('count').textContent.startsWith('stopped')");
    page.wait_for("document.getElementById('fingerprint').textContent === 'incomplete'");
    page.browser.click("#cancel").unwrap();
    page.wait_for("/^[1-9]\\d* of 61 tasks/.test(document.getElementById('count').textContent)");
    page.set("tasks", "1");
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint(&page.address()));
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
fn the_page_shows_the_python_of_the_readme() {
    let readme =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    let (_, section) = readme.split_once("## Score your own model").unwrap();
    let blocks: Vec<&str> = section
        .split("```python\n")
        .skip(1)
        .map(|b| b.split("```").next().unwrap().trim_end())
        .collect();
    let page = Page::open(LINE);
    assert_eq!([page.text("python-npz"), page.text("python-json")], blocks[..2]);
    page.close();
}

fn fixture(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

impl Page {
    /// The texts of all elements that a selector finds.
    fn all(&self, selector: &str) -> Vec<String> {
        let all = self.browser.execute(
            "return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent);",
            json!([selector]),
        );
        serde_json::from_value(all.unwrap()).unwrap()
    }

    /// Opens a fixture as a person does by the file chooser.
    fn upload(&self, name: &str) {
        self.upload_from(&fixture(name));
    }

    fn upload_from(&self, file: &Path) {
        self.browser
            .execute("document.getElementById('own').closest('details').open = true;", json!([]))
            .unwrap();
        self.browser.send_keys("#own-file", file.to_str().unwrap()).unwrap();
    }

    /// How many different colours a canvas has.
    fn colours(&self, selector: &str) -> u64 {
        let script = "const canvas = document.querySelector(arguments[0]);
            const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
            return new Set(new Uint32Array(data.buffer)).size;";
        self.browser.execute(script, json!([selector])).unwrap().as_u64().unwrap()
    }
}
