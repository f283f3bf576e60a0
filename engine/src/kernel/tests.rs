//! Each kernel against an independent route: its definition by hand, Monte Carlo, or a known limit.

use proptest::prelude::*;

use super::*;
use crate::numeric::Factor;
use crate::numeric::random::Stream;
use crate::points::line;

fn kernel(expression: &str) -> Kernel {
    expression.parse().unwrap()
}

fn at(expression: &str, left: &[f64], right: &[f64]) -> f64 {
    let column = |x: &[f64]| Matrix::from_column_slice(x.len(), 1, x);
    kernel(expression).gram(&column(left), &column(right))[(0, 0)]
}

fn close(got: f64, want: f64) {
    assert!((got - want).abs() <= 1e-12 * (1.0 + want.abs()), "got {got}, want {want}");
}

#[test]
fn stationary_kernels_follow_their_definitions() {
    let r: f64 = (0.7 - -0.5) / 0.8;
    close(at("rbf(0.8,2)", &[0.7], &[-0.5]), 2.0 * math::exp(-r * r / 2.0));
    close(at("matern12(0.8,2)", &[0.7], &[-0.5]), 2.0 * math::exp(-r));
    let a = 3_f64.sqrt() * r;
    close(at("matern32(0.8,2)", &[0.7], &[-0.5]), 2.0 * (1.0 + a) * math::exp(-a));
    let a = 5_f64.sqrt() * r;
    let matern52 = 2.0 * (1.0 + a + a * a / 3.0) * math::exp(-a);
    close(at("matern52(0.8,2)", &[0.7], &[-0.5]), matern52);
    let sine = math::sin(PI * 1.2 / 3.0);
    close(at("periodic(0.9,3)", &[0.7], &[-0.5]), math::exp(-2.0 * sine * sine / 0.81));
    close(at("linear(2,0.5)", &[0.7], &[-0.5]), 2.0 * 0.7 * -0.5 + 0.5);
}

#[test]
fn each_input_may_have_its_own_lengthscale() {
    let want = math::exp(-0.5 * (1.0 / 4.0 + 9.0 / 0.25));
    close(at("rbf(2:0.5)", &[1.0, 3.0], &[0.0, 0.0]), want);
}

#[test]
fn sums_and_products_combine_pointwise() {
    let (x, y) = (&[0.4][..], &[-0.3][..]);
    let (a, b) = (at("rbf(0.5)", x, y), at("linear(2,1)", x, y));
    close(at("rbf(0.5)+linear(2,1)", x, y), a + b);
    close(at("rbf(0.5)*linear(2,1)", x, y), a * b);
    close(at("(rbf(0.5)+linear(2,1))*rbf(0.5)", x, y), (a + b) * a);
}

/// The kernel is the covariance of f(x) = w.relu(a(x)) sqrt(eta / width) over random networks.
#[test]
fn relu_is_the_covariance_of_a_wide_network() {
    let eta = 1.5_f64;
    let mut stream = Stream::new(1, "relu network", 0);
    let (x, y) = ([0.8, -0.3], [0.1, 1.2]);
    let draws = 400_000;
    let mut sum = 0.0;
    for _ in 0..draws {
        let weight = stream.normals(3);
        let unit = |x: &[f64; 2]| {
            let activation = weight[0] * x[0] + weight[1] * x[1] + weight[2];
            (eta / 3.0).sqrt() * activation.max(0.0)
        };
        sum += eta * unit(&x) * unit(&y);
    }
    let (mean, got) = (sum / draws as f64, at("relu(1.5)", &x, &y));
    assert!((mean - got).abs() < 0.01, "Monte Carlo {mean}, kernel {got}");
}

#[test]
fn the_relu_variance_is_known_and_opposite_points_do_not_cancel() {
    // At x = x' the angle is 0: k = eta^2 |x~|^2 / (2 (d + 1)).
    close(at("relu(2)", &[3.0], &[3.0]), 4.0 * 10.0 / 4.0);
    // Nearly opposite directions: the kernel tends to 0 from above, without rounding below it.
    let (far, other) = ([1e7], [-1e7]);
    let got = at("relu(1)", &far, &other);
    assert!((0.0..1.0).contains(&got), "got {got}");
}

#[test]
fn the_general_relu_kernel_holds_the_plain_one() {
    // Bias 1 and weight d make K0 = x~.x~'; the second layer then only rescales.
    let general = Kernel::ReluGeneral { bias: [1.0, 0.0], weight: [2.0, 0.75] };
    let (x, y) = ([0.8, -0.3], [0.1, 1.2]);
    let column = |x: &[f64]| Matrix::from_column_slice(2, 1, x);
    let got = general.gram(&column(&x), &column(&y))[(0, 0)];
    close(got, at("relu(1.5)", &x, &y));
}

#[test]
fn an_expression_says_what_is_wrong_with_it() {
    let message = |text: &str| text.parse::<Kernel>().unwrap_err().to_string();
    assert!(message("rbff(1)").contains("one of rbf, matern12"), "{}", message("rbff(1)"));
    assert!(message("rbf(-0.3)").contains("got -0.3"));
    assert!(message("rbf(nan)").contains("a number"));
    assert!(message("rbf(1").contains(", or )"));
    assert!(message("rbf(1,2,3)").contains("at most 2 numbers"));
    assert!(message("periodic(1:2)").contains(", or )"));
    assert!(message("rbf(1))").contains("character 7"));
    assert!(message(&"(".repeat(150)).contains("8 deep"));
    assert!(message(&"rbf(1)+".repeat(500)).contains("200 characters"));
    assert!(message("").contains("one of rbf"));
}

#[test]
fn a_parameter_can_be_replaced_in_place() {
    let product = kernel("periodic(0.9,3)*rbf(30)");
    let names: Vec<_> = product.parameters().iter().map(|p| (p.family, p.name)).collect();
    let want = ["lengthscale", "period", "variance"].map(|name| ("periodic", name));
    assert_eq!(names[..3], want);
    assert_eq!(product.with_parameter(1, 2.5).unwrap().to_string(), "periodic(0.9,2.5)*rbf(30)");
    assert_eq!(product.with_parameter(4, 9.0).unwrap().to_string(), "periodic(0.9,3)*rbf(30,9)");
    assert!(product.with_parameter(5, 1.0).is_err());
    assert!(product.with_parameter(0, f64::NAN).is_err());
}

#[test]
fn what_is_read_can_be_read_again_when_printed() {
    let typed = ["rbf"; 50].join("+");
    assert!(typed.len() < 200);
    let message = typed.parse::<Kernel>().unwrap_err().to_string();
    assert!(message.contains("got 349 characters"), "{message}");

    let longest = kernel(&["rbf(1)"; 28].join("+"));
    assert_eq!(longest.to_string().len(), 195);
    assert!(longest.with_parameter(0, 1.25).is_ok());
    assert!(longest.with_parameter(0, 1.234_567_89).is_err());
}

/// Short enough to be read again: at most six leaves of 28 characters.
fn any_kernel() -> impl Strategy<Value = Kernel> {
    let number = || (1_u32..5000).prop_map(|n| f64::from(n) / 100.0);
    let scales = prop::collection::vec(number(), 1..4);
    let leaf = prop_oneof![
        (scales, number())
            .prop_map(|(lengthscales, variance)| Kernel::Rbf { lengthscales, variance }),
        (number(), number()).prop_map(|(lengthscale, variance)| Kernel::Matern {
            smoothness: Smoothness::ThreeHalves,
            lengthscales: vec![lengthscale],
            variance
        }),
        (number(), number()).prop_map(|(lengthscale, period)| Kernel::Periodic {
            lengthscale,
            period,
            variance: 1.0
        }),
        number().prop_map(|eta| Kernel::Relu { eta }),
        (number(), number()).prop_map(|(variance, bias)| Kernel::Linear { variance, bias }),
    ];
    let pair = || prop::collection::vec(leaf.clone(), 2);
    let part =
        prop_oneof![leaf.clone(), pair().prop_map(Kernel::Sum), pair().prop_map(Kernel::Product)];
    let parts = || prop::collection::vec(part.clone(), 2..4);
    prop_oneof![leaf, parts().prop_map(Kernel::Sum), parts().prop_map(Kernel::Product)]
}

proptest! {
    #[test]
    fn printing_and_parsing_are_inverse(kernel in any_kernel()) {
        prop_assert_eq!(kernel.to_string().parse::<Kernel>().unwrap(), kernel);
    }

    #[test]
    fn gram_matrices_are_symmetric_and_positive(
        kernel in any_kernel().prop_filter("defined on one input", |kernel| kernel.takes(1)),
        positions in prop::collection::vec(-5.0..5.0, 1..8),
    ) {
        let inputs = line(positions);
        let gram = kernel.gram(&inputs, &inputs);
        prop_assert_eq!(gram.transpose(), gram.clone());
        prop_assert_eq!(gram.diagonal(), kernel.diagonal(&inputs));
        prop_assert!(Factor::new(gram).is_ok());
    }
}

#[test]
fn a_covariance_has_the_bits_of_the_gram_matrix_of_its_points() {
    let mut stream = Stream::new(1, "points", 0);
    for dimension in [1, 3] {
        let points = Matrix::from_fn(dimension, 37, |_, _| stream.normal());
        for expression in ["rbf(0.7)", "matern52(2)", "relu(1)", "periodic(1,2)*linear(1,2)"] {
            let (kernel, gram) = (kernel(expression), kernel(expression).gram(&points, &points));
            assert_eq!(kernel.covariance(&points), gram, "{expression}");
            assert_eq!(kernel.diagonal(&points), gram.diagonal(), "{expression}");
            assert_eq!(gram, gram.transpose(), "{expression}");
        }
    }
}

#[test]
fn lanes_of_every_width_have_the_same_bits() {
    let kernels =
        ["rbf(0.8)", "matern12(2)", "matern32(1,3)", "matern52(0.7)", "linear(1,0.3)", "relu(2)"];
    for (expression, inputs, points) in kernels.iter().flat_map(|expression| {
        [(expression, 1, 37), (expression, 3, 20), (expression, 10, 9), (expression, 2, 301)]
    }) {
        let mut stream = Stream::new(1, "lanes", points as u64);
        let x = Matrix::from_fn(inputs, points, |_, _| stream.normal());
        let found = crate::numeric::simd::on_every_width(|| {
            let joint = kernel(expression).covariance(&x);
            let cross = kernel(expression).gram(&x.columns(0, 5).into_owned(), &x);
            joint.iter().chain(cross.iter()).map(|entry| entry.to_bits()).collect::<Vec<_>>()
        });
        assert!(found.iter().all(|bits| *bits == found[0]), "{expression} of {inputs} inputs");
    }
}

/// Whoever stands beside a far point takes the longer way to the exponential.
#[test]
fn far_points_change_no_bit_of_near_ones() {
    let kernel = kernel("rbf(0.5,1.7)");
    let near: Vec<f64> = (0..41).map(|i| f64::from(i) * 0.4577 - 3.0).collect();
    for far in [18.7, 19.5, 30.0, 1e200, f64::INFINITY, f64::NAN] {
        let both: Vec<f64> = near.iter().copied().chain([far]).collect();
        let [alone, beside] = [&near, &both]
            .map(|x| kernel.gram(&line(x.iter().copied()), &line(near.iter().copied())));
        for (j, column) in alone.column_iter().enumerate() {
            let bits = |value: &f64| value.to_bits();
            assert!(
                column.iter().map(bits).eq(beside.column(j).iter().take(41).map(bits)),
                "{far}"
            );
        }
    }
}
