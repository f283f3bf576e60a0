//! The settings of a scenario by topic: most of them serve several labs.

use super::candidate::Candidate;
use super::file::FileName;
use super::preset::{Preset, Region};
use super::set::Set;
use super::setting::{Functions, Setting};
use crate::acquisition::Rule;
use crate::kernel::Kernel;
use crate::metric::BatchChoice;
use crate::table::{Choice, Reading};

/// The function, what is known of it, and where its value matters.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    /// What it started from; it holds the defaults of all that follows.
    pub preset: &'static Preset,
    /// The prior of the true function.
    pub kernel: Kernel,
    /// Variance of the observation noise.
    pub noise: f64,
    /// Where the true function comes from.
    pub truth: TruthSource,
    /// Whether observations carry noise.
    pub observations: Observations,
    /// Seed of everything drawn.
    pub seed: u32,
    /// Where the function was observed.
    pub points: Vec<Point>,
    /// Where its value matters.
    pub targets: Vec<Region>,
    /// Where it could be observed next.
    pub pool: Region,
}

/// What the models learn from.
#[derive(Debug, Clone, PartialEq)]
pub struct Data {
    /// Where the task comes from.
    pub source: Source,
    /// How many inputs synthetic functions have.
    pub dimension: usize,
    /// Whether further tasks have functions of their own.
    pub functions: Functions,
    /// The files that the task or some of its models come from.
    pub files: Vec<FileName>,
    /// How the first of them is read, if it is a table.
    pub table: TableUse,
}

/// How a table of the reader's own is used.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TableUse {
    /// How many rows are used: what work will take is known before the file is there.
    pub rows: usize,
    /// How its text is read.
    pub reading: Reading,
    /// What is predicted from what.
    pub choice: Choice,
    /// After how many epochs without gain on the validation part training ends; 0 if it goes on to its end.
    pub patience: usize,
    /// Whether settings of models are chosen among those that the paper tries, on the validation part.
    pub tunes: bool,
}

/// The models that learn.
#[derive(Debug, Clone, PartialEq)]
pub struct Models {
    /// How much smoother than the truth a single model believes the function to be.
    pub stretch: f64,
    /// How many draws from its posterior are shown.
    pub samples: usize,
    /// The set that they are, before any change.
    pub set: Set,
    /// The models that are compared.
    pub candidates: Vec<Candidate>,
    /// The model that predicts with what others asked for, after every batch.
    pub predictor: Candidate,
    /// Those that predict only once the last batch was seen.
    pub further: Vec<Candidate>,
}

/// How models are judged.
#[derive(Debug, Clone, PartialEq)]
pub struct Judging {
    /// How many functions a calibration check draws.
    pub repetitions: usize,
    /// How many targets XLL predicts together.
    pub xll_batch: usize,
    /// Which correlations its batches follow.
    pub batches: BatchChoice,
    /// Which pairs of points the metacorrelation is taken over.
    pub pairs: Pairs,
    /// How many more tasks the models are judged on.
    pub tasks: usize,
    /// What the right correlations are multiplied by, to see which measures tell.
    pub factor: f64,
}

/// How observations are asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct Asking {
    /// How many observations each rule chooses.
    pub batch_size: usize,
    /// How often they ask, one after the other.
    pub rounds: usize,
    /// The rules that are compared, in the order in which they are shown.
    pub rules: Vec<Rule>,
    /// Where a learner asks, in the order of asking: each the place of a point of the pool. None if nobody
    /// wants to.
    pub own: Option<Vec<f64>>,
}

/// Two Gaussians, and how far they are apart: what Theorem 1 speaks of.
#[derive(Debug, Clone, PartialEq)]
pub struct Mismatch {
    /// xi, the divergence of their marginals in nats.
    pub marginals: f64,
    /// How wrong the correlations are, from 0, right, to 1, of another batch altogether.
    pub correlations: f64,
    /// lambda, the smallest eigenvalue of the judged correlations.
    pub eigenvalue: f64,
    /// How many random cases are drawn.
    pub cases: usize,
}

/// A training point. Its value is the true function's, observed, unless it was given one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// Where it is.
    pub x: f64,
    /// The value that was observed there.
    pub y: Option<f64>,
}

/// Where a task comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// The preset's problem, which all labs share.
    Line,
    /// A synthetic task in many dimensions.
    Synthetic(Setting),
    /// Observations and predictions from the first of the link's files.
    File,
    /// Rows of a table, the first of the link's files; a second one may say how they are split.
    Table,
}

/// Pairs of points whose correlations are compared with the oracle's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pairs {
    /// Every pool point with every target: what acquisition rules see.
    PoolTargets,
    /// Every target with every other.
    Targets,
}

/// Where the true function comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TruthSource {
    /// The preset's formula.
    Formula,
    /// A draw from the prior by seed.
    Draw,
}

/// What is observed at a queried point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Observations {
    /// The function's value itself.
    Exact,
    /// The function's value with Gaussian noise.
    Noisy,
}

impl Problem {
    /// A preset's, before any change.
    pub fn of(preset: &'static Preset) -> Self {
        Self {
            preset,
            kernel: preset.kernel.parse().expect("the kernels of presets are valid"),
            noise: 0.01,
            truth: match preset.formula {
                Some(_) => TruthSource::Formula,
                None => TruthSource::Draw,
            },
            observations: Observations::Exact,
            seed: 1,
            points: preset.train.iter().map(|&x| Point { x, y: None }).collect(),
            targets: preset.targets.to_vec(),
            pool: preset.pool,
        }
    }

    /// The stretch of the x axis that is drawn: the preset's, or more if a point lies outside.
    pub fn x_range(&self) -> (f64, f64) {
        let regions = self.targets.iter().chain([&self.pool]).flat_map(|r| [r.low, r.high]);
        let all = self.points.iter().map(|point| point.x).chain(regions);
        all.fold(self.preset.range, |(low, high), x| (low.min(x), high.max(x)))
    }
}

impl Data {
    /// A source, before any change.
    pub fn of(source: Source) -> Self {
        Self {
            source,
            dimension: 9,
            functions: Functions::Independent,
            files: Vec::new(),
            table: TableUse::default(),
        }
    }
}

impl Models {
    /// Those for a source, before any change.
    pub fn of(source: Source) -> Self {
        let predictor = "oracle".parse().expect("a known model");
        let (set, candidates) = (Set::default(), usual_candidates(source));
        Self { stretch: 1.0, samples: 0, set, candidates, predictor, further: Vec::new() }
    }

    /// All models that predict, the one that does so after every batch first.
    pub fn predictors(&self) -> impl Iterator<Item = &Candidate> {
        [&self.predictor].into_iter().chain(&self.further)
    }

    /// What their list becomes if a model is put first: those that predict at the end stay, and one of them changes
    /// places.
    pub(super) fn with_first_predictor(&self, chosen: &str) -> Vec<String> {
        let mut all: Vec<String> = self.predictors().map(Candidate::id).collect();
        match all.iter().position(|id| id == chosen) {
            Some(place) => all[..=place].rotate_right(1),
            None => all[0] = chosen.into(),
        }
        all
    }
}

impl Default for Judging {
    fn default() -> Self {
        Self {
            repetitions: 20_000,
            xll_batch: 5,
            batches: BatchChoice::Noisy,
            pairs: Pairs::PoolTargets,
            tasks: 10,
            factor: 0.9,
        }
    }
}

impl Default for Mismatch {
    fn default() -> Self {
        Self { marginals: 0.001, correlations: 0.5, eigenvalue: 0.2, cases: 10_000 }
    }
}

impl Asking {
    /// A preset's, before any change.
    pub fn of(preset: &Preset) -> Self {
        let rules = vec![Rule::Random, Rule::Tig, Rule::Mig, Rule::BatchMig];
        Self { batch_size: preset.batch_size, rounds: 10, rules, own: None }
    }
}

/// A right model, one that is wrong, in many dimensions several in different ways, and one that knows no
/// correlation at all.
fn usual_candidates(source: Source) -> Vec<Candidate> {
    let texts: &[&str] = match source {
        Source::Line => &["oracle", "detuned", "independent"],
        Source::Synthetic(_) => &[
            "oracle",
            "gp(rbf(4))",
            "gp(matern12(4))",
            "relu(100)",
            "fourier(100,4)",
            "shrunk",
            "independent",
        ],
        Source::File | Source::Table => &[],
    };
    texts.iter().map(|text| text.parse().expect("the usual candidates are valid")).collect()
}
