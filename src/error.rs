//! One error for the whole library. Every message names the offending value, because it is shown
//! word for word on the page and on the command line.

use std::fmt;

/// What went wrong, with the value that was at fault.
#[derive(Debug, Clone, PartialEq)]
pub enum Error {
    /// A named input holds a value outside of what is allowed.
    Value {
        /// The input's name, as its user knows it.
        name: String,
        /// What was given.
        got: String,
        /// What would have been accepted, in words.
        expected: String,
    },
    /// A covariance matrix is not positive definite, even with the largest jitter tried.
    Indefinite {
        /// Rows of the matrix.
        size: usize,
        /// The largest value that was added to the diagonal.
        jitter: f64,
    },
    /// The caller asked a long computation to stop.
    Cancelled,
    /// A drawing surface refused a drawing call.
    Drawing(String),
}

/// The library's result type.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An input `name` whose value `got` is not what was `expected`.
    pub fn value(
        name: impl Into<String>,
        got: impl fmt::Display,
        expected: impl Into<String>,
    ) -> Self {
        Self::Value { name: name.into(), got: got.to_string(), expected: expected.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value { name, got, expected } => {
                write!(out, "{name} must be {expected}, got {got}")
            }
            Self::Indefinite { size, jitter } => write!(
                out,
                "a {size} x {size} covariance matrix is not positive definite, \
                 even with {jitter:e} added to its diagonal"
            ),
            Self::Cancelled => write!(out, "cancelled"),
            Self::Drawing(reason) => write!(out, "the figure cannot be drawn: {reason}"),
        }
    }
}

impl std::error::Error for Error {}
