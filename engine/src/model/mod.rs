//! Models: from a task's observations to a posterior.

pub mod altered;
pub mod choice;
mod common;
mod condition;
mod cores;
mod cost;
pub mod dropout;
pub mod ensemble;
mod facts;
pub mod fbnn;
pub mod features;
mod fitted;
pub mod gp;
pub mod hmc;
mod kind;
#[cfg(test)]
mod linear;
pub mod network;
pub mod nkn;
mod noise;
mod positive;
pub mod rbf;
pub mod settings;
pub mod svgp;
mod trained;
mod training;
pub mod variational;
pub mod warning;

use std::ops::ControlFlow;

use crate::cost::Cost;
use crate::error::{Error, Result};
use crate::numeric::Matrix;
use crate::points::Points;
use crate::posterior::Posterior;

pub use altered::{Detuned, Shrunk};
pub use choice::{Chosen, Validation};
pub use cores::OnAllCores;
pub use cost::ProcessCost;
pub use dropout::Dropout;
pub use ensemble::Ensemble;
pub use fbnn::Fbnn;
pub use features::{FeatureRegression, Features};
pub use fitted::{Fitted, Glimpse, Note, NoteValue};
pub use gp::GaussianProcess;
pub use hmc::Hmc;
pub use kind::{Asked, Family, KINDS, Kind, Setup};
pub use nkn::Nkn;
pub use rbf::RbfProcess;
pub use settings::{Limit, Place, Setting, Takes, Value, Values};
pub use svgp::Svgp;
pub use trained::Trained;
pub use training::CURVE;
pub use variational::{Approach, Nng, Prior, Variational};
pub use warning::Warning;

/// Hears what share of the work is done and, if it wants it, what can be seen so far; and may stop it.
pub type Progress<'a> = &'a mut dyn FnMut(f64, Look) -> ControlFlow<()>;

/// Makes a glimpse of what was found so far, if the model can.
pub type Look<'a> = &'a dyn Fn() -> Option<Glimpse>;

/// Takes what training leaves on its way.
pub type Leave<'a> = &'a mut dyn FnMut(Trained) -> Result<()>;

/// What a fit is made from, and who watches it.
pub struct Fit<'a> {
    /// What was observed.
    pub train: &'a Points,
    /// Where the function is asked for, one point a column. While a model trains, those who watch look here:
    /// it changes nothing that is learned.
    pub inputs: &'a Matrix,
    /// What the epoch that is kept is chosen by, by models that [can](Model::chooses); without it, it is the last.
    pub validation: Option<Validation<'a>>,
    /// Who hears of it.
    pub progress: Progress<'a>,
}

impl Fit<'_> {
    /// Says what share of the work is done.
    ///
    /// # Errors
    /// [`Error::Cancelled`] once whoever listens wants no more.
    pub fn tell(&mut self, share: f64, look: Look) -> Result<()> {
        if (self.progress)(share, look).is_break() { Err(Error::Cancelled) } else { Ok(()) }
    }
}

/// Anything that learns a function from observations: a plain struct of its settings.
///
/// Training comes first, in pieces that need nothing of each other, so that workers and cores can share
/// them, and leaves plain numbers. From these it predicts, at any points and as often as one likes. Who
/// does which changes no bit.
pub trait Model: Sync {
    /// In how many pieces it is trained; none if what it believes is a closed form.
    fn pieces(&self) -> usize;

    /// Which version of its numbers these are: equal settings, data and version are equal bits, and what was
    /// kept of another version is stale.
    fn version(&self) -> u32;

    /// Refuses settings that make no sense and sizes for which there is no room, before any work: a fit to
    /// `seen` points, asked at so many, all of so many inputs.
    ///
    /// # Errors
    /// [`Error::Value`] with the setting.
    fn check(&self, inputs: usize, seen: usize, asked: usize) -> Result<()> {
        training::room(self.bytes(inputs, seen, asked))
    }

    /// What it is trained on, whatever is observed, if it is: then training once does for all that is observed later.
    fn trained_on(&self) -> Option<&Points> {
        None
    }

    /// Whether it is trained by epochs, of which it can keep the one that does best on other data.
    fn chooses(&self) -> bool {
        false
    }

    /// What looking at such data costs that choose an epoch, and what it holds beside training, after training on
    /// `seen` points of so many inputs.
    fn choosing_cost(&self, inputs: usize, seen: usize, validation: &Validation) -> Cost {
        let _ = (inputs, seen, validation);
        Cost::default()
    }

    /// One piece of training. What it leaves does not depend on `fit.inputs`.
    ///
    /// # Errors
    /// [`Error::Cancelled`] once `progress` breaks, and whatever the model cannot cope with.
    fn train(&self, piece: usize, fit: Fit) -> Result<Trained>;

    /// The same, which on its way leaves what it would leave after fewer epochs, of which there are some, in
    /// rising order. Only kinds with a [course](Kind::course) can.
    ///
    /// # Errors
    /// Those of [`Model::train`] and of `leave`.
    fn train_past(
        &self,
        sooner: &[usize],
        leave: Leave,
        piece: usize,
        fit: Fit,
    ) -> Result<Trained> {
        let _ = (leave, assert!(sooner.is_empty(), "its kind has no course"));
        self.train(piece, fit)
    }

    /// What is believed of the function at `fit.inputs`, jointly, after all pieces, in order, have been
    /// trained on the same `fit.train`.
    ///
    /// # Errors
    /// Those of [`Model::train`].
    fn predict(&self, trained: &[Trained], fit: Fit) -> Result<Fitted>;

    /// What all pieces of training on `seen` points of so many inputs cost.
    fn training_cost(&self, inputs: usize, seen: usize) -> Cost;

    /// What predicting then costs, asked at so many.
    fn prediction_cost(&self, inputs: usize, seen: usize, asked: usize) -> Cost;

    /// How many bytes training and predicting hold at once.
    fn bytes(&self, inputs: usize, seen: usize, asked: usize) -> f64;

    /// Training and predicting together, with the memory that they hold.
    fn cost(&self, inputs: usize, seen: usize, asked: usize) -> Cost {
        let work = self.training_cost(inputs, seen) + self.prediction_cost(inputs, seen, asked);
        work.holding(self.bytes(inputs, seen, asked))
    }

    /// All pieces, one after the other, and what they say.
    ///
    /// # Errors
    /// Those of [`Model::check`], [`Model::train`] and [`Model::predict`].
    fn learn(&self, train: &Points, inputs: &Matrix, progress: Progress) -> Result<Fitted> {
        self.learn_by(Fit { train, inputs, validation: None, progress })
    }

    /// The same, with data to choose an epoch by, if there are any.
    ///
    /// # Errors
    /// Those of [`Model::learn`], and [`Error::Clash`] if there are such data and it cannot choose.
    fn learn_by(&self, fit: Fit) -> Result<Fitted> {
        let Fit { train, inputs, validation, progress } = fit;
        if validation.is_some() && !self.chooses() {
            return Err(choice::no_epochs());
        }
        let (d, seen, asked) = (train.inputs.nrows(), train.len(), inputs.ncols());
        self.check(d, seen, asked)?;
        let training = self.training_cost(d, seen).share_of(self.cost(d, seen, asked));
        let work: Work = (&|piece, fit| self.train(piece, fit), &|all, fit| self.predict(all, fit));
        in_turn(self.pieces(), training, work, Fit { train, inputs, validation, progress })
    }

    /// What is then believed, alone.
    ///
    /// # Errors
    /// Those of [`Model::learn`].
    fn fit(&self, train: &Points, inputs: &Matrix, progress: Progress) -> Result<Posterior> {
        Ok(self.learn(train, inputs, progress)?.posterior)
    }
}

/// How a model trains a piece, and how it predicts from all of them.
type Work<'a> =
    (&'a dyn Fn(usize, Fit) -> Result<Trained>, &'a dyn Fn(&[Trained], Fit) -> Result<Fitted>);

/// All pieces, one after the other, then what they say; training is a share of it. It is apart from the trait
/// so that it is compiled once, and not for every model.
fn in_turn(count: usize, training: f64, (train, predict): Work, fit: Fit) -> Result<Fitted> {
    let Fit { train: seen, inputs, validation, progress } = fit;
    let mut trained = Vec::with_capacity(count);
    for index in 0..count {
        let progress = &mut |share: f64, look: Look| {
            progress(training * (index as f64 + share) / count as f64, look)
        };
        trained.push(train(index, Fit { train: seen, inputs, validation, progress })?);
    }
    let progress =
        &mut |share: f64, look: Look| progress(training + (1.0 - training) * share, look);
    predict(&trained, Fit { train: seen, inputs, validation: None, progress })
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

#[cfg(test)]
mod tests;
