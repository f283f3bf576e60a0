//! What must hold of any link that can be read, and of its figure.

use talscope::chart::Style;
use talscope::cost::Cost;
use talscope::experiment::{Memory, Part, Unit};
use talscope::kernel;
use talscope::lab::{Opened, WHOLE, to_the_end};
use talscope::scenario::{Link, Theme};

use super::dice::Dice;

/// A link prints what reads back as itself, can be opened, and tells what it will cost.
pub fn check_link(link: &Link) -> Opened {
    let printed = link.to_string();
    assert!(printed.len() <= Link::LONGEST, "{} characters", printed.len());
    let parsed: Link = printed.parse().unwrap_or_else(|error| panic!("{printed}: {error}"));
    assert_eq!(&parsed, link, "{printed}");
    assert_eq!(parsed.to_string(), printed);
    link.scenario.controls();
    (0..link.scenario.models.candidates.len())
        .for_each(|i| assert!(link.scenario.candidate_controls(i).is_ok()));
    let opened = Opened::new(link.clone()).expect("every link opens");
    let costs = opened.costs();
    assert!(costs.first > Cost::default() && costs.all().as_seconds().is_finite());
    let steps = opened.plan(&[]).steps;
    for step in steps.iter().take(2).chain(steps.last()) {
        let back = Unit::from_bytes(&step.unit.to_bytes()).expect("a unit travels");
        assert_eq!(back, step.unit);
    }
    opened
}

/// What a page does with a link on its main thread: it computes what is quick, draws and speaks.
/// Returns what happened, for a summary.
pub fn check_figure(dice: &mut Dice, opened: &mut Opened) -> &'static str {
    let first = opened.costs().first;
    let before = kernel::spent();
    let quick = first.is_quick();
    if quick && opened.begin().is_err() {
        return "refused";
    }
    // A worker's part, as long as nobody has to wait for it.
    if !quick && (first > Cost::QUICK * 4.0 || !dice.percent(10) || add_first(opened).is_err()) {
        return "for a worker";
    }
    if opened.report().is_err() {
        return "refused in the report";
    }
    if quick {
        let spent = Cost::seconds(kernel::spent().as_seconds() - before.as_seconds());
        assert!(spent <= first, "{spent:?} of evaluations in work of {first:?}");
        assert!(spent <= Cost::QUICK, "{spent:?} without a worker");
    }
    speak(opened);
    draw(dice, opened);
    ask(dice, opened);
    if quick { "drawn" } else { "drawn after a worker" }
}

fn add_first(opened: &mut Opened) -> talscope::Result<()> {
    let part = opened.plan(&[]).solve(0, &Memory::default(), &mut to_the_end)?;
    opened.add(0, Part::from_bytes(&part.to_bytes())?)
}

fn speak(opened: &Opened) {
    let figure = opened.figure().expect("a figure that is there");
    assert!(figure.words().is_ok());
    #[cfg(feature = "cli")]
    assert!(figure.lines().is_ok());
    assert!(!figure.heading().unwrap().is_empty() && !figure.description().unwrap().is_empty());
    let saved = figure.saved_size();
    assert!(saved.0.min(saved.1) >= 16);
    assert!(opened.csv().unwrap().starts_with("# talscope v=1"));
    assert!(opened.json().unwrap().starts_with('{'));
    assert!(opened.file_name().starts_with("talscope-"));
    figure.grips();
    for file in ["task.json", "task.npz", "predictions.json", "secrets.txt"] {
        let _ = figure.file(file);
    }
}

const VIEWS: [(&str, usize); 44] = [
    (WHOLE, 0),
    ("game", 0),
    ("game", 1),
    ("posterior", 0),
    ("probe", 1),
    ("calibration", 0),
    ("panel", 1),
    ("panel", 2),
    ("hover", 3),
    ("hover", 4),
    ("function", 1),
    ("function hover", 4),
    ("pair", 0),
    ("square", 1),
    ("marks", 0),
    ("marks", 2),
    ("rows", 0),
    ("rows", 1),
    ("agreement", 0),
    ("cross", 0),
    ("likelihoods", 0),
    ("colors", 0),
    ("ellipse", 0),
    ("ellipse", 2),
    ("tilts", 2),
    ("promise", 0),
    ("marginals", 0),
    ("truth", 0),
    ("candidate", 0),
    ("divergences", 0),
    ("gaps", 0),
    ("gaps", 1),
    ("pointed", 0),
    ("pointed", 1),
    ("log-likelihood", 0),
    ("expected-log-likelihood", 0),
    ("rmse", 0),
    ("differences", 0),
    ("scatter", 0),
    ("lit", 0),
    ("lit", 4),
    ("matrix", 0),
    ("matrix lit", 3),
    ("look", 1),
];

/// Most views at one size; the whole at its own.
fn draw(dice: &mut Dice, opened: &Opened) {
    const SIZES: [(u32, u32); 6] =
        [(16, 16), (40, 17), (90, 300), (320, 240), (700, 400), (17, 900)];
    const WRONG: [(u32, u32); 4] = [(0, 0), (15, 300), (300, 0), (16_385, 300)];
    let size = dice.one(&SIZES);
    let style = Style::of(dice.one(&[Theme::Light, Theme::Dark]));
    for (view, count) in VIEWS {
        // The whole holds many others, and takes as long.
        if view == WHOLE && !dice.percent(10) {
            continue;
        }
        let at = if dice.percent(70) {
            dice.some(count, |dice| dice.below(5) as f64)
        } else {
            dice.some(count, Dice::wild)
        };
        let Ok(Some(chart)) = opened.chart(view, &at) else { continue };
        let drawn = talscope::chart::svg(&*chart, size, &style);
        assert!(drawn.is_ok_and(|svg| svg.starts_with("<svg")), "{view} at {at:?}, {size:?}");
        let wrong = dice.one(&WRONG);
        assert!(talscope::chart::svg(&*chart, wrong, &style).is_err(), "{view} at {wrong:?}");
    }
    assert!(opened.chart("no such view", &[]).is_err());
    if dice.percent(5) {
        assert!(opened.svg(None).is_ok());
    }
}

fn ask(dice: &mut Dice, opened: &Opened) {
    const QUESTIONS: [&str; 28] = [
        "readout",
        "probe",
        "cross",
        "batch",
        "worked",
        "ellipse",
        "tilt",
        "xi",
        "pair",
        "pair words",
        "pair value",
        "nearest",
        "further",
        "why",
        "places",
        "matrix",
        "mark",
        "prepare",
        "references",
        "power",
        "held",
        "pair meaning",
        "pulled to",
        "pulled by",
        "pull words",
        "line",
        "cell at",
        "cell places",
    ];
    let figure = opened.figure().expect("a figure that is there");
    for what in QUESTIONS {
        let count = dice.below(6);
        let _ = figure.ask(what, &dice.some(count, Dice::wild));
    }
}
