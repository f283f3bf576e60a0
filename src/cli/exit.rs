//! How long runs end: by numbers that schedulers know (sysexits).

use std::fmt;

use super::Failure;

/// Why a command ended, and with which number.
#[derive(Debug)]
pub struct Exit {
    /// The number.
    pub code: u8,
    words: String,
}

/// The request is wrong: asking again will not help.
pub const USAGE: u8 = 64;
/// Two folders have different bytes for one unit.
pub const DATA: u8 = 65;
/// Some units cannot be done: asking again will not help.
pub const SOFTWARE: u8 = 70;
/// The disk is full, or a folder cannot be written.
pub const DISK: u8 = 74;
/// Something is left to do: start again.
pub const UNFINISHED: u8 = 75;

impl Exit {
    /// A failure with a number and a reason.
    #[allow(clippy::new_ret_no_self)] // What commands return is a failure of any kind.
    pub fn new(code: u8, words: impl Into<String>) -> Failure {
        Box::new(Self { code, words: words.into() })
    }
}

impl fmt::Display for Exit {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.words)
    }
}

impl std::error::Error for Exit {}
