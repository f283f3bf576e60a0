//! What the tests share.

mod base64;
mod launch;
pub mod webdriver;
