//! What can be set of Hamiltonian Monte Carlo.

use super::Hmc;
use crate::model::common::{ETA, LEARNING_RATE, UNITS_OR_NONE, count, number};
use crate::model::{Asked, Family, Kind, Limit, Place, Setting, Takes};

/// A network whose posterior is sampled.
pub static KIND: Kind = Kind {
    family: Family::Hmc,
    id: "hmc",
    label: "HMC",
    help: "A network with one hidden layer whose exact posterior is sampled by Hamiltonian Monte \
           Carlo.",
    settings: &[
        UNITS_OR_NONE,
        ETA,
        Setting {
            id: "chains",
            label: "chains",
            help: "How many chains there are, each from a start of its own.",
            takes: count((1, 20), (1, 1_000)),
            default: "10",
            paper: Some("10"),
            place: Place::Everywhere,
        },
        Setting {
            id: "burn_in",
            label: "burn-in",
            help: "Transitions of each chain that only find the way and the step size.",
            takes: count((10, 50_000), (0, 10_000_000)),
            default: "5000",
            paper: Some("5000"),
            place: Place::Everywhere,
        },
        Setting {
            id: "draws",
            label: "draws",
            help: "How many functions each chain then gives.",
            takes: count((4, 1000), (1, 100_000)),
            default: "100",
            paper: Some("100"),
            place: Place::Everywhere,
        },
        Setting {
            id: "thin",
            label: "thinning",
            help: "Transitions between one draw and the next.",
            takes: count((1, 1000), (1, 100_000)),
            default: "100",
            paper: Some("100"),
            place: Place::Everywhere,
        },
        Setting {
            id: "leapfrog",
            label: "leapfrog steps",
            help: "How many steps a transition makes.",
            takes: count((1, 100), (1, 10_000)),
            default: "5",
            paper: Some("5"),
            place: Place::Everywhere,
        },
        Setting {
            id: "step",
            label: "step size",
            help: "The step size from which burn-in starts to adapt it.",
            takes: number((1e-6, 1.0), Limit::Positive),
            default: "0.01",
            paper: Some("0.01"),
            place: Place::Named,
        },
        // Whoever learns its prior cannot be compared with others under the same prior, as labs do: there links that
        // say so are refused.
        Setting {
            id: "learn_eta",
            label: "learn the weight variance",
            help: "Whether the weight variance is learned, from the value given.",
            takes: Takes::Flag { no: ("fixed", "no"), yes: ("learned", "yes") },
            default: "no",
            paper: Some("no"),
            place: Place::Named,
        },
        Setting {
            help: "A tenth of how far each transition may move the logarithm of weight variance or \
                   noise, if they are learned.",
            place: Place::Named,
            ..LEARNING_RATE
        },
    ],
    is_terse: false,
    untrained: &["chains"],
    nested: None,
    course: None,
    asked: Asked::Always,
    build: |values, setup| {
        Some(Box::new(Hmc {
            units: values.count("units"),
            eta: setup.eta(values),
            chains: values.count("chains"),
            burn_in: values.count("burn_in"),
            draws: values.count("draws"),
            thin: values.count("thin"),
            leapfrog: values.count("leapfrog"),
            step: values.number("step"),
            learn_eta: values.flag("learn_eta"),
            learning_rate: values.number("learning_rate"),
            noise: setup.noise,
            seed: setup.seed,
        }))
    },
};
