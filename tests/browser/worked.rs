//! What explains itself: a cell of XLL worked out, terms that open their meaning, settings that wait folded.

use serde_json::{Value, json};

use super::correlation::LINE;
use super::support::webdriver::Options;
use super::{LABS, Page, native, native_fingerprint};

const ENTER: &str = "\u{E007}";
const ESCAPE: &str = "\u{E00C}";
const FACT: &str = "#worked [data-fact=";

#[test]
fn a_cell_of_xll_is_worked_out_on_one_batch() {
    let page = Page::focused(LINE);
    let cell = "[data-pair='1:2']";
    let shown = page.all(cell)[0].clone();
    page.browser.send_keys(cell, ENTER).unwrap();
    page.wait_for("!document.getElementById('worked').hidden");
    page.wait_for("document.activeElement.id === 'worked'");
    assert!(page.address().contains("worked=2&batch=1:10"), "{}", page.address());
    let fact = |name: &str| page.all(&format!("{FACT}{name}]"))[0].clone();
    assert!(shown.starts_with(&format!("{} (", fact("xll"))), "{shown} {}", fact("xll"));
    let told = native(&page.address()).figure().unwrap().ask("worked", &[]).unwrap();
    for name in ["constant", "variances", "determinant", "quadratic", "sum", "density", "each"] {
        assert_eq!(told[name], fact(name), "{name}");
    }
    let number = |text: &str| text.replace('−', "-").parse::<f64>().unwrap();
    let parts = ["constant", "variances", "determinant", "quadratic"].map(|n| number(&fact(n)));
    assert!((parts.iter().sum::<f64>() - number(&fact("sum"))).abs() < 0.0021, "{parts:?}");
    let values: Vec<f64> = (told["batches"].as_array().unwrap().iter())
        .map(|batch| number(batch[1].as_str().unwrap()))
        .collect();
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    assert!((mean - number(&fact("xll"))).abs() < 0.0011, "{mean} {}", fact("xll"));
    assert!(page.text("worked-sum").ends_with(&format!("÷ 20 = {}", fact("xll"))));
    assert_eq!(page.all("#worked-points tbody tr").len(), 5);
    assert_eq!(page.all("#worked-correlations tbody td").len(), 25);
    page.screenshot("correlation-worked");
    page.value(
        "(() => { const batch = document.getElementById('worked-batch'); batch.value = '3';
           batch.dispatchEvent(new Event('change', { bubbles: true })); })()",
    );
    page.wait_for("location.hash.includes('batch=1:3')");
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint(LINE), "a look, not a change");
    page.browser.send_keys("#worked-close", ESCAPE).unwrap();
    page.wait_for("document.getElementById('worked').hidden");
    page.wait_for("document.activeElement.dataset.pair === '1:2'");
    assert_eq!(page.address(), LINE);
    page.close();
}

#[test]
fn a_worked_cell_fits_a_phone_and_what_is_not_there_is_not_worked_out() {
    let options = Options { size: (390, 844), dark: true, ..Options::default() };
    let page = Page::open_with(&format!("{LINE}&batch=0:9&worked=1"), &options);
    page.wait_for("!document.getElementById('worked').hidden");
    let overflow = page.value("document.documentElement.scrollWidth - innerWidth");
    assert!(overflow.as_f64().unwrap() <= 0.0, "{overflow} pixels too wide");
    let hidden = page.value(
        "[...document.querySelectorAll('#worked .scroll')].map((box) => box.scrollWidth - box.clientWidth)",
    );
    assert_eq!(hidden, json!([0, 0, 0]), "nothing of it is out of sight");
    page.value("document.getElementById('worked').scrollIntoView()");
    page.screenshot("correlation-worked-phone-dark");
    let beyond = [
        ("batch=0:9&worked=7", Some("worked")),
        ("batch=0:99&worked=1", Some("batch")),
        ("batch=9:1&worked=1", Some("batch")),
        ("worked=1", None),
    ];
    for (look, idle) in beyond {
        page.go(&format!("{LINE}&{look}"));
        assert_eq!(page.value("document.getElementById('worked').hidden"), true, "{look}");
        let said = idle.map(|key| format!("“{key}” has no effect in this link."));
        assert_eq!(page.banner(), said, "{look}");
    }
    page.close();
}

/// By click and by key, in every lab; a second one closes the first, and Escape any.
#[test]
fn terms_open_their_meaning() {
    let page = Page::focused("lab=toy");
    let labs: Vec<String> = serde_json::from_value(page.value(LABS)).unwrap();
    let open = "[...document.querySelectorAll('.meaning-box')].filter((box) => box.matches(':popover-open'))";
    for lab in labs {
        page.go(&lab);
        let terms = page.value(
            "[...document.querySelectorAll('button.term')].map((term) => term.dataset.term)",
        );
        let terms: Vec<String> = serde_json::from_value(terms).unwrap();
        let mut once = terms.clone();
        once.sort();
        once.dedup();
        assert!(!terms.is_empty() && once.len() == terms.len(), "{lab}: {terms:?}");
        let visible =
            "[...document.querySelectorAll('button.term')].find((term) => term.checkVisibility())";
        page.value(&format!("{visible}.focus()"));
        let term = page.value("document.activeElement.textContent.toLowerCase()");
        let start: String = term.as_str().unwrap().chars().take(4).collect();
        page.press(ENTER);
        page.wait_for(&format!("{open}.length === 1"));
        let said = page.value(&format!("{open}[0].textContent.toLowerCase()"));
        assert!(said.as_str().unwrap().starts_with(&start), "{lab}: {said}");
        assert_eq!(
            page.value(&format!("{open}[0].textContent.endsWith(document.getElementById('spoken').textContent.trim())")),
            true,
            "it is read aloud"
        );
        let inside = format!(
            "(() => {{ const box = {open}[0].getBoundingClientRect();
               return box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight; }})()"
        );
        assert_eq!(page.value(&inside), true, "{lab}: in sight");
        page.press(ESCAPE);
        page.wait_for(&format!("{open}.length === 0"));
    }
    page.go("lab=correlation");
    page.browser.click("button.term[data-term=pool]").unwrap();
    page.wait_for(&format!("{open}.length === 1"));
    page.screenshot("correlation-term");
    // The first may lie over the second: a key reaches it.
    page.browser.send_keys("button.term[data-term=oracle]", ENTER).unwrap();
    page.wait_for(&format!("{open}.map((box) => box.textContent.slice(0, 6)).join() === 'oracle'"));
    page.browser.send_keys("button.term[data-term=oracle]", ENTER).unwrap();
    page.wait_for(&format!("{open}.length === 0"));
    let all = ["target", "pool", "prior", "oracle", "detuned", "eta", "batch", "metacorrelation"];
    for term in all.iter().chain(&["reference", "XLL", "XLLR"]) {
        let there =
            format!("document.querySelector('.lab button.term[data-term=\"{term}\"]') !== null");
        assert_eq!(page.value(&there), true, "{term}");
    }
    page.close();
}

#[test]
fn what_a_labs_point_does_not_need_waits_folded() {
    let page = Page::focused("lab=toy");
    let labs: Vec<String> = serde_json::from_value(page.value(LABS)).unwrap();
    for lab in labs {
        page.go(&lab);
        let seen = |name: &str| {
            page.value(&format!("document.querySelector('[name=\"{name}\"]')?.checkVisibility()"))
        };
        if seen("seed") == Value::Null {
            continue;
        }
        assert_eq!(seen("seed"), false, "{lab}");
        page.browser.send_keys(".folded summary", ENTER).unwrap();
        page.wait_for("document.querySelector('[name=seed]').checkVisibility()");
        if seen("kernel") == Value::Null {
            continue;
        }
        // It stays open while the form is built anew, and what has the focus keeps it.
        page.value("document.getElementById('control-kernel').focus()");
        page.browser.send_keys("#control-kernel", &format!("+linear(1,1){ENTER}")).unwrap();
        page.wait_for("document.querySelector('[name=\"kernel.2\"]') !== null");
        assert_eq!(seen("seed"), true, "{lab}");
        assert_eq!(page.value("document.activeElement.id"), "control-kernel", "{lab}");
    }
    page.close();
}
