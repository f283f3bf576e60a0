//! What can be set of a network with dropout.

use super::Dropout;
use crate::model::common::{DRAWS, EPOCHS, LEARNING_RATE, UNITS, number};
use crate::model::{Asked, Family, Kind, Limit, Place, Setting, Takes};

/// A network with dropout.
pub static KIND: Kind = Kind {
    family: Family::Dropout,
    id: "dropout",
    label: "dropout",
    help: "A network trained, and asked, while inputs and units are left out at random.",
    settings: &[
        UNITS,
        Setting {
            id: "rate",
            label: "rate",
            help: "The share of inputs and units that is left out.",
            takes: number((1e-3, 0.9), Limit::Share),
            default: "0.05",
            paper: Some("0.05"),
            place: Place::Everywhere,
        },
        EPOCHS,
        LEARNING_RATE,
        DRAWS,
        Setting {
            id: "one_mask",
            label: "masks",
            help: "Whether a function leaves out the same units everywhere. If every input has a \
                   mask of its own, no draw is a function.",
            takes: Takes::Flag {
                no: ("each", "a new one at each input"),
                yes: ("one", "one for each function"),
            },
            default: "yes",
            paper: None,
            place: Place::Everywhere,
        },
    ],
    is_terse: false,
    untrained: &["draws", "one_mask"],
    nested: None,
    course: Some("epochs"),
    asked: Asked::WithNoise,
    build: |values, setup| {
        Some(Box::new(Dropout {
            units: values.count("units"),
            rate: values.number("rate"),
            epochs: values.count("epochs"),
            learning_rate: values.number("learning_rate"),
            draws: values.count("draws"),
            one_mask: values.flag("one_mask"),
            noise: setup.noise?,
            seed: setup.seed,
        }))
    },
};
