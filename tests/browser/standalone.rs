//! The page saved as one file, opened from disk.

use serde_json::json;

use super::{Page, native, native_fingerprint, saved};

const LINK: &str = "v=1&lab=marginal&preset=edge&noise=0.03&repetitions=2000";

#[test]
fn a_saved_page_works_from_disk_and_saves_itself() {
    let page = Page::open(LINK);
    let first = page.downloads("standalone-first").join("talscope-marginal-edge.html");
    page.browser.click("#save-html").unwrap();
    let text = saved(&first);
    let title = native(LINK).figure().unwrap().heading().unwrap();
    assert!(text.contains(&format!("<title>{title} – talscope</title>")), "{title}");
    page.go(&format!("file://{}", first.display()));
    assert_eq!(page.address(), "", "the figure is in the file");
    assert_eq!(page.text("fingerprint"), native_fingerprint(LINK), "workers worked");
    page.screenshot("standalone");
    let fetched = "performance.getEntriesByType('resource').map((entry) => entry.name)
        .filter((name) => !name.startsWith('blob:') && !name.startsWith('data:'))";
    assert_eq!(page.value(fetched), json!([]));

    page.browser.click("#copy-link").unwrap();
    let warned = "document.getElementById('said').textContent.endsWith('on this computer only.')
        || document.querySelector('dialog[open]')?.textContent.includes('on this computer only')";
    page.wait_for(warned);
    page.browser.execute("document.querySelector('dialog[open]')?.close();", json!([])).unwrap();
    page.browser.click("#copy-embed").unwrap();
    let code = page.value("document.getElementById('embed-code').value");
    assert!(
        code.as_str().unwrap().starts_with("<iframe src=\"file:"),
        "no script lies beside it: {code}"
    );
    assert_eq!(page.value("document.getElementById('embed-preview').checkVisibility()"), false);
    page.browser.click("#embed-close").unwrap();
    page.browser.click("nav [href$='#lab=toy']").unwrap();
    page.wait_for("document.querySelectorAll('.panel').length === 4");
    page.set("noise", "0.2");
    let changed = page.address();
    assert_eq!(changed, "v=1&lab=toy&preset=edge&noise=0.2&repetitions=2000");
    let second = page.downloads("standalone-second").join("talscope-toy-edge.html");
    page.browser.click("#save-html").unwrap();
    let again = saved(&second);
    page.go(&format!("file://{}", second.display()));
    assert_eq!(page.text("fingerprint"), native_fingerprint(&changed));
    page.go(&format!("file://{}#{LINK}", second.display()));
    assert_eq!(page.text("fingerprint"), native_fingerprint(LINK), "an address goes first");
    let growth = again.len().abs_diff(text.len());
    assert!(growth < 1000, "{growth} bytes more or less: what the page did is not saved");
    page.close();
}

/// What saving needs was fetched in a quiet moment: the host may be gone, or have another release.
#[test]
fn the_page_is_saved_without_a_network() {
    let page = Page::open(LINK);
    page.wait_for(
        "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/talscope.html'))",
    );
    page.offline();
    let file = page.downloads("standalone-offline").join("talscope-marginal-edge.html");
    page.browser.click("#save-html").unwrap();
    saved(&file);
    assert_eq!(page.banner(), None);
    page.go(&format!("file://{}", file.display()));
    assert_eq!(page.text("fingerprint"), native_fingerprint(LINK));
    page.close();
}

#[test]
fn a_link_cannot_break_out_of_a_saved_page() {
    let page = Page::open("lab=toy");
    let link = "a=\\\"><script>alert(1)</script><img src=x>&amp;$&$1\\u00a0<!--";
    let function = format!(
        "async ({{ wholePage }}) => {{
            const link = \"{link}\";
            // Without its style sheet, of which this page's policy would complain.
            const parse = (text) => new DOMParser()
              .parseFromString(text.replace(/<style>[^]*<.style>/, ''), 'text/html');
            const [before, after] = [parse(await wholePage('')), parse(await wholePage(link))];
            const meta = after.querySelector('meta[name=talscope-link]');
            const same = meta.content === link;
            meta.content = '';
            return same && after.documentElement.outerHTML === before.documentElement.outerHTML;
        }}"
    );
    assert_eq!(page.module("files.js", &function), true);
    page.close();
}
