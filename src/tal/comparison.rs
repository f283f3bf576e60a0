//! Models compared on synthetic tasks, as the paper does (section 5.2): how right their correlations
//! are, how likely these make what was observed, and what they are good for.
//!
//! A repetition is one task on which every model is fitted; repetitions are independent work for any
//! number of threads.

use crate::acquisition::{self, Candidates, Rule};
use crate::cost::Cost;
use crate::error::{Error, Result};
use crate::metric::{self, CrossOptions, Entries, Prediction};
use crate::model::{self, GaussianProcess, ProcessCost, Progress};
use crate::numeric::Stream;
use crate::posterior::Posterior;
use crate::scenario::Candidate;
use crate::tal::expected_log_likelihood;
use crate::task::synthetic::{self, Functions, Setting};
use crate::task::{Task, side_by_side};

/// Which models to compare on which tasks.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// The kind of synthetic task.
    pub setting: Setting,
    /// Number of inputs.
    pub dimension: usize,
    /// Targets of a batch of XLL.
    pub xll_batch: usize,
    /// Points that each model asks for.
    pub batch_size: usize,
    /// The models that judge each other.
    pub ranked: Vec<Candidate>,
    /// Models that are judged beside them, and judge none.
    pub beside: Vec<Candidate>,
    /// Seed of everything drawn.
    pub seed: u64,
}

/// How a model does on one task.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outcome {
    /// Agreement of its correlations with the oracle's; nothing if it knows of none.
    pub metacorrelation: Option<f64>,
    /// Mean XLL over the ranked models as references.
    pub xll: f64,
    /// Mean over references of how many ranked models do better, those that do as well counting half.
    pub rank: f64,
    /// Of the targets' y under the oracle, once it has seen what the model asked for by BatchMIG.
    pub log_likelihood: f64,
    /// What the oracle then expects that to be.
    pub expected_log_likelihood: f64,
}

impl Comparison {
    /// All models, the ranked ones first.
    pub fn models(&self) -> impl Iterator<Item = &Candidate> {
        self.ranked.iter().chain(&self.beside)
    }

    /// What one task costs.
    #[must_use]
    pub fn cost(&self) -> Cost {
        let sizes = self.setting.sizes(self.dimension);
        let (asked, oracle) = (sizes.pool + sizes.targets, self.oracle());
        let fit = |candidate: &Candidate| {
            let model = model::build(candidate, &oracle, self.dimension, 0);
            model.map_or(Cost::default(), |model| model.cost(self.dimension, sizes.train, asked))
                + acquisition::cost(Rule::BatchMig, sizes.pool, sizes.targets, self.batch_size)
        };
        let process = ProcessCost { kernel: &oracle.kernel, inputs: self.dimension };
        let observing = process.joint(sizes.train as f64, asked as f64);
        self.models().map(|candidate| fit(candidate) + observing).sum::<Cost>()
            + oracle.kernel.cost(self.dimension, (sizes.total() * sizes.total()) as f64)
            + Cost::factor(sizes.total())
    }

    fn oracle(&self) -> GaussianProcess {
        GaussianProcess { kernel: self.setting.kernel(), noise: synthetic::NOISE }
    }
}

/// Fits all models to the task numbered `repetition` and judges them. Progress is told for each model.
///
/// # Errors
/// Whatever the models cannot cope with, and [`Error::Value`] for predictions from files.
pub fn repetition(
    comparison: &Comparison,
    repetition: u64,
    progress: Progress,
) -> Result<Vec<Outcome>> {
    let Comparison { setting, dimension, seed, .. } = *comparison;
    let task = synthetic::draw(setting, dimension, Functions::Independent, seed, repetition)?;
    let inputs = side_by_side(&task.pool.inputs, &task.targets.inputs);
    let oracle = comparison.oracle();
    let exact = oracle.condition(&task.train)?.joint(&inputs)?;
    let count = comparison.models().count() as f64;
    let seed = Stream::new(seed, "models of a task", repetition).below(1 << 32);
    let fit = |(done, candidate): (usize, &Candidate)| {
        let model = model::build(candidate, &oracle, dimension, seed);
        let stranger = || Error::value("a model", candidate.to_string(), "one that can be fitted");
        model.ok_or_else(stranger)?.fit(&task.train, &inputs, &mut |share, look| {
            progress((done as f64 + share) / count, look)
        })
    };
    let beliefs = comparison.models().enumerate().map(fit).collect::<Result<Vec<_>>>()?;
    judge(comparison, &task, &exact, &beliefs)
}

fn judge(
    comparison: &Comparison,
    task: &Task,
    exact: &Posterior,
    beliefs: &[Posterior],
) -> Result<Vec<Outcome>> {
    let (pool, y) = (task.pool.len(), task.targets.observed.as_slice());
    let targets: Vec<Posterior> = beliefs.iter().map(|belief| belief.last(y.len())).collect();
    let predictions: Vec<Prediction> = targets.iter().map(Prediction::from).collect();
    let references: Vec<usize> = (0..comparison.ranked.len()).collect();
    let options = CrossOptions { references: Some(&references), ..CrossOptions::default() };
    let cross = metric::cross_likelihoods(&predictions, y, comparison.xll_batch, options)?;
    let (rows, cols): (Vec<_>, Vec<_>) = ((0..pool).collect(), (pool..exact.len()).collect());
    let entries = Entries::Block { rows: &rows, cols: &cols };
    let outcome = |(own, belief): (usize, &Posterior)| {
        let candidates = Candidates::of(belief, pool)?;
        let batch = acquisition::select(Rule::BatchMig, &candidates, comparison.batch_size, 0)?;
        let seen: Vec<f64> = batch.indices.iter().map(|&pick| task.pool.observed[pick]).collect();
        let after = exact.after_observing(&batch.indices, Some(&seen))?.last(y.len()).marginals();
        let agreement = metric::metacorrelation(&belief.covariance, &exact.covariance, entries)?;
        Ok(Outcome {
            metacorrelation: agreement.pearson,
            xll: cross.xll[own].unwrap_or(f64::NAN),
            rank: mean(cross.references.iter().map(|row| better(&row.xll, &references, own))),
            log_likelihood: metric::log_likelihood(&task.targets.observed, &after),
            expected_log_likelihood: expected_log_likelihood(&after),
        })
    };
    beliefs.iter().enumerate().map(outcome).collect()
}

/// How many of the ranked models have a higher XLL than `own`; ties count half.
fn better(xll: &[f64], ranked: &[usize], own: usize) -> f64 {
    let others = ranked.iter().filter(|&&other| other != own);
    let tie = 1e-12 * (1.0 + xll[own].abs());
    others.fold(0.0, |sum, &other| match xll[other] - xll[own] {
        more if more > tie => sum + 1.0,
        less if less < -tie => sum,
        _ => sum + 0.5,
    })
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len() as f64;
    values.fold(0.0, |sum, value| sum + value) / count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::keep_going;

    fn comparison() -> Comparison {
        let parse = |texts: &[&str]| texts.iter().map(|text| text.parse().unwrap()).collect();
        Comparison {
            setting: Setting::Benchmark,
            dimension: 1,
            xll_batch: 5,
            batch_size: 7,
            ranked: parse(&["gp-rbf", "detuned(2)", "independent"]),
            beside: parse(&["oracle", "shrunk(0.5)"]),
            seed: 3,
        }
    }

    #[test]
    fn the_oracle_is_in_step_with_itself_and_ranks_add_up() {
        let found = repetition(&comparison(), 0, &mut keep_going).unwrap();
        let agreement: Vec<_> = found.iter().map(|outcome| outcome.metacorrelation).collect();
        assert!((agreement[3].unwrap() - 1.0).abs() < 1e-9);
        assert!((agreement[4].unwrap() - 1.0).abs() < 1e-9, "one factor changes nothing");
        assert_eq!(agreement[2], None, "nothing to compare");
        // Ranks of the three are 0, 1 and 2 under each reference.
        let ranks: f64 = found[..3].iter().map(|outcome| outcome.rank).sum();
        assert!((ranks - 3.0).abs() < 1e-12, "{ranks}");
        let expected = |model: usize| found[model].expected_log_likelihood;
        assert!(expected(3) > expected(2), "asking without correlations tells little");
        assert_eq!(found, repetition(&comparison(), 0, &mut keep_going).unwrap());
        assert_ne!(found, repetition(&comparison(), 1, &mut keep_going).unwrap());
    }

    #[test]
    fn ranks_are_those_of_the_metric() {
        let xll = [0.3, -1.0, 0.3, 2.0];
        let ranked = [0, 1, 2, 3];
        let found = ranked.map(|own| better(&xll, &ranked, own));
        assert_eq!(found, [1.5, 3.0, 1.5, 0.0]);
        assert_eq!(better(&xll, &[0, 1], 3), 0.0);
    }
}
