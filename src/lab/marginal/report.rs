//! Every number of the figure.

use crate::lab::marginal::{Calibration, Picture};
use crate::report::{Report, Table};
use crate::task::Points;

/// Every number of the figure.
pub fn report(picture: &Picture, calibration: &Calibration) -> Report {
    let Picture { x, truth, belief, task, log_likelihood, rmse, .. } = picture;
    let deviation = belief.variance.map(f64::sqrt);
    let coverage = picture.coverage();
    let summary = [("log likelihood", log_likelihood), ("RMSE", rmse), ("coverage", &coverage)];
    let points = |name, points: &Points| {
        let Points { inputs, truth, observed } = points;
        Table::new(
            name,
            [("x", inputs.as_slice()), ("truth", truth.as_slice()), ("y", observed.as_slice())],
        )
    };
    let curve = [
        ("x", &x[..]),
        ("truth", truth),
        ("mean", belief.mean.as_slice()),
        ("sd", deviation.as_slice()),
    ];
    let curve_of_levels = [
        ("level", &calibration.levels[..]),
        ("observed", &calibration.observed),
        ("standard error", &calibration.standard_error),
    ];
    Report {
        tables: vec![
            Table::new("summary", summary.map(|(name, value)| (name, std::slice::from_ref(value)))),
            points("train", &task.train),
            points("targets", &task.targets),
            Table::new("posterior", curve),
            Table::new("calibration", curve_of_levels),
        ],
    }
}
