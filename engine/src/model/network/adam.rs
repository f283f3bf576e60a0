//! Adam (Kingma & Ba 2015), with the usual constants.

use crate::numeric::simd::{self, F64x2, Lanes, Work};

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
        let moments = [&mut self.first[..], &mut self.second[..]];
        simd::run(Step { parameters, gradient, moments, rate: rate / first, correction: second });
    }
}

struct Step<'a> {
    parameters: &'a mut [f64],
    gradient: &'a [f64],
    moments: [&'a mut [f64]; 2],
    rate: f64,
    correction: f64,
}

impl Work for Step<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { parameters, gradient, moments: [first, second], rate, correction } = self;
        let whole = parameters.len() - parameters.len() % L::COUNT;
        let (parameters, last) = parameters.split_at_mut(whole);
        let ((first, last_first), (second, last_second)) =
            (first.split_at_mut(whole), second.split_at_mut(whole));
        let (gradient, last_gradient) = gradient.split_at(whole);
        step::<L>(parameters, gradient, [first, second], rate, correction);
        if L::COUNT > 2 {
            step::<F64x2>(last, last_gradient, [last_first, last_second], rate, correction);
        }
    }
}

#[inline(always)]
fn step<L: Lanes>(
    parameters: &mut [f64],
    gradient: &[f64],
    [first, second]: [&mut [f64]; 2],
    rate: f64,
    correction: f64,
) {
    let (keep, take) = (L::splat(FIRST), L::splat(1.0 - FIRST));
    let (keep_square, take_square) = (L::splat(SECOND), L::splat(1.0 - SECOND));
    let (rate, correction, least) = (L::splat(rate), L::splat(correction), L::splat(LEAST));
    let moments = L::arrays_mut(first).0.iter_mut().zip(L::arrays_mut(second).0);
    let all = L::arrays_mut(parameters).0.iter_mut().zip(L::arrays(gradient).0);
    for ((parameter, gradient), (first, second)) in all.zip(moments) {
        let gradient = L::of(gradient);
        let m = keep * L::of(first) + take * gradient;
        let v = keep_square * L::of(second) + take_square * gradient * gradient;
        m.write(first);
        v.write(second);
        let down = rate * m / ((v / correction).sqrt() + least);
        (L::of(parameter) - down).write(parameter);
    }
}
