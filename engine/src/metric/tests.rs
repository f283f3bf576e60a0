//! Every closed form against the textbook formula with explicit inverses and determinants, which
//! the library never forms.

use super::*;
use crate::numeric::Stream;
use crate::numeric::linalg::multiply_transpose;
use crate::posterior::Posterior;
use proptest::prelude::*;

mod agreement;
mod convergence;
mod joint;
mod pair;
mod refusals;
mod theorem;
mod ties;
mod xll;

/// A model's numbers, owned.
#[derive(Clone)]
struct Model {
    mean: Vec<f64>,
    covariance: Matrix,
    noise: Vec<f64>,
}

impl Model {
    /// A covariance of that rank with positive and negative correlations.
    fn random(seed: u64, targets: usize, rank: usize, noise: f64) -> Self {
        let mut stream = Stream::new(seed, "test of metrics", 0);
        let root = Matrix::from_fn(targets, rank, |_, _| stream.normal());
        let mean = stream.normals(targets);
        let noise = (0..targets).map(|_| noise * (0.5 + stream.uniform())).collect();
        Self { mean, covariance: multiply_transpose(&root, &root), noise }
    }

    fn prediction(&self) -> Prediction<'_> {
        Prediction { mean: &self.mean, covariance: &self.covariance, noise: &self.noise }
    }

    fn noisy(&self) -> Matrix {
        &self.covariance + Matrix::from_diagonal(&Vector::from_column_slice(&self.noise))
    }
}

fn predictions(models: &[Model]) -> Vec<Prediction<'_>> {
    models.iter().map(Model::prediction).collect()
}

/// log N(y; mean, covariance) as in a textbook.
fn brute_log_density(y: &[f64], mean: &[f64], covariance: &Matrix) -> f64 {
    let residual = Vector::from_fn(y.len(), |i, _| y[i] - mean[i]);
    let inverse = covariance.clone().try_inverse().unwrap();
    let quadratic = (residual.transpose() * inverse * &residual)[0];
    let constant = y.len() as f64 * math::ln(2.0 * PI);
    -0.5 * (constant + math::ln(covariance.determinant()) + quadratic)
}

fn correlation(covariance: &Matrix) -> Matrix {
    let posterior = Posterior::new(Vector::zeros(covariance.nrows()), covariance.clone(), 0.0);
    posterior.unwrap().correlation()
}

#[track_caller]
fn near(got: f64, want: f64) {
    assert!((got - want).abs() <= 1e-9 * (1.0 + want.abs()), "got {got}, want {want}");
}

#[test]
fn the_log_likelihood_of_a_standard_normal_is_known() {
    let predicted = Marginals {
        mean: Vector::from_vec(vec![1.0, 0.0]),
        variance: Vector::from_vec(vec![0.75, 3.75]),
        noise: Vector::from_element(2, 0.25),
    };
    // log N(3; 1, 1) = -0.9189385332 - 2 and log N(0; 0, 4) = -0.9189385332 - log 2.
    let got = log_likelihood(&Vector::from_vec(vec![3.0, 0.0]), &predicted);
    let want = -0.918_938_533_204_672_7 - (2.0 + std::f64::consts::LN_2) / 2.0;
    assert!((got - want).abs() < 1e-14, "{got} {want}");
}

#[test]
fn errors_are_averaged_before_the_root() {
    let (a, b) = (Vector::from_vec(vec![0.0, 3.0]), Vector::from_vec(vec![4.0, 3.0]));
    assert_eq!(root_mean_square_error(&a, &b), 8_f64.sqrt());
}

#[test]
fn the_95_percent_interval_ends_where_tables_say() {
    let half_width = 1.959_963_984_540_054;
    assert!((interval_level(half_width) - 0.95).abs() < 1e-15);
    assert!((interval_level(-half_width) - 0.95).abs() < 1e-15);
    assert_eq!((interval_level(0.0), interval_level(f64::INFINITY)), (0.0, 1.0));
}
