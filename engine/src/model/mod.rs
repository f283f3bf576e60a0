//! Models: from a task's observations to a posterior.

pub mod altered;
mod condition;
mod cores;
mod cost;
pub mod dropout;
pub mod ensemble;
pub mod fbnn;
pub mod features;
mod fitted;
pub mod gp;
pub mod hmc;
pub mod network;
mod noise;
mod positive;
pub mod rbf;
pub mod svgp;
mod training;
pub mod variational;

use std::ops::ControlFlow;

use crate::cost::Cost;
use crate::error::Result;
use crate::numeric::Matrix;
use crate::points::Points;
use crate::posterior::Posterior;

pub use altered::{Detuned, Shrunk};
pub use cores::OnAllCores;
pub use cost::ProcessCost;
pub use dropout::Dropout;
pub use ensemble::Ensemble;
pub use fbnn::Fbnn;
pub use features::{FeatureRegression, Features};
pub use fitted::{Belief, Fitted, Glimpse, Note, NoteValue, Piece};
pub use gp::GaussianProcess;
pub use hmc::Hmc;
pub use rbf::RbfProcess;
pub use svgp::Svgp;
pub use training::CURVE;
pub use variational::{Approach, Nng, Prior, Variational};

/// Hears what share of the work is done and, if it wants it, what can be seen so far; and may stop it.
pub type Progress<'a> = &'a mut dyn FnMut(f64, Look) -> ControlFlow<()>;

/// Makes a glimpse of what was found so far, if the model can.
pub type Look<'a> = &'a dyn Fn() -> Option<Glimpse>;

/// Anything that learns a function from observations: a plain struct of its settings.
///
/// A fit is made of pieces that need nothing of each other, so that workers and cores can share them:
/// who does which changes no bit.
pub trait Model: Sync {
    /// In how many pieces it is fitted.
    fn pieces(&self) -> usize {
        1
    }

    /// One piece of what is believed of the function at `inputs`, jointly, after seeing `train`.
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled) once `progress` breaks, and whatever the model cannot cope with.
    fn piece(
        &self,
        index: usize,
        train: &Points,
        inputs: &Matrix,
        progress: Progress,
    ) -> Result<Piece>;

    /// What a fit to `seen` points costs, asked at so many, all of so many inputs.
    fn cost(&self, inputs: usize, seen: usize, asked: usize) -> Cost;

    /// The largest matrix that a fit to `seen` points holds, asked at so many: rows and columns.
    fn largest_matrix(&self, seen: usize, asked: usize) -> (usize, usize) {
        (seen + asked, seen + asked)
    }

    /// What all pieces say together, in order.
    ///
    /// # Errors
    /// Whatever the model cannot cope with.
    fn join(&self, pieces: Vec<Piece>) -> Result<Fitted> {
        Fitted::of(fitted::only(pieces)?)
    }

    /// All pieces, one after the other.
    ///
    /// # Errors
    /// Those of [`Model::piece`] and [`Model::join`].
    fn learn(&self, train: &Points, inputs: &Matrix, progress: Progress) -> Result<Fitted> {
        let count = self.pieces();
        let piece = |index: usize| {
            self.piece(index, train, inputs, &mut |share, look| {
                progress((index as f64 + share) / count as f64, look)
            })
        };
        self.join((0..count).map(piece).collect::<Result<_>>()?)
    }

    /// What is then believed, alone.
    ///
    /// # Errors
    /// Those of [`Model::learn`].
    fn fit(&self, train: &Points, inputs: &Matrix, progress: Progress) -> Result<Posterior> {
        Ok(self.learn(train, inputs, progress)?.posterior)
    }
}

/// Lets a model run to its end.
///
/// ```
/// use talscope_engine::model::{GaussianProcess, Model, keep_going};
/// use talscope_engine::points::{Points, line};
/// let prior = GaussianProcess { kernel: "rbf(1,2)".parse()?, noise: 0.1 };
/// let belief = prior.fit(&Points::none(1), &line([0.0, 9.0]), &mut keep_going)?;
/// assert_eq!((belief.covariance[(0, 0)], belief.noise[1]), (2.0, 0.1));
/// # Ok::<(), talscope_engine::Error>(())
/// ```
pub fn keep_going(_: f64, _: Look) -> ControlFlow<()> {
    ControlFlow::Continue(())
}
