//! What can be set of a Gaussian process.

use super::GaussianProcess;
use crate::model::common::number;
use crate::model::{Asked, Family, Kind, Limit, Place, Setting, Takes};

/// A Gaussian process with a kernel and a noise of its own.
pub static KIND: Kind = Kind {
    family: Family::Process,
    id: "gp",
    label: "Gaussian process",
    help: "A Gaussian process with a kernel of your choice.",
    settings: &[
        Setting {
            id: "kernel",
            label: "kernel",
            help: "Its kernel, such as rbf(2) or matern12(1)+linear(1).",
            takes: Takes::Kernel,
            default: "matern12(2)",
            paper: None,
            place: Place::Everywhere,
        },
        Setting {
            id: "noise",
            label: "noise variance",
            help: "Variance of the noise that this model expects in each observation.",
            takes: number((1e-10, 10.0), Limit::Positive),
            default: "0.01",
            paper: None,
            place: Place::Link,
        },
    ],
    is_terse: true,
    untrained: &[],
    nested: None,
    course: None,
    asked: Asked::WithNoise,
    build: |values, _| {
        let kernel = values.kernel()?.clone();
        Some(Box::new(GaussianProcess { kernel, noise: values.number("noise") }))
    },
};
