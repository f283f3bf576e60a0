//! The kinds of models: one row for each. What can be set of one, and how it is built from that, stands
//! beside the model itself.

use std::fmt;

use super::settings::{AUTO, Setting, Value, Values};
use super::{
    GaussianProcess, Model, altered, dropout, ensemble, fbnn, features, gp, hmc, nkn, rbf, svgp,
    variational,
};
use crate::kernel::Kernel;
use crate::points::Points;

/// A kind of model.
pub struct Kind {
    /// Which one.
    pub family: Family,
    /// Its name in links and requests.
    pub id: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// What it is, in one sentence.
    pub help: &'static str,
    /// Its settings: those that links may say without their names first, in an order that never changes.
    pub settings: &'static [Setting],
    /// Whether links print its settings without their names, which has sense for few.
    pub is_terse: bool,
    /// Settings that a piece of its training does not depend on, such as how many functions are then drawn:
    /// models that differ in these alone are trained once.
    pub untrained: &'static [&'static str],
    /// The count, if there is one, of which fewer are the first of more: one that was trained with more answers
    /// for all with fewer.
    pub nested: Option<&'static str>,
    /// The setting, if there is one, of how long training goes on, where longer training begins as shorter does
    /// to the last bit: one that goes on longest passes the ends of all others ([`Model::train_past`]).
    pub course: Option<&'static str>,
    /// Who may ask for it.
    pub asked: Asked,
    /// The model with such settings; nothing for what is no model of the engine's, or if it needs the
    /// prior of the functions and that is not known.
    pub build: fn(&Values, &Setup) -> Option<Box<dyn Model>>,
}

/// Who may ask for a kind of model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// Links alone.
    ByLinks,
    /// Requests too, if they know the noise.
    WithNoise,
    /// Requests too; it can learn the noise.
    Always,
}

/// What a model is built from beside its settings.
#[derive(Debug, Clone, Copy)]
pub struct Setup<'a> {
    /// The prior that functions are drawn from and their noise, if they are known.
    pub oracle: Option<&'a GaussianProcess>,
    /// How many inputs functions have.
    pub inputs: usize,
    /// The variance of the noise; without one, it is to be learned.
    pub noise: Option<f64>,
    /// What a kernel that can be learned from other data is learned from; without them, what is observed.
    pub hyper: Option<&'a Points>,
    /// Where randomness comes from.
    pub seed: u64,
}

/// The kinds, to be told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// The exact posterior under the prior that the truth was drawn from.
    Oracle,
    /// The oracle with wrong lengthscales or noise.
    Detuned,
    /// A Gaussian process with a kernel and a noise of its own.
    Process,
    /// Bayesian linear regression on random ReLU features.
    Relu,
    /// Bayesian linear regression on random Fourier features.
    Fourier,
    /// The oracle with its correlations shrunk.
    Shrunk,
    /// The oracle without its correlations.
    Independent,
    /// A Gaussian process with an rbf kernel whose numbers are learned.
    Rbf,
    /// A Gaussian process that knows the data through a few inducing points.
    Svgp,
    /// A Gaussian process whose kernel is a network of kernels.
    Nkn,
    /// A network whose posterior is sampled.
    Hmc,
    /// A network with a Gaussian for every weight.
    Bbb,
    /// A network with a Gaussian for every layer.
    Nng,
    /// A network whose posterior is one of functions.
    Fbnn,
    /// Networks trained alike.
    Ensemble,
    /// A network with dropout.
    Dropout,
    /// Predictions from a file.
    Own,
}

impl Family {
    /// Whether it has weights, which have a scale of their own.
    pub fn is_network(self) -> bool {
        use Family::{Bbb, Dropout, Ensemble, Fbnn, Hmc, Nng};
        matches!(self, Bbb | Dropout | Ensemble | Fbnn | Hmc | Nng)
    }
}

/// All kinds of the engine's, in the order in which a form offers them.
pub static KINDS: [&Kind; 16] = [
    &altered::ORACLE,
    &altered::DETUNED,
    &gp::KIND,
    &features::RELU,
    &features::FOURIER,
    &altered::SHRUNK,
    &altered::INDEPENDENT,
    &rbf::KIND,
    &svgp::KIND,
    &nkn::KIND,
    &hmc::KIND,
    &variational::BBB,
    &variational::NNG,
    &fbnn::KIND,
    &ensemble::KIND,
    &dropout::KIND,
];

impl Kind {
    /// The setting with that name.
    pub fn setting(&self, id: &str) -> Option<&'static Setting> {
        self.settings.iter().find(|setting| setting.id == id)
    }
}

/// Kinds are told apart by their family.
impl PartialEq for Kind {
    fn eq(&self, other: &Self) -> bool {
        self.family == other.family
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.id)
    }
}

impl Setup<'_> {
    /// The weight variance of a network: its own, or that of the network that the problem's functions
    /// come from, or 1.
    pub fn eta(&self, values: &Values) -> f64 {
        debug_assert!(values.chosen("eta").is_some() || values.says("eta", AUTO));
        let own = || self.oracle.and_then(|oracle| oracle.kernel.weight_variance(self.inputs));
        values.chosen("eta").or_else(own).unwrap_or(1.0)
    }

    /// The kernel of a prior: one that is given, the problem's own, or nothing if it is to be learned.
    pub fn prior(&self, values: &Values) -> Option<Kernel> {
        match values.get("kernel") {
            Value::Kernel(kernel) => Some(kernel.clone()),
            _ if values.says("kernel", "own") => self.oracle.map(|oracle| oracle.kernel.clone()),
            _ => None,
        }
    }
}
