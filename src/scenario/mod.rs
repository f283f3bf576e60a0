//! Everything a figure depends on, as one validated value that prints to and parses from a query
//! string. The same string is the form on the page, the link people share, the argument of the
//! command line and the input of a test; nothing else parses or prints one.

mod control;
mod key;
mod link;
mod preset;
mod touch;
mod value;

use crate::acquisition::Rule;
use crate::error::Result;
use crate::kernel::Kernel;

pub use control::{Control, STEPS, Shape};
pub use key::{KEYS, Key, Kind};
pub use link::{Link, Theme, View};
pub use preset::{PRESETS, Preset, Region};
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
                Lab::Toy if preset.formula.is_none() => TruthSource::Draw,
                Lab::Toy => TruthSource::Formula,
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
        }
    }

    /// The stretch of the x axis that is drawn: the preset's, or more if a point lies outside.
    pub fn x_range(&self) -> (f64, f64) {
        let regions = self.targets.iter().chain([&self.pool]).flat_map(|r| [r.low, r.high]);
        let all = self.points.iter().map(|point| point.x).chain(regions);
        all.fold(self.preset.range, |(low, high), x| (low.min(x), high.max(x)))
    }

    /// The same settings in another lab; what was at its lab's default takes the other's.
    pub fn in_lab(&self, name: &str) -> Result<Self> {
        let mut other = self.clone();
        key::find("lab")?.set(&mut other, &[name])?;
        let (here, there) =
            (Self::of_preset(self.lab, self.preset), Self::of_preset(other.lab, self.preset));
        if self.truth == here.truth {
            other.truth = there.truth;
        }
        Ok(other)
    }

    /// The query string of this scenario.
    pub fn link(&self) -> String {
        Link { scenario: self.clone(), ..Link::default() }.to_string()
    }

    /// The same scenario with one key changed; a change of preset starts from that preset anew.
    pub fn with(&self, name: &str, values: &[&str]) -> Result<Self> {
        let mut changed = self.clone();
        key::find(name)?.set(&mut changed, values)?;
        key::check_together(&changed)?;
        Ok(if name == "preset" { Self::of_preset(self.lab, changed.preset) } else { changed })
    }
}

impl Default for Scenario {
    fn default() -> Self {
        Self::of_preset(Lab::Toy, &PRESETS[0])
    }
}

#[cfg(test)]
mod tests;
