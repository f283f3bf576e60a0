//! Who sees little, hears the page or has no mouse can use it: axe-core finds nothing wrong in any view
//! of any lab, lesson or game.
//!
//! The file that TALSCOPE_AXE names runs through the driver, so the page's policy stays as it is.

use serde_json::json;

use super::lesson::WALKED;
use super::support::webdriver::Options;
use super::{LABS, Page, url};

/// What a page is looked at in: widths of windows, the largest enlargement first.
const SIZES: [(u32, u32); 4] = [(320, 640), (390, 844), (1280, 900), (1920, 1080)];

/// Light, dark, and colours that the reader chose and not the page.
const COLOURS: [(bool, bool); 3] = [(false, false), (true, false), (false, true)];

/// The options of a size and of the place of colours among all, counted on and on.
fn seen(size: usize, colours: usize) -> Options {
    let (dark, forced) = COLOURS[colours % COLOURS.len()];
    let scale = if SIZES[size].0 == 390 { 3.0 } else { 1.0 };
    Options { size: SIZES[size], scale, dark, forced, ..Options::default() }
}

#[test]
#[ignore = "needs axe-core, whose file TALSCOPE_AXE names: run `cargo xtask test`"]
fn nothing_is_wrong_at_four_times_the_size() {
    nothing_is_wrong_in_any_colours(0);
}

#[test]
#[ignore = "needs axe-core, whose file TALSCOPE_AXE names: run `cargo xtask test`"]
fn nothing_is_wrong_on_a_phone() {
    nothing_is_wrong_in_any_colours(1);
}

#[test]
#[ignore = "needs axe-core, whose file TALSCOPE_AXE names: run `cargo xtask test`"]
fn nothing_is_wrong_on_a_usual_screen() {
    nothing_is_wrong_in_any_colours(2);
}

#[test]
#[ignore = "needs axe-core, whose file TALSCOPE_AXE names: run `cargo xtask test`"]
fn nothing_is_wrong_on_a_wide_screen() {
    nothing_is_wrong_in_any_colours(3);
}

/// A page at 200% is one in a window of half the size, with twice as many pixels.
#[test]
#[ignore = "needs axe-core, whose file TALSCOPE_AXE names: run `cargo xtask test`"]
fn nothing_is_wrong_at_twice_the_size() {
    nothing_is_wrong(
        &[Options { size: (640, 450), scale: 2.0, ..Options::default() }],
        "",
        AS_IT_OPENS,
    );
}

#[test]
#[ignore = "needs axe-core, whose file TALSCOPE_AXE names: run `cargo xtask test`"]
fn nothing_is_wrong_with_all_unfolded() {
    let unfold = "document.querySelectorAll('details').forEach((box) => (box.open = true))";
    nothing_is_wrong(&[Options::default()], "", unfold);
}

#[test]
#[ignore = "needs axe-core, whose file TALSCOPE_AXE names: run `cargo xtask test`"]
fn nothing_is_wrong_when_embedded() {
    nothing_is_wrong(
        &[Options { size: (900, 760), ..Options::default() }],
        "&embed=1",
        AS_IT_OPENS,
    );
}

/// What stands beside labs, and what shows that it is there: the opening in its three kinds of stages, the menu, the
/// ending. Each is looked at in all sizes, and in the next colours in each of them.
const BESIDE: [(&str, &str); 5] = [
    ("lab=toy&you=&play=1", PLAYED),
    ("lab=toy&you=-1&you=0&you=0.5&you=1&play=2", PLAYED),
    ("lab=toy&you=-1&you=0&you=0.5&you=1&play=5", PLAYED),
    (
        "lab=theorem",
        "document.getElementById('fingerprint')?.textContent.length === 16
           && (document.getElementById('path-box').open = true) && document.querySelector('#path-list li a')",
    ),
    ("lesson=end", "document.getElementById('lesson-title')?.textContent === 'What stays'"),
];
const PLAYED: &str = "document.querySelector('.lab.play')";

/// Of each lesson a step with something to choose, and cheap figures. Its first step is looked at in one size, this one
/// in the next, when it is answered.
const ANSWERED: [(&str, &str); 9] = [
    ("bands", "one"),
    ("together", "near"),
    ("questions", "tig"),
    ("batches", "given"),
    ("judging", "hand"),
    ("theorem", "box"),
    ("models", "recall-mig"),
    ("curves", "luck"),
    ("table", "bands"),
];
const STEP: &str = "document.querySelector('#lesson .step h3')";
const ANSWER: &str = "document.querySelector('#lesson .predict input')?.click(),
    [...document.querySelectorAll('#lesson .predict button')].find(({ textContent }) => textContent.includes('Commit'))?.click(),
    document.querySelector('#lesson .feedback')?.innerText.length > 5";

#[test]
#[ignore = "needs axe-core, whose file TALSCOPE_AXE names: run `cargo xtask test`"]
fn nothing_is_wrong_beside_labs_at_four_times_the_size() {
    nothing_is_wrong_beside(0);
}

#[test]
#[ignore = "needs axe-core, whose file TALSCOPE_AXE names: run `cargo xtask test`"]
fn nothing_is_wrong_beside_labs_on_a_phone() {
    nothing_is_wrong_beside(1);
}

#[test]
#[ignore = "needs axe-core, whose file TALSCOPE_AXE names: run `cargo xtask test`"]
fn nothing_is_wrong_beside_labs_on_a_usual_screen() {
    nothing_is_wrong_beside(2);
}

#[test]
#[ignore = "needs axe-core, whose file TALSCOPE_AXE names: run `cargo xtask test`"]
fn nothing_is_wrong_beside_labs_on_a_wide_screen() {
    nothing_is_wrong_beside(3);
}

#[test]
fn every_lesson_is_looked_at() {
    assert_eq!(ANSWERED.map(|(name, _)| name), WALKED);
}

/// All that is no lab alone, in one size: openings, ending, menu, lessons, and the presenter's view of every lab.
fn nothing_is_wrong_beside(size: usize) {
    let page = Page::open_with("lab=theorem", &seen(size, 0));
    let presented = page.links().into_iter().map(|link| (format!("{link}&present=1"), PRESENTED));
    let beside = BESIDE.map(|(link, there)| (link.to_string(), there));
    let lessons = ANSWERED.map(|(name, step)| match size % 2 {
        0 => (format!("lesson={name}"), STEP),
        _ => (format!("lesson={name}/{step}"), ANSWER),
    });
    let all = beside.into_iter().chain(lessons).chain(presented).enumerate();
    let wrong = all.flat_map(|(place, (link, there))| {
        page.browser.emulate(&seen(size, place + size)).unwrap();
        page.browser.navigate("about:blank").unwrap();
        page.browser.navigate(&format!("{}#{link}", url())).unwrap();
        page.wait_for(there);
        page.complete();
        page.found(&link, ALL)
    });
    let wrong: Vec<String> = wrong.collect();
    page.close();
    assert!(wrong.is_empty(), "{} findings:\n{}", wrong.len(), wrong.join("\n"));
}
const PRESENTED: &str = "document.documentElement.dataset.present !== undefined";

/// An expression that changes nothing.
const AS_IT_OPENS: &str = "null";

fn nothing_is_wrong_in_any_colours(size: usize) {
    nothing_is_wrong(&[0, 1, 2].map(|colours| seen(size, colours + size)), "", AS_IT_OPENS);
}

/// Looks at every lab with these settings, after an expression was run: with all rules first, and then, for those of
/// colours, as it is with the other options.
fn nothing_is_wrong(options: &[Options], settings: &str, before: &str) {
    let page = Page::open_with("", &options[0]);
    let links = page.links();
    let wrong = links.iter().flat_map(|link| {
        let link = format!("{link}{settings}");
        page.browser.emulate(&options[0]).unwrap();
        page.browser.navigate("about:blank").unwrap();
        page.go(&link);
        page.value(before);
        page.browser.drawn().unwrap();
        let mut wrong = page.found(&link, ALL);
        for other in &options[1..] {
            page.browser.emulate(other).unwrap();
            page.complete();
            wrong.extend(page.found(&format!("{link} in {other:?}"), OF_COLOURS));
        }
        wrong
    });
    let wrong: Vec<String> = wrong.collect();
    page.close();
    assert!(!links.is_empty(), "the page names its labs");
    assert!(wrong.is_empty(), "{} findings:\n{}", wrong.len(), wrong.join("\n"));
}

impl Page {
    /// Links to all labs.
    fn links(&self) -> Vec<String> {
        serde_json::from_value(self.value(LABS)).unwrap()
    }

    /// What axe-core finds wrong in what is shown, by some of its rules.
    fn found(&self, link: &str, rules: &str) -> Vec<String> {
        let file = std::env::var("TALSCOPE_AXE").expect("TALSCOPE_AXE names axe-core's script");
        let axe = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
        let found = self
            .browser
            .execute(&format!("{axe}; {}", RUN.replace("RULES", rules)), json!([]))
            .unwrap();
        let found = found.as_array().unwrap_or_else(|| panic!("{link}: axe-core answered {found}"));
        found.iter().map(|one| format!("{link}: {}", one.as_str().unwrap())).collect()
    }
}

/// One line for each element that a rule finds fault with. The rows of a table are alike: the first ones
/// stand for thousands, which would take a minute. Style sheets are not fetched anew, being the page's
/// own.
const RUN: &str = "
    document.querySelectorAll('tbody tr:nth-child(n + 9)').forEach((row) => row.remove());
    return axe.run(document, { preload: false, resultTypes: ['violations']RULES })
      .then(({ violations }) => violations.flatMap(({ id, impact, nodes }) =>
        nodes.map(({ target, failureSummary }) =>
          `${id} (${impact}) at ${target.join(' ')}: ${failureSummary.replace(/\\s+/g, ' ')}`)))";

const ALL: &str = "";
/// Other colours change nothing else.
const OF_COLOURS: &str = ", runOnly: ['color-contrast', 'link-in-text-block']";
