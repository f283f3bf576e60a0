//! From a candidate's settings to a model: the one place where a new kind of model is built.

use crate::kernel::Kernel;
use crate::model::features::{FeatureRegression, Features};
use crate::model::{
    Approach, Detuned, Dropout, Ensemble, Fbnn, GaussianProcess, Hmc, Model, Nng, Prior,
    RbfProcess, Shrunk, Svgp, Variational,
};
use crate::scenario::{Candidate, Family};

/// The model of a candidate, given the oracle of its task; predictions from files have none.
pub fn build(
    candidate: &Candidate,
    oracle: &GaussianProcess,
    inputs: usize,
    seed: u64,
) -> Option<Box<dyn Model>> {
    let (process, noise) = (oracle.clone(), oracle.noise);
    let regression = |features: Features| {
        let width = candidate.count(0);
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
        Family::Rbf => {
            let ard = candidate.says(0, "each");
            Box::new(RbfProcess { ard, noise: Some(noise), ..RbfProcess::default() })
        }
        Family::Svgp => Box::new(Svgp {
            inducing: candidate.count(0),
            kernel: candidate.says(1, "own").then_some(process.kernel),
            steps: candidate.count(2),
            noise: Some(noise),
            seed,
            ..Svgp::default()
        }),
        Family::Fbnn => Box::new(Fbnn {
            units: candidate.count(0),
            epochs: candidate.count(1),
            learning_rate: candidate.number(2),
            measurement: candidate.count(3),
            kernel: candidate.says(4, "own").then_some(process.kernel),
            noise: Some(noise),
            seed,
        }),
        Family::Hmc => Box::new(Hmc {
            units: candidate.count(0),
            eta: eta(candidate, oracle, inputs),
            chains: candidate.count(2),
            burn_in: candidate.count(3),
            draws: candidate.count(4),
            thin: candidate.count(5),
            leapfrog: candidate.count(6),
            noise: Some(noise),
            seed,
            ..Hmc::default()
        }),
        Family::Bbb | Family::Nng => Box::new(Variational {
            units: candidate.count(0),
            eta: eta(candidate, oracle, inputs),
            epochs: candidate.count(2),
            learning_rate: candidate.number(3),
            particles: candidate.count(4),
            draws: candidate.count(5),
            noise: Some(noise),
            approach: approach(candidate),
            seed,
            ..Variational::default()
        }),
        Family::Ensemble => Box::new(Ensemble {
            members: candidate.count(0),
            units: candidate.count(1),
            epochs: candidate.count(2),
            learning_rate: candidate.number(3),
            noise: Some(noise),
            seed,
        }),
        Family::Dropout => Box::new(Dropout {
            units: candidate.count(0),
            rate: candidate.number(1),
            epochs: candidate.count(2),
            learning_rate: candidate.number(3),
            draws: candidate.count(4),
            one_mask: candidate.says(5, "one"),
            noise,
            seed,
        }),
        Family::Own => return None,
    })
}

/// Which Gaussian over a network's weights a candidate means.
fn approach(candidate: &Candidate) -> Approach {
    if candidate.kind.family == Family::Bbb {
        return Approach::Bbb;
    }
    let prior = if candidate.says(6, "factored") { Prior::Factored } else { Prior::Exact };
    Approach::Nng(Nng { prior, ..Nng::default() })
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
        let eta = eta(candidate, oracle, inputs);
        let kernel = Kernel::of_network(inputs, candidate.count(0), eta);
        GaussianProcess { kernel, noise: oracle.noise }
    })
}

/// A network's own weight variance, or that of the network that the problem's functions come from.
fn eta(candidate: &Candidate, oracle: &GaussianProcess, inputs: usize) -> f64 {
    candidate.chosen(1).or_else(|| oracle.kernel.weight_variance(inputs)).unwrap_or(1.0)
}
