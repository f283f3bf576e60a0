//! Lanes of every width give the same bits, whatever the shape.

use super::*;
use crate::numeric::simd::on_every_width;
use crate::numeric::{Matrix, Stream, Vector};
use proptest::prelude::*;

fn random(rows: usize, columns: usize, purpose: &str) -> Matrix {
    let mut stream = Stream::new(5, purpose, (rows * 1000 + columns) as u64);
    Matrix::from_fn(rows, columns, |_, _| stream.normal())
}

fn bits(matrix: &Matrix) -> Vec<u64> {
    matrix.iter().map(|entry| entry.to_bits()).collect()
}

fn same_on_every_width(work: impl FnMut() -> Vec<u64>) {
    let found = on_every_width(work);
    assert!(found.iter().all(|bits| *bits == found[0]), "widths differ");
}

fn check_products(rows: usize, columns: usize, depth: usize) {
    let (a, b, c) =
        (random(rows, depth, "a"), random(depth, columns, "b"), random(rows, columns, "c"));
    same_on_every_width(|| bits(&multiply(&a, &b)));
    same_on_every_width(|| bits(&multiply_transpose(&a, &b.transpose())));
    same_on_every_width(|| {
        let mut difference = c.clone();
        subtract_transpose_product(&mut difference, &a.transpose(), &b);
        bits(&difference)
    });
    same_on_every_width(|| bits(&outer(&a)));
    same_on_every_width(|| {
        let mut square = Matrix::identity(rows, rows);
        subtract_gram(&mut square, &a.transpose());
        add_gram(&mut square, &a.transpose());
        bits(&square)
    });
    let (x, y) = (Vector::from_element(depth, 0.3), Vector::from_element(rows, 0.7));
    same_on_every_width(|| multiply_vector(&a, &x).iter().map(|x| x.to_bits()).collect());
    same_on_every_width(|| transpose_multiply_vector(&a, &y).iter().map(|x| x.to_bits()).collect());
}

fn check_factors(size: usize, columns: usize) {
    let root = random(size, size, "root");
    let covariance = outer(&root) / size.max(1) as f64 + Matrix::identity(size, size);
    let right = random(size, columns, "right");
    same_on_every_width(|| {
        let mut lower = covariance.clone();
        cholesky_in_place(&mut lower).unwrap();
        let (mut forward, mut backward) = (right.clone(), right.clone());
        solve_lower_in_place(&lower, &mut forward);
        solve_lower_transposed_in_place(&lower, &mut backward);
        [lower, forward, backward].iter().flat_map(bits).collect()
    });
}

proptest! {
    #[test]
    fn products_have_the_same_bits(rows in 0usize..60, columns in 0usize..40, depth in 0usize..30) {
        check_products(rows, columns, depth);
    }

    #[test]
    fn factors_have_the_same_bits(size in 0usize..80, columns in 0usize..70) {
        check_factors(size, columns);
    }

    #[test]
    fn conditioning_has_the_same_bits(size in 0usize..40, variance in 0.0..2.0f64, other in -1.0..1.0f64) {
        let (before, with) = (random(size, 1, "before").abs(), random(size, 1, "with"));
        let observation = Observation { variance, noise: 0.1 };
        same_on_every_width(|| {
            let (mut covariances, mut variances) = (before.clone(), before.clone());
            observation.condition(covariances.as_mut_slice(), with.as_slice(), other);
            observation.condition_variances(variances.as_mut_slice(), with.as_slice());
            let one = |(i, v): (usize, &f64)| observation.condition_variance(*v, with[i]);
            let alone: Vec<f64> = before.iter().enumerate().map(one).collect();
            assert_eq!(alone, variances.as_slice());
            [covariances, variances].iter().flat_map(bits).collect()
        });
    }
}

#[test]
fn large_shapes_have_the_same_bits() {
    for (rows, columns, depth) in [(300, 101, 259), (97, 200, 600), (1, 9, 513), (96, 8, 1)] {
        check_products(rows, columns, depth);
    }
    [(64, 33), (257, 100), (531, 7)]
        .iter()
        .for_each(|&(size, columns)| check_factors(size, columns));
}
