//! The verdict of the lab of models: further functions arrive, can be cancelled, and are in all that is given away.

use std::fs;
use std::path::Path;

use talscope::evidence::shelf;
use talscope::experiment::{Memory, Store};
use talscope::lab::{Opened, to_the_end};

use super::shelf::open_after;
use super::support::webdriver::Options;
use super::{Page, address_of, native, native_fingerprint, saved};

/// Models that are fitted in an instant, four of which the paper has.
const QUICK: &str = "v=1&lab=models&preset=net&candidate=gp-rbf&candidate=ensemble(members=5,epochs=50)&\
    candidate=nng(units=5,epochs=20,draws=50)&candidate=dropout(units=5,epochs=50,draws=50)&tasks=4";

/// The same with one that takes a while on every function.
const SLOW: &str =
    "v=1&lab=models&preset=net&candidate=gp-rbf&candidate=hmc(50,auto,1,20000,100,100)&tasks=30";

const WORDS: &str = "document.getElementById('merit-words').textContent";

fn said(opened: &Opened) -> String {
    let said = opened.figure().unwrap().ask("verdict", &[]).unwrap();
    said["paragraphs"].as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect()
}

/// The lab opens with a verdict that nobody computes: what its further functions found lies beside the page.
#[test]
fn the_lab_opens_with_the_verdict_over_many_functions() {
    let page = open_after("", "lab=models");
    let kinds = page.value("window.kinds.join()");
    assert!(!kinds.as_str().unwrap().contains("correlation"), "{kinds}");
    assert!(kinds.as_str().unwrap().contains("models-judge"), "this function is learned here");
    let store = Memory::default();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("www/shelf/models.bin");
    for (name, part) in shelf::unpack(&fs::read(file).unwrap()).unwrap() {
        store.keep(&name, &part).unwrap();
    }
    let link = "lab=models".parse().unwrap();
    let native = Opened::complete_from(link, &[], &store, &mut to_the_end).unwrap();
    assert_eq!(page.text("merit-words"), said(&native));
    assert!(said(&native).starts_with("Over 20 further functions “"), "{}", said(&native));
    assert_eq!(page.text("fingerprint"), native.fingerprint().unwrap().unwrap());
    assert!(page.text("notice").starts_with("On this function "), "{}", page.text("notice"));
    page.close();
}

#[test]
fn functions_arrive_after_the_models_and_can_be_cancelled() {
    let page = Page::open(QUICK);
    page.browser.navigate(&address_of(SLOW)).unwrap();
    // The function that is shown is there first, judged and told.
    page.wait_for("document.getElementById('count').textContent.endsWith('of 30 functions')");
    assert!(page.text("notice").starts_with("On this function "), "{}", page.text("notice"));
    page.wait_for(&format!("/^Over [0-9]+ of 30 further functions, so far,/.test({WORDS})"));
    page.browser.click("#cancel").unwrap();
    page.wait_for("document.getElementById('cancel').textContent === 'Go on'");
    page.wait_for("document.getElementById('fingerprint').textContent === 'incomplete'");
    assert!(page.text("count").starts_with("stopped at "), "{}", page.text("count"));
    let stopped = page.text("merit-words");
    assert!(stopped.contains("On this function “"), "{stopped}");
    page.browser.click("#cancel").unwrap();
    page.wait_for(&format!("{WORDS} !== {stopped:?}"));
    page.screenshot("verdict-arrives");
    page.go(QUICK);
    page.close();
}

#[test]
fn the_verdict_is_the_engines_and_follows_the_link() {
    let page = Page::open(QUICK);
    assert_eq!(page.text("fingerprint"), native_fingerprint(QUICK));
    assert_eq!(page.text("merit-words"), said(&native(QUICK)));
    assert_eq!(page.text("count"), "done");
    let drawn = "document.getElementById('merit-chart').height > 100";
    assert_eq!(page.value(drawn), true);
    // More functions: those that are known stay so. None: there is no verdict.
    page.set("tasks", "6");
    page.wait_for(&format!("{WORDS}.startsWith('Over 6 further functions “')"));
    page.complete();
    page.set("tasks", "0");
    page.wait_for("document.getElementById('merit').hidden");
    page.complete();
    assert!(page.address().contains("tasks=0"), "{}", page.address());
    page.browser.click("#undo").unwrap();
    page.wait_for("!document.getElementById('merit').hidden");
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint(&page.address()));
    page.close();
}

#[test]
fn the_verdict_is_in_tables_files_and_on_paper() {
    let page = Page::open(QUICK);
    let (folder, native) = (page.downloads("verdict"), native(QUICK));
    for kind in ["csv", "svg"] {
        page.browser.click(&format!("#save-{kind}")).unwrap();
    }
    let file = |kind: &str| folder.join(format!("{}.{kind}", native.file_name()));
    assert_eq!(saved(&file("csv")), native.csv().unwrap());
    assert!(saved(&file("csv")).contains("XLLR on each further function"));
    let picture = saved(&file("svg"));
    assert!(picture.contains("mean ± error of 4 functions") && picture.contains("Luck or merit"));
    page.browser
        .devtools("Emulation.setEmulatedMedia", serde_json::json!({ "media": "print" }))
        .unwrap();
    page.wait_for(
        "document.querySelector('#merit svg.paper')?.textContent.includes('the paper’s Table 1')",
    );
    page.browser
        .devtools("Emulation.setEmulatedMedia", serde_json::json!({ "media": "" }))
        .unwrap();
    page.wait_for("!document.querySelector('#merit svg.paper')");
    page.close();
}

/// Nothing is cut off on a phone, it can be shown alone, and nothing of it is seen where scores are left out.
#[test]
fn the_verdict_fits_a_phone_stands_alone_and_is_left_out_with_scores() {
    let phone = Options { size: (390, 844), dark: true, ..Options::default() };
    let page = Page::open_with(&format!("{QUICK}&show=verdict"), &phone);
    let seen = "[...document.querySelectorAll('.lab canvas')].filter((e) => e.checkVisibility()).map((e) => e.id).join()";
    assert_eq!(page.value(seen), "merit-chart");
    let wide = "document.documentElement.scrollWidth <= 390 && document.getElementById('merit-chart').clientWidth > 300";
    assert_eq!(page.value(wide), true);
    page.screenshot("verdict-phone");
    page.go(&format!("{QUICK}&hide=scores"));
    assert_eq!(page.value("document.getElementById('merit').checkVisibility()"), false);
    page.close();
}
