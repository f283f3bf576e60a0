//! From a candidate's settings to a model.

use crate::kernel::Kernel;
use crate::model::{Family, GaussianProcess, Model, Setup, Value};
use crate::points::Points;
use crate::scenario::Candidate;

/// The model of a candidate, given the oracle of its task, if that is known: what is not known is learned. Predictions
/// from files have none, and models that cannot learn it neither. `hyper` are data that a kernel may be learned from.
pub fn build(
    candidate: &Candidate,
    oracle: Option<&GaussianProcess>,
    hyper: Option<&Points>,
    inputs: usize,
    seed: u64,
) -> Option<Box<dyn Model>> {
    (candidate.kind.build)(&candidate.values, &Setup { hyper, ..setup(oracle, inputs, seed) })
}

/// The same candidate with the number in the place of what follows the problem, without its name, and
/// without whether it judges others: however it is written, a model is one.
pub fn effective(
    candidate: &Candidate,
    oracle: Option<&GaussianProcess>,
    inputs: usize,
) -> Candidate {
    let mut alone = Candidate { name: None, is_reference: true, ..candidate.clone() };
    if alone.kind.settings.iter().any(|setting| setting.id == "eta") {
        let eta = setup(oracle, inputs, 0).eta(&alone.values);
        alone.values.set("eta", Value::Number(eta));
    }
    alone
}

/// The Gaussian process whose prior covariance is that of a candidate's network, if it has such a prior:
/// what it is compared with to tell a wrong prior from wrong inference.
pub fn own_prior(
    candidate: &Candidate,
    oracle: &GaussianProcess,
    inputs: usize,
) -> Option<GaussianProcess> {
    let has_one = matches!(candidate.kind.family, Family::Hmc | Family::Bbb | Family::Nng);
    has_one.then(|| {
        let eta = setup(Some(oracle), inputs, 0).eta(&candidate.values);
        let kernel = Kernel::of_network(inputs, candidate.count("units"), eta);
        GaussianProcess { kernel, noise: oracle.noise }
    })
}

fn setup(oracle: Option<&GaussianProcess>, inputs: usize, seed: u64) -> Setup<'_> {
    Setup { oracle, inputs, noise: oracle.map(|oracle| oracle.noise), hyper: None, seed }
}
