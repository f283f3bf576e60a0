//! From a candidate's settings to a model: the one place where a new kind of model is built.

use crate::model::features::{FeatureRegression, Features};
use crate::model::{Detuned, GaussianProcess, Model, Shrunk};
use crate::scenario::{Candidate, Family};

/// The model of a candidate, given the oracle of its task; predictions from files have none.
pub fn build(candidate: &Candidate, oracle: &GaussianProcess, seed: u64) -> Option<Box<dyn Model>> {
    let process = oracle.clone();
    let regression = |features: Features| {
        let (width, noise) = (candidate.count(0), oracle.noise);
        Box::new(FeatureRegression { features, width, noise, seed })
    };
    Some(match candidate.kind.family {
        Family::Oracle => Box::new(process),
        Family::Process => {
            let kernel = candidate.kernel().expect("this kind has a kernel").clone();
            Box::new(GaussianProcess { kernel, noise: candidate.number(1) })
        }
        Family::Detuned => {
            let (stretch, noise_factor) = (candidate.number(0), candidate.number(1));
            Box::new(Detuned { process, stretch, noise_factor })
        }
        Family::Relu => regression(Features::Relu { eta: candidate.number(1) }),
        Family::Fourier => {
            regression(Features::Fourier { lengthscale: candidate.number(1), variance: 1.0 })
        }
        Family::Shrunk => Box::new(Shrunk { process, factor: candidate.number(0) }),
        Family::Independent => Box::new(Shrunk { process, factor: 0.0 }),
        Family::Own => return None,
    })
}
