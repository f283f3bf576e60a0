//! 95% intervals of means by Student's t, and what they decide.

use std::f64::consts::PI;
use std::fmt;

use crate::numeric::{Estimate, math};

/// A mean with its 95% interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The mean.
    pub mean: f64,
    /// Its standard error; none from a single number.
    pub error: Option<f64>,
    /// The ends; infinite from a single number.
    pub ends: (f64, f64),
    /// From how many numbers.
    pub count: usize,
}

/// What a run says of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The interval lies where the claim says.
    Holds,
    /// It lies wholly on the other side.
    DoesNotHold,
    /// It covers both.
    Undecided,
    /// Of several intervals some lie where the claim says, others do not.
    InPart,
    /// Of several intervals some lie where the claim says, and none on the other side.
    WhereDecided,
}

impl Interval {
    /// Of the mean of some numbers; nothing without any.
    pub fn of(values: &[f64]) -> Option<Self> {
        let Estimate { mean, standard_error: error } = Estimate::of(values.iter().copied())?;
        let half = error.map_or(f64::INFINITY, |error| error * t_quantile(values.len() - 1));
        Some(Self { mean, error, ends: (mean - half, mean + half), count: values.len() })
    }

    /// Whether it is above 0, below, or neither.
    pub fn verdict(&self) -> Verdict {
        match self.ends {
            (low, _) if low > 0.0 => Verdict::Holds,
            (_, high) if high < 0.0 => Verdict::DoesNotHold,
            _ => Verdict::Undecided,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Holds => "holds",
            Self::DoesNotHold => "does not hold",
            Self::Undecided => "undecided",
            Self::InPart => "holds in part",
            Self::WhereDecided => "holds where decided",
        })
    }
}

/// Between minus this and this lies 95% of Student's t with so many degrees of freedom.
fn t_quantile(freedom: usize) -> f64 {
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

    #[test]
    fn intervals_decide_by_their_ends() {
        let interval = Interval::of(&[1.0, 2.0, 3.0, 4.0]).unwrap();
        // Mean 2.5, standard error sqrt(5/3)/2.
        let half = 3.182_446_305 * (5.0_f64 / 3.0).sqrt() / 2.0;
        assert!((interval.ends.0 - (2.5 - half)).abs() < 1e-8, "{interval:?}");
        assert_eq!((interval.verdict(), interval.count), (Verdict::Holds, 4));
        assert_eq!(Interval::of(&[-1.0, -1.1]).unwrap().verdict(), Verdict::DoesNotHold);
        assert_eq!(Interval::of(&[5.0]).unwrap().verdict(), Verdict::Undecided);
        assert_eq!(Interval::of(&[]), None);
    }
}
