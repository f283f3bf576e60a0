//! The scores of many tasks: means, and how sure of them one can be.

use crate::error::Result;
use crate::lab::Part;
use crate::lab::correlation::{Judged, codec};
use crate::scenario::Scenario;

/// A mean over tasks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Its standard error; nothing for a single task.
    pub standard_error: Option<f64>,
}

/// The scores of all candidates over the further tasks; nothing where there are none.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Repeated {
    /// How many tasks were judged.
    pub tasks: usize,
    /// Pearson's metacorrelation.
    pub pearson: Vec<Option<Estimate>>,
    /// Spearman's.
    pub spearman: Vec<Option<Estimate>>,
    /// Marginal log likelihood.
    pub marginal: Vec<Option<Estimate>>,
    /// Joint log likelihood of random batches.
    pub joint: Vec<Option<Estimate>>,
    /// Mean XLL over references.
    pub xll: Vec<Option<Estimate>>,
    /// Mean rank over references.
    pub xllr: Vec<Option<Estimate>>,
    /// XLL for each reference, then each candidate.
    pub cross: Vec<Vec<Option<Estimate>>>,
    /// Marginal and joint log likelihood of each candidate on each task.
    pub likelihoods: Vec<(usize, f64, f64)>,
}

/// What any subset of the further tasks' parts says.
pub fn merge(scenario: &Scenario, parts: &[Part]) -> Result<Repeated> {
    let further = parts.iter().filter(|part| part.index > 0);
    let judged: Vec<Judged> =
        further.map(|part| codec::read_judged(&part.values)).collect::<Result<_>>()?;
    let candidates = 0..scenario.candidates.len();
    let each = |value: &dyn Fn(&Judged, usize) -> Option<f64>| -> Vec<Option<Estimate>> {
        let of = |candidate: usize| {
            let place = |task: &Judged| task.models.iter().position(|&model| model == candidate);
            estimate(judged.iter().filter_map(|task| value(task, place(task)?)))
        };
        candidates.clone().map(of).collect()
    };
    let cross = |reference: usize| {
        each(&|task, at| {
            let row = task.references.iter().find(|row| row.reference == reference)?;
            Some(row.xll[at])
        })
    };
    let likelihoods = judged.iter().flat_map(|task| {
        let pairs = task.marginal.iter().zip(&task.joint);
        task.models.iter().zip(pairs).map(|(&model, (&marginal, &joint))| (model, marginal, joint))
    });
    Ok(Repeated {
        tasks: judged.len(),
        pearson: each(&|task, at| task.metacorrelation[at].pearson),
        spearman: each(&|task, at| task.metacorrelation[at].spearman),
        marginal: each(&|task, at| Some(task.marginal[at])),
        joint: each(&|task, at| Some(task.joint[at])),
        xll: each(&|task, at| task.xll[at]),
        xllr: each(&|task, at| task.xllr[at]),
        cross: candidates.clone().map(cross).collect(),
        likelihoods: likelihoods.collect(),
    })
}

fn estimate(values: impl Iterator<Item = f64>) -> Option<Estimate> {
    let values: Vec<f64> = values.collect();
    let count = values.len() as f64;
    let mean = values.iter().fold(0.0, |sum, value| sum + value) / count;
    let squares = values.iter().fold(0.0, |sum, value| sum + (value - mean) * (value - mean));
    let standard_error = (values.len() > 1).then(|| (squares / (count - 1.0) / count).sqrt());
    (!values.is_empty()).then_some(Estimate { mean, standard_error })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_error_is_that_of_a_mean() {
        let two = estimate([1.0, 3.0].into_iter()).unwrap();
        assert_eq!((two.mean, two.standard_error), (2.0, Some(1.0)));
        let one = estimate([5.0].into_iter()).unwrap();
        assert_eq!((one.mean, one.standard_error), (5.0, None));
        assert_eq!(estimate([].into_iter()), None);
    }
}
