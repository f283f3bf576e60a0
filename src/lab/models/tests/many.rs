//! Ranks over many functions: the same as in the other lab, and words that follow the numbers.

use super::*;
use crate::experiment::Plan;
use crate::lab::models::many::{Many, Standing};
use crate::report::Name;

/// Two that differ, and a third that is in the paper.
const FEW: &str =
    "preset=net&candidate=gp-rbf&candidate=detuned(3)&candidate=ensemble(members=3,epochs=20)";

fn link(settings: &str) -> Link {
    settings.parse().unwrap()
}

fn plan(settings: &str) -> Plan {
    experiment::plan(&link(settings).scenario, &[])
}

/// In one lab after the other nothing is done twice, and the means are the same to the last bit.
#[test]
fn further_functions_are_those_of_the_correlation_lab() {
    let store = Memory::default();
    let open = |lab: &str| {
        let link = link(&format!("lab={lab}&tasks=3&{FEW}"));
        Opened::complete_from(link, &[], &store, &mut to_the_end).unwrap()
    };
    let here = open("models").figure().unwrap().numbers();
    let known = store.len();
    let there = open("correlation").figure().unwrap().numbers();
    assert_eq!(store.len(), known + 1, "all but the picture of the first was there");
    let means = |numbers: &[(String, f64)]| -> Vec<(String, f64)> {
        numbers.iter().filter(|(name, _)| name.ends_with(".mean-xllr")).cloned().collect()
    };
    assert_eq!(means(&here).len(), 3);
    assert_eq!(means(&here), means(&there));
    // The three share 0, 1 and 2 under every reference.
    let sum: f64 = means(&here).iter().map(|(_, mean)| mean).sum();
    assert!((sum - 3.0).abs() < 1e-12, "{sum}");
}

/// The function that is shown waits for none of them.
#[test]
fn further_functions_come_last_and_leave_all_else_as_it_is() {
    let (one, many) =
        (plan(&format!("lab=models&tasks=0&{FEW}")), plan(&format!("lab=models&tasks=3&{FEW}")));
    let count = one.steps.len();
    assert_eq!(one.steps[..], many.steps[..count]);
    assert_eq!((one.functions, many.functions, many.groups.len()), (0, 3, one.groups.len() + 3));
    assert_eq!(plan(&format!("lab=models&{FEW}")).functions, 20, "the usual number");
    assert!(many.groups[one.groups.len()..].iter().flatten().all(|place| *place >= count));
    // There is nothing to rank.
    for nothing in ["candidate=gp-rbf", "candidate=!gp-rbf&candidate=!detuned(3)", "candidate="] {
        assert_eq!(plan(&format!("lab=models&{nothing}")).functions, 0, "{nothing}");
    }
}

#[test]
fn a_verdict_comes_to_be_in_any_order_and_is_in_all_that_is_given_away() {
    let whole =
        Opened::complete(link(&format!("lab=models&tasks=3&{FEW}")), &[], &mut to_the_end).unwrap();
    let mut other = Opened::new(whole.link().clone()).unwrap();
    let (plan, store) = (other.plan(&[]), Memory::default());
    let said = |opened: &Opened| opened.figure().unwrap().ask("verdict", &[]).unwrap();
    let words = |opened: &Opened| {
        let said = said(opened);
        let all = said["paragraphs"].as_array().unwrap().iter();
        all.map(|one| one.as_str().unwrap().to_string()).collect::<Vec<_>>().join(" ")
    };
    let mut heard: Vec<usize> = plan.heard().collect();
    // The scene first, then the last function, and the models at the end.
    heard[1..].reverse();
    for (done, place) in heard.iter().enumerate() {
        other.add(*place, plan.solve(*place, &store, &mut to_the_end).unwrap()).unwrap();
        let words = words(&other);
        match done {
            0 => assert!(words.contains("3 further functions are being judged"), "{words}"),
            1 | 2 => assert!(
                words.starts_with(&format!("Over {done} of 3 further functions, so far,")),
                "{words}"
            ),
            _ => assert!(words.starts_with("Over 3 further functions “"), "{words}"),
        }
    }
    assert_eq!(said(&other), said(&whole));
    assert_eq!(other.fingerprint().unwrap(), whole.fingerprint().unwrap());
    let words = words(&whole);
    assert!(whole.description().unwrap().contains(&words));
    assert!(whole.csv().unwrap().contains("XLLR: luck or merit"));
    assert!(whole.figure().unwrap().lines().unwrap().concat().contains(&words));
    let svg = whole.svg(None).unwrap();
    assert!(svg.contains("Luck or merit") && svg.contains("mean ± error of 3 functions"));
    assert!(whole.chart("verdict", &[]).unwrap().is_some());
    // Of one function nobody says so.
    let one = opened(FEW);
    assert_eq!(said(&one), serde_json::json!({ "paragraphs": [], "rows": 0, "units": [] }));
    assert!(one.chart("verdict", &[]).unwrap().is_none() && !one.csv().unwrap().contains("merit"));
}

/// A page shows what it showed before, and as many functions as it takes on.
#[test]
fn slow_models_are_judged_on_fewer_functions_and_never_refused_because_of_them() {
    let slow = |settings: &str| {
        link(&format!("lab=models&candidate=gp-rbf&candidate=hmc({settings})")).scenario
    };
    let mut met = Vec::new();
    for settings in [
        "50,auto,1,1000,100,100",
        "50,auto,4,50000,1000,1000",
        "50,auto,10,50000,1000,1000",
        "400,auto,10,50000,1000,1000",
    ] {
        let scenario = slow(settings);
        let count = functions(&scenario);
        let cost = experiment::cost(&scenario).all();
        let mut alone = scenario.clone();
        alone.judging.tasks = 0;
        let before = experiment::cost(&alone).all();
        assert_eq!(cost.check_for_a_page().is_ok(), before.check_for_a_page().is_ok(), "{cost}");
        assert_eq!(experiment::plan(&scenario, &[]).functions, count);
        let words = Many::of(&scenario, None, &[]).words();
        match count {
            20 => assert!(!words.contains("all that a page takes on"), "{words}"),
            0 => assert!(words.contains("too slow to be judged on further ones"), "{words}"),
            _ => assert!(
                words.contains(&format!("20 were asked for: more than {count} would be")),
                "{words}"
            ),
        }
        met.push(count);
    }
    assert_eq!(met[0], 20);
    assert!(met.windows(2).all(|pair| pair[0] >= pair[1]) && met[3] == 0, "{met:?}");
    assert!(met.iter().any(|count| (1..20).contains(count)), "{met:?}");
}

/// A model's name, and its rank here, on each further function, and in the paper.
type MadeUp<'a> = (&'a str, f64, &'a [f64], Option<f64>);

/// Models with made-up ranks.
fn made_up(models: &[MadeUp]) -> Many {
    let standing = |(place, (name, here, each, paper)): (usize, &MadeUp)| Standing {
        place,
        name: Name::new(*name, *name),
        here: Some(*here),
        each: each.to_vec(),
        paper: *paper,
        doubtful: 0,
    };
    let count = models[0].2.len();
    let models = models.iter().enumerate().map(standing).collect();
    Many { models, wanted: count, asked: count, seen: 8 }
}

#[test]
fn words_tell_luck_from_merit_and_chance_from_both() {
    // “a” is ahead on every function, by about as much.
    let ahead: &[f64] = &[0.0, 0.2, 0.0, 0.1, 0.0];
    let behind: &[f64] = &[1.0, 1.1, 1.0, 0.9, 1.2];
    let words = made_up(&[("a", 1.0, ahead, None), ("b", 0.0, behind, None)]).words();
    assert!(words.starts_with("Over 5 further functions “a” is ahead (mean rank 0.06 ± 0.04); “b” is next, behind by 0.98 ± "), "{words}");
    assert!(
        words.contains(
            "On this function “b” is first (0.00), but over many it is behind “a” by 0.98 ± "
        ),
        "{words}"
    );
    assert!(words.contains("one function misleads"), "{words}");
    let words = made_up(&[("a", 0.0, ahead, None), ("b", 1.0, behind, None)]).words();
    assert!(words.ends_with("On this function “a” is first (0.00), as over many."), "{words}");
    let words = made_up(&[("a", 0.5, ahead, None), ("b", 0.5, behind, None)]).words();
    assert!(
        words.ends_with("On this function “a” and “b” are first (0.50), as over many."),
        "{words}"
    );
    // Now one wins here, the other there.
    let now: &[f64] = &[0.0, 1.0, 0.0, 1.0, 0.0];
    let then: &[f64] = &[1.0, 0.0, 1.0, 0.0, 1.0];
    let words = made_up(&[("a", 1.0, now, None), ("b", 0.0, then, None)]).words();
    assert!(
        words.contains("“b” is next, behind by no more than chance allows (0.20 ± 0.49)"),
        "{words}"
    );
    assert!(
        words.ends_with("over many it is behind “a” by no more than chance allows (0.20 ± 0.49)."),
        "{words}"
    );
    assert!(!words.contains("misleads"), "{words}");
    // Two functions are few: the same difference is no proof.
    let words = made_up(&[("a", 1.0, &[0.0, 0.2], None), ("b", 0.0, &[0.4, 0.8], None)]).words();
    assert!(!words.contains("misleads"), "{words}");
}

#[test]
fn words_compare_the_order_with_the_papers() {
    let made = |here: [f64; 4], many: [f64; 4], paper: [Option<f64>; 4]| {
        let each = many.map(|rank| [rank, rank + 0.1]);
        let names = ["a", "b", "c", "d"];
        let models: Vec<_> = (0..4).map(|i| (names[i], here[i], &each[i][..], paper[i])).collect();
        made_up(&models).words()
    };
    let paper = [Some(1.0), Some(2.0), Some(3.0), Some(4.0)];
    let words = made([3.0, 2.0, 1.0, 0.0], [0.0, 1.0, 2.0, 3.0], paper);
    assert!(
        words.ends_with(
            "has these 4 models in much the same order (Spearman’s coefficient 1.000; for this function alone, \
             −1.000)."
        ),
        "{words}"
    );
    let words = made([0.0, 1.0, 2.0, 3.0], [3.0, 2.0, 1.0, 0.0], paper);
    assert!(
        words.contains(
            "in another order (Spearman’s coefficient −1.000; for this function alone, 1.000)"
        ),
        "{words}"
    );
    assert!(
        words.ends_with(
            "“a” differs most: 3.05 here, 0.50 there. Here models saw 8 points on a line, there real \
             data with several inputs."
        ),
        "{words}"
    );
    let words =
        made([0.0, 1.0, 2.0, 3.0], [0.0, 1.0, 3.0, 2.0], [paper[0], None, paper[2], paper[3]]);
    assert!(!words.contains("paper"), "three are too few: {words}");
    let words = made([0.0, 1.0, 2.0, 3.0], [1.0, 0.0, 3.0, 2.0], paper);
    assert!(
        words.contains("in only roughly the same order (Spearman’s coefficient 0.600;"),
        "{words}"
    );
}

#[test]
fn the_chart_puts_the_best_first_and_draws_the_papers_ranks_to_scale() {
    let many = made_up(&[
        ("a", 0.0, &[2.0, 2.0], Some(6.0)),
        ("b", 1.0, &[0.0, 1.0], Some(0.0)),
        ("c", 2.0, &[1.0, 0.5], None),
    ]);
    let chart = many.chart().unwrap();
    let names: Vec<&str> = chart.rows.iter().map(|row| &*row.name).collect();
    assert_eq!(names, ["b", "c", "a"]);
    let value = |row: usize, kind: usize| chart.rows[row].marks[kind].map(|mark| mark.value);
    assert_eq!(
        [value(2, 0), value(2, 1), value(2, 2)],
        [Some(0.0), Some(2.0), Some(2.0)],
        "the last of seven is the last of three"
    );
    assert_eq!([value(0, 2), value(1, 2)], [Some(0.0), None]);
    assert_eq!(chart.x_range, 0.0..2.0);
    assert!(chart.kinds[2].0.ends_with("7 ranks as 3"), "{:?}", chart.kinds);
}
