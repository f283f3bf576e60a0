//! What talscope computes: Gaussian processes and Bayesian neural networks, their joint posteriors, the questions
//! that these would ask, and how right their correlations are. It knows of no link, no figure and no page.
//!
//! The same code runs natively and as WebAssembly, with the same bits. It is a crate of its own because it is
//! compiled for speed, and all around it, in a page, for size.
#![warn(missing_docs)]

#[cfg(all(target_arch = "wasm32", not(target_feature = "simd128")))]
compile_error!(
    "wasm needs simd128: a RUSTFLAGS variable replaces the flags in .cargo/config.toml; unset it"
);

pub mod error;

pub mod cost;

pub mod numeric;

pub mod kernel;

pub mod points;

pub mod posterior;

pub mod metric;

pub mod acquisition;

pub mod model;

pub use error::{Error, Result};
