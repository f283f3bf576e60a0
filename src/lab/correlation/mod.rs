//! The paper's subject itself: the posterior correlations of several models, beside the oracle's,
//! and what metacorrelation, XLL and XLLR make of them.

pub(in crate::lab) mod atlas;
mod figure;
mod notice;
pub(in crate::lab) mod numbers;
mod pattern;
mod report;
mod request;
mod words;

pub use crate::experiment::correlation::*;
pub use crate::experiment::{Belief, Judged, Row, judge};
pub use atlas::Atlas;
pub(super) use figure::CorrelationFigure;
pub use notice::{doubted_words, gist, notice, quoted};
pub use report::report;
pub use request::score_request;
pub use words::{
    Lack, ModelFacts, ModelScore, cross_words, description, estimate_words, heading,
    likelihood_words, model_facts, order_words, titles,
};

#[cfg(test)]
mod tests;
