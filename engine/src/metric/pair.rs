//! Two observations together: the density that is drawn as an ellipse in a box.

use std::f64::consts::PI;

use crate::numeric::math;

/// What the density of two observations needs of them: the means of z1^2, z1 z2 and z2^2, z being how many
/// deviations an observation lies from its mean.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moments {
    /// Of the first one's square, the product, and the second one's square.
    pub z: [f64; 3],
}

impl Moments {
    /// Of two observations that were made.
    pub fn observed([first, second]: [f64; 2]) -> Self {
        Self { z: [first * first, first * second, second * second] }
    }

    /// What is to be expected of two observations with some correlation, whose means are `shift` deviations
    /// off, and whose own deviations are `ratio` times as large.
    pub fn expected(correlation: f64, shift: [f64; 2], ratio: [f64; 2]) -> Self {
        let square = |i: usize| ratio[i] * ratio[i] + shift[i] * shift[i];
        let product = correlation * ratio[0] * ratio[1] + shift[0] * shift[1];
        Self { z: [square(0), product, square(1)] }
    }
}

/// The log density of two observations with standard deviations `sd` and correlation `r`, in nats:
/// `-log(2 pi s1 s2) - 1/2 log(1 - r^2) - (z1^2 - 2 r z1 z2 + z2^2) / (2 (1 - r^2))`; or, with expected
/// moments, what it is on average. There is none where r is not between -1 and 1.
pub fn pair_log_density(Moments { z }: Moments, sd: [f64; 2], r: f64) -> Option<f64> {
    // (1 - r)(1 + r) keeps the digits that 1 - r^2 loses near 1.
    let rest = (1.0 - r) * (1.0 + r);
    let surprise = (z[0] - 2.0 * r * z[1] + z[2]) / (2.0 * rest);
    let density = -math::ln(2.0 * PI * sd[0] * sd[1]) - 0.5 * math::ln(rest) - surprise;
    (rest > 0.0 && density.is_finite()).then_some(density)
}
