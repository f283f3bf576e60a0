//! What can be set of an ensemble.

use super::Ensemble;
use crate::model::common::{EPOCHS, LEARNING_RATE, UNITS, count};
use crate::model::{Asked, Family, Kind, Place, Setting};

/// Networks trained alike.
pub static KIND: Kind = Kind {
    family: Family::Ensemble,
    id: "ensemble",
    label: "deep ensemble",
    help: "Networks trained alike, each from a start and on batches of its own.",
    settings: &[
        Setting {
            id: "members",
            label: "members",
            help: "How many networks there are; one alone knows no doubt.",
            takes: count((1, 500), (1, 100_000)),
            default: "100",
            paper: Some("100"),
            place: Place::Everywhere,
        },
        UNITS,
        EPOCHS,
        LEARNING_RATE,
    ],
    is_terse: false,
    untrained: &[],
    nested: Some("members"),
    course: Some("epochs"),
    asked: Asked::Always,
    build: |values, setup| {
        Some(Box::new(Ensemble {
            members: values.count("members"),
            units: values.count("units"),
            epochs: values.count("epochs"),
            learning_rate: values.number("learning_rate"),
            noise: setup.noise,
            seed: setup.seed,
        }))
    },
};
