//! Adam (Kingma & Ba 2015), with the usual constants.

use crate::numeric::simd::F64x2;

const FIRST: f64 = 0.9;
const SECOND: f64 = 0.999;
const LEAST: f64 = 1e-8;

/// The moments of a list of parameters.
#[derive(Debug, Clone)]
pub struct Adam {
    first: Vec<f64>,
    second: Vec<f64>,
    /// Powers of the two rates of decay.
    powers: [f64; 2],
}

impl Adam {
    /// For so many parameters, which must be even: lists are padded.
    pub fn new(count: usize) -> Self {
        assert!(count.is_multiple_of(2), "lists of parameters are padded");
        Self { first: vec![0.0; count], second: vec![0.0; count], powers: [1.0; 2] }
    }

    /// One step down a gradient.
    pub fn step(&mut self, parameters: &mut [f64], gradient: &[f64], rate: f64) {
        self.powers = [self.powers[0] * FIRST, self.powers[1] * SECOND];
        let [first, second] = self.powers.map(|power| 1.0 - power);
        // theta -= rate * (m / (1 - b1^t)) / (sqrt(v / (1 - b2^t)) + eps)
        step(parameters, gradient, [&mut self.first, &mut self.second], rate / first, second);
    }
}

#[inline(never)]
fn step(
    parameters: &mut [f64],
    gradient: &[f64],
    [first, second]: [&mut [f64]; 2],
    rate: f64,
    correction: f64,
) {
    let [keep, take] = [FIRST, 1.0 - FIRST].map(F64x2::splat);
    let [keep_square, take_square] = [SECOND, 1.0 - SECOND].map(F64x2::splat);
    let [rate, correction, least] = [rate, correction, LEAST].map(F64x2::splat);
    let moments = first.as_chunks_mut::<2>().0.iter_mut().zip(second.as_chunks_mut::<2>().0);
    let all = parameters.as_chunks_mut::<2>().0.iter_mut().zip(gradient.as_chunks::<2>().0);
    for ((parameter, gradient), (first, second)) in all.zip(moments) {
        let gradient = F64x2::load(gradient);
        let m = keep * F64x2::load(first) + take * gradient;
        let v = keep_square * F64x2::load(second) + take_square * gradient * gradient;
        m.store(first);
        v.store(second);
        let down = rate * m / ((v / correction).sqrt() + least);
        (F64x2::load(parameter) - down).store(parameter);
    }
}
