//! Models: from a task's observations to a posterior.

pub mod gp;

pub use gp::GaussianProcess;
