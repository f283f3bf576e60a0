//! Linear models, whose evidence is known: what tests compare with.

use crate::numeric::{Factor, Matrix, Stream, Vector, linalg, math};
use crate::points::Points;

/// Forty points of three inputs: a plane of order `scale`, and noise of a quarter of that.
pub fn plane(scale: f64) -> Points {
    let mut stream = Stream::new(3, "test", 0);
    let inputs = Matrix::from_vec(3, 40, stream.normals(120));
    let bumps = stream.normals(40);
    let value = |i: usize| {
        let x = inputs.column(i);
        scale * (1.5 * x[0] - 2.0 * x[1] + 0.3 * x[2] + 1.0 + 0.25 * bumps[i])
    };
    let observed = Vector::from_fn(40, |i, _| value(i));
    Points { inputs, truth: observed.clone(), observed }
}

/// A linear model's log evidence, over its weights' posterior: no matrix is larger than these are many.
pub fn evidence(train: &Points, [log_eta, log_noise]: [f64; 2]) -> f64 {
    let (inputs, count) = train.inputs.shape();
    let (eta, noise) = (math::exp(log_eta), math::exp(log_noise));
    let weights = inputs + 1;
    let scale = (weights as f64).sqrt();
    let design = Matrix::from_fn(count, weights, |point, i| {
        (if i == inputs { 1.0 } else { train.inputs[(i, point)] }) / scale
    });
    let mut precision = linalg::multiply(&design.transpose(), &design) / noise;
    (0..weights).for_each(|i| precision[(i, i)] += 1.0 / eta);
    let factor = Factor::new(precision).unwrap();
    let pull = linalg::multiply_vector(&design.transpose(), &train.observed) / noise;
    let mean = factor.solve_vector(&pull);
    let residual = &train.observed - linalg::multiply_vector(&design, &mean);
    let squares = residual.dot(&residual) / noise + mean.dot(&mean) / eta;
    let volume = factor.log_determinant() + weights as f64 * log_eta + count as f64 * log_noise;
    -0.5 * (squares + volume + count as f64 * math::ln(std::f64::consts::TAU))
}

/// The likeliest logarithms of eta and noise, among those that are `free`: by ever smaller steps.
pub fn likeliest(train: &Points, start: [f64; 2], free: [bool; 2]) -> [f64; 2] {
    let mut best = (evidence(train, start), start);
    let mut step = 4.0;
    while step > 1e-6 {
        let before = best;
        for i in (0..2).filter(|&i| free[i]) {
            for sign in [-1.0, 1.0] {
                let mut there = best.1;
                there[i] += sign * step;
                let found = evidence(train, there);
                best = if found > best.0 { (found, there) } else { best };
            }
        }
        step = if best == before { step / 2.0 } else { step };
    }
    best.1
}
