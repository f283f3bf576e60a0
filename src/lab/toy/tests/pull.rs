//! The function under a hand, against the process that has seen it there without noise.

use super::*;
use crate::chart::nearest;
use crate::lab::Opened;
use crate::lab::toy::charts;
use crate::numeric::Vector;
use crate::task::Points;

#[test]
fn pulling_is_seeing_the_function_there_without_noise() {
    for preset in ["gap", "edge", "periodic", "relu"] {
        let toy = solved(&format!("preset={preset}&noise=0.02"));
        for (panel, step) in [(0, 0), (2, 1), (3, 3)] {
            let panel = &toy.panels[panel];
            let before = toy.belief(panel, step).unwrap();
            for at in [17, 120, 201] {
                let y = before.mean[at] + 1.3 * before.variance[at].sqrt();
                let pulled = charts::pulled(&toy, panel, step, (toy.x[at], y)).unwrap();
                let held = pulled.held.unwrap();
                let seen = toy.seen(panel, step);
                let (value, count) = (Vector::from_element(1, held.value), seen.len());
                let here =
                    Points { inputs: line([toy.x[at]]), truth: value.clone(), observed: value };
                let noise = Vector::from_fn(count + 1, |i, _| if i < count { 0.02 } else { 0.0 });
                let process =
                    GaussianProcess { kernel: toy.scenario.problem.kernel.clone(), noise: 0.02 };
                let known = process.condition_on(&seen.followed_by(&here), &noise).unwrap();
                let after = known.marginals(&line(toy.x.iter().copied()));
                let miss = (&held.belief.mean - &after.mean).amax();
                assert!(miss < 1e-10, "{preset}, {at}: mean off by {miss}");
                let miss = (&held.belief.variance - &after.variance).amax();
                assert!(miss < 1e-10, "{preset}, {at}: variance off by {miss}");
            }
        }
    }
}

#[test]
fn a_pull_is_a_look_that_the_link_holds() {
    let open = |link: &str| {
        let mut opened = Opened::new(format!("lab=toy&{link}").parse().unwrap()).unwrap();
        opened.begin().unwrap();
        opened
    };
    let (plain, pulled) = (open("step=1"), open("step=1&pull=0.33,1.2"));
    assert_eq!(pulled.link().to_string(), "v=1&lab=toy&preset=gap&step=1&pull=0.33,1.2");
    assert_eq!(plain.fingerprint().unwrap(), pulled.fingerprint().unwrap());
    assert_ne!(plain.svg(None).unwrap(), pulled.svg(None).unwrap());
    let ask =
        |opened: &Opened, what: &str, at: &[f64]| opened.figure().unwrap().ask(what, at).unwrap();
    let words = ask(&pulled, "pull words", &[1.0]);
    assert!(words.as_str().unwrap().starts_with("TIG, held at x = 0.35: pulled to "), "{words}");
    assert!(ask(&plain, "pull words", &[1.0]).is_null());
    let held = ask(&pulled, "held", &[3.0]);
    let text = ask(&pulled, "pulled to", &[3.0, 0.35, held[1].as_f64().unwrap()]);
    assert!(text.as_str().unwrap().starts_with("0.35,"), "{text}");
    assert!(ask(&pulled, "readout", &[0.0, 2.0]).as_str().unwrap().contains("pulled"));
    // Nothing is given away to a learner who has not asked.
    let covered = open("you=&guess=1&pull=0.3,1.2");
    assert!(ask(&covered, "line", &[0.0, 0.3]).is_null());
    assert!(ask(&covered, "pull words", &[0.0]).is_null());
}

/// Functions that are held possible go where the hand is.
#[test]
fn possible_functions_follow_the_hand() {
    let toy = solved("samples=4");
    let panel = charts::panel(&toy, &toy.panels[0], 0).unwrap();
    for x in [0.3, 0.35] {
        let pulled = charts::pulled(&toy, &toy.panels[0], 0, (x, 0.9)).unwrap();
        let (at, value) = (nearest(&toy.x, x), pulled.held.as_ref().unwrap().value);
        let band = pulled.on(panel.band.clone());
        assert_eq!((band.mean[at], band.held), (value, Some((toy.x[at], value))));
        assert_eq!(band.before, Some((panel.band.mean.clone(), panel.band.function.clone())));
        for function in &band.samples {
            let here = (function[at / 2] + function[at.div_ceil(2)]) / 2.0;
            assert!((here - value).abs() < 0.02, "{here} is not {value}");
        }
    }
}
