//! Pictures as tests: every figure of the README is redrawn and compared, and charts are checked
//! for what a person would see at once.
//!
//! `TALSCOPE_REDRAW=1 cargo test --test charts` writes the figures anew; look at them before you
//! commit.

#[path = "charts/correlations.rs"]
mod correlations;

use std::path::Path;

use talscope::acquisition::Rule;
use talscope::chart::{Style, svg};
use talscope::lab::{Opened, to_the_end};
use talscope::scenario::{Link, Theme};

#[test]
fn the_figures_of_the_readme_are_what_the_code_draws() {
    let wrong = ["detuned", "detuned(0.5)", "relu(50,6)", "shrunk", "independent"];
    let six =
        format!("lab=correlation&tasks=4&candidate=oracle&candidate={}", wrong.join("&candidate="));
    for (file, drawn) in [
        ("toy-light.svg", saved("lab=toy&preset=gap", Theme::Light)),
        ("toy-dark.svg", saved("lab=toy&preset=gap", Theme::Dark)),
        ("correlation-light.svg", saved(&six, Theme::Light)),
        ("correlation-dark.svg", saved(&six, Theme::Dark)),
        ("marginal.svg", saved("lab=marginal&preset=gap&repetitions=100", Theme::Light)),
        ("gap-light.svg", posterior("preset=gap&truth=formula", (800, 420), Theme::Light)),
    ] {
        compare(file, &drawn);
    }
}

/// What is seen before the page's scripts are there.
#[test]
fn the_opening_is_what_the_code_draws() {
    let opened = Opened::complete(Link::opening(), &[], &mut to_the_end).unwrap();
    for (file, size) in [("opening-wide.svg", (1240, 352)), ("opening-phone.svg", (366, 371))] {
        let chart = opened.chart("game", &[]).unwrap().unwrap();
        let drawn = svg(&*chart, size, &Style::of(Theme::Light)).unwrap();
        compare_in("www", file, &drawn);
    }
}

/// Pale fills have edges of full colour for whoever asks for contrast, and are as pale as ever in files.
#[test]
fn strong_contrasts_outline_what_is_filled() {
    let opened = Opened::complete(Link::opening(), &[], &mut to_the_end).unwrap();
    let chart = opened.chart("game", &[]).unwrap().unwrap();
    let edges = |strong: bool| {
        let style = Style { strong, ..Style::of(Theme::Light) };
        let drawn = svg(&*chart, (1240, 352), &style).unwrap();
        let lines = elements(&drawn, "polyline").chain(elements(&drawn, "line"));
        lines.filter(|line| ["#D55E00", "#0072B2"].contains(&attribute(line, "stroke"))).count()
    };
    let (usual, strong) = (edges(false), edges(true));
    assert!(strong >= usual + 4, "two edges of the ground, two of the band: {usual}, {strong}");
}

#[test]
fn data_grow_upwards_and_to_the_right() {
    let svg = posterior("preset=gap&truth=formula&point=-5&point=5", (800, 420), Theme::Light);
    let dots: Vec<(f64, f64)> = elements(&svg, "circle")
        .filter(|dot| attribute(dot, "fill") == "#D55E00")
        .map(|dot| (number(dot, "cx"), number(dot, "cy")))
        .collect();
    // The legend's dot comes first; then the points, where the truth is +0.77 and -1.23.
    let [_, left, right] = dots[..] else { panic!("three dots, got {dots:?}") };
    assert!(left.0 < right.0, "x grows to the right: {dots:?}");
    assert!(left.1 < right.1, "y grows upwards: {dots:?}");
}

#[test]
fn everything_stays_inside_the_picture() {
    for size in [(366, 300), (800, 420), (1600, 900)] {
        for link in ["preset=gap", "preset=relu&kernel=relu(100)", "preset=edge&noise=10"] {
            let svg = posterior(link, size, Theme::Light);
            let inside = |x: f64, y: f64| {
                (0.0..=8.0 * f64::from(size.0)).contains(&x)
                    && (0.0..=8.0 * f64::from(size.1)).contains(&y)
            };
            for shape in elements(&svg, "poly") {
                for point in attribute(shape, "points").split_whitespace() {
                    let (x, y) = point.split_once(',').unwrap();
                    let (x, y) = (x.parse().unwrap(), y.parse().unwrap());
                    assert!(inside(x, y), "{link} {size:?}: {point}");
                }
            }
            for text in elements(&svg, "text") {
                assert!(inside(number(text, "x"), number(text, "y")), "{link} {size:?}: {text}");
            }
        }
    }
}

#[test]
fn a_saved_figure_has_room_for_every_panel_and_its_numbers() {
    let nine = Rule::ALL.map(|rule| format!("&rule={rule}")).concat();
    for (rules, noise) in [(nine.as_str(), 0.01), ("&rule=batch-mig&rule=mig", 0.3)] {
        let link = format!("lab=toy&preset=two-regions&noise={noise}{rules}");
        let svg = saved(&link, Theme::Light);
        let words = |text: &str| text.split(['>', '<']).nth(1).unwrap().trim().to_string();
        let captions: Vec<&str> =
            svg.split("<text").skip(1).filter(|text| text.contains("RMSE")).collect();
        assert_eq!(captions.len(), link.matches("rule=").count(), "{link}");
        // What does not fit into half the width goes on below.
        let longest = captions.iter().map(|text| words(text).chars().count()).max().unwrap();
        assert!(longest <= 71, "{longest} letters: {captions:?}");
        let mut rows: Vec<i64> = captions.iter().map(|text| number(text, "y") as i64 / 8).collect();
        rows.dedup();
        assert!(rows.windows(2).all(|pair| pair[1] - pair[0] >= 250), "{rows:?}");
    }
}

#[test]
fn a_saved_figure_says_what_it_is_and_where_it_is_from() {
    for (link, marks) in [
        ("v=1&lab=toy&preset=gap&step=2", &["BatchMIG", "* marks the best", "truth"][..]),
        ("v=1&lab=correlation&preset=gap&tasks=0", &["XLLR", "oracle", "XLL on this task"]),
        ("v=1&lab=marginal&preset=gap&repetitions=100", &["promised, %", "RMSE", "95%"]),
    ] {
        let opened = opened(&format!("{link}&theme=dark"));
        let (document, figure) = (saved(link, Theme::Dark), opened.figure().unwrap());
        assert_eq!(document, opened.svg(None).unwrap());
        let heading = figure.heading().unwrap();
        assert!(document.contains(&format!("<title>{heading}</title>")), "{link}");
        assert!(document.contains("<desc>") && document.contains(&link.replace('&', "&amp;")));
        let drawn = document.split_once("</metadata>").unwrap().1;
        let fingerprint = opened.fingerprint().unwrap().unwrap();
        let start = heading.split(['.', ',']).next().unwrap();
        for words in [start, "AISTATS 2021", fingerprint.as_str()].iter().chain(marks) {
            assert!(drawn.contains(words), "{link}: {words}");
        }
    }
}

#[test]
fn an_svg_has_its_size_in_pixels_and_a_finer_view_box() {
    let svg = posterior("", (640, 360), Theme::Light);
    assert!(svg.starts_with("<svg width=\"640\" height=\"360\" viewBox=\"0 0 5120 2880\""));
    assert!(svg.trim_end().ends_with("</svg>"));
}

/// Compares a figure with the one that is kept.
fn compare(file: &str, drawn: &str) {
    compare_in("tests/figures", file, drawn);
}

fn compare_in(folder: &str, file: &str, drawn: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join(file);
    if std::env::var_os("TALSCOPE_REDRAW").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, drawn).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(drawn == kept, "{file} is not what the code draws: see the top of this test");
}

fn opened(link: &str) -> Opened {
    Opened::complete(link.parse().unwrap(), &[], &mut to_the_end).unwrap()
}

/// The whole figure of a link, as it is saved.
fn saved(link: &str, theme: Theme) -> String {
    opened(link).svg(Some(theme)).unwrap()
}

fn posterior(link: &str, size: (u32, u32), theme: Theme) -> String {
    let opened = opened(&format!("lab=marginal&repetitions=100&{link}"));
    let chart = opened.chart("posterior", &[]).unwrap().unwrap();
    svg(&*chart, size, &Style::of(theme)).unwrap()
}

/// The tags whose name starts with `name`.
fn elements<'a>(svg: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
    let start = format!("<{name}");
    svg.split_inclusive('>').filter_map(move |tag| tag.find(&start).map(|at| &tag[at..]))
}

fn attribute<'a>(tag: &'a str, name: &str) -> &'a str {
    let start = tag.find(&format!(" {name}=\"")).unwrap_or_else(|| panic!("{tag} has no {name}"));
    tag[start..].split('"').nth(1).unwrap()
}

fn number(tag: &str, name: &str) -> f64 {
    attribute(tag, name).parse().unwrap()
}
