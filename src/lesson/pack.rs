//! Text that travels in a link: deflated, as base64 that addresses leave as it is.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use super::LONGEST_FILE;
use crate::error::{Error, Result};

/// Packs a text, if it is short enough to be read again.
pub fn pack(text: &str) -> Result<String> {
    if text.len() > LONGEST_FILE {
        let expected = format!("at most {LONGEST_FILE} bytes long");
        return Err(Error::value("what a link holds", format!("{} bytes", text.len()), expected));
    }
    Ok(BASE64.encode(compress_to_vec(text.as_bytes(), 9)))
}

/// The text that [`pack`] packed. No link makes it unpack more than a file may hold.
pub fn unpack(packed: &str) -> Result<String> {
    let broken = || {
        let how = "part of it may be missing, as when a program cut it; ask for it once more";
        Error::Clash(format!("this link is damaged: {how}"))
    };
    if packed.len() > 2 * LONGEST_FILE {
        let expected = format!("at most {LONGEST_FILE} bytes long");
        return Err(Error::value("what a link holds", format!("{} bytes", packed.len()), expected));
    }
    let bytes = BASE64.decode(packed).map_err(|_| broken())?;
    let text = decompress_to_vec_with_limit(&bytes, LONGEST_FILE).map_err(|_| broken())?;
    String::from_utf8(text).map_err(|_| broken())
}
