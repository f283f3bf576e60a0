//! The lab's numbers as lessons name them: `oracle.xllr`, `independent-points.xll.oracle`.

use crate::experiment::measure::{MEASURES, Measure};
use crate::lab::correlation::words::likelihood_agreement;
use crate::lab::correlation::{Atlas, Judged, Picture, Repeated};
use crate::lab::name_of;
use crate::numeric::Estimate;
use crate::scenario::View;

/// What every title is called, by its words or else by its place; no two alike.
pub fn names(titles: &[String]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (place, title) in titles.iter().enumerate() {
        let free = name_of(title).filter(|name| !names.contains(name));
        names.push(free.unwrap_or_else(|| format!("model-{}", place + 1)));
    }
    names
}

/// All that is there of the shown task, of its crosshair and of the further tasks.
pub fn numbers(atlas: &Atlas, view: &View) -> Vec<(String, f64)> {
    let names = names(&atlas.titles);
    let mut numbers = pairs(atlas, view, "oracle");
    numbers.extend(misses(&names, &atlas.picture));
    numbers.extend(scores(&names, &atlas.picture.judged));
    numbers.extend(means(&names, &atlas.repeated));
    let agreement = likelihood_agreement(&atlas.picture, &atlas.repeated);
    numbers.extend(agreement.map(|r| ("likelihoods.correlation".into(), r)));
    numbers
}

/// How models think the two points under the crosshair correlated, and how far these lie apart on a
/// line. `exact` is what the oracle is called, if it is no candidate.
pub fn pairs(atlas: &Atlas, view: &View, exact: &str) -> Vec<(String, f64)> {
    let (row, column) = atlas.cell(view, &[]);
    let at = |place: usize| atlas.point(place).and_then(|point| atlas.picture.position(point));
    let distance = at(row).zip(at(column)).map(|(a, b)| (a - b).abs());
    let names = names(&atlas.titles);
    let twice = names.iter().any(|name| name == exact);
    let own = std::iter::once(exact).chain(names.iter().map(String::as_str)).enumerate();
    let own = own.filter(|(place, _)| *place > 0 || !twice).filter_map(|(place, name)| {
        Some((format!("{name}.pair"), f64::from(atlas.pair(place, row, column)?)))
    });
    own.chain(distance.map(|distance| ("pair.distance".into(), distance))).collect()
}

/// No one follows more of them.
const MOST_MISSES: usize = 5;

/// What XLL is made of where targets are few: each model's standard deviation of an observation at each,
/// by how many of them it missed what was observed, and how it thinks the observations of the first two
/// correlated.
fn misses(names: &[String], picture: &Picture) -> Vec<(String, f64)> {
    let (pool, y) = (picture.pool(), &picture.y);
    if y.len() > MOST_MISSES {
        return Vec::new();
    }
    let mut numbers = Vec::new();
    for (belief, name) in picture.beliefs.iter().zip(names) {
        let Some(belief) = belief else { continue };
        let place = |target: usize| pool + target - belief.skipped;
        let deviation = |at: usize| (belief.variance(at) + belief.noise[at]).sqrt();
        for (target, y) in y.iter().enumerate() {
            let (at, number) = (place(target), target + 1);
            let miss = (y - belief.mean[at]) / deviation(at);
            numbers.push((format!("{name}.deviation-{number}"), deviation(at)));
            numbers.push((format!("{name}.miss-{number}"), miss));
        }
        if y.len() > 1 {
            let (a, b) = (place(0), place(1));
            let together = belief.covariance.get(a, b) / (deviation(a) * deviation(b));
            numbers.push((format!("{name}.observed-pair"), together));
        }
    }
    numbers
}

/// Each model's scores, and its XLL under each reference.
pub fn scores(names: &[String], judged: &Judged) -> Vec<(String, f64)> {
    let mut numbers = Vec::new();
    for (at, &model) in judged.models.iter().enumerate() {
        let name = &names[model];
        let known = MEASURES.iter().filter_map(|one| Some((one.id, judged.of(one)[at]?)));
        numbers.extend(known.map(|(measure, value)| (format!("{name}.{measure}"), value)));
        let under = judged.references.iter();
        numbers
            .extend(under.map(|row| (format!("{name}.xll.{}", names[row.reference]), row.xll[at])));
    }
    numbers
}

/// The same over the further tasks.
fn means(names: &[String], repeated: &Repeated) -> Vec<(String, f64)> {
    let of = |measure: &&Measure| {
        let values = repeated.of(measure).iter().zip(names);
        let known = values.filter_map(|(value, name)| Some(((*value)?, name)));
        let named = |(value, name): (Estimate, &String)| {
            (format!("{name}.mean-{}", measure.id), value.mean)
        };
        known.map(named).collect::<Vec<_>>()
    };
    let tasks = [("tasks".into(), repeated.tasks as f64)];
    tasks.into_iter().chain(MEASURES.iter().flat_map(of)).collect()
}
