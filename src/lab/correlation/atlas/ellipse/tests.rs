//! The ellipse's numbers against the table's, and what is said of them.

use super::super::tests::atlas;
use super::*;
use crate::scenario::Link;

const TWO: &str = "candidate=oracle&candidate=smooth:detuned(2)&candidate=weak:shrunk(0.5)\
                   &candidate=apart:independent&tasks=0";

fn view(look: &str) -> View {
    format!("lab=correlation&{TWO}&{look}").parse::<Link>().unwrap().view
}

fn sight(settings: &str, look: &str) -> Option<Sight> {
    atlas(&format!("{TWO}{settings}")).sight(&view(look), &[])
}

/// With two targets the pair is the batch: its density is the cell of the table.
#[test]
fn the_density_of_the_candidates_own_tilt_is_xll() {
    let two = "&target=0.5:0.9:2&b=2";
    let atlas = atlas(&format!("{TWO}{two}"));
    for candidate in 0..4 {
        let sight = atlas.sight(&view(&format!("batch=0:0&worked={candidate}&pair=0:1")), &[]);
        let sight = sight.unwrap();
        let xll = atlas.picture.judged.references[0].xll[candidate];
        let own = sight.density(sight.own).unwrap() / 2.0;
        assert!((own - xll).abs() < 1e-9, "{candidate}: {own} {xll}");
        assert!((sight.together.before.xll.unwrap() - xll).abs() < 1e-9);
        assert_eq!((sight.tilt, sight.dragged), (sight.own, false));
    }
}

#[test]
fn the_batch_goes_along_by_a_factor_which_metacorrelation_does_not_see() {
    let at = |tilt: &str| sight("", &format!("batch=0:10&worked=1&pair=0:2{tilt}")).unwrap();
    let (own, weak) = (at(""), at("&tilt=0.4"));
    assert!((weak.together.factor.unwrap() - 0.4 / own.own).abs() < 1e-12);
    assert_eq!(weak.together.before, own.together.now);
    let meta = |sight: &Sight| sight.together.now.metacorrelation.unwrap();
    assert!((meta(&own) - meta(&weak)).abs() < 1e-12, "{} {}", meta(&own), meta(&weak));
    assert_ne!(own.together.now.xll, weak.together.now.xll);
    let words = weak.json()["batch"].to_string();
    assert!(words.contains("metacorrelation stays 0.9"), "{words}");
    let against = at("&tilt=-0.9");
    assert_eq!(against.together.now.xll, None, "no five values are all against each other");
    assert!(against.json()["batch"].to_string().contains("no values can be correlated so"));
    // A candidate that knows no correlations has nothing to multiply.
    let apart = sight("", "batch=0:10&worked=3&pair=0:2&tilt=0.4").unwrap();
    assert_eq!(apart.together.factor, None);
    assert!(apart.together.now.xll.unwrap() > apart.together.before.xll.unwrap() - 1.0);
    assert!(apart.json()["batch"].to_string().contains("is tilted alone"));
}

#[test]
fn a_box_that_stands_still_leaves_no_gap() {
    for worked in 0..4 {
        let at = |wobble: &str| {
            let look = format!("batch=0:10&worked={worked}&pair=1:3&tilt=0.3{wobble}");
            sight("", &look).unwrap()
        };
        let still = at("").divergence().unwrap();
        assert_eq!((still.gap, still.kl_marginals, still.limits.bound), (0.0, 0.0, 0.0));
        assert_eq!(still.kl, still.kl_correlations);
        let sight = at("&wobble=0.5");
        let moved = sight.divergence().unwrap();
        assert_eq!(moved.kl_correlations, still.kl_correlations, "the tilt costs what it did");
        assert!(moved.kl_marginals > 0.0 && moved.gap.abs() <= moved.limits.bound);
        assert_eq!(sight.made_up, worked != 1, "only smooth has other marginals");
        // What the average line loses is the divergence.
        let best = at("").expected(sight.reference).unwrap();
        assert!((best - sight.expected(0.3).unwrap() - moved.kl).abs() < 1e-9);
    }
    let there = sight("", "batch=0:10&worked=1&pair=1:3&wobble=1").unwrap();
    let close = |i: usize| (there.stand.sd[i] / there.far.sd[i] - 1.0).abs() < 1e-12;
    assert!(close(0) && close(1) && (there.stand.mean[0] - there.far.mean[0]).abs() < 1e-12);
}

#[test]
fn hands_and_sliders_tilt_alike() {
    let shown = sight("", "batch=0:10&worked=1&pair=0:1&tilt=0.25").unwrap();
    let (_, height) = shown.stand.touch(0.25);
    assert_eq!(shown.tilt_at(height), 0.25);
    assert_eq!((shown.tilt_at(1e9), shown.tilt_at(-1e9)), (0.99, -0.99));
    let told = shown.json();
    assert_eq!((told["position"].as_str(), told["dragged"].as_bool()), (Some("0.25"), Some(true)));
    assert_eq!(told["rows"].as_array().unwrap().len(), 4);
    let atlas = atlas(TWO);
    let hand = atlas.sight(&view("batch=0:10&worked=1&pair=0:1"), &[0.25, f64::NAN]).unwrap();
    assert_eq!(hand.json(), told);
}

#[test]
fn what_is_not_there_is_not_drawn() {
    for look in [
        "batch=0:10&worked=1",
        "worked=1&pair=0:1",
        "batch=0:10&worked=1&pair=1:1",
        "batch=0:10&worked=1&pair=0:5",
        "batch=9:10&worked=1&pair=0:1",
        "batch=0:10&worked=7&pair=0:1",
    ] {
        assert!(sight("", look).is_none(), "{look}");
    }
}
