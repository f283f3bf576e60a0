//! The crosshair of the correlation lab: under a mouse, a finger and keys, and as it is spoken.

use super::correlation::{LINE, SIX};
use super::support::webdriver::Options;
use super::touch::touch;
use super::{Page, native_fingerprint};

#[test]
fn the_crosshair_is_one_for_all_squares() {
    let page = Page::open(SIX);
    let box_ = page.value(
        "(() => { const b = document.querySelectorAll('.square .overlay')[1].getBoundingClientRect();
           return [b.left + b.width * 0.3, b.top + b.height * 0.6]; })()",
    );
    let place = (box_[0].as_f64().unwrap(), box_[1].as_f64().unwrap());
    page.browser.hover(place).unwrap();
    page.wait_for("document.getElementById('readout').textContent.includes(' with x = −2.')");
    let words = page.text("readout");
    assert!(words.contains(" with x = "), "{words}");
    let values = |square: usize| page.all(&format!(".square:nth-child({square}) dd"))[0].clone();
    assert!(values(1) == "0.00" && values(2) != "0.00", "{} {}", values(1), values(2));
    assert_eq!(page.address(), SIX, "looking leaves the address alone");
    page.value(&format!(
        "document.querySelectorAll('.square .overlay')[1].dispatchEvent(new MouseEvent('click', \
           {{ clientX: {}, clientY: {}, bubbles: true }}))",
        place.0, place.1
    ));
    page.wait_for("/at=\\d+:\\d+/.test(location.hash)");
    let before = page.address();
    page.browser.send_keys(".square:nth-child(1) .overlay", "\u{E014}\u{E015}").unwrap();
    page.wait_for(&format!("location.hash !== '#{before}'"));
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint(SIX), "a look, not a change");
    page.close();
}

#[test]
fn the_crosshair_is_spoken_once_and_the_focus_stays() {
    let page = Page::open(SIX);
    page.value(
        "(window.heard = [], document.querySelectorAll('output, [role=status], [aria-live]')
            .forEach((place) => new MutationObserver(() => window.heard.push(place.id))
                .observe(place, { childList: true, subtree: true, characterData: true })),
            new MutationObserver(() => (window.told = true))
                .observe(document.getElementById('cross-words'), { childList: true }))",
    );
    page.browser.send_keys(".square:nth-child(2) .overlay", "\u{E015}").unwrap();
    // The words below the table come last.
    page.wait_for("window.heard.length > 0 && window.told");
    assert_eq!(page.value("window.heard.join()"), "spoken");
    assert_eq!(
        page.text("spoken"),
        "x = 0.12 with target x = −0.62: lengthscale × 2 0.95, oracle 0.69."
    );
    let remove = "#model .buttons button";
    for left in (1..6).rev() {
        page.browser.send_keys(remove, "\u{E007}").unwrap();
        page.wait_for(&format!(
            "document.querySelectorAll('.cross-table tbody tr').length === {left}"
        ));
        let held = page.value("document.activeElement.textContent");
        assert_eq!(held, format!("Remove {}", page.text("model-title")), "with {left} left");
    }
    page.browser.send_keys(remove, "\u{E007}").unwrap();
    page.wait_for("document.activeElement.id === 'add-model'");
    page.close();
}

#[test]
fn a_finger_that_rests_on_a_square_moves_the_crosshair() {
    let page = Page::open_with(LINE, &Options { size: (390, 844), ..Options::default() });
    let spots = page.value(
        "(() => { const square = document.querySelectorAll('.square .overlay')[1];
           square.scrollIntoView({ block: 'center' });
           const { left, top, width } = square.getBoundingClientRect();
           return [0.3, 0.5, 0.8].map((share) => [left + share * width, top + 0.6 * width]); })()",
    );
    let spot = |i: usize| Some((spots[i][0].as_f64().unwrap(), spots[i][1].as_f64().unwrap()));
    let words = || page.text("readout");
    let before = words();
    touch(&page, "touchStart", spot(0));
    page.wait_for(&format!("document.getElementById('readout').textContent !== '{before}'"));
    let first = words();
    touch(&page, "touchMove", spot(1));
    page.wait_for(&format!("document.getElementById('readout').textContent !== '{first}'"));
    touch(&page, "touchMove", spot(2));
    touch(&page, "touchEnd", None);
    page.wait_for("/at=\\d+:\\d+/.test(location.hash)");
    assert_ne!(words(), first, "it stays where the finger left it");
    page.close();
}

#[test]
fn large_steps_and_both_ends_are_reached_by_key() {
    let page = Page::focused(LINE);
    let at = || -> Vec<u64> {
        let at = page.address().split("at=").nth(1).unwrap_or("0:0").to_string();
        at.split(['&', ':']).take(2).map(|number| number.parse().unwrap()).collect()
    };
    page.value("document.querySelector('.square:nth-child(2) .overlay').focus()");
    let column = |key: &str| {
        page.press(key);
        page.complete();
        at()[1]
    };
    let (last, first) = (column("\u{E010}"), column("\u{E011}"));
    assert_ne!(last, first);
    assert!(page.text("readout").ends_with("with x = −6.00."), "{}", page.text("readout"));
    column("\u{E008}\u{E014}\u{E000}");
    assert!(
        page.text("readout").ends_with("with x = −5.40."),
        "ten cells: {}",
        page.text("readout")
    );
    let row = page.text("readout");
    page.press("\u{E00F}");
    page.wait_for(&format!("document.getElementById('readout').textContent !== '{row}'"));
    page.close();
}
