//! What is shown of a comparison: axes, coefficients, verdicts, and that looking changes no number.

use serde_json::Value;

use crate::chart::{Style, svg};
use crate::lab::{Opened, to_the_end};
use crate::scenario::{AXES, Link, Theme};

const LINK: &str = "lab=agreement&d=1&tasks=3&seed=2&candidate=oracle&candidate=gp(rbf(2))&\
                    candidate=fourier(20,4)&candidate=!shrunk(0.5)&candidate=!independent&\
                    candidate=!detuned(3)";

fn opened(link: &str) -> Opened {
    Opened::complete(link.parse::<Link>().unwrap(), &[], &mut to_the_end).unwrap()
}

fn look(opened: &mut Opened, view: &str) -> Value {
    opened.look(&format!("{LINK}&{view}").parse().unwrap()).unwrap();
    opened.figure().unwrap().words().unwrap()
}

fn ids(opened: &Opened) -> Vec<String> {
    let words = opened.figure().unwrap().words().unwrap();
    let all = words["quantities"].as_array().unwrap().iter();
    let ids = all.map(|one| one[0].as_str().unwrap().to_string());
    ids.filter(|id| !id.starts_with("xll:")).collect()
}

#[test]
fn any_two_quantities_are_shown_and_no_number_moves() {
    let mut opened = opened(LINK);
    let before = opened.fingerprint().unwrap();
    let words = opened.figure().unwrap().words().unwrap();
    assert_eq!(words["axes"], serde_json::json!(["metacorrelation", "batch-mig"]));
    assert_eq!(words["pairs"][0]["chosen"], true);
    let notice = words["notice"].as_str().unwrap();
    assert!(notice.starts_with("Over 5 models and 3 tasks"), "one has no correlations: {notice}");
    let words = look(&mut opened, "x=xll:1&y=energy&lit=0,3-4&expected=1");
    assert_eq!(words["axes"], serde_json::json!(["xll:1", "energy"]));
    assert_eq!(words["lit"], serde_json::json!([0, 3, 4]));
    assert_eq!(words["labels"][0], "expected XLL with the marginals of GP rbf(2)");
    assert_eq!(opened.fingerprint().unwrap(), before);
    // What is no reference, or is not there, is as if nothing had been said.
    for gone in ["xll:3", "xll:99"] {
        assert_eq!(look(&mut opened, &format!("x={gone}"))["axes"][0], "metacorrelation");
    }
    for wrong in ["no-such-thing", "xll:", "xll:none", ""] {
        let error = format!("{LINK}&y={wrong}").parse::<Link>().unwrap_err().to_string();
        assert!(error.contains("y must be") || error.contains("of y"), "{wrong}: {error}");
    }
    assert_eq!(ids(&opened), AXES, "links can name all of them");
}

/// A rank counts down, XLL counts up: both prefer the same models, so that their coefficient is positive.
#[test]
fn coefficients_and_axes_point_to_what_is_better() {
    let mut opened = opened(LINK);
    let words = look(&mut opened, "x=xll&y=xllr");
    let pearson: f64 = words["coefficients"][0][1].as_str().unwrap().parse().unwrap();
    assert!(pearson > 0.3, "{pearson}");
    let figure = opened.figure().unwrap();
    let places = figure.ask("places", &[]).unwrap();
    assert!(places[0][1].as_f64().unwrap() <= 0.0, "ranks are drawn downwards: {places}");
    let chart = figure.chart("scatter", &[]).unwrap().unwrap();
    let drawn = svg(&*chart, (500, 400), &Style::of(Theme::Light)).unwrap();
    assert!(drawn.contains("XLLR") && !drawn.contains(">−1.0<"), "labels are as they are told");
    let cells = figure.ask("matrix", &[]).unwrap();
    let [xll, xllr] = [4, 5];
    assert_eq!(cells["cells"][xll][xllr], cells["cells"][xllr][xll]);
    assert!(cells["cells"][xll][xllr].as_f64().unwrap() > 0.3);
}

#[test]
fn what_has_no_expectation_says_so_and_stays() {
    let mut opened = opened(LINK);
    let plain = look(&mut opened, "x=joint-5&y=metacorrelation");
    let expected = look(&mut opened, "x=joint-5&y=metacorrelation&expected=1");
    assert_ne!(plain["models"][1]["x"], expected["models"][1]["x"]);
    assert_eq!(plain["models"][1]["y"], expected["models"][1]["y"]);
    assert_eq!(plain["expectation"], "");
    let words = expected["expectation"].as_str().unwrap();
    assert_eq!(words, "metacorrelation has no closed form to expect: shown as observed.");
}

#[test]
fn measures_are_ranked_by_how_soon_they_tell_right_from_wrong() {
    let link = "lab=agreement&d=1&tasks=12&factor=0.5&candidate=oracle&candidate=detuned&\
                candidate=shrunk";
    let opened = opened(link);
    let power = opened.figure().unwrap().ask("power", &[]).unwrap();
    let rows = power["rows"].as_array().unwrap();
    let place = |label: &str| rows.iter().position(|row| row["label"] == label).unwrap();
    assert!(place("log likelihood of random batches of 20") < place("energy score"));
    assert_eq!(rows[place("metacorrelation")]["needed"], "–");
    let drawn = |row: &&Value| row["drawn"] == true;
    let wrong: Vec<bool> =
        rows.iter().filter(|row| !drawn(row)).map(|row| row["wrong"].as_bool().unwrap()).collect();
    assert!(wrong.is_sorted() && wrong.last() == Some(&true), "wrong ones come last: {rows:?}");
    assert_eq!((rows.iter().filter(drawn).count(), wrong.len()), (4, 14));
    assert!(rows[14..].iter().all(|row| drawn(&row)), "estimates stand below: {rows:?}");
    assert!(power["drawn"].as_str().unwrap().starts_with("Estimated from 200 draws"), "{power}");
    assert_eq!(rows.len(), 18, "batches of five are told once");
    assert_eq!(rows[place("XLLR")]["z"], "every task");
    let notice = power["notice"].as_str().unwrap();
    assert!(!notice.contains("under draws"), "{notice}");
    assert!(
        notice.contains(
            "needs the fewest tasks to tell the right correlations from 0.5 times them: "
        ),
        "{notice}"
    );
    assert!(notice.contains("Seeing no difference at all: metacorrelation"), "{notice}");
    assert!(notice.contains("here XLL and XLLR judge by right ones"), "{notice}");
    let numbers = opened.figure().unwrap().numbers();
    let number = |name: &str| numbers.iter().find(|(known, _)| known == name).map(|(_, it)| *it);
    assert!(number("power.joint-20.z").unwrap() > 2.0);
    assert_eq!(number("power.metacorrelation.needed"), None);
    assert_eq!((number("tasks"), number("models")), (Some(12.0), Some(3.0)));
    assert!(number("batch-mig.metacorrelation.pearson.low").is_some());
}

/// The slider makes other units of power, and no other comparison.
#[test]
fn another_factor_keeps_what_was_compared() {
    let names = |factor: &str| {
        let link: Link = format!("{LINK}&factor={factor}").parse().unwrap();
        crate::experiment::plan(&link.scenario, &[]).names()
    };
    let (one, other) = (names("0.9"), names("0.7"));
    assert_eq!(one[..3], other[..3], "three tasks");
    assert!((3..6).all(|place| one[place] != other[place]), "three units of power");
}

/// Two tasks that agree are no proof, and what is the same cannot be told apart.
#[test]
fn power_claims_nothing_of_few_tasks_or_the_same_model() {
    let power = |link: &str| opened(link).figure().unwrap().ask("power", &[]).unwrap();
    for tasks in [2, 3] {
        let power = power(&LINK.replace("tasks=3", &format!("tasks={tasks}")));
        for row in power["rows"].as_array().unwrap() {
            let needed = row["needed"].as_str().unwrap();
            let is_open = row["words"] == "not decided yet";
            let needed = needed.parse::<usize>().unwrap_or(usize::MAX);
            assert!(!is_open || needed > tasks, "{row}");
        }
    }
    let same = power(&format!("{LINK}&factor=1"));
    assert!(same["notice"].as_str().unwrap().contains("the two models are the same"), "{same}");
    assert!(format!("{LINK}&factor=0").parse::<Link>().is_err());
}

/// Under wrong means and variances XLL may prefer others to the oracle: then that is said, and only then.
#[test]
fn an_oracle_that_is_not_the_best_is_told() {
    let mut opened = opened(LINK);
    for id in ["xll", "xllr"] {
        let words = look(&mut opened, &format!("y={id}"));
        let numbers = opened.figure().unwrap().numbers();
        let turn = if id == "xll" { 1.0 } else { -1.0 };
        let of = |name: &String| name.ends_with(&format!(".{id}")) && !name.starts_with("power");
        let means = numbers.iter().filter(|(name, _)| of(name)).map(|(_, it)| turn * it);
        let best = means.fold(f64::NEG_INFINITY, f64::max);
        let oracle = numbers.iter().find(|(name, _)| *name == format!("oracle.{id}")).unwrap().1;
        let notice = words["notice"].as_str().unwrap();
        let said = notice.contains("the oracle is not the best here");
        assert_eq!(said, turn * oracle < best, "{id}: {notice}");
        assert!(notice.contains("1 model has no metacorrelation and no mark."), "{notice}");
    }
}

/// A coefficient counts all marks, also those that nobody sees: then it says what it is without them. And what is sure
/// is not called nothing because it is small.
#[test]
fn marks_off_the_plot_are_counted_and_their_share_is_told() {
    let many = "lab=agreement&d=1&tasks=3&seed=2&candidate=oracle&candidate=relu(100)&candidate=relu(200)&\
                candidate=relu(50)&candidate=!shrunk(0.9)&candidate=!shrunk(0.8)&candidate=!shrunk(0.7)&\
                candidate=!gp(rbf(2))&candidate=!gp(matern32(2))&candidate=!detuned(0.1)&x=metacorrelation&y=xll";
    let opened = opened(many);
    let words = opened.figure().unwrap().words().unwrap();
    let notice = words["notice"].as_str().unwrap();
    assert!(notice.contains("outside, ") && notice.contains("Without them r is "), "{notice}");
    assert!(notice.contains("(95% over tasks: "), "{notice}");
    let (low, high) = {
        let numbers = opened.figure().unwrap().numbers();
        let of = |name: &str| numbers.iter().find(|(known, _)| known == name).unwrap().1;
        (of("pearson.low"), of("pearson.high"))
    };
    assert_eq!(low > 0.0 || high < 0.0, notice.contains(" tend to be "), "{notice}");
}

/// What the power's table calls decided depends on a threshold, which it tells; and its words on the scatter name the
/// measures and numbers of the scatter.
#[test]
fn power_tells_its_threshold_and_who_is_first_in_the_scatter() {
    let opened = opened(LINK);
    let figure = opened.figure().unwrap();
    let power = figure.ask("power", &[]).unwrap();
    let caption = power["caption"].as_str().unwrap();
    assert!(caption.contains("decided beyond 4.2 either way on 3 tasks"), "{caption}");
    let numbers = figure.numbers();
    let of = |name: &str| numbers.iter().find(|(known, _)| known == name).unwrap().1;
    let notice = power["notice"].as_str().unwrap();
    for (id, label, turn) in [("xll", "by XLL ", 1.0), ("xllr", "by XLLR ", -1.0)] {
        let own = turn * of(&format!("oracle.{id}"));
        let ahead = |(name, it): &(String, f64)| {
            let measured = name.ends_with(&format!(".{id}")) && !name.starts_with("power");
            measured && turn * it > own
        };
        let said = notice.contains(label) && !notice.contains(&format!("{label}the oracle"));
        assert_eq!(said, numbers.iter().any(ahead), "{id}: {notice}");
    }
}

#[test]
fn one_task_alone_claims_nothing() {
    let opened = opened(&LINK.replace("tasks=3", "tasks=1"));
    let words = opened.figure().unwrap().words().unwrap();
    let notice = words["notice"].as_str().unwrap();
    assert!(notice.contains("one task says nothing of luck."), "{notice}");
    assert_eq!(words["coefficients"][0][2], Value::Null);
    let power = opened.figure().unwrap().ask("power", &[]).unwrap();
    assert_eq!(power["notice"], "Two tasks are needed before anything can be said.");
}

#[test]
fn every_table_is_there_and_every_view_draws() {
    let opened = opened(LINK);
    let report = opened.report().unwrap();
    let names: Vec<_> = report.tables.iter().map(|table| table.name.id.as_str()).collect();
    assert_eq!(names, ["means", "expected", "relations", "power", "tasks"]);
    assert_eq!(
        report.tables[0].columns.len(),
        2 * (2 + 19 + 3),
        "two rules, 19 measures, three references"
    );
    let figure = opened.figure().unwrap();
    let rings = |link: &str| {
        let mut opened = self::opened(LINK);
        opened.look(&format!("{LINK}{link}").parse().unwrap()).unwrap();
        opened.svg(None).unwrap().matches("<circle").count()
    };
    assert_eq!(rings("&lit=0,2"), rings("") + 2, "files show what is lit");
    for (view, at) in [
        ("scatter", &[][..]),
        ("lit", &[-1.0]),
        ("lit", &[2.0, 0.0, 3.0, 99.0]),
        ("matrix", &[]),
        ("matrix lit", &[0.0, 99.0]),
        ("look", &[3.0]),
    ] {
        let chart = figure.chart(view, at).unwrap().unwrap();
        svg(&*chart, (400, 300), &Style::of(Theme::Dark)).unwrap();
    }
    assert!(figure.ask("mark", &[99.0]).is_err() && figure.chart("none", &[]).is_err());
    assert!(
        figure.ask("mark", &[3.0]).unwrap().as_str().unwrap().starts_with("correlations × 0.5:")
    );
    let references = figure.ask("references", &[]).unwrap();
    assert_eq!(references["rows"].as_array().unwrap().len(), 3);
    assert!(references["words"].as_str().unwrap().contains("mean Spearman coefficient"));
}

/// What is seen of a file's figure is in its link; the reader's theme is not.
#[test]
fn files_lead_back_to_what_was_seen() {
    let mut opened = opened(LINK);
    look(&mut opened, "x=xll&y=energy&expected=1&lit=0,3&theme=dark&embed=1");
    let file: Value = serde_json::from_str(&opened.json().unwrap()).unwrap();
    let link = file["link"].as_str().unwrap();
    assert!(link.ends_with("&x=xll&y=energy&expected=1&lit=0,3"), "{link}");
    let head = opened.csv().unwrap();
    let head = head.lines().next().unwrap().replace("%2C", ",");
    assert_eq!(head, format!("# talscope {link}"));
}
