//! Student's t, for intervals of means.

use std::f64::consts::PI;

use super::math;

/// Between minus this and this lies 95% of Student's t with so many degrees of freedom.
pub fn t_quantile(freedom: usize) -> f64 {
    let (mut low, mut high) = (0.0, 20.0);
    while high - low > 1e-13 * high {
        let middle = 0.5 * (low + high);
        if within(middle, freedom) < 0.95 {
            low = middle
        } else {
            high = middle
        }
        if middle <= low && middle >= high {
            break;
        }
    }
    0.5 * (low + high)
}

/// The probability that |T| is at most t: the finite sums for whole degrees of freedom (Abramowitz & Stegun,
/// 26.7.3 and 26.7.4), with theta = atan(t / sqrt(freedom)).
fn within(t: f64, freedom: usize) -> f64 {
    let n = freedom as f64;
    let (sine, cosine) = (t / (n + t * t).sqrt(), (n / (n + t * t)).sqrt());
    let odd = freedom % 2 == 1;
    // Odd: c + 2/3 c^3 + 2*4/(3*5) c^5 ..; even: 1 + 1/2 c^2 + 1*3/(2*4) c^4 ..
    let (mut term, mut sum) = if odd { (cosine, cosine) } else { (1.0, 1.0) };
    let first = if odd { 2 } else { 1 };
    for k in (first..freedom.saturating_sub(1)).step_by(2) {
        term *= k as f64 / (k + 1) as f64 * cosine * cosine;
        sum += term;
    }
    match (odd, freedom) {
        (true, 1) => 2.0 / PI * angle(sine, cosine),
        (true, _) => 2.0 / PI * (angle(sine, cosine) + sine * sum),
        _ => sine * sum,
    }
}

/// The angle with that sine and cosine, both positive.
fn angle(sine: f64, cosine: f64) -> f64 {
    if sine < cosine { 0.5 * PI - math::acos(sine) } else { math::acos(cosine) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From printed tables.
    #[test]
    fn quantiles_are_the_known_ones() {
        let known = [
            (1, 12.706_204_736),
            (2, 4.302_652_730),
            (3, 3.182_446_305),
            (4, 2.776_445_105),
            (9, 2.262_157_163),
            (19, 2.093_024_054),
            (49, 2.009_575_237),
            (1000, 1.962_339_081),
        ];
        for (freedom, value) in known {
            let got = t_quantile(freedom);
            assert!((got - value).abs() < 2e-9, "{freedom}: {got}, not {value}");
        }
    }
}
