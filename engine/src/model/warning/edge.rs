//! Whether the likeliest numbers of a kernel lie at an end of what they may be.

use super::{Notes, Warning};
use crate::model::positive::LEAST_NOISE;

/// A lengthscale is at an end if it is that much longer, or shorter, than the usual distance of points.
const LONG: f64 = 1e3;
const SHORT: f64 = 1e-2;
/// What is within this factor of its floor lies on it.
const FLOOR: f64 = 2.0;
/// The share of the noise below which a variance does not count.
const NOTHING: f64 = 0.1;

pub fn warnings(note: Notes) -> Vec<Warning> {
    let lengthscales = note("lengthscale_least").zip(note("lengthscale_most"));
    let mut what: Vec<String> =
        lengthscales.and_then(|ends| of_kernel(note, ends)).into_iter().collect();
    let least = note("least_noise").unwrap_or(LEAST_NOISE);
    if note("learned_noise").is_some_and(|noise| noise < FLOOR * least) {
        what.push(format!("noise is {least:.0e}, the least that it may be"));
    }
    let words = |what| format!("At the edge of what it can be: the likeliest {what}.");
    what.into_iter().map(|what| Warning { id: "at_the_edge", words: words(what) }).collect()
}

/// What is at an end of an rbf kernel with such lengthscales, the shortest and the longest, in words.
fn of_kernel(note: Notes, (least, most): (f64, f64)) -> Option<String> {
    let lengthscale = |share: f64| match note("lengthscale") {
        Some(value) => format!("{value:.0e}"),
        None => format!("{share:.0e} times the distance of points"),
    };
    let [variance, noise, seen] =
        ["variance", "noise_variance", "seen"].map(|name| note(name).unwrap_or(f64::NAN));
    // Steps towards an end that is nowhere stop on the way. All points together tell n v / (2 noise) nats at most,
    // and two at the usual distance differ by about v / l^2.
    if seen > 0.0 && variance * seen < NOTHING * noise {
        Some(format!("variance is {variance:.0e}, so small that all is noise to it"))
    } else if least > LONG || variance / (least * least) < NOTHING * noise {
        let value = lengthscale(least);
        Some(format!("lengthscale is {value}, so long that it thinks all points alike"))
    } else if most < SHORT {
        let value = lengthscale(most);
        Some(format!("lengthscale is {value}, so short that it thinks no two points alike"))
    } else {
        None
    }
}
