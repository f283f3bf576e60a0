//! The oracle, and what it is altered to.

use super::{Detuned, Shrunk};
use crate::model::common::number;
use crate::model::{Asked, Family, Kind, Limit, Place, Setting};

/// The exact posterior.
pub static ORACLE: Kind = Kind {
    family: Family::Oracle,
    id: "oracle",
    label: "oracle",
    help: "The exact posterior under the prior that functions are drawn from.",
    settings: &[],
    is_terse: true,
    untrained: &[],
    nested: None,
    course: None,
    asked: Asked::ByLinks,
    build: |_, setup| Some(Box::new(setup.oracle?.clone())),
};

/// The oracle with the wrong lengthscales and noise.
pub static DETUNED: Kind = Kind {
    family: Family::Detuned,
    id: "detuned",
    label: "detuned oracle",
    help: "The oracle with lengthscales and noise that are wrong by a factor.",
    settings: &[
        Setting {
            id: "stretch",
            label: "lengthscale ×",
            help: "How many times too long its lengthscales are.",
            takes: number((0.1, 10.0), Limit::Positive),
            default: "2",
            paper: None,
            place: Place::Link,
        },
        Setting {
            id: "noise_factor",
            label: "noise ×",
            help: "How many times too large a noise variance it expects.",
            takes: number((1e-3, 1e3), Limit::Positive),
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
        Some(Box::new(Detuned {
            process: setup.oracle?.clone(),
            stretch: values.number("stretch"),
            noise_factor: values.number("noise_factor"),
        }))
    },
};

/// The oracle with weaker correlations.
pub static SHRUNK: Kind = Kind {
    family: Family::Shrunk,
    id: "shrunk",
    label: "shrunk correlations",
    help: "The oracle's means and variances, its correlations multiplied by a factor.",
    settings: &[Setting {
        id: "factor",
        label: "correlations ×",
        help: "What its correlations are multiplied by.",
        takes: number((0.01, 1.0), Limit::Positive),
        default: "0.5",
        paper: None,
        place: Place::Link,
    }],
    is_terse: true,
    untrained: &[],
    nested: None,
    course: None,
    asked: Asked::ByLinks,
    build: |values, setup| {
        Some(Box::new(Shrunk { process: setup.oracle?.clone(), factor: values.number("factor") }))
    },
};

/// The oracle without correlations.
pub static INDEPENDENT: Kind = Kind {
    family: Family::Independent,
    id: "independent",
    label: "independent points",
    help: "The oracle's means and variances without any correlation.",
    settings: &[],
    is_terse: true,
    untrained: &[],
    nested: None,
    course: None,
    asked: Asked::ByLinks,
    build: |_, setup| Some(Box::new(Shrunk { process: setup.oracle?.clone(), factor: 0.0 })),
};
