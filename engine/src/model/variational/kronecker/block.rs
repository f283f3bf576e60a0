//! One layer's Gaussian: its mean in a list of weights, its covariance by two Kronecker factors.

use crate::error::Result;
use crate::model::network::{Layer, Moments};
use crate::model::trained::State;
use crate::model::variational::Prior;
use crate::numeric::linalg::{Eigen, mix, multiply, multiply_transpose, transpose_multiply};
use crate::numeric::{Matrix, math};

/// The Gaussian of a layer, whose precision is n S (x) A with the prior's. A is the second moment of
/// what enters, S that of the log likelihood's derivatives by what leaves under the model's own
/// prediction: that of the function's derivatives, over the variance of the noise.
#[derive(Clone)]
pub struct Block {
    layer: Layer,
    entering: Factor,
    /// Without the noise, which may change.
    leaving: Factor,
    /// In the joint eigenbasis, a column for each input.
    deviations: Vec<f64>,
}

/// A running mean of second moments, and its eigenvectors when one last looked.
#[derive(Clone)]
struct Factor {
    moment: Option<Matrix>,
    eigen: Eigen,
}

impl Factor {
    fn new(size: usize) -> Self {
        Self { moment: None, eigen: Eigen::of(&Matrix::zeros(size, size)) }
    }

    /// Starts at the first that is seen: from anything else it would be off for thousands of steps.
    fn observe(&mut self, seen: Matrix, decay: f64) {
        match &mut self.moment {
            Some(mean) => mix(mean.as_mut_slice(), seen.as_slice(), [decay, 1.0 - decay]),
            none => *none = Some(seen),
        }
    }

    fn refresh(&mut self) {
        if let Some(moment) = &self.moment {
            self.eigen = Eigen::of(moment);
            // Second moments have none below zero.
            self.eigen.values.iter_mut().for_each(|value| *value = value.max(0.0));
        }
    }

    fn mean_value(&self) -> f64 {
        self.eigen.values.iter().fold(0.0, |sum, value| sum + value)
            / self.eigen.values.len() as f64
    }
}

impl Block {
    /// A layer whose weights all deviate alike.
    pub fn new(layer: Layer, deviation: f64) -> Self {
        let (entering, leaving) = (Factor::new(layer.columns.len()), Factor::new(layer.outputs));
        let deviations = vec![deviation; layer.outputs * layer.columns.len()];
        Self { layer, entering, leaving, deviations }
    }

    /// All weights deviate alike.
    pub fn spread(&mut self, deviation: f64) {
        self.deviations.fill(deviation);
    }

    /// Takes the moments of a batch.
    pub fn observe(&mut self, moments: Moments, decay: f64) {
        self.entering.observe(moments.entering, decay);
        self.leaving.observe(moments.leaving, decay);
    }

    /// Looks for the factors' eigenvectors.
    pub fn refresh(&mut self) {
        self.entering.refresh();
        self.leaving.refresh();
    }

    /// The eigenvalues of S (x) A + extra I, or of the published product that stands for it:
    /// (S + sqrt(extra) / pi I) (x) (A + pi sqrt(extra) I), pi^2 the ratio of the mean eigenvalues of A
    /// and S.
    pub fn spectrum(&self, prior: Prior, noise: f64, extra: f64) -> Vec<f64> {
        let (entering, leaving) = (&self.entering.eigen.values, &self.leaving.eigen.values);
        let ratio = (self.entering.mean_value() * noise / self.leaving.mean_value()).sqrt();
        let ratio = if ratio > 0.0 && ratio.is_finite() { ratio } else { 1.0 };
        let root = extra.sqrt();
        let value = |a: f64, s: f64| match prior {
            Prior::Exact => s / noise * a + extra,
            Prior::Factored => (s / noise + root / ratio) * (a + ratio * root),
        };
        entering.iter().flat_map(|&a| leaving.iter().map(move |&s| value(a, s))).collect()
    }

    /// Deviations by the present factors.
    pub fn deviate(&mut self, prior: Prior, examples: f64, noise: f64, eta: f64) {
        self.deviations = self.spectrum(prior, noise, 1.0 / (examples * eta));
        self.deviations.iter_mut().for_each(|value| *value = 1.0 / (examples * *value).sqrt());
    }

    /// What the deviations add to KL(q || p).
    pub fn divergence(&self, eta: f64) -> f64 {
        let ratios: Vec<f64> = self.deviations.iter().map(|d| d * d / eta).collect();
        let sum = ratios.iter().fold(0.0, |sum, ratio| sum + (ratio - 1.0));
        0.5 * (sum - math::sum_of_logs(&ratios))
    }

    /// The natural gradient of a gradient, by the curvature's eigenvalues, and its squared length.
    pub fn natural(&self, gradient: &[f64], spectrum: &[f64]) -> (Matrix, f64) {
        let (left, right) = (&self.leaving.eigen.vectors, &self.entering.eigen.vectors);
        let gradient = self.gather(gradient);
        let mut turned = multiply(&transpose_multiply(left, &gradient), right);
        let mut squared = 0.0;
        for (entry, value) in turned.as_mut_slice().iter_mut().zip(spectrum) {
            squared += *entry * *entry / value;
            *entry /= value;
        }
        (multiply_transpose(&multiply(left, &turned), right), squared)
    }

    /// Adds so much of a direction to this layer's part of a list.
    pub fn move_along(&self, direction: &Matrix, by: f64, list: &mut [f64]) {
        let outputs = self.layer.outputs;
        let columns = self.layer.columns.iter().zip(direction.as_slice().chunks_exact(outputs));
        for (&start, direction) in columns {
            let entries = list[start..start + outputs].iter_mut().zip(direction);
            entries.for_each(|(entry, direction)| *entry += by * direction);
        }
    }

    /// This layer's part of many lists of weights: `M + U_S (Z o D) U_A^T` for normals Z.
    ///
    /// The numbers of all lists stand by input, in that by list, in that by output. So they are one matrix
    /// of as many rows as there are outputs, which U_S multiplies from the left, and one of as many columns
    /// as there are inputs, which U_A^T multiplies from the right.
    pub fn place(&self, means: &[f64], normals: &[f64], weights: &mut [f64]) {
        let (outputs, inputs) = (self.layer.outputs, self.layer.columns.len());
        let (size, lists) = (means.len(), normals.len() / means.len());
        let mut turned = Vec::with_capacity(outputs * lists * inputs);
        let columns = self.layer.columns.iter().zip(self.deviations.chunks_exact(outputs));
        for (&start, deviations) in columns {
            for normals in normals.chunks_exact(size) {
                let pairs = normals[start..start + outputs].iter().zip(deviations);
                turned.extend(pairs.map(|(normal, deviation)| normal * deviation));
            }
        }
        if outputs > 1 {
            let by_output = Matrix::from_vec(outputs, lists * inputs, turned);
            turned = multiply(&self.leaving.eigen.vectors, &by_output).as_slice().to_vec();
        }
        let by_input = Matrix::from_vec(outputs * lists, inputs, turned);
        let away = multiply_transpose(&by_input, &self.entering.eigen.vectors);
        let columns = self.layer.columns.iter().zip(away.as_slice().chunks_exact(outputs * lists));
        for (&start, away) in columns {
            let means = &means[start..start + outputs];
            let lists = weights.chunks_exact_mut(size).zip(away.chunks_exact(outputs));
            for (weights, away) in lists {
                let placed = weights[start..start + outputs].iter_mut().zip(means.iter().zip(away));
                placed.for_each(|(weight, (mean, away))| *weight = mean + away);
            }
        }
    }

    /// What its Gaussian is made of: both factors' eigenvectors, and the deviations along them.
    pub fn numbers(&self) -> Vec<f64> {
        let [entering, leaving] =
            [&self.entering, &self.leaving].map(|f| f.eigen.vectors.as_slice());
        [entering, leaving, &self.deviations].concat()
    }

    /// Takes them back.
    ///
    /// # Errors
    /// Those of [`State::take`].
    pub fn restore(&mut self, state: &mut State) -> Result<()> {
        state.fill(self.entering.eigen.vectors.as_mut_slice())?;
        state.fill(self.leaving.eigen.vectors.as_mut_slice())?;
        state.fill(&mut self.deviations)
    }

    /// The layer, and the running means of its moments.
    #[cfg(test)]
    pub fn layer(&self) -> &Layer {
        &self.layer
    }

    #[cfg(test)]
    pub fn factors(&self) -> (Matrix, Matrix) {
        let moment = |factor: &Factor| factor.moment.clone().expect("a step was made");
        (moment(&self.entering), moment(&self.leaving))
    }

    fn gather(&self, list: &[f64]) -> Matrix {
        let outputs = self.layer.outputs;
        let columns = self.layer.columns.iter();
        let entries = columns.flat_map(|&start| &list[start..start + outputs]).copied().collect();
        Matrix::from_vec(outputs, self.layer.columns.len(), entries)
    }
}
