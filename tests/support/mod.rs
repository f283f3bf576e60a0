//! What the tests share.

pub mod bidi;
mod launch;
pub mod pdf;
pub mod webdriver;
