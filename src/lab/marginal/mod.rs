//! Marginal uncertainty: the posterior of a Gaussian process with its 95% band, and a check of how
//! often such bands hold what they promise.

mod charts;
mod figure;
mod report;
mod words;

pub use crate::experiment::marginal::*;
pub(super) use figure::MarginalFigure;
pub use report::report;
pub use words::{Verdict, description, facts, invitation, longest_notice, notice, verdict};
