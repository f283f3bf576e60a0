//! The scores of many tasks.

use crate::lab::correlation::Judged;
use crate::numeric::Estimate;
use crate::scenario::Scenario;

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

/// What any subset of the further tasks says.
pub fn merge(scenario: &Scenario, judged: &[&Judged]) -> Repeated {
    let candidates = 0..scenario.models.candidates.len();
    let each = |value: &dyn Fn(&Judged, usize) -> Option<f64>| -> Vec<Option<Estimate>> {
        let of = |candidate: usize| {
            let place = |task: &Judged| task.models.iter().position(|&model| model == candidate);
            Estimate::of(judged.iter().filter_map(|task| value(task, place(task)?)))
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
    Repeated {
        tasks: judged.len(),
        pearson: each(&|task, at| task.metacorrelation[at].pearson),
        spearman: each(&|task, at| task.metacorrelation[at].spearman),
        marginal: each(&|task, at| Some(task.marginal[at])),
        joint: each(&|task, at| Some(task.joint[at])),
        xll: each(&|task, at| task.xll[at]),
        xllr: each(&|task, at| task.xllr[at]),
        cross: candidates.clone().map(cross).collect(),
        likelihoods: likelihoods.collect(),
    }
}
