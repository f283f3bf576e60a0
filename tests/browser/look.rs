//! How it looks: nothing overflows, themes apply, and every view is saved for people to see.

use super::Page;
use super::support::webdriver::Options;

const SIZES: [(&str, (u32, u32)); 3] =
    [("desktop", (1280, 800)), ("tablet", (820, 1180)), ("phone", (390, 844))];

#[test]
fn no_view_of_the_toy_lab_overflows() {
    overflows_nowhere("toy");
}

#[test]
fn no_view_of_the_marginal_lab_overflows() {
    overflows_nowhere("marginal");
}

fn overflows_nowhere(lab: &str) {
    let page = Page::open(&format!("lab={lab}"));
    for (name, size) in SIZES {
        for dark in [false, true] {
            let theme = if dark { "dark" } else { "light" };
            page.browser.emulate(&Options { size, dark, ..Options::default() }).unwrap();
            page.browser.navigate("about:blank").unwrap();
            page.go(&format!("lab={lab}"));
            page.screenshot(&format!("{lab}-{name}-{theme}"));
            let wide = page.value("document.documentElement.scrollWidth - innerWidth");
            assert!(wide.as_f64().unwrap() <= 0.0, "{name} {theme} scrolls sideways by {wide}");
            // Tables scroll in boxes of their own.
            page.value("document.querySelectorAll('details').forEach((box) => (box.open = true))");
            let cut = page.value(
                "[...document.querySelectorAll('main *, header *, footer *')]
                    .filter((e) => e.getBoundingClientRect().right > innerWidth + 0.5)
                    .filter((e) => !e.closest('table')).map((e) => e.outerHTML.slice(0, 80))",
            );
            assert_eq!(cut.as_array().unwrap().len(), 0, "{name} {theme}: {cut}");
        }
    }
    page.close();
}

#[test]
fn the_page_is_dark_where_the_reader_prefers_it() {
    let page = Page::open_with("", &Options { dark: true, ..Options::default() });
    assert!(page.pixels("posterior", (21, 23, 28)) > 10_000, "the figure is dark");
    let ground = "getComputedStyle(document.body).backgroundColor";
    assert_eq!(page.value(ground), "rgb(21, 23, 28)", "and so is the page");
    page.set_theme("light");
    page.wait_for(&format!("{ground} === 'rgb(255, 255, 255)'"));
    page.go("preset=edge");
    assert_eq!(page.value(ground), "rgb(255, 255, 255)", "the reader's choice is kept");
    assert!(page.pixels("posterior", (255, 255, 255)) > 10_000);
    page.go("preset=edge&theme=dark");
    assert_eq!(page.value(ground), "rgb(21, 23, 28)", "a link may ask for its own theme");
    page.close();
}

#[test]
fn an_embedded_figure_has_no_chrome() {
    let page = Page::open("embed=1");
    let hidden = "['header.chrome', 'footer', '.controls'].every((selector) =>
        document.querySelector(selector).getClientRects().length === 0)";
    assert_eq!(page.value(hidden), true);
    assert!(page.pixels("posterior", (213, 94, 0)) > 1000);
    page.screenshot("marginal-embedded");
    page.close();
}

#[test]
fn every_control_has_a_name_and_nothing_is_inline() {
    let page = Page::open("preset=periodic");
    let nameless = page.value(
        "[...document.querySelectorAll('input, select, button, canvas, progress')]
            .filter((e) => !(e.labels?.length || e.getAttribute('aria-label')
                || e.getAttribute('aria-describedby') || e.textContent.trim()))
            .map((e) => e.outerHTML)",
    );
    assert_eq!(nameless.as_array().unwrap().len(), 0, "{nameless}");
    let inline = "document.querySelectorAll('style, [style], script:not([src])').length";
    assert_eq!(page.value(inline), 0);
    page.close();
}

#[test]
fn words_formulas_and_numbers_unfold() {
    let page = Page::open("repetitions=1000");
    page.value("document.querySelectorAll('details').forEach((box) => (box.open = true))");
    page.wait_for("document.querySelectorAll('#tables td').length > 1000");
    let tables = page.text("tables");
    assert!(tables.contains("calibration") && tables.contains("standard error"));
    page.wait_for("document.documentElement.scrollWidth <= innerWidth");
    page.screenshot("marginal-unfolded");
    page.close();
}

impl Page {
    fn set_theme(&self, theme: &str) {
        let script = "const choice = document.getElementById('theme');
            choice.value = arguments[0];
            choice.dispatchEvent(new Event('change'));";
        self.browser.execute(script, serde_json::json!([theme])).unwrap();
    }
}
