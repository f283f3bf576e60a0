//! The search for the worst case: a case is changed a little, at random, and the change is kept if it
//! makes the gap larger.

use std::ops::ControlFlow;

use crate::error::{Error, Result};
use crate::experiment::theorem::{Case, Class, Recipe};
use crate::numeric::{Stream, math};
use crate::scenario::XI;

/// How many mismatches are searched: each power of ten on the axis.
pub const CLIMBS: usize = 8;
/// How many cases are tried in one search, and how many of them at its start.
pub const TRIES: usize = 3000;
const STARTS: usize = 100;
/// How much the numbers are changed at first, and by what factor the changes grow when one is kept.
const STEP: f64 = 0.5;
const GROWTH: f64 = 1.5;

/// The mismatch that a search is for.
pub fn mismatch(number: usize) -> f64 {
    XI.0 * math::pow(10.0, number as f64)
}

/// Searches among the cases of a class that have the same mismatch, and tells now and then how many it
/// tried and which is the worst of them.
pub fn climb(
    class: &Class,
    number: usize,
    tell: &mut dyn FnMut(usize, &Recipe) -> ControlFlow<()>,
) -> Result<Recipe> {
    let xi = mismatch(number);
    let mut stream = Stream::new(class.seed, "search for the worst case", number as u64);
    let mut best = Recipe::random(&mut stream, class.size).0;
    let mut height = best.case(class, xi).map_or(0.0, height_of);
    let mut step = STEP;
    for done in 1..TRIES {
        let tried = match done {
            ..STARTS => {
                let random = Recipe::random(&mut stream, class.size).0;
                if done % 2 == 0 { random } else { random.opposed() }
            }
            _ => best.changed(step, &mut stream),
        };
        // A case so extreme that rounding makes its correlations singular is none.
        let reached = tried.case(class, xi).map_or(0.0, height_of);
        let higher = reached > height;
        if higher {
            (best, height) = (tried, reached);
        }
        if done >= STARTS {
            // One change in five is kept where steps have the right size (Rechenberg 1973).
            step *= if higher { GROWTH } else { math::pow(GROWTH, -0.25) };
        }
        if done % 100 == 0 && tell(done + 1, &best).is_break() {
            return Err(Error::Cancelled);
        }
    }
    Ok(best)
}

fn height_of(case: Case) -> f64 {
    case.divergence.gap.abs()
}
