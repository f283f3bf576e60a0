//! How a number that depends on an rbf Gram matrix changes with the kernel's own numbers and with the
//! points: what gradients of models with such a kernel end in.

use crate::kernel::Kernel;
use crate::numeric::{Matrix, linalg};

/// Derivatives by everything that an rbf Gram matrix is made of, but for its right points.
#[derive(Debug, Clone, PartialEq)]
pub struct RbfSlope {
    /// By each lengthscale that the kernel has.
    pub lengthscales: Vec<f64>,
    /// By its variance.
    pub variance: f64,
    /// By the left points, one a column.
    pub left: Matrix,
}

impl RbfSlope {
    /// From the derivatives `by_gram` of a number by the entries of `gram`, which `kernel` gave for
    /// `left` and `right`; nothing if that is no rbf kernel.
    ///
    /// With W = K o dE/dK: dE/dv = sum W / v, dE/dl = sum W (z - x)^2 / l^3 and
    /// dE/dz_i = -sum_j W_ij (z_i - x_j) / l^2. All of them are moments of W, so one product does.
    #[must_use]
    pub fn of(
        kernel: &Kernel,
        (left, right): (&Matrix, &Matrix),
        gram: &Matrix,
        mut by_gram: Matrix,
    ) -> Option<Self> {
        let Kernel::Rbf { lengthscales, variance } = kernel else { return None };
        by_gram.as_mut_slice().iter_mut().zip(gram.as_slice()).for_each(|(w, k)| *w *= k);
        let (inputs, scales) = (left.nrows(), lengthscales.len());
        // Squares of large numbers would cancel: distances do not change if all points move.
        let middle = left.column_mean();
        let moments = moments(&by_gram, right, middle.as_slice(), scales);
        let mut slope = Self { lengthscales: vec![0.0; scales], variance: 0.0, left: left.clone() };
        for i in 0..left.ncols() {
            let whole = moments[(i, inputs)];
            slope.variance += whole / variance;
            for k in 0..inputs {
                let at = if scales == 1 { 0 } else { k };
                let (z, l) = (left[(k, i)] - middle[k], lengthscales[at]);
                let first = moments[(i, k)];
                slope.lengthscales[at] += (whole * z - 2.0 * first) * z / (l * l * l);
                slope.left[(k, i)] = (first - whole * z) / (l * l);
            }
            for (at, l) in lengthscales.iter().enumerate() {
                slope.lengthscales[at] += moments[(i, inputs + 1 + at)] / (l * l * l);
            }
        }
        Some(slope)
    }
}

/// For each row of `weights`, the sums over columns of its weight times: each input of the right
/// point, 1, and the squares of its inputs, together or one by one.
fn moments(weights: &Matrix, right: &Matrix, middle: &[f64], scales: usize) -> Matrix {
    let inputs = right.nrows();
    let mut powers = Matrix::zeros(inputs + 1 + scales, right.ncols());
    for (mut to, point) in powers.column_iter_mut().zip(right.column_iter()) {
        to[inputs] = 1.0;
        for k in 0..inputs {
            let x = point[k] - middle[k];
            to[k] = x;
            to[inputs + 1 + if scales == 1 { 0 } else { k }] += x * x;
        }
    }
    linalg::multiply_transpose(weights, &powers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric::Stream;

    /// A weighted sum of the Gram matrix's entries, whose derivatives by them are the weights.
    #[test]
    fn slopes_are_differences() {
        for lengthscales in [vec![0.8], vec![0.7, 1.3, 2.0]] {
            let mut stream = Stream::new(1, "slope", lengthscales.len() as u64);
            let mut points = |count| Matrix::from_fn(3, count, |_, _| 50.0 + stream.normal());
            let (left, right) = (points(4), points(7));
            let weights = Matrix::from_fn(4, 7, |_, _| stream.normal());
            let value = |lengthscales: &[f64], variance: f64, left: &Matrix| {
                let kernel = Kernel::Rbf { lengthscales: lengthscales.to_vec(), variance };
                kernel.gram(left, &right).component_mul(&weights).sum()
            };
            let kernel = Kernel::Rbf { lengthscales: lengthscales.clone(), variance: 1.7 };
            let gram = kernel.gram(&left, &right);
            let slope = RbfSlope::of(&kernel, (&left, &right), &gram, weights.clone()).unwrap();
            let near = |got: f64, up: f64, down: f64| {
                let want = (up - down) / 2e-6;
                assert!((got - want).abs() < 1e-7, "{got} instead of {want}");
            };
            let by = |step: f64| value(&lengthscales, 1.7 + step, &left);
            near(slope.variance, by(1e-6), by(-1e-6));
            for at in 0..lengthscales.len() {
                let by = |step: f64| {
                    let mut moved = lengthscales.clone();
                    moved[at] += step;
                    value(&moved, 1.7, &left)
                };
                near(slope.lengthscales[at], by(1e-6), by(-1e-6));
            }
            for at in 0..left.len() {
                let by = |step: f64| {
                    let mut moved = left.clone();
                    moved[at] += step;
                    value(&lengthscales, 1.7, &moved)
                };
                near(slope.left[at], by(1e-6), by(-1e-6));
            }
        }
    }

    #[test]
    fn other_kernels_have_none() {
        let (kernel, point) = (Kernel::Relu { eta: 1.0 }, Matrix::zeros(1, 1));
        assert_eq!(RbfSlope::of(&kernel, (&point, &point), &point, point.clone()), None);
    }
}
