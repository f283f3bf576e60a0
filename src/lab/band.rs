//! What all labs on a line draw alike: beliefs as bands, and points.

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
