//! What all labs on a line draw alike: beliefs as bands, points, and an axis that holds them.

use crate::chart::Band;
use crate::numeric::Vector;
use crate::posterior::{BAND, Marginals};
use crate::task::Points;

/// A belief along the x axis as a band.
pub fn belief_band(belief: &Marginals) -> Band {
    let half_widths = |variances: &Vector| -> Vec<f64> {
        variances.iter().map(|variance| BAND * variance.sqrt()).collect()
    };
    Band {
        mean: belief.mean.as_slice().to_vec(),
        function: half_widths(&belief.variance),
        observation: half_widths(&(&belief.variance + &belief.noise)),
        ..Band::default()
    }
}

/// Points as a chart takes them.
pub fn observed(points: &Points) -> (Vec<f64>, Vec<f64>) {
    (points.inputs.as_slice().to_vec(), points.observed.as_slice().to_vec())
}

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
