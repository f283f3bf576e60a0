//! Units, parts, and what the calibration check finds for right and wrong models.

use std::ops::ControlFlow;

use serde_json::Value;

use super::*;
use crate::experiment::{self, Memory, Snapshot, Unit, to_the_end};
use crate::scenario::{FORMS, Link};

fn link(link: &str) -> Link {
    format!("lab=marginal&{link}").parse().unwrap()
}

fn opened(text: &str) -> Opened {
    Opened::complete(link(text), &[], &mut to_the_end).unwrap()
}

fn parts(link: &Link) -> Vec<Part> {
    let plan = experiment::plan(&link.scenario, &[]);
    let store = Memory::default();
    plan.heard().map(|place| plan.solve(place, &store, &mut to_the_end).unwrap()).collect()
}

/// The last table of a report: level, observed, standard error.
fn calibration(opened: &Opened) -> [Vec<f64>; 3] {
    let table = opened.report().unwrap().tables.pop().unwrap();
    [0, 1, 2].map(|column| table.columns[column].values.clone())
}

#[test]
fn a_plan_covers_every_repetition_once() {
    for repetitions in [100, 2_500, 2_501, 9_999] {
        let scenario = link(&format!("repetitions={repetitions}")).scenario;
        let steps = experiment::plan(&scenario, &[]).steps;
        let units: Vec<&Unit> = steps.iter().map(|step| &step.unit).collect();
        assert_eq!(units[0].work.id, "marginal", "the picture");
        let mut next = 0;
        for unit in &units[1..] {
            assert_eq!(unit.first, next);
            assert!(unit.count > 0);
            next += unit.count;
        }
        assert_eq!(next, repetitions);
    }
}

#[test]
fn units_and_parts_survive_as_bytes() {
    let scenario = link("preset=periodic&kernel=rbf(1)%2Blinear(2)&repetitions=6000").scenario;
    for step in experiment::plan(&scenario, &[]).steps {
        assert_eq!(Unit::from_bytes(&step.unit.to_bytes()).unwrap(), step.unit);
    }
    let part = Part(vec![1.5, -0.0, f64::MAX]);
    assert_eq!(Part::from_bytes(&part.to_bytes()).unwrap(), part);
    for wrong in [&b""[..], b"1 2 3", b"x 0 v=1\n", b"0 1 preset=none\n", &[0xff, 0xfe, b'\n']] {
        assert!(Unit::from_bytes(wrong).is_err());
    }
    assert!(Part::from_bytes(&[0; 9]).is_err());
}

/// Equal bytes are the key of a cache: what changes no result must change no byte, and what does
/// must.
#[test]
fn a_unit_holds_only_what_its_result_depends_on() {
    let bytes = |text: &str, unit: usize| {
        let scenario = text.parse::<Link>().unwrap().scenario;
        experiment::plan(&scenario, &[]).steps[unit].unit.to_bytes()
    };
    for (lab, same, other) in [
        ("toy", "stretch=2&tasks=3&b=2&repetitions=100&candidate=oracle", "samples=2"),
        ("marginal", "q=2&rule=mig&samples=3&pool=-1:1:30&tasks=1&b=3", "stretch=2"),
        ("correlation", "q=2&rule=mig&samples=3&tasks=1&stretch=2&repetitions=100", "b=3"),
    ] {
        let plain = bytes(&format!("lab={lab}"), 0);
        assert_eq!(bytes(&format!("lab={lab}&{same}"), 0), plain, "{lab}");
        for relevant in [other, "noise=0.2", "seed=2", "point=1", "kernel=rbf(2)"] {
            assert_ne!(bytes(&format!("lab={lab}&{relevant}"), 0), plain, "{lab}: {relevant}");
        }
    }
    assert_eq!(bytes("lab=marginal&repetitions=9000", 1), bytes("lab=marginal", 1));
    let named = "lab=correlation&candidate=oracle&candidate=";
    assert_eq!(bytes(&format!("{named}mine:detuned"), 0), bytes(&format!("{named}detuned"), 0));
    assert_ne!(bytes(&format!("{named}!detuned"), 0), bytes(&format!("{named}detuned"), 0));
}

#[test]
fn every_lab_draws_the_same_from_a_worker_as_at_once() {
    for lab in &FORMS {
        // Networks take their time.
        let cheap = match lab.name {
            "curves" => "&preset=gap&rounds=2",
            "agreement" => {
                "&preset=gap&candidate=oracle&candidate=detuned&pool=-6:6:20&target=0:1:5"
            }
            _ => "",
        };
        let link: Link =
            format!("lab={}&tasks=1&repetitions=100&samples=2{cheap}", lab.name).parse().unwrap();
        let mut here = Opened::new(link.clone()).unwrap();
        assert!(here.figure().is_err() && here.svg(None).is_err(), "nothing to see yet");
        here.begin().unwrap();
        let mut there = Opened::new(link).unwrap();
        let part = there.plan(&[]).solve(0, &Memory::default(), &mut to_the_end).unwrap();
        let part = Part::from_bytes(&part.to_bytes()).unwrap();
        there.add(0, part).unwrap();
        assert_eq!(here.report().unwrap().fingerprint(), there.report().unwrap().fingerprint());
        assert_eq!(here.svg(None).unwrap(), there.svg(None).unwrap(), "{}", lab.name);
        assert_eq!(
            here.figure().unwrap().words().unwrap(),
            there.figure().unwrap().words().unwrap()
        );
        assert!(there.add(999, Part(Vec::new())).is_err());
        assert!(there.add(0, Part(vec![3.0])).is_err(), "too few numbers");
        assert!(there.chart("no such view", &[]).is_err());
    }
}

/// Whoever finds one of these files years later knows what it shows, after whom, and how to see it again.
#[test]
fn files_of_every_lab_say_what_they_show() {
    for lab in &FORMS {
        let few = "tasks=0&repetitions=100&samples=0";
        let link: Link = format!("lab={}&{few}&theme=dark", lab.name).parse().unwrap();
        let mut opened = Opened::new(link).unwrap();
        opened.figure_mut().compute().unwrap();
        let figure = opened.figure().unwrap();
        let (title, caption) = (figure.heading().unwrap(), figure.caption().unwrap());
        assert!(!title.is_empty() && !caption.is_empty(), "{}", lab.name);
        let again = opened.link().scenario.link();
        let inside = opened.inscription().unwrap();
        assert_eq!((&inside.title, &inside.description), (&title, &figure.description().unwrap()));
        assert!(inside.source.ends_with(&format!("link: {again}")), "{}", inside.source);
        assert!(inside.source.contains("Wang, Sun & Grosse"), "{}", inside.source);
        let (svg, csv) = (opened.svg(None).unwrap(), opened.csv().unwrap());
        let escaped = again.replace('&', "&amp;");
        assert!(svg.contains("<title>") && svg.contains(&escaped), "{}", lab.name);
        assert!(csv.contains("\n# title ") && csv.contains("\n# credit talscope; after Wang; Sun"));
        let json: Value = serde_json::from_str(&opened.json().unwrap()).unwrap();
        assert_eq!((&json["title"], &json["link"]), (&title.into(), &again.into()));
        assert!(json["credit"].as_str().unwrap().contains("Grosse") && json["caption"].is_string());
        assert!(opened.file_name().starts_with(&format!("talscope-{}-", lab.name)));
    }
}

/// What a link leaves out is in none of its files.
#[test]
fn files_leave_out_what_their_link_leaves_out() {
    for lab in &FORMS {
        let few = "tasks=0&repetitions=100&samples=0";
        let link: Link =
            format!("lab={}&{few}&hide=notice,scores,title", lab.name).parse().unwrap();
        let mut opened = Opened::new(link).unwrap();
        opened.figure_mut().compute().unwrap();
        let figure = opened.figure().unwrap();
        let (heading, said) = (figure.heading().unwrap(), figure.description().unwrap());
        let inside = opened.inscription().unwrap();
        assert_eq!((inside.title.as_str(), inside.description.as_str()), (lab.title, ""));
        assert!(inside.source.contains("&hide=notice,scores,title"), "{}", inside.source);
        let (svg, csv) = (opened.svg(None).unwrap(), opened.csv().unwrap());
        for told in [heading, said, figure.caption().unwrap()] {
            let told: String = told.chars().take(30).collect();
            assert!(!svg.contains(&told) && !csv.contains(&told), "{}: {told}", lab.name);
        }
    }
}

#[test]
fn a_right_model_is_calibrated_at_every_level() {
    for preset in ["gap", "edge", "periodic", "relu"] {
        let [levels, observed, error] =
            calibration(&opened(&format!("preset={preset}&repetitions=5000")));
        for level in 0..marginal::LEVELS {
            let miss = observed[level] - levels[level];
            // 76 comparisons, so that four standard errors leave one false alarm in 200 seeds.
            let allowed = 4.0 * error[level];
            assert!(miss.abs() < allowed, "{preset}, level {level}: off by {miss} of {allowed}");
        }
    }
}

#[test]
fn a_model_that_believes_in_too_smooth_a_function_promises_too_much() {
    let [_, observed, errors] = calibration(&opened("stretch=2&repetitions=2000"));
    let (held, error) = (observed[18], errors[18]);
    assert!(held + 10.0 * error < 0.95, "held {held} with standard error {error}");
    let [_, cautious, _] = calibration(&opened("stretch=0.5&repetitions=2000"));
    assert!(cautious[18] > 0.95, "held {}", cautious[18]);
}

#[test]
fn any_subset_of_parts_merges_in_any_order() {
    let link = link("repetitions=7000");
    let parts = parts(&link);
    let mut backwards = Opened::new(link.clone()).unwrap();
    let mut forwards = Opened::new(link).unwrap();
    for (index, part) in parts.iter().enumerate().rev() {
        assert!(!backwards.is_complete());
        backwards.add(index, part.clone()).unwrap();
    }
    for (index, part) in parts.iter().enumerate() {
        forwards.add(index, part.clone()).unwrap();
    }
    assert!(forwards.is_complete());
    assert_eq!(forwards.fingerprint().unwrap(), backwards.fingerprint().unwrap());
    let words = |opened: &Opened| opened.figure().unwrap().description().unwrap();
    assert!(words(&forwards).contains("over 7,000 functions"), "{}", words(&forwards));
}

#[test]
fn a_unit_shows_what_it_found_so_far_and_stops_when_it_is_told_to() {
    let link = link("");
    let unit = &experiment::plan(&link.scenario, &[]).steps[1].unit;
    let mut told = Vec::new();
    let mut last = None;
    let outcome = unit.run(&[], &mut |share, snapshot: Snapshot| {
        told.push(share);
        last = snapshot();
        if share > 0.1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(outcome, Err(Error::Cancelled));
    assert!(told.windows(2).all(|pair| pair[0] < pair[1]) && told.len() > 2);
    let mut opened = Opened::new(link).unwrap();
    opened.begin().unwrap();
    opened.preview(1, last.unwrap()).unwrap();
    let words = opened.figure().unwrap().description().unwrap();
    assert!(words.contains("over 301 functions"), "{words}");
    assert!(!opened.is_complete() && opened.fingerprint().unwrap().is_none());
}

#[test]
fn a_report_holds_every_table_and_its_fingerprint_every_number() {
    let report = opened("repetitions=500").report().unwrap();
    let names: Vec<_> = report.tables.iter().map(|table| table.name.id.as_str()).collect();
    assert_eq!(names, ["summary", "train", "targets", "posterior", "calibration"]);
    for table in 0..report.tables.len() {
        for column in 0..report.tables[table].columns.len() {
            let mut other = report.clone();
            let value = other.tables[table].columns[column].values.last_mut().unwrap();
            *value = f64::from_bits(value.to_bits() ^ 1);
            assert_ne!(other.fingerprint(), report.fingerprint(), "{table}, {column}");
        }
    }
}

#[test]
fn a_glance_is_the_beginning_of_the_check() {
    let mut glance = Opened::new(link("stretch=2")).unwrap();
    glance.begin().unwrap();
    assert_eq!(calibration(&glance), calibration(&opened("stretch=2&repetitions=400")));
}

#[test]
fn the_y_axis_is_the_presets_unless_the_curves_need_more() {
    let range = |link: &str| marginal::picture(&self::link(link).scenario).unwrap().y_range;
    assert_eq!(range("preset=gap"), (-3.0, 3.0));
    let (low, high) = range("preset=gap&kernel=rbf(0.8,100)");
    assert!(low < -19.6 && high > 19.6, "{low} {high}");
}

#[test]
fn no_training_points_leave_the_prior() {
    let picture = marginal::picture(&link("point=").scenario).unwrap();
    assert!(picture.belief.mean.iter().all(|mean| *mean == 0.0));
    assert!(picture.belief.variance.iter().all(|variance| *variance == 1.0));
}

#[test]
fn the_facts_speak_of_an_honest_and_of_a_lying_band() {
    let words = |text: &str| {
        let opened = opened(text);
        let figure = opened.figure().unwrap();
        figure.lines().unwrap().join("\n") + &figure.description().unwrap()
    };
    let honest = words("repetitions=20000");
    assert!(honest.contains("The band is honest") && honest.contains("seen it at 6 points"));
    let lying = words("repetitions=1000&stretch=3");
    assert!(lying.contains("The band lies") && lying.contains("3 times smoother than it is"));
    let cautious = words("repetitions=20000&stretch=0.7");
    assert!(cautious.contains("too cautious") && cautious.contains("1.43 times rougher"));
    assert!(cautious.contains("over 20,000 functions"), "{cautious}");
}

/// A check that found this share inside the 95% band, give or take this error.
fn found(held: f64, error: f64) -> marginal::Calibration {
    marginal::Calibration {
        levels: marginal::levels().to_vec(),
        observed: vec![held; marginal::LEVELS],
        standard_error: vec![error; marginal::LEVELS],
        repetitions: 20_000,
    }
}

#[test]
fn a_deviation_is_called_wrong_only_if_it_is_sure_and_matters() {
    for (held, error, want, words) in [
        (0.951, 0.001, marginal::Verdict::Honest, "The band is honest: "),
        (0.955, 0.0005, marginal::Verdict::Cautious, "The band is a little cautious: "),
        (0.959, 0.0008, marginal::Verdict::Cautious, "The band is a little cautious: "),
        (0.9615, 0.0008, marginal::Verdict::Cautious, "The band is a little cautious: "),
        (0.9449, 0.0005, marginal::Verdict::Bold, "The band is a little bold: "),
        (0.962, 0.001, marginal::Verdict::TooWide, "The band is too cautious: "),
        (0.517, 0.002, marginal::Verdict::TooNarrow, "The band lies: "),
        (0.93, 0.009, marginal::Verdict::Open, "Too few functions so far to judge the band: "),
        (0.96, 0.009, marginal::Verdict::Open, "Too few functions so far to judge the band: "),
        (0.955, 0.010, marginal::Verdict::Open, "Too few functions so far to judge the band: "),
        (0.954, 0.007, marginal::Verdict::Open, "Too few functions so far to judge the band: "),
        (0.95, 0.006, marginal::Verdict::Open, "Too few functions so far to judge the band: "),
    ] {
        let (verdict, said) = marginal::verdict(&found(held, error));
        assert_eq!(verdict, want, "{held} ± {error}");
        assert!(said.starts_with(words), "{said}");
    }
}

#[test]
fn what_to_notice_agrees_with_the_verdict_and_invites_to_what_was_not_tried() {
    for (text, believed, invited) in [
        (
            "",
            "expects the kind of function that there is",
            "to the right: what if it expects too smooth",
        ),
        (
            "stretch=2",
            "expects a smoother function than there is",
            "to the left, below 1: what if it expects too rough",
        ),
        (
            "stretch=0.5",
            "expects a rougher function than there is",
            "to the right, above 1: what if it expects too smooth",
        ),
    ] {
        let scenario = link(text).scenario;
        let picture = marginal::picture(&scenario).unwrap();
        let invitation = marginal::invitation(&scenario);
        assert!(invitation.contains(invited), "{invitation}");
        for (held, words) in [
            (0.95, "holds the truth about as often as it promises"),
            (0.6, "misses the truth too often"),
            (0.99, "less sure than it could be"),
        ] {
            let said = marginal::notice(&scenario, &picture, &found(held, 0.001));
            assert!(said.contains(believed), "{said}");
            assert!(said.contains(words), "{text}, {held}: {said}");
        }
        let open = marginal::notice(&scenario, &picture, &found(0.93, 0.01));
        assert!(open.contains("takes more functions to tell"), "{open}");
        let (all, room) = (format!("{open} {invitation}"), marginal::longest_notice());
        assert!(all.chars().count() <= room.chars().count(), "no room for {all}");
    }
}

/// Whoever expects the function to be rougher and rougher becomes honest again: nothing is left to learn.
#[test]
fn a_surprising_honesty_has_a_reason() {
    let said = |stretch: &str| {
        let scenario = link(&format!("stretch={stretch}")).scenario;
        let picture = marginal::picture(&scenario).unwrap();
        (picture.width, marginal::notice(&scenario, &picture, &found(0.955, 0.0005)))
    };
    for (stretch, percent) in [("0.25", "100%"), ("0.5", "97%")] {
        let (_, words) = said(stretch);
        let reason = format!("{percent} as wide as if nothing had been seen: nearly honest, but");
        assert!(words.contains(", yet its band") && words.contains(&reason), "{words}");
    }
    for stretch in ["0.95", "1", "1.05"] {
        let (width, words) = said(stretch);
        assert!(width < 0.85 && !words.contains("seen: "), "{words}");
    }
}

#[test]
fn a_probe_says_whether_the_band_holds_the_truth() {
    let opened = opened("truth=formula&repetitions=100");
    let said = |x: f64| opened.figure().unwrap().ask("probe", &[x]).unwrap().to_string();
    assert!(said(-2.7).contains("x −2.70") && said(-2.7).contains("band holds the truth there."));
    let picture = marginal::picture(&link("truth=formula").scenario).unwrap();
    let misses = (0..picture.x.len()).filter(|&i| said(picture.x[i]).contains("misses")).count();
    let outside = picture.x.iter().enumerate().filter(|(i, _)| {
        let half = crate::posterior::BAND * picture.belief.variance[*i].sqrt();
        (picture.truth[*i] - picture.belief.mean[*i]).abs() > half
    });
    assert_eq!(misses, outside.count());
}
