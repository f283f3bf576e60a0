//! The engine's models, and which of them a candidate of a link is.

mod candidate;

pub use candidate::{build, effective, own_prior};
pub use talscope_engine::model::*;
