//! The y axis of figures on a line.

use crate::numeric::Vector;
use crate::posterior::{BAND, Marginals};

/// The preset's range, or a wider one that holds the band, the truth and the observations.
pub fn y_range(
    preset: (f64, f64),
    belief: &Marginals,
    truth: &Vector,
    seen: &Vector,
) -> (f64, f64) {
    let edge = |side: f64| {
        let sides = belief.mean.iter().zip(&belief.variance);
        sides.map(move |(mean, variance)| mean + side * BAND * variance.sqrt())
    };
    let values = edge(-1.0).chain(edge(1.0)).chain(truth.iter().chain(seen).copied());
    let wider = |(low, high): (f64, f64), y: f64| (low.min(y), high.max(y));
    let (low, high) = values.fold(preset, wider);
    if (low, high) == preset {
        return preset;
    }
    let margin = 0.04 * (high - low);
    (low - margin, high + margin)
}
