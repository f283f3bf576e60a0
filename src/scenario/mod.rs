//! Everything a figure depends on, as one validated value that prints to and parses from a query
//! string. The same string is the form on the page, the link people share, the argument of the
//! command line and the input of a test; nothing else parses or prints one.

mod candidate;
mod control;
mod file;
mod key;
mod kinds;
mod link;
mod preset;
mod setters;
mod setting;
mod touch;
mod value;

use crate::acquisition::Rule;
use crate::error::Result;
use crate::kernel::Kernel;
use crate::metric::BatchChoice;

pub use candidate::{Argument, Candidate};
pub use control::{Control, STEPS, Shape};
pub use file::FileName;
pub use key::{KEYS, Key, Kind};
pub use kinds::{CandidateKind, Family, Field, FieldKind, KINDS};
pub use link::{Link, Theme, View};
pub use preset::{PRESETS, Preset, Region};
pub use setters::{LABS, MOST_CANDIDATES};
pub use setting::{NOISE, Setting, Sizes};
pub use touch::Touch;

/// The version of the meaning of links. A version's defaults never change, so that an old link
/// keeps its figure.
pub const VERSION: u32 = 1;

/// A validated description of a figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Scenario {
    /// Which lab shows it.
    pub lab: Lab,
    /// What it started from; it holds the defaults of all that follows.
    pub preset: &'static Preset,
    /// The prior of the true function.
    pub kernel: Kernel,
    /// How much smoother than the truth the model believes the function to be.
    pub stretch: f64,
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
    /// How many of those observations each rule chooses.
    pub batch_size: usize,
    /// The rules that are compared, in the order in which they are shown.
    pub rules: Vec<Rule>,
    /// How many draws from the posterior are shown.
    pub samples: usize,
    /// How many functions the calibration check draws.
    pub repetitions: usize,
    /// What the models of the correlation lab are judged on.
    pub data: Data,
    /// How many inputs synthetic functions have.
    pub dimension: usize,
    /// The models that are judged.
    pub candidates: Vec<Candidate>,
    /// The files that some of them come from.
    pub files: Vec<FileName>,
    /// How many targets XLL predicts together.
    pub xll_batch: usize,
    /// Which correlations its batches follow.
    pub batches: BatchChoice,
    /// Which pairs of points the metacorrelation is taken over.
    pub pairs: Pairs,
    /// How many more tasks the models are judged on.
    pub tasks: usize,
}

/// A training point. Its value is the true function's, observed, unless it was given one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// Where it is.
    pub x: f64,
    /// The value that was observed there.
    pub y: Option<f64>,
}

/// The labs of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lab {
    /// The paper's Figure 2: acquisition rules side by side on a line.
    Toy,
    /// The posterior of one model, its band, and whether the band is honest.
    Marginal,
    /// The paper's subject: correlations of several models, judged.
    Correlation,
}

/// What the models of the correlation lab are judged on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Data {
    /// The preset's problem, which all labs share.
    Line,
    /// A synthetic task in many dimensions.
    Synthetic(Setting),
    /// Observations and predictions from the first of the link's files.
    File,
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

impl Scenario {
    /// The scenario of a preset, before any change.
    pub fn of_preset(lab: Lab, preset: &'static Preset) -> Self {
        Self {
            lab,
            preset,
            kernel: preset.kernel.parse().expect("the kernels of presets are valid"),
            stretch: 1.0,
            noise: 0.01,
            truth: match lab {
                // A band can only be honest about functions of the kind that it expects.
                Lab::Marginal => TruthSource::Draw,
                _ if preset.formula.is_none() => TruthSource::Draw,
                Lab::Toy | Lab::Correlation => TruthSource::Formula,
            },
            observations: Observations::Exact,
            seed: 1,
            points: preset.train.iter().map(|&x| Point { x, y: None }).collect(),
            targets: preset.targets.to_vec(),
            pool: preset.pool,
            batch_size: preset.batch_size,
            rules: vec![Rule::Random, Rule::Tig, Rule::Mig, Rule::BatchMig],
            samples: 0,
            repetitions: 20_000,
            data: Data::Line,
            dimension: 9,
            candidates: default_candidates(Data::Line),
            files: Vec::new(),
            xll_batch: 5,
            batches: BatchChoice::Noisy,
            pairs: Pairs::PoolTargets,
            tasks: 10,
        }
    }

    /// The scenario of a preset and a kind of data, before any change.
    pub fn start(lab: Lab, preset: &'static Preset, data: Data) -> Self {
        let mut start = Self::of_preset(lab, preset);
        if let Data::Synthetic(setting) = data {
            (start.kernel, start.noise) = (setting.kernel(), NOISE);
        }
        Self { data, candidates: default_candidates(data), ..start }
    }

    /// How many inputs the function has.
    pub fn inputs(&self) -> usize {
        if matches!(self.data, Data::Synthetic(_)) { self.dimension } else { 1 }
    }

    /// How many points each part of the task has; a file alone knows its own.
    pub fn sizes(&self) -> Sizes {
        match self.data {
            Data::Synthetic(setting) => setting.sizes(self.dimension),
            Data::Line | Data::File => Sizes {
                train: self.points.len(),
                pool: self.pool.count,
                targets: self.targets.iter().map(|region| region.count).sum(),
            },
        }
    }

    /// The stretch of the x axis that is drawn: the preset's, or more if a point lies outside.
    pub fn x_range(&self) -> (f64, f64) {
        let regions = self.targets.iter().chain([&self.pool]).flat_map(|r| [r.low, r.high]);
        let all = self.points.iter().map(|point| point.x).chain(regions);
        all.fold(self.preset.range, |(low, high), x| (low.min(x), high.max(x)))
    }

    /// The same settings in another lab; what was at its lab's default takes the other's. Data that
    /// the other lab does not know are left behind.
    pub fn in_lab(&self, name: &str) -> Result<Self> {
        let mut other = self.clone();
        key::find("lab")?.set(&mut other, &[name])?;
        if other.lab != Lab::Correlation && other.data != Data::Line {
            return Ok(Self { seed: self.seed, ..Self::of_preset(other.lab, self.preset) });
        }
        let (here, there) =
            (Self::of_preset(self.lab, self.preset), Self::of_preset(other.lab, self.preset));
        if self.truth == here.truth {
            other.truth = there.truth;
        }
        other.xll_batch = other.xll_batch.min(other.sizes().targets);
        Ok(other)
    }

    /// The same preset or task with nothing changed; a file stays the task.
    pub fn reset(&self) -> Self {
        let start = Self::start(self.lab, self.preset, self.data);
        match self.data {
            Data::File => {
                Self { files: self.files.clone(), candidates: self.candidates.clone(), ..start }
            }
            _ => start,
        }
    }

    /// The value of a key that holds one, as a link writes it.
    ///
    /// # Panics
    /// If there is no such key.
    pub fn key_value(&self, name: &str) -> String {
        key::find(name).expect("a known key").get(self).concat()
    }

    /// Another problem, on which the same models are judged in the same way.
    fn judging(&self, problem: Self) -> Self {
        let Self { xll_batch, batches, pairs, tasks, .. } = *self;
        let xll_batch = xll_batch.min(problem.sizes().targets);
        let mut judged = Self { xll_batch, batches, pairs, tasks, ..problem };
        // A file that is a task of its own has no models for another.
        let usual = self.candidates == default_candidates(self.data);
        if !usual && self.data != Data::File {
            (judged.candidates, judged.files) = (self.candidates.clone(), self.files.clone());
        }
        judged
    }

    /// The query string of this scenario.
    pub fn link(&self) -> String {
        Link { scenario: self.clone(), ..Link::default() }.to_string()
    }

    /// The same scenario with one key changed; a change of preset or of task starts anew, but keeps
    /// how models are judged and, if they are not the usual ones, which; and the seed with the task.
    pub fn with(&self, name: &str, values: &[&str]) -> Result<Self> {
        let mut changed = self.clone();
        key::find(name)?.set(&mut changed, values)?;
        let changed = match name {
            "preset" => self.judging(Self::of_preset(self.lab, changed.preset)),
            "task" => {
                let start = Self::start(self.lab, self.preset, changed.data);
                self.judging(Self { seed: self.seed, ..start })
            }
            _ => changed,
        };
        setters::check_together(&changed)?;
        Ok(changed)
    }
}

/// A right model, some that are wrong in different ways, and one that knows no correlation at all.
fn default_candidates(data: Data) -> Vec<Candidate> {
    let texts: &[&str] = match data {
        Data::Line => &["oracle", "detuned", "detuned(0.5)", "relu(50,6)", "shrunk", "independent"],
        Data::Synthetic(_) => &[
            "oracle",
            "gp(rbf(4))",
            "gp(matern12(4))",
            "relu(100)",
            "fourier(100,4)",
            "shrunk",
            "independent",
        ],
        Data::File => &[],
    };
    texts.iter().map(|text| text.parse().expect("the default candidates are valid")).collect()
}

impl Default for Scenario {
    fn default() -> Self {
        Self::of_preset(Lab::Toy, &PRESETS[0])
    }
}

#[cfg(test)]
mod tests;
