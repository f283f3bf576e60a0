//! Figures in other people's pages, and what a link leaves out for those who teach.

use serde_json::{Value, json};

use super::share::serve;
use super::support::webdriver::Options;
use super::{LABS, Page, native, native_fingerprint, url};

/// Whether a frame is as high as what it shows, from inside.
const FITS: &str = "(() => { const root = document.documentElement;
    const over = Math.abs(document.body.getBoundingClientRect().height - innerHeight);
    return over < 1.5 && root.scrollHeight <= innerHeight && root.scrollWidth <= innerWidth; })()";

#[test]
fn embeds_on_another_origin_are_as_high_as_their_figures() {
    let page = Page::open("lab=toy");
    let labs = page.value(LABS);
    for lab in labs.as_array().unwrap() {
        let lab = lab.as_str().unwrap();
        page.browser.navigate(&around(&figure(lab))).unwrap();
        page.wait_for("document.querySelector('iframe')");
        assert_ne!(page.value("origin").as_str().unwrap(), url().trim_end_matches('/'));
        page.browser.enter_frame("iframe").unwrap();
        page.complete();
        for width in [600, 900, 1200] {
            page.browser.leave_frame().unwrap();
            page.value(&format!("document.querySelector('div').style.width = '{width}px'"));
            page.browser.enter_frame("iframe").unwrap();
            page.wait_for(&format!("innerWidth === {width} && {FITS}"));
            page.complete();
            page.wait_for(FITS);
            let before = page.value("innerHeight").as_u64().unwrap();
            let unfold = "[...document.querySelectorAll('summary')].find((s) => s.checkVisibility())?.click()";
            page.value(unfold);
            page.browser.drawn().unwrap();
            page.wait_for(FITS);
            // Where there is something to unfold, folding it again gives the height back; words that come late
            // may have changed it by a line in each row of panels.
            page.value(unfold);
            page.browser.drawn().unwrap();
            page.wait_for(&format!("{FITS} && Math.abs(innerHeight - {before}) < 80"));
        }
        page.browser.leave_frame().unwrap();
        assert_eq!(page.value("document.querySelector('iframe').title"), "Its title");
    }
    page.close();
}

#[test]
fn a_frame_grows_with_what_is_unfolded_and_heeds_nobody_else() {
    let page = Page::open("lab=toy");
    let stranger =
        "<script>parent.postMessage({ talscope: 1, height: 4321, sized: true }, '*')</script>";
    let stranger = format!("<iframe id=stranger srcdoc=\"{stranger}\"></iframe>");
    let html = format!("{}{stranger}", figure("lab=correlation&amp;tasks=0"));
    page.browser.navigate(&around(&html)).unwrap();
    page.browser.enter_frame("iframe").unwrap();
    page.complete();
    page.wait_for(FITS);
    let before = page.value("innerHeight").as_u64().unwrap();
    page.value("document.querySelector('.terms').open = true");
    page.wait_for(&format!("{FITS} && innerHeight > {before} + 100"));
    page.browser.leave_frame().unwrap();
    let opened = page.value("document.querySelector('iframe').clientHeight");
    for speak in [
        "postMessage({ talscope: 1, height: 4321, sized: true }, '*')",
        "document.querySelector('#stranger').contentWindow.location.reload()",
    ] {
        // After the script, which listens longer, has heard it.
        let script = "return new Promise((done) => {
            const heard = () => done(document.querySelector('iframe').clientHeight);
            addEventListener('message', heard, { once: true });
            SPEAK; });";
        let heard = page.browser.execute(&script.replace("SPEAK", speak), json!([])).unwrap();
        assert_eq!(heard, opened, "{speak}");
    }
    page.browser.enter_frame("iframe").unwrap();
    page.value("document.querySelector('.terms').open = false");
    page.wait_for(&format!("{FITS} && innerHeight < {before} + 10"));
    page.browser.leave_frame().unwrap();
    let stranger = "document.querySelector('#stranger').clientHeight";
    assert_eq!(page.value(stranger), 150, "a stranger keeps its own");
    page.close();
}

#[test]
fn an_iframe_keeps_its_height_unless_the_script_is_there() {
    let page = Page::open("lab=toy");
    let frame = format!(
        "<iframe src=\"{}#lab=toy&amp;embed=1\" width=900 height=1111 style=\"box-sizing: border-box\"></iframe>",
        url()
    );
    page.browser.navigate(&around(&frame.replace("<iframe", "<i></i><iframe"))).unwrap();
    page.browser.enter_frame("iframe").unwrap();
    page.complete();
    page.wait_for(FITS);
    assert!(page.value("innerHeight").as_u64().unwrap() < 1000, "its border is allowed for");
    let alone = serve(move |_| ("text/html".into(), frame.clone().into_bytes()));
    page.browser.navigate(&alone).unwrap();
    page.browser.enter_frame("iframe").unwrap();
    page.complete();
    assert_eq!(page.value("innerHeight"), 1107);
    let fills = "document.querySelector('.whole').getBoundingClientRect().bottom > 1090";
    assert_eq!(page.value(fills), true, "the panels share the height that there is");
    page.close();
}

#[test]
fn the_dialog_makes_code_that_shows_what_was_chosen() {
    let page = Page::focused("lab=toy&preset=edge&hide=notice");
    page.browser.send_keys("#copy-embed", "\u{E007}").unwrap();
    page.wait_for("document.querySelector('dialog[open] iframe')");
    let code = || page.text_of("#embed-code");
    let heading = native("lab=toy&preset=edge").figure().unwrap().heading().unwrap();
    let link = "v=1&amp;lab=toy&amp;preset=edge&amp;hide=notice";
    assert!(
        code().contains(&format!("<talscope-figure link=\"{link}\" title=\"{heading}\"")),
        "{}",
        code()
    );
    assert!(code().contains(&format!("<script src=\"{}talscope-embed.js\" async>", url())));
    page.choose("select[name=form]", "iframe");
    page.choose("select[name=width]", "600");
    page.choose("select[name=theme]", "dark");
    page.browser.click("dialog input[value=scores]").unwrap();
    page.wait_for("document.querySelector('#embed-code').value.includes('hide=notice,scores')");
    // The preview tells how high the frame must be.
    page.wait_for(
        "document.querySelector('dialog iframe').clientHeight > 100 &&
        document.querySelector('#embed-code').value
          .includes(`height=\"${document.querySelector('dialog iframe').clientHeight}\"`)",
    );
    let all = code();
    for part in ["width=\"600\"", "embed=1", "theme=dark", &format!("title=\"{heading}\"")] {
        assert!(all.contains(part), "{part} in {all}");
    }
    page.screenshot("embed-dialog");
    page.browser.enter_frame("dialog iframe").unwrap();
    page.complete();
    page.wait_for(FITS);
    assert_eq!(page.text("fingerprint"), native_fingerprint("lab=toy&preset=edge"));
    let seen =
        "['.notice', '.numbers', '.panel'].map((s) => document.querySelector(s).checkVisibility())";
    assert_eq!(page.value(seen), json!([false, false, true]));
    page.browser.navigate(&serve_html(all)).unwrap();
    page.browser.enter_frame("iframe").unwrap();
    page.complete();
    let root = "document.documentElement";
    page.wait_for(&format!(
        "{root}.scrollHeight <= innerHeight && {root}.scrollWidth <= innerWidth"
    ));
    assert_eq!(page.value("document.documentElement.dataset.theme"), "dark");
    page.close();
}

#[test]
fn the_dialog_keeps_the_focus_and_gives_it_back() {
    let page = Page::focused("lab=toy");
    let address = page.address();
    page.browser.send_keys("#copy-embed", "\u{E007}").unwrap();
    page.wait_for("document.querySelector('dialog[open] iframe')");
    for _ in 0..12 {
        page.press("\u{E004}");
        let held = "['BODY', 'IFRAME'].includes(document.activeElement.tagName) ||
            document.activeElement.closest('dialog') !== null";
        assert_eq!(page.value(held), true, "{}", page.value("document.activeElement.outerHTML"));
        if page.value("document.activeElement.closest('dialog') === null") == true {
            break;
        }
        if page.value("document.activeElement.tagName") == "IFRAME" {
            break;
        }
    }
    page.browser.send_keys("#embed-code", "\u{E012}\u{E012}").unwrap();
    assert_eq!(page.address(), address, "arrow keys in the code step through nothing");
    page.browser.send_keys("#embed-code", "\u{E00C}").unwrap();
    page.wait_for("!document.querySelector('dialog')");
    assert_eq!(page.value("document.activeElement.id"), "copy-embed");
    assert_eq!(page.address(), address);
    page.close();
}

#[test]
fn a_link_leaves_out_what_it_says_and_offers_it_again() {
    let page = Page::open("lab=toy");
    let labs = page.value(LABS);
    // What each part is in any lab; some labs have no panels.
    let parts = [
        ("notice", "#notice"),
        ("controls", ".control, .editors, .adding"),
        ("buttons", ".panel header button:not(.title), .panel header select"),
        ("scores", ".numbers, .facts, .judging, .trust, #tables, #description"),
    ];
    for lab in labs.as_array().unwrap() {
        let lab = lab.as_str().unwrap();
        for (part, what) in parts {
            let count = format!(
                "[...document.querySelectorAll('{what}')].filter((e) => e.checkVisibility()).length"
            );
            page.go(&format!("{lab}&hide={part}"));
            assert_eq!(page.value(&count), 0, "{lab}&hide={part}");
            let wide = page.value("document.documentElement.scrollWidth - innerWidth");
            assert!(wide.as_f64().unwrap() <= 0.0, "{lab}&hide={part} scrolls sideways by {wide}");
            if part == "scores" {
                let told = page.value("document.querySelector('.panel canvas')?.ariaLabel ?? ''");
                assert!(!told.as_str().unwrap().contains("RMSE"), "{told}");
            }
            let shown = page.text("fingerprint");
            page.browser.click("#whole").unwrap();
            page.wait_for("!location.hash.includes('hide=')");
            page.complete();
            assert_eq!(page.text("fingerprint"), shown, "a look, not a change");
            assert_eq!(page.value("document.querySelector('.whole').checkVisibility()"), false);
        }
    }
    page.go("lab=toy&hide=notice,controls,buttons,scores");
    page.screenshot("toy-hidden");
    page.close();
}

#[test]
fn what_is_left_out_is_not_said_aloud() {
    let page = Page::open("lab=toy&hide=notice&step=1");
    page.value("document.getElementById('step-on').click()");
    page.wait_for("location.hash.includes('step=2')");
    page.complete();
    assert_eq!(page.text("spoken").trim(), "");
    page.close();
}

#[test]
fn play_is_as_fast_as_the_link_says() {
    let page = Page::open_with("lab=toy", &Options::default());
    for (speed, pause) in [("", 1600), ("&speed=8", 200), ("&speed=0.25", 6400)] {
        page.go(&format!("lab=toy&step=0{speed}"));
        let script = "const { setTimeout } = window;
            const pauses = [];
            window.setTimeout = (act, pause) => (pauses.push(pause), 1);
            document.getElementById('play').click();
            window.setTimeout = setTimeout;
            document.getElementById('play').click();
            return pauses;";
        let pauses = page.browser.execute(script, json!([])).unwrap();
        assert_eq!(pauses, json!([pause]), "{speed}");
    }
    page.close();
}

/// Opens an embedded figure in a frame as high as the dialog makes it; nothing scrolls there, and little is left.
pub(super) fn open_in_its_frame(page: &Page, link: &str) {
    let frame = |height| Options { size: (900, height), ..Options::default() };
    // High enough for no scrollbar, which would take some of the width.
    page.browser.emulate(&frame(6000)).unwrap();
    page.go(&format!("{link}&embed=1"));
    let needed = "(() => { const { dataset } = document.documentElement;
        dataset.sized = '';
        const height = Math.ceil(document.body.getBoundingClientRect().height);
        delete dataset.sized;
        return height; })()";
    let height = page.value(needed).as_u64().unwrap() as u32;
    page.browser.emulate(&frame(height)).unwrap();
    page.complete();
    let over = "[document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth]";
    assert_eq!(page.value(over), json!([0, 0]), "{link} in {height}");
    let end = page.value("document.getElementById('whole').getBoundingClientRect().bottom");
    assert!(end.as_f64().unwrap() > f64::from(height) - 24.0, "{link}: {end} of {height}");
}

/// A page on another origin that has a figure in it, and the script.
fn around(html: &str) -> String {
    serve_html(format!("<script src=\"{}talscope-embed.js\" async></script>{html}", url()))
}

fn serve_html(html: String) -> String {
    let page = format!("<!doctype html><meta charset=utf-8><link rel=icon href=data:,>{html}");
    serve(move |_| ("text/html".into(), page.clone().into_bytes()))
}

/// Its width is given, so that a scrollbar of the page around it changes nothing.
fn figure(link: &str) -> String {
    format!(
        "<div style=\"width: 900px\"><talscope-figure link=\"{link}\" title=\"Its title\"></talscope-figure></div>"
    )
}

impl Page {
    fn text_of(&self, field: &str) -> String {
        let text: Value = self.value(&format!("document.querySelector('{field}').value"));
        text.as_str().unwrap().into()
    }
}
