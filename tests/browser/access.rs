//! Who sees little, hears the page or has no mouse can use it: axe-core finds nothing wrong in any view
//! of any lab.
//!
//! The file that TALSCOPE_AXE names runs through the driver, so the page's policy stays as it is.

use serde_json::json;

use super::support::webdriver::Options;
use super::{LABS, Page};

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

/// The game that the page opens with, and its end.
const GAME: [&str; 2] = ["lab=toy&you=&play=1", "lab=toy&you=-1&you=0&you=0.5&you=1&play=5"];

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

/// An expression that changes nothing.
const AS_IT_OPENS: &str = "null";

/// Looks at every lab with these settings, after an expression was run.
fn nothing_is_wrong(options: &Options, settings: &str, before: &str) {
    let file = std::env::var("TALSCOPE_AXE").expect("TALSCOPE_AXE names axe-core's script");
    let axe = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let page = Page::open_with("", options);
    let labs = page.value(LABS);
    let mut wrong = Vec::new();
    let labs = labs.as_array().unwrap().iter().map(|lab| lab.as_str().unwrap());
    let links = labs.chain(GAME).map(|link| format!("{link}{settings}")).collect::<Vec<_>>();
    for link in &links {
        page.browser.navigate("about:blank").unwrap();
        page.go(link);
        page.value(before);
        page.browser.drawn().unwrap();
        let found = page.browser.execute(&format!("{axe}; {RUN}"), json!([])).unwrap();
        let found = found.as_array().unwrap_or_else(|| panic!("{link}: axe-core answered {found}"));
        wrong.extend(found.iter().map(|one| format!("{link}: {}", one.as_str().unwrap())));
    }
    page.close();
    assert!(links.len() > GAME.len(), "the page names its labs");
    assert!(wrong.is_empty(), "{} findings:\n{}", wrong.len(), wrong.join("\n"));
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
