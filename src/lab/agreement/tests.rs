//! What is shown of a comparison.
