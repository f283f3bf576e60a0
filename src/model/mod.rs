//! Models: from a task's observations to a posterior.

pub mod altered;
mod candidate;
mod condition;
mod cost;
pub mod features;
pub mod gp;
pub mod hmc;
pub mod network;

use std::ops::ControlFlow;

use crate::error::Result;
use crate::numeric::Matrix;
use crate::posterior::Posterior;
use crate::task::Points;

pub use altered::{Detuned, Shrunk};
pub use candidate::build;
pub use cost::ProcessCost;
pub use features::{FeatureRegression, Features};
pub use gp::GaussianProcess;

/// Hears what share of the work is done, and may stop it.
pub type Progress<'a> = &'a mut dyn FnMut(f64) -> ControlFlow<()>;

/// Anything that learns a function from observations: a plain struct of its settings.
pub trait Model {
    /// What is believed of the function at `inputs`, jointly, after seeing `train`.
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled) once `progress` breaks, and whatever the
    /// model cannot cope with.
    fn fit(&self, train: &Points, inputs: &Matrix, progress: Progress) -> Result<Posterior>;
}

/// Lets a model run to its end.
///
/// ```
/// use talscope::model::{GaussianProcess, Model, keep_going};
/// use talscope::task::{Points, line};
/// let prior = GaussianProcess { kernel: "rbf(1,2)".parse()?, noise: 0.1 };
/// let belief = prior.fit(&Points::none(1), &line([0.0, 9.0]), &mut keep_going)?;
/// assert_eq!((belief.covariance[(0, 0)], belief.noise[1]), (2.0, 0.1));
/// # Ok::<(), talscope::Error>(())
/// ```
pub fn keep_going(_: f64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}
