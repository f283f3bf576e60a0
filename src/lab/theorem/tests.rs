//! Cases, limits, the search, and what is said of them.

use std::ops::ControlFlow;

use super::*;
use crate::experiment::{self, Snapshot, Unit};
use crate::lab::{Opened, to_the_end};
use crate::metric::Limits;
use crate::numeric::{Matrix, Stream, Vector, math};
use crate::scenario::{Edit, Link, XI};

fn link(text: &str) -> Link {
    format!("lab=theorem&{text}").parse().unwrap()
}

fn opened(text: &str) -> Opened {
    Opened::complete(link(text), &[], &mut to_the_end).unwrap()
}

fn class(size: usize, eigenvalue: f64, error: f64) -> Class {
    Class { size, eigenvalue, error, seed: 1 }
}

/// A class, a recipe and a mismatch, all at random.
fn any(number: u64) -> (Class, Recipe, f64) {
    let mut stream = Stream::new(number, "any case", 0);
    let size = 1 + stream.below(20) as usize;
    let eigenvalue = if size == 1 { 1.0 } else { math::pow(10.0, -3.0 * stream.uniform()) };
    let error = [0.0, 1.0, stream.uniform()][stream.below(3) as usize];
    let (recipe, xi) = Recipe::random(&mut stream, size);
    (Class { size, eigenvalue, error, seed: number }, recipe, xi)
}

#[test]
fn no_gap_of_ten_thousand_exceeds_the_bound() {
    for number in 0..10_000 {
        let (class, recipe, xi) = any(number);
        let case = recipe.case(&class, xi).unwrap();
        let (gap, bound) = (case.divergence.gap.abs(), case.divergence.limits.bound);
        assert!(gap <= bound, "case {number}: {gap} > {bound} for {class:?}");
        let outcome = case.outcome();
        assert!(outcome.share() <= 1.0 && (outcome.bound / bound - 1.0).abs() < 1e-12);
    }
}

#[test]
fn a_case_is_what_was_asked_for() {
    for number in 0..500 {
        let (class, recipe, xi) = any(number);
        let case = recipe.case(&class, xi).unwrap();
        let divergence = &case.divergence;
        assert!((divergence.kl_marginals / xi - 1.0).abs() < 1e-9, "{number}: {xi}");
        let off = (divergence.lambda_min - class.eigenvalue).abs();
        assert!(off < 1e-12 * class.size as f64, "{number}: {off}");
        for matrix in [&case.truth, &case.candidate] {
            assert!(matrix.diagonal().iter().all(|entry| *entry == 1.0));
            assert_eq!(matrix, &matrix.transpose());
        }
        if class.error == 0.0 {
            assert_eq!(case.truth, case.candidate);
            assert!(divergence.kl_correlations < 1e-12);
        }
    }
}

/// The page's proof: with e = r - 1 and A = C^-1 o C_gen the gap is
/// `e^T (A - I) 1 + e^T (A - I) e / 2 + d^T (C^-1 - I) d / 2 + xi`.
#[test]
fn the_gap_is_what_the_proof_says() {
    for number in 0..500 {
        let (class, recipe, xi) = any(number);
        let case = recipe.case(&class, xi).unwrap();
        let size = class.size;
        let inverse = case.candidate.clone().try_inverse().unwrap();
        let product = inverse.component_mul(&case.truth) - Matrix::identity(size, size);
        let e = Vector::from_iterator(size, case.ratio.iter().map(|r| r - 1.0));
        let d = Vector::from_column_slice(&case.shift);
        let less = inverse - Matrix::identity(size, size);
        let ones = Vector::from_element(size, 1.0);
        let first = (e.transpose() * &product * ones)[0];
        let second = 0.5 * ((e.transpose() * &product * &e)[0] + (d.transpose() * less * &d)[0]);
        let (gap, want) = (case.divergence.gap, first + second + xi);
        let scale = case.divergence.limits.bound;
        assert!((gap - want).abs() < 1e-9 * scale, "{number}: {gap} {want}");
        // And what the proof makes of its terms.
        assert!(first.abs() <= (2.0 * size as f64 * xi).sqrt() / class.eigenvalue * 1.000_001);
        assert!((second + xi).abs() <= 2.0 * xi / class.eigenvalue * 1.000_001);
        if class.error == 0.0 {
            assert!(gap.abs() <= xi / class.eigenvalue * 1.000_001, "{number}: {gap}");
        }
    }
}

#[test]
fn without_correlations_the_gap_is_the_mismatch() {
    for (size, xi) in [(1, 0.3), (5, 1e-6), (20, 10.0)] {
        let case = class(size, 1.0, 0.7).own(xi).unwrap();
        assert!((case.divergence.gap / xi - 1.0).abs() < 1e-9, "{size}: {}", case.divergence.gap);
    }
}

/// The worst known: a candidate that drives apart what the truth pulls together, all points alike, and
/// deviations that are all too small by the same factor.
fn known(class: &Class, xi: f64) -> f64 {
    let b = class.size as f64;
    let (mut low, mut high) = (0.0, 60.0);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if math::exp_m1(middle) - middle < 2.0 * xi / b { low = middle } else { high = middle }
    }
    xi / class.eigenvalue + 0.5 * b * low * (1.0 / class.eigenvalue - 1.0)
}

#[test]
fn the_search_comes_near_the_worst_that_is_known() {
    let class = class(5, 0.01, 1.0);
    let mut exceeded = 0;
    for number in [0, 3, 6] {
        let xi = mismatch(number);
        let worst = climb(&class, number, &mut |_, _| ControlFlow::Continue(())).unwrap();
        let gap = worst.case(&class, xi).unwrap().divergence.gap.abs();
        let Limits { tight, bound, .. } = class.limits(xi);
        assert!(gap > 0.9 * known(&class, xi), "{xi}: {gap} of {}", known(&class, xi));
        assert!(gap <= bound);
        exceeded += usize::from(gap > tight);
    }
    assert!(exceeded > 0, "an order is no bound");
}

/// Whatever is searched: points that nearly copy each other, right correlations, many points.
#[test]
fn no_search_gets_above_the_bound() {
    for (size, eigenvalue, error) in
        [(1, 1.0, 1.0), (2, 0.001, 1.0), (5, 0.2, 0.5), (8, 0.05, 0.0), (20, 0.001, 1.0)]
    {
        let class = class(size, eigenvalue, error);
        for number in [0, CLIMBS / 2, CLIMBS - 1] {
            let mut highest = 0.0;
            let worst = climb(&class, number, &mut |_, so_far| {
                let share = so_far.case(&class, mismatch(number)).unwrap().outcome().share();
                assert!((highest..=1.0).contains(&share), "{class:?} {number}: {share}");
                highest = share;
                ControlFlow::Continue(())
            });
            let worst = worst.unwrap().case(&class, mismatch(number)).unwrap().outcome();
            assert!((highest..=1.0).contains(&worst.share()), "{class:?} {number}: {worst:?}");
        }
    }
}

#[test]
fn searches_span_the_axis() {
    assert_eq!(mismatch(0), XI.0);
    assert!((mismatch(CLIMBS - 1) / XI.1 - 1.0).abs() < 1e-12);
}

#[test]
fn a_plan_covers_every_case_once_and_then_searches() {
    for (size, cases) in [(1, 100), (5, 400), (5, 401), (20, 2_345), (5, 10_000)] {
        let link = link(&format!("b={size}&cases={cases}"));
        let steps = experiment::plan(&link.scenario, &[]).steps;
        let units: Vec<Unit> = steps.into_iter().map(|step| step.unit).collect();
        let (cloud, climbs) = units.split_at(units.len() - CLIMBS);
        let mut next = 0;
        for unit in cloud {
            assert_eq!(unit.first, next);
            assert!(unit.count > 0);
            next += unit.count;
        }
        assert_eq!(next, cases);
        assert!(climbs.iter().enumerate().all(|(i, unit)| (unit.first, unit.count) == (i, 0)));
        for unit in &units {
            assert_eq!(&Unit::from_bytes(&unit.to_bytes()).unwrap(), unit);
        }
    }
}

/// So the cloud stays while the batch in it moves.
#[test]
fn units_hold_only_what_their_results_depend_on() {
    let bytes = |text: &str| -> Vec<Vec<u8>> {
        let scenario = link(text).scenario;
        let steps = experiment::plan(&scenario, &[]).steps;
        steps.iter().map(|step| step.unit.to_bytes()).collect()
    };
    let plain = bytes("");
    assert_eq!(bytes("xi=0.3&tasks=3&noise=0.5&preset=edge&case=3"), plain);
    assert_eq!(bytes("cases=7000")[..3], plain[..3]);
    for relevant in ["error=0.4", "b=4", "lambda=0.3", "seed=2"] {
        assert!(bytes(relevant).iter().zip(&plain).all(|(one, other)| one != other), "{relevant}");
    }
}

#[test]
fn parts_come_in_any_order_and_bit_by_bit() {
    let link = link("cases=4000&b=3");
    let steps = experiment::plan(&link.scenario, &[]).steps;
    let units: Vec<Unit> = steps.into_iter().map(|step| step.unit).collect();
    let whole = opened("cases=4000&b=3").fingerprint().unwrap();
    let mut backwards = Opened::new(link.clone()).unwrap();
    backwards.begin().unwrap();
    let mut snapshots = 0;
    for (index, unit) in units.iter().enumerate().rev() {
        let mut last = None;
        let part = unit.run(&[], &mut |_, snapshot: Snapshot| {
            last = snapshot();
            ControlFlow::Continue(())
        });
        snapshots += usize::from(last.is_some());
        last.into_iter().for_each(|snapshot| backwards.preview(index, snapshot).unwrap());
        let many = backwards.figure().unwrap().words().unwrap()["many"].to_string();
        if index + 1 == units.len() {
            assert!(
                many.contains("nor of 2,901 that a search tried"),
                "no more than it did: {many}"
            );
        }
        backwards.add(index, part.unwrap()).unwrap();
    }
    assert_eq!(snapshots, units.len());
    assert_eq!(backwards.fingerprint().unwrap(), whole);
    let stopped = units[1].run(&[], &mut |_, _: Snapshot| ControlFlow::Break(()));
    assert_eq!(stopped, Err(crate::Error::Cancelled));
}

#[test]
fn a_case_is_looked_at_closely_and_changes_no_number() {
    let text = "cases=200";
    let plain = opened(text);
    let words = |opened: &Opened| opened.figure().unwrap().words().unwrap();
    assert!(words(&plain)["looked"].is_null());
    let looked = opened(&format!("{text}&case=17"));
    assert_eq!(words(&looked)["looked"], "Random batch 18");
    assert_ne!(words(&looked)["facts"], words(&plain)["facts"]);
    assert_eq!(looked.fingerprint().unwrap(), plain.fingerprint().unwrap());
    let worst = words(&plain)["worst"].as_u64().unwrap();
    assert!((200..208).contains(&worst));
    let looked = opened(&format!("{text}&case={worst}"));
    assert!(
        words(&looked)["looked"].as_str().unwrap().starts_with("The worst batch found at ξ = ")
    );
    assert!(
        words(&opened(&format!("{text}&case=208")))["looked"].is_null(),
        "there is no such case"
    );
    // Another slider makes other batches.
    let slid = link(&format!("{text}&case=17")).edited(&Edit::Slide("xi".into(), 3)).unwrap();
    assert_eq!(slid.view.case, None);
}

#[test]
fn batches_are_found_by_place_and_by_order() {
    let opened = opened("cases=300");
    let figure = opened.figure().unwrap();
    let ask = |what: &str, at: &[f64]| figure.ask(what, at).unwrap();
    let mut seen = vec![ask("further", &[-1.0, 0.0])];
    seen.push(ask("further", &[seen[0].as_f64().unwrap(), f64::NEG_INFINITY]));
    for _ in 0..307 {
        let last = seen.last().unwrap().as_f64().unwrap();
        seen.push(ask("further", &[last, 1.0]));
    }
    let mut numbers: Vec<u64> = seen[1..].iter().map(|number| number.as_u64().unwrap()).collect();
    let last = numbers[307];
    assert_eq!(ask("further", &[last as f64, 1.0]), last, "there the order ends");
    numbers.sort_unstable();
    assert_eq!(numbers, (0..308).collect::<Vec<_>>(), "every batch comes once");
    let outcome = class(5, 0.2, 0.5).numbered(42).unwrap().outcome();
    let (x, y) = charts::place(&outcome);
    assert_eq!(ask("nearest", &[x, y, 50.0, 30.0, 5.0]), 42);
    assert!(ask("nearest", &[x, 99.0, 50.0, 30.0, 5.0]).is_null());
    let words = ask("readout", &[42.0]);
    assert!(words.as_str().unwrap().starts_with("Random batch 43: ξ "), "{words}");
    assert!(ask("readout", &[999.0]).is_null());
}

#[test]
fn what_to_notice_follows_the_numbers() {
    for (text, words) in [
        (
            "",
            "So it is the correlations that XLL judges, though the marginals are another model’s.",
        ),
        ("xi=0.01", "So XLL mostly judges the correlations; below ξ = 0.00266 it surely does."),
        (
            "xi=1",
            "the marginals outweigh the correlations, and the theorem promises nothing here; below ξ = 0.00266 it does",
        ),
        ("error=0", "all of this is the marginals’ doing"),
        ("b=1", "One point alone has no correlations"),
        ("lambda=1", "the gap is ξ itself"),
    ] {
        let mut opened = Opened::new(link(text)).unwrap();
        opened.begin().unwrap();
        let said = opened.figure().unwrap().words().unwrap();
        let (notice, room) = (said["notice"].as_str().unwrap(), said["room"].as_str().unwrap());
        assert!(notice.contains(words), "{text}: {notice}");
        assert!(notice.chars().count() <= room.chars().count(), "no room for {notice}");
    }
    let many = |text: &str| opened(text).figure().unwrap().words().unwrap()["many"].to_string();
    let usual = many("cases=500");
    assert!(usual.contains("None of 500 random batches, nor of 24,000 that a search tried, has"));
    assert!(
        usual.contains("From ξ = 10 on, 1 of those shown lies above √(bξ)/λ. That is allowed"),
        "{usual}"
    );
    let small = many("cases=500&lambda=0.9&b=20");
    assert!(small.contains("Here none is above √(bξ)/λ either"), "{small}");
}

/// The mismatch that the notice names is the one at which the bound is half the error.
#[test]
fn the_sufficient_mismatch_is_a_root() {
    for (size, eigenvalue, own) in [(2, 1e-3, 0.4), (5, 0.2, 1e-7), (20, 0.9, 300.0)] {
        let class = class(size, eigenvalue, 0.5);
        let bound = class.limits(words::sufficient(&class, own)).bound;
        assert!((bound / (0.5 * own) - 1.0).abs() < 1e-12, "{bound} {own}");
    }
}

#[test]
fn a_link_is_short_and_keeps_its_lab() {
    assert_eq!(link("").to_string(), "v=1&lab=theorem");
    assert_eq!(
        link("xi=0.3&b=7&target=0:1:2").to_string(),
        "v=1&lab=theorem&target=0:1:2&xi=0.3&b=7"
    );
    assert_eq!(opened("cases=100").file_name(), "talscope-theorem-xi-0.001");
    assert!(crate::scenario::Form::find("theorem").is_ok());
}

/// A slider and a hand on the promise go where numbers read plainly.
#[test]
fn hands_reach_what_reads_plainly() {
    let link: Link = "lab=theorem".parse().unwrap();
    let first = link.scenario.slide("xi", 0).unwrap();
    assert_eq!(first.key_value("xi"), "0.0001");
    for position in 0..=crate::scenario::STEPS {
        let value = first.slide("xi", position).unwrap().key_value("xi");
        assert!(!value.contains('e'), "{value}");
    }
    let opened = Opened::complete(link, &[], &mut to_the_end).unwrap();
    let at = |x: f64| opened.figure().unwrap().ask("xi at", &[x]).unwrap();
    assert_eq!((at(-9.0), at(-2.0), at(7.0)), ("0.0001".into(), "0.01".into(), "10".into()));
}
