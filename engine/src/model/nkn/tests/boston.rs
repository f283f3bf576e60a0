//! On real data, where there are some.

use super::*;
use crate::model::RbfProcess;

#[path = "../../../../../tests/support/uci.rs"]
mod uci;

/// The table, standardised, its last column what was observed; nothing where there is none.
fn boston() -> Option<Points> {
    let text = std::fs::read_to_string(uci::folder()?.join("boston.csv")).unwrap();
    let numbers = |line: &str| line.split(',').map(|cell| cell.trim().parse().ok()).collect();
    let rows: Vec<Vec<f64>> = text.lines().filter_map(numbers).collect();
    let columns = rows.first()?.len();
    let standard = |column: usize| {
        let count = rows.len() as f64;
        let mean = rows.iter().map(|row| row[column]).sum::<f64>() / count;
        let square = rows.iter().map(|row| (row[column] - mean) * (row[column] - mean));
        let deviation = (square.sum::<f64>() / count).sqrt();
        (mean, if deviation > 0.0 { deviation } else { 1.0 })
    };
    let scales: Vec<(f64, f64)> = (0..columns).map(standard).collect();
    let cell = |row: usize, column: usize| {
        let (mean, deviation) = scales[column];
        (rows[row][column] - mean) / deviation
    };
    let inputs = Matrix::from_fn(columns - 1, rows.len(), |k, j| cell(j, k));
    let observed = Vector::from_fn(rows.len(), |j, _| cell(j, columns - 1));
    Some(Points { inputs, truth: observed.clone(), observed })
}

/// A more flexible kernel makes the data at least as likely as an rbf kernel with a lengthscale for each input.
#[test]
fn boston_is_at_least_as_likely_as_under_an_rbf_kernel() {
    let Some(all) = boston() else { return };
    let some: Vec<usize> = (0..all.len()).step_by(5).collect();
    let train = all.select(&some);
    let likelihood = |model: &dyn Model| {
        let fitted = model.learn(&train, &train.inputs, &mut keep_going).unwrap();
        fitted.note("log_marginal_likelihood").unwrap()
    };
    let rbf =
        likelihood(&RbfProcess { ard: true, noise: None, restarts: 0, ..RbfProcess::default() });
    let nkn = likelihood(&Nkn { noise: None, ..Nkn::default() });
    assert!(nkn >= rbf, "{nkn} is below {rbf}");
}
