//! Everything that is learned as one list, so that Adam need not know what it means: logarithms of the primitives'
//! numbers, weights and biases before softplus makes them positive, and the log deviation of the noise.

use crate::model::nkn::kernel::{NeuralKernel, Slope};
use crate::model::nkn::layers::{self, PRIMITIVES, SIZE};
use crate::model::nkn::primitives::{EACH, Primitives, RADIAL};
use crate::model::noise::FIRST_LOG_DEVIATION;
use crate::model::positive::{LEAST_NOISE, above, logarithm, typical_lengthscales};
use crate::numeric::{Matrix, Stream, math};

/// What lengthscales start as, in units of the usual one.
const SHARES: [f64; RADIAL] = [1.0 / 6.0, 2.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0];
/// What the rational quadratics' alphas start as.
const ALPHAS: [f64; EACH] = [0.1, 1.0];
/// What biases start as.
const BIAS: f64 = 0.01;
/// Beyond this nothing changes any more, and numbers would leave what 64 bits hold.
const REACH: f64 = 30.0;

/// What is learned, where it is now.
#[derive(Clone)]
pub struct Parameters {
    /// Variances, then lengthscales, of each primitive by input; alphas; weights and biases; the noise; one entry
    /// more, if that makes it even.
    pub list: Vec<f64>,
    inputs: usize,
    /// The noise, if it is known.
    known: Option<f64>,
}

impl Parameters {
    /// Where learning starts.
    pub fn new(points: &Matrix, known: Option<f64>, seed: u64) -> Self {
        let inputs = points.nrows();
        let mut list = vec![0.0; EACH * inputs];
        let usual = typical_lengthscales(points);
        for share in SHARES {
            list.extend(usual.iter().map(|length| math::ln(share * length)));
        }
        list.extend(ALPHAS.map(math::ln));
        let mut stream = Stream::new(seed, "nkn weights", 0);
        list.extend((0..SIZE).map(|at| {
            let (enter, is_bias) = layers::place(at);
            let first = (0.5 + stream.uniform()) / enter as f64;
            math::softplus_inverse(if is_bias { BIAS } else { first })
        }));
        let noise = math::exp(2.0 * FIRST_LOG_DEVIATION);
        list.push(0.5 * logarithm(LEAST_NOISE, noise));
        list.resize(list.len().next_multiple_of(2), 0.0);
        Self { list, inputs, known }
    }

    /// The variance of the noise.
    pub fn noise(&self) -> f64 {
        let learned = || above(LEAST_NOISE, 2.0 * reached(self.list[self.noise_at()]));
        self.known.unwrap_or_else(learned)
    }

    /// The kernel.
    pub fn kernel(&self) -> NeuralKernel {
        let (primitives, rest) = self.list.split_at(PRIMITIVES * self.inputs);
        let list = |k: usize, factor: f64| {
            let logs = primitives[k * self.inputs..][..self.inputs].iter();
            logs.map(|log| math::exp(factor * reached(*log))).collect()
        };
        let mut weights = [0.0; SIZE];
        weights.iter_mut().zip(&rest[EACH..]).for_each(|(to, at)| *to = math::softplus(*at));
        NeuralKernel {
            primitives: Primitives {
                variances: std::array::from_fn(|k| list(k, 1.0)),
                rates: std::array::from_fn(|k| list(EACH + k, -2.0)),
                alphas: [rest[0], rest[1]].map(|log| math::exp(reached(log))),
            },
            weights,
        }
    }

    /// The gradient by the list, downhill, from that of what is made large by what it means.
    pub fn downhill(&self, slope: &Slope, by_noise: f64) -> Vec<f64> {
        let NeuralKernel { primitives, .. } = self.kernel();
        let mut gradient = Vec::with_capacity(self.list.len());
        for (slopes, variances) in slope.variances.iter().zip(&primitives.variances) {
            gradient.extend(slopes.iter().zip(variances).map(|(slope, v)| slope * v));
        }
        for (slopes, rates) in slope.rates.iter().zip(&primitives.rates) {
            gradient.extend(slopes.iter().zip(rates).map(|(slope, rate)| -2.0 * slope * rate));
        }
        gradient.extend((0..EACH).map(|k| slope.alphas[k] * primitives.alphas[k]));
        let layers = &self.list[gradient.len()..][..SIZE];
        gradient
            .extend(slope.weights().iter().zip(layers).map(|(by, at)| by * math::logistic(*at)));
        let above = self.noise() - LEAST_NOISE;
        gradient.push(if self.known.is_some() { 0.0 } else { 2.0 * by_noise * above });
        gradient.resize(self.list.len(), 0.0);
        let layers = self.noise_at() - SIZE..self.noise_at();
        for (i, (slope, at)) in gradient.iter_mut().zip(&self.list).enumerate() {
            let stuck = !layers.contains(&i) && at.abs() > REACH;
            *slope = if stuck { 0.0 } else { -*slope };
        }
        gradient
    }

    /// All of the kernel's numbers, as a state keeps them.
    pub fn numbers(kernel: &NeuralKernel) -> Vec<f64> {
        let Primitives { variances, rates, alphas } = &kernel.primitives;
        let lists = variances.iter().chain(rates).flatten();
        lists.chain(alphas).chain(&kernel.weights).copied().collect()
    }

    /// The kernel of so many inputs with these numbers, of which there must be enough.
    pub fn kernel_of(inputs: usize, numbers: &[f64]) -> NeuralKernel {
        let list = |k: usize| numbers[k * inputs..][..inputs].to_vec();
        let rest = &numbers[PRIMITIVES * inputs..];
        let mut weights = [0.0; SIZE];
        weights.copy_from_slice(&rest[EACH..][..SIZE]);
        NeuralKernel {
            primitives: Primitives {
                variances: std::array::from_fn(list),
                rates: std::array::from_fn(|k| list(EACH + k)),
                alphas: [rest[0], rest[1]],
            },
            weights,
        }
    }

    fn noise_at(&self) -> usize {
        PRIMITIVES * self.inputs + EACH + SIZE
    }
}

fn reached(log: f64) -> f64 {
    log.clamp(-REACH, REACH)
}
