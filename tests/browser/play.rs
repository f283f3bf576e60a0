//! The game that a visitor without a link begins with.

use serde_json::json;

use super::support::webdriver::{Options, Pointer};
use super::{Page, native, url};

const ENTER: &str = "\u{E007}";
const HOME: &str = "\u{E011}";
const RIGHT: &str = "\u{E014}";

impl Page {
    /// Without any link, by someone who was never here.
    fn first_visit(options: &Options) -> Self {
        let page = Self::open_with(&format!("{}#lab=theorem", url()), options);
        page.value("localStorage.clear()");
        page.browser.navigate(&url()).unwrap();
        page.wait_for("document.querySelector('.play canvas')?.width > 300");
        page.complete();
        page
    }

    /// Places a question at a share of the figure's width.
    fn ask(&self, share: f64) {
        let before = self.text("play-count");
        let place = "document.querySelector('#board .overlay').getBoundingClientRect()";
        let at = |side: &str| self.value(&format!("{place}.{side}")).as_f64().unwrap();
        let spot = (at("left") + share * at("width"), at("top") + at("height") / 2.0);
        self.browser.drag(Pointer::Mouse, &[spot]).unwrap();
        self.wait_for(&format!(
            "document.getElementById('play-count').textContent !== {}",
            json!(before)
        ));
    }

    fn go_on(&self) {
        let before = self.text("play-title");
        self.browser.click("#play-on").unwrap();
        self.wait_for(&format!(
            "document.getElementById('play-title').textContent !== {}",
            json!(before)
        ));
        self.complete();
    }
}

/// The picture in the page's first bytes says what the game says; then one plays, and the numbers are the engine's.
#[test]
fn a_visitor_without_a_link_plays_first() {
    let page = Page::first_visit(&Options { size: (1280, 800), ..Options::default() });
    assert_eq!(page.address(), "v=1&lab=toy&preset=gap&you=&play=1");
    let words = native(&page.address()).figure().unwrap().words().unwrap();
    assert_eq!(page.text("play-text"), words["game"]["text"].as_str().unwrap());
    let bytes = page
        .browser
        .execute("return fetch(location.pathname).then((r) => r.text())", json!([]))
        .unwrap();
    for key in ["title", "text"] {
        let said = words["game"][key].as_str().unwrap();
        assert!(bytes.as_str().unwrap().contains(said), "the first bytes say {said}");
    }
    assert!(bytes.as_str().unwrap().contains("<div class=\"opening\""), "and show the figure");
    let labs = page.module("core.js", "({ core }) => core.labs()");
    for lab in serde_json::from_str::<Vec<[String; 3]>>(labs.as_str().unwrap()).unwrap() {
        let [name, question, topic] = lab;
        let item = format!("<a href=\"?#lab={name}\"");
        let rest = format!("><span>{question}</span> <span class=\"topic\">{topic}</span></a>");
        assert!(
            bytes.as_str().unwrap().split(&item).nth(1).is_some_and(|after| after
                .split_once("</li>")
                .unwrap()
                .0
                .ends_with(&rest)),
            "{name}"
        );
    }
    assert_eq!(page.value("document.getElementById('play-on').ariaDisabled"), "true");
    page.screenshot("play");
    for share in [0.42, 0.48, 0.54, 0.6] {
        page.ask(share);
    }
    page.go_on();
    let opened = native(&page.address());
    let words = opened.figure().unwrap().words().unwrap();
    assert_eq!(page.text("play-title"), words["game"]["title"].as_str().unwrap());
    assert_eq!(page.text("fingerprint"), opened.fingerprint().unwrap().unwrap());
    for (row, bar) in words["game"]["bars"].as_array().unwrap().iter().enumerate() {
        let shown =
            page.value(&format!("document.querySelectorAll('#bars li')[{row}].textContent"));
        let (name, told) = (bar["name"].as_str().unwrap(), bar["words"].as_str().unwrap());
        assert_eq!(shown, format!("{name}{told}"));
    }
    let below = page.value("document.getElementById('tally').getBoundingClientRect().bottom");
    assert!(below.as_f64().unwrap() <= 800.0, "the bars end at {below}: no scrolling");
    page.screenshot("play-revealed");
    let own = "document.querySelector('#bars .bar-you .bar').style.width";
    let width = page.value(own);
    for title in [
        "TIG asks far away",
        "MIG asks the same thing four times",
        "BatchMIG spreads its questions",
    ] {
        page.go_on();
        assert_eq!(page.text("play-title"), title);
        assert_eq!(page.value(own), width, "one’s own bar stays as long");
    }
    assert_eq!(page.value("document.getElementById('ending').hidden"), false);
    let start = page.value("document.getElementById('play-start').getBoundingClientRect().bottom");
    assert!(start.as_f64().unwrap() <= 800.0, "the way on ends at {start}: no scrolling");
    assert_eq!(page.value("document.getElementById('play-skip').checkVisibility()"), false);
    page.screenshot("play-why");
    // Who has played, and comes again without a link, gets the figure.
    page.browser.navigate(&url()).unwrap();
    page.wait_for("document.querySelector('.toy .panel canvas')?.width > 100");
    page.close();
}

/// Bars are as long as their numbers say, whoever's is bold, and all of them are seen with the figure.
#[test]
fn bars_are_compared_by_their_length_and_seen_at_once() {
    let calm = |size| Options { size, reduced_motion: true, ..Options::default() };
    let page = Page::open_with("lab=theorem", &calm((1280, 800)));
    for size in [(1280, 800), (390, 844)] {
        page.browser.emulate(&calm(size)).unwrap();
        for stage in 2..=5 {
            // As good as BatchMIG, which asks there.
            page.go(&format!("lab=toy&you=0.24&you=-0.6&you=0.9&you=-1.14&play={stage}"));
            page.wait_for(
                "/^\\d/.test(document.querySelector('#bars .bar-best .nats')?.textContent)",
            );
            page.browser.drawn().unwrap();
            let rows = page.value("[...document.querySelectorAll('#bars li')].map((row) => [+row.querySelector('.nats').textContent, row.querySelector('.bar').getBoundingClientRect().width])");
            let rows: Vec<[f64; 2]> = serde_json::from_value(rows).unwrap();
            let [nats, width] = *rows.last().unwrap();
            for row in &rows {
                let expected = row[0] / nats * width;
                assert!((row[1] - expected).abs() < 1.0, "{stage} at {size:?}: {rows:?}");
            }
            assert_eq!(rows[0][1], rows[3][1], "as long as BatchMIG’s: {rows:?}");
            if stage == 2 {
                assert_eq!(page.text("play-title"), "As good as BatchMIG");
            }
            let end =
                "document.querySelector('#bars li:last-child').getBoundingClientRect().bottom";
            assert!(page.value(end).as_f64().unwrap() <= f64::from(size.1), "{stage} at {size:?}");
        }
    }
    page.screenshot("play-all-bars");
    page.close();
}

/// Where text, figure and buttons are while the page has only its first bytes: noted with every frame.
const BEFORE: &str = "if (!location.hash) {
    const rect = (element) => { const { left, top, width, height } = element.getBoundingClientRect(); return [left, top, width, height]; };
    window.places_ = () => [...document.querySelectorAll('main .telling h1, main .lead')].filter((each) => each.checkVisibility()).map(rect);
    const look = () => {
      const picture = [...document.querySelectorAll('.opening svg')].find((each) => each.checkVisibility());
      if (picture) window.before_ = [rect(picture), ...window.places_()];
      if (!document.querySelector('.play canvas')) requestAnimationFrame(look);
      window.rect_ = rect;
    };
    requestAnimationFrame(look);
  }";

#[test]
fn the_live_opening_takes_its_pictures_place_without_a_jump() {
    for size in [(1280, 800), (390, 844)] {
        let page = Page::open_with(
            &format!("{}#lab=theorem", url()),
            &Options { size, ..Options::default() },
        );
        page.value("localStorage.clear()");
        let source = json!({ "source": BEFORE });
        let added = page.browser.devtools("Page.addScriptToEvaluateOnNewDocument", source).unwrap();
        page.browser.navigate("about:blank").unwrap();
        page.browser.navigate(&url()).unwrap();
        page.wait_for("document.querySelector('.play canvas')?.width > 300");
        page.complete();
        page.wait_for("document.querySelector('.opening') === null");
        let before: Vec<[f64; 4]> = serde_json::from_value(page.value("window.before_")).unwrap();
        let after = "[window.rect_(document.querySelector('#board canvas')), ...window.places_()]";
        let after: Vec<[f64; 4]> = serde_json::from_value(page.value(after)).unwrap();
        for (was, is) in before.iter().zip(&after) {
            let moved = was.iter().zip(is).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(moved <= 1.0, "at {size:?}: {before:?} then {after:?}");
        }
        page.browser.devtools("Page.removeScriptToEvaluateOnNewDocument", added).unwrap();
        page.close();
    }
}

/// A challenge has the problem and the score, and no question.
#[test]
fn a_challenge_gives_nothing_away() {
    let page = Page::open("lab=toy&you=-1&you=-0.3&you=0.4&you=1&play=2");
    page.browser.execute("navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); };", json!([])).unwrap();
    page.browser.click("#play-challenge").unwrap();
    page.wait_for("window.copied");
    let link = page.value("window.copied").as_str().unwrap().to_string();
    let score = native(&page.address()).figure().unwrap().words().unwrap()["game"]["score"].clone();
    let score = score.as_str().unwrap();
    assert!(link.ends_with(&format!("#v=1&lab=toy&preset=gap&you=&play=1&beat={score}")), "{link}");
    let other = Page::open(link.split_once('#').unwrap().1);
    assert!(other.text("play-text").contains(&format!("scored {score} (nats of information).")));
    other.close();
    page.close();
}

#[test]
fn the_game_is_played_by_keys_and_skipped_by_one_press() {
    let page = Page::open("lab=toy&you=&play=1");
    for right in [20, 40, 60, 80] {
        page.browser
            .send_keys("#board .overlay", &format!("{HOME}{}{ENTER}", RIGHT.repeat(right)))
            .unwrap();
    }
    page.wait_for("document.getElementById('play-count').textContent.startsWith('All placed')");
    page.browser.send_keys("#play-on", ENTER).unwrap();
    page.wait_for("!document.getElementById('tally').hidden");
    assert_eq!(page.address().matches("&you=").count(), 4);
    assert_eq!(page.value("document.activeElement.id"), "play-text");
    page.close();
    let page = Page::open("lab=toy&you=&play=1");
    page.browser.click("#play-skip").unwrap();
    page.wait_for("document.querySelector('.toy .panel canvas')?.width > 100");
    assert_eq!(page.address(), "v=1&lab=toy&preset=gap");
    page.close();
}
