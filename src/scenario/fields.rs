//! The settings that kinds of models have, those that several share by name.

/// A setting of a kind.
#[derive(Debug)]
pub struct Field {
    /// Its name for people.
    pub label: &'static str,
    /// What it does, in one sentence.
    pub help: &'static str,
    /// What values it takes.
    pub kind: FieldKind,
    /// What it is unless something else is said.
    pub default: &'static str,
}

/// What values a field takes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FieldKind {
    /// A positive number on a logarithmic scale between two ends.
    Number(f64, f64),
    /// A whole number, likewise.
    Integer(u32, u32),
    /// A positive number on a logarithmic scale between two ends, or the word [`AUTO`]: what the
    /// problem suggests.
    Auto(f64, f64),
    /// One of some words, each with its label.
    Choice(&'static [(&'static str, &'static str)]),
    /// A kernel expression.
    Kernel,
}

/// What stands for a number that follows the problem.
pub const AUTO: &str = "auto";

pub(super) const NOISE: Field = Field {
    label: "noise variance",
    help: "Variance of the noise that this model expects in each observation.",
    kind: FieldKind::Number(1e-10, 10.0),
    default: "0.01",
};
pub(super) const WIDTH: Field = Field {
    label: "features",
    help: "How many random features the model has: the width of its hidden layer.",
    kind: FieldKind::Integer(1, 2000),
    default: "50",
};

pub(super) const UNITS: Field = Field {
    label: "units",
    help: "How many units the network's hidden layer has.",
    kind: FieldKind::Integer(1, 400),
    default: "50",
};
pub(super) const EPOCHS: Field = Field {
    label: "epochs",
    help: "How often training passes through the data.",
    kind: FieldKind::Integer(1, 20_000),
    default: "1000",
};
pub(super) const WEIGHT_VARIANCE: Field = Field {
    label: "weight variance",
    help: "Prior variance of the network's weights, eta in the paper; auto is the problem's own, if it \
           has one, or 1.",
    kind: FieldKind::Auto(0.1, 100.0),
    default: AUTO,
};
pub(super) const PARTICLES: Field = Field {
    label: "particles",
    help: "How many lists of weights each step of training draws.",
    kind: FieldKind::Integer(1, 100),
    default: "10",
};
pub(super) const DRAWS: Field = Field {
    label: "draws",
    help: "How many functions are drawn.",
    kind: FieldKind::Integer(10, 20_000),
    default: "5000",
};
pub(super) const LEARNING_RATE: Field = Field {
    label: "learning rate",
    help: "How large the steps of training are (Adam's).",
    kind: FieldKind::Number(1e-4, 1.0),
    default: "0.01",
};
pub(super) const PRIOR: Field = Field {
    label: "kernel",
    help: "An rbf kernel whose numbers are learned, or the one that the problem's functions are drawn \
           from.",
    kind: FieldKind::Choice(&[("rbf", "rbf, learned"), ("own", "the problem's own")]),
    default: "rbf",
};
