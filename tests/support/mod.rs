//! What the tests share.

mod launch;
pub mod webdriver;
