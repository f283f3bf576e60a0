//! The kinds of models that can be judged. One table feeds the parser, the printer and the form, so
//! that a new model needs one entry here and one arm in `model::build`.

use std::fmt;

use super::fields::{
    DRAWS, EPOCHS, Field, FieldKind, LEARNING_RATE, NOISE, PARTICLES, PRIOR, UNITS,
    WEIGHT_VARIANCE, WIDTH,
};
use super::value::quoted;
use crate::error::{Error, Result};

/// A kind of model.
pub struct CandidateKind {
    /// Which one.
    pub family: Family,
    /// Its name in links.
    pub name: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// What it is, in one sentence.
    pub help: &'static str,
    /// Its settings.
    pub fields: &'static [Field],
}

/// The kinds, to be built from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// The exact posterior under the prior that the truth was drawn from.
    Oracle,
    /// A Gaussian process with a kernel and a noise of its own.
    Process,
    /// The oracle with wrong lengthscales or noise.
    Detuned,
    /// Bayesian linear regression on random ReLU features.
    Relu,
    /// Bayesian linear regression on random Fourier features.
    Fourier,
    /// The oracle with its correlations shrunk.
    Shrunk,
    /// The oracle without its correlations.
    Independent,
    /// A Gaussian process with an rbf kernel whose numbers are learned.
    Rbf,
    /// A Gaussian process that knows the data through a few inducing points.
    Svgp,
    /// A network whose posterior is sampled.
    Hmc,
    /// A network with a Gaussian for every weight.
    Bbb,
    /// A network with a Gaussian for every layer.
    Nng,
    /// A network whose posterior is one of functions.
    Fbnn,
    /// Networks trained alike.
    Ensemble,
    /// A network with dropout.
    Dropout,
    /// Predictions from a file.
    Own,
}

impl Family {
    /// Whether the paper fits such models: then what its settings are by default is what they are there.
    pub fn is_of_the_paper(self) -> bool {
        matches!(
            self,
            Self::Rbf
                | Self::Svgp
                | Self::Hmc
                | Self::Bbb
                | Self::Nng
                | Self::Fbnn
                | Self::Ensemble
                | Self::Dropout
        )
    }
}

/// All kinds, in the order in which a form offers them. The last one comes from files only.
pub static KINDS: [CandidateKind; 16] = [
    CandidateKind {
        family: Family::Oracle,
        name: "oracle",
        label: "oracle",
        help: "The exact posterior under the prior that functions are drawn from.",
        fields: &[],
    },
    CandidateKind {
        family: Family::Detuned,
        name: "detuned",
        label: "detuned oracle",
        help: "The oracle with lengthscales and noise that are wrong by a factor.",
        fields: &[
            Field {
                label: "lengthscale ×",
                help: "How many times too long its lengthscales are.",
                kind: FieldKind::Number(0.1, 10.0),
                default: "2",
            },
            Field {
                label: "noise ×",
                help: "How many times too large a noise variance it expects.",
                kind: FieldKind::Number(1e-3, 1e3),
                default: "1",
            },
        ],
    },
    CandidateKind {
        family: Family::Process,
        name: "gp",
        label: "Gaussian process",
        help: "A Gaussian process with a kernel of your choice.",
        fields: &[
            Field {
                label: "kernel",
                help: "Its kernel, such as rbf(2) or matern12(1)+linear(1).",
                kind: FieldKind::Kernel,
                default: "matern12(2)",
            },
            NOISE,
        ],
    },
    CandidateKind {
        family: Family::Relu,
        name: "relu",
        label: "ReLU features",
        help: "Bayesian linear regression on random ReLU features: a network with one hidden layer \
               whose last layer alone learns.",
        fields: &[
            WIDTH,
            Field {
                label: "weight variance",
                help: "Prior variance of the network's weights, eta in the paper.",
                kind: FieldKind::Number(0.1, 100.0),
                default: "1",
            },
        ],
    },
    CandidateKind {
        family: Family::Fourier,
        name: "fourier",
        label: "Fourier features",
        help: "Bayesian linear regression on random cosines: a Gaussian process with an rbf kernel, \
               if there are many.",
        fields: &[
            WIDTH,
            Field {
                label: "lengthscale",
                help: "The lengthscale of the rbf kernel that its features approach.",
                kind: FieldKind::Number(0.05, 20.0),
                default: "1",
            },
        ],
    },
    CandidateKind {
        family: Family::Shrunk,
        name: "shrunk",
        label: "shrunk correlations",
        help: "The oracle's means and variances, its correlations multiplied by a factor.",
        fields: &[Field {
            label: "correlations ×",
            help: "What its correlations are multiplied by.",
            kind: FieldKind::Number(0.01, 1.0),
            default: "0.5",
        }],
    },
    CandidateKind {
        family: Family::Independent,
        name: "independent",
        label: "independent points",
        help: "The oracle's means and variances without any correlation.",
        fields: &[],
    },
    CandidateKind {
        family: Family::Rbf,
        name: "gp-rbf",
        label: "GP-RBF",
        help: "A Gaussian process with an rbf kernel whose lengthscale and variance are those that make \
               the data likeliest.",
        fields: &[Field {
            label: "lengthscales",
            help: "One for all inputs, or one for each.",
            kind: FieldKind::Choice(&[("one", "one for all"), ("each", "one for each input")]),
            default: "one",
        }],
    },
    CandidateKind {
        family: Family::Svgp,
        name: "svgp",
        label: "sparse GP",
        help: "A Gaussian process that knows the data only through a few inducing points, whose places \
               are learned.",
        fields: &[
            Field {
                label: "inducing points",
                help: "How many there are, at most one for each point that was observed.",
                kind: FieldKind::Integer(1, 500),
                default: "50",
            },
            PRIOR,
            Field {
                label: "steps",
                help: "How many steps training takes.",
                kind: FieldKind::Integer(1, 5_000),
                default: "500",
            },
        ],
    },
    CandidateKind {
        family: Family::Hmc,
        name: "hmc",
        label: "HMC",
        help: "A network with one hidden layer whose exact posterior is sampled by Hamiltonian Monte \
               Carlo.",
        fields: &[
            UNITS,
            WEIGHT_VARIANCE,
            Field {
                label: "chains",
                help: "How many chains there are, each from a start of its own.",
                kind: FieldKind::Integer(1, 20),
                default: "10",
            },
            Field {
                label: "burn-in",
                help: "Transitions of each chain that only find the way and the step size.",
                kind: FieldKind::Integer(10, 50_000),
                default: "5000",
            },
            Field {
                label: "draws",
                help: "How many functions each chain then gives.",
                kind: FieldKind::Integer(4, 1000),
                default: "100",
            },
            Field {
                label: "thinning",
                help: "Transitions between one draw and the next.",
                kind: FieldKind::Integer(1, 1000),
                default: "100",
            },
            Field {
                label: "leapfrog steps",
                help: "How many steps a transition makes.",
                kind: FieldKind::Integer(1, 100),
                default: "5",
            },
        ],
    },
    CandidateKind {
        family: Family::Bbb,
        name: "bbb",
        label: "BBB",
        help: "A network whose weights each have a Gaussian of their own, by Bayes by backprop.",
        fields: &[UNITS, WEIGHT_VARIANCE, EPOCHS, LEARNING_RATE, PARTICLES, DRAWS],
    },
    CandidateKind {
        family: Family::Nng,
        name: "nng",
        label: "NNG",
        help: "A network whose layers each have a Gaussian of their own, by noisy natural gradients.",
        fields: &[
            UNITS,
            WEIGHT_VARIANCE,
            EPOCHS,
            Field {
                help: "What share of the natural gradient a step takes, unless that goes too far.",
                ..LEARNING_RATE
            },
            PARTICLES,
            DRAWS,
            Field {
                label: "prior",
                help: "How the prior joins the curvature of the likelihood: as it is, or a share to \
                       each of its two factors, as it was published.",
                kind: FieldKind::Choice(&[
                    ("exact", "exact"),
                    ("factored", "factored, as published"),
                ]),
                default: "exact",
            },
        ],
    },
    CandidateKind {
        family: Family::Fbnn,
        name: "fbnn",
        label: "FBNN",
        help: "A network of waves whose posterior is trained as one of functions, with a Gaussian process \
               as prior: a functional Bayesian neural network.",
        fields: &[
            Field { default: "400", ..UNITS },
            EPOCHS,
            LEARNING_RATE,
            Field {
                label: "measurement points",
                help: "At how many random points, beside the data, each step compares it with its prior.",
                kind: FieldKind::Integer(1, 200),
                default: "20",
            },
            PRIOR,
        ],
    },
    CandidateKind {
        family: Family::Ensemble,
        name: "ensemble",
        label: "deep ensemble",
        help: "Networks trained alike, each from a start and on batches of its own.",
        fields: &[
            Field {
                label: "members",
                help: "How many networks there are; one alone knows no doubt.",
                kind: FieldKind::Integer(1, 500),
                default: "100",
            },
            UNITS,
            EPOCHS,
            LEARNING_RATE,
        ],
    },
    CandidateKind {
        family: Family::Dropout,
        name: "dropout",
        label: "dropout",
        help: "A network trained, and asked, while inputs and units are left out at random.",
        fields: &[
            UNITS,
            Field {
                label: "rate",
                help: "The share of inputs and units that is left out.",
                kind: FieldKind::Number(1e-3, 0.9),
                default: "0.05",
            },
            EPOCHS,
            LEARNING_RATE,
            DRAWS,
            Field {
                label: "masks",
                help: "Whether a function leaves out the same units everywhere. If every input has a \
                       mask of its own, what is drawn are no functions.",
                kind: FieldKind::Choice(&[
                    ("one", "one for each function"),
                    ("each", "a new one at each input"),
                ]),
                default: "one",
            },
        ],
    },
    CandidateKind {
        family: Family::Own,
        name: "own",
        label: "own file",
        help: "Predictions from a file of yours, which stays on your machine.",
        fields: &[
            Field {
                label: "file",
                help: "Which of the link's files, counted from 0.",
                kind: FieldKind::Integer(0, 7),
                default: "0",
            },
            Field {
                label: "model",
                help: "Which of the file's models, counted from 0.",
                kind: FieldKind::Integer(0, 63),
                default: "0",
            },
        ],
    },
];

/// Kinds are told apart by their family.
impl PartialEq for CandidateKind {
    fn eq(&self, other: &Self) -> bool {
        self.family == other.family
    }
}

impl fmt::Debug for CandidateKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name)
    }
}

/// The kind called `name`.
pub fn find_kind(name: &str) -> Result<&'static CandidateKind> {
    let known = || format!("one of {}", KINDS.each_ref().map(|kind| kind.name).join(", "));
    let found = KINDS.iter().find(|kind| kind.name == name);
    found.ok_or_else(|| Error::value("candidate", quoted(name), known()))
}
