//! Who sees little, hears the page or has no mouse can use it: axe-core finds nothing wrong in any view
//! of any lab, lesson or game.
//!
//! The file that TALSCOPE_AXE names runs through the driver, so the page's policy stays as it is.

use serde_json::json;

use super::support::webdriver::Options;
use super::{LABS, Page, url};

#[test]
#[ignore = "needs axe-core, whose file TALSCOPE_AXE names: run `cargo xtask test`"]
fn nothing_is_wrong_in_light() {
    nothing_is_wrong(&Options::default(), "", AS_IT_OPENS);
}

#[test]
#[ignore = "needs axe-core, whose file TALSCOPE_AXE names: run `cargo xtask test`"]
fn nothing_is_wrong_in_the_dark() {
    nothing_is_wrong(&Options { dark: true, ..Options::default() }, "", AS_IT_OPENS);
}

#[test]
#[ignore = "needs axe-core, whose file TALSCOPE_AXE names: run `cargo xtask test`"]
fn nothing_is_wrong_on_a_phone() {
    nothing_is_wrong(
        &Options { size: (390, 844), scale: 3.0, ..Options::default() },
        "",
        AS_IT_OPENS,
    );
}

/// A page at 200% is one in a window of half the size, with twice as many pixels.
#[test]
#[ignore = "needs axe-core, whose file TALSCOPE_AXE names: run `cargo xtask test`"]
fn nothing_is_wrong_at_twice_the_size() {
    nothing_is_wrong(
        &Options { size: (640, 450), scale: 2.0, ..Options::default() },
        "",
        AS_IT_OPENS,
    );
}

#[test]
#[ignore = "needs axe-core, whose file TALSCOPE_AXE names: run `cargo xtask test`"]
fn nothing_is_wrong_with_all_unfolded() {
    let unfold = "document.querySelectorAll('details').forEach((box) => (box.open = true))";
    nothing_is_wrong(&Options::default(), "", unfold);
}

#[test]
#[ignore = "needs axe-core, whose file TALSCOPE_AXE names: run `cargo xtask test`"]
fn nothing_is_wrong_when_embedded() {
    nothing_is_wrong(&Options { size: (900, 760), ..Options::default() }, "&embed=1", AS_IT_OPENS);
}

#[test]
#[ignore = "needs axe-core, whose file TALSCOPE_AXE names: run `cargo xtask test`"]
fn nothing_is_wrong_at_four_times_the_size() {
    nothing_is_wrong(&Options { size: (320, 640), ..Options::default() }, "", AS_IT_OPENS);
}

#[test]
#[ignore = "needs axe-core, whose file TALSCOPE_AXE names: run `cargo xtask test`"]
fn nothing_is_wrong_on_a_wide_screen() {
    nothing_is_wrong(
        &Options { size: (1920, 1080), dark: true, ..Options::default() },
        "",
        AS_IT_OPENS,
    );
}

#[test]
#[ignore = "needs axe-core, whose file TALSCOPE_AXE names: run `cargo xtask test`"]
fn nothing_is_wrong_when_presented() {
    nothing_is_wrong(&Options::default(), "&present=1", AS_IT_OPENS);
}

/// Colours that the reader chose, and not the page.
#[test]
#[ignore = "needs axe-core, whose file TALSCOPE_AXE names: run `cargo xtask test`"]
fn nothing_is_wrong_in_forced_colours() {
    let options = Options { forced: true, ..Options::default() };
    nothing_is_wrong(&options, "", AS_IT_OPENS);
}

/// What stands beside labs: a lesson's first step, the ending, the menu, the game in its three kinds of stages, and the
/// presenter's view; each with what shows that it is there.
const BESIDE: [(&str, &str); 16] = [
    ("lesson=bands", STEP),
    ("lesson=together", STEP),
    ("lesson=questions", STEP),
    ("lesson=batches", STEP),
    ("lesson=judging", STEP),
    ("lesson=theorem", STEP),
    ("lesson=models", STEP),
    ("lesson=curves", STEP),
    ("lesson=end", "document.getElementById('lesson-title')?.textContent === 'What stays'"),
    (
        "lab=theorem",
        "document.getElementById('fingerprint')?.textContent.length === 16
           && (document.getElementById('path-box').open = true) && document.querySelector('#path-list li a')",
    ),
    ("lab=toy&you=&play=1", PLAYED),
    ("lab=toy&you=-1&you=0&you=0.5&you=1&play=2", PLAYED),
    ("lab=toy&you=-1&you=0&you=0.5&you=1&play=5", PLAYED),
    ("lab=toy&present=1", PRESENTED),
    ("lab=correlation&tasks=0&present=1", PRESENTED),
    ("lab=theorem&present=1", PRESENTED),
];
const STEP: &str = "document.querySelector('#lesson .step h3')";
const PLAYED: &str = "document.querySelector('.lab.play')";
const PRESENTED: &str = "document.documentElement.dataset.present !== undefined";

#[test]
#[ignore = "needs axe-core, whose file TALSCOPE_AXE names: run `cargo xtask test`"]
fn nothing_is_wrong_beside_labs_at_four_times_the_size() {
    let options = Options { size: (320, 640), forced: true, ..Options::default() };
    nothing_is_wrong_beside(&options, BESIDE.iter());
}

#[test]
#[ignore = "needs axe-core, whose file TALSCOPE_AXE names: run `cargo xtask test`"]
fn nothing_is_wrong_beside_labs_on_a_phone() {
    let options = Options { size: (390, 844), scale: 3.0, dark: true, ..Options::default() };
    nothing_is_wrong_beside(&options, BESIDE.iter().step_by(2));
}

#[test]
#[ignore = "needs axe-core, whose file TALSCOPE_AXE names: run `cargo xtask test`"]
fn nothing_is_wrong_beside_labs_in_light() {
    nothing_is_wrong_beside(&Options::default(), BESIDE.iter());
}

#[test]
#[ignore = "needs axe-core, whose file TALSCOPE_AXE names: run `cargo xtask test`"]
fn nothing_is_wrong_beside_labs_on_a_wide_screen() {
    let options = Options { size: (1920, 1080), dark: true, ..Options::default() };
    nothing_is_wrong_beside(&options, BESIDE.iter().skip(1).step_by(2));
}

/// Each is looked at in light, in forced colours and in the dark, in three widths.
fn nothing_is_wrong_beside<'a>(
    options: &Options,
    beside: impl Iterator<Item = &'a (&'static str, &'static str)>,
) {
    let page = Page::open_with("lab=theorem", options);
    let wrong = beside.flat_map(|(link, there)| {
        page.browser.navigate("about:blank").unwrap();
        page.browser.navigate(&format!("{}#{link}", url())).unwrap();
        page.wait_for(there);
        page.complete();
        page.found(link)
    });
    let wrong: Vec<String> = wrong.collect();
    page.close();
    assert!(wrong.is_empty(), "{} findings:\n{}", wrong.len(), wrong.join("\n"));
}

/// An expression that changes nothing.
const AS_IT_OPENS: &str = "null";

/// Looks at every lab with these settings, after an expression was run.
fn nothing_is_wrong(options: &Options, settings: &str, before: &str) {
    let page = Page::open_with("", options);
    let labs = page.value(LABS);
    let labs = labs.as_array().unwrap().iter().map(|lab| lab.as_str().unwrap());
    let links: Vec<String> = labs.map(|link| format!("{link}{settings}")).collect();
    let wrong = links.iter().flat_map(|link| {
        page.browser.navigate("about:blank").unwrap();
        page.go(link);
        page.value(before);
        page.browser.drawn().unwrap();
        page.found(link)
    });
    let wrong: Vec<String> = wrong.collect();
    page.close();
    assert!(!links.is_empty(), "the page names its labs");
    assert!(wrong.is_empty(), "{} findings:\n{}", wrong.len(), wrong.join("\n"));
}

impl Page {
    /// What axe-core finds wrong in what is shown.
    fn found(&self, link: &str) -> Vec<String> {
        let file = std::env::var("TALSCOPE_AXE").expect("TALSCOPE_AXE names axe-core's script");
        let axe = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
        let found = self.browser.execute(&format!("{axe}; {RUN}"), json!([])).unwrap();
        let found = found.as_array().unwrap_or_else(|| panic!("{link}: axe-core answered {found}"));
        found.iter().map(|one| format!("{link}: {}", one.as_str().unwrap())).collect()
    }
}

/// One line for each element that a rule finds fault with. The rows of a table are alike: the first ones
/// stand for thousands, which would take a minute. Style sheets are not fetched anew, being the page's
/// own.
const RUN: &str = "
    document.querySelectorAll('tbody tr:nth-child(n + 9)').forEach((row) => row.remove());
    return axe.run(document, { preload: false, resultTypes: ['violations'] })
      .then(({ violations }) => violations.flatMap(({ id, impact, nodes }) =>
        nodes.map(({ target, failureSummary }) =>
          `${id} (${impact}) at ${target.join(' ')}: ${failureSummary.replace(/\\s+/g, ' ')}`)))";
