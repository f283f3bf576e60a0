//! Theorem 1: why XLL may judge a candidate's correlations between the marginals of another model.
//!
//! Two Gaussians, p, which generated a batch, and q, a reference's marginals with a candidate's
//! correlations; by sliders, how far they are apart. Around them a cloud of random batches that share all
//! but the mismatch of the marginals, and a search for the worst of these: the gap between what XLL sees
//! and what it should see, against what is known of it.

mod charts;
mod figure;
mod report;
mod words;

pub use crate::experiment::theorem::*;
pub(super) use figure::TheoremFigure;

#[cfg(test)]
mod tests;
