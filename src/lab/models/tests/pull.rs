//! Functions of models under a hand.

use super::*;
use crate::numeric::Matrix;

/// Of a process with a fitted kernel, and of draws: against exact conditioning of the joint posterior along the curve.
#[test]
fn pulling_is_conditioning_without_noise() {
    for model in
        ["candidate=gp-rbf", "candidate=hmc(5,auto,2,40,10,2)", "candidate=ensemble(7,5,20)"]
    {
        let (_, scene, studied) = studied(model);
        let (along, count) = (&studied.along, scene.x.len());
        for at in [9, 60, 111] {
            let row: Vec<f64> = (0..count).map(|i| along.covariance.get(at, i)).collect();
            let before = along.marginals();
            let held = before.held(at, &row, before.mean[at] + 0.8 * row[at].sqrt()).unwrap();
            let mut joint = along.last(count);
            joint.noise[at] = 0.0;
            let after = joint.after_observing(&[at], Some(&[held.value])).unwrap();
            assert!((&held.belief.mean - &after.mean).amax() < 1e-10, "{model} at {at}");
            let variance = after.covariance.diagonal();
            assert!((&held.belief.variance - variance).amax() < 1e-10, "{model} at {at}");
            // And two points at a time, by the inverse of both.
            for i in [0, 30, 90] {
                let entry = |a: usize, b: usize| along.covariance.get([i, at][a], [i, at][b]);
                let both = Matrix::from_fn(2, 2, entry).try_inverse().unwrap();
                let miss = held.belief.variance[i] - 1.0 / both[(0, 0)];
                assert!(miss.abs() < 1e-10, "{model} at {at}, {i}: {miss}");
            }
        }
    }
}

#[test]
fn every_model_is_pulled_beside_the_exact_one() {
    let opened = opened(&format!("{SMALL}&pull=0.3,1"));
    let figure = opened.figure().unwrap();
    for place in 0..5 {
        let words = figure.ask("pull words", &[f64::from(place)]).unwrap();
        let words = words.as_str().unwrap();
        assert!(words.contains("held at x = 0.33"), "{words}");
        assert_eq!(words.contains("(exact posterior: by"), place > 0, "{words}");
        let held = figure.ask("held", &[f64::from(place)]).unwrap();
        let text = figure.ask("pulled by", &[f64::from(place), 0.34, -1.0]).unwrap();
        assert!(text.as_str().unwrap().starts_with("0.33"), "{held} {text}");
    }
    assert!(figure.description().unwrap().contains("held at x = 0.30, pulled to 1.00"));
}

/// A place on a function is a row of the squares, and a cell is two places.
#[test]
fn functions_and_squares_have_one_crosshair() {
    let opened = opened("candidate=gp-rbf&at=20:60");
    let ask = |what: &str, at: &[f64]| opened.figure().unwrap().ask(what, at).unwrap();
    let cell = ask("cell at", &[1.05]);
    let (row, column) = (cell[0].as_f64().unwrap(), cell[1].as_f64().unwrap());
    let places = ask("cell places", &[row, column]);
    assert!((places[0].as_f64().unwrap() - 1.05).abs() < 0.05, "{places}");
    assert_eq!(places[1], ask("cell places", &[])[1], "the crosshair's column stays");
    assert!(ask("pair meaning", &[row, column]).as_str().unwrap().contains("pull one"));
    assert_eq!(ask("pair meaning", &[7.0, 7.0]), "A point with itself.");
}

/// A square that is shown alone has words about its own model under it.
#[test]
fn the_words_under_a_single_square_are_its_models() {
    let meaning = |show: &str| {
        let opened = opened(&format!("candidate=gp-rbf&at=20:60{show}"));
        opened.figure().unwrap().ask("pair meaning", &[]).unwrap().as_str().unwrap().to_string()
    };
    assert!(meaning("").starts_with("exact posterior, "), "{}", meaning(""));
    assert!(meaning("&show=squares").starts_with("exact posterior, "));
    assert!(meaning("&show=squares:1").starts_with("GP-RBF, "), "{}", meaning("&show=squares:1"));
}
