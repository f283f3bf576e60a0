//! The address, the form and the history.

use serde_json::json;

use super::support::webdriver::Pointer;
use super::{Page, native_fingerprint};

#[test]
fn a_malformed_link_says_so_and_shows_the_default() {
    let page = Page::open("preset=gap&noise=-0.3");
    let words = page.banner().expect("the banner is shown");
    assert!(words.contains("noise must be between") && words.contains("\"-0.3\""), "{words}");
    assert!(words.ends_with("What you see is the default figure."), "{words}");
    assert_eq!(page.text("fingerprint"), native_fingerprint("lab=marginal"), "of the lab it names");
    assert_eq!(page.address(), "lab=marginal&preset=gap&noise=-0.3", "what was typed is not lost");
    page.screenshot("malformed-link");
    page.browser.click("#banner-close").unwrap();
    assert_eq!(page.banner(), None);
    page.close();
}

#[test]
fn a_malformed_link_in_a_frame_stays_a_figure_alone() {
    let page = Page::open("lab=toy&noise=-0.3&embed=1");
    assert!(page.banner().unwrap().contains("noise must be between"));
    assert_eq!(page.value("document.querySelector('header.chrome').checkVisibility()"), false);
    assert_eq!(page.value("document.querySelectorAll('.panel').length"), 4);
    page.close();
}

#[test]
fn absurd_links_are_refused_in_words() {
    let page = Page::open("");
    let points = "point=1&".repeat(2000);
    for link in [
        "repetitions=1000000000",
        "target=0:1:1000000000",
        "noise=NaN",
        "lab=toy&rule=none",
        "kernel=rbf(((((",
        "kernel=%ff%fe",
        "preset=<img src=x onerror=alert(1)>",
        "v=99",
        &points,
    ] {
        page.go(link);
        let words = page.banner().unwrap_or_else(|| panic!("{link} was accepted"));
        assert!(words.starts_with("This link cannot be shown: "), "{words}");
        assert!(words.len() < 400, "{words}");
    }
    assert_eq!(page.value("document.querySelectorAll('img').length"), 0);
    page.close();
}

#[test]
fn a_bad_link_after_a_good_one_keeps_the_figure() {
    let page = Page::open("preset=edge&repetitions=1000");
    let good = page.text("fingerprint");
    page.go("preset=edge&repetitions=1");
    assert!(page.banner().unwrap().contains("repetitions must be"));
    assert_eq!(page.text("fingerprint"), good);
    page.close();
}

#[test]
fn a_wrong_value_is_marked_and_changes_nothing() {
    let page = Page::open("repetitions=1000");
    let (address, good) = (page.address(), page.text("fingerprint"));
    page.set("noise", "minus one");
    let words = page.banner().unwrap();
    assert!(
        words.contains("\"minus one\"") && words.contains("Noise the model assumes"),
        "{words}"
    );
    let noise = "document.querySelector('[name=noise]')";
    assert_eq!(page.value(&format!("{noise}.getAttribute('aria-invalid')")), "true");
    assert_eq!(page.value(&format!("{noise}.value")), "minus one", "what was typed is not lost");
    assert_eq!((page.address(), page.text("fingerprint")), (address, good));
    page.set("noise", "0.02");
    assert_eq!(page.banner(), None);
    assert_eq!(page.value(&format!("{noise}.getAttribute('aria-invalid')")), json!(null));
    page.complete();
    page.close();
}

#[test]
fn dragging_a_slider_is_one_step_of_history() {
    let page = Page::open("repetitions=1000");
    let entries = page.value("history.length").as_u64().unwrap();
    let slider = page.value(
        "(() => { const box = document.querySelector('[name=\"stretch slider\"]')
            .getBoundingClientRect();
            return [box.left, box.top + box.height / 2, box.width]; })()",
    );
    let [left, row, width] = [0, 1, 2].map(|i| slider[i].as_f64().unwrap());
    let path: Vec<_> = (10..=18).map(|i| (left + width * f64::from(i) / 20.0, row)).collect();
    page.browser.drag(Pointer::Mouse, &path).unwrap();
    page.wait_for("location.hash.includes('stretch=')");
    page.complete();
    let moved = page.address();
    assert_eq!(page.value("history.length").as_u64().unwrap(), entries + 1, "one entry");
    assert_eq!(page.text("fingerprint"), native_fingerprint(&moved));
    page.browser.execute("history.back();", json!([])).unwrap();
    page.wait_for("!location.hash.includes('stretch=')");
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint("repetitions=1000"));
    assert_eq!(page.value("document.querySelector('[name=stretch]').value"), "1");
    page.browser.execute("history.forward();", json!([])).unwrap();
    page.wait_for("location.hash.includes('stretch=')");
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint(&moved));
    page.close();
}

#[test]
fn the_keyboard_moves_a_slider() {
    let page = Page::open("repetitions=1000");
    for (slider, shown) in [("noise", "0.0107"), ("stretch", "1.01")] {
        page.browser.send_keys(&format!("[name='{slider} slider']"), "\u{E014}").unwrap();
        page.wait_for(&format!("location.hash.includes('{slider}={shown}')"));
        page.complete();
    }
    assert_eq!(page.text("fingerprint"), native_fingerprint(&page.address()));
    page.close();
}

#[test]
fn a_link_holds_the_whole_state() {
    let page = Page::open("repetitions=1000");
    for (name, value) in [
        ("preset", "periodic"),
        ("repetitions", "2000"),
        ("kernel.1", "2.5"),
        ("observe", "noisy"),
        ("truth", "formula"),
        ("seed", "77"),
    ] {
        page.set(name, value);
        assert_eq!(page.banner(), None, "{name}");
    }
    page.complete();
    let (address, fingerprint) = (page.address(), page.text("fingerprint"));
    let want = "v=1&lab=marginal&preset=periodic&kernel=periodic(0.9,2.5)*rbf(30)&truth=formula\
                &observe=noisy&seed=77&repetitions=2000";
    assert_eq!(address, want);
    let other = Page::open(&address);
    assert_eq!(other.text("fingerprint"), fingerprint);
    assert_eq!(other.text("fingerprint"), native_fingerprint(&address));
    other.close();
    page.close();
}

#[test]
fn a_new_seed_is_written_into_the_link_and_reset_returns() {
    let page = Page::open("preset=draw&repetitions=1000");
    let click = |words: &str| {
        let script = "[...document.querySelectorAll('.buttons button')]
            .find((button) => button.textContent === arguments[0]).click();";
        page.browser.execute(script, json!([words])).unwrap();
    };
    click("New seed");
    page.complete();
    let first = page.address();
    click("New seed");
    page.complete();
    assert!(first.contains("&seed=") && page.address().contains("&seed="));
    assert_ne!(first, page.address());
    click("Reset");
    page.complete();
    assert_eq!(page.address(), "v=1&lab=marginal&preset=draw");
    page.close();
}
