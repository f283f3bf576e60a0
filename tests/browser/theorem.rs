//! The lab of the theorem as a person uses it: sliders, a cloud to point at, the worst batch.

use serde_json::json;
use talscope::lab::theorem::Class;
use talscope::scenario::Link;

use super::embed::open_in_its_frame;
use super::support::webdriver::{Options, Pointer};
use super::{Page, native, native_fingerprint, saves_what_the_command_line_writes};

const LEFT: &str = "\u{E012}";
const RIGHT: &str = "\u{E014}";
const HOME: &str = "\u{E011}";
const ENTER: &str = "\u{E007}";
const ESCAPE: &str = "\u{E00C}";

/// The colours of the ground and of the bound in light.
const WHITE: (u8, u8, u8) = (255, 255, 255);
const INK: (u8, u8, u8) = (26, 28, 33);

#[test]
fn the_lab_opens_with_a_batch_a_cloud_and_the_engines_fingerprint() {
    let page = Page::open_with("lab=theorem", &Options { size: (1280, 800), ..Options::default() });
    assert_eq!(page.address(), "lab=theorem");
    assert_eq!(page.text("fingerprint"), native_fingerprint("lab=theorem"));
    let opened = native("lab=theorem");
    let words = opened.figure().unwrap().words().unwrap();
    assert_eq!(page.text("notice"), words["notice"].as_str().unwrap());
    assert_eq!(page.text("many"), words["many"].as_str().unwrap());
    let facts = page.text("facts");
    for fact in words["facts"].as_array().unwrap() {
        assert!(facts.contains(fact["value"].as_str().unwrap()), "{fact} in {facts}");
    }
    assert_eq!(page.value("document.querySelectorAll('#facts sub').length"), 2, "p_c and q_c");
    assert!(page.pixels("promise", INK) > 500, "the line");
    let bottom = page.value("document.getElementById('notice').getBoundingClientRect().bottom");
    assert!(bottom.as_f64().unwrap() <= 800.0, "the figure ends at {bottom}: no scrolling");
    page.screenshot("theorem");
    // One sentence and one line; all else waits folded, and is drawn when it is unfolded.
    let seen = "[...document.querySelectorAll('main canvas')].filter((c) => c.checkVisibility()).map((c) => c.id)";
    assert_eq!(page.value(seen), json!(["promise"]));
    let sentence =
        page.value("document.querySelector('.telling p').textContent.match(/[.!?]/g).length");
    assert_eq!(sentence, 1);
    for symbol in ["ξ (xi)", "λ (lambda)"] {
        let said = format!(
            "[...document.querySelectorAll('.control small')].some((each) => each.textContent.includes('{symbol}'))"
        );
        assert_eq!(page.value(&said), true, "{symbol} is explained where it stands");
    }
    unfold(&page);
    assert!(page.pixels("gaps", INK) > 500, "the bound");
    page.screenshot("theorem-unfolded");
    page.close();
}

/// What the first look does not need.
fn unfold(page: &Page) {
    page.value("document.querySelectorAll('.theorem details').forEach((box) => (box.open = true))");
    page.wait_for("document.getElementById('gaps').width > 0 && document.getElementById('gaps-marks').width > 0");
    page.value("document.querySelectorAll('.words details').forEach((box) => (box.open = false))");
    page.complete();
}

#[test]
fn keys_move_the_sliders() {
    let page = Page::open("lab=theorem&cases=500");
    unfold(&page);
    for (slider, key, shown) in [
        ("xi", RIGHT, "xi=0.00106"),
        ("error", RIGHT, "error=0.51"),
        ("b", RIGHT, "b=6"),
        ("b", LEFT, "cases=500"),
        ("lambda", LEFT, "lambda=0.191"),
    ] {
        let before = page.text("facts");
        page.browser.send_keys(&format!("[name='{slider} slider']"), key).unwrap();
        page.wait_for(&format!("location.hash.includes('{shown}')"));
        page.wait_for(&format!(
            "document.getElementById('facts').textContent !== {}",
            json!(before)
        ));
        page.complete();
        assert_eq!(page.text("fingerprint"), native_fingerprint(&page.address()), "{slider}");
    }
    assert_eq!(page.value("document.querySelector('[name=b]').value"), "5");
    page.set("lambda", "2");
    assert!(page.banner().unwrap().contains("between 0.001 and 1"), "{:?}", page.banner());
    page.close();
}

/// The cloud does not depend on the mismatch of the batch that lies in it.
#[test]
fn the_cloud_arrives_and_stays_while_its_batch_moves() {
    let page = Page::open("lab=theorem&cases=100");
    unfold(&page);
    let empty = page.pixels("gaps", WHITE);
    page.go("lab=theorem&cases=100000");
    assert!(page.pixels("gaps", WHITE) + 10_000 < empty, "many more batches");
    assert!(page.text("many").starts_with("None of 100,000 random batches, nor of 24,000 that"));
    let image = "document.getElementById('gaps').toDataURL()";
    let (before, marks) = (page.value(image), page.value(&image.replace("gaps", "gaps-marks")));
    // In mid-gesture, and after it.
    let slide = "(() => { const range = document.querySelector('[name=\"xi slider\"]');
        range.value = '150'; range.dispatchEvent(new Event('input', { bubbles: true })); })()";
    page.value(slide);
    page.wait_for(&format!("{} !== {marks}", image.replace("gaps", "gaps-marks")));
    assert_eq!(page.value(image), before, "while the slider moves");
    page.value(
        "document.querySelector('[name=\"xi slider\"]').dispatchEvent(new Event('change', { bubbles: true }))",
    );
    page.complete();
    assert_eq!(page.value(image), before, "afterwards");
    assert_eq!(page.text("fingerprint"), native_fingerprint(&page.address()));
    page.close();
}

#[test]
fn a_batch_is_pointed_at_and_seen_closely() {
    let link = "lab=theorem&cases=300";
    let page = Page::open(link);
    unfold(&page);
    page.value("document.getElementById('gaps').scrollIntoView({ block: 'center' })");
    let number = page.value(AT_A_BATCH);
    let (batch, place) =
        (number[0].as_u64().unwrap(), (number[1].as_f64().unwrap(), number[2].as_f64().unwrap()));
    page.browser.hover(place).unwrap();
    let says = format!("Random batch {}: ξ ", batch + 1);
    page.wait_for(&format!("document.getElementById('readout').textContent.startsWith('{says}')"));
    page.browser.drag(Pointer::Mouse, &[place]).unwrap();
    page.wait_for(&format!("location.hash.endsWith('case={batch}')"));
    page.wait_for(&format!(
        "document.getElementById('looked').textContent === 'Random batch {}'",
        batch + 1
    ));
    let class = Class::of(&link.parse::<Link>().unwrap().scenario);
    let gap = class.numbered(batch as usize).unwrap().divergence.gap;
    let shown = talscope::lab::three_digits(gap);
    assert!(page.text("facts").contains(&shown), "{shown} in {}", page.text("facts"));
    // The slider has moved to it, which can be undone and redone, and left by a button.
    let slider = "document.querySelector('[name=xi]').value";
    let there = page.value(slider);
    assert_ne!(there, "0.001");
    page.wait_for(&format!("location.hash.includes('xi={}')", there.as_str().unwrap()));
    let off = |xi: f64| {
        (xi / class.numbered(batch as usize).unwrap().divergence.kl_marginals - 1.0).abs()
    };
    assert!(off(there.as_str().unwrap().parse().unwrap()) < 0.006);
    page.browser.click("#undo").unwrap();
    page.wait_for(&format!("{slider} === '0.001' && document.getElementById('own').hidden"));
    page.complete();
    assert_eq!((page.address(), page.text("fingerprint")), (link.into(), native_fingerprint(link)));
    page.browser.click("#redo").unwrap();
    page.wait_for(&format!("{slider} === {there} && !document.getElementById('own').hidden"));
    page.browser.click("#own").unwrap();
    page.wait_for(&format!("{slider} === '0.001' && !location.hash.includes('case=')"));
    assert_eq!(page.text("looked"), "the batch that the sliders make");
    page.complete();
    page.browser.click("#show-worst").unwrap();
    page.wait_for("document.getElementById('looked').textContent.startsWith('The worst batch')");
    page.screenshot("theorem-worst");
    // What is shown comes first, and then the address.
    page.wait_for("location.hash.includes('case=')");
    let worst = Page::open(&page.address());
    let looked = json!(page.text("looked"));
    worst.wait_for(&format!("document.getElementById('looked').textContent === {looked}"));
    worst.close();
    // A slider makes a batch of its own; the worst is at its right end.
    page.browser.send_keys("[name='xi slider']", LEFT).unwrap();
    page.wait_for("!location.hash.includes('case=')");
    page.close();
}

/// The number of a random batch whose place nothing else shares, and where that is.
const AT_A_BATCH: &str = "(() => {
    const canvas = document.getElementById('gaps-marks');
    const box = canvas.getBoundingClientRect();
    const said = document.getElementById('readout');
    for (let x = 0.3; x < 0.9; x += 0.02) {
      for (let y = 0.3; y < 0.9; y += 0.02) {
        const [clientX, clientY] = [box.left + x * box.width, box.top + y * box.height];
        canvas.dispatchEvent(new PointerEvent('pointermove', { clientX, clientY, pointerType: 'mouse' }));
        const [, number] = /^Random batch (\\d+):/.exec(said.textContent) ?? [];
        if (number) return [Number(number) - 1, clientX, clientY];
      }
    }
    return null;
  })()";

#[test]
fn keys_walk_through_the_batches() {
    let page = Page::focused("lab=theorem&cases=300");
    unfold(&page);
    page.value("document.getElementById('gaps-marks').focus()");
    page.press(RIGHT);
    let first = page.text("spoken");
    assert!(first.contains("ξ ") && first.ends_with("of the bound"), "{first}");
    page.press(RIGHT);
    assert_ne!(page.text("spoken"), first);
    page.press(LEFT);
    assert_eq!(page.text("spoken"), first);
    page.press(HOME);
    assert!(page.text("spoken").contains("found at ξ = 0.000001"), "{}", page.text("spoken"));
    page.press(ENTER);
    page.wait_for("location.hash.includes('case=300')");
    assert_eq!(page.text("looked"), "The worst batch found at ξ = 0.000001");
    page.press(RIGHT);
    page.press(ESCAPE);
    assert_eq!(page.text("readout"), "");
    page.close();
}

#[test]
fn a_finger_finds_a_batch() {
    let page = Page::open_with(
        "lab=theorem&cases=300",
        &Options { size: (390, 844), ..Options::default() },
    );
    let seen = "document.querySelector('#labs [aria-current]').getBoundingClientRect().right <= innerWidth";
    assert_eq!(page.value(seen), true, "which lab is open");
    unfold(&page);
    page.value("document.getElementById('gaps').scrollIntoView({ block: 'center' })");
    let found = page.value(AT_A_BATCH);
    let place = (found[1].as_f64().unwrap(), found[2].as_f64().unwrap());
    page.browser.drag(Pointer::Touch, &[place]).unwrap();
    page.wait_for("location.hash.includes('case=')");
    page.close();
}

#[test]
fn the_search_shows_how_far_it_is_and_can_be_cancelled() {
    let page = Page::open("lab=theorem&cases=100&b=2");
    unfold(&page);
    page.set("b", "20");
    page.set("cases", "100000");
    page.wait_for("/^[1-9]\\d* of \\d+ pieces/.test(document.getElementById('count').textContent)");
    page.browser.click("#cancel").unwrap();
    page.wait_for("/^stopped at/.test(document.getElementById('count').textContent)");
    page.wait_for("document.getElementById('fingerprint').textContent === 'incomplete'");
    assert!(page.text("many").starts_with("None of "), "what was found is still shown");
    page.set("cases", "200");
    page.set("b", "3");
    page.complete();
    let there = page.address();
    assert_eq!(page.text("fingerprint"), native_fingerprint(&there));
    page.set("b", "20");
    page.set("cases", "50000");
    page.browser.click("#cancel").unwrap();
    page.wait_for("document.getElementById('cancel').textContent === 'Go on'");
    // What was stopped stays so, until one asks for it.
    page.set("cases", "300");
    page.wait_for(
        "/^stopped at .* of 9 pieces/.test(document.getElementById('count').textContent)",
    );
    page.browser.click("#cancel").unwrap();
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint(&page.address()));
    page.close();
}

#[test]
fn a_slider_is_undone_and_redone() {
    let page = Page::open("lab=theorem&cases=300");
    unfold(&page);
    let before = page.text("facts");
    page.browser.send_keys("[name='lambda slider']", LEFT).unwrap();
    page.wait_for("location.hash.includes('lambda=')");
    page.complete();
    let (moved, after) = (page.address(), page.text("facts"));
    assert_ne!(after, before);
    page.browser.click("#undo").unwrap();
    page.wait_for("!location.hash.includes('lambda=')");
    page.complete();
    assert_eq!(page.text("facts"), before);
    page.browser.click("#redo").unwrap();
    page.wait_for("location.hash.includes('lambda=')");
    page.complete();
    assert_eq!((page.address(), page.text("facts")), (moved, after));
    page.close();
}

#[test]
fn what_is_saved_is_what_the_command_line_writes() {
    saves_what_the_command_line_writes("lab=theorem&cases=300&lambda=0.05");
}

#[test]
fn paper_gets_both_charts_and_nothing_to_press() {
    let page =
        Page::open_with("lab=theorem&cases=300", &Options { dark: true, ..Options::default() });
    let features = json!([{ "name": "prefers-color-scheme", "value": "dark" }]);
    let media = json!({ "media": "print", "features": features });
    page.browser.devtools("Emulation.setEmulatedMedia", media).unwrap();
    page.wait_for("getComputedStyle(document.body).backgroundColor === 'rgb(255, 255, 255)'");
    // A square is a square.
    let undistorted = "[...document.querySelectorAll('main canvas:not(.overlay)')].filter((c) => c.checkVisibility()).every((c) =>
        Math.abs(c.width / c.height - c.clientWidth / c.clientHeight) < 0.03)";
    page.wait_for(undistorted);
    let seen = "[...document.querySelectorAll('main :is(button:not(.term), input, .controls)')]
        .filter((e) => e.checkVisibility()).map((e) => e.outerHTML.slice(0, 60))";
    assert_eq!(page.value(seen), json!([]));
    page.screenshot("theorem-paper");
    page.close();
}

#[test]
fn an_embedded_figure_fits_its_frame() {
    let page = Page::open("lab=theorem&embed=1");
    open_in_its_frame(&page, "lab=theorem");
    let whole = page.value("document.getElementById('whole').getAttribute('href')");
    assert_eq!(whole, "#v=1&lab=theorem");
    page.screenshot("theorem-embedded");
    page.close();
}
