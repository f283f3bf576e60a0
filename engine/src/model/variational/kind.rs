//! What can be set of networks with a Gaussian over their weights.

use super::{Approach, Nng, Prior, Variational};
use crate::model::common::{
    BATCH, DRAWS, EPOCHS, ETA, LEARNING_RATE, PARTICLES, UNITS_OR_NONE, count, number,
};
use crate::model::{Asked, Family, Kind, Limit, Model, Place, Setting, Setup, Takes, Values};

/// A Gaussian for every weight.
pub static BBB: Kind = Kind {
    family: Family::Bbb,
    id: "bbb",
    label: "BBB",
    help: "A network whose weights each have a Gaussian of their own, by Bayes by backprop.",
    settings: &[UNITS_OR_NONE, ETA, EPOCHS, LEARNING_RATE, PARTICLES, DRAWS, BATCH],
    is_terse: false,
    untrained: &["draws"],
    nested: None,
    course: Some("epochs"),
    asked: Asked::Always,
    build: |values, setup| built(values, setup, Approach::Bbb),
};

/// A Gaussian for every layer.
pub static NNG: Kind = Kind {
    family: Family::Nng,
    id: "nng",
    label: "NNG",
    help: "A network whose layers each have a Gaussian of their own, by noisy natural gradients.",
    settings: &[
        // Its factors are square matrices.
        Setting { takes: count((1, 400), (0, 2_000)), ..UNITS_OR_NONE },
        ETA,
        EPOCHS,
        Setting {
            help: "What share of the natural gradient a step takes, unless that goes too far.",
            ..LEARNING_RATE
        },
        PARTICLES,
        DRAWS,
        Setting {
            id: "prior",
            label: "prior",
            help: "How the prior joins the curvature of the likelihood: as it is, or a share to \
                   each of its two factors, as it was published.",
            takes: Takes::Choice(&[("exact", "exact"), (FACTORED, "factored, as published")]),
            default: "exact",
            paper: None,
            place: Place::Everywhere,
        },
        BATCH,
        Setting {
            id: "damping",
            label: "damping",
            help: "What is added to the curvature for steps.",
            takes: number((0.0, 1.0), Limit::NotNegative),
            default: "0.00001",
            paper: Some("0.00001"),
            place: Place::Named,
        },
        Setting {
            id: "decay",
            label: "decay",
            help: "How much of the factors of the curvature stays from one step to the next.",
            takes: number((0.0, 0.999_999), Limit::Share),
            default: "0.999",
            paper: Some("0.999"),
            place: Place::Named,
        },
        Setting {
            id: "drop_at",
            label: "rate drops",
            help: "After how many epochs the learning rate falls to a tenth, or never.",
            takes: Takes::Count { offered: (1, 20_000), limits: (1, 10_000_000), or: Some(NEVER) },
            default: NEVER,
            paper: None,
            place: Place::Named,
        },
    ],
    is_terse: false,
    untrained: &["draws"],
    nested: None,
    course: Some("epochs"),
    asked: Asked::Always,
    build: |values, setup| {
        let prior = if values.says("prior", FACTORED) { Prior::Factored } else { Prior::Exact };
        let (damping, decay) = (values.number("damping"), values.number("decay"));
        let drop_at = values.chosen("drop_at").map(|epoch| epoch as usize);
        built(values, setup, Approach::Nng(Nng { damping, decay, prior, drop_at }))
    },
};

const FACTORED: &str = "factored";
/// What stands for a rate that stays as it is.
const NEVER: &str = "never";

fn built(values: &Values, setup: &Setup, approach: Approach) -> Option<Box<dyn Model>> {
    Some(Box::new(Variational {
        units: values.count("units"),
        eta: setup.eta(values),
        epochs: values.count("epochs"),
        learning_rate: values.number("learning_rate"),
        batch: values.count("batch"),
        particles: values.count("particles"),
        draws: values.count("draws"),
        noise: setup.noise,
        approach,
        seed: setup.seed,
    }))
}
