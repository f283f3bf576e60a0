//! How fast this machine is: estimates count what work takes on an ordinary one without wide lanes, and a list of hours is
//! read by people who want to know when they can come back.

use std::time::Instant;

use talscope::model::{Dropout, Fit, Model, keep_going};
use talscope::numeric::{Matrix, Vector};
use talscope::points::Points;

/// How often a sample of work is timed: whatever else the machine does can only make one slower, and one of these is
/// short enough not to be interrupted.
const TIMES: usize = 40;

/// Seconds that a second of estimated work takes here: that of the training of a network, of which most long runs
/// consist.
pub fn measured() -> f64 {
    let sample = Dropout { epochs: 50, ..Dropout::default() };
    let (inputs, count) = (8, 100);
    let places = Matrix::from_fn(inputs, count, |i, j| ((7 * i + 3 * j) % 11) as f64 / 5.0 - 1.0);
    let observed = Vector::from_fn(count, |j, _| places[(0, j)] - places[(1, j)]);
    let train = Points { inputs: places.clone(), truth: observed.clone(), observed };
    let estimated = sample.training_cost(inputs, count).as_seconds();
    let seconds = (0..TIMES).filter_map(|_| {
        let start = Instant::now();
        let progress = &mut keep_going;
        let fit = Fit { train: &train, inputs: &places, validation: None, progress };
        sample.train(0, fit).is_ok().then(|| start.elapsed().as_secs_f64())
    });
    let least = seconds.fold(f64::INFINITY, f64::min);
    if least.is_finite() { least / estimated } else { 1.0 }
}
