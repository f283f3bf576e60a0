//! Synthetic tasks with a known truth: functions drawn from a ReLU network's prior (the paper's
//! section 5.2 and Figure 3), in the sizes of its text or of the authors' published experiments.

use crate::error::{Error, Result};
use crate::kernel::Kernel;
use crate::numeric::linalg::{self, Factor};
use crate::numeric::{Matrix, Stream, Vector};
use crate::task::{Points, Task};

pub use crate::scenario::{Functions, NOISE, Setting, Sizes};

/// Draws the task numbered `repetition`: x ~ N(0, I), f from the setting's prior, y with noise.
///
/// # Errors
/// As [`draw_from`].
pub fn draw(
    setting: Setting,
    dimension: usize,
    functions: Functions,
    seed: u64,
    repetition: u64,
) -> Result<Task> {
    let prior = Prior { kernel: &setting.kernel(), noise: NOISE };
    draw_from(prior, dimension, setting.sizes(dimension), functions, seed, repetition)
}

/// What functions are drawn from, and the variance of the noise of their observations.
#[derive(Debug, Clone, Copy)]
pub struct Prior<'a> {
    /// The covariance of the functions.
    pub kernel: &'a Kernel,
    /// The variance of the noise.
    pub noise: f64,
}

/// The same with any prior and of any size.
///
/// Every point has its own noise, drawn with the task: all rules see identical data.
///
/// # Errors
/// [`Error::Value`] if `dimension` is 0.
pub fn draw_from(
    prior: Prior,
    dimension: usize,
    sizes: Sizes,
    functions: Functions,
    seed: u64,
    repetition: u64,
) -> Result<Task> {
    if dimension == 0 {
        return Err(Error::value("d", dimension, "at least 1"));
    }
    let (function, order) = match functions {
        Functions::Independent => (repetition, (0..sizes.total()).collect()),
        Functions::Splits => {
            (0, Stream::new(seed, "synthetic split", repetition).permutation(sizes.total()))
        }
    };
    let all = draw_points(prior, (dimension, sizes.total()), seed, function)?;
    let (train, rest) = order.split_at(sizes.train);
    let (pool, targets) = rest.split_at(sizes.pool);
    let [train, pool, targets] = [train, pool, targets].map(|part| all.select(part));
    Ok(Task { train, pool, targets, noise: prior.noise })
}

fn draw_points(
    prior: Prior,
    (dimension, count): (usize, usize),
    seed: u64,
    function: u64,
) -> Result<Points> {
    let normals = |purpose: &str, count: usize| Stream::new(seed, purpose, function).normals(count);
    let inputs = Matrix::from_vec(dimension, count, normals("synthetic inputs", dimension * count));
    let factor = Factor::new(prior.kernel.covariance_lower(&inputs))?;
    let whitened = Vector::from_vec(normals("synthetic function", count));
    let truth = linalg::multiply_vector(factor.lower(), &whitened);
    let noise = Vector::from_vec(normals("synthetic noise", count));
    let observed = &truth + noise * prior.noise.sqrt();
    Ok(Points { inputs, truth, observed })
}
