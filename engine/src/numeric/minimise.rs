//! Minima of smooth functions of a few variables, by BFGS (Nocedal & Wright 2006, chapter 6) with the
//! line search of Lewis & Overton 2013, which needs no more than a value and a gradient.

use super::linalg::dot;

/// Where a search came to rest.
#[derive(Debug, Clone, PartialEq)]
pub struct Minimum {
    /// The place.
    pub at: Vec<f64>,
    /// The value there.
    pub value: f64,
    /// The gradient there.
    pub gradient: Vec<f64>,
    /// How many steps it took.
    pub iterations: usize,
}

impl Minimum {
    /// The largest entry of the gradient.
    #[must_use]
    pub fn slope(&self) -> f64 {
        self.gradient.iter().fold(0.0, |most: f64, slope| most.max(slope.abs()))
    }
}

/// Follows a function downhill from a place, for at most so many steps. `function` returns the value
/// and the gradient, or nothing where it is not defined.
///
/// Returns nothing if it is not defined at the start.
///
/// ```
/// use talscope_engine::numeric::minimise;
/// let bowl = |x: &[f64]| Some(((x[0] - 1.0).powi(2) + 9.0 * x[1] * x[1], vec![2.0 * (x[0] - 1.0), 18.0 * x[1]]));
/// let found = minimise(bowl, vec![5.0, 5.0], 50).unwrap();
/// assert!((found.at[0] - 1.0).abs() < 1e-6 && found.at[1].abs() < 1e-6);
/// ```
pub fn minimise(
    function: impl Fn(&[f64]) -> Option<(f64, Vec<f64>)>,
    start: Vec<f64>,
    most: usize,
) -> Option<Minimum> {
    let (value, gradient) = function(&start)?;
    let mut now = Minimum { at: start, value, gradient, iterations: 0 };
    let mut inverse = Inverse::new(now.at.len());
    let mut still = 0;
    while now.iterations < most && now.slope() > 1e-10 * (1.0 + now.value.abs()) {
        let mut direction = inverse.times(&now.gradient);
        direction.iter_mut().for_each(|entry| *entry = -*entry);
        if dot(&direction, &now.gradient) >= 0.0 {
            inverse = Inverse::new(now.at.len());
            direction = now.gradient.iter().map(|slope| -slope).collect();
        }
        if now.iterations == 0 {
            // Nothing is known of the scale yet: not further than one.
            let length = dot(&direction, &direction).sqrt();
            direction.iter_mut().for_each(|entry| *entry /= length.max(1.0));
        }
        let Some(next) = line_search(&function, &now, &direction) else { break };
        // Several steps without gain: rounding is all that is left.
        let gain = now.value - next.value;
        still = if gain <= 1e-14 * (1.0 + next.value.abs()) { still + 1 } else { 0 };
        inverse.learn(&now, &next);
        now = next;
        if still >= 3 {
            break;
        }
    }
    Some(now)
}

/// A step that falls enough (Armijo) and not too short (weak Wolfe), by bisection.
fn line_search(
    function: &impl Fn(&[f64]) -> Option<(f64, Vec<f64>)>,
    from: &Minimum,
    direction: &[f64],
) -> Option<Minimum> {
    let slope = dot(direction, &from.gradient);
    let (mut low, mut high, mut step) = (0.0, f64::INFINITY, 1.0);
    let mut best = None;
    for _ in 0..50 {
        let at: Vec<f64> = from.at.iter().zip(direction).map(|(x, d)| x + step * d).collect();
        match function(&at).filter(|(value, _)| *value <= from.value + 1e-4 * step * slope) {
            None => high = step,
            Some((value, gradient)) => {
                let steep = dot(direction, &gradient) < 0.9 * slope;
                best = Some(Minimum { at, value, gradient, iterations: from.iterations + 1 });
                if !steep {
                    return best;
                }
                low = step;
            }
        }
        step = if high.is_finite() { 0.5 * (low + high) } else { 2.0 * low };
    }
    best
}

/// An estimate of the inverse of the second derivatives.
struct Inverse {
    size: usize,
    entries: Vec<f64>,
    fresh: bool,
}

impl Inverse {
    fn new(size: usize) -> Self {
        let mut entries = vec![0.0; size * size];
        (0..size).for_each(|i| entries[i * size + i] = 1.0);
        Self { size, entries, fresh: true }
    }

    fn times(&self, vector: &[f64]) -> Vec<f64> {
        self.entries.chunks_exact(self.size).map(|row| dot(row, vector)).collect()
    }

    fn learn(&mut self, before: &Minimum, after: &Minimum) {
        let difference =
            |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a - b).collect::<Vec<_>>();
        let moved = difference(&after.at, &before.at);
        let turned = difference(&after.gradient, &before.gradient);
        let curvature = dot(&moved, &turned);
        if curvature <= 1e-12 * dot(&moved, &moved).sqrt() * dot(&turned, &turned).sqrt() {
            return;
        }
        if self.fresh {
            let scale = curvature / dot(&turned, &turned);
            self.entries.iter_mut().for_each(|entry| *entry *= scale);
            self.fresh = false;
        }
        // H <- H + (1 + y.Hy / s.y) s s^T / s.y - (Hy s^T + s (Hy)^T) / s.y
        let pushed = self.times(&turned);
        let outer = (1.0 + dot(&turned, &pushed) / curvature) / curvature;
        for (i, row) in self.entries.chunks_exact_mut(self.size).enumerate() {
            for (j, entry) in row.iter_mut().enumerate() {
                *entry += outer * moved[i] * moved[j]
                    - (pushed[i] * moved[j] + moved[i] * pushed[j]) / curvature;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric::math;

    /// Rosenbrock's valley, whose minimum is at (1, 1).
    #[test]
    fn a_bent_valley_is_followed_to_its_end() {
        let valley = |x: &[f64]| {
            let (a, b) = (1.0 - x[0], x[1] - x[0] * x[0]);
            Some((a * a + 100.0 * b * b, vec![-2.0 * a - 400.0 * x[0] * b, 200.0 * b]))
        };
        let found = minimise(valley, vec![-1.2, 1.0], 200).unwrap();
        assert!((found.at[0] - 1.0).abs() < 1e-7 && (found.at[1] - 1.0).abs() < 1e-7, "{found:?}");
    }

    #[test]
    fn it_stays_where_the_function_is_defined() {
        let log = |x: &[f64]| (x[0] > 0.0).then(|| (x[0] - math::ln(x[0]), vec![1.0 - 1.0 / x[0]]));
        let found = minimise(log, vec![20.0], 100).unwrap();
        assert!((found.at[0] - 1.0).abs() < 1e-6, "{found:?}");
        assert_eq!(minimise(log, vec![-1.0], 100), None);
    }

    #[test]
    fn it_stops_when_told() {
        let bowl = |x: &[f64]| Some((x[0] * x[0], vec![2.0 * x[0]]));
        assert_eq!(minimise(bowl, vec![9.0], 1).unwrap().iterations, 1);
        assert_eq!(minimise(bowl, vec![0.0], 9).unwrap().iterations, 0);
    }
}
