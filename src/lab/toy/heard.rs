//! The game for ears: what its figure shows, a place in it, and every question. Nothing that is not drawn.

use super::Toy;
use super::game::{self, Stage};
use crate::chart::nearest;
use crate::error::Result;
use crate::lab::count;
use crate::lab::scene::{turns, widest};
use crate::numeric::{fixed, shortest};
use crate::scenario::Region;

/// What stands at a place of the game's figure, in one spoken sentence: the truth only where it is drawn.
pub fn probe(toy: &Toy, stage: Stage, x: f64) -> Result<String> {
    let Some(band) = game::band(toy, stage)? else { return Ok(String::new()) };
    let at = nearest(&band.x, x);
    // A question has its own number: a place near one of the pool's is that one.
    let drawn = band.x[at];
    let near =
        toy.task.pool.inputs.iter().copied().min_by(|a, b| (a - x).abs().total_cmp(&(b - x).abs()));
    let place = near.filter(|near| nearest(&band.x, *near).abs_diff(at) <= 1).unwrap_or(drawn);
    let truth = band.truth.get(at).map_or(String::new(), |y| format!("; truth {}", fixed(*y, 2)));
    let asked = band.picks.0.iter().position(|pick| *pick == place);
    let asked = asked.map_or(String::new(), |i| format!("; question {} is here", i + 1));
    Ok(format!(
        "x {}, {}; depth {} ± {}{truth}{asked}.",
        fixed(place, 2),
        if is_target(toy, place) {
            "under the bridge (on the blue ground)"
        } else {
            "off the blue ground"
        },
        fixed(band.mean[at], 2),
        fixed(band.function[at], 1),
    ))
}

/// The game's figure in words: where the bridge is, where the holes are, where the band is wide, and what is asked.
pub fn figure(toy: &Toy, stage: Stage) -> Result<String> {
    let Some(band) = game::band(toy, stage)? else { return Ok(String::new()) };
    let ground: Vec<String> = toy.scenario.problem.targets.iter().map(stretch).collect();
    let holes: Vec<String> = toy.task.train.inputs.iter().map(|x| fixed(*x, 2)).collect();
    let under = |x: f64| is_target(toy, x);
    let away = |x: f64| !is_target(toy, x);
    let wide = [("Under the bridge", widest(&band, under)), ("Elsewhere", widest(&band, away))];
    let wide = wide.into_iter().filter_map(|(where_, found)| {
        let (x, half) = found?;
        Some(format!(" {where_} the band is widest at {}: ± {}.", fixed(x, 2), fixed(half, 1)))
    });
    let wide: String = wide.collect();
    let asked = match stage {
        Stage::Ask => questions(toy, "the blue ground"),
        _ => band
            .picks
            .0
            .iter()
            .enumerate()
            .map(|(i, x)| question(toy, i, *x, "the blue ground"))
            .collect(),
    };
    let asked = if asked.is_empty() { String::new() } else { format!(" {}.", asked.join("; ")) };
    let who = match turns(&band.x, &band.truth) {
        told if stage == Stage::Ask || told.is_empty() => String::new(),
        told => format!(" The blue line is the true rock: {told}."),
    };
    Ok(format!(
        "Rock and its depth along the ground from {} to {}. The bridge stands on the blue ground {}. {} at {}: there \
         the band is narrow.{wide}{asked}{who}",
        number(band.x_range.start),
        number(band.x_range.end),
        ground.join(" and "),
        count(holes.len(), "drill hole"),
        holes.join(", "),
    ))
}

/// Where each of a learner's questions is.
pub fn questions(toy: &Toy, ground: &str) -> Vec<String> {
    let Some(own) = &toy.own else { return Vec::new() };
    let picks = own.panel.batch.indices.iter().map(|&pick| toy.task.pool.inputs[pick]);
    picks.enumerate().map(|(i, x)| question(toy, i, x, ground)).collect()
}

fn question(toy: &Toy, index: usize, x: f64, ground: &str) -> String {
    let on = if is_target(toy, x) { "on" } else { "off" };
    format!("Question {} at {}, {on} {ground}", index + 1, fixed(x, 2))
}

fn is_target(toy: &Toy, x: f64) -> bool {
    toy.scenario.problem.targets.iter().any(|region| (region.low..=region.high).contains(&x))
}

fn stretch(region: &Region) -> String {
    format!("from {} to {}", number(region.low), number(region.high))
}

fn number(value: f64) -> String {
    shortest(value).replace('-', "−")
}
