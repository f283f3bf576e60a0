//! Settings that several kinds of models share.

use super::settings::{AUTO, Limit, Place, Setting, Takes};

/// A whole number: what links and forms offer, and what requests may ask for.
pub(super) const fn count(offered: (u32, u32), limits: (u64, u64)) -> Takes {
    Takes::Count { offered, limits, or: None }
}

/// A number, likewise.
pub(super) const fn number(offered: (f64, f64), limit: Limit) -> Takes {
    Takes::Number { offered, limit, or: None }
}

/// Hidden units; a network without any is linear, which requests may ask of those that can be.
pub(super) const UNITS: Setting = Setting {
    id: "units",
    label: "units",
    help: "How many units the network's hidden layer has.",
    takes: count((1, 400), (1, 10_000)),
    default: "50",
    paper: Some("50"),
    place: Place::Everywhere,
};
pub(super) const UNITS_OR_NONE: Setting = Setting { takes: count((1, 400), (0, 10_000)), ..UNITS };
pub(super) const ETA: Setting = Setting {
    id: "eta",
    label: "weight variance",
    help: "Prior variance of the network's weights, eta in the paper; auto is the problem's own, if it \
           has one, or 1.",
    takes: Takes::Number { offered: (0.1, 100.0), limit: Limit::Positive, or: Some(AUTO) },
    default: AUTO,
    paper: Some(AUTO),
    place: Place::Everywhere,
};
pub(super) const EPOCHS: Setting = Setting {
    id: "epochs",
    label: "epochs",
    help: "How often training passes through the data.",
    takes: count((1, 20_000), (0, 10_000_000)),
    default: "1000",
    paper: Some("1000"),
    place: Place::Everywhere,
};
pub(super) const LEARNING_RATE: Setting = Setting {
    id: "learning_rate",
    label: "learning rate",
    help: "How large the steps of training are (Adam's).",
    takes: number((1e-4, 1.0), Limit::Positive),
    default: "0.01",
    paper: Some("0.01"),
    place: Place::Everywhere,
};
pub(super) const PARTICLES: Setting = Setting {
    id: "particles",
    label: "particles",
    help: "How many lists of weights each step of training draws.",
    takes: count((1, 100), (1, 10_000)),
    default: "10",
    paper: Some("10"),
    place: Place::Everywhere,
};
pub(super) const DRAWS: Setting = Setting {
    id: "draws",
    label: "draws",
    help: "How many functions are drawn.",
    takes: count((2, 20_000), (1, 1_000_000)),
    default: "5000",
    paper: Some("5000"),
    place: Place::Everywhere,
};
pub(super) const BATCH: Setting = Setting {
    id: "batch",
    label: "batch",
    help: "How many points each step of training sees, if there are as many.",
    takes: count((1, 2000), (1, 1_000_000)),
    default: "100",
    paper: Some("100"),
    place: Place::Named,
};
/// A kernel that a model may learn instead.
pub(super) const PRIOR: Setting = Setting {
    id: "kernel",
    label: "kernel",
    help: "An rbf kernel whose numbers are learned, or the one that the problem's functions are drawn \
           from; requests may give any.",
    takes: Takes::Prior(&[("rbf", "rbf, learned"), ("own", "the problem's own")]),
    default: "rbf",
    paper: None,
    place: Place::Everywhere,
};
/// Whether lengthscales that are learned differ from input to input.
pub(super) const ARD: Setting = Setting {
    id: "ard",
    label: "lengthscales",
    help: "One for all inputs, or one for each.",
    takes: Takes::Flag { no: ("one", "one for all"), yes: ("each", "one for each input") },
    default: "no",
    paper: None,
    place: Place::Everywhere,
};
