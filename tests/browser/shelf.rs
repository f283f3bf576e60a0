//! Parts that lie beside the page: nobody waits for what is known, and without them the page computes.

use serde_json::json;

use super::support::webdriver::{Browser, Options};
use super::{Page, native_fingerprint};

/// Counts the units that workers are given.
const COUNT: &str = "window.given = 0;
    window.kinds = [];
    window.Worker = class extends Worker {
      postMessage(message, ...rest) {
        if (message.unit) {
          window.given += 1;
          window.kinds.push(new TextDecoder().decode(message.unit).split(' ')[0]);
        }
        super.postMessage(message, ...rest);
      }
    };";

/// A page that does something before its own scripts do.
pub(super) fn open_after(script: &str, link: &str) -> Page {
    let page = Page { browser: Browser::borrow(&Options::default()).unwrap() };
    let source = json!({ "source": format!("{COUNT}{script}") });
    page.browser.devtools("Page.addScriptToEvaluateOnNewDocument", source).unwrap();
    page.go(link);
    page
}

#[test]
fn what_is_known_is_not_computed_and_any_change_is() {
    let page = open_after("", "lab=curves");
    assert!(page.text("ends").contains("BatchMIG"));
    assert_eq!(page.text("fingerprint"), native_fingerprint("lab=curves"));
    assert_eq!(page.value("window.given"), 0, "no worker had anything to do");
    // More tasks: those that are known stay so.
    page.set("tasks", "21");
    page.complete();
    assert_eq!(page.value("window.given"), 4, "one task, four rules");
    page.set("d", "2");
    page.complete();
    assert_eq!(page.value("window.given"), 4 + 4 * 21);
    assert_eq!(page.text("fingerprint"), native_fingerprint(&page.address()));
    page.close();
}

/// The host has nothing, something else, or half of it; or the answer never comes.
#[test]
fn without_them_or_with_broken_ones_the_page_computes() {
    for (what, then) in [
        ("index.json", "new Response('', { status: 404 })"),
        ("index.json", "new Response('[{\"curves\": 7}]')"),
        (".bin", "new Response('nonsense')"),
        (
            ".bin",
            "before(url, ...rest).then(async (r) => new Response((await r.arrayBuffer()).slice(0, 999)))",
        ),
        (".bin", "Promise.reject(new TypeError('lost'))"),
    ] {
        let script = format!(
            "const before = window.fetch.bind(window);
            window.fetch = (url, ...rest) => String(url).endsWith('{what}') ? {then} : before(url, ...rest);"
        );
        let page = open_after(&script, "lab=curves&d=1&tasks=2");
        assert_eq!(page.text("fingerprint"), native_fingerprint("lab=curves&d=1&tasks=2"));
        assert_eq!(page.value("window.given"), 8, "{what}: {then}");
        assert_eq!(page.banner(), None);
        page.close();
    }
}

/// The same models on the same task, in one lab after the other: each is trained once, and the page keeps what it knows.
#[test]
fn what_one_lab_has_trained_no_other_trains_again() {
    let models = "preset=gap&candidate=ensemble(members=3,epochs=20)&candidate=bbb(epochs=20,draws=20)&\
                  candidate=hmc(chains=2,burn_in=20,draws=10,thin=1)";
    let page = open_after("", &format!("lab=models&tasks=0&{models}"));
    let trained =
        |page: &Page| page.value("window.kinds.filter((kind) => kind === 'train').length");
    page.complete();
    assert_eq!(trained(&page), 4, "an ensemble, a network and two chains");
    for lab in ["lab=correlation&tasks=0", "lab=agreement&tasks=1", "lab=curves&tasks=1&rounds=1"] {
        page.go(&format!("{lab}&{models}"));
        page.complete();
        assert_eq!(trained(&page), 4, "{lab}");
    }
    // Fewer draws and chains of the same are known as well; fewer members would be trained alone.
    let fewer = "preset=gap&candidate=bbb(epochs=20,draws=5)&candidate=hmc(chains=1,burn_in=20,draws=10,thin=1)";
    page.go(&format!("lab=correlation&tasks=0&{fewer}"));
    page.complete();
    assert_eq!(trained(&page), 4);
    page.close();
}
