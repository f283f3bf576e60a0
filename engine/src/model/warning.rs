//! What to say of a fit that should not be trusted as it is: from what it noted of itself, the same words
//! wherever it is used.

mod edge;
mod sampler;
mod training;

use crate::model::Fitted;
use crate::numeric::shortest;
use crate::points::Points;
use crate::posterior::Posterior;

pub use sampler::{EFFECTIVE, effective, r_hat_limit};
pub use training::is_below_noise;

/// The version of what is said of fits: kept judgements of an older one are known to be old.
pub const VERSION: u32 = 3;

/// Something that is wrong with a fit, in words for those who asked for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// What it is, for programs.
    pub id: &'static str,
    /// What it is and what helps, for people.
    pub words: String,
}

/// All warnings in a row, if there are any.
pub fn in_words(warnings: &[Warning]) -> Option<String> {
    let words: Vec<&str> = warnings.iter().map(|warning| &*warning.words).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

impl Fitted {
    /// All that is wrong with it, the worst first; nothing if it can be trusted as far as it can know.
    pub fn warnings(&self) -> Vec<Warning> {
        let drawn = self.functions.as_ref().map(|functions| functions.ncols());
        let rest = warnings(|name| self.note(name), &self.curve, drawn);
        self.odd().chain(rest).collect()
    }

    /// What is wrong with its numbers themselves, whatever it noted.
    pub fn odd(&self) -> impl Iterator<Item = Warning> {
        [self.lifted(), impossible(&self.posterior)].into_iter().flatten()
    }
}

/// The share of the noise that may be added to an exact process's diagonal.
const LIFTED: f64 = 0.01;

impl Fitted {
    /// Jitter that an exact process needed: more than a little of the noise changes what is believed. Models
    /// with a bound have theirs by design.
    fn lifted(&self) -> Option<Warning> {
        let jitter = self.note("jitter").filter(|_| self.note("elbo").is_none())?;
        let noise = self.posterior.noise.iter().copied().fold(f64::INFINITY, f64::min);
        let words = format!(
            "64 bits do not suffice: to factor the covariance of what was observed, {jitter:.0e} had to be \
             added to its diagonal, where the noise is {noise:.0e}. Use smaller kernel parameters, or remove \
             repeated points."
        );
        (jitter > LIFTED * noise).then_some(Warning { id: "jitter", words })
    }
}

/// The same from its numbers by name, from how training went and from how many functions it was drawn as,
/// if it was, for those who kept no more of a fit.
pub fn warnings(
    note: impl Fn(&str) -> Option<f64>,
    curve: &[f64],
    drawn: Option<usize>,
) -> Vec<Warning> {
    let note: Notes = &note;
    let mut found = sampler::warnings(note, drawn);
    // Draws of chains depend on each other, and are counted by what they are worth.
    let drawn = drawn.filter(|_| note("draws_per_chain").is_none());
    found.extend(drawn.filter(|count| *count == 1).and_then(of_draws));
    found.extend(note("no_masks").filter(|_| drawn != Some(1)).map(|_| unmasked()));
    found.extend(training::warnings(note, curve));
    found.extend(edge::warnings(note));
    found.extend(drawn.filter(|count| *count > 1).and_then(of_draws));
    found
}

/// What so many independent functions do not tell of what goes together.
pub fn of_draws(count: usize) -> Option<Warning> {
    let words = "One function alone has no doubt: its variance is zero everywhere, and nothing is correlated \
                 with anything.";
    match count {
        1 => Some(Warning { id: "one_function", words: words.into() }),
        _ => few_functions(count),
    }
}

/// What dropout says if it drops nothing.
fn unmasked() -> Warning {
    let words = "At rate 0 nothing is left out: all draws are one function, whose variance is zero everywhere.";
    Warning { id: "no_masks", words: words.into() }
}

/// So many independent functions bring the error of a correlation below 0.19.
const FUNCTIONS: usize = 30;

/// The standard error of a correlation of m independent pairs is about (1 - rho^2) / sqrt(m - 1).
fn few_functions(count: usize) -> Option<Warning> {
    let words = format!(
        "Too few functions: correlations from {count} members or draws are off by about {:.1}. Take \
         {FUNCTIONS} or more.",
        1.0 / (count.max(2) as f64 - 1.0).sqrt()
    );
    (1 < count && count < FUNCTIONS).then_some(Warning { id: "few_functions", words })
}

/// A number that a fit noted.
type Notes<'a> = &'a dyn Fn(&str) -> Option<f64>;

/// How far rounding may bring a covariance beyond the product of the deviations, as a share of it.
const ROUNDING: f64 = 1e-6;

/// Numbers of very different sizes leave no digits for what matters: correlations beyond 1.
fn impossible(posterior: &Posterior) -> Option<Warning> {
    let covariance = &posterior.covariance;
    let beyond = |(i, j): &(usize, usize)| {
        let most = covariance[(*i, *i)].max(0.0).sqrt() * covariance[(*j, *j)].max(0.0).sqrt();
        covariance[(*i, *j)].abs() > most * (1.0 + ROUNDING)
    };
    let mut pairs = (0..posterior.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
    let (i, j) = pairs.find(beyond)?;
    let deviations = covariance[(i, i)].max(0.0).sqrt() * covariance[(j, j)].max(0.0).sqrt();
    let words = format!(
        "This is not a valid covariance: points {i} and {j} would have the correlation {}. Numbers are too \
         large or of too different sizes for 64 bits.",
        covariance[(i, j)] / deviations
    );
    Some(Warning { id: "impossible_covariance", words })
}

/// What networks expect of their data, whose first weights and priors have a scale of their own: mean
/// squares between these.
const USUAL: [f64; 2] = [1e-2, 1e2];

/// What to do about inputs or observations that are far from the scale that networks expect.
pub fn scale_hint(train: &Points) -> Option<String> {
    let square = |values: &mut dyn Iterator<Item = f64>| {
        values.fold(0.0, |sum, x| sum + x * x) / train.len().max(1) as f64
    };
    // What is zero everywhere has no scale.
    let far = |square: &f64| *square != 0.0 && !(USUAL[0]..=USUAL[1]).contains(square);
    let inputs = (0..train.inputs.nrows())
        .map(|row| (format!("Input {row} is"), square(&mut train.inputs.row(row).iter().copied())));
    let observed = ("The observations are".into(), square(&mut train.observed.iter().copied()));
    let (what, square) = std::iter::once(observed).chain(inputs).find(|(_, square)| far(square))?;
    Some(format!(
        "{what} of order {}; networks expect about 1: standardise inputs and observations (subtract their mean, \
         divide by their deviation) and scale what is predicted back.",
        one_digit(square.sqrt())
    ))
}

/// The first digit of a number and its size: `20`, `0.001`, `2e10`.
fn one_digit(value: f64) -> String {
    let short = format!("{value:.0e}");
    short.parse().map_or(short, shortest)
}

#[cfg(test)]
mod tests;
