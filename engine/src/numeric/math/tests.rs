//! The slice functions against libm's, and extremes.

use super::*;
use crate::numeric::simd::on_every_width;

const EDGES: [f64; 24] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    5e-324,
    -5e-324,
    2.2e-308,
    f64::MIN_POSITIVE,
    1e-300,
    1e-17,
    FRAC_1_SQRT_2,
    std::f64::consts::SQRT_2,
    709.782_712_893_383_9,
    709.782_712_893_384,
    710.5,
    -708.4,
    -744.44,
    -745.2,
    -800.0,
    f64::MAX,
    f64::MIN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

/// Values that fill `low..high` evenly.
fn grid(low: f64, high: f64) -> Vec<f64> {
    (0..200_001).map(|i| low + (high - low) * f64::from(i) / 200_000.0).collect()
}

/// The largest relative distance of `mapped` from `oracle`, where subnormals count in steps.
fn worst(oracle: fn(f64) -> f64, mapped: fn(&mut [f64]), inputs: &[f64]) -> f64 {
    let mut results = inputs.to_vec();
    mapped(&mut results);
    let distance = |(&x, &got): (&f64, &f64)| {
        let expected = oracle(x);
        if got == expected || (got.is_nan() && expected.is_nan()) {
            return 0.0;
        }
        let distance = (got - expected).abs() / expected.abs().max(f64::MIN_POSITIVE);
        assert!(distance.is_finite(), "at {x:e}: {got:e}, expected {expected:e}");
        distance
    };
    inputs.iter().zip(&results).map(distance).fold(0.0, f64::max)
}

#[test]
fn exp_agrees_with_libm() {
    for (low, high) in [(-1.0, 1.0), (-40.0, 40.0), (-745.5, 710.0), (-1e-6, 1e-6)] {
        let worst = worst(exp, exp_in_place, &grid(low, high));
        assert!(worst < 3.5e-16, "{worst:e} on {low}..{high}");
    }
    assert!(worst(exp, exp_in_place, &EDGES) < 3e-16);
}

#[test]
fn ln_agrees_with_libm() {
    for (low, high) in [(0.5, 2.0), (0.999, 1.001), (1e-9, 1e3), (1e-320, 1e-307), (1.0, 1e308)] {
        let worst = worst(ln, ln_in_place, &grid(low, high));
        assert!(worst < 3.5e-16, "{worst:e} on {low}..{high}");
    }
    assert!(worst(ln, ln_in_place, &EDGES) < 3e-16);
    let powers: Vec<f64> = (-1074..1024).map(|k| pow(2.0, f64::from(k)) * 1.1).collect();
    assert!(worst(ln, ln_in_place, &powers) < 3e-16);
}

#[test]
fn ln_1p_agrees_with_libm() {
    for (low, high) in [(-0.5, 2.0), (0.0, 1e-300), (0.0, 1e-15), (-1e-6, 1e-6), (1.0, 1e300)] {
        let worst = worst(ln_1p, ln_1p_in_place, &grid(low, high));
        assert!(worst < 5e-16, "{worst:e} on {low}..{high}");
    }
}

#[test]
fn logarithms_undo_exponentials() {
    let inputs = grid(-700.0, 700.0);
    let mut there_and_back = inputs.clone();
    exp_in_place(&mut there_and_back);
    ln_in_place(&mut there_and_back);
    for (x, y) in inputs.iter().zip(&there_and_back) {
        assert!((x - y).abs() <= 3e-16 * x.abs().max(1.0), "{x} came back as {y}");
    }
}

#[test]
fn results_depend_on_the_element_alone() {
    let inputs: Vec<f64> = grid(-30.0, 30.0).into_iter().step_by(331).collect();
    for function in [exp_in_place, ln_in_place] {
        let mut together = inputs.clone();
        function(&mut together);
        for (i, &x) in inputs.iter().enumerate() {
            let mut alone = [x];
            function(&mut alone);
            assert_eq!(alone[0].to_bits(), together[i].to_bits(), "element {i} = {x}");
        }
    }
}

#[test]
fn lanes_of_every_width_have_the_same_bits() {
    let inputs: Vec<f64> =
        EDGES.into_iter().chain(grid(-30.0, 30.0).into_iter().step_by(97)).collect();
    for function in [exp_in_place, ln_in_place, ln_1p_in_place] {
        for length in [0, 1, 3, 7, 8, 9, 24, inputs.len()] {
            let found = on_every_width(|| {
                let mut values = inputs[..length].to_vec();
                function(&mut values);
                // What a NaN's other bits are is not promised.
                values.iter().map(|x| if x.is_nan() { 0 } else { x.to_bits() }).collect::<Vec<_>>()
            });
            assert!(found.iter().all(|bits| *bits == found[0]), "{length} values");
        }
    }
}

#[test]
fn one_number_that_is_not_finite_is_found_wherever_it_stands() {
    for length in [0, 1, 7, 8, 9, 20, 5000] {
        let mut values = vec![f64::MAX; length];
        assert_eq!(on_every_width(|| all_finite(&values)).into_iter().find(|good| !good), None);
        for place in (0..length).step_by(1 + length / 30).chain(length.checked_sub(1)) {
            for wrong in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                values[place] = wrong;
                assert!(on_every_width(|| all_finite(&values)).into_iter().all(|good| !good));
                values[place] = -0.0;
            }
        }
    }
}

#[test]
fn sums_of_logs_survive_extremes() {
    let plain = |values: &[f64]| values.iter().map(|&x| ln(x)).sum::<f64>();
    let tiny = vec![1e-200; 100];
    let mixed: Vec<f64> = (0..99).map(|i| pow(10.0, f64::from((i * 37) % 200 - 100))).collect();
    for values in [grid(0.5, 90.0), tiny, mixed, vec![1e-320, 1e308], vec![]] {
        let (sum, expected) = (sum_of_logs(&values), plain(&values));
        assert!((sum - expected).abs() <= 1e-13 * expected.abs(), "{sum} {expected}");
    }
    assert_eq!(sum_of_logs(&[2.0, 0.0]), f64::NEG_INFINITY);
    assert!(sum_of_logs(&[2.0, -1.0]).is_nan() && sum_of_logs(&[f64::NAN]).is_nan());
}

#[test]
fn scalar_functions_are_the_ones_named() {
    let near = |got: f64, expected: f64| assert!((got - expected).abs() < 1e-15, "{got}");
    near(exp_m1(1e-10), 1.000_000_000_05e-10);
    near(ln_1p(1e-10), 9.999_999_999_5e-11);
    near(sin(1.0), 0.841_470_984_807_896_5);
    near(cos(1.0), 0.540_302_305_868_139_7);
    near(tanh(0.5), 0.462_117_157_260_009_75);
    near(acos(0.5), std::f64::consts::FRAC_PI_3);
    near(pow(2.0, 0.5), std::f64::consts::SQRT_2);
    near(erf(0.5), 0.520_499_877_813_046_5);
    near(ln_gamma(0.5), 0.572_364_942_924_700_1);
    assert_eq!(sin_cos(0.7), (sin(0.7), cos(0.7)));
}
