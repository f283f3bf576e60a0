//! Numbers of kernels and noise that are learned: how they are kept positive, and where learning starts.

use crate::numeric::{Matrix, math};

/// What learned numbers stay above.
pub const LEAST_LENGTHSCALE: f64 = 1e-4;
/// Likewise.
pub const LEAST_VARIANCE: f64 = 1e-6;
/// Likewise.
pub const LEAST_NOISE: f64 = 1e-5;

/// The number whose part above its floor has this logarithm.
pub fn above(floor: f64, logarithm: f64) -> f64 {
    floor + math::exp(logarithm)
}

/// What [`above`] turns into a number, if that is above its floor.
pub fn logarithm(floor: f64, number: f64) -> f64 {
    math::ln((number - floor).max(floor))
}

/// The median of distances, by which lengthscales start, unless it is nothing.
pub fn typical(mut distances: Vec<f64>) -> Option<f64> {
    let count = distances.len();
    if count == 0 {
        return None;
    }
    let (below, &mut upper, _) = distances.select_nth_unstable_by(count / 2, f64::total_cmp);
    let lower = match count % 2 {
        0 => below.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        _ => upper,
    };
    let median = 0.5 * (lower + upper);
    (median >= 1e-6).then_some(median)
}

/// Of more points than this, some will do.
const ENOUGH: usize = 1000;

/// How many numbers finding it for so many points takes.
pub fn typical_room(points: f64) -> f64 {
    let some = points.min(ENOUGH as f64);
    0.5 * some * some
}

/// The typical distance of two points, 1 where it is nothing.
pub fn typical_distance(points: &Matrix) -> f64 {
    typical_of_some(points).unwrap_or(1.0)
}

/// A lengthscale for each input, as far as distances suggest one: the typical distance along it, times the root of how
/// many inputs there are; 1 where it is nothing.
pub fn typical_lengthscales(points: &Matrix) -> Vec<f64> {
    let root = (points.nrows() as f64).sqrt();
    let along = |k: usize| typical_of_some(&points.rows(k, 1).into_owned());
    (0..points.nrows()).map(|k| along(k).map_or(1.0, |distance| distance * root)).collect()
}

fn typical_of_some(points: &Matrix) -> Option<f64> {
    let every = points.ncols().div_ceil(ENOUGH).max(1);
    let some: Vec<_> = points.column_iter().step_by(every).collect();
    let mut distances = Vec::with_capacity(some.len() * some.len().saturating_sub(1) / 2);
    for (i, a) in some.iter().enumerate() {
        distances.extend(some[i + 1..].iter().map(|b| {
            let square = a.iter().zip(b.iter()).fold(0.0, |sum, (a, b)| sum + (a - b) * (a - b));
            square.sqrt()
        }));
    }
    typical(distances)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typical_is_the_median() {
        assert_eq!(typical(vec![5.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(typical(vec![5.0, 1.0, 2.0, 4.0]), Some(3.0));
        assert_eq!((typical(vec![]), typical(vec![0.0])), (None, None));
        assert_eq!(typical_distance(&Matrix::zeros(2, 3)), 1.0);
        let points = Matrix::from_row_slice(2, 3, &[0.0, 3.0, 0.0, 0.0, 4.0, 1.0]);
        assert!((typical_distance(&points) - 18.0_f64.sqrt()).abs() < 1e-15);
        let many = Matrix::from_fn(1, 4001, |_, j| j as f64);
        assert!((typical_distance(&many) / 4000.0 - 0.293).abs() < 0.001);
    }

    #[test]
    fn logarithms_lead_back() {
        assert!((above(1e-4, logarithm(1e-4, 0.7)) - 0.7).abs() < 1e-15);
        assert!(above(1e-4, logarithm(1e-4, 1e-5)) > 1e-4);
    }
}
