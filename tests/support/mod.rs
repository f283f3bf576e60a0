//! What the tests share.

pub mod webdriver;
