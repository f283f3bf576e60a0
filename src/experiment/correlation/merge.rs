//! The scores of many tasks.

use crate::experiment::Judged;
use crate::experiment::measure::{JOINT, LOG_LIKELIHOOD, MEASURES, Measure};
use crate::numeric::Estimate;
use crate::scenario::Scenario;

/// The scores of all candidates over the further tasks; nothing where there are none.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Repeated {
    /// How many tasks were judged.
    pub tasks: usize,
    /// For each of [`MEASURES`], that of each candidate.
    pub scores: Vec<Vec<Option<Estimate>>>,
    /// XLL for each reference, then each candidate.
    pub cross: Vec<Vec<Option<Estimate>>>,
    /// Marginal and joint log likelihood of each candidate on each task.
    pub likelihoods: Vec<(usize, f64, f64)>,
    /// On how many tasks each candidate should not be trusted as it was fitted, and why on the first of them.
    pub doubts: Vec<Option<(usize, String)>>,
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
        let pairs = task.of(&LOG_LIKELIHOOD).iter().zip(task.of(&JOINT));
        let both = |(&model, (marginal, joint)): (&usize, (&Option<f64>, &Option<f64>))| {
            Some((model, (*marginal)?, (*joint)?))
        };
        task.models.iter().zip(pairs).filter_map(both).collect::<Vec<_>>()
    });
    let doubt = |candidate: usize| {
        let of = |task: &&Judged| {
            let at = task.models.iter().position(|&model| model == candidate)?;
            task.doubts.get(at)?.clone()
        };
        let doubts: Vec<String> = judged.iter().filter_map(of).collect();
        let count = doubts.len();
        doubts.into_iter().next().map(|first| (count, first))
    };
    let measures = MEASURES.iter();
    Repeated {
        tasks: judged.len(),
        scores: measures.map(|measure| each(&|task, at| task.of(measure)[at])).collect(),
        cross: candidates.clone().map(cross).collect(),
        likelihoods: likelihoods.collect(),
        doubts: candidates.clone().map(doubt).collect(),
    }
}

impl Repeated {
    /// What a measure says of each candidate; nothing without a task.
    pub fn of(&self, measure: &Measure) -> &[Option<Estimate>] {
        self.scores.get(measure.place()).map_or(&[], |scores| scores)
    }
}
