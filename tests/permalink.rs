//! A link is a figure: the same string gives the same fingerprint natively, in a browser and next
//! year. This one file runs natively and, through wasm-bindgen-test, in a real browser.
//!
//! A fingerprint that changes means that figures which people have shared change. Do it knowingly,
//! with a new version of links, and put the values that the failing test prints in the table.

use std::ops::ControlFlow;

use talscope::chart::{self, Style, figure};
use talscope::lab::{self, marginal};
use talscope::numeric::Fingerprint;
use talscope::scenario::{Link, Theme};

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

/// A link, the fingerprint of its report, and the hash of its figure as SVG.
const TABLE: [(&str, &str, u64); 8] = [
    ("v=1&lab=marginal&preset=gap", "2f5619cda545ebdc", 0x5232dd68dfd79e1c),
    ("v=1&lab=marginal&preset=two-regions", "f312f1a228d37bb3", 0x6f0c7ed5db278394),
    ("v=1&lab=marginal&preset=edge&observe=noisy&seed=7", "613129cb2292f90c", 0xf7b711deaaa6ab2e),
    ("v=1&lab=marginal&preset=periodic&stretch=1.5", "69b0f4a65aec2e49", 0x3f27216787cd27f7),
    ("v=1&lab=marginal&preset=relu&noise=1", "c97cf50dcd6d8015", 0xb34c3cdcf7698980),
    ("v=1&lab=marginal&preset=draw&seed=4294967295", "0dfc669f6e450dde", 0xc769214ececdd444),
    (
        "v=1&lab=marginal&preset=draw&kernel=(rbf(2)+linear(0.1))*matern12(9)&noise=1e-10",
        "a6e75af93c2580b3",
        0xef1ed8d1bd82226d,
    ),
    (
        "v=1&lab=marginal&preset=gap&point=&target=0:1:1&repetitions=100",
        "7f7c0b5a3ea52d8f",
        0xe2e235bbc48ebbd9,
    ),
];

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn links_keep_their_figures() {
    let mut differing = String::new();
    for (link, report, picture) in TABLE {
        let got = (fingerprint(link), svg_hash(link));
        if (got.0.as_str(), got.1) != (report, picture) {
            differing += &format!("\n    (\"{link}\", \"{}\", {:#018x}),", got.0, got.1);
        }
    }
    assert!(differing.is_empty(), "these figures changed; they are now{differing}");
}

fn fingerprint(link: &str) -> String {
    let scenario = link.parse::<Link>().unwrap().scenario;
    let run = |unit| lab::run(unit, &mut |_| ControlFlow::Continue(())).unwrap();
    let parts: Vec<_> = lab::plan(&scenario).iter().map(run).collect();
    lab::report(&scenario, &parts).unwrap().fingerprint()
}

fn svg_hash(link: &str) -> u64 {
    let scenario = link.parse::<Link>().unwrap().scenario;
    let picture = marginal::picture(&scenario).unwrap();
    let chart = figure::posterior(&scenario, &picture);
    let svg = chart::svg(&chart, (640, 360), &Style::of(Theme::Dark)).unwrap();
    Fingerprint::new().text(&svg).finish()
}
