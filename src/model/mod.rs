//! The engine's models, and which of them a candidate of a link is.

mod candidate;

pub use candidate::{build, own_prior};
pub use talscope_engine::model::*;
