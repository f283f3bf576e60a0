//! Tables of one's own: from a file to a ranking of models.

use std::path::PathBuf;

use serde_json::json;
use talscope::lab::{Opened, to_the_end};

use super::Page;
use super::support::webdriver::Options;

const TAB: &str = "\u{E004}";
const ENTER: &str = "\u{E007}";

/// Two quick models on two splits of the made-up table.
const LINK: &str =
    "lab=data&tasks=2&candidate=gp-rbf&candidate=ensemble(members=2,units=5,epochs=20)";

/// Sixty rows, in which a column is a category, one a number and one a name that is of no use.
fn table() -> String {
    let row = |i: usize| {
        let (x, kind) = ((i * 37 % 60) as f64 / 4.0, ["up", "down"][i % 2]);
        let y = if i.is_multiple_of(2) { x } else { -x } + (i % 7) as f64 / 10.0;
        format!("case-{i},{x},{kind},{y:.2}\n")
    };
    "name,x,kind,y\n".to_string() + &(0..60).map(row).collect::<String>()
}

fn written(name: &str, text: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("talscope-data-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join(name);
    std::fs::write(&file, text).unwrap();
    file
}

impl Page {
    fn bring(&self, name: &str, text: &str) {
        let file = written(name, text);
        self.browser.send_keys("#table-file", file.to_str().unwrap()).unwrap();
    }

    fn sees_sheet(&self, title: &str) {
        self.wait_for(&format!(
            "!document.getElementById('sheet').hidden && \
             document.getElementById('sheet-title').textContent.startsWith('{title}')"
        ));
    }
}

#[test]
fn a_table_is_looked_at_before_it_is_judged_and_its_link_asks_for_it_again() {
    let page = Page::open(LINK);
    let before = page.text("fingerprint");
    page.bring("mine.csv", &table());
    page.sees_sheet("mine.csv: 60 rows, 4 columns");
    // Every name is another: nothing is computed before they are left out.
    assert!(page.text("sheet-error").contains("name"), "{}", page.text("sheet-error"));
    assert_eq!(page.text("fingerprint"), before);
    assert!(page.value("document.getElementById('sheet-use').disabled").as_bool().unwrap());
    page.choose("#sheet-cells th:nth-child(1) select", "left");
    page.wait_for("!document.getElementById('sheet-use').disabled");
    assert_eq!(page.text("sheet-leads"), "“y” is predicted from 3 inputs on 60 rows.");
    // Another column is predicted, and then the first again.
    page.choose("#sheet-cells th:nth-child(2) select", "target");
    page.wait_for("document.getElementById('sheet-leads').textContent.startsWith('“x”')");
    page.choose("#sheet-cells th:nth-child(4) select", "target");
    page.wait_for("document.getElementById('sheet-leads').textContent.startsWith('“y”')");
    page.screenshot("data-sheet");
    page.browser.click("#sheet-use").unwrap();
    page.wait_for("location.hash.includes('file=mine.csv')");
    page.complete();
    let (link, fingerprint) = (page.address(), page.text("fingerprint"));
    let native = Opened::complete(link.parse().unwrap(), &[table().into_bytes()], &mut to_the_end);
    assert_eq!(native.unwrap().fingerprint().unwrap().unwrap(), fingerprint);
    // What is predicted, and what was left out, is said of the figure.
    let sizes = page.text("table-sizes");
    assert!(sizes.contains("60 rows, “y” predicted from 3 inputs without “name”:"), "{sizes}");
    let rows = page.all("#rank-table tbody tr");
    assert_eq!(rows.len(), 2, "{rows:?}");
    page.screenshot("data-judged");
    // Someone else has the link and not the table.
    let other = Page::open(LINK);
    other.browser.execute("location.hash = arguments[0];", json!([link])).unwrap();
    other.wait_for("!document.getElementById('table-missing').hidden");
    assert_eq!(other.text("missing-name"), "mine.csv");
    other.bring("renamed.csv", &table());
    other.complete();
    assert_eq!(other.text("fingerprint"), fingerprint, "a name is not the table");
    other.close();
    page.close();
}

#[test]
fn what_only_its_owner_can_know_is_asked_of_a_pasted_table() {
    let page = Page::open(LINK);
    page.browser.click("#paste-open").unwrap();
    let cells: String = (0..30).map(|i| format!("2,92{}\t{}\n", i % 10, i * i % 11)).collect();
    let script = "document.getElementById('pasted').value = arguments[0];";
    page.browser.execute(script, json!([cells])).unwrap();
    page.browser.click("#paste [type=submit]").unwrap();
    page.sees_sheet("pasted table: 30 rows, 2 columns");
    let question = page.text("sheet-question");
    assert!(question.contains("2,920") && question.contains("2920"), "{question}");
    // Whatever else is said, what was asked is asked still.
    page.browser.click("#read-drop").unwrap();
    page.choose("#read-header", "header");
    page.sees_sheet("pasted table: 29 rows, 2 columns");
    let shown = |id: &str| page.value(&format!("!document.getElementById('{id}').hidden"));
    assert_eq!(shown("sheet-question"), true, "{}", page.text("sheet-leads"));
    assert_eq!(page.value("document.getElementById('sheet-use').disabled"), true);
    assert_eq!(page.value("document.getElementById('read-decimal').value"), "");
    page.screenshot("data-question");
    page.browser.click("#sheet-question [value=decimal-comma]").unwrap();
    page.wait_for("!document.getElementById('sheet-use').disabled");
    assert_eq!(shown("sheet-question"), false);
    page.browser.click("#sheet-use").unwrap();
    page.wait_for("location.hash.includes('file=pasted')");
    page.complete();
    for said in ["decimal-comma", "header", "drop-missing"] {
        assert!(page.address().contains(said), "{}", page.address());
    }
    // The next table is another's.
    page.bring("mine.csv", &table());
    page.sees_sheet("mine.csv");
    assert_eq!(page.value("document.getElementById('read-drop').checked"), false);
    page.close();
}

#[test]
fn a_table_that_cannot_be_read_can_be_read_otherwise() {
    let page = Page::open(LINK);
    page.bring("mine.csv", &table());
    page.sees_sheet("mine.csv: 60 rows, 4 columns");
    // Commas part most of its lines, and are none of the marks that part its cells.
    let row =
        |i: usize| format!("{},2,3{};{}\n", i % 3, if i == 24 { "" } else { ",4" }, i * i % 11);
    page.bring("lists.csv", &(0..30).map(row).collect::<String>());
    page.sees_sheet("lists.csv");
    page.wait_for("document.getElementById('sheet-error').textContent.includes('row 25')");
    assert_eq!(page.value("document.querySelector('#sheet-cells table')"), json!(null));
    assert_eq!(page.value("document.getElementById('sheet-use').disabled"), true);
    page.screenshot("data-unreadable");
    page.choose("#read-separator", "semicolon");
    page.sees_sheet("lists.csv: 30 rows, 2 columns");
    page.wait_for("!document.getElementById('sheet-use').disabled");
    // And back again.
    page.choose("#read-separator", "comma");
    page.wait_for("!document.getElementById('sheet-error').hidden");
    page.close();
}

#[test]
fn a_table_is_judged_by_keys_alone() {
    let page = Page::focused(LINK);
    page.bring("mine.csv", &table());
    page.sees_sheet("mine.csv");
    let focused = || page.value("document.activeElement.ariaLabel || document.activeElement.id");
    assert_eq!(focused(), "sheet");
    let to = |name: &str| {
        let found = (0..20).any(|_| {
            page.press(TAB);
            focused() == name
        });
        assert!(found, "the focus never comes to {name}");
    };
    to("read-drop");
    page.press(" ");
    to("What becomes of name");
    // The last of what may become of it.
    page.press("l");
    page.wait_for("document.getElementById('sheet-leads').textContent.startsWith('“y”')");
    assert_eq!(focused(), "What becomes of name", "it is still there");
    to("What becomes of x");
    page.press("p");
    page.wait_for("document.getElementById('sheet-leads').textContent.startsWith('“x”')");
    assert_eq!(focused(), "What becomes of x");
    to("sheet-use");
    page.press(ENTER);
    page.wait_for("location.hash.includes('file=mine.csv')");
    page.complete();
    assert!(page.address().contains("drop-missing"), "{}", page.address());
    page.close();
}

#[test]
fn a_dropped_table_is_read_and_a_broken_one_loses_nothing() {
    let page = Page::open(LINK);
    let before = (page.address(), page.text("fingerprint"));
    let drop = "const [name, text] = arguments; const data = new DataTransfer();
        data.items.add(new File([text], name));
        document.getElementById('bring').dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer: data }));";
    let refused = |name: &str| {
        page.sees_sheet(name);
        page.wait_for("!document.getElementById('sheet-error').hidden");
        assert_eq!(page.value("document.getElementById('sheet-use').disabled"), true);
        page.text("sheet-error")
    };
    for (name, text, word) in [
        ("short.csv", "a,b\n1,2\n".to_string(), "it has 1 row,"),
        ("ragged.csv", table().replace("case-7,", "case-7,8,"), "row 8"),
        ("empty.csv", String::new(), ""),
    ] {
        page.browser.execute(drop, json!([name, text])).unwrap();
        let error = refused(name);
        assert!(error.contains(word), "{error}");
    }
    // Arrays that are none are looked at, and say what is wrong.
    page.browser.execute(drop, json!(["broken.npz", "PK\u{3}\u{4}nothing"])).unwrap();
    refused("broken.npz");
    assert_eq!((page.address(), page.text("fingerprint")), before);
    page.browser.execute(drop, json!(["good.csv", table()])).unwrap();
    page.sees_sheet("good.csv");
    page.close();
}

#[test]
fn work_can_be_cancelled_and_goes_on() {
    let page = Page::open(LINK);
    page.browser
        .execute(
            "location.hash = arguments[0];",
            json!(["lab=data&tasks=3&candidate=hmc(units=40)&candidate=gp-rbf"]),
        )
        .unwrap();
    page.wait_for("document.getElementById('count').textContent.includes('of 6 fits')");
    page.browser.click("#cancel").unwrap();
    page.wait_for("document.getElementById('count').textContent.startsWith('stopped')");
    assert_eq!(page.text("fingerprint"), "incomplete");
    page.browser.click("#cancel").unwrap();
    page.wait_for("document.getElementById('count').textContent.includes('of 6 fits')");
    page.close();
}

#[test]
fn models_ask_for_rows_of_a_table_that_was_brought() {
    // Ten rounds of training for each rule: one split is work enough on a busy machine.
    let link = LINK.replace("tasks=2", "tasks=1");
    let page = Page::open(&link);
    page.bring("mine.csv", &table().replace("case-", ""));
    page.sees_sheet("mine.csv");
    page.browser.click("#sheet-use").unwrap();
    page.wait_for("location.hash.includes('file=mine.csv')");
    page.complete();
    let judged = page.address();
    page.browser.click("#ask-rows").unwrap();
    page.wait_for("location.hash.includes('lab=curves')");
    page.complete();
    assert!(page.text("notice").contains("BatchMIG"), "{}", page.text("notice"));
    assert!(page.text("picked-rows").contains("BatchMIG: "), "{}", page.text("picked-rows"));
    // The way back leads to the same table, and to the models that were judged on it.
    page.browser.click("#labs a[href$='lab=data']").unwrap();
    page.wait_for("location.hash.includes('lab=data')");
    page.complete();
    assert_eq!(page.address(), judged);
    page.browser.navigate(&super::address_of(&link)).unwrap();
    page.close();
}

#[test]
fn a_phone_in_the_dark_shows_all_of_it() {
    let options = Options { size: (390, 844), dark: true, scale: 2.0, ..Options::default() };
    let page = Page::open_with(LINK, &options);
    page.bring("mine.csv", &table());
    page.sees_sheet("mine.csv");
    let fits = page.value("document.documentElement.scrollWidth <= innerWidth");
    assert_eq!(fits, true);
    page.screenshot("data-phone");
    page.close();
}
