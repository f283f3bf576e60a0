//! What can be set of a network with dropout.

use super::Dropout;
use crate::model::common::{DRAWS, EPOCHS, LEARNING_RATE, UNITS, number};
use crate::model::settings::AUTO;
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
        Setting {
            id: "noise",
            label: "noise",
            help: "Variance of the noise that it expects in each observation, which it cannot learn; auto is the \
                   problem's own, and on a table it is chosen among three.",
            takes: Takes::Number { offered: (1e-10, 10.0), limit: Limit::Positive, or: Some(AUTO) },
            default: AUTO,
            paper: Some(AUTO),
            place: Place::Named,
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
            noise: values.chosen("noise").or(setup.noise)?,
            seed: setup.seed,
        }))
    },
};
