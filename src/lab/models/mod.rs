//! The toy lab's other half: there one model and many rules, here one rule and many models. Each panel
//! shows what a model learns of the same data, beside the exact posterior of the prior that functions
//! are drawn from.

mod charts;
mod fault;
mod figure;
mod inference;
mod many;
mod notice;
mod paper;
mod report;
mod sketch;
mod verdict;
mod words;

pub use crate::experiment::models::*;
pub use fault::fault;
pub(super) use figure::ModelsFigure;
pub use verdict::{Verdict, verdict};

#[cfg(test)]
mod tests;
