//! Two observations: the closed form against the general one, and cases by hand.

use super::*;

fn covariance(sd: [f64; 2], r: f64) -> Matrix {
    Matrix::from_row_slice(
        2,
        2,
        &[sd[0] * sd[0], r * sd[0] * sd[1], r * sd[0] * sd[1], sd[1] * sd[1]],
    )
}

#[test]
fn two_observations_have_the_density_of_the_general_formula() {
    let mut stream = Stream::new(1, "test of pairs", 0);
    for _ in 0..300 {
        let sd = [0, 1].map(|_| math::exp(stream.normal()));
        let (mean, y) = ([0, 1].map(|_| stream.normal()), [0, 1].map(|_| 2.0 * stream.normal()));
        let r = 1.998 * stream.uniform() - 0.999;
        let z = [0, 1].map(|i| (y[i] - mean[i]) / sd[i]);
        let got = pair_log_density(Moments::observed(z), sd, r).unwrap();
        near(got, log_density(&y, &mean, &covariance(sd, r)).unwrap());
        near(got, brute_log_density(&y, &mean, &covariance(sd, r)));
    }
}

#[test]
fn densities_of_two_observations_by_hand() {
    let density = |z, sd, r| pair_log_density(Moments::observed(z), sd, r);
    // -log 2 pi at the centre; and -log 0.8 + (2 - 1.2) / 1.28 less at (1, 1) with r = 0.6.
    near(density([0.0, 0.0], [1.0, 1.0], 0.0).unwrap(), -1.837_877_066_409_345_3);
    near(
        density([1.0, 1.0], [1.0, 1.0], 0.6).unwrap(),
        -1.837_877_066_409_345_3 + 0.223_143_551_314_209_76 - 0.625,
    );
    near(
        density([1.0, -1.0], [0.5, 4.0], 0.6).unwrap(),
        -1.837_877_066_409_345_3 - std::f64::consts::LN_2 + 0.223_143_551_314_209_76 - 2.5,
    );
    for wrong in [1.0, -1.0, 1.5, f64::NAN] {
        assert_eq!(density([1.0, 0.0], [1.0, 1.0], wrong), None);
    }
}

/// Without correlation the density is the product of the marginal ones.
#[test]
fn at_zero_correlation_the_density_factorises() {
    for (z, sd) in [([0.3, -1.2], [0.4, 2.0]), ([3.0, 0.0], [1.0, 1e-3])] {
        let single = |i: usize| {
            let (y, mean): (f64, f64) = (z[i] * sd[i], 0.0);
            brute_log_density(&[y], &[mean], &Matrix::from_element(1, 1, sd[i] * sd[i]))
        };
        near(pair_log_density(Moments::observed(z), sd, 0.0).unwrap(), single(0) + single(1));
    }
}

/// On average no tilt does better than the right one; nor do other means or deviations.
#[test]
fn the_expected_density_is_highest_at_the_samples_own_correlation() {
    for own in [-0.9, -0.3, 0.0, 0.55, 0.97] {
        let at = |r: f64, shift, ratio: [f64; 2]| {
            let sd = ratio.map(|ratio| 1.0 / ratio);
            pair_log_density(Moments::expected(own, shift, ratio), sd, r).unwrap()
        };
        let best = at(own, [0.0; 2], [1.0; 2]);
        // Half of minus the entropy's terms: -1 - log 2 pi - 1/2 log(1 - r^2).
        near(best, -1.0 - 1.837_877_066_409_345_3 - 0.5 * math::ln(1.0 - own * own));
        for step in -99..=99 {
            let r = f64::from(step) / 100.0;
            assert!(at(r, [0.0; 2], [1.0; 2]) <= best + 1e-12, "{own} {r}");
            assert!(at(r, [0.1, -0.2], [1.1, 0.9]) < best, "{own} {r}");
        }
    }
}

/// What the density loses on average is the divergence, of all and of the correlations alone.
#[test]
fn what_is_lost_on_average_is_the_divergence() {
    let (own, r, shift, ratio) = (0.7, 0.2, [0.4, -0.3], [1.3, 0.8]);
    let truth = Matrix::from_row_slice(2, 2, &[1.0, own, own, 1.0]);
    let judged = Matrix::from_row_slice(2, 2, &[1.0, r, r, 1.0]);
    let p = Gaussian { mean: &shift, sd: &ratio, correlation: &truth };
    let q = Gaussian { mean: &[0.0; 2], sd: &[1.0; 2], correlation: &judged };
    let found = divergence(&p, &q).unwrap();
    let average = |moments, sd, r| pair_log_density(moments, sd, r).unwrap();
    let best = average(Moments::expected(own, [0.0; 2], [1.0; 2]), ratio, own);
    near(best - average(Moments::expected(own, shift, ratio), [1.0; 2], r), found.kl);
    let alone = average(Moments::expected(own, [0.0; 2], [1.0; 2]), ratio, r);
    near(best - alone, found.kl_correlations);
}

proptest! {
    /// Moments of many draws are those that are expected.
    #[test]
    fn expected_moments_are_means_of_observed_ones(seed in 0u64..50, r in -0.95..0.95f64) {
        let mut stream = Stream::new(seed, "test of moments", 0);
        let (shift, ratio) = ([0.5, -1.0], [2.0, 0.5]);
        let mut mean = [0.0; 3];
        for _ in 0..20_000 {
            let (a, b) = (stream.normal(), stream.normal());
            let z = [shift[0] + ratio[0] * a, shift[1] + ratio[1] * (r * a + (1.0 - r * r).sqrt() * b)];
            let observed = Moments::observed(z);
            (0..3).for_each(|i| mean[i] += observed.z[i] / 20_000.0);
        }
        let expected = Moments::expected(r, shift, ratio);
        for i in 0..3 {
            prop_assert!((mean[i] - expected.z[i]).abs() < 0.25, "{i}: {mean:?} {expected:?}");
        }
    }
}
