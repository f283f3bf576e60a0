//! What can be set of a neural kernel network.

use super::Nkn;
use crate::model::common::{LEARNING_RATE, count};
use crate::model::{Asked, Family, Kind, Place, Setting};

/// A Gaussian process whose kernel is a network of kernels.
pub static KIND: Kind = Kind {
    family: Family::Nkn,
    id: "nkn",
    label: "NKN",
    help: "A Gaussian process whose kernel is made of simple kernels by a small network of sums and products, \
           which makes the data likeliest: a neural kernel network.",
    settings: &[
        Setting {
            id: "steps",
            label: "steps",
            help: "How many steps training takes.",
            takes: count((1, 20_000), (0, 1_000_000)),
            default: "5000",
            paper: Some("5000"),
            place: Place::Everywhere,
        },
        Setting { default: "0.003", paper: Some("0.003"), ..LEARNING_RATE },
    ],
    is_terse: false,
    untrained: &[],
    nested: None,
    course: None,
    asked: Asked::Always,
    build: |values, setup| {
        Some(Box::new(Nkn {
            steps: values.count("steps"),
            learning_rate: values.number("learning_rate"),
            noise: setup.noise,
            hyper: setup.hyper.cloned(),
            seed: setup.seed,
            ..Nkn::default()
        }))
    },
};
