//! The page of results, and what it leads to.

use serde_json::{Value, json};
use talscope::evidence::CLAIMS;
use talscope::evidence::data::claims::SAID;

use super::support::webdriver::{Browser, Options};
use super::{Page, url};

fn open(options: &Options) -> Page {
    let page = Page { browser: Browser::borrow(options).unwrap() };
    page.browser.navigate(&format!("{}results.html", url())).unwrap();
    page
}

fn strings(value: &Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(|item| item.as_str().unwrap().into()).collect()
}

#[test]
fn every_claim_has_its_verdict_and_nothing_but_the_theme_needs_a_script() {
    let page = open(&Options { size: (1280, 800), ..Options::default() });
    assert_eq!(page.value("document.scripts.length"), 1);
    let rows = page.value("document.querySelectorAll('.overview tbody tr').length");
    assert_eq!(rows, CLAIMS.len() + SAID.len(), "all claims at a glance");
    for claim in &CLAIMS {
        let id = claim.id;
        let words = page.value(&format!("document.getElementById('{id}').textContent"));
        assert!(words.as_str().unwrap().contains(claim.says), "{id}: {words}");
        let ruling = format!("document.querySelectorAll('#{id} .ruling').length > 0");
        assert_eq!(page.value(&ruling), true, "{id}");
    }
    let missing = "[...document.querySelectorAll('a[href^=\"#\"]')].map((a) => a.hash.slice(1))
        .filter((id) => !document.getElementById(id))";
    assert_eq!(page.value(missing), json!([]), "links within the page lead somewhere");
    page.close();
}

/// Chosen here or in a lab, it is the same theme.
#[test]
fn it_has_the_theme_of_the_labs() {
    let page = open(&Options::default());
    let dark = "document.documentElement.dataset.theme === 'dark'";
    page.browser.execute("localStorage.setItem('talscope theme', 'dark')", json!([])).unwrap();
    page.browser.navigate(&format!("{}results.html?again", url())).unwrap();
    page.wait_for(dark);
    page.wait_for("document.getElementById('theme').value === 'dark'");
    let choose = "const choice = document.getElementById('theme');
        choice.value = 'light';
        choice.dispatchEvent(new Event('change', { bubbles: true }));";
    page.browser.execute(choose, json!([])).unwrap();
    page.wait_for("document.documentElement.dataset.theme === 'light'");
    assert_eq!(page.value("localStorage.getItem('talscope theme')"), "light");
    page.browser.execute("localStorage.removeItem('talscope theme')", json!([])).unwrap();
    page.close();
}

#[test]
fn it_fits_every_window_in_both_themes_and_paper() {
    let page = open(&Options::default());
    for (name, size) in [("desktop", (1280, 800)), ("phone", (390, 844)), ("narrow", (320, 640))] {
        for dark in [false, true] {
            page.browser.emulate(&Options { size, dark, ..Options::default() }).unwrap();
            let wide = page.value("document.documentElement.scrollWidth - innerWidth");
            assert!(wide.as_f64().unwrap() <= 0.0, "{name} scrolls sideways by {wide}");
            let theme = if dark { "dark" } else { "light" };
            page.screenshot(&format!("results-{name}-{theme}"));
        }
    }
    // Figures load when they come into view.
    page.value("document.querySelectorAll('img').forEach((img) => (img.loading = 'eager'))");
    page.wait_for("[...document.images].every((img) => img.complete)");
    let broken =
        "[...document.images].filter((img) => img.naturalWidth === 0).map((img) => img.src)";
    assert_eq!(page.value(broken), json!([]));
    let features = json!([{ "name": "prefers-color-scheme", "value": "dark" }]);
    let media = json!({ "media": "print", "features": features });
    page.browser.devtools("Emulation.setEmulatedMedia", media).unwrap();
    page.wait_for("getComputedStyle(document.body).backgroundColor === 'rgb(255, 255, 255)'");
    let turned =
        "[...document.images].filter((img) => getComputedStyle(img).filter !== 'none').length";
    assert_eq!(page.value(turned), 0, "figures are as they were drawn");
    assert!(page.browser.print(false).unwrap().len() > 10_000);
    page.close();
}

#[test]
fn every_link_leads_to_a_file_or_a_whole_figure() {
    let page = open(&Options::default());
    let links = "[...document.querySelectorAll('a')].filter((a) => a.origin === location.origin)
        .map((a) => a.href)";
    let mut links = strings(&page.value(links));
    links.sort();
    links.dedup();
    let files = links.iter().filter(|link| !link.contains('#'));
    files.for_each(|link| assert_eq!(ureq::get(link).call().unwrap().status(), 200, "{link}"));
    let live: Vec<&String> = links.iter().filter(|link| link.contains("index.html#v=")).collect();
    assert!(!live.is_empty());
    for link in live {
        page.go(link);
        assert_eq!(page.banner(), None, "{link}");
    }
    page.close();
}

#[test]
fn the_page_and_the_path_of_lessons_lead_there() {
    let page = Page::open("lab=curves&d=1&rounds=1&tasks=1");
    page.browser.click("footer a[href='results.html']").unwrap();
    page.wait_for("location.pathname.endsWith('results.html')");
    page.browser.navigate(&format!("{}#lesson=end", url())).unwrap();
    page.wait_for("document.querySelector('#lesson a[href=\"results.html\"]') !== null");
    page.close();
}
