//! What can be set of regression on random features.

use super::{FeatureRegression, Features};
use crate::model::common::{count, number};
use crate::model::{Asked, Family, Kind, Limit, Model, Place, Setting, Setup, Values};

const WIDTH: Setting = Setting {
    id: "width",
    label: "features",
    help: "How many random features the model has: the width of its hidden layer.",
    takes: count((1, 2000), (1, 2000)),
    default: "50",
    paper: None,
    place: Place::Link,
};

/// On ReLU features.
pub static RELU: Kind = Kind {
    family: Family::Relu,
    id: "relu",
    label: "ReLU features",
    help: "Bayesian linear regression on random ReLU features: a network with one hidden layer \
           whose last layer alone learns.",
    settings: &[
        WIDTH,
        Setting {
            id: "eta",
            label: "weight variance",
            help: "Prior variance of the network's weights, eta in the paper.",
            takes: number((0.1, 100.0), Limit::Positive),
            default: "1",
            paper: None,
            place: Place::Link,
        },
    ],
    is_terse: true,
    untrained: &[],
    nested: None,
    course: None,
    asked: Asked::ByLinks,
    build: |values, setup| regression(Features::Relu { eta: values.number("eta") }, values, setup),
};

/// On Fourier features.
pub static FOURIER: Kind = Kind {
    family: Family::Fourier,
    id: "fourier",
    label: "Fourier features",
    help: "Bayesian linear regression on random cosines: a Gaussian process with an rbf kernel, \
           if there are many.",
    settings: &[
        WIDTH,
        Setting {
            id: "lengthscale",
            label: "lengthscale",
            help: "The lengthscale of the rbf kernel that its features approach.",
            takes: number((0.05, 20.0), Limit::Positive),
            default: "1",
            paper: None,
            place: Place::Link,
        },
    ],
    is_terse: true,
    untrained: &[],
    nested: None,
    course: None,
    asked: Asked::ByLinks,
    build: |values, setup| {
        let lengthscale = values.number("lengthscale");
        regression(Features::Fourier { lengthscale, variance: 1.0 }, values, setup)
    },
};

fn regression(features: Features, values: &Values, setup: &Setup) -> Option<Box<dyn Model>> {
    let (width, noise, seed) = (values.count("width"), setup.noise?, setup.seed);
    Some(Box::new(FeatureRegression { features, width, noise, seed }))
}
