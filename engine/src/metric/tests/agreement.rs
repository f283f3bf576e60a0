//! Metacorrelation.

use super::*;

/// Pearson's formula by sums of raw moments.
fn brute_pearson(left: &[f64], right: &[f64]) -> f64 {
    let n = left.len() as f64;
    let sum = |f: &dyn Fn(usize) -> f64| (0..left.len()).map(f).sum::<f64>();
    let (a, b) = (sum(&|i| left[i]), sum(&|i| right[i]));
    let covariance = n * sum(&|i| left[i] * right[i]) - a * b;
    let spread = |x: &[f64], s: f64| n * sum(&|i| x[i] * x[i]) - s * s;
    covariance / (spread(left, a) * spread(right, b)).sqrt()
}

/// A rank is the number of smaller values and half the number of other equal ones.
fn brute_ranks(values: &[f64]) -> Vec<f64> {
    let rank = |own: &f64| {
        let smaller = values.iter().filter(|other| *other < own).count() as f64;
        let equal = values.iter().filter(|other| *other == own).count() as f64;
        smaller + (equal - 1.0) / 2.0
    };
    values.iter().map(rank).collect()
}

#[track_caller]
fn check(candidate: &Matrix, oracle: &Matrix, pairs: &[(usize, usize)], entries: Entries) {
    let [left, right] = [candidate, oracle].map(|side| {
        let all = correlation(side);
        pairs.iter().map(|&(i, j)| all[(i, j)]).collect::<Vec<f64>>()
    });
    let got = metacorrelation(candidate, oracle, entries).unwrap();
    near(got.pearson.unwrap(), brute_pearson(&left, &right));
    near(got.spearman.unwrap(), brute_pearson(&brute_ranks(&left), &brute_ranks(&right)));
}

#[test]
fn it_equals_its_definition_on_blocks_and_triangles() {
    let (a, mut b) = (Model::random(1, 9, 4, 0.0), Model::random(2, 9, 3, 0.0));
    let triangle: Vec<_> = (0..9).flat_map(|j| (0..j).map(move |i| (i, j))).collect();
    let (rows, cols) = ([0, 1, 5, 2], [7, 8, 5]);
    let block = pairs_of(&rows, &cols);
    for _ in 0..2 {
        check(&a.covariance, &b.covariance, &triangle, Entries::UpperTriangle);
        let entries = Entries::Block { rows: &rows, cols: &cols };
        check(&a.covariance, &b.covariance, &block, entries);
        // And with a point without variance, whose correlations of 0 count and tie.
        b.covariance.fill_row(5, 0.0);
        b.covariance.fill_column(5, 0.0);
    }
}

/// Every pair of a row and a different column, whichever way round, once.
fn pairs_of(rows: &[usize], cols: &[usize]) -> Vec<(usize, usize)> {
    let all = rows.iter().flat_map(|&i| cols.iter().map(move |&j| (i.min(j), i.max(j))));
    let different: std::collections::BTreeSet<_> = all.filter(|(i, j)| i != j).collect();
    different.into_iter().collect()
}

/// Ones on the diagonal agree under every model, and would lift any metacorrelation.
#[test]
fn no_point_is_compared_with_itself_and_no_pair_twice() {
    let (a, b) = (Model::random(3, 9, 4, 0.0), Model::random(4, 9, 3, 0.0));
    let all: Vec<usize> = (0..9).collect();
    for (rows, cols) in [
        (&[0, 1, 2, 3][..], &[1, 2, 3, 4][..]),
        (&[3, 2, 1, 0], &[0, 1, 2, 3]),
        (&[8, 0, 4], &[4, 5, 8, 6]),
        (&all, &all),
        (&all[2..], &[7, 1, 0]),
    ] {
        let entries = Entries::Block { rows, cols };
        check(&a.covariance, &b.covariance, &pairs_of(rows, cols), entries);
    }
    let whole = Entries::Block { rows: &all, cols: &all };
    let triangle = metacorrelation(&a.covariance, &b.covariance, Entries::UpperTriangle).unwrap();
    assert_eq!(metacorrelation(&a.covariance, &b.covariance, whole).unwrap(), triangle);
    // A point with itself alone is no pair at all.
    let one = Entries::Block { rows: &[2], cols: &[2] };
    let nothing = Metacorrelation { pearson: None, spearman: None };
    assert_eq!(metacorrelation(&a.covariance, &b.covariance, one).unwrap(), nothing);
}

#[test]
fn constant_correlations_agree_with_nothing() {
    let nothing = Metacorrelation { pearson: None, spearman: None };
    let varied = Model::random(1, 5, 3, 0.0).covariance;
    let rank_one = Matrix::from_fn(5, 5, |i, j| ((i + 1) * (j + 1)) as f64);
    for constant in [Matrix::identity(5, 5), rank_one] {
        assert_eq!(metacorrelation(&constant, &varied, Entries::UpperTriangle).unwrap(), nothing);
        assert_eq!(metacorrelation(&varied, &constant, Entries::UpperTriangle).unwrap(), nothing);
    }
    let one = Matrix::identity(1, 1);
    assert_eq!(metacorrelation(&one, &one, Entries::UpperTriangle).unwrap(), nothing);
    let same = metacorrelation(&varied, &varied, Entries::UpperTriangle).unwrap();
    assert_eq!(same, Metacorrelation { pearson: Some(1.0), spearman: Some(1.0) });
}

proptest! {
    #[test]
    fn rescaling_marginals_changes_nothing(seed in 0u64..1000) {
        let (a, b) = (Model::random(seed, 6, 4, 0.0), Model::random(seed + 1, 6, 4, 0.0));
        let mut stream = Stream::new(seed, "test of scales", 0);
        let scale: Vec<f64> = stream.normals(6).into_iter().map(|z| math::exp(2.0 * z)).collect();
        let scaled = Matrix::from_fn(6, 6, |i, j| scale[i] * a.covariance[(i, j)] * scale[j]);
        let want = metacorrelation(&a.covariance, &b.covariance, Entries::UpperTriangle).unwrap();
        let got = metacorrelation(&scaled, &b.covariance, Entries::UpperTriangle).unwrap();
        near(got.pearson.unwrap(), want.pearson.unwrap());
        near(got.spearman.unwrap(), want.spearman.unwrap());
    }
}
