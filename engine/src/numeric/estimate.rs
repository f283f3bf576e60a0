//! Means, and how sure of them one can be.

/// A mean over independent repetitions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Its standard error; nothing for a single repetition.
    pub standard_error: Option<f64>,
}

impl Estimate {
    /// Of some numbers; nothing without any.
    pub fn of(values: impl Iterator<Item = f64>) -> Option<Self> {
        let values: Vec<f64> = values.collect();
        let count = values.len() as f64;
        let mean = values.iter().fold(0.0, |sum, value| sum + value) / count;
        let squares = values.iter().fold(0.0, |sum, value| sum + (value - mean) * (value - mean));
        let standard_error = (values.len() > 1).then(|| (squares / (count - 1.0) / count).sqrt());
        (!values.is_empty()).then_some(Self { mean, standard_error })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_error_is_that_of_a_mean() {
        let two = Estimate::of([1.0, 3.0].into_iter()).unwrap();
        assert_eq!((two.mean, two.standard_error), (2.0, Some(1.0)));
        let one = Estimate::of([5.0].into_iter()).unwrap();
        assert_eq!((one.mean, one.standard_error), (5.0, None));
        assert_eq!(Estimate::of([].into_iter()), None);
    }
}
