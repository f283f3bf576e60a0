//! What is to be read has short lines and letters that are large enough, and what is spoken of is in sight.

use serde_json::json;

use super::lesson::{WALKED, lesson, open_with};
use super::support::webdriver::Options;
use super::{Page, url};

const LABS: [&str; 8] = [
    "lab=toy",
    "lab=models&tasks=0&candidate=ensemble(members=2,epochs=20)&candidate=gp-rbf",
    "lab=correlation&tasks=0&batch=0:1&worked=1&pair=0:1",
    "lab=marginal",
    "lab=theorem",
    "lab=curves&d=1&rounds=2&tasks=2&candidate=oracle&candidate=detuned(3)",
    "lab=agreement&d=1&tasks=2&lit=1-3",
    "lab=data&tasks=1&candidate=gp-rbf&candidate=dropout(5,0.1,20,0.01,50)&batch=0:9&worked=1",
];

/// What is read with lines of more letters than arguments[0], and what has letters below 12 pixels.
const UNREADABLE: &str = "const [most] = arguments, found = new Set(), lines = new Map();
    document.querySelectorAll('details').forEach((box) => (box.open = true));
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text; (text = texts.nextNode());) {
        const { parentElement: parent, data } = text;
        if (!data.trim() || !parent.checkVisibility({ visibilityProperty: true }) || parent.closest('.unseen, .room, option, math, pre, svg')) continue;
        if (parseFloat(getComputedStyle(parent).fontSize) < 12) found.add(`small: ${parent.outerHTML.slice(0, 90)}`);
        const box = parent.closest(':is(main, #lesson) :is(p, dd, li, figcaption, h1, h2, h3, caption, summary)');
        if (!box) continue;
        const range = document.createRange();
        for (const { index, 0: { length } } of data.matchAll(/\\S+\\s?/g)) {
            range.setStart(text, index);
            range.setEnd(text, index + length);
            // A word that is broken is on several lines, with as many letters on each as it is wide there.
            const pieces = [...range.getClientRects()], wide = pieces.reduce((sum, { width }) => sum + width, 0);
            const of = lines.get(box) ?? lines.set(box, new Map()).get(box);
            for (const { top, bottom, width } of wide ? pieces : []) {
                const line = Math.round((top + bottom) / 16);
                of.set(line, (of.get(line) ?? 0) + (length * width) / wide);
            }
        }
    }
    // One looks over a heading; one reads a paragraph line by line.
    const room = (box) => (box.matches('h1, h2, h3, summary') ? 1.3 * most : most);
    for (const [box, of] of lines) if (Math.max(...of.values()) > room(box)) found.add(`${Math.round(Math.max(...of.values()))}: ${box.outerHTML.slice(0, 90)}`);
    return [...found];";

#[test]
fn lines_are_short_and_letters_large_enough() {
    let page = Page::open("lab=toy");
    for size in [(1280, 800), (1920, 1080)] {
        page.browser.emulate(&Options { size, ..Options::default() }).unwrap();
        for link in LABS {
            page.go(link);
            let found = page.browser.execute(UNREADABLE, json!([78])).unwrap();
            assert_eq!(found, json!([]), "{link} at {size:?}");
        }
    }
    page.close();
}

/// What is read beside labs as they open: lessons, the game, frames, the presenter's view, results.
const BESIDE: [&str; 9] = [
    "#lesson=theorem/borrowed",
    "#lesson=models/four",
    "#lesson=end",
    "#lab=toy&you=&play=1",
    "#lab=toy&you=-1&you=0&you=0.5&you=1&play=5",
    "#lab=marginal&embed=1",
    "#lab=correlation&tasks=0&embed=1",
    "#lab=theorem&present=1",
    "results.html",
];

#[test]
fn lines_beside_labs_are_as_short() {
    let page = Page::open("lab=toy");
    for size in [(1024, 768), (1280, 800), (1920, 1080)] {
        page.browser.emulate(&Options { size, ..Options::default() }).unwrap();
        for link in BESIDE {
            page.browser.navigate("about:blank").unwrap();
            page.browser.navigate(&format!("{}{link}", url())).unwrap();
            if link.starts_with('#') {
                page.complete();
            }
            if link.starts_with("#lesson") {
                page.wait_for("document.querySelector('#lesson :is(.step, .sentences)')");
            }
            let found = page.browser.execute(UNREADABLE, json!([78])).unwrap();
            assert_eq!(found, json!([]), "{link} at {size:?}");
        }
    }
    page.browser.navigate(&url()).unwrap();
    page.close();
}

/// Of the first part that a step shows, how much is seen above the lesson or beside it, and how high it is.
const SEEN: &str = "(() => { const names = document.documentElement.dataset.show?.split(' ') ?? [];
    const [name] = names.filter((each) => !['notice', 'controls'].includes(each));
    if (!name) return [0, 0];
    const [part] = [...document.querySelectorAll(`.lab [data-part~=\"${name}\"]`)].sort((one, other) => other.clientHeight - one.clientHeight);
    const { top, bottom } = part.getBoundingClientRect();
    return [Math.min(bottom, document.getElementById('lesson').getBoundingClientRect().top) - Math.max(top, 0), bottom - top]; })()";

#[test]
fn a_step_shows_what_it_speaks_of_on_a_phone() {
    for size in [(390, 844), (844, 390)] {
        let page = open_with("lesson=bands/promise", &Options { size, ..Options::default() });
        for name in WALKED {
            for step in &lesson(name).steps {
                page.address_to(&format!("lesson={name}/{}", step.id));
                page.wait_for_step(step);
                page.browser.drawn().unwrap();
                let seen = page.value(SEEN);
                let [seen, high] = [0, 1].map(|i| seen[i].as_f64().unwrap());
                let at = format!("{name}/{} at {size:?}", step.id);
                assert!(seen >= high.min(120.0), "{at}: {seen} of {high}");
            }
        }
        page.close();
    }
}

impl Page {
    fn address_to(&self, beside: &str) {
        self.browser.execute("location.hash = arguments[0];", json!([beside])).unwrap();
    }
}
