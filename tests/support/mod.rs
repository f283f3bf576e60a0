//! What the tests share.

pub mod bidi;
mod launch;
pub mod webdriver;
