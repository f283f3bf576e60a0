//! What is replaced is let go of: the page may be open for a whole day of classes.

use serde_json::{Value, json};

use super::Page;

/// How many nodes and listeners something still holds, seen or not.
fn held(page: &Page) -> [u64; 2] {
    let devtools = |method: &str| page.browser.devtools(method, json!({})).unwrap();
    // What only what was collected held is collected by the second.
    for _ in 0..2 {
        devtools("HeapProfiler.collectGarbage");
    }
    let counted: Value = devtools("Memory.getDOMCounters");
    ["nodes", "jsEventListeners"].map(|what| counted[what].as_u64().unwrap())
}

/// Makes changes, each of which is drawn before the next: `change` is a function of their number.
fn make_changes(page: &Page, change: &str, count: usize) {
    let script = format!(
        "const change = {change};
         return (async () => {{
           for (let i = 0; i < {count}; i += 1) {{
             change(i);
             await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
           }} }})();"
    );
    page.browser.execute(&script, json!([])).unwrap();
    page.complete();
}

/// As many changes as there are labs, or an even number, lead back to where they began.
fn levels_off(link: &str, change: &str) {
    let page = Page::open(link);
    make_changes(&page, change, 40);
    let few = held(&page);
    make_changes(&page, change, 120);
    let many = held(&page);
    for (what, few, many) in [("nodes", few[0], many[0]), ("listeners", few[1], many[1])] {
        assert!(many < few + few / 10, "{few} {what} after 40 changes, {many} after 160");
    }
    page.close();
}

#[test]
fn labs_that_were_left_are_forgotten() {
    levels_off(
        "lab=toy&repetitions=100&tasks=1&cases=100&candidate=gp-rbf",
        "(i) => { const labs = [...document.querySelectorAll('#labs a')]; labs[(i + 1) % labs.length].click(); }",
    );
}

#[test]
fn panels_of_rules_that_were_replaced_are_forgotten() {
    levels_off(
        "lab=toy",
        "(i) => { const choice = document.querySelector('.panel select');
           choice.value = i % 2 ? 'random' : 'itl';
           choice.dispatchEvent(new Event('change')); }",
    );
}

#[test]
fn panels_and_squares_of_models_that_were_removed_are_forgotten() {
    levels_off(
        "lab=models&candidate=gp-rbf",
        "(i) => { if (i % 2) return document.querySelector('.panel:nth-child(3) .remove').click();
           const choice = document.getElementById('add-model');
           choice.value = 'shrunk';
           choice.dispatchEvent(new Event('change')); }",
    );
}
