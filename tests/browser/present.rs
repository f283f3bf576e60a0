//! In a room, on a slide and on paper: parts of a lab alone, and the presenter's view.

use serde_json::json;

use super::Page;
use super::share::serve;
use super::support::webdriver::Options;
use super::{native_fingerprint, url};

/// What is seen of a lab: the parts of the page that have a size.
const SEEN: &str = "[...document.querySelectorAll('.lab [data-part]')].filter((part) => part.checkVisibility())
    .flatMap((part) => part.dataset.part.split(' ')).filter((part, i, all) => all.indexOf(part) === i).join()";

/// Presses a key where the focus is.
pub(super) fn press(page: &Page, key: &str) {
    let script = "const [key] = arguments;
        (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))";
    page.browser.execute(script, json!([key])).unwrap();
}

#[test]
fn a_link_shows_parts_alone_and_changes_no_number() {
    let page = Page::open("lab=correlation&tasks=0&show=xll");
    assert_eq!(page.value(SEEN), "xll");
    assert_eq!(page.text("fingerprint"), native_fingerprint("lab=correlation&tasks=0"));
    assert_eq!(
        page.value("document.querySelectorAll('h1').length"),
        1,
        "there is a heading for ears"
    );
    page.value("document.getElementById('whole').click()");
    page.wait_for("!location.hash.includes('show=')");
    page.wait_for("document.querySelector('.squares').checkVisibility()");
    page.go("lab=toy&show=panels:3");
    page.wait_for(
        "[...document.querySelectorAll('.panel')].filter((p) => p.checkVisibility()).length === 1",
    );
    let one = page.value("document.querySelector('.panel:not([data-off])').ariaLabel");
    assert_eq!(one, "BatchMIG");
    // What is built anew stays alone.
    page.browser.send_keys("body", "\u{E012}").unwrap();
    page.set("noise", "0.2");
    page.complete();
    let seen = "[...document.querySelectorAll('.panel')].filter((p) => p.checkVisibility()).length";
    assert_eq!(page.value(seen), 1);
    page.close();
}

#[test]
fn every_part_of_every_lab_can_be_shown_alone() {
    use talscope::scenario::{FORMS, parts_of};
    let page = Page::open("lab=toy");
    for form in &FORMS {
        let small = match form.name {
            "curves" => "&d=1&rounds=2&tasks=2",
            "agreement" => "&d=1&tasks=2",
            "correlation" => "&tasks=0&batch=0:9&worked=1",
            "data" => {
                "&tasks=1&candidate=gp-rbf&candidate=dropout(5,0.1,20,0.01,50)&batch=0:9&worked=1"
            }
            "models" => "&candidate=ensemble(members=2,epochs=40)&candidate=gp-rbf&tasks=1",
            "toy" => "&you=0.3",
            _ => "",
        };
        for part in parts_of(form) {
            let pair = if part.id == "ellipse" { "&pair=0:1" } else { "" };
            page.go(&format!("lab={}{small}{pair}&show={}", form.name, part.id));
            page.wait_for(&format!("{SEEN}.split(',').includes('{}')", part.id));
            let wide = page.value("document.documentElement.scrollWidth - innerWidth");
            assert!(wide.as_f64().unwrap() <= 0.0, "{} {} is too wide", form.name, part.id);
        }
    }
    page.close();
}

#[test]
fn a_clicker_steps_through_the_presenters_view() {
    let link = "lab=toy&rule=mig&rule=batch-mig&step=0&present=1";
    let page = Page::open_with(link, &Options { size: (1280, 800), ..Options::default() });
    assert_eq!(page.value(SEEN), "panels");
    let large = page.value("parseFloat(getComputedStyle(document.documentElement).fontSize)");
    assert!(large.as_f64().unwrap() >= 18.0, "letters of {large} pixels");
    let bottom = page.value("document.getElementById('panels').getBoundingClientRect().bottom");
    assert!((700.0..=800.0).contains(&bottom.as_f64().unwrap()), "the figure ends at {bottom}");
    for (key, step) in [
        ("PageDown", "step=1"),
        (" ", "step=2"),
        ("ArrowRight", "step=3"),
        ("PageUp", "step=2"),
        ("ArrowLeft", "step=1"),
    ] {
        press(&page, key);
        page.wait_for(&format!("location.hash.includes('{step}')"));
    }
    press(&page, "ArrowDown");
    page.wait_for("location.hash.includes('show=panels:0')");
    press(&page, "ArrowDown");
    page.wait_for("location.hash.includes('show=panels:1')");
    let height = page.value("document.querySelector('.panel:not([data-off]) canvas').clientHeight");
    assert!(height.as_f64().unwrap() > 500.0, "one panel is {height} pixels high");
    press(&page, "?");
    page.wait_for("document.querySelector('dialog[open]')?.textContent.includes('Home')");
    page.value("document.querySelector('dialog').close()");
    page.value("dispatchEvent(new PointerEvent('pointermove', { clientX: 300, clientY: 200, pointerType: 'mouse' }))");
    let spot = "(() => { const { left, right, top, bottom } = document.getElementById('spot').getBoundingClientRect();
        return left < 300 && right > 300 && top < 200 && bottom > 200; })()";
    assert_eq!(page.value(spot), true, "a spot shows where the mouse is");
    press(&page, "Home");
    page.wait_for("location.hash.includes('step=0') && !location.hash.includes('show=')");
    page.screenshot("present");
    press(&page, "Escape");
    page.wait_for("!location.hash.includes('present') && document.querySelector('header.chrome').checkVisibility()");
    assert_eq!(page.value("document.activeElement.id"), "lab", "at the figure, not at the foot");
    page.close();
}

#[test]
fn labs_without_steps_are_stepped_part_by_part() {
    let page = Page::open("lab=marginal&present=1");
    assert_eq!(page.value(SEEN), "figure");
    press(&page, "PageDown");
    page.wait_for(&format!("{SEEN} === 'facts'"));
    press(&page, "PageDown");
    page.wait_for(&format!("{SEEN} === 'check'"));
    let height = page.value("document.getElementById('calibration').clientHeight");
    assert!(height.as_f64().unwrap() > 400.0, "{height}");
    press(&page, "PageUp");
    page.wait_for(&format!("{SEEN} === 'facts'"));
    page.close();
}

#[test]
fn a_link_presents_what_it_is_about() {
    let page = Page::open(
        "lab=data&tasks=1&candidate=gp-rbf&candidate=dropout(5,0.1,20,0.01,50)&present=1",
    );
    assert_eq!(page.value(SEEN), "ranking", "and not the table's box alone");
    page.go("lab=correlation&tasks=0&batch=0:1&worked=1&pair=0:1&present=1");
    page.wait_for("document.getElementById('ellipse-box').clientHeight > 300");
    let squares = page.value("document.getElementById('squares').checkVisibility()");
    assert_eq!(squares, false, "a pair is shown as an ellipse");
    page.close();
}

#[test]
fn a_projector_of_few_pixels_shows_the_whole_figure() {
    let page = Page::open_with("lab=toy", &Options { size: (1024, 768), ..Options::default() });
    for (link, canvas, least) in [
        ("lab=toy", ".panel canvas", 150.0),
        ("lab=models&tasks=0", ".panel canvas", 150.0),
        ("lab=theorem", "#promise", 460.0),
        ("lab=correlation&tasks=0&batch=0:1&worked=1&pair=0:1", "#ellipse-box", 300.0),
    ] {
        page.go(&format!("{link}&present=1"));
        let over = page.value(
            "['Height', 'Width'].map((way) => document.documentElement[`scroll${way}`] - window[`inner${way}`])",
        );
        assert_eq!(over, json!([0, 0]), "{link}");
        let high = page.value(&format!("document.querySelector('{canvas}').clientHeight"));
        assert!(high.as_f64().unwrap() >= least, "{link}: {high}");
        let beyond = page.value(
            "[...document.querySelectorAll('.panel .numbers')].filter((each) => each.scrollWidth > each.clientWidth + 1).length",
        );
        assert_eq!(beyond, 0, "{link}: numbers stay in their panels");
    }
    page.close();
}

#[test]
fn one_can_go_back_to_the_links_own_figure() {
    let page = Page::open("lab=toy&rule=mig&rule=batch-mig&noise=0.2");
    let back = "document.getElementById('to-origin')";
    page.wait_for(&format!("{back}.ariaDisabled === 'true'"));
    page.set("noise", "0.05");
    page.complete();
    page.value("[...document.querySelectorAll('#controls .buttons button')].find((b) => b.textContent === 'Reset').click()");
    page.complete();
    assert!(!page.address().contains("rule="), "Reset is the preset: {}", page.address());
    page.value("location.reload()");
    page.complete();
    page.value(&format!("{back}.click()"));
    page.complete();
    assert!(page.address().contains("noise=0.2&rule=mig&rule=batch-mig"), "{}", page.address());
    page.wait_for(&format!("{back}.ariaDisabled === 'true'"));
    page.close();
}

/// Browsers draw no frames of what is out of sight, and a deck shows its slides at any scale.
#[test]
fn a_frame_is_drawn_below_the_fold_sharp_and_gives_its_keys_back() {
    let page = Page::open("lab=toy");
    let link = "lab=toy&amp;preset=gap&amp;show=panels:3";
    let html = format!(
        "<body onkeydown=\"window.heard = event.key\"><div style=\"height: 4000px\"></div>
         <div style=\"width: 600px; transform: scale(2.5); transform-origin: 0 0\">
         <talscope-figure link=\"{link}\"></talscope-figure></div>
         <script src=\"{}talscope-embed.js\"></script>",
        url()
    );
    let deck = serve(move |_| ("text/html".into(), html.clone().into_bytes()));
    page.browser.navigate(&deck.replace("127.0.0.1", "localhost")).unwrap();
    page.wait_for("document.querySelector('iframe')");
    page.browser.enter_frame("iframe").unwrap();
    page.wait_for("document.querySelector('.panel:not([data-off]) canvas')?.width > 300");
    page.wait_for(
        "(() => { const canvas = document.querySelector('.panel:not([data-off]) canvas');
        return canvas.width >= 2.4 * canvas.clientWidth * devicePixelRatio; })()",
    );
    page.value("document.querySelector('.panel:not([data-off]) .overlay').focus()");
    press(&page, "Escape");
    page.browser.leave_frame().unwrap();
    page.wait_for("document.activeElement === document.body");
    page.close();
}
