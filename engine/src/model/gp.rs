//! Exact Gaussian process regression (Rasmussen & Williams 2006, algorithm 2.1).

mod kind;

use crate::cost::Cost;
use crate::error::{Error, Result};
use crate::kernel::Kernel;
use crate::model::condition::Evidence;
use crate::model::training::bytes_of;
use crate::model::{Fit, Fitted, Model, Note, Trained};
use crate::numeric::{Matrix, Vector};
use crate::points::Points;
use crate::posterior::{Marginals, Posterior};

pub use kind::KIND;

/// A zero-mean Gaussian process with known noise.
#[derive(Debug, Clone)]
pub struct GaussianProcess {
    /// Its prior covariance.
    pub kernel: Kernel,
    /// Variance of the observation noise.
    pub noise: f64,
}

impl Model for GaussianProcess {
    fn pieces(&self) -> usize {
        0
    }

    fn version(&self) -> u32 {
        1
    }

    fn train(&self, _: usize, _: Fit) -> Result<Trained> {
        Ok(Trained::default())
    }

    /// Exact, so there is nothing to report on the way.
    fn predict(&self, _: &[Trained], fit: Fit) -> Result<Fitted> {
        let conditioned = self.condition(fit.train)?;
        let likelihood = conditioned.log_marginal_likelihood();
        let learned = vec![Note::number("log_marginal_likelihood", likelihood)];
        let diagnostics = vec![Note::number("jitter", conditioned.evidence.jitter())];
        let posterior = conditioned.joint(fit.inputs)?;
        Ok(Fitted { learned, diagnostics, ..Fitted::exact(posterior) })
    }

    /// The data's covariance and its factor, what they have in common with what is asked, and that.
    fn bytes(&self, _: usize, seen: usize, asked: usize) -> f64 {
        let [n, m] = [seen, asked].map(|count| count as f64);
        bytes_of((2.6 * n * n).max(n * n + 2.0 * n * m + 1.1 * m * m))
    }

    fn training_cost(&self, _: usize, _: usize) -> Cost {
        Cost::default()
    }

    fn prediction_cost(&self, inputs: usize, seen: usize, asked: usize) -> Cost {
        let [n, m] = [seen, asked].map(|count| count as f64);
        let evaluations = n * n / 2.0 + n * m + m * m / 2.0;
        let product = Cost::blocked(n * m * m / 2.0) + Cost::operations(3.0 * m * m);
        self.kernel.cost(inputs, evaluations)
            + Cost::factor(seen)
            + Cost::solve(seen, asked)
            + product
    }
}

/// A Gaussian process that has seen data.
#[derive(Debug, Clone)]
pub struct Conditioned {
    process: GaussianProcess,
    inputs: Matrix,
    evidence: Evidence,
}

impl GaussianProcess {
    /// Conditions on observations; none at all leaves the prior.
    pub fn condition(&self, train: &Points) -> Result<Conditioned> {
        self.condition_on(train, &Vector::from_element(train.observed.len(), self.noise))
    }

    /// Conditions on observations, each with a noise variance of its own.
    ///
    /// # Errors
    /// [`Error::Value`] if there are not as many of them as observations.
    pub fn condition_on(&self, train: &Points, noise: &Vector) -> Result<Conditioned> {
        if noise.len() != train.observed.len() {
            let expected = format!("{} numbers, one for each point", train.observed.len());
            return Err(Error::value("noise", format!("{} numbers", noise.len()), expected));
        }
        let prior = self.kernel.covariance_lower(&train.inputs);
        let evidence = Evidence::new(prior, &train.observed, noise)?;
        Ok(Conditioned { process: self.clone(), inputs: train.inputs.clone(), evidence })
    }
}

impl Conditioned {
    /// How likely the observations were beforehand: their log density, in nats.
    pub fn log_marginal_likelihood(&self) -> f64 {
        self.evidence.log_density()
    }

    /// What had to be added to all variances of the observations, because their covariance was
    /// singular; 0 if nothing.
    pub fn jitter(&self) -> f64 {
        self.evidence.jitter()
    }

    /// The joint posterior at `inputs`.
    ///
    /// # Errors
    /// Those of [`Posterior::possible`].
    pub fn joint(&self, inputs: &Matrix) -> Result<Posterior> {
        let GaussianProcess { kernel, noise } = &self.process;
        self.evidence.joint(kernel.covariance_lower(inputs), &self.project(inputs), *noise)
    }

    /// Means and variances at `inputs`.
    pub fn marginals(&self, inputs: &Matrix) -> Marginals {
        let GaussianProcess { kernel, noise } = &self.process;
        self.evidence.marginals(kernel.diagonal(inputs), &self.project(inputs), *noise)
    }

    /// Covariances of the function at the first of `inputs` with the function at each, and the
    /// variances at each: one row of the joint posterior, without the rest.
    pub fn covariance_with_first(&self, inputs: &Matrix) -> (Vector, Vector) {
        let projected = self.project(inputs);
        let first = projected.column(0).into_owned();
        let mut covariance = self.process.kernel.gram(inputs, &inputs.columns(0, 1).into_owned());
        for (entry, column) in covariance.iter_mut().zip(projected.column_iter()) {
            *entry -= first.iter().zip(&column).map(|(a, b)| a * b).sum::<f64>();
        }
        (covariance.column(0).into_owned(), self.marginals(inputs).variance)
    }

    /// What is believed of `inputs` whatever was observed: for many functions at the same points.
    pub fn predictor(&self, inputs: &Matrix) -> Predictor {
        let belief = self.marginals(inputs);
        Predictor { evidence: self.evidence.clone(), projected: self.project(inputs), belief }
    }

    fn project(&self, inputs: &Matrix) -> Matrix {
        self.evidence.project(self.process.kernel.gram(&self.inputs, inputs))
    }
}

/// A posterior of given points, ready for any observations: variances do not depend on them.
#[derive(Debug, Clone)]
pub struct Predictor {
    evidence: Evidence,
    projected: Matrix,
    belief: Marginals,
}

impl Predictor {
    /// Means and variances after these observations: the bits of [`Conditioned::marginals`].
    pub fn observe(&mut self, observed: &Vector) -> &Marginals {
        self.evidence.observe(observed);
        self.belief.mean = self.evidence.mean(&self.projected);
        &self.belief
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::points::line;

    fn points(x: &[f64], y: &[f64]) -> Points {
        let observed = Vector::from_column_slice(y);
        Points { inputs: line(x.iter().copied()), truth: observed.clone(), observed }
    }

    fn process(kernel: &str, noise: f64) -> GaussianProcess {
        GaussianProcess { kernel: kernel.parse().unwrap(), noise }
    }

    /// The textbook formulas with an explicit inverse, which the code never forms.
    #[test]
    fn the_joint_posterior_equals_conditioning_by_hand() {
        for (kernel, noise) in [("matern32(0.7)", 0.01), ("matern32(0.7)", 1e-10), ("relu(2)", 0.3)]
        {
            let train = points(&[-1.0, 0.2, 0.9, 2.0], &[0.5, -0.2, 1.0, 0.1]);
            let inputs = line([-2.0, 0.2, 1.4]);
            let process = process(kernel, noise);
            let mut gram = process.kernel.gram(&train.inputs, &train.inputs);
            (0..4).for_each(|i| gram[(i, i)] += noise);
            let inverse = gram.try_inverse().unwrap();
            let cross = process.kernel.gram(&train.inputs, &inputs);
            let mean = cross.transpose() * &inverse * &train.observed;
            let covariance =
                process.kernel.gram(&inputs, &inputs) - cross.transpose() * &inverse * &cross;
            let got = process.condition(&train).unwrap().joint(&inputs).unwrap();
            assert!((got.mean - mean).amax() < 1e-9, "{kernel} {noise}");
            assert!((got.covariance - covariance).amax() < 1e-9, "{kernel} {noise}");
        }
    }

    #[test]
    fn each_observation_may_have_its_own_noise() {
        let train = points(&[-1.0, 0.2, 0.9], &[0.5, -0.2, 1.0]);
        let (process, noise) = (process("rbf(0.7)", 0.05), Vector::from_vec(vec![0.1, 1e-6, 3.0]));
        let inputs = line([-0.5, 1.5]);
        let mut gram = process.kernel.gram(&train.inputs, &train.inputs);
        (0..3).for_each(|i| gram[(i, i)] += noise[i]);
        let cross = process.kernel.gram(&train.inputs, &inputs);
        let weights = cross.transpose() * gram.try_inverse().unwrap();
        let got = process.condition_on(&train, &noise).unwrap().joint(&inputs).unwrap();
        assert!((got.mean - &weights * &train.observed).amax() < 1e-9);
        let covariance = process.kernel.gram(&inputs, &inputs) - weights * cross;
        assert!((got.covariance - covariance).amax() < 1e-9);
        assert_eq!(got.noise.as_slice(), [0.05, 0.05], "of what is yet to be observed");
        let error = process.condition_on(&train, &Vector::zeros(2)).unwrap_err().to_string();
        assert!(error.contains("3 numbers, one for each point, got 2 numbers"), "{error}");
    }

    #[test]
    fn the_marginals_are_the_diagonal_of_the_joint() {
        let train = points(&[-1.0, 0.2, 0.2], &[0.5, -0.2, -0.1]);
        let inputs = line([-2.0, 0.2, 1.4, 7.0]);
        let conditioned = process("rbf(0.7)", 1e-6).condition(&train).unwrap();
        let (joint, alone) =
            (conditioned.joint(&inputs).unwrap().marginals(), conditioned.marginals(&inputs));
        assert_eq!(joint.mean, alone.mean);
        assert!((joint.variance - alone.variance).amax() < 1e-12);
    }

    #[test]
    fn a_predictor_has_the_bits_of_conditioning_anew() {
        let (process, inputs) = (process("matern32(0.7)", 0.01), line([-2.0, 0.2, 1.4]));
        let first = points(&[-1.0, 0.2, 0.9], &[0.5, -0.2, 1.0]);
        let mut predictor = process.condition(&first).unwrap().predictor(&inputs);
        for observed in [[0.1, 7.0, -3.0], [0.5, -0.2, 1.0]] {
            let points = points(&[-1.0, 0.2, 0.9], &observed);
            let want = process.condition(&points).unwrap().marginals(&inputs);
            assert_eq!(predictor.observe(&points.observed), &want);
        }
    }

    #[test]
    fn exact_data_are_interpolated_and_no_data_leave_the_prior() {
        let train = points(&[-1.0, 1.0], &[0.5, -2.0]);
        let seen =
            process("matern12(1)", 1e-10).condition(&train).unwrap().marginals(&train.inputs);
        assert!((seen.mean - train.observed).amax() < 1e-8);
        assert!(seen.variance.amax() < 1e-8);
        let prior = process("matern12(1,3)", 0.1).condition(&points(&[], &[])).unwrap();
        let prior = prior.joint(&line([0.0, 1.0])).unwrap();
        assert_eq!(prior.mean.as_slice(), [0.0, 0.0]);
        assert_eq!(prior.covariance[(0, 0)], 3.0);
    }
}
