//! What the timings should be.

use super::peers::PEERS;
use super::runner;
use super::timings::{Side, Timings};

/// The goals. Extend this table, nothing else.
const GOALS: &[Goal] = &[
    Goal {
        what: "Cholesky 1024 in wasm: times faster than nalgebra's in wasm",
        value: |t| Some(wasm(t, "nalgebra-cholesky-1024")? / wasm(t, "cholesky-1024")?),
        bound: Bound::AtLeast(2.0),
    },
    Goal {
        what: "Cholesky 1024: wasm / native, two lanes each",
        value: |t| Some(wasm(t, "cholesky-1024")? / native(t, "cholesky-1024-two-lanes")?),
        bound: Bound::AtMost(1.15),
    },
    Goal {
        what: "gemm 1024 on eight lanes: times faster than on two",
        value: |t| times_faster_on_eight(t, "multiply-1024", "multiply-1024-two-lanes"),
        bound: Bound::AtLeast(2.0),
    },
    Goal {
        what: "Cholesky 1024 on eight lanes: times faster than on two",
        value: |t| times_faster_on_eight(t, "cholesky-1024", "cholesky-1024-two-lanes"),
        bound: Bound::AtLeast(1.7),
    },
    Goal {
        what: "joint posterior 50/200/500: times faster than numpy",
        value: |t| times_faster(t, "posterior-50-200-500-d10"),
        bound: Bound::AtLeast(1.2),
    },
    Goal {
        what: "the same in wasm: times as long as numpy",
        value: |t| times_as_long_in_wasm(t, "posterior-50-200-500-d10"),
        bound: Bound::AtMost(1.4),
    },
    Goal {
        what: "BatchMIG q = 10: times faster than numpy",
        value: |t| times_faster(t, "batchmig-q10"),
        bound: Bound::AtLeast(5.0),
    },
    Goal {
        what: "the same in wasm: times as long as numpy",
        value: |t| times_as_long_in_wasm(t, "batchmig-q10"),
        bound: Bound::AtMost(0.3),
    },
    Goal {
        what: "XLL, 8 models, 500 targets, b = 5: times faster than numpy",
        value: |t| times_faster(t, "xll-8-models-500-b5"),
        bound: Bound::AtLeast(5.0),
    },
    Goal {
        what: "2000 x 2000 rbf Gram matrix: times as long as numpy",
        value: |t| times_faster(t, "gram-rbf-2000").map(|faster| 1.0 / faster),
        bound: Bound::AtMost(1.5),
    },
    Goal {
        what: "the toy: times faster than numpy",
        value: |t| times_faster(t, "toy-three-rules"),
        bound: Bound::AtLeast(2.0),
    },
    Goal {
        what: "the toy with nine rules: times as long as with three",
        value: |t| Some(native(t, "toy-nine-rules")? / native(t, "toy-three-rules")?),
        bound: Bound::AtMost(5.0),
    },
    Goal {
        what: "gradient of 50 units on 8 points: wasm / native, two lanes each",
        value: |t| {
            let name = "network-gradient-8-points-50-units";
            Some(wasm(t, name)? / native(t, &format!("{name}-two-lanes"))?)
        },
        bound: Bound::AtMost(1.2),
    },
    Goal {
        what: "HMC at the paper's settings, 8 points, in wasm, s",
        value: |t| seconds(t, "hmc-paper"),
        bound: Bound::AtMost(1.0),
    },
    Goal {
        what: "the same natively: times faster than jax",
        value: |t| times_faster(t, "hmc-paper"),
        bound: Bound::AtLeast(2.0),
    },
    Goal {
        what: "the same in wasm: times as long as jax",
        value: |t| times_as_long_in_wasm(t, "hmc-paper"),
        bound: Bound::AtMost(1.0),
    },
    Goal {
        what: "ensemble at the paper's settings, 8 points, in wasm, s",
        value: |t| seconds(t, "ensemble-paper"),
        bound: Bound::AtMost(0.3),
    },
    Goal {
        what: "the same natively: times faster than torch, batched",
        value: |t| times_faster(t, "ensemble-paper"),
        bound: Bound::AtLeast(3.0),
    },
    Goal {
        what: "the paper's ensemble on Boston's sizes natively: times faster than torch, batched",
        value: |t| times_faster(t, "ensemble-400-units-100-epochs-101-points-d13"),
        bound: Bound::AtLeast(2.0),
    },
    Goal {
        what: "5,000 draws at 700 points, 9 inputs, with covariance, in wasm, s",
        value: |t| seconds(t, "draws-5000-points-700-d9"),
        bound: Bound::AtMost(1.5),
    },
    Goal {
        what: "BBB at the paper's settings, 45 points, d = 9, in wasm, s",
        value: |t| seconds(t, "bbb-paper-45-points-700-asked-d9"),
        bound: Bound::AtMost(2.0),
    },
    Goal {
        what: "NNG at the paper's settings, 45 points, d = 9, in wasm, s",
        value: |t| seconds(t, "nng-paper-45-points-700-asked-d9"),
        bound: Bound::AtMost(2.0),
    },
    Goal {
        what: "BBB, 1,000 epochs of 10 particles, 8 points: times faster than jax",
        value: |t| times_faster(t, "bbb-training"),
        bound: Bound::AtLeast(1.0),
    },
    Goal {
        what: "curves of four rules on a task, d = 5: times faster than numpy",
        value: |t| times_faster(t, "curves-four-rules-d5"),
        bound: Bound::AtLeast(1.0),
    },
    Goal {
        what: "the runner on two cores: times faster than on one",
        value: |t| Some(native(t, "runner-one-core")? / native(t, "runner-two-cores")?),
        bound: Bound::AtLeast(1.9),
    },
    Goal {
        what: "exact process, 2,400 points, 2,400 asked, with XLL: times as long as numpy (scipy)",
        value: |t| times_faster(t, "exact-2400-train-2400-test-d16").map(|faster| 1.0 / faster),
        bound: Bound::AtMost(2.0),
    },
    Goal {
        what: "svgp, 500 of 5,000 points, 100 steps: times as long as numpy",
        value: |t| times_faster(t, "svgp-500-of-5000").map(|faster| 1.0 / faster),
        bound: Bound::AtMost(1.25),
    },
    Goal {
        what: "fbnn, 400 units, the paper's synthetic setting, in wasm, s",
        value: |t| seconds(t, "fbnn-400"),
        bound: Bound::AtMost(20.0),
    },
    Goal {
        what: "fbnn, 100 units, the same, s",
        value: |t| seconds(t, "fbnn-100"),
        bound: Bound::AtMost(2.0),
    },
    Goal {
        what: "first figure after navigation, empty cache, ms",
        value: |t| milliseconds(t, "page-first-figure"),
        bound: Bound::AtMost(1000.0),
    },
    Goal {
        what: "the opening is seen, at 1.6 Mbit/s and 150 ms, empty cache, ms",
        value: |t| milliseconds(t, "page-opening-seen"),
        bound: Bound::AtMost(1000.0),
    },
    Goal {
        what: "dragging a point, from event to drawn frame, median, ms",
        value: |t| milliseconds(t, "page-drag-median"),
        bound: Bound::AtMost(16.0),
    },
    Goal {
        what: "dragging a point, 95th percentile, ms",
        value: |t| milliseconds(t, "page-drag-95th"),
        bound: Bound::AtMost(25.0),
    },
    Goal {
        what: "dragging a point, the page's work for a frame, median, ms",
        value: |t| milliseconds(t, "page-drag-work-median"),
        bound: Bound::AtMost(8.0),
    },
    Goal {
        what: "pulling the function, the same, ms",
        value: |t| milliseconds(t, "page-pull-work-median"),
        bound: Bound::AtMost(8.0),
    },
    Goal {
        what: "pulling the function, from event to drawn frame, median, ms",
        value: |t| milliseconds(t, "page-pull-median"),
        bound: Bound::AtMost(16.0),
    },
    Goal {
        what: "pulling the function, 95th percentile, ms",
        value: |t| milliseconds(t, "page-pull-95th"),
        bound: Bound::AtMost(25.0),
    },
    Goal {
        what: "motion from pick to pick, the page's work for a frame, median, ms",
        value: |t| milliseconds(t, "page-motion-work-median"),
        bound: Bound::AtMost(8.0),
    },
    Goal {
        what: "drawing a correlation matrix of 700 x 700, ms",
        value: |t| milliseconds(t, "page-heatmap-700"),
        bound: Bound::AtMost(50.0),
    },
    Goal {
        what: "8 models, 500 targets, 10 repetitions: longest task of the page, ms",
        value: |t| milliseconds(t, "page-repetitions-longest-task"),
        bound: Bound::AtMost(50.0),
    },
    Goal {
        what: "toy: longest task of the page for the worst accepted link, ms",
        value: |t| milliseconds(t, "page-worst-toy"),
        bound: Bound::AtMost(100.0),
    },
    Goal {
        what: "correlations: the same, ms",
        value: |t| milliseconds(t, "page-worst-correlation"),
        bound: Bound::AtMost(100.0),
    },
    Goal {
        what: "marginals: the same, ms",
        value: |t| milliseconds(t, "page-worst-marginal"),
        bound: Bound::AtMost(100.0),
    },
    Goal {
        what: "models: the same, ms",
        value: |t| milliseconds(t, "page-worst-models"),
        bound: Bound::AtMost(100.0),
    },
    Goal {
        what: "Theorem 1: the same, ms",
        value: |t| milliseconds(t, "page-worst-theorem"),
        bound: Bound::AtMost(100.0),
    },
    Goal {
        what: "curves: the same, ms",
        value: |t| milliseconds(t, "page-worst-curves"),
        bound: Bound::AtMost(100.0),
    },
    Goal {
        what: "curves: 50 tasks, d = 5, four rules, s",
        value: |t| seconds(t, "page-curves-50-tasks"),
        bound: Bound::AtMost(20.0),
    },
    Goal {
        what: "curves: longest task of the page meanwhile, ms",
        value: |t| milliseconds(t, "page-curves-longest-task"),
        bound: Bound::AtMost(50.0),
    },
    Goal {
        what: "agreement of measures: first scatter after navigation, s",
        value: |t| seconds(t, "page-agreement-first-figure"),
        bound: Bound::AtMost(5.0),
    },
    Goal {
        what: "lab Models: all models fitted after the first figure, s",
        value: |t| seconds(t, "page-models-fitted"),
        bound: Bound::AtMost(3.0),
    },
    Goal {
        what: "agreement of measures: longest task of the page meanwhile, ms",
        value: |t| milliseconds(t, "page-agreement-longest-task"),
        bound: Bound::AtMost(50.0),
    },
    Goal {
        what: "lab Models: longest task of the page meanwhile, ms",
        value: |t| milliseconds(t, "page-models-longest-task"),
        bound: Bound::AtMost(50.0),
    },
    Goal {
        what: "a model that learns: times as long where it is watched",
        value: |t| Some(wasm(t, "page-learning-seen")? / wasm(t, "page-learning-unseen")?),
        bound: Bound::AtMost(1.1),
    },
    Goal {
        what: "work before it is done: times as long as estimated, at worst",
        value: |t| worst(t, |cost, estimate| cost / estimate),
        bound: Bound::AtMost(1.5),
    },
    Goal {
        what: "work before it is done: estimated times too long, at worst",
        value: |t| worst(t, |cost, estimate| estimate / cost),
        bound: Bound::AtMost(3.0),
    },
];

/// Prints each goal with its value. Returns whether all are met. A goal without timings is missed,
/// unless a filter asked for less than all or it compares with a library or lanes that are not there.
pub fn print(timings: &Timings, filtered: bool) -> bool {
    println!("{:<64} {:>14} {:>8}", "goal", "", "value");
    let mut missed = 0;
    for goal in GOALS {
        let value = (goal.value)(timings);
        let verdict = match value {
            Some(value) if goal.bound.holds(value) => "met",
            None if filtered || goal.wants_more(timings) => "not timed",
            _ => {
                missed += 1;
                "MISSED"
            }
        };
        let value = value.map_or("-".into(), |value| format!("{value:.2}"));
        println!("{:<64} {:>14} {value:>8}  {verdict}", goal.what, goal.bound.to_string());
    }
    if missed > 0 {
        println!("{missed} of {} goals missed", GOALS.len());
    }
    missed == 0
}

struct Goal {
    what: &'static str,
    /// An expression over the timings; `None` if one of them is missing.
    value: fn(&Timings) -> Option<f64>,
    bound: Bound,
}

impl Goal {
    /// Whether there is no value only because a library, or eight lanes, were not there to be timed.
    fn wants_more(&self, timings: &Timings) -> bool {
        let peer = PEERS.iter().find(|(peer, _)| self.what.contains(peer));
        peer.is_some_and(|(peer, _)| !timings.knows_peer(peer))
            || self.what.contains("eight lanes") && !timings.has_eight_lanes()
            || self.what.contains("two cores") && !runner::can_be_timed()
    }
}

enum Bound {
    AtLeast(f64),
    AtMost(f64),
}

impl Bound {
    fn holds(&self, value: f64) -> bool {
        match self {
            Self::AtLeast(least) => value >= *least,
            Self::AtMost(most) => value <= *most,
        }
    }
}

impl std::fmt::Display for Bound {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::AtLeast(least) => write!(out, "at least {least}"),
            Self::AtMost(most) => write!(out, "at most {most}"),
        }
    }
}

fn native(timings: &Timings, name: &str) -> Option<f64> {
    timings.get(name, Side::Native)
}

fn wasm(timings: &Timings, name: &str) -> Option<f64> {
    timings.get(name, Side::Wasm)
}

/// What the page itself took.
fn milliseconds(timings: &Timings, name: &str) -> Option<f64> {
    wasm(timings, name).map(|nanoseconds| nanoseconds / 1e6)
}

fn seconds(timings: &Timings, name: &str) -> Option<f64> {
    wasm(timings, name).map(|nanoseconds| nanoseconds / 1e9)
}

/// The largest ratio of what work took and what it was estimated to take.
fn worst(timings: &Timings, ratio: fn(f64, f64) -> f64) -> Option<f64> {
    let of = |name: &str| {
        let name = name.strip_prefix("cost-")?;
        let taken = native(timings, &format!("cost-{name}"))?;
        Some(ratio(taken, native(timings, &format!("estimate-{name}"))?))
    };
    timings.names().filter_map(of).reduce(f64::max)
}

fn times_as_long_in_wasm(timings: &Timings, name: &str) -> Option<f64> {
    Some(wasm(timings, name)? / timings.get(name, Side::Peer)?)
}

fn times_faster_on_eight(timings: &Timings, eight: &str, two: &str) -> Option<f64> {
    let is_so = timings.has_eight_lanes();
    is_so.then_some(native(timings, two)? / native(timings, eight)?)
}

fn times_faster(timings: &Timings, name: &str) -> Option<f64> {
    Some(timings.get(name, Side::Peer)? / native(timings, name)?)
}

#[cfg(test)]
#[path = "goals_tests.rs"]
mod tests;
