//! A Gaussian process with an rbf kernel whose numbers are learned: type-II maximum likelihood
//! (Rasmussen & Williams 2006, section 5.4).

mod kind;

use std::f64::consts::TAU;

use crate::cost::Cost;
use crate::error::{Error, Result};
use crate::kernel::Kernel;
use crate::model::positive::{LEAST_LENGTHSCALE, LEAST_NOISE, LEAST_VARIANCE, above, typical};
use crate::model::training::{between, bytes_of, known_noise, positive, room};
use crate::model::{Fit, Fitted, GaussianProcess, Model, Note, Trained, facts};
use crate::numeric::linalg::{self, Factor};
use crate::numeric::{Matrix, Minimum, Stream, math, minimise, sorted_by};
use crate::points::Points;

pub use kind::KIND;

/// A zero-mean Gaussian process whose lengthscales, variance and noise are those that make the data
/// likeliest.
#[derive(Debug, Clone, PartialEq)]
pub struct RbfProcess {
    /// Whether every input has a lengthscale of its own.
    pub ard: bool,
    /// How many searches are followed to their end, beside the first.
    pub restarts: usize,
    /// Variance of the noise; without one, it is learned.
    pub noise: Option<f64>,
    /// What noise that is learned stays above.
    pub least_noise: f64,
}

impl Default for RbfProcess {
    fn default() -> Self {
        Self { ard: false, restarts: 3, noise: Some(0.01), least_noise: LEAST_NOISE }
    }
}

/// Places where a search may start, all of which are looked at.
const STARTS: usize = 96;
/// Searches that are tried for each that is followed to its end.
const TRIED: usize = 8;
/// With at most so many points a search costs next to nothing, and with a lengthscale an input their
/// likelihood has many peaks: then so many searches are followed for each that otherwise would be.
const FEW: usize = 32;
const MORE: usize = STARTS / 4;
/// The smallest share that one pivot may be of another. Below, rounding moves the likelihood by more
/// than the hills that a search would climb.
const LEAST_PIVOT: f64 = 1e-13;
/// How far logarithms reach: kernels have numbers up to 1e30. Beyond, nothing changes; a wall there
/// would hold up all numbers of a search of which one runs to infinity.
const REACH: f64 = 69.0;
/// By how much the logarithms of all lengthscales but one grow where only that input shall matter.
const ALONE: f64 = 5.0;
/// Steps of a search that is only tried.
const TRIAL: usize = 12;
/// Steps of one that is followed to its end.
const WHOLE: usize = 400;

impl Model for RbfProcess {
    fn pieces(&self) -> usize {
        1
    }

    fn version(&self) -> u32 {
        1
    }

    fn check(&self, inputs: usize, seen: usize, asked: usize) -> Result<()> {
        between("restarts", self.restarts, 0, 1_000)?;
        known_noise(self.noise)?;
        positive("least_noise", self.least_noise)?;
        room(self.bytes(inputs, seen, asked))
    }

    fn train(&self, _: usize, mut fit: Fit) -> Result<Trained> {
        self.check(fit.train.inputs.nrows(), fit.train.len(), 0)?;
        let search = Search::new(self, fit.train);
        let best = search.best(&mut fit)?;
        let Numbers { lengthscales, variance, noise } = search.numbers(&best.at);
        let mut state = vec![variance, noise, -best.value, best.iterations as f64, best.slope()];
        state.extend(lengthscales);
        Ok((state, Vec::new()).into())
    }

    fn predict(&self, trained: &[Trained], fit: Fit) -> Result<Fitted> {
        let mut state = Trained::only(trained)?.read();
        let [variance, noise, likelihood, iterations, gradient] = state.numbers()?;
        let lengthscales =
            state.take(if self.ard { fit.train.inputs.nrows() } else { 1 })?.to_vec();
        state.end()?;
        let lengthscale = Note::lengthscale(&lengthscales, self.ard);
        let free = self.noise.is_none().then_some((noise, self.least_noise));
        let facts = facts::kernel(fit.train, &lengthscales, free);
        let process = Numbers { lengthscales, variance, noise }.process();
        let learned = vec![
            lengthscale,
            Note::number("variance", variance),
            Note::number("noise_variance", noise),
            Note::number("log_marginal_likelihood", likelihood),
        ];
        let diagnostics =
            vec![Note::number("iterations", iterations), Note::number("gradient", gradient)];
        Ok(Fitted { learned, diagnostics, facts, ..process.predict(&[], fit)? })
    }

    /// Distances of all pairs, and the matrices of a step.
    fn bytes(&self, inputs: usize, seen: usize, asked: usize) -> f64 {
        let [n, m] = [seen, asked].map(|count| count as f64);
        let scales = if self.ard { inputs as f64 } else { 1.0 };
        bytes_of((n * n * (4.0 + 0.5 * scales)).max(n * n + 2.0 * n * m + 1.1 * m * m))
    }

    fn training_cost(&self, inputs: usize, seen: usize) -> Cost {
        let n = seen as f64;
        let lengthscales = if self.ard { inputs as f64 } else { 1.0 };
        let evaluation = Cost::operations(n * n * (12.0 + inputs as f64 + 2.0 * lengthscales))
            + Cost::blocked(n * n * n)
            + Cost::operations(1_000.0);
        let (tried, followed) = self.searches(seen);
        evaluation * (STARTS as f64 + (TRIAL * tried + 60 * followed) as f64)
    }

    fn prediction_cost(&self, _: usize, seen: usize, asked: usize) -> Cost {
        let square = asked as f64 * asked as f64;
        Cost::blocked(seen as f64 * square / 2.0) + Cost::operations(25.0 * square)
    }
}

impl RbfProcess {
    /// How many searches are tried, and how many of them followed to their end, on so many points.
    fn searches(&self, points: usize) -> (usize, usize) {
        let wanted = self.restarts + 1;
        let followed = if points <= FEW { MORE * wanted } else { wanted };
        ((TRIED * wanted).max(followed).min(STARTS), followed.min(STARTS))
    }
}

/// The kernel's numbers and the noise.
struct Numbers {
    lengthscales: Vec<f64>,
    variance: f64,
    noise: f64,
}

impl Numbers {
    fn process(&self) -> GaussianProcess {
        let (lengthscales, variance) = (self.lengthscales.clone(), self.variance);
        let kernel = Kernel::Rbf { lengthscales, variance };
        GaussianProcess { kernel, noise: self.noise }
    }
}

/// A search for the best numbers: in logarithms of what they have above their floors.
struct Search<'a> {
    model: &'a RbfProcess,
    train: &'a Points,
    /// Squared differences of all pairs, lower triangle by columns: a list an input, or one of their
    /// sums.
    squares: Vec<Vec<f64>>,
    inputs: usize,
}

impl<'a> Search<'a> {
    fn new(model: &'a RbfProcess, train: &'a Points) -> Self {
        let (inputs, count) = train.inputs.shape();
        let square = |input: usize, i: usize, j: usize| {
            let away = train.inputs[(input, i)] - train.inputs[(input, j)];
            away * away
        };
        let pairs = || (0..count).flat_map(move |j| (j..count).map(move |i| (i, j)));
        let squares = match model.ard {
            true => (0..inputs)
                .map(|input| pairs().map(|(i, j)| square(input, i, j)).collect())
                .collect(),
            false => {
                let total = |(i, j)| (0..inputs).fold(0.0, |sum, input| sum + square(input, i, j));
                vec![pairs().map(total).collect()]
            }
        };
        Self { model, train, squares, inputs }
    }

    /// The numbers at a place.
    fn numbers(&self, at: &[f64]) -> Numbers {
        let scales = self.squares.len();
        let above = |floor: f64, at: f64| above(floor, at.clamp(-REACH, REACH));
        let lengthscales: Vec<f64> =
            at[..scales].iter().map(|at| above(LEAST_LENGTHSCALE, *at)).collect();
        Numbers {
            lengthscales,
            variance: above(LEAST_VARIANCE, at[scales]),
            noise: self
                .model
                .noise
                .unwrap_or_else(|| above(self.model.least_noise, at[scales + 1])),
        }
    }

    /// Minus the log marginal likelihood, and its gradient.
    fn evaluate(&self, at: &[f64]) -> Option<(f64, Vec<f64>)> {
        let numbers = self.numbers(at);
        let count = self.train.len();
        let mut kernel = self.exponents(&numbers.lengthscales);
        math::exp_in_place(&mut kernel);
        let mut covariance = Matrix::zeros(count, count);
        for (place, (i, j)) in pairs(count).enumerate() {
            covariance[(i, j)] = numbers.variance * kernel[place];
        }
        (0..count).for_each(|i| covariance[(i, i)] += numbers.noise);
        let factor = Factor::new(covariance).ok().filter(trustworthy)?;
        let weights = factor.solve_vector(&self.train.observed);
        let fit = linalg::dot(weights.as_slice(), self.train.observed.as_slice());
        let value = 0.5 * (fit + factor.log_determinant() + count as f64 * math::ln(TAU));
        let inverse = factor.solve(Matrix::identity(count, count));
        // d/dt of the value = tr((K^-1 - w w^T) dK/dt) / 2, over the lower triangle twice.
        let (mut by_variance, mut by_noise) = (0.0, 0.0);
        let mut by_scale = vec![0.0; self.squares.len()];
        for (place, (i, j)) in pairs(count).enumerate() {
            let pull = inverse[(i, j)] - weights[i] * weights[j];
            let twice = if i == j { 0.5 * pull } else { pull };
            let share = twice * kernel[place];
            by_variance += share;
            for (sum, squares) in by_scale.iter_mut().zip(&self.squares) {
                *sum += share * squares[place];
            }
            if i == j {
                by_noise += 0.5 * pull;
            }
        }
        let mut gradient: Vec<f64> = by_scale
            .iter()
            .zip(&numbers.lengthscales)
            .map(|(sum, l)| numbers.variance * sum / (l * l * l) * (l - LEAST_LENGTHSCALE))
            .collect();
        gradient.push(by_variance * (numbers.variance - LEAST_VARIANCE));
        if self.model.noise.is_none() {
            gradient.push(by_noise * (numbers.noise - self.model.least_noise));
        }
        gradient.iter_mut().zip(at).filter(|(_, at)| at.abs() > REACH).for_each(|(g, _)| *g = 0.0);
        value.is_finite().then_some((value, gradient))
    }

    /// `-r^2 / 2` of all pairs.
    fn exponents(&self, lengthscales: &[f64]) -> Vec<f64> {
        let mut sums = vec![0.0; self.squares[0].len()];
        for (squares, l) in self.squares.iter().zip(lengthscales) {
            let scale = -0.5 / (l * l);
            sums.iter_mut().zip(squares).for_each(|(sum, square)| *sum += scale * square);
        }
        sums
    }

    /// The best of many starts: all are looked at, the better ones tried, the best few followed.
    fn best(&self, fit: &mut Fit) -> Result<Minimum> {
        let function = |at: &[f64]| self.evaluate(at);
        let looked_at = |start: Vec<f64>| Some((self.evaluate(&start)?.0, start));
        let mut starts = self.starts().into_iter().filter_map(looked_at);
        // The first start, by the usual rule, is always among those that are tried.
        let usual = starts.next();
        let others = sorted_by(starts.collect(), |start| start.0);
        let mut starts: Vec<_> = usual.into_iter().chain(others).collect();
        let (tried, followed) = self.model.searches(self.train.len());
        starts.truncate(tried);
        let mut found = Vec::new();
        let tried = starts.len();
        for (done, (_, start)) in starts.into_iter().enumerate() {
            fit.tell(0.6 * done as f64 / tried as f64, &|| None)?;
            found.extend(minimise(function, start, TRIAL));
        }
        let found = sorted_by(found, |minimum| minimum.value);
        let mut best: Option<Minimum> = None;
        for trial in different(found).take(followed) {
            fit.tell(0.7, &|| None)?;
            let tried = trial.iterations;
            let Some(mut end) = minimise(function, trial.at, WHOLE) else { continue };
            end.iterations += tried;
            if best.as_ref().is_none_or(|best| end.value < best.value) {
                best = Some(end);
            }
        }
        let problem = || {
            let expected = "data that some lengthscale explains in 64-bit numbers; give them noise";
            Error::value("the marginal likelihood", "not finite", expected)
        };
        best.ok_or_else(problem)
    }

    /// The usual start, then places spread around it.
    fn starts(&self) -> Vec<Vec<f64>> {
        let observed = self.train.observed.as_slice();
        let mean_square = linalg::dot(observed, observed) / observed.len().max(1) as f64;
        let usual: Vec<f64> =
            (0..self.squares.len()).map(|i| math::ln(self.median_distance(i))).collect();
        let learns_noise = self.model.noise.is_none();
        let mut first = usual.clone();
        first.push(0.0);
        first.extend(learns_noise.then(|| math::ln(0.01)));
        let mut starts = vec![first];
        let mut stream = Stream::new(0, "starts of gp-rbf", 0);
        let scale = math::ln(mean_square.max(1e-6));
        for index in 1..STARTS {
            // Together half of the time, so that a few of many inputs do not decide; sometimes one input
            // decides alone, which no small shift of all leads to.
            let shift = 5.0 * ((index as f64 + 0.5) / STARTS as f64 - 0.4);
            let apart = if index % 2 == 0 { 0.0 } else { 3.0 };
            let mut start: Vec<f64> =
                usual.iter().map(|l| l + shift + apart * (stream.uniform() - 0.5)).collect();
            if index % 4 == 3 && start.len() > 1 {
                let alone = index / 4 % start.len();
                start.iter_mut().for_each(|l| *l += ALONE);
                start[alone] = usual[alone] - 5.0 * stream.uniform();
            }
            start.push(scale + 4.0 * (stream.uniform() - 0.5));
            start.extend(learns_noise.then(|| scale - 9.0 * stream.uniform()));
            starts.push(start);
        }
        starts
    }

    /// The median distance of two points; with a lengthscale an input, in that input times the root
    /// of how many there are; 1 where it is nothing.
    fn median_distance(&self, which: usize) -> f64 {
        let count = self.train.len();
        let pairs = pairs(count).enumerate().filter(|(_, (i, j))| i != j);
        let distances = pairs.map(|(place, _)| self.squares[which][place].sqrt()).collect();
        let factor = if self.model.ard { (self.inputs as f64).sqrt() } else { 1.0 };
        typical(distances).map_or(1.0, |median| median * factor)
    }
}

/// Whether a likelihood by this factor means something.
fn trustworthy(factor: &Factor) -> bool {
    let pivots = factor.lower().diagonal();
    let [least, most] = [pivots.min(), pivots.max()];
    factor.jitter() == 0.0 && least * least >= LEAST_PIVOT * most * most
}

/// The lower triangle by columns, diagonal included.
fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |j| (j..count).map(move |i| (i, j)))
}

/// One of each set of trials that have come to the same place.
fn different(sorted: Vec<Minimum>) -> impl Iterator<Item = Minimum> {
    let mut seen: Vec<Vec<f64>> = Vec::new();
    sorted.into_iter().filter(move |trial| {
        let near =
            |other: &Vec<f64>| other.iter().zip(&trial.at).all(|(a, b)| (a - b).abs() < 0.05);
        let new = !seen.iter().any(near);
        if new {
            seen.push(trial.at.clone());
        }
        new
    })
}

#[cfg(test)]
mod tests;
