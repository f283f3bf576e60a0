//! Models of one's own in the correlation lab: files out, files in.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::correlation::LINE;
use super::support::webdriver::Options;
use super::{Page, saved};

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
    let (page, _) = with_twins("correlation-join");
    let scores = page.all(".square dd");
    assert_eq!(scores[2], scores[12], "a twin has its twin’s XLLR: {scores:?}");
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
    assert_eq!(page.all(".square .title").len(), 3);
    page.close();
}

#[test]
fn a_model_of_another_task_is_left_out_and_comes_back() {
    let (page, folder) = with_twins("correlation-stranger");
    let words = page.text("cross-words");
    assert!(
        words.contains("models from files are left out, so that ranks are among fewer"),
        "{words}"
    );
    let before = page.text("fingerprint");
    for (key, value) in [("observe", "noisy"), ("preset", "edge")] {
        page.set(key, value);
        page.wait_for(&format!("location.hash.includes('{value}')"));
        page.wait_for("document.getElementById('notice').textContent.includes('another task')");
        page.complete();
        assert_eq!(page.banner(), None);
        assert_eq!(page.all(".square .title").len(), 4, "no model is lost");
        let numbers = page.all(".square:nth-child(4) .numbers").concat();
        assert!(numbers.contains("its file is of another task"), "{numbers}");
        let square = "document.querySelector('.square:nth-child(4) .stack canvas').width";
        assert_eq!(page.value(square), 0, "and shows nothing of it");
        assert_eq!(page.all(".cross-table .heat").len(), 4, "the others are judged");
        page.value("document.getElementById('task-json').click()");
        let task: Value = serde_json::from_str(&saved(&folder.join("task.json"))).unwrap();
        assert!(task["link"].as_str().unwrap().contains(value), "the task that is shown: {task}");
        std::fs::remove_file(folder.join("task.json")).unwrap();
        page.screenshot(&format!("correlation-stranger-{key}"));
        page.browser.click("#undo").unwrap();
        page.wait_for(&format!("!location.hash.includes('{value}')"));
        page.wait_for("document.querySelectorAll('.cross-table .heat').length === 16");
        page.complete();
        assert_eq!(page.text("fingerprint"), before);
    }
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

/// A page with two models and, opened from its own file, the same two again; and where it saves files.
fn with_twins(folder: &str) -> (Page, PathBuf) {
    let page = Page::open(&format!("{LINE}&candidate=oracle&candidate=detuned&tasks=1"));
    let folder = page.downloads(folder);
    page.value("document.getElementById('predictions').click()");
    saved(&folder.join("predictions.json"));
    page.upload_from(&folder.join("predictions.json"));
    page.wait_for("document.querySelectorAll('.square').length === 4");
    page.complete();
    (page, folder)
}

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

impl Page {
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
}
