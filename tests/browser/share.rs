//! What the page says to those who share it, and what it does in the frames of others.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};

use serde_json::json;

use super::{Page, native_fingerprint, saved, url};

const LINK: &str = "v=1&lab=marginal&preset=edge&repetitions=1000";
const SAVED: &str = "talscope-marginal-edge.html";

#[test]
fn a_link_is_copied_or_offered_to_copy_by_hand() {
    let page = Page::open(LINK);
    let clipboard = |setting: &str| {
        let write = json!({ "name": "clipboard-write" });
        let settings = json!({ "permission": write, "setting": setting });
        page.browser.devtools("Browser.setPermission", settings).unwrap();
    };
    clipboard("granted");
    page.browser.click("#copy-link").unwrap();
    page.wait_for("document.getElementById('said').textContent === 'Link copied.'");
    clipboard("denied");
    by_hand(&page);
    page.browser.devtools("Browser.resetPermissions", json!({})).unwrap();
    let missing = "Object.defineProperty(navigator, 'clipboard', { value: undefined });";
    page.browser.execute(missing, json!([])).unwrap();
    by_hand(&page);
    assert_eq!(page.banner(), None);
    page.close();
}

/// The text is there, selected, and nothing stays when the dialog is closed.
fn by_hand(page: &Page) {
    page.browser.click("#copy-link").unwrap();
    page.wait_for("document.querySelector('dialog[open]')");
    let selected = "(() => { const field = document.activeElement;
        return field.value.slice(field.selectionStart, field.selectionEnd); })()";
    assert_eq!(page.value(selected), format!("{}#{LINK}", url()));
    assert_eq!(page.text("said"), "", "nothing was copied");
    page.screenshot("copy-by-hand");
    page.browser.send_keys("dialog textarea", "\u{E00C}").unwrap();
    page.wait_for("!document.querySelector('dialog')");
    assert_eq!(page.value("document.activeElement.id"), "copy-link");
}

#[test]
fn a_word_is_not_taken_away_by_the_timer_of_the_one_before() {
    let page = Page::open(LINK);
    let function = "({ say }) => {
          const said = document.getElementById('said');
          const { setTimeout, clearTimeout } = window;
          const timers = [];
          window.setTimeout = (act) => timers.push(act);
          window.clearTimeout = (timer) => (timers[timer - 1] = () => {});
          try {
            say('one');
            say('two');
            return timers.map((act) => (act(), said.textContent));
          } finally {
            Object.assign(window, { setTimeout, clearTimeout });
          }
        }";
    assert_eq!(page.module("share.js", function), json!(["two", ""]));
    page.close();
}

/// Screen readers read what is written anew, even if it says the same.
#[test]
fn what_is_said_already_is_not_said_again() {
    let page = Page::open(LINK);
    let watch = "window.heard = [];
        const watch = new MutationObserver((all) => heard.push(...all.map(({ target }) => target.id ?? target.parentElement.id)));
        const what = { childList: true, characterData: true, subtree: true };
        for (const id of ['banner', 'fingerprint']) watch.observe(document.getElementById(id), what);";
    page.set("noise", "minus one");
    page.browser.execute(watch, json!([])).unwrap();
    page.set("noise", "minus one");
    page.browser.execute("dispatchEvent(new Event('resize'));", json!([])).unwrap();
    assert_eq!(page.value("heard"), json!([]));
    page.set("noise", "minus two");
    page.wait_for("heard.length > 0");
    assert_eq!(page.value("heard"), json!(["banner-words"]));
    page.set("noise", "0.2");
    page.set("repetitions", "1000000");
    page.wait_for("/batches/.test(document.getElementById('count').textContent)");
    assert_eq!(page.value("document.getElementById('count').ariaLive"), "off");
    page.browser.click("#cancel").unwrap();
    page.wait_for("document.getElementById('count').ariaLive === 'polite'");
    page.close();
}

/// Until there is a figure, the page says what it is, that it loads, and offers nothing that it cannot do.
#[test]
fn a_slow_host_leaves_no_empty_page() {
    let slow = serve(|path| {
        if path.ends_with(".wasm") {
            std::thread::park();
        }
        let mut answer = ureq::get(format!("{}{path}", url())).call().unwrap();
        let kind = answer.headers()["content-type"].to_str().unwrap().to_owned();
        (kind, answer.body_mut().read_to_vec().unwrap())
    });
    let page = Page::open(LINK);
    page.browser.navigate(&slow).unwrap();
    page.wait_for("document.getElementById('unstarted') === null");
    let shown = page.value("document.querySelector('main').innerText");
    assert!(shown.as_str().unwrap().contains("Loading"), "{shown}");
    let footer = page.value("document.querySelector('footer').getBoundingClientRect().top");
    assert!(footer.as_f64().unwrap() > 600.0, "the footer is where it will be: {footer}");
    let offered = "[...document.querySelectorAll('footer button')].filter((b) => !b.matches(':disabled')).length";
    assert_eq!(page.value(offered), 0);
    page.screenshot("loading");
    page.go(LINK);
    assert_eq!(page.value(offered), 8, "all of it once there is a figure");
    page.close();
}

/// A frame that may run scripts but has no origin may not have modules either, unless the host lets
/// anyone have them.
#[test]
fn in_a_sandboxed_frame_the_page_says_why_there_is_no_figure() {
    let page = Page::open("");
    page.browser.navigate(&framed(&format!("{}#{LINK}", url()))).unwrap();
    page.browser.enter_frame("iframe").unwrap();
    page.wait_for(
        "getComputedStyle(document.getElementById('unstarted')).visibility === 'visible'",
    );
    page.screenshot("sandboxed");
    let words = page.text("unstarted");
    assert!(words.contains("allow-scripts allow-same-origin"), "{words}");
    let errors = page.browser.console_errors().unwrap();
    assert!(errors.iter().all(|error| error.contains("origin 'null'")), "{errors:?}");
    page.close();
}

/// Many hosts do let anyone have all files: then the figure is there, without storage and locks.
#[test]
fn in_a_sandboxed_frame_of_an_open_host_there_is_the_figure() {
    let page = Page::open("");
    page.browser.navigate(&framed(&format!("{}#{LINK}", open_host()))).unwrap();
    figure_in_frame(page);
}

#[test]
fn a_saved_page_works_in_a_sandboxed_frame() {
    let page = Page::open(LINK);
    let folder = page.downloads("sandboxed");
    page.browser.click("#save-html").unwrap();
    saved(&folder.join(SAVED));
    let around = folder.join("around.html");
    std::fs::write(&around, frame(SAVED)).unwrap();
    page.browser.navigate(&format!("file://{}", around.display())).unwrap();
    figure_in_frame(page);
}

/// It is shown and follows the form, addresses included.
fn figure_in_frame(page: Page) {
    page.browser.enter_frame("iframe").unwrap();
    assert_eq!(page.value("self.origin"), "null");
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint(LINK));
    page.set("noise", "0.2");
    page.wait_for("location.hash.includes('noise=0.2')");
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint(&page.address()));
    assert_eq!(page.banner(), None);
    page.close();
}

/// The address of a page on another host that has an address in a sandboxed frame.
fn framed(address: &str) -> String {
    let page = frame(address);
    serve(move |_| ("text/html".into(), page.clone().into_bytes()))
}

fn frame(address: &str) -> String {
    format!(
        "<!doctype html><iframe sandbox=\"allow-scripts\" width=1200 height=800 src=\"{address}\"></iframe>"
    )
}

/// The page on a host that lets pages of any origin have its files.
fn open_host() -> String {
    serve(|path| {
        let mut answer = ureq::get(format!("{}{path}", url())).call().unwrap();
        let kind = answer.headers()["content-type"].to_str().unwrap().to_owned();
        (kind, answer.body_mut().read_to_vec().unwrap())
    })
}

/// Answers requests, given a path without its first slash, for as long as the tests run. Returns the
/// address.
pub(super) fn serve(answer: impl Fn(&str) -> (String, Vec<u8>) + Send + Sync + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/", listener.local_addr().unwrap());
    let answer = std::sync::Arc::new(answer);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let answer = answer.clone();
            // Browsers open connections ahead of need: none may hold up another.
            std::thread::spawn(move || reply(stream, answer.as_ref()));
        }
    });
    address
}

fn reply(stream: TcpStream, answer: &dyn Fn(&str) -> (String, Vec<u8>)) -> Option<()> {
    let mut lines = BufReader::new(stream.try_clone().ok()?).lines().map_while(Result::ok);
    let path = lines.next()?.split(' ').nth(1)?.trim_start_matches('/').to_owned();
    lines.find(String::is_empty)?;
    let (kind, body) = answer(&path);
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
         Access-Control-Allow-Origin: *\r\nConnection: close\r\n\r\n",
        body.len()
    );
    (&stream).write_all(&[head.as_bytes(), &body].concat()).ok()
}
