//! Theorem 1.

use super::*;

struct Parts {
    mean: Vec<f64>,
    sd: Vec<f64>,
    correlation: Matrix,
}

impl Parts {
    fn random(seed: u64, size: usize, spread: f64) -> Self {
        let mut stream = Stream::new(seed, "test of the theorem", 0);
        let root = Matrix::from_fn(size, size + 1, |_, _| stream.normal());
        let mean = stream.normals(size).into_iter().map(|z| spread * z).collect();
        let sd = stream.normals(size).into_iter().map(|z| math::exp(spread * z)).collect();
        Self { mean, sd, correlation: correlation(&multiply_transpose(&root, &root)) }
    }

    fn equicorrelated(size: usize, rho: f64, sd: f64) -> Self {
        let correlation = Matrix::from_fn(size, size, |i, j| if i == j { 1.0 } else { rho });
        Self { mean: vec![0.0; size], sd: vec![sd; size], correlation }
    }

    fn gaussian(&self) -> Gaussian<'_> {
        Gaussian { mean: &self.mean, sd: &self.sd, correlation: &self.correlation }
    }

    fn covariance(&self, correlation: &Matrix) -> Matrix {
        let size = self.sd.len();
        Matrix::from_fn(size, size, |i, j| self.sd[i] * correlation[(i, j)] * self.sd[j])
    }
}

/// KL(p || q) as in a textbook.
fn brute_kl(p: (&[f64], &Matrix), q: (&[f64], &Matrix)) -> f64 {
    let inverse = q.1.clone().try_inverse().unwrap();
    let shift = Vector::from_fn(p.0.len(), |i, _| p.0[i] - q.0[i]);
    let quadratic = (shift.transpose() * &inverse * &shift)[0];
    let logs = math::ln(q.1.determinant()) - math::ln(p.1.determinant());
    0.5 * ((inverse * p.1).trace() - p.0.len() as f64 + quadratic + logs)
}

#[test]
fn divergences_equal_their_definitions() {
    for (seed, size, spread) in [(1, 1, 1.0), (2, 2, 0.3), (3, 5, 1.0), (4, 5, 1e-3), (5, 8, 0.1)] {
        let (truth, reference) =
            (Parts::random(seed, size, spread), Parts::random(seed + 50, size, spread));
        let got = divergence(&truth.gaussian(), &reference.gaussian()).unwrap();
        let (zero, unit) = (vec![0.0; size], Matrix::identity(size, size));
        let full = |parts: &Parts| parts.covariance(&parts.correlation);
        let own = |parts: &Parts| parts.covariance(&unit);
        let kl = brute_kl((&truth.mean, &full(&truth)), (&reference.mean, &full(&reference)));
        near(got.kl, kl);
        near(
            got.kl_marginals,
            brute_kl((&truth.mean, &own(&truth)), (&reference.mean, &own(&reference))),
        );
        let correlations = brute_kl((&zero, &truth.correlation), (&zero, &reference.correlation));
        near(got.kl_correlations, correlations);
        near(got.gap, kl - correlations);
        near(got.logdet, 2.0 * correlations);
        let lambda = reference.correlation.symmetric_eigenvalues().min();
        near(got.lambda_min, lambda);
        let (b, xi) = (size as f64, got.kl_marginals);
        near(got.limits.paper, b * b.sqrt() * xi.sqrt() / lambda);
        near(got.limits.tight, (b * xi).sqrt() / lambda);
        near(got.limits.bound, ((2.0 * b * xi).sqrt() + 2.0 * xi) / lambda);
    }
}

#[test]
fn the_tight_order_is_not_a_bound() {
    let truth = Parts::equicorrelated(5, 0.999, 1.05);
    let reference = Parts::equicorrelated(5, -0.2475, 1.0);
    let got = divergence(&truth.gaussian(), &reference.gaussian()).unwrap();
    let gap = (got.kl - got.kl_correlations).abs();
    assert!((gap - 25.4).abs() < 0.05, "{gap}");
    assert!((got.limits.tight - 24.8).abs() < 0.05, "{}", got.limits.tight);
    assert!(gap <= got.limits.bound, "{gap} {}", got.limits.bound);
}

#[test]
fn equal_marginals_leave_no_gap_at_all() {
    let (truth, reference) = (Parts::random(1, 5, 0.3), Parts::random(2, 5, 0.3));
    let judged = Gaussian { correlation: &reference.correlation, ..truth.gaussian() };
    let got = divergence(&truth.gaussian(), &judged).unwrap();
    assert_eq!((got.kl, got.kl_marginals, got.limits.bound), (got.kl_correlations, 0.0, 0.0));
    let itself = divergence(&truth.gaussian(), &truth.gaussian()).unwrap();
    assert!(itself.kl < 1e-14 && itself.kl_marginals == 0.0);
}

/// Where r^2 - 1 - log r^2 has lost every digit.
#[test]
fn tiny_differences_of_marginals_keep_their_digits() {
    for e in [1e-3, 1e-6, 1e-9, 1e-12] {
        let truth = Parts::equicorrelated(1, 0.0, 1.0 + e);
        let reference = Parts::equicorrelated(1, 0.0, 1.0);
        let e = (1.0 + e) - 1.0;
        let got = divergence(&truth.gaussian(), &reference.gaussian()).unwrap().kl_marginals;
        // Half of e^2 + 2 (e - log(1 + e)), by its power series.
        let want = e * e * (1.0 - e / 3.0 + e * e / 4.0 - e * e * e / 5.0);
        assert!((got / want - 1.0).abs() < 1e-12, "{e}: {got} {want}");
    }
}

#[test]
fn singular_correlations_are_refused() {
    let singular = Parts::equicorrelated(3, 1.0, 1.0);
    let regular = Parts::equicorrelated(3, 0.3, 1.0);
    let error = divergence(&singular.gaussian(), &regular.gaussian()).unwrap_err().to_string();
    assert!(error.starts_with("correlation_gen must be positive definite"), "{error}");
    let error = divergence(&regular.gaussian(), &singular.gaussian()).unwrap_err().to_string();
    assert!(error.starts_with("correlation must be positive definite"), "{error}");
}

proptest! {
    #[test]
    fn the_gap_never_exceeds_the_bound(
        seed in 0u64..100_000, size in 1usize..9, exponent in -13.0..1.0f64, near_singular in 0.0..1.0f64,
    ) {
        let spread = math::pow(10.0, exponent);
        let mut truth = Parts::random(seed, size, spread);
        let mut reference = Parts::random(seed + 1, size, spread);
        if near_singular > 0.5 {
            let lowest = -1.0 / (size.max(2) as f64 - 1.0);
            truth.correlation = Parts::equicorrelated(size, 0.999_9, 1.0).correlation;
            let rho = lowest + 0.02 * (near_singular - 0.499);
            reference.correlation = Parts::equicorrelated(size, rho, 1.0).correlation;
        }
        let got = divergence(&truth.gaussian(), &reference.gaussian()).unwrap();
        let gap = got.gap.abs();
        prop_assert!(gap <= got.limits.bound, "{gap} > {}", got.limits.bound);
    }
}
