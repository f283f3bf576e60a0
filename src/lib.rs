//! talscope computes how accurately Bayesian models estimate posterior predictive correlations, and
//! what those correlations are good for (Wang, Sun & Grosse, *Beyond Marginal Uncertainty*,
//! AISTATS 2021). The same code runs natively and, as WebAssembly, in a web page.
//!
//! Everything starts from a scenario, one string that holds all a figure depends on:
//!
//! ```
//! use std::ops::ControlFlow;
//! use talscope::lab::{self, marginal};
//! use talscope::scenario::Link;
//!
//! # fn main() -> talscope::Result<()> {
//! // The same string is a link to the page, an argument of the command line and a test's input.
//! let link: Link = "lab=marginal&preset=gap&repetitions=1000".parse()?;
//! let scenario = link.scenario;
//!
//! // The posterior of a Gaussian process, with its 95% band.
//! let picture = marginal::picture(&scenario)?;
//! assert!(picture.rmse < 1.0);
//!
//! // Longer work is planned as units that any number of workers can share.
//! let units = lab::plan(&scenario);
//! let parts: Vec<_> = units
//!     .iter()
//!     .map(|unit| lab::run(unit, &mut |_| ControlFlow::Continue(())))
//!     .collect::<talscope::Result<_>>()?;
//!
//! // A model that is right about its prior gives intervals that hold what they promise.
//! let calibration = marginal::merge(&scenario, &parts)?;
//! assert!((calibration.observed[18] - 0.95).abs() < 0.03);
//!
//! // Equal link, equal fingerprint: natively and in every browser.
//! println!("{}", lab::report(&scenario, &parts)?.fingerprint());
//! # Ok(())
//! # }
//! ```
//!
//! The modules, in the direction in which results flow; each imports only from those before it.
#![warn(missing_docs)]

#[cfg(all(target_arch = "wasm32", not(target_feature = "simd128")))]
compile_error!(
    "wasm needs simd128: a RUSTFLAGS variable replaces the flags in .cargo/config.toml; unset it"
);

pub mod error;
pub mod numeric;

pub mod kernel;

pub mod scenario;

pub mod task;

pub mod posterior;

pub mod model;

pub mod acquisition;

pub mod metric;

pub mod tal;

pub mod report;

pub mod json;

pub mod lab;

pub mod chart;

#[cfg(target_arch = "wasm32")]
pub mod web;

pub use error::{Error, Result};
