//! What can be set of a functional Bayesian neural network.

use super::Fbnn;
use crate::model::common::{ARD, BATCH, EPOCHS, LEARNING_RATE, PRIOR, UNITS, count};
use crate::model::{Asked, Family, Kind, Place, Setting};

/// A network whose posterior is one of functions.
pub static KIND: Kind = Kind {
    family: Family::Fbnn,
    id: "fbnn",
    label: "FBNN",
    help: "A network of waves whose posterior is trained as one of functions, with a Gaussian process \
           as prior: a functional Bayesian neural network.",
    settings: &[
        Setting { takes: count((1, 400), (1, 2_000)), default: "400", paper: Some("400"), ..UNITS },
        EPOCHS,
        LEARNING_RATE,
        Setting {
            id: "measurement",
            label: "measurement points",
            help: "At how many random points, beside the data, each step compares it with its prior.",
            takes: count((1, 200), (0, 1_000)),
            default: "20",
            paper: Some("20"),
            place: Place::Everywhere,
        },
        PRIOR,
        Setting { place: Place::Named, ..ARD },
        Setting { default: "900", paper: None, ..BATCH },
    ],
    is_terse: false,
    untrained: &[],
    nested: None,
    course: None,
    asked: Asked::Always,
    build: |values, setup| {
        Some(Box::new(Fbnn {
            units: values.count("units"),
            epochs: values.count("epochs"),
            learning_rate: values.number("learning_rate"),
            measurement: values.count("measurement"),
            kernel: setup.prior(values),
            ard: values.flag("ard"),
            batch: values.count("batch"),
            noise: setup.noise,
            seed: setup.seed,
        }))
    },
};
