//! The variational family: f(x) = phi(x).w with trained features phi and a Gaussian w, so that mean and
//! covariance of f are explicit.

use crate::error::Result;
use crate::model::trained::State;
use crate::numeric::linalg::{
    add_gram, dot, lower_of_multiply_transpose, multiply, multiply_lower, multiply_transpose,
    multiply_vector, transpose_multiply, transpose_multiply_lower, transpose_multiply_vector,
};
use crate::numeric::{Matrix, Stream, Vector, math};

/// phi(x) = sqrt(2 v / units) (cos(x W / l), sin(x W / l)), w ~ N(mean, factor factor^T).
#[derive(Debug, Clone)]
pub struct Network {
    /// The list of everything but the factor: the mean, W by frequencies, then the logarithms of l, one or
    /// one for each input, and of v; one entry more, if that makes it even.
    pub list: Vec<f64>,
    /// Lower triangular.
    pub factor: Matrix,
    inputs: usize,
    frequencies: usize,
    scales: usize,
}

/// What the network says of some points.
pub struct Said {
    /// The features, one a row, of each point, one a column.
    features: Matrix,
    /// factor^T phi: its columns' inner products are covariances.
    spread: Matrix,
    /// Of the function.
    pub mean: Vector,
}

impl Network {
    /// At the start: frequencies drawn from the rbf kernel of these lengthscales and variance, weights as
    /// they are beforehand.
    pub fn new(
        units: usize,
        inputs: usize,
        (lengthscales, variance): (&[f64], f64),
        stream: &mut Stream,
    ) -> Self {
        let frequencies = units.div_ceil(2);
        let size = 2 * frequencies;
        let mut list = vec![0.0; size];
        list.extend(stream.normals(inputs * frequencies));
        list.extend(lengthscales.iter().map(|l| math::ln(*l)));
        list.push(math::ln(variance));
        list.resize(list.len().next_multiple_of(2), 0.0);
        let factor = Matrix::identity(size, size);
        Self { list, factor, inputs, frequencies, scales: lengthscales.len() }
    }

    /// One that was trained: its list and its factor, which stand next in a state.
    ///
    /// # Errors
    /// Those of [`State::take`].
    pub fn restored(units: usize, inputs: usize, scales: usize, state: &mut State) -> Result<Self> {
        let frequencies = units.div_ceil(2);
        let size = 2 * frequencies;
        let length = (size + inputs * frequencies + scales + 1).next_multiple_of(2);
        let list = state.take(length)?.to_vec();
        let factor = Matrix::from_column_slice(size, size, state.take(size * size)?);
        Ok(Self { list, factor, inputs, frequencies, scales })
    }

    fn mean(&self) -> Vector {
        Vector::from_column_slice(&self.list[..2 * self.frequencies])
    }

    /// W / l, a column for each frequency.
    fn omega(&self) -> Matrix {
        let weights = &self.list[2 * self.frequencies..];
        let scales: Vec<f64> = self.logarithms().iter().map(|l| math::exp(-l)).collect();
        Matrix::from_fn(self.inputs, self.frequencies, |k, j| {
            weights[j * self.inputs + k] * scales[k % self.scales]
        })
    }

    /// Of the lengthscales.
    fn logarithms(&self) -> &[f64] {
        &self.list[self.scales_at()..][..self.scales]
    }

    fn scales_at(&self) -> usize {
        self.frequencies * (2 + self.inputs)
    }

    /// The features of points, one a column.
    fn features(&self, points: &Matrix) -> Matrix {
        let angles = transpose_multiply(&self.omega(), points);
        let half = self.frequencies;
        let variance = math::exp(self.list[self.scales_at() + self.scales]);
        let height = (variance / half as f64).sqrt();
        let mut features = Matrix::zeros(2 * half, points.ncols());
        for (mut to, angles) in features.column_iter_mut().zip(angles.column_iter()) {
            for (j, angle) in angles.iter().enumerate() {
                let (sine, cosine) = math::sin_cos(*angle);
                to[j] = height * cosine;
                to[half + j] = height * sine;
            }
        }
        features
    }

    /// Mean and spread at points, one a column.
    pub fn say(&self, points: &Matrix) -> Said {
        let features = self.features(points);
        let spread = transpose_multiply_lower(&self.factor, &features);
        let mean = transpose_multiply_vector(&features, &self.mean());
        Said { features, spread, mean }
    }

    /// The gradient by the list and by the factor, from those by the mean of the function and by its
    /// covariance (symmetric) at `points`.
    pub fn gradient(
        &self,
        points: &Matrix,
        said: &Said,
        by_mean: &Vector,
        by_covariance: &Matrix,
    ) -> (Vec<f64>, Matrix) {
        let half = self.frequencies;
        let mut by_spread = multiply(&said.spread, by_covariance);
        by_spread *= 2.0;
        let by_factor = lower_of_multiply_transpose(&said.features, &by_spread);
        let mut by_features = multiply_lower(&self.factor, &by_spread);
        let weights = &self.list[..2 * half];
        for (mut column, slope) in by_features.column_iter_mut().zip(by_mean) {
            let entries = column.as_mut_slice().iter_mut().zip(weights);
            entries.for_each(|(entry, weight)| *entry += slope * weight);
        }
        let by_weights = multiply_vector(&said.features, by_mean);
        let by_height = dot(by_features.as_slice(), said.features.as_slice());
        let by_omega = multiply_transpose(points, &self.by_angles(said, &by_features));
        let omega = self.omega();
        let mut list = by_weights.as_slice().to_vec();
        let mut by_scales = vec![0.0; self.scales];
        for (slopes, omega) in by_omega.column_iter().zip(omega.column_iter()) {
            for k in 0..self.inputs {
                by_scales[k % self.scales] -= slopes[k] * omega[k];
            }
        }
        let shrink: Vec<f64> = self.logarithms().iter().map(|l| math::exp(-l)).collect();
        let by_drawn = by_omega.iter().enumerate();
        list.extend(by_drawn.map(|(i, slope)| slope * shrink[i % self.inputs % self.scales]));
        list.extend(by_scales);
        list.push(0.5 * by_height);
        list.resize(self.list.len(), 0.0);
        (list, by_factor)
    }

    /// By the angles: a cosine falls with its sine, a sine rises with its cosine.
    fn by_angles(&self, said: &Said, by_features: &Matrix) -> Matrix {
        let half = self.frequencies;
        let mut slopes = Matrix::zeros(half, by_features.ncols());
        for (j, mut column) in slopes.column_iter_mut().enumerate() {
            let (features, by) = (said.features.column(j), by_features.column(j));
            for i in 0..half {
                column[i] = by[half + i] * features[i] - by[i] * features[half + i];
            }
        }
        slopes
    }
}

impl Said {
    /// The covariance of the function, with something added to its diagonal.
    pub fn covariance(&self, jitter: f64) -> Matrix {
        let count = self.spread.ncols();
        let mut covariance = Matrix::from_diagonal_element(count, count, jitter);
        add_gram(&mut covariance, &self.spread);
        covariance
    }

    /// A function for each column of weights, which are in units of their deviations.
    pub fn functions(&self, weights: &Matrix) -> Matrix {
        let mut functions = transpose_multiply(&self.spread, weights);
        functions.column_iter_mut().for_each(|mut function| function += &self.mean);
        functions
    }

    /// The variances alone.
    pub fn variances(&self) -> Vector {
        let square =
            |j: usize| dot(self.spread.column(j).as_slice(), self.spread.column(j).as_slice());
        Vector::from_fn(self.spread.ncols(), |j, _| square(j))
    }
}
