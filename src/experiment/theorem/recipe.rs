//! What a case is made of: plain numbers, which can be drawn at random and changed a little.

use crate::error::Result;
use crate::experiment::codec::{Reader, Writer};
use crate::experiment::theorem::{Case, Class};
use crate::metric::{Gaussian, divergence};
use crate::numeric::linalg::smallest_eigenvalue;
use crate::numeric::{Matrix, Stream, math};
use crate::scenario::XI;

/// Random numbers for the points of a batch. Correlations come from common causes, on which each point
/// depends more or less: its loadings, cause by cause.
#[derive(Debug, Clone, PartialEq)]
pub struct Recipe {
    /// Whether points that depend on a cause alike are correlated, in the candidate's eyes, or the
    /// contrary.
    pub attract: bool,
    /// Loadings of the candidate's correlations.
    pub candidate: Vec<f64>,
    /// Loadings of those that the truth has in their place, as far as the candidate is wrong.
    pub other: Vec<f64>,
    /// The logarithm of the noise that keeps those from being singular.
    pub noise: f64,
    /// The logarithm of each true deviation over the reference's, before it is scaled to the mismatch
    /// that is wanted.
    pub scale: Vec<f64>,
    /// How far off each of the reference's means is, likewise.
    pub shift: Vec<f64>,
}

/// The least noise of a random truth, and of one that was searched for, as logarithms.
const NOISE: (f64, f64) = (-7.0, -14.0);

impl Recipe {
    /// A random one, and a mismatch that goes with it: anywhere on the axis.
    pub fn random(stream: &mut Stream, size: usize) -> (Self, f64) {
        let ends = (math::log10(XI.0), math::log10(XI.1));
        let xi = math::pow(10.0, ends.0 + (ends.1 - ends.0) * stream.uniform());
        let attract = stream.uniform() < 0.5;
        let (candidate, other) = (loadings(stream, size), loadings(stream, size));
        let noise = NOISE.0 * stream.uniform();
        // References are often too sure of all points, or of none.
        let (common, shared) = (stream.uniform(), stream.normal());
        let own = (1.0 - common * common).sqrt();
        let scale = stream.normals(size).iter().map(|z| common * shared + own * z).collect();
        (Self { attract, candidate, other, noise, scale, shift: stream.normals(size) }, xi)
    }

    /// The case that it makes of a class, with marginals that differ by `xi`.
    pub fn case(&self, class: &Class, xi: f64) -> Result<Case> {
        let candidate = self.candidate(class.size, class.eigenvalue);
        let other = self.other(class.size);
        let error = class.error;
        let truth = candidate.zip_map(&other, |right, wrong| right + error * (wrong - right));
        let length = self.length(xi);
        let ratio: Vec<f64> = self.scale.iter().map(|u| math::exp(length * u)).collect();
        let shift: Vec<f64> = self.shift.iter().map(|w| length * w).collect();
        let (zero, one) = (vec![0.0; class.size], vec![1.0; class.size]);
        let generating = Gaussian { mean: &shift, sd: &ratio, correlation: &truth };
        let judged = Gaussian { mean: &zero, sd: &one, correlation: &candidate };
        let divergence = divergence(&generating, &judged)?;
        Ok(Case { shift, ratio, truth, candidate, divergence })
    }

    /// The same, but what the truth pulls together the candidate drives apart.
    #[must_use]
    pub fn opposed(self) -> Self {
        Self { attract: false, other: self.candidate.clone(), ..self }
    }

    /// The same with some numbers changed a little.
    #[must_use]
    pub fn changed(&self, step: f64, stream: &mut Stream) -> Self {
        let mut other = self.clone();
        match stream.below(5) {
            0 => stir(&mut other.candidate, step, stream),
            1 => {
                stir(&mut other.other, step, stream);
                other.noise = (self.noise + 10.0 * step * stream.normal()).clamp(NOISE.1, 0.0);
            }
            2 => stir(&mut other.scale, step, stream),
            3 => stir(&mut other.shift, step, stream),
            // Too sure instead of not sure enough.
            _ => other.scale.iter_mut().for_each(|u| *u = -*u),
        }
        other
    }

    /// The correlation matrix `I + t H` with that smallest eigenvalue. H, with zeros on its diagonal,
    /// holds what points have in common; every correlation matrix has this form. A point alone has
    /// nothing in common with others, and 1 as its eigenvalue.
    fn candidate(&self, size: usize, smallest: f64) -> Matrix {
        let mut matrix = products(&self.candidate, size);
        let sign = if self.attract { 1.0 } else { -1.0 };
        matrix.iter_mut().for_each(|entry| *entry *= sign);
        matrix.fill_diagonal(0.0);
        let lowest = smallest_eigenvalue(&matrix);
        let length = if lowest < 0.0 { (smallest - 1.0) / lowest } else { 0.0 };
        matrix.iter_mut().for_each(|entry| *entry *= length);
        matrix.fill_diagonal(1.0);
        matrix
    }

    /// Correlations of what points have in common, with noise.
    fn other(&self, size: usize) -> Matrix {
        let mut matrix = products(&self.other, size);
        let more = 1.0 + math::exp(self.noise);
        let roots: Vec<f64> = matrix.diagonal().iter().map(|v| (more * v).sqrt()).collect();
        for (j, mut column) in matrix.column_iter_mut().enumerate() {
            column.iter_mut().zip(&roots).for_each(|(entry, root)| *entry /= root * roots[j]);
        }
        matrix.fill_diagonal(1.0);
        matrix
    }

    /// By how much to multiply scale and shift so that the marginals differ by `xi`:
    /// `sum (r^2 - 1 - log r^2 + d^2) / 2` with r = exp(t u), d = t w. Newton's method on the root of
    /// it, which is nearly straight in t.
    fn length(&self, xi: f64) -> f64 {
        let pairs = || self.scale.iter().zip(&self.shift);
        let mut t = (xi / sum(pairs().map(|(u, w)| u * u + 0.5 * w * w))).sqrt();
        for _ in 0..NEWTON {
            let found = 0.5 * sum(pairs().map(|(u, w)| beyond(2.0 * t * u) + t * t * w * w));
            let slope = sum(pairs().map(|(u, w)| u * math::exp_m1(2.0 * t * u) + t * w * w));
            let step = 2.0 * found.sqrt() * (found.sqrt() - xi.sqrt()) / slope;
            // A step to 0 would lead nowhere.
            t -= step.min(0.5 * t);
            if step.abs() <= 1e-15 * t {
                break;
            }
        }
        t
    }

    /// The recipe as numbers.
    pub fn write(&self, out: &mut Writer) {
        out.flag(self.attract);
        out.list(&self.candidate);
        out.list(&self.other);
        out.number(self.noise);
        out.list(&self.scale);
        out.plain(&self.shift);
    }

    /// What [`Recipe::write`] wrote.
    pub fn read(reader: &mut Reader) -> Result<Self> {
        let attract = reader.flag()?;
        let (candidate, other) = (reader.list()?.to_vec(), reader.list()?.to_vec());
        let noise = reader.number()?;
        let scale = reader.list()?.to_vec();
        let shift = reader.take(scale.len())?.to_vec();
        Ok(Self { attract, candidate, other, noise, scale, shift })
    }
}

/// More steps than Newton's method ever takes.
const NEWTON: usize = 40;

/// Few causes more often than many.
fn loadings(stream: &mut Stream, size: usize) -> Vec<f64> {
    let share = stream.uniform();
    let causes = 1 + (share * share * size as f64) as usize;
    stream.normals(causes * size)
}

/// What points have in common: products of their loadings, summed over causes.
fn products(loadings: &[f64], size: usize) -> Matrix {
    let causes = || loadings.chunks_exact(size);
    Matrix::from_fn(size, size, |i, j| sum(causes().map(|cause| cause[i] * cause[j])))
}

fn stir(numbers: &mut [f64], step: f64, stream: &mut Stream) {
    let mut changes = vec![0.0; numbers.len()];
    stream.fill_normals(&mut changes);
    numbers.iter_mut().zip(&changes).for_each(|(number, z)| *number += step * z);
}

/// `e^x - 1 - x`, in full precision also for a small x.
fn beyond(x: f64) -> f64 {
    if x.abs() > 0.1 {
        return math::exp_m1(x) - x;
    }
    // x^2/2 (1 + x/3 (1 + x/4 (..))), up to terms of 1e-17.
    let series = (3..=12).rev().fold(1.0, |sum, k| 1.0 + sum * x / f64::from(k));
    0.5 * x * x * series
}

fn sum(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(0.0, |sum, value| sum + value)
}
