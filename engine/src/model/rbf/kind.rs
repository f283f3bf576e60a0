//! What can be set of a Gaussian process with a learned rbf kernel.

use super::RbfProcess;
use crate::model::common::{ARD, count, number};
use crate::model::{Asked, Family, Kind, Limit, Place, Setting};

/// A Gaussian process whose rbf kernel is learned.
pub static KIND: Kind = Kind {
    family: Family::Rbf,
    id: "gp-rbf",
    label: "GP-RBF",
    help: "A Gaussian process with an rbf kernel whose lengthscale and variance are those that make \
           the data likeliest.",
    settings: &[
        ARD,
        Setting {
            id: "restarts",
            label: "restarts",
            help: "How many searches for the likeliest kernel are followed to their end, beside the first.",
            takes: count((0, 100), (0, 1_000)),
            default: "3",
            paper: None,
            place: Place::Named,
        },
        Setting {
            id: "least_noise",
            label: "least noise",
            help: "What the variance of the noise stays above, where it is learned.",
            takes: number((1e-10, 0.1), Limit::Positive),
            default: "0.00001",
            paper: None,
            place: Place::Named,
        },
    ],
    is_terse: false,
    untrained: &[],
    nested: None,
    course: None,
    asked: Asked::Always,
    build: |values, setup| {
        Some(Box::new(RbfProcess {
            ard: values.flag("ard"),
            restarts: values.count("restarts"),
            noise: setup.noise,
            least_noise: values.number("least_noise"),
        }))
    },
};
