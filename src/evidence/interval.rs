//! 95% intervals of means by Student's t, and what they decide.

use std::fmt;

use crate::numeric::{Estimate, t_quantile};

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

#[cfg(test)]
mod tests {
    use super::*;

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
