//! The questions that a learner places on the pool, by hand or in a link.

use super::preset::Region;
use super::setters::MOST_PICKS;
use super::touch::snap;
use super::value::{position, quoted};
use crate::error::{Error, Result};
use crate::numeric::shortest;

impl Region {
    /// The number of the point nearest to a place; none for a place outside.
    pub fn nearest(&self, x: f64) -> Option<usize> {
        let Self { low, high, count } = *self;
        if count == 1 {
            return (low..=high).contains(&x).then_some(0);
        }
        let steps = (x - low) / self.spacing();
        (-0.5..=count as f64 - 0.5)
            .contains(&steps)
            .then(|| (steps.round() as usize).min(count - 1))
    }

    /// How far one point is from the next.
    fn spacing(&self) -> f64 {
        (self.high - self.low) / (self.count - 1).max(1) as f64
    }

    /// The place of a point as a link says it: round, and nearer to this point than to any other.
    fn named(&self, index: usize) -> f64 {
        let x = self.points().nth(index).expect("a point of the region");
        let round = snap(x, 200.0 * self.spacing());
        if self.nearest(round) == Some(index) { round } else { x }
    }
}

/// The places of a link, each that of a point of the pool. One empty value stands for a learner who has
/// not asked yet, no value for none who asks.
pub fn places(pool: &Region, values: &[&str]) -> Result<Option<Vec<f64>>> {
    let values = match values {
        [] => return Ok(None),
        [""] => &[],
        some => some,
    };
    Error::at_most("questions of your own", values.len(), MOST_PICKS)?;
    let mut places = Vec::new();
    for text in values {
        let at = pool.nearest(position("you", text)?).ok_or_else(|| {
            let (low, high) = (shortest(pool.low), shortest(pool.high));
            let expected = format!("within the pool, which goes from {low} to {high}");
            Error::value("you", quoted(text), expected)
        })?;
        let place = pool.named(at);
        if places.contains(&place) {
            return Err(Error::value("you", quoted(text), "at another point of the pool each"));
        }
        places.push(place);
    }
    Ok(Some(places))
}

/// What is left of places when the pool or the number of questions has changed.
pub fn settled(places: &[f64], pool: &Region, most: usize) -> Vec<f64> {
    let mut left: Vec<f64> = Vec::new();
    for place in places.iter().filter_map(|x| pool.nearest(*x)).map(|at| pool.named(at)) {
        if !left.contains(&place) && left.len() < most {
            left.push(place);
        }
    }
    left
}

/// The place nearest to `x` where nothing is asked yet.
pub fn free_near(pool: &Region, taken: &[f64], x: f64) -> Result<f64> {
    let taken: Vec<_> = taken.iter().filter_map(|place| pool.nearest(*place)).collect();
    let free = pool.points().enumerate().filter(|(at, _)| !taken.contains(at));
    let nearest = free.min_by(|(_, a), (_, b)| (a - x).abs().total_cmp(&(b - x).abs()));
    let none = || Error::value("the pool", "asked everywhere", "left with a free point");
    nearest.map(|(at, _)| pool.named(at)).ok_or_else(none)
}
