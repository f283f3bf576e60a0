//! How it looks: nothing overflows, themes apply, and every view is saved for people to see.

use talscope::acquisition::Rule;
use talscope::scenario::PRESETS;

use super::support::webdriver::Options;
use super::{LABS, Page};

const SIZES: [(&str, (u32, u32)); 3] =
    [("desktop", (1280, 800)), ("tablet", (820, 1180)), ("phone", (390, 844))];

#[test]
fn no_view_of_the_toy_lab_overflows() {
    overflows_nowhere("toy");
}

#[test]
fn no_view_of_the_lab_of_models_overflows() {
    overflows_nowhere("models");
}

#[test]
fn no_view_of_the_marginal_lab_overflows() {
    overflows_nowhere("marginal");
}

#[test]
fn no_view_of_the_lab_of_the_theorem_overflows() {
    overflows_nowhere("theorem");
}

#[test]
fn no_view_of_the_lab_of_curves_overflows() {
    overflows_nowhere("curves&d=1&rounds=2&tasks=2&candidate=oracle&candidate=detuned(3)");
}

#[test]
fn no_view_of_the_lab_of_measures_overflows() {
    overflows_nowhere("agreement&d=1&tasks=2&lit=1-3");
}

#[test]
fn no_view_of_the_lab_of_tables_overflows() {
    overflows_nowhere("data&tasks=1&candidate=gp-rbf&candidate=dropout(5,0.1,20,0.01,50)");
}

#[test]
fn the_theorem_overflows_at_no_width() {
    let page = Page::open("lab=theorem");
    page.value("document.querySelectorAll('details').forEach((box) => (box.open = true))");
    for width in [320, 640, 720, 960, 1024] {
        page.browser.emulate(&Options { size: (width, 800), ..Options::default() }).unwrap();
        page.browser.drawn().unwrap();
        let wide = page.value("document.documentElement.scrollWidth - innerWidth");
        assert!(wide.as_f64().unwrap() <= 0.0, "{wide} at {width}");
    }
    page.close();
}

/// `lab` may have settings after its name.
fn overflows_nowhere(lab: &str) {
    let page = Page::open(&format!("lab={lab}"));
    let called = lab.split('&').next().unwrap();
    for (name, size) in SIZES {
        for dark in [false, true] {
            let theme = if dark { "dark" } else { "light" };
            page.browser.emulate(&Options { size, dark, ..Options::default() }).unwrap();
            page.browser.navigate("about:blank").unwrap();
            page.go(&format!("lab={lab}"));
            page.screenshot(&format!("{called}-{name}-{theme}"));
            let wide = page.value("document.documentElement.scrollWidth - innerWidth");
            assert!(wide.as_f64().unwrap() <= 0.0, "{name} {theme} scrolls sideways by {wide}");
            // Tables and the labs' names scroll in boxes of their own.
            page.value("document.querySelectorAll('details').forEach((box) => (box.open = true))");
            page.browser.drawn().unwrap();
            let wide = page.value("document.documentElement.scrollWidth - innerWidth");
            assert!(wide.as_f64().unwrap() <= 0.0, "{name} {theme} unfolded: {wide}");
            let cut = page.value(
                "[...document.querySelectorAll('main *, header *, footer *')]
                    .filter((e) => e.getBoundingClientRect().right > innerWidth + 0.5)
                    .filter((e) => !e.closest('table, #labs, .matrix')).map((e) => e.outerHTML.slice(0, 80))",
            );
            assert_eq!(cut.as_array().unwrap().len(), 0, "{name} {theme}: {cut}");
        }
    }
    page.close();
}

#[test]
fn every_problem_of_the_toy_lab_is_seen_without_scrolling() {
    let page = Page::open_with("lab=toy", &Options { size: (1280, 800), ..Options::default() });
    for preset in &PRESETS {
        page.go(&format!("lab=toy&preset={}", preset.name));
        let bottom = page.value("document.getElementById('panels').getBoundingClientRect().bottom");
        assert!(bottom.as_f64().unwrap() <= 800.0, "{} ends at {bottom}", preset.name);
        let wide = page.value("document.documentElement.scrollWidth - innerWidth");
        assert!(wide.as_f64().unwrap() <= 0.0, "{} scrolls sideways by {wide}", preset.name);
    }
    let rows =
        "new Set([...document.querySelectorAll('.legend li')].map((li) => li.offsetTop)).size";
    assert_eq!(page.value(rows), 1, "the legend has one line");
    page.close();
}

#[test]
fn a_projector_shows_four_panels_in_two_columns_without_scrolling() {
    let page = Page::open_with("lab=toy", &Options { size: (1024, 768), ..Options::default() });
    let columns = "new Set([...document.querySelectorAll('.panel')].map((p) => p.offsetLeft)).size";
    assert_eq!(page.value(columns), 2);
    let bottom = page.value("document.getElementById('panels').getBoundingClientRect().bottom");
    assert!(bottom.as_f64().unwrap() <= 768.0, "the figure ends at {bottom}");
    page.close();
}

#[test]
fn few_panels_use_the_height_of_the_window() {
    let page = Page::open_with("lab=toy", &Options { size: (1280, 800), ..Options::default() });
    for rules in ["rule=mig", "rule=mig&rule=batch-mig", "rule=tig&rule=mig&rule=batch-mig"] {
        page.go(&format!("lab=toy&{rules}"));
        let bottom = page.value("document.getElementById('panels').getBoundingClientRect().bottom");
        let bottom = bottom.as_f64().unwrap();
        assert!((750.0..=800.0).contains(&bottom), "{rules} ends at {bottom}");
    }
    page.close();
}

#[test]
fn nothing_moves_while_one_plays_steps_or_changes_the_problem() {
    let page = Page::open("lab=toy");
    let places = "JSON.stringify([...document.querySelectorAll('.stack, .bar button')].map((box) => {
        const { x, y, width, height } = box.getBoundingClientRect(); return [x, y, width, height]; }))";
    for size in [(1280, 800), (1024, 768), (768, 1024), (390, 844)] {
        page.browser.emulate(&Options { size, ..Options::default() }).unwrap();
        page.go("lab=toy&q=10");
        let before = page.value(places);
        page.value("document.getElementById('play').click()");
        page.wait_for("document.getElementById('play').textContent.includes('Pause')");
        assert_eq!(page.value(places), before, "playing at {size:?}");
        page.value("document.getElementById('step-on').click()");
        page.wait_for("location.hash.includes('step=1')");
        assert_eq!(page.value(places), before, "stepping at {size:?}");
        for preset in &PRESETS {
            page.set("preset", preset.name);
            page.wait_for(&format!(
                "document.getElementById('control-preset').value === '{}'",
                preset.name
            ));
            assert_eq!(page.value(places), before, "{} at {size:?}", preset.name);
        }
        page.set("noise", "0.2");
        page.wait_for(
            "document.getElementById('notice').textContent.startsWith('After the first pick')",
        );
        assert_eq!(page.value(places), before, "another sentence at {size:?}");
    }
    page.close();
}

#[test]
fn panels_leave_no_hole() {
    let page = Page::open("lab=toy");
    for (name, size) in SIZES {
        page.browser.emulate(&Options { size, ..Options::default() }).unwrap();
        for count in 1..=Rule::ALL.len() {
            let rules: String =
                Rule::ALL[..count].iter().map(|rule| format!("&rule={}", rule.name())).collect();
            page.go(&format!("lab=toy{rules}"));
            page.wait_for(&format!("document.querySelectorAll('.panel').length === {count}"));
            let end = page.value(
                "[document.querySelector('.panel:last-child'), document.getElementById('panels')]
                    .map((box) => Math.round(box.getBoundingClientRect().right))",
            );
            assert_eq!(end[0], end[1], "{count} panels on the {name}");
            if count == 3 {
                page.screenshot(&format!("toy-three-{name}"));
            }
        }
    }
    page.close();
}

#[test]
fn a_phone_has_room_for_labs_and_steps() {
    let page = Page::open_with("lab=toy", &Options { size: (390, 844), ..Options::default() });
    let rows = "new Set([...document.querySelectorAll('nav li')].map((li) => li.offsetTop)).size";
    assert_eq!(page.value(rows), 1, "the labs are in one line");
    let width = page.value("document.getElementById('step').clientWidth");
    assert!(width.as_f64().unwrap() >= 100.0, "the slider is {width} pixels wide");
    let seen = page.value("document.getElementById('step-words').innerText");
    assert_eq!(seen, "44", "what is shown of the words, but for the slash between them");
    let top = |what: &str| {
        let top =
            page.value(&format!("document.querySelector('{what}').getBoundingClientRect().top"));
        top.as_f64().unwrap()
    };
    assert!(top("#control-preset") < top("#step") && top("#step") < top(".rule-mig"));
    assert!(top(".rule-mig") < 560.0 && top(".rule-batch-mig") < 844.0, "on the first screen");
    assert!(top(".rule-batch-mig") < top(".rule-tig") && top(".rule-tig") < top(".rule-random"));
    page.value("document.getElementById('key').open = true");
    assert!(top(".legend li") > top(".hint") + 12.0, "the legend stands below the hint");
    page.value("document.querySelector('.rule-random').scrollIntoView()");
    assert!((0.0..20.0).contains(&top("#step-back")), "the steps stay in sight with the panels");
    page.value("document.querySelectorAll('.words details').forEach((box) => (box.open = true))");
    page.value("document.querySelector('.words').scrollIntoView()");
    assert!(top("#step-back") < -40.0, "and no further");
    page.go("lab=toy&rule=tig&rule=random&rule=mig");
    page.wait_for("document.querySelectorAll('.panel').length === 3");
    assert!(top(".rule-random") < top(".rule-mig"), "an order that someone chose is kept");
    page.close();
}

#[test]
fn the_steps_stay_in_sight_on_a_phone_that_lies_on_its_side() {
    let page = Page::open_with("lab=toy", &Options { size: (844, 390), ..Options::default() });
    page.value("document.querySelectorAll('.panel')[2].scrollIntoView()");
    let top = page.value("document.getElementById('step').getBoundingClientRect().top");
    assert!((0.0..30.0).contains(&top.as_f64().unwrap()), "{top}");
    page.screenshot("toy-landscape");
    page.close();
}

#[test]
fn the_tab_of_the_lab_is_in_sight_and_more_tabs_fade() {
    let page = Page::open_with("lab=toy", &Options { size: (320, 640), ..Options::default() });
    let more = "document.getElementById('labs').dataset.more";
    page.wait_for(&format!("{more} === 'right'"));
    for lab in ["marginal", "correlation", "models", "toy"] {
        page.go(&format!("lab={lab}"));
        let cut = page.value(
            "(() => { const { left, right } = document.querySelector('[aria-current]').getBoundingClientRect();
               return left < 0 || right > innerWidth; })()",
        );
        assert_eq!(cut, false, "{lab}");
    }
    // The last one, which is the farthest to the right.
    page.go("lab=agreement&d=1&tasks=1");
    page.wait_for(&format!("{more} === 'left'"));
    page.close();
}

#[test]
fn what_scrolls_in_a_box_shows_that_it_does() {
    let page = Page::open_with(
        "lab=correlation&tasks=0&candidate=oracle&candidate=detuned(2)&candidate=detuned(0.5)\
         &candidate=shrunk(0.5)&candidate=relu(50)&candidate=independent",
        &Options { size: (390, 844), ..Options::default() },
    );
    page.wait_for("document.getElementById('cross-table').dataset.more === 'right'");
    let name = page.value("document.querySelector('.cross-table th[scope=row]').offsetWidth");
    assert!(name.as_f64().unwrap() <= 125.0, "names leave room for numbers: {name}");
    page.value("document.getElementById('cross-table').scrollTo(9999, 0)");
    page.wait_for("document.getElementById('cross-table').dataset.more === 'left'");
    page.value("document.getElementById('table-box').open = true");
    page.wait_for("document.querySelector('#tables > div')?.dataset.more?.includes('below')");
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
    let hidden = "['header.chrome', 'footer', '#controls'].every((selector) =>
        document.querySelector(selector).getClientRects().length === 0)";
    assert_eq!(page.value(hidden), true);
    assert!(page.pixels("posterior", (213, 94, 0)) > 1000);
    for width in [900, 1300, 390] {
        page.browser.emulate(&Options { size: (width, 860), ..Options::default() }).unwrap();
        page.wait_for("document.getElementById('control-stretch').checkVisibility()");
        let others =
            "[...document.querySelectorAll('.control')].filter((c) => c.checkVisibility()).length";
        assert_eq!(page.value(others), 1, "the one setting that it is about, at {width}");
    }
    page.set("stretch", "3");
    page.wait_for("document.getElementById('verdict').textContent.startsWith('The band lies')");
    page.screenshot("marginal-embedded");
    page.close();
}

#[test]
fn an_embedded_figure_fits_its_frame_and_leads_to_the_whole_page() {
    for size in [(900, 780), (720, 840)] {
        let page =
            Page::open_with("lab=toy&preset=edge&embed=1", &Options { size, ..Options::default() });
        let high = page.value("document.documentElement.scrollHeight").as_u64().unwrap();
        assert!(high <= u64::from(size.1), "{size:?}: {high} pixels high");
        let whole = page.value("document.getElementById('whole').getAttribute('href')");
        assert_eq!(whole, "#v=1&lab=toy&preset=edge");
        page.screenshot(&format!("toy-embedded-{}", size.0));
        page.close();
    }
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
        self.choose("#theme", theme);
    }
}

/// With and without a scroll bar, whichever lab is the bold one.
#[test]
fn the_header_is_one_row_in_every_lab_on_a_usual_screen() {
    let page = Page::open_with("lab=theorem", &Options { size: (1280, 800), ..Options::default() });
    let links = page.value(LABS);
    let tops = "[...new Set([...document.querySelectorAll('#labs li')].map((each) => Math.round(each.getBoundingClientRect().top)))].length";
    for link in links.as_array().unwrap() {
        let name = format!(
            "document.querySelector('#labs [aria-current]').hash === '#{}'",
            link.as_str().unwrap()
        );
        page.value(&format!(
            "[...document.querySelectorAll('#labs a')].find((each) => each.hash === '#{}').click()",
            link.as_str().unwrap()
        ));
        page.wait_for(&name);
        for width in [1280, 1264] {
            page.browser.resize((width, 800), 1.0).unwrap();
            page.browser.drawn().unwrap();
            let high = page.value("document.querySelector('header.chrome').offsetHeight");
            assert!(high.as_f64().unwrap() < 60.0, "{link} at {width}: {high} pixels");
            assert_eq!(page.value(tops), 1, "{link} at {width}: labs in more rows than one");
        }
    }
    page.complete();
    page.close();
}
