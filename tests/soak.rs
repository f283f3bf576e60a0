//! Hostile input: random links, and random changes to them. None may panic, print what cannot be read
//! back, or do more on a page's main thread than it said it would.
//!
//! Cases are numbered, and the same everywhere. A few run with all other tests; `cargo xtask soak` runs
//! as many as the variable TALSCOPE_SOAK says.

#[path = "soak/dice.rs"]
mod dice;
#[path = "soak/edits.rs"]
mod edits;
#[path = "soak/links.rs"]
mod links;
#[path = "soak/opened.rs"]
mod opened;
#[path = "soak/tables.rs"]
mod tables;

use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use dice::Dice;
use edits::edit;
use opened::{check_figure, check_link};
use talscope::chart::{Style, svg};
use talscope::lab::{Opened, WHOLE};
use talscope::scenario::{Edit, FORMS, KEYS, Link, PRESETS, Scenario, Theme, Touch};

/// How many cases run with all other tests, and of how many the figure is made.
const FEW: (u64, u64) = (500, 8);
/// How many run where nothing is said.
const MANY: u64 = 100_000;

#[test]
fn some_links() {
    run("links", FEW, one_link);
}

#[test]
fn some_changes() {
    run("changes", FEW, some_edits);
}

#[test]
fn some_tables() {
    run("tables", FEW, tables::one_table);
}

#[test]
#[ignore = "takes long: cargo xtask soak"]
fn many_tables() {
    run("tables", (many(), 1), tables::one_table);
}

#[test]
#[ignore = "takes long: cargo xtask soak"]
fn many_links() {
    run("links", (many(), 1), one_link);
}

#[test]
#[ignore = "takes long: cargo xtask soak"]
fn many_changes() {
    run("changes", (many(), 1), some_edits);
}

fn many() -> u64 {
    std::env::var("TALSCOPE_SOAK").map_or(MANY, |text| text.parse().expect("a number of cases"))
}

/// What a case did so far, for whoever has to find out why it failed.
type Trail = Vec<String>;

fn one_link(number: u64, figures: u64, trail: &mut Trail) -> &'static str {
    let mut dice = Dice::new(1, number);
    let text = links::link(&mut dice);
    trail.push(text.clone());
    let Ok(link) = text.parse::<Link>() else { return "no link" };
    let mut opened = check_link(&link);
    if number.is_multiple_of(figures) { check_figure(&mut dice, &mut opened) } else { "a link" }
}

/// A link, and a handful of changes to it; the figure is made of the last.
fn some_edits(number: u64, figures: u64, trail: &mut Trail) -> &'static str {
    let mut dice = Dice::new(2, number);
    let text = links::link(&mut dice);
    trail.push(text.clone());
    let mut link = text.parse::<Link>().unwrap_or_default();
    let mut opened = check_link(&link);
    for _ in 0..dice.within(1, 8) {
        let edit = edit(&mut dice, &link);
        trail.push(format!("{edit:?}"));
        if let Ok(edited) = link.edited(&edit) {
            link = edited;
            opened = check_link(&link);
        }
    }
    if number.is_multiple_of(figures) { check_figure(&mut dice, &mut opened) } else { "a link" }
}

/// Runs cases on all cores, and reports all that failed.
fn run(what: &str, (count, figures): (u64, u64), case: fn(u64, u64, &mut Trail) -> &'static str) {
    let next = AtomicU64::new(0);
    let outcomes: Mutex<BTreeMap<&str, u64>> = Mutex::default();
    let failures: Mutex<Vec<String>> = Mutex::default();
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return;
            }
            let mut trail = Trail::new();
            match catch_unwind(AssertUnwindSafe(|| case(number, figures, &mut trail))) {
                Ok(outcome) => *outcomes.lock().unwrap().entry(outcome).or_default() += 1,
                Err(panic) => {
                    let words = format!("case {number}: {}\n{}", said(&*panic), trail.join("\n"));
                    failures.lock().unwrap().push(words);
                }
            }
        }
    };
    thread::scope(|scope| {
        let cores = thread::available_parallelism().map_or(1, |cores| cores.get());
        (0..cores).for_each(|_| {
            scope.spawn(work);
        });
    });
    println!("{count} {what}: {:?}", outcomes.lock().unwrap());
    let failures = failures.into_inner().unwrap();
    let first = failures.iter().take(10).cloned().collect::<Vec<_>>().join("\n\n");
    assert!(failures.is_empty(), "{} of {count} {what} failed\n{first}", failures.len());
}

fn said(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no words")
}

/// A page names keys that have no effect, but never those of links that it makes itself: by any control that it
/// shows, and from any lab to any other.
#[test]
fn what_a_page_says_itself_has_an_effect() {
    let silent = |scenario: &Scenario, how: &str| {
        let link = scenario.link();
        assert_eq!(Link::idle_words(&link, |_| false), None, "{how}: {link}");
    };
    let values = ["3", "0.1", "noisy", "draw", "targets", "latent", "splits", "benchmark", "edge"];
    let labs = || FORMS.iter();
    for (lab, preset) in labs().flat_map(|lab| PRESETS.iter().map(move |preset| (lab, preset))) {
        let start = Scenario::of_preset(lab, preset);
        for task in ["line", "paper"] {
            let start = start.with("task", &[task]).unwrap_or_else(|_| start.clone());
            let shown =
                |key: &&talscope::scenario::Key| start.has_key(key.name) && (key.applies)(&start);
            for (key, value) in KEYS.iter().filter(shown).flat_map(|key| values.map(|v| (key, v))) {
                let Ok(changed) = start.with(key.name, &[value]) else { continue };
                silent(&changed, key.name);
                for other in labs() {
                    let Ok(there) = changed.in_lab(other.name, false) else { continue };
                    silent(&there, other.name);
                }
            }
        }
    }
}

fn parsed(link: &str) -> Link {
    link.parse().unwrap()
}

/// Each of these went wrong once.
#[test]
fn what_went_wrong_once() {
    // A model from a file that is not there, in a lab that shows no models.
    assert!("lab=toy&candidate=own".parse::<Link>().is_err());
    let own = parsed("lab=toy&candidate=own&file=a.npz:0123456789abcdef");
    for edit in [Edit::Lab("correlation".into()), Edit::RemoveCandidate(0)] {
        check_link(&own.edited(&edit).unwrap());
    }
    // Lists that must not be empty.
    for name in ["rule", "target"] {
        assert!(Link::default().edited(&Edit::List(name.into(), Vec::new())).is_err());
    }
    // Fewer targets than a batch wants.
    let two = parsed("lab=correlation&target=0:1:2&target=2:3:9&b=11");
    let one = two.edited(&Edit::Touch(Touch::RemoveRegion(1))).unwrap();
    assert_eq!(one.scenario.judging.xll_batch, 2);
    check_link(&one);
    check_link(&parsed("lab=models&target=0:1:1&b=1"));
    // Five panels in a picture lower than their legend.
    let mut five = Opened::new(parsed("lab=toy&you=0")).unwrap();
    five.begin().unwrap();
    let whole = five.chart(WHOLE, &[]).unwrap().unwrap();
    assert!(svg(&*whole, (40, 17), &Style::of(Theme::Light)).is_ok_and(|svg| svg.len() < 10_000));
    // A step where there are none.
    let step = parsed("lab=marginal&step=99");
    assert_eq!(step.view.step, None);
    let mut opened = check_link(&step);
    opened.begin().unwrap();
    // A drawing without a size.
    let chart = opened.chart("posterior", &[]).unwrap().unwrap();
    assert!(
        talscope::chart::svg(
            &*chart,
            (0, 0),
            &talscope::chart::Style::of(talscope::scenario::Theme::Dark)
        )
        .is_err()
    );
}

/// What is short as typed may be long as printed: each of these letters becomes twelve.
#[test]
fn a_link_that_would_print_too_long_is_refused() {
    let names = |count: usize| {
        let kernel = ["matern52(0.12345)"; 11].join("+");
        let candidate = format!("candidate={}:gp({kernel})", "😀".repeat(40));
        format!("lab=correlation&{}", vec![candidate; count].join("&"))
    };
    assert!(names(12).len() < Link::LONGEST);
    let error = names(12).parse::<Link>().unwrap_err().to_string();
    assert!(error.contains("at most 8192 characters long"), "{error}");
    let full = parsed(&names(11));
    check_link(&full);
    let one_more = Edit::Set("candidate.0.name".into(), "a".into());
    check_link(&full.edited(&one_more).unwrap());
}

/// A gesture's number is that of something there, or none.
#[test]
fn a_gesture_on_nothing_is_refused() {
    for wrong in [-1.0, 0.5, f64::NAN, f64::NEG_INFINITY] {
        assert!(Touch::new("remove point", &[wrong]).is_err(), "{wrong}");
    }
    let far =
        Touch::new("remove point", &[f64::INFINITY]).unwrap_or(Touch::RemovePoint(usize::MAX));
    assert!(Link::default().edited(&Edit::Touch(far)).is_err());
}
