//! Gaussian processes that are wrong in a known way: what a metric says of them is known before.

mod kind;

use crate::cost::Cost;
use crate::error::{Error, Result};
use crate::model::gp::Predictor;
use crate::model::{Fit, Fitted, GaussianProcess, Model, Trained};
use crate::numeric::Matrix;
use crate::points::Points;
use crate::posterior::Marginals;

pub use kind::{DETUNED, INDEPENDENT, ORACLE, SHRUNK};

/// The exact posterior with weaker correlations: right means and variances, wrong joint.
///
/// It stays a Gaussian: its covariance is a mean of the exact one and of its diagonal.
#[derive(Debug, Clone)]
pub struct Shrunk {
    /// What is exact.
    pub process: GaussianProcess,
    /// What every covariance of two different points is multiplied by: 1 changes nothing, 0 makes
    /// all points independent.
    pub factor: f64,
}

impl Model for Shrunk {
    fn pieces(&self) -> usize {
        0
    }

    fn version(&self) -> u32 {
        self.process.version()
    }

    fn train(&self, _: usize, _: Fit) -> Result<Trained> {
        Ok(Trained::default())
    }

    fn predict(&self, _: &[Trained], fit: Fit) -> Result<Fitted> {
        if !(0.0..=1.0).contains(&self.factor) {
            return Err(Error::value("factor", self.factor, "from 0 to 1"));
        }
        let posterior = self.process.predict(&[], fit)?.posterior.weakened(self.factor);
        Ok(Fitted::exact(posterior))
    }

    fn bytes(&self, inputs: usize, seen: usize, asked: usize) -> f64 {
        self.process.bytes(inputs, seen, asked)
    }

    fn training_cost(&self, _: usize, _: usize) -> Cost {
        Cost::default()
    }

    fn prediction_cost(&self, inputs: usize, seen: usize, asked: usize) -> Cost {
        let pairs = asked as f64 * asked as f64;
        self.process.prediction_cost(inputs, seen, asked) + Cost::operations(pairs)
    }
}

/// A Gaussian process with the wrong lengthscales and the wrong noise.
#[derive(Debug, Clone)]
pub struct Detuned {
    /// What it would be with the right ones.
    pub process: GaussianProcess,
    /// How many times too long its lengthscales are: it sees inputs divided by this.
    pub stretch: f64,
    /// How many times too large it takes the noise variance to be, in what it has seen and in what
    /// it predicts.
    pub noise_factor: f64,
}

impl Model for Detuned {
    fn pieces(&self) -> usize {
        0
    }

    fn version(&self) -> u32 {
        self.process.version()
    }

    fn train(&self, _: usize, _: Fit) -> Result<Trained> {
        Ok(Trained::default())
    }

    fn predict(&self, _: &[Trained], fit: Fit) -> Result<Fitted> {
        let conditioned = self.process()?.condition(&self.seen(fit.train))?;
        Ok(Fitted::exact(conditioned.joint(&(fit.inputs / self.stretch))?))
    }

    fn bytes(&self, inputs: usize, seen: usize, asked: usize) -> f64 {
        self.process.bytes(inputs, seen, asked)
    }

    fn training_cost(&self, _: usize, _: usize) -> Cost {
        Cost::default()
    }

    fn prediction_cost(&self, inputs: usize, seen: usize, asked: usize) -> Cost {
        self.process.prediction_cost(inputs, seen, asked)
    }
}

impl Detuned {
    /// Means and variances alone, for many points.
    ///
    /// # Errors
    /// Those of [`fit`](Model::fit).
    pub fn marginals(&self, train: &Points, inputs: &Matrix) -> Result<Marginals> {
        Ok(self.process()?.condition(&self.seen(train))?.marginals(&(inputs / self.stretch)))
    }

    /// Means and variances at `inputs` for many functions observed at the points of `train`.
    ///
    /// # Errors
    /// Those of [`fit`](Model::fit).
    pub fn predictor(&self, train: &Points, inputs: &Matrix) -> Result<Predictor> {
        Ok(self.process()?.condition(&self.seen(train))?.predictor(&(inputs / self.stretch)))
    }

    fn process(&self) -> Result<GaussianProcess> {
        let factors = [
            ("stretch", self.stretch, f64::MIN_POSITIVE),
            ("noise_factor", self.noise_factor, 0.0),
        ];
        for (name, factor, least) in factors {
            if !(least..f64::INFINITY).contains(&factor) {
                let expected = if least > 0.0 { "positive" } else { "0 or more" };
                return Err(Error::value(name, factor, format!("{expected} and finite")));
            }
        }
        let noise = self.process.noise * self.noise_factor;
        Ok(GaussianProcess { kernel: self.process.kernel.clone(), noise })
    }

    fn seen(&self, train: &Points) -> Points {
        let (truth, observed) = (train.truth.clone(), train.observed.clone());
        Points { inputs: &train.inputs / self.stretch, truth, observed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::keep_going;
    use crate::numeric::Vector;
    use crate::points::line;
    use crate::posterior::Posterior;

    fn process(kernel: &str, noise: f64) -> GaussianProcess {
        GaussianProcess { kernel: kernel.parse().unwrap(), noise }
    }

    fn train() -> Points {
        let observed = Vector::from_vec(vec![0.5, -0.2, 1.0]);
        Points { inputs: line([-1.0, 0.2, 0.9]), truth: observed.clone(), observed }
    }

    fn asked() -> Matrix {
        line([-2.0, 0.2, 0.5, 1.4])
    }

    fn fit(model: &impl Model) -> Posterior {
        model.fit(&train(), &asked(), &mut keep_going).unwrap()
    }

    fn refusal(model: &impl Model) -> String {
        model.fit(&train(), &asked(), &mut keep_going).unwrap_err().to_string()
    }

    #[test]
    fn shrinking_scales_correlations_and_leaves_marginals() {
        let process = process("rbf(0.7)", 0.1);
        let exact = fit(&process);
        let shrunk = |factor| fit(&Shrunk { process: process.clone(), factor });
        assert_eq!(shrunk(1.0), exact);
        let (half, none) = (shrunk(0.5), shrunk(0.0));
        assert_eq!(half.marginals(), exact.marginals());
        assert_eq!(none.marginals(), exact.marginals());
        assert_eq!(half.covariance[(0, 2)], exact.covariance[(0, 2)] * 0.5);
        assert_eq!(half.covariance, half.covariance.transpose());
        assert_eq!(none.covariance, Matrix::from_diagonal(&exact.covariance.diagonal()));
        assert!(none.covariance.iter().all(|entry| entry.is_sign_positive()));
        assert!(
            (half.correlation() - (exact.correlation() + none.correlation()) * 0.5).amax() < 1e-14
        );
    }

    #[test]
    fn detuning_by_one_changes_no_bit() {
        let process = process("matern52(0.7)", 0.1);
        let same = Detuned { process: process.clone(), stretch: 1.0, noise_factor: 1.0 };
        assert_eq!(fit(&same), fit(&process));
    }

    /// The other route: the same process written with those lengthscales and that noise.
    #[test]
    fn detuning_is_another_lengthscale_and_another_noise() {
        let model =
            Detuned { process: process("rbf(0.5,2)", 0.1), stretch: 3.0, noise_factor: 4.0 };
        let (got, want) = (fit(&model), fit(&process("rbf(1.5,2)", 0.4)));
        assert!((&got.mean - want.mean).amax() < 1e-12);
        assert!((&got.covariance - want.covariance).amax() < 1e-12);
        assert_eq!(got.noise, want.noise);
        let alone = model.marginals(&train(), &asked()).unwrap();
        assert_eq!((&alone.mean, &alone.noise), (&got.mean, &got.noise));
        assert!((alone.variance - got.covariance.diagonal()).amax() < 1e-12);
    }

    #[test]
    fn factors_that_make_no_sense_are_refused() {
        let exact = process("rbf(1)", 0.1);
        for factor in [-0.1, 1.1, f64::NAN] {
            let error = refusal(&Shrunk { process: exact.clone(), factor });
            assert_eq!(error, format!("factor must be from 0 to 1, got {factor}"));
        }
        let detuned = |stretch, noise_factor| {
            refusal(&Detuned { process: exact.clone(), stretch, noise_factor })
        };
        assert_eq!(detuned(0.0, 1.0), "stretch must be positive and finite, got 0");
        assert_eq!(detuned(f64::NAN, 1.0), "stretch must be positive and finite, got NaN");
        assert_eq!(detuned(1.0, -1.0), "noise_factor must be 0 or more and finite, got -1");
        assert_eq!(
            detuned(1.0, f64::INFINITY),
            "noise_factor must be 0 or more and finite, got inf"
        );
    }
}
